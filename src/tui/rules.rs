//! The words of the rubric on the screen, for the ledger; read when they are first asked for.

use crate::rubric::{Docs, Rubric, RubricEntry};

/// A rubric with its words.
#[derive(Default)]
pub struct Rules {
    known: Option<(&'static str, Box<dyn Rubric>)>,
}

impl Rules {
    /// What the rubric says in words, if it was [learnt](Rules::learn).
    pub fn docs(&self) -> Option<Docs<'_>> {
        self.known.as_ref().map(|(_, rubric)| rubric.docs())
    }

    /// Makes the words of a rubric known.
    pub fn learn(&mut self, entry: &'static RubricEntry) {
        if self.known.as_ref().is_none_or(|(slug, _)| *slug != entry.slug) {
            // The shipped files are tested; where one cannot be read the ledger goes without its words.
            self.known = (entry.load)(entry.toml).ok().map(|rubric| (entry.slug, rubric));
        }
    }
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Rules").field(&self.known.as_ref().map(|(slug, _)| slug)).finish()
    }
}
