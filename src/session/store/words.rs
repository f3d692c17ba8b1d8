//! Full-text search over articles, summaries and comments, by an SQLite FTS5 index beside the cases.

use rusqlite::params;

use super::Store;
use crate::session::error::SessionError;

/// The texts and comments of a case, for the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchableText {
    /// Id of the case.
    pub id: String,
    /// Number of events of the case that the texts include.
    pub events: i64,
    /// The article, as imported and as edited by annotators.
    pub article: String,
    /// The summary, as imported and as edited by annotators.
    pub summary: String,
    pub comments: String,
}

/// The index. It stores no texts, since the cases have them.
const TABLE: &str = "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(article, summary, comments, content = '', \
                     contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')";

impl Store {
    /// Returns the ids of cases that are missing or outdated in the index, in the order of the queue.
    pub fn unindexed(&self) -> Result<Vec<String>, SessionError> {
        let sql = "SELECT id FROM cases LEFT JOIN indexed ON case_n = n WHERE events IS NULL \
                   OR events <> (SELECT count(*) FROM event WHERE event.case_n = n) ORDER BY place, id";
        self.all(sql, [], |row| row.get(0))
    }

    /// Indexes cases, replacing their previous entries.
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

    /// Returns the ids of the cases that contain all of these words or phrases; each also matches as a
    /// prefix.
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
