//! Soft wrapping: where each row of the screen starts in the text.
//!
//! A row is found from its first byte alone, looking only forward. That makes wrapping incremental: after an edit the
//! rows are found again from a little before it, until a row starts where an old one did; from there on all is as it
//! was. Words of varied lengths meet again within a few rows, and every line end is a meeting. A long line without
//! either (Chinese, or a pattern) would be wrapped to its end, so after [`REWRAPPED`] rows the next old row start is
//! taken as it is: the row before it may be short until the width changes. The cost thus follows the edit, not the
//! text, also where the whole text is one line.

use crate::tui::sanitize::{Glyph, GlyphKind, glyph};

/// Columns of a row at least: room for the widest glyph.
pub(super) const MIN_COLUMNS: usize = 8;
/// Rows before an edited one that may change with it. A row looks ahead past its end by one glyph, and a glyph by 68
/// bytes, which are 17 rows where each character is hidden and its mark takes a whole row.
const LOOK_BEHIND: usize = 20;

/// Rows found again after an edit before the old ones are met by force.
pub(super) const REWRAPPED: usize = 400;

/// A glyph in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// First byte in the text.
    pub start: usize,
    /// First column in the row.
    pub column: usize,
    pub glyph: Glyph,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    columns: usize,
    /// First byte of each row; never empty, and the first is 0.
    starts: Vec<usize>,
}

impl Rows {
    /// Wraps a text at `columns`, or at [`MIN_COLUMNS`] if that is more. A row takes one column more than `columns`
    /// where white space hangs over its end.
    pub(super) fn new(text: &str, columns: usize) -> Rows {
        let mut rows = Rows { columns: columns.max(MIN_COLUMNS), starts: vec![0] };
        let mut at = 0;
        while let Some(next) = next_row(text, at, rows.columns) {
            rows.starts.push(next);
            at = next;
        }
        rows
    }

    /// The rows that a text takes at `columns`, up to `most`: the text is read only as far.
    pub(super) fn count(text: &str, columns: usize, most: usize) -> usize {
        let next = |at: &usize| next_row(text, *at, columns.max(MIN_COLUMNS));
        std::iter::successors(Some(0), next).take(most).count()
    }

    /// The number of rows, at least 1.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The first byte of a row; of one past the last, the last row's.
    pub(super) fn start(&self, row: usize) -> usize {
        self.starts.get(row).or(self.starts.last()).copied().unwrap_or(0)
    }

    /// The byte where a row ends and the next begins.
    pub(super) fn end(&self, row: usize, text: &str) -> usize {
        self.starts.get(row + 1).copied().unwrap_or(text.len())
    }

    pub(super) fn row_of(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start <= byte).saturating_sub(1)
    }

    /// The glyphs of a row, left to right.
    pub(super) fn cells<'a>(&self, row: usize, text: &'a str) -> impl Iterator<Item = Cell> + use<'a> {
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

    /// The row and column of a byte; of a byte within a glyph, those of the glyph.
    pub(super) fn position(&self, byte: usize, text: &str) -> (usize, usize) {
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

    /// The first byte of the glyph that covers a column of a row. Beyond the row's end it is the last place in the
    /// row that the cursor can have.
    pub(super) fn byte_at(&self, row: usize, column: usize, text: &str) -> usize {
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

    /// The start of the glyph that a byte lies in.
    pub(super) fn floor(&self, byte: usize, text: &str) -> usize {
        let byte = byte.min(text.len());
        self.cells(self.row_of(byte), text).find(|c| byte < c.start + c.glyph.len).map_or(byte, |c| c.start)
    }

    /// The byte itself where a glyph starts there, else the end of the glyph that it lies in.
    pub(super) fn ceil(&self, byte: usize, text: &str) -> usize {
        let byte = byte.min(text.len());
        self.cells(self.row_of(byte), text)
            .find(|c| byte < c.start + c.glyph.len)
            .map_or(byte, |c| if c.start == byte { byte } else { c.start + c.glyph.len })
    }

    /// Follows an edit that is already in `text`: at `at`, `removed` bytes gave way to `inserted` bytes. After
    /// `budget` rows behind the edit, usually [`REWRAPPED`], the old rows are met by force.
    pub(super) fn edit(&mut self, text: &str, at: usize, removed: usize, inserted: usize, budget: usize) {
        let first = self.row_of(at).saturating_sub(LOOK_BEHIND);
        let moved = |start: usize| start - removed + inserted;
        let mut fresh = vec![self.start(first)];
        // Old rows that start at or after the end of what was removed; one of them may turn out to be still right.
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
                // An old row that starts within the row just found: that one is cut short there.
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

/// Whether a glyph begins at a byte after `row`, in a row that begins there.
fn is_glyph_start(text: &str, row: usize, byte: usize) -> bool {
    let mut at = row;
    while at < byte {
        let Some(glyph) = glyph(&text[at..]) else { return false };
        at += glyph.len;
    }
    at == byte && byte > row
}

/// Where the row after the one that starts at `start` begins; `None` for the last row. Depends on nothing before
/// `start`.
fn next_row(text: &str, start: usize, columns: usize) -> Option<usize> {
    after_ascii_row(text.as_bytes(), start, columns).or_else(|| after_any_row(text, start, columns))
}

/// The same, whatever the row holds.
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
            // One space may hang over the end, in the column that is kept for the cursor.
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

/// The same where the row is full of printable ASCII, as nearly all rows are: each byte is one column, so the break is
/// looked for from the end of the row. A long text is wrapped as a whole before its first screen.
fn after_ascii_row(bytes: &[u8], start: usize, columns: usize) -> Option<usize> {
    let end = start + columns;
    let row = bytes.get(start..=end)?;
    // Without an early end, so that many bytes are looked at at once.
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

/// Whether a byte is ASCII that takes a column.
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

/// The glyph and its class where it is printable ASCII before ASCII: looked up.
fn ascii(bytes: &[u8], at: usize) -> Option<(Glyph, Class)> {
    let byte = *bytes.get(at)?;
    if !is_printable(byte) || bytes.get(at + 1).is_some_and(|next| !next.is_ascii()) {
        return None;
    }
    let class = CLASSES[usize::from(byte)];
    let kind = if byte == b' ' { GlyphKind::Space } else { GlyphKind::Plain };
    Some((Glyph { len: 1, width: 1, kind }, class))
}

/// What counts for breaking between two glyphs: the part of UAX #14 that texts for people need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Space,
    Word,
    Digit,
    /// Breaks after it, if a letter follows.
    Hyphen,
    Open,
    Close,
    /// Ideographs, kana, emoji: breaks on both sides.
    Wide,
    /// Joins both sides.
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

    /// The class of a character of one column.
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
