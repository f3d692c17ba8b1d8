//! The columns that `--map` names, and which of them the records have.

use std::sync::{Arc, Mutex, PoisonError};

use super::foreign::member;
use super::raw::Object;

/// Fields and the columns from which they are read. Clones share which columns were found.
#[derive(Clone, Debug, Default)]
pub struct MappedColumns {
    columns: Vec<(&'static str, String)>,
    found: Arc<Mutex<Found>>,
}

#[derive(Debug, Default)]
struct Found {
    /// Number of objects in which the columns were looked for.
    objects: usize,
    /// The columns that some object has.
    columns: Vec<String>,
}

impl MappedColumns {
    /// Reads a field from a column, and from no other.
    pub fn set(&mut self, field: &'static str, column: &str) {
        self.columns.retain(|(known, _)| *known != field);
        self.columns.push((field, column.to_owned()));
    }

    /// Returns the column of a field.
    pub fn get(&self, field: &str) -> Option<&str> {
        self.columns.iter().find(|(known, _)| *known == field).map(|(_, column)| column.as_str())
    }

    /// Returns the number of fields that are read from a column.
    pub fn count(&self, column: &str) -> usize {
        self.columns.iter().filter(|(_, known)| known == column).count()
    }

    /// Notes which of the columns an object has.
    pub fn look(&self, object: &Object) {
        if self.columns.is_empty() {
            return;
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.objects += 1;
        for (_, column) in &self.columns {
            if !found.columns.contains(column) && member(object, column).is_some() {
                found.columns.push(column.clone());
            }
        }
    }

    /// Returns the fields whose column none of the objects has, each as `FIELD=COLUMN`; none if there was no
    /// object.
    pub fn absent(&self) -> Vec<String> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let is_absent = |(_, column): &&(_, String)| found.objects > 0 && !found.columns.contains(column);
        self.columns.iter().filter(is_absent).map(|(field, column)| format!("{field}={column}")).collect()
    }
}

/// What was found does not affect how fields are found, so it does not count as a difference.
impl PartialEq for MappedColumns {
    fn eq(&self, other: &MappedColumns) -> bool {
        self.columns == other.columns
    }
}

impl Eq for MappedColumns {}
