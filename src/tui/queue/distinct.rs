//! Claims that only one of several summaries of the same article makes.

use std::sync::Arc;

use crate::engine::{Engine, WithClaims};
use crate::labels::Label;

/// A summary of the queue with its claims, for comparison with other summaries.
#[derive(Clone, Debug, PartialEq)]
pub struct SummaryClaims {
    /// Its case, by its position in the queue.
    pub case: usize,
    pub summary: Arc<str>,
    pub claims: Vec<Label>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Distinct {
    /// The summaries compared.
    pub of: Vec<SummaryClaims>,
    /// For each summary, the indices of the claims that no other makes; empty if they could not be
    /// determined.
    pub claims: Vec<Vec<usize>>,
}

/// Finds the claims that only one of the summaries makes.
pub(super) fn find(engine: &mut Engine, of: &[SummaryClaims]) -> Vec<Vec<usize>> {
    let all = of.iter().map(|one| WithClaims { summary: &one.summary, claims: &one.claims });
    engine.distinct_claims(&all.collect::<Vec<_>>())
}
