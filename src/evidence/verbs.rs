//! Finite verbs, as far as words tell them.

use std::ops::Range;

use crate::text::Sentence;

/// Whether some word is surely a finite verb. Endings alone would take plurals for verbs.
pub fn has_verb(sentence: &Sentence, tokens: Range<usize>) -> bool {
    let start = tokens.start;
    tokens.into_iter().any(|at| {
        let word = sentence.lower(at);
        // What follows a pronoun that can only be a subject: "he ran", and "It cost" at the beginning.
        if at > start {
            let before = sentence.lower(at - 1);
            if matches!(&*before, "he" | "she" | "they" | "we" | "i") || &*before == "it" && at == start + 1 {
                return true;
            }
        }
        matches!(
            &*word,
            "is" | "are"
                | "was"
                | "were"
                | "has"
                | "have"
                | "had"
                | "will"
                | "would"
                | "can"
                | "could"
                | "may"
                | "might"
                | "must"
                | "should"
                | "do"
                | "does"
                | "did"
                | "said"
                | "says"
                | "told"
                | "became"
                | "went"
                | "came"
                | "made"
                | "took"
                | "won"
                | "lost"
                | "got"
                | "gave"
                | "saw"
                | "found"
                | "left"
                | "began"
                | "fell"
                | "rose"
                | "grew"
                | "kept"
                | "met"
                | "ran"
                | "won't"
                | "can't"
                | "don't"
                | "isn't"
                | "wasn't"
                | "aren't"
                | "weren't"
                | "didn't"
                | "doesn't"
                | "hasn't"
                | "haven't"
                | "hadn't"
                | "it's"
                | "he's"
                | "she's"
                | "they're"
                | "wants"
                | "needs"
                | "plans"
                | "hopes"
                | "claims"
                | "believes"
                | "thinks"
                | "goes"
                | "takes"
                | "makes"
                | "gets"
                | "wrote"
                | "spoke"
                | "broke"
                | "held"
                | "led"
                | "spent"
                | "sold"
                | "bought"
                | "paid"
                | "sent"
                | "brought"
                | "struck"
        ) || word.len() > 4 && word.ends_with("ed")
    })
}
