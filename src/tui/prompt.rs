//! A line to type into: what to look for, which command to run; and a page of several lines: a comment. The text-area
//! crate is their model, so that the usual keys of a shell's line (Ctrl-A, Ctrl-E, Ctrl-W, Ctrl-K ...) work here too.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::Span;
use tui_textarea::{CursorMove, TextArea};

use super::sanitize;
use super::theme::{Theme, ThemeRole};

/// One line of text and a cursor in it.
#[derive(Clone, Debug, Default)]
pub struct Prompt(TextArea<'static>);

impl Prompt {
    /// A line that holds a text already, with the cursor behind it.
    pub fn of(text: &str) -> Prompt {
        let mut area = TextArea::new(vec![text.split_whitespace().collect::<Vec<_>>().join(" ")]);
        area.move_cursor(CursorMove::End);
        Prompt(area)
    }

    pub fn text(&self) -> &str {
        self.0.lines().first().map_or("", String::as_str)
    }

    /// The text before the cursor, and after it.
    pub fn halves(&self) -> (&str, &str) {
        let text = self.text();
        let column = self.0.cursor().1;
        let at = text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
        text.split_at(at)
    }

    /// Takes a key; whether the text is another now. A key that would begin a second line is not taken.
    pub fn input(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let breaks = matches!(key.code, KeyCode::Enter | KeyCode::Tab)
            || (control && matches!(key.code, KeyCode::Char('m' | 'j')));
        !breaks && self.0.input(key)
    }

    /// Takes away the character before the cursor.
    pub fn erase(&mut self) {
        self.0.delete_char();
    }

    /// Puts in the first line of a pasted text, without what is not a character for people.
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

/// Several lines of text and a cursor in them.
#[derive(Clone, Debug, Default)]
pub struct Page(TextArea<'static>);

impl Page {
    /// A page that holds a text already, with the cursor behind it.
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

    /// Puts in a pasted text, without what is not a character for people.
    pub fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let kept: String = text.chars().filter(|c| *c == '\n' || *c == '\t' || !c.is_control()).collect();
        self.0.insert_str(kept);
    }

    /// The lines, cut to a number of columns, with the cursor drawn; and the column and row of the cursor.
    pub fn rows(&self, theme: &Theme, width: usize) -> (Vec<Vec<Span<'static>>>, (usize, usize)) {
        let (line, column) = self.0.cursor();
        let (mut rows, mut cursor) = (Vec::new(), (0, 0));
        for (at, text) in self.0.lines().iter().enumerate() {
            let here = text.char_indices().nth(column).map_or(text.len(), |(byte, _)| byte);
            let (mut row, mut used, mut byte) = (Vec::new(), 0, 0);
            while byte <= text.len() {
                let glyph = sanitize::glyph(&text[byte..]);
                let wide = glyph.map_or(1, |glyph| glyph.width);
                let under = at == line && byte <= here && here < byte + glyph.map_or(1, |glyph| glyph.len);
                // The cursor behind the last character needs a column of its own.
                if used + wide > width.max(8) && (glyph.is_some() || under) {
                    rows.push(std::mem::take(&mut row));
                    used = 0;
                }
                if under {
                    cursor = (used, rows.len());
                }
                let role = if under { ThemeRole::Cursor } else { ThemeRole::Text };
                let Some(glyph) = glyph else {
                    row.extend(under.then(|| theme.span(role, " ")));
                    break;
                };
                let shown = sanitize::shown(&text[byte..], &glyph).into_owned();
                row.push(theme.span(role, shown));
                used += wide;
                byte += glyph.len;
            }
            rows.push(row);
        }
        (rows, cursor)
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
}
