//! The session that stores the decisions, created if missing, with the cases that are adjudicated.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::adjudication::Adjudication;
use crate::annotations::is_session;
use crate::case::{Case, Fields, Record};
use crate::cli::CliError;
use crate::cli::gold_set::copy_annotations;
use crate::cli::selection::RubricArgs;
use crate::cli::sessions::propose::Analysts;
use crate::cli::sessions::{failure, is_there, new_line, open};
use crate::embedding::Embedding;
use crate::report::json::line;
use crate::session::{CaseRow, Store};

/// Opens the session and adds missing cases. Cases from sessions are added with their proposals, so that
/// the sessions can be merged.
///
/// # Errors
/// If it cannot be written, or has a different case with the same id.
pub fn prepare(
    path: &Path,
    files: &[PathBuf],
    of: &Adjudication,
    choice: &RubricArgs,
) -> Result<Store, CliError> {
    let mut store = match is_there(path) {
        true => open(path)?,
        false => Store::create(path, &new_line(choice)?).map_err(failure)?,
    };
    let mut missing: BTreeMap<&str, &Case> = BTreeMap::new();
    for case in &of.cases {
        let id = case.case.id.as_str();
        match store.case(id).map_err(failure)? {
            None => drop(missing.insert(id, &case.case)),
            Some(known) => same(&known, &case.case, path)?,
        }
    }
    if missing.is_empty() {
        copy_annotations(files, of, &mut store)?;
        return Ok(store);
    }
    let mut rows: BTreeMap<String, CaseRow> = BTreeMap::new();
    for file in files.iter().filter(|file| is_session(file) && file.as_path() != path) {
        let source = open(file)?;
        for id in missing.keys() {
            if let Some(row) = source.case(id).map_err(failure)? {
                rows.entry((*id).to_owned()).or_insert(row);
            }
        }
    }
    // In the order in which the cases were read.
    let ordered = of.cases.iter().filter(|case| missing.contains_key(case.case.id.as_str()));
    let mut all: Vec<(CaseRow, Case)> = ordered
        .map(|case| match rows.remove(&case.case.id) {
            Some(row) => Ok((CaseRow { place: None, assigned: Vec::new(), ..row }, Case::clone(&case.case))),
            None => made(&case.case),
        })
        .collect::<Result<_, _>>()?;
    let mut analysts = Analysts::new(Embedding::Shipped);
    for some in all.chunks_mut(analysts.at_once()) {
        // If a case cannot be analysed, the reason is shown when it is opened.
        analysts.propose(some);
    }
    let rows: Vec<CaseRow> = all.into_iter().map(|(row, _)| row).collect();
    store.add(&rows).map_err(failure)?;
    copy_annotations(files, of, &mut store)?;
    Ok(store)
}

/// Checks that the session's case is the one that the annotators judged.
fn same(known: &CaseRow, case: &Case, path: &Path) -> Result<(), CliError> {
    let own = known.read().map_err(|why| CliError::file(path, &why.to_string()))?;
    if (&own.article, &own.summary) == (&case.article, &case.summary) {
        return Ok(());
    }
    Err(CliError::usage(format!(
        "{}: its case {:?} ({}) has other texts than the one that was labelled",
        path.display(),
        case.id,
        known.origin_words()
    ))
    .hint("name another session, or give one of the cases another id"))
}

/// Returns a row for a case that no session has.
fn made(case: &Case) -> Result<(CaseRow, Case), CliError> {
    let record = Record::json("adjudicate", &case.id, &line(case));
    let rows = CaseRow::of(record, &Fields::default(), &[]).map_err(CliError::usage)?;
    rows.into_iter().next().ok_or_else(|| CliError::usage(format!("the case {:?} cannot be kept", case.id)))
}
