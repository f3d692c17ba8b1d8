//! The words that a label may have, or the kinds of a new finding.
//!
//! Understands: going from word to word; Enter takes the one in focus, a word's letter takes that word.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::labels::LabelValue;
use crate::tui::component::{Component, Cx, Hit, Place};
use crate::tui::decide::{self, Subject, subject_list, word_keys};
use crate::tui::keymap::{Action, Context};
use crate::tui::list::List;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::widgets::{self, inside, row_style};
use crate::tui::words::{self, spoken, styled};

/// The screen of the choice.
#[derive(Debug)]
pub struct Choice {
    subject: Subject,
    list: List,
}

impl Choice {
    /// A choice of words for a subject.
    pub fn of(subject: Subject) -> Choice {
        Choice { subject, list: List::default() }
    }

    /// The words with their letters.
    fn rows(&self, state: &State) -> Vec<(char, LabelValue)> {
        subject_list(state, self.subject).map(|list| word_keys(&state.keys, list)).unwrap_or_default()
    }
}

impl Component for Choice {
    fn context(&self, _state: &State) -> Context {
        Context::Choice
    }

    fn place(&self, state: &State) -> Place {
        Place::Middle(46, self.rows(state).len() as u16 + 2)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let rows = self.rows(cx.state);
        if action != Action::Enter {
            return self.list.act(action, rows.len(), usize::from(inside(cx.area).height));
        }
        cx.close();
        if let Some((_, word)) = rows.get(self.list.cursor()) {
            decide::choose(cx, self.subject, *word);
        }
        true
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        let word = decide::word_of_key(cx.state, self.subject, key);
        if let Some(word) = word {
            cx.close();
            decide::choose(cx, self.subject, word);
        }
        word.is_some()
    }

    fn hit(&self, state: &State, area: Rect, at: Position) -> Hit {
        let row = self.list.row_at(self.rows(state).len(), inside(area), at.y);
        row.map_or(Hit::Nothing, Hit::Row)
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let Some(kind) = subject_list(state, self.subject) else { return };
        let heading = match self.subject {
            Subject::Label => format!("This {} is", kind.spec().unit),
            Subject::Issue => "The selected words are".to_owned(),
        };
        let inner = widgets::screen(theme, frame, area, &heading, "");
        let label = state.bench().and_then(|bench| bench.label.and_then(|id| bench.get(id)));
        let now = label.and_then(|label| label.word).filter(|_| self.subject == Subject::Label);
        let rows = self.rows(state);
        self.list.draw(rows.len(), frame, inner, |at| {
            let (key, word) = rows[at];
            Line::from(vec![
                styled(format!("  {key}  "), theme.style(Role::Key)),
                styled(spoken(kind, word), theme.style(words::word(word))),
                styled(if now == Some(word) { "  (now)" } else { "" }, theme.style(Role::Dim)),
            ])
            .style(row_style(theme, at == self.list.cursor()))
        });
    }
}
