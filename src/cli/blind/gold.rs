//! The file of gold cases: labels of cases that the session has, or cases with their labels.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use crate::audit;
use crate::blind::GoldCases;
use crate::case::{Case, FileLocation, LabelSets, Naming, Record};
use crate::cli::CliError;
use crate::cli::sessions::failure;
use crate::labels::file::SCHEMA;
use crate::labels::{LISTS, Label, Labels, List, Provenance};
use crate::session::{CaseRow, ENGINE, Store};

use super::opening::SessionOpening;

/// Adds the gold cases of a file. Cases that it holds whole are put into the session, without their labels.
///
/// # Errors
/// Where the file, or a case of it, is not a gold set: the line, and why.
pub fn add(
    path: &Path,
    opening: &SessionOpening,
    store: &mut Store,
    gold: &mut GoldCases,
) -> Result<(), CliError> {
    let unreadable = |error: crate::case::GivenError| CliError::usage(format!("--gold: {error}"));
    let mut sets = LabelSets::open(path).map_err(unreadable)?;
    let mut seen: HashMap<String, FileLocation> = HashMap::new();
    let mut rows: Vec<CaseRow> = Vec::new();
    while let Some((value, place)) = sets.read().map_err(unreadable)? {
        let wrong = |reason: String| CliError::usage(format!("--gold: {place}: {reason}"));
        let (case, labels, row) = entry(&value, &place, opening, store).map_err(wrong)?;
        if let Some(first) = seen.insert(case.id.clone(), place.clone()) {
            return Err(wrong(format!(
                "a second set of gold labels for {:?}; the first is at {first}. Give one set a case",
                case.id
            )));
        }
        check(&case, &labels, opening).map_err(wrong)?;
        rows.extend(row);
        gold.add(&case.id, labels);
    }
    if seen.is_empty() {
        return Err(CliError::usage(format!("--gold: {}: there are no gold cases in it", path.display())));
    }
    store.add(&rows).map_err(failure)
}

/// A gold case, its labels, and its row where the session does not have it.
fn entry(
    value: &Value,
    place: &FileLocation,
    opening: &SessionOpening,
    store: &Store,
) -> Result<(Case, Value, Option<CaseRow>), String> {
    let none = |id: &str| format!("case {id:?} has no labels: a gold case needs the labels that are right");
    let is_wrapper = value.get("schema").and_then(Value::as_str) == Some(SCHEMA);
    let whole = CaseRow::of(Record::at(place.clone(), &value.to_string()), opening.fields, opening.map);
    if let Some(mut cases) = whole.ok().filter(|_| !is_wrapper) {
        let Some((mut row, case)) = cases.pop().filter(|_| cases.is_empty()) else {
            return Err("it holds several cases; a gold case is one, with its `labels`".to_owned());
        };
        if case.id == Naming::default().name(&case) {
            return Err("a gold case needs an `id`: a name made from its texts would reveal that it is gold"
                .to_owned());
        }
        let labels = row.take_labels().filter(|labels| !labels.is_null()).ok_or_else(|| none(&case.id))?;
        let known = store.case(&case.id).map_err(|fault| fault.to_string())?;
        let case = match &known {
            None => Case { labels: None, ..case },
            Some(known) => {
                let known = known.read()?;
                if (&known.article, &known.summary) != (&case.article, &case.summary) {
                    return Err(format!(
                        "the session has another text for {:?}; give it an id of its own",
                        case.id
                    ));
                }
                known
            }
        };
        return Ok((case, inner(labels), Some(row).filter(|_| known.is_none())));
    }
    let id = match value.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(Value::Number(id)) => id.to_string(),
        _ => return Err("neither labels of a case (no `id`) nor a case with its `labels`".to_owned()),
    };
    let labels = value.get("labels").filter(|labels| labels.is_object()).ok_or_else(|| none(&id))?;
    if value.get("by").and_then(Value::as_str) == Some(ENGINE) {
        return Err(format!(
            "the labels of {id:?} are the engine's: a gold case needs the labels that are right"
        ));
    }
    let row = store.case(&id).map_err(|fault| fault.to_string())?;
    let row = row.ok_or_else(|| {
        format!("no case {id:?} in the queue: name the file that has it as QUEUE, or give the case with its `labels`")
    })?;
    if let Some(rubric) =
        value.get("rubric").and_then(Value::as_str).filter(|rubric| *rubric != opening.rubric.0)
    {
        return Err(format!("gold of another rubric: {rubric}, and this review is by {}", opening.rubric.0));
    }
    Ok((row.read()?, labels.clone(), None))
}

/// The labels themselves, of a wrapper or of what a wrapper holds.
fn inner(labels: Value) -> Value {
    match labels.get("labels") {
        Some(inner) if inner.is_object() => inner.clone(),
        _ => labels,
    }
}

/// Whether labels can be gold for a case.
fn check(case: &Case, labels: &Value, opening: &SessionOpening) -> Result<(), String> {
    let read = audit::read_labels(labels, &case.article, &case.summary)
        .map_err(|why| format!("the labels of {:?} cannot be read: {why}", case.id))?;
    for spec in &LISTS {
        if let crate::labels::Entry::Malformed(why) = read.labels.entry(spec.list) {
            return Err(format!("the labels of {:?} cannot be read: {why}", case.id));
        }
    }
    let own = |label: &Label| label.by != Provenance::Engine && label.word.is_some();
    let given = |list: &List| {
        let labels: Option<&[Label]> = Labels::get(&read.labels, *list);
        // A list of findings that is empty says that there is none.
        labels.is_some_and(|labels| list.is_finding() && labels.is_empty() || labels.iter().any(own))
    };
    let lists: Vec<List> = LISTS.iter().map(|spec| spec.list).filter(given).collect();
    let units = LISTS.iter().any(|spec| read.labels.get(spec.list).is_some_and(|all| all.iter().any(own)));
    if !units {
        return Err(format!(
            "case {:?} has no labels that somebody gave: a gold case needs the labels that are right",
            case.id
        ));
    }
    let (slug, reads) = opening.rubric;
    if !lists.iter().any(|list| reads.contains(list)) {
        let names = |lists: &[List]| lists.iter().map(|list| list.spec().key).collect::<Vec<_>>().join(", ");
        return Err(format!(
            "gold of another rubric: {:?} has labels of {}; {slug} reads {}",
            case.id,
            names(&lists),
            names(reads)
        ));
    }
    Ok(())
}
