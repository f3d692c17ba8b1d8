//! Blind review: an annotator judges a case before anything of the engine's judgement is shown.
//!
//! ```text
//! Labels --seal--> units without labels --annotator--> overrides --reveal--> Differences (engine against annotator)
//!                                                               └--compare--> Tally (gold against annotator)
//! ```
//!
//! [`seal`] takes everything out of a set of labels that says what the engine found, so that what draws it has nothing
//! to hide; [`differences()`] works out what each label of the annotator's is worth in points; [`compare`] holds them
//! against a case whose labels are known. [`BlindSettings`] and [`GoldCases`] are what a session keeps of it, and [`order()`] is
//! the queue with its gold cases mixed in. Nothing here does I/O.

mod differences;
mod gold;
mod order;
mod sealed;
mod settings;

pub use differences::{
    ComparedLabels, DifferenceKind, Differences, LabelDifference, LabelSetResult, differences,
};
pub use gold::{GoldAccuracy, GoldMismatch, JudgedGold, compare};
pub use order::order;
pub use sealed::{neutral, report, seal, unlabelled};
pub use settings::{BlindSettings, GoldCases};

#[cfg(test)]
mod tests;
