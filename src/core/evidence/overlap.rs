//! Measures of the wording that a clause shares with the article.

/// Overlap features of a clause; shares are from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OverlapFeatures {
    /// Share of the content words that the article has. Repetitions within the clause do not count.
    pub known: f64,
    /// The same, but counting words similar to one of the passage. In a short clause one known word is added.
    pub familiar: f64,
    /// Weighted share of the content words in the best window of up to three sentences.
    pub window: f64,
    /// Longest common subsequence with the best sentence, divided by the length of the clause.
    pub lcs: f64,
    /// Share of the trigrams that the article has.
    pub trigrams: f64,
    /// Share of the adjacent content pairs that occur close together in the same order. One such pair is
    /// added, which matters if there are few.
    pub pairs: f64,
    /// Number of adjacent content pairs that do not.
    pub unseen_bigrams: usize,
    /// Longest copied run, divided by the length of the clause.
    pub run: f64,
    /// Number of tokens.
    pub length: usize,
    /// Whether the article looks damaged, so that words that are not found may have been misread.
    pub misread: bool,
}

/// Share of copied trigrams, or share in one copied run, from which a clause counts as assembled from the
/// article's own phrases. An unseen bigram between two such phrases is suspicious. In a paraphrase it is not,
/// since nearly every pair of words is new.
const COPIED_TRIGRAMS: f64 = 0.6;
const COPIED_RUN: f64 = 0.5;
/// Fewest tokens of such a clause. A shorter one may share a phrase with the article by naming the same
/// thing.
const COPIED_LENGTH: usize = 10;
/// Support that a missing word, name or number leaves if the article looks damaged, and the factor on the
/// features of a claim in that case.
pub const MISREAD: f64 = 0.35;

impl OverlapFeatures {
    /// Whether the clause is assembled from phrases of the article.
    pub fn is_copied(&self) -> bool {
        self.length >= COPIED_LENGTH && self.shares_phrases()
    }

    /// Whether copied phrases make up much of the clause, however short it is.
    pub fn shares_phrases(&self) -> bool {
        self.trigrams >= COPIED_TRIGRAMS || self.run >= COPIED_RUN
    }
}
