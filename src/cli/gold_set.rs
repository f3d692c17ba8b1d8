//! Reads a gold set: a file of labels, or the session of an adjudication.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::CliError;
use super::sessions::failure;
use crate::adjudication::{Adjudication, gold};
use crate::annotations::{Gathering, is_session};
use crate::case::{FileLocation, LabelSets};
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::files::{TemporaryFolder, typed};
use crate::report::json::line;
use crate::session::{Analyst, Recorder, Store, rulings};

/// A file of gold labels.
pub struct GoldSet {
    path: PathBuf,
    /// Deletes the labels file created from a session on drop.
    _folder: Option<TemporaryFolder>,
}

impl GoldSet {
    /// Opens a gold set. A session without rulings is taken as it is, as one annotator's labels.
    ///
    /// # Errors
    /// If the session lacks the labels that its rulings are about, or has several adjudicators.
    pub fn of(path: &Path) -> Result<GoldSet, CliError> {
        let plain = || GoldSet { path: path.to_path_buf(), _folder: None };
        if !is_session(path) {
            return Ok(plain());
        }
        let store = super::sessions::open(path)?;
        let by = match store.adjudicators().map_err(failure)?.as_slice() {
            [] => return Ok(plain()),
            [one] => one.clone(),
            several => {
                let message = format!("{} have decided in it: a gold set is one's", several.join(", "));
                return Err(CliError::file(path, &message).hint(format!(
                    "`lockbench adjudicate --session {} --as NAME --export gold` writes one of them",
                    typed(path)
                )));
            }
        };
        let lines = lines(path, store, &by)?;
        let temporary = std::env::temp_dir();
        let cannot = |error: std::io::Error| CliError::file(path, &error.to_string());
        let folder = TemporaryFolder::new(&temporary).map_err(cannot)?;
        // The session's name is kept, since messages show it.
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let made = folder.path().join(format!("{name}.gold.jsonl"));
        crate::files::replace(&made, lines.as_bytes()).map_err(cannot)?;
        Ok(GoldSet { path: made, _folder: Some(folder) })
    }

    /// Returns the ids of its cases, ignoring what cannot be read; errors are reported by the user of the
    /// labels.
    pub fn ids(&self) -> Vec<String> {
        let Ok(mut sets) = LabelSets::open(&self.path) else { return Vec::new() };
        let read = std::iter::from_fn(|| sets.read().ok().flatten());
        let id = |(value, _): (Value, FileLocation)| match value.get("id")? {
            Value::String(id) => Some(id.clone()),
            Value::Number(id) => Some(id.to_string()),
            _ => None,
        };
        read.filter_map(id).collect()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn lines(path: &Path, store: Store, by: &str) -> Result<String, CliError> {
    let unusable = |why: &str| {
        CliError::file(path, why).hint(format!(
            "`lockbench adjudicate FILES --session {} --export gold` makes a file of it and of what was decided on",
            typed(path)
        ))
    };
    let selection = Selection::shipped(&[], crate::rubric::Readings::default());
    let mut gathering = Gathering::new(false, selection, FxHashMap::default()).with_sets().with_many();
    gathering.read(path, &Embedding::Shipped)?;
    let (gathered, ..) = gathering.finish().map_err(|why| unusable(&why.message))?;
    let of = Adjudication::of(&gathered);
    let mut recorder = Recorder::new(store, None, Analyst::new(Embedding::Shipped));
    let mut made = Vec::with_capacity(of.cases.len());
    for case in &of.cases {
        let folded = recorder.folded(&case.case.id, by).map_err(failure)?;
        made.push(rulings(folded).into_iter().map(|(_, ruling)| ruling.clone()).collect());
    }
    let gold = gold(&of, &made);
    if gold.lines.is_empty() {
        return Err(unusable("no list of it is decided as a whole"));
    }
    Ok(gold.lines.iter().map(|value| format!("{}\n", line(value))).collect())
}

/// Copies annotations from the sessions of a team to the session of an adjudication, so that it contains
/// everything a gold set is made from.
pub fn copy_annotations(files: &[PathBuf], of: &Adjudication, to: &mut Store) -> Result<(), CliError> {
    let own = to.path().to_path_buf();
    for file in files.iter().filter(|file| is_session(file) && **file != own) {
        let source = super::sessions::open(file)?;
        for case in &of.cases {
            for by in &of.annotators {
                let events = source.events(&case.case.id, by).map_err(failure)?;
                to.add_events(&events).map_err(failure)?;
            }
        }
    }
    Ok(())
}
