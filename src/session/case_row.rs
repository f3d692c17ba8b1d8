//! A case as a session holds it: the text that was imported, where it came from, and what the engine proposed.

use std::sync::Arc;

use crate::case::{Case, CaseError, Fields, FileLocation, Record};
use crate::report::json::{escaped, line};

use super::event_error::EventError;
use super::object::{OrderedObject, compact, one_line};

#[derive(Clone, Debug)]
pub struct CaseRow {
    /// Its place in the queue, from 0; `None` is behind the others.
    pub place: Option<i64>,
    pub id: String,
    /// The case as imported: JSON on one line.
    pub text: String,
    /// Where it came from, as JSON: `file`, `line`, and the `map` of fields that it was read by, if any.
    pub origin: String,
    /// The version of the engine that proposed, and the labels wrapper as JSON; `None` until that is done.
    pub proposed: Option<(String, String)>,
    /// Who is to judge it; nobody named is everybody.
    pub assigned: Vec<String>,
    /// Fields of its line that this program does not know.
    pub rest: OrderedObject,
}

impl CaseRow {
    /// The cases of a record, each with its row. A row of a table and a pair of texts become JSON.
    ///
    /// # Errors
    /// If the record holds no case: what is wrong, and where.
    pub fn of(record: Record, fields: &Fields, map: &[String]) -> Result<Vec<(CaseRow, Case)>, CaseError> {
        let (place, text) = (record.place.clone(), record.text());
        let mut origin = OrderedObject::default();
        origin.set("file", &&*place.file);
        origin.set("line", &place.line);
        if !map.is_empty() && text.is_some() {
            origin.set("map", &map);
        }
        let found = record.cases(fields)?;
        let row = |case: Case| {
            let text = text.as_deref().map_or_else(|| line(&case), one_line);
            (CaseRow::stored(case.id.clone(), text, origin.to_text()), case)
        };
        Ok(found.cases.into_iter().map(row).collect())
    }

    /// A case as a session stores it: its id, its text, and where it came from.
    pub(crate) fn stored(id: String, text: String, origin: String) -> CaseRow {
        CaseRow {
            place: None,
            id,
            text,
            origin,
            proposed: None,
            assigned: Vec::new(),
            rest: OrderedObject::default(),
        }
    }

    /// Puts labels that were given apart in place of its own.
    pub fn give_labels(&mut self, labels: &serde_json::Value) {
        if let Ok(mut case) = OrderedObject::read(&self.text) {
            case.set("labels", labels);
            self.text = case.to_text();
        }
    }

    /// Takes its own labels out, where it has some that nobody is to see with it.
    pub fn take_labels(&mut self) -> Option<serde_json::Value> {
        let mut case = OrderedObject::read(&self.text).ok()?;
        let labels = case.get("labels")?;
        case.remove("labels");
        self.text = case.to_text();
        Some(labels)
    }

    fn origin(&self) -> OrderedObject {
        OrderedObject::reread(self.origin.clone()).unwrap_or_default()
    }

    /// Where it came from.
    pub fn place_of_origin(&self) -> FileLocation {
        let origin = self.origin();
        let file = origin.string("file").ok().flatten().unwrap_or_else(|| "an unknown file".to_owned());
        let line = origin.get("line").and_then(|line| line.as_u64()).unwrap_or(1);
        FileLocation::new(&Arc::from(file), usize::try_from(line).unwrap_or(1))
    }

    /// Where it came from, as people name it: `file:line`.
    pub fn origin_words(&self) -> String {
        self.place_of_origin().id()
    }

    pub fn read(&self) -> Result<Case, EventError> {
        let mut fields = Fields::default();
        let map = self.origin().get("map");
        for spec in map.iter().filter_map(|map| map.as_array()).flatten().filter_map(|spec| spec.as_str()) {
            fields.map(spec)?;
        }
        let mut cases = Record::at(self.place_of_origin(), &self.text).cases(&fields)?.cases;
        let at = cases.iter().position(|case| case.id == self.id);
        match at {
            Some(at) => Ok(cases.swap_remove(at)),
            // A case without a name of its own has that of its place.
            None if cases.len() == 1 => Ok(Case { id: self.id.clone(), ..cases.swap_remove(0) }),
            None => Err(EventError::OtherCases(self.id.clone())),
        }
    }

    /// Whether two rows hold the same case, however it is spaced, and whether or not an export escaped it.
    pub fn same_case(&self, other: &CaseRow) -> bool {
        self.text == other.text || compact(&escaped(&self.text)) == compact(&escaped(&other.text))
    }
}
