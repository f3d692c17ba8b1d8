//! Stores the line of an event in a column. The line of an edit is compressed, since it contains all
//! proposals for the new text. Most of these equal the proposals of the import, which therefore serve as
//! the dictionary.

use std::io::Write;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, Value, ValueRef};
use rusqlite::{Connection, OptionalExtension};

use super::Store;
use super::packed::{CompressedText, LEVEL, expand};
use crate::session::error::SessionError;
use crate::session::event::{Act, Event, EventDraft};
use crate::session::object::OrderedObject;

/// Length in bytes from which lines with proposals are compressed.
const FROM: usize = 1 << 10;
/// First byte of a line that is compressed with the proposals of its case as dictionary. A Zstandard
/// frame never begins with it.
const AGAINST: u8 = 1;

/// A line in the form stored in a column.
enum Line {
    Whole(String),
    /// Compressed with the proposals of its case as dictionary.
    Against(Vec<u8>),
}

impl FromSql for Line {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Line> {
        match value {
            ValueRef::Blob([AGAINST, frame @ ..]) => Ok(Line::Against(frame.to_vec())),
            other => CompressedText::column_result(other)
                .map(|packed: CompressedText<String>| Line::Whole(packed.0)),
        }
    }
}

/// An event in the form stored in a row.
pub(super) struct Stored {
    seq: i64,
    case_n: i64,
    line: Line,
}

impl Stored {
    pub const COLUMNS: &str = "seq, case_n, line";

    /// Reads it from the first columns of a row.
    pub fn read(row: &rusqlite::Row) -> rusqlite::Result<Stored> {
        Ok(Stored { seq: row.get(0)?, case_n: row.get(1)?, line: row.get(2)? })
    }
}

/// Converts the line of an event for its column. The case must exist.
pub(super) fn column(db: &Connection, event: &Event) -> rusqlite::Result<Value> {
    let line = event.to_object();
    let has_proposals = matches!(event.act, Act::Edit { .. } | Act::Reanalyse { .. });
    if !has_proposals || line.bytes() < FROM {
        return Ok(Value::Text(line.to_text()));
    }
    let proposals: Option<Option<CompressedText<String>>> = db
        .prepare_cached("SELECT proposals FROM cases WHERE id = ?1")?
        .query_row([&event.case], |row| row.get(0))
        .optional()?;
    let failed = |error: std::io::Error| rusqlite::Error::ToSqlConversionFailure(error.into());
    let packed = match proposals.flatten() {
        None => pack(&line, Vec::new(), ""),
        Some(CompressedText(proposals)) => pack(&line, vec![AGAINST], &proposals),
    };
    packed.map(Value::Blob).map_err(failed)
}

/// Compresses a line after `head`, without building its complete text.
fn pack(line: &OrderedObject, head: Vec<u8>, dictionary: &str) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::with_dictionary(head, LEVEL, dictionary.as_bytes())?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(line.bytes() as u64))?;
    for part in line.parts() {
        encoder.write_all(part.as_bytes())?;
    }
    encoder.finish()
}

impl Store {
    /// Returns the event in a row. `proposals` caches those of its case for the next row.
    pub(super) fn event(
        &self,
        stored: Stored,
        proposals: &mut Option<(i64, String)>,
    ) -> Result<Event, SessionError> {
        let Stored { seq, case_n, line } = stored;
        let damaged = |why: &dyn std::fmt::Display| {
            let reason = format!("event {seq}: {why}");
            SessionError::Damaged { path: self.path().to_path_buf(), reason }
        };
        let line = match line {
            Line::Whole(line) => line,
            Line::Against(frame) => {
                if proposals.as_ref().is_none_or(|(known, _)| *known != case_n) {
                    let sql = "SELECT proposals FROM cases WHERE n = ?1";
                    let of_case: Option<CompressedText<String>> =
                        self.one(sql, [case_n], |row| row.get(0))?.flatten();
                    *proposals = of_case.map(|packed| (case_n, packed.0));
                }
                let known = proposals.as_ref().map_or("", |(_, known)| known);
                expand(&frame, known.as_bytes())
                    .map_err(|error| damaged(&FromSqlError::Other(error.into())))?
            }
        };
        let read = OrderedObject::reread(line).and_then(EventDraft::read).and_then(EventDraft::complete);
        Ok(Event { seq, ..read.map_err(|why| damaged(&why))? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_like_the_proposals_is_a_fraction_of_its_length_and_comes_back() {
        let entry = |at: usize| format!(r#"{{"text":"claim {at} of many","label":"supported","p":0.{at}}}"#);
        let all = |from: usize| (from..from + 200).map(entry).collect::<Vec<_>>().join(",");
        let (proposals, line) = (all(0), format!("{{\"labels\":[{}]}}", all(1)));
        let packed = pack(&OrderedObject::read(&line).unwrap(), vec![AGAINST], &proposals).unwrap();
        assert!(packed.len() * 50 < line.len(), "{} of {}", packed.len(), line.len());
        let read = Line::column_result(ValueRef::Blob(&packed)).unwrap();
        let Line::Against(frame) = read else { panic!("it is not marked") };
        assert_eq!(expand(&frame, proposals.as_bytes()).unwrap(), line);
        // Expanding with other proposals fails.
        assert!(expand(&frame, all(7).as_bytes()).is_err());
    }
}
