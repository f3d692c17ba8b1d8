//! Who labelled: the origin of a list of labels.

use std::fmt;
use std::sync::Arc;

/// The origin of a list of labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JudgedBy {
    /// The engine's analysis.
    #[default]
    Engine,
    /// A judge program, by name.
    Judge(Arc<str>),
    /// A file of labels, by the name given, or the file of a case that has its own labels.
    File(Arc<str>),
    /// A person in a review session, by name.
    Person(Arc<str>),
}

/// Formats the origin as in results: `engine`, `judge:NAME`, `labels:FILE`, `person:NAME`.
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
