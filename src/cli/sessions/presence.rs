//! Refuses events of annotators who have the session open in a workbench, whose screen they would not reach.

use std::collections::BTreeMap;

use crate::session::Store;

/// For each annotator looked up so far, why nothing is recorded; `None` if nobody has the session open under that name.
#[derive(Debug, Default)]
pub struct OpenWorkbenches(BTreeMap<String, Option<String>>);

impl OpenWorkbenches {
    /// Returns why nothing is recorded for an annotator; `None` if nothing prevents it. Each annotator is looked up once.
    pub fn refusal(&mut self, store: &Store, by: &str) -> Option<&str> {
        if !self.0.contains_key(by) {
            let refusal = store.opened_by(by).map(|who| {
                format!(
                    "the session is open in a workbench ({who}), which would not show this: close that first"
                )
            });
            self.0.insert(by.to_owned(), refusal);
        }
        self.0[by].as_deref()
    }

    /// Returns the refusals so far, one for each annotator.
    pub fn refusals(&self) -> impl Iterator<Item = &str> {
        self.0.values().flatten().map(String::as_str)
    }
}
