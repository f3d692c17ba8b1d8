//! Mismatches: differences between a statement of the summary and the article. Labels rest on them: a claim,
//! a wording, a deviation or an answer. If a mismatch is struck, all labels that rest on it are proposed
//! again.

use crate::text::Span;

/// A difference between a claim of the summary and the article.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// Id of the check that found it.
    pub check: &'static str,
    /// The words of the claim that differ, in bytes of the summary.
    pub summary: Vec<Span>,
    /// The words with which they are compared, in bytes of the article; empty if it has no counterpart.
    pub article: Vec<Span>,
    /// Explanation for a reviewer.
    pub why: String,
    /// Largest support, 0 to 1, that the mismatch leaves the claim.
    pub max_support: f64,
}

/// Identifies a mismatch by its index in the case: `m/0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MismatchId(pub usize);

impl std::fmt::Display for MismatchId {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "m/{}", self.0)
    }
}
