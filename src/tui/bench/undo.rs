//! What can be taken back of a case: edits of its texts and decisions, in the order in which they were made.

use crate::labels::overrides::{Override, Side};
use crate::tui::pane::Edit;

use super::Bench;

/// A change that can be taken back.
#[derive(Clone, Debug)]
pub enum Change {
    /// Edits of a text, down to this depth of its own undo.
    Text {
        /// Which text.
        side: Side,
        /// The depth of its undo before the first of them.
        from: usize,
    },
    /// Decisions: as they were before.
    Decisions(Vec<Override>),
}

impl Bench {
    /// Takes note of an edit that was just made, so that it can be taken back in its turn.
    pub fn edited(&mut self, side: Side) {
        self.undone.clear();
        let from = self.pane(side).steps().saturating_sub(1);
        match self.done.last() {
            Some(Change::Text { side: last, .. }) if *last == side => {}
            _ => self.done.push(Change::Text { side, from }),
        }
    }

    /// Puts other decisions in force, so that the change can be taken back in its turn.
    pub fn set_overrides(&mut self, overrides: Vec<Override>) {
        let before = std::mem::replace(&mut self.overrides, overrides);
        self.undone.clear();
        self.done.push(Change::Decisions(before));
        // What is typed next is a step of its own.
        for side in [Side::Article, Side::Summary] {
            let pane = self.pane_mut(side);
            pane.set_cursor(pane.cursor());
        }
    }

    /// Takes the last change back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        while let Some(last) = self.done.last_mut() {
            match last {
                Change::Text { side, from } => {
                    let (side, from) = (*side, *from);
                    let pane = self.pane_mut(side);
                    if pane.steps() > from {
                        pane.apply(Edit::Undo);
                        if pane.steps() <= from {
                            self.done.pop();
                        }
                        self.undone.push(Change::Text { side, from });
                        return true;
                    }
                    self.done.pop();
                }
                Change::Decisions(before) => {
                    let now = std::mem::replace(&mut self.overrides, std::mem::take(before));
                    self.done.pop();
                    self.undone.push(Change::Decisions(now));
                    return true;
                }
            }
        }
        false
    }

    /// Makes the change again that was last taken back. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(change) = self.undone.pop() else { return false };
        // Making it again is a change like any other, but what else was taken back can still be made again.
        let undone = std::mem::take(&mut self.undone);
        match change {
            Change::Text { side, .. } => {
                self.pane_mut(side).apply(Edit::Redo);
                self.edited(side);
            }
            Change::Decisions(after) => self.set_overrides(after),
        }
        self.undone = undone;
        true
    }
}
