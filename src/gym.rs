//! The gym: exercises built from good summaries that are spoilt in one place, so that the true labels are
//! known.
//!
//! An [`Exercise`] asks whether and where its summary is spoilt, then which label applies there, then one
//! question about the consequences. Each question belongs to a [rule](rules): the kind of mutation, a
//! cap, the metric, the verdict. A [`Record`] stores each rule as a card that is repeated at growing
//! intervals while it is known, and soon after a mistake (FSRS); [`next`] chooses the exercise that asks
//! for what is due.
//!
//! Invariants: no I/O and no clock; the same cases and seed give the same exercises, and the same answers
//! at the same times the same record.

mod card;
mod exercise;
mod plan;

pub use card::{Card, Record};
pub use exercise::{Exercise, UNSPOILT, accepted, exercises, joined, rule_name, rules};
pub use plan::next;

#[cfg(test)]
mod tests;
