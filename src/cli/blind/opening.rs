//! What a blind review is opened with.

use crate::case::{Fields, GivenLabels, Origin};
use crate::labels::List;

pub struct SessionOpening<'a> {
    pub by: &'a str,
    /// Whether the annotator was named, and not taken to be the user.
    pub named: bool,
    /// The files of the queue.
    pub origins: &'a [Origin],
    /// How their fields are found.
    pub fields: &'a Fields,
    /// The same, as it was given.
    pub map: &'a [String],
    /// Labels given apart from the cases.
    pub given: &'a GivenLabels,
    /// The rubric to be judged by, by its slug, and the lists that it reads.
    pub rubric: (&'a str, &'static [List]),
}
