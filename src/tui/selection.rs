//! The label in focus: choosing it, finding the labels at a position of a text, and scrolling to a label's
//! words.

use crate::labels::{LabelId, List, Side};

use super::list;
use super::state::{Panel, Reveal, State};

impl State {
    /// Puts a row of the current list in focus, and scrolls to its words.
    pub fn select_row(&mut self, row: usize) {
        let Some(open_case) = self.open_case_mut() else { return };
        open_case.row.set(row);
        open_case.crossing = None;
        open_case.label = open_case.rows(open_case.list).get(row).and_then(|row| row.id);
        if let Some(id) = self.label() {
            self.reveal(id);
        }
    }

    /// Puts a label of any list in focus, and scrolls to its words.
    pub fn select(&mut self, id: LabelId) {
        let Some(open_case) = self.open_case_mut() else { return };
        open_case.list = id.list;
        let row = open_case.rows(id.list).iter().position(|row| row.id == Some(id)).unwrap_or(0);
        self.select_row(row);
    }

    /// Goes to a label: puts it in focus, and its panel too.
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

    /// Scrolls to the words of a label.
    pub fn reveal(&mut self, id: LabelId) {
        self.reveals.push(Reveal { id, cursor: false });
    }

    /// Shows a source, or the article, in the article's panel.
    pub fn show_source(&mut self, source: Option<usize>) {
        if let Some(open_case) = self.open_case_mut() {
            open_case.show_source(source);
        }
        self.editing &= self.focus != Panel::Article || source.is_none();
    }

    /// Returns the labels with the words at a byte as evidence; those of the current list come first.
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

/// Scrolls to a label's words: shows its source, and scrolls both texts. `fit` fits the texts to their areas,
/// and is called again if another text is shown in the article's panel.
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
