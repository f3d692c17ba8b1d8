//! Rubrics: compute scores, caps and a verdict from labels.
//!
//! A rubric is one Rust file (its arithmetic), one TOML file (its numbers and its wording) and one row of
//! [`RUBRICS`]. Rust code contains no number of a rubric.
//!
//! Invariants: no I/O and no clock; every score comes from a [`Ledger`](crate::ledger::Ledger); caps are
//! applied in a second pass, as minima, so their order does not matter.

pub mod anchor;
pub(crate) mod bounds;
mod draft;
mod extends;
pub mod flips;
mod judge;
pub mod judge_lock;
pub mod judge_lock_ultra;
pub mod locks;
pub mod protocol;
mod readings;
mod reasons;
pub mod session;
mod set;
pub mod signature;
mod symbols;
pub mod synthlink;
pub mod twin_lock;
mod words;

use std::sync::Arc;

use crate::case::{Case, Texts};
use crate::labels::{Label, LabelValue, Labels, List};
use crate::measures::{Measure, Measures};
use crate::report::flip::MOST_CHANGES;
use crate::report::{Cap, Metric, Verdict};
use crate::text::Text;

pub use bounds::MOST_LABELS;
pub use judge::{JudgedReport, Judgement, ReadingEffect, judge, score};
pub use readings::{Choice, READINGS, Reading, ReadingError, Readings, choice};
pub use set::RubricSet;
pub use symbols::{Symbol, symbol};
pub use words::{Asks, CapDocs, Check, Docs, Documentation, Printed};

/// The input of a rubric for one case.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The case, for the fields that are not text.
    pub case: &'a Case,
    pub article: &'a Text,
    pub summary: &'a Text,
    /// Labels: proposals, overlaid by files, overridden by people.
    pub labels: &'a Labels,
    /// The measures of the texts.
    pub measures: &'a Measures,
}

impl Input<'_> {
    /// The hash of the scored content.
    pub fn hash(&self) -> Arc<str> {
        let texts = Texts { article: self.article.raw(), summary: self.summary.raw() };
        Arc::from(self.case.input(texts))
    }
}

/// One evaluation under given readings.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// In the printed order.
    pub metrics: Vec<Metric>,
    pub caps: Vec<Cap>,
    pub verdict: Verdict,
}

/// A rubric with its parameters loaded.
pub trait Rubric: Send + Sync {
    /// Its version, with a mark if the numbers are not the shipped ones.
    fn version(&self) -> &str;

    /// The lists of labels that it reads, in the order of the file format.
    fn lists(&self) -> &'static [List];

    /// The measures that it needs.
    fn measures(&self) -> &'static [Measure] {
        &[]
    }

    /// Returns the labels of a list that enter the arithmetic; `None` if they cannot be read.
    fn listed<'a>(&self, labels: &'a Labels, list: List, readings: &Readings) -> Option<&'a [Label]> {
        let _ = readings;
        labels.get(list)
    }

    /// Returns the word of a label; if the label was measured, by the rubric's thresholds.
    fn word(&self, label: &Label, readings: &Readings) -> Option<LabelValue> {
        let _ = readings;
        label.word
    }

    /// Scores the labels. If `record` is false, no steps are kept and texts meant for people may be empty;
    /// numbers, caps and decision are the same.
    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation;

    /// Largest number of simultaneous label changes in the search for flips. A rubric whose evaluation is
    /// expensive allows fewer.
    fn flip_depth(&self) -> usize {
        MOST_CHANGES
    }

    /// Runs a search for flips on a case with an evaluator that tries other words for labels faster than
    /// [`Rubric::evaluate`]. Returns false, without calling `search`, if the rubric has no such evaluator.
    fn trial(
        &self,
        input: &Input,
        readings: &Readings,
        search: &mut dyn FnMut(&mut dyn flips::Evaluator),
    ) -> bool {
        let _ = (input, readings, search);
        false
    }

    /// Returns a session over one case, if the rubric shares work between evaluations under several readings.
    fn session<'a>(
        &'a self,
        input: &'a Input<'a>,
        readings: &Readings,
    ) -> Option<Box<dyn session::EvaluationSession + 'a>> {
        let _ = (input, readings);
        None
    }

    /// Slugs of the rubrics with whose decisions it compares its own, whether or not they were requested.
    fn compares_with(&self) -> &'static [&'static str] {
        &[]
    }

    /// The documentation in its file.
    fn docs(&self) -> Docs<'_>;

    /// Returns the number of units that it asks for, and the limits on the lengths of their texts. Labels are
    /// used as given even if they exceed these.
    fn asks(&self) -> Asks {
        Asks::default()
    }

    /// Bands as the document prints them, if its file keeps them beside the numbers in use.
    fn printed(&self) -> Vec<Printed<'_>> {
        Vec::new()
    }
}

/// A row of the table of rubrics.
pub struct RubricEntry {
    /// Name on the command line and in files.
    pub slug: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Its numbers and words, as shipped.
    pub toml: &'static str,
    /// Loads a TOML file, shipped or a user's.
    pub load: fn(&str) -> Result<Box<dyn Rubric>, RuleError>,
}

impl RubricEntry {
    /// Scores how well a file matches this rubric, by its outermost keys: shared keys count for it, keys that
    /// only one of the two has count against it. A file is meant for the rubric with the highest score. For a
    /// file that extends a rubric only the file's own keys count, since it may be meant for that rubric or
    /// for another one that is built on it.
    pub fn likeness(&self, text: &str) -> i64 {
        let table = |text: &str| text.parse::<toml::Table>().unwrap_or_default();
        let (file, own) = (table(text), table(self.toml));
        let shared = file.keys().filter(|key| own.contains_key(*key)).count() as i64;
        let likeness = 3 * shared - file.len() as i64;
        let is_known = |base: &&str| RUBRICS.iter().any(|entry| entry.slug == *base);
        match file.get("extends").and_then(toml::Value::as_str).filter(is_known) {
            None => likeness - own.len() as i64,
            Some(base) if base == self.slug => likeness + 2,
            Some(_) if own.get("extends") == file.get("extends") => likeness,
            Some(_) => i64::MIN,
        }
    }
}

/// The slugs of all rubrics.
pub fn slugs() -> Vec<&'static str> {
    RUBRICS.iter().map(|entry| entry.slug).collect()
}

/// All rubrics, in the order of reports and tabs.
pub const RUBRICS: &[RubricEntry] = &[
    RubricEntry { slug: "twin-lock", title: "Twin-Lock", toml: twin_lock::TOML, load: twin_lock::load },
    RubricEntry { slug: "judge-lock", title: "Judge-Lock", toml: judge_lock::TOML, load: judge_lock::load },
    RubricEntry {
        slug: "judge-lock-ultra",
        title: "Judge-Lock Ultra",
        toml: judge_lock_ultra::TOML,
        load: judge_lock_ultra::load,
    },
    RubricEntry {
        slug: "protocol",
        title: "Evaluation Protocol",
        toml: protocol::TOML,
        load: protocol::load,
    },
    RubricEntry { slug: "synthlink", title: "SynthLink", toml: synthlink::TOML, load: synthlink::load },
    RubricEntry { slug: "anchor", title: "Anchor verdict", toml: anchor::TOML, load: anchor::load },
];

/// The default rubric.
pub const DEFAULT_RUBRIC: &str = "judge-lock";

/// A rubric file that cannot be used: a key is missing, unknown or of the wrong type, or a value or a
/// combination of values is not allowed. The message names the key and its location.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RuleError(pub String);

#[cfg(test)]
pub(crate) mod tests;
