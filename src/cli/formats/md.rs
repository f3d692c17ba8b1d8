//! A Markdown document.

use crate::case::Texts;
use crate::export::case as share;

use super::{CaseResults, Content, Rendered, ResultFormat, ScoringDepth, blocks};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "md",
    about: "A Markdown document: a section for each case and rubric",
    depth: ScoringDepth::Reports,
    whole_cases: false,
    binary: false,
    resumes: false,
    results: |case| {
        let shared = shared(case);
        let section = |report| Rendered::new(Content::text(share::markdown(&shared, report)));
        case.reports.iter().map(section).collect()
    },
    refused: |refused| {
        let place = refused.place.to_string();
        Rendered::new(Content::text(share::markdown_error(refused.id, &refused.message(), &place)))
    },
    framing: |_| blocks(),
};

/// Returns the data for a Markdown document or a page.
pub(super) fn shared<'a>(case: &'a CaseResults) -> share::CaseReports<'a> {
    share::CaseReports {
        key: case.key,
        id: &case.case.id,
        texts: Texts::of(case.case),
        reports: case.reports,
    }
}
