//! The label in focus: which one it is, which labels are at a place of a text, and bringing its words into sight.

use crate::labels::{LabelId, List, Side};

use super::list;
use super::state::{Panel, Reveal, State};

impl State {
    /// Puts a row of the list shown in focus, and its words into view.
    pub fn select_row(&mut self, row: usize) {
        let Some(open_case) = self.open_case_mut() else { return };
        open_case.row.set(row);
        open_case.crossing = None;
        open_case.label = open_case.rows(open_case.list).get(row).and_then(|row| row.id);
        if let Some(id) = self.label() {
            self.reveal(id);
        }
    }

    /// Puts a label in focus, whichever list it is in, and its words into view.
    pub fn select(&mut self, id: LabelId) {
        let Some(open_case) = self.open_case_mut() else { return };
        open_case.list = id.list;
        let row = open_case.rows(id.list).iter().position(|row| row.id == Some(id)).unwrap_or(0);
        self.select_row(row);
    }

    /// Leads to a label: it is in focus, and keys go to its panel.
    pub fn go_to(&mut self, id: LabelId) {
        self.focus = Panel::Labels;
        self.select(id);
    }

    /// Puts a label in focus without scrolling the texts.
    pub fn select_quietly(&mut self, id: LabelId) {
        let Some(open_case) = self.open_case_mut() else { return };
        open_case.list = id.list;
        let row = open_case.rows(id.list).iter().position(|row| row.id == Some(id)).unwrap_or(0);
        open_case.row = list::ListCursor::at(row);
        open_case.label = Some(id);
    }

    /// Shows another list of labels.
    pub fn show_list(&mut self, list: List) {
        if let Some(open_case) = self.open_case_mut() {
            open_case.list = list;
        }
        self.select_row(0);
    }

    /// Brings the words of a label into sight.
    pub fn reveal(&mut self, id: LabelId) {
        self.reveals.push(Reveal { id, cursor: false });
    }

    /// Puts a source into the article's panel, or the article.
    pub fn show_source(&mut self, source: Option<usize>) {
        if let Some(open_case) = self.open_case_mut() {
            open_case.show_source(source);
        }
        self.editing &= self.focus != Panel::Article || source.is_none();
    }

    /// The labels that rest on the words at a byte: those of the list shown first.
    pub fn labels_at(&self, side: Side, byte: usize) -> Vec<LabelId> {
        let Some((open_case, report)) = self.labelled() else { return Vec::new() };
        let touches =
            |label| open_case.spans(side, label).iter().any(|span| span.start <= byte && byte < span.end);
        let mut here: Vec<LabelId> =
            report.labels.iter().filter(|(_, label)| touches(label)).map(|(id, _)| *id).collect();
        here.sort_by_key(|id| (id.list != open_case.list, *id));
        here
    }

    pub fn labels_of_source(&self, source: usize) -> Vec<LabelId> {
        let Some((open_case, report)) = self.labelled() else { return Vec::new() };
        let here = report.labels.iter().filter(|(_, label)| open_case.source_of(label) == Some(source));
        here.map(|(id, _)| *id).collect()
    }
}

/// Brings a label's words into sight: its source is shown, both texts are scrolled. `fit` fits the texts to the places
/// that they will be drawn in; it is called again where another text comes into the article's panel.
pub fn fulfil(state: &mut State, reveal: Reveal, fit: impl Fn(&mut State)) {
    let Some(open_case) = state.open_case() else { return };
    let Some(label) = open_case.get(reveal.id) else { return };
    let spans =
        [Side::Article, Side::Summary].map(|side| (side, open_case.spans(side, label).first().copied()));
    let (source, there) = (open_case.source_of(label), open_case.span_in_source(label));
    if source.is_some() || spans[0].1.is_some() {
        state.show_source(source);
    }
    fit(state);
    let Some(open_case) = state.open_case_mut() else { return };
    if let Some(span) = there {
        open_case.seen_mut(Side::Article).scroll_to(span);
    }
    for (side, span) in spans {
        if let Some(span) = span {
            open_case.pane_mut(side).scroll_to(span);
        }
    }
    if !reveal.cursor {
        return;
    }
    for (side, span) in spans {
        if let Some(span) = span {
            open_case.pane_mut(side).set_cursor(span.start);
        }
    }
    if let Some(span) = there {
        open_case.seen_mut(Side::Article).set_cursor(span.start);
    }
}
