//! Comparing annotators on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::agree::annotators::{AgreementResult, Annotations, Draws, ResamplableComparison};
use crate::labels::List;

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
    let share = resamples.div_ceil(threads.max(1)).max(1);
    let done = AtomicUsize::new(0);
    let draws: Vec<Draws> = thread::scope(|scope| {
        let (comparing, done) = (&comparing, &done);
        let some = move |from: usize| {
            let to = (from + share).min(resamples);
            let mut drawn = Draws::with_capacity(to - from);
            for start in (from..to).step_by(TOLD) {
                let end = (start + TOLD).min(to);
                drawn.extend(comparing.draw(seed, start..end));
                progress(done.fetch_add(end - start, Ordering::Relaxed) + end - start);
            }
            drawn
        };
        let workers: Vec<_> =
            (0..resamples).step_by(share).map(|from| scope.spawn(move || some(from))).collect();
        // A worker that panicked has reported it.
        workers.into_iter().map(|worker| worker.join().unwrap_or_default()).collect()
    });
    comparing.finish(&draws)
}
