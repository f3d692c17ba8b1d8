//! Imports an export of a session into another or a new session, which then exports the same.

use std::collections::HashSet;
use std::iter::Peekable;

use uuid::Uuid;

use crate::case::{Record, parse_json};
use crate::cli::CliError;
use crate::session::{CaseRow, Event, EventError, Line, Store, carry, read_line};

use super::Import;
use crate::cli::sessions::failure;
use crate::cli::sessions::presence::OpenWorkbenches;

/// Number of rows written in one transaction.
const ROWS_PER_TRANSACTION: usize = 256;

#[derive(Default)]
struct Waiting {
    cases: Vec<CaseRow>,
    ids: HashSet<String>,
    events: Vec<Event>,
    names: HashSet<Uuid>,
    numbers: HashSet<i64>,
    /// Refused cases: the session has different cases with these ids, to which the events do not apply.
    refused: HashSet<String>,
    workbenches: OpenWorkbenches,
}

impl Waiting {
    fn write(&mut self, import: &mut Import) -> Result<(), CliError> {
        let store = import.session.store(None)?;
        // Another import may have added cases in the meantime.
        let lost = store.add(&self.cases).map_err(failure)?;
        import.added.cases += self.cases.len() - lost.len();
        let known = |row: &CaseRow| Some(store.case(&row.id).transpose()?.map(|known| (row.clone(), known)));
        let known: Result<Vec<_>, _> = lost.into_iter().filter_map(known).collect();
        for (row, known) in known.map_err(failure)? {
            self.there_already(import, &row, &known, &row.origin_words());
        }
        import.session.store(None)?.add_events(&self.events).map_err(failure)?;
        import.added.events += self.events.len();
        *self = Waiting { refused: std::mem::take(&mut self.refused), ..Waiting::default() };
        Ok(())
    }

    /// Skips a case that the session has, or refuses it if the session's case differs.
    fn there_already(&mut self, import: &mut Import, row: &CaseRow, known: &CaseRow, place: &str) {
        if known.same_case(row) && same_proposals(known, row) {
            import.added.known += 1;
            return;
        }
        let (from, own) = (known.origin_words(), row.origin_words());
        let other = if known.same_case(row) { "other proposals for case" } else { "another case" };
        import.problem(&format!(
            "{place}: the session has {other} {:?}, from {from}; this one is from {own}, and is left out with its events: \
             import the export into a session of its own",
            row.id,
        ));
        self.refused.insert(row.id.clone());
    }
}

/// Parses a line, or explains what is wrong with it; for invalid JSON, with an excerpt.
fn line(record: Record) -> Result<Line, String> {
    let Some(text) = record.text() else {
        return Err(record.value().err().map_or_else(String::new, |(error, _)| error.reason));
    };
    read_line(&text).map_err(|error| match error {
        EventError::Json(said) => parse_json(text.as_bytes()).err().map_or(said, |error| error.reason),
        other => other.to_string(),
    })
}

/// Adds the cases and events of an export. Those that the session already has are skipped.
pub fn read(import: &mut Import, records: Peekable<impl Iterator<Item = Record>>) -> Result<(), CliError> {
    let mut waiting = Waiting::default();
    let mut begun = false;
    let mut fresh = false;
    for record in records {
        let place = record.place.id();
        match line(record) {
            Ok(Line::Session(line)) if !begun => {
                begun = true;
                let store = import.session.store(Some(&line))?;
                fresh = store.counts().map_err(failure)?.0 == 0;
                // An annotator who judges blind does so in every session with their events.
                store.amend(|known| carry(known, &line)).map_err(failure)?;
            }
            Ok(Line::Session(_)) => import.problem(&format!("{place}: a second session in one file")),
            // Without a readable first line, nothing can be imported.
            Err(why) if !begun => {
                return Err(CliError::usage(format!("{place}: {why}")).hint("nothing was imported"));
            }
            Err(why) => import.problem(&format!("{place}: {why}")),
            Ok(Line::Case(row)) => case(import, &mut waiting, *row, &place, fresh)?,
            Ok(Line::Event(event)) => one(import, &mut waiting, *event, &place)?,
        }
        if waiting.cases.len() + waiting.events.len() >= ROWS_PER_TRANSACTION {
            waiting.write(import)?;
        }
    }
    waiting.write(import)
}

fn case(
    import: &mut Import,
    waiting: &mut Waiting,
    row: CaseRow,
    place: &str,
    fresh: bool,
) -> Result<(), CliError> {
    if waiting.ids.contains(&row.id) {
        waiting.write(import)?;
    }
    let known = import.session.store(None)?.case(&row.id).map_err(failure)?;
    match known {
        Some(known) => waiting.there_already(import, &row, &known, place),
        None => {
            waiting.ids.insert(row.id.clone());
            let at = row.place.filter(|_| fresh);
            waiting.cases.push(CaseRow { place: at, ..row });
        }
    }
    Ok(())
}

fn same_proposals(a: &CaseRow, b: &CaseRow) -> bool {
    a.proposed.is_none() || b.proposed.is_none() || a.proposed == b.proposed
}

fn one(import: &mut Import, waiting: &mut Waiting, event: Event, place: &str) -> Result<(), CliError> {
    if waiting.names.contains(&event.uuid) || !waiting.cases.is_empty() {
        waiting.write(import)?;
    }
    if waiting.refused.contains(&event.case) {
        // The refusal was already reported for the case.
        return Ok(());
    }
    let store: &Store = import.session.store(None)?;
    if let Some(known) = store.named(event.uuid).map_err(failure)? {
        if known.same(&event) {
            import.added.known += 1;
        } else {
            import.problem(&format!(
                "{place}: event {} of the session has the same `uuid` and other content",
                known.seq
            ));
        }
        return Ok(());
    }
    if !store.has(&event.case).map_err(failure)? {
        import.problem(&format!("{place}: there is no case {:?}", event.case));
        return Ok(());
    }
    if let Some(why) = waiting.workbenches.refusal(store, &event.by) {
        import.problem(&format!("{place}: {why}"));
        return Ok(());
    }
    let taken = waiting.numbers.contains(&event.seq) || store.numbered(event.seq).map_err(failure)?.is_some();
    let seq = if taken {
        let last = store.last().map_err(failure)?;
        waiting.numbers.iter().copied().max().unwrap_or(0).max(last) + 1
    } else {
        event.seq
    };
    waiting.numbers.insert(seq);
    waiting.names.insert(event.uuid);
    waiting.events.push(Event { seq, ..event });
    Ok(())
}
