//! Names of cases as shown.

use std::borrow::Cow;

use crate::tui::open_case::OpenCase;

use super::State;

impl State {
    /// Returns the name of an open case as shown: its id or, where ids are hidden, its number.
    pub fn name_of<'a>(&'a self, at: usize, open_case: &'a OpenCase) -> Cow<'a, str> {
        match self.table.hides_ids {
            true => self.table.name(at),
            false => Cow::Borrowed(&open_case.case.id),
        }
    }
}
