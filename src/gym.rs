//! The gym: exercises made of good summaries that are spoilt in one place, so that the true labels are known.
//!
//! An [`Exercise`] asks where its summary is spoilt, if it is, then what the label there is, then one question about what
//! follows. What was asked falls under [rules]: the kind of mutation, each cap, the metric, the verdict. A [`Record`] remembers each rule as a card
//! that comes back at growing intervals while it is known, and soon where it was missed (FSRS); [`next`] chooses the
//! exercise that asks for what is due.
//!
//! Invariants: no I/O and no clock; the same cases and seed give the same exercises, and the same answers at the same
//! times the same record.

mod card;
mod exercise;
mod plan;

pub use card::{Card, Record};
pub use exercise::{Exercise, UNSPOILT, accepted, exercises, joined, rule_name, rules};
pub use plan::next;

#[cfg(test)]
mod tests;
