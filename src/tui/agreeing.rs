//! Agreement between annotators, computed on a thread of its own, because a long session takes a while.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use rustc_hash::FxHashMap;

use crate::agree::annotators::document::document;
use crate::annotations::{AnnotationsError, Gathering, RESAMPLES, compare, given_by_one, score};
use crate::case::Case;
use crate::document::Document;
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::labels::overrides::Care;
use crate::num::pluralize;
use crate::threads::processors;

/// The inputs of an agreement computation.
#[derive(Clone, Debug)]
pub struct AgreementRequest {
    /// Sessions and files of labels.
    pub files: Vec<PathBuf>,
    /// Texts of cases that were given separately from the labels.
    pub cases: FxHashMap<String, Arc<Case>>,
    /// The rubrics that annotators' labels are scored by.
    pub selection: Selection,
    /// Whether annotators are shown by number instead of by name.
    pub hidden: bool,
}

/// A message from the thread that computes the agreement.
#[derive(Debug)]
pub enum AgreementUpdate {
    At(String),
    /// The result, or why there is none.
    Done(Result<Arc<Document>, AnnotationsError>),
}

/// Computes the agreement of all annotators, and reports the progress.
pub fn spawn(
    compared: AgreementRequest,
    embedding: Embedding,
    send: impl Fn(AgreementUpdate) + Send + Sync + 'static,
) {
    let work = move || {
        let found = found(compared, &embedding, &send);
        send(AgreementUpdate::Done(found));
    };
    thread::Builder::new().name("agreement".to_owned()).spawn(work).ok();
}

fn found(
    compared: AgreementRequest,
    embedding: &Embedding,
    send: &(impl Fn(AgreementUpdate) + Sync),
) -> Result<Arc<Document>, AnnotationsError> {
    let AgreementRequest { files, cases, selection, hidden } = compared;
    let mut gathering = Gathering::new(false, selection.clone(), cases).with_least(Care::Judged);
    for (at, file) in files.iter().enumerate() {
        send(AgreementUpdate::At(format!("reading {} of {}", at + 1, pluralize(files.len(), "file"))));
        gathering.read(file, embedding)?;
    }
    gathering.leave_out_gold();
    let (gathered, problems, mut notes) = gathering.finish()?;
    notes.extend(given_by_one(&gathered.annotations, None));
    notes.splice(0..0, problems);
    if gathered.without_texts > 0 {
        let cases = pluralize(gathered.without_texts, "case");
        notes.push(format!("no scores and verdicts of {cases}, whose texts are not known"));
    }
    let threads = processors();
    let mut annotations = gathered.annotations;
    if hidden {
        // The notes would give the annotators' names.
        notes.clear();
        for (at, name) in annotations.annotators.iter_mut().enumerate() {
            *name = format!("annotator {}", at + 1);
        }
    }
    send(AgreementUpdate::At(format!(
        "scoring the labels of {}",
        pluralize(annotations.cases.len(), "case")
    )));
    let rubrics = score(&mut annotations, &gathered.jobs, &selection, threads);
    let progress =
        |done: usize| send(AgreementUpdate::At(format!("interval: {done} of {RESAMPLES} resamples")));
    let drawn = (1, RESAMPLES as usize);
    let comparison = compare(annotations, None, &rubrics, drawn, threads, &progress);
    Ok(Arc::from(document(&comparison, &notes)))
}
