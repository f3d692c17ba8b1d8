//! Blind review: an annotator judges a case before anything of the engine's judgement is shown.
//!
//! ```text
//! Labels --seal--> units without labels --annotator--> overrides --reveal--> Differences (engine against annotator)
//!                                                               └--compare--> Tally (gold against annotator)
//! ```
//!
//! [`seal`] removes everything from a set of labels that shows what the engine found, so that the code
//! that draws it has nothing to hide. [`differences()`] computes the effect of each of the annotator's
//! labels in points; [`compare`] compares them with a case whose labels are known. [`BlindSettings`] and
//! [`GoldCases`] are stored in a session, and [`order()`] is the queue with its gold cases mixed in. This
//! module does no I/O.

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
