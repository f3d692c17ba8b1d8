//! A rendered result on its way from a worker to the output.

use crate::agree::changes::RunResult;
use crate::report::Decision;

use super::output::Content;

#[derive(Debug, Default)]
pub struct RenderedResult {
    /// The content, without a final line feed.
    pub content: Content,
    /// The part that the format writes later.
    pub aside: DeferredOutput,
    /// The numbers of its reports, if they are compared with a baseline.
    pub scored: Vec<RunResult>,
    /// The verdicts of its reports.
    pub decisions: Vec<Decision>,
    /// Number of its reports that `--fail-on` can judge.
    pub judged: usize,
    /// The case and why it fails, by the conditions of `--fail-on`.
    pub fails: Option<String>,
    /// Whether it fails as a test in a CI format.
    pub tested: bool,
    /// Whether a verdict is worse than in the earlier run.
    pub worse: bool,
    /// Number of errors about cases that could not be scored.
    pub errors: usize,
    /// Why its first report with the verdict ERROR has no other verdict.
    pub fault: Option<String>,
    pub notes: Vec<String>,
}

/// The part of a result that a format writes later.
#[derive(Debug, Default)]
pub enum DeferredOutput {
    #[default]
    Nothing,
    /// A row of a table after the results, and the same for a log.
    Line { row: String, log: String },
    /// A row of a table; many are written together.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "no other form gathers rows"))]
    Row(Box<Row>),
}

/// A row of a table. Values that a report lacks are `None`, as are all values of an error.
#[derive(Debug, Default)]
pub struct Row {
    /// Id of the case.
    pub id: String,
    pub rubric: Option<String>,
    pub decision: Option<String>,
    /// The score of the verdict.
    pub score: Option<f64>,
    /// The mean of the metrics.
    pub mean: Option<f64>,
    /// The score of each metric of the heading.
    pub metrics: Vec<Option<f64>>,
    /// The caps that fired, separated by spaces.
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
