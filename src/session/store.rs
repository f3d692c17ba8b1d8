//! A session's file: an SQLite database in WAL mode, synchronised at each commit. Once a commit has
//! returned, its data is on disk, and a writer that is killed leaves neither a lock nor half an event.

mod checksum;
mod connection;
mod copy;
mod digests;
mod fold;
mod in_place;
mod line;
mod mark;
mod migrate;
mod packed;
mod presence;
mod record;
mod words;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Params, Row, params};
use uuid::Uuid;

use super::case_row::CaseRow;
use super::error::SessionError;
use super::event::{Event, Moment};
use super::object::OrderedObject;
use crate::files;

pub use connection::close_all;
pub use copy::Mirror;
pub use digests::{InForce, RecordedChange, StoredDigest};
pub use migrate::SCHEMA;
pub use presence::{Presence, PresenceError};
pub use record::Recorder;
pub use words::SearchableText;

use connection::Db;
use in_place::Identity;
use line::Stored;
use packed::CompressedText;

/// Stores proposals for a case without any.
const PROPOSE: &str = "UPDATE cases SET engine = ?2, proposals = ?3, proposals_checksum = NULL \
                       WHERE id = ?1 AND proposals IS NULL";

/// Bytes of the smallest page of an SQLite database.
const MIN_PAGE: u64 = 512;

/// An open session file.
#[derive(Debug)]
pub struct Store {
    db: Db,
    path: PathBuf,
    identity: Identity,
    /// Whether it is open read-only because the disk has no room for the index of its log.
    is_full: bool,
}

impl Store {
    /// Opens a session, upgrading an older schema.
    pub fn open(path: &Path) -> Result<Store, SessionError> {
        let about = std::fs::metadata(path).map_err(|error| SessionError::io(path, &error))?;
        let other =
            |reason: &str| SessionError::Other { path: path.to_path_buf(), reason: reason.to_owned() };
        if !about.is_file() {
            return Err(other("it is not a file"));
        }
        if about.len() == 0 {
            return Err(other("it is empty"));
        }
        // SQLite takes a shorter file for an empty database.
        if about.len() < MIN_PAGE {
            return Err(other("not an SQLite database, or one that was cut short"));
        }
        let real = connection::real(path);
        match Store::connect(path, &real) {
            // If nothing can be written, not even the index of the log, the file can still be read,
            // provided that it is complete.
            Err(error @ (SessionError::Io { .. } | SessionError::ReadOnly(_) | SessionError::Full(_)))
                if !has_log(&real) =>
            {
                // SQLite's message names the resolved path; report the path that was given.
                let reason = |fault| {
                    std::fs::File::open(&real).err().map_or(fault, |error| SessionError::Io {
                        path: path.to_path_buf(),
                        reason: error.to_string(),
                    })
                };
                let mut store = Store::immutable(path, &real).map_err(reason)?;
                store.is_full = matches!(error, SessionError::Full(_));
                Ok(store)
            }
            other => other,
        }
    }

    /// Opens a session. If another process has locked the file, `notify` is called immediately with a
    /// message.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_notifying(path: &Path, notify: impl FnOnce(String)) -> Result<Store, SessionError> {
        let notify = || {
            let names = presence::at(path);
            let who = if names.is_empty() { "another process".to_owned() } else { names.join("; ") };
            notify(format!("waiting for {}, which is locked by {who}", path.display()));
        };
        let store = connection::impatient(|| Store::open(path), notify)?;
        store.wait_at_most(connection::PATIENCE)?;
        Ok(store)
    }

    /// Creates a new session.
    ///
    /// # Errors
    /// If the file exists, or cannot be created.
    pub fn create(path: &Path, line: &OrderedObject) -> Result<Store, SessionError> {
        // A log beside a session belongs to it, unless that is new.
        let is_there =
            || std::fs::symlink_metadata(path).is_ok_and(|about| !about.is_file() || about.len() > 0);
        if has_log(path) && !is_there() {
            return Err(SessionError::ForeignLog(path.to_path_buf()));
        }
        match std::fs::symlink_metadata(path) {
            Err(_) if Store::make(path, line)? => Store::open(path),
            Ok(about) if about.is_file() && about.len() == 0 => Ok(Store::fill(path, line)?.0),
            _ => Err(SessionError::Exists(path.to_path_buf())),
        }
    }

    /// Opens a session, or creates it if it does not exist; another process may do the same at the same
    /// time.
    ///
    /// # Errors
    /// As [`Store::open`] and [`Store::create`].
    pub fn open_or_create(path: &Path, line: &OrderedObject) -> Result<Store, SessionError> {
        match std::fs::metadata(path) {
            Ok(about) if about.len() > 0 => Store::open(path),
            Err(_) if std::fs::symlink_metadata(path).is_err() && !has_log(path) => {
                // If another process created it first, that session is opened.
                Store::make(path, line)?;
                Store::open(path)
            }
            _ => {
                files::ensure(path).map_err(|error| SessionError::io(path, &error))?;
                Ok(Store::fill(path, line)?.0)
            }
        }
    }

    /// Opens a file and, if it is empty, makes it a new session; returns whether it did.
    fn fill(path: &Path, line: &OrderedObject) -> Result<(Store, bool), SessionError> {
        let real = connection::real(path);
        let db = Db::open(&real, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let mut store = Store::of(db, path, &real);
        store.settle()?;
        let created = store.write(|db| {
            let there: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            if there > 0 {
                return Ok(false);
            }
            migrate::create(db)?;
            db.execute("INSERT INTO session (line) VALUES (?1)", [line.to_text()]).map(|_| true)
        })?;
        if created {
            // Only a checkpoint writes the mark to the file itself.
            store.rest()?;
            files::sync_folder(files::folder_of(&real));
        } else {
            store.known()?;
        }
        store.identity = Identity::of(&real);
        Ok((store, created))
    }

    fn of(db: Db, path: &Path, real: &Path) -> Store {
        Store { db, path: path.to_path_buf(), identity: Identity::of(real), is_full: false }
    }

    fn connect(path: &Path, real: &Path) -> Result<Store, SessionError> {
        let db = Db::open(real, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let mut store = Store::of(db, path, real);
        store.known()?;
        store.settle()?;
        // The log file exists after the first query.
        store.identity = Identity::of(real);
        Ok(store)
    }

    fn immutable(path: &Path, real: &Path) -> Result<Store, SessionError> {
        let mut store = Store::of(Db::immutable(real)?, path, real);
        store.known()?;
        Ok(store)
    }

    /// Checks that the file is a session with a known schema, and upgrades an older schema.
    fn known(&mut self) -> Result<(), SessionError> {
        let pragma = |name: &str| -> rusqlite::Result<i64> {
            self.db.with(|db| db.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0)))
        };
        let (id, found) = pragma("application_id")
            .and_then(|id| Ok((id, pragma("user_version")?)))
            .map_err(|error| self.fault(&error))?;
        if id != migrate::APPLICATION {
            let reason = "an SQLite database of another program".to_owned();
            return Err(SessionError::Other { path: self.path.clone(), reason });
        }
        if found > SCHEMA {
            return Err(SessionError::Newer { path: self.path.clone(), found, known: SCHEMA });
        }
        if found < SCHEMA {
            self.write(migrate::upgrade)?;
            // Only a checkpoint writes the mark to the file itself.
            self.rest()?;
        }
        Ok(())
    }

    /// Sets the journal mode and the synchronisation of the connection.
    fn settle(&mut self) -> Result<(), SessionError> {
        let settle = |db: &Connection| {
            // A read-only file keeps its journal mode.
            connection::in_turn(|| db.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())))?;
            db.execute_batch("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON;")?;
            db.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
        };
        self.db.with(settle).map_err(|error| self.fault(&error))
    }

    /// Sets how long a writer waits for other processes before [`SessionError::Busy`].
    ///
    /// # Errors
    /// If the connection is closed.
    pub fn wait_at_most(&self, patience: std::time::Duration) -> Result<(), SessionError> {
        self.db.wait_at_most(patience).map_err(|error| self.fault(&error))
    }

    /// Writes the log into the file, which is then complete without it. Called when idle.
    ///
    /// # Errors
    /// If this is not possible now; the log is kept then.
    pub fn rest(&self) -> Result<(), SessionError> {
        self.db.rest().map_err(|error| self.fault(&error))
    }

    /// Checks that the data written is in the file with this name, which may have been removed, replaced
    /// or truncated while open.
    pub fn in_place(&self) -> Result<(), SessionError> {
        self.identity.check(&self.db)
    }

    /// Checks that the session is writable.
    ///
    /// # Errors
    /// If it is not.
    pub fn writable(&self) -> Result<(), SessionError> {
        match self.db.with(|db| db.is_readonly(rusqlite::MAIN_DB)) {
            Ok(false) => Ok(()),
            Ok(true) if self.is_full => Err(SessionError::Full(self.path.clone())),
            Ok(true) => Err(SessionError::ReadOnly(self.path.clone())),
            Err(error) => Err(self.fault(&error)),
        }
    }

    /// Who has the session open as this annotator, in a workbench; `None` if nobody has.
    pub fn opened_by(&self, by: &str) -> Option<String> {
        presence::of(self.path(), by)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn fault(&self, error: &rusqlite::Error) -> SessionError {
        match SessionError::of(&self.path, error) {
            SessionError::ReadOnly(path) if self.is_full => SessionError::Full(path),
            other => other,
        }
    }

    /// Writes in one transaction, waiting for its turn. Afterwards either everything is on disk, or
    /// nothing.
    fn write<T>(&mut self, act: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, SessionError> {
        let run = |db: &Connection| {
            let done = act(db);
            connection::end(db, done.is_ok())?;
            done
        };
        let turn = self.db.turn();
        let _held = self.db.begin(&turn).map_err(|error| self.fault(&error))?;
        self.db.with(run).map_err(|error| self.fault(&error))
    }

    fn one<T>(
        &self,
        sql: &str,
        with: impl Params,
        read: impl FnOnce(&Row) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, SessionError> {
        let one = |db: &Connection| db.prepare_cached(sql)?.query_row(with, read).optional();
        self.db.with(one).map_err(|error| self.fault(&error))
    }

    fn all<T>(
        &self,
        sql: &str,
        with: impl Params,
        read: impl FnMut(&Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, SessionError> {
        let all = |db: &Connection| db.prepare_cached(sql)?.query_map(with, read).and_then(Iterator::collect);
        self.db.with(all).map_err(|error| self.fault(&error))
    }

    /// Returns the first line of an export: when the session was made, its rubric and readings.
    pub fn line(&self) -> Result<OrderedObject, SessionError> {
        let line =
            self.one("SELECT line FROM session", [], |row| row.get::<_, String>(0))?.unwrap_or_default();
        Ok(OrderedObject::reread(line).unwrap_or_default())
    }

    /// Changes the first line in a transaction, so that concurrent changes by others are kept.
    pub fn amend(&mut self, change: impl FnOnce(&mut OrderedObject)) -> Result<(), SessionError> {
        self.write(|tx| {
            let before: String = tx.query_row("SELECT line FROM session", [], |row| row.get(0))?;
            let mut line = OrderedObject::reread(before.clone()).unwrap_or_default();
            change(&mut line);
            let after = line.to_text();
            if after != before {
                tx.execute("UPDATE session SET line = ?1, checksum = NULL", [after])?;
            }
            Ok(())
        })
    }

    /// Returns the numbers of cases and events.
    pub fn counts(&self) -> Result<(i64, i64), SessionError> {
        let counts = "SELECT (SELECT count(*) FROM cases), (SELECT count(*) FROM event)";
        Ok(self.one(counts, [], |row| Ok((row.get(0)?, row.get(1)?)))?.unwrap_or_default())
    }

    /// Returns the ids of the cases in the order of the queue.
    pub fn ids(&self) -> Result<Vec<String>, SessionError> {
        self.all("SELECT id FROM cases ORDER BY place, id", [], |row| row.get(0))
    }

    /// Returns the ids of an annotator's cases in the order of the queue: those assigned to them or to
    /// nobody.
    pub fn queue(&self, by: &str) -> Result<Vec<String>, SessionError> {
        let sql = "SELECT id FROM cases WHERE NOT EXISTS (SELECT 1 FROM assigned WHERE case_n = n) \
                   OR EXISTS (SELECT 1 FROM assigned WHERE case_n = n AND by = ?1) ORDER BY place, id";
        self.all(sql, [by], |row| row.get(0))
    }

    pub fn case(&self, id: &str) -> Result<Option<CaseRow>, SessionError> {
        let sql = "SELECT n, place, id, text, origin, engine, proposals, rest FROM cases WHERE id = ?1";
        let found = self.one(sql, [id], |row| {
            let engine: Option<String> = row.get(5)?;
            let proposals: Option<CompressedText<String>> = row.get(6)?;
            let case = CaseRow {
                place: Some(row.get(1)?),
                id: row.get(2)?,
                text: row.get(3)?,
                origin: row.get(4)?,
                proposed: engine.zip(proposals.map(|packed| packed.0)),
                assigned: Vec::new(),
                rest: OrderedObject::reread(row.get(7)?).unwrap_or_default(),
            };
            Ok((row.get::<_, i64>(0)?, case))
        })?;
        let Some((n, case)) = found else { return Ok(None) };
        let assigned =
            self.all("SELECT by FROM assigned WHERE case_n = ?1 ORDER BY by", [n], |row| row.get(0))?;
        Ok(Some(CaseRow { assigned, ..case }))
    }

    /// Returns the ids of the cases whose text contains an article as JSON writes it, in the order of the
    /// queue.
    pub fn with_article(&self, article: &str) -> Result<Vec<String>, SessionError> {
        // Other characters may be written plainly or escaped; a long enough run of plain ones matches
        // both forms.
        let plain = |c: char| c.is_ascii() && !c.is_control() && !matches!(c, '"' | '\\' | '/');
        let run = article.split(|c: char| !plain(c)).max_by_key(|run| run.len()).unwrap_or_default();
        let sql = "SELECT id, text, origin FROM cases WHERE instr(text, ?1) > 0 ORDER BY place, id";
        let found = self.all(sql, [run], |row| {
            let case = CaseRow::stored(row.get(0)?, row.get(1)?, row.get(2)?);
            Ok((case.read().is_ok_and(|case| case.article == article)).then_some(case.id))
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    pub fn has(&self, id: &str) -> Result<bool, SessionError> {
        Ok(self.one("SELECT 1 FROM cases WHERE id = ?1", [id], |_| Ok(()))?.is_some())
    }

    /// Returns the ids of the cases without proposals, in the order of the queue.
    pub fn unproposed(&self) -> Result<Vec<String>, SessionError> {
        self.all("SELECT id FROM cases WHERE proposals IS NULL ORDER BY place, id", [], |row| row.get(0))
    }

    /// Adds cases after the existing ones. Cases whose id exists, possibly because another process added
    /// them in the meantime, are not added but returned.
    ///
    /// # Errors
    /// If nothing can be written; nothing was added then.
    pub fn add<'r>(&mut self, rows: &'r [CaseRow]) -> Result<Vec<&'r CaseRow>, SessionError> {
        self.write(|tx| {
            let next: i64 =
                tx.query_row("SELECT coalesce(max(place), -1) + 1 FROM cases", [], |row| row.get(0))?;
            let mut known = Vec::new();
            for (at, row) in rows.iter().enumerate() {
                let place = row.place.unwrap_or(next + at as i64);
                if !insert(tx, row, place)? {
                    known.push(row);
                }
            }
            Ok(known)
        })
    }

    /// Stores the engine's proposals for a case without any.
    pub fn propose(&mut self, id: &str, engine: &str, proposals: &str) -> Result<(), SessionError> {
        self.write(|tx| tx.execute(PROPOSE, params![id, engine, CompressedText(proposals)]).map(drop))
    }

    /// Returns the annotators with their numbers of events, by name, for one case or for all.
    pub fn annotators(&self, id: Option<&str>) -> Result<Vec<(String, i64)>, SessionError> {
        let sql = "SELECT by, count(*) FROM event WHERE ?1 IS NULL OR case_n = (SELECT n FROM cases WHERE id = ?1) \
                   GROUP BY by ORDER BY by";
        self.all(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns the names of everyone with a ruling.
    pub fn adjudicators(&self) -> Result<Vec<String>, SessionError> {
        self.all("SELECT DISTINCT by FROM event WHERE name = 'adjudicate' ORDER BY by", [], |row| row.get(0))
    }

    /// Returns the first case with several annotators, and their names.
    pub fn shared(&self) -> Result<Option<(String, Vec<String>)>, SessionError> {
        let sql = "SELECT id FROM cases WHERE n IN (SELECT case_n FROM event GROUP BY case_n HAVING \
                   count(DISTINCT by) > 1) ORDER BY place, id LIMIT 1";
        let Some(id) = self.one(sql, [], |row| row.get::<_, String>(0))? else { return Ok(None) };
        let names = self.annotators(Some(&id))?.into_iter().map(|(name, _)| name).collect();
        Ok(Some((id, names)))
    }

    /// Returns an annotator's events on a case, in order.
    pub fn events(&self, id: &str, by: &str) -> Result<Vec<Event>, SessionError> {
        self.events_where("case_n = (SELECT n FROM cases WHERE id = ?1) AND by = ?2", [id, by])
    }

    /// Returns an annotator's events of one kind on all cases, in order.
    pub fn events_of(&self, name: &str, by: &str) -> Result<Vec<Event>, SessionError> {
        self.events_where("name = ?1 AND by = ?2", [name, by])
    }

    fn events_where(&self, condition: &str, with: impl Params) -> Result<Vec<Event>, SessionError> {
        let columns = Stored::COLUMNS;
        let sql = format!("SELECT {columns} FROM event WHERE {condition} ORDER BY micros, uuid");
        let mut proposals = None;
        let stored = self.all(&sql, with, Stored::read)?.into_iter();
        stored.map(|stored| self.event(stored, &mut proposals)).collect()
    }

    /// Returns the time, UUID and number of every event, in order.
    pub fn order(&self) -> Result<Vec<(i64, Uuid, i64)>, SessionError> {
        let sql = "SELECT micros, uuid, seq FROM event ORDER BY micros, uuid";
        self.all(sql, [], |row| Ok((row.get(0)?, Uuid::from_bytes(row.get(1)?), row.get(2)?)))
    }

    pub fn numbered(&self, seq: i64) -> Result<Option<Event>, SessionError> {
        Ok(self.events_where("seq = ?1", [seq])?.pop())
    }

    pub fn named(&self, uuid: Uuid) -> Result<Option<Event>, SessionError> {
        Ok(self.events_where("uuid = ?1", [uuid.as_bytes()])?.pop())
    }

    /// Adds complete events. An event whose UUID exists is skipped; one whose number is taken gets the
    /// next free one.
    ///
    /// # Errors
    /// If nothing can be written; nothing was added then.
    pub fn add_events(&mut self, events: &[Event]) -> Result<(), SessionError> {
        self.write(|tx| {
            let mut named = tx.prepare_cached("SELECT 1 FROM event WHERE uuid = ?1")?;
            let mut numbered = tx.prepare_cached("SELECT 1 FROM event WHERE seq = ?1")?;
            for event in events {
                if named.exists([event.uuid.as_bytes()])? {
                    continue;
                }
                if numbered.exists([event.seq])? {
                    let next = tx.query_row("SELECT max(seq) + 1 FROM event", [], |row| row.get(0))?;
                    insert_event(tx, &Event { seq: next, ..event.clone() })?;
                } else {
                    insert_event(tx, event)?;
                }
            }
            Ok(())
        })
    }

    /// Returns the largest event number; 0 without events.
    pub fn last(&self) -> Result<i64, SessionError> {
        Ok(self.one("SELECT coalesce(max(seq), 0) FROM event", [], |row| row.get(0))?.unwrap_or(0))
    }

    /// Assigns cases to annotators, replacing earlier assignments.
    pub fn assign(&mut self, assigned: &[(String, Vec<String>)]) -> Result<(), SessionError> {
        self.write(|tx| {
            tx.execute("DELETE FROM assigned", [])?;
            assigned.iter().try_for_each(|(id, names)| insert_assigned(tx, id, names))
        })
    }

    /// Removes the assignments of cases, so that all annotators get them.
    pub fn share(&mut self, ids: &[String]) -> Result<(), SessionError> {
        let sql = "DELETE FROM assigned WHERE case_n = (SELECT n FROM cases WHERE id = ?1)";
        self.write(|tx| ids.iter().try_for_each(|id| tx.prepare_cached(sql)?.execute([id]).map(drop)))
    }

    /// Returns an annotator's saved position and view, both as JSON.
    pub fn saved_position(&self, by: &str) -> Result<Option<(String, String)>, SessionError> {
        self.one("SELECT place, view FROM seat WHERE by = ?1", [by], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Saves position and view without waiting for the disk. The data survives the end of the process,
    /// and shortly afterwards also a crash of the machine.
    pub fn keep_position_soon(&mut self, by: &str, place: &str, view: &str) -> Result<(), SessionError> {
        let pragma = |store: &Store, sql: &str| {
            store.db.with(|db| db.execute_batch(sql)).map_err(|error| store.fault(&error))
        };
        pragma(self, "PRAGMA synchronous = NORMAL")?;
        let kept = self.keep_position(by, place, view);
        kept.and(pragma(self, "PRAGMA synchronous = FULL"))
    }

    /// Saves an annotator's position and view, both as JSON.
    pub fn keep_position(&mut self, by: &str, place: &str, view: &str) -> Result<(), SessionError> {
        let sql = "INSERT INTO seat (by, place, view) VALUES (?1, ?2, ?3) \
                   ON CONFLICT (by) DO UPDATE SET place = ?2, view = ?3";
        self.write(|tx| tx.execute(sql, [by, place, view]).map(drop))
    }
}

pub fn now() -> Moment {
    Moment::from_micros(jiff::Timestamp::now().as_microsecond())
}

/// Returns whether the file has a log that is not empty.
fn has_log(path: &Path) -> bool {
    std::fs::metadata(mark::log_of(path)).is_ok_and(|about| about.len() > 0)
}

/// Inserts a case; returns false if its id is taken.
fn insert(tx: &Connection, row: &CaseRow, place: i64) -> rusqlite::Result<bool> {
    let (engine, proposals) =
        row.proposed.as_ref().map(|(engine, proposals)| (engine, CompressedText(proposals))).unzip();
    let added = tx
        .prepare_cached(
            "INSERT INTO cases (place, id, text, origin, engine, proposals, rest) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
             ON CONFLICT (id) DO NOTHING",
        )?
        .execute(params![place, row.id, row.text, row.origin, engine, proposals, row.rest.to_text()])?;
    insert_assigned(tx, &row.id, &row.assigned)?;
    Ok(added > 0)
}

fn insert_assigned(tx: &Connection, id: &str, names: &[String]) -> rusqlite::Result<()> {
    let sql = "INSERT OR IGNORE INTO assigned (case_n, by) SELECT n, ?2 FROM cases WHERE id = ?1";
    names.iter().try_for_each(|name| tx.prepare_cached(sql)?.execute([id, name]).map(drop))
}

fn insert_event(db: &Connection, event: &Event) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO event (seq, uuid, micros, by, case_n, name, line) \
         VALUES (?1, ?2, ?3, ?4, (SELECT n FROM cases WHERE id = ?5), ?6, ?7)",
    )?
    .execute(params![
        event.seq,
        event.uuid.as_bytes(),
        event.at.micros(),
        event.by,
        event.case,
        event.act.name(),
        line::column(db, event)?
    ])
    .map(drop)
}

#[cfg(test)]
mod tests;
