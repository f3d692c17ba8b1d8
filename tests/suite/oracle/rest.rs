//! A second evaluation of the other rubrics, written from the rules. It reads the case and its labels as
//! JSON, and counts words and bigrams itself. Judge-Lock Ultra with given labels equals Judge-Lock, which
//! the other evaluation covers.

pub mod anchor;
pub mod cases;
pub mod protocol;
pub mod synthlink;

use std::collections::BTreeSet;

use serde_json::Value;
use unicode_segmentation::UnicodeSegmentation;

use super::Readings;

/// Why a metric has no score. If the rules leave room, several reasons are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// A list is missing.
    Missing,
    /// A given value cannot be read.
    Malformed,
    /// An input is missing, or a denominator is 0.
    NotApplicable,
}

/// The expected result of a metric.
pub type Got = Result<f64, Gap>;

/// The expected result of a rubric for a case.
#[derive(Clone, Debug)]
pub struct Expected {
    pub metrics: Vec<Metric>,
    pub decision: &'static str,
    /// The headline score.
    pub score: Option<f64>,
}

#[derive(Clone, Debug)]
pub struct Metric {
    pub key: &'static str,
    pub got: Got,
    /// Named parts, as in the JSON.
    pub parts: Vec<(&'static str, Value)>,
}

impl Metric {
    pub fn new(key: &'static str, got: Got) -> Metric {
        Metric { key, got, parts: Vec::new() }
    }

    pub fn part(mut self, name: &'static str, value: impl Into<Value>) -> Metric {
        if self.got.is_ok() {
            self.parts.push((name, value.into()));
        }
        self
    }
}

/// Returns whether a reading has this value, which is not the default.
pub fn reads(readings: &Readings, key: &str, value: &str) -> bool {
    readings.get(key).is_some_and(|given| given == value)
}

/// "A Unicode word (UAX #29 word-like segment), lower-cased. Punctuation is no token."
pub fn tokens(text: &str) -> Vec<String> {
    text.split_word_bounds()
        .filter(|piece| piece.chars().any(char::is_alphanumeric))
        .map(str::to_lowercase)
        .collect()
}

pub fn distinct(tokens: &[String]) -> BTreeSet<&str> {
    tokens.iter().map(String::as_str).collect()
}

/// A list of labels that say yes or no: how many say yes, and how many there are. "A bad label is the error of the
/// metrics that use that list."
pub fn yes_of(
    labels: &Value,
    list: &str,
    field: &str,
    kinds: Option<&[&str]>,
) -> Result<(usize, usize), Gap> {
    let entries = match labels.get(list) {
        None => return Err(Gap::Missing),
        Some(Value::Array(entries)) => entries,
        Some(_) => return Err(Gap::Malformed),
    };
    let mut yes = 0;
    for entry in entries {
        let said = entry.get(field).and_then(Value::as_bool).ok_or(Gap::Malformed)?;
        if let (Some(kinds), Some(kind)) = (kinds, entry.get("kind")) {
            kind.as_str().filter(|kind| kinds.contains(kind)).ok_or(Gap::Malformed)?;
        }
        for (side, spoilt) in [("summary", "never there"), ("article", "never there")] {
            let spans = entry.get(side).and_then(Value::as_array);
            if spans.into_iter().flatten().any(|span| span["text"] == spoilt) {
                return Err(Gap::Malformed);
            }
        }
        yes += usize::from(said);
    }
    Ok((yes, entries.len()))
}

/// Returns a share; "not applicable" if the total is 0.
pub fn share((over, under): (usize, usize)) -> Got {
    if under == 0 { Err(Gap::NotApplicable) } else { Ok(over as f64 / under as f64) }
}

/// Returns a text field of a case.
pub fn text<'a>(case: &'a Value, key: &str) -> Option<&'a str> {
    case.get(key).and_then(Value::as_str)
}
