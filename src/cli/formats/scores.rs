//! The numbers alone, a line a report.

use crate::report::Scores;
use crate::report::json::line;

use super::{Content, Depth, Form, Rendered, lines, record};

pub(super) const FORM: Form = Form {
    name: "scores",
    about: "One line of numbers a report, without reasons: the quickest",
    depth: Depth::Numbers,
    whole_cases: false,
    binary: false,
    resumes: true,
    results: |case| {
        let json = |report| Rendered::new(Content::Json(line(&Scores(report))));
        case.reports.iter().map(json).collect()
    },
    refused: |refused| Rendered::new(Content::Json(line(&record(refused)))),
    framing: |_| lines(),
};
