//! The keys: one table, from which dispatch, the hint line, the help, the palette and the documentation are made.

mod keys;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub use keys::KEYS;

/// What a person can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "KEYS has a sentence for each, which the help shows and a test requires")]
pub enum Action {
    Quit,
    Help,
    Palette,
    NextPanel,
    PreviousPanel,
    Zoom,
    SplitLeft,
    SplitRight,
    SplitUp,
    SplitDown,
    SplitReset,
    Edit,
    StopEditing,
    Move,
    Select,
    DeleteBack,
    DeleteForward,
    DeleteWord,
    NewLine,
    SelectAll,
    Copy,
    Cut,
    Paste,
    Undo,
    Redo,
    Save,
    NextCase,
    PreviousCase,
    Rubric,
    NextRubric,
    PreviousRubric,
    Overview,
    WhatIf,
    Influence,
    WholeLabel,
    NextSource,
    PreviousSource,
    Readings,
    Json,
    Theme,
    Suspend,
    Repaint,
    Next,
    Previous,
    Top,
    Bottom,
    PageDown,
    PageUp,
    NextList,
    PreviousList,
    Enter,
    Override,
    TakeBack,
    Dismiss,
    MarkExtraneous,
    MarkIssue,
    Search,
    SearchNext,
    SearchPrevious,
    Change,
    Literal,
    Defaults,
    Close,
    Compare,
    NextSummary,
    PreferThis,
    PreferOther,
    Guidelines,
    AnalyseAnew,
    SaveAndQuit,
    DiscardAndQuit,
}

/// Declares the places once: the enum, the list of all, and their headings in the help.
macro_rules! contexts {
    ($($(#[$doc:meta])* $context:ident = $title:literal,)*) => {
        /// Where keys go to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Context { $($(#[$doc])* $context,)* }

        impl Context {
            /// Every place, in the order of the documentation.
            pub const ALL: &'static [Context] = &[$(Context::$context,)*];

            /// Its heading in the help.
            pub fn title(self) -> &'static str {
                match self { $(Context::$context => $title,)* }
            }
        }
    };
}

contexts! {
    /// Any panel of the main screen, unless the panel has another use for the key.
    Main = "Everywhere on the main screen",
    /// A text that is read.
    Text = "In a text",
    /// A text that is edited.
    Editing = "While editing",
    /// The scores.
    Scores = "In the scores",
    /// The caps.
    Caps = "In the caps",
    /// The labels.
    Labels = "In the labels",
    /// The label in focus with all that is said of it.
    Label = "In a whole label",
    /// The ledger of a metric.
    Ledger = "In a ledger",
    /// The labels that a step of a ledger counts.
    Counts = "In the labels that a step counts",
    /// The readings.
    Readings = "In the readings",
    /// What every rubric says.
    Overview = "In the overview of all rubrics",
    /// What it would take for another verdict.
    WhatIf = "In what it would take",
    /// The labels that decide a verdict over probabilities.
    Influence = "In the most influential labels",
    /// Two summaries side by side.
    Compare = "When comparing two summaries",
    /// The guidelines.
    Guidelines = "In the guidelines",
    /// The report as JSON.
    Json = "In the report as JSON",
    /// The help.
    Help = "In this help",
    /// The command palette.
    Palette = "In the command palette",
    /// The words that a label may have.
    Choice = "When choosing a word",
    /// What to look for.
    Search = "When searching",
    /// What to do with what is not saved.
    Leaving = "When leaving while something is not saved",
}

impl Context {
    /// Whether it is a window about the rubric on the screen, or about all of them.
    pub fn shows_rubric(self) -> bool {
        matches!(
            self,
            Context::Ledger
                | Context::Counts
                | Context::Readings
                | Context::Overview
                | Context::WhatIf
                | Context::Influence
        )
    }

    /// The panels of the main screen, where the keys of [`Context::Main`] count too.
    pub const PANELS: [Context; 4] = [Context::Text, Context::Scores, Context::Caps, Context::Labels];

    /// Whether it is one of them.
    pub fn is_main(self) -> bool {
        Context::PANELS.contains(&self)
    }
}

/// A key, with what is held down besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: KeyCode,
    held: KeyModifiers,
}

impl Key {
    /// A character, as it is typed.
    pub const fn char(c: char) -> Key {
        Key { code: KeyCode::Char(c), held: KeyModifiers::NONE }
    }

    /// A character while Ctrl is held.
    pub const fn ctrl(c: char) -> Key {
        Key { code: KeyCode::Char(c), held: KeyModifiers::CONTROL }
    }

    /// A key that is no character.
    pub const fn code(code: KeyCode) -> Key {
        Key { code, held: KeyModifiers::NONE }
    }

    /// The key while something is held.
    pub const fn with(code: KeyCode, held: KeyModifiers) -> Key {
        Key { code, held }
    }

    fn is(self, event: KeyEvent) -> bool {
        // Shift is part of a typed character, and terminals differ in whether they say so too.
        let held = match event.code {
            KeyCode::Char(_) | KeyCode::BackTab => event.modifiers - KeyModifiers::SHIFT,
            _ => event.modifiers,
        };
        self.code == event.code && self.held == held
    }

    /// The event that a terminal sends for it.
    pub fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.held)
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (flag, name) in
            [(KeyModifiers::CONTROL, "Ctrl-"), (KeyModifiers::ALT, "Alt-"), (KeyModifiers::SHIFT, "Shift-")]
        {
            if self.held.contains(flag) {
                write!(out, "{name}")?;
            }
        }
        match self.code {
            KeyCode::Char(' ') => write!(out, "Space"),
            KeyCode::Char(c) if self.held.contains(KeyModifiers::CONTROL) => {
                write!(out, "{}", c.to_ascii_uppercase())
            }
            KeyCode::Char(c) => write!(out, "{c}"),
            KeyCode::Up => write!(out, "↑"),
            KeyCode::Down => write!(out, "↓"),
            KeyCode::Left => write!(out, "←"),
            KeyCode::Right => write!(out, "→"),
            KeyCode::PageUp => write!(out, "PgUp"),
            KeyCode::PageDown => write!(out, "PgDn"),
            KeyCode::BackTab => write!(out, "Shift-Tab"),
            KeyCode::Delete => write!(out, "Del"),
            other => write!(out, "{other:?}"),
        }
    }
}

/// A row of the table of keys.
#[derive(Debug)]
pub struct Binding {
    /// The keys, the usual one first.
    pub keys: &'static [Key],
    /// How the keys are written where they are too many to name one by one; else empty.
    pub written: &'static str,
    /// Where it counts.
    pub contexts: &'static [Context],
    /// What it does.
    pub action: Action,
    /// A word or two for the hint line; empty where it is not shown there.
    pub hint: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// Other words that people look for it by, which the palette finds; empty where there are none.
    pub also: &'static str,
}

impl Binding {
    /// The row with other words that people look for it by.
    const fn also(self, words: &'static str) -> Binding {
        Binding { also: words, ..self }
    }

    /// Its keys, for people.
    pub fn label(&self) -> String {
        if self.written.is_empty() {
            self.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        } else {
            self.written.to_owned()
        }
    }

    /// Whether it counts in a context, directly or as a key of the main screen.
    pub fn counts_in(&self, context: Context) -> bool {
        self.contexts.contains(&context) || (context.is_main() && self.contexts.contains(&Context::Main))
    }
}

/// What a key does in a context itself, leaving the keys of the whole main screen aside.
pub fn own(context: Context, event: KeyEvent) -> Option<Action> {
    find(context, event)
}

/// What a key does in a context.
pub fn action(context: Context, event: KeyEvent) -> Option<Action> {
    own(context, event).or_else(|| if context.is_main() { find(Context::Main, event) } else { None })
}

fn find(context: Context, event: KeyEvent) -> Option<Action> {
    let row =
        KEYS.iter().find(|row| row.contexts.contains(&context) && row.keys.iter().any(|key| key.is(event)));
    row.map(|row| row.action)
}

/// The keys as a page of Markdown.
pub fn markdown() -> String {
    let mut page = String::from("# Keys\n");
    for &context in Context::ALL {
        page.push_str(&format!("\n## {}\n\n| key | does |\n|---|---|\n", context.title()));
        for row in KEYS.iter().filter(|row| row.contexts.contains(&context)) {
            page.push_str(&format!("| `{}` | {} |\n", row.label().replace('|', "\\|"), row.help));
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_in_one_place() {
        for &context in Context::ALL {
            let mut seen: Vec<Key> = Vec::new();
            for row in KEYS.iter().filter(|row| row.contexts.contains(&context)) {
                for key in row.keys {
                    assert!(!seen.contains(key), "{key} twice in {context:?}");
                    seen.push(*key);
                }
            }
            assert!(!seen.is_empty(), "{context:?} has no key");
        }
    }

    #[test]
    fn every_row_has_its_help() {
        for row in KEYS {
            assert!(row.help.ends_with('.') && row.help.len() > 10, "{:?}: {}", row.action, row.help);
            assert!(!row.keys.is_empty() && !row.contexts.is_empty(), "{:?}", row.action);
        }
    }

    #[test]
    fn the_page_names_every_context() {
        let page = markdown();
        assert!(Context::ALL.iter().all(|context| page.contains(context.title())));
        assert!(page.contains("| `Ctrl-Z` |"));
    }

    #[test]
    fn a_panel_wins_over_the_main_screen() {
        let event = |c| Key::char(c).event();
        assert_eq!(action(Context::Labels, event('x')), Some(Action::TakeBack));
        assert_eq!(action(Context::Scores, event('x')), None);
        assert_eq!(action(Context::Scores, event('?')), Some(Action::Help));
        assert_eq!(action(Context::Editing, event('?')), None);
    }
}
