//! A user's own calibration, read from a file and used instead of the shipped one.

use std::sync::Arc;

use serde::Deserialize;

use crate::evidence::calibration::{Calibration, Claims, FindingLine, Graded, Prior, is_worded};
use crate::labels::{LISTS, Label, Labels, List, Provenance};
use crate::rubric::RuleError;
use crate::rubric::bounds::{self, Bound, Row, SHARE};
use crate::text::hash64;

/// A calibration from a user's file.
#[derive(Clone, Debug)]
pub struct OwnCalibration {
    lines: Calibration,
    /// Its name in signatures: the file's name and a hash of its contents.
    pub mark: Arc<str>,
    /// A warning for the user about the calibration.
    pub note: Option<String>,
}

/// Bound of the intercepts. Log-odds of practical use are far nearer to 0.
const LEVEL: Bound = Bound::Within(-100.0, 100.0);
/// Bound of the weights: a stronger signal never lowers the odds.
const WEIGHT: Bound = Bound::Within(0.0, 100.0);

/// Bounds of the numbers. The first row that matches a key applies.
const ROWS: &[Row] = &[
    ("*.line.0", LEVEL),
    ("*.line.*", WEIGHT),
    ("*.spread", Bound::Above(0.0, 100.0)),
    ("claims.doubted.0", LEVEL),
    ("claims.doubted.*", WEIGHT),
    ("claims.unsupported.0", LEVEL),
    ("claims.unsupported.*", WEIGHT),
    ("claims.contradicted", SHARE),
    ("claims.differs", SHARE),
    ("*.same", SHARE),
];

/// A calibration file: the tables of the shipped calibration, and metadata that `calibrate` writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    key_points: Graded,
    coverage_qags: Graded,
    claims: Claims,
    claim_qags: Graded,
    extraneous: FindingLine,
    deviations: Prior,
    issues: Prior,
    #[serde(default)]
    fitted: Option<Fitted>,
    /// Information for people; nothing is computed from it.
    #[serde(default, rename = "figures")]
    _figures: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fitted {
    engine: String,
    #[serde(rename = "annotators")]
    _annotators: u64,
    #[serde(rename = "lines")]
    _lines: Vec<String>,
}

impl OwnCalibration {
    /// Parses the text of a file with this name.
    ///
    /// # Errors
    /// If the text is not TOML, a key is missing, unknown or of the wrong type, or a number is out of bounds.
    /// The error names the key and its location.
    pub fn parse(name: &str, text: &str, engine: &str) -> Result<OwnCalibration, RuleError> {
        let file: File = bounds::read(text, &[ROWS], |_| Ok(()))?;
        let lines = Calibration {
            key_points: file.key_points,
            coverage_qags: file.coverage_qags,
            claims: file.claims,
            claim_qags: file.claim_qags,
            extraneous: file.extraneous,
            deviations: file.deviations,
            issues: file.issues,
        };
        let other = file.fitted.filter(|fitted| fitted.engine != engine);
        let note = other.map(|fitted| {
            format!(
                "the calibration was fitted to engine {:?}, and this is {engine:?}: fit it again",
                fitted.engine
            )
        });
        let mark = format!("{}+{:08x}", plain(name), hash64(text.as_bytes()) as u32);
        Ok(OwnCalibration { lines, mark: Arc::from(mark), note })
    }

    /// Gives every proposal the probabilities of this calibration.
    ///
    /// If its lines differ from the shipped ones, claims and questions get the likeliest word. Key points
    /// keep the printed thresholds, and findings keep the word that was found.
    pub fn apply(&self, labels: &mut Labels) {
        for list in LISTS.iter().map(|spec| spec.list) {
            let worded = self.words(list);
            for label in labels.get_mut(list).into_iter().flatten() {
                self.apply_to(list, label, worded);
            }
        }
    }

    /// Gives proposals that were stored without their signals the probabilities of the same proposals, made
    /// again.
    pub fn apply_stored(&self, stored: &mut Labels, proposed: &Labels) {
        for list in LISTS.iter().map(|spec| spec.list) {
            let (worded, fresh) = (self.words(list), proposed.get(list).unwrap_or_default());
            for label in stored.get_mut(list).into_iter().flatten() {
                let same = |other: &&Label| (&other.text, &other.summary) == (&label.text, &label.summary);
                if let Some(found) = fresh.iter().find(same) {
                    label.signals = label.signals.or(found.signals);
                    self.apply_to(list, label, worded);
                }
            }
        }
    }

    /// Whether this calibration chooses the words of a list.
    fn words(&self, list: List) -> bool {
        is_worded(list) && Calibration::shipped().is_none_or(|shipped| !self.lines.agrees_on(&shipped, list))
    }

    /// Gives a proposal the probabilities of this calibration.
    pub fn apply_to_one(&self, list: List, label: &mut Label) {
        self.apply_to(list, label, self.words(list));
    }

    fn apply_to(&self, list: List, label: &mut Label, worded: bool) {
        let (Provenance::Engine, Some(word), Some(signals)) = (&label.by, label.word, label.signals) else {
            return;
        };
        let Some(chances) = self.lines.chances(list, word, signals) else { return };
        if worded && let Some(likeliest) = chances.likeliest(list).filter(|other| *other != word) {
            label.word = Some(likeliest);
            label.why.push(format!(
                "{} is the likeliest by the calibration {}",
                likeliest.as_str(),
                self.mark
            ));
        }
        label.p = label.word.map(|word| chances.shown(list, word));
        label.chances = Some(chances);
    }
}

/// Replaces the characters of a name that could be confused with other parts of a signature.
fn plain(name: &str) -> String {
    const MAX_NAME_CHARS: usize = 40;
    let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' };
    name.chars().take(MAX_NAME_CHARS).map(safe).collect()
}

#[cfg(test)]
mod tests;
