//! SynthLink.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Expected, Gap, Got, Metric, distinct, reads, share, text, tokens, yes_of};
use crate::oracle::Readings;

/// "Multiset of normalised tokens against `reference`"; under `f1.tokens=set` "`P` and `T` as sets"; "of several
/// references the best F1".
fn f1(case: &Value, readings: &Readings) -> Got {
    let given = match case.get("reference") {
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(one)) => vec![one.as_str()],
        _ => Vec::new(),
    };
    let answer = tokens(text(case, "summary").unwrap_or_default());
    let one = |reference: &str| {
        let reference = tokens(reference);
        let (mut common, mut p, mut t) = (0, answer.len(), reference.len());
        if reads(readings, "f1.tokens", "set") {
            let (a, b) = (distinct(&answer), distinct(&reference));
            (common, p, t) = (a.intersection(&b).count(), a.len(), b.len());
        } else {
            let mut left: BTreeMap<&str, usize> = BTreeMap::new();
            reference.iter().for_each(|token| *left.entry(token).or_default() += 1);
            for token in &answer {
                if let Some(count) = left.get_mut(token.as_str()).filter(|count| **count > 0) {
                    *count -= 1;
                    common += 1;
                }
            }
        }
        let (precision, recall) = (share((common, p)).ok()?, share((common, t)).ok()?);
        let sum = precision + recall;
        Some(if sum == 0.0 { 0.0 } else { 2.0 * precision * recall / sum })
    };
    given.into_iter().filter_map(one).reduce(f64::max).ok_or(Gap::NotApplicable)
}

/// "`|retrieved[..5] and relevant| / 5`, always 5; a document retrieved twice counts once".
fn p_at_5(case: &Value, readings: &Readings) -> Got {
    let names = |key: &str| {
        let name = |item: &Value| item.as_str().map_or_else(|| item.to_string(), str::to_owned);
        case.get(key).and_then(Value::as_array).map(|items| items.iter().map(name).collect::<Vec<String>>())
    };
    let (Some(retrieved), Some(relevant)) = (names("retrieved"), names("relevant")) else {
        return Err(Gap::NotApplicable);
    };
    let relevant: BTreeSet<String> = relevant.into_iter().collect();
    let first: BTreeSet<&String> = retrieved.iter().take(5).collect();
    let hits = first.into_iter().filter(|document| relevant.contains(*document)).count();
    let of = if reads(readings, "p5.denominator", "min") { retrieved.len().min(5) } else { 5 };
    share((hits, of))
}

/// "`1/min(k,5)`, 0 if never correct"; "below 1 or no integer is malformed".
fn ie(case: &Value) -> Got {
    match case.get("iterations") {
        None => Err(Gap::NotApplicable),
        Some(Value::Null) => Ok(0.0),
        Some(value) => match value.as_u64() {
            Some(k) if k >= 1 => Ok(1.0 / k.min(5) as f64),
            _ => Err(Gap::Malformed),
        },
    }
}

pub fn evaluate(case: &Value, labels: &Value, readings: &Readings) -> Expected {
    let facts = yes_of(labels, "facts", "verified", None);
    let five = [
        ("f1", 0.3, 0.9, f1(case, readings)),
        ("p_at_5", 0.2, 0.8, p_at_5(case, readings)),
        ("rqs", 0.3, 0.9, yes_of(labels, "steps", "present", None).and_then(share)),
        ("fcs", 0.1, 1.0, facts.and_then(share)),
        ("ie", 0.1, 0.5, ie(case)),
    ];
    let there: Vec<(f64, f64)> =
        five.iter().filter_map(|(_, weight, _, got)| Some((*weight, got.ok()?))).collect();
    let sum: f64 = there.iter().map(|(weight, value)| weight * value).sum();
    let weights: f64 = there.iter().map(|(weight, _)| weight).sum();
    let complete = there.len() == five.len();
    let aggregate = if there.is_empty() {
        Err(Gap::NotApplicable)
    } else if complete || reads(readings, "missing", "zero") {
        Ok(sum)
    } else {
        Ok(sum / weights)
    };
    // A sum of tenths may miss a target by a rounding error, unlike the exact rules.
    let met = |value: f64, target: f64| value > target - 1e-9;
    let reached = aggregate.is_ok_and(|value| met(value, 0.9));
    let unsupported = five[3].3.is_ok_and(|value| value < 1.0);
    let missed = five.iter().any(|(_, _, target, got)| got.is_ok_and(|value| !met(value, *target)));
    let decision = if aggregate.is_err() {
        "INCOMPLETE"
    } else if reads(readings, "targets", "gate") && (missed || !reached) {
        "FAIL"
    } else if complete && reached {
        // "FAIL only where fcs < 1 ... and the aggregate is below target".
        "PASS"
    } else if unsupported && !reached {
        "FAIL"
    } else {
        "WARN"
    };
    let mut metrics: Vec<Metric> = five
        .into_iter()
        .map(|(key, _, target, got)| {
            let flag = got.is_ok_and(|value| met(value, target));
            Metric::new(key, got).part("target_met", flag)
        })
        .collect();
    metrics.push(Metric::new("aggregate", aggregate).part("target_met", reached));
    Expected { metrics, decision, score: aggregate.ok() }
}
