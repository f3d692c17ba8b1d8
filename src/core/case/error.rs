//! Errors in an input, with their locations.

use std::fmt;
use std::io;
use std::sync::Arc;

use super::json::JsonError;
use super::values::mebibytes;

/// A position in a file: line and column from 1; columns count Unicode scalar values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLocation {
    /// The file as it was named on the command line; `stdin` for standard input.
    pub file: Arc<str>,
    pub line: usize,
    pub column: usize,
}

impl FileLocation {
    /// The beginning of a line.
    pub fn new(file: &Arc<str>, line: usize) -> FileLocation {
        FileLocation { file: Arc::clone(file), line, column: 1 }
    }

    /// The same line at another column.
    pub fn at(&self, column: usize) -> FileLocation {
        FileLocation { column, ..self.clone() }
    }

    /// The name of a case that has none of its own: `file:line`.
    pub fn id(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    /// `file:line`, with the column where the record is not the first one of its line.
    pub fn of_record(&self) -> String {
        if self.column > 1 { self.to_string() } else { self.id() }
    }
}

impl fmt::Display for FileLocation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A case that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct CaseError {
    /// The case's name if it could be read, otherwise `file:line`.
    pub id: String,
    /// What is wrong, and what to do about it.
    pub reason: String,
    pub place: FileLocation,
}

impl CaseError {
    /// An error of a case that has no name.
    pub fn new(place: FileLocation, reason: impl fmt::Display) -> CaseError {
        CaseError { id: place.id(), reason: reason.to_string(), place }
    }
}

/// An empty text that a case needs in order to be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("empty_{}", self.name())]
pub enum EmptyText {
    /// There is nothing to judge against.
    Article,
    /// There is nothing to judge.
    Summary,
}

impl EmptyText {
    pub fn name(self) -> &'static str {
        match self {
            EmptyText::Article => "article",
            EmptyText::Summary => "summary",
        }
    }
}

/// Why a row or the header of a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("column `{0}` is not UTF-8; convert the file, for example with `iconv`")]
    CellNotUtf8(String),
    #[error("column `{0}` holds a NUL byte")]
    Nul(String),
    #[error("the header is not UTF-8; convert the file")]
    HeaderNotUtf8,
    #[error("two columns are called `{0}`")]
    SharedName(String),
}

/// Why a value in an object cannot be used, phrased as the predicate of a sentence about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemberError {
    #[error("is {found}, {wanted}")]
    Type {
        found: String,
        /// What it should be, as "not a string".
        wanted: &'static str,
    },
    #[error("is {0}, which is out of range")]
    OutOfRange(String),
    #[error("holds a number that is out of range")]
    HoldsOutOfRange,
    #[error("holds half of a surrogate pair (\\ud800 to \\udfff alone), which is not a character")]
    Surrogate,
    #[error("cannot be read: {0}")]
    Unreadable(String),
    #[error("has {found} as its `{key}`, not a string")]
    PartType { key: &'static str, found: String },
    #[error("has a `{key}` that {source}")]
    Part { key: &'static str, source: Box<MemberError> },
}

/// What is wrong with a field of a case, or with a `--map` option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    #[error("`{0}` has no `=`; write FIELD=COLUMN, as in article=body")]
    NoColumn(String),
    #[error("`{0}` names no column; write FIELD=COLUMN, as in article=body")]
    EmptyColumn(String),
    #[error("a case has no field `{name}`; it has {}", .known.join(", "))]
    Unknown { name: String, known: Vec<&'static str> },
    #[error("`{name}` {source}")]
    Value { name: String, source: MemberError },
    #[error("item {number} of `{name}` {source}")]
    Item { name: String, number: usize, source: Box<MemberError> },
    #[error("`{name}` has {count} items, and a case may have {most}")]
    TooMany { name: String, count: usize, most: usize },
    #[error(
        "{count} summaries by model, each of which is a case with the article and all other fields: more than {} MiB \
         together, the most that one record may have; give each a record of its own",
        .most >> 20
    )]
    TooLarge { count: usize, most: usize },
    #[error("the provider gave no output: {0}")]
    NoOutput(String),
    /// A line of another kind that this program writes or reads.
    #[error("{0}")]
    NotACase(&'static str),
    #[error("no summary: {0}")]
    NoSummary(#[source] Box<FieldError>),
    #[error("no {name}: `{column}`, which --map takes for it, is null")]
    MappedNull { name: &'static str, column: String },
    #[error("no field `{column}`, which --map takes for the {name}; {}", others(.there))]
    MappedAbsent { name: &'static str, column: String, there: Vec<String> },
    #[error(
        "no {name}: `{null}` is null, and there is no other name of it; {}",
        offered(.name, .there)
    )]
    Null { name: &'static str, null: String, there: Vec<String> },
    #[error(
        "no {name}: there is neither `{name}` nor another name of it; {}",
        offered(.name, .there)
    )]
    Absent { name: &'static str, there: Vec<String> },
}

/// Lists the other fields, since one of them may be the missing one under another name.
fn offered(name: &str, there: &[String]) -> String {
    match there {
        [] => others(there),
        _ => format!("{}; say which with --map {name}=FIELD", others(there)),
    }
}

fn others(there: &[String]) -> String {
    if there.is_empty() {
        return "the case has no other fields".to_owned();
    }
    let there: Vec<String> = there.iter().map(|key| format!("`{key}`")).collect();
    format!("the other fields are {}", there.join(", "))
}

/// Why a small file, or standard input, cannot be read whole.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("cannot read {name}: {}", plain(.source))]
    Read { name: String, source: io::Error },
    #[error("{name} is larger than {}, the most that {what} may have", mebibytes(*.most))]
    TooLarge { name: String, what: &'static str, most: usize },
    #[error("{name}:{source}")]
    Text { name: String, source: JsonError },
}

/// Returns the system's error message without the error number.
pub(super) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}
