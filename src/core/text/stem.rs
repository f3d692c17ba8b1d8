//! Stems of words.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::work::{Work, step};

/// The stem of a word, as a 64-bit hash of its characters, so that tables and texts can be compared without a
/// shared interner.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Stem(pub u64);

impl PartialEq for Stem {
    fn eq(&self, other: &Stem) -> bool {
        step(Work::Stem);
        self.0 == other.0
    }
}

impl Hash for Stem {
    fn hash<H: Hasher>(&self, state: &mut H) {
        step(Work::Stem);
        self.0.hash(state);
    }
}

impl PartialOrd for Stem {
    fn partial_cmp(&self, other: &Stem) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Stem {
    fn cmp(&self, other: &Stem) -> Ordering {
        step(Work::Stem);
        self.0.cmp(&other.0)
    }
}
