//! An adjudicator's ruling on a disagreement between annotators.
//!
//! A ruling is self-contained: it has the unit's words and spans and each annotator's answer. It changes
//! no label of the session; the gold set is built from rulings and from the answers that annotators agree
//! on.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::labels::file::word_value;
use crate::labels::{LISTS, LabelValue, List};
use crate::report::Decision;

use super::super::event_error::{EventError, needed};
use super::super::object::OrderedObject;
use super::{annotator, verdict, word};

/// Why annotators disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The guideline is silent or ambiguous.
    Guideline,
    /// An annotator overlooked something or pressed the wrong key.
    Slip,
    /// The engine's proposal is wrong, and an annotator accepted it.
    Engine,
    /// It cannot be decided which answer is right.
    Open,
}

#[derive(Debug)]
pub struct CauseSpec {
    pub cause: Cause,
    pub key: &'static str,
    /// The key that selects it.
    pub letter: char,
    pub title: &'static str,
    /// Description of its meaning.
    pub about: &'static str,
}

pub const CAUSES: [CauseSpec; 4] = [
    CauseSpec {
        cause: Cause::Guideline,
        key: "guideline_unclear",
        letter: 'g',
        title: "guideline unclear",
        about: "the guideline does not say it, or can be read in two ways",
    },
    CauseSpec {
        cause: Cause::Slip,
        key: "slip",
        letter: 's',
        title: "slip",
        about: "something was overlooked, or a key mistaken",
    },
    CauseSpec {
        cause: Cause::Engine,
        key: "engine_wrong",
        letter: 'e',
        title: "engine wrong",
        about: "the engine proposed what is wrong, and it was taken over",
    },
    CauseSpec {
        cause: Cause::Open,
        key: "genuinely_open",
        letter: 'o',
        title: "genuinely open",
        about: "both can be defended: one label had to be taken",
    },
];

impl Cause {
    pub fn spec(self) -> &'static CauseSpec {
        &CAUSES[self as usize]
    }

    pub fn read(text: &str) -> Result<Cause, EventError> {
        let found = CAUSES.iter().find(|spec| spec.key == text).map(|spec| spec.cause);
        found.ok_or_else(|| {
            let keys: Vec<&str> = CAUSES.iter().map(|spec| spec.key).collect();
            EventError::Value { key: "cause", found: format!("{text:?}"), takes: keys.join(", ") }
        })
    }
}

/// An answer on a unit or a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RulingValue {
    Label(LabelValue),
    Verdict(Decision),
    /// The unit does not exist: the claim or finding does not count.
    Nothing,
}

impl RulingValue {
    /// Converts to the value used in files; `Nothing` is `null`.
    pub fn to_value(self) -> Value {
        match self {
            RulingValue::Label(value) => word_value(value),
            RulingValue::Verdict(decision) => Value::from(decision.as_str()),
            RulingValue::Nothing => Value::Null,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenAnswer {
    pub by: String,
    pub answer: RulingValue,
    /// Whether the annotator left the engine's proposal unchanged, without a decision of their own.
    pub left: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// The list of the unit; `None` for the verdict on the case.
    pub list: Option<List>,
    /// The unit as an entry of a labels file: text, kind and spans. Empty for a verdict.
    pub unit: Map<String, Value>,
    /// Each annotator's answer.
    pub given: Vec<GivenAnswer>,
    pub to: RulingValue,
    /// Why the annotators disagree.
    pub cause: Option<Cause>,
    /// The adjudicator's note.
    pub note: Option<String>,
}

pub const VERDICT: &str = "verdict";
/// Fields that identify a unit: their names in an entry and in an event. They differ for `kind`, which is
/// the kind of line in an event.
const UNIT: [(&str, &str); 4] =
    [("text", "text"), ("kind", "unit_kind"), ("summary", "summary"), ("article", "article")];

impl Ruling {
    /// Reads a ruling from the fields of an event.
    pub(super) fn read(object: &OrderedObject) -> Result<Ruling, EventError> {
        let named = needed("list", object.string("list")?, "the name of a list, or \"verdict\"")?;
        let list = match named.as_str() {
            VERDICT => None,
            key => Some(super::list(key)?),
        };
        let mut unit = Map::new();
        for (key, field) in UNIT.iter().filter(|_| list.is_some()) {
            unit.extend(object.get(field).map(|value| ((*key).to_owned(), value)));
        }
        needed("to", object.has("to").then_some(()), "a label, or null where there is no such unit")?;
        let answer = |key: &str, value: Option<Value>| answer(list, key, value);
        let given = |item: &Value| {
            let by = item.get("by").and_then(Value::as_str).ok_or(EventError::GivenBy)?.to_owned();
            let label = item.get("label").cloned().filter(|label| !label.is_null());
            let left = item.get("left").and_then(Value::as_bool).unwrap_or_default();
            Ok(GivenAnswer { by, answer: answer("label", label)?, left })
        };
        let given = object.array("given")?.iter().map(given).collect::<Result<_, _>>();
        let given = given.map_err(|why: EventError| why.within("given"))?;
        let to = answer("to", object.get("to"))?;
        let cause = object.string("cause")?.map(|text| Cause::read(&text)).transpose()?;
        let note = object.string("note")?.filter(|note| !note.trim().is_empty());
        Ok(Ruling { list, unit, given, to, cause, note })
    }

    /// Checks that the ruling is valid, independently of the case.
    pub(super) fn check(&self) -> Result<(), EventError> {
        match self.list {
            Some(list) => identified(list, &self.unit)?,
            None if self.to == RulingValue::Nothing => return Err(EventError::NoVerdict),
            None => {}
        }
        self.given.iter().try_for_each(|given| annotator(&given.by)).map_err(|why| why.within("given"))
    }

    pub fn fields(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        let mut put = |key: &str, value: Value| drop(fields.insert(key.to_owned(), value));
        put("list", json!(self.list.map_or(VERDICT, |list| list.spec().key)));
        for (key, field) in UNIT {
            self.unit.get(key).into_iter().for_each(|value| put(field, value.clone()));
        }
        let given = self.given.iter().map(|given| {
            let mut one = json!({"by": given.by, "label": given.answer.to_value()});
            if given.left {
                one["left"] = json!(true);
            }
            one
        });
        put("given", given.collect());
        put("to", self.to.to_value());
        self.cause.into_iter().for_each(|cause| put("cause", json!(cause.spec().key)));
        self.note.iter().for_each(|note| put("note", json!(note)));
        fields
    }

    pub fn text(&self) -> &str {
        self.unit.get("text").and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns whether two rulings are about the same unit.
    pub fn same_unit(&self, other: &Ruling) -> bool {
        // The kind of a finding is part of the answer, not of the unit's identity.
        let same = |key: &str| key == "kind" || self.unit.get(key) == other.unit.get(key);
        self.list == other.list && UNIT.iter().all(|(key, _)| same(key))
    }
}

impl Serialize for Ruling {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields().serialize(serializer)
    }
}

/// Checks that a unit can be identified.
fn identified(list: List, unit: &Map<String, Value>) -> Result<(), EventError> {
    let text = unit.get("text").map(|text| text.as_str().ok_or(EventError::UnitText)).transpose()?;
    let spans = |key: &str| unit.get(key).and_then(Value::as_array).is_some_and(|spans| !spans.is_empty());
    if text.is_none_or(str::is_empty) && !spans("summary") && !spans("article") {
        return Err(EventError::NoUnit);
    }
    let kinds = list.spec().kinds;
    match unit.get("kind") {
        Some(kind) if !kinds.iter().any(|known| Some(*known) == kind.as_str()) => Err(EventError::Kind {
            found: kind.clone(),
            list: list.spec().key,
            takes: if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") },
        }),
        _ => Ok(()),
    }
}

fn answer(list: Option<List>, key: &str, value: Option<Value>) -> Result<RulingValue, EventError> {
    match (value, list) {
        (None, _) => Ok(RulingValue::Nothing),
        (Some(value), Some(list)) => {
            let value = word(list.spec(), key, &value)?;
            // On a finding, "no" means that it was rejected.
            let none = value == LabelValue::No && list.is_finding();
            Ok(if none { RulingValue::Nothing } else { RulingValue::Label(value) })
        }
        (Some(Value::String(text)), None) => Ok(RulingValue::Verdict(verdict(&text)?)),
        (Some(other), None) => Err(EventError::of_type(key, &other, "not a verdict")),
    }
}

/// Returns the possible answers for a list, in the rubric's order.
pub fn answers(list: Option<List>) -> Vec<RulingValue> {
    match list {
        None => crate::report::DECISIONS.map(RulingValue::Verdict).to_vec(),
        Some(list) => LISTS[list as usize].words.iter().map(|word| RulingValue::Label(*word)).collect(),
    }
}
