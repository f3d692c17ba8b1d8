//! What can be done to a pane by key or command, and the bytes that it concerns.

use super::rows::Rows;

/// Where a move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// To the character before.
    Left,
    /// To the character after.
    Right,
    /// To the start of the word, or of the word before.
    WordLeft,
    /// To the end of the word, or of the word after.
    WordRight,
    /// To the row above on the screen, keeping the column.
    Up,
    /// To the row below on the screen, keeping the column.
    Down,
    PageUp,
    PageDown,
    /// To the start of the row on the screen.
    RowStart,
    /// To the end of the row on the screen.
    RowEnd,
    /// To the start of the text.
    Top,
    /// To the end of the text.
    Bottom,
}

/// What can be done to a pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Moves the cursor and drops the selection.
    Move(Move),
    /// Moves the cursor and takes the selection's end along.
    Select(Move),
    SelectAll,
    SelectWord,
    /// Drops the selection.
    Deselect,
    /// Types a character in place of the selection; a control character other than tab and line feed is refused.
    Insert(char),
    /// Puts a text in place of the selection, as one step of undo.
    Paste(String),
    /// Begins a new line, with the line end that the text uses.
    Newline,
    /// Deletes the selection, else from the cursor to where the move goes.
    Delete(Move),
    /// Deletes the selection and hands it back.
    Cut,
    /// Hands the selection back.
    Copy,
    /// Takes the last step back.
    Undo,
    /// Makes the last step taken back again.
    Redo,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Blank,
    Word,
    Kana,
    Wide,
    Mark,
}

fn sort(c: char) -> Sort {
    match c {
        c if c.is_whitespace() => Sort::Blank,
        '\u{3041}'..='\u{30ff}' => Sort::Kana,
        '\u{3400}'..='\u{9fff}' => Sort::Wide,
        c if c.is_alphanumeric() || c == '_' || c == '\'' || c == '’' => Sort::Word,
        // Combining marks and joiners belong to the word that they stand in.
        '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}' => Sort::Word,
        _ => Sort::Mark,
    }
}

/// The end of the word that a byte lies in or, from white space, of the word after.
pub(super) fn word_right(text: &str, from: usize) -> usize {
    from + through_word(text[from..].chars())
}

/// The start of the word that a byte lies in or, from its start, of the word before.
pub(super) fn word_left(text: &str, from: usize) -> usize {
    from - through_word(text[..from].chars().rev())
}

/// Bytes of the white space that characters begin with and of the word behind it.
fn through_word(chars: impl Iterator<Item = char>) -> usize {
    let mut bytes = 0;
    let mut inside = None;
    for c in chars {
        let this = sort(c);
        match inside {
            None if this == Sort::Blank => {}
            None => inside = Some(this),
            Some(word) if word != this => break,
            Some(_) => {}
        }
        bytes += c.len_utf8();
    }
    bytes
}

/// The word around a byte, without white space; empty between two spaces.
pub(super) fn word_around(text: &str, at: usize) -> (usize, usize) {
    let after = text[at..].chars().next().map(sort);
    let before = text[..at].chars().next_back().map(sort);
    let Some(word) = after.filter(|&s| s != Sort::Blank).or(before).filter(|&s| s != Sort::Blank) else {
        return (at, at);
    };
    let left: usize = text[..at].chars().rev().take_while(|&c| sort(c) == word).map(char::len_utf8).sum();
    let right: usize = text[at..].chars().take_while(|&c| sort(c) == word).map(char::len_utf8).sum();
    (at - left, at + right)
}

/// The glyph before a byte.
pub(super) fn left(rows: &Rows, text: &str, at: usize) -> usize {
    if at == 0 { 0 } else { rows.floor(at - 1, text) }
}

/// The glyph after a byte.
pub(super) fn right(rows: &Rows, text: &str, at: usize) -> usize {
    if at >= text.len() { text.len() } else { rows.ceil(at + 1, text) }
}
