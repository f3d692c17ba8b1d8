//! A case: one thing to judge, and the ways in which files hold cases.
//!
//! [`read()`] opens a file and cuts it into [`Record`]s without looking into them, so that a thread that reads can
//! feed many that parse; [`Record::cases`] finds the fields under the names that they go by ([`FIELDS`]). What
//! cannot be read is a [`CaseError`] that knows its place, never the end of a batch.

mod encoding;
mod error;
mod fields;
mod foreign;
mod given;
mod input;
mod json;
mod lines;
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
pub use fields::{FIELDS, Field, FieldType, Fields, MAX_CASES, MAX_NAMES, MAX_TEXTS, ObjectCases};
pub use given::{GivenError, GivenLabels, GivenSet, MAX_SETS};
pub use input::Naming;
pub use json::{JsonError, cut_short, explain as explain_json, kind, parse as parse_json, utf8};
pub use lines::{Line, MAX_RECORD, next_line, next_line_or_stop};
#[cfg(feature = "parquet")]
pub use parquet::panics_are_caught;
pub use raw::{Extra, is_sound};
pub use read::{InputError, Origin, is_of_cases, is_stdin, origins, read};
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

/// An article and its summary, and whatever else a rubric needs. Fields as in the file format; absent is `None`
/// or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// Name of the case, unique in its file; where the file gives none, made of the hash of its texts.
    pub id: String,
    /// The text that is summarised.
    pub article: String,
    /// The text that is judged.
    pub summary: String,
    /// Headline of the article.
    pub title: Option<String>,
    /// What was asked, where the summary is an answer.
    pub query: Option<String>,
    /// Reference summaries or answers.
    pub references: Vec<String>,
    /// Documents that the summary may cite.
    pub sources: Vec<Source>,
    /// Section titles that a report was to follow.
    pub outline: Option<Vec<String>>,
    /// Identifiers of the documents retrieved, best first.
    pub retrieved: Option<Vec<String>>,
    /// Identifiers of the documents that are relevant.
    pub relevant: Option<Vec<String>>,
    /// Steps that an explanation must contain.
    pub reasoning_steps: Option<Vec<String>>,
    /// The explanation; the summary where absent.
    pub explanation: Option<String>,
    /// Attempts until the first correct answer: as given, so that a wrong type can be reported.
    pub iterations: Option<Value>,
    /// Wall-clock seconds that the summary took.
    pub generation_seconds: Option<Value>,
    /// Labels given with the case: the wrapper or its inner object.
    pub labels: Option<Value>,
    /// Fields that nothing here reads, kept to be written back as they came.
    pub extra: Extra,
    /// Fields that could not be read, since they hold a wrong type. What they hold is kept under `extra`.
    pub malformed: Vec<MalformedField>,
}

impl Case {
    /// What is wrong with a field, by its own name, where it could not be read.
    pub fn wrong(&self, field: &str) -> Option<&FieldError> {
        self.malformed.iter().find(|one| one.field == field).map(|one| &one.reason)
    }
}

/// A field of the wrong type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MalformedField {
    pub field: &'static str,
    /// The name under which the case has it.
    pub key: String,
    /// What is wrong with what it holds.
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
