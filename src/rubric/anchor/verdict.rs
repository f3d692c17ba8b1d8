//! The decision: hallucination first, then relevance, then completeness.

use super::Policy;
use crate::labels::{LabelId, shown};
use crate::num::Num;
use crate::report::{Decision, Metric, Outcome, Verdict};

/// Labels named in a reason.
const NAMED: usize = 12;

/// Decides, and names every reason in the order of the rubric. `metrics` are relevance, completeness, hallucination.
pub(super) fn decide(
    policy: &Policy,
    section_3: bool,
    metrics: &[Metric],
    unsupported: &[LabelId],
    record: bool,
) -> Verdict {
    let limit = match section_3 {
        true => policy.hallucination_fail_above_in_section_3,
        false => policy.hallucination_fail_above,
    };
    let score = |key: &str| metrics.iter().find(|metric| metric.key == key).and_then(Metric::score);
    let (hallucination, relevance, completeness) =
        (score("hallucination"), score("relevance"), score("completeness"));
    let above = |score: Option<Num>, limit: Num| score.filter(|score| *score > limit);
    let below = |score: Option<Num>, limit: Num| score.filter(|score| *score < limit);
    let (hallucinates, irrelevant, incomplete) = (
        above(hallucination, limit),
        below(relevance, policy.relevance_fail_below),
        below(completeness, policy.completeness_warn_below),
    );
    let missing = metrics.iter().any(|metric| metric.score().is_none());
    let decision = if hallucinates.is_some() || irrelevant.is_some() {
        Decision::Fail
    } else if missing {
        Decision::Incomplete
    } else if incomplete.is_some() {
        Decision::Warn
    } else {
        Decision::Pass
    };
    let mut because = Vec::new();
    if record {
        if let Some(score) = hallucinates {
            because.push(format!("hallucination is {}, above {limit}{}", score.shown(), named(unsupported)));
        }
        if let Some(score) = irrelevant {
            because.push(format!("relevance is {}, below {}", score.shown(), policy.relevance_fail_below));
        }
        for metric in metrics {
            match &metric.outcome {
                Outcome::Scored { .. } => {}
                Outcome::NotApplicable(reason) => {
                    because.push(format!("{} is not applicable: {reason}", metric.key));
                }
                Outcome::Error(reason) => because.push(format!("{}: {reason}", metric.key)),
            }
        }
        if let Some(score) = incomplete {
            let bound = policy.completeness_warn_below;
            because.push(format!("completeness is {}, below {bound}", score.shown()));
        }
        if because.is_empty() {
            because.push(format!(
                "hallucination is at most {limit}, relevance at least {}, completeness at least {}",
                policy.relevance_fail_below, policy.completeness_warn_below
            ));
        }
    }
    Verdict { decision, score: None, mean: None, because, flips: Vec::new() }
}

fn named(ids: &[LabelId]) -> String {
    if ids.is_empty() {
        return String::new();
    }
    let more = match ids.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(": {}{more}", shown(&ids[..ids.len().min(NAMED)]))
}
