//! A session of one rubric on one case: the evaluation, the search for flips, and evaluations under other
//! readings, with the shared work done only once.

use crate::num::Num;
use crate::report::{DECISIONS, Decision, Fired, Flip, MetricOutcome, Odds};
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

/// Encodes the state of a cap as a number.
fn state(fired: &Fired) -> u8 {
    match fired {
        Fired::Yes { .. } => FIRES,
        Fired::No => 1,
        Fired::Unknown(_) => 0,
    }
}

/// The state of a cap that fires.
const FIRES: u8 = 2;

/// The state of a cap in brief: slug, metric, state.
type CapState<'a> = (&'a str, &'a str, u8);

/// Whether two evaluations differ in a score or a cap's state.
fn differs(a: &Evaluation, b: &Evaluation) -> bool {
    let outcomes = a.metrics.iter().zip(&b.metrics).any(|(a, b)| match (&a.outcome, &b.outcome) {
        (MetricOutcome::Scored { .. }, MetricOutcome::Scored { .. }) => {
            a.score() != b.score() || a.raw() != b.raw()
        }
        (a, b) => std::mem::discriminant(a) != std::mem::discriminant(b),
    });
    let states = |evaluation: &Evaluation| -> Vec<CapState<'static>> {
        evaluation.caps.iter().map(|cap| (cap.slug, cap.metric, state(&cap.fired))).collect()
    };
    outcomes || caps_differ(&states(a), &states(b))
}

/// Whether two tables of caps differ in a state. A row that only one of them has counts if it fires.
fn caps_differ(a: &[CapState], b: &[CapState]) -> bool {
    // Usually the rows are the same, in the same order.
    if a == b {
        return false;
    }
    let fires = |own: &[CapState], others: &[CapState]| {
        own.iter().any(|(slug, metric, state)| {
            let twin = others.iter().find(|twin| twin.0 == *slug && twin.1 == *metric);
            twin.map_or(*state == FIRES, |twin| twin.2 != *state)
        })
    };
    fires(a, b) || fires(b, a)
}
