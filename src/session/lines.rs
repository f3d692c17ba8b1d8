//! The lines of an export: the session, its cases, its events.

use serde_json::{Map, Value, json};

use super::case_row::CaseRow;
use super::event::{Event, EventDraft, Moment};
use super::event_error::EventError;
use super::object::{OrderedObject, one_line};

/// The name of the format.
pub const SCHEMA: &str = "lockbench.session/1";
/// The kinds of lines.
const KINDS: &str = "session, case and event";

#[derive(Debug)]
pub enum Line {
    /// The first line: when the session was made, its rubric and readings.
    Session(OrderedObject),
    Case(Box<CaseRow>),
    Event(Box<Event>),
}

/// Returns the first line of a new session.
pub fn session(now: Moment, rubric: &str, readings: &Map<String, Value>) -> OrderedObject {
    let mut line = OrderedObject::default();
    line.set("kind", &"session");
    line.set("schema", &SCHEMA);
    line.set("created", &now.as_str());
    line.set("rubric", &rubric);
    line.set("readings", readings);
    line
}

/// Key of the rubric file that a session was made with, so that its rubric is scored in the same way
/// wherever it is opened.
pub(super) const RUBRIC_FILE: &str = "rubric_file";

/// Stores the rubric file of a session: the slug of its rubric, and its text.
pub fn set_rubric_file(line: &mut OrderedObject, rubric: &str, text: &str) {
    line.set(RUBRIC_FILE, &json!({"rubric": rubric, "text": text}));
}

/// Returns the rubric file of a session, if any: the slug of its rubric, and its text.
pub fn rubric_file(line: &OrderedObject) -> Option<(String, String)> {
    let file = line.get(RUBRIC_FILE)?;
    let of = |key| Some(file.get(key)?.as_str()?.to_owned());
    Some((of("rubric")?, of("text")?))
}

/// Returns the line of a case with this index in the queue.
pub fn case(index: usize, row: &CaseRow) -> OrderedObject {
    let mut line = OrderedObject::default();
    line.set("kind", &"case");
    line.set("index", &index);
    line.set("id", &row.id);
    // Both were valid JSON when they were stored.
    line.set_text("case", &row.text).ok();
    line.set_text("from", &row.origin).ok();
    if let Some((engine, proposals)) = &row.proposed {
        line.set("engine", engine);
        line.set_text("proposals", proposals).ok();
    }
    if !row.assigned.is_empty() {
        line.set("assigned", &row.assigned);
    }
    line.extend(row.rest.clone());
    line
}

/// Returns whether a text begins an export.
pub fn begins_export(text: &str) -> bool {
    OrderedObject::read(text).is_ok_and(|object| object.get("kind") == Some(Value::from("session")))
}

/// Returns whether a text is a later line of an export: a case or an event.
pub fn continues_export(text: &str) -> bool {
    let is_later = |object: &OrderedObject| {
        let kind = object.get("kind");
        object.get("case").is_some() && kind.is_some_and(|kind| kind == "case" || kind == "event")
    };
    OrderedObject::read(text).is_ok_and(|object| is_later(&object))
}

pub fn read(text: &str) -> Result<Line, EventError> {
    let text = one_line(text);
    let object = OrderedObject::raw(&text)?;
    match object.string("kind")?.as_deref() {
        Some("session") => match object.string("schema")?.as_deref() {
            Some(SCHEMA) => Ok(Line::Session(object)),
            Some(other) => Err(EventError::Format { found: other.to_owned(), reads: SCHEMA }),
            None => Err(EventError::NoFormat(SCHEMA)),
        },
        Some("case") => read_case(object).map(|row| Line::Case(Box::new(row))),
        Some("event") => {
            let event = EventDraft::read(OrderedObject::read(&text)?)?.complete()?;
            super::event::annotator(&event.by)?;
            Ok(Line::Event(Box::new(event)))
        }
        Some(other) => {
            Err(EventError::Value { key: "kind", found: format!("{other:?}"), takes: KINDS.to_owned() })
        }
        None => Err(EventError::Missing { key: "kind".to_owned(), takes: KINDS.to_owned() }),
    }
}

fn read_case(object: OrderedObject) -> Result<CaseRow, EventError> {
    let id = match object.get("id") {
        Some(Value::String(id)) => id,
        Some(Value::Number(_)) => object.text("id").unwrap_or_default().to_owned(),
        _ => return Err(EventError::NoId),
    };
    let part = |key: &'static str| match (object.text(key), object.get(key)) {
        (None, _) => Ok(None),
        (Some(text), _) if text.starts_with('{') => Ok(Some(text.to_owned())),
        (_, Some(other)) => Err(EventError::of_type(key, &other, "not an object")),
        (_, None) => Err(EventError::NotAnObject(key)),
    };
    let engine = object.string("engine")?;
    let proposals = part("proposals")?;
    let assigned = match object.get("assigned") {
        None => Vec::new(),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(other) => return Err(EventError::of_type("assigned", &other, "not a list of names")),
    };
    let row = CaseRow {
        place: object.get("index").and_then(|index| index.as_i64()).filter(|index| *index >= 0),
        id,
        text: part("case")?.ok_or(EventError::Incomplete("case"))?,
        origin: part("from")?.unwrap_or_else(|| "{}".to_owned()),
        proposed: proposals.map(|proposals| (engine.unwrap_or_default(), proposals)),
        assigned,
        rest: object.without(&["kind", "index", "id", "case", "from", "engine", "proposals", "assigned"]),
    };
    row.read()?;
    Ok(row)
}
