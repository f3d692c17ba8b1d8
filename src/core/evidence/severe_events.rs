//! Words of severe events: where the article lacks one, it tells something of its own and is no turn of phrase.

use crate::text::{begins_in_word_list, fold_token};

/// Whether a word, by its beginning, tells of violence, death, disaster or crime.
pub fn is_severe_event(word: &str) -> bool {
    begins_in_word_list(include_str!("lexicon/severe_events.txt"), &fold_token(word))
}
