//! Comparing annotators on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::agree::annotators::{AgreementResult, Annotations, Draws, ResamplableComparison};
use crate::labels::List;
use crate::threads::in_parts;

/// Bootstrap resamples by default.
pub const RESAMPLES: u32 = 1_000;
/// Resamples after which somebody who waits hears how many are done.
const TOLD: usize = 25;

/// Compares annotators: the lists named, or all, and what these rubrics make of their labels. `drawn` are the seed and the
/// number of resamples; `progress` hears how many of them are done.
pub fn compare(
    annotations: &Annotations,
    lists: Option<&[List]>,
    rubrics: &[&'static str],
    (seed, resamples): (u64, usize),
    threads: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> AgreementResult {
    let comparing = ResamplableComparison::new(annotations, lists, rubrics);
    let done = AtomicUsize::new(0);
    let some = |resamples: &[usize]| -> Vec<Draws> {
        let mut drawn = Draws::with_capacity(resamples.len());
        for told in resamples.chunks(TOLD) {
            drawn.extend(comparing.draw(seed, told[0]..told[0] + told.len()));
            progress(done.fetch_add(told.len(), Ordering::Relaxed) + told.len());
        }
        vec![drawn]
    };
    let resamples: Vec<usize> = (0..resamples).collect();
    comparing.finish(&in_parts(&resamples, threads, some))
}
