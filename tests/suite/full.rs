//! Selects how much of the long tables is run: a part by default, or everything if `LOCKBENCH_FULL` is
//! set, as in `.ci/run`.

/// Returns whether tables are run in full.
pub fn is_full() -> bool {
    std::env::var_os("LOCKBENCH_FULL").is_some()
}

/// Returns how many of `all` cases, or bytes of a case, are tried.
pub fn part(all: usize) -> usize {
    const PART: usize = 3;
    if is_full() { all } else { all.div_ceil(PART) }
}

/// Returns the number of random label files to score.
pub fn label_files() -> u64 {
    if is_full() { 10_000 } else { 2_000 }
}
