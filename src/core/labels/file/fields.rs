//! The object that holds the labels, as a value or as its text. Of a text one entry at a time becomes a value: the labels of a
//! summary of a megabyte are 45 MB of text, and as values eight times as much.

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
    /// The fields of an object's text; `None` where it is not an object.
    pub fn of_text(text: &'a str) -> Option<ObjectFields<'a>> {
        serde_json::from_str(text).ok().map(ObjectFields::Texts)
    }

    /// A field, where it is there and not `null`.
    pub fn get(&self, key: &str) -> Option<Cow<'a, Value>> {
        let value = match self {
            ObjectFields::Values(object) => Cow::Borrowed(object.get(key)?),
            ObjectFields::Texts(object) => parsed(object.get(key)?),
        };
        Some(value).filter(|value| !value.is_null())
    }

    /// A field that is an object; the value where it is something else.
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

/// The value of a text that was found to be JSON when the object around it was read.
fn parsed<'a>(text: &'a RawValue) -> Cow<'a, Value> {
    Cow::Owned(serde_json::from_str(text.get()).unwrap_or_default())
}

/// A whole number from 0; other programs write 2 as 2.0.
pub(super) fn whole(value: &Value) -> Option<u64> {
    let float = |number: &f64| number.fract() == 0.0 && (0.0..=MAX_COUNT as f64).contains(number);
    value.as_u64().or_else(|| value.as_f64().filter(float).map(|number| number as u64))
}
