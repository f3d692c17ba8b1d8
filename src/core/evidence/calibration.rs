//! Probabilities of labels, calibrated on public human judgements.
//!
//! An analysis hands on up to four signals of each label; a logistic line in them, fitted on people's judgements by
//! `examples/calibrate`, turns them into the probability of each word. The signals are few on purpose: weights over
//! many features learn which system wrote a summary, and fail on the next one. The first signal of a claim is what small
//! trees make of its features ([`trees`]). `calibration.toml` holds the lines, `claim_trees.toml` the trees,
//! `calibration_figures.toml` how reliable they proved on judgements that they were not fitted to.
//!
//! Deviations and issues were fitted on nobody's judgements, for want of public ones that name them: their
//! probabilities are priors by kind and reason. The overlap of a segment is measured, and has no probability.

pub mod fit;
pub mod learn;
pub mod reliability;
pub mod trees;
pub mod write;

use std::sync::LazyLock;

use serde::Deserialize;

use crate::labels::{Label, LabelDistribution, LabelValue, List, Signals};

/// The lines, as stored.
pub const TOML: &str = include_str!("calibration.toml");

/// How reliable they are, as stored.
pub const FIGURES: &str = include_str!("calibration_figures.toml");

/// Log-odds of a list: an intercept and a weight for each of its signals.
pub type Line = [f64; 5];

/// Two ordered thresholds about one line: questions and key points are graded in three steps, while people's
/// judgements give only what a unit is worth on average.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graded {
    /// Log-odds of what the unit is worth.
    pub line: Line,
    /// Half the distance between the thresholds of the best and of the middle word, in log-odds; twice that where the last
    /// signal is 1: then it is open whether the unit is there as a whole or in part.
    pub spread: f64,
}

/// Claims.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Log-odds that a claim is not fully supported.
    pub doubted: Line,
    /// Log-odds that such a claim is unsupported, and not partly supported, going by its wording.
    pub unsupported: Line,
    /// Probability that it is, where the article contradicts it beyond doubt.
    pub contradicted: f64,
    /// Probability that a claim is not fully supported, however it is worded, where beyond doubt the article contradicts it
    /// or it says less than the article.
    #[serde(default)]
    pub differs: f64,
}

impl Claims {
    /// Probability that a claim is not fully supported, however it is worded: it contradicts the article, or says less.
    pub fn p_differs(&self, signals: Signals) -> f64 {
        self.differs * signals[2].max(signals[3])
    }
}

/// Wording that may be a finding.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Wording")]
pub struct FindingLine {
    /// Log-odds that it is one.
    pub line: Line,
}

/// Findings with a prior instead of a line.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prior {
    /// Probability that a finding which is one has the word proposed, and not the next milder or graver one.
    pub same: f64,
    /// Log-odds that it is one: an intercept, and the weight of its analyzer's log-odds. Without it the analyzer's
    /// probability stands.
    #[serde(default)]
    pub line: Option<[f64; 2]>,
}

/// Every line.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "each is named for its list")]
pub struct Calibration {
    pub key_points: Graded,
    pub coverage_qags: Graded,
    pub claims: Claims,
    pub claim_qags: Graded,
    pub extraneous: FindingLine,
    pub deviations: Prior,
    pub issues: Prior,
}

/// The lines in force. Embedded, and held by a test: it cannot fail.
static SHIPPED: LazyLock<Option<Calibration>> = LazyLock::new(|| toml::from_str(TOML).ok());

impl Calibration {
    /// The shipped lines.
    pub fn shipped() -> Option<Calibration> {
        *SHIPPED
    }

    /// Whether a list has the lines of another calibration.
    pub fn agrees_on(&self, other: &Calibration, list: List) -> bool {
        match list {
            List::KeyPoints => self.key_points == other.key_points,
            List::CoverageQags => self.coverage_qags == other.coverage_qags,
            List::Claims => self.claims == other.claims,
            List::ClaimQags => self.claim_qags == other.claim_qags,
            List::Extraneous => self.extraneous == other.extraneous,
            List::Deviations => self.deviations == other.deviations,
            List::Issues => self.issues == other.issues,
            _ => true,
        }
    }

    /// The probability of each word of a label of this list with these signals; `None` where the list has none.
    pub fn chances(&self, list: List, word: LabelValue, signals: Signals) -> Option<LabelDistribution> {
        Some(match list {
            List::KeyPoints => self.key_points.chances(signals),
            List::CoverageQags => self.coverage_qags.chances(signals),
            List::ClaimQags => self.claim_qags.chances(signals),
            List::Claims => {
                let worded = probability(self.claims.doubted, signals);
                let doubted = 1.0 - (1.0 - worded) * (1.0 - self.claims.p_differs(signals));
                // It may be unsupported for want of the words, or because it says something else in them.
                let wanting = probability(self.claims.unsupported, signals);
                let contradicted = self.claims.contradicted * signals[2];
                let unsupported = doubted * (1.0 - (1.0 - wanting) * (1.0 - contradicted));
                LabelDistribution::new(&[1.0 - doubted, doubted - unsupported, unsupported])
            }
            List::Extraneous => LabelDistribution::new(&[probability(self.extraneous.line, signals)]),
            List::Deviations => self.deviations.chances(list, word, signals[0]),
            List::Issues => self.issues.chances(list, word, signals[0]),
            _ => return None,
        })
    }
}

impl Graded {
    fn chances(&self, signals: Signals) -> LabelDistribution {
        let (at, spread) = (odds(self.line, signals), self.spread * (1.0 + signals[3]));
        let (best, at_least_middle) = (logistic(at - spread), logistic(at + spread));
        LabelDistribution::new(&[best, at_least_middle - best, 1.0 - at_least_middle])
    }
}

impl Prior {
    fn chances(&self, list: List, word: LabelValue, found: f64) -> LabelDistribution {
        let found = self.line.map_or(found, |[start, weight]| logistic(start + weight * log_odds(found)));
        let words = list.spec().words;
        let Some(place) = words.iter().position(|known| *known == word) else {
            return LabelDistribution::new(&[]);
        };
        let beside = |at: usize| at + 1 == place || at == place + 1;
        let neighbours = (0..words.len()).filter(|at| beside(*at)).count().max(1);
        let each = |at: usize| match at {
            at if at == place => found * self.same,
            at if beside(at) => found * (1.0 - self.same) / neighbours as f64,
            _ => 0.0,
        };
        LabelDistribution::new(&(0..words.len()).map(each).collect::<Vec<f64>>())
    }
}

/// A label with its signals, its probabilities and its word; the rest is for the caller to fill. Of a claim or a
/// question the word is the likeliest, whatever word was found; a finding is what was found or nothing, and key points
/// are graded by their measure.
pub(super) fn label(list: List, found: LabelValue, signals: Signals) -> Label {
    let chances = SHIPPED.as_ref().and_then(|shipped| shipped.chances(list, found, signals));
    let word = chances.as_ref().and_then(|chances| chances.likeliest(list)).filter(|_| is_worded(list));
    let word = word.unwrap_or(found);
    let p = chances.map(|chances| chances.shown(list, word));
    Label { word: Some(word), p, chances, signals: Some(signals), ..Label::default() }
}

/// A label with other signals, and the word by these.
pub(super) fn recalibrate(list: List, known: &Label, signals: Signals) -> Label {
    let Label { word, p, chances, signals, .. } =
        label(list, known.word.unwrap_or(list.spec().words[0]), signals);
    Label { word, p, chances, signals, ..known.clone() }
}

/// The likeliest word of a claim with these signals.
pub(super) fn likeliest_word(signals: Signals) -> LabelValue {
    label(List::Claims, LabelValue::Supported, signals).word.unwrap_or(LabelValue::Supported)
}

/// The probability that a claim with these signals is fully supported.
pub(super) fn probability_supported(signals: Signals) -> f64 {
    let chances =
        SHIPPED.as_ref().and_then(|shipped| shipped.chances(List::Claims, LabelValue::Supported, signals));
    chances.map_or(1.0, |chances| chances.at(0))
}

/// Whether the labels of a list have the likeliest word: those that are graded in steps, and by no threshold.
pub fn is_worded(list: List) -> bool {
    matches!(list, List::Claims | List::CoverageQags | List::ClaimQags)
}

/// Log-odds of a line.
fn odds(line: Line, signals: Signals) -> f64 {
    line[0] + line[1..].iter().zip(signals).map(|(weight, signal)| weight * signal).sum::<f64>()
}

/// The probability that a line gives.
pub fn probability(line: Line, signals: Signals) -> f64 {
    logistic(odds(line, signals))
}

/// The logistic function.
pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Log-odds of a share, which is kept off 0 and 1: a measure is never that sure.
pub fn log_odds(share: f64) -> f64 {
    const EDGE: f64 = 0.02;
    let share = share.clamp(EDGE, 1.0 - EDGE);
    (share / (1.0 - share)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> Calibration {
        toml::from_str(TOML).expect("the stored lines")
    }

    #[test]
    fn the_words_of_a_unit_add_up_to_one_whatever_its_signals() {
        for list in [List::KeyPoints, List::CoverageQags, List::ClaimQags, List::Claims] {
            for a in [-4.0, -1.0, 0.0, 0.3, 0.75, 1.0, 4.0] {
                for b in [0.0, 0.5, 1.0] {
                    let word = list.spec().words[0];
                    let chances = shipped().chances(list, word, [a, b, b, b]).expect("chances");
                    let sum: f64 = (0..3).map(|at| chances.at(at)).sum();
                    assert!((sum - 1.0).abs() < 1e-12 && chances.nothing() < 1e-12, "{list:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn findings_may_be_nothing_and_the_word_proposed_is_the_likeliest() {
        for list in [List::Deviations, List::Issues] {
            for &word in list.spec().words {
                let chances = shipped().chances(list, word, [0.9, 0.0, 0.0, 0.0]).expect("chances");
                assert!((chances.nothing() - 0.1).abs() < 1e-12, "{list:?}");
                let p = chances.of(list, word);
                assert!(list.spec().words.iter().all(|other| chances.of(list, *other) <= p));
            }
        }
    }

    #[test]
    fn more_of_a_signal_never_speaks_the_other_way() {
        let calibration = shipped();
        for line in [calibration.claims.doubted, calibration.claims.unsupported, calibration.extraneous.line]
        {
            assert!(line[1..].iter().all(|weight| *weight >= 0.0), "{line:?}");
        }
        for graded in [calibration.key_points, calibration.coverage_qags, calibration.claim_qags] {
            assert!(
                graded.line[1..].iter().all(|weight| *weight >= 0.0) && graded.spread > 0.0,
                "{graded:?}"
            );
        }
    }

    #[test]
    fn segments_are_measured_and_have_no_probability() {
        assert_eq!(shipped().chances(List::Segments, LabelValue::High, [0.9, 0.0, 0.0, 0.0]), None);
    }
}
