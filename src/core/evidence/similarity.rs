//! Words of an article that are similar to one that it does not have: "captain" where it has "skipper".
//!
//! A list of synonyms knows few of the words that a writer exchanges; the table of word vectors knows most, but takes
//! opposites and sisters ("arm", "leg") for similar as well. So similarity only makes a new word less new. What it
//! differs in is for the checks to see.

use std::ops::Range;

use super::index::Indexed;
use crate::embedding::{Embedding, Vector};

/// Cosines up to which a word is new altogether, and from which it is as good as known.
const STRANGE: f64 = 0.35;
const CLOSE: f64 = 0.75;
/// How good the most similar word is, where the same word is 1.
const BEST: f64 = 0.8;

/// Vectors of the content words of some sentences.
#[derive(Debug)]
pub struct WordSimilarity(Vec<Vector>);

impl WordSimilarity {
    /// Of the sentences of an article in a range; those that it does not have are left out.
    pub fn new(article: &Indexed, sentences: Range<usize>) -> WordSimilarity {
        let all = article.text.sentences();
        let sentences = sentences.filter_map(|at| all.get(at)).map(|placed| &placed.sentence);
        let words = sentences.flat_map(|sentence| {
            let content = sentence.tokens.iter().filter(|token| token.is_content() && !token.flags.digit);
            content.map(|token| sentence.word(token))
        });
        WordSimilarity::of(words)
    }

    /// Of some words.
    pub fn of<'a>(words: impl Iterator<Item = &'a str>) -> WordSimilarity {
        WordSimilarity(words.map(|word| Embedding::Shipped.of(word)).collect())
    }

    /// How near a word is to the nearest of them, 0 to 1.
    pub fn nearness(&self, word: &str) -> f64 {
        let own = Embedding::Shipped.of(word);
        let cosine = self.0.iter().map(|other| own.cosine(other)).fold(0.0, f64::max);
        BEST * ((cosine - STRANGE) / (CLOSE - STRANGE)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[test]
    fn a_synonym_is_near_and_a_stranger_is_not() {
        let article = Indexed::new(Text::new("The ministry advised elderly people. It will be hot at noon."));
        let all = WordSimilarity::new(&article, 0..2);
        let near = |word: &str| all.nearness(word);
        assert!(near("old") > 0.3 && near("afternoon") > 0.7, "{} {}", near("old"), near("afternoon"));
        assert!(near("trombone") < 0.1);
        assert!(
            WordSimilarity::new(&article, 0..1).nearness("afternoon") < near("afternoon"),
            "only what is asked for"
        );
    }
}
