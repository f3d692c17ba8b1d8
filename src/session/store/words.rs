//! Full-text search over articles, summaries and comments: an index of SQLite's FTS5 beside the cases.

use rusqlite::params;

use super::Store;
use crate::session::error::SessionError;

/// The texts and comments of a case, for the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchableText {
    /// The case.
    pub id: String,
    /// Events of the case that they take in.
    pub events: i64,
    /// Its article: as imported, and as annotators left it.
    pub article: String,
    /// Its summary, likewise.
    pub summary: String,
    pub comments: String,
}

/// The index. It holds no texts: they are in the cases.
const TABLE: &str = "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(article, summary, comments, content = '', \
                     contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')";

impl Store {
    /// The ids of cases whose words are not in the index, or not as they are by now, in the order of the queue.
    pub fn unindexed(&self) -> Result<Vec<String>, SessionError> {
        let sql = "SELECT id FROM cases LEFT JOIN indexed ON case_n = n WHERE events IS NULL \
                   OR events <> (SELECT count(*) FROM event WHERE event.case_n = n) ORDER BY place, id";
        self.all(sql, [], |row| row.get(0))
    }

    /// Puts the words of cases into the index, in place of what it had of them.
    ///
    /// # Errors
    /// If nothing can be written, or this SQLite has no full-text search.
    pub fn index(&mut self, all: &[SearchableText]) -> Result<(), SessionError> {
        self.write(|tx| {
            tx.execute_batch(TABLE)?;
            for one in all {
                let n: i64 = tx
                    .prepare_cached("SELECT n FROM cases WHERE id = ?1")?
                    .query_row([&one.id], |row| row.get(0))?;
                tx.prepare_cached("DELETE FROM words WHERE rowid = ?1")?.execute([n])?;
                tx.prepare_cached(
                    "INSERT INTO words (rowid, article, summary, comments) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![n, one.article, one.summary, one.comments])?;
                tx.prepare_cached("INSERT OR REPLACE INTO indexed (case_n, events) VALUES (?1, ?2)")?
                    .execute([n, one.events])?;
            }
            Ok(())
        })
    }

    /// The ids of the cases with all of these words or phrases, each of which may be the beginning of what is there.
    ///
    /// # Errors
    /// If the file cannot be read, or this SQLite has no full-text search.
    pub fn search(&self, words: &[String]) -> Result<Vec<String>, SessionError> {
        let quoted: Vec<String> =
            words.iter().map(|word| format!("\"{}\"*", word.replace('"', "\"\""))).collect();
        let there = self.one("SELECT 1 FROM sqlite_master WHERE name = 'words'", [], |_| Ok(()))?;
        if there.is_none() {
            return Ok(Vec::new());
        }
        let sql =
            "SELECT id FROM words JOIN cases ON n = words.rowid WHERE words MATCH ?1 ORDER BY place, id";
        self.all(sql, [quoted.join(" AND ")], |row| row.get(0))
    }
}
