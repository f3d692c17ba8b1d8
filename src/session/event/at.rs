//! A point in time, as written in files.

use jiff::Timestamp;

use super::super::event_error::EventError;

/// A point in time, with its original text. Ordered by microseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    text: String,
    micros: i64,
}

impl Moment {
    /// Parses a time in RFC 3339.
    pub fn read(text: &str) -> Result<Moment, EventError> {
        let wrong = || EventError::Type {
            key: "at".to_owned(),
            found: format!("{text:?}"),
            wanted: "no time such as 2026-03-14T09:26:53Z (RFC 3339)",
        };
        let shaped = text.len() >= 20 && text.as_bytes()[10].eq_ignore_ascii_case(&b'T');
        let stamp: Timestamp =
            Some(text).filter(|_| shaped).ok_or_else(wrong)?.parse().map_err(|_| wrong())?;
        Ok(Moment { text: text.to_owned(), micros: stamp.as_microsecond() })
    }

    /// Creates a moment from microseconds since 1970 (UTC).
    pub fn from_micros(micros: i64) -> Moment {
        let stamp = Timestamp::from_microsecond(micros).unwrap_or(Timestamp::UNIX_EPOCH);
        Moment { text: format!("{stamp:.6}"), micros: stamp.as_microsecond() }
    }

    /// Returns the microseconds since 1970 (UTC).
    pub fn micros(&self) -> i64 {
        self.micros
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }
}
