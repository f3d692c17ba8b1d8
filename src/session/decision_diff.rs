//! What a step changed: small where the step is small, however much was decided before, and the same seen from either
//! side. Undo histories and what waits to be written hold these and no copies of all decisions.

use std::sync::Arc;

use super::decisions::{Decisions, ReasonedVerdict, Remark};
use super::event::Preferred;
use crate::labels::OverruleRule;
use crate::labels::overrides::Override;

/// The two sides of something that changed.
pub type Exchange<T> = Box<(T, T)>;

/// The differences between two sets of decisions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DecisionDiff {
    pub overrides: Items<Override>,
    pub comments: Items<Remark>,
    pub verdict: Option<Exchange<Option<ReasonedVerdict>>>,
    /// Whether the mark that the case is to be looked at again changed, and to what.
    pub flagged: Option<bool>,
    pub prefer: Option<Exchange<Option<Preferred>>>,
    pub rules: Items<Arc<OverruleRule>>,
}

impl DecisionDiff {
    /// What leads from one set of decisions to another.
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

    /// Makes the step.
    pub fn make(&self, decisions: &mut Decisions) {
        self.apply(decisions, false);
    }

    /// Takes the step back.
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

/// Both sides, where they differ.
pub(super) fn exchange<T: Clone + PartialEq>(before: &T, after: &T) -> Option<Exchange<T>> {
    (before != after).then(|| Box::new((before.clone(), after.clone())))
}

/// What differs between two lists, by place: those that are gone in the places that they had, those that are new in the
/// places that they have.
#[derive(Clone, Debug, PartialEq)]
pub struct Items<T> {
    /// Gone, by their places before, in order.
    pub gone: Vec<(usize, T)>,
    /// New, by their places after, in order.
    pub new: Vec<(usize, T)>,
}

impl<T> Default for Items<T> {
    fn default() -> Items<T> {
        Items { gone: Vec::new(), new: Vec::new() }
    }
}

impl<T: Clone + PartialEq> Items<T> {
    /// What leads from one list to another.
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
                // An item of both lists stays where the other has it still before it.
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

/// What differs between two versions of a text: the bytes that one has in place of the other's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    at: usize,
    before: Box<str>,
    after: Box<str>,
}

impl TextChange {
    /// What leads from one text to another; `None` where they are the same.
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

    /// The same, seen from the other side.
    #[must_use]
    pub fn turned(self) -> TextChange {
        TextChange { at: self.at, before: self.after, after: self.before }
    }

    /// The text after the change; `None` where this text is not the one that it was found in.
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
