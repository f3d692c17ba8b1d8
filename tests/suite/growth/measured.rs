//! Counts the cost of a run; the counts are the same on every machine.

use lockbench::work::{KINDS, done};

/// What was counted.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Each count with its name: steps of work, number of allocations and allocated bytes.
    pub counts: Vec<(String, u64)>,
    /// Peak of allocated bytes.
    pub peak: u64,
}

/// Runs a function and counts its cost. Steps of work are counted in debug builds only.
pub fn measure(run: impl FnOnce()) -> Measured {
    let before = done();
    let memory = allocation_counter::measure(run);
    let after = done();
    let steps = KINDS.iter().zip(before.iter().zip(after));
    let mut counts: Vec<(String, u64)> =
        steps.map(|(kind, (before, after))| (format!("{kind:?}").to_lowercase(), after - before)).collect();
    counts.push(("allocations".to_owned(), memory.count_total));
    counts.push(("bytes".to_owned(), memory.bytes_total));
    Measured { counts, peak: memory.bytes_max }
}

/// Returns the largest exponent of growth between two sizes, and the name of its count. Counts below a
/// few steps for each byte of the larger text are ignored, since their cost is negligible.
pub fn exponent(small: (usize, &Measured), large: (usize, &Measured), from: f64) -> (f64, String) {
    let grown = (large.0 as f64 / small.0 as f64).ln();
    let exponents = small.1.counts.iter().zip(&large.1.counts).filter_map(|((name, few), (_, many))| {
        let weighs = *many as f64 >= from * large.0 as f64;
        weighs.then(|| ((*many as f64 / (*few).max(1) as f64).ln() / grown, name.clone()))
    });
    exponents.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}
