//! Results of changes of labels, shown to a person, or used to find labels that would give the score they
//! predicted.

use std::sync::Arc;

use crate::engine::Analysis;
use crate::labels::{LabelId, LabelValue, Labels, Provenance};
use crate::report::{Metric, Verdict};

use super::{RequestScorer, ScoreRequest, ScoredPart};

/// Changes of labels to try.
pub type TrialChanges = Vec<(LabelId, LabelValue)>;

/// The result of a change of labels.
#[derive(Clone, Debug)]
pub struct Try {
    /// The labels, with their new words.
    pub changes: TrialChanges,
    pub metrics: Vec<Metric>,
    pub verdict: Verdict,
}

impl Try {
    pub fn metric(&self, key: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.key == key)
    }
}

/// The results of several changes, by one rubric.
#[derive(Clone, Debug)]
pub struct LabelTrials {
    /// The request that they answer.
    pub generation: u64,
    pub rubric: &'static str,
    /// The results in the order requested, as far as they were tried.
    pub tries: Vec<Try>,
}

impl LabelTrials {
    /// Returns the result of some changes, if it is known.
    pub fn of(&self, changes: &[(LabelId, LabelValue)]) -> Option<&Try> {
        self.tries.iter().find(|known| known.changes == changes)
    }
}

impl RequestScorer {
    /// Tries every requested change, until the request is stale.
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

/// Applies new words to labels; labels that do not exist are ignored.
fn changed(labels: &Labels, changes: &TrialChanges) -> Labels {
    let mut labels = labels.clone();
    for (id, word) in changes {
        if let Some(label) = labels.get_mut(id.list).and_then(|list| list.get_mut(id.index)) {
            (label.proposed, label.word) = (label.word, Some(*word));
            label.by = Provenance::Person("if".to_owned());
            // The measured value must not determine the label again.
            (label.measure, label.p, label.chances) = (None, None, None);
        }
    }
    labels
}

impl ScoredPart {
    /// Returns a part of the answer that adds these results.
    pub(super) fn with_tries(&self, tries: Arc<LabelTrials>) -> ScoredPart {
        ScoredPart { tries: Some(tries), ..self.clone() }
    }
}
