//! The labels that can change the verdict of the rubric on the screen: alone, as one of the smallest set that
//! does, or, where that is too large to be searched for, as what the verdict's strongest reason names.

use std::sync::Arc;

use crate::engine::Analysis;
use crate::labels::{Label, LabelId, LabelValue, Labels, Provenance};
use crate::report::{Decision, Flip, Reach, Report, Way};
use crate::rubric::Rubric;
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
        let mut trial = Trial { rubric, request, analysis, labels: labels.clone(), left: MAX_EVALUATIONS };
        let mut movers: Vec<LabelId> = match &report.odds {
            // What confirming each would do was found with the odds.
            Some(odds) => odds.decides.iter().filter(|one| one.turns.is_some()).map(|one| one.id).collect(),
            None => {
                let turns = |id: &LabelId| !stale() && trial.turns(report, &[], *id);
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
                let mut rest: Vec<(LabelId, LabelValue)> =
                    changes.iter().map(|change| (change.id, change.to)).collect();
                rest.remove(at);
                let alike = |(id, label): &&(LabelId, Label)| {
                    id.list == one.id.list && label.word == Some(one.from) && !movers.contains(id)
                };
                let alike: Vec<LabelId> = report.labels.iter().filter(alike).map(|(id, _)| *id).collect();
                movers.extend(alike.into_iter().filter(|id| !stale() && trial.turns(report, &rest, *id)));
            }
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

/// Labels that are tried with other words.
struct Trial<'a> {
    rubric: &'a dyn Rubric,
    request: &'a ScoreRequest,
    analysis: &'a Analysis,
    labels: Labels,
    /// Evaluations that may still be made.
    left: usize,
}

impl Trial<'_> {
    /// Whether another word of a label gives another verdict, beside other changes.
    fn turns(&mut self, report: &Report, beside: &[(LabelId, LabelValue)], id: LabelId) -> bool {
        let now = report.label(id).and_then(|label| label.word);
        let words = id.list.spec().words.iter().copied();
        let none = id.list.is_finding().then_some(LabelValue::No);
        let others: Vec<LabelValue> = words.chain(none).filter(|word| Some(*word) != now).collect();
        others.into_iter().any(|word| {
            let changes: Vec<(LabelId, LabelValue)> = beside.iter().copied().chain([(id, word)]).collect();
            self.decision(&changes).is_some_and(|decision| decision != report.verdict.decision)
        })
    }

    /// The verdict with other words.
    fn decision(&mut self, changes: &[(LabelId, LabelValue)]) -> Option<Decision> {
        self.left = self.left.checked_sub(1)?;
        let mut kept = Vec::with_capacity(changes.len());
        for (id, word) in changes {
            let label = self.labels.get_mut(id.list)?.get_mut(id.index)?;
            kept.push((*id, label.clone()));
            (label.word, label.by) = (Some(*word), Provenance::Person(String::new()));
            // What was measured must not grade the label again.
            (label.measure, label.p, label.chances) = (None, None, None);
        }
        let input = self.analysis.input(&self.request.case, &self.labels);
        let decision = self.rubric.evaluate(&input, &self.request.readings, false).verdict.decision;
        for (id, label) in kept.into_iter().rev() {
            if let Some(place) = self.labels.get_mut(id.list).and_then(|list| list.get_mut(id.index)) {
                *place = label;
            }
        }
        Some(decision)
    }
}
