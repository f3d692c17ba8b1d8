//! Labels in the file format `lockbench.labels/1`: reading them, with a reason for everything that cannot be
//! read, and writing them so that they read back as the same labels.
//!
//! Offsets in files count Unicode scalar values; spans in memory count bytes. A label that cannot be read is
//! an error of its list, and of the metrics that use the list. The other lists are not affected.

mod entry;
mod error;
mod fields;
mod normal;
mod shift;
mod spans;
mod write;

use serde_json::{Map, Value};
use strum::VariantNames;

use super::{Entry, ExtraneousCounts, LISTS, Labels, List, Provenance, Tone};
use crate::num::{MAX_COUNT, Num};

use entry::EntryReader;
pub use entry::word;
pub use error::{LabelError, Misplaced, SpanError};
use fields::ObjectFields;
use spans::SpanTexts;
pub use spans::quoted;
pub use write::{Overlap, Wrapper, word as word_value};

/// The name of the format.
pub const SCHEMA: &str = "lockbench.labels/1";

/// Name of the annotator if the labels do not name one.
pub const UNNAMED: &str = "given";

/// The labels of a file, and warnings for its author.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelFile {
    pub labels: Labels,
    /// Keys that were ignored because no list has them.
    pub warnings: Vec<String>,
}

impl LabelFile {
    /// Adds one warning for each list and score that cannot be read, except for lists that are missing
    /// because an answer was cut off before them.
    pub fn note_unreadable(&mut self) {
        for spec in &LISTS {
            let Entry::Malformed(reason) = self.labels.entry(spec.list) else { continue };
            let warning = format!("not used: {reason}");
            if !matches!(reason, LabelError::CutBefore(_)) && !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        for score in [&self.labels.bias_score, &self.labels.tox_score].into_iter().flatten() {
            let Err(reason) = score else { continue };
            let warning = format!("not used: {reason}");
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }
}

/// Reads the labels of a case: the wrapper with `schema` and `by`, or its inner object.
///
/// # Errors
/// If the value is not an object, or is in another format.
pub fn read(value: &Value, article: &str, summary: &str) -> Result<LabelFile, LabelError> {
    read_value(value, &Provenance::Person(UNNAMED.to_owned()), article, summary)
}

/// Reads the labels of a case from the text of the wrapper or of its inner object, one entry at a time.
/// `unsigned` is the annotator if the text does not name one.
pub fn read_text(
    text: &str,
    unsigned: &Provenance,
    article: &str,
    summary: &str,
) -> Result<LabelFile, LabelError> {
    let whole = || read_value(&serde_json::from_str(text).unwrap_or_default(), unsigned, article, summary);
    let Some(fields) = ObjectFields::of_text(text) else { return whole() };
    let texts = SpanTexts::new(article, summary);
    let given = outer_object(fields, unsigned, &texts)?;
    // A shift that moves all spans to their places can be found only from all of them together.
    if texts.has_displaced() { whole() } else { Ok(given) }
}

fn read_value(
    value: &Value,
    unsigned: &Provenance,
    article: &str,
    summary: &str,
) -> Result<LabelFile, LabelError> {
    let Value::Object(object) = value else {
        return Err(LabelError::Labels(entry::kind(value)));
    };
    let inner = object.get("labels").and_then(Value::as_object).unwrap_or(object);
    let texts = SpanTexts::new(article, summary).counted_by(inner);
    outer_object(ObjectFields::Values(object), unsigned, &texts)
}

fn outer_object(
    outer: ObjectFields,
    unsigned: &Provenance,
    texts: &SpanTexts,
) -> Result<LabelFile, LabelError> {
    match outer.get("schema").as_deref() {
        None => {}
        Some(Value::String(name)) if name == SCHEMA => {}
        Some(other) => return Err(LabelError::Format(other.to_string())),
    }
    let inner = match outer.object("labels") {
        Some(Ok(inner)) => inner,
        Some(Err(other)) => {
            return Err(LabelError::of_type("labels", entry::kind(&other), "not an object of lists"));
        }
        None if outer.keys().any(|key| key == "schema") => return Err(LabelError::Empty),
        None => return Ok(inner_object(&outer, unsigned, texts, false)),
    };
    let by = match outer.get("by").as_deref() {
        Some(Value::String(name)) if name == "engine" => Provenance::Engine,
        Some(Value::String(name)) if !name.trim().is_empty() => Provenance::Person(name.clone()),
        Some(Value::String(_)) | None => unsigned.clone(),
        Some(other) => {
            return Err(LabelError::of_type("by", entry::kind(other), "not the name of who labelled"));
        }
    };
    Ok(inner_object(&inner, &by, texts, true))
}

/// Keys of the inner object that are not lists.
const SCALARS: [&str; 5] = ["intent", "theme", "tone", "bias_score", "tox_score"];

fn inner_object(inner: &ObjectFields, by: &Provenance, texts: &SpanTexts, wrapped: bool) -> LabelFile {
    let mut given = LabelFile::default();
    for spec in &LISTS {
        let mut reader = EntryReader { spec, by, texts, notes: Vec::new(), together: Vec::new() };
        let entry = if let Some(entries) = inner.entries(spec.key) {
            reader.list(entries).map_or_else(Entry::Malformed, Entry::Given)
        } else {
            match inner.get(spec.key).as_deref() {
                None => continue,
                Some(Value::Object(counts)) if spec.list == List::Extraneous => {
                    match extraneous_counts(counts) {
                        Ok(counts) => {
                            given.labels.extraneous_counts = Some(counts);
                            Entry::Given(Vec::new())
                        }
                        Err(why) => Entry::Malformed(LabelError::Extraneous(Box::new(why))),
                    }
                }
                Some(other) => {
                    Entry::Malformed(LabelError::List { list: spec.key, found: entry::kind(other) })
                }
            }
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

fn scalars(inner: &ObjectFields, labels: &mut Labels) {
    let text = |key: &str, list: List, notes: &mut Vec<(List, String)>| match &*inner.get(key)? {
        Value::String(text) => Some(text.clone()),
        other => {
            notes.push((list, format!("`{key}` is {}, not a string; it is ignored", entry::kind(other))));
            None
        }
    };
    labels.intent = text("intent", List::Deviations, &mut labels.notes);
    labels.theme = text("theme", List::Segments, &mut labels.notes);
    if let Some(name) = text("tone", List::Issues, &mut labels.notes) {
        labels.tone = name.parse().ok();
        if labels.tone.is_none() {
            let all = Tone::VARIANTS.join(", ");
            labels.notes.push((List::Issues, format!("`tone` is {name:?}, none of {all}; it is ignored")));
        }
    }
    labels.bias_score = inner.get("bias_score").map(|value| score("bias_score", &value));
    labels.tox_score = inner.get("tox_score").map(|value| score("tox_score", &value));
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
        Some(value) => match fields::whole(value).filter(|&count| count <= MAX_COUNT) {
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
