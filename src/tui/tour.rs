//! A person's position in the tour of the workbench. The app defines the steps, and decides when each is
//! done.

use crate::labels::LabelId;

/// Position in the tour.
#[derive(Clone, Debug, Default)]
pub struct Tour {
    /// Index of the step, from 0.
    pub step: usize,
    /// State of the workbench when the step began; `None` if it has not been captured yet.
    pub base: Option<TourSnapshot>,
}

/// The state of the workbench when a step began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourSnapshot {
    pub label: Option<LabelId>,
    /// Number of labels that were overruled.
    pub overrules: usize,
    pub versions: (u64, u64),
    pub fired: usize,
}
