//! Restores the quotation marks and apostrophes of tokenised text: "the city 's" becomes "the city's", and
//! "`` yes '' " becomes "\"yes\"".

mod marks;
mod numbers;

pub(super) use marks::{Open, is_clitic, is_plural};
pub(super) use numbers::is_decimal;

use std::borrow::Cow;

/// Returns a sentence with its marks as before tokenisation, given the quotations that are open before it.
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

/// A restored text under construction.
struct Edits<'a> {
    written: &'a str,
    text: String,
    /// Offset of the first byte that has not been copied yet.
    from: usize,
}

impl<'a> Edits<'a> {
    /// Replaces some bytes by `with`, and returns where to continue.
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

/// Whether a byte is white space, or absent.
fn is_blank(byte: Option<&u8>) -> bool {
    byte.is_none_or(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests;
