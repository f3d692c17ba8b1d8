//! A place for a process, with what it was asked and has not answered.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::judge::JudgeSettings;
use crate::judge::process::Process;
use crate::judge::question::AnswerKey;

/// Ids of questions that are remembered for answers that come too late.
const LATE: usize = 1_024;

/// A question that a process has.
#[derive(Debug)]
pub struct Flight {
    pub key: AnswerKey,
    /// The id that its answer has.
    pub id: String,
    /// Whether the process is to have no other.
    pub alone: bool,
    /// When it was asked.
    pub sent: Instant,
}

/// A slot for a process of the judge.
#[derive(Debug)]
pub struct ProcessSlot {
    /// The process, while it runs.
    pub process: Option<Process>,
    pub number: u64,
    /// What it was asked, the oldest first.
    pub flights: Vec<Flight>,
    /// When it last answered, or began.
    pub heard: Instant,
    /// Whether it has answered anything since it began.
    pub answered: bool,
    /// Lines since its last answer that answer nothing.
    pub strays: usize,
    /// Times in a row that it ended without an answer.
    pub failures: u32,
    /// When it may be started again.
    pub not_before: Option<Instant>,
    /// Why it is not started again.
    pub given_up: Option<String>,
    /// Questions that it was not waited for, or has answered, by their ids, each with a hash of its answer.
    late: VecDeque<(String, Option<u64>)>,
}

impl Default for ProcessSlot {
    fn default() -> ProcessSlot {
        ProcessSlot {
            process: None,
            number: 0,
            flights: Vec::new(),
            heard: Instant::now(),
            answered: false,
            strays: 0,
            failures: 0,
            not_before: None,
            given_up: None,
            late: VecDeque::new(),
        }
    }
}

impl ProcessSlot {
    pub fn begin(&mut self, now: Instant) {
        (self.heard, self.answered, self.strays) = (now, false, 0);
        self.late.clear();
    }

    /// Whether one more question fits.
    pub fn is_free(&self, ahead: usize, now: Instant) -> bool {
        let runs = self.process.as_ref().is_some_and(|process| !process.is_closed());
        // One whose input is closed still answers what it has.
        let may_start = self.flights.is_empty() && self.not_before.is_none_or(|at| at <= now);
        self.given_up.is_none()
            && self.flights.len() < ahead
            && !self.flights.iter().any(|flight| flight.alone)
            && (runs || may_start)
    }

    /// When its clock runs out, if it stays silent.
    pub fn due(&self, settings: &JudgeSettings) -> Option<Instant> {
        let first = self.flights.first()?;
        first.sent.max(self.heard).checked_add(settings.timeout)
    }

    /// Whether it was silent for too long.
    pub fn is_silent(&self, timeout: Duration, now: Instant) -> bool {
        self.flights.first().is_some_and(|first| now.duration_since(first.sent.max(self.heard)) >= timeout)
    }

    /// A question that it has had for longer.
    pub fn later_than(&self, most: Duration, now: Instant) -> Option<usize> {
        self.flights.iter().position(|flight| now.duration_since(flight.sent) >= most)
    }

    /// Takes a question from it that it may still answer; where it has, with a hash of the answer.
    pub fn abandon(&mut self, at: usize, answer: Option<u64>) -> Flight {
        let flight = self.flights.remove(at);
        if self.late.len() >= LATE {
            self.late.pop_front();
        }
        self.late.push_back((flight.id.clone(), answer));
        flight
    }

    /// The hash of the first answer, if any, to a question that is not waited for, or not any more; it is known once.
    pub fn abandoned(&mut self, id: &str) -> Option<Option<u64>> {
        let found = self.late.iter().position(|(late, _)| late == id);
        found.and_then(|at| self.late.remove(at)).map(|(_, answer)| answer)
    }
}
