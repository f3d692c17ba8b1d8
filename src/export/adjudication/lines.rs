//! Exports as JSON lines.

use serde_json::{Map, Value, json};

use crate::adjudication::{DisputableUnit, feedback, gold as gold_set};
use crate::session::{Ruling, RulingValue};

use super::Adjudicated;

/// The format of the feedback for annotators.
const SCHEMA: &str = "lockbench.adjudicated/1";

/// Returns a labels wrapper for each case.
pub fn gold(of: &Adjudicated) -> Vec<Value> {
    gold_set(of.of, of.rulings).lines
}

/// Returns a line for each ruling against an annotator.
pub fn report(of: &Adjudicated) -> Vec<Value> {
    let mut lines = Vec::new();
    for own in feedback(of.of, of.rulings) {
        if of.only.is_some_and(|only| only != own.annotator) {
            continue;
        }
        for item in &own.items {
            let unit = item.unit(of.of);
            let mut line = Map::new();
            line.insert("schema".to_owned(), json!(SCHEMA));
            line.insert("annotator".to_owned(), json!(of.name(own.annotator)));
            line.insert("id".to_owned(), json!(of.of.cases[item.place.case].case.id));
            line.extend(about(&item.ruling));
            line.insert("unit".to_owned(), json!(unit.name()));
            line.insert("yours".to_owned(), item.own.value.answer.to_value());
            if let Some(kind) = item.own.value.kind {
                line.insert("your_unit_kind".to_owned(), json!(kind));
            }
            line.insert("left".to_owned(), json!(item.own.left));
            line.insert("to".to_owned(), item.ruling.to.to_value());
            line.insert("cause".to_owned(), json!(item.ruling.cause.map(|cause| cause.spec().key)));
            line.insert("note".to_owned(), json!(item.ruling.note));
            lines.push(Value::Object(line));
        }
    }
    lines
}

/// Returns a line for each dispute. With `to`, `cause` and `note` added, a line is an event for `sessions
/// apply`.
pub fn queue(of: &Adjudicated) -> Vec<Value> {
    let one = |dispute: &crate::adjudication::Dispute| {
        let unit = dispute.unit(of.of)?;
        let case = &of.of.cases[dispute.place.case].case;
        let said = *unit.values().first()?;
        let mut line = Map::new();
        line.insert("event".to_owned(), json!("adjudicate"));
        line.insert("case".to_owned(), json!(case.id));
        // `to` is left for the adjudicator to fill in.
        let names: Vec<String> = (0..of.of.annotators.len()).map(|at| of.name(at)).collect();
        line.extend(unit.ruling(case, &names, said).fields().into_iter().filter(|(key, _)| key != "to"));
        line.insert("unit".to_owned(), json!(unit.name()));
        line.insert("effect".to_owned(), effect(unit, dispute));
        if let Some(ruling) = &dispute.ruling {
            let mut made = json!({"to": ruling.to.to_value()});
            if let Some(cause) = ruling.cause {
                made["cause"] = json!(cause.spec().key);
            }
            if let Some(note) = &ruling.note {
                made["note"] = json!(note);
            }
            line.insert("ruling".to_owned(), made);
            line.insert("stale".to_owned(), json!(dispute.is_stale(of.of)));
        }
        Some(Value::Object(line))
    };
    of.disputes.all.iter().filter_map(one).collect()
}

fn effect(unit: &DisputableUnit, dispute: &crate::adjudication::Dispute) -> Value {
    let effect = &dispute.effect;
    let outcomes = effect.outcomes.iter().map(|outcome| {
        let mut one = json!({
            "to": outcome.value.answer.to_value(), "decision": outcome.decision.as_str(), "score": outcome.score
        });
        if let Some(kind) = outcome.value.kind {
            one["kind"] = json!(kind);
        }
        one
    });
    let mut value = json!({"verdict": effect.turns, "outcomes": outcomes.collect::<Value>()});
    if let Some((decision, score)) = effect.settled {
        value["settled"] = json!({"decision": decision.as_str(), "score": score});
    }
    if unit.list.is_some() {
        value["points"] = json!(effect.score);
        value["metric"] = json!(effect.metric.map(|(key, points)| json!({"metric": key, "points": points})));
    }
    value
}

fn about(ruling: &Ruling) -> impl Iterator<Item = (String, Value)> {
    let own = |key: &str| ["list", "text", "unit_kind", "summary", "article"].contains(&key);
    let kind = ruling.to != RulingValue::Nothing;
    ruling.fields().into_iter().filter(move |(key, _)| own(key) && (key != "unit_kind" || kind))
}
