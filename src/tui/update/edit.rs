//! Edits of the texts, and what can be taken back.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::labels::overrides::{Override, Side};
use crate::tui::app::{App, Bench, Change, Panel};
use crate::tui::keymap::Action;
use crate::tui::msg::Effect;
use crate::tui::pane::{Edit, Move};

use super::{judge, tell};

/// The text in focus, or the summary where a panel of results is in focus.
pub fn side(app: &App) -> Side {
    if app.focus == Panel::Article { Side::Article } else { Side::Summary }
}

/// An action on a text.
pub fn act(app: &mut App, action: Action, key: KeyEvent, effects: &mut Vec<Effect>) {
    match action {
        Action::Move => step(key).map(Edit::Move).map_or((), |edit| apply(app, edit, effects)),
        Action::Select => step(key).map(Edit::Select).map_or((), |edit| apply(app, edit, effects)),
        Action::DeleteBack => apply(app, Edit::Delete(Move::Left), effects),
        Action::DeleteForward => apply(app, Edit::Delete(Move::Right), effects),
        Action::DeleteWord => apply(app, Edit::Delete(Move::WordLeft), effects),
        Action::NewLine => apply(app, Edit::Newline, effects),
        Action::SelectAll => apply(app, Edit::SelectAll, effects),
        Action::Copy => apply(app, Edit::Copy, effects),
        Action::Cut => apply(app, Edit::Cut, effects),
        Action::Paste if !app.editing => tell(app, "e edits the text; then paste"),
        Action::Paste => apply(app, Edit::Paste(app.clipboard.to_string()), effects),
        Action::Undo => undo(app, effects),
        Action::Redo => redo(app, effects),
        _ => {}
    }
}

/// Where a key moves the cursor.
fn step(key: KeyEvent) -> Option<Move> {
    let far = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match (key.code, far) {
        (KeyCode::Left, false) => Move::Left,
        (KeyCode::Right, false) => Move::Right,
        (KeyCode::Left, true) => Move::WordLeft,
        (KeyCode::Right, true) => Move::WordRight,
        (KeyCode::Up, _) => Move::Up,
        (KeyCode::Down, _) => Move::Down,
        (KeyCode::PageUp, _) => Move::PageUp,
        (KeyCode::PageDown, _) => Move::PageDown,
        (KeyCode::Home, false) => Move::RowStart,
        (KeyCode::End, false) => Move::RowEnd,
        (KeyCode::Home, true) => Move::Top,
        (KeyCode::End, true) => Move::Bottom,
        _ => return None,
    })
}

/// Does something to the text in focus; if that changed it, the case is judged anew.
pub fn apply(app: &mut App, edit: Edit, effects: &mut Vec<Effect>) {
    let side = side(app);
    let keeps = matches!(edit, Edit::Copy | Edit::Cut);
    let Some(bench) = app.bench_mut() else { return };
    let reads =
        matches!(edit, Edit::Move(_) | Edit::Select(_) | Edit::SelectAll | Edit::Copy | Edit::Deselect);
    if side == Side::Article && bench.source.is_some() && !reads {
        return tell(app, "a source is read only; ( goes back to the article");
    }
    let pane = bench.seen_mut(side);
    let done = pane.apply(edit);
    let changed = done.changed;
    if changed {
        edited(bench, side);
    }
    match done.copied {
        Some(text) => {
            app.clipboard = Arc::from(text);
            effects.push(Effect::Clipboard(Arc::clone(&app.clipboard)));
            tell(app, if changed { "cut" } else { "copied" });
        }
        None if keeps => tell(app, "nothing is selected: Shift with an arrow selects"),
        None => {}
    }
    if changed {
        judge(app, effects);
    }
}

/// Takes note of an edit that was just made, so that it can be taken back in its turn.
fn edited(bench: &mut Bench, side: Side) {
    bench.undone.clear();
    let from = bench.pane(side).steps().saturating_sub(1);
    match bench.done.last() {
        Some(Change::Text { side: last, .. }) if *last == side => {}
        _ => bench.done.push(Change::Text { side, from }),
    }
}

/// Puts other decisions in force, so that the change can be taken back in its turn.
pub fn set_overrides(bench: &mut Bench, overrides: Vec<Override>) {
    let before = std::mem::replace(&mut bench.overrides, overrides);
    bench.undone.clear();
    bench.done.push(Change::Decisions(before));
    // What is typed next is a step of its own.
    for side in [Side::Article, Side::Summary] {
        let pane = bench.pane_mut(side);
        pane.set_cursor(pane.cursor());
    }
}

fn undo(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(bench) = app.bench_mut() else { return };
    while let Some(last) = bench.done.last_mut() {
        match last {
            Change::Text { side, from } => {
                let (side, from) = (*side, *from);
                let pane = bench.pane_mut(side);
                if pane.steps() > from {
                    pane.apply(Edit::Undo);
                    if pane.steps() <= from {
                        bench.done.pop();
                    }
                    bench.undone.push(Change::Text { side, from });
                    return judge(app, effects);
                }
                bench.done.pop();
            }
            Change::Decisions(before) => {
                let now = std::mem::replace(&mut bench.overrides, std::mem::take(before));
                bench.done.pop();
                bench.undone.push(Change::Decisions(now));
                return judge(app, effects);
            }
        }
    }
    tell(app, "nothing to take back");
}

fn redo(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(bench) = app.bench_mut() else { return };
    match bench.undone.pop() {
        None => return tell(app, "nothing to make again"),
        Some(Change::Text { side, .. }) => {
            bench.pane_mut(side).apply(Edit::Redo);
            let undone = std::mem::take(&mut bench.undone);
            edited(bench, side);
            bench.undone = undone;
        }
        Some(Change::Decisions(after)) => {
            let undone = std::mem::take(&mut bench.undone);
            set_overrides(bench, after);
            bench.undone = undone;
        }
    }
    judge(app, effects);
}
