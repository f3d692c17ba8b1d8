//! Caps that always fire, never fire, or fire without lowering anything.

use super::sweep::{EvaluatedPoint, ParameterSweep, metric_of, same};
use super::{Copy, DefectKind, Example, Level, LintFinding, number};
use crate::report::{Cap, Decision, Fired};
use crate::rubric::{Evaluation, Input, Readings, Rubric};

/// Checks caps and decisions over all points.
pub fn check(sweep: &mut ParameterSweep, tried: &[EvaluatedPoint]) -> Vec<LintFinding> {
    let caps = sweep.caps.clone();
    let of_caps = caps.iter().enumerate().filter_map(|(at, cap)| of_cap(sweep, at, cap, tried));
    let mut found: Vec<LintFinding> = of_caps.collect();
    for decision in [Decision::Pass, Decision::Warn, Decision::Fail] {
        if !tried.iter().any(|tried| tried.seen.decision == decision) {
            let (best, name) = (sweep.best, decision.as_str());
            let because = sweep.recorded(&best).verdict.reasons("; ");
            let keys: Vec<&str> = sweep.metrics.iter().map(|metric| metric.key).collect();
            let says = format!("no labels give {name}; the best case: {because}");
            let examples = sweep.examples(&[best], &keys);
            let subject = format!("verdict {name}");
            found.push(LintFinding::new(Level::Defect, DefectKind::Unreachable, &subject, says, examples));
        }
    }
    found
}

fn of_cap(sweep: &mut ParameterSweep, at: usize, cap: &Cap, tried: &[EvaluatedPoint]) -> Option<LintFinding> {
    let first =
        |fires| tried.iter().find(|tried| tried.seen.caps[at].0 == Some(fires)).map(|tried| tried.point);
    let (key, best, all) = (metric_of(cap), sweep.best, tried.len());
    let (level, kind, says, point) = match (first(true), first(false)) {
        (Some(_), None) => (
            Level::Defect,
            DefectKind::CapAlways,
            format!(
                "fires on all {all} cases tried, the best among them: {key} is never above {}",
                number(cap.limit)
            ),
            best,
        ),
        (None, Some(_)) => {
            (Level::Defect, DefectKind::CapNever, format!("fires on none of the {all} cases tried"), best)
        }
        (Some(fired), Some(_)) if !tried.iter().any(|tried| tried.seen.caps[at].1) => (
            Level::Remark,
            DefectKind::CapRedundant,
            "fires, but never lowers a score: the score is as low without it".to_owned(),
            fired,
        ),
        _ => return None,
    };
    let recorded = sweep.recorded(&point);
    let observed =
        same(&recorded, cap).map_or_else(String::new, |own| format!("{}: {}", cap.slug, own.observed));
    let examples = vec![sweep.example(&point, &[key], &observed)];
    Some(LintFinding::new(level, kind, &subject(cap), says, examples))
}

fn subject(cap: &Cap) -> String {
    format!("{} on {}", cap.slug, cap.metric)
}

/// Finds caps that fire on most articles that are their own summaries, since nothing can be more faithful
/// than a copy. A rubric over probabilities is evaluated twice. If a cap fires on the labels as shown, its
/// rule is defective; if it is merely more likely than not to fire over the possible labels, that only shows
/// how uncertain the proposals are.
pub fn on_copies(rubric: &dyn Rubric, readings: &Readings, copies: &[Copy]) -> Vec<LintFinding> {
    let judged = |settled| -> Vec<Evaluation> {
        copies.iter().map(|copy| evaluated(rubric, readings, copy, settled)).collect()
    };
    let drawn = judged(false);
    let over_chances = drawn.iter().flat_map(|done| &done.caps).any(|cap| cap.p.is_some());
    let settled = if over_chances { judged(true) } else { Vec::new() };
    let fires = |done: &Evaluation, cap: &Cap| {
        same(done, cap).filter(|cap| matches!(cap.fired, Fired::Yes { .. })).cloned()
    };
    let all = copies.len();
    let mut found = Vec::new();
    for cap in drawn.first().map_or(&[][..], |done| &done.caps) {
        let hits = drawn.iter().enumerate().filter_map(|(at, done)| Some((at, fires(done, cap)?)));
        let hits: Vec<(usize, Cap)> = hits.collect();
        let Some((first, shown_as)) = hits.first().filter(|_| 2 * hits.len() > all) else { continue };
        let sure = 2 * settled.iter().filter(|done| fires(done, cap).is_some()).count() > all;
        let chances = || hits.iter().filter_map(|(_, cap)| cap.p);
        let (level, kind, says) = if chances().next().is_some() && !sure {
            let low = 100.0 * chances().fold(1.0, f64::min);
            let high = 100.0 * chances().fold(0.0, f64::max);
            let says = format!(
                "likelier than not on {} of {all} articles that are their own summaries, in {low:.0} to {high:.0} % of \
                 draws, though the labels as shown do not fire it: the proposals are not sure enough, and a label that \
                 is confirmed is",
                hits.len()
            );
            (Level::Remark, DefectKind::CapInDraws, says)
        } else {
            let says = format!("fires on {} of {all} articles that are their own summaries", hits.len());
            (Level::Defect, DefectKind::CapOnCopies, says)
        };
        let example = example(&copies[*first], &drawn[*first], shown_as);
        found.push(LintFinding::new(level, kind, &subject(cap), says, vec![example]));
    }
    found
}

/// Evaluates a copy; with `settled`, each label is taken as certain.
fn evaluated(rubric: &dyn Rubric, readings: &Readings, copy: &Copy, settled: bool) -> Evaluation {
    let Copy { case, article, summary, labels, measures } = copy;
    let mut labels = labels.clone();
    for &list in rubric.lists().iter().filter(|_| settled) {
        for label in labels.get_mut(list).into_iter().flatten() {
            (label.p, label.chances) = (None, None);
        }
    }
    rubric.evaluate(&Input { case, article, summary, labels: &labels, measures }, readings, true)
}

/// Describes a cap that fired on a copy.
fn example(copy: &Copy, done: &Evaluation, cap: &Cap) -> Example {
    let key = metric_of(cap);
    let score = done.metrics.iter().find(|metric| metric.key == key).and_then(|metric| metric.score());
    let score = score.map_or_else(|| "no score".to_owned(), |score| format!("{key} {}", number(score)));
    Example {
        what: format!("the article of \"{}\" as its own summary", copy.case.id),
        result: format!("{score}, {}: {}, {}", cap.slug, cap.observed, done.verdict.decision.as_str()),
        case: Some(copy.case.clone()),
    }
}
