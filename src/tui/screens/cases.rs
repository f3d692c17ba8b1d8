//! The table of cases: information on each case, in the chosen columns and order, restricted by the filter.
//!
//! Actions: move between cases and columns; Enter opens the case, `/` filters, `s` sorts, `c` chooses
//! columns, `b` opens bulk acceptance.

use ratatui::layout::Position;
use ratatui::text::Span;

use crate::num::{signed, two_decimals};
use crate::tui::component::{ComponentRequest, HitTarget};
use crate::tui::meters;
use crate::tui::msg::Effect;
use crate::tui::queue::QueueJob;
use crate::tui::queue::bulk::Batch;
use crate::tui::table::columns::{Cell, Column};
use crate::tui::table::filter::Filter;
use crate::tui::table::{BulkKind, BulkStatus, CaseTable, grouped};
use crate::tui::words::width_of;

use super::prelude::*;
use super::progress;

/// Width of the gauge, in columns.
const GAUGE: usize = 12;

/// The screen of the table. The cursor is stored with the table.
#[derive(Debug)]
pub struct CasesScreen;

/// Opens the table at the case on the screen.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let at = cx.state.at;
    cx.state.table.point(at);
    Some(Box::new(CasesScreen))
}

/// A column with its position in a row.
struct Placed {
    /// Its index among the chosen columns.
    at: usize,
    column: Column,
    x: u16,
    width: u16,
}

/// Returns the columns that fit, with their positions. The first two are always shown; the others are shown
/// such that the one in focus is visible.
fn placed(table: &CaseTable, width: u16) -> Vec<Placed> {
    let all: Vec<(usize, Column)> = table.columns.iter().copied().enumerate().collect();
    let least = |column: Column| column.width(table.rows.len(), width);
    let pinned =
        all.iter().take(2).filter(|(_, column)| matches!(column, Column::Place | Column::Id)).count();
    let (fixed, rest) = all.split_at(pinned);
    let taken: u16 = fixed.iter().map(|(_, column)| least(*column) + 1).sum();
    let fits = |from: usize| {
        let mut room = width.saturating_sub(taken + 1);
        let fit = |(_, column): &&(usize, Column)| {
            let fits = least(*column) <= room;
            room = room.saturating_sub(least(*column) + 1);
            fits
        };
        rest[from..].iter().take_while(fit).count()
    };
    let focus = table.column.saturating_sub(pinned);
    let mut from = 0;
    while from < focus && from + fits(from) <= focus {
        from += 1;
    }
    let shown: Vec<(usize, Column)> = fixed.iter().chain(&rest[from..from + fits(from)]).copied().collect();
    let used: u16 = shown.iter().map(|(_, column)| least(*column) + 1).sum();
    let mut spare = width.saturating_sub(used + 1);
    let mut x = 1;
    let mut place = |(at, column): (usize, Column)| {
        let more = if column == Column::Id { spare.min(30) } else { 0 };
        spare -= more;
        let width = least(column) + more;
        let placed = Placed { at, column, x, width };
        x += width + 1;
        placed
    };
    shown.into_iter().map(&mut place).collect()
}

/// Returns the areas of the filter line, of the headings, and of the rows.
fn parts(area: Rect) -> [Rect; 3] {
    let inner = inside(area);
    let line = |y: u16| Rect { y: inner.y + y, height: 1, ..inner };
    [line(0), line(1), Rect { y: inner.y + 2, height: inner.height.saturating_sub(2), ..inner }]
}

impl CasesScreen {
    fn case(&self, state: &State) -> Option<usize> {
        state.table.view.get(state.table.cursor.cursor()).copied()
    }

    fn go(&self, cx: &mut Cx) {
        if let Some(at) = self.case(cx.state) {
            cx.close();
            cx.asks.push(ComponentRequest::Go(at));
        }
    }

    fn sort(&self, cx: &mut Cx) {
        let table = &mut cx.state.table;
        if let Some(column) = table.columns.get(table.column).copied() {
            table.sort_by(column);
        }
    }

    fn next_undecided(&self, cx: &mut Cx) {
        let (from, state) = (self.case(cx.state), &mut *cx.state);
        let view = &state.table.view;
        let cursor = state.table.cursor.cursor().min(view.len().saturating_sub(1));
        let (before, after) = view.split_at((cursor + 1).min(view.len()));
        let open = |at: &&usize| {
            Some(**at) != from
                && !state.is_decided(**at)
                && state.table.row(**at).is_some_and(|row| row.broken.is_none())
        };
        match after.iter().chain(before).find(open).copied() {
            Some(at) => state.table.point(at),
            None => state.notify("every other case that is shown has your verdict"),
        }
    }
}

impl Component for CasesScreen {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Cases)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::Enter => self.go(cx),
            Action::Sort => self.sort(cx),
            Action::Mark => {
                cx.state.table.toggle_mark();
                return self.act(Action::Next, Cx::NO_KEY, cx);
            }
            Action::NextList => {
                cx.state.table.column = (cx.state.table.column + 1).min(cx.state.table.columns.len() - 1);
            }
            Action::PreviousList => cx.state.table.column = cx.state.table.column.saturating_sub(1),
            Action::ClearFilter => cx.state.table.set_filter(Filter::default()),
            Action::NextUndecided => self.next_undecided(cx),
            Action::UndoBulk => undo_bulk(cx),
            _ => return false,
        }
        true
    }

    fn hit(&self, state: &State, area: Rect, at: Position) -> HitTarget {
        let [_, headings, rows] = parts(area);
        if headings.contains(at) {
            let x = at.x - headings.x;
            let under = placed(&state.table, headings.width)
                .into_iter()
                .find(|placed| (placed.x..=placed.x + placed.width).contains(&x));
            return under.map_or(HitTarget::Nothing, |placed| HitTarget::Tab(placed.at));
        }
        let row = self.list(state, area).and_then(|list| list.row_at(at.y));
        row.filter(|_| rows.contains(at)).map_or(HitTarget::Nothing, HitTarget::Row)
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let [.., rows] = parts(area);
        Some(ListView::new(state.table.cursor, state.table.view.len(), rows))
    }

    fn click(&mut self, hit: HitTarget, cx: &mut Cx) {
        match hit {
            HitTarget::Tab(column) => {
                cx.state.table.column = column;
                self.sort(cx);
            }
            HitTarget::Row(row) => self.click_row(row, cx),
            _ => {}
        }
    }

    fn set_row(&mut self, row: usize, cx: &mut Cx) {
        cx.state.table.cursor.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let (theme, table) = (&state.theme, &state.table);
        let right = progress::line(state);
        widgets::screen(theme, frame, area, &heading(state), &right);
        let [filter, headings, rows] = parts(area);
        widgets::put(frame, filter, [filter_line(state, usize::from(filter.width))]);
        let columns = placed(table, headings.width);
        widgets::put(frame, headings, [heading_line(table, &columns, theme)]);
        if table.view.is_empty() {
            let lines = words::wrap(&nothing(state), usize::from(rows.width).saturating_sub(2)).into_iter();
            let line = |part| theme.line(ThemeRole::Dim, format!(" {part}"));
            return widgets::put(frame, rows, lines.map(line));
        }
        table.cursor.draw(theme, table.view.len(), frame, rows, |row| {
            let chosen = row == table.cursor.cursor();
            case_line(state, table.view[row], &columns, usize::from(rows.width), chosen)
        });
    }
}

/// Undoes the last bulk step.
pub fn undo_bulk(cx: &mut Cx) {
    if !cx.state.may_change() {
        return;
    }
    if cx.state.table.bulk.is_some() {
        return cx.notify("a bulk step is under way");
    }
    let left = cx.state.table.rows.iter().filter(|row| row.bulk && row.verdict.is_some()).count();
    if left == 0 {
        return cx.notify("there is no bulk step to take back");
    }
    cx.state.table.bulk = Some(BulkStatus::new(BulkKind::Undoes, left));
    cx.effects.push(Effect::Queue(QueueJob::Bulk(Batch::Undo(None))));
}

/// Returns the heading: "Case 3 of 17" or, with a filter, "Cases: 17 of 10,000 shown".
fn heading(state: &State) -> String {
    let table = &state.table;
    let more = if state.counted { "" } else { "+" };
    let (shown, all) = (table.view.len(), table.rows.len());
    let at = if shown == 0 { 0 } else { table.cursor.cursor() + 1 };
    match table.filter.is_empty() {
        true => format!("Case {} of {}{more}", grouped(at), grouped(all)),
        false => format!("Cases: {} of {}{more} shown", grouped(shown), grouped(all)),
    }
}

/// Returns the message shown if there are no cases to list.
fn nothing(state: &State) -> String {
    let table = &state.table;
    if table.is_searching() {
        return "searching …".to_owned();
    }
    if table.rows.is_empty() {
        return match state.failed.values().next() {
            Some(why) if state.counted => sanitize::line(why).into_owned(),
            _ if state.counted => "the queue is empty".to_owned(),
            _ => "reading the cases …".to_owned(),
        };
    }
    let rest = if table.scored < table.rows.len() { ", as far as they are scored" } else { "" };
    let key = state.keys.name(Context::Cases, Action::ClearFilter);
    let words = table.filter.words();
    if words.is_empty() {
        return format!("no case meets the filter{rest}; {key} shows all again");
    }
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{}\"", sanitize::line(word))).collect();
    let texts = quoted.join(" and ");
    format!("no case meets the filter, with {texts} in its texts{rest}; {key} shows all again")
}

/// Returns the filter at the left, and running operations at the right.
fn filter_line(state: &State, width: usize) -> Line<'static> {
    let (theme, table) = (&state.theme, &state.table);
    let mut right = Vec::new();
    if let Some(bulk) = table.bulk {
        right.push(theme.span(ThemeRole::Stale, format!("{}: {} left ", bulk.doing(), grouped(bulk.left))));
    } else if table.scored < table.rows.len() {
        let (done, all) = (table.scored, table.rows.len());
        right.push(theme.span(ThemeRole::Dim, format!("scored {} of {} ", grouped(done), grouped(all))));
        let gauge = meters::gauge(done as f64 / all as f64, GAUGE, theme);
        right.extend(gauge.into_iter().filter(|_| width >= 70));
        right.push(Span::raw(" "));
    }
    let room = width.saturating_sub(width_of(&right) + 2);
    let mut left = Vec::new();
    if table.filter.is_empty() {
        let key = state.keys.name(Context::Cases, Action::Filter);
        left.push(theme.span(ThemeRole::Key, format!(" {key}")));
        left.push(
            theme.span(ThemeRole::Dim, sanitize::fit(" filters and searches the texts", room).into_owned()),
        );
    } else {
        left.push(theme.span(ThemeRole::Dim, " filter: "));
        let words = sanitize::fit(table.filter.text(), room.saturating_sub(20)).into_owned();
        left.push(theme.span(ThemeRole::Accent, words));
        let key = state.keys.name(Context::Cases, Action::ClearFilter);
        left.push(theme.span(ThemeRole::Key, format!("  {key}")));
        left.push(theme.span(ThemeRole::Dim, " clears it"));
    }
    let gap = width.saturating_sub(width_of(&left) + width_of(&right));
    left.push(Span::raw(" ".repeat(gap)));
    left.extend(right);
    Line::from(left)
}

fn heading_line(table: &CaseTable, columns: &[Placed], theme: &Theme) -> Line<'static> {
    let mut line = vec![Span::raw(" ")];
    for placed in columns {
        let (sorted, reversed) = table.sort;
        let mark = match (sorted == placed.column, reversed) {
            (true, false) => "▲",
            (true, true) => "▼",
            (false, _) => "",
        };
        let role = if placed.at == table.column { ThemeRole::Accent } else { ThemeRole::Title };
        let focus = if placed.at == table.column { "▸" } else { "" };
        let width = usize::from(placed.width);
        // If there is little room, the heading is cut rather than its marks.
        let room = width.saturating_sub(words::width(focus) + words::width(mark));
        let title = title(table, placed.column);
        let title = format!("{focus}{}{mark}", sanitize::fit(&title, room));
        let cell = if placed.column.is_number() { right(&title, width) } else { words::cell(&title, width) };
        line.push(theme.span(role, format!("{cell} ")));
    }
    Line::from(line)
}

pub fn title(table: &CaseTable, column: Column) -> String {
    column.spec().map_or_else(|| words::metric(column.key(&table.metrics)), |spec| spec.title.to_owned())
}

fn case_line(state: &State, at: usize, columns: &[Placed], width: usize, chosen: bool) -> Line<'static> {
    let (theme, table) = (&state.theme, &state.table);
    let sign = match (table.marked.contains(&at), chosen) {
        (true, _) => "✚",
        (false, true) => "▸",
        (false, false) => " ",
    };
    let mut line = vec![theme.span(ThemeRole::Accent, sign)];
    let Some(row) = table.row(at) else { return Line::from(line) };
    // For a case that cannot be read, only the reason is shown.
    let why = row.broken.as_deref().or_else(|| row.digest.as_ref()?.error.as_deref());
    for placed in columns {
        let cell_width = usize::from(placed.width);
        let cell = table.cell(at, placed.column);
        if let (Some(why), Column::Id) = (why, placed.column) {
            // Without an id, its name is its file and line, with which the message begins.
            let named = row.id.is_empty() || why.starts_with(&*row.id);
            let id = if named { String::new() } else { format!("{}: ", row.id) };
            let room = width.saturating_sub(width_of(&line) + 1);
            let words = sanitize::fit(&format!("{id}{why}"), room).into_owned();
            line.push(theme.span(ThemeRole::Error, words));
            break;
        }
        let waits =
            row.digest.is_none() && !matches!(placed.column, Column::Place | Column::Id | Column::Yours);
        let (text, role) = match placed.column {
            _ if waits => ("…".to_owned(), ThemeRole::Stale),
            Column::Id if table.hides_ids => (table.name(at).into_owned(), ThemeRole::Text),
            column => shown(column, cell),
        };
        let text = match placed.column {
            column if column.is_number() => right(&text, cell_width),
            Column::Id => words::cell(&words::middle_cut(&text, cell_width), cell_width),
            _ => words::cell(&text, cell_width),
        };
        line.push(theme.span(role, format!("{text} ")));
    }
    Line::from(line)
}

fn right(text: &str, width: usize) -> String {
    let fitted = sanitize::fit(text, width);
    format!("{}{fitted}", " ".repeat(width.saturating_sub(words::width(&fitted))))
}

fn shown(column: Column, cell: Cell) -> (String, ThemeRole) {
    match cell {
        Cell::Nothing => ("-".to_owned(), ThemeRole::Dim),
        Cell::Words(words) => (words.to_owned(), ThemeRole::Text),
        Cell::Names(names) => (names.join(", "), ThemeRole::Text),
        Cell::Flag(true) => ("⚑".to_owned(), ThemeRole::Warn),
        Cell::Flag(false) => (String::new(), ThemeRole::Dim),
        Cell::Verdict(decision) => (decision.as_str().to_owned(), words::decision(decision)),
        Cell::Difference(moved, differ) => {
            let mark = if differ { "≠" } else { "" };
            let moved = if moved.abs() < 0.005 { String::new() } else { signed(moved) };
            (format!("{mark}{moved}"), ThemeRole::Warn)
        }
        Cell::Number(number) => match column {
            Column::Place | Column::Unjudged => (format!("{number:.0}"), ThemeRole::Dim),
            Column::Mine | Column::Seen | Column::Unseen | Column::Comments if number == 0.0 => {
                (String::new(), ThemeRole::Dim)
            }
            Column::Mine | Column::Seen | Column::Unseen | Column::Comments => {
                (format!("{number:.0}"), ThemeRole::Text)
            }
            Column::Certainty => (format!("{:.0}%", number * 100.0), ThemeRole::Text),
            _ => (two_decimals(number), ThemeRole::Text),
        },
    }
}
