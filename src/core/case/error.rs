//! What is wrong with an input, and where.

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
    /// The line.
    pub line: usize,
    /// The column.
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
    /// The case's name where it could be read, else `file:line`.
    pub id: String,
    /// What is wrong, and what to do about it.
    pub reason: String,
    /// Where.
    pub place: FileLocation,
}

impl CaseError {
    /// A problem of a case without a name.
    pub fn new(place: FileLocation, reason: impl fmt::Display) -> CaseError {
        CaseError { id: place.id(), reason: reason.to_string(), place }
    }
}

/// A text without which a case cannot be scored, and which is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("empty_{}", self.name())]
pub enum EmptyText {
    /// There is nothing to judge against.
    Article,
    /// There is nothing to judge.
    Summary,
}

impl EmptyText {
    /// Which text it is.
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
    /// A cell that is not text.
    #[error("column `{0}` is not UTF-8; convert the file, for example with `iconv`")]
    CellNotUtf8(String),
    /// A cell with a character that no text has.
    #[error("column `{0}` holds a NUL byte")]
    Nul(String),
    /// A header that is not text.
    #[error("the header is not UTF-8; convert the file")]
    HeaderNotUtf8,
    /// A name that two columns share.
    #[error("two columns are called `{0}`")]
    SharedName(String),
}

/// Why a value of an object cannot be used: the predicate of a sentence about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemberError {
    /// A value of another type.
    #[error("is {found}, {wanted}")]
    Type {
        /// What it is.
        found: String,
        /// What it should be, as "not a string".
        wanted: &'static str,
    },
    /// A number beyond those that can be computed with.
    #[error("is {0}, which is out of range")]
    OutOfRange(String),
    /// The same, somewhere within the value.
    #[error("holds a number that is out of range")]
    HoldsOutOfRange,
    /// A string that is not Unicode.
    #[error("holds half of a surrogate pair (\\ud800 to \\udfff alone), which is not a character")]
    Surrogate,
    /// What the parser says of the rest.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// A part of a source of another type.
    #[error("has {found} as its `{key}`, not a string")]
    PartType {
        /// The part.
        key: &'static str,
        /// What it is.
        found: String,
    },
    /// A part of a source.
    #[error("has a `{key}` that {source}")]
    Part {
        /// The part.
        key: &'static str,
        /// Why it cannot be used.
        source: Box<MemberError>,
    },
}

/// What is wrong with a field of a case, or with what `--map` says of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// A part of `--map` that names no column.
    #[error("`{0}` has no `=`; write FIELD=COLUMN, as in article=body")]
    NoColumn(String),
    /// A name in `--map` that is not a field's.
    #[error("a case has no field `{name}`; it has {}", .known.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// The fields.
        known: Vec<&'static str>,
    },
    /// A value that the field does not take.
    #[error("`{name}` {source}")]
    Value {
        /// The name under which the case has the field.
        name: String,
        /// Why.
        source: MemberError,
    },
    /// An item of a list that the field does not take.
    #[error("item {number} of `{name}` {source}")]
    Item {
        /// The name under which the case has the field.
        name: String,
        /// The item, counted from 1.
        number: usize,
        /// Why.
        source: Box<MemberError>,
    },
    /// A list that is too long.
    #[error("`{name}` has {count} items, and a case may have {most}")]
    TooMany {
        /// The name under which the case has the field.
        name: String,
        /// Its items.
        count: usize,
        /// The most that it may have.
        most: usize,
    },
    /// Summaries by model that would make too much of one record.
    #[error(
        "{count} summaries by model, each of which is a case with the article and all other fields: more than {} MiB \
         together, the most that one record may have; give each a record of its own",
        .most >> 20
    )]
    TooLarge {
        /// The summaries.
        count: usize,
        /// The most bytes of one record's cases together.
        most: usize,
    },
    /// A provider of promptfoo gave nothing, for the reason that it says.
    #[error("the provider gave no output: {0}")]
    NoOutput(String),
    /// The same, where nothing else is the summary.
    #[error("no summary: {0}")]
    NoSummary(#[source] Box<FieldError>),
    /// A column that `--map` names is null.
    #[error("no {name}: `{column}`, which --map takes for it, is null")]
    MappedNull {
        /// The field.
        name: &'static str,
        /// The column.
        column: String,
    },
    /// A column that `--map` names is not there.
    #[error("no field `{column}`, which --map takes for the {name}; {}", others(.there))]
    MappedAbsent {
        /// The field.
        name: &'static str,
        /// The column.
        column: String,
        /// Names that are there.
        there: Vec<String>,
    },
    /// A field that a case needs is null.
    #[error(
        "no {name}: `{null}` is null, and there is no other name of it; {}",
        offered(.name, .there)
    )]
    Null {
        /// The field.
        name: &'static str,
        /// The name under which it is null.
        null: String,
        /// Names that are there.
        there: Vec<String>,
    },
    /// A field that a case needs is not there.
    #[error(
        "no {name}: there is neither `{name}` nor another name of it; {}",
        offered(.name, .there)
    )]
    Absent {
        /// The field.
        name: &'static str,
        /// Names that are there.
        there: Vec<String>,
    },
}

/// The other fields, one of which may be the one that is missing.
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

/// A small file, or standard input, that cannot be read whole.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// What the system says.
    #[error("cannot read {name}: {}", plain(.source))]
    Read {
        /// The file.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// It is larger than its kind may be.
    #[error("{name} is larger than {}, the most that {what} may have", mebibytes(*.most))]
    TooLarge {
        /// The file.
        name: String,
        /// Its kind, with an article.
        what: &'static str,
        /// The most bytes.
        most: usize,
    },
    /// It is not UTF-8.
    #[error("{name}:{source}")]
    Text {
        /// The file.
        name: String,
        /// What it holds instead, and where.
        source: JsonError,
    },
}

/// What the system says, without its error number.
pub(super) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}
