//! Units that replace others: which decisions created them, and where they belong.

use std::ops::Range;

use super::{LabelDecision, Override};

impl Override {
    fn is_dismissal(&self) -> bool {
        self.decision == LabelDecision::Dismiss
    }

    fn is_addition(&self) -> bool {
        matches!(self.decision, LabelDecision::Add(_))
    }

    /// Whether two decisions were made at the same time about overlapping units, one of which replaces the
    /// other.
    fn regards(&self, other: &Override) -> bool {
        if (self.list, self.at, &self.by) != (other.list, other.at, &other.by) {
            return false;
        }
        let own = [(&self.summary, &other.summary), (&self.article, &other.article)];
        let mut sides = own.into_iter().filter(|(a, b)| !a.is_empty() || !b.is_empty()).peekable();
        let same_text = self.text.contains(&other.text) || other.text.contains(&self.text);
        same_text
            || sides.peek().is_none()
            || sides.any(|(a, b)| a.iter().any(|a| b.iter().any(|b| a.overlaps(b))))
    }
}

/// Whether the decision at `at` rejects a unit without replacing it.
pub fn rejects(overrides: &[Override], at: usize) -> bool {
    overrides.get(at).is_some_and(Override::is_dismissal) && group(overrides, at).is_none()
}

/// Whether a later decision is about the same unit as the one at `at`, and thus replaces it.
pub fn is_replaced(overrides: &[Override], at: usize) -> bool {
    let one = &overrides[at];
    let is_there = |later: &Override| {
        let ((side, own), (other_side, other)) = (one.quotes(), later.quotes());
        let same = own.iter().zip(other).all(|(own, other)| own.is_of_same_words(other));
        side == other_side && own.len() == other.len() && same
    };
    overrides[at + 1..].iter().any(|later| {
        !later.is_addition()
            && (later.list, later.kind, &later.text) == (one.list, one.kind, &one.text)
            // The words in the other text are evidence, which may have changed in between.
            && is_there(later)
    })
}

/// Returns the decisions, including the one at `at`, by which units replaced others (a split, a merge, a
/// rewording): first the dismissals, then the additions. `None` if the decision is not part of such a group.
pub fn group(overrides: &[Override], at: usize) -> Option<Range<usize>> {
    let one = overrides.get(at)?;
    // Index of the group's first addition.
    let middle = if one.is_addition() {
        let before = overrides[..at].iter().rposition(|other| !other.is_addition())?;
        before + 1
    } else if one.is_dismissal() {
        at + overrides[at..].iter().position(|other| !other.is_dismissal())?
    } else {
        return None;
    };
    let added = overrides.get(middle).filter(|other| other.is_addition())?;
    let gone = overrides[..middle].iter().rev();
    let start = middle - gone.take_while(|other| other.is_dismissal() && other.regards(added)).count();
    let gone = &overrides[start..middle];
    let new = overrides[middle..].iter();
    let new = new.take_while(|other| other.is_addition() && gone.iter().any(|gone| other.regards(gone)));
    let group = start..middle + new.count();
    (start < middle && group.contains(&at)).then_some(group)
}
