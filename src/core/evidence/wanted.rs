//! Selects which labels and measures to compute, so that nothing is computed that no rubric reads.

use crate::labels::{LISTS, List};
use crate::measures::Measure;

/// A set of lists to propose and measures to compute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// A bit for each list.
    lists: u16,
    /// A bit for each measure.
    measures: u16,
}

impl Wanted {
    /// Everything.
    pub const ALL: Wanted = Wanted { lists: u16::MAX, measures: u16::MAX };

    /// Creates a set of these lists and measures.
    pub fn new(lists: &[List], measures: &[Measure]) -> Wanted {
        const { assert!(LISTS.len() <= u16::BITS as usize) };
        Wanted {
            lists: lists.iter().fold(0, |bits, list| bits | 1 << *list as u16),
            measures: measures.iter().fold(0, |bits, measure| bits | 1 << *measure as u16),
        }
    }

    /// Returns the union of two sets.
    pub fn and(self, other: Wanted) -> Wanted {
        Wanted { lists: self.lists | other.lists, measures: self.measures | other.measures }
    }

    /// Whether this set contains all of the other.
    pub fn holds(self, other: Wanted) -> bool {
        self.and(other) == self
    }

    /// Returns the measures alone.
    pub fn without_lists(self) -> Wanted {
        Wanted { lists: 0, ..self }
    }

    /// Whether any of the lists is wanted.
    pub fn any(self, lists: &[List]) -> bool {
        self.lists & Wanted::new(lists, &[]).lists != 0
    }

    /// Whether a measure is wanted.
    pub fn measure(self, measure: Measure) -> bool {
        self.measures & 1 << measure as u16 != 0
    }

    /// Whether any measure is wanted.
    pub fn measures(self) -> bool {
        self.measures != 0
    }
}
