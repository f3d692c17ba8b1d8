//! The decision: a policy of our own, as the document sets targets and draws no verdict from them.

use super::{PARTS, Rules, SynthlinkOptions};
use crate::labels::{Labels, List, format_ids};
use crate::num::Num;
use crate::report::{Decision, Metric, Verdict};
use crate::rubric::draft::saying_no;
use crate::rubric::reasons::Reasons;

/// Decides, and names every reason, the gravest first. `metrics` are the five and the aggregate.
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
        reasons.add(Decision::Incomplete, || format!("there is no aggregate: {}", missing(parts)));
        return reasons.verdict(None, None);
    };
    let target = rules.aggregate.target;
    let low = value < target;
    let below = || format!("the aggregate is {}, below its target {}", apart(value, target), target.shown());
    let unverified = saying_no(labels, List::Facts, |label| label.word);
    let scored = parts.iter().any(|metric| metric.key == "fcs" && metric.score().is_some());
    if rules.verdict.fail_unverified && low && scored && !unverified.is_empty() {
        reasons.add(Decision::Fail, || {
            let verb = if unverified.len() == 1 { "is" } else { "are" };
            format!("{} {verb} not verified, and {}", format_ids(&unverified), below())
        });
    } else if low {
        reasons.add(if on.gate { Decision::Fail } else { Decision::Warn }, below);
    }
    if on.gate {
        for (metric, target) in parts.iter().zip(rules.targets()) {
            if let Some(score) = metric.score().filter(|score| *score < target) {
                reasons.add(Decision::Fail, || {
                    format!("{} is {}, below its target {}", metric.key, apart(score, target), target.shown())
                });
            }
        }
    }
    if parts.iter().any(|metric| metric.score().is_none()) {
        reasons.add(Decision::Warn, || format!("the aggregate is partial: {}", missing(parts)));
    }
    reasons
        .add(Decision::Pass, || format!("the aggregate is complete and meets its target {}", target.shown()));
    reasons.verdict(score, None)
}

/// The metrics without a score, each with its reason.
pub fn missing(metrics: &[Metric]) -> String {
    let named =
        metrics.iter().filter_map(|metric| Some(format!("{} ({})", metric.key, metric.outcome.reason()?)));
    named.collect::<Vec<_>>().join(", ")
}

/// A value with as many decimals as distinguish it from its target.
fn apart(value: Num, target: Num) -> String {
    if value.shown() == target.shown() { format!("{:.6}", value.to_f64()) } else { value.shown() }
}
