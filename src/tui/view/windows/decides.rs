//! What decides a verdict over probabilities: the labels that confirming would do most for, the first one most.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::labels::Word;
use crate::report::{Decides, Odds, percent};
use crate::tui::app::{App, Bench};
use crate::tui::safe;
use crate::tui::theme::{Role, Theme};
use crate::tui::update::spoken;
use crate::tui::view::scores::odds_line;
use crate::tui::view::words::{self, styled, width_of};
use crate::tui::view::{list, row_style};

use super::{open, put};

/// Rows for the label in focus.
const DETAIL: usize = 3;

/// Draws the window.
pub fn draw(app: &App, row: usize, frame: &mut Frame, place: Rect) {
    let theme = &app.theme;
    let heading = format!("What decides it: {}", app.slug());
    let inner = open(app, frame, place, (place.width, place.height), &heading, "Enter goes to the label");
    let (width, height) = (usize::from(inner.width), usize::from(inner.height));
    let Some((bench, odds)) = app.bench().and_then(|bench| Some((bench, bench.report()?.odds.as_ref()?)))
    else {
        return;
    };
    let mut top = vec![Line::from(odds_line(odds, theme))];
    top.extend(others(odds, theme, width));
    top.truncate(height.saturating_sub(DETAIL + 2).max(1));
    let shown = height.saturating_sub(top.len() + DETAIL).max(1);
    let first = list::first(row, odds.decides.len(), shown);
    if odds.decides.is_empty() {
        let words = " nothing is open: no label that could be confirmed would move the verdict";
        top.push(Line::from(styled(words, theme.style(Role::Dim))));
    }
    let rows = odds.decides.iter().enumerate().skip(first).take(shown);
    let rows: Vec<Line> = rows
        .map(|(at, one)| Line::from(line(bench, at, one, theme, width)).style(row_style(theme, at == row)))
        .collect();
    let detail = odds.decides.get(row).map(|one| detail(bench, one, theme, width)).unwrap_or_default();
    let foot = Rect { y: inner.bottom().saturating_sub(DETAIL as u16), height: DETAIL as u16, ..inner };
    put(frame, inner, top.into_iter().chain(rows));
    put(frame, foot, detail);
}

/// Rubrics that decide otherwise, and how likely this one holds their decisions.
fn others(odds: &Odds, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let told: Vec<String> = odds
        .others
        .iter()
        .map(|(rubric, decision)| match odds.p(*decision) {
            Some(p) => format!("{rubric} says {} ({} here)", decision.as_str(), percent(p)),
            None => format!("{rubric} says {}", decision.as_str()),
        })
        .collect();
    let wrapped = words::wrap(&told.join(", "), width.saturating_sub(2));
    wrapped.into_iter().map(|line| Line::from(styled(format!(" {line}"), theme.style(Role::Dim)))).collect()
}

/// A label, and what confirming it would do.
fn line(bench: &Bench, at: usize, one: &Decides, theme: &Theme, width: usize) -> Vec<Span<'static>> {
    let mut line = vec![
        styled(format!(" {:>2} ", at + 1), theme.style(Role::Dim)),
        styled(words::cell(&one.id.to_string(), 17), theme.style(Role::Accent)),
        styled(format!(" surer by {:>4.1} %", one.surer * 100.0), theme.style(Role::Text)),
    ];
    if let Some(turn) = one.turns {
        let word = if turn.word == Word::No && one.id.list.is_finding() {
            "struck out".to_owned()
        } else {
            spoken(one.id.list, turn.word)
        };
        line.push(styled(
            format!("  {} ", turn.decision.as_str()),
            theme.style(words::decision(turn.decision)),
        ));
        line.push(styled(format!("if {word} ({})", percent(turn.p)), theme.style(Role::Text)));
    }
    if let Some((metric, points)) = one.narrows {
        let words = format!("  {} {points:.2} closer", words::metric(metric));
        if width_of(&line) + words::width(&words) <= width {
            line.push(styled(words, theme.style(Role::Dim)));
        }
    }
    let room = width.saturating_sub(width_of(&line) + 4);
    if room >= 16
        && let Some(label) = bench.get(one.id)
    {
        line.push(styled(format!("  \"{}\"", safe::fit(&label.text, room)), theme.style(Role::Dim)));
    }
    line
}

/// The words of the label in focus, and what it is taken for.
fn detail(bench: &Bench, one: &Decides, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let Some(label) = bench.get(one.id) else { return Vec::new() };
    let word = label.word.map_or_else(|| "-".to_owned(), |word| spoken(one.id.list, word));
    let p = label.p.map_or_else(String::new, |p| format!(" {}", percent(p)));
    let told = format!("{} {word}{p}: \"{}\"", one.id.list.spec().unit, label.text);
    let mut lines = vec![Line::from(styled("─".repeat(width), theme.style(Role::Border)))];
    let wrapped = words::wrap(&told, width.saturating_sub(2)).into_iter();
    lines.extend(wrapped.map(|line| Line::from(styled(format!(" {line}"), theme.style(Role::Text)))));
    lines
}
