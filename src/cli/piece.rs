//! A result on its way from a worker to the output.

use crate::agree::changes::Scored;
use crate::report::Decision;

use super::forms::Aside;
use super::output::Content;

/// One result.
#[derive(Debug, Default)]
pub struct Piece {
    /// What is written, without a newline at its end.
    pub content: Content,
    /// What its form keeps for later.
    pub aside: Aside,
    /// The numbers of its reports, where they are compared with a baseline.
    pub scored: Vec<Scored>,
    /// The verdict, where it is a report.
    pub decision: Option<Decision>,
    /// Whether it says that the case could not be scored.
    pub error: bool,
    /// What the user should be told besides.
    pub notes: Vec<String>,
}
