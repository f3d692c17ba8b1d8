//! The annotator's labels compared with the engine's, for the screen after the reveal of a blind case.

use crate::blind::{ComparedLabels, Differences, differences};
use crate::case::Texts;
use crate::engine::Analysis;

use super::{RequestScorer, ScoreRequest, proposed};

/// The differences between annotator and engine on a case, under one rubric.
#[derive(Clone, Debug)]
pub struct RubricDifferences {
    pub generation: u64,
    pub rubric: &'static str,
    /// The differences, with their effects.
    pub differences: Differences,
}

impl RequestScorer {
    /// Computes the requested differences; `None` if none are requested, or a newer request waits.
    pub(super) fn compared(
        &self,
        request: &ScoreRequest,
        analysis: &Analysis,
        texts: Texts,
        stale: &dyn Fn() -> bool,
    ) -> Option<RubricDifferences> {
        let slug = request.compared?;
        let (_, rubric) = self.numbers.rubrics.get(slug)?;
        let engine = proposed(request, analysis, texts);
        let sides =
            ComparedLabels { engine: &engine, overrides: &request.overrides, texts, lists: rubric.lists() };
        let evaluate =
            |labels: &_| rubric.evaluate(&analysis.input(&request.case, labels), &request.readings, false);
        let word = |label: &_| rubric.word(label, &request.readings);
        let differences = differences(&sides, &evaluate, &word, stale)?;
        Some(RubricDifferences { generation: request.generation, rubric: slug, differences })
    }
}
