//! Setting several labels at once, with a preview of the changes and the result.
//!
//! Actions: move between labels; Enter sets them, in one undoable step.

use ratatui::text::Span;

use crate::labels::{LabelId, LabelValue};
use crate::num::{Num, pluralize};
use crate::report::{Decision, Verdict};
use crate::tui::decide;
use crate::tui::same_words::same_elsewhere;
use crate::tui::widgets::rows_below;
use crate::tui::words::width_of;
use crate::tui::worker::TrialChanges;

use super::prelude::*;

/// Width of the screen, in columns.
const WIDTH: u16 = 96;
/// Lines above the labels.
const ABOVE: u16 = 2;

/// The screen of labels that are set at once.
#[derive(Debug)]
pub struct MarkedScreen {
    /// The labels, with their new words.
    changes: TrialChanges,
    /// Number of marked labels that cannot be given the word; they stay unchanged and marked.
    left_out: usize,
    list: ListCursor,
}

impl MarkedScreen {
    /// Asks whether to give the marked labels a word or, without one, to confirm them as they are.
    pub fn open(cx: &mut Cx, word: Option<LabelValue>) {
        if !cx.state.may_change() {
            return;
        }
        let Some(open_case) = cx.state.open_case() else { return };
        let fits = |id: &LabelId| {
            let to = word.or_else(|| open_case.get(*id)?.word)?;
            id.list.spec().words.contains(&to).then_some((*id, to))
        };
        let changes: TrialChanges = open_case.marked.iter().filter_map(fits).collect();
        if changes.is_empty() {
            return cx.notify("no marked label can be given that word");
        }
        let left_out = open_case.marked.len() - changes.len();
        cx.judge();
        cx.open(MarkedScreen { changes, left_out, list: ListCursor::default() });
    }

    /// Asks whether to give labels of other rubrics about the same words the equivalent of a label.
    pub fn everywhere(id: Option<LabelId>, cx: &mut Cx) {
        let Some(id) = id else { return cx.notify("no label is in focus") };
        if !cx.state.may_change() {
            return;
        }
        let Some(open_case) = cx.state.open_case().filter(|open_case| !open_case.is_hidden()) else {
            return cx.notify("other labels are shown once you have judged");
        };
        let word = open_case.find(id).and_then(|label| label.word);
        let changes = word.map(|word| same_elsewhere(open_case, id, word)).unwrap_or_default();
        if changes.is_empty() {
            return cx.notify(&format!("no rubric says otherwise of the words of {}", id.shown()));
        }
        cx.judge();
        cx.open(MarkedScreen { changes, left_out: 0, list: ListCursor::default() });
    }

    /// Returns the actual changes; confirming a label changes no word.
    fn tried(&self, state: &State) -> TrialChanges {
        let word = |id: LabelId| {
            state.open_case().and_then(|open_case| open_case.find(id)).and_then(|label| label.word)
        };
        self.changes.iter().copied().filter(|(id, to)| word(*id) != Some(*to)).collect()
    }

    /// Returns the area of the labels.
    fn below(area: Rect) -> Rect {
        rows_below(inside(area), ABOVE)
    }
}

fn outcome(decision: Decision, score: Option<Num>, theme: &Theme) -> Span<'static> {
    theme.span(words::decision(decision), decision.with(score))
}

impl Component for MarkedScreen {
    fn window(&self, _state: &State) -> Window {
        let rows = u16::try_from(self.changes.len()).unwrap_or(u16::MAX).saturating_add(ABOVE + 2);
        Window::middle(Context::Marked, WIDTH, rows)
    }

    fn wants_tries(&self, state: &State) -> Vec<TrialChanges> {
        vec![self.tried(state)]
    }

    fn enter(&mut self, cx: &mut Cx) {
        let ids = decide::set_all(cx, &self.changes);
        if let Some(open_case) = cx.state.open_case_mut() {
            open_case.marked.retain(|id| !self.changes.iter().any(|(changed, _)| changed == id));
        }
        cx.close();
        let key = cx.state.keys.name(Context::Main, Action::Undo);
        cx.notify(&format!("{} set at once ({key} undoes all of it)", pluralize(ids.len(), "label")));
    }

    fn list(&self, _state: &State, area: Rect) -> Option<ListView> {
        let below = MarkedScreen::below(area);
        Some(ListView::new(self.list, self.changes.len(), below).on_click(OnClick::Points))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let heading = format!("Set {} at once", pluralize(self.changes.len(), "label"));
        let inner = self.framed(
            state,
            frame,
            area,
            &heading,
            &[(&[Action::Enter], "sets them"), (&[Action::Close], "changes nothing")],
        );
        let Some((open_case, report)) = state.judged() else { return };
        let Verdict { decision, score, .. } = report.verdict;
        let mut line = vec![Span::raw(" now "), outcome(decision, score, theme), Span::raw(", then ")];
        let tried = self.tried(state);
        match open_case.tries().and_then(|tries| tries.of(&tried)) {
            _ if tried.is_empty() => line.push(theme.span(ThemeRole::Text, "the same")),
            Some(then) => line.push(outcome(then.verdict.decision, then.verdict.score, theme)),
            None => line.push(theme.span(ThemeRole::Stale, "scoring …")),
        }
        if self.left_out > 0 {
            let words = format!("   {} cannot be given that word", pluralize(self.left_out, "marked label"));
            line.push(theme.span(ThemeRole::Dim, words));
        }
        widgets::put(frame, inner, [Line::from(line)]);
        let rows = MarkedScreen::below(area);
        self.list.draw(theme, self.changes.len(), frame, rows, |at| {
            let (id, to) = self.changes[at];
            let label = open_case.find(id);
            let was = label
                .and_then(|label| label.word)
                .map_or_else(|| "-".to_owned(), |word| id.list.value_name(word));
            let mut line = vec![
                theme.span(ThemeRole::Accent, format!(" {}  ", id.shown())),
                theme.span(ThemeRole::Dim, was),
                theme.span(ThemeRole::Dim, " → "),
                theme.span(words::word(to), id.list.value_name(to)),
            ];
            let room = usize::from(rows.width).saturating_sub(width_of(&line) + 5);
            let text = label.map_or("", |label| label.text.as_str());
            line.push(theme.span(ThemeRole::Text, format!("  \"{}\"", sanitize::fit(text, room))));
            Line::from(line)
        });
    }
}
