//! Probabilities of labels, calibrated on public human judgements.
//!
//! An analysis passes on up to four signals per label. A logistic model, fitted on human judgements by
//! `examples/calibrate`, turns them into the probability of each word. The signals are few on purpose:
//! weights over many features learn which system wrote a summary, and fail on the next system. The first
//! signal of a claim comes from small trees over its features ([`trees`]). `calibration.toml` holds the
//! linear predictors ("lines"), `claim_trees.toml` the trees, and `calibration_figures.toml` their
//! reliability on judgements that they were not fitted to.
//!
//! Deviations and issues are not fitted, since no public judgements name them: their probabilities are priors
//! by kind and reason. The overlap of a segment is a measurement and has no probability.

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

/// Their reliability, as stored.
pub const FIGURES: &str = include_str!("calibration_figures.toml");

/// A linear predictor in log-odds: an intercept and one weight per signal.
pub type Line = [f64; 5];

/// Two ordered thresholds around one line. Questions and key points are graded in three steps, while the
/// human judgements give only the mean value of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graded {
    /// Log-odds of the value of the unit.
    pub line: Line,
    /// Half the distance, in log-odds, between the thresholds of the best and the middle word. It doubles if
    /// the last signal is 1, which means that the unit may be there fully or partly.
    pub spread: f64,
}

/// The calibration of claims.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Log-odds that a claim is not fully supported.
    pub doubted: Line,
    /// Log-odds that such a claim is unsupported rather than partly supported, judged by its wording.
    pub unsupported: Line,
    /// Probability that such a claim is unsupported if the article certainly contradicts it.
    pub contradicted: f64,
    /// Probability that a claim is not fully supported, regardless of its wording, if it certainly
    /// contradicts the article or says less than the article.
    #[serde(default)]
    pub differs: f64,
}

impl Claims {
    /// Returns the probability that a claim is not fully supported because it contradicts the article or says
    /// less, regardless of its wording.
    pub fn p_differs(&self, signals: Signals) -> f64 {
        self.differs * signals[2].max(signals[3])
    }
}

/// The calibration of wordings that may be findings.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Wording")]
pub struct FindingLine {
    /// Log-odds that a wording is a finding.
    pub line: Line,
}

/// The calibration of findings that have a prior instead of a line.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prior {
    /// Probability that a real finding has the proposed word rather than the next milder or more severe one.
    pub same: f64,
    /// Log-odds that a finding is real: an intercept and a weight on the analyzer's log-odds. Without it the
    /// analyzer's probability is used.
    #[serde(default)]
    pub line: Option<[f64; 2]>,
}

/// The calibration of every list.
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

/// The lines in use. They are embedded and parsed by a test, so parsing cannot fail.
static SHIPPED: LazyLock<Option<Calibration>> = LazyLock::new(|| toml::from_str(TOML).ok());

impl Calibration {
    /// Returns the built-in calibration.
    pub fn shipped() -> Option<Calibration> {
        *SHIPPED
    }

    /// Whether two calibrations have the same parameters for a list.
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

    /// Returns the probability of each word of a label with these signals; `None` if the list has no
    /// calibration.
    pub fn chances(&self, list: List, word: LabelValue, signals: Signals) -> Option<LabelDistribution> {
        Some(match list {
            List::KeyPoints => self.key_points.chances(signals),
            List::CoverageQags => self.coverage_qags.chances(signals),
            List::ClaimQags => self.claim_qags.chances(signals),
            List::Claims => {
                let worded = probability(self.claims.doubted, signals);
                let doubted = 1.0 - (1.0 - worded) * (1.0 - self.claims.p_differs(signals));
                // A claim may be unsupported because its words are new, or because the same words say
                // something else.
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

/// Returns a label with its signals, probabilities and word; the caller fills in the rest. For claims and
/// questions the word is the likeliest one, whatever `found` is. A finding has the word found, and key points
/// are graded by their measure.
pub(super) fn label(list: List, found: LabelValue, signals: Signals) -> Label {
    let chances = SHIPPED.as_ref().and_then(|shipped| shipped.chances(list, found, signals));
    let word = chances.as_ref().and_then(|chances| chances.likeliest(list)).filter(|_| is_worded(list));
    let word = word.unwrap_or(found);
    let p = chances.map(|chances| chances.shown(list, word));
    Label { word: Some(word), p, chances, signals: Some(signals), ..Label::default() }
}

/// Returns a label with other signals and the word that follows from them.
pub(super) fn recalibrate(list: List, known: &Label, signals: Signals) -> Label {
    let Label { word, p, chances, signals, .. } =
        label(list, known.word.unwrap_or(list.spec().words[0]), signals);
    Label { word, p, chances, signals, ..known.clone() }
}

/// Returns the likeliest word of a claim with these signals.
pub(super) fn likeliest_word(signals: Signals) -> LabelValue {
    label(List::Claims, LabelValue::Supported, signals).word.unwrap_or(LabelValue::Supported)
}

/// Returns the probability that a claim with these signals is fully supported.
pub(super) fn probability_supported(signals: Signals) -> f64 {
    let chances =
        SHIPPED.as_ref().and_then(|shipped| shipped.chances(List::Claims, LabelValue::Supported, signals));
    chances.map_or(1.0, |chances| chances.at(0))
}

/// Whether the labels of a list get the likeliest word. This holds for lists that are graded in steps without
/// a threshold.
pub fn is_worded(list: List) -> bool {
    matches!(list, List::Claims | List::CoverageQags | List::ClaimQags)
}

/// Returns the log-odds of a line.
fn odds(line: Line, signals: Signals) -> f64 {
    line[0] + line[1..].iter().zip(signals).map(|(weight, signal)| weight * signal).sum::<f64>()
}

/// Returns the probability of a line.
pub fn probability(line: Line, signals: Signals) -> f64 {
    logistic(odds(line, signals))
}

/// The logistic function.
pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Returns the log-odds of a share, which is kept away from 0 and 1 because a measure is never that certain.
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
