//! Finds worse cases that score higher.
//!
//! A case can be worse in two ways: it has one more label with a worse word, or the share that a metric
//! derives from a list is worse (recall, the unsupported fraction). The second check finds what the first
//! cannot: two formulas for the same share.

use std::collections::BTreeMap;

use super::space::{Point, ordered, words};
use super::sweep::{EvaluatedPoint, ParameterSweep, metric_of};
use super::{DefectKind, Level, LintFinding, number};
use crate::labels::List;
use crate::num::Num;
use crate::report::{Metric, PartValue};
use crate::rubric::Evaluation;

/// The reason why a worse case scores higher.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cause {
    /// The formula of a metric.
    Formula(&'static str),
    /// Caps that limit the better case but not the worse one.
    Caps(Vec<&'static str>),
}

/// The clearest pair of points for a cause.
struct Case {
    cause: Cause,
    /// Index of the metric that rises most.
    at: usize,
    rise: f64,
    better: Point,
    worse: Point,
    /// Keys of the metrics that rise somewhere.
    keys: Vec<&'static str>,
}

/// Compares every point with those that are one label worse, and every share with the score computed from it.
pub fn check(sweep: &mut ParameterSweep, tried: &[EvaluatedPoint]) -> Vec<LintFinding> {
    let mut cases: Vec<Case> = Vec::new();
    let (lists, fields) = (sweep.rubric.lists(), sweep.fields.clone());
    for EvaluatedPoint { point, .. } in tried {
        for worse in point.worse(lists, &fields) {
            compare(sweep, point, &worse, &mut cases);
        }
    }
    let mut found: Vec<LintFinding> = cases.into_iter().map(|case| finding(sweep, case)).collect();
    for &list in lists.iter().filter(|list| ordered(**list) && !list.is_finding()) {
        found.extend(shares(sweep, list));
    }
    found
}

fn compare(sweep: &mut ParameterSweep, better: &Point, worse: &Point, cases: &mut Vec<Case>) {
    let (a, b) = (sweep.seen(better), sweep.seen(worse));
    for (at, metric) in sweep.metrics.iter().enumerate() {
        let (Some(before), Some(after)) = (a.metrics[at], b.metrics[at]) else { continue };
        if !metric.better.prefers(after.last, before.last) {
            continue;
        }
        // A score that was measured from a text does not depend on the setting of a field.
        if better.fields != worse.fields && matches!(after.raw, Num::Real(_)) {
            continue;
        }
        let cause = if metric.better.prefers(after.raw, before.raw) {
            Cause::Formula(metric.key)
        } else {
            let escaped = sweep.caps.iter().zip(a.caps.iter().zip(&b.caps)).filter(|(cap, (was, is))| {
                metric_of(cap) == metric.key && was.0 == Some(true) && is.0 != Some(true)
            });
            let mut slugs: Vec<&str> = escaped.map(|(cap, _)| cap.slug).collect();
            slugs.sort_unstable();
            slugs.dedup();
            Cause::Caps(slugs)
        };
        let rise = (after.last - before.last).to_f64().abs() / (metric.range[1] - metric.range[0]).to_f64();
        let place = cases.iter().position(|case| case.cause == cause).unwrap_or_else(|| {
            cases.push(Case { cause, at, rise: -1.0, better: *better, worse: *worse, keys: Vec::new() });
            cases.len() - 1
        });
        let case = &mut cases[place];
        if !case.keys.contains(&metric.key) {
            case.keys.push(metric.key);
        }
        // Cases close to the best come first; a later one replaces them only if its rise is larger.
        if rise > case.rise + 1e-9 {
            (case.at, case.rise, case.better, case.worse) = (at, rise, *better, *worse);
        }
    }
}

fn finding(sweep: &mut ParameterSweep, case: Case) -> LintFinding {
    let Case { cause, at, better, worse, keys, .. } = case;
    let key = sweep.metrics[at].key;
    let (subject, why) = match &cause {
        Cause::Formula(key) => ((*key).to_owned(), "by its own formula".to_owned()),
        Cause::Caps(slugs) if slugs.is_empty() => (key.to_owned(), "after its caps".to_owned()),
        Cause::Caps(slugs) => {
            let slugs = slugs.join(", ");
            let why = format!("because {slugs} limits the better case and not the worse");
            (slugs, why)
        }
    };
    let [before, after] = [better, worse]
        .map(|point| sweep.seen(&point).metrics[at].map_or_else(String::new, |scored| number(scored.last)));
    let others = if keys.len() > 1 { format!(" (seen for {})", keys.join(", ")) } else { String::new() };
    let what = if better.fields == worse.fields { "a worse label" } else { "less of what the case gives" };
    let says = format!("{what} raises {key} from {before} to {after}, {why}{others}");
    let examples = sweep.examples(&[better, worse], &keys);
    LintFinding::new(Level::Defect, DefectKind::NotMonotonic, &subject, says, examples)
}

/// A point with the share and the raw score that a metric has there.
struct Read {
    point: Point,
    share: Num,
    raw: Num,
}

/// Finds points at which a share is worse but the score computed from it is better.
fn shares(sweep: &mut ParameterSweep, list: List) -> Vec<LintFinding> {
    let best = sweep.best;
    let points = sweep.of_list(list, &best);
    let evaluations: Vec<_> = points.iter().map(|point| sweep.recorded(point)).collect();
    let mut found = Vec::new();
    for (at, metric) in sweep.metrics.clone().iter().enumerate() {
        let recorded = |done: &Evaluation| done.metrics.get(at).map(|metric| metric.parts.clone());
        let names = evaluations.first().and_then(recorded).unwrap_or_default();
        for (name, _) in names.into_iter().filter(|(name, _)| *name != "target") {
            let read = |(point, done): (&Point, &Evaluation)| {
                let metric = done.metrics.get(at)?;
                let share = metric.parts.iter().find_map(|(known, part)| match part {
                    PartValue::Number(number) if *known == name => Some(*number),
                    _ => None,
                })?;
                Some(Read { point: *point, share, raw: metric.raw()? })
            };
            let reads: Vec<Read> = points.iter().zip(&evaluations).filter_map(read).collect();
            if follows(&reads, list) {
                found.extend(turned(sweep, metric, name, &reads, list));
                // Later parts are computed from this one.
                break;
            }
        }
    }
    found
}

/// Whether a value changes with every change of a label, as the share of a list does. A count of labels is
/// not a share, since it grows with the list.
fn follows(reads: &[Read], list: List) -> bool {
    let counts =
        |at: usize| reads.iter().all(|read| read.share == Num::count(read.point.of(list)[at].into()));
    if (0..words(list).len()).any(counts) {
        return false;
    }
    let by_point: BTreeMap<Point, Num> = reads.iter().map(|read| (read.point, read.share)).collect();
    let worse = |read: &Read| {
        let share = read.share;
        read.point.worse(&[list], &[]).into_iter().map(move |worse| (share, worse))
    };
    let mut pairs = reads
        .iter()
        .flat_map(worse)
        .filter_map(|(share, worse)| Some((share, *by_point.get(&worse)?)))
        .peekable();
    pairs.peek().is_some() && words(list).len() > 1 && pairs.all(|(share, other)| share != other)
}

fn turned(
    sweep: &mut ParameterSweep,
    metric: &Metric,
    name: &str,
    reads: &[Read],
    list: List,
) -> Option<LintFinding> {
    // The direction in which the share gets worse: from all labels at their best to all at their worst.
    let last = words(list).len() - 1;
    let all_at = |place: usize| {
        reads
            .iter()
            .rev()
            .find(|read| read.point.of(list).iter().enumerate().all(|(at, n)| at == place || *n == 0))
    };
    let rises = all_at(last)?.share > all_at(0)?.share;
    let worse = |a: &Read, b: &Read| if rises { a.share > b.share } else { a.share < b.share };
    let best = sweep.best;
    let mut most: Option<(f64, &Read, &Read)> = None;
    for a in reads {
        for b in reads.iter().filter(|b| worse(b, a) && metric.better.prefers(b.raw, a.raw)) {
            let rise = (b.raw - a.raw).to_f64().abs();
            let size = |pair: (&Read, &Read)| pair.0.point.distance(&best) + pair.1.point.distance(&best);
            let better = most.is_none_or(|(known, x, y)| {
                rise > known + 1e-9 || (rise > known - 1e-9 && size((a, b)) < size((x, y)))
            });
            if better {
                most = Some((rise, a, b));
            }
        }
    }
    let (_, a, b) = most?;
    let says = format!(
        "{name} {} makes {}, and the worse {name} {} makes {}: one share, two formulas",
        number(a.share),
        number(a.raw),
        number(b.share),
        number(b.raw)
    );
    let pair = [a.point, b.point];
    Some(sweep.finding(Level::Defect, DefectKind::NotMonotonic, metric, says, &pair))
}
