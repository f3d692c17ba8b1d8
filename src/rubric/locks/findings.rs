//! The conditions of caps: whether each holds, what was seen, and how far it is from holding.

use crate::labels::List;
use crate::num::{Num, so_many};
use crate::report::LabelId;
use crate::rubric::caps::{Finding, Rests, Told};
use crate::rubric::draft::{Fault, Got};
use crate::rubric::flips::Lists;
use crate::rubric::locks::counts::{Tally, without_spans};
use crate::rubric::locks::rules::{CapRule, Target};
use crate::rubric::locks::{Capped, Counted};

/// A cap that a reading switches off.
pub fn switched_off(by: &str, record: bool) -> Finding {
    let mut finding = Finding { fired: Some(false), ..Finding::default() };
    if record {
        finding.tell(Told { observed: format!("switched off by {by}"), ..Told::default() });
    }
    finding
}

/// A cap whose input is missing.
pub fn unknown(fault: &Fault) -> Finding {
    let mut finding = Finding::default();
    finding.tell(Told { unknown: fault.reason(), ..Told::default() });
    finding
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
        let distance = if count == 0 { format!("one {noun}{rest} fires it") } else { String::new() };
        let observed = so_many(count, noun) + rest;
        finding.tell(Told { observed, distance, because: found.ids(list, places), ..Told::default() });
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
fn none_segment(found: &Counted) -> Finding {
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
        let observed = format!("{name} {} {sign} {threshold}", precise(value, threshold));
        let (because, distance) = if fires { (because, String::new()) } else { (Vec::new(), distance()) };
        finding.tell(Told { observed, distance, because, ..Told::default() });
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
        let observed = match indices.len() {
            0 => format!("no two {}s share an article span{blind}", list.spec().unit),
            n => format!("{n} {}s share article spans{blind}", list.spec().unit),
        };
        let distance = if indices.is_empty() { "two questions on one article span fire it" } else { "" };
        let because = indices.iter().map(|&index| LabelId { list, index }).collect();
        finding.tell(Told { observed, distance: distance.to_owned(), because, ..Told::default() });
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
    let rests = if a.fired == Some(true) { a.rests } else { b.rests };
    let mut finding = Finding { fired, rests, told: None };
    if a.told.is_some() || b.told.is_some() {
        let (a, b) = (a.told(), b.told());
        finding.tell(Told {
            unknown: if fired.is_none() { join(&a.unknown, &b.unknown) } else { String::new() },
            observed: join(&a.observed, &b.observed),
            distance: if fired == Some(true) { String::new() } else { join(&a.distance, &b.distance) },
            because: [a.because, b.because].concat(),
        });
    }
    finding
}

/// The rows of the caps of a lock in the making.
pub struct CapRows<'a>(pub Vec<Capped<'a>>);

impl<'a> CapRows<'a> {
    /// Lays what is found over the targets that the rule names.
    pub fn over(&mut self, slug: &'static str, rule: &'a CapRule, finding: impl Fn(Target) -> Finding) {
        let capped = rule.limits.iter().map(|(target, limit)| Capped {
            slug,
            rule,
            target: *target,
            limit: *limit,
            finding: finding(*target),
            fixed: false,
        });
        self.0.extend(capped);
    }

    /// Lays a finding over the targets that the rule names.
    pub fn plain(&mut self, slug: &'static str, rule: &'a CapRule, finding: Finding) {
        self.over(slug, rule, |_| finding.clone());
    }

    /// Lays a finding over the targets that the rule names, or over every metric besides.
    pub fn wide(&mut self, slug: &'static str, rule: &'a CapRule, all: bool, finding: Finding) {
        match all {
            true => self.everywhere(slug, rule, |_| finding.clone()),
            false => self.plain(slug, rule, finding),
        }
    }

    /// Lays what is found over the targets that the rule names and every other metric.
    pub fn everywhere(&mut self, slug: &'static str, rule: &'a CapRule, finding: impl Fn(Target) -> Finding) {
        let from = self.0.len();
        self.over(slug, rule, &finding);
        for target in Target::METRICS {
            if let (false, Some(limit)) = (rule.limits.contains_key(&target), rule.everywhere) {
                self.0.push(Capped { slug, rule, target, limit, finding: finding(target), fixed: false });
            }
        }
        self.0[from..].sort_by_key(|capped| capped.target);
    }

    /// Lays what segments without overlap do; their limit may be the score, rather than a bound to it.
    pub fn none_segment(&mut self, rule: &'a CapRule, found: &Counted) {
        let from = self.0.len();
        self.plain("none_segment", rule, none_segment(found));
        self.0[from..].iter_mut().for_each(|capped| capped.fixed = found.on.none_fixed);
    }
}
