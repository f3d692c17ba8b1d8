//! The labels that can change a verdict: on their own, as part of the smallest set that does, or, if that set
//! is too large for the search, as the labels behind the verdict's strongest reason.

use super::{Evaluator, FullEvaluator, Step, likeliest, with_evaluator};
use crate::labels::{Label, LabelId, LabelValue};
use crate::report::{DECISIONS, Flip, FlipChange, FlipDirection, Reach, Report, reasons};
use crate::rubric::{Input, Readings, Rubric};

/// Largest number of evaluations for one case.
const MAX_EVALUATIONS: usize = 400;

/// Returns the labels that can change the verdict of a report, those most likely to be wrong first.
/// `interrupted` ends the search early.
pub fn movers(
    rubric: &dyn Rubric,
    input: &Input,
    readings: &Readings,
    report: &Report,
    interrupted: &dyn Fn() -> bool,
) -> Vec<LabelId> {
    let mut movers = Vec::new();
    let mut find = |evaluator: &mut dyn Evaluator| movers = find_movers(evaluator, report, interrupted);
    if DECISIONS.contains(&report.verdict.decision) {
        with_evaluator(rubric, input, readings, &mut find);
    } else {
        // A label whose absence makes the report incomplete may be among them.
        find(&mut FullEvaluator::new(rubric, input, readings));
    }
    // If a better verdict takes more changes than the search covers, the labels behind the verdict's reason
    // come first.
    let beyond = |flip: &Flip| flip.way == FlipDirection::Better && matches!(flip.reach, Reach::Beyond(_));
    if movers.is_empty() && report.verdict.flips.iter().any(beyond) {
        movers.extend(reasons::deciding(report));
    }
    movers.sort_unstable();
    movers.dedup();
    let p = |id: &LabelId| report.label(*id).and_then(|label| label.p).unwrap_or(1.0);
    movers.sort_by(|a, b| p(a).total_cmp(&p(b)).then(a.cmp(b)));
    movers
}

/// Returns the labels that turn the verdict on their own, or that can be part of the smallest set that does.
pub fn find_movers(
    evaluator: &mut dyn Evaluator,
    report: &Report,
    interrupted: &dyn Fn() -> bool,
) -> Vec<LabelId> {
    let mut trial = Trial { evaluator, report, left: MAX_EVALUATIONS };
    let mut movers: Vec<LabelId> = match &report.odds {
        // The effect of confirming each label was computed with the odds.
        Some(odds) => odds.decides.iter().filter(|one| one.turns.is_some()).map(|one| one.id).collect(),
        None => {
            let turns = |id: &LabelId| !interrupted() && trial.turns(&[], *id);
            report.labels.iter().map(|(id, _)| *id).filter(turns).collect()
        }
    };
    for flip in &report.verdict.flips {
        let Reach::Within { changes, .. } = &flip.reach else { continue };
        movers.extend(changes.iter().map(|change| change.id));
        if report.odds.is_some() || changes.len() < 2 {
            continue;
        }
        // If several labels turn it only together, other labels may replace each of them.
        for (at, one) in changes.iter().enumerate() {
            let step = |change: &FlipChange| Step { id: change.id, from: change.from, to: change.to };
            let mut rest: Vec<Step> = changes.iter().map(step).collect();
            rest.remove(at);
            let alike = |(id, label): &&(LabelId, Label)| {
                id.list == one.id.list && label.word == Some(one.from) && !movers.contains(id)
            };
            let alike: Vec<LabelId> = report.labels.iter().filter(alike).map(|(id, _)| *id).collect();
            movers.extend(alike.into_iter().filter(|id| !interrupted() && trial.turns(&rest, *id)));
        }
    }
    movers
}

/// Tries other words for labels, with a limited number of evaluations.
struct Trial<'a> {
    evaluator: &'a mut dyn Evaluator,
    report: &'a Report,
    /// Number of evaluations left.
    left: usize,
}

impl Trial<'_> {
    /// Whether another word of a label, in addition to other changes, gives another verdict.
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
