//! The connection to a session's file: how it writes, and how it is closed, so that the file is complete without its log
//! afterwards.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, InterruptHandle, OpenFlags, ffi};

use super::mark::{self, Fit, TransactionMark};
use crate::session::error::SessionError;

/// How long a writer waits for its turn.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
/// How long a connection that is closed waits for its turn to write the log into the file.
const PARTING: Duration = Duration::from_secs(2);

type Shared = Mutex<Option<Connection>>;

/// The connections that are open; `None` once the program is ending.
static OPEN: Mutex<Option<Vec<OpenConnection>>> = Mutex::new(Some(Vec::new()));

/// An open connection, and the handle that interrupts its query.
type OpenConnection = (Weak<Shared>, InterruptHandle);

/// A connection. It is closed when this is dropped, or when the program ends, whichever thread has it.
#[derive(Debug)]
pub(super) struct Db(Arc<Shared>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The message about a connection that is closed.
fn ended() -> rusqlite::Error {
    let error = ffi::Error::new(ffi::SQLITE_INTERRUPT);
    rusqlite::Error::SqliteFailure(error, Some("the program is ending".to_owned()))
}

impl Db {
    /// Opens a file. Its log has to be its own, since SQLite replays any.
    pub fn open(path: &Path, flags: OpenFlags) -> Result<Db, SessionError> {
        match mark::fit(path) {
            Fit::Together => {}
            Fit::Missing => return Err(SessionError::MissingLog(path.to_path_buf())),
            Fit::Foreign => return Err(SessionError::ForeignLog(path.to_path_buf())),
        }
        Db::connect(path, flags).map_err(|error| SessionError::of(path, &error))
    }

    fn connect(path: impl AsRef<Path>, flags: OpenFlags) -> rusqlite::Result<Db> {
        // Where the program ends meanwhile, nothing is opened any more.
        let mut all = lock(&OPEN);
        let all = all.as_mut().ok_or_else(ended)?;
        let db = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        db.busy_timeout(WAIT.get())?;
        let interrupt = db.get_interrupt_handle();
        let shared = Arc::new(Mutex::new(Some(db)));
        all.retain(|(known, _)| known.strong_count() > 0);
        all.push((Arc::downgrade(&shared), interrupt));
        Ok(Db(shared))
    }

    /// Opens a file that cannot be written to, nor its folder, without its log.
    pub fn immutable(path: &Path) -> Result<Db, SessionError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        Db::connect(mark::immutable(path), flags).map_err(|error| SessionError::of(path, &error))
    }

    /// Does something with the connection.
    pub fn with<T>(&self, act: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        act(lock(&self.0).as_ref().ok_or_else(ended)?)
    }

    /// How long a writer waits for its turn from now on.
    pub fn wait_at_most(&self, patience: Duration) -> rusqlite::Result<()> {
        self.with(|db| db.busy_timeout(patience))
    }

    /// Writes all that is in the log into the file and says in it that it is complete.
    pub fn rest(&self) -> rusqlite::Result<()> {
        self.with(rest)
    }
}

impl Drop for Db {
    fn drop(&mut self) {
        close(&self.0);
    }
}

/// Closes all connections: the program is ending. What is being written is undone, as it is not acknowledged.
pub fn close_all() {
    let all = lock(&OPEN).take();
    for (known, interrupt) in all.into_iter().flatten() {
        interrupt.interrupt();
        known.upgrade().inspect(|db| close(db));
    }
}

fn close(shared: &Shared) {
    // Locked to the end, so that another caller of `close` returns only when it is closed.
    let mut held = lock(shared);
    let Some(db) = held.take() else { return };
    if !db.is_autocommit() {
        db.execute_batch("ROLLBACK").ok();
    }
    db.busy_timeout(PARTING).ok();
    if rest(&db).is_err() {
        // The file does not say that it is complete, so its log has to stay.
        db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).ok();
    }
    db.close().ok();
}

fn rest(db: &Connection) -> rusqlite::Result<()> {
    if db.is_readonly(rusqlite::MAIN_DB)? || !TransactionMark::of(db)?.is_some_and(|mark| mark.open) {
        return Ok(());
    }
    db.execute_batch("BEGIN IMMEDIATE")?;
    let closed = TransactionMark::advance(db, false).and_then(|()| db.execute_batch("COMMIT"));
    closed.inspect_err(|_| drop(db.execute_batch("ROLLBACK")))?;
    db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

/// Begins to write, as soon as it is one's turn.
pub(super) fn begin(db: &Connection) -> rusqlite::Result<()> {
    // Another process that closes the file may say in between that it is complete.
    for last in [false, false, false, true] {
        db.execute_batch("BEGIN IMMEDIATE")?;
        let begun = || -> rusqlite::Result<bool> {
            let open = TransactionMark::of(db)?.is_none_or(|mark| mark.open);
            TransactionMark::advance(db, true)?;
            Ok(open)
        };
        let open = begun().inspect_err(|_| drop(db.execute_batch("ROLLBACK")))?;
        if open || last {
            break;
        }
        // First the file itself is to say that it needs its log.
        db.execute_batch("COMMIT")?;
        db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
    }
    Ok(())
}

thread_local! {
    /// How long a connection that this thread opens waits for its turn.
    static WAIT: std::cell::Cell<Duration> = const { std::cell::Cell::new(PATIENCE) };
}

/// Opens something; where that takes a moment since another process is busy, calls `notify` and waits for it.
pub(super) fn impatient<T>(
    open: impl Fn() -> Result<T, SessionError>,
    notify: impl FnOnce(),
) -> Result<T, SessionError> {
    const FIRST: Duration = Duration::from_millis(200);
    WAIT.set(FIRST);
    let first = open();
    WAIT.set(PATIENCE);
    match first {
        Err(SessionError::Busy(_)) => {
            notify();
            open()
        }
        // It waits longer from now on.
        done => done,
    }
}

/// Waits where SQLite does not, when another connection is busy.
pub(super) fn in_turn<T>(act: impl Fn() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let until = std::time::Instant::now() + WAIT.get();
    loop {
        match act() {
            Err(error)
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
                    && std::time::Instant::now() < until =>
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            done => return done,
        }
    }
}

/// Ends what [`begin`] began.
pub(super) fn end(db: &Connection, keep: bool) -> rusqlite::Result<()> {
    let ended = match keep {
        true => super::checksum::fill(db).and_then(|()| db.execute_batch("COMMIT")),
        false => db.execute_batch("ROLLBACK"),
    };
    if ended.is_err() && !db.is_autocommit() {
        db.execute_batch("ROLLBACK").ok();
    }
    ended
}

/// A file with its folder's links resolved, so that it has one name for every process.
pub(super) fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
