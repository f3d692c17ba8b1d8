//! What annotators gave, read from files of labels and from review sessions, and made ready to be compared.
//!
//! ```text
//! files, sessions --split by annotator--> Contributions --join--> Annotations --score--> agree::annotators
//! ```
//!
//! A file says whose each label is; a session knows by its events. What one annotator gave for one case may come from
//! several places: where these differ, that is an error, since nobody could tell which counts.

mod decided;
mod file;
mod join;
mod score;
mod session;
mod split;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::agree::annotators::Annotations;
use crate::case::Case;
use crate::embedding::Embedding;
use crate::engine::Selection;

use join::Contribution;

pub use decided::Decided;
pub use score::{Job, score};

/// The most cases that are compared: all are held, at some 10 KB each.
const MOST_CASES: usize = 100_000;

/// Why annotators cannot be compared, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Unusable {
    /// What is wrong, and where.
    pub message: String,
    /// Advice.
    pub hint: Option<String>,
}

impl Unusable {
    fn new(message: impl Into<String>) -> Unusable {
        Unusable { message: message.into(), hint: None }
    }

    fn hint(self, hint: impl Into<String>) -> Unusable {
        Unusable { hint: Some(hint.into()), ..self }
    }
}

/// Gathers what annotators gave.
pub struct Gathering {
    /// Whether the engine counts as an annotator.
    engine: bool,
    selection: Selection,
    /// The texts of cases, by their id.
    cases: FxHashMap<String, Arc<Case>>,
    /// By case, in the order in which cases came.
    given: IndexMap<String, Vec<Contribution>>,
    /// What was left out, and why: labels that cannot be read.
    pub problems: Vec<String>,
    /// What else a user should know.
    pub notes: Vec<String>,
}

/// What was gathered.
pub struct Gathered {
    /// What annotators gave.
    pub annotations: Annotations,
    /// What is left to be scored.
    pub jobs: Vec<Job>,
    /// Cases whose texts are not known.
    pub without_texts: usize,
}

impl Gathering {
    /// Nothing yet. A selection grades labels that were measured; `cases` are texts that are known beforehand.
    pub fn new(engine: bool, selection: Selection, cases: FxHashMap<String, Arc<Case>>) -> Gathering {
        let (problems, notes) = (Vec::new(), Vec::new());
        Gathering { engine, selection, cases, given: IndexMap::new(), problems, notes }
    }

    /// Reads a file of labels or a session.
    ///
    /// # Errors
    /// Where the file cannot be used.
    pub fn read(&mut self, path: &Path, embedding: &Embedding) -> Result<(), Unusable> {
        if session::is_session(path) { self.read_session(path, embedding) } else { self.read_labels(path) }
    }

    /// Leaves out all that others than this annotator gave.
    ///
    /// # Errors
    /// Where they gave nothing: who did.
    pub fn keep(&mut self, annotator: &str) -> Result<(), Unusable> {
        let names: BTreeSet<&str> = self.given.values().flatten().map(|own| own.annotator.as_str()).collect();
        if !names.contains(annotator) {
            let there: Vec<&str> = names.into_iter().collect();
            let there = if there.is_empty() { "nobody did".to_owned() } else { there.join(", ") };
            let message = format!("{annotator:?} labelled nothing");
            return Err(Unusable::new(message).hint(format!("who did: {there}")));
        }
        self.given.values_mut().for_each(|all| all.retain(|own| own.annotator == annotator));
        Ok(())
    }

    /// Refuses more cases than can be held.
    fn room(&self) -> Result<(), Unusable> {
        if self.given.len() <= MOST_CASES {
            return Ok(());
        }
        let message = format!("more than {MOST_CASES} cases, the most that are compared at once");
        Err(Unusable::new(message).hint("compare a part of them"))
    }

    fn add(&mut self, case: &str, contribution: Contribution) {
        self.given.entry(case.to_owned()).or_default().push(contribution);
    }

    /// Whether what a name gave is wanted.
    fn counts(&self, annotator: &str) -> bool {
        self.engine || annotator != crate::session::ENGINE
    }
}

#[cfg(test)]
mod tests;
