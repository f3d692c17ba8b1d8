//! The table of keys.

use crossterm::event::{KeyCode, KeyModifiers};

use super::{Action, Binding, Context, Key};

use Context::{
    Asking, Bulk, Caps, Cases, Choice, Columns, Comments, Compare, Counts, Editing, Export, Guidelines, Help,
    Influence, Json, Label, Labels, Leaving, Ledger, Main, Overview, Palette, Progress, Readings, Scores,
    Search, Splitting, Text, Typing, Verdict, WhatIf, Writing,
};

const UP: Key = Key::code(KeyCode::Up);
const DOWN: Key = Key::code(KeyCode::Down);
const LEFT: Key = Key::code(KeyCode::Left);
const RIGHT: Key = Key::code(KeyCode::Right);
const PAGE_UP: Key = Key::code(KeyCode::PageUp);
const PAGE_DOWN: Key = Key::code(KeyCode::PageDown);
const HOME: Key = Key::code(KeyCode::Home);
const END: Key = Key::code(KeyCode::End);
const ESC: Key = Key::code(KeyCode::Esc);
const ENTER: Key = Key::code(KeyCode::Enter);
const TAB: Key = Key::code(KeyCode::Tab);
const BACK_TAB: Key = Key::code(KeyCode::BackTab);

const fn ctrl(code: KeyCode) -> Key {
    Key::with(code, KeyModifiers::CONTROL)
}

const fn shift(code: KeyCode) -> Key {
    Key::with(code, KeyModifiers::SHIFT)
}

const fn ctrl_shift(code: KeyCode) -> Key {
    Key::with(code, KeyModifiers::CONTROL.union(KeyModifiers::SHIFT))
}

const MOVES: &[Key] = &[
    UP,
    DOWN,
    LEFT,
    RIGHT,
    HOME,
    END,
    PAGE_UP,
    PAGE_DOWN,
    ctrl(KeyCode::Left),
    ctrl(KeyCode::Right),
    ctrl(KeyCode::Home),
    ctrl(KeyCode::End),
];

const SELECTS: &[Key] = &[
    shift(KeyCode::Up),
    shift(KeyCode::Down),
    shift(KeyCode::Left),
    shift(KeyCode::Right),
    shift(KeyCode::Home),
    shift(KeyCode::End),
    shift(KeyCode::PageUp),
    shift(KeyCode::PageDown),
    ctrl_shift(KeyCode::Left),
    ctrl_shift(KeyCode::Right),
    ctrl_shift(KeyCode::Home),
    ctrl_shift(KeyCode::End),
];

/// Up and down, as the hint line shows them.
const ROWS: &[Action] = &[Action::Next, Action::Previous];

const LISTS: &[Context] = &[Scores, Caps, Labels];
const WINDOWS: &[Context] = &[
    Cases, Label, Ledger, Counts, Comments, Readings, Overview, WhatIf, Influence, Compare, Guidelines,
    Export, Json, Help, Columns, Bulk, Progress,
];
/// Where a screenful is a step.
const PAGED: &[Context] =
    &[Cases, Columns, Bulk, Json, Help, Label, Readings, Overview, Influence, Compare, Guidelines];
/// Where the rubric on the screen may be changed.
const RUBRICS: &[Context] = &[Main, Ledger, Readings, Overview, WhatIf, Influence, Guidelines];

const fn row(
    keys: &'static [Key],
    contexts: &'static [Context],
    action: Action,
    hint: &'static str,
    help: &'static str,
) -> Binding {
    written("", keys, contexts, action, hint, help)
}

const fn written(
    written: &'static str,
    keys: &'static [Key],
    contexts: &'static [Context],
    action: Action,
    hint: &'static str,
    help: &'static str,
) -> Binding {
    Binding { keys, written, besides: "", pair: &[], contexts, action, hint, help, also: "" }
}

/// Every key. The hint line shows the rows of the place in this order, as many as fit.
pub const KEYS: &[Binding] = &[
    // A place's own keys come first: they are the first hints.
    row(&[ESC], &[Editing], Action::StopEditing, "done", "Stop editing; the text stays as it is now."),
    row(&[Key::ctrl('u')], &[Editing], Action::Undo, "undo", "Take back the last edit."),
    row(
        &[Key::ctrl('r'), Key::ctrl('y')],
        &[Editing],
        Action::Redo,
        "redo",
        "Make the edit again that was taken back.",
    ),
    written(
        "arrows Home End PgUp PgDn Ctrl-arrows",
        MOVES,
        &[Text, Editing],
        Action::Move,
        "",
        "Move the cursor: by character, line, screen, word (Ctrl-←, Ctrl-→), to the ends of the line or the text (Ctrl-Home, Ctrl-End).",
    ),
    written(
        "Shift-arrows",
        SELECTS,
        &[Text, Editing],
        Action::Select,
        "select",
        "Select from the cursor on; with Ctrl by words. Dragging the mouse selects too.",
    ),
    row(
        &[Key::code(KeyCode::Backspace), Key::ctrl('h')],
        &[Editing],
        Action::DeleteBack,
        "",
        "Delete the character before the cursor, or the selection.",
    ),
    row(
        &[Key::code(KeyCode::Delete)],
        &[Editing],
        Action::DeleteForward,
        "",
        "Delete the character after the cursor, or the selection.",
    ),
    row(
        &[Key::ctrl('w'), Key::with(KeyCode::Backspace, KeyModifiers::ALT)],
        &[Editing],
        Action::DeleteWord,
        "",
        "Delete the word before the cursor.",
    ),
    row(&[ENTER], &[Editing], Action::NewLine, "", "Begin a new line."),
    row(&[Key::ctrl('a')], &[Text, Editing], Action::SelectAll, "", "Select the whole text."),
    row(
        &[Key::ctrl('c')],
        &[Text, Editing],
        Action::Copy,
        "",
        "Copy the selection, for the terminal's clipboard too.",
    ),
    row(&[Key::ctrl('x')], &[Editing], Action::Cut, "", "Cut the selection out and keep it for pasting."),
    row(
        &[Key::ctrl('v')],
        &[Text, Editing],
        Action::Paste,
        "",
        "Paste what was copied or cut here; the terminal's own paste works too.",
    ),
    row(
        &[ENTER],
        &[Text],
        Action::Enter,
        "label",
        "Go to the label of the words at the cursor; again for the next one there.",
    ),
    row(
        &[ENTER],
        &[Scores],
        Action::Enter,
        "ledger",
        "Open the ledger of the metric: how its score came about, step by step.",
    ),
    row(
        &[ENTER],
        &[Caps],
        Action::Enter,
        "cause",
        "Go to the label that made the cap fire, then on to its words; list the caps that did not fire, or fold them.",
    ),
    row(
        &[ENTER],
        &[Labels],
        Action::Enter,
        "jump",
        "Scroll both texts to the words that the label rests on.",
    ),
    row(&[Key::char('j'), DOWN], LISTS, Action::Next, "row", "Go to the next row.").pair(ROWS),
    row(&[Key::char('k'), UP], LISTS, Action::Previous, "", "Go to the previous row."),
    row(&[Key::char('j')], &[Text], Action::Next, "", "Go to the next label of the list shown, whose words are lit."),
    row(&[Key::char('k')], &[Text], Action::Previous, "", "Go to the previous label."),
    row(&[HOME, Key::char('g')], LISTS, Action::Top, "", "Go to the first row."),
    row(&[END, Key::char('G')], LISTS, Action::Bottom, "", "Go to the last row."),
    row(
        &[Key::char('o')],
        &[Labels],
        Action::Override,
        "override",
        "Say what the label is: press the letter that stands before the word, or the key for a list of the words.",
    ).besides("letter").also("change label set decide correct relabel disagree"),
    row(&[Key::char('x')], &[Labels], Action::TakeBack, "take back", "Take your decision on the label back.").also("remove decision undo override reset restore"),
    row(
        &[Key::char('d')],
        &[Labels],
        Action::Dismiss,
        "reject",
        "Reject the label: the finding is none, the unit does not count.",
    ).also("delete remove dismiss false positive not a finding"),
    row(
        &[Key::char('S')],
        &[Labels],
        Action::Split,
        "",
        "Split the claim, key point or question in two, at a place that you choose.",
    ).also("cut divide separate claim key point question unit"),
    row(
        &[Key::char('M')],
        &[Labels],
        Action::Merge,
        "",
        "Merge the claim, key point or question with the next one.",
    ).also("join combine unite claim key point question unit"),
    row(
        &[Key::char('E')],
        &[Labels],
        Action::Reword,
        "",
        "Put the claim, key point or question in other words.",
    ).also("rephrase rewrite edit text claim key point question unit"),
    row(
        &[Key::char('m')],
        &[Text],
        Action::MarkExtraneous,
        "",
        "Mark the selection in the summary as wording that the article does not support.",
    ).also("add claim unsupported hallucination highlight annotate"),
    row(
        &[Key::char('a')],
        &[Text],
        Action::AddUnit,
        "add",
        "Add the selection as a claim, key point, question, deviation or another label; a list opens.",
    ).also("new create missing unit key point question deviation"),
    row(
        &[Key::char('M')],
        &[Text],
        Action::MarkIssue,
        "",
        "Mark the selection in the summary as biased or offensive wording; a list of kinds opens.",
    ).also("add issue bias toxic offensive highlight annotate"),
    // The table of cases.
    row(&[ENTER], &[Cases], Action::Enter, "open", "Open the case."),
    row(
        &[Key::char('/'), Key::char('f')],
        &[Cases],
        Action::Filter,
        "filter",
        "Show some cases only, by any column or by words in their texts and comments; going to the next case follows.",
    ).also("search find full text only where"),
    row(&[Key::char('x')], &[Cases], Action::ClearFilter, "", "Show all cases again."),
    written(
        "s ← →",
        &[Key::char('s')],
        &[Cases],
        Action::Sort,
        "sort",
        "Sort by the column in focus, which ← and → move; again for the other way round. A click on its heading does the same.",
    ).also("order column"),
    written("→", &[RIGHT, Key::char('l')], &[Cases], Action::NextList, "", "Put the next column in focus."),
    written("←", &[LEFT, Key::char('h')], &[Cases], Action::PreviousList, "", "Put the previous column in focus."),
    row(&[Key::char('c')], &[Cases], Action::Columns, "columns", "Choose the columns."),
    row(
        &[Key::char('b')],
        &[Cases],
        Action::Bulk,
        "bulk accept",
        "Accept what needs no look: cases that pass with every label certain. It is shown first, and asked.",
    ).also("many all at once certain pass"),
    row(&[Key::char('z')], &[Cases, Bulk], Action::UndoBulk, "", "Take the last bulk step back."),
    row(
        &[Key::char('a')],
        &[Bulk],
        Action::Enter,
        "accept",
        "Accept the cases that are listed; asks once more.",
    ),
    row(&[Key::char('y')], &[Bulk], Action::Change, "", "Yes: accept them."),
    row(
        &[Key::char('+'), RIGHT],
        &[Bulk],
        Action::NextList,
        "surer",
        "Take surer cases only: the threshold goes up.",
    ),
    row(&[Key::char('-'), LEFT], &[Bulk], Action::PreviousList, "", "Take less sure cases too: the threshold goes down."),
    row(
        &[Key::char(' '), ENTER],
        &[Columns],
        Action::Change,
        "show or hide",
        "Show the column, or hide it.",
    ),
    row(&[Key::char('d')], &[Columns], Action::Defaults, "usual", "Show the usual columns."),
    // Windows over the main screen.
    row(&[Key::ctrl('s')], &[Writing], Action::Enter, "keep", "Keep the comment."),
    row(&[TAB], &[Writing], Action::Change, "on what", "Comment on something else: selected words, label or case."),
    row(&[ENTER], &[Writing], Action::NewLine, "new line", "Begin a new line."),
    row(&[RIGHT], &[Splitting], Action::Next, "", "Go to the next word."),
    row(&[LEFT], &[Splitting], Action::Previous, "", "Go to the previous word."),
    row(&[TAB], &[Splitting], Action::Change, "next clause", "Go to where the next clause may begin."),
    row(&[ENTER], &[Splitting], Action::Enter, "split", "Split the unit at the mark."),
    row(&[ENTER], &[Comments], Action::Enter, "go to it", "Go to what the comment is about."),
    row(&[Key::char('j'), DOWN], WINDOWS, Action::Next, "row", "Go to the next step, row or line.").pair(ROWS),
    row(&[Key::char(' ')], &[Ledger, Guidelines, Json, Help], Action::Next, "", "Go to the next step, row or line."),
    row(&[Key::char('k'), UP], WINDOWS, Action::Previous, "", "Go to the previous step, row or line."),
    row(
        &[ENTER],
        &[Ledger],
        Action::Enter,
        "its labels",
        "Open the labels that the step counts, such as the key points that are the F.",
    ),
    row(&[ENTER], &[Counts], Action::Enter, "go to it", "Go to the label, to say what it is."),
    row(
        &[RIGHT, Key::char('l'), PAGE_DOWN],
        &[Ledger],
        Action::NextList,
        "metric",
        "Show the ledger of the next metric.",
    ),
    row(
        &[LEFT, Key::char('h'), PAGE_UP],
        &[Ledger],
        Action::PreviousList,
        "",
        "Show the ledger of the previous metric.",
    ),
    row(
        &[PAGE_DOWN],
        PAGED,
        Action::PageDown,
        "",
        "Go a screen down.",
    ),
    row(
        &[PAGE_UP],
        PAGED,
        Action::PageUp,
        "",
        "Go a screen up.",
    ),
    row(&[HOME, Key::char('g')], WINDOWS, Action::Top, "", "Go to the beginning."),
    row(&[END, Key::char('G')], WINDOWS, Action::Bottom, "", "Go to the end."),
    row(
        &[Key::char('c')],
        &[Json],
        Action::Copy,
        "copy",
        "Copy the report, for the terminal's clipboard too.",
    ),
    row(
        &[ENTER, Key::char(' '), Key::char('s')],
        &[Readings],
        Action::Change,
        "switch",
        "Take the reading's next value; every score follows.",
    ),
    row(
        &[Key::char('p')],
        &[Readings],
        Action::Literal,
        "as printed",
        "Read every rule as its document prints it.",
    ),
    row(&[Key::char('d')], &[Readings], Action::Defaults, "defaults", "Read every rule by its default."),
    row(&[ENTER], &[Overview], Action::Enter, "go to it", "Put the chosen rubric on the screen."),
    row(
        &[ENTER],
        &[Influence],
        Action::Enter,
        "go to it",
        "Go to the label, to say what it is.",
    ),
    row(
        &[ENTER],
        &[WhatIf],
        Action::Enter,
        "apply",
        "Make the edits of the summary that are shown, or the changes of labels as your decisions; one undo takes them back.",
    ),
    row(&[ESC, Key::char('q')], WINDOWS, Action::Close, "close", "Close the window."),
    row(
        &[ENTER],
        &[Palette, Search, Choice, Verdict, Typing, Asking],
        Action::Enter,
        "choose",
        "Take what is chosen or typed.",
    ),
    row(
        &[ESC, Key::ctrl('c')],
        &[Palette, Search, Choice, Verdict, Typing, Writing, Splitting, Asking, Leaving],
        Action::Close,
        "cancel",
        "Change nothing and go back.",
    ),
    row(
        &[DOWN, Key::ctrl('n')],
        &[Palette, Choice, Verdict, Typing],
        Action::Next,
        "",
        "Go to the next row.",
    ),
    row(
        &[UP, Key::ctrl('p')],
        &[Palette, Choice, Verdict, Typing],
        Action::Previous,
        "",
        "Go to the previous row.",
    ),
    row(
        &[Key::code(KeyCode::Backspace), Key::ctrl('h')],
        &[Palette, Search, Asking, Typing],
        Action::DeleteBack,
        "",
        "Delete the last character.",
    ),
    row(
        &[Key::char('s')],
        &[Leaving],
        Action::SaveAndQuit,
        "try again, quit",
        "Try again to save what is not saved, then quit.",
    ),
    row(
        &[Key::char('d')],
        &[Leaving],
        Action::DiscardAndQuit,
        "discard and quit",
        "Quit; what is not saved is lost.",
    ),
    // The main screen.
    row(
        &[Key::char('A')],
        &[Main],
        Action::Accept,
        "accept",
        "Accept the case as it stands, every label and the verdict, and go to the next case without your verdict.",
    ).also("agree confirm approve done next undecided"),
    row(
        &[Key::char('V')],
        &[Main],
        Action::Decide,
        "verdict",
        "Give the case a verdict of your own, with a reason.",
    ).also("decide otherwise disagree pass warn fail overrule reason"),
    row(
        &[Key::char('F')],
        &[Main],
        Action::Flag,
        "flag",
        "Flag the case for a second look, or take the flag away.",
    ).also("bookmark star later unsure revisit unflag"),
    row(
        &[Key::char('C')],
        &[Main, Comments],
        Action::Comment,
        "comment",
        "Comment on the selected words, on the label in focus or on the case.",
    ).also("note remark annotate write"),
    row(
        &[Key::char('L')],
        &[Main, Comments],
        Action::Comments,
        "",
        "List your comments on this case, to read them and to go to what they are about.",
    ).also("notes remarks read"),
    row(
        &[TAB],
        &[Main, Editing],
        Action::NextPanel,
        "panel",
        "Go to the next panel: article, summary, scores, caps, labels.",
    ),
    row(&[BACK_TAB], &[Main, Editing], Action::PreviousPanel, "", "Go to the previous panel."),
    row(
        &[Key::char('+')],
        &[Main],
        Action::Zoom,
        "",
        "Give the panel in focus the whole screen, or show all panels again.",
    ).also("maximize full screen enlarge expand"),
    row(
        &[Key::char('.')],
        &[Main],
        Action::SplitRight,
        "",
        "Make the article wider: move the border between the texts to the right. The mouse drags it too.",
    ).also("resize split border panel"),
    row(
        &[Key::char(',')],
        &[Main],
        Action::SplitLeft,
        "",
        "Make the summary wider: move the border between the texts to the left.",
    ).also("resize split border panel"),
    row(
        &[Key::char('=')],
        &[Main],
        Action::SplitDown,
        "",
        "Make the texts taller: move the border below them down. The mouse drags it too.",
    ).also("resize split border panel"),
    row(
        &[Key::char('-')],
        &[Main],
        Action::SplitUp,
        "",
        "Make the panels below the texts taller: move the border up.",
    ).also("resize split border panel"),
    row(
        &[Key::char('|')],
        &[Main],
        Action::SplitReset,
        "",
        "Put the borders back to where they are by themselves.",
    ).also("resize split border default layout"),
    row(&[Key::char('e')], &[Main], Action::Edit, "edit", "Edit the text in focus, or else the summary.").also("type write modify rewrite"),
    row(
        &[Key::char('E')],
        &[Main],
        Action::Editor,
        "",
        "Edit the text in focus, or else the summary, in your own editor (VISUAL or EDITOR); one undo takes it back.",
    )
    .also("external vim emacs nano"),
    row(
        &[Key::char('z')],
        &[Main],
        Action::Undo,
        "undo",
        "Take back the last change to this case: an edit or a decision.",
    ).also("revert go back"),
    row(
        &[Key::char('y'), Key::char('Z')],
        &[Main],
        Action::Redo,
        "",
        "Make the change again that was taken back.",
    ),
    row(
        &[Key::char(']')],
        &[Main],
        Action::NextList,
        "list",
        "Show the next list of labels: claims, key points, questions ...",
    ).pair(&[Action::PreviousList, Action::NextList]),
    row(&[Key::char('[')], &[Main], Action::PreviousList, "", "Show the previous list of labels."),
    row(
        &[Key::char('>'), Key::with(KeyCode::Right, KeyModifiers::ALT)],
        &[Main],
        Action::NextCase,
        "case",
        "Go to the next case of the queue.",
    ).pair(&[Action::PreviousCase, Action::NextCase]).also("next document summary item"),
    row(
        &[Key::char('<'), Key::with(KeyCode::Left, KeyModifiers::ALT)],
        &[Main],
        Action::PreviousCase,
        "",
        "Go to the previous case of the queue.",
    ),
    row(
        &[Key::char('U')],
        &[Main, Cases],
        Action::NextUndecided,
        "undecided",
        "Go to the next case without your verdict, in the order of the table of cases.",
    ).also("next unreviewed todo open"),
    row(
        &[Key::char('Q')],
        &[Main, Cases],
        Action::Cases,
        "cases",
        "Show the table of all cases: sort, filter, search their texts, open one.",
    ).also("queue list overview search filter"),
    row(
        &[Key::char('#')],
        &[Main, Cases],
        Action::GoTo,
        "",
        "Go to a case by its number or its name.",
    ).also("jump open id number"),
    row(
        &[Key::char('P')],
        &[Main, Cases],
        Action::Progress,
        "",
        "Show your progress: how many cases are decided, your pace, and the time left.",
    ).also("pace speed time left how far"),
    written(
        "1-6",
        &[Key::char('1'), Key::char('2'), Key::char('3'), Key::char('4'), Key::char('5'), Key::char('6')],
        RUBRICS,
        Action::Rubric,
        "rubric",
        "Put the rubric of that tab on the screen.",
    ),
    row(
        &[Key::char('0')],
        &[Main, Overview],
        Action::Overview,
        "overview",
        "Show what every rubric says, and where they disagree.",
    ).also("compare rubrics side by side all verdicts differences"),
    row(
        &[Key::char('W')],
        &[Main],
        Action::WhatIf,
        "what if",
        "Show what it would take: edits of the summary and changes of labels, each with the score and verdict after it.",
    ).also("fix improve suggest pass correct change verdict"),
    row(
        &[Key::char('}'), Key::with(KeyCode::PageDown, KeyModifiers::CONTROL)],
        RUBRICS,
        Action::NextRubric,
        "",
        "Put the next rubric on the screen.",
    ),
    row(
        &[Key::char('{'), Key::with(KeyCode::PageUp, KeyModifiers::CONTROL)],
        RUBRICS,
        Action::PreviousRubric,
        "",
        "Put the previous rubric on the screen.",
    ),
    row(
        &[Key::char(')')],
        &[Main],
        Action::NextSource,
        "source",
        "Show the next source of the case in the article's panel.",
    ).pair(&[Action::PreviousSource, Action::NextSource]),
    row(
        &[Key::char('(')],
        &[Main],
        Action::PreviousSource,
        "",
        "Show the previous source, or the article again.",
    ),
    row(
        &[Key::char('/')],
        &[Main],
        Action::Search,
        "search",
        "Look for words in the text in focus, or in the labels.",
    ).also("find look up"),
    row(&[Key::char('n')], &[Main], Action::SearchNext, "", "Go to the next place found."),
    row(&[Key::char('N')], &[Main], Action::SearchPrevious, "", "Go to the previous place found."),
    row(
        &[Key::char('R')],
        &[Main],
        Action::Readings,
        "",
        "Show the readings: each unclear rule as a switch, with its effect on this case.",
    ).also("settings options rules interpretation"),
    row(
        &[Key::char('D')],
        &[Main],
        Action::Influence,
        "",
        "Show the most influential labels of a verdict over probabilities, the one that matters most first.",
    ).also("important labels uncertainty probability decides"),
    row(
        &[Key::char('X')],
        &[Main],
        Action::Export,
        "",
        "Export the session: everything, labels, a table, or a report to share.",
    ).also("write download save as report html markdown csv jsonl"),
    row(&[ENTER], &[Export], Action::Enter, "write", "Write the session in the chosen form to a new file."),
    row(
        &[Key::char('B')],
        &[Main],
        Action::Compare,
        "",
        "Compare the summary with what it was when it was opened, or with another summary of the same article.",
    ).also("versus diff difference side by side better preference pairwise"),
    row(&[Key::char('n'), Key::code(KeyCode::Tab)], &[Compare], Action::NextSummary, "next summary", "Compare with the next summary of the article, or with this one as it was opened."),
    row(&[Key::char('a')], &[Compare], Action::PreferOther, "prefer left", "Say that the summary on the left is the better one."),
    row(&[Key::char('b')], &[Compare], Action::PreferThis, "prefer right", "Say that the summary on the right, this one, is the better one."),
    row(
        &[Key::char('I')],
        &[Main],
        Action::Guidelines,
        "",
        "Show the guidelines, at what they say of the label in focus.",
    ).also("instructions manual rules codebook definition"),
    row(
        &[Key::char('~')],
        &[Main],
        Action::AnalyseAnew,
        "",
        "Analyse a case anew that an earlier version of the engine analysed; what you decided stays.",
    ).also("reanalyse engine version update proposals"),
    row(
        &[Key::char(' ')],
        &[Main, Label],
        Action::WholeLabel,
        "whole label",
        "Show the whole text and every reason of the label in focus, below the texts; again to close it.",
    ).also("details full text read more why"),
    row(&[Key::char('J')], &[Main], Action::Json, "", "Show the report as JSON.").also("export raw report"),
    row(&[Key::char('T')], &[Main], Action::Theme, "", "Next theme.").also("colour color dark light contrast appearance"),
    row(&[Key::ctrl('s')], &[Main, Editing], Action::Save, "", "Say where everything is saved, which happens by itself; try again what could not be written.").also("write store session"),
    row(
        &[Key::char(':'), Key::ctrl('p')],
        &[Main, Cases],
        Action::Palette,
        "commands",
        "Find any command by its name.",
    ),
    row(
        &[Key::char('?'), Key::code(KeyCode::F(1))],
        &[Main, Cases],
        Action::Help,
        "help",
        "Show every key for where you are.",
    ).also("keys shortcuts manual"),
    row(&[Key::code(KeyCode::F(1))], &[Editing], Action::Help, "", "Show every key for where you are."),
    row(&[Key::ctrl('l')], &[Main, Editing], Action::Repaint, "", "Draw the whole screen anew."),
    row(
        &[Key::ctrl('z')],
        &[Main, Editing],
        Action::Suspend,
        "",
        "Stop the program and go back to the shell; `fg` brings it back.",
    ),
    row(&[Key::char('q')], &[Main], Action::Quit, "quit", "Quit; asks first where something cannot be saved.").also("exit leave close"),
];
