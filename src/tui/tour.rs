//! Where a person is in the tour of the workbench. What the steps are and when each is done is known to the app.

use crate::labels::LabelId;

/// Where a person is in the tour.
#[derive(Clone, Debug, Default)]
pub struct Tour {
    /// The step, from 0.
    pub step: usize,
    /// How the workbench stood when the step began; `None` where that is still to be seen.
    pub base: Option<TourSnapshot>,
}

/// The state of the workbench when a step began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourSnapshot {
    pub label: Option<LabelId>,
    /// Labels that were overruled.
    pub overrules: usize,
    pub versions: (u64, u64),
    pub fired: usize,
}
