//! Checks whether an edited text is still a summary.

use crate::text::{Placed, Text};

/// Returns whether an edited text is still a summary: every sentence except headings makes a statement
/// with a verb, and at least half of the words are left.
pub fn is_summary(words_before: usize, text: &Text) -> bool {
    let says = |placed: &Placed| {
        let sentence = &placed.sentence;
        let heading = sentence.text.starts_with('#');
        heading || sentence.tokens.len() >= 3 && !sentence.tree().propositions.is_empty()
    };
    let words = text.tokens().count();
    words > 0 && words * 2 >= words_before && text.sentences().iter().all(says)
}
