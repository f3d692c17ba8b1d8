//! Finds contradictory targets: every metric meets its own, but one that is computed from them does not.

use super::space::{Point, SETTINGS, words};
use super::sweep::ParameterSweep;
use super::{DefectKind, Level, LintFinding, number};
use crate::report::PartValue;

/// Returns which metrics meet their targets. Metrics without a target or a score are left out.
fn met(sweep: &mut ParameterSweep, point: &Point) -> Vec<(&'static str, bool)> {
    let flag = |(name, part): &(&str, PartValue)| match part {
        PartValue::Flag(met) if *name == "target_met" => Some(*met),
        _ => None,
    };
    let done = sweep.recorded(point);
    done.metrics.iter().filter_map(|metric| Some((metric.key, metric.parts.iter().find_map(flag)?))).collect()
}

/// Moves away from the best case as far as every single target allows, and checks the remaining targets
/// there.
pub fn check(sweep: &mut ParameterSweep) -> Option<LintFinding> {
    let best = sweep.best;
    let all = met(sweep, &best);
    if all.is_empty() || all.iter().any(|(_, met)| !met) {
        return None;
    }
    // A metric that some list or field does not move is independent; one that all of them move is computed
    // from the others.
    let mut made: Vec<&'static str> = all.iter().map(|(key, _)| *key).collect();
    let steps = moves(sweep, &best);
    for points in &steps {
        let still = moved(sweep, &best, points);
        made.retain(|key| still.contains(key));
    }
    let mut lowest = best;
    for points in steps {
        // Settings run from good to bad, so the last one that meets all independent targets is the lowest
        // possible.
        let mut chosen = best;
        for point in points {
            let single = met(sweep, &point);
            if single.iter().all(|(key, met)| *met || made.contains(key)) && worse(sweep, &point, &chosen) {
                chosen = point;
            }
        }
        lowest = merged(&best, &lowest, &chosen);
    }
    let missed: Vec<&str> =
        met(sweep, &lowest).into_iter().filter(|(_, met)| !met).map(|(key, _)| key).collect();
    if missed.is_empty() || missed.iter().any(|key| !made.contains(key)) {
        return None;
    }
    let keys: Vec<&str> = all.iter().map(|(key, _)| *key).collect();
    let seen = sweep.seen(&lowest);
    let scores = sweep.metrics.iter().zip(&seen.metrics).filter(|(metric, _)| missed.contains(&metric.key));
    let scores =
        scores.filter_map(|(metric, scored)| Some(format!("{} is {}", metric.key, number((*scored)?.last))));
    let scores = scores.collect::<Vec<_>>().join(", ");
    let says = format!("where every other metric just meets its target, {scores}, below its own");
    let examples = sweep.examples(&[lowest], &keys);
    Some(LintFinding::new(Level::Defect, DefectKind::Targets, &missed.join(", "), says, examples))
}

/// Returns, for each list and field, the points that differ from the best case only there.
fn moves(sweep: &mut ParameterSweep, best: &Point) -> Vec<Vec<Point>> {
    let lists = sweep.rubric.lists().iter();
    let of_lists = lists.filter(|list| words(**list).len() > 1).map(|list| sweep.of_list(*list, best));
    let mut all: Vec<Vec<Point>> = of_lists.collect();
    all.extend(sweep.fields.clone().into_iter().map(|at| sweep.of_field(at, best)));
    all.retain(|points| !moved(sweep, best, points).is_empty());
    all
}

/// Returns the metrics that have another score at any of these points than in the best case.
fn moved(sweep: &mut ParameterSweep, best: &Point, points: &[Point]) -> Vec<&'static str> {
    let first = sweep.seen(best);
    let mut keys = Vec::new();
    for point in points {
        let seen = sweep.seen(point);
        for (at, metric) in sweep.metrics.iter().enumerate() {
            let [was, is] = [&first, &seen].map(|seen| seen.metrics[at].map(|scored| scored.last));
            if was != is && !keys.contains(&metric.key) {
                keys.push(metric.key);
            }
        }
    }
    keys
}

/// Whether a point has no better score than the other and at least one worse score.
fn worse(sweep: &mut ParameterSweep, point: &Point, than: &Point) -> bool {
    let (a, b) = (sweep.seen(point), sweep.seen(than));
    let mut any = false;
    for (at, metric) in sweep.metrics.iter().enumerate() {
        let (Some(a), Some(b)) = (a.metrics[at], b.metrics[at]) else { continue };
        if metric.better.prefers(a.last, b.last) {
            return false;
        }
        any |= metric.better.prefers(b.last, a.last);
    }
    any
}

/// Combines two departures from the best case.
fn merged(best: &Point, one: &Point, other: &Point) -> Point {
    let mut point = *one;
    for (at, row) in other.counts.iter().enumerate().filter(|(at, row)| **row != best.counts[*at]) {
        point.counts[at] = *row;
    }
    for at in (0..SETTINGS.len()).filter(|at| other.fields[*at] != best.fields[*at]) {
        point.fields[at] = other.fields[at];
    }
    point
}
