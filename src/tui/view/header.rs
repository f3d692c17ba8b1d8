//! The line at the top: which case, by which rubric, with what verdict.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::rubric::RUBRICS;
use crate::tui::app::{App, Panel};
use crate::tui::safe;
use crate::tui::theme::Role;

use super::words::{self, delta, styled, width_of};

/// Draws the line.
pub fn draw(app: &App, frame: &mut Frame, place: Rect) {
    let right = verdict(app);
    let room = usize::from(place.width).saturating_sub(width_of(&right) + 1);
    let left = case(app, room);
    let gap = usize::from(place.width).saturating_sub(width_of(&left) + width_of(&right));
    let mut line = left;
    line.push(Span::raw(" ".repeat(gap)));
    line.extend(right);
    frame.render_widget(Line::from(line), place);
}

fn case(app: &App, room: usize) -> Vec<Span<'static>> {
    let theme = &app.theme;
    let id = app.bench().map_or("…", |bench| bench.case.id.as_str());
    let more = if app.counted { "" } else { "+" };
    let mut rest = Vec::new();
    if app.cases > 1 {
        rest.push(Span::raw(format!(" · {}/{}{more}", app.at + 1, app.cases)));
    }
    for (at, entry) in RUBRICS.iter().enumerate() {
        let role = if at == app.rubric { Role::Accent } else { Role::Dim };
        // The rubric in force stands in brackets, so that it does not need its colour.
        let name = if at == app.rubric {
            format!("[{} {}]", at + 1, entry.slug)
        } else {
            format!(" {} {} ", at + 1, entry.slug)
        };
        rest.push(Span::raw(" "));
        rest.push(styled(name, theme.style(role)));
    }
    let mut reading = Vec::new();
    let changed = changed_readings(app);
    if changed.is_empty() {
        reading.push(styled(" reading: default", theme.style(Role::Dim)));
    } else {
        reading.push(styled(format!(" reading: {changed}"), theme.style(Role::Warn)));
    }
    if app.report().is_some_and(|report| !report.disputed.is_empty()) {
        reading.push(styled(" DISPUTED", theme.style(Role::Warn)));
    }
    let id_room = 12;
    while !reading.is_empty() && width_of(&rest) + width_of(&reading) + id_room > room {
        reading.remove(0);
    }
    if width_of(&rest) + id_room > room {
        let entry = app.slug();
        rest.truncate(usize::from(app.cases > 1));
        rest.push(styled(format!(" [{entry}]"), theme.style(Role::Accent)));
    }
    let room = room.saturating_sub(width_of(&rest) + width_of(&reading) + 1);
    let mut line = vec![styled(format!(" {}", safe::fit(id, room)), theme.style(Role::Title))];
    line.extend(rest);
    line.extend(reading);
    line
}

/// The readings that differ from the defaults.
pub fn changed_readings(app: &App) -> String {
    let bearing = crate::rubric::READINGS.iter().filter(|reading| reading.rubrics.contains(&app.slug()));
    let changed = bearing.filter_map(|reading| {
        let value = app.readings.get(reading.key);
        (Some(&value) != reading.values.first()).then(|| format!("{}={value}", reading.key))
    });
    let changed: Vec<String> = changed.collect();
    match changed.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        many => format!("{} changed", many.len()),
    }
}

fn verdict(app: &App) -> Vec<Span<'static>> {
    let theme = &app.theme;
    if let Some(reason) = app.failed.get(&app.at) {
        let _ = reason;
        return vec![styled("ERROR ", theme.style(Role::Error))];
    }
    let Some(bench) = app.bench() else { return vec![styled("opening … ", theme.style(Role::Stale))] };
    if let Some(error) = bench.error() {
        return vec![styled(format!("{} ", error.replace('_', " ")), theme.style(Role::Error))];
    }
    let Some(report) = bench.report() else { return vec![styled("scoring … ", theme.style(Role::Stale))] };
    let verdict = &report.verdict;
    let mut line = Vec::new();
    let stale = bench.is_stale();
    if stale {
        line.push(styled("… ", theme.style(Role::Stale)));
    }
    line.push(styled(verdict.decision.as_str(), theme.style(words::decision(verdict.decision))));
    if let Some(score) = verdict.score {
        let style = if stale { theme.style(Role::Stale) } else { theme.style(Role::Accent) };
        line.push(styled(format!("  {}", score.shown()), style));
    }
    let then = bench.opening().and_then(|opening| opening.headline);
    if let Some(moved) = delta(theme, verdict.score, then) {
        line.push(Span::raw("  "));
        line.push(moved);
        line.push(styled(
            format!(" (was {})", then.map_or_else(String::new, |then| then.shown())),
            theme.style(Role::Dim),
        ));
    }
    line.push(Span::raw(" "));
    line
}

/// Draws the names of the panels.
pub fn draw_tabs(app: &App, frame: &mut Frame, place: Rect) {
    let theme = &app.theme;
    let spans: Vec<Span> = tabs(app)
        .into_iter()
        .map(|(panel, name)| {
            let role = if panel == app.focus { Role::Chosen } else { Role::Dim };
            styled(name, theme.style(role))
        })
        .collect();
    frame.render_widget(Line::from(spans), place);
}

fn tabs(app: &App) -> Vec<(Panel, String)> {
    let name = |panel: Panel| {
        let (open, close) = if panel == app.focus { ('[', ']') } else { (' ', ' ') };
        (panel, format!("{open}{}{close}", panel.title()))
    };
    Panel::ALL.into_iter().map(name).collect()
}

/// The panel whose name is at a column.
pub fn tab_at(app: &App, place: Rect, x: u16) -> Option<Panel> {
    let mut at = place.x;
    tabs(app).into_iter().find_map(|(panel, name)| {
        at += words::width(&name) as u16;
        (x < at).then_some(panel)
    })
}
