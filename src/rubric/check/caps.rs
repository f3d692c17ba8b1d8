//! Caps that always fire, never fire, or fire without lowering anything.

use super::lab::{CapRow, Lab};
use super::space::Point;
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
pub fn check(lab: &mut Lab, points: &[Point]) -> Vec<Finding> {
    let rows = lab.rows.clone();
    let mut tallies = vec![Tally::default(); rows.len()];
    let mut decisions: Vec<Decision> = Vec::new();
    for point in points {
        let seen = lab.seen(point);
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
        found.extend(of_row(lab, row, tally, points.len()));
    }
    found.extend(unreached(lab, &decisions));
    found
}

fn of_row(lab: &mut Lab, row: &CapRow, tally: Tally, tried: usize) -> Option<Finding> {
    let best = lab.best;
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
            "fires, and lowers nothing wherever it does: the score is as low without it".to_owned(),
            fired,
        ),
        _ => return None,
    };
    let observed = observed(lab, row, &point);
    let examples = vec![lab.example(&point, &[key], &observed)];
    Some(Finding { level, kind, subject: format!("{} on {}", row.slug, row.metric), says, examples })
}

/// What a cap saw, in its own words.
fn observed(lab: &mut Lab, row: &CapRow, point: &Point) -> String {
    let caps = lab.recorded(point).caps;
    caps.into_iter()
        .find(|cap| cap.slug == row.slug && cap.metric == row.metric)
        .map_or_else(String::new, |cap| format!("{}: {}", row.slug, cap.observed))
}

/// Decisions that no point has.
fn unreached(lab: &mut Lab, decisions: &[Decision]) -> Vec<Finding> {
    let best = lab.best;
    let mut found = Vec::new();
    for decision in [Decision::Pass, Decision::Warn, Decision::Fail] {
        if decisions.contains(&decision) {
            continue;
        }
        let because = lab.recorded(&best).verdict.because.join("; ");
        let keys: Vec<&str> = lab.targets.iter().map(|target| target.key).collect();
        found.push(Finding {
            level: Level::Defect,
            kind: Kind::Unreachable,
            subject: format!("verdict {}", decision.as_str()),
            says: format!("no labels give {}; the best case: {because}", decision.as_str()),
            examples: vec![lab.example(&best, &keys, "")],
        });
    }
    found
}

/// Caps that fire on most articles that are their own summaries. Nothing can be more faithful than a copy.
pub fn on_copies(rubric: &dyn Rubric, readings: &Readings, copies: &[Copy]) -> Vec<Finding> {
    let mut fired: Vec<(&'static str, &'static str, usize, Example)> = Vec::new();
    for copy in copies {
        let Copy { case, article, summary, labels, measures } = copy;
        let done = rubric.evaluate(&Input { case, article, summary, labels, measures }, readings, true);
        for cap in done.caps.iter().filter(|cap| matches!(cap.fired, Fired::Yes { .. })) {
            if let Some(row) = fired.iter_mut().find(|row| row.0 == cap.slug && row.1 == cap.metric) {
                row.2 += 1;
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
            fired.push((cap.slug, cap.metric, 1, Example { what, result, case: Some(case.clone()) }));
        }
    }
    let most = fired.into_iter().filter(|(.., count, _)| 2 * count > copies.len());
    most.map(|(slug, metric, count, example)| Finding {
        level: Level::Defect,
        kind: Kind::CapOnCopies,
        subject: format!("{slug} on {metric}"),
        says: format!("fires on {count} of {} articles that are their own summaries", copies.len()),
        examples: vec![example],
    })
    .collect()
}
