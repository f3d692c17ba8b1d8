//! Annotations read from files of labels and from review sessions, and prepared for comparison.
//!
//! ```text
//! files, sessions --split by annotator--> Contributions --join--> Annotations --score--> agree::annotators
//! ```
//!
//! A file states whose each label is; a session records it in its events. One annotator's annotations of
//! a case may come from several places. If these differ, that is an error, since it is unclear which one
//! counts.

mod comparison;
mod file;
mod join;
mod proposal_decisions;
mod score;
mod session;
mod split;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::agree::annotators::{Annotation, Annotations};
use crate::case::{Case, Texts};
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::labels::overrides::Care;
use crate::labels::{LISTS, Labels, List, Provenance};

use join::Contribution;

pub use comparison::{RESAMPLES, compare};
pub use join::given_by_one;
pub use proposal_decisions::ProposalDecisions;
pub use score::{ScoreJob, score};
pub use session::is_session;

/// Annotator name of the labels of a gold set.
pub const GOLD: &str = "gold";

/// Most cases that are compared: all are held in memory, about 10 KB each.
const MOST_CASES: usize = 100_000;

/// An error that prevents a comparison, with advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct AnnotationsError {
    /// What is wrong, and where.
    pub message: String,
    /// Advice.
    pub hint: Option<String>,
}

impl AnnotationsError {
    fn new(message: impl Into<String>) -> AnnotationsError {
        AnnotationsError { message: message.into(), hint: None }
    }

    fn hint(self, hint: impl Into<String>) -> AnnotationsError {
        AnnotationsError { hint: Some(hint.into()), ..self }
    }
}

/// Collects annotations.
pub struct Gathering {
    /// Whether the engine counts as an annotator.
    engine: bool,
    /// Whether complete sets of labels are kept, in addition to what agreement counts.
    sets: bool,
    /// How closely an annotator must have looked at a label of a session for it to count as theirs.
    least: Care,
    /// Fewest annotators required.
    fewest: usize,
    /// Most annotators allowed.
    most: usize,
    selection: Selection,
    /// The texts of cases, by their id.
    cases: FxHashMap<String, Arc<Case>>,
    /// Contributions by case, in the order in which the cases were read.
    given: IndexMap<String, Vec<Contribution>>,
    /// The file being read.
    reading: String,
    /// For each annotator, the files with labels of their own.
    files: BTreeMap<String, BTreeSet<String>>,
    /// The rubric and readings of each session.
    rubrics: Vec<(String, String)>,
    /// Called with a message if another process holds the lock of a session.
    note: fn(&str),
    /// Labels that were left out because they could not be read, with reasons.
    pub problems: Vec<String>,
    /// Other notes for the user.
    pub notes: Vec<String>,
}

pub struct Gathered {
    /// The annotations.
    pub annotations: Annotations,
    /// Labels that still have to be scored.
    pub jobs: Vec<ScoreJob>,
    /// Number of cases whose texts are unknown.
    pub without_texts: usize,
    /// The texts of the cases, by index; `None` if unknown.
    pub cases: Vec<Option<Arc<Case>>>,
    /// The sets of labels, by case and annotator, with spans in the texts of the case; empty unless sets
    /// are kept.
    pub sets: BTreeMap<(usize, usize), Arc<Labels>>,
    /// The reasons that annotators gave for their decisions, by case and annotator.
    pub reasons: BTreeMap<(usize, usize), String>,
}

impl Gathering {
    /// Creates an empty collection. `selection` supplies thresholds for labels given only as a measure;
    /// `cases` are texts that are already known.
    pub fn new(engine: bool, selection: Selection, cases: FxHashMap<String, Arc<Case>>) -> Gathering {
        Gathering {
            engine,
            sets: false,
            least: Care::Accepted,
            fewest: 2,
            most: join::MOST_ANNOTATORS,
            selection,
            cases,
            given: IndexMap::new(),
            reading: String::new(),
            files: BTreeMap::new(),
            rubrics: Vec::new(),
            note: |_| {},
            problems: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Also keeps the complete sets of labels, which adjudication needs.
    #[must_use]
    pub fn with_sets(self) -> Gathering {
        Gathering { sets: true, ..self }
    }

    /// Counts labels of a session as an annotator's only if they looked at them this closely; all others
    /// count as the engine's.
    #[must_use]
    pub fn with_least(self, least: Care) -> Gathering {
        Gathering { least, ..self }
    }

    /// Allows any number of annotators, since they are not compared with each other.
    #[must_use]
    pub fn with_many(self) -> Gathering {
        Gathering { most: usize::MAX, ..self }
    }

    /// Accepts a single annotator, who is compared with something else.
    #[must_use]
    pub fn with_one(self) -> Gathering {
        Gathering { fewest: 1, ..self }
    }

    /// Sets the function that reports the wait for a session locked by another process.
    #[must_use]
    pub fn on_note(self, note: fn(&str)) -> Gathering {
        Gathering { note, ..self }
    }

    /// Leaves out the gold set if at least two annotators are compared: it is the standard that they are
    /// measured by, not an annotator.
    pub fn leave_out_gold(&mut self) {
        let names = self.names();
        if !names.contains(GOLD) || names.len() < 3 {
            return;
        }
        self.given.values_mut().for_each(|all| all.retain(|own| own.annotator != GOLD));
        self.files.remove(GOLD);
        let note = "the gold set is not an annotator and is left out: `lockbench class --gold` measures everybody by it";
        self.notes.push(note.to_owned());
    }

    /// Returns the names of everyone who contributed so far.
    pub fn names(&self) -> BTreeSet<&str> {
        self.given.values().flatten().map(|own| own.annotator.as_str()).collect()
    }

    /// Returns how many cases each annotator judged so far, by name.
    pub fn judged(&self) -> BTreeMap<String, usize> {
        let mut judged = BTreeMap::new();
        for all in self.given.values() {
            let names: BTreeSet<&str> = all.iter().map(|own| own.annotator.as_str()).collect();
            names.into_iter().for_each(|name| *judged.entry(name.to_owned()).or_insert(0) += 1);
        }
        judged
    }

    /// Reads a file of labels or a session.
    pub fn read(&mut self, path: &Path, embedding: &Embedding) -> Result<(), AnnotationsError> {
        self.reading = path.display().to_string();
        if session::is_session(path) { self.read_session(path, embedding) } else { self.read_labels(path) }
    }

    /// Removes the contributions of all annotators but this one.
    pub fn keep(&mut self, annotator: &str) -> Result<(), AnnotationsError> {
        let names = self.names();
        if !names.contains(annotator) {
            let there: Vec<&str> = names.into_iter().collect();
            let there = if there.is_empty() { "nobody did".to_owned() } else { there.join(", ") };
            let message = format!("{annotator:?} labelled nothing");
            return Err(AnnotationsError::new(message).hint(format!("who did: {there}")));
        }
        self.given.values_mut().for_each(|all| all.retain(|own| own.annotator == annotator));
        Ok(())
    }

    /// Fails if there are more than [`MOST_CASES`].
    fn room(&self) -> Result<(), AnnotationsError> {
        if self.given.len() <= MOST_CASES {
            return Ok(());
        }
        let message = format!("more than {MOST_CASES} cases, the most that are compared at once");
        Err(AnnotationsError::new(message).hint("compare a part of them"))
    }

    fn add(&mut self, case: &str, contribution: Contribution) {
        if contribution.owner && contribution.annotator != crate::session::ENGINE {
            self.files.entry(contribution.annotator.clone()).or_default().insert(self.reading.clone());
        }
        self.given.entry(case.to_owned()).or_default().push(contribution);
    }

    /// Returns whether contributions under this name are wanted.
    fn counts(&self, annotator: &str) -> bool {
        self.engine || annotator != crate::session::ENGINE
    }
}

/// Converts the labels of one judge for comparison, ignoring to whom each label is attributed. The marks
/// refer to the texts of the case.
pub fn annotation(labels: &Labels, texts: Texts, selection: &Selection) -> Annotation {
    const JUDGE: &str = "judge";
    let mut own = labels.clone();
    for spec in &LISTS {
        for label in own.get_mut(spec.list).into_iter().flatten() {
            (label.by, label.proposed) = (Provenance::Person(JUDGE.to_owned()), None);
        }
    }
    let marks = file::marks_of(&own, texts);
    let marks = |list: List, at: usize| marks[list as usize].get(at).cloned().unwrap_or_default();
    let giver = split::Giver { owner: JUDGE, unnamed: JUDGE };
    let share = split::split(&own, giver, selection, &marks).remove(JUDGE).unwrap_or_default();
    Annotation { lists: share.lists, left: share.left, ..Annotation::default() }
}

#[cfg(test)]
mod tests;
