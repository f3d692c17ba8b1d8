//! A self-contained HTML page.

use crate::export::case as share;
use crate::markup::page;

use super::{Content, Rendered, ResultFormat, ScoringDepth, enclosed, md};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "html",
    about: "One page with every case, which needs nothing else: to be shared or printed",
    depth: ScoringDepth::Reports,
    whole_cases: true,
    binary: false,
    resumes: false,
    results: |case| vec![Rendered::new(Content::text(share::html(&md::shared(case)).into()))],
    refused: |refused| {
        let place = refused.place.to_string();
        let page = share::html_error(refused.key, refused.id, &refused.message(), &place);
        Rendered::new(Content::text(page.into()))
    },
    framing: |_| {
        enclosed(Content::text(page::open(TITLE).into()), |_| vec![Content::text(page::close().into())])
    },
};

/// The title of a page of reports.
const TITLE: &str = "Summaries scored against their articles";
