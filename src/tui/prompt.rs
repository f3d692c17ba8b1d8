//! A line to type into: what to look for, which command to run. The text-area crate is its model, so that the usual
//! keys of a shell's line (Ctrl-A, Ctrl-E, Ctrl-W, Ctrl-K ...) work here too.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_textarea::TextArea;

/// One line of text and a cursor in it.
#[derive(Clone, Debug, Default)]
pub struct Prompt(TextArea<'static>);

impl Prompt {
    /// What was typed.
    pub fn text(&self) -> &str {
        self.0.lines().first().map_or("", String::as_str)
    }

    /// What stands before the cursor, and after it.
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

    /// Puts in the first line of a pasted text, without what is no character for people.
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
}
