//! What was found of cases, kept so that it need not be found again; and what an annotator has decided so far.

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
    /// The case.
    pub id: String,
    /// Events of the case that it takes in.
    pub events: i64,
    /// What was found, on one line.
    pub line: String,
    /// The version of the engine and what it proposes, where nothing was proposed for the case before.
    pub proposed: Option<(String, String)>,
}

/// A verdict that is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InForce {
    pub verdict: Decision,
    /// The bulk step that it was given in, if in one.
    pub bulk: Option<String>,
    /// When, in microseconds since 1970.
    pub micros: i64,
}

impl Store {
    /// What was found of cases for an annotator, where nothing happened to them since: ids, and a line each.
    pub fn found(&self, by: &str, key: &str) -> Result<Vec<(String, String)>, SessionError> {
        let sql = "SELECT id, line FROM digest JOIN cases ON n = case_n WHERE by = ?1 AND key = ?2 \
                   AND events = (SELECT count(*) FROM event WHERE event.case_n = n)";
        self.all(sql, [by, key], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Keeps what was found of cases for an annotator, and the proposals of those that had none.
    ///
    /// # Errors
    /// If nothing can be written; then nothing was kept.
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

    /// Forgets what was found under keys that do not begin so: by another engine.
    pub fn forget_found(&mut self, beginning: &str) -> Result<(), SessionError> {
        let sql = "DELETE FROM digest WHERE substr(key, 1, length(?1)) <> ?1";
        self.write(|tx| tx.execute(sql, [beginning]).map(drop))
    }

    /// The events of an annotator that were taken back.
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

    /// The verdicts of an annotator that are in force, by the case.
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

    /// The cases that an annotator accepted without undoing it. Labels that were confirmed one by one do not count.
    pub fn accepted(&self, by: &str) -> Result<HashSet<String>, SessionError> {
        let gone = self.taken_back(by)?;
        let sql = "SELECT uuid, cases.id FROM event JOIN cases ON cases.n = case_n WHERE by = ?1 \
                   AND name = 'accept' AND json_extract(line, '$.judged') IS NOT 1";
        let all = self.all(sql, [by], |row| Ok((Uuid::from_bytes(row.get(0)?), row.get::<_, String>(1)?)))?;
        Ok(all.into_iter().filter(|(uuid, _)| !gone.contains(uuid)).map(|(_, id)| id).collect())
    }

    /// What an annotator changed and did not take back, in the order of the changes: the event and its case.
    pub fn changes(&self, by: &str) -> Result<Vec<(Uuid, String)>, SessionError> {
        let gone = self.taken_back(by)?;
        let sql = "SELECT uuid, cases.id FROM event JOIN cases ON cases.n = case_n WHERE by = ?1 \
                   AND name NOT IN ('undo', 'redo', 'seen', 'reveal', 'adjudicate') ORDER BY micros, uuid";
        let mut all = self.all(sql, [by], |row| Ok((Uuid::from_bytes(row.get(0)?), row.get(1)?)))?;
        all.retain(|(uuid, _)| !gone.contains(uuid));
        Ok(all)
    }

    /// When an annotator did something, bulk steps aside, and to which case: microseconds since 1970, in order.
    pub fn times(&self, by: &str) -> Result<Vec<(i64, String)>, SessionError> {
        // Only these two are ever of a bulk step: the lines of all others need not be read.
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
