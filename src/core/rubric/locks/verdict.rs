//! The decision: this program's own policy, since the documents define none. Its numbers are in the TOML
//! file.

use crate::num::Num;
use crate::report::{Bound, Cap, Decision, Fired, Metric, ReasonKind, Verdict};
use crate::rubric::locks::cap_explainer::{reason, seen};
use crate::rubric::locks::caps::Capped;
use crate::rubric::locks::fast_evaluator::compares;
use crate::rubric::locks::formulas::Exact;
use crate::rubric::locks::lock::Lock;
use crate::rubric::locks::rules::Headline;
use crate::rubric::locks::{Counted, SeverityBand};
use crate::rubric::reasons::Reasons;

/// Decides, with every reason: errors, metrics that are not applicable, failures, warnings.
pub fn decide(
    lock: &Lock,
    counted: &Counted,
    metrics: &[Metric],
    caps: &[Cap],
    capped: &[Capped],
    severity: Option<SeverityBand>,
) -> Verdict {
    let policy = &lock.rules.verdict;
    let mut reasons = Reasons::new(Reasons::BY_GRAVITY, counted.record);
    reasons.lacking(metrics, Decision::Error);
    let failing =
        |fails: &&_| seen(lock, counted, severity, fails).filter(|seen| compares(&Exact, fails, *seen));
    let failed: Vec<_> = lock.fails.iter().filter_map(|fails| Some((fails, failing(&fails)?))).collect();
    for (fails, seen) in &failed {
        reasons.add(Decision::Fail, || reason(counted, fails, *seen));
    }
    for (metric, score) in scored(metrics).filter(|(_, score)| *score <= policy.fail_at_most) {
        reasons.add(Decision::Fail, || {
            ReasonKind::score(metric.key, score, Bound::AtOrBelow(policy.fail_at_most))
        });
    }
    let fired = capped.iter().zip(caps).filter(|(_, cap)| matches!(cap.fired, Fired::Yes { .. }));
    for (of, cap) in fired.filter(|_| policy.warn_on_caps) {
        // A cap whose own condition has failed the case already is not a second reason.
        let holds = lock.caps[of.cap].predicate(&counted.readings);
        if !failed.iter().any(|(fails, _)| holds.is_covered_by(fails)) {
            reasons.add(Decision::Warn, || {
                let (slug, metric) = (cap.slug, cap.metric);
                ReasonKind::Cap { slug, metric, observed: cap.observed.to_string() }
            });
        }
    }
    let low = |score: Num| score < policy.warn_below && score > policy.fail_at_most;
    for (metric, score) in scored(metrics).filter(|(_, score)| low(*score)) {
        reasons.add(Decision::Warn, || ReasonKind::score(metric.key, score, Bound::Below(policy.warn_below)));
    }
    reasons.add(Decision::Pass, || format!("no cap fired, and no metric is below {}", policy.warn_below));
    let compose = &lock.rules.compose;
    let scores: Vec<(Num, Num)> = scored(metrics)
        .map(|(metric, score)| (score, compose.weight(metric.key)))
        .filter(|_| reasons.worst() != Decision::Error)
        .collect();
    let least = scores.iter().map(|(score, _)| *score).reduce(Num::min);
    let mean = least.map(|_| weighted_mean(&scores));
    reasons.verdict(if compose.headline == Headline::Mean { mean } else { least }, mean)
}

pub fn weighted_mean(scores: &[(Num, Num)]) -> Num {
    let (sum, all) = scores
        .iter()
        .fold((Num::ZERO, Num::ZERO), |(sum, all), (score, weight)| (sum + *score * *weight, all + *weight));
    sum / all
}

fn scored(metrics: &[Metric]) -> impl Iterator<Item = (&Metric, Num)> {
    metrics.iter().filter_map(|metric| Some((metric, metric.score()?)))
}
