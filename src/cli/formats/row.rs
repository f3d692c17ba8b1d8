//! Converts results to rows of a table.

use crate::num::Num;
use crate::report::{Report, ReportScores};

use super::{CaseResults, FailedCase, Row};

/// Columns before and after those of the metrics.
pub(super) const BEFORE: [&str; 5] = ["id", "rubric", "decision", "score", "mean"];
pub(super) const BEHIND: [&str; 6] = ["caps", "signature", "error", "where", "input", "judged_by"];

impl Row {
    /// Returns a row for each report of a case.
    pub fn of(case: &CaseResults) -> Vec<Row> {
        let number = |num: Option<Num>| num.map(|num| num.to_f64());
        let row = |of: &Report| Row {
            id: of.id.clone(),
            rubric: Some(of.rubric.to_owned()),
            decision: Some(of.verdict.decision.as_str().to_owned()),
            score: number(of.verdict.score),
            mean: number(of.verdict.mean),
            metrics: case
                .heading
                .metrics
                .iter()
                .map(|key| number(of.metric(key).and_then(|metric| metric.score())))
                .collect(),
            caps: Some(ReportScores(of).caps().join(" ")),
            signature: Some(of.signature.clone()),
            error: None,
            place: None,
            input: Some(of.input.to_string()),
            judged_by: Some(of.judged_by()),
        };
        case.reports.iter().map(row).collect()
    }

    /// Returns a row for a case that could not be scored.
    pub fn refused(refused: &FailedCase) -> Row {
        Row {
            id: refused.id.to_owned(),
            rubric: refused.rubric().map(str::to_owned),
            metrics: vec![None; refused.heading.metrics.len()],
            error: Some(refused.message().into_owned()),
            place: Some(refused.place.to_string()),
            input: refused.input.map(str::to_owned),
            ..Row::default()
        }
    }
}
