//! Reports for people at a terminal.

use crate::report::text::text;
use crate::text::visible::{Shape, visible};

use super::{Content, Depth, Form, Rendered, blocks};

pub(super) const FORM: Form = Form {
    name: "text",
    about: "For people at a terminal",
    depth: Depth::Reports,
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
