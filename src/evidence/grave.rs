//! Grave words: where the article lacks one, it is news of its own and no turn of phrase.

use crate::text::{begins_among, fold_token};

/// Whether a word, by its beginning, tells of violence, death, disaster or crime.
pub fn is_grave(word: &str) -> bool {
    begins_among(include_str!("lexicon/grave.txt"), &fold_token(word))
}
