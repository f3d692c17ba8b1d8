//! Soft wrapping: the byte at which each screen row starts.
//!
//! The end of a row is computed from its first byte alone, looking only forward. This makes wrapping
//! incremental: after an edit, rows are computed from a little before it until a row starts where an old one
//! did; all later rows are unchanged. With words of varied lengths, old and new row starts coincide again
//! within a few rows, and always at a line end. A long line without either (Chinese text, or a repeated
//! pattern) would be wrapped to its end, so after [`REWRAPPED`] rows the next old row start is kept: the row
//! before it may be short until the width changes. The cost thus depends on the edit, not on the length of
//! the text, even if the whole text is one line.

use crate::tui::sanitize::{Glyph, GlyphKind, glyph};

/// Least columns of a row: room for the widest glyph.
pub(super) const MIN_COLUMNS: usize = 8;
/// Number of rows before an edited one that the edit may change. A row looks ahead past its end by one glyph,
/// and a glyph by 68 bytes, which are 17 rows if each character is hidden and its mark takes a whole row.
const LOOK_BEHIND: usize = 20;

/// Number of rows computed after an edit before an old row start is kept.
pub(super) const REWRAPPED: usize = 400;

/// A glyph in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// First byte in the text.
    pub start: usize,
    /// First column in the row.
    pub column: usize,
    pub glyph: Glyph,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    columns: usize,
    /// First byte of each row. Never empty; the first element is 0.
    starts: Vec<usize>,
}

impl Rows {
    /// Wraps a text at `columns`, or at [`MIN_COLUMNS`] if that is more. A row takes one column more than
    /// `columns` if white space hangs over its end.
    pub fn new(text: &str, columns: usize) -> Rows {
        let mut rows = Rows { columns: columns.max(MIN_COLUMNS), starts: vec![0] };
        let mut at = 0;
        while let Some(next) = next_row(text, at, rows.columns) {
            rows.starts.push(next);
            at = next;
        }
        rows
    }

    /// Returns the number of rows that a text takes at `columns`, up to `most`. The text is read only that
    /// far.
    pub(super) fn count(text: &str, columns: usize, most: usize) -> usize {
        let next = |at: &usize| next_row(text, *at, columns.max(MIN_COLUMNS));
        std::iter::successors(Some(0), next).take(most).count()
    }

    /// Returns the number of rows, at least 1.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns the first byte of a row; past the last row, that of the last row.
    pub(super) fn start(&self, row: usize) -> usize {
        self.starts.get(row).or(self.starts.last()).copied().unwrap_or(0)
    }

    /// Returns the byte at which a row ends and the next begins.
    pub(super) fn end(&self, row: usize, text: &str) -> usize {
        self.starts.get(row + 1).copied().unwrap_or(text.len())
    }

    pub(super) fn row_of(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start <= byte).saturating_sub(1)
    }

    /// Returns the glyphs of a row, left to right.
    pub fn cells<'a>(&self, row: usize, text: &'a str) -> impl Iterator<Item = Cell> + use<'a> {
        let (mut at, end) = (self.start(row), self.end(row, text));
        let mut column = 0;
        std::iter::from_fn(move || {
            let glyph = if at < end { glyph(&text[at..])? } else { return None };
            let cell = Cell { start: at, column, glyph };
            at += glyph.len;
            column += glyph.width;
            Some(cell)
        })
    }

    /// Returns the row and column of a byte; for a byte within a glyph, those of the glyph.
    pub fn position(&self, byte: usize, text: &str) -> (usize, usize) {
        let row = self.row_of(byte);
        let mut end = 0;
        for cell in self.cells(row, text) {
            if byte < cell.start + cell.glyph.len {
                return (row, cell.column);
            }
            end = cell.column + cell.glyph.width;
        }
        (row, end)
    }

    /// Returns the first byte of the glyph that covers a column of a row. Beyond the row's end, the last
    /// cursor position in the row.
    pub fn byte_at(&self, row: usize, column: usize, text: &str) -> usize {
        let row = row.min(self.len() - 1);
        let mut last = self.start(row);
        for cell in self.cells(row, text) {
            if cell.glyph.kind == GlyphKind::LineEnd || column < cell.column + cell.glyph.width {
                return cell.start;
            }
            last = cell.start;
        }
        if row + 1 == self.len() { text.len() } else { last }
    }

    /// Returns the start of the glyph that contains a byte.
    pub(super) fn floor(&self, byte: usize, text: &str) -> usize {
        let byte = byte.min(text.len());
        self.cells(self.row_of(byte), text).find(|c| byte < c.start + c.glyph.len).map_or(byte, |c| c.start)
    }

    /// Returns the byte itself if a glyph starts there, or else the end of the glyph that contains it.
    pub(super) fn ceil(&self, byte: usize, text: &str) -> usize {
        let byte = byte.min(text.len());
        self.cells(self.row_of(byte), text)
            .find(|c| byte < c.start + c.glyph.len)
            .map_or(byte, |c| if c.start == byte { byte } else { c.start + c.glyph.len })
    }

    /// Updates the rows for an edit that was already made in `text`: at `at`, `inserted` bytes replaced
    /// `removed` bytes. After `budget` rows past the edit, usually [`REWRAPPED`], the next old row start is
    /// kept.
    pub(super) fn edit(&mut self, text: &str, at: usize, removed: usize, inserted: usize, budget: usize) {
        let first = self.row_of(at).saturating_sub(LOOK_BEHIND);
        let moved = |start: usize| start - removed + inserted;
        let mut fresh = vec![self.start(first)];
        // Old rows that start at or after the end of the removed bytes; one of them may turn out to be still
        // right.
        let mut old = first + self.starts[first..].partition_point(|&start| start < at + removed);
        let mut row = self.start(first);
        let mut behind = 0;
        let kept = loop {
            let Some(next) = next_row(text, row, self.columns) else { break self.starts.len() };
            if next >= at + inserted {
                behind += 1;
                while self.starts.get(old).is_some_and(|&start| moved(start) < next) {
                    old += 1;
                }
                if self.starts.get(old).is_some_and(|&start| moved(start) == next) {
                    break old;
                }
                // The last old row start lies within the new row, which is cut short there.
                if behind > budget
                    && old > first
                    && self.starts[old - 1] >= at + removed
                    && is_glyph_start(text, row, moved(self.starts[old - 1]))
                {
                    break old - 1;
                }
            }
            fresh.push(next);
            row = next;
        };
        for start in &mut self.starts[kept..] {
            *start = moved(*start);
        }
        self.starts.splice(first..kept, fresh);
    }
}

/// Whether a glyph begins at `byte`, in the row that begins at `row`; false for the row's own start.
fn is_glyph_start(text: &str, row: usize, byte: usize) -> bool {
    let mut at = row;
    while at < byte {
        let Some(glyph) = glyph(&text[at..]) else { return false };
        at += glyph.len;
    }
    at == byte && byte > row
}

/// Returns the start of the row after the one that starts at `start`; `None` for the last row. Does not
/// depend on anything before `start`.
fn next_row(text: &str, start: usize, columns: usize) -> Option<usize> {
    after_ascii_row(text.as_bytes(), start, columns).or_else(|| after_any_row(text, start, columns))
}

/// Returns the start of the next row, for any row.
fn after_any_row(text: &str, start: usize, columns: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start;
    let mut used = 0;
    let mut break_at = None;
    let mut before: Option<Class> = None;
    while at < bytes.len() {
        let (glyph, class) = match ascii(bytes, at) {
            Some(known) => known,
            None => {
                let glyph = glyph(&text[at..])?;
                if glyph.kind == GlyphKind::LineEnd {
                    return Some(at + glyph.len);
                }
                (glyph, Class::of(&text[at..], &glyph))
            }
        };
        if let Some(before) = before
            && Class::may_break(before, class)
        {
            break_at = Some(at);
        }
        if used + glyph.width > columns {
            // One space may hang over the end, in the column reserved for the cursor.
            if glyph.kind == GlyphKind::Space && glyph.width == 1 && used == columns {
                return Some(at + glyph.len);
            }
            return Some(break_at.unwrap_or(at));
        }
        used += glyph.width;
        at += glyph.len;
        before = Some(class);
    }
    None
}

/// Returns the start of the next row, for a row full of printable ASCII, as nearly all rows are. Each byte
/// takes one column, so the break is searched backward from the end of the row. Speed matters, because a long
/// text is wrapped completely before it is first shown.
fn after_ascii_row(bytes: &[u8], start: usize, columns: usize) -> Option<usize> {
    let end = start + columns;
    let row = bytes.get(start..=end)?;
    // Without early exit, so that the loop can be vectorized.
    let plain = row.iter().fold(true, |plain, byte| plain & is_printable(*byte));
    if !plain || bytes.get(end + 1).is_some_and(|next| !next.is_ascii()) {
        return None;
    }
    if row[columns] == b' ' {
        return Some(end + 1);
    }
    let class = |at: usize| CLASSES[usize::from(row[at])];
    let break_at = (1..=columns).rev().find(|&at| Class::may_break(class(at - 1), class(at)));
    Some(start + break_at.unwrap_or(columns))
}

/// Whether a byte is ASCII and takes a column.
fn is_printable(byte: u8) -> bool {
    (0x20..0x7f).contains(&byte)
}

/// The class of each ASCII character.
const CLASSES: [Class; 128] = {
    let mut classes = [Class::Word; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = Class::of_char(byte as u8 as char);
        byte += 1;
    }
    classes
};

/// Looks up the glyph and the class of printable ASCII that is followed by ASCII.
fn ascii(bytes: &[u8], at: usize) -> Option<(Glyph, Class)> {
    let byte = *bytes.get(at)?;
    if !is_printable(byte) || bytes.get(at + 1).is_some_and(|next| !next.is_ascii()) {
        return None;
    }
    let class = CLASSES[usize::from(byte)];
    let kind = if byte == b' ' { GlyphKind::Space } else { GlyphKind::Plain };
    Some((Glyph { len: 1, width: 1, kind }, class))
}

/// Line-breaking class of a glyph: the subset of UAX #14 that prose needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Space,
    Word,
    Digit,
    /// Allows a break after it, if a letter follows.
    Hyphen,
    Open,
    Close,
    /// Ideographs, kana, emoji: allow a break on both sides.
    Wide,
    /// Prevents a break on both sides.
    Glue,
}

impl Class {
    fn of(text: &str, glyph: &Glyph) -> Class {
        if glyph.kind == GlyphKind::Space {
            return Class::Space;
        }
        match Class::of_char(text.chars().next().unwrap_or(' ')) {
            Class::Word if glyph.width >= 2 => Class::Wide,
            class => class,
        }
    }

    /// Returns the class of a character of one column.
    const fn of_char(c: char) -> Class {
        match c {
            ' ' => Class::Space,
            '\u{a0}' | '\u{2007}' | '\u{202f}' => Class::Glue,
            '-' | '\u{2010}' | '\u{2013}' | '\u{2014}' | '/' => Class::Hyphen,
            '(' | '[' | '{' | '“' | '‘' | '«' | '¿' | '¡' | '「' | '『' | '（' | '【' | '《' | '〈'
            | '〔' => Class::Open,
            ')' | ']' | '}' | '.' | ',' | ';' | ':' | '!' | '?' | '%' | '”' | '’' | '»' | '"' | '\''
            | '…' | '、' | '。' | '」' | '』' | '）' | '】' | '》' | '〉' | '〕' | '，' | '．' | '！'
            | '？' | '：' | '；' | '・' | 'ー' | '々' | 'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' | 'っ' | 'ゃ'
            | 'ゅ' | 'ょ' | 'ァ' | 'ィ' | 'ゥ' | 'ェ' | 'ォ' | 'ッ' | 'ャ' | 'ュ' | 'ョ' => {
                Class::Close
            }
            '0'..='9' => Class::Digit,
            _ => Class::Word,
        }
    }

    fn may_break(before: Class, after: Class) -> bool {
        match (before, after) {
            (_, Class::Space | Class::Close | Class::Glue) | (Class::Glue | Class::Open, _) => false,
            (Class::Space, _) => true,
            (Class::Hyphen, Class::Word | Class::Open | Class::Wide) => true,
            (Class::Wide, _) | (_, Class::Wide) => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
