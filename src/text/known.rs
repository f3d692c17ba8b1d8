//! What the letters of a word say of it, kept for the words met last: a text says most of its words again, and the
//! next text too.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::{Stem, stem_of};

/// Words kept; with more they are all forgotten, which costs less than to tell which of them to forget.
const MOST: usize = 16_384;

/// What a word's letters say of it.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its stem.
    pub stem: Stem,
    /// Whether it is a function word.
    pub stop: bool,
}

thread_local! {
    static KNOWN: RefCell<FxHashMap<u64, Known>> = RefCell::default();
}

/// What is known of a lower-cased word, by its hash.
pub fn known(lower: &str, hash: u64, is_stop: impl Fn(&str) -> bool) -> Known {
    KNOWN.with_borrow_mut(|words| {
        if words.len() >= MOST {
            words.clear();
        }
        *words.entry(hash).or_insert_with(|| Known { stem: stem_of(lower), stop: is_stop(lower) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::hash64;

    #[test]
    fn more_words_than_are_kept_are_known_all_the_same() {
        let of = |word: &str| known(word, hash64(word.as_bytes()), |word| word.len() < 4);
        for round in 0..2 {
            for at in 0..MOST + 10 {
                let word = format!("word{at}ing");
                assert_eq!((of(&word).stem, of(&word).stop), (stem_of(&word), false), "{round}");
            }
            assert!(of("the").stop);
        }
    }
}
