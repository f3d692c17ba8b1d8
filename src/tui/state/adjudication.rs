//! What is adjudicated, as the screen and the panels share it.

use std::sync::Arc;

use crate::adjudication::{Adjudication, Disputes, UnitPosition};
use crate::tui::draft::TextDraft;
use crate::tui::sanitize;

/// What is adjudicated, and how far that is.
#[derive(Debug)]
pub struct AdjudicationState {
    /// What annotators gave.
    pub of: Arc<Adjudication>,
    /// The disagreements, in their order.
    pub disputes: Disputes,
    /// Whether annotators go by their numbers; [`Hidden::Names`](super::Hidden::Names) follows from it.
    pub hidden: bool,
    /// How many cases of how many are weighed; `None` once all are.
    pub weighing: Option<(usize, usize)>,
    pub rubric: &'static str,
    /// Whether there is a ruling to take back, and one to make again.
    pub turns: [bool; 2],
    /// Where to go: a ruling there was taken back, or made again.
    pub to: Option<UnitPosition>,
    /// Why nothing can be adjudicated.
    pub failed: Option<String>,
    /// The note on a disagreement that is not decided yet: it goes with the decision, and outlasts the screen.
    pub note: Option<WaitingNote>,
}

/// A note that waits for the decision on its disagreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingNote {
    pub place: UnitPosition,
    /// What it is kept as until then.
    pub draft: TextDraft,
}

impl AdjudicationState {
    /// What is adjudicated, of which nothing is weighed yet.
    pub fn new(of: Arc<Adjudication>, hidden: bool) -> AdjudicationState {
        let weighing = Some((0, of.cases.len()));
        let (disputes, rubric) = (Disputes::default(), "");
        AdjudicationState {
            of,
            disputes,
            hidden,
            weighing,
            rubric,
            turns: [false; 2],
            to: None,
            failed: None,
            note: None,
        }
    }

    pub fn name(&self, annotator: usize) -> String {
        match self.hidden {
            true => format!("annotator {}", annotator + 1),
            false => sanitize::line(&self.of.annotators[annotator]).into_owned(),
        }
    }
}
