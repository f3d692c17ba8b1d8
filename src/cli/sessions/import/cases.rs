//! Imports cases into a session.

use std::collections::HashMap;
use std::iter::Peekable;

use crate::case::{Case, Record};
use crate::cli::CliError;
use crate::cli::output::print_note;
use crate::session::CaseRow;

use super::Import;
use crate::cli::sessions::failure;

/// Adds the cases of records. A case whose id the session already has is refused.
pub fn read(import: &mut Import, records: Peekable<impl Iterator<Item = Record>>) -> Result<(), CliError> {
    let mut waiting: Vec<(CaseRow, Case)> = Vec::new();
    let mut ids: HashMap<String, String> = HashMap::new();
    for record in records {
        record.note.iter().for_each(print_note);
        let rows = match CaseRow::of(record, &import.fields, &import.map) {
            Ok(rows) => rows,
            Err(problem) => {
                import.problem(&problem.to_string());
                continue;
            }
        };
        for (row, case) in rows {
            let known = match &import.session.store {
                Some(store) => store.case(&row.id).map_err(failure)?,
                None => None,
            };
            let place = row.origin_words();
            if let Some(known) = known {
                import.problem(&there_already(&row, &known));
            } else if let Some(other) = ids.get(&row.id) {
                let what = format!("{place}: a second case {:?}; the first is at {other}", row.id);
                import.problem(&what);
            } else {
                ids.insert(row.id.clone(), place);
                waiting.push((row, case));
            }
        }
        if waiting.len() >= import.analysts.at_once() {
            add(import, &mut waiting)?;
            ids.clear();
        }
    }
    add(import, &mut waiting)
}

/// Explains why a case with an existing id is refused.
fn there_already(row: &CaseRow, known: &CaseRow) -> String {
    let says = if known.same_case(row) {
        "the same case"
    } else {
        "another text, which stays: give this one another id or, where the file has changed, import it into a new session"
    };
    format!(
        "{}: the session has a case {:?} already, from {} ({says})",
        row.origin_words(),
        row.id,
        known.origin_words()
    )
}

fn add(import: &mut Import, waiting: &mut Vec<(CaseRow, Case)>) -> Result<(), CliError> {
    let outcomes = import.analysts.propose(waiting);
    let mut rows = Vec::with_capacity(waiting.len());
    for ((row, _), outcome) in waiting.drain(..).zip(outcomes) {
        match outcome {
            Ok(notes) => {
                notes.iter().for_each(|note| print_note(format!("{}: {note}", row.id)));
                rows.push(row);
            }
            Err(why) => import.problem(&format!("{}: {why}", row.origin_words())),
        }
    }
    if !rows.is_empty() {
        let store = import.session.store(None)?;
        // Another import may have added cases in the meantime.
        let lost = store.add(&rows).map_err(failure)?;
        import.added.cases += rows.len() - lost.len();
        let refused = |row: &CaseRow| {
            let known = store.case(&row.id).transpose()?;
            Some(known.map(|known| there_already(row, &known)))
        };
        let refused: Result<Vec<String>, _> = lost.into_iter().filter_map(refused).collect();
        refused.map_err(failure)?.iter().for_each(|what| import.problem(what));
    }
    Ok(())
}
