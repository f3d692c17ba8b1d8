//! A case laid before a rubric: evaluated, searched for what would turn its verdict, and evaluated again under other
//! readings, with what all of these share worked out once.

use crate::num::Num;
use crate::report::{DECISIONS, Decision, Fired, Flip, MetricOutcome, Odds};
use crate::rubric::flips::flips;
use crate::rubric::{Evaluation, Input, Readings, Rubric};

/// What another reading makes of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Other {
    /// Whether a score, the state of a cap or the decision differs.
    pub differs: bool,
    pub decision: Decision,
    /// The headline number; `None` if there is none, or if only this reading leaves a metric without a score:
    /// the number of fewer metrics compares with nothing.
    pub score: Option<Num>,
}

/// A case laid before a rubric. What it gives equals what [`Rubric::evaluate`] gives, call by call.
pub trait EvaluationSession {
    /// The evaluation with its steps, under the readings in force.
    fn evaluate(&mut self) -> Evaluation;

    /// What would turn the decision; `now` is what [`EvaluationSession::evaluate`] gave. The search ends, and what it
    /// returns means nothing, where it is `interrupted`.
    fn flips(&mut self, now: &Evaluation, interrupted: &dyn Fn() -> bool) -> Vec<Flip>;

    /// What other readings make of it, beside `now`.
    fn other(&mut self, readings: &Readings, now: &Evaluation) -> Other;

    /// How likely each decision is, for a rubric over probabilities.
    fn odds(&mut self) -> Option<Odds> {
        None
    }
}

/// The session of a rubric that shares nothing between evaluations.
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
    /// A reading without any effect.
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

/// How far a cap is known to fire, as a number that distinguishes the states.
fn state(fired: &Fired) -> u8 {
    match fired {
        Fired::Yes { .. } => FIRES,
        Fired::No => 1,
        Fired::Unknown(_) => 0,
    }
}

/// The state of a cap that fires.
const FIRES: u8 = 2;

/// A row of the caps in brief: slug, metric, state.
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

/// Whether two tables of caps differ in a state. A row that only one of them has matters where it fires.
fn caps_differ(a: &[CapState], b: &[CapState]) -> bool {
    // Mostly the rows are the same, in the same order.
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
