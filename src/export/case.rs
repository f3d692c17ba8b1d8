//! Reports of a case for readers without the program.
//!
//! | file | content |
//! |---|---|
//! | `page` | a case as a section of a page: texts, labels, then a report for each rubric |
//! | `texts` | a text split at the ends of spans, so that each piece links to its labels |
//! | `labels` | the labels, each with its evidence |
//! | `outline` | the parts of a report, before one of the next three modules lays them out |
//! | `text` | a report as plain text for a terminal |
//! | `html` | a report in HTML: metrics with their ledgers, caps, and changes that would flip the verdict |
//! | `markdown` | the same report in Markdown |
//! | `words` | values, grades and quotations of labels |

mod html;
mod labels;
mod markdown;
mod outline;
mod page;
mod text;
mod texts;
mod words;

use std::borrow::Cow;

use crate::case::Texts;
use crate::labels::{Label, LabelId, List};
use crate::report::Report;
use crate::rubric::RUBRICS;

pub use html::badge;
pub use markdown::{markdown, refused as markdown_error};
pub use page::{evidence, refused as html_error, section as html};
pub use text::text;
pub use words::{decision_class, quote};

/// The reports of a case, with its texts.
#[derive(Clone, Copy, Debug)]
pub struct CaseReports<'a> {
    /// Prefix of the case's anchors on its page: letters, digits and hyphens.
    pub key: &'a str,
    /// The name of the case.
    pub id: &'a str,
    /// The texts as they were judged.
    pub texts: Texts<'a>,
    /// A report for each rubric.
    pub reports: &'a [Report],
}

impl<'a> CaseReports<'a> {
    /// Returns every label that a report was computed from, once, in the order of the lists. If reports
    /// differ, the label is that of the first.
    fn labels(&self) -> Vec<(LabelId, &'a Label)> {
        let mut all: Vec<(LabelId, &Label)> = self
            .reports
            .iter()
            .flat_map(|report| report.labels.iter().map(|(id, label)| (*id, label)))
            .collect();
        all.sort_by_key(|(id, _)| *id);
        all.dedup_by_key(|(id, _)| *id);
        all
    }

    fn anchor(&self, id: LabelId) -> String {
        format!("{}-{}", self.key, local(id))
    }
}

/// Returns the anchor of a label within its case: `claims-2`.
fn local(id: LabelId) -> String {
    format!("{}-{}", id.list.spec().key, id.index)
}

/// Returns the display name of a rubric.
pub fn title(slug: &str) -> Cow<'_, str> {
    match RUBRICS.iter().find(|entry| entry.slug == slug) {
        Some(entry) => Cow::Borrowed(entry.title),
        None => Cow::Borrowed(slug),
    }
}

/// Returns the text of a label, or else the words that it marks.
pub fn subject<'a>(list: List, label: &'a Label, texts: Texts<'a>) -> &'a str {
    let marked = || label.summary.first().and_then(|span| texts.summary.get(span.range()));
    if label.text.is_empty() || list == List::Extraneous {
        return marked().unwrap_or(&label.text);
    }
    &label.text
}
