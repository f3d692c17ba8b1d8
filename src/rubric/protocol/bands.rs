//! Bands of the protocol, and the verdict that follows from them.

use serde::Deserialize;

use crate::num::Num;
use crate::report::{Better, Decision, Metric, Outcome, Verdict};
use crate::rubric::bounds::Wrong;
use crate::rubric::words::Words;

/// How good a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
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
        match self {
            Band::Poor => "poor",
            Band::Acceptable => "acceptable",
            Band::Good => "good",
            Band::Excellent => "excellent",
        }
    }
}

/// The edges between four bands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bands {
    /// Past it, on the bad side, a score is poor; on it, acceptable.
    poor_past: Num,
    /// The edge that acceptable and good share.
    good_from: Num,
    /// Past it, on the good side, a score is excellent; on it, good.
    excellent_past: Num,
    /// The bands as the document prints them, for checking.
    #[serde(default)]
    pub printed: Vec<String>,
}

impl Bands {
    /// The band of a score. One on the shared edge goes to the better band, or to the worse one.
    pub fn of(&self, score: Num, better: Better, edge_worse: bool) -> Band {
        let past = |a: Num, b: Num| if better == Better::Higher { a > b } else { a < b };
        if past(self.poor_past, score) {
            Band::Poor
        } else if past(score, self.excellent_past) {
            Band::Excellent
        } else if past(score, self.good_from) || score == self.good_from && !edge_worse {
            Band::Good
        } else {
            Band::Acceptable
        }
    }

    /// Refuses edges that stand in no order.
    pub fn check(&self, metric: &str, better: Better) -> Result<(), Wrong> {
        let (worst, best) = match better {
            Better::Higher => (self.poor_past, self.excellent_past),
            Better::Lower => (self.excellent_past, self.poor_past),
        };
        if worst <= self.good_from && self.good_from <= best {
            return Ok(());
        }
        let order = if better == Better::Higher { "rise" } else { "fall" };
        let reason = format!("poor_past, good_from and excellent_past must {order} in this order");
        Err(Wrong::new(format!("{metric}.bands"), reason))
    }
}

/// Which bands decide what.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Policy {
    /// Its documentation.
    pub words: Words,
    fail_on: Vec<Band>,
    warn_on: Vec<Band>,
}

/// A verdict in the making.
pub(super) struct Reasons<'a> {
    policy: &'a Policy,
    record: bool,
    /// What failed the case, what is absent, what is warned of, what is fine.
    by: [Vec<String>; 4],
    found: [bool; 4],
}

/// Grounds of a decision, in the order in which they win.
const GROUNDS: [Decision; 4] = [Decision::Fail, Decision::Incomplete, Decision::Warn, Decision::Pass];

impl<'a> Reasons<'a> {
    pub fn new(policy: &'a Policy, record: bool) -> Reasons<'a> {
        Reasons { policy, record, by: Default::default(), found: [false; 4] }
    }

    /// Takes a metric into account.
    pub fn add(&mut self, metric: &Metric, band: Option<Band>) {
        let place = match band {
            None => 1,
            Some(band) if self.policy.fail_on.contains(&band) => 0,
            Some(band) if self.policy.warn_on.contains(&band) => 2,
            Some(_) => 3,
        };
        self.found[place] = true;
        if self.record {
            let words = match (&metric.outcome, band) {
                (Outcome::Scored { score, .. }, Some(band)) => {
                    format!("{} is {}: {}", metric.key, score.shown(), band.as_str())
                }
                (Outcome::NotApplicable(reason), _) => format!("{} is not applicable: {reason}", metric.key),
                (Outcome::Error(reason), _) => format!("{}: {reason}", metric.key),
                (Outcome::Scored { .. }, None) => metric.key.to_owned(),
            };
            self.by[place].push(words);
        }
    }

    /// The decision: a failure outweighs what is absent, and that a warning. What is fine is a reason only where
    /// nothing else is.
    pub fn decide(self) -> Verdict {
        let place = self.found.iter().position(|found| *found).unwrap_or(3);
        let [fail, absent, warn, fine] = self.by;
        let because = if place == 3 { fine } else { [fail, absent, warn].concat() };
        Verdict { decision: GROUNDS[place], score: None, mean: None, because, flips: Vec::new() }
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
