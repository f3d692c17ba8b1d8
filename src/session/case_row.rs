//! A case as stored in a session: the imported text, its origin, and the engine's proposals.

use std::sync::Arc;

use crate::case::{Case, CaseError, Fields, FileLocation, Record};
use crate::report::json::{escaped, line};

use super::event_error::EventError;
use super::object::{OrderedObject, compact, one_line};

#[derive(Clone, Debug)]
pub struct CaseRow {
    /// Position in the queue, from 0; `None` means after all others.
    pub place: Option<i64>,
    pub id: String,
    /// The case as imported: JSON on one line.
    pub text: String,
    /// Origin, as JSON: `file`, `line`, and the field mapping `map` used for reading, if any.
    pub origin: String,
    /// Version of the engine, and its proposals as the JSON of a labels wrapper; `None` until they are
    /// made.
    pub proposed: Option<(String, String)>,
    /// Annotators who are to judge it; empty means everybody.
    pub assigned: Vec<String>,
    /// Unknown fields of its line.
    pub rest: OrderedObject,
}

impl CaseRow {
    /// Returns the cases of a record, each with its row. A table row or a pair of texts is converted to
    /// JSON.
    ///
    /// # Errors
    /// If the record contains no case: what is wrong, and where.
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

    /// Creates a row from the id, the text and the origin of a case.
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

    /// Replaces the labels of the case by labels given separately.
    pub fn give_labels(&mut self, labels: &serde_json::Value) {
        if let Ok(mut case) = OrderedObject::read(&self.text) {
            case.set("labels", labels);
            self.text = case.to_text();
        }
    }

    /// Removes and returns the labels of the case, if they must not be shown with it.
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

    /// Returns the origin.
    pub fn place_of_origin(&self) -> FileLocation {
        let origin = self.origin();
        let file = origin.string("file").ok().flatten().unwrap_or_else(|| "an unknown file".to_owned());
        let line = origin.get("line").and_then(|line| line.as_u64()).unwrap_or(1);
        FileLocation::new(&Arc::from(file), usize::try_from(line).unwrap_or(1))
    }

    /// Returns the origin for display: `file:line`.
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
            // A case without an id gets the id of the row.
            None if cases.len() == 1 => Ok(Case { id: self.id.clone(), ..cases.swap_remove(0) }),
            None => Err(EventError::OtherCases(self.id.clone())),
        }
    }

    /// Returns whether two rows contain the same case, ignoring spacing and escapes in the JSON.
    pub fn same_case(&self, other: &CaseRow) -> bool {
        self.text == other.text || compact(&escaped(&self.text)) == compact(&escaped(&other.text))
    }
}
