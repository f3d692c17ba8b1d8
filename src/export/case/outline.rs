//! What a report says, before it is laid out. A text for a terminal, Markdown and a page are each written from an outline, which
//! they take apart by all of its fields: a part that is added is missing from none of them.

use crate::labels::{Label, LabelId};
use crate::num::Num;
use crate::report::{Better, Cap, Metric, MetricOutcome, Odds, Report, Verdict, caps, reasons};

/// A report in its parts, in their order.
pub struct Outline<'a> {
    /// The decision, with its numbers and what would turn it.
    pub verdict: &'a Verdict,
    pub reasons: Vec<String>,
    /// How likely it is.
    pub odds: Option<&'a Odds>,
    pub metrics: Vec<MetricOutline<'a>>,
    /// The caps that fired or may have.
    pub fired: Vec<CapOutline<'a>>,
    /// Those that did not.
    pub quiet: Vec<CapOutline<'a>>,
    /// The labels that cost points, and those that a person set.
    pub labels: Vec<&'a (LabelId, Label)>,
    /// Where all of it comes from.
    pub origin: Origin<'a>,
}

/// Where a report comes from.
pub struct Origin<'a> {
    pub signature: &'a str,
    pub judged_by: String,
    /// Why a judge did not.
    pub fallback: Option<&'a str>,
    /// Under which other readings the verdict is another.
    pub disputed: Option<String>,
}

pub struct MetricOutline<'a> {
    pub metric: &'a Metric,
    /// Its score; or that it is not applicable or an error, with the reason.
    pub score: Result<ScoreOutline, (&'static str, &'a str)>,
    /// The caps that lower it, in words.
    pub capped_by: Option<String>,
}

pub struct ScoreOutline {
    pub score: String,
    pub raw: String,
    /// Whether a cap changed it.
    pub is_changed: bool,
    /// The interval that it lies in.
    pub interval: Option<[String; 2]>,
    /// How much of its range it fills; `None` where the range has no end.
    pub share: Option<f64>,
    pub lower_is_better: bool,
}

/// Caps of one cause, limit and effect in an outline.
pub struct CapOutline<'a> {
    pub cap: &'a Cap,
    /// What made it fire, or what would.
    pub head: String,
    pub limits: String,
}

impl<'a> Outline<'a> {
    pub fn new(report: &'a Report) -> Outline<'a> {
        let caps = |groups: Vec<Vec<usize>>| {
            let row = |group: Vec<usize>| {
                let cap = &report.caps[group[0]];
                CapOutline { cap, head: caps::head(cap), limits: caps::limits(report, &group) }
            };
            groups.into_iter().map(row).collect()
        };
        let (fired, quiet) = caps::groups_by_effect(report);
        let disputed = || format!("the verdict differs under {}", report.disputed.join(", "));
        Outline {
            verdict: &report.verdict,
            reasons: reasons::all(report),
            odds: report.odds.as_ref(),
            metrics: report.metrics.iter().map(|metric| MetricOutline::new(report, metric)).collect(),
            fired: caps(fired),
            quiet: caps(quiet),
            labels: report.notable_labels().collect(),
            origin: Origin {
                signature: &report.signature,
                judged_by: report.judges_in_words(),
                fallback: report.fallback.as_deref(),
                disputed: (!report.disputed.is_empty()).then(disputed),
            },
        }
    }
}

impl<'a> MetricOutline<'a> {
    fn new(report: &Report, metric: &'a Metric) -> MetricOutline<'a> {
        let score = match &metric.outcome {
            MetricOutcome::Scored { raw, score } => Ok(ScoreOutline {
                score: score.shown(),
                raw: raw.shown(),
                is_changed: raw != score,
                interval: metric.interval().map(|ends| ends.map(Num::shown)),
                share: share(*score, metric.range),
                lower_is_better: metric.better == Better::Lower,
            }),
            MetricOutcome::NotApplicable(reason) => Err(("not applicable", &**reason)),
            error => Err(("error", error.reason().unwrap_or_default())),
        };
        let causes = caps::capped_by(report, metric.key);
        MetricOutline { metric, score, capped_by: (!causes.is_empty()).then(|| causes.join("; ")) }
    }
}

/// How much of its range a score fills; `None` where the range has no end.
fn share(score: Num, [low, high]: [Num; 2]) -> Option<f64> {
    let share = ((score - low) / (high - low)).to_f64();
    high.to_f64().is_finite().then(|| if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_fills_a_share_of_its_range() {
        let ten = [Num::ZERO, Num::int(10)];
        assert_eq!((share(Num::int(3), ten), share(Num::int(12), ten)), (Some(0.3), Some(1.0)));
        assert_eq!(share(Num::ONE, [Num::ONE, Num::ONE]), Some(0.0));
        assert_eq!(share(Num::ONE, [Num::ZERO, Num::Real(f64::INFINITY)]), None);
    }
}
