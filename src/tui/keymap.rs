//! The keys: one table, from which dispatch, the hint line, the help, the palette and the documentation are made.

mod key;
mod keys;
mod map;
mod named;

pub use key::{Key, KeyError};
pub use keys::KEYS;
pub use map::{Keymap, Rebinding, Row};

/// Declares the actions once: the enum, the list of all, and their names in the configuration.
macro_rules! actions {
    ($($action:ident = $name:literal,)*) => {
        /// What a person can ask for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action { $($action,)* }

        impl Action {
            /// Every action.
            pub const ALL: &'static [Action] = &[$(Action::$action,)*];

            /// Its name in the configuration and on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Action::$action => $name,)* }
            }
        }
    };
}

actions! {
    Quit = "quit",
    Help = "help",
    Palette = "palette",
    NextPanel = "next_panel",
    PreviousPanel = "previous_panel",
    Zoom = "zoom",
    SplitLeft = "split_left",
    SplitRight = "split_right",
    SplitUp = "split_up",
    SplitDown = "split_down",
    SplitReset = "split_reset",
    Edit = "edit",
    Editor = "editor",
    StopEditing = "stop_editing",
    Move = "move",
    Select = "select",
    DeleteBack = "delete_back",
    DeleteForward = "delete_forward",
    DeleteWord = "delete_word",
    NewLine = "new_line",
    SelectAll = "select_all",
    SelectWord = "select_word",
    SelectSentence = "select_sentence",
    Copy = "copy",
    Cut = "cut",
    Paste = "paste",
    Undo = "undo",
    Redo = "redo",
    Save = "save",
    NextCase = "next_case",
    PreviousCase = "previous_case",
    NextUndecided = "next_undecided",
    GoTo = "go_to",
    Cases = "cases",
    Filter = "filter",
    ClearFilter = "clear_filter",
    Sort = "sort",
    Columns = "columns",
    Bulk = "bulk",
    UndoBulk = "undo_bulk",
    Progress = "progress",
    Accept = "accept",
    Decide = "decide",
    Flag = "flag",
    Comment = "comment",
    Comments = "comments",
    Rubric = "rubric",
    NextRubric = "next_rubric",
    PreviousRubric = "previous_rubric",
    Overview = "overview",
    WhatIf = "what_if",
    Influence = "influence",
    WholeLabel = "whole_label",
    Reason = "reason",
    LabelByLabel = "claims",
    Confirm = "confirm",
    Repeat = "repeat",
    Everywhere = "everywhere",
    JumpBack = "jump_back",
    AutoAdvance = "auto_advance",
    Mark = "mark",
    Rules = "rules",
    Scope = "scope",
    DropRule = "drop_rule",
    NextSource = "next_source",
    PreviousSource = "previous_source",
    Readings = "readings",
    Json = "json",
    Sentence = "sentence",
    Theme = "theme",
    Suspend = "suspend",
    Repaint = "repaint",
    Next = "next",
    Previous = "previous",
    Top = "top",
    Bottom = "bottom",
    PageDown = "page_down",
    PageUp = "page_up",
    NextList = "next_list",
    PreviousList = "previous_list",
    Enter = "enter",
    Override = "override",
    TakeBack = "take_back",
    Dismiss = "dismiss",
    MarkExtraneous = "mark_extraneous",
    MarkIssue = "mark_issue",
    AddUnit = "add_unit",
    Split = "split",
    Merge = "merge",
    Reword = "reword",
    Fold = "fold",
    Search = "search",
    SearchNext = "search_next",
    SearchPrevious = "search_previous",
    Change = "change",
    Literal = "literal",
    Defaults = "defaults",
    Close = "close",
    Export = "export",
    Compare = "compare",
    NextSummary = "next_summary",
    PreferThis = "prefer_this",
    PreferOther = "prefer_other",
    Rank = "rank",
    Guidelines = "guidelines",
    HandIn = "hand_in",
    EngineWrong = "engine_wrong",
    AnalyseAnew = "reanalyse",
    AskJudge = "ask_judge",
    Lesson = "lesson",
    Lessons = "lessons",
    Hint = "hint",
    Predict = "predict",
    Reveal = "reveal",
    StartOver = "start_over",
    Strengths = "strengths",
    StepThrough = "step_through",
    Breakpoint = "breakpoint",
    BreakOn = "break_on",
    RunOn = "run_on",
    Agreement = "agreement",
    Adjudicate = "adjudicate",
    HideNames = "hide_names",
    SaveAndQuit = "save_and_quit",
    SaveCopy = "save_copy",
    DiscardAndQuit = "discard_and_quit",
}

/// Declares the places once: the enum, the list of all, their names in the configuration and headings in the help.
macro_rules! contexts {
    ($($(#[$doc:meta])* $context:ident = $name:literal, $title:literal;)*) => {
        /// Where keys go to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Context { $($(#[$doc])* $context,)* }

        impl Context {
            /// Every place, in the order of the documentation.
            pub const ALL: &'static [Context] = &[$(Context::$context,)*];

            /// Its name in the configuration.
            pub fn name(self) -> &'static str {
                match self { $(Context::$context => $name,)* }
            }

            /// Its heading in the help.
            pub fn title(self) -> &'static str {
                match self { $(Context::$context => $title,)* }
            }
        }
    };
}

contexts! {
    /// Any panel of the main screen, unless the panel has another use for the key.
    Main = "main", "Everywhere on the main screen";
    /// A text that is read.
    Text = "text", "In a text";
    /// A text that is edited.
    Editing = "editing", "While editing";
    /// The scores.
    Scores = "scores", "In the scores";
    /// The caps.
    Caps = "caps", "In the caps";
    /// The labels.
    Labels = "labels", "In the labels";
    /// The label in focus with all its details.
    Label = "label", "In a whole label";
    /// Label by label, large.
    LabelByLabel = "claims", "Claim by claim";
    /// Several labels at once.
    Marked = "marked", "When setting several labels at once";
    /// Rules of the annotator.
    Rules = "rules", "In your rules";
    /// The ledger of a metric.
    Ledger = "ledger", "In a ledger";
    /// The labels that a step of a ledger counts.
    Counts = "counts", "In the labels that a step counts";
    /// The readings.
    Readings = "readings", "In the readings";
    /// The results of every rubric.
    Overview = "overview", "In the overview of all rubrics";
    /// What it would take for another verdict.
    WhatIf = "what_if", "In the what-if screen";
    /// The labels that decide a verdict over probabilities.
    Influence = "influence", "In the most influential labels";
    /// The forms in which the session leaves the program.
    Export = "export", "When exporting";
    /// Summaries side by side.
    Compare = "compare", "When comparing summaries";
    /// The guidelines.
    Guidelines = "guidelines", "In the guidelines";
    /// The table of the queue.
    Cases = "cases", "In the table of cases";
    /// Which columns the table has.
    Columns = "columns", "When choosing columns";
    /// What needs no look.
    Bulk = "bulk", "When accepting many cases at once";
    /// The engine's labels of a case that was judged blind.
    Differences = "differences", "In the differences from the engine";
    /// How far the annotator is.
    Progress = "progress", "In the progress";
    /// A filter, or a case to go to.
    Asking = "asking", "When typing a filter or a case";
    /// The report as JSON.
    Json = "json", "In the report as JSON";
    /// How a sentence is read.
    Sentence = "sentence", "In how a sentence is read";
    /// The help.
    Help = "help", "In this help";
    /// The command palette.
    Palette = "palette", "In the command palette";
    /// The words that a label may have.
    Choice = "choice", "When choosing a word";
    /// The verdict that a person gives.
    Verdict = "verdict", "When deciding on the verdict";
    /// A line that is typed: a reason, a question, other words for a unit.
    Typing = "typing", "When typing a reason, a question or a wording";
    /// Where a unit is to be split.
    Splitting = "splitting", "When splitting a unit";
    /// A comment that is being written.
    Writing = "writing", "When writing a comment";
    /// The comments on the case.
    Comments = "comments", "In the comments";
    /// What to look for.
    Search = "search", "When searching";
    /// The lesson.
    Lesson = "lesson", "In a lesson";
    /// All lessons.
    Lessons = "lessons", "In the list of lessons";
    /// What a person expects before they see what came out.
    Predict = "predict", "When saying what you expect";
    /// The same, beside what came out.
    Predicted = "predicted", "In what you expected";
    /// What the gym remembers.
    Strengths = "strengths", "In the strengths and weaknesses";
    /// The arithmetic, step by step.
    Stepping = "stepping", "When stepping through the arithmetic";
    /// How annotators agree.
    Agreement = "agreement", "In the agreement of annotators";
    /// What annotators differ on.
    Adjudication = "adjudication", "When deciding where annotators differ";
    /// Disagreements that are alike.
    Alike = "alike", "When deciding disagreements that are alike";
    /// Mutants, read one by one.
    Mutants = "mutants", "When reviewing mutants";
    /// What to do with what is not saved.
    Leaving = "leaving", "When leaving while something is not saved";
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

    pub fn is_main(self) -> bool {
        Context::PANELS.contains(&self)
    }

    /// Whether letters choose there.
    pub fn is_chosen_in(self) -> bool {
        matches!(self, Context::Choice | Context::Verdict)
    }

    /// Whether characters are typed there, or letters chosen, so that none can be a key.
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

/// A row of the table of keys, as it is without a configuration.
#[derive(Debug)]
pub struct Binding {
    /// The keys, the usual one first.
    pub keys: &'static [Key],
    /// How the keys are written where they are too many to name one by one; else empty.
    pub written: &'static str,
    /// What else asks for it, in a word; else empty.
    pub besides: &'static str,
    /// The actions whose keys the hint line shows together with its own, in this order; else empty.
    pub pair: &'static [Action],
    /// Where it counts.
    pub contexts: &'static [Context],
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

    /// The row with what else asks for it.
    const fn besides(self, word: &'static str) -> Binding {
        Binding { besides: word, ..self }
    }

    /// The row with the actions that the hint line shows as one.
    const fn pair(self, actions: &'static [Action]) -> Binding {
        Binding { pair: actions, ..self }
    }

    /// Whether each of its keys does something else: goes another way, or takes another rubric.
    pub fn is_by_key(&self) -> bool {
        matches!(self.action, Action::Move | Action::Select | Action::Rubric)
    }
}

/// A row that counts in this many contexts of a kind stands once on the page of keys, before the others.
const COMMON: usize = 5;
const COMMON_IN_LISTS: &str = "
These keys hold where a screen gives them no meaning of its own, and are not repeated below. A click goes to a row, and a click
on the row in focus does what `Enter` does; where the rows are choices, the first click does.
";
const COMMON_IN_LINES: &str = "
These keys are not repeated below.
";

/// The keys as a page of Markdown: those of many contexts once, then what each context adds.
pub fn markdown() -> String {
    let map = Keymap::default();
    let mut page = String::from("# Keys\n");
    let mut table = |title: &str, about: &str, rows: &[&Row]| {
        page.push_str(&format!("\n## {title}\n{about}\n"));
        page.push_str(if rows.is_empty() {
            "Those of the tables above.\n"
        } else {
            "| key | does |\n|---|---|\n"
        });
        for row in rows {
            page.push_str(&format!("| `{}` | {} |\n", row.label().replace('|', "\\|"), row.binding.help));
        }
    };
    let is_common = |row: &Row, typed: bool| {
        row.contexts.iter().filter(|context| context.is_typed_in() == typed).count() >= COMMON
    };
    let common = |typed| map.rows().iter().filter(|row| is_common(row, typed)).collect::<Vec<_>>();
    table("In lists and windows", COMMON_IN_LISTS, &common(false));
    table("Where you type or choose", COMMON_IN_LINES, &common(true));
    for &context in Context::ALL {
        let rows = map.rows_of(context).filter(|row| !is_common(row, context.is_typed_in()));
        table(context.title(), "", &rows.collect::<Vec<_>>());
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
        let map = Keymap::default();
        let action = |context, c| map.action(context, Key::char(c).event()).map(|(action, _)| action);
        assert_eq!(action(Context::Labels, 'x'), Some(Action::TakeBack));
        assert_eq!(action(Context::Scores, 'x'), None);
        assert_eq!(action(Context::Scores, '?'), Some(Action::Help));
        assert_eq!(action(Context::Editing, '?'), None);
    }
}
