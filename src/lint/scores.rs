//! Scores outside the range, and those that cannot be reached: whole numbers that never come up, ends of the range,
//! holes, and ceilings that a single label sets.

use std::collections::BTreeMap;

use super::space::{Point, SETTINGS, words};
use super::sweep::{ParameterSweep, Target};
use super::{Finding, Kind, Level, listed, shown};
use crate::labels::List;
use crate::num::Num;
use crate::report::Better;

/// A hole in the scores is worth a remark from this share of the range on.
const HOLE: f64 = 0.1;
/// Values of a metric that are listed where there are so few.
const FEW: usize = 12;

/// Every score of a metric, ascending, each with the first point that has it.
struct Values(Vec<(Num, Point)>);

impl Values {
    fn new(mut all: Vec<(Num, Point)>) -> Values {
        let order = |a: &Num, b: &Num| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal);
        // A stable sort: of equal scores the first point, which is the smallest, stays first.
        all.sort_by(|a, b| order(&a.0, &b.0));
        all.dedup_by(|b, a| a.0 == b.0);
        Values(all)
    }

    fn has(&self, value: Num) -> bool {
        self.0.iter().any(|(known, _)| *known == value)
    }

    fn are_whole(&self) -> bool {
        self.0.len() > 2 && self.0.iter().all(|(value, _)| *value == value.floor())
    }

    fn are_exact(&self) -> bool {
        self.0.iter().all(|(value, _)| matches!(value, Num::Exact(_)))
    }
}

/// Every metric over every point.
pub fn check(sweep: &mut ParameterSweep, points: &[Point]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (at, target) in sweep.targets.clone().into_iter().enumerate() {
        let mut lasts = Vec::new();
        let mut raws = Vec::new();
        for point in points {
            if let Some(scored) = sweep.seen(point).metrics[at] {
                lasts.push((scored.last, *point));
                raws.push((scored.raw, *point));
            }
        }
        if lasts.is_empty() {
            continue;
        }
        let (lasts, raws) = (Values::new(lasts), Values::new(raws));
        found.extend(ends(sweep, &target, &lasts));
        if raws.are_whole() {
            found.extend(whole_numbers(sweep, at, &target, &raws));
        } else if lasts.are_exact() {
            // A few layouts show what they do, not what lies between them.
            let laid_out = |point: &Point| {
                SETTINGS
                    .iter()
                    .zip(point.fields.iter().zip(sweep.best.fields))
                    .all(|(field, (a, b))| field.ordered || *a == b)
            };
            let lasts = Values(lasts.0.into_iter().filter(|(_, point)| laid_out(point)).collect());
            found.extend(hole(sweep, &target, &lasts));
        }
        found.extend(ceilings(sweep, at, &target));
    }
    found
}

/// The ends of the range.
fn ends(sweep: &mut ParameterSweep, target: &Target, values: &Values) -> Option<Finding> {
    let [low, high] = target.range;
    let (good, end) = match target.better {
        Better::Higher => (values.0.last()?, high),
        Better::Lower => (values.0.first()?, low),
    };
    // What nothing that is tried moves is not a matter of labels.
    (values.0.len() > 1 && target.is_better(end, good.0)).then(|| Finding {
        level: Level::Defect,
        kind: Kind::Unreachable,
        subject: target.key.to_owned(),
        says: format!("is never better than {}, and its range ends at {}", shown(good.0), shown(end)),
        examples: vec![sweep.example(&good.1, &[target.key], "")],
    })
}

/// Whole numbers that a metric of whole numbers never is: at all, and with the usual number of labels.
fn whole_numbers(sweep: &mut ParameterSweep, at: usize, target: &Target, raws: &Values) -> Vec<Finding> {
    let [low, high] = target.range;
    let mut all = Vec::new();
    let mut next = low;
    while next <= high && all.len() < 100 {
        all.push(next);
        next = next + Num::ONE;
    }
    let missing: Vec<Num> = all.iter().copied().filter(|value| !raws.has(*value)).collect();
    let mut found = Vec::new();
    if !missing.is_empty() {
        let below = |value: &Num| raws.0.iter().rev().find(|(known, _)| known < value);
        let above = |value: &Num| raws.0.iter().find(|(known, _)| known > value);
        let around = [below(&missing[0]), above(&missing[0])].into_iter().flatten();
        let named: Vec<String> = missing.iter().map(|value| shown(*value)).collect();
        let points: Vec<Point> = around.map(|(_, point)| *point).collect();
        found.push(Finding {
            level: Level::Remark,
            kind: Kind::Unreachable,
            subject: target.key.to_owned(),
            says: format!("is a whole number and never {}", listed(&named)),
            examples: points.iter().map(|point| sweep.example(point, &[target.key], "")).collect(),
        });
        return found;
    }
    for &list in sweep.rubric.lists() {
        found.extend(with_so_many(sweep, at, target, list, &all));
    }
    found
}

/// Whole numbers that come up with some numbers of labels only.
fn with_so_many(
    sweep: &mut ParameterSweep,
    at: usize,
    target: &Target,
    list: List,
    all: &[Num],
) -> Option<Finding> {
    let best = sweep.best;
    let mut by_total: BTreeMap<usize, Vec<(Num, Point)>> = BTreeMap::new();
    for point in sweep.of_list(list, &best) {
        let total = point.of(list).iter().map(|count| usize::from(*count)).sum();
        if let Some(scored) = sweep.seen(&point).metrics[at] {
            by_total.entry(total).or_default().push((scored.raw, point));
        }
    }
    let lacking = |values: &Vec<(Num, Point)>| -> Vec<String> {
        let lacks = |value: &&Num| !values.iter().any(|(known, _)| known == *value);
        all.iter().filter(lacks).map(|value| shown(*value)).collect()
    };
    let moves = by_total
        .values()
        .flatten()
        .any(|(value, _)| *value != by_total.values().flatten().next().map_or(*value, |first| first.0));
    if !moves || list.is_finding() {
        return None;
    }
    let whole: Vec<String> = by_total
        .iter()
        .filter(|(_, values)| lacking(values).is_empty())
        .map(|(total, _)| total.to_string())
        .collect();
    // The largest number of labels at which a value is out of reach.
    let (total, values) = by_total.iter().rev().find(|(_, values)| !lacking(values).is_empty())?;
    let key = list.spec().title.to_lowercase();
    let only = if whole.is_empty() {
        "with no number of them".to_owned()
    } else {
        format!("only with {}", listed(&whole))
    };
    let lowest = values.iter().map(|(_, point)| *point).next_back()?;
    Some(Finding {
        level: Level::Remark,
        kind: Kind::Unreachable,
        subject: target.key.to_owned(),
        says: format!(
            "with {total} {key} is never {}; every whole number comes up {only}",
            listed(&lacking(values))
        ),
        examples: vec![sweep.example(&lowest, &[target.key], "")],
    })
}

/// The widest stretch of the range without any score.
fn hole(sweep: &mut ParameterSweep, target: &Target, values: &Values) -> Option<Finding> {
    let width = (target.range[1] - target.range[0]).to_f64();
    // Next to the bad end few labels tell scores apart, and nobody misses them.
    let bad = if target.better == Better::Higher { target.range[0] } else { target.range[1] };
    let pairs = values.0.windows(2).filter(|pair| pair.iter().all(|(value, _)| *value != bad));
    let widest = pairs.max_by(|a, b| (a[1].0 - a[0].0).to_f64().total_cmp(&(b[1].0 - b[0].0).to_f64()))?;
    let [(low, from), (high, to)] = widest else { return None };
    if (*high - *low).to_f64() <= HOLE * width + 1e-9 {
        return None;
    }
    let few = if values.0.len() <= FEW {
        let all: Vec<String> = values.0.iter().map(|(value, _)| shown(*value)).collect();
        format!("; it takes {} values: {}", all.len(), all.join(", "))
    } else {
        String::new()
    };
    Some(Finding {
        level: Level::Remark,
        kind: Kind::Unreachable,
        subject: target.key.to_owned(),
        says: format!("is never between {} and {}{few}", shown(*low), shown(*high)),
        examples: [from, to].map(|point| sweep.example(point, &[target.key], "")).to_vec(),
    })
}

/// Words of which one label alone keeps a metric in the lower half of its range, whatever the others say.
fn ceilings(sweep: &mut ParameterSweep, at: usize, target: &Target) -> Vec<Finding> {
    let best = sweep.best;
    let Some(top) = sweep.seen(&best).metrics[at] else { return Vec::new() };
    let middle = (target.range[0] + target.range[1]) / Num::int(2);
    let mut found = Vec::new();
    for &list in sweep.rubric.lists().iter().filter(|list| **list != List::Extraneous) {
        let points = sweep.of_list(list, &best);
        for (place, word) in words(list).iter().enumerate().skip(usize::from(!list.is_finding())) {
            // One such label, however many there are of others.
            let mut most: Option<(Num, Point)> = None;
            for point in points.iter().filter(|point| point.of(list)[place] > 0) {
                let Some(scored) = sweep.seen(point).metrics[at] else { continue };
                if most.is_none_or(|(known, _)| target.is_better(scored.raw, known)) {
                    most = Some((scored.raw, *point));
                }
            }
            let Some((most, point)) = most else { continue };
            if target.is_better(most, middle) || !target.is_better(top.raw, middle) {
                continue;
            }
            found.push(Finding {
                level: Level::Remark,
                kind: Kind::Ceiling,
                subject: target.key.to_owned(),
                says: format!(
                    "one {} that is {} leaves at most {}, before any cap and among however many others",
                    list.spec().unit,
                    word.as_str(),
                    shown(most)
                ),
                examples: vec![sweep.example(&point, &[target.key], "")],
            });
        }
    }
    found
}
