//! The command palette: the rows of the key table, searched by description.
//!
//! Actions: type; move between rows; Enter closes the palette and runs the row's action.

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;
use ratatui::text::Span;

use crate::tui::component::ComponentRequest;
use crate::tui::keymap::{Key, Keymap, Row};
use crate::tui::prompt::Prompt;
use crate::tui::widgets::rows_below;

use super::prelude::*;
use super::works_from_any_panel;

/// Width of a key, in columns.
const KEY: usize = 12;

#[derive(Debug)]
pub struct Palette {
    /// The context for which commands are offered.
    about: Context,
    typed: Prompt,
    list: ListCursor,
}

/// Opens the palette for the context that received the keys.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    Some(Box::new(Palette { about: cx.context, typed: Prompt::default(), list: ListCursor::default() }))
}

impl Palette {
    /// Returns the commands that match the typed text.
    fn rows<'a>(&self, map: &'a Keymap) -> Vec<&'a Row> {
        matches(map, self.typed.text(), self.about)
    }
}

impl Component for Palette {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Palette, 84, 20)
    }

    fn enter(&mut self, cx: &mut Cx) {
        let rows = self.rows(&cx.state.keys);
        if let Some((action, key)) = rows.get(self.list.cursor()).map(|row| (row.action(), row.event())) {
            cx.close();
            cx.asks.push(ComponentRequest::Run(action, key));
        }
    }

    fn prompt(&mut self) -> Option<&mut Prompt> {
        Some(&mut self.typed)
    }

    fn prompted(&mut self) {
        // The matches have changed, so the choice starts at the top again.
        self.list = ListCursor::default();
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, self.rows(&state.keys).len(), places(area)[0]))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let rows = self.rows(&state.keys);
        let inner = self.framed(state, frame, area, "Commands", &[(&[Action::Enter], "runs"), CLOSES]);
        let width = usize::from(inner.width);
        widgets::prompt(theme, frame, inner, ": ", &self.typed, "");
        let [below, whole] = places(area);
        if rows.is_empty() {
            let none = theme.span(ThemeRole::Dim, " no command matches");
            return widgets::put(frame, below, [Line::from(none)]);
        }
        self.list.draw(theme, rows.len(), frame, below, |at| {
            let key = key_in(&state.keys, rows[at], self.about);
            let key = key.map(ToString::to_string).unwrap_or_default();
            let key = theme.span(ThemeRole::Key, format!(" {} ", words::cell(&key, KEY - 2)));
            let what = sanitize::fit(&rows[at].binding.help, width.saturating_sub(KEY)).into_owned();
            Line::from(vec![key, Span::raw(what)])
        });
        let focus = rows.get(self.list.cursor()).map_or("", |row| row.binding.help.as_str());
        if words::width(focus) + KEY > width {
            let lines = words::wrap(focus, width.saturating_sub(1));
            let line = |line| theme.line(ThemeRole::Dim, format!(" {line}"));
            widgets::put(frame, whole, lines.into_iter().map(line));
        }
    }
}

/// Returns the areas of the commands, below the typed text, and of the full description of the one in focus.
fn places(area: Rect) -> [Rect; 2] {
    /// Rows that the longest description needs on the smallest screen.
    const WORDS: u16 = 4;
    let below = rows_below(inside(area), 1);
    let list = below.height - WORDS.min(below.height / 3);
    [Rect { height: list, ..below }, rows_below(below, list)]
}

/// Returns the key of a command, unless the key does something else in the context.
fn key_in<'a>(map: &Keymap, row: &'a Row, context: Context) -> Option<&'a Key> {
    let means = |key: &Key| map.action(context, key.event()).map(|(action, _)| action);
    row.keys.first().filter(|key| means(key).is_none_or(|action| action == row.action()))
}

/// How far the typed text is the name of a command, or its name on the hint line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    Not,
    /// Every typed word begins a word of a name.
    ByWords,
    Whole,
}

/// Returns the commands that match the typed text, best first; without text, all in the order of the table.
/// Letters scattered over a sentence match most commands, so they count only if no command has words that begin
/// with what was typed.
fn matches<'a>(map: &'a Keymap, typed: &str, context: Context) -> Vec<&'a Row> {
    if typed.trim().is_empty() {
        return offered(map, context).collect();
    }
    let [by_words, by_letters] = ranked(map, typed, context);
    if by_words.is_empty() { by_letters } else { by_words }
}

fn offered(map: &Keymap, context: Context) -> impl Iterator<Item = &Row> {
    let of_label = move |row: &Row| {
        context.is_main() && row.counts_in(Context::Labels) && works_from_any_panel(row.action())
    };
    map.rows().iter().filter(move |row| (row.counts_in(context) || of_label(row)) && is_command(row.action()))
}

/// Returns the commands that have words that begin with those typed, and those that merely have their letters;
/// best first. A command of that name goes before those whose description matches.
fn ranked<'a>(map: &'a Keymap, typed: &str, context: Context) -> [Vec<&'a Row>; 2] {
    let matcher = SkimMatcherV2::default().ignore_case();
    let typed = typed.trim().to_lowercase();
    let mut by_words: Vec<((Named, i64), &Row)> = Vec::new();
    let mut by_letters: Vec<((Named, i64), &Row)> = Vec::new();
    for row in offered(map, context) {
        let name = row.action().name().replace('_', " ");
        let hint = &row.binding.hint;
        let text = format!("{name} {hint} {} {}", row.binding.help, row.binding.also).to_lowercase();
        // Every typed word has to be found, in any order.
        let score: Option<i64> = typed.split_whitespace().map(|word| matcher.fuzzy_match(&text, word)).sum();
        let begins_in = |text: &str| {
            let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
            typed.split_whitespace().all(|typed| words.iter().any(|word| word.starts_with(typed)))
        };
        let named = if name == typed || *hint == typed {
            Named::Whole
        } else if begins_in(&format!("{name} {hint}")) {
            Named::ByWords
        } else {
            Named::Not
        };
        let score = score.map(|score| (named, score));
        let begin = begins_in(&text);
        match score {
            Some(score) if begin => by_words.push((score, row)),
            Some(score) => by_letters.push((score, row)),
            None => {}
        }
    }
    [by_words, by_letters].map(|mut found| {
        // Equal scores stay in the order of the table.
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        found.into_iter().map(|(_, row)| row).collect()
    })
}

/// Returns the actions of a context that have words that begin with those typed, best first.
pub fn actions_by_words(map: &Keymap, typed: &str, context: Context) -> Vec<Action> {
    let [by_words, _] = ranked(map, typed, context);
    by_words.iter().map(|row| row.action()).collect()
}

/// Whether an action makes sense without a specific key, unlike moving by an arrow.
fn is_command(action: Action) -> bool {
    !matches!(action, Action::Move | Action::Select | Action::Palette | Action::NewLine | Action::Rubric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actions(typed: &str, context: Context) -> Vec<Action> {
        matches(&Keymap::default(), typed, context).iter().map(|row| row.action()).collect()
    }

    #[test]
    fn a_few_letters_find_a_command() {
        assert_eq!(actions("readings", Context::Text)[0], Action::Readings);
        assert_eq!(actions("take back decision", Context::Labels)[0], Action::TakeBack);
        assert!(actions("zzzzzz", Context::Text).is_empty());
    }

    #[test]
    fn words_go_before_letters() {
        assert_eq!(actions("agree", Context::Text)[0], Action::Agreement);
        let parse = actions("parse", Context::Text);
        assert!(parse.contains(&Action::Sentence) && parse.len() < 4, "{parse:?}");
        // Skipped letters still find a command on the screen, where one sees what is found.
        assert_eq!(actions("rdngs", Context::Text)[0], Action::Readings);
        assert!(actions_by_words(&Keymap::default(), "rdngs", Context::Text).is_empty());
    }

    #[test]
    fn commands_are_found_by_what_people_call_them() {
        for (typed, context, action) in [
            ("add claim", Context::Text, Action::AddUnit),
            ("hallucination", Context::Text, Action::MarkExtraneous),
            ("mark", Context::Text, Action::MarkExtraneous),
            ("delete", Context::Labels, Action::Dismiss),
            ("compare", Context::Scores, Action::Compare),
            ("improve", Context::Scores, Action::WhatIf),
            ("exit", Context::Scores, Action::Quit),
            ("full screen", Context::Scores, Action::Zoom),
            ("zoom", Context::Scores, Action::Zoom),
            ("save", Context::Scores, Action::Save),
            ("go", Context::Text, Action::GoTo),
            ("next undecided", Context::Text, Action::NextUndecided),
            ("split", Context::Labels, Action::Split),
            ("split", Context::Text, Action::Split),
            ("merge", Context::Text, Action::Merge),
            ("take back", Context::Scores, Action::TakeBack),
            ("split left", Context::Labels, Action::SplitLeft),
        ] {
            assert_eq!(actions(typed, context)[0], action, "{typed}");
        }
    }

    #[test]
    fn a_key_is_shown_where_it_runs_the_command() {
        let map = Keymap::default();
        let shown = |action, context| {
            let row = offered(&map, context).find(|row| row.action() == action).unwrap();
            key_in(&map, row, context).map(ToString::to_string)
        };
        assert_eq!(shown(Action::Merge, Context::Labels).as_deref(), Some("M"));
        // In a text that key marks an issue.
        assert_eq!(shown(Action::Merge, Context::Text), None);
        assert_eq!(shown(Action::Split, Context::Text).as_deref(), Some("S"));
    }

    #[test]
    fn only_commands_of_the_place_are_offered() {
        assert!(!actions("", Context::Scores).contains(&Action::SelectWord));
        assert!(actions("", Context::Scores).contains(&Action::Quit));
    }
}
