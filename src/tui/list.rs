//! Shared parts of lists and scrolled texts: a cursor in rows, the keys that move it, and the visible rows.
//!
//! A component computes its rows in one function. Its keys, the mouse and its drawing all pass the number of
//! these rows to a [`ListCursor`] or a [`Scroll`], so they always agree about which row is where.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::keymap::Action;
use super::theme::Theme;
use super::widgets;

/// A cursor in rows. The row with the cursor is kept in the middle of the screen if possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListCursor {
    cursor: usize,
}

impl ListCursor {
    /// Returns a list with its cursor on a row, counted from 0.
    pub const fn at(row: usize) -> ListCursor {
        ListCursor { cursor: row }
    }

    /// Returns the row with the cursor, counted from 0. It may be past the end if rows were removed; see
    /// [`clamp`](ListCursor::clamp).
    pub fn cursor(self) -> usize {
        self.cursor
    }

    /// Moves the cursor to a row.
    pub fn set(&mut self, row: usize) {
        self.cursor = row;
    }

    /// Keeps the cursor within the given number of rows.
    pub fn clamp(&mut self, rows: usize) {
        self.cursor = self.cursor.min(rows.saturating_sub(1));
    }

    /// Moves the cursor for an action, within `rows` rows, of which `height` fit the screen. Returns whether
    /// the action was one that moves the cursor.
    pub fn act(&mut self, action: Action, rows: usize, height: usize) -> bool {
        let Some(to) = moved(action, self.cursor, height) else { return false };
        self.cursor = to.min(rows.saturating_sub(1));
        true
    }

    /// Returns the first of `rows` rows that is visible in `height` screen lines.
    pub fn first(self, rows: usize, height: usize) -> usize {
        self.cursor.saturating_sub(height / 2).min(rows.saturating_sub(height))
    }

    /// Returns the row drawn at a screen line, for rows of one line each in an area.
    pub fn row_at(self, rows: usize, area: Rect, y: u16) -> Option<usize> {
        let line = y.checked_sub(area.y).filter(|line| *line < area.height)?;
        let row = self.first(rows, usize::from(area.height)) + usize::from(line);
        (row < rows).then_some(row)
    }

    /// Draws rows of one line each, with the cursor's row highlighted, and a sign before it if its line leaves
    /// room for one. `line` returns the line of a row, and is called for visible rows only.
    pub fn draw(
        self,
        theme: &Theme,
        rows: usize,
        frame: &mut Frame,
        area: Rect,
        line: impl FnMut(usize) -> Line<'static>,
    ) {
        self.draw_highlighted(widgets::row_style(theme, true), rows, frame, area, line);
        let below = self.cursor.saturating_sub(self.first(rows, usize::from(area.height)));
        if self.cursor < rows {
            sign(frame, area, below);
        }
    }

    /// Draws the rows with another style of highlight; a panel without focus has none.
    pub fn draw_highlighted(
        self,
        highlight: Style,
        rows: usize,
        frame: &mut Frame,
        area: Rect,
        mut line: impl FnMut(usize) -> Line<'static>,
    ) {
        let first = self.first(rows, usize::from(area.height));
        for (row, y) in (first..rows).zip(area.y..area.bottom()) {
            let style = if row == self.cursor { highlight } else { Style::new() };
            widgets::line(frame, Rect { y, height: 1, ..area }, &line(row).style(style));
        }
    }
}

/// A line of a list with rows of several lines, and the row that it belongs to, if any.
#[derive(Clone, Debug)]
pub struct Row {
    pub line: Line<'static>,
    /// The row, counted from 0.
    pub of: Option<usize>,
}

impl Row {
    /// Returns a line that belongs to no row.
    pub fn heading(line: Line<'static>) -> Row {
        Row { line, of: None }
    }
}

impl ListCursor {
    /// Returns the first visible line of rows that take several lines, in the given number of screen lines:
    /// the headings above the cursor's row, as far as they leave room for that row, but no later than needed
    /// to show the end of the list.
    pub fn first_line(self, lines: &[Row], height: usize) -> usize {
        let cursor = lines.iter().position(|line| line.of == Some(self.cursor)).unwrap_or(0);
        let headings = lines[..cursor].iter().rev().take_while(|line| line.of.is_none()).count();
        let own = lines.iter().filter(|line| line.of == Some(self.cursor)).count();
        (cursor - headings.min(height.saturating_sub(own))).min(lines.len().saturating_sub(height))
    }

    /// Returns the row at a screen line, for rows that take several lines.
    pub fn line_at(self, lines: &[Row], area: Rect, y: u16) -> Option<usize> {
        let line = y.checked_sub(area.y).filter(|line| *line < area.height)?;
        lines.get(self.first_line(lines, usize::from(area.height)) + usize::from(line))?.of
    }

    /// Draws rows that take several lines each.
    pub fn draw_lines(self, lines: Vec<Row>, frame: &mut Frame, area: Rect) {
        let first = self.first_line(&lines, usize::from(area.height));
        let own = lines.iter().skip(first).position(|line| line.of == Some(self.cursor));
        for (row, y) in lines.into_iter().skip(first).zip(area.y..area.bottom()) {
            widgets::line(frame, Rect { y, height: 1, ..area }, &row.line);
        }
        if let Some(below) = own {
            sign(frame, area, below);
        }
    }
}

/// Puts a sign at the beginning of a line of an area, if the line leaves room for one. The shade of the row in
/// focus is hard to see by itself, and says nothing without colours.
fn sign(frame: &mut Frame, area: Rect, below: usize) {
    let y = u16::try_from(below).map_or(u16::MAX, |below| area.y.saturating_add(below));
    if y < area.bottom()
        && let Some(cell) = frame.buffer_mut().cell_mut((area.x, y)).filter(|cell| cell.symbol() == " ")
    {
        cell.set_symbol("▸");
    }
}

/// A list as drawn: the area and the rows that mouse and keys refer to.
#[derive(Debug)]
pub struct ListView {
    pub cursor: ListCursor,
    pub rows: usize,
    pub area: Rect,
    pub on_click: OnClick,
    /// The lines, if rows take several lines or have headings.
    lines: Option<Vec<Row>>,
}

/// What a click on a row does besides moving the cursor there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnClick {
    /// Nothing, because Enter does nothing on a row.
    Points,
    /// What Enter does, but only at a second click: a row has details to read, or acting costs more.
    ActsAgain,
    /// What Enter does: the rows are choices, with nothing else to read.
    Acts,
}

impl ListView {
    /// Returns the rows of one line each.
    pub fn new(cursor: ListCursor, rows: usize, area: Rect) -> ListView {
        ListView { cursor, rows, area, on_click: OnClick::ActsAgain, lines: None }
    }

    /// Returns the rows that take several lines each.
    pub fn of_lines(cursor: ListCursor, lines: Vec<Row>, area: Rect) -> ListView {
        let rows = lines.iter().filter_map(|line| line.of).max().map_or(0, |last| last + 1);
        ListView { lines: Some(lines), ..ListView::new(cursor, rows, area) }
    }

    pub fn on_click(self, on_click: OnClick) -> ListView {
        ListView { on_click, ..self }
    }

    /// Returns the row drawn at a screen line.
    pub fn row_at(&self, y: u16) -> Option<usize> {
        match &self.lines {
            Some(lines) => self.cursor.line_at(lines, self.area, y),
            None => self.cursor.row_at(self.rows, self.area, y),
        }
    }

    /// Returns the number of lines below the last visible one.
    pub fn below(&self) -> usize {
        let height = usize::from(self.area.height);
        let (first, lines) = match &self.lines {
            Some(lines) => (self.cursor.first_line(lines, height), lines.len()),
            None => (self.cursor.first(self.rows, height), self.rows),
        };
        lines.saturating_sub(first + height)
    }
}

/// A text that is scrolled by lines, without a cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    top: usize,
}

impl Scroll {
    /// Returns a text whose first visible line is this one, counted from 0.
    pub const fn at(line: usize) -> Scroll {
        Scroll { top: line }
    }

    /// Returns the first of `lines` lines that is visible in `height` screen lines. The last line never moves
    /// above the bottom.
    pub fn top(self, lines: usize, height: usize) -> usize {
        self.top.min(lines.saturating_sub(height))
    }

    /// Returns the number of lines below the last visible one.
    pub fn below(self, lines: usize, height: usize) -> usize {
        lines.saturating_sub(self.top(lines, height) + height)
    }

    /// Scrolls `lines` lines for an action; `height` of them fit the screen. Returns whether the action was
    /// one that scrolls.
    pub fn act(&mut self, action: Action, lines: usize, height: usize) -> bool {
        let Some(to) = moved(action, self.top, height) else { return false };
        self.top = to.min(lines.saturating_sub(height));
        true
    }

    /// Goes back to the first line.
    pub fn reset(&mut self) {
        self.top = 0;
    }
}

/// Returns where an action leads from a row, if it is one that moves. A page moves by one row less than fits,
/// so that the last visible row becomes the first one.
fn moved(action: Action, at: usize, height: usize) -> Option<usize> {
    let page = height.saturating_sub(1).max(1);
    Some(match action {
        Action::Next => at.saturating_add(1),
        Action::Previous => at.saturating_sub(1),
        Action::PageDown => at.saturating_add(page),
        Action::PageUp => at.saturating_sub(page),
        Action::Top => 0,
        Action::Bottom => usize::MAX,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_with_the_cursor_is_always_shown() {
        for rows in 0..12 {
            for height in 1..6 {
                for cursor in 0..rows {
                    let top = ListCursor::at(cursor).first(rows, height);
                    assert!(top <= cursor && cursor < top + height, "{cursor} of {rows} in {height}");
                    assert!(top == 0 || top + height <= rows, "no empty lines while some rows are hidden");
                }
            }
        }
    }

    #[test]
    fn the_mouse_finds_the_row_that_is_drawn() {
        let area = Rect::new(4, 2, 10, 3);
        let list = ListCursor::at(5);
        assert_eq!(list.first(8, 3), 4);
        assert_eq!((list.row_at(8, area, 2), list.row_at(8, area, 4)), (Some(4), Some(6)));
        assert_eq!(
            (list.row_at(8, area, 1), list.row_at(8, area, 5)),
            (None, None),
            "above and below the area"
        );
        assert_eq!(ListCursor::at(0).row_at(2, area, 4), None, "below the last row");
    }

    #[test]
    fn lines_below_the_last_one_shown_are_counted() {
        let area = Rect::new(0, 0, 10, 3);
        let rows = |cursor, rows| ListView::new(ListCursor::at(cursor), rows, area).below();
        assert_eq!([rows(0, 2), rows(0, 3), rows(0, 8), rows(5, 8), rows(7, 8)], [0, 0, 5, 1, 0]);
        // With two lines per row, three rows do not fit; at the last row nothing is below.
        let line = |of| Row { line: Line::raw("x"), of: Some(of) };
        let lines = |cursor| {
            let all = [0, 0, 1, 1, 2, 2].map(line).to_vec();
            ListView::of_lines(ListCursor::at(cursor), all, area).below()
        };
        assert_eq!([lines(0), lines(1), lines(2)], [3, 1, 0]);
        assert_eq!([Scroll::at(0).below(5, 3), Scroll::at(9).below(5, 3)], [2, 0]);
    }

    #[test]
    fn keys_keep_the_cursor_within_the_rows() {
        let mut list = ListCursor::default();
        for (action, rows, expected) in [
            (Action::Previous, 3, 0),
            (Action::Next, 3, 1),
            (Action::PageDown, 30, 10),
            (Action::Bottom, 30, 29),
            (Action::Next, 30, 29),
            (Action::PageUp, 30, 20),
            (Action::Top, 30, 0),
            (Action::Bottom, 0, 0),
        ] {
            assert!(list.act(action, rows, 10));
            assert_eq!(list.cursor(), expected, "{action:?} in {rows}");
        }
        assert!(!list.act(Action::Enter, 3, 10));
    }

    #[test]
    fn a_text_is_scrolled_to_its_last_line_and_no_further() {
        let mut scroll = Scroll::default();
        assert!(scroll.act(Action::Bottom, 20, 6));
        assert_eq!(scroll.top(20, 6), 14);
        assert!(scroll.act(Action::Next, 20, 6) && scroll.act(Action::Previous, 20, 6));
        assert_eq!(scroll.top(20, 6), 13, "one step up is seen at once");
        assert!(scroll.act(Action::PageUp, 20, 6));
        assert_eq!(scroll.top(20, 6), 8, "the first line seen is the last one now");
        assert_eq!(scroll.top(3, 6), 0);
    }
}
