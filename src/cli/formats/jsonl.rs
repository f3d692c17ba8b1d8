//! A report a line.

use crate::report::json::{Json, Side, line};

use super::{CaseResults, Content, Depth, Form, Rendered, lines, record};

pub(super) const FORM: Form = Form {
    name: "jsonl",
    about: "One report a line",
    depth: Depth::Reports,
    whole_cases: false,
    binary: false,
    resumes: true,
    results: |case| each(case, |json| line(json)),
    refused: |refused| Rendered::new(Content::Json(line(&record(refused)))),
    framing: |_| lines(),
};

/// Each report as JSON.
pub(super) fn each(results: &CaseResults, write: impl Fn(&Json) -> String) -> Vec<Rendered> {
    let case = results.case;
    let (article, summary) = (Side::new(&case.article), Side::new(&case.summary));
    let json = |report| Json { report, article: &article, summary: &summary, extra: Some(&case.extra) };
    results.reports.iter().map(|report| Rendered::new(Content::Json(write(&json(report))))).collect()
}
