//! One indented object, or a list of several.

use crate::agree::changes::Changes;
use crate::cli::rendered::RenderedResult;
use crate::report::json::pretty;

use super::{Content, Framing, Rendered, ResultFormat, ScoringDepth, jsonl, record};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "json",
    about: "One report, or a list of several, indented",
    depth: ScoringDepth::Reports,
    whole_cases: false,
    binary: false,
    resumes: false,
    results: |case| jsonl::each(case, |json| pretty(json)),
    refused: |refused| Rendered::new(Content::Json(pretty(&record(refused)))),
    framing: |_| framing(),
};

pub(super) fn framing() -> Box<dyn Framing> {
    Box::new(List::default())
}

/// Writes a single object on its own, several as a list, and none as an empty list.
#[derive(Default)]
struct List {
    /// The first result, held back until it is known whether there are more.
    held: Option<Content>,
    written: usize,
}

impl Framing for List {
    fn take(&mut self, piece: &mut RenderedResult) -> Vec<Content> {
        let content = std::mem::take(&mut piece.content);
        self.written += 1;
        if self.written == 1 {
            self.held = Some(content);
            return Vec::new();
        }
        let mut contents = Vec::with_capacity(4);
        if let Some(first) = self.held.take() {
            contents.extend([Content::own("[\n"), first]);
        }
        contents.extend([Content::own(",\n"), content]);
        contents
    }

    fn finish(&mut self, _: Option<&Changes>) -> Vec<Content> {
        match (self.held.take(), self.written) {
            (Some(only), _) => vec![only, Content::own("\n")],
            (None, 0) => vec![Content::own("[]\n")],
            (None, _) => vec![Content::own("\n]\n")],
        }
    }
}
