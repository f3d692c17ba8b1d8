//! Formats a case as an annotator left it, for output.

use serde_json::{Map, Value, json};

use crate::labels::LISTS;
use crate::labels::file::Wrapper;
use crate::labels::overrides::Care;

use super::changes::changes;
use super::event::{ENGINE, Ruling, UnitId};
use super::folded::Folded;
use super::rulings::rulings;
use super::state::CaseState;

/// Returns the state of a case, as written by `sessions show`. Without an annotator, the state as
/// imported.
pub fn show(id: &str, by: Option<&str>, folded: &Folded) -> Value {
    let state = folded.state();
    let comment = |comment: &std::sync::Arc<super::state::Comment>| {
        let mut object = Map::new();
        object.insert("uuid".to_owned(), json!(comment.uuid.to_string()));
        object.insert("at".to_owned(), json!(comment.at.as_str()));
        object.insert("by".to_owned(), json!(by));
        object.insert("text".to_owned(), json!(&*comment.text));
        object.extend(comment.on.clone().map(|on| ("on".to_owned(), on)));
        Value::Object(object)
    };
    let decision = state.decision.as_ref().map(|decided| {
        json!({"verdict": decided.verdict.as_str(), "reason": decided.reason, "at": decided.at.as_str()})
    });
    let adjudicated: Vec<&Ruling> = rulings(folded).into_iter().map(|(_, ruling)| ruling).collect();
    let cares = state.cares();
    let of = |wanted: Care| -> Vec<String> {
        cares.iter().filter(|(_, care)| **care == wanted).map(|(id, _)| id.to_string()).collect()
    };
    let mut shown = json!({
        "id": id,
        "by": by.unwrap_or(ENGINE),
        "article": &*state.article,
        "summary": &*state.summary,
        "labels": inner(id, by.unwrap_or(ENGINE), state),
        "comments": state.comments.iter().map(comment).collect::<Vec<_>>(),
        "decision": decision,
        "flagged": state.flagged,
        "accepted": state.accepted().iter().map(UnitId::to_string).collect::<Vec<_>>(),
        "judged": of(Care::Judged),
        "seen": of(Care::Seen),
        "prefer": state.prefer.as_ref().map(|preferred| &preferred.case),
        "prefer_reason": state.prefer.as_ref().and_then(|preferred| preferred.reason.as_deref()),
        "engine": state.engine,
    });
    if let Some(preferred) = state.prefer.as_ref().filter(|preferred| !preferred.order.is_empty()) {
        shown["prefer_order"] = json!(preferred.order);
    }
    if !state.rules.is_empty() {
        shown["rules"] = json!(state.rules.iter().map(|rule| &**rule).collect::<Vec<_>>());
    }
    if !adjudicated.is_empty() {
        shown["adjudicated"] = json!(adjudicated);
    }
    shown
}

/// Returns the labels of a case as a labels wrapper. Edited texts are included, since the spans refer to
/// them.
pub fn wrapper(id: &str, by: &str, folded: &Folded) -> Value {
    let (state, base) = (folded.state(), folded.base());
    let mut wrapper = json!({
        "schema": crate::labels::file::SCHEMA, "id": id, "by": by, "labels": inner(id, by, state)
    });
    if state.article != base.article {
        wrapper["article"] = json!(&*state.article);
    }
    if state.summary != base.summary {
        wrapper["summary"] = json!(&*state.summary);
    }
    wrapper
}

/// Returns the lists; a unit created by an event has its id.
fn inner(id: &str, by: &str, state: &CaseState) -> Value {
    let mut inner = Wrapper::new(id, by, &state.labels(), state.texts()).to_value()["labels"].take();
    for spec in &LISTS {
        let Some(entries) = inner[spec.key].as_array_mut() else { continue };
        for (index, entry) in entries.iter_mut().enumerate() {
            let id = state.id(spec.list, index);
            if let Some(object) = entry.as_object_mut().filter(|_| state.units.proposed(&id).is_none()) {
                object.insert("id".to_owned(), json!(id.to_string()));
            }
        }
    }
    inner
}

/// Columns of the table that `sessions export --format csv` writes.
pub const COLUMNS: [&str; 14] = [
    "id", "by", "verdict", "reason", "flagged", "accepted", "changed", "comments", "prefer", "edited",
    "first", "last", "judged", "seen",
];

/// Returns a row of that table.
pub fn row(id: &str, folded: &Folded) -> [String; COLUMNS.len()] {
    let (state, base) = (folded.state(), folded.base());
    let (first, last) =
        folded.span().map(|(first, last)| (first.as_str(), last.as_str())).unwrap_or_default();
    let edited = [("article", state.article != base.article), ("summary", state.summary != base.summary)];
    let edited: Vec<&str> = edited.into_iter().filter(|(_, is)| *is).map(|(text, _)| text).collect();
    let decision = state.decision.as_ref();
    let cares = state.cares();
    let counted = |wanted: Care| cares.values().filter(|care| **care == wanted).count().to_string();
    [
        id.to_owned(),
        state.by().to_owned(),
        decision.map(|decided| decided.verdict.as_str().to_owned()).unwrap_or_default(),
        decision.and_then(|decided| decided.reason.clone()).unwrap_or_default(),
        state.flagged.to_string(),
        state.accepted().len().to_string(),
        changes(state).len().to_string(),
        state.comments.len().to_string(),
        state.prefer.as_ref().map(|preferred| preferred.case.clone()).unwrap_or_default(),
        edited.join(" "),
        first.to_owned(),
        last.to_owned(),
        counted(Care::Judged),
        counted(Care::Seen),
    ]
}
