//! The conditions of caps: whether each holds, what was seen, and how far it is from holding.

use crate::labels::List;
use crate::num::{Num, so_many};
use crate::report::LabelId;
use crate::rubric::caps::{Finding, Rests};
use crate::rubric::draft::{Fault, Got};
use crate::rubric::flips::Lists;
use crate::rubric::locks::Counted;
use crate::rubric::locks::counts::{Tally, without_spans};
use crate::rubric::locks::rules::{CapRule, Target};

/// A cap that a reading switches off.
pub fn switched_off(by: &str, record: bool) -> Finding {
    let observed = if record { format!("switched off by {by}") } else { String::new() };
    Finding { fired: Some(false), observed, ..Finding::default() }
}

/// A cap whose input is missing.
pub fn unknown(fault: &Fault) -> Finding {
    Finding { unknown: fault.reason(), ..Finding::default() }
}

/// A cap that fires at the first label with one of the words at these places; in words, a noun and what follows it.
pub fn any_of(
    found: &Counted,
    list: List,
    tally: &Got<Tally>,
    places: &[usize],
    (noun, rest): (&str, &str),
) -> Finding {
    let tally = match tally {
        Ok(tally) => tally,
        Err(fault) => return unknown(fault),
    };
    let count: usize = places.iter().map(|place| tally.at(*place)).sum();
    let rests = Rests { on: Lists::of(&[list]), needs: count };
    let mut finding = Finding { fired: Some(count > 0), rests, ..Finding::default() };
    if found.record {
        finding.observed = so_many(count, noun) + rest;
        finding.because = found.ids(list, places);
        if count == 0 {
            finding.distance = format!("one {noun}{rest} fires it");
        }
    }
    finding
}

/// Claims that the article lacks, as the reading `hallucination.trigger` counts them.
pub fn extraneous_claim(found: &Counted) -> Finding {
    if found.on.cross_off {
        return switched_off("caps.cross=off", found.record);
    }
    if found.on.any_partial {
        any_of(found, List::Claims, &found.claims, &[1, 2], ("claim", " not fully supported"))
    } else {
        any_of(found, List::Claims, &found.claims, &[2], ("unsupported claim", ""))
    }
}

/// Segments without overlap.
pub fn none_segment(found: &Counted) -> Finding {
    any_of(found, List::Segments, &found.segments, &[2], ("segment", " without overlap"))
}

/// A value that must not be below a threshold; with its name, and what it rests on.
pub fn below(
    found: &Counted,
    (name, rests): (&str, Rests),
    value: &Got<Num>,
    threshold: Num,
    because: Vec<LabelId>,
    distance: impl FnOnce() -> String,
) -> Finding {
    let value = match value {
        Ok(value) => *value,
        Err(fault) => return unknown(fault),
    };
    let fires = value < threshold;
    let mut finding = Finding { fired: Some(fires), rests, ..Finding::default() };
    if found.record {
        let sign = if fires { "<" } else { ">=" };
        finding.observed = format!("{name} {} {sign} {threshold}", precise(value, threshold));
        if fires {
            finding.because = because;
        } else {
            finding.distance = distance();
        }
    }
    finding
}

/// A value with as many decimals as tell it from a threshold: 0.9499 is not shown as 0.95.
fn precise(value: Num, threshold: Num) -> String {
    let shown = value.shown();
    if value != threshold && shown == threshold.shown() {
        return format!("{:.6}", value.to_f64());
    }
    shown
}

/// Two questions of one set on the same article span.
pub fn duplicate(found: &Counted, list: List, set: &Got<Tally>) -> Finding {
    if let Err(fault) = set {
        return unknown(fault);
    }
    let labels = found.labels(list);
    let indices = found.duplicates(list);
    let rests = Rests { on: Lists::NONE, needs: 1 };
    let mut finding = Finding { fired: Some(!indices.is_empty()), rests, ..Finding::default() };
    if found.record {
        let without = without_spans(labels);
        let blind = match without {
            0 => String::new(),
            _ => format!(" ({without} of {} without article span)", labels.len()),
        };
        finding.observed = match indices.len() {
            0 => format!("no two questions of {} share an article span{blind}", list.spec().key),
            n => format!("{n} questions of {} share article spans{blind}", list.spec().key),
        };
        if indices.is_empty() {
            finding.distance = "two questions on one article span fire it".to_owned();
        }
        finding.because = indices.iter().map(|&index| LabelId { list, index }).collect();
    }
    finding
}

/// Either of two findings: fired if one did, unknown if none did and one is unknown.
pub fn either(a: &Finding, b: &Finding) -> Finding {
    let fired = match (a.fired, b.fired) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    };
    let join = |a: &str, b: &str| match (a, b) {
        ("", b) => b.to_owned(),
        (a, "") => a.to_owned(),
        (a, b) if a == b => a.to_owned(),
        (a, b) => format!("{a}; {b}"),
    };
    Finding {
        fired,
        unknown: if fired.is_none() { join(&a.unknown, &b.unknown) } else { String::new() },
        observed: join(&a.observed, &b.observed),
        distance: if fired == Some(true) { String::new() } else { join(&a.distance, &b.distance) },
        because: a.because.iter().chain(&b.because).copied().collect(),
        rests: if a.fired == Some(true) { a.rests } else { b.rests },
    }
}

/// Lays a finding over the targets that the rule names.
pub fn over(rule: &CapRule, finding: impl Fn(Target) -> Finding) -> Vec<(Target, Num, Finding)> {
    rule.limits.iter().map(|(target, limit)| (*target, *limit, finding(*target))).collect()
}

/// Lays a finding over the targets that the rule names and every other metric.
pub fn everywhere(rule: &CapRule, finding: impl Fn(Target) -> Finding) -> Vec<(Target, Num, Finding)> {
    let mut rows = over(rule, &finding);
    for target in Target::METRICS {
        if let (false, Some(limit)) = (rule.limits.contains_key(&target), rule.everywhere) {
            rows.push((target, limit, finding(target)));
        }
    }
    rows.sort_by_key(|(target, ..)| *target);
    rows
}
