//! What came of the questions to a judge, counted.

use crate::num::so_many;

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It took too long.
    Late,
    /// The process ended over it.
    Ended,
    /// What was written is no answer.
    Wrong,
    /// The judge was given up before.
    GivenUp,
}

/// Counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Questions that were put to a process, each time counted.
    pub asked: usize,
    /// Questions that it answered with labels.
    pub answered: usize,
    /// Questions whose answer was known.
    pub remembered: usize,
    /// Questions that took too long.
    pub late: usize,
    /// Questions that a process ended over.
    pub ended: usize,
    /// Questions with an answer that holds no labels.
    pub wrong: usize,
    /// Questions that came after the judge was given up.
    pub given_up: usize,
    /// Processes that ended or were ended before they had answered everything.
    pub restarts: usize,
    /// Lines that answer no question.
    pub strays: usize,
}

impl Tally {
    /// So many questions have no answer.
    pub(super) fn fail(&mut self, failure: Failure, questions: usize) {
        *match failure {
            Failure::Late => &mut self.late,
            Failure::Ended => &mut self.ended,
            Failure::Wrong => &mut self.wrong,
            Failure::GivenUp => &mut self.given_up,
        } += questions;
    }

    /// Questions without an answer.
    pub fn failed(&self) -> usize {
        self.late + self.ended + self.wrong + self.given_up
    }

    /// All of it in a sentence.
    pub fn told(&self) -> String {
        let mut parts = Vec::new();
        let mut add = |count: usize, what: &str| {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        };
        add(self.answered, "answered");
        add(self.remembered, "answered before");
        add(self.late, "not in time");
        add(self.ended, "not before it ended");
        add(self.wrong, "with what is no answer");
        add(self.given_up, "not asked, as it was given up");
        let questions = so_many(self.answered + self.remembered + self.failed(), "question");
        parts.insert(0, questions);
        let mut told = parts.join(", ").replacen(", ", ": ", 1);
        let more =
            [(self.restarts, "ended or hung", "time"), (self.strays, "wrote what answers nothing", "time")];
        for (count, what, unit) in more {
            if count > 0 {
                told.push_str(&format!("; it {what} {}", so_many(count, unit)));
            }
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_not_happen_is_not_told() {
        let mut tally = Tally { answered: 1, ..Tally::default() };
        assert_eq!(tally.told(), "1 question: 1 answered");
        tally.fail(Failure::Late, 2);
        tally.fail(Failure::GivenUp, 3);
        (tally.remembered, tally.restarts) = (4, 2);
        assert_eq!(
            tally.told(),
            "10 questions: 1 answered, 4 answered before, 2 not in time, 3 not asked, as it was given up; it ended or hung 2 times"
        );
        assert_eq!(tally.failed(), 5);
    }
}
