//! Bands of the protocol, and the verdict derived from them.

use serde::Deserialize;

use crate::num::Num;
use crate::report::{Better, Bound, Decision, Metric, ReasonKind, Verdict};
use crate::rubric::bounds::RubricFileError;
use crate::rubric::reasons::Reasons;
use crate::rubric::words::Documentation;

/// Quality of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub(super) enum Band {
    Poor,
    Acceptable,
    Good,
    Excellent,
}

impl Band {
    /// As written in files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The edges between four bands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bands {
    /// Beyond this, on the bad side, a score is poor; exactly on it, acceptable.
    poor_past: Num,
    /// The edge between acceptable and good.
    good_from: Num,
    /// Beyond this, on the good side, a score is excellent; exactly on it, good.
    excellent_past: Num,
    /// The bands as the document prints them, for checking.
    #[serde(default)]
    pub printed: Vec<String>,
}

impl Bands {
    /// The band of a score. A score exactly on the shared edge goes to the better band, or to the worse one
    /// if `edge_worse`.
    pub fn of(&self, score: Num, better: Better, edge_worse: bool) -> Band {
        if better.prefers(self.poor_past, score) {
            Band::Poor
        } else if better.prefers(score, self.excellent_past) {
            Band::Excellent
        } else if better.prefers(score, self.good_from) || score == self.good_from && !edge_worse {
            Band::Good
        } else {
            Band::Acceptable
        }
    }

    /// The edge that is nearest to a score.
    pub fn nearest(&self, score: Num) -> Num {
        let distance = |edge: Num| (score.to_f64() - edge.to_f64()).abs();
        let nearer = |a: Num, b: Num| if distance(b) < distance(a) { b } else { a };
        nearer(nearer(self.poor_past, self.good_from), self.excellent_past)
    }

    /// Rejects edges that are not in order.
    pub fn check(&self, metric: &str, better: Better) -> Result<(), RubricFileError> {
        let (worst, best) = match better {
            Better::Higher => (self.poor_past, self.excellent_past),
            Better::Lower => (self.excellent_past, self.poor_past),
        };
        if worst <= self.good_from && self.good_from <= best {
            return Ok(());
        }
        let order = if better == Better::Higher { "rise" } else { "fall" };
        let reason = format!("poor_past, good_from and excellent_past must {order} in this order");
        Err(RubricFileError::new(format!("{metric}.bands"), reason))
    }
}

/// Which bands fail a case or give a warning.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Policy {
    pub words: Documentation,
    fail_on: Vec<Band>,
    warn_on: Vec<Band>,
}

impl Policy {
    /// Decides by the bands, each with the edge nearest to the score, and gives every reason: a failure
    /// outweighs a missing metric, which outweighs a warning.
    pub fn decide(&self, banded: &[(&Metric, Option<(Band, Num)>)], record: bool) -> Verdict {
        let mut reasons = Reasons::new(Reasons::FAILURES_FIRST, record);
        for (metric, band) in banded {
            let decision = match band {
                Some((band, _)) if self.fail_on.contains(band) => Decision::Fail,
                Some((band, _)) if self.warn_on.contains(band) => Decision::Warn,
                _ => Decision::Pass,
            };
            match band.zip(metric.score()) {
                Some(((band, edge), score)) => reasons
                    .add(decision, || ReasonKind::score(metric.key, score, Bound::Band(band.as_str(), edge))),
                None => reasons.lacking(std::slice::from_ref(*metric), Decision::Incomplete),
            }
        }
        reasons.verdict(None, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bands(edges: [f64; 3]) -> Bands {
        let [poor_past, good_from, excellent_past] = edges.map(Num::decimal);
        Bands { poor_past, good_from, excellent_past, printed: Vec::new() }
    }

    /// The table as printed: each edge, and a ten-thousandth on either side of it.
    #[test]
    fn edges_go_where_they_are_printed() {
        use Band::{Acceptable, Excellent, Good, Poor};
        let higher = |edges: [f64; 3]| (edges, Better::Higher, 1.0);
        let lower = |edges: [f64; 3]| (edges, Better::Lower, -1.0);
        for (edges, better, up) in [
            higher([0.7, 0.85, 0.95]),
            lower([0.1, 0.05, 0.02]),
            higher([0.6, 0.75, 0.9]),
            lower([0.2, 0.1, 0.05]),
        ] {
            let bands = bands(edges);
            let step = up * 0.0001;
            let of = |value: f64, worse| bands.of(Num::decimal((value * 1e6).round() / 1e6), better, worse);
            for worse in [false, true] {
                let shared = if worse { Acceptable } else { Good };
                let found =
                    edges.map(|edge| [of(edge - step, worse), of(edge, worse), of(edge + step, worse)]);
                let wanted =
                    [[Poor, Acceptable, Acceptable], [Acceptable, shared, Good], [Good, Good, Excellent]];
                assert_eq!(found, wanted, "{edges:?} worse={worse}");
            }
        }
    }

    #[test]
    fn edges_out_of_order_are_refused() {
        assert!(bands([0.7, 0.85, 0.95]).check("m", Better::Higher).is_ok());
        assert!(bands([0.7, 0.85, 0.95]).check("m", Better::Lower).is_err());
        let wrong = bands([0.9, 0.85, 0.95]).check("m", Better::Higher).unwrap_err();
        assert!(wrong.key == "m.bands" && wrong.reason.contains("rise"), "{wrong:?}");
    }
}
