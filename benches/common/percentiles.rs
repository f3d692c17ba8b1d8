//! Reports durations as percentiles, so that the slowest are visible too.

use std::time::Duration;

/// Prints percentiles of durations, in milliseconds.
pub fn show(what: &str, mut taken: Vec<Duration>) {
    taken.sort_unstable();
    let last = taken.len().saturating_sub(1) as f64;
    let at = |share: f64| taken[(last * share).round() as usize].as_secs_f64() * 1e3;
    println!(
        "{what}: median {:.2} ms, 90th {:.2}, 99th {:.2}, worst {:.2} ({} times)",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
        taken.len()
    );
}
