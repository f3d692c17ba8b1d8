//! The decision: this program's own policy, since the document sets targets but derives no verdict from them.

use super::{PARTS, Rules, SynthlinkOptions};
use crate::labels::{Labels, List};
use crate::report::{Bound, Decision, Metric, ReasonKind, Verdict};
use crate::rubric::draft::saying_no;
use crate::rubric::reasons::Reasons;

/// Decides, with every reason, the most severe first. `metrics` are the five metrics and the aggregate.
pub fn decide(
    rules: &Rules,
    metrics: &[Metric],
    labels: &Labels,
    on: SynthlinkOptions,
    record: bool,
) -> Verdict {
    let (parts, aggregate) = metrics.split_at(PARTS.min(metrics.len()));
    let score = aggregate.first().and_then(Metric::score);
    let mut reasons = Reasons::new(Reasons::BY_GRAVITY, record);
    let Some(value) = score else {
        reasons
            .add(Decision::Incomplete, || ReasonKind::Incomplete { partial: false, lacking: lacking(parts) });
        return reasons.verdict(None, None);
    };
    let target = rules.aggregate.target;
    let low = value < target;
    let below = |unverified| ReasonKind::LowAggregate { score: value, target, unverified };
    let unverified = saying_no(labels, List::Facts, |label| label.word);
    let scored = parts.iter().any(|metric| metric.key == "fcs" && metric.score().is_some());
    if rules.verdict.fail_unverified && low && scored && !unverified.is_empty() {
        reasons.add(Decision::Fail, || below(unverified));
    } else if low {
        reasons.add(if on.gate { Decision::Fail } else { Decision::Warn }, || below(Vec::new()));
    }
    if on.gate {
        for (metric, target) in parts.iter().zip(rules.targets()) {
            if let Some(score) = metric.score().filter(|score| *score < target) {
                reasons
                    .add(Decision::Fail, || ReasonKind::score(metric.key, score, Bound::BelowTarget(target)));
            }
        }
    }
    if parts.iter().any(|metric| metric.score().is_none()) {
        reasons.add(Decision::Warn, || ReasonKind::Incomplete { partial: true, lacking: lacking(parts) });
    }
    reasons
        .add(Decision::Pass, || format!("the aggregate is complete and meets its target {}", target.shown()));
    reasons.verdict(score, None)
}

/// Formats the metrics without a score, each with its reason, for a note.
pub fn missing(metrics: &[Metric]) -> String {
    let named = lacking(metrics).into_iter().map(|(key, why)| format!("{key} ({why})"));
    named.collect::<Vec<_>>().join(", ")
}

/// Returns the metrics without a score, each with its reason.
fn lacking(metrics: &[Metric]) -> Vec<(&'static str, String)> {
    metrics.iter().filter_map(|metric| Some((metric.key, metric.outcome.reason()?.to_owned()))).collect()
}
