//! The edits of a pane by key or command, and the bytes that they affect.

use super::rows::Rows;

/// Target of a move.
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

/// An edit of a pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Moves the cursor and drops the selection.
    Move(Move),
    /// Moves the cursor together with the selection's end.
    Select(Move),
    SelectAll,
    SelectWord,
    /// Drops the selection.
    Deselect,
    /// Types a character in place of the selection. Control characters other than tab and line feed are
    /// refused.
    Insert(char),
    /// Puts a text in place of the selection, as one undo step.
    Paste(String),
    /// Begins a new line, with the kind of line end that the text uses.
    Newline,
    /// Deletes the selection, or else the text from the cursor to the target of the move.
    Delete(Move),
    /// Deletes the selection and returns it.
    Cut,
    /// Returns the selection.
    Copy,
    /// Undoes the last step.
    Undo,
    /// Redoes the step that was undone last.
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
        // Combining marks and joiners belong to the word around them.
        '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}' => Sort::Word,
        _ => Sort::Mark,
    }
}

/// Returns the end of the word that contains a byte or, from white space, of the next word.
pub(super) fn word_right(text: &str, from: usize) -> usize {
    from + through_word(text[from..].chars())
}

/// Returns the start of the word that contains a byte or, from its start, of the previous word.
pub(super) fn word_left(text: &str, from: usize) -> usize {
    from - through_word(text[..from].chars().rev())
}

/// Returns the number of bytes in the leading white space and the word after it.
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

/// Returns the word around a byte, without white space; empty between two spaces.
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

/// Returns the glyph before a byte.
pub(super) fn left(rows: &Rows, text: &str, at: usize) -> usize {
    if at == 0 { 0 } else { rows.floor(at - 1, text) }
}

/// Returns the glyph after a byte.
pub(super) fn right(rows: &Rows, text: &str, at: usize) -> usize {
    if at >= text.len() { text.len() } else { rows.ceil(at + 1, text) }
}
