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

/// Returns whether a record is a labels wrapper instead of a case. A judge's answer has no `schema`, as `score
/// --labels` takes it.
pub fn are_labels(text: &str) -> bool {
    const FIELDS: [&str; 4] = ["schema", "id", "by", "labels"];
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let has_no_text =
        || value.as_object().is_some_and(|object| object.keys().all(|key| FIELDS.contains(&key.as_str())));
    value.get("labels").is_some_and(Value::is_object)
        && (value.get("schema") == Some(&Value::from(SCHEMA)) || has_no_text())
}

/// Records the labels of wrappers, matched to the session's cases by id.
pub fn read(
    import: &mut Import,
    records: Peekable<impl Iterator<Item = Record>>,
    embedding: Embedding,
) -> Result<(), CliError> {
    let mut recorder = Recorder::new(to(import)?, None, Analyst::new(embedding));
    for record in records {
        let place = record.place.of_record();
        let done = match record.value() {
            Ok(value) => one(&mut recorder, &value, import.by.as_deref()),
            Err((problem, _)) => Err(LabelsError::Unreadable(problem)),
        };
        match done {
            Ok(recorded) => import.add(recorded, &place),
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

/// Imports the labels of a case.
fn one(
    recorder: &mut Recorder,
    wrapper: &Value,
    unnamed: Option<&str>,
) -> Result<RecordedEvents, LabelsError> {
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

/// What came of recording events.
pub struct RecordedEvents {
    pub new: usize,
    /// Number of events that the session had already.
    pub known: usize,
    /// Why others were refused.
    pub refused: Vec<String>,
}

/// Records events.
pub fn record(recorder: &mut Recorder, all: Vec<EventDraft>) -> Result<RecordedEvents, SessionError> {
    let mut workbenches = OpenWorkbenches::default();
    let mut is_free = |draft: &EventDraft| {
        draft.by.as_deref().is_none_or(|by| workbenches.refusal(recorder.store(), by).is_none())
    };
    let free = all.into_iter().filter(&mut is_free).collect();
    let last = recorder.store().last()?;
    let (mut new, mut known) = (0, 0);
    let mut refused: Vec<String> = workbenches.refusals().map(str::to_owned).collect();
    for recorded in recorder.record(free)? {
        match recorded {
            Ok(event) if event.seq > last => new += 1,
            Ok(_) => known += 1,
            Err(why) => refused.push(why.to_string()),
        }
    }
    Ok(RecordedEvents { new, known, refused })
}
