//! Compressed JSON in a column: the proposals of a case are about ten times as long as its texts, and
//! very repetitive.

use std::io::Read;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};

/// Zstandard compression level: the fastest, which reduces the JSON of labels to a tenth.
pub(super) const LEVEL: i32 = 1;
/// Longest text that is read, in bytes, so that a damaged column cannot exhaust the memory.
const LONGEST: u64 = 1 << 30;

/// A text that is stored compressed. Plain text written by an earlier version is read as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CompressedText<T>(pub T);

impl<T: AsRef<str>> ToSql for CompressedText<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let packed = zstd::encode_all(self.0.as_ref().as_bytes(), LEVEL);
        packed.map(ToSqlOutput::from).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    }
}

impl FromSql for CompressedText<String> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let ValueRef::Blob(packed) = value else {
            return value.as_str().map(|text| CompressedText(text.to_owned()));
        };
        expand(packed, &[]).map(CompressedText).map_err(|error| FromSqlError::Other(error.into()))
    }
}

/// Decompresses a Zstandard frame with a dictionary, which may be empty.
pub(super) fn expand(frame: &[u8], dictionary: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    // A string that grows while being read takes up to twice its length, so the capacity is reserved. The
    // length given by a damaged frame is only a hint.
    if let Ok(Some(bytes)) = zstd::zstd_safe::get_frame_content_size(frame) {
        text.try_reserve_exact(usize::try_from(bytes.min(LONGEST)).unwrap_or(0)).ok();
    }
    zstd::Decoder::with_dictionary(frame, dictionary)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}
