//! Collects the reasons of a decision.

use crate::num::Num;
use crate::report::{Decision, Metric, MetricOutcome, Reason, ReasonKind, Verdict};

/// A verdict under construction: the decisions that were requested, each with its reason.
pub struct Reasons {
    order: [Decision; 5],
    record: bool,
    worst: Decision,
    because: Vec<(Decision, Reason)>,
}

impl Reasons {
    /// The order in which a case that cannot be scored is the most severe.
    pub const BY_GRAVITY: [Decision; 5] =
        [Decision::Error, Decision::Incomplete, Decision::Fail, Decision::Warn, Decision::Pass];
    /// The order in which a failure decides, even if other parts cannot be scored.
    pub const FAILURES_FIRST: [Decision; 5] =
        [Decision::Fail, Decision::Error, Decision::Incomplete, Decision::Warn, Decision::Pass];

    /// An empty collection, which passes. The verdict will be the first decision in the order for which there
    /// is a reason; its reasons are listed before those of the next. Reasons are kept only if `record` is
    /// set.
    pub fn new(order: [Decision; 5], record: bool) -> Reasons {
        Reasons { order, record, worst: Decision::Pass, because: Vec::new() }
    }

    /// Adds a reason. A reason to pass is listed only if there is no other.
    pub fn add<R: Into<Reason>>(&mut self, decision: Decision, reason: impl FnOnce() -> R) {
        if self.rank(decision) < self.rank(self.worst) {
            self.worst = decision;
        }
        if self.record {
            self.because.push((decision, reason().into()));
        }
    }

    /// Adds the metrics without a score; an error requests the decision `error`.
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

    /// Builds the verdict, with its headline number and the mean.
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
