//! Adjudication of disagreements between annotators: finds the units they disagree on, computes the
//! effect of each answer on the verdict, keeps the rulings, and derives a gold set and feedback for each
//! annotator.
//!
//! ```text
//! Gathered --find--> Adjudication (units with their voices) --weigh--> disputes in their order
//!                    + rulings of a session ----------------> gold labels; feedback for each annotator
//! ```
//!
//! Units of several annotators are matched as in the computation of agreement. An [`AdjudicationStore`]
//! keeps rulings in a session; the other modules only compute.

mod checks;
mod feedback;
mod find;
mod gold;
mod order;
mod pattern;
mod store;
mod unit;
mod weigh;

pub use feedback::{AnnotatorFeedback, FeedbackItem, feedback};
pub use find::{Adjudication, AnnotatorAnswer, DisputableUnit, UnitValue};
pub use gold::gold;
pub use order::{Dispute, Disputes, UnitPosition};
pub use pattern::same_ruling;
pub use store::AdjudicationStore;
pub use weigh::DisputeEffect;

#[cfg(test)]
mod tests;
