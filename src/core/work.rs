//! Counts of elementary work, by which a test measures how the work grows with a text.
//!
//! What reads, compares or places the smallest things (a word's characters, two stems, two spans, two values, two
//! directions) counts a step here. Whatever goes through a text goes through these, so a new loop that holds all with
//! all is counted automatically. The counts are the same on every machine, as seconds are not.
//!
//! Only debug builds count; of a release build this module is not part.

#[cfg(debug_assertions)]
use std::cell::Cell;

/// What a step of work is done on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A word, or the characters between two, looked at.
    Word,
    /// A stem compared with another or looked up.
    Stem,
    /// A span compared with another or moved.
    Span,
    /// A number or a date compared with another or looked up.
    Value,
    /// The direction of a sentence compared with another.
    Direction,
}

pub const KINDS: [Work; 5] = [Work::Word, Work::Stem, Work::Span, Work::Value, Work::Direction];

#[cfg(debug_assertions)]
thread_local! {
    static STEPS: [Cell<u64>; KINDS.len()] = const { [const { Cell::new(0) }; KINDS.len()] };
}

/// Counts a step.
#[inline(always)]
pub fn step(work: Work) {
    steps(work, 1);
}

/// Counts what it takes to read the given number of bytes: a step, and one more for every few words' worth of them.
#[inline(always)]
pub fn read(bytes: usize) {
    const A_STEP: usize = 32;
    steps(Work::Word, 1 + bytes / A_STEP);
}

#[inline(always)]
fn steps(work: Work, more: usize) {
    #[cfg(debug_assertions)]
    STEPS.with(|steps| steps[work as usize].set(steps[work as usize].get() + more as u64));
    #[cfg(not(debug_assertions))]
    let _ = (work, more);
}

/// The steps of this thread so far, in the order of [`KINDS`]; none in a release build.
pub fn done() -> [u64; KINDS.len()] {
    #[cfg(debug_assertions)]
    return STEPS.with(|steps| KINDS.map(|kind| steps[kind as usize].get()));
    #[cfg(not(debug_assertions))]
    [0; KINDS.len()]
}
