//! Finds a text that differs from the one in a file only by Unicode normalisation: "é" as one character, or as
//! "e" with an accent after it.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

use super::shift::only_place;
use crate::text::Span;

/// A text in the normal form NFD, with the places of its characters in the original.
#[derive(Debug)]
pub struct NormalizedText {
    text: String,
    /// Where a character with the marks that follow it begins: byte in the normalised text, and in the original.
    /// The last entry is the end of both.
    starts: Vec<(usize, usize)>,
}

impl NormalizedText {
    pub fn new(own: &str) -> NormalizedText {
        let mut normalized = NormalizedText { text: String::with_capacity(own.len()), starts: Vec::new() };
        // Marks may be reordered, but only among those of one character.
        let mut start = 0;
        let ends = own.char_indices().filter(|(at, c)| *at > 0 && begins(*c)).map(|(at, _)| at);
        for end in ends.chain([own.len()]) {
            normalized.starts.push((normalized.text.len(), start));
            normalized.text.extend(own[start..end].nfd());
            start = end;
        }
        normalized.starts.push((normalized.text.len(), own.len()));
        normalized
    }

    /// Returns the only place in the original where a text occurs in any normal form; otherwise how many places
    /// there are, at most two.
    pub fn only_place(&self, wanted: &str) -> Result<Span, usize> {
        let wanted: String = wanted.nfd().collect();
        let found = only_place(&self.text, &wanted)?;
        // A place that ends between a letter and its accent is one of another text.
        match [found.start, found.end].map(|at| self.own(at)) {
            [Some(start), Some(end)] => Ok(Span::new(start, end)),
            _ => Err(0),
        }
    }

    /// Returns the byte of the original at which the character at a byte of the normalised text begins.
    fn own(&self, at: usize) -> Option<usize> {
        let found = self.starts.binary_search_by_key(&at, |(normalized, _)| *normalized).ok()?;
        Some(self.starts[found].1)
    }
}

/// Whether a character is no mark of the one before it.
fn begins(c: char) -> bool {
    let mut first = None;
    decompose_canonical(c, |part| first = first.or(Some(part)));
    first.is_none_or(|first| canonical_combining_class(first) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_in_any_normal_form() {
        let composed = "Der Müller aß Crème brûlée in 가나. Ợ!";
        let decomposed: String = composed.nfd().collect();
        // The two marks of the last letter in the other order.
        let reordered = decomposed.replace("O\u{31b}\u{323}", "O\u{323}\u{31b}");
        assert_ne!(reordered, decomposed);
        for own in [composed, &decomposed, &reordered] {
            let normalized = NormalizedText::new(own);
            for wanted in ["Müller", "Crème brûlée", "가", "나. Ợ!", composed] {
                for form in [wanted.to_owned(), wanted.nfd().collect()] {
                    let span = normalized.only_place(&form).unwrap();
                    assert_eq!(own[span.range()].nfc().collect::<String>(), wanted);
                }
            }
            assert_eq!(normalized.only_place("brule"), Err(0), "without the accents it is another word");
            assert_eq!(normalized.only_place("rème brûle"), Err(0), "the accent belongs to the letter");
            assert_eq!(normalized.only_place("\u{301}e"), Err(0));
        }
        assert_eq!(NormalizedText::new("").only_place("é"), Err(0));
        assert_eq!(NormalizedText::new("é e\u{301}").only_place("é"), Err(2));
    }
}
