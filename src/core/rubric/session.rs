//! A session of one rubric on one case: the evaluation, the search for flips, and evaluations under other
//! readings, with the shared work done only once.

use crate::num::Num;
use crate::report::{Cap, DECISIONS, Decision, Fired, Flip, MetricOutcome, Odds};
use crate::rubric::flips::flips;
use crate::rubric::{Evaluation, Input, Readings, Rubric};

/// The result of another reading on a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Other {
    /// Whether a score, the state of a cap or the decision differs.
    pub differs: bool,
    pub decision: Decision,
    /// The headline number; `None` if there is none, or if a metric loses its score only under this reading,
    /// since a number computed from fewer metrics is not comparable.
    pub score: Option<Num>,
}

/// A session of one rubric on one case. Each call gives the same result as [`Rubric::evaluate`] would.
pub trait EvaluationSession {
    /// The evaluation with its steps, under the readings in force.
    fn evaluate(&mut self) -> Evaluation;

    /// Finds what would turn the decision; `now` is the result of [`EvaluationSession::evaluate`]. If
    /// `interrupted`, the search ends and its result is meaningless.
    fn flips(&mut self, now: &Evaluation, interrupted: &dyn Fn() -> bool) -> Vec<Flip>;

    /// Returns the result of other readings, compared with `now`.
    fn other(&mut self, readings: &Readings, now: &Evaluation) -> Other;

    /// Returns the probabilities of the decisions, for a rubric over probabilities.
    fn odds(&mut self) -> Option<Odds> {
        None
    }
}

/// The session of a rubric that shares no work between evaluations.
pub struct PlainSession<'a> {
    pub rubric: &'a dyn Rubric,
    pub input: &'a Input<'a>,
    /// The readings in force.
    pub readings: Readings,
}

impl EvaluationSession for PlainSession<'_> {
    fn evaluate(&mut self) -> Evaluation {
        self.rubric.evaluate(self.input, &self.readings, true)
    }

    fn flips(&mut self, now: &Evaluation, interrupted: &dyn Fn() -> bool) -> Vec<Flip> {
        flips(self.rubric, self.input, &self.readings, now, interrupted)
    }

    fn other(&mut self, readings: &Readings, now: &Evaluation) -> Other {
        Other::new(now, &self.rubric.evaluate(self.input, readings, false))
    }
}

impl Other {
    /// The result of a reading that has no effect.
    pub fn same(now: &Evaluation) -> Other {
        Other { differs: false, decision: now.verdict.decision, score: now.verdict.score }
    }

    /// Compares two evaluations.
    pub fn new(now: &Evaluation, other: &Evaluation) -> Other {
        let decision = other.verdict.decision;
        let drops_out = DECISIONS.contains(&now.verdict.decision) && !DECISIONS.contains(&decision);
        let score = other.verdict.score.filter(|_| !drops_out);
        Other { differs: differs(now, other) || decision != now.verdict.decision, decision, score }
    }
}

/// The state of a cap: slug, metric, and whether it fires, if that is known.
type CapState = (&'static str, &'static str, Option<bool>);

fn state(cap: &Cap) -> CapState {
    let fires = match cap.fired {
        Fired::Yes { .. } => Some(true),
        Fired::No => Some(false),
        Fired::Unknown(_) => None,
    };
    (cap.slug, cap.metric, fires)
}

/// Whether two evaluations differ in a score or a cap's state.
fn differs(a: &Evaluation, b: &Evaluation) -> bool {
    let outcomes = a.metrics.iter().zip(&b.metrics).any(|(a, b)| match (&a.outcome, &b.outcome) {
        (MetricOutcome::Scored { .. }, MetricOutcome::Scored { .. }) => {
            a.score() != b.score() || a.raw() != b.raw()
        }
        (a, b) => std::mem::discriminant(a) != std::mem::discriminant(b),
    });
    let [a, b] = [a, b].map(|evaluation| evaluation.caps.iter().map(state).collect::<Vec<_>>());
    outcomes || caps_differ(&a, &b)
}

/// Whether two tables of caps differ in a state. A row that only one of them has counts if it fires.
fn caps_differ(a: &[CapState], b: &[CapState]) -> bool {
    // Usually the rows are the same, in the same order.
    let differs = |own: &[CapState], others: &[CapState]| {
        own.iter().any(|(slug, metric, fires)| {
            let twin = others.iter().find(|twin| (twin.0, twin.1) == (*slug, *metric));
            twin.map_or(*fires == Some(true), |twin| twin.2 != *fires)
        })
    };
    a != b && (differs(a, b) || differs(b, a))
}
