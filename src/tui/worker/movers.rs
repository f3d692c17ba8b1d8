//! The labels that can change the verdict of the rubric on the screen: alone, as one of the smallest set that
//! does, or, where that is too large to be searched for, as what the verdict's strongest reason names.

use std::sync::Arc;

use crate::engine::Analysis;
use crate::labels::{Label, LabelId, LabelValue, Labels};
use crate::report::{DECISIONS, Flip, FlipChange, Reach, Report, Way};
use crate::rubric::flips::{Evaluator, FullEvaluator, Step, likeliest, with_evaluator};
use crate::tui::words::reasons;

use super::{RequestScorer, RubricReport, ScoreRequest};

/// Evaluations that are spent on one case at most.
const MAX_EVALUATIONS: usize = 400;

/// The labels that can change a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movers {
    /// The rubric, by its slug.
    pub rubric: &'static str,
    /// The labels, the likeliest to be wrong first.
    pub labels: Vec<LabelId>,
}

impl RequestScorer {
    /// Finds them, until the request is stale.
    pub(super) fn movers(
        &self,
        request: &ScoreRequest,
        analysis: &Analysis,
        labels: &Labels,
        found: &Result<Vec<RubricReport>, String>,
        stale: &dyn Fn() -> bool,
    ) -> Option<Arc<Movers>> {
        let report = &*found.as_ref().ok()?.first()?.report;
        let rubric = self.numbers.rubrics.get(report.rubric)?.1;
        let input = analysis.input(&request.case, labels);
        let mut movers = Vec::new();
        let mut find = |evaluator: &mut dyn Evaluator| movers = find_movers(evaluator, report, stale);
        if DECISIONS.contains(&report.verdict.decision) {
            with_evaluator(rubric, &input, &request.readings, &mut find);
        } else {
            // A label that is missing may be one.
            find(&mut FullEvaluator::new(rubric, &input, &request.readings));
        }
        // Where a better verdict takes more changes than are searched for, whoever doubts it begins with what decides it.
        let beyond = |flip: &Flip| flip.way == Way::Better && matches!(flip.reach, Reach::Beyond(_));
        if movers.is_empty() && report.verdict.flips.iter().any(beyond) {
            movers.extend(reasons::deciding(report));
        }
        movers.sort_unstable();
        movers.dedup();
        let p = |id: &LabelId| report.label(*id).and_then(|label| label.p).unwrap_or(1.0);
        movers.sort_by(|a, b| p(a).total_cmp(&p(b)).then(a.cmp(b)));
        (!stale()).then(|| Arc::new(Movers { rubric: report.rubric, labels: movers }))
    }
}

/// The labels that turn the verdict alone, or that stand for one of the smallest set that does.
fn find_movers(evaluator: &mut dyn Evaluator, report: &Report, stale: &dyn Fn() -> bool) -> Vec<LabelId> {
    let mut trial = Trial { evaluator, report, left: MAX_EVALUATIONS };
    let mut movers: Vec<LabelId> = match &report.odds {
        // What confirming each would do was found with the odds.
        Some(odds) => odds.decides.iter().filter(|one| one.turns.is_some()).map(|one| one.id).collect(),
        None => {
            let turns = |id: &LabelId| !stale() && trial.turns(&[], *id);
            report.labels.iter().map(|(id, _)| *id).filter(turns).collect()
        }
    };
    for flip in &report.verdict.flips {
        let Reach::Within { changes, .. } = &flip.reach else { continue };
        movers.extend(changes.iter().map(|change| change.id));
        if report.odds.is_some() || changes.len() < 2 {
            continue;
        }
        // Of several that only turn it together, others may stand for each.
        for (at, one) in changes.iter().enumerate() {
            let step = |change: &FlipChange| Step { id: change.id, from: change.from, to: change.to };
            let mut rest: Vec<Step> = changes.iter().map(step).collect();
            rest.remove(at);
            let alike = |(id, label): &&(LabelId, Label)| {
                id.list == one.id.list && label.word == Some(one.from) && !movers.contains(id)
            };
            let alike: Vec<LabelId> = report.labels.iter().filter(alike).map(|(id, _)| *id).collect();
            movers.extend(alike.into_iter().filter(|id| !stale() && trial.turns(&rest, *id)));
        }
    }
    movers
}

/// Labels that are tried with other words.
struct Trial<'a> {
    evaluator: &'a mut dyn Evaluator,
    report: &'a Report,
    /// Evaluations that may still be made.
    left: usize,
}

impl Trial<'_> {
    /// Whether another word of a label gives another verdict, beside other changes.
    fn turns(&mut self, beside: &[Step], id: LabelId) -> bool {
        let decided = Some(self.report.verdict.decision).filter(|decision| DECISIONS.contains(decision));
        let now = self.report.label(id).and_then(|label| label.word);
        let words = id.list.spec().words.iter().copied();
        let none = id.list.is_finding().then_some(LabelValue::No);
        let mut others = words.chain(none).filter(|word| Some(*word) != now);
        others.any(|to| {
            let step = Step { id, from: now.unwrap_or(to), to };
            let Some(left) = self.left.checked_sub(1) else { return false };
            self.left = left;
            likeliest(self.evaluator.count(&[beside, &[step]].concat())) != decided
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Texts;
    use crate::engine::{Engine, Selection};
    use crate::evidence::Wanted;
    use crate::rubric::{RUBRICS, Readings, RubricSet};
    use crate::tui::samples::SAMPLES;

    #[test]
    fn the_fastest_evaluator_finds_what_whole_evaluations_find() {
        let rubrics = RubricSet::shipped();
        let readings = Readings::default();
        let slugs: Vec<&'static str> = RUBRICS.iter().map(|entry| entry.slug).collect();
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
