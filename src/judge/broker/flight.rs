//! A slot for a process, with the questions that it has not answered.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::judge::JudgeSettings;
use crate::judge::process::Process;
use crate::judge::question::AnswerKey;

/// Most ids of questions remembered per slot to recognise late answers.
const LATE: usize = 1_024;

/// A question in flight.
#[derive(Debug)]
pub struct Flight {
    pub key: AnswerKey,
    /// The id expected in the answer.
    pub id: String,
    /// Whether the process must have no other question.
    pub alone: bool,
    /// Time of sending.
    pub sent: Instant,
}

/// A slot for a process of the judge.
#[derive(Debug)]
pub struct ProcessSlot {
    /// The process, if running.
    pub process: Option<Process>,
    pub number: u64,
    /// Questions in flight, the oldest first.
    pub flights: Vec<Flight>,
    /// Time of the last answer, or of the start.
    pub heard: Instant,
    /// Whether it has answered anything since the start.
    pub answered: bool,
    /// Number of lines since the last answer that answer no question.
    pub strays: usize,
    /// Number of consecutive ends without an answer in between.
    pub failures: u32,
    /// Earliest time of the next start.
    pub not_before: Option<Instant>,
    /// Why the process was given up, if it was.
    pub given_up: Option<String>,
    /// Ids of questions that were given up or answered, with a hash of the answer if there was one.
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

    /// Returns whether the slot can take one more question.
    pub fn is_free(&self, ahead: usize, now: Instant) -> bool {
        let runs = self.process.as_ref().is_some_and(|process| !process.is_closed());
        // A process with closed input still has to answer its questions.
        let may_start = self.flights.is_empty() && self.not_before.is_none_or(|at| at <= now);
        self.given_up.is_none()
            && self.flights.len() < ahead
            && !self.flights.iter().any(|flight| flight.alone)
            && (runs || may_start)
    }

    /// Returns when the process times out if it stays silent.
    pub fn due(&self, settings: &JudgeSettings) -> Option<Instant> {
        let first = self.flights.first()?;
        first.sent.max(self.heard).checked_add(settings.timeout)
    }

    /// Returns whether the process has been silent for too long.
    pub fn is_silent(&self, timeout: Duration, now: Instant) -> bool {
        self.flights.first().is_some_and(|first| now.duration_since(first.sent.max(self.heard)) >= timeout)
    }

    /// Explains why an answer with this id is to none of the questions in flight.
    pub fn mismatch(&self, id: Option<&str>) -> String {
        match (id, self.flights.as_slice()) {
            (Some(id), [one]) => format!("its answer has the `id` {id:?}, and the question has {:?}", one.id),
            (Some(id), _) => {
                format!("its answer has the `id` {id:?}, which no question has that it was asked")
            }
            (None, all) => {
                format!("its answer has no `id`, which says to which of {} questions it belongs", all.len())
            }
        }
    }

    /// Returns a question that has been in flight for at least this long.
    pub fn later_than(&self, most: Duration, now: Instant) -> Option<usize> {
        self.flights.iter().position(|flight| now.duration_since(flight.sent) >= most)
    }

    /// Removes a question, remembering its id and, if it was answered, a hash of the answer.
    pub fn abandon(&mut self, at: usize, answer: Option<u64>) -> Flight {
        let flight = self.flights.remove(at);
        if self.late.len() >= LATE {
            self.late.pop_front();
        }
        self.late.push_back((flight.id.clone(), answer));
        flight
    }

    /// Returns, once, whether a question with this id was removed, with the hash of its answer if it was
    /// answered.
    pub fn abandoned(&mut self, id: &str) -> Option<Option<u64>> {
        let found = self.late.iter().position(|(late, _)| late == id);
        found.and_then(|at| self.late.remove(at)).map(|(_, answer)| answer)
    }
}
