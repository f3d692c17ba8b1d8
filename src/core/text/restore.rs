//! Quotation marks and apostrophes of tokenised text put back: "the city 's" is read as "the city's", "`` yes '' " as "\"yes\"".

mod marks;
mod numbers;

pub(super) use marks::{Open, is_clitic, is_plural};
pub(super) use numbers::is_decimal;

use std::borrow::Cow;

/// A sentence with its marks as they were before it was tokenised, where some quotations are open before it.
pub(super) fn with_marks(written: &str, mut open: Open) -> Cow<'_, str> {
    let mut edits = Edits { written, text: String::new(), from: 0 };
    let bytes = written.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let next = match byte {
            b' ' | b'\'' | b'"' | b'`' | 0xe2 => marks::at(written, at, &mut open, &mut edits),
            b'\\' => marks::escaped(written, at, &mut edits),
            _ => None,
        };
        at = next.unwrap_or(at + 1);
    }
    edits.finish()
}

/// A restored text in the making.
struct Edits<'a> {
    written: &'a str,
    text: String,
    /// First byte that is not copied yet.
    from: usize,
}

impl<'a> Edits<'a> {
    /// Reads `with` in the place of some bytes, and returns where to go on.
    fn put(&mut self, from: usize, to: usize, with: &str) -> usize {
        self.text.push_str(&self.written[self.from..from]);
        self.text.push_str(with);
        self.from = to;
        to
    }

    fn finish(mut self) -> Cow<'a, str> {
        if self.from == 0 {
            return Cow::Borrowed(self.written);
        }
        self.text.push_str(&self.written[self.from..]);
        Cow::Owned(self.text)
    }
}

/// Whether a byte ends the text before it.
fn is_blank(byte: Option<&u8>) -> bool {
    byte.is_none_or(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests;
