//! One report per line.

use crate::report::json::{ReportJson, SpanText, line};

use super::{CaseResults, Content, Rendered, ResultFormat, ScoringDepth, lines, record};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "jsonl",
    about: "One report a line",
    depth: ScoringDepth::Reports,
    whole_cases: false,
    binary: false,
    resumes: true,
    results: |case| each(case, |json| line(json)),
    refused: |refused| Rendered::new(Content::Json(line(&record(refused)))),
    framing: |_| lines(),
};

pub(super) fn each(results: &CaseResults, write: impl Fn(&ReportJson) -> String) -> Vec<Rendered> {
    let case = results.case;
    let (article, summary) = (SpanText::new(&case.article), SpanText::new(&case.summary));
    let json = |report| ReportJson { report, article: &article, summary: &summary, extra: Some(&case.extra) };
    results.reports.iter().map(|report| Rendered::new(Content::Json(write(&json(report))))).collect()
}
