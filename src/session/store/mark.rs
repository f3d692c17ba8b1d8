//! The mark in a session's file, which shows whether the log beside it (`S.db-wal`) belongs to it and is
//! needed.
//!
//! SQLite replays any log beside a file, and does not notice a missing one. Therefore each write
//! transaction stores a new token in the mark, together with the previous token. A log belongs to a file
//! if its first transaction follows the token in the file, or if it contains the transaction that wrote
//! that token. While the log contains data that the file lacks, the mark in the file says "open".

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};
use uuid::Uuid;

/// Beginning of the mark, by which it is found in pages.
const MAGIC: [u8; 8] = *b"LBNCMARK";
/// Length of the mark in bytes: the magic, the token, the previous token, and whether the file is open.
const LENGTH: usize = MAGIC.len() + 16 + 16 + 1;
/// Lengths in bytes of a log's header and of the header of each of its frames, by SQLite's file format.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// Largest offset of the mark from the beginning of its cell, in bytes.
const CELL: usize = 16;

/// The mark that a transaction writes to the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TransactionMark {
    pub token: [u8; 16],
    before: [u8; 16],
    /// Whether the log may contain data that the file lacks.
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

    /// Returns the mark as seen by a connection; `None` in a file with an earlier schema.
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

    /// Writes the mark of this transaction.
    pub fn advance(db: &Connection, open: bool) -> rusqlite::Result<()> {
        if let Some(mark) = TransactionMark::of(db)? {
            db.prepare_cached("UPDATE mark SET bytes = ?1")?.execute([mark.next(open).bytes()])?;
        }
        Ok(())
    }

    /// Writes a new mark, for a file without one or for a copy of another file.
    pub fn renew(db: &Connection, open: bool) -> rusqlite::Result<()> {
        let mark = TransactionMark { token: [0; 16], before: [0; 16], open: false }.next(open);
        db.execute("DELETE FROM mark", [])?;
        db.execute("INSERT INTO mark (bytes) VALUES (?1)", [mark.bytes()]).map(drop)
    }
}

/// The page of the mark in a file, and the page size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkLocation {
    page: u32,
    size: usize,
}

impl MarkLocation {
    /// Returns the location of the mark; `None` if the file has none.
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

    /// Returns the mark in a page, which is a table leaf with one cell.
    fn mark_in(page: &[u8]) -> Option<TransactionMark> {
        const LEAF: u8 = 13;
        let at = usize::from(u16::from_be_bytes([*page.get(8)?, *page.get(9)?]));
        let cell = page.get(at..page.len().min(at + CELL + LENGTH)).filter(|_| page[0] == LEAF)?;
        let start = cell.windows(MAGIC.len()).position(|window| window == MAGIC)?;
        TransactionMark::read(&cell[start..])
    }

    /// Reads the marks in a log.
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
            // The rest is left from an earlier use of the log, or is incomplete.
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
    /// Whether there is a log that is not empty.
    is_there: bool,
    /// Whether it contains a committed transaction.
    commits: bool,
    /// The marks of its transactions, in order.
    marks: Vec<TransactionMark>,
}

impl LogState {
    /// Returns whether the log continues a file with this mark.
    fn continues(&self, own: &TransactionMark) -> bool {
        let first = self.marks.first().is_some_and(|first| first.before == own.token);
        first || self.holds(&own.token) || !self.commits
    }

    /// Returns whether it contains the transaction with this token.
    pub fn holds(&self, token: &[u8; 16]) -> bool {
        self.marks.iter().any(|mark| mark.token == *token)
    }
}

pub(super) fn log_of(file: &Path) -> PathBuf {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    PathBuf::from(log)
}

/// How a file and the log beside it match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// They match, or the file is complete without a log.
    Together,
    /// The file needs a log that is not there.
    Missing,
    /// The log belongs to another file.
    Foreign,
}

/// Returns the mark in the file itself, ignoring its log, and its location; `None` if it has none.
///
/// It is read through SQLite: opening and closing a file that SQLite has open would make the process lose
/// its locks on it.
pub(super) fn by_itself(file: &Path) -> rusqlite::Result<Option<(MarkLocation, TransactionMark)>> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(immutable(file), flags)?;
    // If the disk filled up while the log was written into the file, the file has fewer pages than its
    // header says. With the log present, that is not damage.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)?;
    let Some(place) = MarkLocation::of(&db)? else { return Ok(None) };
    Ok(TransactionMark::of(&db)?.map(|mark| (place, mark)))
}

/// Checks a file and its log before SQLite opens them, which would replay the log.
pub(super) fn fit(file: &Path) -> Fit {
    // On a busy machine a writer may be suspended for a few hundred milliseconds.
    const TRIES: usize = 20;
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(30);
    let mut fit = Fit::Together;
    for at in 0..TRIES {
        // Another process may have written between reading the file and the log.
        if at > 0 {
            std::thread::sleep(PAUSE);
        }
        fit = match look(file) {
            Some(fit) => fit,
            // No mark: the file is new, of an earlier version, or not a session.
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

/// Returns the URI by which SQLite opens a file without looking at its log.
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
