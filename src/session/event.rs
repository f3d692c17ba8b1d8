//! An event, as in files and in the store: who did what, when, to which case.
//!
//! An [`Event`] is read out of a JSON object and written back with every field that it came with. Reading checks the
//! form alone; whether an event fits what was done before is the business of `check`. Fields are named as in files, and
//! the JSON Schema says what each is.

mod at;
mod read;
mod ruling;

use std::ops::Not;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::case::kind;

use crate::labels::{LabelValue, List, ListSpec, OverruleRule, Side, file};
use crate::report::{DECISIONS, Decision};

use super::event_error::EventError;
use super::object::OrderedObject;

pub use at::Moment;
pub use ruling::{CAUSES, Cause, GivenAnswer, Ruling, RulingValue, VERDICT, answers};

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

impl Serialize for UnitId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl UnitId {
    /// Reads `claims/2`.
    ///
    /// # Errors
    /// If there is no such list, or nothing behind the slash.
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum UnitReference {
    Id(UnitId),
    /// By an entry as label files have it.
    Entry(Value),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CommentTarget {
    Label(UnitId),
    /// Words of a text: an object with `article` and `summary`, or a list of spans.
    #[serde(untagged)]
    Spans(Value),
}

/// A change of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Regroup {
    Add,
    /// One unit becomes several.
    Split,
    /// Several units become one.
    Merge,
    /// Units in other words.
    Reword,
    /// Units that are no units of the list.
    Reject,
}

/// A label that changed because of a decision on another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideEffectEvent {
    pub label: UnitId,
    #[serde(serialize_with = "write_word")]
    pub was: Option<LabelValue>,
    #[serde(serialize_with = "write_word")]
    pub to: LabelValue,
}

/// The summary that was called the better one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Preferred {
    #[serde(rename = "prefer")]
    pub case: String,
    /// The cases of all summaries that were compared, the best first; empty where that was not given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What was done. It is written as its name, under `event`, and the fields that say more.
#[derive(Clone, Debug, PartialEq, Serialize, strum::IntoStaticStr)]
#[serde(tag = "event", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Act {
    /// A text was changed. What the engine proposes for it stays in the fields, as text: it may have many megabytes.
    Edit {
        #[serde(rename = "field")]
        side: Side,
        /// All of it, afterwards.
        text: String,
    },
    /// A label was given another word.
    Override {
        label: UnitId,
        #[serde(serialize_with = "write_word")]
        to: LabelValue,
    },
    /// A label was given back to the engine.
    Restore { label: UnitId },
    /// Words were marked as a unit of a list.
    Mark {
        list: List,
        /// The entry, as label files have it; its word may be left out.
        #[serde(flatten)]
        entry: Map<String, Value>,
    },
    /// A rule was put in force on the case, or dropped.
    Rule {
        rule: Arc<OverruleRule>,
        /// Whether the event takes it out of force.
        #[serde(skip_serializing_if = "Not::not")]
        dropped: bool,
    },
    Comment {
        text: String,
        /// About what; `None` is the case.
        #[serde(skip_serializing_if = "Option::is_none")]
        on: Option<CommentTarget>,
    },
    /// Labels were accepted as they were.
    Accept {
        /// Which; `None` is all of them.
        #[serde(skip_serializing_if = "Option::is_none")]
        labels: Option<Vec<UnitId>>,
        /// Those that were in focus long enough to be read.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        seen: Vec<UnitId>,
        /// Whether each was judged individually, elsewhere.
        #[serde(skip_serializing_if = "Not::not")]
        judged: bool,
    },
    Decide {
        verdict: Decision,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The case is to be looked at again.
    Flag,
    /// The case need not be looked at again.
    Unflag,
    /// A summary was found the better one.
    Prefer(Preferred),
    /// An event was undone.
    Undo {
        #[serde(serialize_with = "write_uuid")]
        of: Uuid,
    },
    /// An undone event was made again.
    Redo {
        /// Which: it, or what undid it.
        #[serde(serialize_with = "write_uuid")]
        of: Uuid,
    },
    /// The case was analysed again. What the engine proposes stays in the fields, as text.
    Reanalyse {
        #[serde(skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
    },
    /// The case was shown to its annotator; the fields name what was hidden.
    Seen,
    /// The annotator has judged the case blind, and was shown the engine's labels.
    Reveal,
    /// It was decided who is right where annotators differ.
    Adjudicate(Box<Ruling>),
    /// Units were added, split, merged, reworded or rejected.
    #[serde(untagged)]
    Units {
        #[serde(rename = "event")]
        how: Regroup,
        list: List,
        before: Vec<UnitReference>,
        /// The units that are there instead, as entries of label files.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        after: Vec<Value>,
    },
}

impl Act {
    pub fn rejecting(list: List, units: Vec<UnitId>) -> Act {
        let before = units.into_iter().map(UnitReference::Id).collect();
        Act::Units { how: Regroup::Reject, list, before, after: Vec::new() }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Act::Units { how, .. } => how.into(),
            other => other.into(),
        }
    }

    /// Whether it can be, on any case.
    pub(super) fn check(&self) -> Result<(), EventError> {
        match self {
            Act::Units { how, before, after, .. } => counted(*how, before.len(), after.len()),
            Act::Rule { rule, .. } => Ok(rule.check()?),
            Act::Comment { text, .. } if text.trim().is_empty() => Err(EventError::Comment),
            Act::Prefer(Preferred { case, order, .. })
                if order.first().is_some_and(|first| first != case) =>
            {
                Err(EventError::Order)
            }
            Act::Adjudicate(ruling) => ruling.check(),
            _ => Ok(()),
        }
    }

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

#[derive(Clone, Debug)]
pub struct Event {
    /// Its number in its session, from 1.
    pub seq: i64,
    pub uuid: Uuid,
    pub at: Moment,
    pub by: String,
    pub case: String,
    pub act: Act,
    /// What changed because of it.
    pub followed: Vec<SideEffectEvent>,
    /// Every other field, as it came.
    pub fields: OrderedObject,
}

impl Event {
    /// What events are ordered by.
    pub fn order(&self) -> (i64, Uuid) {
        (self.at.micros(), self.uuid)
    }

    /// The first event of its step, unless it is that itself.
    pub fn step(&self) -> Option<Uuid> {
        self.fields.string(STEP).ok().flatten()?.parse().ok()
    }

    /// The bulk step that it belongs to.
    pub fn bulk(&self) -> Option<String> {
        self.fields.string(BULK).ok().flatten()
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
        object.set("event", &self.act.name());
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
    /// Every other field, as it came.
    pub fields: OrderedObject,
}

impl EventDraft {
    pub fn new(case: &str, by: &str, act: Act) -> EventDraft {
        EventDraft {
            seq: None,
            uuid: None,
            at: None,
            by: Some(by.to_owned()),
            case: case.to_owned(),
            fields: OrderedObject::of(&act).without(&HEAD),
            act,
            followed: Vec::new(),
        }
    }

    /// What takes an event of an annotator back, or makes it again.
    pub fn turn(case: &str, by: &str, of: Uuid, back: bool) -> EventDraft {
        EventDraft::new(case, by, if back { Act::Undo { of } } else { Act::Redo { of } })
    }

    /// The same with another field.
    #[must_use]
    pub fn with(mut self, key: &str, value: &impl Serialize) -> EventDraft {
        self.fields.set(key, value);
        self
    }

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
        let uuid = object.string("uuid")?.map(|text| read::uuid("uuid", &text)).transpose()?;
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
        let name = read::needed("event", object.string("event")?, &EVENTS.join(", "))?;
        let act = read::act(&name, &object)?;
        act.check()?;
        let followed = if act.may_be_followed() { read::followed(&object)? } else { Vec::new() };
        Ok(EventDraft { seq, uuid, at, by, case, act, followed, fields: object.without(&HEAD) })
    }

    /// Whether its fields say what it is.
    pub(super) fn is_as_read(&self) -> bool {
        let mut object = self.fields.clone();
        object.set("case", &self.case);
        object.set("event", &self.act.name());
        let read = EventDraft::read(object);
        read.is_ok_and(|read| read.act == self.act && read.followed == self.followed)
    }

    /// The event, where nothing is left to be filled in.
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
            fields: self.fields,
        })
    }
}

/// Whether an annotator may have this name.
pub fn annotator(name: &str) -> Result<(), EventError> {
    match name.trim() {
        "" => Err(EventError::Nameless),
        ENGINE => Err(EventError::EngineName),
        // Tables and lines of output could not hold it.
        _ if name.contains(char::is_control) => Err(EventError::NameWithControl(name.to_owned())),
        _ => Ok(()),
    }
}

fn write_uuid<S: Serializer>(uuid: &Uuid, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(uuid)
}

fn write_word<S: Serializer>(
    word: &(impl Copy + Into<Option<LabelValue>>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    (*word).into().map(file::word_value).serialize(serializer)
}

/// The word of a list that a field holds.
pub fn word(spec: &'static ListSpec, key: &str, value: &Value) -> Result<LabelValue, EventError> {
    if spec.list == List::Extraneous && *value == Value::Bool(false) {
        return Ok(LabelValue::No);
    }
    Ok(file::word(spec, value, key)?)
}

fn verdicts() -> String {
    DECISIONS.map(Decision::as_str).join(", ")
}

fn verdict(text: &str) -> Result<Decision, EventError> {
    let known = DECISIONS.into_iter().find(|decision| decision.as_str() == text);
    known.ok_or_else(|| EventError::Value { key: "verdict", found: format!("{text:?}"), takes: verdicts() })
}

/// Whether that many units can become that many others.
fn counted(how: Regroup, before: usize, after: usize) -> Result<(), EventError> {
    let (fits, takes) = match how {
        Regroup::Add => (before == 0 && after > 0, "one unit or more in `after`, and none in `before`"),
        Regroup::Split => (before == 1 && after > 1, "one unit in `before`, and two or more in `after`"),
        Regroup::Merge => (before > 1 && after == 1, "two units or more in `before`, and one in `after`"),
        Regroup::Reword => {
            (before > 0 && before == after, "one unit or more in `before`, and as many in `after`")
        }
        Regroup::Reject => (before > 0 && after == 0, "one unit or more in `before`, and none in `after`"),
    };
    if fits { Ok(()) } else { Err(EventError::Count { event: how.into(), takes, before, after }) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::labels::RuleKind;

    fn unit(id: &str) -> UnitId {
        UnitId::read(id).unwrap()
    }

    fn rule(summary: &str) -> Arc<OverruleRule> {
        let (summary, article) = (summary.to_owned(), String::new());
        Arc::new(OverruleRule { kind: RuleKind::Ignored, summary, article, of: None })
    }

    fn ruling(given: &str) -> Act {
        Act::Adjudicate(Box::new(Ruling {
            list: Some(List::Claims),
            unit: Map::from_iter([("text".to_owned(), json!("It rained."))]),
            given: vec![GivenAnswer { by: given.to_owned(), answer: RulingValue::Nothing, left: true }],
            to: RulingValue::Label(LabelValue::Partial),
            cause: Some(Cause::Slip),
            note: Some("n".to_owned()),
        }))
    }

    #[test]
    fn the_name_of_an_annotator_stands_in_one_line_and_is_not_the_engines() {
        for name in ["ann", "Ann Lee", "Ørsted", "注釈者"] {
            assert!(annotator(name).is_ok(), "{name}");
        }
        for name in ["", "  ", "engine", "a\nb", "a\n", "a\tb", "\u{1b}[2Ja"] {
            assert!(annotator(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn acts_are_read_as_they_are_written() {
        let regroup = |how, before: &[&str], after: &[Value]| Act::Units {
            how,
            list: List::Claims,
            before: before.iter().map(|id| UnitReference::Id(unit(id))).collect(),
            after: after.to_vec(),
        };
        let new = json!({"text": "It rained."});
        let comment = |on| Act::Comment { text: "t".to_owned(), on };
        let (case, order) = ("a".to_owned(), vec!["a".to_owned(), "b".to_owned()]);
        let entry = Map::from_iter([("summary".to_owned(), json!([[0, 2]]))]);
        let all = [
            Act::Edit { side: Side::Summary, text: "t".to_owned() },
            Act::Override { label: unit("claims/1"), to: LabelValue::Partial },
            Act::Override { label: unit("facts/0"), to: LabelValue::Yes },
            Act::Restore { label: unit("claims/1") },
            regroup(Regroup::Add, &[], std::slice::from_ref(&new)),
            regroup(Regroup::Split, &["claims/0"], &[new.clone(), new.clone()]),
            regroup(Regroup::Merge, &["claims/0", "claims/1"], std::slice::from_ref(&new)),
            regroup(Regroup::Reword, &["claims/0"], &[new]),
            Act::rejecting(List::Claims, vec![unit("claims/0")]),
            Act::Mark { list: List::Extraneous, entry },
            Act::Rule { rule: rule("rain"), dropped: false },
            Act::Rule { rule: rule("rain"), dropped: true },
            comment(None),
            comment(Some(CommentTarget::Label(unit("claims/0")))),
            comment(Some(CommentTarget::Spans(json!({"summary": [[0, 2]]})))),
            Act::Accept { labels: None, seen: Vec::new(), judged: false },
            Act::Accept { labels: Some(vec![unit("claims/0")]), seen: vec![unit("claims/0")], judged: true },
            Act::Decide { verdict: Decision::Warn, reason: Some("r".to_owned()) },
            Act::Flag,
            Act::Unflag,
            Act::Prefer(Preferred { case, order, reason: None }),
            Act::Undo { of: Uuid::from_u128(7) },
            Act::Redo { of: Uuid::from_u128(7) },
            Act::Reanalyse { engine: Some("1".to_owned()) },
            Act::Seen,
            Act::Reveal,
            ruling("ann"),
        ];
        let names: std::collections::BTreeSet<&str> = all.iter().map(Act::name).collect();
        assert_eq!(names, EVENTS.into());
        for act in all {
            let written = OrderedObject::of(&act);
            assert_eq!(written.string("event").unwrap().as_deref(), Some(act.name()));
            let draft = EventDraft::new("x", "ann", act);
            assert!(draft.is_as_read(), "{draft:?}");
            assert!(draft.fields.keys().all(|key| !HEAD.contains(&key)), "{draft:?}");
        }
    }

    #[test]
    fn an_act_says_what_it_cannot_be() {
        let comment = Act::Comment { text: " ".to_owned(), on: None };
        assert!(matches!(comment.check(), Err(EventError::Comment)));
        let reject = Act::rejecting(List::Claims, Vec::new());
        let words = "`reject` takes one unit or more in `before`, and none in `after`; given are 0 in `before` and 0 in `after`";
        assert_eq!(reject.check().unwrap_err().to_string(), words);
        assert!(Act::Rule { rule: rule("..."), dropped: false }.check().is_err());
        let decided = |verdict: &str| {
            let line = json!({"case": "x", "event": "decide", "verdict": verdict}).to_string();
            OrderedObject::read(&line).and_then(EventDraft::read)
        };
        assert!(decided("WARN").is_ok() && decided("ERROR").is_err(), "no annotator gives that verdict");
        assert!(matches!(ruling(ENGINE).check(), Err(EventError::Within { key: "given", .. })));
    }
}
