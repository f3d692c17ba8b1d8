//! Schedules the questions. One thread owns the questions, the processes and their timers; everything
//! that happens reaches it as a [`BrokerEvent`].
//!
//! A process may be silent for the time-out while a question is unanswered. Then its oldest question
//! fails, and the process is restarted. If a process ends, its unanswered questions are asked once more,
//! each alone, so that a question that crashes judges does not cost others their answers. A process that
//! repeatedly ends without an answer in between is given up.

mod flight;
mod tally;

use std::collections::{HashMap, VecDeque};
use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::audit::clipped;
use crate::case::{MAX_RECORD, parse_json};
use crate::labels::file::LabelFile;
use crate::text::hash64;

use super::JudgeSettings;
use super::answer::{Reply, ReplyError, quoted, read};
use super::cache::{Cache, CacheError};
use super::pace::Meter;
use super::process::{Process, ProcessEvent, end_all};
use super::question::{AnswerKey, JudgeQuestion};
use super::stated::{StatedCost, stated};

use flight::{Flight, ProcessSlot};
use tally::Failure;
pub use tally::JudgeCounts;

/// Most consecutive restarts of a process without an answer in between.
const RESTARTS: u32 = 5;
/// Delay before the first restart; it doubles before each further one.
const DELAY: Duration = Duration::from_millis(100);
/// Most attempts at a question.
const ATTEMPTS: u32 = 2;
/// Most messages of a judge that are printed; further ones are counted.
const MESSAGES: usize = 20;
/// Most characters of a message that are printed.
const MESSAGE: usize = 300;
/// Lines of prose allowed before a process's first answer, since programs report what they load.
const PREAMBLE: usize = 3;
/// Beginning of the reason why questions fail whose judge wrote something else.
const NOT_ANSWER: &str = "what it wrote is not an answer:";
/// Exit statuses of a shell for a command that cannot be run or does not exist.
const NO_COMMAND: [i32; 2] = [126, 127];

/// The callback of a question, called with the reply.
pub type ReplyCallback = Box<dyn FnOnce(Reply) + Send>;

/// An unanswered question, with the callbacks for its reply.
pub struct PendingQuestion {
    question: JudgeQuestion,
    thens: Vec<ReplyCallback>,
    /// Number of times that a process ended while answering only this question.
    attempts: u32,
    /// Whether the process must have no other question at the same time.
    alone: bool,
}

impl PendingQuestion {
    /// Creates a question that has not been asked yet.
    pub fn new(question: JudgeQuestion, then: ReplyCallback) -> PendingQuestion {
        PendingQuestion { question, thens: vec![then], attempts: 0, alone: false }
    }
}

/// An event of the broker's loop.
pub enum BrokerEvent {
    Ask(Box<PendingQuestion>),
    Finish,
    /// The judge is shut down; nobody waits for replies.
    End,
    /// An event of a process: the slot, the number of the process within the slot, the event.
    Process(usize, u64, ProcessEvent),
}

/// Owns the questions and the processes.
pub struct Broker {
    settings: JudgeSettings,
    name: Arc<str>,
    cache: Option<Cache>,
    tally: Arc<Mutex<JudgeCounts>>,
    events: Sender<BrokerEvent>,
    send: Box<dyn Fn(String) + Send>,
    /// Unanswered questions by key; identical questions are merged.
    open: HashMap<AnswerKey, PendingQuestion>,
    /// Unanswered questions that no process has.
    waiting: VecDeque<AnswerKey>,
    slots: Vec<ProcessSlot>,
    meter: Meter,
    /// Whether no more questions follow.
    finished: bool,
    /// Whether a question has failed. Only the first failure is explained.
    failed: bool,
    messages: usize,
}

impl Broker {
    /// Creates a broker without questions.
    pub fn new(
        settings: JudgeSettings,
        cache: Option<Cache>,
        tally: Arc<Mutex<JudgeCounts>>,
        events: Sender<BrokerEvent>,
        send: Box<dyn Fn(String) + Send>,
    ) -> Broker {
        Broker {
            name: Arc::from(settings.called()),
            slots: (0..settings.jobs.max(1)).map(|_| ProcessSlot::default()).collect(),
            meter: Meter::new(settings.pace),
            settings,
            cache,
            tally,
            events,
            send,
            open: HashMap::new(),
            waiting: VecDeque::new(),
            finished: false,
            failed: false,
            messages: 0,
        }
    }

    /// Handles events until the judge is shut down, then ends the processes.
    pub fn run(mut self, arrivals: &Receiver<BrokerEvent>) {
        loop {
            self.expire(Instant::now());
            let due = self.dispatch(Instant::now());
            let event = match due {
                Some(at) => arrivals.recv_timeout(at.saturating_duration_since(Instant::now())),
                None => arrivals.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(BrokerEvent::Ask(asked)) => self.ask(*asked),
                Ok(BrokerEvent::Finish) => self.finished = true,
                Ok(BrokerEvent::Process(slot, number, does)) => self.heard(slot, number, does),
                Ok(BrokerEvent::End) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        let idle = self.open.is_empty();
        end_all(self.slots.iter_mut().filter_map(|slot| slot.process.take()).collect(), idle);
        if self.messages > MESSAGES {
            (self.send)(format!("{}: {} more messages of this judge", self.name, self.messages - MESSAGES));
        }
    }

    fn ask(&mut self, mut asked: PendingQuestion) {
        let key = asked.question.key;
        if let Some(known) = self.open.get_mut(&key) {
            return known.thens.append(&mut asked.thens);
        }
        if let Some(answer) = self.remembered(&key)
            && let Ok(given) = self.read(&asked.question, &answer)
        {
            self.count(|tally| {
                tally.remembered += 1;
                tally.spent.add(StatedCost { time: None, ..stated(&answer) });
            });
            return self.reply(asked, Ok(given));
        }
        self.open.insert(key, asked);
        self.waiting.push_back(key);
    }

    fn remembered(&mut self, key: &AnswerKey) -> Option<Value> {
        let found = self.cache.as_ref()?.get(key);
        found.unwrap_or_else(|why| {
            self.forget(&why);
            None
        })
    }

    /// Continues without the cache.
    fn forget(&mut self, why: &CacheError) {
        self.cache = None;
        (self.send)(format!("{why}; answers are no longer cached"));
    }

    fn read(&self, question: &JudgeQuestion, answer: &Value) -> Result<Arc<LabelFile>, ReplyError> {
        let JudgeQuestion { article, summary, lists, .. } = question;
        read(answer, article, summary, lists, &self.name).map(Arc::new)
    }

    fn reply(&self, asked: PendingQuestion, given: Result<Arc<LabelFile>, Arc<str>>) {
        let reply = Reply { lists: asked.question.lists, by: Arc::clone(&self.name), given };
        for then in asked.thens {
            then(reply.clone());
        }
    }

    fn count(&self, change: impl FnOnce(&mut JudgeCounts)) {
        change(&mut self.tally.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Fails a question, with the reason.
    fn fail(&mut self, key: &AnswerKey, failure: Failure, why: &str) {
        if let Some(asked) = self.open.remove(key) {
            if !std::mem::replace(&mut self.failed, true) {
                (self.send)(format!("{}: no labels for {}: {why}", self.name, asked.question.id));
            }
            self.count(|tally| tally.fail(failure, asked.thens.len(), why));
            self.reply(asked, Err(Arc::from(why)));
        }
    }

    /// Sends waiting questions to processes. Returns when to look again if no event arrives before.
    fn dispatch(&mut self, now: Instant) -> Option<Instant> {
        let mut due = self.slots.iter().filter_map(|slot| slot.due(&self.settings)).min();
        let mut sooner = |at: Instant| due = Some(due.map_or(at, |due| due.min(at)));
        while !self.waiting.is_empty() {
            if let Some(why) = self.slots.iter().all(|slot| slot.given_up.is_some()).then(|| self.given_up())
            {
                let waiting = std::mem::take(&mut self.waiting);
                waiting.iter().for_each(|key| self.fail(key, Failure::GivenUp, &why));
                break;
            }
            let Some(at) = self.free(now) else {
                self.slots
                    .iter()
                    .filter_map(|slot| slot.not_before.filter(|at| *at > now))
                    .for_each(&mut sooner);
                break;
            };
            let Some(place) = self.next_for(at) else { break };
            if let Some(then) = self.meter.wait(now) {
                sooner(then);
                break;
            }
            let Some(key) = self.waiting.remove(place) else { break };
            self.send(at, key, now);
            sooner(now + self.settings.timeout);
        }
        if self.finished && self.waiting.is_empty() {
            let running = self.slots.iter_mut().filter_map(|slot| slot.process.as_mut());
            running.for_each(Process::close);
        }
        due
    }

    fn given_up(&self) -> String {
        let why = self.slots.iter().find_map(|slot| slot.given_up.clone()).unwrap_or_default();
        format!("the judge was given up: {why}")
    }

    /// Returns the slot of the free process with the fewest questions.
    fn free(&self, now: Instant) -> Option<usize> {
        let is_free = |slot: &&(usize, &ProcessSlot)| slot.1.is_free(self.settings.ahead.max(1), now);
        let slots = self.slots.iter().enumerate().filter(|slot| is_free(&slot));
        slots.min_by_key(|(_, slot)| slot.flights.len()).map(|(at, _)| at)
    }

    /// Returns the first question that a process may be asked. Two questions with the same id are never
    /// in flight together, since their answers could not be distinguished.
    fn next_for(&self, at: usize) -> Option<usize> {
        let flies = |id: &str| self.slots.iter().flat_map(|slot| &slot.flights).any(|flight| flight.id == id);
        self.waiting.iter().position(|key| {
            let asked = self.open.get(key);
            asked.is_some_and(|asked| {
                (!asked.alone || self.slots[at].flights.is_empty()) && !flies(&asked.question.id)
            })
        })
    }

    fn send(&mut self, at: usize, key: AnswerKey, now: Instant) {
        let Some(asked) = self.open.get(&key) else { return };
        let slot = &mut self.slots[at];
        if slot.process.as_ref().is_none_or(Process::is_closed) {
            // A process with closed input has answered everything it was asked.
            if let Some(old) = slot.process.take() {
                old.kill();
            }
            slot.number += 1;
            slot.begin(now);
            let (events, number) = (self.events.clone(), slot.number);
            let send = move |does| drop(events.send(BrokerEvent::Process(at, number, does)));
            match Process::start(&self.settings.command, send) {
                Ok(process) => slot.process = Some(process),
                Err(error) => {
                    slot.given_up = Some(format!("it cannot be started ({error})"));
                    return self.waiting.push_front(key);
                }
            }
        }
        if let Some(process) = &slot.process {
            process.send(asked.question.line.clone());
        }
        slot.flights.push(Flight { key, id: asked.question.id.clone(), alone: asked.alone, sent: now });
        self.meter.pass(now);
        self.count(|tally| tally.asked += 1);
    }

    /// Handles time-outs of questions in flight.
    fn expire(&mut self, now: Instant) {
        let timeout = self.settings.timeout;
        let waited = format!("it did not answer within {} s", timeout.as_secs_f64());
        for at in 0..self.slots.len() {
            // A question can also time out if the process keeps answering others: after `ahead` times the
            // time-out.
            let most = timeout.saturating_mul(u32::try_from(self.settings.ahead).unwrap_or(u32::MAX));
            while let Some(late) = self.slots[at].later_than(most, now).filter(|_| self.settings.ahead > 1) {
                let flight = self.slots[at].abandon(late, None);
                self.fail(&flight.key, Failure::Late, &waited);
            }
            if self.slots[at].is_silent(timeout, now) {
                let first = self.slots[at].flights.remove(0);
                self.fail(&first.key, Failure::Late, &waited);
                if let Some(process) = self.slots[at].process.take() {
                    process.kill();
                    // Later events of this process are ignored.
                    self.slots[at].number += 1;
                }
                let rest = std::mem::take(&mut self.slots[at].flights);
                rest.iter().rev().for_each(|flight| self.waiting.push_front(flight.key));
                self.count(|tally| tally.restarts += 1);
                self.broke(at, &waited, now);
            }
        }
    }

    /// Records that a process ended without answering everything.
    fn broke(&mut self, at: usize, why: &str, now: Instant) {
        let slot = &mut self.slots[at];
        slot.failures = if slot.answered { 1 } else { slot.failures + 1 };
        if slot.failures > RESTARTS {
            slot.given_up = Some(why.to_owned());
            (self.send)(format!("{}: given up: {why}", self.name));
        } else {
            slot.not_before = Some(now + DELAY * (1 << (slot.failures - 1)));
        }
    }

    /// Handles an event of a process. Events of earlier processes in the slot are ignored, except
    /// messages.
    fn heard(&mut self, at: usize, number: u64, does: ProcessEvent) {
        match does {
            ProcessEvent::Says(words) if words.trim().is_empty() => {}
            ProcessEvent::Says(words) => self.on_message(&words),
            _ if self.slots[at].number != number => {}
            ProcessEvent::Writes(line) => self.wrote(at, line.as_deref()),
            ProcessEvent::Ends(status) => self.ended(at, status),
        }
    }

    fn wrote(&mut self, at: usize, line: Option<&[u8]>) {
        if line.is_some_and(|line| line.trim_ascii().is_empty()) {
            return;
        }
        let Some(line) = line else {
            let most = MAX_RECORD >> 20;
            return self.not_an_answer(at, &format!("a line of more than {most} MiB"));
        };
        let Ok(answer) = parse_json(line) else {
            let words = format!("{:?}", clipped(&String::from_utf8_lossy(line), 80));
            let is_prose = !matches!(line.trim_ascii_start().first(), Some(b'{' | b'['));
            return match std::str::from_utf8(line) {
                Err(_) => self.not_an_answer(at, &format!("a line that is not UTF-8: {words}")),
                Ok(_) if is_prose => self.prose(at, &words),
                Ok(_) => self.not_an_answer(at, &words),
            };
        };
        // In the output of a batch, `id` names the request.
        let id = ["custom_id", "id"].iter().find_map(|key| answer.get(*key)).map(|id| match id {
            Value::String(id) => id.clone(),
            other => other.to_string(),
        });
        let slot = &mut self.slots[at];
        let flight = match &id {
            Some(id) => slot.flights.iter().position(|flight| flight.id == *id),
            // With one question in flight, the answer can only belong to it.
            None => (slot.flights.len() == 1).then_some(0),
        };
        match flight {
            Some(flight) => {
                slot.heard = Instant::now();
                (slot.answered, slot.strays) = (true, 0);
                // Remembered, so that a second answer to this question is not taken for that of another.
                let flight = slot.abandon(flight, Some(hash64(answer.to_string().as_bytes())));
                self.answered(&flight.key, &answer, flight.sent.elapsed());
            }
            None if let Some(first) = id.as_ref().and_then(|id| slot.abandoned(id)) => {
                slot.heard = Instant::now();
                // Results may already have been written from the first answer.
                if first.is_some_and(|first| first != hash64(answer.to_string().as_bytes())) {
                    let id = id.unwrap_or_default();
                    self.on_message(&format!("two answers for {id} that differ; the first one counts"));
                }
            }
            None => {
                let why = self.slots[at].mismatch(id.as_deref());
                self.count(|tally| tally.strays += 1);
                self.stray(at, &format!("{why}: {}", quoted(&answer)));
            }
        }
    }

    fn answered(&mut self, key: &AnswerKey, answer: &Value, time: Duration) {
        let Some(asked) = self.open.remove(key) else { return };
        match self.read(&asked.question, answer) {
            Ok(given) => {
                self.count(|tally| {
                    tally.answered += 1;
                    tally.spent.add(StatedCost { time: Some(time), ..stated(answer) });
                    tally.remembered += asked.thens.len() - 1;
                });
                if let Some(cache) = &mut self.cache
                    && asked.question.lists.iter().any(|list| given.labels.get(*list).is_some())
                    && let Err(why) = cache.put(key, answer)
                {
                    self.forget(&why);
                }
                self.reply(asked, Ok(given));
            }
            Err(error) => {
                self.open.insert(*key, asked);
                self.fail(key, Failure::Wrong, &error.to_string());
            }
        }
    }

    /// Handles a line of prose. Before the first answer, a few lines may be messages for a person.
    fn prose(&mut self, at: usize, what: &str) {
        let slot = &self.slots[at];
        if slot.answered || slot.strays + 1 >= PREAMBLE {
            return self.not_an_answer(at, what);
        }
        let seconds = self.settings.timeout.as_secs_f64();
        let waits = slot.flights.first().map_or_else(String::new, |flight| {
            format!("; waiting for the answer to {}, at most {seconds} s", flight.id)
        });
        self.slots[at].strays += 1;
        self.count(|tally| tally.prose += 1);
        self.on_message(&format!("on stdout, where answers belong: {what}{waits}"));
    }

    /// Handles a line that is no answer at all.
    fn not_an_answer(&mut self, at: usize, what: &str) {
        self.count(|tally| tally.prose += 1);
        self.stray(at, &format!("{NOT_ANSWER} {what}"));
    }

    /// Handles a line that answers no question. Once there are as many such lines as questions in flight,
    /// they are taken for the answers and the questions fail, with this reason.
    fn stray(&mut self, at: usize, why: &str) {
        let slot = &mut self.slots[at];
        slot.strays += 1;
        if slot.strays >= slot.flights.len() {
            slot.strays = 0;
            while let Some(last) = self.slots[at].flights.len().checked_sub(1) {
                let flight = self.slots[at].abandon(last, None);
                self.fail(&flight.key, Failure::Wrong, why);
            }
        }
    }

    /// Passes on a message of the judge, up to a limit.
    fn on_message(&mut self, words: &str) {
        self.messages += 1;
        if self.messages <= MESSAGES {
            (self.send)(format!("{}: {}", self.name, clipped(words, MESSAGE)));
        }
    }

    fn ended(&mut self, at: usize, status: Option<ExitStatus>) {
        let slot = &mut self.slots[at];
        slot.process = None;
        let flights = std::mem::take(&mut slot.flights);
        if flights.is_empty() {
            return;
        }
        let how = status.map_or_else(|| "for an unknown reason".to_owned(), |status| status.to_string());
        // A judge may skip a question; a successful exit status means that it did not crash.
        let in_order = status.is_some_and(|status| status.success());
        let (failure, why) = match in_order {
            true => (Failure::Skipped, "it ended without an answer to this question".to_owned()),
            false => (Failure::Ended, format!("it ended before it answered ({how})")),
        };
        let single = flights.len() == 1;
        for flight in flights.iter().rev() {
            let Some(asked) = self.open.get_mut(&flight.key) else { continue };
            asked.attempts += u32::from(single || flight.alone);
            asked.alone = true;
            if asked.attempts >= ATTEMPTS {
                self.fail(&flight.key, failure, &why);
            } else {
                self.waiting.push_front(flight.key);
            }
        }
        if status.and_then(|status| status.code()).is_some_and(|code| NO_COMMAND.contains(&code))
            && !self.slots[at].answered
        {
            self.slots[at].failures = RESTARTS;
        }
        if !in_order {
            self.count(|tally| tally.restarts += 1);
        }
        self.broke(at, &why, Instant::now());
    }
}
