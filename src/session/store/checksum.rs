//! Checksums of a session's rows. SQLite has none, so a bit flipped by the disk would go unnoticed.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::Store;

/// Damage in a session's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The damaged row: `event 12`, `case "a"`.
    pub at: String,
    /// Description of the damage.
    pub what: String,
}

/// A table whose rows have a checksum: its name, the columns covered, the column of the checksum, and how
/// to name a row.
struct ChecksummedTable {
    table: &'static str,
    columns: &'static str,
    checksum: &'static str,
    name: &'static str,
    kind: &'static str,
}

/// All tables with checksums.
const SUMMED: [ChecksummedTable; 4] = [
    ChecksummedTable {
        table: "session",
        columns: "line",
        checksum: "checksum",
        name: "''",
        kind: "the first line",
    },
    ChecksummedTable {
        table: "cases",
        columns: "place, id, text, origin, rest",
        checksum: "checksum",
        name: "'\"' || id || '\"'",
        kind: "case",
    },
    ChecksummedTable {
        table: "cases",
        columns: "id, engine, proposals",
        checksum: "proposals_checksum",
        name: "'\"' || id || '\"'",
        kind: "the proposals of case",
    },
    ChecksummedTable {
        table: "event",
        columns: "seq, uuid, micros, by, (SELECT id FROM cases WHERE n = case_n), name, line",
        checksum: "checksum",
        name: "seq",
        kind: "event",
    },
];

/// Returns the checksum of the first columns of a row: a CRC-32 over the type, length and bytes of each.
fn of_row(row: &Row, columns: usize) -> rusqlite::Result<i64> {
    let mut sum = crc32fast::Hasher::new();
    for at in 0..columns {
        let number;
        let (kind, bytes) = match row.get_ref(at)? {
            ValueRef::Null => (b'n', &[][..]),
            ValueRef::Integer(value) => {
                number = value.to_le_bytes();
                (b'i', &number[..])
            }
            ValueRef::Real(value) => {
                number = value.to_le_bytes();
                (b'r', &number[..])
            }
            ValueRef::Text(text) => (b't', text),
            ValueRef::Blob(blob) => (b'b', blob),
        };
        sum.update(&[kind]);
        sum.update(&(bytes.len() as u64).to_le_bytes());
        sum.update(bytes);
    }
    Ok(i64::from(sum.finalize()))
}

impl ChecksummedTable {
    fn count(&self) -> usize {
        // The subquery among the columns of the events contains no comma.
        self.columns.split(", ").count()
    }

    /// Adds missing checksums.
    fn fill(&self, db: &Connection) -> rusqlite::Result<()> {
        let ChecksummedTable { table, columns, checksum, .. } = self;
        let mut rows =
            db.prepare_cached(&format!("SELECT {columns}, rowid FROM {table} WHERE {checksum} IS NULL"))?;
        let mut put = db.prepare_cached(&format!("UPDATE {table} SET {checksum} = ?2 WHERE rowid = ?1"))?;
        let mut found = rows.query([])?;
        let mut sums = Vec::new();
        while let Some(row) = found.next()? {
            sums.push((row.get::<_, i64>(self.count())?, of_row(row, self.count())?));
        }
        sums.iter().try_for_each(|(rowid, sum)| put.execute([rowid, sum]).map(drop))
    }

    /// Adds each row that differs from what was written to the damages.
    fn check(&self, db: &Connection, damages: &mut Vec<Damage>) -> rusqlite::Result<()> {
        let ChecksummedTable { table, columns, checksum, name, kind } = self;
        let mut rows = db.prepare(&format!("SELECT {columns}, {checksum}, {name}, rowid FROM {table}"))?;
        let (mut found, count) = (rows.query([])?, self.count());
        while let Some(row) = found.next()? {
            if row.get::<_, Option<i64>>(count).ok().flatten() != Some(of_row(row, count)?) {
                let name = match row.get_ref(count + 1)? {
                    ValueRef::Integer(number) => number.to_string(),
                    ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                    _ => format!("in row {}", row.get::<_, i64>(count + 2)?),
                };
                let at = format!("{kind} {name}").trim_end().to_owned();
                damages.push(Damage {
                    at,
                    what: "altered since it was written: its checksum is another".to_owned(),
                });
            }
        }
        Ok(())
    }
}

/// Adds missing checksums.
pub(super) fn fill(db: &Connection) -> rusqlite::Result<()> {
    SUMMED.iter().try_for_each(|summed| summed.fill(db))
}

impl Store {
    /// Checks the whole file and returns what differs from what was written.
    pub fn damages(&self) -> Vec<Damage> {
        let structure = self.all("PRAGMA integrity_check", [], |row| row.get::<_, String>(0));
        let faults = structure.unwrap_or_else(|fault| vec![fault.to_string()]);
        let faults = faults.into_iter().filter(|fault| fault != "ok");
        let mut damages: Vec<Damage> =
            faults.map(|what| Damage { at: "the file".to_owned(), what }).collect();
        for summed in &SUMMED {
            if let Err(error) = self.db.with(|db| summed.check(db, &mut damages)) {
                damages
                    .push(Damage { at: format!("the table of {}s", summed.kind), what: error.to_string() });
            }
        }
        let numbers =
            self.all("SELECT seq FROM event ORDER BY seq", [], |row| row.get(0)).unwrap_or_default();
        for seq in numbers {
            if let Err(fault) = self.numbered(seq) {
                damages.push(Damage { at: format!("event {seq}"), what: fault.to_string() });
            }
        }
        damages
    }
}
