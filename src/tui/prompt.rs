//! A line for typed text, such as a search or a command, and a page of several lines, for a comment. Both are
//! built on the text-area crate, so the usual keys of a shell's line (Ctrl-A, Ctrl-E, Ctrl-W, Ctrl-K ...)
//! work here too.

use std::ops::Range;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;
use tui_textarea::{CursorMove, TextArea};

use super::sanitize;
use super::theme::{Theme, ThemeRole};

/// One line of text with a cursor.
#[derive(Clone, Debug, Default)]
pub struct Prompt(TextArea<'static>);

impl Prompt {
    /// Returns a line that already contains a text, with the cursor at the end.
    pub fn of(text: &str) -> Prompt {
        let mut area = TextArea::new(vec![text.split_whitespace().collect::<Vec<_>>().join(" ")]);
        area.move_cursor(CursorMove::End);
        Prompt(area)
    }

    pub fn text(&self) -> &str {
        self.0.lines().first().map_or("", String::as_str)
    }

    /// Returns the text before the cursor and the text after it.
    pub fn halves(&self) -> (&str, &str) {
        let text = self.text();
        let column = self.0.cursor().1;
        let at = text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
        text.split_at(at)
    }

    /// Handles a key. Returns whether the text changed. A key that would begin a second line is ignored.
    pub fn input(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let breaks = matches!(key.code, KeyCode::Enter | KeyCode::Tab)
            || (control && matches!(key.code, KeyCode::Char('m' | 'j')));
        !breaks && self.0.input(key)
    }

    /// Deletes the character before the cursor.
    pub fn erase(&mut self) {
        self.0.delete_char();
    }

    /// Inserts the first line of a pasted text, without control characters.
    pub fn paste(&mut self, text: &str) {
        let line: String =
            text.chars().take_while(|c| !matches!(c, '\n' | '\r')).filter(|c| !c.is_control()).collect();
        self.0.insert_str(line);
    }
}

impl PartialEq for Prompt {
    fn eq(&self, other: &Prompt) -> bool {
        self.halves() == other.halves()
    }
}

/// Several lines of text with a cursor.
#[derive(Clone, Debug, Default)]
pub struct Page(TextArea<'static>);

impl Page {
    /// Returns a page that already contains a text, with the cursor at the end.
    pub fn of(text: &str) -> Page {
        let mut area = TextArea::new(text.split('\n').map(str::to_owned).collect());
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Page(area)
    }

    pub fn text(&self) -> String {
        self.0.lines().join("\n")
    }

    pub fn input(&mut self, key: KeyEvent) {
        self.0.input(key);
    }

    pub fn new_line(&mut self) {
        self.0.insert_newline();
    }

    /// Inserts a pasted text, without control characters.
    pub fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let kept: String = text.chars().filter(|c| *c == '\n' || *c == '\t' || !c.is_control()).collect();
        self.0.insert_str(kept);
    }

    /// Returns the lines, broken at a number of columns, with the cursor drawn; and the column and row of the
    /// cursor.
    pub fn rows(&self, theme: &Theme, width: usize) -> (Vec<Vec<Span<'static>>>, (usize, usize)) {
        let (mut rows, mut cursor) = (Vec::new(), (0, 0));
        for PageCell { row, columns, line, byte, under_cursor } in self.cells(width) {
            rows.resize(row + 1, Vec::new());
            if under_cursor {
                cursor = (columns.start, row);
            }
            let role = if under_cursor { ThemeRole::Cursor } else { ThemeRole::Text };
            let text = &self.0.lines()[line][byte..];
            match sanitize::glyph(text) {
                Some(glyph) => rows[row].push(theme.span(role, sanitize::shown(text, &glyph).into_owned())),
                None => rows[row].extend(under_cursor.then(|| theme.span(role, " "))),
            }
        }
        (rows, cursor)
    }

    /// Returns the first visible row in an area, such that the cursor is visible.
    pub fn top(&self, place: Rect) -> usize {
        let cursor = self.cells(usize::from(place.width)).into_iter().find(|cell| cell.under_cursor);
        cursor.map_or(0, |cell| (cell.row + 1).saturating_sub(usize::from(place.height)))
    }

    /// Returns the byte of the text at a cell of an area: right of a line it is the line's end, below the
    /// last line the text's end.
    pub fn byte_at(&self, place: Rect, at: Position) -> Option<usize> {
        if !place.contains(at) {
            return None;
        }
        let (column, row) = (usize::from(at.x - place.x), self.top(place) + usize::from(at.y - place.y));
        let cells = self.cells(usize::from(place.width));
        let last = cells.iter().rev().find(|cell| cell.row <= row)?;
        let clicked = cells.iter().find(|cell| cell.row == row && column < cell.columns.end);
        let cell = clicked.unwrap_or(last);
        let before = self.0.lines()[..cell.line].iter().map(|line| line.len() + 1).sum::<usize>();
        Some(before + cell.byte)
    }

    /// Moves the cursor to a byte of the text.
    pub fn go_to(&mut self, byte: usize) {
        let text = self.text();
        let before = &text[..byte];
        let (line, start) = (before.matches('\n').count(), before.rfind('\n').map_or(0, |end| end + 1));
        let column = before[start..].chars().count();
        let short = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        self.0.move_cursor(CursorMove::Jump(short(line), short(column)));
    }

    /// Returns the position of each glyph and of the end of each line, in a number of columns.
    fn cells(&self, width: usize) -> Vec<PageCell> {
        let (mut cells, mut row) = (Vec::new(), 0);
        let (cursor_line, column) = self.0.cursor();
        for (line, text) in self.0.lines().iter().enumerate() {
            let here = text.char_indices().nth(column).map_or(text.len(), |(byte, _)| byte);
            let (mut used, mut byte) = (0, 0);
            loop {
                let glyph = sanitize::glyph(&text[byte..]);
                let wide = glyph.as_ref().map_or(1, |glyph| glyph.width);
                let end = byte + glyph.as_ref().map_or(1, |glyph| glyph.len);
                let under_cursor = line == cursor_line && (byte..end).contains(&here);
                // The cursor after the last character needs a column of its own.
                if used + wide > width.max(8) && (glyph.is_some() || under_cursor) {
                    (row, used) = (row + 1, 0);
                }
                cells.push(PageCell { row, columns: used..used + wide, line, byte, under_cursor });
                let Some(glyph) = glyph else { break };
                used += wide;
                byte += glyph.len;
            }
            row += 1;
        }
        cells
    }
}

/// A glyph of a page, or the end of a line, with its position.
struct PageCell {
    row: usize,
    columns: Range<usize>,
    line: usize,
    /// Byte offset in its line.
    byte: usize,
    under_cursor: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(prompt: &mut Prompt, keys: &str) {
        for c in keys.chars() {
            prompt.input(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
        }
    }

    #[test]
    fn the_cursor_moves_and_words_go_at_once() {
        let mut prompt = Prompt::default();
        press(&mut prompt, "naïve idea");
        assert!(prompt.input(KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL)));
        assert_eq!(prompt.text(), "naïve ");
        prompt.input(KeyEvent::new(KeyCode::Home, KeyModifiers::NONE));
        press(&mut prompt, "é");
        assert_eq!(prompt.halves(), ("é", "naïve "));
    }

    #[test]
    fn it_stays_one_line() {
        let mut prompt = Prompt::default();
        prompt.paste("one\u{1b}[2J\ntwo");
        prompt.input(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
        prompt.input(KeyEvent::new(KeyCode::Char('m'), KeyModifiers::CONTROL));
        assert_eq!(prompt.text(), "one[2J");
    }

    #[test]
    fn a_page_is_cut_to_its_columns_with_the_cursor_in_sight() {
        let mut page = Page::default();
        page.paste("日本語日本語 one\r\ntwo\u{1b}");
        assert_eq!(page.text(), "日本語日本語 one\ntwo");
        let theme = Theme::builtin("mono").unwrap();
        let shown = |page: &Page| {
            let (rows, cursor) = page.rows(&theme, 10);
            let text = |row: &Vec<Span>| row.iter().map(|span| span.content.clone()).collect::<String>();
            (rows.iter().map(text).collect::<Vec<_>>(), cursor)
        };
        let rows = |rows: &[&str]| rows.iter().map(|row| (*row).to_owned()).collect::<Vec<_>>();
        assert_eq!(shown(&page), (rows(&["日本語日本", "語 one", "two "]), (3, 2)));
        page.input(KeyEvent::new(KeyCode::Up, KeyModifiers::NONE));
        page.input(KeyEvent::new(KeyCode::End, KeyModifiers::NONE));
        assert_eq!(shown(&page).1, (6, 1));
        page.new_line();
        assert_eq!(page.text(), "日本語日本語 one\n\ntwo");
    }

    #[test]
    fn a_click_puts_the_cursor_on_a_glyph_and_beside_a_line_at_its_end() {
        let place = Rect::new(5, 2, 10, 3);
        for (at, expected) in [
            ((5, 2), "|日本語日本語 one\ntwo"),
            ((10, 2), "日本|語日本語 one\ntwo"),
            ((8, 3), "日本語日本語 |one\ntwo"),
            ((14, 3), "日本語日本語 one|\ntwo"),
            ((6, 4), "日本語日本語 one\nt|wo"),
        ] {
            let mut page = Page::of("日本語日本語 one\ntwo");
            page.go_to(page.byte_at(place, Position::new(at.0, at.1)).unwrap());
            page.paste("|");
            assert_eq!(page.text(), expected, "{at:?}");
        }
        let page = Page::of("one");
        assert_eq!(page.byte_at(place, Position::new(4, 2)), None, "outside");
        assert_eq!(page.byte_at(place, Position::new(5, 4)), Some(3), "below the last line");
    }
}
