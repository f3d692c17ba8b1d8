//! Caches facts about words that follow from their letters, since a text repeats most of its words, and so
//! does the next text.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::{Stem, in_word_list, stem_of};

/// Largest number of cached words. When it is reached all are dropped, which is cheaper than choosing which
/// to drop.
const MAX_WORDS: usize = 16_384;

/// Facts that follow from a word's letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordFacts {
    pub stem: Stem,
    /// Whether it is a function word.
    pub stop: bool,
}

/// Cached facts, keyed by word hash.
#[derive(Debug, Default)]
pub struct WordCache {
    known: FxHashMap<u64, WordFacts>,
}

impl WordCache {
    /// Returns the facts about a lower-cased word with this hash.
    pub fn of(&mut self, lower: &str, hash: u64) -> WordFacts {
        if self.known.len() >= MAX_WORDS {
            self.known.clear();
        }
        let learn = || WordFacts { stem: stem_of(lower), stop: is_stop_word(lower) };
        *self.known.entry(hash).or_insert_with(learn)
    }
}

/// English function words. Negations are included: they carry no topic, and the checks that need them look
/// for them by name. So is the `[UNK]` that a system writes if it has no word.
fn is_stop_word(lower: &str) -> bool {
    const STOP: &str = " a about above after again against all also although am an and any are aren't as at be because \
        been before being below between both but by can can't cannot could couldn't did didn't do does doesn't doing \
        don't down during each either else ever every few for from further had hadn't has hasn't have haven't having \
        he he'd he'll he's her here here's hers herself him himself his how how's however i i'd i'll i'm i've if in \
        into is isn't it it's its itself just let's like may me might more most much must mustn't my myself n't nor \
        no not now of off on once only onto or other others ought our ours ourselves out over own per rather s same \
        shall shan't she she'd she'll she's should shouldn't since so some such than that that's the their theirs \
        them themselves then there there's these they they'd they'll they're they've this those though through thus \
        to too under until up upon us very via was wasn't we we'd we'll we're we've were weren't what what's when \
        when's where where's whether which while who who's whom whose why why's will with within without won't would \
        wouldn't yet you you'd you'll you're you've your yours yourself yourselves t d ll m re ve unk ";
    let plain =
        if lower.contains('’') { Cow::Owned(lower.replace('’', "'")) } else { Cow::Borrowed(lower) };
    in_word_list(STOP, &plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::hash64;

    #[test]
    fn words_are_known_whatever_was_met_before() {
        let mut words = WordCache::default();
        for _ in 0..2 {
            for at in 0..MAX_WORDS + 10 {
                let word = format!("word{at}ing");
                let found = words.of(&word, hash64(word.as_bytes()));
                assert_eq!(found, WordFacts { stem: stem_of(&word), stop: false }, "{word}");
            }
            assert!(words.of("the", hash64(b"the")).stop && words.known.len() <= MAX_WORDS);
        }
    }
}
