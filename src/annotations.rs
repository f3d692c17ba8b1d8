//! What annotators gave, read from files of labels and from review sessions, and made ready to be compared.
//!
//! ```text
//! files, sessions --split by annotator--> Contributions --join--> Annotations --score--> agree::annotators
//! ```
//!
//! A file says whose each label is; a session knows by its events. What one annotator gave for one case may come from
//! several places: where these differ, that is an error, since it would not be known which counts.

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
pub use proposal_decisions::ProposalDecisions;
pub use score::{ScoreJob, score};
pub use session::is_session;

/// The name under which the labels of a gold set go.
pub const GOLD: &str = "gold";

/// The most cases that are compared: all are held, at some 10 KB each.
const MOST_CASES: usize = 100_000;

/// Why annotators cannot be compared, and what to do about it.
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

/// Gathers what annotators gave.
pub struct Gathering {
    /// Whether the engine counts as an annotator.
    engine: bool,
    /// Whether the sets of labels are kept as they are, beside what is counted of them.
    sets: bool,
    /// How closely an annotator must have looked at a label of a session for it to be theirs.
    least: Care,
    /// The fewest annotators that there must be.
    fewest: usize,
    /// The most annotators that are compared.
    most: usize,
    selection: Selection,
    /// The texts of cases, by their id.
    cases: FxHashMap<String, Arc<Case>>,
    /// By case, in the order in which cases came.
    given: IndexMap<String, Vec<Contribution>>,
    /// The file that is read.
    reading: String,
    /// The files in which each annotator has labels of their own.
    files: BTreeMap<String, BTreeSet<String>>,
    /// The rubric and readings that each session was made with.
    rubrics: Vec<(String, String)>,
    /// Hears who keeps a session locked.
    note: fn(&str),
    /// What was left out, and why: labels that cannot be read.
    pub problems: Vec<String>,
    /// What else a user should know.
    pub notes: Vec<String>,
}

pub struct Gathered {
    /// What annotators gave.
    pub annotations: Annotations,
    /// What is left to be scored.
    pub jobs: Vec<ScoreJob>,
    /// Cases whose texts are not known.
    pub without_texts: usize,
    /// The texts of the cases, by their index, where they are known.
    pub cases: Vec<Option<Arc<Case>>>,
    /// The sets of labels, by case and annotator, where they were to be kept: in the texts of their case.
    pub sets: BTreeMap<(usize, usize), Arc<Labels>>,
    /// Why they decided as they did, by case and annotator, where they gave reasons.
    pub reasons: BTreeMap<(usize, usize), String>,
}

impl Gathering {
    /// Nothing yet. A selection grades labels that were measured; `cases` are texts that are known beforehand.
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

    /// Keeps the sets of labels too: what annotators differ on is decided label by label.
    #[must_use]
    pub fn with_sets(self) -> Gathering {
        Gathering { sets: true, ..self }
    }

    /// Takes labels of sessions as an annotator's only where they looked at them so closely; the others are the engine's.
    #[must_use]
    pub fn with_least(self, least: Care) -> Gathering {
        Gathering { least, ..self }
    }

    /// Takes any number of annotators, since they are not compared with each other.
    #[must_use]
    pub fn with_many(self) -> Gathering {
        Gathering { most: usize::MAX, ..self }
    }

    /// Takes one annotator alone too: others are compared with them.
    #[must_use]
    pub fn with_one(self) -> Gathering {
        Gathering { fewest: 1, ..self }
    }

    /// Prints who keeps a session locked that is waited for.
    #[must_use]
    pub fn on_note(self, note: fn(&str)) -> Gathering {
        Gathering { note, ..self }
    }

    /// Leaves a gold set out where two annotators or more are compared: it is what they are measured by, and none of them.
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

    /// Who gave anything so far, by name.
    pub fn names(&self) -> BTreeSet<&str> {
        self.given.values().flatten().map(|own| own.annotator.as_str()).collect()
    }

    /// How many cases each annotator judged so far, by name.
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

    /// Leaves out all that others than this annotator gave.
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

    /// Refuses more cases than can be held.
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

    /// Whether what a name gave is wanted.
    fn counts(&self, annotator: &str) -> bool {
        self.engine || annotator != crate::session::ENGINE
    }
}

/// Labels of one judge, whatever they say of whose each is, ready to be compared; the marks are in the texts of the case.
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
