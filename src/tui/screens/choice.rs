//! A choice among the words that a label may have, or the kinds of a new finding.
//!
//! Actions: move between words; Enter chooses the one in focus; a word's letter or a click chooses that word.

use crossterm::event::KeyCode;

use crate::labels::{LabelValue, List};
use crate::text::capitalized;
use crate::tui::decide::{self, WordTarget, subject_list, word_keys};

use super::prelude::*;

#[derive(Debug)]
pub struct ChoiceScreen {
    subject: WordTarget,
    list: ListCursor,
}

impl ChoiceScreen {
    pub fn of(subject: WordTarget) -> ChoiceScreen {
        ChoiceScreen { subject, list: ListCursor::default() }
    }

    /// Returns the words with their letters; `None` leaves a claim unchanged.
    fn rows(&self, state: &State) -> Vec<(char, Option<LabelValue>)> {
        let words =
            subject_list(state, self.subject).map(|list| word_keys(&state.keys, list)).unwrap_or_default();
        let mut rows: Vec<_> = words.into_iter().map(|(key, word)| (key, Some(word))).collect();
        if let WordTarget::Claim(_) = self.subject {
            rows.retain(|(_, word)| *word != self.now(state));
            // The worst word comes first, because it is the most frequent choice.
            rows.reverse();
            rows.push((KEEP, None));
        }
        rows
    }

    fn now(&self, state: &State) -> Option<LabelValue> {
        let open_case = state.open_case()?;
        let id = match self.subject {
            WordTarget::Label => open_case.label?,
            WordTarget::Claim(id) => id,
            WordTarget::Issue => return None,
        };
        open_case.get(id)?.word
    }

    fn take(&self, row: usize, cx: &mut Cx) {
        let rows = self.rows(cx.state);
        cx.close();
        match rows.get(row) {
            Some((_, Some(word))) => decide::choose(cx, self.subject, *word),
            Some((_, None)) => decide::mark(cx, List::Extraneous, LabelValue::Extraneous, None),
            None => {}
        }
    }
}

/// Letter that leaves a claim unchanged.
const KEEP: char = 'k';

impl Component for ChoiceScreen {
    fn window(&self, state: &State) -> Window {
        Window::middle(Context::Choice, 46, self.rows(state).len() as u16 + 2)
    }

    fn enter(&mut self, cx: &mut Cx) {
        self.take(self.list.cursor(), cx);
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        let row = self.rows(cx.state).iter().position(|(letter, _)| key.code == KeyCode::Char(*letter));
        if let Some(row) = row {
            self.take(row, cx);
        }
        row.is_some()
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, self.rows(state).len(), inside(area)).on_click(OnClick::Acts))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let Some(kind) = subject_list(state, self.subject) else { return };
        let heading = match self.subject {
            WordTarget::Label => format!("This {} is", kind.spec().unit),
            WordTarget::Issue => "The selected words are".to_owned(),
            WordTarget::Claim(id) => {
                format!("{} {}, which has these words, is", capitalized(kind.spec().unit), id.index + 1)
            }
        };
        let inner = widgets::screen(theme, frame, area, &heading, "");
        let now = self.now(state);
        let rows = self.rows(state);
        self.list.draw(theme, rows.len(), frame, inner, |at| {
            let (key, word) = rows[at];
            let name = match (word, now) {
                (Some(word), _) => theme.span(words::word(word), kind.value_name(word)),
                (None, Some(now)) => theme.span(ThemeRole::Dim, format!("{} as it is", kind.value_name(now))),
                (None, None) => theme.span(ThemeRole::Dim, "as it is"),
            };
            let is_now = word.is_some() && now == word;
            Line::from(vec![
                theme.span(ThemeRole::Key, format!("  {key}  ")),
                name,
                theme.span(ThemeRole::Dim, if is_now { "  (now)" } else { "" }),
            ])
        });
    }
}
