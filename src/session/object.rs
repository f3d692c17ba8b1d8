//! JSON objects whose values keep their text, so that fields unknown to this program are written back
//! unchanged.

use std::borrow::Cow;
use std::{fmt, iter};

use bytes::Bytes;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::event_error::EventError;
use crate::case::{is_sound, parse_json};

/// A JSON object: keys in order, each with the text of its value.
#[derive(Clone, Debug, Default)]
pub struct OrderedObject(Vec<(String, ValueText)>);

/// The text of a value: a slice of the object's text, shared by its values and all copies, since the
/// proposals of a long summary have many megabytes.
#[derive(Clone, Debug)]
struct ValueText(Bytes);

impl ValueText {
    fn as_str(&self) -> &str {
        // It was cut at the boundaries of a JSON value, so it is valid UTF-8.
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl OrderedObject {
    /// Parses an object.
    ///
    /// # Errors
    /// If the text is not a JSON object, or contains a key twice.
    pub fn read(text: &str) -> Result<OrderedObject, EventError> {
        let value = parse_json(text.as_bytes()).map_err(|error| EventError::Json(error.reason))?;
        if !value.is_object() {
            return Err(EventError::Object(crate::case::kind(&value)));
        }
        OrderedObject::reread(text.to_owned())
    }

    /// Parses an object without parsing its values, which may be ones that only text can represent, such
    /// as 1e400. Used for cases, most of whose fields are never read.
    ///
    /// # Errors
    /// If the text is not a JSON object, or contains a key twice.
    pub fn raw(text: &str) -> Result<OrderedObject, EventError> {
        let raw: &RawValue =
            serde_json::from_str(text).map_err(|error| EventError::Json(error.to_string()))?;
        if is_sound(raw) { OrderedObject::reread(text.to_owned()) } else { OrderedObject::read(text) }
    }

    /// Parses an object that was written by this program.
    pub fn reread(text: String) -> Result<OrderedObject, EventError> {
        let whole = Bytes::from(text);
        let malformed = |error: serde_json::Error| EventError::Json(error.to_string());
        let Entries(entries) = serde_json::from_slice(&whole).map_err(malformed)?;
        let value = |value: &RawValue| ValueText(whole.slice_ref(value.get().as_bytes()));
        Ok(OrderedObject(entries.into_iter().map(|(key, raw)| (key, value(raw))).collect()))
    }

    /// Returns the fields of a value that serde serialises as an object; none for other values.
    pub fn of(value: &impl Serialize) -> OrderedObject {
        serde_json::to_string(value)
            .ok()
            .and_then(|text| OrderedObject::reread(text).ok())
            .unwrap_or_default()
    }

    /// Returns the text of a value; `None` if the key is absent or `null`.
    pub fn text(&self, key: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(known, _)| known == key)?;
        Some(value.as_str()).filter(|text| *text != "null")
    }

    /// Returns a value; `None` if the key is absent or `null`.
    pub fn get(&self, key: &str) -> Option<Value> {
        serde_json::from_str(self.text(key)?).ok()
    }

    /// Returns whether the key is present, even with `null`.
    pub fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(known, _)| known == key)
    }

    /// Returns the string of a key; `None` if the key is absent.
    pub fn string(&self, key: &str) -> Result<Option<String>, EventError> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(EventError::of_type(key, &other, "not a string")),
        }
    }

    /// Returns the items of a list; none if the key is absent.
    ///
    /// # Errors
    /// If the value is not a list.
    pub fn array(&self, key: &str) -> Result<Vec<Value>, EventError> {
        match self.get(key) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => Ok(items),
            Some(other) => Err(EventError::of_type(key, &other, "not a list")),
        }
    }

    /// Sets the value of a key; a new key is appended.
    pub fn set(&mut self, key: &str, value: &impl Serialize) {
        // Serialisation cannot fail, since all keys are strings.
        let Ok(raw) = serde_json::value::to_raw_value(value) else { return };
        self.put(key, raw);
    }

    /// Sets the value of a key from JSON text; a new key is appended.
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), EventError> {
        let raw =
            RawValue::from_string(text.to_owned()).map_err(|error| EventError::Json(error.to_string()))?;
        self.put(key, raw);
        Ok(())
    }

    /// Sets the value of a key from raw JSON; a new key is appended.
    pub fn put(&mut self, key: &str, value: Box<RawValue>) {
        let value = ValueText(Bytes::from(Box::<str>::from(value).into_string()));
        match self.0.iter_mut().find(|(known, _)| known == key) {
            Some((_, known)) => *known = value,
            None => self.0.push((key.to_owned(), value)),
        }
    }

    pub fn remove(&mut self, key: &str) {
        self.0.retain(|(known, _)| known != key);
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(key, _)| key.as_str())
    }

    pub fn without(mut self, keys: &[&str]) -> OrderedObject {
        self.0.retain(|(key, _)| !keys.contains(&key.as_str()));
        self
    }

    /// Adds the keys of another object that are missing here.
    pub fn extend(&mut self, other: OrderedObject) {
        for (key, value) in other.0 {
            if !self.has(&key) {
                self.0.push((key, value));
            }
        }
    }

    /// Returns the object as JSON in parts: each key with the preceding punctuation, and each value.
    pub fn parts(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let entries = self.0.iter().enumerate().flat_map(|(at, (key, value))| {
            let key = serde_json::to_string(key).unwrap_or_default();
            let before = if at == 0 { "" } else { "," };
            [Cow::from(format!("{before}{key}:")), Cow::from(value.as_str())]
        });
        iter::once("{".into()).chain(entries).chain(iter::once("}".into()))
    }

    /// Returns the length of the object as JSON, in bytes.
    pub fn bytes(&self) -> usize {
        self.parts().map(|part| part.len()).sum()
    }

    /// Returns the object as JSON, on one line unless a value contains line breaks.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.bytes());
        text.extend(self.parts());
        text
    }
}

/// The keys of an object, with slices for its values.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entries<'de>, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Entries<'de>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// Puts JSON text on one line. Line breaks can only occur outside strings, where they become blanks.
pub fn one_line(json: &str) -> String {
    json.trim().replace(['\n', '\r'], " ")
}

/// Removes insignificant white space from JSON text.
pub fn compact(json: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    let kept = |c: &char| {
        let quote = *c == '"' && !escaped;
        escaped = quoted && *c == '\\' && !escaped;
        quoted ^= quote;
        quoted || !c.is_ascii_whitespace()
    };
    json.chars().filter(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_text() {
        let text = r#"{"a":1.50,"b":12345678901234567890123,"c":{"x": [1 , 2]},"d":null}"#;
        let mut object = OrderedObject::read(text).unwrap();
        assert_eq!(object.to_text(), text);
        assert_eq!((object.text("d"), object.has("d")), (None, true));
        object.set("a", &"new");
        object.set_text("e", "1e2").unwrap();
        object.remove("c");
        assert_eq!(object.to_text(), r#"{"a":"new","b":12345678901234567890123,"d":null,"e":1e2}"#);
    }

    #[test]
    fn a_compact_text_has_its_strings_whole() {
        let text = "{ \"a b\" : [1 , \"c \\\" d\\\\\" , 2.50 ] }";
        assert_eq!(compact(text), "{\"a b\":[1,\"c \\\" d\\\\\",2.50]}");
    }

    #[test]
    fn a_raw_object_may_hold_any_number_but_no_key_twice() {
        let text = r#"{"kind":"case","case":{"x":1e400,"y":"\ud800"}}"#;
        assert_eq!(OrderedObject::raw(text).unwrap().to_text(), text);
        assert!(OrderedObject::read(text).is_err());
        for text in [r#"{"a":1,"a":2}"#, r#"{"case":{"a":1,"a":2}}"#, "[1]", "{"] {
            assert!(OrderedObject::raw(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_no_object_is_refused() {
        assert!(OrderedObject::read("[1]").unwrap_err().to_string().contains("object"));
        assert!(OrderedObject::read(r#"{"a":1,"a":2}"#).unwrap_err().to_string().contains('a'));
        assert!(OrderedObject::read(r#"{"a":"#).is_err());
    }
}
