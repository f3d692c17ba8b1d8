//! Judges of the user's own: programs that are asked about a case a line, and answer with labels.
//!
//! ```text
//! Case --question--> Question --broker--> process --answer--> Reply --over--> Labels
//!                                  `---- cache ----'
//! ```
//!
//! | file | what |
//! |---|---|
//! | `question` | the questions about a case, and the key of the cached answer |
//! | `broker` | who is asked what and when: lines in flight, time-outs, restarts, the rate |
//! | `process` | one process, its pipes and its end |
//! | `answer` | labels out of a line, and the placeholders if there are none |
//! | `cache` | answers on disk |
//! | `pace` | how often may be asked |
//! | `name` | what a judge is called that nobody named |
//! | `stated` | what answers say they took |
//!
//! Invariants: each question is answered exactly once, and asking never blocks; a judge that fails costs its labels and
//! nothing else. No front end is known here: messages for the user go to the function that [`Judge::start`] is given.

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
    /// What the judge is called, where its answers do not say.
    pub name: Option<String>,
    /// Processes at a time, at least 1.
    pub jobs: usize,
    /// Questions sent ahead to a process without waiting for answers, at least 1.
    pub ahead: usize,
    /// How often may be asked.
    pub pace: Option<Pace>,
    /// How long a process may be silent while it is asked something.
    pub timeout: Duration,
    /// The folder in which answers are remembered; `None` remembers nothing.
    pub cache: Option<PathBuf>,
}

impl JudgeSettings {
    /// What the judge is called: as it was named, else by its program.
    pub fn called(&self) -> String {
        self.name.clone().unwrap_or_else(|| name::of(&self.command))
    }

    /// What identifies this judge among the answers that are remembered.
    pub fn identity(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.command)
    }

    /// What identifies this judge in the signatures of results: its name, and a mark of its command where nobody
    /// named it.
    pub fn mark(&self) -> String {
        let called = self.called();
        match &self.name {
            Some(_) => called,
            None => format!("{called}#{:08x}", hash64(self.command.as_bytes()) as u32),
        }
    }

    /// Lines in flight at most.
    pub fn lines(&self) -> usize {
        self.jobs * self.ahead
    }
}

/// A judge that can be asked; its processes run from the first question on.
#[derive(Debug)]
pub struct Judge {
    events: Sender<BrokerEvent>,
    thread: Mutex<Option<JoinHandle<()>>>,
    tally: Arc<Mutex<JudgeCounts>>,
}

impl Judge {
    /// A judge; `notify` is given messages for people, a sentence at a time.
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

    /// Asks; `then` is given the reply on a thread of the judge's, and must not wait there.
    pub fn ask(&self, question: JudgeQuestion, then: impl FnOnce(Reply) + Send + 'static) {
        self.events.send(BrokerEvent::Ask(Box::new(PendingQuestion::new(question, Box::new(then))))).ok();
    }

    /// Says that nothing more will be asked: a program that reads all before it answers may begin.
    pub fn finish(&self) {
        self.events.send(BrokerEvent::Finish).ok();
    }

    /// Ends the processes, and waits until they are gone; what was not answered is not answered any more.
    pub fn end(&self) {
        self.events.send(BrokerEvent::End).ok();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            thread.join().ok();
        }
    }

    /// What came of the questions so far.
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
