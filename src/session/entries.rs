//! Reads what events state about units: the entry of a mark, the id of a new unit.

use serde_json::{Map, Value};
use uuid::Uuid;

use crate::case::Texts;
use crate::labels::{Label, LabelValue, List};

use super::event::{Event, UnitId};
use super::units::{read_entries, usual_word};

/// Returns the unit that an event describes by text and spans, for events whose unit id no longer exists.
pub(super) fn described(event: &Event, id: &UnitId, by: &str, texts: Texts) -> Option<Label> {
    let of = event.fields.string("label").ok().flatten()?;
    let mut entry = Map::new();
    for key in ["text", "summary", "article"] {
        entry.extend(event.fields.get(key).map(|value| (key.to_owned(), value)));
    }
    entry.insert("label".to_owned(), Value::from(LabelValue::Supported.as_str()));
    // Read as a claim, since a unit of any list has a text and spans.
    let labels = read_entries(List::Claims, &[Value::Object(entry)], by, texts).ok()?;
    labels.into_iter().next().filter(|_| of == id.to_string())
}

/// Returns the id of a unit created by an event: the one given, or one derived from the event's UUID.
pub(super) fn made_id(list: List, entry: &Value, event: Uuid, at: usize, of: usize) -> UnitId {
    let own = entry.get("id").and_then(Value::as_str).and_then(|id| UnitId::read(id).ok());
    own.filter(|id| id.list == list).unwrap_or_else(|| {
        let name = if of == 1 { event.to_string() } else { format!("{event}.{at}") };
        UnitId { list, name }
    })
}

pub(super) fn marked(list: List, entry: &Map<String, Value>, texts: Texts) -> Value {
    let mut entry = entry.clone();
    let (field, word) = (list.spec().field, usual_word(list));
    if !field.is_empty() && !entry.contains_key(field) {
        let word = entry.get("to").cloned().unwrap_or_else(|| crate::labels::file::word_value(word));
        entry.insert(field.to_owned(), word);
    }
    let key = if matches!(list, List::CoverageQags | List::ClaimQags) { "question" } else { "text" };
    if list != List::Extraneous && !entry.contains_key(key) {
        let first = |key: &str| entry.get(key)?.get(0)?.get("text")?.as_str().map(str::to_owned);
        let words = first("summary").or_else(|| first("article")).or_else(|| {
            // A span may be given by its offsets only.
            let probe = Value::Object(entry.clone());
            let label = read_entries(list, &[probe], "", texts).ok()?.pop()?;
            let of =
                |text: &str, spans: &[crate::text::Span]| Some(text.get(spans.first()?.range())?.to_owned());
            of(texts.summary, &label.summary).or_else(|| of(texts.article, &label.article))
        });
        entry.extend(words.map(|words| (key.to_owned(), Value::from(words))));
    }
    Value::Object(entry)
}
