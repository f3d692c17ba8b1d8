//! The labels: a list of them, and for the one in focus what decided and what may be decided.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::labels::overrides::{Decision, Fate, Override};
use crate::labels::{By, Label, List};
use crate::tui::app::{App, Bench, Panel, Row};
use crate::tui::safe;
use crate::tui::theme::{Role, Theme};
use crate::tui::update::{spoken, word_keys};

use super::words::{self, styled, width_of};
use super::{Hit, frame_of, inside, list, row_style, title};

/// Columns of a label's word.
const WORD: usize = 13;

/// Draws the panel.
pub fn draw(app: &App, frame: &mut Frame, place: Rect) {
    let theme = &app.theme;
    let focused = app.focus == Panel::Labels;
    let Some(bench) = app.bench() else {
        frame.render_widget(
            frame_of(theme, focused, title(theme, "Labels".to_owned()), Line::default()),
            place,
        );
        return;
    };
    let mut heads = Line::default();
    for (name, list, _) in heads_of(bench, place) {
        let role = if list == bench.list { Role::Title } else { Role::Dim };
        heads.push_span(styled(name, theme.style(role)));
    }
    frame.render_widget(frame_of(theme, focused, heads, Line::default()), place);
    let inner = inside(place);
    let rows = bench.rows(bench.list);
    if rows.is_empty() {
        let words = if bench.report().is_some() { "no labels" } else { "labels come with the first score" };
        frame.render_widget(Line::from(styled(words, theme.style(Role::Dim))), inner);
        return;
    }
    let (height, width) = (usize::from(inner.height), usize::from(inner.width));
    let told = detail_height(height);
    let top = list::first(bench.row, rows.len(), height - told);
    let list_rows = height - told;
    for ((at, row), y) in rows.iter().enumerate().skip(top).take(list_rows).zip(inner.y..) {
        let chosen = at == bench.row;
        let line = Line::from(line_of(bench, at, row, theme, width, chosen));
        let line = line.style(row_style(theme, chosen && focused));
        frame.render_widget(line, Rect { y, height: 1, ..inner });
    }
    let detail = rows.get(bench.row).map(|row| detail(app, bench, row, width, told)).unwrap_or_default();
    let from = inner.bottom() - told as u16;
    for (line, y) in detail.into_iter().take(told).zip(from..) {
        frame.render_widget(line, Rect { y, height: 1, ..inner });
    }
}

/// Rows for the label in focus, of so many in the panel.
fn detail_height(height: usize) -> usize {
    match height {
        0..=3 => 1,
        4..=6 => 2,
        _ => 4,
    }
}

/// The names of the lists in the upper edge, with their first columns. Where they do not all fit, those around the
/// one shown.
fn heads_of(bench: &Bench, place: Rect) -> Vec<(String, List, u16)> {
    let lists = bench.lists();
    let room = usize::from(place.width).saturating_sub(4);
    let at = lists.iter().position(|list| *list == bench.list).unwrap_or(0);
    let name = |list: List, long: bool| {
        let count = bench.rows(list).len();
        let title = list.spec().title;
        if list == bench.list {
            format!("[{title} {}/{count}]", bench.row.min(count.saturating_sub(1)) + 1)
        } else if long {
            format!(" {title} {count} ")
        } else {
            // "claims" and "claim q" are two lists.
            let key = list.spec().key;
            let short = key.split('_').next().unwrap_or(title);
            let questions = if key.ends_with("_qags") { " q" } else { "" };
            format!(" {short}{questions} {count} ")
        }
    };
    for long in [true, false] {
        let names: Vec<String> = lists.iter().map(|list| name(*list, long)).collect();
        for skip in 0..=at {
            let total: usize = names[skip..].iter().map(|name| words::width(name)).sum();
            // The last try takes what fits from the list shown on.
            if total <= room && (long || skip <= at) || (!long && skip == at) {
                let mut column = place.x + 1;
                let mut heads = Vec::new();
                for (name, list) in names[skip..].iter().zip(&lists[skip..]) {
                    if usize::from(column - place.x) + words::width(name) > room + 1 {
                        break;
                    }
                    heads.push((name.clone(), *list, column));
                    column += words::width(name) as u16;
                }
                return heads;
            }
            if long {
                break;
            }
        }
    }
    Vec::new()
}

fn line_of(
    bench: &Bench,
    at: usize,
    row: &Row,
    theme: &Theme,
    width: usize,
    chosen: bool,
) -> Vec<Span<'static>> {
    let sign = if chosen { "▸" } else { " " };
    let mut line = vec![styled(format!("{sign}{:>2} ", at + 1), theme.style(Role::Dim))];
    let decision = row.decision.and_then(|at| bench.overrides.get(at));
    match (row.label, decision) {
        (Some(label), _) => {
            let word = label.word.map_or_else(|| "-".to_owned(), |word| spoken(bench.list, word));
            let role = label.word.map_or(Role::Dim, words::word);
            let text_room = width.saturating_sub(width_of(&line) + WORD + 12);
            let text =
                label.kind.map_or_else(|| label.text.clone(), |kind| format!("{kind}: {}", label.text));
            line.push(styled(words::cell(&text, text_room), theme.style(Role::Text)));
            line.push(styled(format!(" {}", words::cell(&word, WORD)), theme.style(role)));
            if matches!(label.by, By::Person(_)) {
                line.push(styled(" you ".to_owned(), theme.style(Role::Person)));
            } else if let Some(p) = label.p {
                line.push(styled(format!(" {p:.2}"), theme.style(Role::Dim)));
            }
        }
        (None, Some(change)) => {
            let fate = row.decision.and_then(|at| bench.fate(at));
            let state = match fate {
                Some(Fate::Dismissed) => "rejected by you",
                Some(Fate::Stale) => "stale: its words changed",
                _ => "waiting: no such label now",
            };
            let room = width.saturating_sub(width_of(&line) + words::width(state) + 2);
            line.push(styled(words::cell(&change.text, room), theme.style(Role::Stale)));
            line.push(styled(format!(" {state}"), theme.style(Role::Person)));
        }
        (None, None) => {}
    }
    line
}

fn detail(app: &App, bench: &Bench, row: &Row, width: usize, height: usize) -> Vec<Line<'static>> {
    let theme = &app.theme;
    let decision = row.decision.and_then(|at| bench.overrides.get(at));
    let mut lines = vec![choices(app, bench, row.label, decision, width)];
    let mut told: Vec<(&str, String)> = Vec::new();
    if let Some(label) = row.label {
        told.extend(label.answer.iter().map(|answer| ("answer ", answer.clone())));
        if !label.why.is_empty() {
            told.push(("why    ", label.why.join("; ")));
        }
        if let Some(source) = &label.source {
            let open = bench.source_of(label).is_some() && bench.source_of(label) != bench.source;
            let how = if open { "; Enter shows it" } else { "" };
            told.push(("source ", format!("{source}{how}")));
        }
        told.push(("text   ", label.text.clone()));
    } else if let Some(change) = decision {
        told.push(("you    ", format!("{} said so; x takes it back", change.by)));
    }
    for (name, text) in told {
        for (at, part) in
            words::wrap(&text, width.saturating_sub(words::width(name) + 4)).into_iter().enumerate()
        {
            let head = if at == 0 { name.to_owned() } else { " ".repeat(words::width(name)) };
            lines.push(Line::from(vec![
                styled(format!("    {head}"), theme.style(Role::Dim)),
                styled(part, theme.style(Role::Text)),
            ]));
        }
    }
    lines.truncate(height);
    lines
}

/// The words that may be chosen, with their letters, and who said what.
fn choices(
    app: &App,
    bench: &Bench,
    label: Option<&Label>,
    decision: Option<&Override>,
    width: usize,
) -> Line<'static> {
    let theme = &app.theme;
    let mut line = vec![Span::raw("    ")];
    for (key, word) in word_keys(bench.list) {
        let now = label.is_some_and(|label| label.word == Some(word));
        line.push(styled(key.to_string(), theme.style(Role::Key)));
        let name = spoken(bench.list, word);
        let name = if now { format!(" [{name}] ") } else { format!("  {name}  ") };
        line.push(styled(name, theme.style(if now { words::word(word) } else { Role::Dim })));
    }
    if bench.list.is_finding() {
        line.push(styled("d", theme.style(Role::Key)));
        line.push(styled("  reject  ", theme.style(Role::Dim)));
    }
    let engine = match label {
        Some(label) if label.by == By::Engine => label.word,
        Some(label) => label.proposed,
        None => None,
    };
    let you = match decision.map(|change| &change.decision) {
        Some(Decision::Word(word)) => spoken(bench.list, *word),
        Some(Decision::Dismiss) => "rejected".to_owned(),
        Some(Decision::Add(_)) => "marked".to_owned(),
        None => "-".to_owned(),
    };
    let given = match label.map(|label| &label.by) {
        Some(By::Person(name)) if decision.is_none() => format!("· {}: in the file ", safe::line(name)),
        _ => String::new(),
    };
    let said = format!(
        "· engine: {} {given}· you: {you}",
        engine.map_or_else(|| "-".to_owned(), |word| spoken(bench.list, word))
    );
    let room = width.saturating_sub(width_of(&line));
    line.push(styled(safe::fit(&said, room).into_owned(), theme.style(Role::Text)));
    if decision.is_some() && room > words::width(&said) + 14 {
        line.push(styled("  x", theme.style(Role::Key)));
        line.push(styled(" take back", theme.style(Role::Dim)));
    }
    Line::from(line)
}

/// What is drawn at a cell of the panel.
pub fn hit(app: &App, place: Rect, x: u16, y: u16) -> Hit {
    let Some(bench) = app.bench() else { return Hit::Panel(Panel::Labels) };
    if y == place.y {
        let heads = heads_of(bench, place);
        let over =
            heads.iter().rfind(|(name, _, column)| *column <= x && x < column + words::width(name) as u16);
        return over.map_or(Hit::Panel(Panel::Labels), |(_, list, _)| Hit::List(*list));
    }
    let inner = inside(place);
    let rows = bench.rows(bench.list).len();
    let height = usize::from(inner.height);
    let shown = height - detail_height(height).min(height);
    let Some(row) = y.checked_sub(inner.y).map(usize::from).filter(|row| *row < shown) else {
        return Hit::Panel(Panel::Labels);
    };
    let at = list::first(bench.row, rows, shown) + row;
    if at < rows { Hit::Label(at) } else { Hit::Panel(Panel::Labels) }
}
