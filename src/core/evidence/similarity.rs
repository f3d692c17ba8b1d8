//! Similarity of words, for words that the article does not have: "captain" if it has "skipper".
//!
//! A list of synonyms covers few of the words that writers exchange. Word vectors cover most, but also find
//! opposites and siblings ("arm", "leg") similar. So similarity only makes a word count as less new;
//! differences in meaning are left to the checks.

use std::ops::Range;

use super::index::Indexed;
use crate::embedding::{Embedding, Vector};

/// Cosine up to which a word is entirely new, and cosine from which it is as good as known.
const MIN_COSINE: f64 = 0.35;
const MAX_COSINE: f64 = 0.75;
/// Nearness of the most similar word, where the same word has 1.
const MAX_NEARNESS: f64 = 0.8;

/// Vectors of the content words of some sentences.
#[derive(Debug)]
pub struct WordSimilarity(Vec<Vector>);

impl WordSimilarity {
    /// Collects the words of a range of an article's sentences, which may reach beyond its end.
    pub fn new(article: &Indexed, sentences: Range<usize>) -> WordSimilarity {
        let all = article.text.sentences();
        let sentences = sentences.filter_map(|at| all.get(at)).map(|placed| &placed.sentence);
        let words = sentences.flat_map(|sentence| {
            let content = sentence.tokens.iter().filter(|token| token.is_content() && !token.flags.digit);
            content.map(|token| sentence.word(token))
        });
        WordSimilarity::of(words)
    }

    /// Collects the given words.
    pub fn of<'a>(words: impl Iterator<Item = &'a str>) -> WordSimilarity {
        WordSimilarity(words.map(|word| Embedding::Shipped.of(word)).collect())
    }

    /// Returns how near a word is to the nearest of them, from 0 to 0.8.
    pub fn nearness(&self, word: &str) -> f64 {
        let own = Embedding::Shipped.of(word);
        let cosine = self.0.iter().map(|other| own.cosine(other)).fold(0.0, f64::max);
        MAX_NEARNESS * ((cosine - MIN_COSINE) / (MAX_COSINE - MIN_COSINE)).clamp(0.0, 1.0)
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
