//! What is shown of a report in the form of the files.

use crate::report::json::{Json, Side};

use super::open_case::OpenCase;

/// The newest report on a case as JSON, in lines; none while the engine's judgement is hidden.
pub fn json(open_case: &OpenCase) -> Option<String> {
    let judged = open_case.judged().filter(|_| !open_case.is_hidden())?;
    let (article, summary) =
        (Side::new(judged.analysis.article.raw()), Side::new(judged.analysis.summary.raw()));
    let json = Json { report: &judged.report, article: &article, summary: &summary, extra: None };
    serde_json::to_string_pretty(&json).ok()
}
