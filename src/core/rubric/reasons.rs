//! The reasons of a decision, as they are found.

use crate::num::Num;
use crate::report::{Decision, Metric, MetricOutcome, Reason, ReasonKind, Verdict};

/// A verdict in the making: the decisions that were called for, each with its reason.
pub struct Reasons {
    order: [Decision; 5],
    record: bool,
    worst: Decision,
    because: Vec<(Decision, Reason)>,
}

impl Reasons {
    /// What cannot be judged is the gravest.
    pub const BY_GRAVITY: [Decision; 5] =
        [Decision::Error, Decision::Incomplete, Decision::Fail, Decision::Warn, Decision::Pass];
    /// A failure decides, whatever else cannot be judged.
    pub const FAILURES_FIRST: [Decision; 5] =
        [Decision::Fail, Decision::Error, Decision::Incomplete, Decision::Warn, Decision::Pass];

    /// No reason yet, which passes. The first decision of the order that a reason calls for is made, and its reasons
    /// come before those of the next. Reasons are kept only if `record` is set.
    pub fn new(order: [Decision; 5], record: bool) -> Reasons {
        Reasons { order, record, worst: Decision::Pass, because: Vec::new() }
    }

    /// Takes a reason into account. One for passing is listed only if there is no other.
    pub fn add<R: Into<Reason>>(&mut self, decision: Decision, reason: impl FnOnce() -> R) {
        if self.rank(decision) < self.rank(self.worst) {
            self.worst = decision;
        }
        if self.record {
            self.because.push((decision, reason().into()));
        }
    }

    /// Takes the metrics without a score into account: an error calls for `error`.
    pub fn lacking(&mut self, metrics: &[Metric], error: Decision) {
        for metric in metrics {
            let Some(why) = metric.outcome.reason() else { continue };
            let (metric, why, outcome) = (metric.key, || why.to_owned(), &metric.outcome);
            match outcome {
                MetricOutcome::NotApplicable(_) => {
                    self.add(Decision::Incomplete, || ReasonKind::NotApplicable { metric, why: why() });
                }
                _ => self.add(error, || ReasonKind::Fault { metric, why: why() }),
            }
        }
    }

    /// The decision so far.
    pub fn worst(&self) -> Decision {
        self.worst
    }

    /// The verdict, with its headline number and the mean beside it.
    pub fn verdict(mut self, score: Option<Num>, mean: Option<Num>) -> Verdict {
        let mut because = std::mem::take(&mut self.because);
        because.retain(|(decision, _)| *decision != Decision::Pass || self.worst == Decision::Pass);
        because.sort_by_key(|(decision, _)| self.rank(*decision));
        let because = because.into_iter().map(|(_, reason)| reason).collect();
        Verdict { decision: self.worst, score, mean, because, flips: Vec::new() }
    }

    fn rank(&self, decision: Decision) -> usize {
        self.order.iter().position(|known| *known == decision).unwrap_or(self.order.len())
    }
}
