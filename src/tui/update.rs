//! Changes of the state: one message in, effects out.
//!
//! Invariant: nothing here does I/O or waits. What the world is asked for is returned as an [`Effect`].

mod changes;
mod decide;
mod edit;
mod focus;
mod mouse;
mod rubrics;
mod search;
mod sources;
mod windows;

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::labels::overrides::Side;
use crate::rubric::RUBRICS;

use super::app::{App, Bench, Notice, Panel, Window};
use super::keymap::{self, Action, Context};
use super::msg::{Effect, Message, SaveOutcome};
use super::pane::Edit;
use super::prompt::Prompt;
use super::queue::Opened;
use super::save::Save;
use super::view;
use super::worker::Request;

pub use changes::{chosen, lit};
pub use decide::{spoken, subject_list, word_keys};
pub use search::find;
pub use windows::{readings, under};

/// Changes the state as the message says, and returns what is to be done.
pub fn update(app: &mut App, message: Message) -> Vec<Effect> {
    let mut effects = Vec::new();
    match message {
        Message::Key(key) if key.kind != KeyEventKind::Release => on_key(app, key, &mut effects),
        Message::Key(_) => {}
        Message::Mouse(event) => mouse::on_mouse(app, event, &mut effects),
        Message::Paste(text) => on_paste(app, &text, &mut effects),
        Message::Resize(columns, rows) => app.size = (columns, rows),
        Message::Opened(opened) => on_opened(app, *opened, &mut effects),
        Message::Counted(cases, all) => (app.cases, app.counted) = (cases, all),
        Message::Scored(scored) => on_scored(app, scored),
        Message::Saved(outcome) => on_saved(app, *outcome, &mut effects),
        Message::InputEnded => effects.push(Effect::Quit(1)),
        Message::Terminate(status) => effects.push(Effect::Quit(status)),
        Message::Continued => effects.push(Effect::Repaint),
    }
    view::arrange(app);
    effects
}

fn on_key(app: &mut App, key: KeyEvent, effects: &mut Vec<Effect>) {
    app.notice = None;
    let context = app.context();
    if keymap::own(context, key).is_none() && decide::on_word_key(app, context, key, effects) {
        return;
    }
    match keymap::action(context, key) {
        Some(action) => act(app, action, key, effects),
        None => typed(app, context, key, effects),
    }
}

/// Does what a person asked for. `key` is the key that asked; the palette passes the first of the row.
pub(super) fn act(app: &mut App, action: Action, key: KeyEvent, effects: &mut Vec<Effect>) {
    match action {
        Action::Quit => quit(app, effects),
        Action::Help => {
            app.window = Some(Window::Help { about: app.context(), top: 0 });
        }
        Action::Palette => app.window = Some(Window::Palette { typed: Prompt::default(), row: 0 }),
        Action::Readings => {
            app.window = Some(Window::Readings { row: 0 });
            judge(app, effects);
        }
        Action::Overview => {
            let open = matches!(app.window, Some(Window::Overview { .. }));
            app.window = (!open).then_some(Window::Overview { row: app.rubric, top: 0 });
        }
        Action::Json => windows::open_json(app),
        Action::Theme => next_theme(app),
        Action::Suspend => effects.push(Effect::Suspend),
        Action::Repaint => effects.push(Effect::Repaint),
        Action::NextPanel => focus::turn(app, 1),
        Action::PreviousPanel => focus::turn(app, Panel::ALL.len() - 1),
        Action::Edit => {
            if !app.focus.is_text() {
                app.focus = Panel::Summary;
            }
            if app.focus == Panel::Article && app.bench().is_some_and(|bench| bench.source.is_some()) {
                return tell(app, "a source is read only; ( goes back to the article");
            }
            app.editing = app.bench().is_some();
        }
        Action::StopEditing => app.editing = false,
        Action::NextCase => go(app, app.at + 1, effects),
        Action::PreviousCase => match app.at.checked_sub(1) {
            Some(at) => go(app, at, effects),
            None => tell(app, "this is the first case"),
        },
        Action::Rubric => {
            if let KeyCode::Char(digit @ '1'..='9') = key.code {
                rubrics::choose(app, digit as usize - '1' as usize, effects);
            }
        }
        Action::Changes => changes::open(app),
        Action::Decides => changes::open_decides(app),
        Action::NextRubric => rubrics::turn(app, 1, effects),
        Action::PreviousRubric => rubrics::turn(app, RUBRICS.len() - 1, effects),
        Action::NextSource | Action::PreviousSource => sources::turn(app, action == Action::NextSource),
        Action::Save => save(app, effects),
        Action::SaveAndQuit => windows::save_and_quit(app, effects),
        Action::DiscardAndQuit => effects.push(Effect::Quit(0)),
        Action::Search | Action::SearchNext | Action::SearchPrevious => search::act(app, action),
        Action::Move
        | Action::Select
        | Action::DeleteBack
        | Action::DeleteForward
        | Action::DeleteWord
        | Action::NewLine
        | Action::SelectAll
        | Action::Copy
        | Action::Cut
        | Action::Paste
        | Action::Undo
        | Action::Redo
            if app.window.is_none() =>
        {
            edit::act(app, action, key, effects);
        }
        Action::Override
        | Action::TakeBack
        | Action::Dismiss
        | Action::MarkExtraneous
        | Action::MarkIssue => {
            decide::act(app, action, effects);
        }
        _ if app.window.is_some() => windows::act(app, action, effects),
        _ => focus::act(app, action),
    }
}

/// A key without an action: a character goes into whatever takes characters.
fn typed(app: &mut App, context: Context, key: KeyEvent, effects: &mut Vec<Effect>) {
    match &mut app.window {
        // What matches is another set now, so the choice begins at its top again.
        Some(Window::Palette { typed, row }) => {
            let changed = typed.input(key);
            *row = if changed { 0 } else { *row };
        }
        Some(Window::Search { typed }) => _ = typed.input(key),
        _ => {}
    }
    let KeyCode::Char(c) = key.code else { return };
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return;
    }
    match (&app.window, context) {
        (None, Context::Editing) => edit::apply(app, Edit::Insert(c), effects),
        (None, Context::Text | Context::Scores | Context::Caps | Context::Labels) if c.is_alphanumeric() => {
            tell(app, "e edits the text; ? lists the keys");
        }
        _ => {}
    }
}

fn on_paste(app: &mut App, text: &str, effects: &mut Vec<Effect>) {
    match (&mut app.window, app.editing) {
        (Some(Window::Palette { typed, .. } | Window::Search { typed }), _) => {
            typed.paste(text);
        }
        (None, true) => {
            // A terminal pastes lines with carriage returns.
            let text = text.replace("\r\n", "\n").replace('\r', "\n");
            edit::apply(app, Edit::Paste(text), effects);
        }
        (None, false) => tell(app, "e edits the text; then paste"),
        _ => {}
    }
}

fn on_opened(app: &mut App, opened: Opened, effects: &mut Vec<Effect>) {
    let index = opened.index;
    match opened.read {
        Ok(read) => {
            let mut bench = Bench::new(read.case, read.given, read.overrides);
            bench.rubric = app.slug();
            app.failed.remove(&index);
            if let Some(text) = read.warnings.first().filter(|_| index == app.at) {
                app.notice = Some(Notice { text: text.clone(), bad: true });
            }
            app.benches.insert(index, bench);
            if index == app.at {
                judge(app, effects);
            }
        }
        Err(reason) => {
            app.failed.insert(index, reason);
        }
    }
}

fn on_scored(app: &mut App, scored: Box<super::worker::Scored>) {
    if let Some(bench) = app.benches.get_mut(&scored.index) {
        bench.take(scored);
    }
    windows::refresh(app);
}

fn on_saved(app: &mut App, outcome: SaveOutcome, effects: &mut Vec<Effect>) {
    let SaveOutcome { case, save, result } = outcome;
    let waiting = matches!(app.window, Some(Window::Leaving { .. }));
    match result {
        Ok(files) => {
            if let Some(bench) = app.benches.get_mut(&case) {
                bench.mark_saved(&save);
            }
            tell(app, &format!("saved {}", files.join(" and ")));
            if let Some(Window::Leaving { waiting }) = &mut app.window {
                *waiting = waiting.saturating_sub(1);
                if *waiting == 0 {
                    effects.push(Effect::Quit(0));
                }
            }
        }
        Err(reason) => {
            if waiting {
                app.window = None;
            }
            app.notice = Some(Notice { text: format!("not saved: {reason}"), bad: true });
        }
    }
}

fn quit(app: &mut App, effects: &mut Vec<Effect>) {
    if app.is_dirty() {
        app.window = Some(Window::Leaving { waiting: 0 });
    } else {
        effects.push(Effect::Quit(0));
    }
}

fn go(app: &mut App, at: usize, effects: &mut Vec<Effect>) {
    if at >= app.cases {
        let words = if app.counted { "this is the last case" } else { "still counting the cases" };
        return tell(app, words);
    }
    app.at = at;
    app.editing = false;
    app.failed.remove(&at);
    let slug = app.slug();
    match app.bench_mut() {
        None => effects.push(Effect::Open(at)),
        Some(bench) => {
            bench.rubric = slug;
            bench.settle();
            judge(app, effects);
        }
    }
}

fn next_theme(app: &mut App) {
    let names: Vec<&str> = super::theme::Theme::list().collect();
    let at = names.iter().position(|name| *name == app.theme.name).map_or(0, |at| (at + 1) % names.len());
    if let Some(theme) = names.get(at).and_then(|name| super::theme::Theme::builtin(name)) {
        app.theme = theme.at_depth(app.depth);
        tell(app, &format!("theme {}", names[at]));
    }
}

fn save(app: &mut App, effects: &mut Vec<Effect>) {
    let at = app.at;
    match app.bench() {
        Some(bench) if bench.is_dirty() => match to_save(bench, &app.by) {
            Ok(save) => effects.push(Effect::Save(at, Box::new(save))),
            Err(reason) => app.notice = Some(Notice { text: reason, bad: true }),
        },
        _ => tell(app, "nothing has changed since it was opened or saved"),
    }
}

/// What is to be written of a case.
///
/// # Errors
/// Where its labels are not known yet: the result for the newest edit has not come.
pub(super) fn to_save(bench: &Bench, by: &str) -> Result<Save, String> {
    let labels = if bench.is_relabelled() { Some(super::report::labels(bench, by)?) } else { None };
    Ok(Save {
        article: bench.article.text(),
        article_edited: bench.is_edited(Side::Article),
        summary: bench.summary.text(),
        summary_edited: bench.is_edited(Side::Summary),
        labels,
        overrides: bench.overrides.clone(),
    })
}

/// Asks for a judgement of the case on the screen by every rubric, first by the one on the screen.
pub(super) fn judge(app: &mut App, effects: &mut Vec<Effect>) {
    app.generation += 1;
    let (generation, index, readings) = (app.generation, app.at, app.readings);
    let slug = app.slug();
    let what_if = matches!(app.window, Some(Window::Readings { .. })).then_some(slug);
    let others = RUBRICS.iter().map(|entry| entry.slug).filter(|other| *other != slug);
    let rubrics = std::iter::once(slug).chain(others).collect();
    let Some(bench) = app.bench_mut() else { return };
    bench.asked = generation;
    effects.push(Effect::Judge(Box::new(Request {
        generation,
        index,
        case: Arc::clone(&bench.case),
        versions: (bench.article.version(), bench.summary.version()),
        article: bench.article.text(),
        summary: bench.summary.text(),
        given: bench.given.clone(),
        overrides: bench.overrides.clone(),
        readings,
        rubrics,
        what_if,
    })));
}

/// Says what just happened.
pub(super) fn tell(app: &mut App, words: &str) {
    app.notice = Some(Notice { text: words.to_owned(), bad: false });
}
