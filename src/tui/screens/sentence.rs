//! The engine's analysis of the sentence at the cursor: its dependency tree, its propositions, and the
//! entities that its mentions refer to.
//!
//! Actions: scroll; `]` and `[` go to the next and the previous sentence; Enter moves the cursor to the
//! sentence shown.

mod rows;

use crate::labels::Side;
use crate::text::{Span, Text, TextProfile, sentence_number};
use crate::tui::list::Scroll;
use crate::tui::open_case::OpenCase;
use crate::tui::state::Panel;

use rows::rows;

use super::prelude::*;

#[derive(Debug)]
pub struct SentenceScreen {
    side: Side,
    /// Index of the sentence, from 0.
    at: usize,
    scroll: Scroll,
}

/// Opens the sentence at the cursor of the text in focus; if no text has the focus, that of the label in
/// focus.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    cx.state.editing = false;
    // Outside the texts, the sentence of the label in focus is the relevant one.
    let by_label = cx.context != Context::Text;
    let found = cx.state.open_case().and_then(|open_case| place(cx.state, open_case, by_label));
    let Some((side, at)) = found else {
        cx.notify("there is no sentence here yet");
        return None;
    };
    // The worker resolves the mentions of the texts; the tree of a single sentence is parsed here.
    cx.judge();
    Some(Box::new(SentenceScreen { side, at, scroll: Scroll::default() }))
}

/// Returns the text and index of the current sentence: that of the label in focus, or that at the cursor.
fn place(state: &State, open_case: &OpenCase, by_label: bool) -> Option<(Side, usize)> {
    let first = |side, spans: &[Span]| spans.first().map(|span| (side, span.start));
    let label = state.label().filter(|_| by_label).and_then(|id| open_case.get(id));
    let of_label = label.and_then(|label| {
        first(Side::Summary, &label.summary).or_else(|| first(Side::Article, &label.article))
    });
    let (side, byte) = of_label.unwrap_or_else(|| {
        let side = if state.focus == Panel::Article { Side::Article } else { Side::Summary };
        (side, open_case.seen(side).cursor())
    });
    Some((side, text(open_case, side)?.sentence_at(byte)?))
}

/// Returns the text in a panel as it was last analysed; that of a source if one is shown there.
fn text(open_case: &OpenCase, side: Side) -> Option<&Text> {
    let analysis = &open_case.judged()?.analysis;
    match (side, open_case.source) {
        (Side::Summary, _) => Some(&analysis.summary),
        (Side::Article, None) => Some(&analysis.article),
        (Side::Article, Some(source)) => analysis.sources.get(source).map(|source| &source.text),
    }
}

impl SentenceScreen {
    fn rows(&self, state: &State, width: usize) -> Vec<ratatui::text::Line<'static>> {
        let text = state.open_case().and_then(|open_case| text(open_case, self.side));
        let Some(text) = text.filter(|text| self.at < text.sentences().len()) else { return Vec::new() };
        // Mentions are not resolved in sources, nor in a hidden case.
        let open_case = state.open_case().filter(|open_case| !open_case.is_hidden());
        let linked =
            open_case.is_some_and(|open_case| self.side == Side::Summary || open_case.source.is_none());
        rows(text, self.at, TextProfile::of(text).language, linked, &state.theme, width)
    }

    /// Moves forward by the given number of sentences; back if negative.
    fn turn(&mut self, by: isize, cx: &mut Cx) {
        let text = cx.state.open_case().and_then(|open_case| text(open_case, self.side));
        let last = text.map_or(0, |text| text.sentences().len()).saturating_sub(1);
        let to = self.at.saturating_add_signed(by).min(last);
        if to == self.at {
            return cx.notify("there is no further sentence");
        }
        (self.at, self.scroll) = (to, Scroll::default());
    }

    /// Moves the cursor to the sentence shown.
    fn go(&self, cx: &mut Cx) {
        let open_case = cx.state.open_case();
        let place = open_case.and_then(|open_case| text(open_case, self.side)?.sentences().get(self.at));
        let Some(start) = place.map(|placed| placed.start) else { return };
        if let Some(open_case) = cx.state.open_case_mut() {
            open_case.seen_mut(self.side).set_cursor(start);
        }
        cx.state.focus = Panel::of(self.side);
        cx.close();
    }
}

impl Component for SentenceScreen {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Sentence)
    }

    fn wants_entities(&self) -> bool {
        true
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::NextList => self.turn(1, cx),
            Action::PreviousList => self.turn(-1, cx),
            Action::Enter => self.go(cx),
            _ => {
                let inner = inside(cx.area);
                let rows = self.rows(cx.state, usize::from(inner.width)).len();
                return self.scroll.act(action, rows, usize::from(inner.height));
            }
        }
        true
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let text = state.open_case().and_then(|open_case| text(open_case, self.side));
        let all = text.map_or(0, |text| text.sentences().len());
        let name = match (self.side, state.open_case().and_then(|open_case| open_case.source)) {
            (Side::Summary, _) => "Summary",
            (Side::Article, None) => "Article",
            (Side::Article, Some(_)) => "Source",
        };
        let heading = format!("{name}, sentence {} of {all}", sentence_number(self.at));
        let turn: &[Action] = &[Action::PreviousList, Action::NextList];
        let inner = self.framed(state, frame, area, &heading, &[(turn, "sentence"), CLOSES]);
        let rows = self.rows(state, usize::from(inner.width));
        let (count, height) = (rows.len(), usize::from(inner.height));
        let top = self.scroll.top(count, height);
        widgets::more(&state.theme, frame, area, count.saturating_sub(top + height));
        widgets::put(frame, inner, rows.into_iter().skip(top));
    }
}
