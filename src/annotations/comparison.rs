//! Compares annotators on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::agree::annotators::{AgreementResult, Annotations, Draws, ResamplableComparison};
use crate::labels::List;
use crate::threads::in_parts;

/// Default number of bootstrap resamples.
pub const RESAMPLES: u32 = 1_000;
/// Resamples between two reports of progress.
const RESAMPLES_PER_REPORT: usize = 25;

/// Compares annotators on the named lists, or on all, and on what these rubrics make of their labels.
/// `drawn` is the seed and the number of resamples; `progress` receives the number done. The cases are
/// sorted by id before resampling, so the intervals do not depend on the order of files or sessions.
pub fn compare(
    mut annotations: Annotations,
    lists: Option<&[List]>,
    rubrics: &[&'static str],
    (seed, resamples): (u64, usize),
    threads: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> AgreementResult {
    annotations.cases.sort_by(|a, b| a.id.cmp(&b.id));
    let comparing = ResamplableComparison::new(&annotations, lists, rubrics);
    let done = AtomicUsize::new(0);
    let some = |resamples: &[usize]| -> Vec<Draws> {
        let mut drawn = Draws::with_capacity(resamples.len());
        for chunk in resamples.chunks(RESAMPLES_PER_REPORT) {
            drawn.extend(comparing.draw(seed, chunk[0]..chunk[0] + chunk.len()));
            progress(done.fetch_add(chunk.len(), Ordering::Relaxed) + chunk.len());
        }
        vec![drawn]
    };
    let resamples: Vec<usize> = (0..resamples).collect();
    comparing.finish(&in_parts(&resamples, threads, some))
}
