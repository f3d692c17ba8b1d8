//! Comparing annotators on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::agree::annotators::{AgreementResult, Annotations, Draws, ResamplableComparison};
use crate::labels::List;
use crate::threads::in_parts;

/// Bootstrap resamples by default.
pub const RESAMPLES: u32 = 1_000;
/// Resamples between two reports of progress.
const RESAMPLES_PER_REPORT: usize = 25;

/// Compares annotators: the lists named, or all, and what these rubrics make of their labels. `drawn` are the seed and the
/// number of resamples; `progress` hears how many of them are done. Resamples are drawn from the cases in the order of their
/// ids: it makes no difference to the intervals in which order files or a session give them.
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
