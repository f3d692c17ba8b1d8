//! The decision: a policy of our own, since the documents give none. Its numbers are in the TOML.

use crate::labels::{List, shown};
use crate::num::{Num, so_many};
use crate::report::{Cap, Decision, Fired, Metric, Outcome, Verdict};
use crate::rubric::locks::formulas::mean;
use crate::rubric::locks::rules::{FailOn, Policy};
use crate::rubric::locks::{Counted, SeverityBand};
use crate::rubric::reasons::Reasons;

/// What speaks against a case, by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    /// A claim is unsupported.
    Unsupported,
    /// The severity is severe.
    Severe,
    /// There is a slur.
    Slur,
    /// The metric of this index has a score that fails the case.
    AtMost(usize),
    /// The cap of this index fired.
    Cap(usize),
    /// The metric of this index has a score to be warned of.
    Below(usize),
}

/// Every ground of a failure or a warning, in order. `scores` are the final ones in the printed order of the
/// metrics; `caps` says of each row what fails a case by itself where it fires, and whether it fired.
fn grounds(
    policy: &Policy,
    counted: &Counted,
    severity: Option<SeverityBand>,
    scores: &[Option<Num>; 5],
    caps: impl Iterator<Item = (Option<FailOn>, bool)>,
    mut each: impl FnMut(Decision, Ground),
) {
    let unsupported = unsupported(counted) > 0;
    let slur = slurs(counted) > 0;
    let severe = severity == Some(SeverityBand::Severe);
    for fail in &policy.fail_on {
        match fail {
            FailOn::Unsupported if unsupported => each(Decision::Fail, Ground::Unsupported),
            FailOn::Severe if severe => each(Decision::Fail, Ground::Severe),
            FailOn::Slur if slur => each(Decision::Fail, Ground::Slur),
            _ => {}
        }
    }
    for (index, score) in scores.iter().enumerate() {
        if score.is_some_and(|score| score <= policy.fail_at_most) {
            each(Decision::Fail, Ground::AtMost(index));
        }
    }
    // A cap whose own condition failed the case already is not a second reason.
    let told = |by: Option<FailOn>| {
        by.is_some_and(|fail| {
            policy.fail_on.contains(&fail)
                && match fail {
                    FailOn::Unsupported => unsupported,
                    FailOn::Severe => severe,
                    FailOn::Slur => slur,
                }
        })
    };
    if policy.warn_on_caps {
        for (index, _) in caps.enumerate().filter(|(_, (by, fired))| *fired && !told(*by)) {
            each(Decision::Warn, Ground::Cap(index));
        }
    }
    for (index, score) in scores.iter().enumerate() {
        if score.is_some_and(|score| score < policy.warn_below && score > policy.fail_at_most) {
            each(Decision::Warn, Ground::Below(index));
        }
    }
}

/// Unsupported claims.
fn unsupported(counted: &Counted) -> usize {
    counted.of(List::Claims).as_ref().map_or(0, |claims| claims.at(2))
}

/// Slurs.
fn slurs(counted: &Counted) -> usize {
    counted.of(List::Issues).as_ref().map_or(0, |issues| issues.at(5))
}

/// Decides, and names every reason: errors, what is not applicable, failures, warnings.
pub fn decide(
    policy: &Policy,
    counted: &Counted,
    metrics: &[Metric],
    caps: &[Cap],
    told_by: &[Option<FailOn>],
    severity: Option<SeverityBand>,
) -> Verdict {
    let mut reasons = Reasons::new(counted.record);
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
    let mut scores = [None; 5];
    for (slot, metric) in scores.iter_mut().zip(metrics) {
        *slot = metric.score();
    }
    let fired = told_by.iter().zip(caps).map(|(by, cap)| (*by, matches!(cap.fired, Fired::Yes { .. })));
    let of = |index: usize| (metrics[index].key, scores[index].unwrap_or(Num::ZERO).shown());
    grounds(policy, counted, severity, &scores, fired, |decision, ground| {
        reasons.add(decision, || match ground {
            Ground::Unsupported => {
                let ids = shown(&counted.ids(List::Claims, &[2]));
                format!("{}: {ids}", so_many(unsupported(counted), "unsupported claim"))
            }
            Ground::Severe => "the hallucination is severe".to_owned(),
            Ground::Slur => {
                let ids = shown(&counted.ids(List::Issues, &[5]));
                format!("{}: {ids}", so_many(slurs(counted), "slur"))
            }
            Ground::AtMost(index) => {
                let (key, score) = of(index);
                format!("{key} is {score}, at or below {}", policy.fail_at_most)
            }
            Ground::Cap(index) => {
                let cap = &caps[index];
                format!("cap {} on {} fired: {}", cap.slug, cap.metric, cap.observed)
            }
            Ground::Below(index) => {
                let (key, score) = of(index);
                format!("{key} is {score}, below {}", policy.warn_below)
            }
        });
    });
    if reasons.worst() == Decision::Pass {
        reasons.add(Decision::Pass, || format!("no cap fired, and no metric is below {}", policy.warn_below));
    }
    let (score, mean) = if reasons.worst() == Decision::Error { (None, None) } else { headline(metrics) };
    reasons.verdict(score, mean)
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
