//! Words for severe events. One that the article lacks adds a fact and is not a rewording.

use crate::text::{begins_in_word_list, fold_token};

/// Whether a word begins like one for violence, death, disaster or crime.
pub fn is_severe_event(word: &str) -> bool {
    begins_in_word_list(include_str!("lexicon/severe_events.txt"), &fold_token(word))
}
