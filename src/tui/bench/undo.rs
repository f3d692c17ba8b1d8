//! What can be taken back of a case: edits of its texts and decisions, in the order in which they were made; and what
//! of it is still to be handed to the session.

use std::sync::Arc;

use crate::labels::overrides::{Override, Side};
use crate::session::{Decisions, History, How, Stand};
use crate::tui::pane::Edit;
use crate::tui::queue::{Entry, Record};

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
    /// Texts as they were on the other side of a change that was made when the case was open before.
    Texts {
        /// The article.
        article: Arc<str>,
        /// The summary.
        summary: Arc<str>,
    },
    /// What was decided on the other side of the change.
    Decisions {
        /// The number of the step.
        step: u64,
        /// What was decided.
        other: Box<Decisions>,
    },
}

/// What of a case is handed to the session, and what is on disk.
#[derive(Debug, Default)]
pub struct Log {
    /// What was done since it was last handed over.
    entries: Vec<Entry>,
    /// The versions of article and summary that were handed over.
    versions: (u64, u64),
    /// Records handed over.
    sent: u64,
    /// Records on disk.
    kept: u64,
    /// The number of the next step.
    step: u64,
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

    /// Puts other decisions on labels in force, so that the change can be taken back in its turn.
    pub fn set_overrides(&mut self, overrides: Vec<Override>, how: How) {
        self.decide(Decisions { overrides, ..self.decisions.clone() }, how);
    }

    /// Puts other decisions in force, so that the change can be taken back in its turn.
    pub fn decide(&mut self, after: Decisions, how: How) {
        let before = Box::new(std::mem::replace(&mut self.decisions, after));
        self.follows = true;
        let step = self.log.step;
        self.log.step += 1;
        let after = Box::new(self.decisions.clone());
        self.log.entries.push(Entry::Decided { step, how, before: before.clone(), after });
        self.undone.clear();
        self.done.push(Change::Decisions { step, other: before });
        // What is typed next is a step of its own.
        for side in [Side::Article, Side::Summary] {
            self.pane_mut(side).end_step();
        }
    }

    /// Takes over what a session knows of the steps that led here.
    pub(super) fn remember(&mut self, history: History) {
        let History { now, done, undone } = history;
        let after: Vec<Stand> =
            done.iter().skip(1).map(|step| step.other.clone()).chain([now.clone()]).collect();
        let numbered = (0..).zip(done).zip(&after);
        self.done = numbered.map(|((step, known), after)| change(step, known.other, after)).collect();
        self.log.step = self.done.len() as u64;
        let mut before = now;
        for known in undone.into_iter().rev() {
            let after = known.other;
            self.undone.push(change(self.log.step, after.clone(), &before));
            (self.log.step, before) = (self.log.step + 1, after);
        }
        self.undone.reverse();
    }

    /// Takes the last change back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        while let Some(change) = self.done.pop() {
            if let Change::Text { side, from } = change {
                let pane = self.pane_mut(side);
                if pane.steps() <= from {
                    continue;
                }
                pane.apply(Edit::Undo);
                if pane.steps() > from {
                    self.done.push(Change::Text { side, from });
                }
                self.undone.push(Change::Text { side, from });
                return true;
            }
            if let Change::Decisions { step, .. } = &change {
                self.log.entries.push(Entry::Undone(*step));
            }
            let change = self.swap(change);
            self.undone.push(change);
            return true;
        }
        false
    }

    /// Makes the change again that was last taken back. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(change) = self.undone.pop() else { return false };
        if let Change::Text { side, .. } = change {
            // Making it again is a change like any other, but what else was taken back can still be made again.
            let undone = std::mem::take(&mut self.undone);
            self.pane_mut(side).apply(Edit::Redo);
            self.edited(side);
            self.undone = undone;
            return true;
        }
        if let Change::Decisions { step, .. } = &change {
            self.log.entries.push(Entry::Redone(*step));
        }
        let change = self.swap(change);
        self.done.push(change);
        true
    }

    /// Puts in force what stands on the other side of a change; returns the same change seen from there.
    fn swap(&mut self, change: Change) -> Change {
        match change {
            Change::Text { .. } => change,
            Change::Texts { article, summary } => {
                let now = Change::Texts { article: self.article.text(), summary: self.summary.text() };
                self.article.replace(&article);
                self.summary.replace(&summary);
                now
            }
            Change::Decisions { step, other } => {
                let now = std::mem::replace(&mut self.decisions, *other);
                self.follows = true;
                Change::Decisions { step, other: Box::new(now) }
            }
        }
    }

    /// Begins to take note: what was done so far is in the session already.
    pub(super) fn begin_log(&mut self) {
        self.log.versions = (self.article.version(), self.summary.version());
    }

    /// What was done since this was last asked, for the session; `None` is nothing.
    pub fn unrecorded(&mut self, index: usize) -> Option<Record> {
        let versions = (self.article.version(), self.summary.version());
        let mut texts = Vec::new();
        if versions.0 != self.log.versions.0 {
            texts.push((Side::Article, self.article.text()));
        }
        if versions.1 != self.log.versions.1 {
            texts.push((Side::Summary, self.summary.text()));
        }
        self.log.versions = versions;
        let entries = std::mem::take(&mut self.log.entries);
        if texts.is_empty() && entries.is_empty() {
            return None;
        }
        self.log.sent += 1;
        Some(Record { index, number: self.log.sent, texts, entries })
    }

    /// Records up to this one are on disk.
    pub fn mark_kept(&mut self, number: u64) {
        self.log.kept = self.log.kept.max(number);
    }

    /// Whether anything that was done is not on disk yet.
    pub fn is_unkept(&self) -> bool {
        self.log.sent > self.log.kept
    }

    /// Whether anything was done since the case was opened.
    pub fn is_touched(&self) -> bool {
        self.log.sent > 0
    }
}

/// A step between two stands of a case, seen from `this` one.
fn change(step: u64, other: Stand, this: &Stand) -> Change {
    if (&other.article, &other.summary) != (&this.article, &this.summary) {
        return Change::Texts { article: other.article, summary: other.summary };
    }
    Change::Decisions { step, other: Box::new(other.decisions) }
}
