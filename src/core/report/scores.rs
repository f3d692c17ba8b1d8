//! A report reduced to its numbers: one line of `lockbench score --format scores`.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Fired, Metric, Report};
use crate::num::Num;

/// A report that serializes as its numbers. Its ledger, labels, flips and disputes are ignored.
#[derive(Clone, Copy, Debug)]
pub struct ReportScores<'a>(pub &'a Report);

impl ReportScores<'_> {
    /// The caps that fired, each once, in the order of the rubric.
    pub fn caps(&self) -> Vec<&'static str> {
        let mut fired = Vec::new();
        for cap in self.0.caps.iter().filter(|cap| matches!(cap.fired, Fired::Yes { .. })) {
            if !fired.contains(&cap.slug) {
                fired.push(cap.slug);
            }
        }
        fired
    }
}

impl Serialize for ReportScores<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Report { id, rubric, signature, input, metrics, verdict, fallback, .. } = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", id)?;
        map.serialize_entry("rubric", rubric)?;
        map.serialize_entry("signature", signature)?;
        map.serialize_entry("input", &**input)?;
        map.serialize_entry("judged_by", &self.0.judged_by())?;
        map.serialize_entry("decision", verdict.decision.as_str())?;
        map.serialize_entry("score", &float(verdict.score))?;
        map.serialize_entry("mean", &float(verdict.mean))?;
        map.serialize_entry("metrics", &MetricScores(metrics))?;
        map.serialize_entry("caps", &self.caps())?;
        if let Some(why) = fallback {
            map.serialize_entry("fallback", why)?;
        }
        map.end()
    }
}

/// Converts a score to a double, so that it is written with a decimal point even if it is whole: readers of
/// tables infer the type of a column from its first rows.
fn float(score: Option<Num>) -> Option<f64> {
    score.map(Num::to_f64)
}

/// The final score of each metric; `null` if it has none.
struct MetricScores<'a>(&'a [Metric]);

impl Serialize for MetricScores<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let each = self.0.iter().map(|metric| (metric.key, float(metric.score())));
        serializer.collect_map::<_, Option<f64>, _>(each)
    }
}
