//! A report in the format of exported files.

use crate::report::json::{ReportJson, SpanText};

use super::open_case::OpenCase;

/// Returns the newest report on a case as indented JSON; `None` while the engine's judgement is hidden.
pub fn json(open_case: &OpenCase) -> Option<String> {
    let judged = open_case.judged().filter(|_| !open_case.is_hidden())?;
    let (article, summary) =
        (SpanText::new(judged.analysis.article.raw()), SpanText::new(judged.analysis.summary.raw()));
    let json = ReportJson { report: &judged.report, article: &article, summary: &summary, extra: None };
    serde_json::to_string_pretty(&json).ok()
}
