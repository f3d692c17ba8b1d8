//! The decision: a policy of our own, since the documents give none. Its numbers are in the TOML.

use crate::labels::List;
use crate::num::Num;
use crate::report::{Cap, Decision, Fired, LabelId, Metric, Outcome, Verdict};
use crate::rubric::locks::findings::counted as count_of;
use crate::rubric::locks::metrics::mean;
use crate::rubric::locks::rules::{FailOn, Policy};
use crate::rubric::locks::{Counted, SeverityBand};

/// Decides, and names every reason: errors, what is not applicable, failures, warnings.
pub fn decide(
    policy: &Policy,
    counted: &Counted,
    metrics: &[Metric],
    caps: &[Cap],
    severity: Option<SeverityBand>,
) -> Verdict {
    let mut reasons = Reasons { worst: Decision::Pass, record: counted.record, because: Vec::new() };
    for metric in metrics {
        if let Outcome::Error(reason) = &metric.outcome {
            reasons.add(Decision::Error, || format!("{}: {reason}", metric.key));
        }
    }
    for metric in metrics {
        if let Outcome::NotApplicable(reason) = &metric.outcome {
            reasons.add(Decision::Incomplete, || format!("{} is not applicable: {reason}", metric.key));
        }
    }
    let unsupported = counted.claims.as_ref().map_or(0, |claims| claims.at(2));
    let slurs = counted.issues.as_ref().map_or(0, |issues| issues.at(5));
    let severe = severity == Some(SeverityBand::Severe);
    for fail in &policy.fail_on {
        match fail {
            FailOn::Unsupported if unsupported > 0 => reasons.add(Decision::Fail, || {
                let ids = counted.ids(List::Claims, &[2]);
                format!("{}: {}", count_of(unsupported, "unsupported claim"), named(&ids))
            }),
            FailOn::Severe if severe => {
                reasons.add(Decision::Fail, || "the hallucination is severe".to_owned());
            }
            FailOn::Slur if slurs > 0 => reasons.add(Decision::Fail, || {
                format!("{}: {}", count_of(slurs, "slur"), named(&counted.ids(List::Issues, &[5])))
            }),
            _ => {}
        }
    }
    for (metric, score) in scored(metrics) {
        if score <= policy.fail_at_most {
            reasons.add(Decision::Fail, || {
                format!("{} is {}, not above {}", metric.key, score.shown(), policy.fail_at_most)
            });
        }
    }
    // A cap whose own condition failed the case already is not a second reason.
    let told = |slug: &str| match slug {
        "extraneous_claim" => unsupported > 0 && policy.fail_on.contains(&FailOn::Unsupported),
        "severe_hallucination" => severe && policy.fail_on.contains(&FailOn::Severe),
        "slur" => slurs > 0 && policy.fail_on.contains(&FailOn::Slur),
        _ => false,
    };
    if policy.warn_on_caps {
        for cap in caps.iter().filter(|cap| matches!(cap.fired, Fired::Yes { .. }) && !told(cap.slug)) {
            reasons.add(Decision::Warn, || {
                format!("cap {} on {} fired: {}", cap.slug, cap.metric, cap.observed)
            });
        }
    }
    for (metric, score) in scored(metrics) {
        if score < policy.warn_below && score > policy.fail_at_most {
            reasons.add(Decision::Warn, || {
                format!("{} is {}, below {}", metric.key, score.shown(), policy.warn_below)
            });
        }
    }
    if reasons.because.is_empty() {
        reasons.add(Decision::Pass, || format!("no cap fired, and no metric is below {}", policy.warn_below));
    }
    let decision = reasons.worst;
    let (score, average) = if decision == Decision::Error { (None, None) } else { headline(metrics) };
    Verdict { decision, score, mean: average, because: reasons.because, flips: Vec::new() }
}

/// The least and the mean of the metrics that have a score.
fn headline(metrics: &[Metric]) -> (Option<Num>, Option<Num>) {
    let mut scores = [Num::ZERO; 5];
    let mut count = 0;
    for (_, score) in scored(metrics).take(scores.len()) {
        scores[count] = score;
        count += 1;
    }
    let scores = &scores[..count];
    match scores.iter().copied().reduce(Num::min) {
        Some(least) => (Some(least), Some(mean(scores))),
        None => (None, None),
    }
}

fn scored(metrics: &[Metric]) -> impl Iterator<Item = (&Metric, Num)> {
    metrics.iter().filter_map(|metric| Some((metric, metric.score()?)))
}

fn named(ids: &[LabelId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

struct Reasons {
    worst: Decision,
    record: bool,
    because: Vec<String>,
}

impl Reasons {
    /// `Decision` is ordered from the mildest to the gravest.
    fn add(&mut self, decision: Decision, words: impl FnOnce() -> String) {
        self.worst = self.worst.max(decision);
        if self.record {
            self.because.push(words());
        }
    }
}
