//! Strict JSON: a duplicate key, a value nested too deep and a truncated text are errors with their location.
//! A lenient reader would take the last of two articles and score the wrong one.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

use super::encoding;

/// Why a text is not JSON, with line and column from 1 (columns in Unicode scalar values).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {reason}")]
pub struct JsonError {
    pub reason: String,
    /// Line within the text.
    pub line: usize,
    /// Column within the line.
    pub column: usize,
}

/// Parses one JSON value. If the `id` or `custom_id` of the outermost object, or of each object in an outermost
/// list, is a number, it becomes a string of the digits as written.
///
/// # Errors
/// If the bytes are not UTF-8, are not JSON, or hold a key twice.
pub fn parse(bytes: &[u8]) -> Result<Value, JsonError> {
    let text = utf8(bytes)?;
    strict(text).map_err(|error| explain(text, &error))
}

/// Parses like [`parse`] but returns the parser's own error.
pub fn strict(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str::<Strict>(text).map(|strict| strict.0)
}

/// Whether a text is valid JSON so far but ends before its value does.
pub fn cut_short(bytes: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_err_and(|error| error.is_eof())
}

/// Returns the error message for a duplicate key.
pub fn twice(key: &str) -> String {
    format!("the key `{key}` is given twice")
}

/// Describes the type of a value, with the value itself if it is short.
pub fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => format!("{value}"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) if text.chars().count() <= 24 => format!("the string {text:?}"),
        Value::String(_) => "a string".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Returns bytes as text, without the byte-order mark that some programs write.
pub fn utf8(bytes: &[u8]) -> Result<&str, JsonError> {
    let bytes = encoding::without_mark(bytes);
    if let Some(reason) = encoding::refused(bytes) {
        return Err(JsonError { reason, line: 1, column: 1 });
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = line_and_column(bytes, error.valid_up_to());
        let reason = format!(
            "not UTF-8 (byte 0x{:02x}); convert the file, for example with `iconv -t utf-8`",
            bytes[error.valid_up_to()]
        );
        JsonError { reason, line, column }
    })
}

/// Returns the line and the column of a byte of a text that is valid UTF-8 up to there. Both count from 1,
/// columns in characters.
pub fn line_and_column(text: &[u8], at: usize) -> (usize, usize) {
    let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
    // Every byte other than a continuation byte begins a character.
    let chars = text[start..at].iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    (memchr::memchr_iter(b'\n', &text[..start]).count() + 1, chars + 1)
}

/// Rewords a parser's error and counts its location in lines and characters.
pub fn explain(text: &str, error: &serde_json::Error) -> JsonError {
    // The parser counts a line end as the beginning of the next line; here it belongs to the line that it
    // ends.
    let ends = error.column() == 0 && error.line() > 1;
    let number = error.line().max(1) - usize::from(ends);
    let line = text.split('\n').nth(number - 1).unwrap_or("");
    // The parser counts bytes; the message counts characters.
    let upto = if ends { line.len() } else { error.column().min(line.len()) };
    let column =
        (0..=upto).rev().find(|&at| line.is_char_boundary(at)).map_or(0, |at| line[..at].chars().count());
    let said = error.to_string();
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(reason, _)| reason);
    let bytes = line.as_bytes();
    let nul = bytes[..upto].last() == Some(&0) || bytes.get(upto) == Some(&0);
    let reason = match error.classify() {
        _ if nul => "a NUL byte, which JSON allows only as \\u0000".to_owned(),
        _ if said.contains("surrogate") || said.contains("hex escape") => {
            "a text holds half of a surrogate pair (\\ud800 to \\udfff alone), which is not a character"
                .to_owned()
        }
        Category::Eof if matches!(text.trim(), "{" | "[") => {
            "only opens a record; where lines are read, each holds a whole one: put it on one line (`jq -c . FILE`), or name a \
             file with one record over several lines *.json"
                .to_owned()
        }
        Category::Eof => format!("ends in the middle of a value; the text is cut short ({said})"),
        _ if said.contains("recursion limit") => "nested deeper than 128 levels".to_owned(),
        _ if said == "trailing characters" => "something follows the JSON value on its line".to_owned(),
        Category::Data => said.to_owned(),
        _ if said == "expected ident" => "no JSON: a word that is none of true, false and null".to_owned(),
        _ => format!("no JSON: {said}"),
    };
    JsonError { reason, line: number, column: column.max(1) }
}

/// Returns the line and the column of a key of the outermost object, or those of the beginning of the text if
/// the key cannot be found.
pub fn place_of(bytes: &[u8], key: &str) -> (usize, usize) {
    let found = std::str::from_utf8(bytes).ok().and_then(|text| offset_of(text, key));
    line_and_column(bytes, found.unwrap_or_default())
}

/// Returns the byte offset of the quotation mark before a key of the outermost object.
fn offset_of(text: &str, key: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped, mut start) = (0_usize, false, false, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' if quoted => {
                quoted = false;
                if depth == 1 && &text[start..at] == key && text[at + 1..].trim_start().starts_with(':') {
                    return Some(start - 1);
                }
            }
            b'"' => (quoted, start) = (true, at + 1),
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// A JSON value in which no object has a duplicate key.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strict, D::Error> {
        StrictVisitor { outermost: true }.deserialize(deserializer).map(Strict)
    }
}

/// Visitor that builds the value. `outermost` is set for values that are not inside an object.
#[derive(Clone, Copy)]
struct StrictVisitor {
    outermost: bool,
}

impl<'de> DeserializeSeed<'de> for StrictVisitor {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element_seed(self)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(twice(&key)));
            }
            let value = if self.outermost && matches!(key.as_str(), "id" | "custom_id") {
                name(entries.next_value()?).map_err(A::Error::custom)?
            } else {
                entries.next_value_seed(StrictVisitor { outermost: false })?
            };
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// Reads an `id`: a number keeps its text, since ids are compared and never used in arithmetic.
fn name(raw: &RawValue) -> Result<Value, serde_json::Error> {
    match raw.get().as_bytes().first() {
        Some(b'-' | b'0'..=b'9') => Ok(Value::from(raw.get())),
        _ => {
            StrictVisitor { outermost: false }.deserialize(&mut serde_json::Deserializer::from_str(raw.get()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> (String, usize, usize) {
        let error = parse(text.as_bytes()).unwrap_err();
        (error.reason, error.line, error.column)
    }

    #[test]
    fn each_defect_has_its_words_and_place() {
        // A line end within a string belongs to the line that it ends.
        let (message, line, column) = reason("{\"a\":\n \"b\n\"}");
        assert!(
            message.contains("control character") && (line, column) == (2, 3),
            "{message} {line}:{column}"
        );
        let (said, _, column) = reason(r#"{"a": 1, "é": 2, "a": 3}"#);
        assert!(said.contains("`a` is given twice"), "{said}");
        assert_eq!(column, 20);
        assert!(reason(r#"{"a": "b"#).0.contains("cut short"));
        assert!(reason("{").0.contains("name a file with one record over several lines *.json"));
        assert!(reason(&"[".repeat(500)).0.contains("deeper than 128"));
        assert!(reason("{\"a\": \"x\0y\"}").0.contains("NUL"));
        assert!(reason("{} {}").0.contains("follows"));
        assert!(reason("nope").0.starts_with("no JSON: a word that is none of true"));
        assert_eq!(
            reason("{\"é\": 🗳}").2,
            6,
            "columns count characters, even where the parser stops within one"
        );
        assert_eq!(parse(b"{\"a\": \xff}").unwrap_err().column, 7);
    }

    #[test]
    fn a_key_is_found_on_the_outermost_level_only() {
        let line = r#"{"é": {"article": 1, "s": "\"article\":"}, "article": 5}"#;
        let (number, column) = place_of(line.as_bytes(), "article");
        assert_eq!(line.chars().skip(column).take(7).collect::<String>(), "article");
        assert!(number == 1 && column > 30);
        assert_eq!(place_of(b"{\n \"a\": 1,\n  \"b\": 2}", "b"), (3, 3));
        assert_eq!(place_of(b"{\n \"a\": 1}", "c"), (1, 1));
    }

    #[test]
    fn an_id_that_is_a_number_keeps_its_text() {
        let id = "123456789012345678901234567890";
        for text in [format!("{{\"id\": {id}, \"n\": {{\"id\": 1.10}}}}"), format!("[{{\"id\": {id}}}]")] {
            let value = parse(text.as_bytes()).unwrap();
            let object = value.get(0).unwrap_or(&value);
            assert_eq!(object["id"], id);
            assert_ne!(object["n"]["id"], "1.10", "only what names the whole is a name");
        }
        assert_eq!(parse(b"{\"id\": 1.10}").unwrap()["id"], "1.10");
        assert_eq!(parse(b"{\"custom_id\": 1E5}").unwrap()["custom_id"], "1E5");
        assert!(parse(b"{\"id\": {\"a\": 1, \"a\": 2}}").is_err());
        assert_eq!(parse(b"{\"id\": [null]}").unwrap()["id"], serde_json::json!([null]));
    }
}
