//! The arguments with which a blind review is opened.

use crate::case::{Fields, GivenLabels, Origin};
use crate::labels::List;

pub struct SessionOpening<'a> {
    pub by: &'a str,
    /// Whether the annotator was named with `--as`, rather than derived from the user's name.
    pub named: bool,
    /// The files of the queue.
    pub origins: &'a [Origin],
    /// How to find the fields of a case.
    pub fields: &'a Fields,
    /// The field mapping, as given.
    pub map: &'a [String],
    /// Labels given separately from the cases.
    pub given: &'a GivenLabels,
    /// The slug of the rubric, and the lists that it reads.
    pub rubric: (&'a str, &'static [List]),
}
