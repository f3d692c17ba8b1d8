//! A case: one thing to judge, and the ways in which files hold cases.
//!
//! [`read()`] opens a file and cuts it into [`Record`]s without parsing them, so that one reading thread can
//! feed many parsing threads. [`Record::cases`] then finds the fields under their own names and aliases
//! ([`FIELDS`]). A record that cannot be read is a [`CaseError`] with its location; it never ends a batch.

mod encoding;
mod error;
mod fields;
mod foreign;
mod given;
mod input;
mod json;
mod lines;
mod mapped;
mod packed;
#[cfg(feature = "parquet")]
mod parquet;
mod raw;
mod read;
mod reading;
mod record;
mod sets;
mod table;
#[cfg(test)]
mod tests;
mod values;
mod whole;
mod write;

use serde_json::Value;

pub use error::{CaseError, EmptyText, FieldError, FileError, FileLocation, MemberError};
pub use fields::{FIELDS, Field, Fields};
pub use given::{GivenError, GivenLabels, GivenSet};
pub use input::Naming;
pub use json::{JsonError, cut_short, explain as explain_json, kind, parse as parse_json, utf8};
pub use lines::{Line, MAX_RECORD, next_line, next_line_or_stop};
#[cfg(feature = "parquet")]
pub use parquet::panics_are_caught;
pub use raw::{Extra, is_sound};
pub use read::{InputError, Origin, is_of_cases, is_stdin, left_out, origins, read};
pub use reading::{InputFormat, ReadOptions};
pub use record::{Record, RecordCases};
pub use sets::LabelSets;
pub use whole::{
    ANSWER, CALIBRATION, COURSE, GUIDELINES, LESSON, Limit, MARKS, OVERRULE_RULES, PROJECT, RUBRIC_FILE,
    TEXT, TOKENIZER, VECTORS, read_stdin_text, read_whole, read_whole_text,
};

/// Whether a panic of this thread is caught and reported as an error of a file.
#[cfg(not(feature = "parquet"))]
pub fn panics_are_caught() -> bool {
    false
}

/// An article with its summary, and the other inputs that a rubric may need. The fields are those of the file
/// format; an absent field is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// Name of the case, unique in its file. If the file gives none, it is derived from a hash of the texts.
    pub id: String,
    /// The text that was summarised.
    pub article: String,
    /// The text that is judged.
    pub summary: String,
    /// Headline of the article.
    pub title: Option<String>,
    /// The question that the summary answers, if it is an answer.
    pub query: Option<String>,
    /// Reference summaries or answers.
    pub references: Vec<String>,
    /// Documents that the summary may cite.
    pub sources: Vec<Source>,
    /// Section titles that a report was asked to follow.
    pub outline: Option<Vec<String>>,
    /// Identifiers of the documents retrieved, best first.
    pub retrieved: Option<Vec<String>>,
    /// Identifiers of the documents that are relevant.
    pub relevant: Option<Vec<String>>,
    /// Steps that an explanation must contain.
    pub reasoning_steps: Option<Vec<String>>,
    /// The explanation; if absent, the summary is used instead.
    pub explanation: Option<String>,
    /// Number of attempts until the first correct answer. Kept as given, so that a wrong type can be
    /// reported.
    pub iterations: Option<Value>,
    /// Wall-clock seconds that generating the summary took.
    pub generation_seconds: Option<Value>,
    /// Labels given with the case: the wrapper or its inner object.
    pub labels: Option<Value>,
    /// Fields that no rubric reads, kept so that they are written back unchanged.
    pub extra: Extra,
    /// Fields that could not be read because their value has the wrong type. The value itself is kept in
    /// `extra`.
    pub malformed: Vec<MalformedField>,
}

impl Case {
    /// Returns why the field with this canonical name could not be read, if it could not.
    pub fn wrong(&self, field: &str) -> Option<&FieldError> {
        self.malformed.iter().find(|one| one.field == field).map(|one| &one.reason)
    }
}

/// A field of the wrong type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MalformedField {
    pub field: &'static str,
    /// The name under which the case has the field.
    pub key: String,
    /// The error in its value.
    pub reason: FieldError,
}

/// The two current texts of a case, which may have been edited since it was opened.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// The text that is summarised.
    pub article: &'a str,
    /// The text that is judged.
    pub summary: &'a str,
}

impl<'a> Texts<'a> {
    pub fn of(case: &'a Case) -> Texts<'a> {
        Texts { article: &case.article, summary: &case.summary }
    }

    pub fn empty(&self) -> Option<EmptyText> {
        match (self.article.trim().is_empty(), self.summary.trim().is_empty()) {
            (true, _) => Some(EmptyText::Article),
            (_, true) => Some(EmptyText::Summary),
            _ => None,
        }
    }
}

/// A document that a summary may cite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Name by which it is cited.
    pub id: Option<String>,
    pub title: Option<String>,
    /// Its address.
    pub url: Option<String>,
    pub text: String,
}
