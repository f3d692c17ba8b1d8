//! The format of results, and the results of cases that cannot be scored.

use crate::agree::changes::RunResult;
use crate::case::{Case, FileLocation, Texts};
use crate::cli::fail_on::Conditions;
use crate::cli::formats::{FailedCase, Rendered, ResultFormat, RunHeading};
use crate::cli::rendered::RenderedResult;

use super::NotScored;

/// The format of the results, and the properties of the run.
pub struct ResultOutput {
    pub form: &'static ResultFormat,
    pub heading: RunHeading,
    /// What makes a result fail.
    pub conditions: Conditions,
}

impl ResultOutput {
    pub fn refused(&self, refused: &FailedCase) -> RenderedResult {
        let Rendered { content, aside } = (self.form.refused)(refused);
        RenderedResult { content, aside, errors: refused.rubrics.len().max(1), ..RenderedResult::default() }
    }

    /// Returns the result of a case that these rubrics cannot score. `place` is that of the case.
    pub fn error(
        &self,
        case: &Case,
        rubrics: &[&str],
        fault: &NotScored,
        key: &str,
        place: &FileLocation,
    ) -> RenderedResult {
        let refused = FailedCase {
            key,
            id: &case.id,
            rubrics,
            slug: fault.slug,
            reason: &fault.reason,
            place: fault.place.as_ref().unwrap_or(place),
            input: Some(&case.input(Texts::of(case))),
            heading: &self.heading,
        };
        RenderedResult { scored: self.unscored(&case.id, rubrics), ..self.refused(&refused) }
    }

    /// Returns the results of an unscored case for the comparison with a baseline.
    pub fn unscored(&self, id: &str, rubrics: &[&str]) -> Vec<RunResult> {
        let of = |rubric: &&str| RunResult {
            id: id.to_owned(),
            rubric: (*rubric).to_owned(),
            ..RunResult::default()
        };
        if self.heading.compares { rubrics.iter().map(of).collect() } else { Vec::new() }
    }
}
