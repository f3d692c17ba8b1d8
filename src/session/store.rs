//! A session's file: SQLite, written ahead (WAL) and synchronised at each commit, so that what a commit returned for
//! is on disk, and a writer that is killed leaves neither a lock nor half an event.

mod digests;
mod fold;
mod line;
mod migrate;
mod packed;
mod presence;
mod record;
mod words;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Params, Row, Transaction, TransactionBehavior, params,
};
use uuid::Uuid;

use super::case_row::CaseRow;
use super::event::{At, Event};
use super::fault::Fault;
use super::object::Object;

pub use digests::{Found, InForce};
pub use migrate::SCHEMA;
pub use presence::{Presence, Taken};
pub use record::{Recorded, Recorder};
pub use words::Words;

use line::Stored;
use packed::Packed;

/// How long a writer waits for its turn.
const PATIENCE: Duration = Duration::from_secs(30);

/// Stores proposals for a case that has none yet.
const PROPOSE: &str = "UPDATE cases SET engine = ?2, proposals = ?3 WHERE id = ?1 AND proposals IS NULL";

/// A session's file, open.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens a session, and brings an older one up to date.
    ///
    /// # Errors
    /// Where there is none, or it cannot be read.
    pub fn open(path: &Path) -> Result<Store, Fault> {
        let about = std::fs::metadata(path).map_err(|error| Fault::io(path, &error))?;
        let other = |reason: &str| Fault::Other { path: path.to_path_buf(), reason: reason.to_owned() };
        if !about.is_file() {
            return Err(other("it is no file"));
        }
        if about.len() == 0 {
            return Err(other("it is empty"));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        match Store::connect(path, flags) {
            // Where nothing can be written, not even the index of the log, the file itself can still be read, if
            // all of it is there.
            Err(Fault::Io { .. } | Fault::ReadOnly(_)) if !has_log(path) => Store::immutable(path),
            other => other,
        }
    }

    /// Makes a new session.
    ///
    /// # Errors
    /// Where there is a file already, or none can be made.
    pub fn create(path: &Path, line: &Object) -> Result<Store, Fault> {
        if std::fs::metadata(path).is_ok_and(|about| about.len() > 0) {
            let reason = "there is a file of that name".to_owned();
            return Err(Fault::Other { path: path.to_path_buf(), reason });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags).map_err(|error| Fault::of(path, &error))?;
        let mut store = Store { db, path: path.to_path_buf() };
        store.settle()?;
        store.write(|tx| {
            migrate::create(tx)?;
            tx.execute("INSERT INTO session (line) VALUES (?1)", [line.to_text()]).map(drop)
        })?;
        store.sync_folder();
        Ok(store)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Store, Fault> {
        let db = Connection::open_with_flags(path, flags).map_err(|error| Fault::of(path, &error))?;
        let mut store = Store { db, path: path.to_path_buf() };
        store.known()?;
        store.settle()?;
        Ok(store)
    }

    fn immutable(path: &Path) -> Result<Store, Fault> {
        let mut name = String::from("file:");
        for byte in path.as_os_str().as_encoded_bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                    name.push(char::from(*byte));
                }
                other => name.push_str(&format!("%{other:02X}")),
            }
        }
        name.push_str("?immutable=1");
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(name, flags).map_err(|error| Fault::of(path, &error))?;
        let mut store = Store { db, path: path.to_path_buf() };
        store.known()?;
        Ok(store)
    }

    /// Whether the file is a session of a schema that is known; an older one is brought up to date.
    fn known(&mut self) -> Result<(), Fault> {
        self.db.busy_timeout(PATIENCE).map_err(|error| self.fault(&error))?;
        let pragma = |name: &str| -> rusqlite::Result<i64> {
            self.db.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0))
        };
        let (id, found) = pragma("application_id")
            .and_then(|id| Ok((id, pragma("user_version")?)))
            .map_err(|error| self.fault(&error))?;
        if id != migrate::APPLICATION {
            let reason = "an SQLite database of another program".to_owned();
            return Err(Fault::Other { path: self.path.clone(), reason });
        }
        if found > SCHEMA {
            return Err(Fault::Newer { path: self.path.clone(), found, known: SCHEMA });
        }
        if found < SCHEMA {
            self.write(migrate::upgrade)?;
        }
        Ok(())
    }

    /// How every connection writes.
    fn settle(&mut self) -> Result<(), Fault> {
        let settle = |db: &Connection| {
            db.busy_timeout(PATIENCE)?;
            // A file that cannot be written to keeps the mode that it has.
            db.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
            db.execute_batch("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON;")
        };
        settle(&self.db).map_err(|error| self.fault(&error))
    }

    /// A new file is there for good only when its folder is on disk.
    fn sync_folder(&self) {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Ok(folder) = std::fs::File::open(folder.unwrap_or(Path::new("."))) {
            folder.sync_all().ok();
        }
    }

    /// Whether anything can be written.
    ///
    /// # Errors
    /// Where nothing can.
    pub fn writable(&self) -> Result<(), Fault> {
        match self.db.is_readonly(rusqlite::MAIN_DB) {
            Ok(false) => Ok(()),
            Ok(true) => Err(Fault::ReadOnly(self.path.clone())),
            Err(error) => Err(self.fault(&error)),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn fault(&self, error: &rusqlite::Error) -> Fault {
        Fault::of(&self.path, error)
    }

    /// Writes in one transaction, which waits for its turn: all of it is on disk afterwards, or nothing.
    fn write<T>(&mut self, act: impl FnOnce(&Transaction) -> rusqlite::Result<T>) -> Result<T, Fault> {
        let path = self.path.clone();
        let run = || {
            let tx = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = act(&tx)?;
            tx.commit()?;
            Ok(done)
        };
        run().map_err(|error: rusqlite::Error| Fault::of(&path, &error))
    }

    fn one<T>(
        &self,
        sql: &str,
        with: impl Params,
        read: impl FnOnce(&Row) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, Fault> {
        self.db
            .prepare_cached(sql)
            .and_then(|mut query| query.query_row(with, read).optional())
            .map_err(|e| self.fault(&e))
    }

    fn all<T>(
        &self,
        sql: &str,
        with: impl Params,
        read: impl FnMut(&Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, Fault> {
        let mut query = self.db.prepare_cached(sql).map_err(|error| self.fault(&error))?;
        let rows = query.query_map(with, read).and_then(Iterator::collect);
        rows.map_err(|error| self.fault(&error))
    }

    /// The first line of an export: when the session was made, its rubric and readings.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn line(&self) -> Result<Object, Fault> {
        let line =
            self.one("SELECT line FROM session", [], |row| row.get::<_, String>(0))?.unwrap_or_default();
        Ok(Object::reread(&line).unwrap_or_default())
    }

    /// Changes the first line, as it is at that moment: what others put into it meanwhile stays.
    ///
    /// # Errors
    /// Where nothing can be written.
    pub fn amend(&mut self, change: impl FnOnce(&mut Object)) -> Result<(), Fault> {
        self.write(|tx| {
            let before: String = tx.query_row("SELECT line FROM session", [], |row| row.get(0))?;
            let mut line = Object::reread(&before).unwrap_or_default();
            change(&mut line);
            let after = line.to_text();
            if after != before {
                tx.execute("UPDATE session SET line = ?1", [after])?;
            }
            Ok(())
        })
    }

    /// How many cases and events there are.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn counts(&self) -> Result<(i64, i64), Fault> {
        let counts = "SELECT (SELECT count(*) FROM cases), (SELECT count(*) FROM event)";
        Ok(self.one(counts, [], |row| Ok((row.get(0)?, row.get(1)?)))?.unwrap_or_default())
    }

    /// The ids of the cases, in the order of the queue.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn ids(&self) -> Result<Vec<String>, Fault> {
        self.all("SELECT id FROM cases ORDER BY place, id", [], |row| row.get(0))
    }

    /// The ids of an annotator's cases, in the order of the queue: those assigned to them or to nobody.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn queue(&self, by: &str) -> Result<Vec<String>, Fault> {
        let sql = "SELECT id FROM cases WHERE NOT EXISTS (SELECT 1 FROM assigned WHERE case_n = n) \
                   OR EXISTS (SELECT 1 FROM assigned WHERE case_n = n AND by = ?1) ORDER BY place, id";
        self.all(sql, [by], |row| row.get(0))
    }

    /// A case.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn case(&self, id: &str) -> Result<Option<CaseRow>, Fault> {
        let sql = "SELECT n, place, id, text, origin, engine, proposals, rest FROM cases WHERE id = ?1";
        let found = self.one(sql, [id], |row| {
            let engine: Option<String> = row.get(5)?;
            let proposals: Option<Packed<String>> = row.get(6)?;
            let case = CaseRow {
                place: Some(row.get(1)?),
                id: row.get(2)?,
                text: row.get(3)?,
                origin: row.get(4)?,
                proposed: engine.zip(proposals.map(|packed| packed.0)),
                assigned: Vec::new(),
                rest: Object::reread(&row.get::<_, String>(7)?).unwrap_or_default(),
            };
            Ok((row.get::<_, i64>(0)?, case))
        })?;
        let Some((n, case)) = found else { return Ok(None) };
        let assigned =
            self.all("SELECT by FROM assigned WHERE case_n = ?1 ORDER BY by", [n], |row| row.get(0))?;
        Ok(Some(CaseRow { assigned, ..case }))
    }

    /// The ids of the cases whose text holds an article, as JSON writes it, in the order of the queue.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn with_article(&self, article: &str) -> Result<Vec<String>, Fault> {
        // Files write other characters either plainly or escaped; a long enough run without any finds both.
        let plain = |c: char| c.is_ascii() && !c.is_control() && !matches!(c, '"' | '\\' | '/');
        let run = article.split(|c: char| !plain(c)).max_by_key(|run| run.len()).unwrap_or_default();
        let sql = "SELECT id, text, origin FROM cases WHERE instr(text, ?1) > 0 ORDER BY place, id";
        let found = self.all(sql, [run], |row| {
            let case = CaseRow::stored(row.get(0)?, row.get(1)?, row.get(2)?);
            Ok((case.read().is_ok_and(|case| case.article == article)).then_some(case.id))
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Whether there is a case of this id.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn has(&self, id: &str) -> Result<bool, Fault> {
        Ok(self.one("SELECT 1 FROM cases WHERE id = ?1", [id], |_| Ok(()))?.is_some())
    }

    /// The ids of cases for which the engine has proposed nothing yet, in the order of the queue.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn unproposed(&self) -> Result<Vec<String>, Fault> {
        self.all("SELECT id FROM cases WHERE proposals IS NULL ORDER BY place, id", [], |row| row.get(0))
    }

    /// Adds cases behind those that are there. Those of an id that is there already are not added.
    ///
    /// # Errors
    /// Where nothing can be written; then nothing was added.
    pub fn add(&mut self, rows: &[CaseRow]) -> Result<(), Fault> {
        self.write(|tx| {
            let next: i64 =
                tx.query_row("SELECT coalesce(max(place), -1) + 1 FROM cases", [], |row| row.get(0))?;
            for (at, row) in rows.iter().enumerate() {
                let place = row.place.unwrap_or(next + at as i64);
                insert(tx, row, place)?;
            }
            Ok(())
        })
    }

    /// Stores what the engine proposes for a case that has no proposals yet.
    ///
    /// # Errors
    /// Where nothing can be written.
    pub fn propose(&mut self, id: &str, engine: &str, proposals: &str) -> Result<(), Fault> {
        self.write(|tx| tx.execute(PROPOSE, params![id, engine, Packed(proposals)]).map(drop))
    }

    /// The annotators and how many events each has, by name; of one case, or of all.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn annotators(&self, id: Option<&str>) -> Result<Vec<(String, i64)>, Fault> {
        let sql = "SELECT by, count(*) FROM event WHERE ?1 IS NULL OR case_n = (SELECT n FROM cases WHERE id = ?1) \
                   GROUP BY by ORDER BY by";
        self.all(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Who ruled on anything, by name.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn adjudicators(&self) -> Result<Vec<String>, Fault> {
        self.all("SELECT DISTINCT by FROM event WHERE name = 'adjudicate' ORDER BY by", [], |row| row.get(0))
    }

    /// The first case with several annotators, and who they are.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn shared(&self) -> Result<Option<(String, Vec<String>)>, Fault> {
        let sql = "SELECT id FROM cases WHERE n IN (SELECT case_n FROM event GROUP BY case_n HAVING \
                   count(DISTINCT by) > 1) ORDER BY place, id LIMIT 1";
        let Some(id) = self.one(sql, [], |row| row.get::<_, String>(0))? else { return Ok(None) };
        let names = self.annotators(Some(&id))?.into_iter().map(|(name, _)| name).collect();
        Ok(Some((id, names)))
    }

    /// The events of an annotator on a case, in their order.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn events(&self, id: &str, by: &str) -> Result<Vec<Event>, Fault> {
        self.events_where("case_n = (SELECT n FROM cases WHERE id = ?1) AND by = ?2", [id, by])
    }

    /// The events of a kind that an annotator has on any case, in their order.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn events_of(&self, name: &str, by: &str) -> Result<Vec<Event>, Fault> {
        self.events_where("name = ?1 AND by = ?2", [name, by])
    }

    fn events_where(&self, condition: &str, with: impl Params) -> Result<Vec<Event>, Fault> {
        let columns = Stored::COLUMNS;
        let sql = format!("SELECT {columns} FROM event WHERE {condition} ORDER BY micros, uuid");
        let mut proposals = None;
        let stored = self.all(&sql, with, Stored::read)?.into_iter();
        stored.map(|stored| self.event(stored, &mut proposals)).collect()
    }

    /// The time and name of every event with its number, in their order.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn order(&self) -> Result<Vec<(i64, Uuid, i64)>, Fault> {
        let sql = "SELECT micros, uuid, seq FROM event ORDER BY micros, uuid";
        self.all(sql, [], |row| Ok((row.get(0)?, Uuid::from_bytes(row.get(1)?), row.get(2)?)))
    }

    /// The event of a number.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn numbered(&self, seq: i64) -> Result<Option<Event>, Fault> {
        Ok(self.events_where("seq = ?1", [seq])?.pop())
    }

    /// The event of a name.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn named(&self, uuid: Uuid) -> Result<Option<Event>, Fault> {
        Ok(self.events_where("uuid = ?1", [uuid.as_bytes()])?.pop())
    }

    /// Adds events as they are, whole and with their numbers.
    ///
    /// # Errors
    /// Where nothing can be written, or a number or a name is taken; then nothing was added.
    pub fn add_events(&mut self, events: &[Event]) -> Result<(), Fault> {
        self.write(|tx| events.iter().try_for_each(|event| insert_event(tx, event)))
    }

    /// The largest number of an event; 0 where there is none.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn last(&self) -> Result<i64, Fault> {
        Ok(self.one("SELECT coalesce(max(seq), 0) FROM event", [], |row| row.get(0))?.unwrap_or(0))
    }

    /// Says who is to judge which case, in place of what was said before.
    ///
    /// # Errors
    /// Where nothing can be written.
    pub fn assign(&mut self, assigned: &[(String, Vec<String>)]) -> Result<(), Fault> {
        self.write(|tx| {
            tx.execute("DELETE FROM assigned", [])?;
            assigned.iter().try_for_each(|(id, names)| insert_assigned(tx, id, names))
        })
    }

    /// Where an annotator was and how the screen stood, both as JSON.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn seat(&self, by: &str) -> Result<Option<(String, String)>, Fault> {
        self.one("SELECT place, view FROM seat WHERE by = ?1", [by], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Keeps where an annotator is and how the screen stands, both as JSON.
    ///
    /// # Errors
    /// Where nothing can be written.
    pub fn keep_seat(&mut self, by: &str, place: &str, view: &str) -> Result<(), Fault> {
        let sql = "INSERT INTO seat (by, place, view) VALUES (?1, ?2, ?3) \
                   ON CONFLICT (by) DO UPDATE SET place = ?2, view = ?3";
        self.write(|tx| tx.execute(sql, [by, place, view]).map(drop))
    }

    /// Copies the session as it is at this moment, while others may write to it. The copy is whole or not there.
    ///
    /// # Errors
    /// Where there is such a file already, or none can be written.
    pub fn backup(&self, copy: &Path) -> Result<(), Fault> {
        if copy.exists() {
            let reason = "there is a file of that name".to_owned();
            return Err(Fault::Other { path: copy.to_path_buf(), reason });
        }
        let failed = |error: &std::io::Error| Fault::io(copy, error);
        let folder = copy.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let fresh =
            tempfile::Builder::new().prefix(".lockbench-").tempfile_in(folder).map_err(|e| failed(&e))?;
        let name = fresh.path().to_string_lossy().into_owned();
        self.db.execute("VACUUM INTO ?1", [name]).map_err(|error| match error.sqlite_error_code() {
            // What cannot be copied is damaged here, not there.
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => self.fault(&error),
            _ => Fault::of(copy, &error),
        })?;
        let permissions = std::fs::metadata(&self.path).map(|about| about.permissions());
        permissions
            .and_then(|permissions| fresh.as_file().set_permissions(permissions))
            .and_then(|()| fresh.as_file().sync_all())
            .map_err(|error| failed(&error))?;
        fresh.persist_noclobber(copy).map_err(|error| failed(&error.error))?;
        std::fs::File::open(folder).and_then(|folder| folder.sync_all()).ok();
        Ok(())
    }
}

/// The time as it is now.
pub fn now() -> At {
    At::from_micros(jiff::Timestamp::now().as_microsecond())
}

/// Whether a log lies beside the file, with something in it.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|about| about.len() > 0)
}

fn insert(tx: &Transaction, row: &CaseRow, place: i64) -> rusqlite::Result<()> {
    let (engine, proposals) =
        row.proposed.as_ref().map(|(engine, proposals)| (engine, Packed(proposals))).unzip();
    tx.prepare_cached(
        "INSERT INTO cases (place, id, text, origin, engine, proposals, rest) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
         ON CONFLICT (id) DO NOTHING",
    )?
    .execute(params![place, row.id, row.text, row.origin, engine, proposals, row.rest.to_text()])?;
    insert_assigned(tx, &row.id, &row.assigned)
}

fn insert_assigned(tx: &Transaction, id: &str, names: &[String]) -> rusqlite::Result<()> {
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
        event.name,
        line::column(db, event)?
    ])
    .map(drop)
}

#[cfg(test)]
mod tests;
