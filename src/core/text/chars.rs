//! Converts between byte offsets and Unicode scalar values: files count characters, the program counts bytes.

use super::Span;

/// Number of scalar values between two marks of the index: few enough to count quickly, many enough to keep
/// the index small.
const STRIDE: usize = 256;

/// Converts between byte offsets and offsets in Unicode scalar values (Python's string indices) of one text.
#[derive(Debug)]
pub struct CharIndex<'a> {
    text: &'a str,
    /// Byte offset of every `STRIDE`th scalar value; empty if the text is ASCII, since the two counts agree
    /// then.
    marks: Vec<usize>,
    chars: usize,
}

impl<'a> CharIndex<'a> {
    /// Indexes a text, in one pass over it.
    pub fn new(text: &'a str) -> CharIndex<'a> {
        if text.is_ascii() {
            return CharIndex { text, marks: Vec::new(), chars: text.len() };
        }
        let mut chars = 0;
        let mut marks = Vec::with_capacity(text.len() / STRIDE + 1);
        for (byte, _) in text.char_indices() {
            if chars % STRIDE == 0 {
                marks.push(byte);
            }
            chars += 1;
        }
        CharIndex { text, marks, chars }
    }

    /// The number of scalar values in the text.
    pub fn len(&self) -> usize {
        self.chars
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.chars == 0
    }

    /// The byte offset of scalar value `at`, or `None` past the end.
    pub fn byte(&self, at: usize) -> Option<usize> {
        if at > self.chars {
            return None;
        }
        if self.marks.is_empty() || at == self.chars {
            return Some(if at == self.chars { self.text.len() } else { at });
        }
        let from = self.marks[at / STRIDE];
        self.text[from..].char_indices().nth(at % STRIDE).map(|(byte, _)| from + byte)
    }

    /// Returns the index of the scalar value at a byte offset, which must be on a character boundary within
    /// the text.
    pub fn char(&self, byte: usize) -> usize {
        if self.marks.is_empty() {
            return byte;
        }
        let mark = self.marks.partition_point(|&m| m <= byte).saturating_sub(1);
        mark * STRIDE + self.text[self.marks[mark]..byte].chars().count()
    }

    /// Converts a span in bytes to start and end in scalar values.
    pub fn chars(&self, span: Span) -> (usize, usize) {
        (self.char(span.start), self.char(span.end))
    }

    /// Converts start and end in scalar values to a span in bytes; `None` if they are reversed or past the
    /// end.
    pub fn span(&self, start: usize, end: usize) -> Option<Span> {
        (start <= end).then_some(())?;
        Some(Span::new(self.byte(start)?, self.byte(end)?))
    }
}
