//! Tokenised text put back: "did n't" is read as "didn't", "12 . 15pm" as "12.15pm", "-lrb-" as "(".
//!
//! Everything that reads a sentence sees the restored characters. A [`Restored`] remembers which characters of the file
//! each of them stands for, so that whatever is found has its place in the file.

mod marks;
mod numbers;

use super::Span;
pub(super) use marks::{Open, is_clitic, is_plural};
pub(super) use numbers::is_decimal;

/// A stretch of a text as it was before it was tokenised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The characters that are read.
    pub text: Box<str>,
    pieces: Box<[Piece]>,
}

/// Successive restored bytes that stand for successive bytes of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    /// First restored byte.
    at: usize,
    /// First byte of the file.
    written: usize,
    /// One past the last byte of the file.
    end: usize,
    /// Whether the bytes are the same; else they stand for each other as a whole.
    same: bool,
}

impl Restored {
    /// Puts a stretch of a text back; none where there is nothing to put back.
    pub fn of(written: &str) -> Option<Restored> {
        Restored::within(written, Open::default())
    }

    /// The same for what follows an open quotation.
    pub(super) fn within(written: &str, mut open: Open) -> Option<Restored> {
        let mut edits = Edits { written, text: String::new(), pieces: Vec::new(), from: 0 };
        let bytes = written.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let edited = match byte {
                b' ' => at_space(written, at, &mut edits),
                b'-' => bracket(written, at, &mut edits),
                b'\\' => marks::escaped(written, at, &mut edits),
                _ => None,
            };
            let marked = || match byte {
                b' ' | b'\'' | b'"' | b'`' | 0xe2 => marks::at(written, at, &mut open, &mut edits),
                _ => None,
            };
            at = edited.or_else(marked).unwrap_or(at + 1);
        }
        edits.finish()
    }

    /// The bytes of the file that restored bytes stand for.
    pub fn written(&self, read: Span) -> Span {
        let start = match self.piece(|piece| piece.at <= read.start) {
            Some(piece) if piece.same => piece.written + (read.start - piece.at),
            Some(piece) => piece.written,
            None => 0,
        };
        if read.is_empty() {
            return Span::new(start, start);
        }
        let end = match self.piece(|piece| piece.at < read.end) {
            Some(piece) if piece.same => piece.written + (read.end - piece.at),
            Some(piece) => piece.end,
            None => start,
        };
        Span::new(start, end.max(start))
    }

    /// The restored bytes that stand for bytes of the file.
    pub fn read(&self, written: Span) -> Span {
        let place = |byte: usize, is_end: bool| {
            let found = self.piece(|piece| piece.written < byte || !is_end && piece.written == byte);
            let Some(piece) = found else { return 0 };
            let next = self.pieces.get(self.pieces.partition_point(|other| other.at <= piece.at));
            let last = next.map_or(self.text.len(), |next| next.at);
            match piece.same {
                true => piece.at + (byte.min(piece.end) - piece.written),
                false if is_end || byte >= piece.end => last,
                false => piece.at,
            }
        };
        let start = place(written.start, false);
        Span::new(start, if written.is_empty() { start } else { place(written.end, true).max(start) })
    }

    /// The last piece for which something holds that holds for all before it.
    fn piece(&self, holds: impl Fn(&Piece) -> bool) -> Option<Piece> {
        self.pieces.partition_point(holds).checked_sub(1).map(|at| self.pieces[at])
    }
}

/// A restored text in the making.
struct Edits<'a> {
    written: &'a str,
    text: String,
    pieces: Vec<Piece>,
    /// First byte of the file that is not copied yet.
    from: usize,
}

impl Edits<'_> {
    /// Reads `with` in the place of some bytes, and returns where to go on.
    fn put(&mut self, from: usize, to: usize, with: &str) -> usize {
        self.copy(from);
        if !with.is_empty() {
            self.pieces.push(Piece { at: self.text.len(), written: from, end: to, same: false });
            self.text.push_str(with);
        }
        self.from = to;
        to
    }

    fn copy(&mut self, to: usize) {
        if self.from < to {
            let at = self.text.len();
            self.pieces.push(Piece { at, written: self.from, end: to, same: true });
            self.text.push_str(&self.written[self.from..to]);
            self.from = to;
        }
    }

    fn finish(mut self) -> Option<Restored> {
        if self.pieces.is_empty() && self.from == 0 {
            return None;
        }
        self.copy(self.written.len());
        Some(Restored { text: self.text.into(), pieces: self.pieces.into() })
    }
}

/// Whether a byte ends the text before it.
fn is_blank(byte: Option<&u8>) -> bool {
    byte.is_none_or(u8::is_ascii_whitespace)
}

/// Takes a space out that a tokeniser put before a mark, after one, or into a word.
fn at_space(written: &str, at: usize, edits: &mut Edits) -> Option<usize> {
    let bytes = written.as_bytes();
    let before = *bytes[..at].last()?;
    let (next, after) = (*bytes.get(at + 1)?, bytes.get(at + 2));
    let ends = || is_blank(after) || matches!(after, Some(b'"' | b'\'' | b'`' | b')' | 0xe2));
    let is_closed = match next {
        b'.' if before.is_ascii_digit()
            && after == Some(&b' ')
            && numbers::is_decimal(written, at, at + 3) =>
        {
            edits.put(at, at + 1, "");
            return Some(edits.put(at + 2, at + 3, ""));
        }
        b':' if before.is_ascii_digit() && after == Some(&b' ') && numbers::is_clock(written, at, at + 3) => {
            edits.put(at, at + 1, "");
            return Some(edits.put(at + 2, at + 3, ""));
        }
        b'.' => ends() && before != b'.' && !written[at + 2..].starts_with(" ."),
        // ":)" and ";)" are faces.
        b';' | b':' => ends() && after != Some(&b')'),
        b',' | b'?' | b'!' => ends(),
        b'%' => before.is_ascii_digit(),
        b')' | b']' | b'}' => !matches!(before, b':' | b';' | b'(' | b'[') && !written[..at].ends_with(" :"),
        b'n' | b'N' => before.is_ascii_alphabetic() && is_not(&written[at + 1..]),
        _ => false,
    };
    if is_closed {
        return Some(edits.put(at, at + 1, ""));
    }
    let is_opened = match before {
        b'(' | b'[' | b'{' => is_blank(bytes[..at - 1].last()),
        b'.' if next.is_ascii_digit() => numbers::is_decimal(written, at - 1, at + 1),
        b'.' => return numbers::half_of_day(written, at, edits),
        _ if next.is_ascii_digit() => numbers::is_money(&written[..at]),
        _ if next == b'-' => return numbers::age(written, at, edits),
        _ => false,
    };
    is_opened.then(|| edits.put(at, at + 1, ""))
}

/// "n't", which stands for "not".
fn is_not(rest: &str) -> bool {
    let mut chars = rest.chars().skip(1);
    matches!(chars.next(), Some('\'' | '’'))
        && matches!(chars.next(), Some('t' | 'T'))
        && chars.next().is_none_or(|c| !c.is_alphanumeric())
}

/// "-lrb-" and its like: how treebanks write brackets.
fn bracket(written: &str, at: usize, edits: &mut Edits) -> Option<usize> {
    const NAMES: [(&str, &str); 6] =
        [("-lrb-", "("), ("-lsb-", "["), ("-lcb-", "{"), ("-rrb-", ")"), ("-rsb-", "]"), ("-rcb-", "}")];
    let name = written.get(at..at + 5)?;
    let (_, mark) = NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known))?;
    let bytes = written.as_bytes();
    let (mut from, mut to) = (at, at + 5);
    if matches!(*mark, "(" | "[" | "{") {
        to += usize::from(bytes.get(to) == Some(&b' ') && to + 1 < bytes.len());
    } else if from > edits.from && bytes[from - 1] == b' ' {
        from -= 1;
    }
    // The bytes of the file that the bracket stands for are those of its name alone.
    edits.put(from, at, "");
    edits.put(at, at + 5, mark);
    Some(edits.put(at + 5, to, ""))
}

#[cfg(test)]
mod tests;
