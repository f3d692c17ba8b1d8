//! The windows over the main screen.

pub use overview::overview_rows;

mod changes;
mod decides;
mod ledger;
mod overview;
mod readings;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Clear;

use crate::tui::app::{App, Subject, Window};
use crate::tui::json_view::StyledText;
use crate::tui::prompt::Prompt;
use crate::tui::theme::Role;
use crate::tui::update::{spoken, subject_list, under, word_keys};
use crate::tui::{help, palette, safe};

use super::words::{self, styled};
use super::{frame_of, inside, list, row_style, title};

/// Draws the window that is open, if one is.
pub fn draw(app: &App, frame: &mut Frame, main: Rect) {
    match &app.window {
        None | Some(Window::Search { .. }) => {}
        Some(Window::Changes { row }) => changes::draw(app, *row, frame, main),
        Some(Window::Decides { row }) => decides::draw(app, *row, frame, main),
        Some(Window::Ledger { metric, step }) => ledger::draw(app, *metric, *step, frame, main),
        Some(Window::Readings { row }) => readings::draw(app, *row, frame, main),
        Some(Window::Overview { row, top }) => overview::draw(app, *row, *top, frame, main),
        Some(Window::Json { styled, top, .. }) => draw_json(app, styled, *top, frame, main),
        Some(Window::Help { about, top }) => draw_help(app, *about, *top, frame, main),
        Some(Window::Palette { typed, row }) => draw_palette(app, typed, *row, frame, main),
        Some(Window::Choice { subject, row }) => draw_choice(app, *subject, *row, frame, main),
        Some(Window::Leaving { waiting }) => draw_leaving(app, *waiting, frame, main),
    }
}

/// Clears a place in the middle and frames it; the inside of the frame.
fn open(app: &App, frame: &mut Frame, main: Rect, size: (u16, u16), heading: &str, right: &str) -> Rect {
    let (width, height) = (size.0.min(main.width), size.1.min(main.height));
    let place =
        Rect::new(main.x + (main.width - width) / 2, main.y + (main.height - height) / 2, width, height);
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, app.theme.style(Role::Text));
    // What the window is goes before what its keys are.
    let fits = words::width(heading) + words::width(right) + 8 <= usize::from(width);
    let right = if right.is_empty() || !fits { Line::default() } else { title(&app.theme, right.to_owned()) };
    frame.render_widget(frame_of(&app.theme, true, title(&app.theme, heading.to_owned()), right), place);
    inside(place)
}

/// Draws lines into a place, from the top.
fn put(frame: &mut Frame, inner: Rect, lines: impl IntoIterator<Item = Line<'static>>) {
    for (line, y) in lines.into_iter().zip(inner.y..inner.bottom()) {
        frame.render_widget(line, Rect { y, height: 1, ..inner });
    }
}

/// Columns of the help.
const HELP: u16 = 100;

/// Rows inside a window that is as high as the screen lets it be.
pub fn window_rows(app: &App) -> u16 {
    app.size.1.saturating_sub(5)
}

/// The help as it is drawn.
pub fn help_lines(app: &App, about: crate::tui::keymap::Context) -> Vec<Line<'static>> {
    let theme = &app.theme;
    let width = usize::from(HELP.min(app.size.0)).saturating_sub(2);
    let mut lines: Vec<Line> = Vec::new();
    for line in help::lines(about) {
        match line {
            help::Line::Gap => lines.push(Line::default()),
            help::Line::Title(words) => lines.push(Line::from(styled(words, theme.style(Role::Title)))),
            help::Line::Key(key, what) => {
                let keys = words::wrap(&key, 14);
                let whats = words::wrap(what, width.saturating_sub(18));
                for at in 0..keys.len().max(whats.len()) {
                    let key = words::cell(keys.get(at).map_or("", String::as_str), 14);
                    lines.push(Line::from(vec![
                        styled(format!("  {key} "), theme.style(Role::Key)),
                        Span::raw(whats.get(at).cloned().unwrap_or_default()),
                    ]));
                }
            }
        }
    }
    lines
}

fn draw_help(app: &App, about: crate::tui::keymap::Context, top: usize, frame: &mut Frame, main: Rect) {
    let inner = open(app, frame, main, (HELP, main.height), "Keys", "j k scroll  Esc closes");
    let lines = help_lines(app, about);
    let top = top.min(lines.len().saturating_sub(usize::from(inner.height)));
    put(frame, inner, lines.into_iter().skip(top));
}

fn draw_json(app: &App, styled: &StyledText, top: usize, frame: &mut Frame, main: Rect) {
    let inner = open(app, frame, main, (main.width, main.height), "Report as JSON", "c copies  Esc closes");
    styled.draw(inner, frame.buffer_mut(), top.min(styled.last_top(inner.height)), 0);
}

fn draw_palette(app: &App, typed: &Prompt, row: usize, frame: &mut Frame, main: Rect) {
    let theme = &app.theme;
    let found = palette::matches(typed.text(), under(app));
    let inner = open(app, frame, main, (84, 20), "Commands", "Enter runs  Esc closes");
    let width = usize::from(inner.width);
    let mut entry = vec![styled(": ", theme.style(Role::Key))];
    entry.extend(words::prompt(theme, typed, width.saturating_sub(4)));
    let entry = Line::from(entry);
    let height = usize::from(inner.height).saturating_sub(1);
    let top = list::first(row, found.len(), height);
    let rows = found.iter().enumerate().skip(top).take(height).map(|(at, binding)| {
        let key = words::cell(&binding.keys.first().map(ToString::to_string).unwrap_or_default(), 10);
        let what = safe::fit(binding.help, width.saturating_sub(12)).into_owned();
        Line::from(vec![styled(format!(" {key} "), theme.style(Role::Key)), Span::raw(what)])
            .style(row_style(theme, at == row))
    });
    let mut lines = vec![entry];
    lines.extend(rows);
    if found.is_empty() {
        lines.push(Line::from(styled(" no command matches", theme.style(Role::Dim))));
    }
    put(frame, inner, lines);
}

fn draw_choice(app: &App, subject: Subject, row: usize, frame: &mut Frame, main: Rect) {
    let theme = &app.theme;
    let Some(kind) = subject_list(app, subject) else { return };
    let keys = word_keys(kind);
    let heading = match subject {
        Subject::Label => format!("This {} is", kind.spec().unit),
        Subject::Issue => "The selected words are".to_owned(),
    };
    let size = (46, keys.len() as u16 + 2);
    let inner = open(app, frame, main, size, &heading, "");
    let now =
        app.bench().and_then(|bench| bench.label.and_then(|id| bench.get(id))).and_then(|label| label.word);
    let lines: Vec<Line> = keys
        .iter()
        .enumerate()
        .map(|(at, (key, word))| {
            let mark = if subject == Subject::Label && now == Some(*word) { "  (now)" } else { "" };
            Line::from(vec![
                styled(format!("  {key}  "), theme.style(Role::Key)),
                styled(spoken(kind, *word), theme.style(words::word(*word))),
                styled(mark, theme.style(Role::Dim)),
            ])
            .style(row_style(theme, at == row))
        })
        .collect();
    put(frame, inner, lines);
}

fn draw_leaving(app: &App, waiting: usize, frame: &mut Frame, main: Rect) {
    let theme = &app.theme;
    let changed: Vec<String> = app
        .benches
        .values()
        .filter(|bench| bench.is_dirty())
        .map(|bench| {
            let mut parts = Vec::new();
            if bench.is_edited(crate::labels::overrides::Side::Article) {
                parts.push("article");
            }
            if bench.is_edited(crate::labels::overrides::Side::Summary) {
                parts.push("summary");
            }
            if bench.is_relabelled() {
                parts.push("labels");
            }
            format!("  {}: {}", safe::fit(&bench.case.id, 30), parts.join(", "))
        })
        .collect();
    let rows = changed.len().min(8) as u16;
    let inner = open(app, frame, main, (58, rows + 7), "Not saved yet", "");
    let mut lines: Vec<Line> = vec![Line::default()];
    lines.extend(changed.into_iter().take(8).map(|line| Line::from(styled(line, theme.style(Role::Text)))));
    lines.push(Line::default());
    if waiting > 0 {
        lines.push(Line::from(styled("  saving …", theme.style(Role::Stale))));
    } else {
        for (key, what) in [("s", "save and quit"), ("d", "discard and quit"), ("Esc", "cancel")] {
            lines.push(Line::from(vec![
                styled(format!("  {key:<4}"), theme.style(Role::Key)),
                styled(what, theme.style(Role::Text)),
            ]));
        }
    }
    put(frame, inner, lines);
}
