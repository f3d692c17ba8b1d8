//! Whether a text is a summary still, after somebody has edited it.

use crate::text::{Placed, Text};

/// Whether a text that somebody wrote in place of another is a summary still: each sentence says something with a verb,
/// and half of the words are left.
pub fn is_summary(words_before: usize, text: &Text) -> bool {
    let says = |placed: &Placed| {
        let sentence = &placed.sentence;
        let heading = sentence.text.starts_with('#');
        heading || sentence.tokens.len() >= 3 && !sentence.tree().propositions.is_empty()
    };
    let words = text.tokens().count();
    words > 0 && words * 2 >= words_before && text.sentences().iter().all(says)
}
