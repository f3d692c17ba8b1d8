//! The end of the workbench: how it was left, and what is done after a signal.

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use crate::tui::msg::Message;
use crate::tui::queue::{QueueJob, QueueUpdate};
use crate::tui::state::After;

use super::Loop;

/// How the workbench was left.
#[derive(Clone, Debug)]
pub struct Exit {
    pub status: u8,
    /// What the program does next.
    pub after: Option<After>,
    /// Message printed for the user after the terminal is restored.
    pub said: Option<String>,
}

/// Lowest exit status of a program that ended by a signal.
pub(super) const BY_SIGNAL: u8 = 129;

impl Loop {
    /// After a signal, when no question can be asked: writes everything and, if the session's file is missing
    /// from its place, saves it in another file. Returns a message about that; `None` if the file is in its
    /// place.
    pub(super) fn rescue(&mut self) -> Option<String> {
        /// How long to wait for the writes: a little less than the system allows a program that it has told
        /// to end.
        const PATIENCE: Duration = Duration::from_secs(10);
        let until = Instant::now() + PATIENCE;
        let next = |messages: &Receiver<Message>| {
            messages.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
        };
        self.queue.ask(QueueJob::Leave);
        let mut lost = self.app.state.lost.clone();
        loop {
            match next(&self.messages) {
                Some(Message::Queue(QueueUpdate::Lost(now))) => lost = Some(now),
                Some(Message::Queue(QueueUpdate::InPlace)) => lost = None,
                Some(Message::Queue(QueueUpdate::Settled)) | None => break,
                Some(_) => {}
            }
        }
        let lost = lost?;
        self.queue.ask(QueueJob::Rescue(lost.offer));
        loop {
            match next(&self.messages) {
                Some(Message::Queue(QueueUpdate::Moved(Ok(path)))) => {
                    return Some(format!("{}: everything is saved in {}", lost.why, path.display()));
                }
                Some(Message::Queue(QueueUpdate::Moved(Err(why)))) => {
                    return Some(format!("NOT SAVED: {}; {why}", lost.why));
                }
                Some(_) => {}
                None => return Some(format!("NOT SAVED: {}", lost.why)),
            }
        }
    }
}
