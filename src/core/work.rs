//! Counts of elementary work, with which a test measures how the work grows with the length of a text.
//!
//! Functions that read, compare or locate the smallest units (the characters of a word, two stems, two spans,
//! two values, two directions) count a step here. All code that processes a text uses these functions, so a
//! new quadratic loop is counted automatically. Unlike seconds, the counts are the same on every machine.
//!
//! Only debug builds count; in a release build the functions do nothing.

#[cfg(debug_assertions)]
use std::cell::Cell;

/// The unit on which a step of work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A word, or the characters between two words, examined.
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

/// Counts the work of reading this many bytes: one step, and one more for every few words.
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

/// Returns the steps of this thread so far, in the order of [`KINDS`]; all zero in a release build.
pub fn done() -> [u64; KINDS.len()] {
    #[cfg(debug_assertions)]
    return STEPS.with(|steps| KINDS.map(|kind| steps[kind as usize].get()));
    #[cfg(not(debug_assertions))]
    [0; KINDS.len()]
}
