//! Keys, lists of keys and places that the table of keys names more than once.

use crossterm::event::{KeyCode, KeyModifiers};

use super::{Action, Binding, Context, Key};

use Context::{
    Adjudication, Agreement, Bulk, Caps, Cases, Columns, Comments, Compare, Counts, Differences, Export,
    Guidelines, Help, Influence, Json, Label, LabelByLabel, Labels, Ledger, Lesson, Lessons, Main, Marked,
    Mutants, Overview, Predicted, Progress, Readings, Scores, Stepping, Strengths, WhatIf,
};

pub(super) const UP: Key = Key::code(KeyCode::Up);
pub(super) const DOWN: Key = Key::code(KeyCode::Down);
pub(super) const LEFT: Key = Key::code(KeyCode::Left);
pub(super) const RIGHT: Key = Key::code(KeyCode::Right);
pub(super) const PAGE_UP: Key = Key::code(KeyCode::PageUp);
pub(super) const PAGE_DOWN: Key = Key::code(KeyCode::PageDown);
pub(super) const HOME: Key = Key::code(KeyCode::Home);
pub(super) const END: Key = Key::code(KeyCode::End);
pub(super) const ESC: Key = Key::code(KeyCode::Esc);
pub(super) const ENTER: Key = Key::code(KeyCode::Enter);
pub(super) const TAB: Key = Key::code(KeyCode::Tab);
pub(super) const BACK_TAB: Key = Key::code(KeyCode::BackTab);

pub(super) const fn alt(c: char) -> Key {
    Key::with(KeyCode::Char(c), KeyModifiers::ALT)
}

pub(super) const fn ctrl(code: KeyCode) -> Key {
    Key::with(code, KeyModifiers::CONTROL)
}

pub(super) const fn shift(code: KeyCode) -> Key {
    Key::with(code, KeyModifiers::SHIFT)
}

pub(super) const fn ctrl_shift(code: KeyCode) -> Key {
    Key::with(code, KeyModifiers::CONTROL.union(KeyModifiers::SHIFT))
}

pub(super) const MOVES: &[Key] = &[
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

pub(super) const SELECTS: &[Key] = &[
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
pub(super) const ROWS: &[Action] = &[Action::Next, Action::Previous];

pub(super) const LISTS: &[Context] = &[Scores, Caps, Labels];
pub(super) const WINDOWS: &[Context] = &[
    Cases,
    LabelByLabel,
    Marked,
    Label,
    Ledger,
    Counts,
    Comments,
    Readings,
    Overview,
    WhatIf,
    Influence,
    Context::Rules,
    Compare,
    Guidelines,
    Export,
    Json,
    Context::Sentence,
    Help,
    Columns,
    Bulk,
    Progress,
    Differences,
    Lesson,
    Lessons,
    Predicted,
    Stepping,
    Strengths,
    Agreement,
    Adjudication,
    Context::Alike,
    Mutants,
];
/// Where `?` shows the keys: the main screen and the windows, but the help itself.
pub(super) const HELPED: &[Context] = &helped();

const fn helped() -> [Context; WINDOWS.len()] {
    let mut out = [Main; WINDOWS.len()];
    let (mut window, mut next) = (0, 1);
    while window < WINDOWS.len() {
        if !matches!(WINDOWS[window], Help) {
            out[next] = WINDOWS[window];
            next += 1;
        }
        window += 1;
    }
    out
}

/// Where a screenful is a step.
pub(super) const PAGED: &[Context] = &[
    Cases,
    Columns,
    Bulk,
    Json,
    Context::Sentence,
    Help,
    Label,
    Readings,
    Overview,
    Influence,
    Context::Rules,
    Compare,
    Guidelines,
    Differences,
    Lesson,
    Lessons,
    Predicted,
    Strengths,
    Agreement,
];
/// Where the rubric on the screen may be changed.
pub(super) const RUBRICS: &[Context] =
    &[Main, Ledger, Readings, Overview, WhatIf, Influence, Guidelines, Differences];
/// The same, and where digits are numbers before other keys.
pub(super) const TURNS: &[Context] =
    &[Main, Ledger, Readings, Overview, WhatIf, Influence, Guidelines, Differences, LabelByLabel];

pub(super) const fn row(
    keys: &'static [Key],
    contexts: &'static [Context],
    action: Action,
    hint: &'static str,
    help: &'static str,
) -> Binding {
    written("", keys, contexts, action, hint, help)
}

pub(super) const fn written(
    written: &'static str,
    keys: &'static [Key],
    contexts: &'static [Context],
    action: Action,
    hint: &'static str,
    help: &'static str,
) -> Binding {
    Binding { keys, written, besides: "", pair: &[], contexts, action, hint, help, also: "" }
}
