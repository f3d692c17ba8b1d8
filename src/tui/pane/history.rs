//! Undo and redo: what was changed, as bytes taken out and put in.

use std::collections::VecDeque;

/// Steps that are kept at most.
const KEPT_STEPS: usize = 10_000;
/// Bytes of removed and inserted text that are kept at most.
const KEPT_BYTES: usize = 16 << 20;

/// One edit of a text: `inserted` replaces `removed` at `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextReplacement {
    /// First byte that differs.
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

/// Whether a change may join the one before it into a single step of undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// A character typed: joins the typed run that it continues, or the deletion in whose place it stands.
    Typed,
    /// A character deleted: joins the deleted run that it continues; one that was just typed is as if never typed.
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
    /// Steps that were ever begun.
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
            // What is typed where something was just deleted takes its place.
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

    /// Takes back what was just typed, as a person does who mistyped. Returns whether the deletion was of that.
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
        // It was counted when it was typed, and again as a change of its own.
        self.bytes -= 2 * change.removed.len();
        if last.inserted.is_empty() && last.removed.is_empty() {
            self.done.pop_back();
            self.open = None;
        }
        true
    }

    /// Ends the run, so that the next change is a step of its own.
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    /// The number of the step that the newest change began or joined.
    pub(super) fn newest(&self) -> u64 {
        self.begun
    }

    /// Steps that can be taken back.
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

/// Grows a step by the next character of the same run. A run ends where a word begins after white space, so that
/// undo goes word by word.
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
