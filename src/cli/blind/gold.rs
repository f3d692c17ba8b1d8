//! Reads a file of gold cases: labels of cases in the session, or cases with their labels.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use crate::audit;
use crate::blind::GoldCases;
use crate::case::{Case, FileLocation, LabelSets, Naming, Record};
use crate::cli::CliError;
use crate::cli::sessions::failure;
use crate::engine::Engine;
use crate::labels::file::SCHEMA;
use crate::labels::{LISTS, Label, Labels, List, Provenance};
use crate::num::pluralize;
use crate::session::{CaseRow, ENGINE, EventError, SessionError, Store};

use super::gold_units::take_unmatched;
use super::opening::SessionOpening;

/// Why a case of the file is not a gold case.
#[derive(Debug, thiserror::Error)]
enum GoldError {
    #[error("a second set of gold labels for {id:?}; the first is at {first}. Give one set a case")]
    Twice { id: String, first: FileLocation },
    #[error("case {0:?} has no labels: a gold case needs the labels that are right")]
    NoLabels(String),
    #[error("it holds several cases; a gold case is one, with its `labels`")]
    SeveralCases,
    #[error("a gold case needs an `id`: a name made from its texts would reveal that it is gold")]
    NoId,
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Case(#[from] EventError),
    #[error("the session has another text for {0:?}; give it an id of its own")]
    OtherText(String),
    #[error("neither labels of a case (no `id`) nor a case with its `labels`")]
    Neither,
    #[error("the labels of {0:?} are the engine's: a gold case needs the labels that are right")]
    Engine(String),
    #[error(
        "no case {0:?} in the queue: name the file that has it among the cases, or give the case with its `labels`"
    )]
    UnknownCase(String),
    #[error("gold of another rubric: {found}, and this review is by {own}")]
    OtherRubric { found: String, own: String },
    #[error("the labels of {id:?} cannot be read: {source}")]
    Unreadable { id: String, source: Box<audit::AnswerError> },
    #[error("the labels of {id:?} cannot be read: {reason}")]
    Malformed { id: String, reason: String },
    #[error("case {0:?} has no labels that somebody gave: a gold case needs the labels that are right")]
    NobodysLabels(String),
    #[error(
        "no label of {id:?} can be matched: {text:?} has no span, and is neither in the texts nor a unit of the case"
    )]
    Unmatched { id: String, text: String },
    #[error("gold of another rubric: {id:?} has labels of {}; {slug} reads {}", keys(.has), keys(.reads))]
    OtherLists { id: String, has: Vec<List>, slug: String, reads: &'static [List] },
}

fn keys(lists: &[List]) -> String {
    lists.iter().map(|list| list.spec().key).collect::<Vec<_>>().join(", ")
}

/// Adds the gold cases of a file. Cases that it contains in full are added to the session, without their
/// labels. Returns a note on labels that were left out, since nobody can match them.
///
/// # Errors
/// If the file, or a case of it, is not a gold set: the line, and why.
pub fn add(
    path: &Path,
    opening: &SessionOpening,
    store: &mut Store,
    gold: &mut GoldCases,
) -> Result<Option<String>, CliError> {
    let unreadable = |error: crate::case::GivenError| CliError::usage(format!("--gold: {error}"));
    let mut sets = LabelSets::open(path).map_err(unreadable)?;
    let mut seen: HashMap<String, FileLocation> = HashMap::new();
    let mut rows: Vec<CaseRow> = Vec::new();
    let (mut engine, mut unmatched) = (Engine::default(), Vec::new());
    while let Some((value, place)) = sets.read().map_err(unreadable)? {
        let wrong = |error: GoldError| CliError::usage(format!("--gold: {place}: {error}"));
        let (case, mut labels, row) = entry(&value, &place, opening, store).map_err(wrong)?;
        if let Some(first) = seen.insert(case.id.clone(), place.clone()) {
            return Err(wrong(GoldError::Twice { id: case.id, first }));
        }
        let read = check(&case, &labels, opening).map_err(wrong)?;
        let removed = take_unmatched(&mut engine, &case, &read, opening.rubric.1, &mut labels);
        if let Some(text) = removed.first().cloned() {
            if check(&case, &labels, opening).is_err() {
                return Err(wrong(GoldError::Unmatched { id: case.id, text }));
            }
            unmatched.extend(removed.into_iter().map(|text| (case.id.clone(), text)));
        }
        // A case that the session had before it was gold is a case of the queue. What an earlier gold set
        // added is none.
        if row.is_none() && gold.labels(&case.id).is_none() {
            gold.set_in_queue(&case.id);
        }
        rows.extend(row);
        gold.add(&case.id, labels);
    }
    if seen.is_empty() {
        return Err(CliError::usage(format!("--gold: {}: there are no gold cases in it", path.display())));
    }
    store.add(&rows).map_err(failure)?;
    Ok(unmatched.first().map(|(id, text)| {
        format!(
            "--gold: {} of no unit that an annotator can have left out: the first is {text:?} of {id:?}, which has no \
             span, and is neither in the texts nor a unit of the case",
            pluralize(unmatched.len(), "gold label")
        )
    }))
}

/// Returns a gold case with its labels, and its row if the session does not have the case.
fn entry(
    value: &Value,
    place: &FileLocation,
    opening: &SessionOpening,
    store: &Store,
) -> Result<(Case, Value, Option<CaseRow>), GoldError> {
    let none = |id: &str| GoldError::NoLabels(id.to_owned());
    let is_wrapper = value.get("schema").and_then(Value::as_str) == Some(SCHEMA);
    let whole = CaseRow::of(Record::at(place.clone(), &value.to_string()), opening.fields, opening.map);
    if let Some(mut cases) = whole.ok().filter(|_| !is_wrapper) {
        let Some((mut row, case)) = cases.pop().filter(|_| cases.is_empty()) else {
            return Err(GoldError::SeveralCases);
        };
        if case.id == Naming::default().name(&case) {
            return Err(GoldError::NoId);
        }
        let labels = row.take_labels().filter(|labels| !labels.is_null()).ok_or_else(|| none(&case.id))?;
        let known = store.case(&case.id)?;
        let case = match &known {
            None => Case { labels: None, ..case },
            Some(known) => {
                let known = known.read()?;
                if (&known.article, &known.summary) != (&case.article, &case.summary) {
                    return Err(GoldError::OtherText(case.id));
                }
                known
            }
        };
        return Ok((case, inner(labels), Some(row).filter(|_| known.is_none())));
    }
    let id = match value.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(Value::Number(id)) => id.to_string(),
        _ => return Err(GoldError::Neither),
    };
    let labels = value.get("labels").filter(|labels| labels.is_object()).ok_or_else(|| none(&id))?;
    if value.get("by").and_then(Value::as_str) == Some(ENGINE) {
        return Err(GoldError::Engine(id));
    }
    let row = store.case(&id)?.ok_or_else(|| GoldError::UnknownCase(id.clone()))?;
    if let Some(rubric) =
        value.get("rubric").and_then(Value::as_str).filter(|rubric| *rubric != opening.rubric.0)
    {
        return Err(GoldError::OtherRubric { found: rubric.to_owned(), own: opening.rubric.0.to_owned() });
    }
    Ok((row.read()?, labels.clone(), None))
}

/// Returns the inner object of labels, which may be nested in two wrappers.
fn inner(labels: Value) -> Value {
    match labels.get("labels") {
        Some(inner) if inner.is_object() => inner.clone(),
        _ => labels,
    }
}

/// Reads gold labels. Fails if a review by the rubric cannot use them.
fn check(case: &Case, labels: &Value, opening: &SessionOpening) -> Result<Labels, GoldError> {
    let read = audit::read_labels(labels, &case.article, &case.summary)
        .map_err(|source| GoldError::Unreadable { id: case.id.clone(), source: Box::new(source) })?;
    for spec in &LISTS {
        if let crate::labels::Entry::Malformed(why) = read.labels.entry(spec.list) {
            return Err(GoldError::Malformed { id: case.id.clone(), reason: why.to_string() });
        }
    }
    let own = |label: &Label| label.by != Provenance::Engine && label.word.is_some();
    let given = |list: &List| {
        let labels: Option<&[Label]> = Labels::get(&read.labels, *list);
        // An empty list of findings states that there are none.
        labels.is_some_and(|labels| list.is_finding() && labels.is_empty() || labels.iter().any(own))
    };
    let lists: Vec<List> = LISTS.iter().map(|spec| spec.list).filter(given).collect();
    let units = LISTS.iter().any(|spec| read.labels.get(spec.list).is_some_and(|all| all.iter().any(own)));
    if !units {
        return Err(GoldError::NobodysLabels(case.id.clone()));
    }
    let (slug, reads) = opening.rubric;
    if !lists.iter().any(|list| reads.contains(list)) {
        return Err(GoldError::OtherLists { id: case.id.clone(), has: lists, slug: slug.to_owned(), reads });
    }
    Ok(read.labels)
}
