//! What a run takes, counted: the same on every machine.

use lockbench::work::{KINDS, done};

/// What was counted.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Each count with its name: steps of work, allocations and the bytes of all of them.
    pub counts: Vec<(String, u64)>,
    /// The most bytes that were held at a time.
    pub peak: u64,
}

/// Runs something, and counts what it takes. Steps of work are counted in debug builds only.
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

/// The exponent of growth between two sizes, and its name, of whatever grows fastest. What is less than a few steps for
/// each byte of the larger text is not looked at: it costs nothing yet.
pub fn exponent(small: (usize, &Measured), large: (usize, &Measured), from: f64) -> (f64, String) {
    let grown = (large.0 as f64 / small.0 as f64).ln();
    let exponents = small.1.counts.iter().zip(&large.1.counts).filter_map(|((name, few), (_, many))| {
        let weighs = *many as f64 >= from * large.0 as f64;
        weighs.then(|| ((*many as f64 / (*few).max(1) as f64).ln() / grown, name.clone()))
    });
    exponents.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}
