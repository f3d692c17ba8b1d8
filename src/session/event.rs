//! An event, as in files and in the store: who did what to which case, and when.
//!
//! An [`Event`] is read from a JSON object and written back with every field it came with. Reading checks
//! only the form; `check` decides whether an event fits the previous ones. Fields are named as in files,
//! and the JSON Schema documents them.

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

use super::event_error::{EventError, needed};
use super::object::OrderedObject;

pub use at::Moment;
pub use ruling::{CAUSES, Cause, GivenAnswer, Ruling, RulingValue, VERDICT, answers};

/// Annotator name of the engine's labels; no annotator may use it.
pub const ENGINE: &str = "engine";

/// Fields that every event has; all other fields depend on its kind.
pub const HEAD: [&str; 7] = ["kind", "seq", "uuid", "at", "by", "case", "event"];

/// Field with the UUID of the first event of the same step.
pub const STEP: &str = "step";

/// Field with the name of the bulk step, for an event that was made for many cases at once.
pub const BULK: &str = "bulk";

/// The id of a unit in a list, which never changes: its index among the proposals, or a name given by the
/// event that made it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitId {
    pub list: List,
    /// The part after the slash: `2` in `claims/2`.
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
    /// Whether it is a unit of the engine's, whose ids are numbers, and none that an event made.
    pub fn is_numbered(&self) -> bool {
        self.name.parse::<usize>().is_ok()
    }

    /// Parses `claims/2`.
    ///
    /// # Errors
    /// If there is no such list, or nothing after the slash.
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

/// An event's reference to a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum UnitReference {
    Id(UnitId),
    /// An entry in the format of label files.
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

/// A kind of change that replaces units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Regroup {
    Add,
    /// One unit is split into several.
    Split,
    /// Several units are merged into one.
    Merge,
    /// A unit is worded differently.
    Reword,
    /// Units are rejected, since they are not units of the list.
    Reject,
}

/// A label that changed as a consequence of a decision on another label.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideEffectEvent {
    pub label: UnitId,
    #[serde(serialize_with = "write_word")]
    pub was: Option<LabelValue>,
    #[serde(serialize_with = "write_word")]
    pub to: LabelValue,
}

/// The summary chosen as the better one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Preferred {
    #[serde(rename = "prefer")]
    pub case: String,
    /// The cases of all compared summaries, best first; empty if not given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The action of an event, written as its name under `event` and additional fields.
#[derive(Clone, Debug, PartialEq, Serialize, strum::IntoStaticStr)]
#[serde(tag = "event", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Act {
    /// A text was edited. The engine's proposals for it remain text in the fields, since they may have
    /// many megabytes.
    Edit {
        #[serde(rename = "field")]
        side: Side,
        /// The complete new text.
        text: String,
    },
    /// A label was given another value.
    Override {
        label: UnitId,
        #[serde(serialize_with = "write_word")]
        to: LabelValue,
    },
    /// A label was returned to the engine.
    Restore { label: UnitId },
    /// Words were marked as a unit of a list.
    Mark {
        list: List,
        /// The entry in the format of label files; its label value is optional.
        #[serde(flatten)]
        entry: Map<String, Value>,
    },
    /// A rule was put into force on the case, or dropped.
    Rule {
        rule: Arc<OverruleRule>,
        /// Whether the rule was dropped.
        #[serde(skip_serializing_if = "Not::not")]
        dropped: bool,
    },
    Comment {
        text: String,
        /// The target; `None` for the case.
        #[serde(skip_serializing_if = "Option::is_none")]
        on: Option<CommentTarget>,
    },
    /// Labels were accepted unchanged.
    Accept {
        /// The accepted labels; `None` for all.
        #[serde(skip_serializing_if = "Option::is_none")]
        labels: Option<Vec<UnitId>>,
        /// The labels that were in focus long enough to be read.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        seen: Vec<UnitId>,
        /// Whether each label was judged individually in another program.
        #[serde(skip_serializing_if = "Not::not")]
        judged: bool,
    },
    Decide {
        verdict: Decision,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The case was flagged for another look.
    Flag,
    /// The flag was removed.
    Unflag,
    /// A summary was chosen as the better one.
    Prefer(Preferred),
    /// An event was undone.
    Undo {
        #[serde(serialize_with = "write_uuid")]
        of: Uuid,
    },
    /// An undone event was redone.
    Redo {
        /// The undone event, or the undo.
        #[serde(serialize_with = "write_uuid")]
        of: Uuid,
    },
    /// The case was analysed again. The engine's proposals remain text in the fields.
    Reanalyse {
        #[serde(skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
    },
    /// The case was shown to its annotator; the fields name what was hidden.
    Seen,
    /// The annotator judged the case blind and was then shown the engine's labels.
    Reveal,
    /// An adjudicator ruled on a disagreement between annotators.
    Adjudicate(Box<Ruling>),
    /// Units were added, split, merged, reworded or rejected.
    #[serde(untagged)]
    Units {
        #[serde(rename = "event")]
        how: Regroup,
        list: List,
        before: Vec<UnitReference>,
        /// The new units, as entries of label files.
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

    /// Checks that the action is valid, independently of the case.
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

    /// Returns whether other labels may change as a consequence.
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

/// Names of events in files.
pub const EVENTS: [&str; 22] = [
    "edit", "override", "restore", "add", "split", "merge", "reword", "reject", "mark", "rule", "comment",
    "accept", "decide", "flag", "unflag", "prefer", "undo", "redo", "reanalyse", "seen", "reveal",
    "adjudicate",
];

#[derive(Clone, Debug)]
pub struct Event {
    /// Number in its session, from 1.
    pub seq: i64,
    pub uuid: Uuid,
    pub at: Moment,
    pub by: String,
    pub case: String,
    pub act: Act,
    /// Labels that changed as a consequence.
    pub followed: Vec<SideEffectEvent>,
    /// All other fields, unchanged.
    pub fields: OrderedObject,
}

impl Event {
    /// Returns the sort key of events.
    pub fn order(&self) -> (i64, Uuid) {
        (self.at.micros(), self.uuid)
    }

    /// Returns the first event of its step; `None` if it is the first itself.
    pub fn step(&self) -> Option<Uuid> {
        self.fields.string(STEP).ok().flatten()?.parse().ok()
    }

    /// Returns the bulk step that it belongs to.
    pub fn bulk(&self) -> Option<String> {
        self.fields.string(BULK).ok().flatten()
    }

    /// Converts the event to a line of an export.
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

    /// Returns whether two events are equal apart from their numbers.
    pub fn same(&self, other: &Event) -> bool {
        let content = |event: &Event| Event { seq: 0, ..event.clone() }.to_object().to_text();
        content(self) == content(other)
    }
}

/// An event whose number, UUID, time and annotator may be missing.
#[derive(Clone, Debug)]
pub struct EventDraft {
    pub seq: Option<i64>,
    pub uuid: Option<Uuid>,
    pub at: Option<Moment>,
    pub by: Option<String>,
    pub case: String,
    pub act: Act,
    /// Labels that changed as a consequence.
    pub followed: Vec<SideEffectEvent>,
    /// All other fields, unchanged.
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

    /// Creates the event that undoes (`back`) or redoes an annotator's event.
    pub fn turn(case: &str, by: &str, of: Uuid, back: bool) -> EventDraft {
        EventDraft::new(case, by, if back { Act::Undo { of } } else { Act::Redo { of } })
    }

    /// Adds a field.
    #[must_use]
    pub fn with(mut self, key: &str, value: &impl Serialize) -> EventDraft {
        self.fields.set(key, value);
        self
    }

    /// Reads an event; missing fields are allowed if they can be filled in.
    ///
    /// # Errors
    /// A sentence that names the field and its valid values.
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
            // Its digits, since an id is compared as it is written.
            Some(Value::Number(_)) => object.text("case").unwrap_or_default().to_owned(),
            Some(other) => return Err(EventError::of_type("case", &other, "not the id of a case")),
            None => return Err(EventError::NoCase),
        };
        let name = needed("event", object.string("event")?, &EVENTS.join(", "))?;
        let act = read::act(&name, &object)?;
        act.check()?;
        let followed = if act.may_be_followed() { read::followed(&object)? } else { Vec::new() };
        Ok(EventDraft { seq, uuid, at, by, case, act, followed, fields: object.without(&HEAD) })
    }

    /// Returns whether its fields agree with its action.
    pub(super) fn is_as_read(&self) -> bool {
        let mut object = self.fields.clone();
        object.set("case", &self.case);
        object.set("event", &self.act.name());
        let read = EventDraft::read(object);
        read.is_ok_and(|read| read.act == self.act && read.followed == self.followed)
    }

    /// Returns the event, if nothing is missing.
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

/// Checks that a name is valid for an annotator.
pub fn annotator(name: &str) -> Result<(), EventError> {
    match name.trim() {
        "" => Err(EventError::Nameless),
        ENGINE => Err(EventError::EngineName),
        // It could not be written in tables and lines of output.
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

/// Reads a field as a label value of a list.
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

/// Checks the numbers of units before and after a change.
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
    fn a_case_that_is_a_number_keeps_its_digits() {
        for id in ["7", "1E5", "-0", "1.0", "123456789012345678901234567890"] {
            let line = format!("{{\"case\": {id}, \"event\": \"flag\"}}");
            let draft = OrderedObject::read(&line).and_then(EventDraft::read).unwrap();
            assert_eq!(draft.case, id);
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
