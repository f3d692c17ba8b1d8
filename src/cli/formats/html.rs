//! A page.

use crate::agree::changes::Changes;
use crate::cli::rendered::RenderedResult;
use crate::export::case as share;
use crate::markup::page;

use super::{Content, Framing, Rendered, ResultFormat, ScoringDepth, md};

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
    framing: |_| Box::new(Page { begun: false }),
};

/// The title of a page of reports.
const TITLE: &str = "Summaries scored against their articles";

struct Page {
    begun: bool,
}

impl Page {
    fn open(&mut self) -> Option<Content> {
        let first = !std::mem::replace(&mut self.begun, true);
        first.then(|| Content::text(page::open(TITLE).into()))
    }
}

impl Framing for Page {
    fn take(&mut self, piece: &mut RenderedResult) -> Vec<Content> {
        self.open().into_iter().chain([std::mem::take(&mut piece.content)]).collect()
    }

    fn finish(&mut self, _: Option<&Changes>) -> Vec<Content> {
        self.open().into_iter().chain([Content::text(page::close().into())]).collect()
    }
}
