//! The decision: hallucination first, then relevance, then completeness.

use super::Policy;
use crate::labels::{LabelId, format_ids};
use crate::report::{Decision, Metric, Verdict};
use crate::rubric::reasons::Reasons;

/// Labels named in a reason.
const NAMED: usize = 12;

/// Decides, and names every reason. `metrics` are relevance, completeness, hallucination.
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
            format!("hallucination is {}, above {limit}{}", score.shown(), named(&unsupported()))
        });
    }
    for (key, bound, decision) in
        [("relevance", relevant, Decision::Fail), ("completeness", complete, Decision::Warn)]
    {
        if let Some(score) = score(key).filter(|score| *score < bound) {
            reasons.add(decision, || format!("{key} is {}, below {bound}", score.shown()));
        }
    }
    reasons.lacking(metrics, Decision::Incomplete);
    reasons.add(Decision::Pass, || {
        format!(
            "hallucination is at most {limit}, relevance at least {relevant}, completeness at least {complete}"
        )
    });
    reasons.verdict(None, None)
}

fn named(ids: &[LabelId]) -> String {
    if ids.is_empty() {
        return String::new();
    }
    let more = match ids.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(": {}{more}", format_ids(&ids[..ids.len().min(NAMED)]))
}
