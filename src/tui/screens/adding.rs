//! Adding a unit on the selected words: choosing its list, kind and word, and typing a question and its
//! answer.
//!
//! Actions: choose a row by its letter, Enter or a click; type a question and its answer.

use crossterm::event::KeyCode;
use ratatui::text;

use crate::labels::List;
use crate::text::Span;
use crate::tui::decide::units::{NewUnit, is_asked};
use crate::tui::decide::word_keys;
use crate::tui::draft::{self, DraftKind, TextDraft};
use crate::tui::prompt::Prompt;

use super::prelude::*;

/// The screen for adding a unit.
#[derive(Debug, Default)]
pub struct Adding {
    unit: NewUnit,
    list: ListCursor,
    typed: Prompt,
}

/// The input needed next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    List,
    Kind,
    Question,
    Answer,
    Word,
    Done,
}

impl Adding {
    /// Opens the screen, if words are selected.
    pub fn open(cx: &mut Cx) {
        if !cx.state.may_change() {
            return;
        }
        let Some(open_case) = cx.state.open_case() else { return };
        match NewUnit::selected(open_case) {
            None => cx.notify("select the words in the summary or the article first: Shift with an arrow"),
            Some(unit) if unit.lists(open_case).is_empty() => {
                cx.notify("this rubric reads no list that these words could be added to");
            }
            Some(unit) => cx.open(Adding { unit, ..Adding::default() }),
        }
    }

    /// Continues a unit of this list that was begun earlier, on these words of the article and of the
    /// summary.
    pub fn with(
        draft: &draft::DraftUnit,
        list: List,
        [article, summary]: [Vec<Span>; 2],
        text: &str,
    ) -> Adding {
        let kind = draft.kind.as_ref();
        let unit = NewUnit {
            list: Some(list),
            kind: kind.and_then(|kind| list.spec().kinds.iter().copied().find(|known| known == kind)),
            question: draft.question.clone(),
            article,
            summary,
            ..NewUnit::default()
        };
        Adding { unit, list: ListCursor::default(), typed: Prompt::of(text) }
    }

    fn stage(&self) -> Stage {
        let unit = &self.unit;
        let Some(list) = unit.list else { return Stage::List };
        let spec = list.spec();
        match () {
            () if !spec.kinds.is_empty() && unit.kind.is_none() => Stage::Kind,
            () if is_asked(list) && unit.question.is_none() => Stage::Question,
            () if is_asked(list) && unit.answer.is_none() => Stage::Answer,
            () if unit.word.is_none() => Stage::Word,
            () => Stage::Done,
        }
    }

    /// Returns the rows to choose from, with their letters; empty if text is typed.
    fn rows(&self, state: &State) -> Vec<(char, String)> {
        match (self.stage(), self.unit.list) {
            (Stage::List, _) => {
                let lists = state.open_case().map(|open_case| self.unit.lists(open_case)).unwrap_or_default();
                lettered(lists.iter().map(|list| list.spec().unit.to_owned()))
            }
            (Stage::Kind, Some(list)) => lettered(list.spec().kinds.iter().map(|kind| (*kind).to_owned())),
            (Stage::Word, Some(list)) => {
                let words = word_keys(&state.keys, list).into_iter();
                words.map(|(key, word)| (key, list.value_name(word))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_typed(&self) -> bool {
        matches!(self.stage(), Stage::Question | Stage::Answer)
    }

    /// Applies the chosen row, or the typed text.
    fn take(&mut self, row: usize, cx: &mut Cx) {
        let typed = || self.typed.text().trim().to_owned();
        let Some(open_case) = cx.state.open_case() else { return };
        match (self.stage(), self.unit.list) {
            (Stage::List, _) => self.unit.list = self.unit.lists(open_case).get(row).copied(),
            (Stage::Kind, Some(list)) => self.unit.kind = list.spec().kinds.get(row).copied(),
            (Stage::Question, _) if typed().is_empty() => return cx.notify("type the question first"),
            (Stage::Question, Some(list)) => {
                self.unit.question = Some(typed());
                self.typed = Prompt::of(&self.unit.words(open_case, list));
            }
            (Stage::Answer, _) => self.unit.answer = Some(typed()),
            (Stage::Word, Some(list)) => {
                self.unit.word = word_keys(&cx.state.keys, list).get(row).map(|(_, word)| *word);
            }
            _ => {}
        }
        // A list with a single word leaves no choice.
        if let (Stage::Word, Some([word])) = (self.stage(), self.unit.list.map(|list| list.spec().words)) {
            self.unit.word = Some(*word);
        }
        self.list = ListCursor::default();
        if self.stage() == Stage::Done {
            cx.close();
            std::mem::take(&mut self.unit).add(cx);
        }
    }
}

/// Pairs each name with the first of its letters that no earlier name has.
fn lettered(names: impl Iterator<Item = String>) -> Vec<(char, String)> {
    let mut rows: Vec<(char, String)> = Vec::new();
    for name in names {
        let free = |c: &char| c.is_ascii_lowercase() && rows.iter().all(|(known, _)| known != c);
        let key = name.chars().find(free).or_else(|| ('a'..='z').find(free));
        rows.push((key.unwrap_or(' '), name));
    }
    rows
}

impl Component for Adding {
    fn window(&self, state: &State) -> Window {
        if self.is_typed() {
            Window::middle(Context::Typing, 110, 5)
        } else {
            Window::middle(Context::Choice, 46, self.rows(state).len() as u16 + 2)
        }
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::Enter => self.take(self.list.cursor(), cx),
            Action::DeleteBack => self.typed.erase(),
            _ => return false,
        }
        true
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        if self.is_typed() {
            self.typed.input(key);
            return true;
        }
        let row = self.rows(cx.state).iter().position(|(letter, _)| key.code == KeyCode::Char(*letter));
        if let Some(row) = row {
            self.take(row, cx);
        }
        row.is_some()
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx) -> bool {
        if self.is_typed() {
            self.typed.paste(text);
        }
        true
    }

    fn draft(&self) -> Option<TextDraft> {
        let text = self.typed.text();
        let list = self.unit.list.filter(|_| self.is_typed())?;
        (!text.is_empty() || self.unit.question.is_some()).then(|| {
            let unit = draft::DraftUnit {
                list: list.spec().key.to_owned(),
                kind: self.unit.kind.map(str::to_owned),
                question: self.unit.question.clone(),
                article: draft::kept(&self.unit.article),
                summary: draft::kept(&self.unit.summary),
            };
            TextDraft { of: DraftKind::Unit(Box::new(unit)), text: text.to_owned() }
        })
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, self.rows(state).len(), inside(area)).on_click(OnClick::Acts))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let unit = self.unit.list.map_or("", |list| list.spec().unit);
        let heading = match self.stage() {
            Stage::List => "Add the selected words as".to_owned(),
            Stage::Kind => format!("The new {unit} is one of"),
            Stage::Question => format!("The new {unit}"),
            Stage::Answer => "Its answer".to_owned(),
            Stage::Word | Stage::Done => format!("The new {unit} is"),
        };
        if self.is_typed() {
            return widgets::prompt_screen(theme, frame, area, [&heading, ""], &self.typed);
        }
        let inner = widgets::screen(theme, frame, area, &heading, "");
        let rows = self.rows(state);
        self.list.draw(theme, rows.len(), frame, inner, |at| {
            let (key, name) = &rows[at];
            let key = theme.span(ThemeRole::Key, format!("  {key}  "));
            Line::from(vec![key, text::Span::raw(name.clone())])
        });
    }
}
