//! Counts the outcomes of the questions to a judge.

use crate::judge::answer::REPORTS;
use crate::judge::stated::Spending;
use crate::num::pluralize;

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It took too long.
    Late,
    /// The process crashed while answering it.
    Ended,
    /// The process ended successfully without answering it.
    Skipped,
    /// The output is not an answer.
    Wrong,
    /// The judge had already been given up.
    GivenUp,
}

/// Counts of questions and answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgeCounts {
    /// Questions sent to a process, counted each time.
    pub asked: usize,
    /// Questions answered with labels.
    pub answered: usize,
    /// Questions answered from the cache or together with an identical one.
    pub remembered: usize,
    /// Questions that timed out.
    pub late: usize,
    /// Questions that a process crashed over.
    pub ended: usize,
    /// Questions that a process left unanswered when it ended successfully.
    pub skipped: usize,
    /// Questions with an answer without labels.
    pub wrong: usize,
    /// Questions asked after the judge was given up.
    pub given_up: usize,
    /// Processes that crashed or were killed before they had answered everything.
    pub restarts: usize,
    /// Answers to questions that were not asked.
    pub strays: usize,
    /// Lines that are no answers.
    pub prose: usize,
    /// Why the first answer without labels has none.
    pub first_wrong: Option<String>,
    /// Cost of the answers. Times are measured from question to answer and are unknown for cached
    /// answers.
    pub spent: Spending,
}

impl JudgeCounts {
    /// Counts `questions` as failed.
    pub(super) fn fail(&mut self, failure: Failure, questions: usize, why: &str) {
        if failure == Failure::Wrong {
            self.first_wrong.get_or_insert_with(|| why.to_owned());
        }
        *match failure {
            Failure::Late => &mut self.late,
            Failure::Ended => &mut self.ended,
            Failure::Skipped => &mut self.skipped,
            Failure::Wrong => &mut self.wrong,
            Failure::GivenUp => &mut self.given_up,
        } += questions;
    }

    /// Returns the number of questions without an answer.
    pub fn failed(&self) -> usize {
        self.late + self.ended + self.skipped + self.wrong + self.given_up
    }

    /// Summarises the counts in a sentence.
    pub fn summary(&self) -> String {
        let mut parts = Vec::new();
        let mut add = |count: usize, what: &str| {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        };
        add(self.answered, "answered");
        add(self.remembered, "answered before");
        add(self.late, "not in time");
        add(self.ended, "lost: the judge crashed before answering");
        add(self.skipped, "without an answer: the judge ended and left it out");
        let wrong = match self.first_wrong.as_deref().map(|why| (why, why.strip_prefix(REPORTS))) {
            None => "failed".to_owned(),
            Some((_, Some(said))) => format!("failed: the judge reported an error (first: {said})"),
            Some((why, None)) => format!("failed: the judge gave no labels (first: {why})"),
        };
        add(self.wrong, &wrong);
        add(self.given_up, "not asked, as it was given up");
        let questions = pluralize(self.answered + self.remembered + self.failed(), "question");
        parts.insert(0, questions);
        let mut text = parts.join(", ").replacen(", ", ": ", 1);
        if self.restarts > 0 {
            text.push_str(&format!("; it ended or hung {}", pluralize(self.restarts, "time")));
        }
        if self.strays > 0 {
            text.push_str(&format!("; {} matched no question (wrong id?)", pluralize(self.strays, "line")));
        }
        match self.prose {
            0 => {}
            1 => text.push_str("; 1 line on stdout was no answer"),
            many => text.push_str(&format!("; {many} lines on stdout were no answers")),
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_leaves_out_counts_of_zero() {
        let mut tally = JudgeCounts { answered: 1, ..JudgeCounts::default() };
        assert_eq!(tally.summary(), "1 question: 1 answered");
        tally.fail(Failure::Late, 2, "slow");
        tally.fail(Failure::GivenUp, 3, "dead");
        (tally.remembered, tally.restarts) = (4, 2);
        assert_eq!(
            tally.summary(),
            "10 questions: 1 answered, 4 answered before, 2 not in time, 3 not asked, as it was given up; it ended or hung 2 times"
        );
        assert_eq!(tally.failed(), 5);
        let mut skipped = JudgeCounts { answered: 5, ..JudgeCounts::default() };
        skipped.fail(Failure::Skipped, 1, "it ended without an answer");
        assert_eq!(
            skipped.summary(),
            "6 questions: 5 answered, 1 without an answer: the judge ended and left it out"
        );
        assert_eq!(skipped.failed(), 1);
        let mut wrong = JudgeCounts { strays: 2, prose: 1, ..JudgeCounts::default() };
        wrong.fail(Failure::Wrong, 1, "it reports: quota");
        wrong.fail(Failure::Wrong, 9, "later");
        assert_eq!(
            wrong.summary(),
            "10 questions: 10 failed: the judge reported an error (first: quota); 2 lines matched no question (wrong id?); \
             1 line on stdout was no answer"
        );
    }
}
