//! The connection to a session's file. It defines how transactions begin, and it closes the file so that
//! it is complete without its log.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, InterruptHandle, OpenFlags, ffi};

use super::mark::{self, Fit, TransactionMark};
use crate::session::error::SessionError;

/// How long a writer waits for its turn.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
/// How long closing a connection waits for its turn to write the log into the file.
const PARTING: Duration = Duration::from_secs(2);

type Shared = Mutex<Option<Connection>>;

/// The open connections; `None` once the program is ending.
static OPEN: Mutex<Option<Vec<OpenConnection>>> = Mutex::new(Some(Vec::new()));

/// An open connection, and the handle for interrupting its query.
type OpenConnection = (Weak<Shared>, InterruptHandle);

/// Whose turn it is to write to a file, among the connections of this process. SQLite lets a writer ask again
/// and again until its patience ends, so that a slow disk would have one thread report another one as a
/// busy process.
pub(super) type WriteTurn = Mutex<()>;

/// The turns of the files that are open, by their real paths.
static TURNS: Mutex<Vec<(PathBuf, Weak<WriteTurn>)>> = Mutex::new(Vec::new());

/// A connection. It is closed on drop or at the end of the program, from whichever thread.
#[derive(Debug)]
pub(super) struct Db {
    shared: Arc<Shared>,
    turn: Arc<WriteTurn>,
    /// How long a writer waits for other processes.
    patience: Mutex<Duration>,
}

/// Returns the turn of a file.
fn turn_of(path: &Path) -> Arc<WriteTurn> {
    let mut all = lock(&TURNS);
    all.retain(|(_, turn)| turn.strong_count() > 0);
    if let Some(known) = all.iter().find_map(|(known, turn)| turn.upgrade().filter(|_| known == path)) {
        return known;
    }
    let turn = Arc::default();
    all.push((path.to_path_buf(), Arc::downgrade(&turn)));
    turn
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The error for a closed connection.
fn ended() -> rusqlite::Error {
    let error = ffi::Error::new(ffi::SQLITE_INTERRUPT);
    rusqlite::Error::SqliteFailure(error, Some("the program is ending".to_owned()))
}

impl Db {
    /// Opens a file after checking that the log beside it belongs to it, since SQLite replays any log.
    pub fn open(path: &Path, flags: OpenFlags) -> Result<Db, SessionError> {
        match mark::fit(path) {
            Fit::Together => {}
            Fit::Missing => return Err(SessionError::MissingLog(path.to_path_buf())),
            Fit::Foreign => return Err(SessionError::ForeignLog(path.to_path_buf())),
        }
        Db::connect(path, flags, turn_of(path)).map_err(|error| SessionError::of(path, &error))
    }

    fn connect(path: impl AsRef<Path>, flags: OpenFlags, turn: Arc<WriteTurn>) -> rusqlite::Result<Db> {
        // Nothing is opened once the program is ending.
        let mut all = lock(&OPEN);
        let all = all.as_mut().ok_or_else(ended)?;
        let db = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        let patience = WAIT.get();
        db.busy_timeout(patience)?;
        let interrupt = db.get_interrupt_handle();
        let shared = Arc::new(Mutex::new(Some(db)));
        all.retain(|(known, _)| known.strong_count() > 0);
        all.push((Arc::downgrade(&shared), interrupt));
        Ok(Db { shared, turn, patience: Mutex::new(patience) })
    }

    /// Opens a file without its log, for a file and folder that cannot be written.
    pub fn immutable(path: &Path) -> Result<Db, SessionError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        Db::connect(mark::immutable(path), flags, Arc::default())
            .map_err(|error| SessionError::of(path, &error))
    }

    /// Runs a function on the connection.
    pub fn with<T>(&self, act: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        act(lock(&self.shared).as_ref().ok_or_else(ended)?)
    }

    /// Sets how long a writer waits for other processes.
    pub fn wait_at_most(&self, patience: Duration) -> rusqlite::Result<()> {
        *lock(&self.patience) = patience;
        self.with(|db| db.busy_timeout(patience))
    }

    /// Returns the turn for [`Db::begin`].
    pub fn turn(&self) -> Arc<WriteTurn> {
        Arc::clone(&self.turn)
    }

    /// Begins a write transaction as soon as it is this connection's turn, which lasts until the returned guard
    /// is dropped. Other connections of this process are waited for without limit, since they only hold a
    /// turn while they write.
    pub fn begin<'a>(&self, turn: &'a WriteTurn) -> rusqlite::Result<MutexGuard<'a, ()>> {
        /// How long another process is waited for before other threads may try.
        const SLICE: Duration = Duration::from_millis(100);
        /// How long other threads have to take the turn.
        const PAUSE: Duration = Duration::from_millis(1);
        let patience = *lock(&self.patience);
        let until = Instant::now() + patience;
        loop {
            let held = lock(turn);
            let begun = self.with(|db| {
                db.busy_timeout(SLICE.min(patience))?;
                let begun = begin(db);
                db.busy_timeout(patience)?;
                begun
            });
            match begun {
                Err(error) if is_busy(&error) && Instant::now() < until => {
                    drop(held);
                    std::thread::sleep(PAUSE);
                }
                begun => return begun.map(|()| held),
            }
        }
    }

    /// Writes the log into the file and marks the file as complete.
    pub fn rest(&self) -> rusqlite::Result<()> {
        let _turn = lock(&self.turn);
        self.with(rest)
    }
}

impl Drop for Db {
    fn drop(&mut self) {
        // Closing writes the log into the file.
        let _held = lock(&self.turn);
        close(&self.shared);
    }
}

/// Closes all connections when the program ends. Unfinished transactions are rolled back; nobody was told
/// that they succeeded.
pub fn close_all() {
    let all = lock(&OPEN).take();
    for (known, interrupt) in all.into_iter().flatten() {
        interrupt.interrupt();
        known.upgrade().inspect(|db| close(db));
    }
}

fn close(shared: &Shared) {
    // Locked to the end, so that a concurrent call of `close` returns only once the connection is closed.
    let mut held = lock(shared);
    let Some(db) = held.take() else { return };
    if !db.is_autocommit() {
        db.execute_batch("ROLLBACK").ok();
    }
    db.busy_timeout(PARTING).ok();
    if rest(&db).is_err() {
        // The file is not marked as complete, so its log has to be kept.
        db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).ok();
    }
    db.close().ok();
}

fn rest(db: &Connection) -> rusqlite::Result<()> {
    /// How often the file is marked as complete while another connection writes to it.
    const TRIES: usize = 8;
    if db.is_readonly(rusqlite::MAIN_DB)? {
        return Ok(());
    }
    for _ in 0..TRIES {
        if !TransactionMark::of(db)?.is_some_and(|mark| mark.open) {
            break;
        }
        db.execute_batch("BEGIN IMMEDIATE")?;
        let closed = TransactionMark::advance(db, false).and_then(|()| db.execute_batch("COMMIT"));
        closed.inspect_err(|_| drop(db.execute_batch("ROLLBACK")))?;
        // What another connection commits before this empties the log marks the file as open again, and
        // an open file without a log looks as if its log had been removed.
        db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    }
    Ok(())
}

/// Begins a write transaction.
fn begin(db: &Connection) -> rusqlite::Result<()> {
    // Another process that closes the file may mark it as complete in the meantime.
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
        // The file itself must be marked as needing its log first.
        db.execute_batch("COMMIT")?;
        db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
    }
    Ok(())
}

thread_local! {
    /// How long a connection opened by this thread waits for its turn.
    static WAIT: Cell<Duration> = const { Cell::new(PATIENCE) };
}

/// Opens something, waiting only briefly. If another process is busy, calls `notify` and opens it with
/// the full patience.
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
        // The caller raises the connection's own timeout.
        done => done,
    }
}

/// Retries while another connection is busy, in cases in which SQLite does not wait itself.
pub(super) fn in_turn<T>(act: impl Fn() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let until = Instant::now() + WAIT.get();
    loop {
        match act() {
            Err(error) if is_busy(&error) && Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(10));
            }
            done => return done,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
}

/// Commits (`keep`) or rolls back a transaction started by [`Db::begin`].
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

/// Resolves the links in a file's folder, so that the file has the same name for every process.
pub(super) fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
