//! Protection of the session's file: the log is written into it when the thread is idle, and its contents are
//! preserved if it is removed or damaged.

use std::path::Path;

use crate::session::{SessionError, Store};
use crate::tui::queue::QueueUpdate;
use crate::tui::queue::scorer::ScorerMessage;

use super::CaseStore;

impl CaseStore {
    /// Opens a session. Shows a message if another process has it locked.
    pub(super) fn open_session(&self, path: &Path) -> Result<Store, SessionError> {
        Store::open_notifying(path, |who| (self.send)(QueueUpdate::Noted(who)))
    }

    /// Keeps a copy of the session that other programs cannot reach.
    pub(super) fn keep_mirror(&mut self) {
        if let Some(session_recorder) = &mut self.session_recorder {
            session_recorder.keep_mirror();
        }
    }

    /// Called when no job has arrived for a while.
    pub(super) fn idle(&mut self) {
        if let Some(session_recorder) = &mut self.session_recorder {
            session_recorder.idle(&*self.send);
        }
    }

    /// Writes everything, and reports if the file was removed or replaced.
    pub(super) fn leave(&mut self) {
        self.flush();
        if let Some(session_recorder) = &mut self.session_recorder {
            session_recorder.check(&*self.send);
        }
        (self.send)(QueueUpdate::Settled);
    }

    /// Continues in a new file.
    pub(super) fn rescue(&mut self, to: &Path) {
        let Some(session_recorder) = &mut self.session_recorder else { return };
        match session_recorder.rescue(to) {
            Ok(()) => {
                (self.send)(QueueUpdate::Moved(Ok(to.to_path_buf())));
                self.scorer.send(ScorerMessage::Session(to.to_path_buf(), true)).ok();
                self.flush();
            }
            Err(fault) => (self.send)(QueueUpdate::Moved(Err(fault))),
        }
    }
}
