//! Caps that always fire, never fire, or fire without lowering anything.

use super::space::Point;
use super::sweep::{CapRow, ParameterSweep};
use super::{Copy, Example, Finding, Kind, Level, shown};
use crate::report::{Decision, Fired};
use crate::rubric::{Input, Readings, Rubric};

/// What was seen of a row over all points.
#[derive(Clone, Copy, Default)]
struct Tally {
    fired: Option<Point>,
    quiet: Option<Point>,
    bound: bool,
}

/// Caps and decisions over every point.
pub fn check(sweep: &mut ParameterSweep, points: &[Point]) -> Vec<Finding> {
    let rows = sweep.rows.clone();
    let mut tallies = vec![Tally::default(); rows.len()];
    let mut decisions: Vec<Decision> = Vec::new();
    for point in points {
        let seen = sweep.seen(point);
        if !decisions.contains(&seen.decision) {
            decisions.push(seen.decision);
        }
        for (tally, (fired, bound)) in tallies.iter_mut().zip(&seen.caps) {
            match fired {
                Some(true) => tally.fired = tally.fired.or(Some(*point)),
                Some(false) => tally.quiet = tally.quiet.or(Some(*point)),
                None => {}
            }
            tally.bound |= bound;
        }
    }
    let mut found = Vec::new();
    for (row, tally) in rows.iter().zip(tallies) {
        found.extend(of_row(sweep, row, tally, points.len()));
    }
    found.extend(unreached(sweep, &decisions));
    found
}

fn of_row(sweep: &mut ParameterSweep, row: &CapRow, tally: Tally, tried: usize) -> Option<Finding> {
    let best = sweep.best;
    let key = row.metric.split('.').next().unwrap_or(row.metric);
    let (level, kind, says, point) = match (tally.fired, tally.quiet) {
        (Some(_), None) => (
            Level::Defect,
            Kind::CapAlways,
            format!(
                "fires on all {tried} cases tried, the best among them: {key} is never above {}",
                shown(row.limit)
            ),
            best,
        ),
        (None, Some(_)) => {
            (Level::Defect, Kind::CapNever, format!("fires on none of the {tried} cases tried"), best)
        }
        (Some(fired), Some(_)) if !tally.bound => (
            Level::Remark,
            Kind::CapRedundant,
            "fires, but never lowers a score: the score is as low without it".to_owned(),
            fired,
        ),
        _ => return None,
    };
    let observed = observed(sweep, row, &point);
    let examples = vec![sweep.example(&point, &[key], &observed)];
    Some(Finding { level, kind, subject: format!("{} on {}", row.slug, row.metric), says, examples })
}

/// What a cap saw, in its own words.
fn observed(sweep: &mut ParameterSweep, row: &CapRow, point: &Point) -> String {
    let caps = sweep.recorded(point).caps;
    caps.into_iter()
        .find(|cap| cap.slug == row.slug && cap.metric == row.metric)
        .map_or_else(String::new, |cap| format!("{}: {}", row.slug, cap.observed))
}

/// Decisions that no point has.
fn unreached(sweep: &mut ParameterSweep, decisions: &[Decision]) -> Vec<Finding> {
    let best = sweep.best;
    let mut found = Vec::new();
    for decision in [Decision::Pass, Decision::Warn, Decision::Fail] {
        if decisions.contains(&decision) {
            continue;
        }
        let because = sweep.recorded(&best).verdict.because.join("; ");
        let keys: Vec<&str> = sweep.targets.iter().map(|target| target.key).collect();
        found.push(Finding {
            level: Level::Defect,
            kind: Kind::Unreachable,
            subject: format!("verdict {}", decision.as_str()),
            says: format!("no labels give {}; the best case: {because}", decision.as_str()),
            examples: vec![sweep.example(&best, &keys, "")],
        });
    }
    found
}

/// A cap that fired on copies.
struct OnCopies {
    slug: &'static str,
    metric: &'static str,
    count: usize,
    /// The least and the greatest of its probabilities, where it has one.
    chances: Option<[f64; 2]>,
    example: Example,
}

/// Caps that fire on most articles that are their own summaries. Nothing can be more faithful than a copy. A rubric
/// over probabilities is asked twice: a cap that fires on the labels as they are shown is a defect of its rule; one
/// that is only likelier than not, over what the labels may be, says how sure the proposals are.
pub fn on_copies(rubric: &dyn Rubric, readings: &Readings, copies: &[Copy]) -> Vec<Finding> {
    let drawn = fired_on(rubric, readings, copies, false);
    let over_chances = drawn.iter().any(|cap| cap.chances.is_some());
    let settled = if over_chances { fired_on(rubric, readings, copies, true) } else { Vec::new() };
    let all = copies.len();
    let most = |cap: &OnCopies| 2 * cap.count > all;
    let sure = |cap: &OnCopies| {
        settled.iter().any(|row| row.slug == cap.slug && row.metric == cap.metric && most(row))
    };
    let finding = |cap: OnCopies| {
        let (level, kind, says) = match cap.chances {
            Some([low, high]) if !sure(&cap) => {
                let (low, high) = (100.0 * low, 100.0 * high);
                let says = format!(
                    "likelier than not on {} of {all} articles that are their own summaries, in {low:.0} to \
                     {high:.0} % of draws, though the labels as shown do not fire it: the proposals are not sure \
                     enough, and a label that is confirmed is",
                    cap.count
                );
                (Level::Remark, Kind::CapInDraws, says)
            }
            _ => {
                let says = format!("fires on {} of {all} articles that are their own summaries", cap.count);
                (Level::Defect, Kind::CapOnCopies, says)
            }
        };
        let subject = format!("{} on {}", cap.slug, cap.metric);
        Finding { level, kind, subject, says, examples: vec![cap.example] }
    };
    drawn.into_iter().filter(most).map(finding).collect()
}

/// The caps that fire, in the order in which they first do. `settled` takes each label for certain, as it is shown.
fn fired_on(rubric: &dyn Rubric, readings: &Readings, copies: &[Copy], settled: bool) -> Vec<OnCopies> {
    let mut fired: Vec<OnCopies> = Vec::new();
    for copy in copies {
        let Copy { case, article, summary, labels, measures } = copy;
        let mut labels = labels.clone();
        for &list in rubric.lists().iter().filter(|_| settled) {
            for label in labels.get_mut(list).into_iter().flatten() {
                (label.p, label.chances) = (None, None);
            }
        }
        let input = Input { case, article, summary, labels: &labels, measures };
        let done = rubric.evaluate(&input, readings, true);
        for cap in done.caps.iter().filter(|cap| matches!(cap.fired, Fired::Yes { .. })) {
            if let Some(row) = fired.iter_mut().find(|row| row.slug == cap.slug && row.metric == cap.metric) {
                row.count += 1;
                if let (Some([low, high]), Some(p)) = (&mut row.chances, cap.p) {
                    (*low, *high) = (low.min(p), high.max(p));
                }
                continue;
            }
            let key = cap.metric.split('.').next().unwrap_or(cap.metric);
            let score =
                done.metrics.iter().find(|metric| metric.key == key).and_then(|metric| metric.score());
            let score =
                score.map_or_else(|| "no score".to_owned(), |score| format!("{key} {}", shown(score)));
            let result =
                format!("{score}, {}: {}, {}", cap.slug, cap.observed, done.verdict.decision.as_str());
            let what = format!("the article of \"{}\" as its own summary", case.id);
            fired.push(OnCopies {
                slug: cap.slug,
                metric: cap.metric,
                count: 1,
                chances: cap.p.map(|p| [p, p]),
                example: Example { what, result, case: Some(case.clone()) },
            });
        }
    }
    fired
}
