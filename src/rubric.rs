//! Rubrics: from labels to scores, caps and a verdict.
//!
//! A rubric is one Rust file (its arithmetic), one TOML file (its numbers and its words) and one row of
//! [`RUBRICS`]. No number of a rubric stands in Rust code.
//!
//! Invariants: no I/O and no clock; every score comes out of a [`Ledger`](crate::ledger::Ledger); caps act in a
//! second pass, as minima, so their order cannot matter.

mod readings;

use crate::case::Case;
use crate::labels::Labels;
use crate::report::{Cap, Metric, Report, Verdict};
use crate::text::Text;

pub use readings::{READINGS, Reading, ReadingError, Readings};

/// What a rubric sees of a case.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The case, for the fields that are no text.
    pub case: &'a Case,
    /// The article.
    pub article: &'a Text,
    /// The summary.
    pub summary: &'a Text,
    /// Labels: proposals, overlaid by files, overridden by people.
    pub labels: &'a Labels,
}

/// One evaluation under given readings.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// In the printed order.
    pub metrics: Vec<Metric>,
    /// Every cap.
    pub caps: Vec<Cap>,
    /// The decision.
    pub verdict: Verdict,
}

/// A rubric with its numbers loaded.
pub trait Rubric: Send + Sync {
    /// Scores the labels. Where `record` is false, no steps are kept and texts meant for people may be left
    /// empty; numbers, caps and decision are the same.
    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation;
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

/// Every rubric, in the order of reports and tabs.
pub const RUBRICS: &[RubricEntry] = &[];

/// A rubric file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RuleError(pub String);

/// Scores a case by a rubric: evaluation, signature and disputed readings.
pub fn judge(_entry: &RubricEntry, _rubric: &dyn Rubric, _input: &Input, _readings: &Readings) -> Report {
    unimplemented!()
}
