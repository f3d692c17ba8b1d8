//! Labels as files hold them (`lockbench.labels/1`): reading them, with a reason for all that cannot be read, and
//! writing them so that they read as the same labels.
//!
//! Offsets in files count Unicode scalar values; spans here count bytes. A label that cannot be read is the error of
//! its list, and with it of the metrics that use the list; the other lists are not touched by it.

mod entry;
mod error;
mod shift;
mod spans;
mod write;

use serde_json::{Map, Value};

use super::{Entry, ExtraneousCounts, LISTS, Labels, List, Provenance, Tone};
use crate::num::{MAX_COUNT, Num};

use entry::Reader;
pub use entry::word;
pub use error::{Found, LabelError, Misplaced, SpanError};
use spans::Texts;
pub use write::{Overlap, Wrapper, word as word_value};

/// The name of the format.
pub const SCHEMA: &str = "lockbench.labels/1";

/// Who gave labels that do not say.
pub const UNNAMED: &str = "given";

/// Labels that were read, and what the one who gave them should hear.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// The labels.
    pub labels: Labels,
    /// What was passed over: keys that no list has.
    pub warnings: Vec<String>,
}

/// Reads the labels of a case: the wrapper with `schema` and `by`, or its inner object.
///
/// # Errors
/// Where the value is no object, or another format's.
pub fn read(value: &Value, article: &str, summary: &str) -> Result<Given, LabelError> {
    let Value::Object(object) = value else {
        return Err(LabelError::Labels(entry::kind(value)));
    };
    match object.get("schema") {
        None | Some(Value::Null) => {}
        Some(Value::String(name)) if name == SCHEMA => {}
        Some(other) => return Err(LabelError::Format(other.to_string())),
    }
    let (inner, wrapped) = match object.get("labels") {
        Some(Value::Object(inner)) => (inner, true),
        Some(other) => {
            return Err(LabelError::of_type("labels", entry::kind(other), "not an object of lists"));
        }
        None if object.contains_key("schema") => return Err(LabelError::Empty),
        None => (object, false),
    };
    let by = match object.get("by").filter(|_| wrapped) {
        Some(Value::String(name)) if name == "engine" => Provenance::Engine,
        Some(Value::String(name)) => Provenance::Person(name.clone()),
        None | Some(Value::Null) => Provenance::Person(UNNAMED.to_owned()),
        Some(other) => {
            return Err(LabelError::of_type("by", entry::kind(other), "not the name of who labelled"));
        }
    };
    Ok(inner_object(inner, &by, &Texts::new(article, summary).counted_by(inner), wrapped))
}

/// Keys of the inner object that are no lists.
const SCALARS: [&str; 5] = ["intent", "theme", "tone", "bias_score", "tox_score"];

fn inner_object(inner: &Map<String, Value>, by: &Provenance, texts: &Texts, wrapped: bool) -> Given {
    let mut given = Given::default();
    for spec in &LISTS {
        let Some(value) = inner.get(spec.key).filter(|value| !value.is_null()) else { continue };
        let mut reader = Reader { spec, by, texts, notes: Vec::new(), together: Vec::new() };
        let entry = match value {
            Value::Object(counts) if spec.list == List::Extraneous => match extraneous_counts(counts) {
                Ok(counts) => {
                    given.labels.extraneous_counts = Some(counts);
                    Entry::Given(Vec::new())
                }
                Err(why) => Entry::Malformed(LabelError::Extraneous(Box::new(why))),
            },
            Value::Array(items) => reader.list(items).map_or_else(Entry::Malformed, Entry::Given),
            other => Entry::Malformed(LabelError::List { list: spec.key, found: entry::kind(other) }),
        };
        given.labels.notes.extend(reader.notes.into_iter().map(|note| (spec.list, note)));
        given.labels.set(spec.list, entry);
    }
    scalars(inner, &mut given.labels);
    let of_wrapper = |key: &str| !wrapped && matches!(key, "id" | "by");
    let known = |key: &str| LISTS.iter().any(|spec| spec.key == key) || SCALARS.contains(&key);
    for key in inner.keys().filter(|key| !known(key) && !of_wrapper(key)) {
        let near =
            LISTS.iter().map(|spec| spec.key).find(|name| name.starts_with(key) || key.starts_with(name));
        let hint = near.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
        given.warnings.push(format!("no list of labels is called `{key}`, so it is ignored{hint}"));
    }
    given
}

fn scalars(inner: &Map<String, Value>, labels: &mut Labels) {
    let get = |key: &str| inner.get(key).filter(|value| !value.is_null());
    let text = |key: &str, list: List, notes: &mut Vec<(List, String)>| match get(key)? {
        Value::String(text) => Some(text.clone()),
        other => {
            notes.push((list, format!("`{key}` is {}, not a string; it is ignored", entry::kind(other))));
            None
        }
    };
    labels.intent = text("intent", List::Deviations, &mut labels.notes);
    labels.theme = text("theme", List::Segments, &mut labels.notes);
    if let Some(name) = text("tone", List::Issues, &mut labels.notes) {
        labels.tone = Tone::ALL.into_iter().find(|tone| tone.as_str() == name);
        if labels.tone.is_none() {
            let all = Tone::ALL.map(Tone::as_str).join(", ");
            labels.notes.push((List::Issues, format!("`tone` is {name:?}, none of {all}; it is ignored")));
        }
    }
    labels.bias_score = get("bias_score").map(|value| score("bias_score", value));
    labels.tox_score = get("tox_score").map(|value| score("tox_score", value));
}

fn score(key: &'static str, value: &Value) -> Result<Num, LabelError> {
    match value.as_f64().filter(|score| (0.0..=10.0).contains(score)) {
        Some(score) => Ok(Num::decimal(score)),
        None => Err(LabelError::Score { key, found: entry::kind(value) }),
    }
}

fn extraneous_counts(object: &Map<String, Value>) -> Result<ExtraneousCounts, LabelError> {
    let count = |key: &'static str| match object.get(key) {
        None => Err(LabelError::MissingCount(key)),
        Some(value) => match value.as_u64().filter(|&count| count <= MAX_COUNT) {
            Some(count) => Ok(count),
            None => Err(LabelError::Count { key, found: entry::kind(value), most: MAX_COUNT }),
        },
    };
    let counts = ExtraneousCounts { tokens: count("tokens")?, of: count("of")? };
    if counts.tokens > counts.of && counts.of > 0 {
        return Err(LabelError::Counts { tokens: counts.tokens, of: counts.of });
    }
    Ok(counts)
}

#[cfg(test)]
mod tests;
