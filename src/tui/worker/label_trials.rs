//! What would come out if some labels were other: to show them to a person, and to find what their own
//! score would follow from.

use std::sync::Arc;

use crate::engine::Analysis;
use crate::labels::{LabelId, LabelValue, Labels, Provenance};
use crate::report::{Metric, Verdict};

use super::{RequestScorer, ScoreRequest, ScoredPart};

/// Changes of labels to try.
pub type TrialChanges = Vec<(LabelId, LabelValue)>;

/// What comes out if some labels are other.
#[derive(Clone, Debug)]
pub struct Try {
    /// The labels, with their words.
    pub changes: TrialChanges,
    pub metrics: Vec<Metric>,
    pub verdict: Verdict,
}

impl Try {
    pub fn metric(&self, key: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.key == key)
    }
}

/// What comes out of each of several changes, by one rubric.
#[derive(Clone, Debug)]
pub struct LabelTrials {
    /// The request that they answer.
    pub generation: u64,
    pub rubric: &'static str,
    /// In the order in which they were asked for, as far as they were tried.
    pub tries: Vec<Try>,
}

impl LabelTrials {
    /// What comes out of some changes.
    pub fn of(&self, changes: &[(LabelId, LabelValue)]) -> Option<&Try> {
        self.tries.iter().find(|known| known.changes == changes)
    }
}

impl RequestScorer {
    /// Tries every change that is asked for, until the request is stale.
    pub(super) fn try_labels(
        &self,
        request: &ScoreRequest,
        analysis: &Analysis,
        labels: &Labels,
        stale: &dyn Fn() -> bool,
    ) -> Option<Arc<LabelTrials>> {
        let slug = *request.rubrics.first().filter(|_| !request.tries.is_empty())?;
        let rubric = self.numbers.rubrics.get(slug)?.1;
        let one = |changes: &TrialChanges| {
            let labels = changed(labels, changes);
            let found = rubric.evaluate(&analysis.input(&request.case, &labels), &request.readings, true);
            let changes = changes.clone();
            Try { changes, metrics: found.metrics, verdict: found.verdict }
        };
        let tries = request.tries.iter().map_while(|changes| (!stale()).then(|| one(changes))).collect();
        Some(Arc::new(LabelTrials { generation: request.generation, rubric: slug, tries }))
    }
}

/// Labels with other words; a label that is not there is left out.
fn changed(labels: &Labels, changes: &TrialChanges) -> Labels {
    let mut labels = labels.clone();
    for (id, word) in changes {
        if let Some(label) = labels.get_mut(id.list).and_then(|list| list.get_mut(id.index)) {
            (label.proposed, label.word) = (label.word, Some(*word));
            label.by = Provenance::Person("if".to_owned());
            // What was measured must not grade the label again.
            (label.measure, label.p, label.chances) = (None, None, None);
        }
    }
    labels
}

impl ScoredPart {
    /// A part of the answer that holds only what was tried.
    pub(super) fn with_tries(&self, tries: Arc<LabelTrials>) -> ScoredPart {
        ScoredPart { tries: Some(tries), ..self.clone() }
    }
}
