//! The windows over the main screen.

use std::sync::Arc;

use crate::rubric::{READINGS, RUBRICS, Readings};
use crate::tui::app::{App, Notice, Window};
use crate::tui::json_view::{Syntax, highlight};
use crate::tui::keymap::{Action, KEYS};
use crate::tui::msg::Effect;
use crate::tui::{palette, report, view};

use super::decide::{self, word_keys};
use super::{act as act_on_main, changes, judge, rubrics, save, search, tell, to_save};

/// Rows that a screenful goes on.
const SCREEN: usize = 16;

/// An action on the window.
pub fn act(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    let Some(window) = app.window.clone() else { return };
    match (action, window) {
        (Action::Close, _) => app.window = None,
        (Action::Enter, Window::Palette { typed, row }) => run(app, typed.text(), row, effects),
        (Action::Enter, Window::Search { typed }) => {
            app.window = None;
            search::begin(app, typed.text());
        }
        (Action::Enter, Window::Choice { subject, row }) => {
            app.window = None;
            let word = decide::subject_list(app, subject).and_then(|list| word_keys(list).get(row).copied());
            if let Some((_, word)) = word {
                decide::choose(app, subject, word, effects);
            }
        }
        // An empty line is left as in other programs: by deleting once more.
        (Action::DeleteBack, Window::Search { typed }) if typed.text().is_empty() => app.window = None,
        (Action::DeleteBack, Window::Search { mut typed }) => {
            typed.erase();
            app.window = Some(Window::Search { typed });
        }
        (Action::DeleteBack, Window::Palette { mut typed, .. }) => {
            typed.erase();
            app.window = Some(Window::Palette { typed, row: 0 });
        }
        (Action::Change, Window::Readings { row }) => change_reading(app, row, effects),
        (Action::Literal, _) => set_readings(app, Readings::literal(), effects),
        (Action::Defaults, _) => set_readings(app, Readings::default(), effects),
        (Action::Enter, Window::Changes { row }) => changes::apply(app, row, effects),
        (Action::Enter, Window::Decides { .. }) => changes::go_to(app),
        (Action::Enter, Window::Overview { row, .. }) => rubrics::choose(app, row, effects),
        (Action::Copy, Window::Json { text, .. }) => {
            app.clipboard = Arc::clone(&text);
            effects.push(Effect::Clipboard(text));
            tell(app, "copied");
        }
        (Action::NextList | Action::PreviousList, Window::Ledger { metric, .. }) => {
            turn_ledger(app, metric, action == Action::NextList);
        }
        (action, window) => {
            app.window = Some(moved(app, action, window));
            changes::light(app);
        }
    }
}

/// The window with another row in focus.
fn moved(app: &App, action: Action, mut window: Window) -> Window {
    let last = last_row(app, &window);
    let to = |at: usize| match action {
        Action::Next => at + 1,
        Action::Previous => at.saturating_sub(1),
        Action::NextList => at + SCREEN,
        Action::PreviousList => at.saturating_sub(SCREEN),
        Action::Top => 0,
        Action::Bottom => usize::MAX,
        _ => at,
    };
    match &mut window {
        Window::Overview { top, .. } if matches!(action, Action::NextList | Action::PreviousList) => {
            let (rows, shown) = view::overview_rows(app);
            let down = action == Action::NextList;
            let page = shown.saturating_sub(1).max(1);
            let to = if down { *top + page } else { top.saturating_sub(page) };
            *top = to.min(rows.saturating_sub(shown));
        }
        Window::Overview { row, top } => (*row, *top) = (to(*row).min(last), 0),
        Window::Ledger { step: row, .. }
        | Window::Readings { row }
        | Window::Changes { row }
        | Window::Decides { row }
        | Window::Json { top: row, .. }
        | Window::Help { top: row, .. }
        | Window::Palette { row, .. }
        | Window::Choice { row, .. } => *row = to(*row).min(last),
        Window::Search { .. } | Window::Leaving { .. } => {}
    }
    window
}

fn last_row(app: &App, window: &Window) -> usize {
    let rows = match window {
        Window::Ledger { metric, .. } => {
            // Past the last step the caps are walked through.
            let Some(report) = app.report() else { return 0 };
            let Some(metric) = report.metrics.get(*metric) else { return 0 };
            let caps =
                report.caps.iter().filter(|cap| cap.metric.split('.').next() == Some(metric.key)).count();
            metric.steps.len() + caps + metric.notes.len() + metric.parts.len() / 4 + 3
        }
        Window::Readings { .. } => readings(app).count(),
        Window::Overview { .. } => RUBRICS.len(),
        Window::Decides { .. } => {
            app.report().and_then(|report| report.odds.as_ref()).map_or(0, |odds| odds.decides.len())
        }
        Window::Changes { .. } => app.report().map_or(0, |report| report.verdict.flips.len()),
        Window::Json { styled, .. } => styled.last_top(view::window_rows(app)) + 1,
        Window::Help { about, .. } => {
            let rows = view::help_lines(app, *about).len();
            rows.saturating_sub(usize::from(view::window_rows(app))) + 1
        }
        Window::Palette { typed, .. } => palette::matches(typed.text(), under(app)).len(),
        Window::Choice { subject, .. } => {
            decide::subject_list(app, *subject).map_or(0, |list| word_keys(list).len())
        }
        Window::Search { .. } | Window::Leaving { .. } => 0,
    };
    rows.saturating_sub(1)
}

/// The place that the window lies over.
pub fn under(app: &App) -> crate::tui::keymap::Context {
    use crate::tui::app::Panel;
    use crate::tui::keymap::Context;
    match app.focus {
        Panel::Article | Panel::Summary => Context::Text,
        Panel::Scores => Context::Scores,
        Panel::Caps => Context::Caps,
        Panel::Labels => Context::Labels,
    }
}

/// The readings that bear on the rubric in force.
pub fn readings(app: &App) -> impl Iterator<Item = &'static crate::rubric::Reading> + use<> {
    let slug = app.slug();
    READINGS.iter().filter(move |reading| reading.bears_on(slug))
}

fn run(app: &mut App, typed: &str, row: usize, effects: &mut Vec<Effect>) {
    let found = palette::matches(typed, under(app));
    let Some(binding) = found.get(row) else { return };
    app.window = None;
    let key = KEYS.iter().find(|known| std::ptr::eq(*known, *binding)).and_then(|known| known.keys.first());
    if let Some(key) = key {
        act_on_main(app, binding.action, key.event(), effects);
    }
}

fn change_reading(app: &mut App, row: usize, effects: &mut Vec<Effect>) {
    let Some(reading) = readings(app).nth(row) else { return };
    let now = app.readings.get(reading.key);
    let at = reading.values.iter().position(|value| *value == now).unwrap_or(0);
    let next = reading.values[(at + 1) % reading.values.len()];
    match app.readings.set(reading.key, next) {
        Ok(()) => judge(app, effects),
        Err(error) => app.notice = Some(Notice { text: error.to_string(), bad: true }),
    }
}

/// Puts every reading that bears on the rubric in force where another set of readings has it.
fn set_readings(app: &mut App, wanted: Readings, effects: &mut Vec<Effect>) {
    for reading in readings(app) {
        // Both sets know every key and value of the table.
        let _ = app.readings.set(reading.key, wanted.get(reading.key));
    }
    judge(app, effects);
}

fn turn_ledger(app: &mut App, metric: usize, forward: bool) {
    let Some(report) = app.report() else { return };
    let count = report.metrics.len().max(1);
    let metric = if forward { metric + 1 } else { metric + count - 1 } % count;
    let step = report.metrics.get(metric).map_or(0, |metric| metric.steps.len().saturating_sub(1));
    app.window = Some(Window::Ledger { metric, step });
    if let Some(bench) = app.bench_mut() {
        bench.score = metric;
    }
}

/// Shows the report as JSON.
pub fn open_json(app: &mut App) {
    match report::json(app) {
        Some(text) => app.window = Some(json_window(app, &text, 0)),
        None => tell(app, "there is no report yet"),
    }
}

/// Brings a window up to date with a new result.
pub fn refresh(app: &mut App) {
    if let Some(Window::Json { top, .. }) = app.window
        && let Some(text) = report::json(app)
    {
        app.window = Some(json_window(app, &text, top));
    }
}

fn json_window(app: &App, text: &str, top: usize) -> Window {
    let styled = Arc::new(highlight(text, Syntax::Json, app.theme.syntax.as_deref()));
    Window::Json { text: Arc::from(text), styled, top }
}

/// Saves every changed case; the program ends when the last save has.
pub fn save_and_quit(app: &mut App, effects: &mut Vec<Effect>) {
    let dirty: Vec<usize> =
        app.benches.iter().filter(|(_, bench)| bench.is_dirty()).map(|(at, _)| *at).collect();
    let mut saves = Vec::new();
    for at in dirty {
        let Some(bench) = app.benches.get(&at) else { continue };
        match to_save(bench, &app.by) {
            Ok(save) => saves.push(Effect::Save(at, Box::new(save))),
            Err(text) => {
                app.window = None;
                app.notice = Some(Notice { text, bad: true });
                return;
            }
        }
    }
    if saves.is_empty() {
        return save(app, effects);
    }
    app.window = Some(Window::Leaving { waiting: saves.len() });
    effects.append(&mut saves);
}
