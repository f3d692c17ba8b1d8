//! Adjudication: where annotators differ, what each of their answers would do to the verdict, what was ruled, and what
//! follows: a gold set, and feedback for each annotator.
//!
//! ```text
//! Gathered --find--> Adjudication (units with their voices) --weigh--> disputes in their order
//!                    + rulings of a session ----------------> gold labels; feedback for each annotator
//! ```
//!
//! Units of several annotators are joined as agreement joins them. A [`AdjudicationStore`] keeps rulings in a session; the rest
//! computes.

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
pub use gold::{Gold, gold};
pub use order::{Dispute, Disputes, UnitPosition};
pub use pattern::{Pattern, same_ruling};
pub use store::AdjudicationStore;
pub use unit::words;
pub use weigh::DisputeEffect;

#[cfg(test)]
mod tests;
