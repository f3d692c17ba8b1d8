//! The user's own judges: programs that receive questions about cases, one a line, and answer with
//! labels.
//!
//! ```text
//! Case --question--> Question --broker--> process --answer--> Reply --over--> Labels
//!                                 `---- cache ----'
//! ```
//!
//! | file | content |
//! |---|---|
//! | `question` | the questions about a case, and the key of the cached answer |
//! | `broker` | scheduling: lines in flight, time-outs, restarts, the rate |
//! | `process` | one process, its pipes and its end |
//! | `answer` | reads labels from a line, and makes placeholders if there are none |
//! | `cache` | answers on disk |
//! | `pace` | the rate limit |
//! | `name` | the default name of a judge |
//! | `stated` | cost and time stated in answers |
//!
//! Invariants: each question is answered exactly once, and asking never blocks; a failing judge only
//! costs its own labels. This module knows no front end: messages for the user go to the function passed
//! to [`Judge::start`].

mod answer;
mod broker;
mod cache;
mod name;
mod pace;
mod process;
mod question;
mod stated;

use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

pub use answer::{Reply, Unreadable, over};
pub use broker::JudgeCounts;
pub use cache::folder as cache_folder;
pub use pace::Pace;
pub use process::end_running;
pub use question::{JudgeQuestion, QuestionSettings};
pub use stated::{Spending, stated};

use crate::text::hash64;

use broker::{Broker, BrokerEvent, PendingQuestion};
use cache::Cache;

#[derive(Clone, Debug)]
pub struct JudgeSettings {
    /// The command, for a shell.
    pub command: String,
    /// Name of the judge, used if its answers do not name one.
    pub name: Option<String>,
    /// Number of concurrent processes, at least 1.
    pub jobs: usize,
    /// Questions sent ahead to a process without waiting for answers, at least 1.
    pub ahead: usize,
    /// Rate limit.
    pub pace: Option<Pace>,
    /// How long a process may be silent while a question is unanswered.
    pub timeout: Duration,
    /// The folder of the answer cache; `None` disables the cache.
    pub cache: Option<PathBuf>,
}

impl JudgeSettings {
    /// Returns the name of the judge: the given one, or else that of its program.
    pub fn called(&self) -> String {
        self.name.clone().unwrap_or_else(|| name::of(&self.command))
    }

    /// Returns the identity of this judge in the answer cache.
    pub fn identity(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.command)
    }

    /// Returns the identity of this judge in the signatures of results: its name, followed by a hash of
    /// its command if the name was not given.
    pub fn mark(&self) -> String {
        let called = self.called();
        match &self.name {
            Some(_) => called,
            None => format!("{called}#{:08x}", hash64(self.command.as_bytes()) as u32),
        }
    }

    /// Returns the most lines in flight.
    pub fn lines(&self) -> usize {
        self.jobs * self.ahead
    }
}

/// A judge that can be asked. Its processes start with the first question.
#[derive(Debug)]
pub struct Judge {
    events: Sender<BrokerEvent>,
    thread: Mutex<Option<JoinHandle<()>>>,
    tally: Arc<Mutex<JudgeCounts>>,
}

impl Judge {
    /// Creates a judge. `notify` receives messages for the user, one sentence at a time.
    pub fn start(settings: JudgeSettings, notify: impl Fn(String) + Send + 'static) -> Judge {
        let (events, arrivals) = channel();
        let tally = Arc::new(Mutex::new(JudgeCounts::default()));
        let (own, shared) = (events.clone(), Arc::clone(&tally));
        let work = move || {
            let cache = settings.cache.as_deref().and_then(|folder| match Cache::open(folder) {
                Ok(cache) => Some(cache),
                Err(why) => {
                    notify(format!("{why}; no answer is remembered"));
                    None
                }
            });
            Broker::new(settings, cache, shared, own, Box::new(notify)).run(&arrivals);
        };
        let thread = thread::Builder::new().name("judge".to_owned()).spawn(work).ok();
        Judge { events, thread: Mutex::new(thread), tally }
    }

    /// Asks a question. `then` receives the reply on a thread of the judge and must not block there.
    pub fn ask(&self, question: JudgeQuestion, then: impl FnOnce(Reply) + Send + 'static) {
        self.events.send(BrokerEvent::Ask(Box::new(PendingQuestion::new(question, Box::new(then))))).ok();
    }

    /// Announces that no more questions follow, so that a program that reads all input before answering
    /// can begin.
    pub fn finish(&self) {
        self.events.send(BrokerEvent::Finish).ok();
    }

    /// Ends the processes and waits for them. Unanswered questions remain unanswered.
    pub fn end(&self) {
        self.events.send(BrokerEvent::End).ok();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            thread.join().ok();
        }
    }

    /// Returns the counts of questions and answers so far.
    pub fn tally(&self) -> JudgeCounts {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests;
