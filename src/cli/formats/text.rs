//! Reports as text for a terminal.

use crate::export::case::text;
use crate::text::visible::{Shape, visible};

use super::{Content, Rendered, ResultFormat, ScoringDepth, blocks};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "text",
    about: "For people at a terminal",
    depth: ScoringDepth::Reports,
    whole_cases: false,
    binary: false,
    resumes: false,
    results: |case| case.reports.iter().map(|report| Rendered::new(Content::Text(text(report)))).collect(),
    refused: |refused| {
        let message = format!("{}: not scored: {} ({})", refused.id, refused.message(), refused.place);
        Rendered::new(Content::text(visible(&message, Shape::Line).into_owned()))
    },
    framing: |_| blocks(),
};
