//! Labels that people gave elsewhere, as events of theirs.

use std::iter::Peekable;

use serde_json::Value;

use crate::case::Record;
use crate::cli::CliError;
use crate::embedding::Embedding;
use crate::labels::file::SCHEMA;
use crate::session::{Analyst, EventDraft, Recorder, Store, drafts, givers};

use super::Import;
use crate::cli::sessions::failure;

/// Whether a record is a labels wrapper and no case.
pub fn are_labels(text: &str) -> bool {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    value.get("schema") == Some(&Value::from(SCHEMA)) && value.get("labels").is_some_and(Value::is_object)
}

/// Records the labels of wrappers, matched to the session's cases by id.
pub fn read(
    import: &mut Import,
    records: Peekable<impl Iterator<Item = Record>>,
    embedding: Embedding,
) -> Result<(), CliError> {
    let mut recorder = Recorder::new(to(import)?, None, Analyst::new(embedding));
    for record in records {
        let place = record.place.id();
        let done = match record.value() {
            Ok(value) => one(&mut recorder, &value, import.by.as_deref())?,
            Err((problem, _)) => Err(problem.reason),
        };
        match done {
            Ok((recorded, refused)) => {
                import.added.events += recorded;
                refused.iter().for_each(|why| import.problem(&format!("{place}: {why}")));
            }
            Err(why) => import.problem(&format!("{place}: {why}")),
        }
    }
    Ok(())
}

/// The session that labels go into, which must be there.
pub fn to(import: &Import) -> Result<Store, CliError> {
    Store::open(&import.session.path).map_err(failure)
}

/// The number of labels imported for a case and the notes on them, or why there are none.
type ImportResult = Result<(usize, Vec<String>), String>;

fn one(recorder: &mut Recorder, wrapper: &Value, unnamed: Option<&str>) -> Result<ImportResult, CliError> {
    let id = match wrapper.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(Value::Number(id)) => id.to_string(),
        _ => return Ok(Err("labels without an `id`: they are matched to their case by it".to_owned())),
    };
    if !recorder.store().has(&id).map_err(failure)? {
        return Ok(Err(format!("this session has no case {id:?}")));
    }
    let names = match givers(wrapper, unnamed) {
        Ok(names) => names,
        Err(why) => return Ok(Err(why.to_string())),
    };
    let mut all = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let folded = recorder.folded(&id, name).map_err(failure)?;
        match drafts(wrapper, &id, at == 0, folded.state()) {
            Ok(some) => all.extend(some),
            Err(why) => return Ok(Err(why.to_string())),
        }
    }
    record(recorder, all).map(Ok)
}

/// Records events; how many were, and why the others were not.
pub fn record(recorder: &mut Recorder, all: Vec<EventDraft>) -> Result<(usize, Vec<String>), CliError> {
    let recorded = recorder.record(all).map_err(failure)?;
    let total = recorded.len();
    let refused: Vec<String> =
        recorded.into_iter().filter_map(|event| Some(event.err()?.to_string())).collect();
    Ok((total - refused.len(), refused))
}
