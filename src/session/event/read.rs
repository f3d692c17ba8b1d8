//! Reads the action of an event from its fields.

use std::sync::Arc;

use serde_json::{Map, Value};
use uuid::Uuid;

use super::super::event_error::{EventError, needed};
use super::super::object::OrderedObject;
use super::{
    Act, CommentTarget, EVENTS, HEAD, Preferred, Regroup, Ruling, SideEffectEvent, UnitId, UnitReference,
    list, verdict, verdicts, word,
};
use crate::case::kind;
use crate::labels::{List, OverruleRule, Side};

pub(super) fn uuid(key: &str, text: &str) -> Result<Uuid, EventError> {
    text.parse().map_err(|_| EventError::Type {
        key: key.to_owned(),
        found: format!("{text:?}"),
        wanted: "no UUID",
    })
}

fn flag(key: &'static str, object: &OrderedObject) -> Result<bool, EventError> {
    match object.get(key) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(flag),
        Some(other) => Err(EventError::Value { key, found: kind(&other), takes: "true or false".to_owned() }),
    }
}

pub(super) fn act(name: &str, object: &OrderedObject) -> Result<Act, EventError> {
    let string = |key: &str, takes: &str| needed(key, object.string(key)?, takes);
    let label = || UnitId::read(&string("label", "a label such as \"claims/2\"")?);
    let of_list = || list(&string("list", "the name of a list, such as claims")?);
    let of = || uuid("of", &string("of", "the `uuid` of an event")?);
    let units = |how| units(how, of_list()?, object);
    Ok(match name {
        "edit" => Act::Edit {
            side: side(&string("field", "summary or article")?)?,
            text: string("text", "the text after the edit")?,
        },
        "override" => {
            let label = label()?;
            let to = needed("to", object.get("to"), "the word that the label is given")?;
            Act::Override { to: word(label.list.spec(), "to", &to)?, label }
        }
        "restore" => Act::Restore { label: label()? },
        "add" => units(Regroup::Add)?,
        "split" => units(Regroup::Split)?,
        "merge" => units(Regroup::Merge)?,
        "reword" => units(Regroup::Reword)?,
        "reject" => units(Regroup::Reject)?,
        "mark" => Act::Mark { list: of_list()?, entry: mark(object)? },
        "rule" => {
            let given = needed("rule", object.get("rule"), "an object with `kind`, `summary` and `article`")?;
            let rule: OverruleRule = serde_json::from_value(given)
                .map_err(|why| EventError::Json(why.to_string()).within("rule"))?;
            Act::Rule { rule: Arc::new(rule), dropped: flag("dropped", object)? }
        }
        "comment" => Act::Comment { text: string("text", "the comment")?, on: on(object.get("on"))? },
        "accept" => {
            let named = |key: &str| match object.get(key) {
                None => Ok(None),
                Some(_) => {
                    let named = object.array(key)?;
                    let read = |item: &Value| match item {
                        Value::String(text) => UnitId::read(text),
                        other => Err(EventError::Entry {
                            key: key.to_owned(),
                            found: kind(other),
                            wanted: ", not labels such as \"claims/2\"",
                        }),
                    };
                    named.iter().map(read).collect::<Result<Vec<_>, _>>().map(Some)
                }
            };
            let judged = flag("judged", object)?;
            Act::Accept { labels: named("labels")?, seen: named("seen")?.unwrap_or_default(), judged }
        }
        "decide" => Act::Decide {
            verdict: verdict(&string("verdict", &verdicts())?)?,
            reason: object.string("reason")?,
        },
        "flag" => Act::Flag,
        "unflag" => Act::Unflag,
        "prefer" => {
            let case = string("prefer", "the id of the better summary's case")?;
            let order = object.array("order")?;
            let id = |id: &Value| {
                let wrong = || EventError::Entry {
                    key: "order".to_owned(),
                    found: kind(id),
                    wanted: "; it takes ids of cases",
                };
                id.as_str().map(str::to_owned).ok_or_else(wrong)
            };
            let order = order.iter().map(id).collect::<Result<Vec<_>, _>>()?;
            Act::Prefer(Preferred { case, order, reason: object.string("reason")? })
        }
        "undo" => Act::Undo { of: of()? },
        "redo" => Act::Redo { of: of()? },
        "reanalyse" => Act::Reanalyse { engine: object.string("engine")? },
        "seen" => Act::Seen,
        "reveal" => Act::Reveal,
        "adjudicate" => Act::Adjudicate(Box::new(Ruling::read(object)?)),
        other => return Err(EventError::Unknown { name: other.to_owned(), known: EVENTS.join(", ") }),
    })
}

fn side(text: &str) -> Result<Side, EventError> {
    let (found, takes) = (format!("{text:?}"), "summary or article".to_owned());
    text.parse().map_err(|_| EventError::Value { key: "field", found, takes })
}

pub(super) fn followed(object: &OrderedObject) -> Result<Vec<SideEffectEvent>, EventError> {
    let one = |item: &Value| {
        let text = |key: &str| item.get(key).and_then(Value::as_str);
        let label = text("label").ok_or(EventError::Followed)?;
        let label = UnitId::read(label)?;
        let to = item.get("to").ok_or_else(|| EventError::FollowedTo(label.to_string()))?;
        let to = word(label.list.spec(), "to", to)?;
        let was = item.get("was").and_then(|was| word(label.list.spec(), "was", was).ok());
        Ok(SideEffectEvent { label, was, to })
    };
    object.array("followed")?.iter().map(one).collect()
}

fn units(how: Regroup, list: List, object: &OrderedObject) -> Result<Act, EventError> {
    let named = |item: Value| match &item {
        Value::String(id) => of_list(UnitId::read(id)?, list).map(UnitReference::Id),
        Value::Object(entry) => match entry.get("id") {
            Some(Value::String(id)) => of_list(UnitId::read(id)?, list).map(UnitReference::Id),
            _ => Ok(UnitReference::Entry(item)),
        },
        other => Err(EventError::Entry {
            key: "before".to_owned(),
            found: kind(other),
            wanted: ", neither ids nor units",
        }),
    };
    let before = object.array("before")?.into_iter().map(named).collect::<Result<Vec<_>, _>>()?;
    let after = object.array("after")?;
    Ok(Act::Units { how, list, before, after })
}

fn of_list(id: UnitId, list: List) -> Result<UnitId, EventError> {
    if id.list == list {
        Ok(id)
    } else {
        Err(EventError::OtherList { id: id.to_string(), list: list.spec().key })
    }
}

/// Returns the fields of a mark that an entry of its list has. Spans without a side belong to the
/// summary.
fn mark(object: &OrderedObject) -> Result<Map<String, Value>, EventError> {
    let mut entry = Map::new();
    for key in object.keys().filter(|key| !matches!(*key, "list" | "spans" | "kind") && !HEAD.contains(key)) {
        entry.extend(object.get(key).map(|value| (key.to_owned(), value)));
    }
    if let Some(spans) = object.get("spans") {
        entry.entry("summary").or_insert(spans);
    }
    let spans = |key: &str| entry.get(key).and_then(Value::as_array).is_some_and(|spans| !spans.is_empty());
    if !spans("summary") && !spans("article") {
        return Err(EventError::NoSpans);
    }
    Ok(entry)
}

fn on(value: Option<Value>) -> Result<Option<CommentTarget>, EventError> {
    match value {
        None => Ok(None),
        Some(Value::String(label)) => Ok(Some(CommentTarget::Label(UnitId::read(&label)?))),
        Some(Value::Object(object)) => match object.get("label") {
            Some(Value::String(label)) => Ok(Some(CommentTarget::Label(UnitId::read(label)?))),
            _ => Ok(Some(CommentTarget::Spans(Value::Object(object)))),
        },
        Some(Value::Array(spans)) => Ok(Some(CommentTarget::Spans(Value::Array(spans)))),
        Some(other) => Err(EventError::of_type("on", &other, "neither a label nor spans")),
    }
}
