//! JSON objects whose values stay unparsed text until one is needed.
//!
//! Fields that no rubric reads are written back byte for byte: a number keeps its digits and a string its
//! escapes. Only the keys are decoded, because duplicate keys are errors.

use std::borrow::Cow;
use std::fmt;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxBuildHasher;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::error::MemberError;
use super::json::{JsonError, explain, line_and_column, strict, twice};

/// Deepest nesting, including the outermost object. This is the limit of the value parser.
const DEPTH: usize = 127;

/// The members of an object, in their order.
pub type Object<'a> = IndexMap<String, Member<'a>, FxBuildHasher>;

/// A value as it is written in its file.
#[derive(Clone, Copy, Debug)]
pub enum Member<'a> {
    Json(&'a RawValue),
    /// A cell of a table.
    Cell(&'a str),
}

/// Reads the members of a JSON object. Checks that no object in it has a duplicate key and that nothing is
/// nested deeper than the value parser allows.
///
/// # Errors
/// If the text is not a JSON object, with the location in the text.
pub fn object(text: &str) -> Result<Object<'_>, JsonError> {
    if !text.trim_start().starts_with('{') {
        let raw: &RawValue = serde_json::from_str(text).map_err(|error| explain(text, &error))?;
        let reason = format!("a case is a JSON object, and this is {}", kind(Member::Json(raw)));
        return Err(JsonError { reason, line: 1, column: 1 });
    }
    let Members(members) = serde_json::from_str(text).map_err(|error| explain(text, &error))?;
    for member in members.values() {
        let Member::Json(raw) = member else { continue };
        check(raw.get()).map_err(|(at, reason)| {
            let (line, column) = line_and_column(text.as_bytes(), offset(text, raw) + at);
            JsonError { reason, line, column }
        })?;
    }
    Ok(members)
}

/// Returns the byte offset in a text of a value that was read from it.
pub fn offset(text: &str, raw: &RawValue) -> usize {
    (raw.get().as_ptr() as usize).wrapping_sub(text.as_ptr() as usize)
}

/// An object whose values were not parsed.
pub struct Members<'a>(pub Object<'a>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members<'de>, D::Error> {
        deserializer.deserialize_map(MembersVisitor).map(Members)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Object<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Object<'de>, A::Error> {
        let mut members = Object::default();
        while let Some(key) = entries.next_key::<String>()? {
            match members.entry(key) {
                Entry::Occupied(known) => return Err(A::Error::custom(twice(known.key()))),
                Entry::Vacant(free) => {
                    free.insert(Member::Json(entries.next_value()?));
                }
            }
        }
        Ok(members)
    }
}

/// Whether no object in a value has a duplicate key and the value is not nested too deep.
pub fn is_sound(raw: &RawValue) -> bool {
    check(raw.get()).is_ok()
}

fn members(raw: &RawValue) -> Option<Object<'_>> {
    serde_json::from_str(raw.get()).ok().map(|Members(members)| members)
}

/// Finds a duplicate key or nesting that is too deep in valid JSON, and returns its offset and the message.
fn check(json: &str) -> Result<(), (usize, String)> {
    let bytes = json.as_bytes();
    if !matches!(bytes.first(), Some(b'{' | b'[')) {
        return Ok(());
    }
    // The keys of all open objects, with their end offsets; and for each level the index of its first key.
    let mut keys: Vec<(Cow<str>, usize)> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                levels.push(keys.len());
                if levels.len() >= DEPTH {
                    return Err((at, format!("nested deeper than {} levels", DEPTH + 1)));
                }
            }
            b'}' | b']' => {
                let begin = levels.pop().unwrap_or_default();
                if let Some((key, at)) = given_twice(&mut keys[begin..]) {
                    return Err((at, twice(&key)));
                }
                keys.truncate(begin);
            }
            b'"' => {
                let end = string_end(bytes, at);
                if bytes[end..].trim_ascii_start().first() == Some(&b':') {
                    keys.push((key(&json[at..end]), end - 1));
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// Returns the offset of the byte after the string that begins at `at`.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at..]) {
        if bytes[at + found] == b'"' {
            return at + found + 1;
        }
        at = (at + found + 2).min(bytes.len());
    }
    bytes.len()
}

/// Returns a key without its quotation marks and escapes. A key that is not valid Unicode keeps its escapes.
fn key(quoted: &str) -> Cow<'_, str> {
    let inner = &quoted[1..quoted.len() - 1];
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    serde_json::from_str(quoted).map_or(Cow::Borrowed(inner), Cow::Owned)
}

/// Returns the first key that repeats an earlier one.
fn given_twice<'a>(keys: &mut [(Cow<'a, str>, usize)]) -> Option<(Cow<'a, str>, usize)> {
    if keys.len() < 2 {
        return None;
    }
    keys.sort_unstable();
    let again = keys.windows(2).filter(|two| two[0].0 == two[1].0).map(|two| &two[1]);
    again.min_by_key(|(_, at)| *at).cloned()
}

/// Returns the byte range of a value in the text from which it was read. Both ends fit, since a record is
/// bounded.
pub fn range(text: &str, raw: &RawValue) -> (u32, u32) {
    let begin = offset(text, raw);
    (begin as u32, (begin + raw.get().len()) as u32)
}

/// Returns the byte range of each item of a list in its text.
pub fn items(list: &str) -> Result<Vec<(u32, u32)>, serde_json::Error> {
    struct Ranges<'t>(&'t str);
    impl<'de> Visitor<'de> for Ranges<'_> {
        type Value = Vec<(u32, u32)>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            let mut ranges = Vec::new();
            while let Some(raw) = seq.next_element::<&RawValue>()? {
                ranges.push(range(self.0, raw));
            }
            Ok(ranges)
        }
    }
    serde_json::Deserializer::from_str(list).deserialize_seq(Ranges(list))
}

impl Member<'_> {
    /// Whether the value is JSON `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Member::Json(raw) if raw.get() == "null")
    }

    /// Whether the value is a string or a table cell.
    pub fn is_text(&self) -> bool {
        match self {
            Member::Json(raw) => raw.get().starts_with('"'),
            Member::Cell(_) => true,
        }
    }

    /// Returns the value as a string.
    ///
    /// # Errors
    /// If it is not a string, or not valid Unicode.
    pub fn text(self) -> Result<String, MemberError> {
        match self {
            Member::Cell(text) => Ok(text.to_owned()),
            Member::Json(raw) => serde_json::from_str(raw.get()).map_err(|error| unreadable(raw, &error)),
        }
    }

    /// Returns the value as a name: a string, or the digits of a number.
    pub fn name(self) -> Result<String, MemberError> {
        match self {
            Member::Json(raw) if is_number(raw) => Ok(raw.get().to_owned()),
            _ => self.text(),
        }
    }

    /// Whether the value is a string or a number.
    pub fn is_name(&self) -> bool {
        self.is_text() || matches!(self, Member::Json(raw) if is_number(raw))
    }

    /// Parses the value.
    ///
    /// # Errors
    /// If it holds a number or a string that cannot be read.
    pub fn value(self) -> Result<Value, MemberError> {
        match self {
            Member::Cell(text) => Ok(Value::from(text)),
            Member::Json(raw) => value(raw),
        }
    }

    fn into_raw(self) -> Box<RawValue> {
        match self {
            Member::Cell(text) => quoted(text),
            Member::Json(raw) => one_line(raw),
        }
    }
}

/// Returns a value as JSON on one line. If it spans several lines, the white space between its parts is
/// removed.
fn one_line(raw: &RawValue) -> Box<RawValue> {
    let text = raw.get();
    if memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_none() {
        return raw.to_owned();
    }
    let (bytes, mut short) = (text.as_bytes(), String::with_capacity(text.len()));
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'"' => string_end(bytes, at),
            byte => {
                let same = |other: &&u8| {
                    other.is_ascii_whitespace() == byte.is_ascii_whitespace() && **other != b'"'
                };
                at + bytes[at..].iter().take_while(same).count()
            }
        };
        if !bytes[at].is_ascii_whitespace() {
            short.push_str(&text[at..end]);
        }
        at = end;
    }
    RawValue::from_string(short).unwrap_or_else(|_| raw.to_owned())
}

fn quoted(text: &str) -> Box<RawValue> {
    // A string is always JSON.
    to_raw_value(text).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

fn is_number(raw: &RawValue) -> bool {
    raw.get().starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

fn value(raw: &RawValue) -> Result<Value, MemberError> {
    strict(raw.get()).map_err(|error| unreadable(raw, &error))
}

/// Returns why well-formed JSON cannot be read.
fn unreadable(raw: &RawValue, error: &serde_json::Error) -> MemberError {
    let said = error.to_string();
    match Member::Json(raw) {
        member if is_number(raw) => MemberError::OutOfRange(kind(member)),
        _ if said.starts_with("number out of range") => MemberError::HoldsOutOfRange,
        _ if said.contains("surrogate") || said.contains("hex escape") => MemberError::Surrogate,
        _ => MemberError::Unreadable(said.split(" at line ").next().unwrap_or(&said).to_owned()),
    }
}

/// Describes the type of a value, with the value itself if it is short.
pub fn kind(member: Member) -> String {
    const MAX_SHOWN_CHARS: usize = 40;
    let raw = match member {
        Member::Cell(text) => return super::kind(&Value::from(text)),
        Member::Json(raw) => raw,
    };
    let text = raw.get();
    match text.as_bytes().first() {
        // The form in which the Parquet reader represents bytes that are not UTF-8.
        Some(b'{') if text.starts_with("{\"base64\":") => "bytes that are not UTF-8".to_owned(),
        Some(b'{') => "an object".to_owned(),
        Some(b'[') => "a list".to_owned(),
        Some(b'"') => value(raw).map_or_else(|_| "a string".to_owned(), |value| super::kind(&value)),
        Some(b'-' | b'0'..=b'9') if text.len() <= MAX_SHOWN_CHARS => format!("the number {text}"),
        Some(b'-' | b'0'..=b'9') => format!("a number of {} characters", text.len()),
        _ => text.to_owned(),
    }
}

/// Fields of a case that no rubric reads, written back unchanged.
#[derive(Clone, Debug, Default)]
pub struct Extra(IndexMap<String, Box<RawValue>, FxBuildHasher>);

impl Extra {
    /// Keeps the remaining members of an object.
    pub(super) fn of(object: Object) -> Extra {
        Extra(object.into_iter().map(|(key, member)| (key, member.into_raw())).collect())
    }

    /// Adds a string, unless there is already a field of that name.
    pub(super) fn add(&mut self, key: &str, text: &str) {
        self.0.entry(key.to_owned()).or_insert_with(|| quoted(text));
    }

    /// Returns a field as JSON.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|raw| raw.get())
    }

    /// Returns the value of a field, by its name or by a dotted path of names.
    ///
    /// # Errors
    /// If it holds a number or a string that cannot be read.
    pub fn value(&self, path: &str) -> Option<Result<Value, MemberError>> {
        if let Some(raw) = self.0.get(path) {
            return Some(value(raw));
        }
        let mut parts = path.split('.');
        let first: &RawValue = self.0.get(parts.next()?)?;
        let found = parts.try_fold(first, |raw, part| match members(raw)?.get(part)? {
            Member::Json(inner) => Some(*inner),
            Member::Cell(_) => None,
        });
        found.map(value)
    }

    /// Paths, as [`Extra::value`] takes them, of fields that are numbers or booleans, including those one
    /// level deeper.
    pub fn numbers(&self) -> impl Iterator<Item = String> {
        let is_one = |raw: &RawValue| is_number(raw) || matches!(raw.get(), "true" | "false");
        self.0.iter().flat_map(move |(name, raw)| -> Vec<String> {
            if is_one(raw) {
                return vec![name.clone()];
            }
            let inner = members(raw).unwrap_or_default().into_iter();
            let ones = inner.filter(|(_, member)| matches!(member, Member::Json(raw) if is_one(raw)));
            ones.map(|(inner, _)| format!("{name}.{inner}")).collect()
        })
    }

    /// The names of the fields, in their order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Number of fields.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no field.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0.iter().map(|(key, raw)| (key.as_str(), &**raw))
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Extra) -> bool {
        self.len() == other.len() && self.0.iter().all(|(key, raw)| other.get(key) == Some(raw.get()))
    }
}

impl Serialize for Extra {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> (String, usize, usize) {
        let error = object(text).unwrap_err();
        (error.reason, error.line, error.column)
    }

    #[test]
    fn bytes_of_a_table_are_called_so() {
        let raw = RawValue::from_string("{\"base64\":\"/w==\"}".to_owned()).unwrap();
        assert_eq!(kind(Member::Json(&raw)), "bytes that are not UTF-8");
    }

    #[test]
    fn what_is_wrong_within_a_value_that_nobody_reads_is_reported_with_its_place() {
        let (said, line, column) = reason("{\"é\": 1,\n \"x\": [{\"y\": 1, \"ü\": 2, \"\\u0079\": 3}]}");
        assert_eq!((said.as_str(), line, column), ("the key `y` is given twice", 2, 32));
        assert_eq!(reason(r#"{"a": 1, "a": 2}"#).0, "the key `a` is given twice");
        assert_eq!(
            object(r#"{"a": {"b": 1, "c": {"b": 2}}, "b": [{"b": 1}, {"b": 2}, "b"]}"#).unwrap().len(),
            2
        );
        for (depth, deep) in [(126, false), (127, true), (100_000, true)] {
            let text = format!("{{\"a\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
            assert_eq!(
                object(&text).is_err_and(|error| error.reason.contains("deeper than 128")),
                deep,
                "{depth}"
            );
            assert_eq!(super::super::json::parse(text.as_bytes()).is_err(), deep, "{depth}, as a value");
        }
        assert!(reason("[1]").0.contains("this is a list"));
        assert!(reason("{\"a\": 01}").0.starts_with("no JSON"));
        assert!(reason("{\"a\": [1, 2").0.contains("cut short"));
        assert!(reason("{\"a\": \"x\0y\"}").0.contains("NUL"));
    }

    #[test]
    fn a_value_keeps_its_text_and_only_white_space_over_several_lines_goes() {
        let extra = |text: &str| Extra::of(object(text).unwrap());
        for value in [
            "1.10",
            "123456789012345678901234567890",
            "1e400",
            "-0",
            "1E5",
            r#""\ud800 \u00e9\/""#,
            "[1, 2.0]",
        ] {
            assert_eq!(extra(&format!("{{\"x\": {value} }}")).get("x"), Some(value));
        }
        let long = extra("{\"x\": {\"a b\" : [ 1.10,\r\n  \"c \\\" d\"\n] , \"e\": true}}");
        assert_eq!(long.get("x"), Some(r#"{"a b":[1.10,"c \" d"],"e":true}"#));
        assert_eq!(serde_json::to_string(&long).unwrap(), r#"{"x":{"a b":[1.10,"c \" d"],"e":true}}"#);
    }

    #[test]
    fn what_cannot_be_read_says_what_it_is() {
        let members =
            object(r#"{"n": 1e400, "s": "\udc00", "d": {"n": [-1e999]}, "e": {"s": "\ud800x"}}"#).unwrap();
        let said = |key: &str| members[key].value().unwrap_err().to_string();
        assert_eq!(said("n"), "is the number 1e400, which is out of range");
        assert!(said("s").contains("half of a surrogate pair"), "{}", said("s"));
        assert_eq!(said("d"), "holds a number that is out of range");
        assert!(said("e").contains("half of a surrogate pair"), "{}", said("e"));
    }

    #[test]
    fn a_field_is_found_by_its_path_and_what_stands_beside_it_does_not_matter() {
        let extra = Extra::of(object(r#"{"h": {"a": 3.5, "b": 1e400}, "x.y": true, "n": 1}"#).unwrap());
        assert_eq!(extra.value("h.a"), Some(Ok(Value::from(3.5))));
        assert_eq!(extra.value("h.b"), Some(Err(MemberError::OutOfRange("the number 1e400".to_owned()))));
        assert_eq!(extra.value("x.y"), Some(Ok(Value::Bool(true))));
        assert_eq!((extra.value("h.c"), extra.value("n.a"), extra.value("z")), (None, None, None));
        assert_eq!(extra.numbers().collect::<Vec<_>>(), ["h.a", "h.b", "x.y", "n"]);
    }
}
