//! Mismatches: where a statement of the summary and the article differ. They are the roots of labels: the claim, the
//! wording, the deviation, the answer that say so rest on them, and striking one proposes all of these again.

use crate::text::Span;

/// A difference between a claim of the summary and the article.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The check that found it, by its id.
    pub check: &'static str,
    /// The words of the claim that differ, in bytes of the summary.
    pub summary: Vec<Span>,
    /// What they are held against, in bytes of the article; none where the article has nothing in their place.
    pub article: Vec<Span>,
    /// In words for a reviewer.
    pub why: String,
    /// The most support that it leaves the claim, 0 to 1.
    pub max_support: f64,
}

/// A mismatch by its place among those of a case: `m/0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MismatchId(pub usize);

impl std::fmt::Display for MismatchId {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "m/{}", self.0)
    }
}
