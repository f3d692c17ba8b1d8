//! What a rubric gives after something that is tried.

use crate::num::Num;
use crate::report::Decision;

/// The rubric's result after an edit or a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialResult {
    /// The decision.
    pub decision: Decision,
    /// The headline number.
    pub score: Option<Num>,
    /// The metrics whose scores are better than before, by their keys.
    pub better: Vec<&'static str>,
}
