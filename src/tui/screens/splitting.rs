//! A choice of the position at which a unit is split.
//!
//! Actions: move the mark between words and clauses; Enter splits before the marked word. A click moves the
//! mark to a word, a second one splits there.

use ratatui::layout::Position;

use crate::labels::LabelId;
use crate::tui::component::HitTarget;
use crate::tui::decide::units;

use super::prelude::*;

#[derive(Debug)]
pub struct Splitting {
    id: LabelId,
    /// The unit's text when the screen was opened.
    text: String,
    /// Positions at which words begin, and whether a clause may begin there.
    places: Vec<(usize, bool)>,
    /// Index of the marked position.
    at: usize,
}

/// A word on the screen: its first byte, and its text as shown.
type ShownWord = (usize, String);

impl Splitting {
    /// Opens the unit in focus, if it can be split.
    pub fn open(cx: &mut Cx) {
        let Some(id) = units::in_focus(cx) else { return };
        let text =
            cx.state.open_case().and_then(|open_case| open_case.get(id)).map(|label| label.text.clone());
        let text = text.unwrap_or_default();
        let places = units::places(&text);
        if places.is_empty() {
            return cx.notify("one word cannot be split");
        }
        // The clause nearest to the middle, or else the word nearest to it.
        let off = |at: usize| places[at].0.abs_diff(text.len() / 2);
        let clauses = (0..places.len()).filter(|at| places[*at].1);
        let at = clauses.min_by_key(|at| off(*at)).or_else(|| (0..places.len()).min_by_key(|at| off(*at)));
        cx.open(Splitting { id, at: at.unwrap_or(0), text, places });
    }

    fn byte(&self) -> usize {
        self.places.get(self.at).map_or(0, |(byte, _)| *byte)
    }

    /// Returns the words in rows of the given width. The mark takes one column before its word.
    fn rows(&self, width: usize) -> Vec<Vec<ShownWord>> {
        let starts = std::iter::once(0).chain(self.places.iter().map(|(at, _)| *at));
        let ends = self.places.iter().map(|(at, _)| *at).chain([self.text.len()]);
        let (mut rows, mut used): (Vec<Vec<ShownWord>>, usize) = (vec![Vec::new()], 0);
        for (start, end) in starts.zip(ends) {
            let word = sanitize::fit(self.text[start..end].trim_end(), width.saturating_sub(2)).into_owned();
            let wide = words::width(&word) + 1;
            if used + wide > width && used > 0 {
                rows.push(Vec::new());
                used = 0;
            }
            used += wide;
            rows.last_mut().expect("there is a row").push((start, word));
        }
        rows
    }
}

impl Component for Splitting {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Splitting, 90, 10)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let last = self.places.len() - 1;
        match action {
            Action::Next => self.at = (self.at + 1).min(last),
            Action::Previous => self.at = self.at.saturating_sub(1),
            Action::Change => {
                let clause = |at: &usize| self.places[*at].1;
                let next = (self.at + 1..=last).chain(0..=self.at).find(clause);
                match next {
                    Some(at) => self.at = at,
                    None => cx.notify("no clause begins within it"),
                }
            }
            Action::Enter => {
                cx.close();
                units::split(cx, self.id, self.byte());
            }
            _ => return false,
        }
        true
    }

    fn hit(&self, _state: &State, area: Rect, at: Position) -> HitTarget {
        let inner = inside(area);
        let rows = self.rows(usize::from(inner.width));
        let row = at.y.checked_sub(inner.y).and_then(|row| rows.get(usize::from(row)));
        let mut end = usize::from(inner.x);
        let over = row.into_iter().flatten().find(|(_, word)| {
            end += words::width(word) + 1;
            usize::from(at.x) < end
        });
        over.map_or(HitTarget::Nothing, |(start, _)| HitTarget::Byte(*start))
    }

    fn click(&mut self, hit: HitTarget, _cx: &mut Cx) {
        if let HitTarget::Byte(byte) = hit {
            self.at = self.places.iter().position(|(at, _)| *at == byte).unwrap_or(self.at);
        }
    }

    fn click_again(&mut self, hit: HitTarget, cx: &mut Cx) {
        self.click(hit, cx);
        self.update(Action::Enter, Cx::NO_KEY, cx);
    }

    fn wheel(&mut self, _rows: isize, _hit: HitTarget, _cx: &mut Cx) {}

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let heading = format!("Split {}", self.id.shown());
        let keys: [(&[Action], &str); 3] = [
            (&[Action::Previous, Action::Next], "word"),
            (&[Action::Change], "clause"),
            (&[Action::Enter], "splits"),
        ];
        let inner = self.framed(state, frame, area, &heading, &keys);
        let mark = self.byte();
        let rows = self.rows(usize::from(inner.width));
        // The row with the mark is visible.
        let row = rows.iter().position(|row| row.iter().any(|(start, _)| *start == mark)).unwrap_or(0);
        let top = (row + 1).saturating_sub(usize::from(inner.height));
        let lines = rows.into_iter().skip(top).map(|row| {
            let mut line = Vec::new();
            for (start, word) in row {
                let here = start == mark;
                let role = if start < mark { ThemeRole::Text } else { ThemeRole::Accent };
                line.push(theme.span(ThemeRole::Key, if here { "│" } else { " " }));
                line.push(theme.span(role, word));
            }
            Line::from(line)
        });
        widgets::put(frame, inner, lines);
    }
}
