//! Rubrics: from labels to scores, caps and a verdict.
//!
//! A rubric is one Rust file (its arithmetic), one TOML file (its numbers and its words) and one row of
//! [`RUBRICS`]. No number of a rubric stands in Rust code.
//!
//! Invariants: no I/O and no clock; every score comes out of a [`Ledger`](crate::ledger::Ledger); caps act in a
//! second pass, as minima, so their order cannot matter.

pub mod anchor;
pub(crate) mod bounds;
mod caps;
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

/// What a rubric sees of a case.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The case, for the fields that are not text.
    pub case: &'a Case,
    pub article: &'a Text,
    pub summary: &'a Text,
    /// Labels: proposals, overlaid by files, overridden by people.
    pub labels: &'a Labels,
    /// What was measured of the texts.
    pub measures: &'a Measures,
}

impl Input<'_> {
    /// The hash of what is judged.
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

/// A rubric with its numbers loaded.
pub trait Rubric: Send + Sync {
    /// Its version, with a mark where the numbers are not those shipped.
    fn version(&self) -> &str;

    /// The lists of labels that it reads, in the order of the file format.
    fn lists(&self) -> &'static [List];

    /// The measures that it needs.
    fn measures(&self) -> &'static [Measure] {
        &[]
    }

    /// The labels of a list as the arithmetic takes them; `None` where they cannot be read.
    fn listed<'a>(&self, labels: &'a Labels, list: List, readings: &Readings) -> Option<&'a [Label]> {
        let _ = readings;
        labels.get(list)
    }

    /// The word of a label: where it was measured, by the rubric's thresholds.
    fn word(&self, label: &Label, readings: &Readings) -> Option<LabelValue> {
        let _ = readings;
        label.word
    }

    /// Scores the labels. Where `record` is false, no steps are kept and texts meant for people may be left
    /// empty; numbers, caps and decision are the same.
    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation;

    /// How many changes of labels at once are searched for what would turn its verdict. A rubric whose evaluation is
    /// costly affords fewer.
    fn flip_depth(&self) -> usize {
        MOST_CHANGES
    }

    /// Lays a case before a search for what would turn its verdict, by a quicker way than [`Rubric::evaluate`] to try
    /// labels with other words, where it has one; says whether it has.
    fn trial(
        &self,
        input: &Input,
        readings: &Readings,
        search: &mut dyn FnMut(&mut dyn flips::Evaluator),
    ) -> bool {
        let _ = (input, readings, search);
        false
    }

    /// A session over one case, where the rubric shares work between evaluations under several readings.
    fn session<'a>(
        &'a self,
        input: &'a Input<'a>,
        readings: &Readings,
    ) -> Option<Box<dyn session::EvaluationSession + 'a>> {
        let _ = (input, readings);
        None
    }

    /// Rubrics whose decisions it compares with its own, whether or not they are asked for, by slug.
    fn compares_with(&self) -> &'static [&'static str] {
        &[]
    }

    /// What its file says in words.
    fn docs(&self) -> Docs<'_>;

    /// How many units it asks for, and how long a text may be: labels are used as given all the same.
    fn asks(&self) -> Asks {
        Asks::default()
    }

    /// Bands as the document prints them, where its file keeps them beside the numbers in use.
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
    /// Reads a TOML, shipped or the user's.
    pub load: fn(&str) -> Result<Box<dyn Rubric>, RuleError>,
}

impl RubricEntry {
    /// How many keys of its outermost level a file has in common with the rubric's, against those that only one of the
    /// two has: of several rubrics the one that the file is meant for has most. Of a file that extends a rubric those count
    /// that it has: it is meant for that rubric, or for one that is built on it too.
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

/// The slugs of every rubric.
pub fn slugs() -> Vec<&'static str> {
    RUBRICS.iter().map(|entry| entry.slug).collect()
}

/// Every rubric, in the order of reports and tabs.
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

/// A rubric file that cannot be used: a key is missing, unknown or of the wrong type, or its value or several together are not
/// allowed. The message names the key and its place.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RuleError(pub String);

#[cfg(test)]
pub(crate) mod tests;
