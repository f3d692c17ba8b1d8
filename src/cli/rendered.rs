//! A result on its way from a worker to the output.

use crate::agree::changes::RunResult;
use crate::report::Decision;

use super::output::Content;

#[derive(Debug, Default)]
pub struct RenderedResult {
    /// What is written, without a newline at its end.
    pub content: Content,
    /// What its form keeps for later.
    pub aside: DeferredOutput,
    /// The numbers of its reports, where they are compared with a baseline.
    pub scored: Vec<RunResult>,
    /// The verdicts of its reports.
    pub decisions: Vec<Decision>,
    /// How many of its reports vouch for something that `--fail-on` looks at.
    pub judged: usize,
    /// Its case and why it fails, by the conditions of `--fail-on`.
    pub fails: Option<String>,
    /// Whether it fails as a test of the form.
    pub tested: bool,
    /// Whether a verdict of it is worse than in the run that it is compared with.
    pub worse: bool,
    /// How many results it has that say that the case could not be scored.
    pub errors: usize,
    /// Why the first of its reports whose verdict is ERROR has no other one.
    pub fault: Option<String>,
    pub notes: Vec<String>,
}

/// The part of a result that a form writes later.
#[derive(Debug, Default)]
pub enum DeferredOutput {
    #[default]
    Nothing,
    /// A row of a table that follows the results, and the same for a log.
    Line { row: String, log: String },
    /// A row of a table, of which many are written together.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "no other form gathers rows"))]
    Row(Box<Row>),
}

/// A row. What a report does not have, or an error, is `None`.
#[derive(Debug, Default)]
pub struct Row {
    /// Name of the case.
    pub id: String,
    pub rubric: Option<String>,
    pub decision: Option<String>,
    /// The score of the verdict.
    pub score: Option<f64>,
    /// The mean of the metrics.
    pub mean: Option<f64>,
    /// The score of each metric of the heading.
    pub metrics: Vec<Option<f64>>,
    /// The caps that fired, a space between them.
    pub caps: Option<String>,
    /// The rules: rubric, version and readings.
    pub signature: Option<String>,
    /// Why the case could not be scored.
    pub error: Option<String>,
    pub place: Option<String>,
    /// The hash of the texts.
    pub input: Option<String>,
    pub judged_by: Option<String>,
}
