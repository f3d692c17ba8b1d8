//! Drawing shared by components: frames, headings, rows of a list.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::prompt::{Page, Prompt};
use super::sanitize;
use super::theme::{Theme, ThemeRole};
use super::words;

/// Least columns and rows of the terminal.
const SMALLEST: (u16, u16) = (60, 16);

/// Whether a terminal is too small for the workbench, so that nobody sees the effect of a key.
pub fn is_too_small((columns, rows): (u16, u16)) -> bool {
    columns < SMALLEST.0 || rows < SMALLEST.1
}

/// Returns the beginning of the text in a terminal that is too small.
pub fn size_needed((columns, rows): (u16, u16)) -> String {
    format!("lockbench needs {} x {}; this is {columns} x {rows}.", SMALLEST.0, SMALLEST.1)
}

/// Returns the text in a terminal that is too small, if only the key that quits works.
pub fn quits_alone(size: (u16, u16), quit: &str) -> String {
    let needed = size_needed(size);
    format!("{needed} Make it larger, or press {quit} to quit. No other key works.")
}

/// Draws the only text in a terminal that is too small.
pub fn draw_too_small(frame: &mut Frame, words: String) {
    frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), frame.area());
}

pub fn inside(area: Rect) -> Rect {
    Rect::new(area.x + 1, area.y + 1, area.width.saturating_sub(2), area.height.saturating_sub(2))
}

/// Returns an area without its first rows.
pub fn rows_below(place: Rect, rows: u16) -> Rect {
    let above = rows.min(place.height);
    Rect { y: place.y + above, height: place.height - above, ..place }
}

/// Least columns that must remain visible on each side of a window in the middle of an area.
const SLIVER: u16 = 4;

/// Returns a window in the middle of an area, with this many columns and rows. If fewer than `SLIVER`
/// columns would remain on each side, it takes the whole width; if no row would, the whole height.
pub fn middle(place: Rect, width: u16, height: u16) -> Rect {
    let width = window_width(place.width, width);
    let height = if height.saturating_add(2) <= place.height { height } else { place.height };
    let (x, y) = (place.x + (place.width - width) / 2, place.y + (place.height - height) / 2);
    Rect::new(x, y, width, height)
}

/// Returns the width of a window that can use `width` columns, in the middle of an area of `columns`.
pub fn window_width(columns: u16, width: u16) -> u16 {
    if width.saturating_add(2 * SLIVER) <= columns { width } else { columns }
}

/// Returns the frame of a panel, with text at the left and right of its upper edge.
pub fn panel<'a>(theme: &Theme, focused: bool, left: Line<'a>, right: Line<'a>) -> Block<'a> {
    let role = if focused { ThemeRole::BorderFocused } else { ThemeRole::Border };
    // Focus is also shown by the shape of the frame, not by colour alone.
    let shape = if focused { BorderType::Thick } else { BorderType::Plain };
    Block::bordered()
        .border_type(shape)
        .border_style(theme.style(role))
        .title_top(left)
        .title_top(right.right_aligned())
}

/// Returns a heading for a frame.
pub fn title<'a>(theme: &Theme, words: String) -> Line<'a> {
    theme.line(ThemeRole::Title, format!(" {words} "))
}

/// Clears the area of a screen and draws its frame. Returns the area inside.
pub fn screen(theme: &Theme, frame: &mut Frame, area: Rect, heading: &str, right: &str) -> Rect {
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, theme.style(ThemeRole::Text));
    // The heading takes precedence over the keys.
    let fits = words::width(heading) + words::width(right) + 8 <= usize::from(area.width);
    let right = if right.is_empty() || !fits { Line::default() } else { title(theme, right.to_owned()) };
    let heading = sanitize::fit(heading, usize::from(area.width).saturating_sub(4)).into_owned();
    frame.render_widget(panel(theme, true, title(theme, heading), right), area);
    inside(area)
}

/// Draws a line at the left of the first row of an area. Its spans are drawn glyph by glyph, because a
/// [`Line`] is drawn as wide as `unicode-width` measures it as a whole, which would lose the last letter with
/// some pairs of Arabic letters.
pub fn line(frame: &mut Frame, place: Rect, line: &Line) {
    let buffer = frame.buffer_mut();
    let row = Rect { height: 1, ..place }.intersection(buffer.area);
    if place.is_empty() || row.is_empty() {
        return;
    }
    buffer.set_style(row, line.style);
    let mut x = row.x;
    for span in &line.spans {
        let room = usize::from(row.right() - x);
        (x, _) = buffer.set_stringn(x, row.y, &span.content, room, line.style.patch(span.style));
    }
}

/// Draws lines into an area from the top, as many as fit.
pub fn put(frame: &mut Frame, place: Rect, lines: impl IntoIterator<Item = Line<'static>>) {
    for (own, y) in lines.into_iter().zip(place.y..place.bottom()) {
        line(frame, Rect { y, height: 1, ..place }, &own);
    }
}

/// Draws the lines of a text; if not all fit, the last one ends with "…".
pub fn put_text(frame: &mut Frame, place: Rect, lines: Vec<Line<'static>>) {
    let rows = usize::from(place.height);
    let last = lines.get(rows.wrapping_sub(1)).filter(|_| lines.len() > rows);
    let end = last.map(|line| {
        u16::try_from(words::width_of(&line.spans)).unwrap_or(u16::MAX).min(place.width.saturating_sub(1))
    });
    put(frame, place, lines);
    if let Some(end) = end {
        let place = Rect { x: place.x + end, y: place.bottom() - 1, width: 1, height: 1 };
        frame.render_widget(Line::raw("…"), place);
    }
}

/// Shows on the lower edge of a frame how many rows are hidden.
pub fn more(theme: &Theme, frame: &mut Frame, area: Rect, hidden: usize) {
    if hidden > 0 {
        edge(frame, area, theme.span(ThemeRole::Dim, format!(" {hidden} more ")));
    }
}

/// Writes on the lower edge of a frame, at the right.
pub fn edge(frame: &mut Frame, area: Rect, words: Span) {
    if area.height > 1 && area.width > 2 {
        let place = Rect { y: area.bottom() - 1, height: 1, x: area.x + 1, width: area.width - 2 };
        frame.render_widget(Line::from(words).right_aligned(), place);
    }
}

/// Writes a text on the lower edge of a frame, at the left, as far as there is room beside [`more`].
pub fn foot(theme: &Theme, frame: &mut Frame, area: Rect, words: &str) {
    const MORE: u16 = 12;
    if !words.is_empty() && area.height > 1 && area.width > MORE + 2 {
        let place = Rect { y: area.bottom() - 1, height: 1, x: area.x + 1, width: area.width - 2 - MORE };
        let words = sanitize::fit(words, usize::from(place.width).saturating_sub(2));
        line(frame, place, &theme.line(ThemeRole::Dim, format!(" {words} ")));
    }
}

/// Draws a line for typing, with the terminal's own cursor; `lead` precedes the typed text, and `tail`
/// follows it.
pub fn prompt(theme: &Theme, frame: &mut Frame, place: Rect, lead: &'static str, typed: &Prompt, tail: &str) {
    let around = words::width(lead) + words::width(tail) + 1;
    let mut line = vec![theme.span(ThemeRole::Key, lead)];
    line.extend(words::prompt(theme, typed, usize::from(place.width).saturating_sub(around)));
    let before = words::width_of(&line[..2]) as u16;
    frame.set_cursor_position(Position::new(place.x + before, place.y));
    line.push(theme.span(ThemeRole::Dim, tail.to_owned()));
    put(frame, place, [Line::from(line)]);
}

/// Draws a page for typing, with the terminal's own cursor.
pub fn page(theme: &Theme, frame: &mut Frame, place: Rect, page: &Page) {
    let (lines, (column, row)) = page.rows(theme, usize::from(place.width));
    let top = page.top(place);
    put(frame, place, lines.into_iter().skip(top).map(Line::from));
    let at = Position::new(place.x + column as u16, place.y + (row - top) as u16);
    if place.contains(at) {
        frame.set_cursor_position(at);
    }
}

/// Draws a screen that consists of a line for typing.
pub fn prompt_screen(
    theme: &Theme,
    frame: &mut Frame,
    area: Rect,
    [heading, right]: [&str; 2],
    typed: &Prompt,
) {
    let inner = screen(theme, frame, area, heading, right);
    if inner.height > 1 {
        prompt(theme, frame, Rect { y: inner.y + 1, height: 1, ..inner }, " ", typed, "");
    }
}

pub fn row_style(theme: &Theme, chosen: bool) -> Style {
    if chosen { theme.style(ThemeRole::Chosen) } else { Style::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::memory::Memory;

    /// These contain pairs of letters that are measured as one column together and drawn as two.
    #[test]
    fn no_letter_is_lost_at_the_end_of_a_line() {
        let text = "يوم الثلاثاء";
        let mut screen = Memory::new(40, 2);
        let parts = [text, ". It rained", " on ", text];
        let line = Line::from(parts.map(Span::raw).to_vec());
        screen.draw(|frame| put(frame, frame.area(), [line.clone(), Line::raw(words::cell(text, 14) + "|")]));
        let drawn = screen.text();
        let rows: Vec<&str> = drawn.lines().collect();
        assert_eq!(rows[0], parts.concat());
        assert_eq!(rows[1], format!("{text}  |"));
        assert_eq!(words::wrap(&format!("{text} {text}"), 12), [text, text]);
    }
}
