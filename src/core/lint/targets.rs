//! Targets that contradict each other: every metric meets its own, and one that is made of them does not.

use super::space::{Point, SETTINGS, words};
use super::sweep::ParameterSweep;
use super::{DefectKind, Level, LintFinding, number};
use crate::report::PartValue;

/// Which metrics meet their targets; those without a target, or without a score, are left out.
fn met(sweep: &mut ParameterSweep, point: &Point) -> Vec<(&'static str, bool)> {
    let flag = |(name, part): &(&str, PartValue)| match part {
        PartValue::Flag(met) if *name == "target_met" => Some(*met),
        _ => None,
    };
    let done = sweep.recorded(point);
    done.metrics.iter().filter_map(|metric| Some((metric.key, metric.parts.iter().find_map(flag)?))).collect()
}

/// Goes down from the best case as far as every single target allows.
pub fn check(sweep: &mut ParameterSweep) -> Option<LintFinding> {
    let best = sweep.best;
    let all = met(sweep, &best);
    if all.is_empty() || all.iter().any(|(_, met)| !met) {
        return None;
    }
    // A value that a single list or field moves alone is a metric of its own; one that all of them move is made of these.
    let mut made: Vec<&'static str> = all.iter().map(|(key, _)| *key).collect();
    let steps = moves(sweep, &best);
    for points in &steps {
        let still = moved(sweep, &best, points);
        made.retain(|key| still.contains(key));
    }
    let mut lowest = best;
    for points in steps {
        // Settings run from good to bad: the last that misses nothing of its own is as low as it can be.
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

/// For each list and field, the points that differ from the best in it alone.
fn moves(sweep: &mut ParameterSweep, best: &Point) -> Vec<Vec<Point>> {
    let lists = sweep.rubric.lists().iter();
    let of_lists = lists.filter(|list| words(**list).len() > 1).map(|list| sweep.of_list(*list, best));
    let mut all: Vec<Vec<Point>> = of_lists.collect();
    all.extend(sweep.fields.clone().into_iter().map(|at| sweep.of_field(at, best)));
    all.retain(|points| !moved(sweep, best, points).is_empty());
    all
}

/// Metrics that any of these points scores otherwise than the best case.
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

/// Whether a point has no score that is better than the other's, and one that is worse.
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

/// Both departures from the best case at once.
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
