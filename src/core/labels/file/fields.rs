//! The object that holds the labels, either parsed or as text. From the text, one entry is parsed at a time:
//! the labels of a one-megabyte summary are 45 MB of text, and eight times as much once parsed.

use std::borrow::Cow;

use indexmap::IndexMap;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::num::MAX_COUNT;

/// The fields of a JSON object.
pub(super) enum ObjectFields<'a> {
    Values(&'a Map<String, Value>),
    Texts(IndexMap<String, &'a RawValue>),
}

impl<'a> ObjectFields<'a> {
    /// The fields of an object given as text; `None` if it is not an object.
    pub fn of_text(text: &'a str) -> Option<ObjectFields<'a>> {
        serde_json::from_str(text).ok().map(ObjectFields::Texts)
    }

    /// Returns a field if it is present and not `null`.
    pub fn get(&self, key: &str) -> Option<Cow<'a, Value>> {
        let value = match self {
            ObjectFields::Values(object) => Cow::Borrowed(object.get(key)?),
            ObjectFields::Texts(object) => parsed(object.get(key)?),
        };
        Some(value).filter(|value| !value.is_null())
    }

    /// Returns a field as an object, or its value if it is something else.
    pub fn object(&self, key: &str) -> Option<Result<ObjectFields<'a>, Cow<'a, Value>>> {
        let fields = match self {
            ObjectFields::Values(object) => object.get(key)?.as_object().map(ObjectFields::Values),
            ObjectFields::Texts(object) => ObjectFields::of_text(object.get(key)?.get()),
        };
        match fields {
            Some(fields) => Some(Ok(fields)),
            None => self.get(key).map(Err),
        }
    }

    pub fn entries(&self, key: &str) -> Option<Box<dyn Iterator<Item = Cow<'a, Value>> + 'a>> {
        match self {
            ObjectFields::Values(object) => {
                Some(Box::new(object.get(key)?.as_array()?.iter().map(Cow::Borrowed)))
            }
            ObjectFields::Texts(object) => {
                let entries: Vec<&'a RawValue> = serde_json::from_str(object.get(key)?.get()).ok()?;
                Some(Box::new(entries.into_iter().map(parsed)))
            }
        }
    }

    /// The names of the fields, in their order.
    pub fn keys(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match self {
            ObjectFields::Values(object) => Box::new(object.keys().map(String::as_str)),
            ObjectFields::Texts(object) => Box::new(object.keys().map(String::as_str)),
        }
    }
}

/// Parses text that is known to be valid JSON, since the object around it was read.
fn parsed<'a>(text: &'a RawValue) -> Cow<'a, Value> {
    Cow::Owned(serde_json::from_str(text.get()).unwrap_or_default())
}

/// Reads a non-negative integer; other programs write 2 as 2.0.
pub(super) fn whole(value: &Value) -> Option<u64> {
    let float = |number: &f64| number.fract() == 0.0 && (0.0..=MAX_COUNT as f64).contains(number);
    value.as_u64().or_else(|| value.as_f64().filter(float).map(|number| number as u64))
}
