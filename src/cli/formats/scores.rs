//! Only the numbers, one report per line.

use crate::report::ReportScores;
use crate::report::json::line;

use super::{Content, Rendered, ResultFormat, ScoringDepth, lines, record};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "scores",
    about: "One line of numbers a report, without reasons: the quickest",
    depth: ScoringDepth::Numbers,
    whole_cases: false,
    binary: false,
    resumes: true,
    results: |case| {
        let json = |report| Rendered::new(Content::Json(line(&ReportScores(report))));
        case.reports.iter().map(json).collect()
    },
    refused: |refused| Rendered::new(Content::Json(line(&record(refused)))),
    framing: |_| lines(),
};
