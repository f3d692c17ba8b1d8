//! Measures of the wording that a clause shares with the article.

/// Measures of shared wording, 0 to 1 each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OverlapFeatures {
    /// Share of the content words that the article has; those of a phrase that the clause says again do not count.
    pub known: f64,
    /// The same with words that are similar to one of the passage, and in a short clause as if one more were known.
    pub familiar: f64,
    /// Weighted share of the content words in the best window of up to three sentences.
    pub window: f64,
    /// Longest common subsequence with the best sentence over the length.
    pub lcs: f64,
    /// Share of trigrams that the article has.
    pub trigrams: f64,
    /// Adjacent content pairs found in the same order close by, the share of few held nearer to all.
    pub pairs: f64,
    /// How many adjacent content pairs are not.
    pub unseen_bigrams: usize,
    /// Longest copied run over the length.
    pub run: f64,
    /// How many tokens there are.
    pub length: usize,
    /// Whether the article looks damaged, so that what is not found may have been misread.
    pub misread: bool,
}

/// From this share of copied trigrams, or this share in one copied run, a clause is put together from the article's
/// own phrases. Then a bigram across two of them that the article does not have is suspicious; in a paraphrase, where
/// nearly every pair of words is new, it says nothing.
const COPIED_TRIGRAMS: f64 = 0.6;
const COPIED_RUN: f64 = 0.5;
/// Fewest tokens of such a clause: a shorter one shares a phrase with the article by naming the same thing.
const COPIED_LENGTH: usize = 10;
/// The support that a word, name or number that is missing leaves where the article looks damaged, and what counts of
/// phrases that it does not have.
pub const MISREAD: f64 = 0.35;

impl OverlapFeatures {
    /// Whether the clause is put together from phrases of the article.
    pub fn is_copied(&self) -> bool {
        self.length >= COPIED_LENGTH && self.shares_phrases()
    }

    /// Whether a phrase of the article makes up much of it, however short it is.
    pub fn shares_phrases(&self) -> bool {
        self.trigrams >= COPIED_TRIGRAMS || self.run >= COPIED_RUN
    }
}
