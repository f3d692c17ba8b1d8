//! What is wrong with an input, and where.

use std::fmt;
use std::io;
use std::sync::Arc;

/// A place in a file, as people count: lines and columns from 1, columns in Unicode scalar values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as it was named on the command line; `stdin` for standard input.
    pub file: Arc<str>,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The beginning of a line.
    pub fn new(file: &Arc<str>, line: usize) -> Place {
        Place { file: Arc::clone(file), line, column: 1 }
    }

    /// The same line at another column.
    pub fn at(&self, column: usize) -> Place {
        Place { column, ..self.clone() }
    }

    /// The name of a case that has none of its own: `file:line`.
    pub fn id(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

impl fmt::Display for Place {
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
    pub place: Place,
}

impl CaseError {
    /// A problem of a case without a name.
    pub fn new(place: Place, reason: impl Into<String>) -> CaseError {
        CaseError { id: place.id(), reason: reason.into(), place }
    }
}

/// What the system says, without its error number.
pub(super) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}
