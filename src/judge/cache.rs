//! Answers on disk, so that no question is asked twice: one SQLite file, which several processes may use
//! at once.
//!
//! The file may be deleted at any time; a damaged file only costs the cached answers.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use serde_json::Value;

use crate::case::parse_json;
use crate::files;
use crate::report::json::line;

use super::question::AnswerKey;

/// The version of the table.
const SCHEMA: i64 = 1;
/// Most bytes of cached answers; the least recently used ones are evicted first.
const MAX_BYTES: i64 = 256 << 20;
/// Number of answers added between two checks of the size.
const BETWEEN: u32 = 64;
/// How long to wait while another process writes.
const PATIENCE: Duration = Duration::from_secs(5);
/// Resolution of the time of last use, in seconds. It is coarse so that a lookup seldom writes.
const DAY: i64 = 24 * 3600;

/// Returns the default folder of the cache: `lockbench` in the XDG cache directory. `None` if there is no
/// home.
pub fn folder() -> Option<PathBuf> {
    files::xdg_folder("XDG_CACHE_HOME", ".cache")
}

/// Why a cache file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    #[error("{}: {source}", .path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{}: {}", .path.display(), sqlite_message(.source))]
    Sqlite { path: PathBuf, source: rusqlite::Error },
    #[error("{}: another version of lockbench made it (schema {found}); delete it", .path.display())]
    Version { path: PathBuf, found: i64 },
}

/// The cache of answers.
#[derive(Debug)]
pub struct Cache {
    db: Connection,
    path: PathBuf,
    most: i64,
    added: u32,
}

impl Cache {
    /// Opens the cache file in a folder, or creates it.
    ///
    /// # Errors
    /// If it cannot be used: the file, and why.
    pub fn open(folder: &Path) -> Result<Cache, CacheError> {
        let path = folder.join("answers.db");
        if let Err(source) = files::own_folder(folder).and_then(|()| files::ensure(&path)) {
            return Err(CacheError::Io { path, source });
        }
        match Cache::connect(&path) {
            Ok((db, SCHEMA)) => Ok(Cache { db, path, most: MAX_BYTES, added: BETWEEN }),
            Ok((_, found)) => Err(CacheError::Version { path, found }),
            Err(source) => Err(CacheError::Sqlite { path, source }),
        }
    }

    /// Opens the file; returns the version of its table.
    fn connect(path: &Path) -> rusqlite::Result<(Connection, i64)> {
        let mut db = Connection::open(path)?;
        db.busy_timeout(PATIENCE)?;
        // Readers and a writer do not block each other; at worst, a power failure loses an answer.
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        // Checked within the transaction, since two processes may start at the same time.
        let begin = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let tables: i64 = begin.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables == 0 {
            begin.execute_batch(
                "CREATE TABLE answers (key BLOB PRIMARY KEY, answer TEXT NOT NULL, used INTEGER NOT NULL) \
                 WITHOUT ROWID; \
                 CREATE INDEX answers_used ON answers (used);",
            )?;
            begin.pragma_update(None, "user_version", SCHEMA)?;
        }
        begin.commit()?;
        let version = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        Ok((db, version))
    }

    /// Returns the answer to a question, if it is cached and intact.
    ///
    /// # Errors
    /// If the file cannot be read: the file, and why.
    pub fn get(&self, key: &AnswerKey) -> Result<Option<Value>, CacheError> {
        let mut found = self
            .db
            .prepare_cached("SELECT answer, used FROM answers WHERE key = ?1")
            .map_err(self.wrong())?;
        let row = found.query_row([&key[..]], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)));
        let Some((answer, used)) = row.optional().map_err(self.wrong())? else {
            return Ok(None);
        };
        if now() - used > DAY {
            // Failing to update the time of last use is no reason to fail.
            self.db.execute("UPDATE answers SET used = ?2 WHERE key = ?1", params![&key[..], now()]).ok();
        }
        Ok(parse_json(answer.as_bytes()).ok())
    }

    /// Caches an answer.
    ///
    /// # Errors
    /// If the file cannot be written: the file, and why.
    pub fn put(&mut self, key: &AnswerKey, answer: &Value) -> Result<(), CacheError> {
        let put = "INSERT OR REPLACE INTO answers (key, answer, used) VALUES (?1, ?2, ?3)";
        let put = self
            .db
            .prepare_cached(put)
            .and_then(|mut put| put.execute(params![&key[..], line(answer), now()]));
        put.map_err(self.wrong())?;
        self.added += 1;
        if self.added > BETWEEN {
            self.added = 0;
            self.shrink().map_err(self.wrong())?;
        }
        Ok(())
    }

    /// If the cache is too large, evicts the least recently used answers until nine tenths of the limit
    /// are left.
    fn shrink(&self) -> rusqlite::Result<()> {
        let size = || {
            self.db.query_row("SELECT coalesce(sum(length(answer)), 0) FROM answers", [], |row| {
                row.get::<_, i64>(0)
            })
        };
        if size()? <= self.most {
            return Ok(());
        }
        while size()? > self.most / 10 * 9 {
            let oldest = "DELETE FROM answers WHERE key IN (SELECT key FROM answers ORDER BY used LIMIT 256)";
            if self.db.execute(oldest, [])? == 0 {
                break;
            }
        }
        Ok(())
    }

    fn wrong(&self) -> impl Fn(rusqlite::Error) -> CacheError {
        |source| CacheError::Sqlite { path: self.path.clone(), source }
    }
}

/// Describes what is wrong, and what to do about it.
fn sqlite_message(error: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode;
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            format!("the answers that were remembered are damaged ({error}); delete the file to start over")
        }
        _ => error.to_string(),
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn key(at: u8) -> AnswerKey {
        [at; 32]
    }

    #[test]
    fn answers_are_remembered_by_two_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let nested = folder.path().join("a/b");
        let (mut one, mut two) = (Cache::open(&nested).unwrap(), Cache::open(&nested).unwrap());
        assert_eq!(one.get(&key(1)).unwrap(), None);
        one.put(&key(1), &json!({"labels": {"claims": []}})).unwrap();
        two.put(&key(2), &json!("é")).unwrap();
        two.put(&key(1), &json!(3)).unwrap();
        assert_eq!(one.get(&key(1)).unwrap(), Some(json!(3)));
        assert_eq!(one.get(&key(2)).unwrap(), Some(json!("é")));
        let threads: Vec<_> = (0..4_u8)
            .map(|thread| {
                let nested = nested.clone();
                std::thread::spawn(move || {
                    let mut cache = Cache::open(&nested).unwrap();
                    (0..20).for_each(|at| cache.put(&key(100 + thread * 20 + at), &json!(at)).unwrap());
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert!((100..180).all(|at| one.get(&key(at)).unwrap().is_some()));
    }

    #[test]
    fn what_was_not_used_for_longest_is_forgotten_first() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = Cache { most: 40_000, ..Cache::open(folder.path()).unwrap() };
        let long = json!("x".repeat(100));
        for at in 0..600_u32 {
            let mut key = [0; 32];
            key[..4].copy_from_slice(&at.to_le_bytes());
            cache.put(&key, &long).unwrap();
            cache.db.execute("UPDATE answers SET used = ?2 WHERE key = ?1", params![&key[..], at]).unwrap();
        }
        cache.shrink().unwrap();
        let size: i64 =
            cache.db.query_row("SELECT sum(length(answer)) FROM answers", [], |row| row.get(0)).unwrap();
        assert!(size <= 40_000, "{size}");
        let oldest: i64 = cache.db.query_row("SELECT min(used) FROM answers", [], |row| row.get(0)).unwrap();
        assert!((256..600).contains(&oldest), "{oldest}");
    }

    #[test]
    fn a_damaged_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answers.db");
        std::fs::write(&path, "nothing that SQLite knows, but long enough to be looked at. ".repeat(40))
            .unwrap();
        let why = Cache::open(folder.path()).unwrap_err().to_string();
        assert!(why.contains("answers.db") && why.contains("damaged") && why.contains("delete"), "{why}");
        std::fs::remove_file(&path).unwrap();
        let mut cache = Cache::open(folder.path()).unwrap();
        cache.put(&key(1), &json!(1)).unwrap();
        cache.db.execute("UPDATE answers SET answer = '{\"cut'", []).unwrap();
        assert_eq!(cache.get(&key(1)).unwrap(), None, "half an answer is none");
        cache.db.pragma_update(None, "user_version", 9).unwrap();
        drop(cache);
        assert!(Cache::open(folder.path()).unwrap_err().to_string().contains("another version"));
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(Cache::open(&file).is_err(), "a file is not a folder");
    }
}
