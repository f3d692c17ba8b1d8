//! Imports people's labels from elsewhere as their events.

use std::iter::Peekable;

use serde_json::Value;

use crate::case::{CaseError, Record};
use crate::cli::CliError;
use crate::embedding::Embedding;
use crate::labels::file::SCHEMA;
use crate::session::{Analyst, CheckError, EventDraft, Recorder, SessionError, Store, drafts, givers};

use super::Import;
use crate::cli::sessions::failure;
use crate::cli::sessions::presence::OpenWorkbenches;

/// Returns whether a record is a labels wrapper instead of a case.
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
            Ok(value) => one(&mut recorder, &value, import.by.as_deref()),
            Err((problem, _)) => Err(LabelsError::Unreadable(problem)),
        };
        match done {
            Ok((recorded, refused)) => {
                import.added.events += recorded;
                refused.iter().for_each(|why| import.problem(&format!("{place}: {why}")));
            }
            Err(LabelsError::Session(error)) => return Err(failure(error)),
            Err(why) => import.problem(&format!("{place}: {why}")),
        }
    }
    Ok(())
}

/// Returns the session to which labels are imported, which must exist.
pub fn to(import: &Import) -> Result<Store, CliError> {
    Store::open(&import.session.path).map_err(|fault| match fault {
        SessionError::Absent(path) => CliError::usage(format!(
            "there is no session {}, and labels need the cases of one",
            path.display()
        ))
        .hint("import the cases first, then their labels"),
        other => failure(other),
    })
}

/// Why the labels of a case were not imported.
#[derive(Debug, thiserror::Error)]
enum LabelsError {
    #[error("{}", .0.reason)]
    Unreadable(CaseError),
    #[error("labels without an `id`: they are matched to their case by it")]
    NoId,
    #[error("this session has no case {0:?}")]
    NoCase(String),
    #[error(transparent)]
    Refused(#[from] CheckError),
    /// The session cannot be read or written, so the import ends.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// Imports the labels of a case; returns the number of recorded events, and why others were refused.
fn one(
    recorder: &mut Recorder,
    wrapper: &Value,
    unnamed: Option<&str>,
) -> Result<(usize, Vec<String>), LabelsError> {
    let id = match wrapper.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(Value::Number(id)) => id.to_string(),
        _ => return Err(LabelsError::NoId),
    };
    if !recorder.store().has(&id)? {
        return Err(LabelsError::NoCase(id));
    }
    let mut all = Vec::new();
    for (at, name) in givers(wrapper, unnamed)?.iter().enumerate() {
        let folded = recorder.folded(&id, name)?;
        all.extend(drafts(wrapper, &id, at == 0, folded.state())?);
    }
    Ok(record(recorder, all)?)
}

/// Records events; returns how many were recorded, and why others were refused.
pub fn record(recorder: &mut Recorder, all: Vec<EventDraft>) -> Result<(usize, Vec<String>), SessionError> {
    let mut workbenches = OpenWorkbenches::default();
    let mut is_free = |draft: &EventDraft| {
        draft.by.as_deref().is_none_or(|by| workbenches.refusal(recorder.store(), by).is_none())
    };
    let free = all.into_iter().filter(&mut is_free).collect();
    let recorded = recorder.record(free)?;
    let count = recorded.iter().filter(|event| event.is_ok()).count();
    let refused = recorded.into_iter().filter_map(|event| Some(event.err()?.to_string()));
    Ok((count, workbenches.refusals().map(str::to_owned).chain(refused).collect()))
}
