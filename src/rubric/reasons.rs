//! The reasons of a decision, as they are found.

use crate::num::Num;
use crate::report::{Decision, Verdict};

/// A verdict in the making: the gravest decision that a reason called for, and the reasons in order.
pub struct Reasons {
    worst: Decision,
    record: bool,
    because: Vec<String>,
}

impl Reasons {
    /// No reason yet, which passes. Words are kept only where `record` says that somebody reads them.
    pub fn new(record: bool) -> Reasons {
        Reasons { worst: Decision::Pass, record, because: Vec::new() }
    }

    /// Takes a reason into account. [`Decision`] is ordered from the mildest to the gravest.
    pub fn add(&mut self, decision: Decision, words: impl FnOnce() -> String) {
        self.worst = self.worst.max(decision);
        if self.record {
            self.because.push(words());
        }
    }

    /// The gravest decision so far.
    pub fn worst(&self) -> Decision {
        self.worst
    }

    /// The verdict, with its headline number and the mean beside it.
    pub fn verdict(self, score: Option<Num>, mean: Option<Num>) -> Verdict {
        Verdict { decision: self.worst, score, mean, because: self.because, flips: Vec::new() }
    }
}
