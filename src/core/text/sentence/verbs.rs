//! Finite verbs, as far as the words alone show them.

use std::ops::Range;

use super::Sentence;
use crate::text::in_word_list;

/// Whether some word is certainly a finite verb. Endings alone would mistake plurals for verbs.
pub fn has_verb(sentence: &Sentence, tokens: Range<usize>) -> bool {
    let start = tokens.start;
    tokens.into_iter().any(|at| {
        let word = sentence.lower(at);
        // A word after a pronoun that can only be a subject: "he ran", or "It cost" at the beginning.
        if at > start {
            let before = sentence.lower(at - 1);
            if matches!(&*before, "he" | "she" | "they" | "we" | "i") || &*before == "it" && at == start + 1 {
                return true;
            }
        }
        in_word_list(include_str!("../lexicon/verbs.txt"), &word) || word.len() > 4 && word.ends_with("ed")
    })
}
