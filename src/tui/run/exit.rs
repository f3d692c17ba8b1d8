//! The end of the workbench: how it was left, and what is still done after a signal.

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
    /// What the program is to go on with.
    pub after: Option<After>,
    /// The message for the user once they have their terminal again.
    pub said: Option<String>,
}

/// The least status of a program that a signal ended.
pub(super) const BY_SIGNAL: u8 = 129;

impl Loop {
    /// After a signal, when nobody can be asked: writes everything, and where the session's file is not in its place, saves
    /// it in another. Returns a message about it; `None` where it is in its place.
    pub(super) fn rescue(&mut self) -> Option<String> {
        /// How long the system waits for a program that it has asked to end, with some to spare.
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
