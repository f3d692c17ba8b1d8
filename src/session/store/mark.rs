//! The mark of a session's file, which shows whether the log beside it (`S.db-wal`) is its own and is needed.
//!
//! SQLite replays whatever log lies beside a file, and misses none. So each transaction that writes puts a new token into
//! the mark, with the token before it: the log of a file begins with a transaction that follows the token in the file,
//! or has brought that token there. While anything is in the log alone, the file itself says that it is open.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};
use uuid::Uuid;

/// How the mark begins: it is looked for in pages.
const MAGIC: [u8; 8] = *b"LBNCMARK";
/// Bytes of the mark: the magic, the token, the one before, and whether the file is open.
const LENGTH: usize = MAGIC.len() + 16 + 16 + 1;
/// Bytes of a log's header, and of the header of each of its frames, as SQLite's file format has them.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// How far behind the beginning of its cell the mark lies at most.
const CELL: usize = 16;

/// The mark that a transaction leaves in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TransactionMark {
    pub token: [u8; 16],
    before: [u8; 16],
    /// Whether the log may hold what the file does not.
    pub open: bool,
}

impl TransactionMark {
    fn read(bytes: &[u8]) -> Option<TransactionMark> {
        let rest = bytes.strip_prefix(&MAGIC)?;
        let (token, rest) = rest.split_first_chunk()?;
        let (before, rest) = rest.split_first_chunk()?;
        Some(TransactionMark { token: *token, before: *before, open: *rest.first()? != 0 })
    }

    fn bytes(self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..24].copy_from_slice(&self.token);
        bytes[24..40].copy_from_slice(&self.before);
        bytes[40] = u8::from(self.open);
        bytes
    }

    /// The mark as a connection sees it; `None` in a file of an earlier schema.
    pub fn of(db: &Connection) -> rusqlite::Result<Option<TransactionMark>> {
        let there = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'mark'";
        if !db.prepare_cached(there)?.exists([])? {
            return Ok(None);
        }
        let bytes: Option<Vec<u8>> = db
            .prepare_cached("SELECT bytes FROM mark")
            .and_then(|mut query| query.query_row([], |row| row.get(0)).optional())?;
        Ok(bytes.and_then(|bytes| TransactionMark::read(&bytes)))
    }

    fn next(self, open: bool) -> TransactionMark {
        TransactionMark { token: Uuid::now_v7().into_bytes(), before: self.token, open }
    }

    /// Puts the mark of this transaction into the file.
    pub fn advance(db: &Connection, open: bool) -> rusqlite::Result<()> {
        if let Some(mark) = TransactionMark::of(db)? {
            db.prepare_cached("UPDATE mark SET bytes = ?1")?.execute([mark.next(open).bytes()])?;
        }
        Ok(())
    }

    /// Marks a file that has no mark, or one that is no longer the file that it was copied from.
    pub fn renew(db: &Connection, open: bool) -> rusqlite::Result<()> {
        let mark = TransactionMark { token: [0; 16], before: [0; 16], open: false }.next(open);
        db.execute("DELETE FROM mark", [])?;
        db.execute("INSERT INTO mark (bytes) VALUES (?1)", [mark.bytes()]).map(drop)
    }
}

/// The page of the mark in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkLocation {
    page: u32,
    size: usize,
}

impl MarkLocation {
    /// Where a connection finds the mark; `None` where its file has none.
    pub fn of(db: &Connection) -> rusqlite::Result<Option<MarkLocation>> {
        let page = db
            .query_row(
                "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = 'mark'",
                [],
                |row| row.get(0),
            )
            .optional()?;
        let size: i64 = db.query_row("PRAGMA page_size", [], |row| row.get(0))?;
        let size = usize::try_from(size).unwrap_or(4096);
        Ok(page.map(|page| MarkLocation { page, size }))
    }

    /// The mark in a page: a leaf of a table with one cell.
    fn mark_in(page: &[u8]) -> Option<TransactionMark> {
        const LEAF: u8 = 13;
        let at = usize::from(u16::from_be_bytes([*page.get(8)?, *page.get(9)?]));
        let cell = page.get(at..page.len().min(at + CELL + LENGTH)).filter(|_| page[0] == LEAF)?;
        let start = cell.windows(MAGIC.len()).position(|window| window == MAGIC)?;
        TransactionMark::read(&cell[start..])
    }

    /// What a log says about the file that it belongs to.
    pub fn in_log(self, log: &Path) -> io::Result<LogState> {
        let mut file = match File::open(log) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(LogState::default()),
            Err(error) => return Err(error),
        };
        let mut found = LogState { is_there: file.metadata()?.len() > 0, ..LogState::default() };
        let mut header = [0; LOG_HEADER];
        if file.read_exact(&mut header).is_err() || header[..3] != [0x37, 0x7f, 0x06] {
            return Ok(found);
        }
        let salts = &header[16..24];
        let mut page = vec![0; self.size];
        let mut at = LOG_HEADER as u64;
        loop {
            let mut frame = [0; FRAME_HEADER];
            file.seek(SeekFrom::Start(at))?;
            // What follows is left from an earlier turn of the log, or was never finished.
            if file.read_exact(&mut frame).is_err() || frame[8..16] != *salts {
                return Ok(found);
            }
            let word =
                |at: usize| u32::from_be_bytes([frame[at], frame[at + 1], frame[at + 2], frame[at + 3]]);
            if word(0) == self.page {
                if file.read_exact(&mut page).is_err() {
                    return Ok(found);
                }
                if let Some(mark) = MarkLocation::mark_in(&page) {
                    found.marks.push(mark);
                }
            }
            found.commits |= word(4) > 0;
            at += (FRAME_HEADER + self.size) as u64;
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct LogState {
    /// Whether there is one that is not empty.
    is_there: bool,
    /// Whether a transaction is in it.
    commits: bool,
    /// The marks of its transactions, in their order.
    marks: Vec<TransactionMark>,
}

impl LogState {
    /// Whether a file with this mark of its own is the one that the log continues.
    fn continues(&self, own: &TransactionMark) -> bool {
        let first = self.marks.first().is_some_and(|first| first.before == own.token);
        first || self.holds(&own.token) || !self.commits
    }

    /// Whether a transaction is in it.
    pub fn holds(&self, token: &[u8; 16]) -> bool {
        self.marks.iter().any(|mark| mark.token == *token)
    }
}

pub(super) fn log_of(file: &Path) -> PathBuf {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    PathBuf::from(log)
}

/// How a file and the log beside it fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// They do, or the file is complete without it.
    Together,
    /// The file needs a log that is not there.
    Missing,
    /// The log belongs to another file.
    Foreign,
}

/// The mark that a file itself holds, whatever its log says, and where; `None` where it has none.
///
/// SQLite reads it: who opens and closes a file that SQLite has open too makes the process lose its locks on it.
pub(super) fn by_itself(file: &Path) -> rusqlite::Result<Option<(MarkLocation, TransactionMark)>> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(immutable(file), flags)?;
    // Where the disk filled up while the log was written into the file, it has fewer pages than it says: that is no damage
    // while the log is there.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)?;
    let Some(place) = MarkLocation::of(&db)? else { return Ok(None) };
    Ok(TransactionMark::of(&db)?.map(|mark| (place, mark)))
}

/// Looks at a file and its log before SQLite does, which would replay the log.
pub(super) fn fit(file: &Path) -> Fit {
    // A busy machine may leave a writer alone for a few hundred milliseconds.
    const TRIES: usize = 20;
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(30);
    let mut fit = Fit::Together;
    for at in 0..TRIES {
        // Another process may write between the two looks.
        if at > 0 {
            std::thread::sleep(PAUSE);
        }
        fit = match look(file) {
            Some(fit) => fit,
            // It has no mark: it is new, of an earlier version, or no session at all.
            None => Fit::Together,
        };
        if fit == Fit::Together {
            break;
        }
    }
    fit
}

fn look(file: &Path) -> Option<Fit> {
    let (place, own) = by_itself(file).ok()??;
    let log = place.in_log(&log_of(file)).ok()?;
    Some(match (log.is_there, own.open) {
        (false, true) => Fit::Missing,
        (true, _) if !log.continues(&own) => Fit::Foreign,
        _ => Fit::Together,
    })
}

/// The name by which SQLite opens a file without looking at its log.
pub(super) fn immutable(file: &Path) -> String {
    let mut name = String::from("file:");
    for byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                name.push(char::from(*byte));
            }
            other => name.push_str(&format!("%{other:02X}")),
        }
    }
    name.push_str("?immutable=1");
    name
}
