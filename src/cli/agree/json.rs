//! Writes agreement between annotators in the format `lockbench.annotators/1`.

use serde_json::{Map, Value, json};

use crate::agree::annotators::coefficients::CORRELATIONS;
use crate::agree::annotators::coefficients::{
    OF_LABEL_PAIRS, OF_LISTS, OF_SCORE_PAIRS, OF_SCORES, overlap, statistics,
};
use crate::agree::annotators::{AgreementResult, LabelAgreement, PairStats, ScoreAgreement, Stat, Tendency};
use crate::report::json::pretty;

/// The name of the format.
const SCHEMA: &str = "lockbench.annotators/1";

/// Formats an object for output.
pub fn text(value: &Value) -> String {
    pretty(value) + "\n"
}

pub fn value(found: &AgreementResult, notes: &[String]) -> Value {
    let names = &found.annotators;
    let object = |entries: Vec<(String, Value)>| Value::Object(entries.into_iter().collect());
    let labels = |all: &[(&'static str, LabelAgreement)]| {
        object(all.iter().map(|(key, one)| ((*key).to_owned(), of_labels(one, names))).collect())
    };
    let scores = found.scores.iter().map(|(key, one)| (key.clone(), of_scores(one, names)));
    let spans = found.spans.iter().map(|(key, pairs)| {
        let keys: Vec<&str> = overlap::STATISTICS.iter().map(|statistic| statistic.key).collect();
        let pairs: Vec<Value> = pairs.iter().map(|one| Value::Object(pair(one, &keys, names))).collect();
        ((*key).to_owned(), json!({ "pairs": pairs }))
    });
    json!({
        "schema": SCHEMA,
        "annotators": names,
        "cases": found.cases,
        "shared_cases": found.shared,
        "notes": notes,
        "lists": labels(&found.lists),
        "verdicts": labels(&found.verdicts),
        "decisions": of_labels(&found.decisions, names),
        "scores": object(scores.collect()),
        "spans": object(spans.collect()),
    })
}

fn of_labels(one: &LabelAgreement, names: &[String]) -> Value {
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| drop(out.insert(key.to_owned(), value));
    put("units", json!(one.units));
    put("rated_by_all", json!(one.rated_by_all));
    put("unmatched", json!(one.unmatched));
    put("labels", json!(one.labels));
    for (statistic, found) in statistics(OF_LISTS).zip(&one.overall) {
        put(statistic.key, stat(found));
    }
    let keys: Vec<&str> = statistics(OF_LABEL_PAIRS).map(|statistic| statistic.key).collect();
    let pairs = one.pairs.iter().map(|found| {
        let mut object = pair(&found.pair, &keys, names);
        object.insert("confusion".to_owned(), json!(found.confusion));
        Value::Object(object)
    });
    put("pairs", pairs.collect());
    put("by_annotator", tendencies(&one.tendencies, names));
    let trend = one.trend.iter().map(|part| {
        json!({"first": part.first, "last": part.last, "cases": part.cases, "percent": part.percent, "n": part.n})
    });
    put("trend", trend.collect());
    Value::Object(out)
}

fn of_scores(one: &ScoreAgreement, names: &[String]) -> Value {
    let mut out = Map::new();
    out.insert("n".to_owned(), json!(one.n));
    for (statistic, found) in statistics(OF_SCORES).zip(&one.overall) {
        out.insert(statistic.key.to_owned(), stat(found));
    }
    let correlations = CORRELATIONS.iter().map(|(key, _)| *key);
    let keys: Vec<&str> =
        correlations.chain(statistics(OF_SCORE_PAIRS).map(|statistic| statistic.key)).collect();
    let pairs = one.pairs.iter().map(|found| Value::Object(pair(found, &keys, names)));
    out.insert("pairs".to_owned(), pairs.collect());
    out.insert("by_annotator".to_owned(), tendencies(&one.tendencies, names));
    Value::Object(out)
}

fn pair(one: &PairStats, keys: &[&str], names: &[String]) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("a".to_owned(), json!(names[one.a]));
    out.insert("b".to_owned(), json!(names[one.b]));
    out.extend(keys.iter().zip(&one.stats).map(|(key, found)| ((*key).to_owned(), stat(found))));
    out
}

fn tendencies(all: &[Tendency], names: &[String]) -> Value {
    let one = |(name, tendency): (&String, &Tendency)| {
        let mut value = json!({
            "name": name, "n": tendency.n, "bias": tendency.bias, "spread": tendency.spread
        });
        if !tendency.labels.is_empty() {
            value["labels"] = json!(tendency.labels);
        }
        value
    };
    names.iter().zip(all).map(one).collect()
}

/// Converts a statistic, or the reason why it is undefined.
pub fn stat(stat: &Stat) -> Value {
    match stat.value {
        Ok(value) => json!({ "value": value, "interval": stat.interval, "n": stat.n }),
        Err(why) => json!({ "value": null, "why": why, "n": stat.n }),
    }
}
