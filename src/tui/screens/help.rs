//! The help: all keys of the current context, from the table of keys, and the meaning of the signs on the
//! screen.
//!
//! Actions: scroll.

use ratatui::text::{Line as Drawn, Span};

use crate::tui::keymap::Keymap;
use crate::tui::list::Scroll;

use super::prelude::*;

/// Width of the screen, in columns.
const WIDTH: u16 = 100;
/// Width of the keys, in columns.
const KEYS_WIDTH: usize = 14;

#[derive(Debug)]
pub struct Help {
    /// The context that the help is about.
    about: Context,
    scroll: Scroll,
}

/// Opens the help for the context that received the keys.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    Some(Box::new(Help { about: cx.context, scroll: Scroll::default() }))
}

/// Returns the keys of a context with their functions, wrapped at a width.
pub fn keys(theme: &Theme, map: &Keymap, about: Context, width: usize) -> Vec<Drawn<'static>> {
    drawn(theme, of_context(map, about), width)
}

/// Draws lines, wrapped at a width.
fn drawn(theme: &Theme, lines: Vec<Line>, width: usize) -> Vec<Drawn<'static>> {
    let mut rows: Vec<Drawn> = Vec::new();
    for line in lines {
        match line {
            Line::Gap => rows.push(Drawn::default()),
            Line::Title(words) => rows.push(Drawn::from(theme.span(ThemeRole::Title, words))),
            Line::Key(key, what) => {
                let keys = words::wrap(&key, KEYS_WIDTH);
                let whats = words::wrap(what, width.saturating_sub(KEYS_WIDTH + 4));
                for at in 0..keys.len().max(whats.len()) {
                    let key = words::cell(keys.get(at).map_or("", String::as_str), KEYS_WIDTH);
                    rows.push(Drawn::from(vec![
                        theme.span(ThemeRole::Key, format!("  {key} ")),
                        Span::raw(whats.get(at).cloned().unwrap_or_default()),
                    ]));
                }
            }
        }
    }
    rows
}

impl Help {
    /// Returns the lines, wrapped at a width.
    fn rows(&self, state: &State, width: usize) -> Vec<Drawn<'static>> {
        drawn(&state.theme, lines(&state.keys, self.about), width)
    }
}

impl Component for Help {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Help, WIDTH, u16::MAX)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let inner = inside(cx.area);
        let rows = self.rows(cx.state, usize::from(inner.width)).len();
        self.scroll.act(action, rows, usize::from(inner.height))
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let inner =
            self.framed(state, frame, area, "Keys", &[(&[Action::Next, Action::Previous], "scroll"), CLOSES]);
        let rows = self.rows(state, usize::from(inner.width));
        let height = usize::from(inner.height);
        let top = self.scroll.top(rows.len(), height);
        widgets::more(&state.theme, frame, area, self.scroll.below(rows.len(), height));
        widgets::put(frame, inner, rows.into_iter().skip(top));
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    Title(&'static str),
    Key(String, &'static str),
    Gap,
}

/// Returns the keys of a context, then the keys of the whole main screen, then the signs of the screen.
fn lines(map: &Keymap, about: Context) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut contexts = vec![about];
    if about.is_main() {
        contexts.push(Context::Main);
    }
    for context in contexts {
        if !lines.is_empty() {
            lines.push(Line::Gap);
        }
        lines.extend(of_context(map, context));
    }
    lines.push(Line::Gap);
    lines.push(Line::Title("What the signs mean"));
    lines.extend(SIGNS.iter().map(|(sign, meaning)| Line::Key((*sign).to_owned(), meaning)));
    lines
}

/// Returns the keys of one context below its title.
fn of_context(map: &Keymap, context: Context) -> Vec<Line> {
    let rows = map.rows_of(context).map(|row| Line::Key(row.label(), row.binding.help.as_str()));
    std::iter::once(Line::Title(context.title())).chain(rows).collect()
}

/// The signs of the screen, with their meanings.
const SIGNS: &[(&str, &str)] = &[
    ("▼ ▲", "How much a score fell or rose since the case was opened."),
    ("●", "A cap that fired and lowers the score, alone or with another cap."),
    ("◐", "A cap that fired and lowers no score: the score is as low without it."),
    ("○", "A cap that did not fire, and how far it is from firing."),
    ("?", "A cap that cannot be decided: an input is missing."),
    ("raw", "The score before the caps, where a cap lowered it."),
    ("ᵃ ᵇ ᶜ", "The label, in the list shown, that rests on the words; the list has the same letter."),
    ("⟦ ⟧", "The words of the label in focus."),
    ("…", "The value is of the text before your last key; the new one is on its way."),
    ("✎", "The text differs from the file."),
    ("✓ ! ✗", "On a narrow screen: PASS, WARN and FAIL of a rubric; ? is INCOMPLETE, E is ERROR."),
    ("↓", "Lower is better: the bar of such a score is best when empty."),
    ("█▒┃░", "An expected score (┃) and the interval that it lies in nine times in ten (▒)."),
    ("± !", "In the readings: the score, or the verdict too, depends on how the rule is read."),
    ("unclear rule", "A rule that can be read in several ways; R shows which would change the verdict."),
];
