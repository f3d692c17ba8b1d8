//! Detects ids that several cases of an input share, for output that is later matched by id.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;

use crate::num::pluralize;
use crate::text::hash64;

use super::output::print_note;

/// The ids of the cases so far.
#[derive(Debug, Default)]
pub struct SharedIds {
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    ids: FxHashSet<u64>,
    /// Number of cases with the id of an earlier one.
    repeated: usize,
    /// The smallest of these ids, so that the message does not depend on the order of threads.
    first: String,
}

impl SharedIds {
    /// Adds the id of a case.
    pub fn add(&self, id: &str) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if !seen.ids.insert(hash64(id.as_bytes())) {
            if seen.repeated == 0 || id < seen.first.as_str() {
                id.clone_into(&mut seen.first);
            }
            seen.repeated += 1;
        }
    }

    /// Prints a note on how many cases share an id; `what` is matched by it.
    pub fn note(&self, what: &str) {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.repeated > 0 {
            print_note(format!(
                "{} with the id of another case, the first `{}`: {what} are matched by id; give each case its own",
                pluralize(seen.repeated, "case"),
                seen.first
            ));
        }
    }
}
