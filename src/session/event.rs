//! What an annotator did, as files and the store hold it: who, when, to which case, and what.
//!
//! An [`Event`] is read out of a JSON object and written back with every field that it came with. Reading checks the
//! form alone; whether an event fits what was done before is the business of `check`.

#![allow(missing_docs, reason = "fields are named as in files, and the JSON Schema says what each is")]

mod at;
mod ruling;

use std::sync::Arc;

use serde_json::Value;
use uuid::Uuid;

use crate::case::kind;
use crate::labels::overrides::Side;
use crate::labels::{LabelValue, List, ListSpec, OverruleRule, file};
use crate::report::{DECISIONS, Decision};

use super::event_error::EventError;
use super::object::OrderedObject;

pub use at::Moment;
pub use ruling::{CAUSES, Cause, CauseSpec, GivenAnswer, Ruling, RulingValue, VERDICT, answers};

/// The name under which the engine's labels go; no annotator may have it.
pub const ENGINE: &str = "engine";

/// Fields of an event that say who, when and to what; the others depend on what was done.
pub const HEAD: [&str; 7] = ["kind", "seq", "uuid", "at", "by", "case", "event"];

/// The field of an event that names the first event of its step.
pub const STEP: &str = "step";

/// The field of an event that was made for many cases at once: the name of that bulk step.
pub const BULK: &str = "bulk";

/// A unit of a list, by a name of its own that it keeps: its index among the proposals, or what the event that made
/// it says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitId {
    pub list: List,
    /// The part after the slash.
    pub name: String,
}

impl std::fmt::Display for UnitId {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}/{}", self.list.spec().key, self.name)
    }
}

impl UnitId {
    /// Reads `claims/2`.
    ///
    /// # Errors
    /// Where there is no such list, or nothing behind the slash.
    pub fn read(text: &str) -> Result<UnitId, EventError> {
        let (key, name) = text
            .split_once('/')
            .filter(|(_, name)| !name.is_empty())
            .ok_or_else(|| EventError::Label(text.to_owned()))?;
        Ok(UnitId { list: list(key)?, name: name.to_owned() })
    }
}

fn list(key: &str) -> Result<List, EventError> {
    List::of_key(key).ok_or_else(|| EventError::List(key.to_owned()))
}

/// A reference from an event to a unit.
#[derive(Clone, Debug, PartialEq)]
pub enum UnitReference {
    Id(UnitId),
    /// By an entry as label files have it.
    Entry(Value),
}

/// What a comment is on.
#[derive(Clone, Debug, PartialEq)]
pub enum CommentTarget {
    Label(UnitId),
    /// Words of a text: an object with `article` and `summary`, or a list of spans.
    Spans(Value),
}

/// A change of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regroup {
    /// New units.
    Add,
    /// One unit becomes several.
    Split,
    /// Several units become one.
    Merge,
    /// Units in other words.
    Reword,
    /// Units that are none.
    Reject,
}

/// A label that changed because of a decision on another.
#[derive(Clone, Debug, PartialEq)]
pub struct SideEffectEvent {
    pub label: UnitId,
    pub to: LabelValue,
}

/// The summary that was called the better one.
#[derive(Clone, Debug, PartialEq)]
pub struct Preferred {
    /// The id of its case.
    pub case: String,
    /// The cases of all summaries that were compared, the best first; empty where that was not given.
    pub order: Vec<String>,
    pub reason: Option<String>,
}

/// What was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A text was changed. What the engine proposes for it stays in the fields, as text: it may have many megabytes.
    Edit {
        side: Side,
        /// All of it, afterwards.
        text: String,
    },
    /// A label was given another word.
    Override { label: UnitId, to: LabelValue },
    /// A label was given back to the engine.
    Restore { label: UnitId },
    /// Units were added, split, merged, reworded or rejected.
    Units {
        /// Which of these.
        how: Regroup,
        list: List,
        before: Vec<UnitReference>,
        /// The units that are there instead, as entries of label files.
        after: Vec<Value>,
    },
    /// Words were marked as a unit of a list.
    Mark {
        list: List,
        /// The entry, as label files have it; its word may be left out.
        entry: Value,
    },
    /// A rule was put in force on the case, or dropped.
    Rule {
        rule: Arc<OverruleRule>,
        /// Whether it is in force no more.
        dropped: bool,
    },
    /// A comment was written.
    Comment {
        text: String,
        /// About what; `None` is the case.
        on: Option<CommentTarget>,
    },
    /// Labels were taken as they stood.
    Accept {
        /// Which; `None` is all of them.
        labels: Option<Vec<UnitId>>,
        /// Those that were in focus long enough to be read.
        seen: Vec<UnitId>,
        /// Whether each was judged individually, elsewhere.
        judged: bool,
    },
    /// A verdict was given.
    Decide { verdict: Decision, reason: Option<String> },
    /// The case is to be looked at again.
    Flag,
    /// The case need not be looked at again.
    Unflag,
    /// A summary was found the better one.
    Prefer(Preferred),
    /// An event counts no more.
    Undo { of: Uuid },
    /// An event that was undone counts again.
    Redo {
        /// Which: it, or what undid it.
        of: Uuid,
    },
    /// The case was analysed again. What the engine proposes stays in the fields, as text.
    Reanalyse {
        /// The engine's version.
        engine: Option<String>,
    },
    /// The case was put before its annotator; what was hidden then stands in the fields.
    Seen,
    /// The annotator has judged the case blind, and was shown the engine's labels.
    Reveal,
    /// It was decided who is right where annotators differ.
    Adjudicate(Box<Ruling>),
}

impl Act {
    /// Whether other labels may change because of it.
    fn may_be_followed(&self) -> bool {
        matches!(
            self,
            Act::Edit { .. }
                | Act::Override { .. }
                | Act::Restore { .. }
                | Act::Units { .. }
                | Act::Rule { .. }
        )
    }
}

/// Names of events, as files have them.
pub const EVENTS: [&str; 22] = [
    "edit", "override", "restore", "add", "split", "merge", "reword", "reject", "mark", "rule", "comment",
    "accept", "decide", "flag", "unflag", "prefer", "undo", "redo", "reanalyse", "seen", "reveal",
    "adjudicate",
];

/// An event.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its number in its session, from 1.
    pub seq: i64,
    /// Its name in all sessions.
    pub uuid: Uuid,
    pub at: Moment,
    pub by: String,
    pub case: String,
    pub act: Act,
    /// What changed because of it.
    pub followed: Vec<SideEffectEvent>,
    pub name: String,
    /// Every other field, as it came.
    pub fields: OrderedObject,
}

impl Event {
    /// What events are ordered by.
    pub fn order(&self) -> (i64, Uuid) {
        (self.at.micros(), self.uuid)
    }

    /// The event as a line of an export.
    pub fn to_object(&self) -> OrderedObject {
        let mut object = OrderedObject::default();
        object.set("kind", &"event");
        object.set("seq", &self.seq);
        object.set("uuid", &self.uuid.hyphenated().to_string());
        object.set("at", &self.at.as_str());
        object.set("by", &self.by);
        object.set("case", &self.case);
        object.set("event", &self.name);
        object.extend(self.fields.clone());
        object
    }

    /// Whether it says the same as another, whatever their numbers are.
    pub fn same(&self, other: &Event) -> bool {
        let content = |event: &Event| Event { seq: 0, ..event.clone() }.to_object().to_text();
        content(self) == content(other)
    }
}

/// An event whose number, name, time and annotator may still be missing.
#[derive(Clone, Debug)]
pub struct EventDraft {
    pub seq: Option<i64>,
    pub uuid: Option<Uuid>,
    pub at: Option<Moment>,
    pub by: Option<String>,
    pub case: String,
    pub act: Act,
    /// What changed because of it.
    pub followed: Vec<SideEffectEvent>,
    pub name: String,
    /// Every other field, as it came.
    pub fields: OrderedObject,
}

impl EventDraft {
    /// Reads an event, as far as it says what it is.
    ///
    /// # Errors
    /// A sentence that names the field and what it takes.
    pub fn read(object: OrderedObject) -> Result<EventDraft, EventError> {
        if let Some(kind) = object.string("kind")?.filter(|kind| kind != "event") {
            let found = format!("{kind:?}");
            return Err(EventError::Type { key: "kind".to_owned(), found, wanted: "not \"event\"" });
        }
        let seq = match object.get("seq") {
            None => None,
            Some(value) => {
                Some(value.as_i64().filter(|seq| *seq > 0).ok_or_else(|| EventError::Seq(kind(&value)))?)
            }
        };
        let uuid = object.string("uuid")?.map(|text| read_uuid("uuid", &text)).transpose()?;
        let at = object.string("at")?.map(|text| Moment::read(&text)).transpose()?;
        let by = object.string("by")?;
        if let Some(by) = &by {
            annotator(by)?;
        }
        let case = match object.get("case") {
            Some(Value::String(case)) => case,
            Some(Value::Number(case)) => case.to_string(),
            Some(other) => return Err(EventError::of_type("case", &other, "not the id of a case")),
            None => return Err(EventError::NoCase),
        };
        let name = needed("event", object.string("event")?, &EVENTS.join(", "))?;
        let act = act(&name, &object)?;
        let followed = if act.may_be_followed() { followed(&object)? } else { Vec::new() };
        Ok(EventDraft { seq, uuid, at, by, case, act, followed, name, fields: object.without(&HEAD) })
    }

    /// The event, where nothing is left to be filled in.
    ///
    /// # Errors
    /// What is missing.
    pub fn complete(self) -> Result<Event, EventError> {
        let missing = EventError::Incomplete;
        Ok(Event {
            seq: self.seq.ok_or_else(|| missing("seq"))?,
            uuid: self.uuid.ok_or_else(|| missing("uuid"))?,
            at: self.at.ok_or_else(|| missing("at"))?,
            by: self.by.ok_or_else(|| missing("by"))?,
            case: self.case,
            act: self.act,
            followed: self.followed,
            name: self.name,
            fields: self.fields,
        })
    }
}

/// Whether an annotator may have this name.
pub fn annotator(name: &str) -> Result<(), EventError> {
    match name.trim() {
        "" => Err(EventError::Nameless),
        ENGINE => Err(EventError::EngineName),
        _ => Ok(()),
    }
}

fn read_uuid(key: &str, text: &str) -> Result<Uuid, EventError> {
    text.parse().map_err(|_| EventError::Type {
        key: key.to_owned(),
        found: format!("{text:?}"),
        wanted: "no UUID",
    })
}

/// The word of a list that a field holds.
pub fn word(spec: &'static ListSpec, key: &str, value: &Value) -> Result<LabelValue, EventError> {
    if spec.list == List::Extraneous && *value == Value::Bool(false) {
        return Ok(LabelValue::No);
    }
    Ok(file::word(spec, value, key)?)
}

fn needed<T>(key: &str, value: Option<T>, takes: &str) -> Result<T, EventError> {
    value.ok_or_else(|| EventError::Missing { key: key.to_owned(), takes: takes.to_owned() })
}

fn flag(key: &'static str, object: &OrderedObject) -> Result<bool, EventError> {
    match object.get(key) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(flag),
        Some(other) => Err(EventError::Value { key, found: kind(&other), takes: "true or false".to_owned() }),
    }
}

fn array(key: &str, value: Option<Value>) -> Result<Vec<Value>, EventError> {
    match value {
        None => Ok(Vec::new()),
        Some(Value::Array(items)) => Ok(items),
        Some(other) => Err(EventError::of_type(key, &other, "not a list")),
    }
}

fn act(name: &str, object: &OrderedObject) -> Result<Act, EventError> {
    let string = |key: &str, takes: &str| needed(key, object.string(key)?, takes);
    let label = || UnitId::read(&string("label", "a label such as \"claims/2\"")?);
    let of_list = || list(&string("list", "the name of a list, such as claims")?);
    let of = || read_uuid("of", &string("of", "the `uuid` of an event")?);
    let units = |how| units(how, of_list()?, object);
    Ok(match name {
        "edit" => Act::Edit {
            side: match string("field", "summary or article")?.as_str() {
                "summary" => Side::Summary,
                "article" => Side::Article,
                other => {
                    let (found, takes) = (format!("{other:?}"), "summary or article".to_owned());
                    return Err(EventError::Value { key: "field", found, takes });
                }
            },
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
            rule.check()?;
            Act::Rule { rule: Arc::new(rule), dropped: flag("dropped", object)? }
        }
        "comment" => {
            let text = string("text", "the comment")?;
            if text.trim().is_empty() {
                return Err(EventError::Comment);
            }
            Act::Comment { text, on: on(object.get("on"))? }
        }
        "accept" => {
            let named = |key: &str| match object.get(key) {
                None => Ok(None),
                some => {
                    let named = array(key, some)?;
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
            let order = array("order", object.get("order"))?;
            let id = |id: &Value| {
                let wrong = || EventError::Entry {
                    key: "order".to_owned(),
                    found: kind(id),
                    wanted: "; it takes ids of cases",
                };
                id.as_str().map(str::to_owned).ok_or_else(wrong)
            };
            let order = order.iter().map(id).collect::<Result<Vec<_>, _>>()?;
            if order.first().is_some_and(|first| *first != case) {
                return Err(EventError::Order);
            }
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

fn verdicts() -> String {
    DECISIONS.map(Decision::as_str).join(", ")
}

fn verdict(text: &str) -> Result<Decision, EventError> {
    let known = DECISIONS.into_iter().find(|decision| decision.as_str() == text);
    known.ok_or_else(|| EventError::Value { key: "verdict", found: format!("{text:?}"), takes: verdicts() })
}

fn followed(object: &OrderedObject) -> Result<Vec<SideEffectEvent>, EventError> {
    let one = |item: &Value| {
        let text = |key: &str| item.get(key).and_then(Value::as_str);
        let label = text("label").ok_or(EventError::Followed)?;
        let label = UnitId::read(label)?;
        let to = item.get("to").ok_or_else(|| EventError::FollowedTo(label.to_string()))?;
        let to = word(label.list.spec(), "to", to)?;
        Ok(SideEffectEvent { label, to })
    };
    array("followed", object.get("followed"))?.iter().map(one).collect()
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
    let before =
        array("before", object.get("before"))?.into_iter().map(named).collect::<Result<Vec<_>, _>>()?;
    let after = array("after", object.get("after"))?;
    let wanted = match how {
        Regroup::Add => (0..=0, 1..=usize::MAX),
        Regroup::Split => (1..=1, 2..=usize::MAX),
        Regroup::Merge => (2..=usize::MAX, 1..=1),
        Regroup::Reword => (1..=usize::MAX, before.len()..=before.len()),
        Regroup::Reject => (1..=usize::MAX, 0..=0),
    };
    if !wanted.0.contains(&before.len()) || !wanted.1.contains(&after.len()) {
        let takes = match how {
            Regroup::Add => "none before and one or more after",
            Regroup::Split => "one before and two or more after",
            Regroup::Merge => "two or more before and one after",
            Regroup::Reword => "as many before as after, one or more",
            Regroup::Reject => "one or more before and none after",
        };
        return Err(EventError::Count { before: before.len(), after: after.len(), takes });
    }
    Ok(Act::Units { how, list, before, after })
}

fn of_list(id: UnitId, list: List) -> Result<UnitId, EventError> {
    if id.list == list {
        Ok(id)
    } else {
        Err(EventError::OtherList { id: id.to_string(), list: list.spec().key })
    }
}

/// The fields of a mark that an entry of its list has. Spans without a side are of the summary.
fn mark(object: &OrderedObject) -> Result<Value, EventError> {
    let mut entry = serde_json::Map::new();
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
    Ok(Value::Object(entry))
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
