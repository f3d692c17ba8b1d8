//! The state of an adjudication that the screen and the panels share.

use std::sync::Arc;

use crate::adjudication::{Adjudication, Disputes, UnitPosition};
use crate::tui::draft::TextDraft;
use crate::tui::sanitize;

/// An adjudication, and its progress.
#[derive(Debug)]
pub struct AdjudicationState {
    /// The annotators' labels.
    pub of: Arc<Adjudication>,
    /// The disagreements, in order.
    pub disputes: Disputes,
    /// Whether annotators are shown by number; [`Hidden::Names`](super::Hidden::Names) follows from this.
    pub hidden: bool,
    /// The number of cases weighed so far, and of all cases; `None` once all are weighed.
    pub weighing: Option<(usize, usize)>,
    pub rubric: &'static str,
    /// Whether there is a ruling to undo, and one to redo.
    pub turns: [bool; 2],
    /// The unit to go to after a ruling was undone or redone.
    pub to: Option<UnitPosition>,
    /// The unit that was in focus when the screen was left.
    pub left: Option<UnitPosition>,
    /// Why nothing can be adjudicated.
    pub failed: Option<String>,
    /// A note on a disagreement without a ruling. It is stored with the ruling, and outlives the screen.
    pub note: Option<WaitingNote>,
}

/// A note that waits for the ruling on its disagreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingNote {
    pub place: UnitPosition,
    /// The draft that it is saved as until then.
    pub draft: TextDraft,
}

impl AdjudicationState {
    /// Returns an adjudication of which nothing is weighed yet.
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
            left: None,
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
