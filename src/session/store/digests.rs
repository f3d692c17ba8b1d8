//! Stored digests of cases, which save analysing them again, and queries about an annotator's decisions
//! so far.

use std::collections::{HashMap, HashSet};

use rusqlite::params;
use uuid::Uuid;

use super::Store;
use super::packed::CompressedText;
use crate::report::Decision;
use crate::session::error::SessionError;
use crate::session::event::{Act, BULK, Event};
use crate::session::folded::{EventKind, undone};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDigest {
    /// Id of the case.
    pub id: String,
    /// Number of events of the case that the digest covers.
    pub events: i64,
    /// The digest, on one line.
    pub line: String,
    /// The engine's version and proposals, for a case that had none.
    pub proposed: Option<(String, String)>,
}

/// A verdict in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InForce {
    pub verdict: Decision,
    /// The bulk step in which it was given, if any.
    pub bulk: Option<String>,
    /// Time in microseconds since 1970.
    pub micros: i64,
}

/// A change that an annotator made and did not undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedChange {
    pub event: Uuid,
    /// Id of the case.
    pub case: String,
    /// The bulk step that made it, if any.
    pub bulk: Option<String>,
}

impl Store {
    /// Returns the digests for an annotator that are still valid, since the case has no newer events: id
    /// and line.
    pub fn found(&self, by: &str, key: &str) -> Result<Vec<(String, String)>, SessionError> {
        let sql = "SELECT id, line FROM digest JOIN cases ON n = case_n WHERE by = ?1 AND key = ?2 \
                   AND events = (SELECT count(*) FROM event WHERE event.case_n = n)";
        self.all(sql, [by, key], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Stores digests of cases for an annotator, and the proposals of cases that had none.
    ///
    /// # Errors
    /// If nothing can be written; nothing was stored then.
    pub fn keep_found(&mut self, by: &str, key: &str, all: &[StoredDigest]) -> Result<(), SessionError> {
        self.write(|tx| {
            for one in all {
                tx.prepare_cached(
                    "INSERT INTO digest (by, key, case_n, events, line) SELECT ?1, ?2, n, ?4, ?5 FROM cases \
                     WHERE id = ?3 ON CONFLICT DO UPDATE SET events = ?4, line = ?5",
                )?
                .execute(params![by, key, one.id, one.events, one.line])?;
                if let Some((engine, proposals)) = &one.proposed {
                    tx.prepare_cached(super::PROPOSE)?.execute(params![
                        one.id,
                        engine,
                        CompressedText(proposals)
                    ])?;
                }
            }
            Ok(())
        })
    }

    /// Deletes digests whose key has another prefix, that is, those by another engine.
    pub fn forget_found(&mut self, beginning: &str) -> Result<(), SessionError> {
        let sql = "DELETE FROM digest WHERE substr(key, 1, length(?1)) <> ?1";
        self.write(|tx| tx.execute(sql, [beginning]).map(drop))
    }

    /// Returns an annotator's events that were undone.
    fn taken_back(&self, by: &str) -> Result<HashSet<Uuid>, SessionError> {
        let sql = "SELECT uuid, name, json_extract(line, '$.of') FROM event WHERE by = ?1 \
                   AND name IN ('undo', 'redo') ORDER BY micros, uuid";
        let turns = self.all(sql, [by], |row| {
            let of = row.get::<_, String>(2)?.parse().unwrap_or_default();
            let did =
                if row.get_ref(1)?.as_str()? == "undo" { EventKind::Undo(of) } else { EventKind::Redo(of) };
            Ok((Uuid::from_bytes(row.get(0)?), did))
        })?;
        Ok(undone(&turns))
    }

    /// Returns an annotator's verdicts in force, by case.
    pub fn verdicts(&self, by: &str) -> Result<HashMap<String, InForce>, SessionError> {
        let gone = self.taken_back(by)?;
        let sql = "SELECT uuid, case_n FROM event WHERE by = ?1 AND name = 'decide' ORDER BY micros, uuid";
        let mut last: HashMap<i64, Uuid> = HashMap::new();
        for (uuid, case) in self.all(sql, [by], |row| Ok((Uuid::from_bytes(row.get(0)?), row.get(1)?)))? {
            if !gone.contains(&uuid) {
                last.insert(case, uuid);
            }
        }
        let mut verdicts = HashMap::with_capacity(last.len());
        for event in last.into_values().map(|uuid| self.named(uuid)) {
            verdicts.extend(event?.and_then(|event| Some((event.case.clone(), in_force(&event)?))));
        }
        Ok(verdicts)
    }

    /// Returns the cases that an annotator accepted without undoing it. Labels confirmed individually do
    /// not count.
    pub fn accepted(&self, by: &str) -> Result<HashSet<String>, SessionError> {
        let gone = self.taken_back(by)?;
        let sql = "SELECT uuid, cases.id FROM event JOIN cases ON cases.n = case_n WHERE by = ?1 \
                   AND name = 'accept' AND json_extract(line, '$.judged') IS NOT 1";
        let all = self.all(sql, [by], |row| Ok((Uuid::from_bytes(row.get(0)?), row.get::<_, String>(1)?)))?;
        Ok(all.into_iter().filter(|(uuid, _)| !gone.contains(uuid)).map(|(_, id)| id).collect())
    }

    /// Returns an annotator's changes that were not undone, in order.
    pub fn changes(&self, by: &str) -> Result<Vec<RecordedChange>, SessionError> {
        let gone = self.taken_back(by)?;
        // Few lines belong to a bulk step, and only those are parsed.
        let sql = format!(
            "SELECT uuid, cases.id, CASE WHEN instr(line, '\"{BULK}\"') THEN json_extract(line, '$.{BULK}') END \
             FROM event JOIN cases ON cases.n = case_n WHERE by = ?1 \
             AND name NOT IN ('undo', 'redo', 'seen', 'reveal', 'adjudicate') ORDER BY micros, uuid"
        );
        let mut all = self.all(&sql, [by], |row| {
            let (event, case, bulk) = (Uuid::from_bytes(row.get(0)?), row.get(1)?, row.get(2)?);
            Ok(RecordedChange { event, case, bulk })
        })?;
        all.retain(|change| !gone.contains(&change.event));
        Ok(all)
    }

    /// Returns the times of an annotator's events, except in bulk steps, with their cases: microseconds
    /// since 1970, in order.
    pub fn times(&self, by: &str) -> Result<Vec<(i64, String)>, SessionError> {
        // Only these two kinds can belong to a bulk step; the lines of all others need not be read.
        let sql = format!(
            "SELECT micros, cases.id FROM event JOIN cases ON cases.n = case_n WHERE by = ?1 AND (name NOT IN ('accept', 'decide') \
             OR instr(line, '\"{BULK}\"') = 0 OR json_extract(line, '$.{BULK}') IS NULL)"
        );
        let mut times = self.all(&sql, [by], |row| Ok((row.get(0)?, row.get(1)?)))?;
        times.sort_unstable();
        Ok(times)
    }
}

fn in_force(event: &Event) -> Option<InForce> {
    let Act::Decide { verdict, .. } = event.act else { return None };
    Some(InForce { verdict, bulk: event.bulk(), micros: event.at.micros() })
}
