//! The rubric on the screen: which one it is, and what follows when it changes.

use crate::rubric::RUBRICS;
use crate::tui::app::{App, Window};
use crate::tui::msg::Effect;

use super::{changes, focus, judge, tell};

/// Puts the rubric so many places on in force.
pub fn turn(app: &mut App, by: usize, effects: &mut Vec<Effect>) {
    choose(app, (app.rubric + by) % RUBRICS.len().max(1), effects);
}

/// Puts a rubric in force, by its row of the table.
pub fn choose(app: &mut App, at: usize, effects: &mut Vec<Effect>) {
    if at >= RUBRICS.len() {
        return tell(app, &format!("there are {} rubrics", RUBRICS.len()));
    }
    app.rubric = at;
    let slug = app.slug();
    let Some(bench) = app.bench_mut() else { return };
    bench.rubric = slug;
    bench.settle();
    let stale = bench.is_stale();
    match app.window {
        Some(Window::Overview { .. }) => app.window = None,
        Some(Window::Ledger { .. }) => {
            app.window = None;
            focus::open_ledger(app);
        }
        Some(Window::Readings { .. }) => {
            app.window = Some(Window::Readings { row: 0 });
            // What each value would give is found for the rubric on the screen alone.
            return judge(app, effects);
        }
        Some(Window::Changes { .. }) => {
            app.window = Some(Window::Changes { row: 0 });
            changes::light(app);
        }
        Some(Window::Decides { .. }) => {
            app.window = None;
            changes::open_decides(app);
        }
        _ => {}
    }
    if stale {
        judge(app, effects);
    }
}
