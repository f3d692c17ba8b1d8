//! The decision: hallucination first, then relevance, then completeness.

use super::Policy;
use crate::labels::LabelId;
use crate::report::{Bound, Decision, Metric, ReasonKind, Verdict};
use crate::rubric::reasons::Reasons;

/// Largest number of labels named in a reason.
const NAMED: usize = 12;

/// Decides, with every reason. `metrics` are relevance, completeness and hallucination.
pub(super) fn decide(
    policy: &Policy,
    section_3: bool,
    metrics: &[Metric],
    unsupported: impl FnOnce() -> Vec<LabelId>,
    record: bool,
) -> Verdict {
    let limit = match section_3 {
        true => policy.hallucination_fail_above_in_section_3,
        false => policy.hallucination_fail_above,
    };
    let (relevant, complete) = (policy.relevance_fail_below, policy.completeness_warn_below);
    let score = |key: &str| metrics.iter().find(|metric| metric.key == key).and_then(Metric::score);
    let mut reasons = Reasons::new(Reasons::FAILURES_FIRST, record);
    if let Some(score) = score("hallucination").filter(|score| *score > limit) {
        reasons.add(Decision::Fail, || {
            let mut ids = unsupported();
            let more = ids.len().saturating_sub(NAMED);
            ids.truncate(NAMED);
            let (metric, score) = ("hallucination", Some(score));
            ReasonKind::Score { metric, score, bound: Bound::Above(limit), ids, more }
        });
    }
    for (key, bound, decision) in
        [("relevance", relevant, Decision::Fail), ("completeness", complete, Decision::Warn)]
    {
        if let Some(score) = score(key).filter(|score| *score < bound) {
            reasons.add(decision, || ReasonKind::score(key, score, Bound::Below(bound)));
        }
    }
    reasons.lacking(metrics, Decision::Incomplete);
    reasons.add(Decision::Pass, || {
        ReasonKind::Within(vec![
            ("hallucination", Bound::AtMost(limit)),
            ("relevance", Bound::AtLeast(relevant)),
            ("completeness", Bound::AtLeast(complete)),
        ])
    });
    reasons.verdict(None, None)
}
