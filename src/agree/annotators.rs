//! Agreement between annotators: on labels, on decisions, on marked spans, and on the scores that follow.
//!
//! ```text
//! Annotations --group--> Ratings --count--> Sums by case --resample--> Stat ; all of it: Comparison
//! ```
//!
//! The input is what the annotators gave ([`Annotations`]), already read; the output is an
//! [`AgreementResult`], plain values for files and screens. The coefficients are the rows of tables
//! ([`coefficients`]).

pub mod coefficients;
mod compare;
pub mod document;
mod given;
mod group;
mod ratings;
mod resample;
mod result;
mod scale;
mod tendency;
mod trend;
mod value;

pub use compare::{ResamplableComparison, gave_findings, marked, rated};
pub use given::{AnnotatedCase, Annotation, Annotations, LabelledUnit, RubricScores, TextMark};
pub use group::group;
pub use ratings::Ratings;
pub use resample::{Draws, ResamplePlan, StatisticBlock, Sums};
pub use result::{AgreementResult, LabelAgreement, PairStats, ScoreAgreement};
pub use tendency::Tendency;
pub use value::{Stat, Value};

#[cfg(test)]
mod tests;
