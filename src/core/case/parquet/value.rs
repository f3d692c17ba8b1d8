//! Writes a row as JSON.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use parquet::record::{Field, Row};
use serde_json::value::RawValue;

/// The row is too long to be a record.
#[derive(Debug, PartialEq, Eq)]
pub struct TooLong;

/// Writes a row as a JSON object. Fails soon after the object exceeds `limit` bytes.
pub fn json(row: &Row, limit: usize) -> Result<Vec<u8>, TooLong> {
    let mut writer = Writer { out: Vec::new(), limit };
    writer.object(row)?;
    Ok(writer.out)
}

struct Writer {
    out: Vec<u8>,
    limit: usize,
}

impl Writer {
    fn object(&mut self, row: &Row) -> Result<(), TooLong> {
        self.between(b"{}", row.get_column_iter(), |writer, (name, value)| {
            writer.text(name);
            writer.out.push(b':');
            writer.value(value)
        })
    }

    /// Writes items between brackets, separated by commas.
    fn between<T>(
        &mut self,
        brackets: &[u8; 2],
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Writer, T) -> Result<(), TooLong>,
    ) -> Result<(), TooLong> {
        self.out.push(brackets[0]);
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.out.push(b',');
            }
            write(self, item)?;
            if self.out.len() > self.limit {
                return Err(TooLong);
            }
        }
        self.out.push(brackets[1]);
        Ok(())
    }

    fn text(&mut self, text: &str) {
        // A string is always valid JSON, and writing to a vector cannot fail.
        let _ = serde_json::to_writer(&mut self.out, text);
    }

    /// Writes digits unchanged, or `null` if they are not a JSON number.
    fn number(&mut self, digits: String) {
        match RawValue::from_string(digits) {
            Ok(number) => self.out.extend_from_slice(number.get().as_bytes()),
            Err(_) => self.out.extend_from_slice(b"null"),
        }
    }

    fn value(&mut self, field: &Field) -> Result<(), TooLong> {
        match field {
            Field::Null => self.out.extend_from_slice(b"null"),
            Field::Bool(value) => self.out.extend_from_slice(value.to_string().as_bytes()),
            Field::Byte(value) => self.number(value.to_string()),
            Field::Short(value) => self.number(value.to_string()),
            Field::Int(value) => self.number(value.to_string()),
            Field::Long(value) => self.number(value.to_string()),
            Field::UByte(value) => self.number(value.to_string()),
            Field::UShort(value) => self.number(value.to_string()),
            Field::UInt(value) => self.number(value.to_string()),
            Field::ULong(value) => self.number(value.to_string()),
            // NaN, which tables of numbers use for a missing value, is not JSON and becomes `null`.
            Field::Float16(value) => self.number(f32::from(*value).to_string()),
            Field::Float(value) => self.number(value.to_string()),
            Field::Double(value) => self.number(value.to_string()),
            Field::Decimal(_) => self.number(field.to_string()),
            Field::Str(text) => self.text(text),
            Field::Bytes(bytes) => match std::str::from_utf8(bytes.data()) {
                Ok(text) => self.text(text),
                // An object, so that bytes that are not text are not mistaken for a text.
                Err(_) => {
                    self.out.extend_from_slice(b"{\"base64\":");
                    self.text(&BASE64_STANDARD.encode(bytes.data()));
                    self.out.push(b'}');
                }
            },
            Field::Date(days) => match Date::constant(1970, 1, 1).checked_add(i64::from(*days).days()) {
                Ok(date) => self.text(&date.to_string()),
                Err(_) => self.number(days.to_string()),
            },
            Field::TimestampMillis(value) => self.time(*value, Timestamp::from_millisecond(*value)),
            Field::TimestampMicros(value) => self.time(*value, Timestamp::from_microsecond(*value)),
            Field::TimeMillis(value) => self.number(value.to_string()),
            Field::TimeMicros(value) => self.number(value.to_string()),
            Field::Group(row) => self.object(row)?,
            Field::ListInternal(list) => self.between(b"[]", list.elements(), Writer::value)?,
            Field::MapInternal(map) => self.between(b"{}", map.entries(), |writer, (key, value)| {
                match key {
                    Field::Str(key) => writer.text(key),
                    other => writer.text(&other.to_string()),
                }
                writer.out.push(b':');
                writer.value(value)
            })?,
        }
        Ok(())
    }

    fn time(&mut self, number: i64, time: Result<Timestamp, jiff::Error>) {
        match time {
            Ok(time) => self.text(&time.to_string()),
            Err(_) => self.number(number.to_string()),
        }
    }
}
