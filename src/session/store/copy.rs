//! Copies of a session: of one in use, and of one whose file was lost.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Seek as _, Write as _};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::thread;

use rusqlite::{Connection, ErrorCode};

use super::connection;
use super::mark::TransactionMark;
use super::{Store, checksum, migrate};
use crate::files::{self, Temporary};
use crate::session::error::SessionError;
use crate::session::event::{Event, EventDraft};
use crate::session::object::OrderedObject;

/// A copy of a session from when it was opened, and the events recorded since, in unnamed files. It
/// survives if the session's own file is truncated or overwritten.
#[derive(Debug)]
pub struct Mirror {
    /// Filled by a separate thread, since copying a large session takes a while.
    copy: Arc<OnceLock<File>>,
    events: File,
}

impl Mirror {
    /// Begins to copy a session. Events recorded from now on must be passed to [`Mirror::push`].
    pub fn begin(session: &Path) -> io::Result<Mirror> {
        let events = tempfile::tempfile_in(files::folder_of(session))?;
        let copy = Arc::new(OnceLock::new());
        let (session, made) = (session.to_path_buf(), Arc::clone(&copy));
        thread::Builder::new().name("mirror".to_owned()).spawn(move || {
            if let Ok(copy) = Store::open(&session).and_then(|store| store.without_name()) {
                made.set(copy).ok();
            }
        })?;
        Ok(Mirror { copy, events })
    }

    /// Appends an event.
    pub fn push(&mut self, event: &Event) -> io::Result<()> {
        let mut out = BufWriter::new(&mut self.events);
        for part in event.to_object().parts() {
            out.write_all(part.as_bytes())?;
        }
        out.write_all(b"\n")?;
        out.flush()
    }

    fn events(&mut self) -> io::Result<Vec<Event>> {
        self.events.rewind()?;
        let read = |line: io::Result<String>| {
            let event =
                OrderedObject::reread(line?).and_then(EventDraft::read).and_then(EventDraft::complete);
            event.map_err(io::Error::other)
        };
        BufReader::new(&self.events).lines().map(read).collect()
    }
}

impl Store {
    /// Opens a session without its log, to read what the file alone contains.
    pub fn without_log(path: &Path) -> Result<Store, SessionError> {
        let real = connection::real(path);
        std::fs::metadata(&real).map_err(|error| SessionError::io(path, &error))?;
        Store::immutable(path, &real)
    }

    /// Creates a session under a temporary name and renames it once complete; returns whether the name
    /// was free.
    pub(super) fn make(path: &Path, line: &OrderedObject) -> Result<bool, SessionError> {
        let failed = |error: io::Error| SessionError::making(path, &error);
        let fresh = Temporary::new(files::folder_of(path)).map_err(failed)?;
        let fill = |db: &Connection| {
            migrate::create(db)?;
            db.execute("INSERT INTO session (line) VALUES (?1)", [line.to_text()])?;
            checksum::fill(db)
        };
        complete(fresh.path(), fill).map_err(|error| SessionError::of(path, &error))?;
        Ok(fresh.name(path).map_err(failed)?.is_none())
    }

    /// Copies the session as it is now, while others may write to it. The copy is complete or does not
    /// exist.
    ///
    /// # Errors
    /// If the file exists already, or cannot be written.
    pub fn backup(&self, copy: &Path) -> Result<(), SessionError> {
        let taken = || SessionError::Exists(copy.to_path_buf());
        if copy.symlink_metadata().is_ok() {
            return Err(taken());
        }
        let failed = |error: std::io::Error| SessionError::making(copy, &error);
        let fresh = Temporary::new(files::folder_of(copy)).map_err(failed)?;
        self.copy_into(fresh.path(), copy)?;
        match fresh.name(copy).map_err(failed)? {
            None => Ok(()),
            Some(_) => Err(taken()),
        }
    }

    /// Copies the session into an empty file; errors name it as `copy`.
    fn copy_into(&self, fresh: &Path, copy: &Path) -> Result<(), SessionError> {
        let name = fresh.to_string_lossy().into_owned();
        let copied = self.db.with(|db| db.execute("VACUUM INTO ?1", [name]));
        copied.map_err(|error| match error.sqlite_error_code() {
            // The damage is in the session, not in the copy.
            Some(ErrorCode::DatabaseCorrupt) => self.fault(&error),
            _ => SessionError::of(copy, &error),
        })?;
        complete(fresh, |_| Ok(())).map_err(|error| SessionError::of(copy, &error))
    }

    /// Copies the session as it is now to an unnamed file.
    fn without_name(&self) -> Result<File, SessionError> {
        let folder = files::folder_of(&self.path);
        let failed = |error: io::Error| SessionError::io(folder, &error);
        let fresh = Temporary::new(folder).map_err(failed)?;
        self.copy_into(fresh.path(), folder)?;
        File::open(fresh.path()).map_err(failed)
    }

    /// Writes a session whose file was lost to a new file, and opens that.
    ///
    /// # Errors
    /// If the new file cannot be written, or the session can no longer be read and has no mirror.
    pub fn rescue(&self, mirror: Option<&mut Mirror>, to: &Path) -> Result<Store, SessionError> {
        let copied = if self.identity.is_readable() {
            self.backup(to)
        } else {
            Err(SessionError::Damaged {
                path: self.path.clone(),
                reason: "it was cut short or written over".to_owned(),
            })
        };
        let mirror = mirror.and_then(|mirror| Some((mirror.copy.get()?.try_clone().ok()?, mirror)));
        match (copied, mirror) {
            (Ok(()), _) => Store::open(to),
            (Err(fault), None) => Err(fault),
            (Err(_), Some((mut copy, mirror))) => {
                let failed = |error: io::Error| SessionError::io(to, &error);
                let mut fresh = Temporary::new(files::folder_of(to)).map_err(failed)?;
                copy.rewind().map_err(failed)?;
                io::copy(&mut copy, fresh.file()).map_err(failed)?;
                if fresh.name(to).map_err(failed)?.is_some() {
                    return Err(SessionError::Exists(to.to_path_buf()));
                }
                let mut store = Store::open(to)?;
                store.add_events(&mirror.events().map_err(failed)?)?;
                Ok(store)
            }
        }
    }
}

/// Fills a new file and gives it a new mark, so that no log of another file fits it.
fn complete(file: &Path, fill: impl FnOnce(&Connection) -> rusqlite::Result<()>) -> rusqlite::Result<()> {
    let db = Connection::open(file)?;
    db.query_row("PRAGMA journal_mode = MEMORY", [], |_| Ok(()))?;
    fill(&db)?;
    TransactionMark::renew(&db, false)?;
    db.close().map_err(|(_, error)| error)
}
