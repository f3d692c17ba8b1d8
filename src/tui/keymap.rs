//! The keys. One table (`keys.toml`) is the source of dispatch, the hint line, the help, the palette and the
//! documentation.

mod key;
mod keys;
mod map;

use serde::Deserialize;
use strum::VariantArray;

pub use key::{Key, KeyError};
pub use keys::bindings;
pub use map::{Keymap, Rebinding, Row};

/// An action that a key or a command can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, strum::IntoStaticStr, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
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
    Editor,
    StopEditing,
    Move,
    Select,
    DeleteBack,
    DeleteForward,
    DeleteWord,
    NewLine,
    SelectAll,
    SelectWord,
    SelectSentence,
    Copy,
    Cut,
    Paste,
    Undo,
    Redo,
    Save,
    NextCase,
    PreviousCase,
    NextUndecided,
    GoTo,
    Cases,
    Filter,
    ClearFilter,
    Sort,
    Columns,
    Bulk,
    UndoBulk,
    Progress,
    Accept,
    Decide,
    Flag,
    Comment,
    Comments,
    Rubric,
    NextRubric,
    PreviousRubric,
    Overview,
    WhatIf,
    Influence,
    WholeLabel,
    Reason,
    #[serde(rename = "claims")]
    #[strum(serialize = "claims")]
    LabelByLabel,
    Confirm,
    Repeat,
    Everywhere,
    JumpBack,
    AutoAdvance,
    Mark,
    Rules,
    Scope,
    DropRule,
    NextSource,
    PreviousSource,
    Readings,
    Json,
    Sentence,
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
    AddUnit,
    Split,
    Merge,
    Reword,
    Fold,
    Search,
    SearchNext,
    SearchPrevious,
    Change,
    Literal,
    Defaults,
    Close,
    Export,
    Compare,
    NextSummary,
    PreferThis,
    PreferOther,
    Rank,
    Guidelines,
    HandIn,
    EngineWrong,
    Reanalyse,
    AskJudge,
    Lesson,
    Lessons,
    Hint,
    Predict,
    Reveal,
    StartOver,
    Strengths,
    StepThrough,
    Breakpoint,
    BreakOn,
    RunOn,
    Agreement,
    Adjudicate,
    HideNames,
    SaveAndQuit,
    SaveCopy,
    DiscardAndQuit,
}

impl Action {
    /// All actions.
    pub const ALL: &'static [Action] = Action::VARIANTS;

    /// Returns its name in the configuration and on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The hint that the close key closes a window.
pub const CLOSES: (&[Action], &str) = (&[Action::Close], "closes");

/// A context in which keys apply. `keys.toml` has a heading for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, strum::IntoStaticStr, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Context {
    Main,
    Text,
    Editing,
    Scores,
    Caps,
    Labels,
    Label,
    #[serde(rename = "claims")]
    #[strum(serialize = "claims")]
    LabelByLabel,
    Marked,
    Rules,
    Ledger,
    Counts,
    Readings,
    Overview,
    WhatIf,
    Influence,
    Export,
    Compare,
    Guidelines,
    Cases,
    Columns,
    Bulk,
    Differences,
    Progress,
    Asking,
    Json,
    Sentence,
    Help,
    Palette,
    Choice,
    Verdict,
    Typing,
    Splitting,
    Writing,
    Comments,
    Search,
    Lesson,
    Lessons,
    Predict,
    Predicted,
    Strengths,
    Stepping,
    Agreement,
    Adjudication,
    Alike,
    Mutants,
    Leaving,
}

impl Context {
    /// All contexts, in the order of the documentation.
    pub const ALL: &'static [Context] = Context::VARIANTS;

    /// Returns its name in the configuration.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns its heading in the help.
    pub fn title(self) -> &'static str {
        keys::title(self)
    }

    /// Whether it is a window about the current rubric, or about all rubrics.
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

    /// The panels of the main screen, in which the keys of [`Context::Main`] apply too.
    pub const PANELS: [Context; 4] = [Context::Text, Context::Scores, Context::Caps, Context::Labels];

    pub fn is_main(self) -> bool {
        Context::PANELS.contains(&self)
    }

    /// Whether letters make choices in it.
    pub fn is_chosen_in(self) -> bool {
        matches!(self, Context::Choice | Context::Verdict)
    }

    /// Whether characters are typed in it, or letters make choices, so that no character can be a key.
    pub fn is_typed_in(self) -> bool {
        matches!(
            self,
            Context::Editing
                | Context::Palette
                | Context::Search
                | Context::Choice
                | Context::Verdict
                | Context::Asking
                | Context::Typing
                | Context::Writing
                | Context::Predict
        )
    }
}

/// A row of the table of keys, before the configuration is applied.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// The keys; the first is the usual one.
    pub keys: Vec<Key>,
    /// How the keys are written if they are too many to list; otherwise empty.
    #[serde(default)]
    pub written: String,
    /// Another way to ask for the action, in a word; otherwise empty.
    #[serde(default)]
    pub besides: String,
    /// Actions whose keys the hint line shows together with this one's, in this order.
    #[serde(default)]
    pub pair: Vec<Action>,
    /// Contexts in which it applies.
    #[serde(default, rename = "in")]
    pub contexts: Vec<Context>,
    /// A named list of contexts in which it applies too.
    pub in_all: Option<String>,
    /// Contexts of that list in which it does not apply.
    #[serde(default)]
    except: Vec<Context>,
    pub action: Action,
    /// A word or two for the hint line; empty if it is not shown there.
    #[serde(default)]
    pub hint: String,
    /// What it does, in a sentence.
    pub help: String,
    /// Other words that the palette finds it by; empty if there are none.
    #[serde(default)]
    pub also: String,
}

impl Binding {
    /// Whether each of its keys does something else: moves in another direction, or chooses another rubric.
    pub fn is_by_key(&self) -> bool {
        matches!(self.action, Action::Move | Action::Select | Action::Rubric)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_in_one_place() {
        for &context in Context::ALL {
            let mut seen: Vec<Key> = Vec::new();
            for row in bindings().iter().filter(|row| row.contexts.contains(&context)) {
                for key in &row.keys {
                    assert!(!seen.contains(key), "{key} twice in {context:?}");
                    seen.push(*key);
                }
            }
            assert!(!seen.is_empty(), "{context:?} has no key");
        }
    }

    #[test]
    fn every_row_has_its_help() {
        for row in bindings() {
            assert!(row.help.ends_with('.') && row.help.len() > 10, "{:?}: {}", row.action, row.help);
            assert!(!row.keys.is_empty() && !row.contexts.is_empty(), "{:?}", row.action);
        }
    }

    #[test]
    fn a_panel_wins_over_the_main_screen() {
        let map = Keymap::default();
        let action = |context, c| map.action(context, Key::char(c).event()).map(|(action, _)| action);
        assert_eq!(action(Context::Labels, 'x'), Some(Action::TakeBack));
        assert_eq!(action(Context::Scores, 'x'), None);
        assert_eq!(action(Context::Scores, '?'), Some(Action::Help));
        assert_eq!(action(Context::Editing, '?'), None);
    }
}
