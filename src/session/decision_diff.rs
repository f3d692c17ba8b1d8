//! The difference that a step made to the decisions. Its size depends on the step and not on all earlier
//! decisions, and it can be applied in both directions. Undo histories and pending writes hold such
//! differences instead of full copies.

use std::sync::Arc;

use super::decisions::{Decisions, ReasonedVerdict, Remark};
use super::event::Preferred;
use crate::labels::OverruleRule;
use crate::labels::overrides::Override;

/// The old and the new value.
pub type Exchange<T> = Box<(T, T)>;

/// The differences between two sets of decisions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DecisionDiff {
    pub overrides: Items<Override>,
    pub comments: Items<Remark>,
    pub verdict: Option<Exchange<Option<ReasonedVerdict>>>,
    /// The new value of the flag for another look, if it changed.
    pub flagged: Option<bool>,
    pub prefer: Option<Exchange<Option<Preferred>>>,
    pub rules: Items<Arc<OverruleRule>>,
}

impl DecisionDiff {
    /// Returns the difference between two sets of decisions.
    pub fn between(before: &Decisions, after: &Decisions) -> DecisionDiff {
        DecisionDiff {
            overrides: Items::between(&before.overrides, &after.overrides),
            comments: Items::between(&before.comments, &after.comments),
            verdict: exchange(&before.verdict, &after.verdict),
            flagged: (before.flagged != after.flagged).then_some(after.flagged),
            prefer: exchange(&before.prefer, &after.prefer),
            rules: Items::between(&before.rules, &after.rules),
        }
    }

    /// Applies the step.
    pub fn make(&self, decisions: &mut Decisions) {
        self.apply(decisions, false);
    }

    /// Reverts the step.
    pub fn take_back(&self, decisions: &mut Decisions) {
        self.apply(decisions, true);
    }

    fn apply(&self, decisions: &mut Decisions, back: bool) {
        self.overrides.apply(&mut decisions.overrides, back);
        self.comments.apply(&mut decisions.comments, back);
        self.rules.apply(&mut decisions.rules, back);
        if let Some(sides) = &self.verdict {
            decisions.verdict.clone_from(if back { &sides.0 } else { &sides.1 });
        }
        if let Some(after) = self.flagged {
            decisions.flagged = after != back;
        }
        if let Some(sides) = &self.prefer {
            decisions.prefer.clone_from(if back { &sides.0 } else { &sides.1 });
        }
    }
}

/// Returns the old and the new value, if they differ.
pub(super) fn exchange<T: Clone + PartialEq>(before: &T, after: &T) -> Option<Exchange<T>> {
    (before != after).then(|| Box::new((before.clone(), after.clone())))
}

/// The difference between two lists: removed items with their old positions, and added items with their
/// new positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Items<T> {
    /// Removed items, by their positions before, in order.
    pub gone: Vec<(usize, T)>,
    /// Added items, by their positions after, in order.
    pub new: Vec<(usize, T)>,
}

impl<T> Default for Items<T> {
    fn default() -> Items<T> {
        Items { gone: Vec::new(), new: Vec::new() }
    }
}

impl<T: Clone + PartialEq> Items<T> {
    /// Returns the difference between two lists.
    pub fn between(before: &[T], after: &[T]) -> Items<T> {
        let start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
        let (mut old, mut now) = (&before[start..], &after[start..]);
        while let ([head @ .., a], [tail @ .., b]) = (old, now)
            && a == b
        {
            (old, now) = (head, tail);
        }
        let mut items = Items::default();
        let (mut from, mut to) = (0, 0);
        while from < old.len() || to < now.len() {
            match (old.get(from), now.get(to)) {
                (Some(a), Some(b)) if a == b => (from, to) = (from + 1, to + 1),
                // An item that occurs in both lists is kept if the other list still has it at or after
                // the current position.
                (Some(a), _) if !now[to..].contains(a) => {
                    items.gone.push((start + from, a.clone()));
                    from += 1;
                }
                (Some(a), Some(b)) if old[from..].contains(b) => {
                    items.gone.push((start + from, a.clone()));
                    from += 1;
                }
                (_, Some(b)) => {
                    items.new.push((start + to, b.clone()));
                    to += 1;
                }
                (_, None) => break,
            }
        }
        items
    }

    fn apply(&self, list: &mut Vec<T>, back: bool) {
        let (gone, new) = if back { (&self.new, &self.gone) } else { (&self.gone, &self.new) };
        for (at, _) in gone.iter().rev() {
            if *at < list.len() {
                list.remove(*at);
            }
        }
        for (at, item) in new {
            list.insert((*at).min(list.len()), item.clone());
        }
    }
}

/// The difference between two versions of a text: one replaced range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    at: usize,
    before: Box<str>,
    after: Box<str>,
}

impl TextChange {
    /// Returns the difference between two texts; `None` if they are equal.
    pub fn between(before: &str, after: &str) -> Option<TextChange> {
        if before == after {
            return None;
        }
        let same = |(a, b): &(u8, u8)| a == b;
        let mut at = before.bytes().zip(after.bytes()).take_while(same).count();
        while !before.is_char_boundary(at) || !after.is_char_boundary(at) {
            at -= 1;
        }
        let (old, now) = (&before[at..], &after[at..]);
        let mut end = old.bytes().rev().zip(now.bytes().rev()).take_while(same).count();
        while !old.is_char_boundary(old.len() - end) || !now.is_char_boundary(now.len() - end) {
            end -= 1;
        }
        let (before, after) = (old[..old.len() - end].into(), now[..now.len() - end].into());
        Some(TextChange { at, before, after })
    }

    /// Returns the inverse change.
    #[must_use]
    pub fn turned(self) -> TextChange {
        TextChange { at: self.at, before: self.after, after: self.before }
    }

    /// Returns the text after the change; `None` if the change was computed for a different text.
    pub fn make(&self, text: &str) -> Option<String> {
        let rest = text.get(self.at..)?.strip_prefix(&*self.before)?;
        Some([&text[..self.at], &self.after, rest].concat())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_difference_leads_from_either_side_to_the_other(
            before in proptest::collection::vec(0_u8..6, 0..9),
            after in proptest::collection::vec(0_u8..6, 0..9),
        ) {
            let items = Items::between(&before, &after);
            let mut list = before.clone();
            items.apply(&mut list, false);
            prop_assert_eq!(&list, &after);
            items.apply(&mut list, true);
            prop_assert_eq!(&list, &before);
        }

        #[test]
        fn a_text_change_leads_from_either_side_to_the_other(before in "[aé\u{10000}b]{0,9}", after in "[aé\u{10000}b]{0,9}") {
            match TextChange::between(&before, &after) {
                None => prop_assert_eq!(&before, &after),
                Some(change) => {
                    prop_assert_eq!(change.make(&before), Some(after.clone()));
                    prop_assert_eq!(change.turned().make(&after), Some(before));
                }
            }
        }
    }

    #[test]
    fn an_item_that_moves_to_the_end_is_all_that_differs() {
        let before: Vec<usize> = (0..1000).collect();
        let mut after = before.clone();
        let moved = after.remove(0);
        after.push(moved);
        let items = Items::between(&before, &after);
        assert_eq!((items.gone.len(), items.new.len()), (1, 1));
    }

    #[test]
    fn a_text_change_holds_what_changed_and_no_more() {
        let change = TextChange::between("The council rejected it.", "The council approved it.").unwrap();
        assert_eq!((&*change.before, &*change.after), ("reject", "approv"));
        assert_eq!(change.make("Another text, and a longer one."), None);
    }
}
