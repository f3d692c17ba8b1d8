//! Merges sessions into their union: each case and each event once, regardless of the order of the files.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

use uuid::Uuid;

use super::blind::carry;
use super::case_row::CaseRow;
use super::error::{CaseOrigin, SessionError};
use super::event::Event;
use super::lines::RUBRIC_FILE;
use super::object::OrderedObject;
use super::store::Store;

/// Number of rows written in one transaction.
const ROWS_PER_TRANSACTION: usize = 256;

/// How to resolve differences between sessions.
#[derive(Clone, Debug, Default)]
pub struct Merging {
    /// The sessions whose own events are left out, by index among the sources, for a case and an
    /// annotator. Events that another session also has are kept.
    pub dropped: HashMap<(String, String), BTreeSet<usize>>,
    /// The rubric; the default is that of the oldest session.
    pub rubric: Option<String>,
}

/// Writes the union of sessions to a new file. Cases are identified by id and content, events by UUID.
/// Cases are sorted by file and line; events are renumbered in the order of their time and UUID.
///
/// # Errors
/// If two cases with the same id differ, or two events with the same UUID: both places. No file is left
/// then.
pub fn merge(out: &Path, sources: &[Store], merging: &Merging) -> Result<Store, SessionError> {
    let mut line = earliest(sources)?;
    if let Some(rubric) = &merging.rubric {
        line.set("rubric", rubric);
        line.remove("readings");
        line.remove(RUBRIC_FILE);
    }
    let order = cases(sources)?;
    let mut made = Store::create(out, &line)?;
    fill(&mut made, sources, &order, &merging.dropped)?;
    Ok(made)
}

fn fill(
    made: &mut Store,
    sources: &[Store],
    order: &[String],
    dropped: &HashMap<(String, String), BTreeSet<usize>>,
) -> Result<(), SessionError> {
    let mut kept: HashMap<(&str, &str), HashSet<Uuid>> = HashMap::new();
    for ((case, by), dropped) in dropped {
        let own = kept.entry((case, by)).or_default();
        for (_, source) in sources.iter().enumerate().filter(|(at, _)| !dropped.contains(at)) {
            own.extend(source.events(case, by)?.into_iter().map(|event| event.uuid));
        }
    }
    for (chunk, ids) in order.chunks(ROWS_PER_TRANSACTION).enumerate() {
        let row = |(at, id): (usize, &String)| {
            let place = i64::try_from(chunk * ROWS_PER_TRANSACTION + at).ok();
            Ok(joined(sources, id)?.map(|row| CaseRow { place, ..row }))
        };
        let rows: Result<Vec<Option<CaseRow>>, SessionError> = ids.iter().enumerate().map(row).collect();
        made.add(&rows?.into_iter().flatten().collect::<Vec<_>>())?;
    }
    let mut all: Vec<EventOrigin> = Vec::new();
    for (source, store) in sources.iter().enumerate() {
        let order = store.order()?.into_iter();
        all.extend(order.map(|(micros, uuid, seq)| EventOrigin { uuid, micros, source, seq }));
    }
    // Sorted by UUID first, so that copies of an event are adjacent even if their times differ.
    all.sort_unstable();
    for pair in all.windows(2).filter(|pair| pair[0].uuid == pair[1].uuid) {
        same(sources, &pair[0], &pair[1])?;
    }
    all.dedup_by_key(|origin| origin.uuid);
    all.sort_unstable_by_key(|origin| (origin.micros, origin.uuid));
    let mut last = 0;
    for some in all.chunks(ROWS_PER_TRANSACTION) {
        let mut events = Vec::with_capacity(some.len());
        for origin in some {
            let event = origin.event(sources)?;
            let kept = kept.get(&(event.case.as_str(), event.by.as_str()));
            if kept.is_none_or(|kept| kept.contains(&event.uuid)) {
                last += 1;
                events.push(Event { seq: last, ..event });
            }
        }
        made.add_events(&events)?;
    }
    Ok(())
}

/// Where an event is recorded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct EventOrigin {
    uuid: Uuid,
    /// Time in microseconds since 1970.
    micros: i64,
    /// The session, by index among the sources.
    source: usize,
    seq: i64,
}

impl EventOrigin {
    fn event(&self, sources: &[Store]) -> Result<Event, SessionError> {
        sources[self.source].numbered(self.seq)?.ok_or(SessionError::EventGone(self.seq))
    }
}

/// Returns the first line of the oldest session, with the settings of blind review of all sessions.
fn earliest(sources: &[Store]) -> Result<OrderedObject, SessionError> {
    let mut lines = sources.iter().map(Store::line).collect::<Result<Vec<_>, _>>()?;
    let key = |line: &OrderedObject| (line.string("created").ok().flatten(), line.to_text());
    lines.sort_by_key(key);
    let mut first = lines.first().cloned().unwrap_or_default();
    lines.iter().skip(1).for_each(|line| carry(&mut first, line));
    Ok(first)
}

/// Returns the ids of all cases, sorted by file and line, and by position for cases that share a line.
fn cases(sources: &[Store]) -> Result<Vec<String>, SessionError> {
    let mut keys: HashMap<String, (String, usize, i64)> = HashMap::new();
    for source in sources {
        for id in source.ids()? {
            let Some(row) = source.case(&id)? else { continue };
            let origin = row.place_of_origin();
            let key = (origin.file.to_string(), origin.line, row.place.unwrap_or(i64::MAX));
            keys.entry(id).and_modify(|known| *known = key.clone().min(known.clone())).or_insert(key);
        }
    }
    let mut all: Vec<(String, (String, usize, i64))> = keys.into_iter().collect();
    all.sort_unstable_by(|(a, at), (b, bt)| (at, a).cmp(&(bt, b)));
    Ok(all.into_iter().map(|(id, _)| id).collect())
}

/// Returns a case with the data of all sessions.
fn joined(sources: &[Store], id: &str) -> Result<Option<CaseRow>, SessionError> {
    let mut all: Option<(CaseRow, &Store)> = None;
    for source in sources {
        let Some(row) = source.case(id)? else { continue };
        all = Some(match all {
            None => (row, source),
            Some((known, from)) => (join(known, from, row, source)?, from),
        });
    }
    Ok(all.map(|(row, _)| row))
}

fn join(a: CaseRow, in_a: &Store, b: CaseRow, in_b: &Store) -> Result<CaseRow, SessionError> {
    if !a.same_case(&b) {
        let place = |of: &Store, row: &CaseRow| CaseOrigin {
            session: of.path().to_path_buf(),
            from: row.origin_words(),
        };
        let places = Box::new([place(in_a, &a), place(in_b, &b)]);
        return Err(SessionError::TwoCases { case: a.id, places });
    }
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    if let (Some((engine_a, mine)), Some((engine_b, other))) = (&a.proposed, &b.proposed)
        && (engine_a != engine_b || mine != other && value(mine) != value(other))
    {
        return Err(SessionError::TwoProposals {
            engines: Box::new([engine_a.clone(), engine_b.clone()]),
            files: Box::new([in_a, in_b].map(|of| of.path().to_path_buf())),
            case: a.id,
        });
    }
    let mut assigned = [&a.assigned[..], &b.assigned[..]].concat();
    assigned.sort();
    assigned.dedup();
    // If equal cases are written differently, the choice does not depend on the order of the files.
    let (at, bt) = (a.place_of_origin(), b.place_of_origin());
    let first = (&at.file, at.line, &a.origin) <= (&bt.file, bt.line, &b.origin);
    let origin = if first { a.origin } else { b.origin };
    let rest = if a.rest.to_text() <= b.rest.to_text() { a.rest } else { b.rest };
    let proposed = match (a.proposed, b.proposed) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    Ok(CaseRow { place: None, id: a.id, text: a.text.min(b.text), origin, proposed, assigned, rest })
}

/// Checks that two files have the same event under one UUID.
fn same(sources: &[Store], a: &EventOrigin, b: &EventOrigin) -> Result<(), SessionError> {
    if a.event(sources)?.same(&b.event(sources)?) {
        return Ok(());
    }
    let place = |origin: &EventOrigin| (origin.seq, sources[origin.source].path().to_path_buf());
    Err(SessionError::TwoEvents { uuid: a.uuid, places: [place(a), place(b)] })
}
