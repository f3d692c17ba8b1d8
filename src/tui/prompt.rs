//! A line for typed text, such as a search or a command, and a page of several lines, for a comment. Both are
//! built on the text-area crate, so the usual keys of a shell's line (Ctrl-A, Ctrl-E, Ctrl-W, Ctrl-K ...)
//! work here too.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;
use tui_textarea::{CursorMove, TextArea};

use super::pane::rows::Rows;
use super::sanitize::{self, GlyphKind};
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

    /// Returns the rows of the text in a number of columns, with the cursor drawn; and the column and row of
    /// the cursor.
    pub fn rows(&self, theme: &Theme, width: usize) -> (Vec<Vec<Span<'static>>>, (usize, usize)) {
        let (text, wrapped) = self.wrapped(width);
        let (cursor_row, cursor_column) = wrapped.position(self.cursor(), &text);
        let drawn = (0..wrapped.len()).map(|row| {
            let glyphs = wrapped.cells(row, &text).filter(|cell| cell.glyph.kind != GlyphKind::LineEnd);
            let mut ends = 0;
            let mut spans: Vec<Span> = glyphs
                .map(|cell| {
                    ends = cell.column + cell.glyph.width;
                    let under_cursor = (row, cell.column) == (cursor_row, cursor_column);
                    let role = if under_cursor { ThemeRole::Cursor } else { ThemeRole::Text };
                    theme.span(role, sanitize::shown(&text[cell.start..], &cell.glyph).into_owned())
                })
                .collect();
            if (row, ends) == (cursor_row, cursor_column) {
                spans.push(theme.span(ThemeRole::Cursor, " "));
            }
            spans
        });
        (drawn.collect(), (cursor_column, cursor_row))
    }

    /// Returns the first visible row in an area, such that the cursor is visible.
    pub fn top(&self, place: Rect) -> usize {
        let (text, wrapped) = self.wrapped(usize::from(place.width));
        (wrapped.position(self.cursor(), &text).0 + 1).saturating_sub(usize::from(place.height))
    }

    /// Returns the byte of the text at a cell of an area: right of a line it is the line's end, below the
    /// last line the text's end.
    pub fn byte_at(&self, place: Rect, at: Position) -> Option<usize> {
        if !place.contains(at) {
            return None;
        }
        let (column, row) = (usize::from(at.x - place.x), self.top(place) + usize::from(at.y - place.y));
        let (text, wrapped) = self.wrapped(usize::from(place.width));
        Some(if row < wrapped.len() { wrapped.byte_at(row, column, &text) } else { text.len() })
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

    /// Returns the byte of the text at the cursor.
    fn cursor(&self) -> usize {
        let (line, column) = self.0.cursor();
        let before: usize = self.0.lines()[..line].iter().map(|line| line.len() + 1).sum();
        before + self.0.lines()[line].chars().take(column).map(char::len_utf8).sum::<usize>()
    }

    /// Returns the text and its rows in a number of columns, the last of which is for the cursor after a full
    /// row.
    fn wrapped(&self, width: usize) -> (String, Rows) {
        let text = self.text();
        let rows = Rows::new(&text, width.saturating_sub(1));
        (text, rows)
    }
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
    fn a_page_is_wrapped_to_its_columns_with_the_cursor_in_sight() {
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
        assert_eq!(shown(&page), (rows(&["日本語日", "本語 one", "two "]), (3, 2)));
        page.input(KeyEvent::new(KeyCode::Up, KeyModifiers::NONE));
        page.input(KeyEvent::new(KeyCode::End, KeyModifiers::NONE));
        assert_eq!(shown(&page).1, (8, 1));
        page.new_line();
        assert_eq!(page.text(), "日本語日本語 one\n\ntwo");
        // The cursor after a full row has a column of its own.
        let page = Page::of("one two three four");
        assert_eq!(shown(&page), (rows(&["one two ", "three ", "four "]), (4, 2)));
        assert_eq!(shown(&Page::of("one\nninechars")), (rows(&["one", "ninechars "]), (9, 1)));
    }

    #[test]
    fn a_click_puts_the_cursor_on_a_glyph_and_beside_a_line_at_its_end() {
        let place = Rect::new(5, 2, 10, 3);
        for (at, expected) in [
            ((5, 2), "|日本語日本語 one\ntwo"),
            ((10, 2), "日本|語日本語 one\ntwo"),
            ((10, 3), "日本語日本語 |one\ntwo"),
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
