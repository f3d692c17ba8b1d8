//! The content of a report before layout. Terminal text, Markdown and HTML are written from this outline,
//! which each writer destructures completely, so that a new part cannot be missing from one of them.

use crate::labels::{Label, LabelId};
use crate::num::Num;
use crate::report::{Better, Cap, Metric, MetricOutcome, Odds, Report, Verdict, caps, reasons};

/// A report in its parts, in their order.
pub struct Outline<'a> {
    /// The decision, its numbers and the changes that would flip it.
    pub verdict: &'a Verdict,
    pub reasons: Vec<String>,
    /// The probabilities of the decisions.
    pub odds: Option<&'a Odds>,
    pub metrics: Vec<MetricOutline<'a>>,
    /// The caps that fired or may have fired.
    pub fired: Vec<CapOutline<'a>>,
    /// The caps that did not fire.
    pub quiet: Vec<CapOutline<'a>>,
    /// The labels that cost points, and those set by a person.
    pub labels: Vec<&'a (LabelId, Label)>,
    /// Provenance of the report.
    pub origin: Origin<'a>,
}

/// Provenance of a report.
pub struct Origin<'a> {
    pub signature: &'a str,
    pub judged_by: String,
    /// Why the judge's labels were not used, if so.
    pub fallback: Option<&'a str>,
    /// The readings under which the verdict differs, if any.
    pub disputed: Option<String>,
}

pub struct MetricOutline<'a> {
    pub metric: &'a Metric,
    /// The score, or "not applicable" or "error" with the reason.
    pub score: Result<ScoreOutline, (&'static str, &'a str)>,
    /// Description of the caps that lower the score.
    pub capped_by: Option<String>,
}

pub struct ScoreOutline {
    pub score: String,
    pub raw: String,
    /// Whether a cap changed the score.
    pub is_changed: bool,
    /// The interval of the score.
    pub interval: Option<[String; 2]>,
    /// Position of the score in its range, from 0 to 1; `None` if the range is unbounded.
    pub share: Option<f64>,
    pub lower_is_better: bool,
}

/// Caps with the same cause, limit and effect.
pub struct CapOutline<'a> {
    pub cap: &'a Cap,
    /// What made the cap fire, or what would.
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

/// Returns the position of a score in its range, from 0 to 1; `None` if the range is unbounded.
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
