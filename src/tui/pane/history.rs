//! Undo and redo of text changes, stored as the bytes removed and inserted.

use std::collections::VecDeque;

/// Most steps that are kept.
const KEPT_STEPS: usize = 10_000;
/// Most bytes of removed and inserted text that are kept.
const KEPT_BYTES: usize = 16 << 20;

/// One edit of a text: `inserted` replaces `removed` at `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextReplacement {
    /// First byte of the change.
    pub at: usize,
    pub removed: String,
    pub inserted: String,
    /// The cursor before the change.
    pub cursor: usize,
}

impl TextReplacement {
    fn bytes(&self) -> usize {
        self.removed.len() + self.inserted.len()
    }
}

/// Whether a change may join the previous one into a single undo step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// A typed character: joins the typed run that it continues, or the deletion that it replaces.
    Typed,
    /// A deleted character: joins the deleted run that it continues. Deleting a character that was just typed
    /// removes it from its typed run.
    Deleted,
    /// A step of its own.
    Alone,
}

#[derive(Clone, Debug, Default)]
pub(super) struct TextHistory {
    done: VecDeque<TextReplacement>,
    undone: Vec<TextReplacement>,
    open: Option<Join>,
    bytes: usize,
    /// Number of steps ever begun.
    begun: u64,
}

impl TextHistory {
    /// Records a change that was just made.
    pub(super) fn push(&mut self, change: TextReplacement, join: Join) {
        self.undone.clear();
        self.bytes += change.bytes();
        if self.open == Some(Join::Typed) && join == Join::Deleted && self.retract(&change) {
            return;
        }
        let continues = match (self.open, join) {
            (_, Join::Alone) => false,
            // Text typed at the position of a deletion replaces the deleted text.
            (Some(Join::Deleted), Join::Typed) => true,
            (open, join) => open == Some(join),
        };
        let joined = continues && self.done.back_mut().is_some_and(|last| extend(last, &change));
        if !joined {
            self.done.push_back(change);
            self.begun += 1;
        }
        self.open = Some(join);
        while self.done.len() > KEPT_STEPS || (self.bytes > KEPT_BYTES && self.done.len() > 1) {
            let dropped = self.done.pop_front();
            self.bytes -= dropped.map_or(0, |c| c.bytes());
        }
    }

    /// Removes a mistyped character from the typed run. Returns whether the deletion was of text just typed.
    fn retract(&mut self, change: &TextReplacement) -> bool {
        let Some(last) = self.done.back_mut() else { return false };
        let end = last.at + last.inserted.len();
        if !change.inserted.is_empty()
            || change.at + change.removed.len() != end
            || !last.inserted.ends_with(&change.removed)
        {
            return false;
        }
        last.inserted.truncate(last.inserted.len() - change.removed.len());
        // The bytes were counted when typed, and again when deleted.
        self.bytes -= 2 * change.removed.len();
        if last.inserted.is_empty() && last.removed.is_empty() {
            self.done.pop_back();
            self.open = None;
        }
        true
    }

    /// Ends the run, so that the next change is a separate step.
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    /// Returns the number of the step that the newest change began or joined.
    pub(super) fn newest(&self) -> u64 {
        self.begun
    }

    /// Returns the number of steps that can be undone.
    pub(super) fn len(&self) -> usize {
        self.done.len()
    }

    pub(super) fn undo(&mut self) -> Option<&TextReplacement> {
        self.open = None;
        let change = self.done.pop_back()?;
        self.bytes -= change.bytes();
        self.undone.push(change);
        self.undone.last()
    }

    pub(super) fn redo(&mut self) -> Option<&TextReplacement> {
        self.open = None;
        let change = self.undone.pop()?;
        self.bytes += change.bytes();
        self.done.push_back(change);
        self.done.back()
    }
}

/// Extends a step by the next character of the same run, and returns whether it belongs to the run. A run ends
/// where a word begins after white space, so that undo works word by word.
fn extend(last: &mut TextReplacement, next: &TextReplacement) -> bool {
    let starts_word = |before: Option<char>, c: Option<char>| {
        before.is_some_and(char::is_whitespace) && c.is_some_and(|c| !c.is_whitespace())
    };
    if next.removed.is_empty() && last.at + last.inserted.len() == next.at {
        if starts_word(last.inserted.chars().next_back(), next.inserted.chars().next()) {
            return false;
        }
        last.inserted.push_str(&next.inserted);
        return true;
    }
    if next.inserted.is_empty() && last.inserted.is_empty() {
        if next.at + next.removed.len() == last.at {
            if starts_word(last.removed.chars().next(), next.removed.chars().next()) {
                return false;
            }
            last.removed.insert_str(0, &next.removed);
            last.at = next.at;
            return true;
        }
        if next.at == last.at {
            last.removed.push_str(&next.removed);
            return true;
        }
    }
    false
}
