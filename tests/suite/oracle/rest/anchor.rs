//! The Anchor verdict.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Expected, Gap, Got, Metric, distinct, reads, share, text, tokens, yes_of};
use crate::oracle::Readings;

/// "The case's `query`, else its title, else the theme sentence"; under `query=required` the query alone.
/// A text without a word is ignored. A given theme takes precedence over a found one.
fn question<'a>(case: &'a Value, labels: &'a Value, found: &'a str, readings: &Readings) -> Option<&'a str> {
    let asks = |text: Option<&'a str>| text.filter(|text| !tokens(text).is_empty());
    let query = asks(text(case, "query"));
    if reads(readings, "query", "required") {
        return query;
    }
    query.or(asks(text(case, "title"))).or(asks(text(labels, "theme"))).or(asks(Some(found)))
}

/// Returns whether only the theme found by the analysis can be the question.
pub fn needs_theme(case: &Value, labels: &Value) -> bool {
    question(case, labels, "", &Readings::new()).is_none()
}

/// "TF-IDF uses raw counts, no stop words removed, L2-normalised"; "smoothed IDF `ln((1+n)/(1+df)) + 1` over the two
/// texts"; under `idf=plain` `ln(n/df)`.
fn cosine(q: &[String], r: &[String], plain: bool) -> f64 {
    let count = |tokens: &[String]| {
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        tokens.iter().for_each(|token| *counts.entry(token.clone()).or_default() += 1.0);
        counts
    };
    let (q, r) = (count(q), count(r));
    let all: BTreeSet<&String> = q.keys().chain(r.keys()).collect();
    let (mut dot, mut qq, mut rr) = (0.0, 0.0, 0.0);
    for term in all {
        let (a, b) = (q.get(term).copied().unwrap_or(0.0), r.get(term).copied().unwrap_or(0.0));
        let df = f64::from(u8::from(a > 0.0) + u8::from(b > 0.0));
        let idf = if plain { (2.0 / df).ln() } else { (3.0 / (1.0 + df)).ln() + 1.0 };
        dot += a * idf * b * idf;
        qq += (a * idf).powi(2);
        rr += (b * idf).powi(2);
    }
    if qq == 0.0 || rr == 0.0 { 0.0 } else { dot / (qq.sqrt() * rr.sqrt()) }
}

fn relevance(q: &[String], r: &[String], plain: bool) -> Got {
    // An answer without a word resembles nothing: both similarities are 0.
    let (a, b) = (distinct(q), distinct(r));
    let jaccard = a.intersection(&b).count() as f64 / a.union(&b).count() as f64;
    Ok((cosine(q, r, plain) + jaccard) / 2.0)
}

/// "Keywords are Q's distinct tokens that are not on the stop list of the rubric's TOML, compared unstemmed."
fn completeness(q: &[String], r: &[String], stop: &BTreeSet<String>) -> Got {
    let keywords: BTreeSet<&str> = distinct(q).into_iter().filter(|token| !stop.contains(*token)).collect();
    let r = distinct(r);
    share((keywords.iter().filter(|token| r.contains(*token)).count(), keywords.len()))
}

/// "Share of R's bigrams (counted with repetition, running across sentence ends) that are in the context"; "bigrams
/// do not run from one source into the next; a summary under two tokens has none".
fn overlap(case: &Value, r: &[String]) -> Option<f64> {
    let mut context = vec![tokens(text(case, "article").unwrap_or_default())];
    for source in case.get("sources").and_then(Value::as_array).into_iter().flatten() {
        let text = source.as_str().or_else(|| text(source, "text")).unwrap_or_default();
        context.push(tokens(text));
    }
    let known: BTreeSet<(&str, &str)> = context
        .iter()
        .flat_map(|tokens| tokens.windows(2).map(|two| (two[0].as_str(), two[1].as_str())))
        .collect();
    let found = r.windows(2).filter(|two| known.contains(&(two[0].as_str(), two[1].as_str()))).count();
    share((found, r.len().saturating_sub(1))).ok()
}

/// Evaluates a case. `found` is the article's theme by the analysis, used if there is no other question.
pub fn evaluate(
    case: &Value,
    labels: &Value,
    found: &str,
    readings: &Readings,
    stop: &BTreeSet<String>,
) -> Expected {
    let r = tokens(text(case, "summary").unwrap_or_default());
    let q = question(case, labels, found, readings).map(tokens);
    let of = |measure: &dyn Fn(&[String]) -> Got| q.as_deref().map_or(Err(Gap::NotApplicable), measure);
    let relevance = of(&|q| relevance(q, &r, reads(readings, "idf", "plain")));
    let completeness = of(&|q| completeness(q, &r, stop));
    let anchors = yes_of(labels, "anchors", "supported", Some(&["number", "date", "claim"]));
    let penalty = if overlap(case, &r).is_some_and(|overlap| overlap < 0.2) { 0.2 } else { 0.0 };
    // "unsupported/total (no anchor: 0, noted)"
    let hallucination = anchors.map(|(supported, all)| {
        let claims = share((all - supported, all)).unwrap_or(0.0);
        if reads(readings, "drift", "add") {
            f64::min(claims + penalty, 1.0)
        } else {
            f64::max(claims, penalty)
        }
    });
    let edge = if reads(readings, "hallucination.fail", "0.6") { 0.6 } else { 0.5 };
    let above = |got: Got, edge: f64| got.is_ok_and(|value| value > edge + 1e-12);
    let below = |got: Got, edge: f64| got.is_ok_and(|value| value < edge - 1e-12);
    let decision = if above(hallucination, edge) || below(relevance, 0.1) {
        "FAIL"
    } else if [relevance, completeness, hallucination].iter().any(Result::is_err) {
        "INCOMPLETE"
    } else if below(completeness, 0.6) {
        "WARN"
    } else {
        "PASS"
    };
    let metrics = vec![
        Metric::new("relevance", relevance),
        Metric::new("completeness", completeness),
        Metric::new("hallucination", hallucination),
    ];
    Expected { metrics, decision, score: None }
}

#[test]
fn an_example_by_hand() {
    let two = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    // Shared terms weigh 1, the others ln(3/2) + 1 = 1.405465: dot 1, norms sqrt(1 + 1.975332).
    let (q, r) = (two("a b"), two("a c"));
    let expected = (1.0 / 2.975_332_0 + 1.0 / 3.0) / 2.0;
    assert!((relevance(&q, &r, false).unwrap() - expected).abs() < 1e-6);
    assert_eq!(relevance(&q, &r, true), Ok(1.0 / 6.0));
}
