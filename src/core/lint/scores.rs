//! Finds scores outside the range and scores that cannot be reached: whole numbers that never occur, ends of
//! the range, holes, and ceilings that a single label sets.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::space::{Point, SETTINGS, words};
use super::sweep::{EvaluatedPoint, ParameterSweep, RawAndCapped};
use super::{DefectKind, Level, LintFinding, listed, number};
use crate::labels::List;
use crate::num::Num;
use crate::report::{Better, Metric};

/// Share of the range from which a hole in the scores is worth a remark.
const HOLE_SHARE: f64 = 0.1;
/// Largest number of distinct values of a metric for which all of them are listed.
const MAX_LISTED_VALUES: usize = 12;

/// The scores of a metric in ascending order, each with the first point that has it.
type Values = Vec<(Num, Point)>;

fn values(scored: &[(RawAndCapped, Point)], of: impl Fn(&RawAndCapped) -> Num) -> Values {
    let mut all: Values = scored.iter().map(|(scored, point)| (of(scored), *point)).collect();
    // The sort is stable: of points with equal scores the first, which is closest to the best case, stays
    // first.
    all.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
    all.dedup_by(|b, a| a.0 == b.0);
    all
}

fn has(values: &Values, value: Num) -> bool {
    values.iter().any(|(known, _)| *known == value)
}

/// Checks every metric over all points.
pub fn check(sweep: &mut ParameterSweep, tried: &[EvaluatedPoint]) -> Vec<LintFinding> {
    let mut found = Vec::new();
    for (at, metric) in sweep.metrics.clone().iter().enumerate() {
        let scored = tried.iter().filter_map(|tried| Some((tried.seen.metrics[at]?, tried.point)));
        let scored: Vec<(RawAndCapped, Point)> = scored.collect();
        let (raws, mut lasts) = (values(&scored, |scored| scored.raw), values(&scored, |scored| scored.last));
        if lasts.is_empty() {
            continue;
        }
        found.extend(end(sweep, metric, &lasts));
        if raws.len() > 2 && raws.iter().all(|(value, _)| *value == value.floor()) {
            found.extend(whole_numbers(sweep, at, metric, &raws));
        } else if lasts.iter().all(|(value, _)| matches!(value, Num::Exact(_))) {
            // Layouts have no order, so the values between those of two layouts say nothing.
            let best = sweep.best.fields;
            lasts.retain(|(_, point)| {
                (0..SETTINGS.len()).all(|at| SETTINGS[at].ordered || point.fields[at] == best[at])
            });
            found.extend(hole(sweep, metric, &lasts));
        }
        found.extend(ceilings(sweep, at, metric));
    }
    found
}

/// Checks whether the good end of the range can be reached.
fn end(sweep: &mut ParameterSweep, metric: &Metric, values: &Values) -> Option<LintFinding> {
    let [low, high] = metric.range;
    let (good, end) = match metric.better {
        Better::Higher => (values.last()?, high),
        Better::Lower => (values.first()?, low),
    };
    // A metric that no tried point changes does not depend on labels.
    (values.len() > 1 && metric.better.prefers(end, good.0)).then(|| {
        let says = format!("is never better than {}, and its range ends at {}", number(good.0), number(end));
        sweep.finding(Level::Defect, DefectKind::Unreachable, metric, says, &[good.1])
    })
}

/// Finds whole numbers that a whole-number metric never takes, at all or with a certain number of labels.
fn whole_numbers(sweep: &mut ParameterSweep, at: usize, metric: &Metric, raws: &Values) -> Vec<LintFinding> {
    let [low, high] = metric.range;
    let next = |value: &Num| Some(*value + Num::ONE).filter(|next| *next <= high);
    let all: Vec<Num> = std::iter::successors(Some(low), next).take(100).collect();
    let missing: Vec<Num> = all.iter().copied().filter(|value| !has(raws, *value)).collect();
    let Some(first) = missing.first() else {
        let lists = sweep.rubric.lists().iter();
        return lists.filter_map(|list| by_number_of_labels(sweep, at, metric, *list, &all)).collect();
    };
    let below = raws.iter().rev().find(|(known, _)| known < first);
    let above = raws.iter().find(|(known, _)| known > first);
    let around: Vec<Point> = [below, above].into_iter().flatten().map(|(_, point)| *point).collect();
    let named: Vec<String> = missing.iter().map(|value| number(*value)).collect();
    let says = format!("is a whole number and never {}", listed(&named));
    vec![sweep.finding(Level::Remark, DefectKind::Unreachable, metric, says, &around)]
}

/// Finds whole numbers that occur only with some numbers of labels.
fn by_number_of_labels(
    sweep: &mut ParameterSweep,
    at: usize,
    metric: &Metric,
    list: List,
    all: &[Num],
) -> Option<LintFinding> {
    let best = sweep.best;
    let mut by_total: BTreeMap<usize, Values> = BTreeMap::new();
    for point in sweep.of_list(list, &best) {
        let total = point.of(list).iter().map(|count| usize::from(*count)).sum();
        if let Some(scored) = sweep.seen(&point).metrics[at] {
            by_total.entry(total).or_default().push((scored.raw, point));
        }
    }
    let first = by_total.values().flatten().next()?.0;
    if list.is_finding() || by_total.values().flatten().all(|(value, _)| *value == first) {
        return None;
    }
    let lacking = |values: &Values| -> Vec<String> {
        all.iter().filter(|value| !has(values, **value)).map(|value| number(*value)).collect()
    };
    let whole = by_total.iter().filter(|(_, values)| lacking(values).is_empty());
    let only = match &whole.map(|(total, _)| total.to_string()).collect::<Vec<_>>()[..] {
        [] => "with no number of them".to_owned(),
        whole => format!("only with {}", listed(whole)),
    };
    // The largest number of labels for which a value cannot be reached.
    let (total, values) = by_total.iter().rev().find(|(_, values)| !lacking(values).is_empty())?;
    let (key, never) = (list.spec().title.to_lowercase(), listed(&lacking(values)));
    let says = format!("with {total} {key} is never {never}; every whole number comes up {only}");
    let lowest = values.last()?.1;
    Some(sweep.finding(Level::Remark, DefectKind::Unreachable, metric, says, &[lowest]))
}

/// Finds the widest stretch of the range without any score.
fn hole(sweep: &mut ParameterSweep, metric: &Metric, values: &Values) -> Option<LintFinding> {
    let width = (metric.range[1] - metric.range[0]).to_f64();
    // Near the bad end few labels distinguish scores, and a hole there does not matter.
    let bad = if metric.better == Better::Higher { metric.range[0] } else { metric.range[1] };
    let pairs = values.windows(2).filter(|pair| pair.iter().all(|(value, _)| *value != bad));
    let widest = pairs.max_by(|a, b| (a[1].0 - a[0].0).to_f64().total_cmp(&(b[1].0 - b[0].0).to_f64()))?;
    let [(low, from), (high, to)] = widest else { return None };
    if (*high - *low).to_f64() <= HOLE_SHARE * width + 1e-9 {
        return None;
    }
    let mut says = format!("is never between {} and {}", number(*low), number(*high));
    if values.len() <= MAX_LISTED_VALUES {
        let all: Vec<String> = values.iter().map(|(value, _)| number(*value)).collect();
        says.push_str(&format!("; it takes {} values: {}", all.len(), all.join(", ")));
    }
    Some(sweep.finding(Level::Remark, DefectKind::Unreachable, metric, says, &[*from, *to]))
}

/// Finds words for which a single label keeps a metric in the lower half of its range, whatever the other
/// labels are.
fn ceilings(sweep: &mut ParameterSweep, at: usize, metric: &Metric) -> Vec<LintFinding> {
    let best = sweep.best;
    let Some(top) = sweep.seen(&best).metrics[at] else { return Vec::new() };
    let middle = (metric.range[0] + metric.range[1]) / Num::int(2);
    let mut found = Vec::new();
    if !metric.better.prefers(top.raw, middle) {
        return found;
    }
    for &list in sweep.rubric.lists().iter().filter(|list| **list != List::Extraneous) {
        let points = sweep.of_list(list, &best);
        for (place, word) in words(list).iter().enumerate().skip(usize::from(!list.is_finding())) {
            // One such label, with any number of others.
            let with_one = points.iter().filter(|point| point.of(list)[place] > 0);
            let scored = with_one.filter_map(|point| Some((sweep.seen(point).metrics[at]?.raw, *point)));
            let most =
                scored.reduce(|most, one| if metric.better.prefers(one.0, most.0) { one } else { most });
            let Some((most, point)) = most.filter(|(most, _)| !metric.better.prefers(*most, middle)) else {
                continue;
            };
            let says = format!(
                "one {} that is {} leaves at most {}, before any cap and among however many others",
                list.spec().unit,
                word.as_str(),
                number(most)
            );
            found.push(sweep.finding(Level::Remark, DefectKind::Ceiling, metric, says, &[point]));
        }
    }
    found
}
