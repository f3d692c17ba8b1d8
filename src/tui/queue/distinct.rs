//! Which claims of several summaries of one article only one of them makes.

use std::sync::Arc;

use crate::engine::{Engine, WithClaims};
use crate::labels::Label;

/// A summary of the queue with its claims, for comparison with other summaries.
#[derive(Clone, Debug, PartialEq)]
pub struct SummaryClaims {
    /// Its case, by its place in the queue.
    pub case: usize,
    pub summary: Arc<str>,
    pub claims: Vec<Label>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Distinct {
    /// Of which summaries.
    pub of: Vec<SummaryClaims>,
    /// Of each the claims, by their places, that no other makes; none for any where that could not be found.
    pub claims: Vec<Vec<usize>>,
}

/// Finds which claims only one of the summaries makes.
pub(super) fn find(engine: &mut Engine, of: &[SummaryClaims]) -> Vec<Vec<usize>> {
    let all = of.iter().map(|one| WithClaims { summary: &one.summary, claims: &one.claims });
    engine.distinct_claims(&all.collect::<Vec<_>>())
}
