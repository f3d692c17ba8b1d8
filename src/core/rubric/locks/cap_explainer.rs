//! Explains the conditions of caps in a report: whether each holds, what was observed, and the smallest
//! change that would make it hold.

use crate::labels::{LabelId, List};
use crate::num::{Num, pluralize};
use crate::report::{Observation, ReasonKind};
use crate::rubric::draft::Computed;
use crate::rubric::locks::caps::{CapExplanation, CapStatus, Capped};
use crate::rubric::locks::counts::{EVIDENCE, WordTally, without_spans};
use crate::rubric::locks::fast_evaluator;
use crate::rubric::locks::formulas::{self, Exact, ListFormula};
use crate::rubric::locks::lock::{CompiledCap, Lock};
use crate::rubric::locks::predicate::{Operand, Predicate, Sign};
use crate::rubric::locks::rules::{Target, set_of};
use crate::rubric::locks::{Counted, SeverityBand};

/// Evaluates every condition; `raw` is in the printed order of the metrics.
pub fn capped<'a>(
    lock: &'a Lock,
    found: &Counted,
    severity: Option<SeverityBand>,
    raw: [Option<Num>; 5],
) -> Vec<Capped<'a>> {
    let mut rows = Vec::with_capacity(32);
    for (at, cap) in lock.caps.iter().enumerate() {
        let look = CapExplainer { lock, found, cap, severity, raw };
        // Most conditions do not depend on the cap's target.
        let shared = (!cap.looks_at_target(found)).then(|| look.find(Target::Coverage));
        let targets = cap.targets(&found.readings).into_iter();
        for (target, limit) in targets.filter(|(target, _)| lock.metrics.contains(&target.metric())) {
            let status = shared.clone().unwrap_or_else(|| look.find(target));
            let fixed = cap.is_fixed(&found.readings);
            rows.push(Capped {
                slug: cap.slug,
                words: cap.words,
                when: &cap.rule.when,
                cap: at,
                target,
                limit,
                status,
                fixed,
            });
        }
    }
    rows
}

/// Returns the value that a condition on the labels of one list compares; `None` if it is unknown.
pub fn seen(
    lock: &Lock,
    found: &Counted,
    severity: Option<SeverityBand>,
    predicate: &Predicate,
) -> Option<Num> {
    match &predicate.looks {
        Operand::Words(list, places) => {
            let tally = found.of(*list).as_ref().ok()?;
            Some(Num::count(places.iter().map(|place| tally.at(*place)).sum()))
        }
        Operand::Part(part) => value_of(lock, found, *part).ok(),
        Operand::Severity => severity.map(|band| Num::count(band as usize)),
        _ => None,
    }
}

/// The value of one part of a metric.
fn value_of(lock: &Lock, found: &Counted, part: ListFormula) -> Computed<Num> {
    let tally = found.counts_of(part)?;
    let of = |part: ListFormula, u: &dyn Fn() -> Computed<Num>| {
        formulas::part(&Exact, &lock.rules, found, part, tally, u)
    };
    of(part, &|| of(ListFormula::U, &|| Ok(Num::ZERO)))
}

/// Words a condition that fails a case on its own as a reason: what was observed, and the labels behind it.
pub fn reason(found: &Counted, predicate: &Predicate, seen: Num) -> ReasonKind {
    match &predicate.looks {
        Operand::Words(list, places) => {
            let (noun, rest) = noun(*list, places);
            let count = seen.to_f64() as usize;
            of_labels(predicate, pluralize(count, &noun) + rest, found.ids(*list, &predicate.places()))
        }
        Operand::Part(part) => {
            let (sign, level) = (predicate.sign.as_str(), predicate.number);
            ReasonKind::Text(format!("{} {} {sign} {level}", part.name(), seen.shown_beside(level)))
        }
        _ => ReasonKind::Text("the hallucination is severe".to_owned()),
    }
}

/// The same for samples, without numbers. `ids` are the labels that are probably behind it, if the condition
/// is about words.
pub fn reason_of_samples(predicate: &Predicate, ids: Vec<LabelId>) -> ReasonKind {
    match &predicate.looks {
        Operand::Words(List::Claims, places) if places[..] == [2] => {
            of_labels(predicate, "a claim is unsupported".to_owned(), ids)
        }
        Operand::Words(list, places) => {
            let (noun, rest) = noun(*list, places);
            let what = match (predicate.sign, predicate.number == Num::ONE) {
                (Sign::AtLeast, true) => format!("there is a {noun}{rest}"),
                (sign, _) => format!("{noun}s{rest} {} {}", sign.as_str(), predicate.number),
            };
            of_labels(predicate, what, ids)
        }
        Operand::Part(part) => {
            let (sign, level) = (predicate.sign.as_str(), predicate.number);
            ReasonKind::Text(format!("{} {sign} {level}", part.name()))
        }
        _ => ReasonKind::Text("the hallucination is severe".to_owned()),
    }
}

/// A reason that rests on labels with certain words.
fn of_labels(predicate: &Predicate, what: String, ids: Vec<LabelId>) -> ReasonKind {
    let unsupported: &[usize] = &[2];
    let are_unsupported = match &predicate.looks {
        Operand::Words(List::Claims, places) => *places == unsupported && predicate.places() == unsupported,
        _ => false,
    };
    ReasonKind::Labels { what, are_unsupported, ids }
}

/// The status of a cap. If recording, it has an explanation: what was observed, and either the labels that
/// made the cap fire or the smallest change that would.
fn recorded(
    found: &Counted,
    fired: bool,
    observed: impl FnOnce() -> Observation,
    because: impl FnOnce() -> Vec<LabelId>,
    distance: impl FnOnce() -> String,
) -> CapStatus {
    let mut status = CapStatus { fired: Some(fired), explanation: None };
    if found.record {
        let because = if fired { because() } else { Vec::new() };
        let distance = if fired { String::new() } else { distance() };
        status.explain(CapExplanation {
            observed: observed(),
            distance,
            because,
            ..CapExplanation::default()
        });
    }
    status
}

/// An observation in words only.
fn said(words: String) -> Observation {
    Observation { words, ..Observation::default() }
}

/// A cap whose input is missing.
fn unknown(reason: String) -> CapStatus {
    let mut status = CapStatus::default();
    status.explain(CapExplanation { unknown: reason, ..CapExplanation::default() });
    status
}

/// Explains one cap.
struct CapExplainer<'a, 'c> {
    lock: &'a Lock,
    found: &'a Counted<'c>,
    cap: &'a CompiledCap,
    severity: Option<SeverityBand>,
    raw: [Option<Num>; 5],
}

impl CapExplainer<'_, '_> {
    fn find(&self, target: Target) -> CapStatus {
        let found = self.found;
        if let Some(reading) = self.cap.off(&found.readings) {
            return recorded(
                found,
                false,
                || said(format!("switched off by {reading}")),
                Vec::new,
                String::new,
            );
        }
        let predicate = self.cap.predicate(&found.readings);
        let sets = |find: &dyn Fn(List) -> CapStatus| match self.cap.is_wide(&found.readings) {
            true => either(&find(List::CoverageQags), &find(List::ClaimQags)),
            false => find(set_of(target)),
        };
        match &predicate.looks {
            Operand::Duplicates => sets(&|list| self.duplicate(predicate, list)),
            Operand::Questions => sets(&|list| self.questions(predicate, list)),
            Operand::Scores(spans) => self.guard(predicate, *spans, target),
            Operand::Words(list, places) => match found.of(*list) {
                Ok(tally) => self.words(predicate, *list, places, *tally),
                Err(fault) => unknown(fault.reason()),
            },
            Operand::Part(part) => self.part(predicate, *part),
            Operand::Severity => match (found.of(List::Claims), self.severity) {
                (Ok(claims), Some(severity)) => self.severe(predicate, severity, *claims),
                (Err(fault), _) => unknown(fault.reason()),
                (Ok(_), None) => CapStatus::default(),
            },
        }
    }

    /// A condition on the number of labels with certain words: too many bad ones or too few good ones.
    fn words(&self, predicate: &Predicate, list: List, places: &[usize], tally: WordTally) -> CapStatus {
        let count: usize = places.iter().map(|place| tally.at(*place)).sum();
        let fires_at = |count: usize| fast_evaluator::compares(&Exact, predicate, Num::count(count));
        let (fires, name, all) = (fires_at(count), || noun(list, places), tally.all());
        let many = matches!(predicate.sign, Sign::AtLeast | Sign::Above);
        let observed = || {
            let words = match (name(), many) {
                ((noun, rest), true) => pluralize(count, &noun) + rest,
                ((noun, rest), false) => format!("{count} of {all} {noun}s{rest}"),
            };
            Observation {
                value: Some(count.to_string()),
                of: Some(all),
                level: Some(predicate.number),
                ..said(words)
            }
        };
        let distance = || {
            let (noun, rest) = name();
            match many {
                true if fires_at(count + 1) => {
                    format!("one {}{noun}{rest} fires it", if count == 0 { "" } else { "more " })
                }
                true => format!("fires at {} {noun}s{rest}", predicate.number),
                false if fires_at(count.saturating_sub(1)) => format!("one {noun} less than{rest} fires it"),
                false => format!("fires at {noun}s{rest} {} {}", predicate.sign.as_str(), predicate.number),
            }
        };
        recorded(self.found, fires, observed, || self.found.ids(list, &predicate.places()), distance)
    }

    /// A condition that compares a part of a metric with a threshold.
    fn part(&self, predicate: &Predicate, part: ListFormula) -> CapStatus {
        let found = self.found;
        let known = found.counts_of(part).and_then(|tally| Ok((tally, value_of(self.lock, found, part)?)));
        let (tally, value) = match known {
            Ok(known) => known,
            Err(fault) => return unknown(fault.reason()),
        };
        let (fires, level) = (fast_evaluator::compares(&Exact, predicate, value), predicate.number);
        let observed = || {
            let sign = match (fires, predicate.sign) {
                (true, sign) => sign.as_str(),
                (false, Sign::Below) => ">=",
                (false, Sign::AtMost) => ">",
                (false, Sign::AtLeast) => "<",
                (false, Sign::Above) => "<=",
            };
            let value = value.shown_beside(level);
            let words = format!("{} {value} {sign} {level}", part.name());
            Observation { value: Some(value).filter(|_| fires), level: Some(level), ..said(words) }
        };
        let because = || match part.list() {
            List::Extraneous => found.all_ids(&[List::Extraneous]),
            list => found.ids(list, &predicate.places()),
        };
        let distance = || match (part, predicate.sign) {
            (ListFormula::Precision, Sign::Below) => more_tokens(level, tally),
            (ListFormula::Recall, Sign::Below) => self.less_covered(level, value, tally),
            (part, sign) => format!("fires at {} {} {level}", part.name(), sign.as_str()),
        };
        recorded(found, fires, observed, because, distance)
    }

    fn less_covered(&self, threshold: Num, now: Num, points: WordTally) -> String {
        let (rule, one) = (&self.lock.rules.coverage.key_points, Num::count(points.all()));
        let falls = |loss: Num| points.at(0) > 0 && now - loss / one < threshold;
        let what = if falls(rule.fully - rule.partial) {
            "one more key point only partially covered"
        } else if falls(rule.fully - rule.not) {
            "one more key point not covered"
        } else {
            "several more key points less covered"
        };
        what.to_owned()
    }

    fn severe(&self, predicate: &Predicate, severity: SeverityBand, claims: WordTally) -> CapStatus {
        let fires = fast_evaluator::compares(&Exact, predicate, Num::count(severity as usize));
        let rule = &self.lock.rules.hallucination;
        let u = || value_of(self.lock, self.found, ListFormula::U).unwrap_or(Num::ZERO);
        let observed = || {
            let bands = &rule.severity;
            let edge = if severity == SeverityBand::Minor { bands.moderate_from } else { bands.severe_from };
            let words = format!("severity {} (u = {})", severity.as_str(), u().shown_beside(edge));
            Observation { value: Some(severity.as_str().to_owned()), ..said(words) }
        };
        let because = || self.found.ids(List::Claims, &predicate.places());
        let distance = || {
            let (from, one) = (rule.severity.severe_from, rule.claims.unsupported);
            let missing = (from - u()) * Num::count(claims.all());
            let above = self.found.on.edge_lower;
            if claims.all() > 0 && (missing < one || missing == one && !above) {
                return "one more unsupported claim".to_owned();
            }
            format!("u {}, fires {} {from}", u().shown_beside(from), if above { "above" } else { "at" })
        };
        recorded(self.found, fires, observed, because, distance)
    }

    /// A condition on questions of one set that share an article span.
    fn duplicate(&self, predicate: &Predicate, list: List) -> CapStatus {
        let found = self.found;
        if let Err(fault) = found.of(list) {
            return unknown(fault.reason());
        }
        let indices = found.duplicates(list);
        let fires = fast_evaluator::compares(&Exact, predicate, Num::count(indices.len()));
        let observed = || {
            let (labels, unit) = (found.labels(list), list.spec().unit);
            let blind = match without_spans(labels) {
                0 => String::new(),
                without => format!(" ({without} of {} without article span)", labels.len()),
            };
            said(match indices.len() {
                0 => format!("no two {unit}s share an article span{blind}"),
                n => format!("{n} {unit}s share article spans{blind}"),
            })
        };
        let because = || indices.iter().map(|&index| LabelId { list, index }).collect();
        let none = if indices.is_empty() { "two questions on one article span fire it" } else { "" };
        recorded(found, fires, observed, because, || none.to_owned())
    }

    /// A condition on the number of questions in a set.
    fn questions(&self, predicate: &Predicate, list: List) -> CapStatus {
        let found = self.found;
        let set = match found.of(list) {
            Ok(set) => set.all(),
            Err(fault) => return unknown(fault.reason()),
        };
        let claims = list == List::ClaimQags;
        // Having no question is too few only if there is a claim, so the claims must be known.
        if let (true, 0, Err(fault)) = (claims, set, found.of(List::Claims)) {
            return unknown(fault.reason());
        }
        let nothing = claims && found.nothing_claimed();
        let fires = !nothing && fast_evaluator::compares(&Exact, predicate, Num::count(set));
        let but = if nothing { ", and no claim to ask about" } else { "" };
        let distance = || match nothing {
            true => String::new(),
            false => format!("fewer than {} questions fire it", predicate.number),
        };
        recorded(found, fires, || said(pluralize(set, "question") + but), Vec::new, distance)
    }

    fn guard(&self, predicate: &Predicate, needed: usize, target: Target) -> CapStatus {
        let (found, at_least) = (self.found, predicate.number);
        let scores =
            || self.lock.metrics.iter().map(|metric| (*metric, self.raw[fast_evaluator::place_of(*metric)]));
        let known: Vec<Num> = scores().filter_map(|(_, raw)| raw).collect();
        if known.len() < self.lock.metrics.len() {
            let lacking = scores().filter(|(_, raw)| raw.is_none());
            let keys: Vec<_> = lacking.map(|(metric, _)| metric.key()).collect();
            return unknown(format!("no score: {}", keys.join(", ")));
        }
        let reaches = |value: &&Num| fast_evaluator::compares(&Exact, predicate, **value);
        let perfect = known.iter().all(|value| reaches(&value));
        let spans = if perfect || found.record { found.distinct_spans() } else { 0 };
        let highest = known.iter().copied().reduce(Num::max);
        let here = scores().any(|(metric, raw)| metric == target && raw == highest);
        let fires = perfect && spans < needed && (here || !self.cap.is_highest(&found.readings));
        let observed = || {
            let high = known.iter().filter(reaches).count();
            let spans = pluralize(spans, "distinct span");
            let all = format!("{high} of {} at {at_least} or more, {spans}", known.len());
            said(match EVIDENCE.iter().map(|list| without_spans(found.labels(*list))).sum() {
                0 => all,
                without => format!("{all} ({} without any)", pluralize(without, "label")),
            })
        };
        let distance = || match (perfect, spans < needed) {
            (true, true) => "only the highest metric is lowered".to_owned(),
            (true, false) => format!("fires below {needed} distinct spans"),
            (false, _) => {
                let all = spelled(known.len());
                format!("fires where all {all} reach {at_least} on fewer than {needed} distinct spans")
            }
        };
        recorded(found, fires, observed, Vec::new, distance)
    }
}

/// Spells out a number of metrics.
fn spelled(metrics: usize) -> String {
    ["", "", "two", "three", "four", "five"]
        .get(metrics)
        .map_or_else(|| metrics.to_string(), |word| (*word).to_owned())
}

/// Describes labels of a list with certain words: a noun, and the words that follow it.
fn noun(list: List, places: &[usize]) -> (String, &'static str) {
    let words = || {
        let words = places.iter().filter_map(|place| list.spec().words.get(*place));
        words.map(|word| word.as_str().replace('_', " ")).collect::<Vec<_>>().join(" or ")
    };
    match (list, places) {
        (List::Claims, [2]) => ("unsupported claim".to_owned(), ""),
        (List::Claims, [1, 2]) => ("claim".to_owned(), " not fully supported"),
        (List::Segments, [2]) => ("segment".to_owned(), " without overlap"),
        (List::CoverageQags | List::ClaimQags, [0]) => ("question".to_owned(), " fully correct"),
        (List::Issues, [3, 4]) => ("profanity".to_owned(), ""),
        (List::Issues, _) => (words(), ""),
        _ => (format!("{} {}", words(), list.spec().unit), ""),
    }
}

/// Follows from `1 - (e + more)/of < threshold  <=>  more > (1 - threshold)*of - e`.
fn more_tokens(threshold: Num, tokens: WordTally) -> String {
    let room = (Num::ONE - threshold) * Num::count(tokens.all()) - Num::count(tokens.at(0));
    let more = room.floor() + Num::ONE;
    match more {
        more if more == Num::ONE => "1 more extraneous token".to_owned(),
        _ => format!("{more} more extraneous tokens"),
    }
}

/// Combines two statuses: fired if either fired, unknown if neither fired and one is unknown.
fn either(a: &CapStatus, b: &CapStatus) -> CapStatus {
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
    let mut status = CapStatus { fired, explanation: None };
    if a.explanation.is_some() || b.explanation.is_some() {
        let (a, b) = (a.explanation(), b.explanation());
        status.explain(CapExplanation {
            unknown: if fired.is_none() { join(&a.unknown, &b.unknown) } else { String::new() },
            observed: said(join(&a.observed.words, &b.observed.words)),
            distance: if fired == Some(true) { String::new() } else { join(&a.distance, &b.distance) },
            because: [a.because, b.because].concat(),
        });
    }
    status
}
