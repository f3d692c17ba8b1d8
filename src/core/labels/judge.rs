//! Who judged: where a list of labels comes from.

use std::fmt;
use std::sync::Arc;

/// Where a list of labels comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JudgedBy {
    /// The engine's analysis.
    #[default]
    Engine,
    /// A program that was asked, by its name.
    Judge(Arc<str>),
    /// A file of labels, as it was named, or the file of a case that has its own.
    File(Arc<str>),
    /// A person in a review session, by name.
    Person(Arc<str>),
}

/// As results say it: `engine`, `judge:NAME`, `labels:FILE`, `person:NAME`.
impl fmt::Display for JudgedBy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JudgedBy::Engine => out.write_str("engine"),
            JudgedBy::Judge(name) => write!(out, "judge:{name}"),
            JudgedBy::File(name) => write!(out, "labels:{name}"),
            JudgedBy::Person(name) => write!(out, "person:{name}"),
        }
    }
}
