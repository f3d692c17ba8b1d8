//! Keeping the session's file safe: the log is written into it when nothing is done, and what is in it is kept where it
//! is removed or damaged.

use std::path::Path;

use crate::session::{Fault, Store};
use crate::tui::queue::Answer;
use crate::tui::queue::scorer::Ask;

use super::Shelf;

impl Shelf {
    /// Opens a session. That another process keeps it locked is said on the screen.
    pub(super) fn open_session(&self, path: &Path) -> Result<Store, Fault> {
        Store::open_telling(path, |who| (self.tell)(Answer::Noted(who)))
    }

    /// Keeps a copy of the session that other programs cannot reach.
    pub(super) fn keep_mirror(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.keep_mirror();
        }
    }

    /// Nothing was asked for in a while.
    pub(super) fn idle(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.idle(&*self.tell);
        }
    }

    /// Writes everything, and says what is not in its place.
    pub(super) fn leave(&mut self) {
        self.flush();
        if let Some(keeper) = &mut self.keeper {
            keeper.check(&*self.tell);
        }
        (self.tell)(Answer::Settled);
    }

    /// Goes on in a new file.
    pub(super) fn rescue(&mut self, to: &Path) {
        let Some(keeper) = &mut self.keeper else { return };
        match keeper.rescue(to) {
            Ok(()) => {
                (self.tell)(Answer::Moved(Ok(to.to_path_buf())));
                self.scorer.send(Ask::Session(to.to_path_buf(), true)).ok();
                self.flush();
            }
            Err(fault) => (self.tell)(Answer::Moved(Err(fault.to_string()))),
        }
    }
}
