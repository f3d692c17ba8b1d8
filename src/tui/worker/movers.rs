//! The labels that can change the verdict of the current rubric, for a request.

use std::sync::Arc;

use crate::engine::Analysis;
use crate::labels::{LabelId, Labels};
use crate::rubric::flips;

use super::{RequestScorer, RubricReport, ScoreRequest, ScoringError};

/// The labels that can change a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movers {
    pub rubric: &'static str,
    /// The labels, the likeliest to be wrong first.
    pub labels: Vec<LabelId>,
}

impl RequestScorer {
    /// Finds the labels that can change the verdict, until the request is stale.
    pub(super) fn movers(
        &self,
        request: &ScoreRequest,
        analysis: &Analysis,
        labels: &Labels,
        found: &Result<Vec<RubricReport>, ScoringError>,
        stale: &dyn Fn() -> bool,
    ) -> Option<Arc<Movers>> {
        let report = &*found.as_ref().ok()?.first()?.report;
        let rubric = self.numbers.rubrics.get(report.rubric)?.1;
        let input = analysis.input(&request.case, labels);
        let labels = flips::movers(rubric, &input, &request.readings, report, stale);
        (!stale()).then(|| Arc::new(Movers { rubric: report.rubric, labels }))
    }
}

#[cfg(test)]
mod tests {
    use crate::case::Texts;
    use crate::engine::{Engine, Selection};
    use crate::evidence::Wanted;
    use crate::rubric::flips::{FullEvaluator, find_movers, with_evaluator};
    use crate::rubric::{Readings, RubricSet, slugs};
    use crate::tui::samples::SAMPLES;

    #[test]
    fn the_fastest_evaluator_finds_what_whole_evaluations_find() {
        let rubrics = RubricSet::shipped();
        let readings = Readings::default();
        let slugs = slugs();
        let mut engine = Engine::default();
        let mut found = 0;
        for sample in SAMPLES {
            let case = sample.case().unwrap();
            let texts = Texts { article: &case.article, summary: &case.summary };
            let analysis = engine.analyse(&case, texts, Wanted::ALL);
            let labels = &*analysis.proposals;
            let input = analysis.input(&case, labels);
            let reports = Selection::shipped(&slugs, readings).judge(&case, &analysis, labels);
            for report in reports.iter().filter(|report| report.odds.is_none()) {
                let (_, rubric) = rubrics.get(report.rubric).unwrap();
                let mut fast = Vec::new();
                with_evaluator(rubric, &input, &readings, &mut |evaluator| {
                    fast = find_movers(evaluator, report, &|| false);
                });
                let mut full = FullEvaluator::new(rubric, &input, &readings);
                assert_eq!(fast, find_movers(&mut full, report, &|| false), "{} {}", case.id, report.rubric);
                found += fast.len();
            }
        }
        assert!(found > 0);
    }
}
