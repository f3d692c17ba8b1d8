//! The mouse: a click does what it points at, the wheel scrolls what it is over.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use crate::labels::overrides::Side;
use crate::tui::app::{App, Window};
use crate::tui::keymap::Action;
use crate::tui::msg::Effect;
use crate::tui::view::{Hit, RubricTab, hit};

use super::{edit, focus, rubrics, sources, windows};

/// Rows that a turn of the wheel scrolls.
const WHEEL: isize = 3;

/// Something was done with the mouse.
pub fn on_mouse(app: &mut App, event: MouseEvent, effects: &mut Vec<Effect>) {
    let (x, y) = (event.column, event.row);
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            app.notice = None;
            press(app, x, y, effects);
        }
        MouseEventKind::Drag(MouseButton::Left) if app.dragging => drag(app, x, y),
        MouseEventKind::Up(MouseButton::Left) => app.dragging = false,
        MouseEventKind::ScrollDown => wheel(app, x, y, WHEEL, effects),
        MouseEventKind::ScrollUp => wheel(app, x, y, -WHEEL, effects),
        _ => {}
    }
}

fn press(app: &mut App, x: u16, y: u16, effects: &mut Vec<Effect>) {
    let Some(hit) = hit(app, x, y) else { return };
    if let Some(panel) = hit.panel() {
        app.editing &= app.focus == panel;
        app.focus = panel;
    }
    match hit {
        Hit::Text(side, byte) => {
            app.dragging = true;
            if let Some(bench) = app.bench_mut() {
                bench.seen_mut(side).set_cursor(byte);
            }
            let source = side == Side::Article && app.bench().is_some_and(|bench| bench.source.is_some());
            if let Some(id) = focus::at(app, side, byte).first().filter(|_| !source) {
                let id = *id;
                select_quietly(app, id);
            }
        }
        Hit::Score(row) => {
            let again = app.bench().is_some_and(|bench| bench.score == row);
            if let Some(bench) = app.bench_mut() {
                bench.score = row;
            }
            if again {
                focus::act(app, Action::Enter);
            }
        }
        Hit::Cap(row) => {
            if let Some(bench) = app.bench_mut() {
                bench.cap = row;
            }
            focus::act(app, Action::Enter);
        }
        Hit::Label(row) => focus::select_row(app, row),
        Hit::List(list) => focus::set_list(app, list),
        // A question that is open is answered first.
        Hit::Rubric(_) if !app.context().is_main() && !app.context().shows_rubric() => {}
        Hit::Rubric(tab) => match tab {
            RubricTab::Overview => app.window = Some(Window::Overview { row: app.rubric, top: 0 }),
            RubricTab::Rubric(at) => rubrics::choose(app, at, effects),
        },
        Hit::Source(source) => sources::show(app, source),
        Hit::Tab(_) | Hit::Panel(_) => {}
    }
}

/// Puts a label in focus without scrolling the text away from under the mouse.
fn select_quietly(app: &mut App, id: crate::report::LabelId) {
    let Some(bench) = app.bench_mut() else { return };
    bench.list = id.list;
    bench.row = bench.rows(id.list).iter().position(|row| row.id == Some(id)).unwrap_or(0);
    bench.label = Some(id);
}

fn drag(app: &mut App, x: u16, y: u16) {
    let side = edit::side(app);
    let Some(Hit::Text(over, byte)) = hit(app, x, y) else { return };
    if over != side {
        return;
    }
    if let Some(bench) = app.bench_mut() {
        bench.seen_mut(side).drag_to(byte);
    }
}

fn wheel(app: &mut App, x: u16, y: u16, rows: isize, effects: &mut Vec<Effect>) {
    let action = if rows > 0 { Action::Next } else { Action::Previous };
    if app.window.is_some() {
        for _ in 0..rows.unsigned_abs() {
            windows::act(app, action, effects);
        }
        return;
    }
    match hit(app, x, y) {
        Some(Hit::Text(side, _)) => {
            if let Some(bench) = app.bench_mut() {
                bench.seen_mut(side).scroll_by(rows);
            }
        }
        Some(hit) => {
            let Some(panel) = hit.panel() else { return };
            let focus = std::mem::replace(&mut app.focus, panel);
            focus::act(app, action);
            app.focus = focus;
        }
        None => {}
    }
}
