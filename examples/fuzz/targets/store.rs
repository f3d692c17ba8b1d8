//! Damaged files of review sessions.

use std::path::Path;

use lockbench::session::{
    Analyst, EventDraft, OrderedObject, Recorder, SessionError, Store, now, session_line,
};
use serde_json::Map;

use super::session::event;
use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds a session as the program makes it, with cases and events, and damages its file.
pub fn make(source: &mut Source) -> Input {
    let bytes = built(source).unwrap_or_default();
    Input::default().with("session.db", mutate::bytes(source, bytes))
}

fn built(source: &mut Source) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("s.db");
    let message = |fault: SessionError| fault.to_string();
    let line = session_line(now(), "judge-lock", &Map::new());
    let mut store = Store::create(&path, &line).map_err(message)?;
    let (article, summary) = (source.prose(2), source.prose(1));
    let case = serde_json::json!({"id": "x", "article": article, "summary": summary});
    let file = folder.path().join("cases.jsonl");
    std::fs::write(&file, case.to_string()).map_err(|error| error.to_string())?;
    for record in lockbench::case::read(&lockbench::case::Origin::File(file), &std::sync::Arc::default()) {
        let rows = lockbench::session::CaseRow::of(record, &lockbench::case::Fields::default(), &[]);
        let rows: Vec<_> = rows.map_err(|problem| problem.reason)?.into_iter().map(|(row, _)| row).collect();
        store.add(&rows).map_err(message)?;
    }
    let mut recorder = Recorder::new(
        store,
        Some("ann".to_owned()),
        Analyst::new(lockbench::embedding::Embedding::default()),
    );
    for _ in 0..source.below(4) {
        let object = OrderedObject::read(&event(source, &article, &summary).to_string())
            .map_err(|error| error.to_string())?;
        if let Ok(draft) = EventDraft::read(object) {
            drop(recorder.record(vec![draft]).map_err(message)?);
        }
    }
    drop(recorder);
    std::fs::read(&path).map_err(|error| error.to_string())
}

/// Checks that a damaged file is refused by name, or that each query is answered or refused, without a
/// panic.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let folder = bench.folder.join("store");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let path = folder.join("session.db");
    std::fs::write(&path, input.bytes("session.db")).map_err(|error| error.to_string())?;
    match used(&path) {
        Ok(()) => reached("sessions"),
        Err(fault) => {
            reached("refused");
            let why = fault.to_string();
            ensure!(why.contains("session.db"), "the file is not named: {why}");
        }
    }
    Ok(())
}

fn used(path: &Path) -> Result<(), SessionError> {
    let store = Store::open(path)?;
    store.line()?;
    store.counts()?;
    for id in store.ids()? {
        store.case(&id)?;
        for (by, _) in store.annotators(Some(&id))? {
            store.events(&id, &by)?;
        }
    }
    let copy = path.with_file_name("copy.db");
    store.backup(&copy)?;
    let mut recorder = Recorder::new(
        store,
        Some("ann".to_owned()),
        Analyst::new(lockbench::embedding::Embedding::default()),
    );
    let comment = OrderedObject::read("{\"event\": \"comment\", \"case\": \"x\", \"text\": \"y\"}")
        .and_then(EventDraft::read);
    if let Ok(draft) = comment {
        drop(recorder.record(vec![draft])?);
    }
    if recorder.folded("x", "ann").is_ok() {
        reached("folded");
    }
    Ok(())
}
