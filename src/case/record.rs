//! One record of a file: bytes until somebody looks into them.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::fields::{Fields, kind};
use super::json::{JsonError, parse, place_of};
use super::{Case, Place, Problem};

/// A record and where it begins.
#[derive(Debug)]
pub struct Record {
    /// Where.
    pub place: Place,
    /// The name of the case, where the record gives none.
    pub(super) id: Option<String>,
    pub(super) body: Body,
}

/// What a record holds.
#[derive(Debug)]
pub(super) enum Body {
    /// A JSON object, on one line or on many.
    Json(Vec<u8>),
    /// A JSON value that was parsed on the way, out of a list.
    Value(Value),
    /// A row of a table, and the names of its columns.
    Row(Arc<[String]>, csv::ByteRecord),
    /// Two texts.
    Pair { article: String, summary: String },
    /// Nothing that can be read: why, and at which column.
    Bad(String, usize),
}

/// What a record turned out to hold.
#[derive(Debug, Default)]
pub struct Found {
    /// Its cases; more than one where summaries are named by model.
    pub cases: Vec<Case>,
    /// Field of a case and the name under which it was found.
    pub from: Vec<(&'static str, String)>,
}

impl Record {
    /// One JSON object that is at hand; `id` is the case's where it names none.
    pub fn json(name: &str, id: &str, text: &str) -> Record {
        let place = Place::new(&Arc::from(name), 1);
        Record { place, id: Some(id.to_owned()), body: Body::Json(text.as_bytes().to_vec()) }
    }

    /// Looks into the record.
    ///
    /// # Errors
    /// Where it holds no case: what is wrong, and where.
    pub fn cases(self, fields: &Fields) -> Result<Found, Problem> {
        let default_id = self.id.clone().unwrap_or_else(|| self.place.id());
        let named = |problem: Problem| Problem { id: default_id.clone(), ..problem };
        match self.body {
            Body::Bad(reason, column) => Err(named(Problem::new(self.place.at(column), reason))),
            Body::Pair { article, summary } => {
                let case = Case { id: default_id, article, summary, ..Case::default() };
                Ok(Found { cases: vec![case], from: Vec::new() })
            }
            Body::Json(bytes) => {
                let value = parse(&bytes).map_err(|error| named(located(&self.place, error)))?;
                object(value, fields, &self.place, &default_id, Some(&bytes))
            }
            Body::Value(value) => object(value, fields, &self.place, &default_id, None),
            Body::Row(columns, cells) => {
                let row = row(&columns, &cells)
                    .map_err(|(reason, column)| named(Problem::new(self.place.at(column), reason)))?;
                take(row, fields, &self.place, &default_id, None, true)
            }
        }
    }
}

impl Record {
    /// What the record holds, whatever it is.
    ///
    /// # Errors
    /// Where it is no JSON: what is wrong and where, and the text as far as it is one.
    pub fn value(self) -> Result<Value, (Problem, Option<String>)> {
        let id = self.id.clone().unwrap_or_else(|| self.place.id());
        let named = |problem: Problem| Problem { id: id.clone(), ..problem };
        match self.body {
            Body::Bad(reason, column) => Err((named(Problem::new(self.place.at(column), reason)), None)),
            Body::Pair { .. } => Err((named(Problem::new(self.place, "two texts, and no JSON")), None)),
            Body::Json(bytes) => parse(&bytes).map_err(|error| {
                (named(located(&self.place, error)), super::json::utf8(&bytes).ok().map(str::to_owned))
            }),
            Body::Value(value) => Ok(value),
            Body::Row(columns, cells) => match row(&columns, &cells) {
                Ok(row) => Ok(Value::Object(row)),
                Err((reason, column)) => Err((named(Problem::new(self.place.at(column), reason)), None)),
            },
        }
    }
}

fn located(place: &Place, error: JsonError) -> Problem {
    let place = Place { line: place.line + error.line - 1, column: error.column, ..place.clone() };
    Problem::new(place, error.reason)
}

fn object(
    value: Value,
    fields: &Fields,
    place: &Place,
    id: &str,
    bytes: Option<&[u8]>,
) -> Result<Found, Problem> {
    match value {
        Value::Object(object) => take(object, fields, place, id, bytes, false),
        other => Err(Problem {
            id: id.to_owned(),
            reason: format!("a case is a JSON object, and this is {}", kind(&other)),
            place: place.clone(),
        }),
    }
}

fn take(
    object: Map<String, Value>,
    fields: &Fields,
    place: &Place,
    id: &str,
    bytes: Option<&[u8]>,
    cells: bool,
) -> Result<Found, Problem> {
    let taken = fields.take(object, id, cells).map_err(|error| {
        let mut place = place.clone();
        if let (Some(bytes), Some(key)) = (bytes, &error.key) {
            let (lines, column) = place_of(bytes, key);
            (place.line, place.column) = (place.line + lines, column);
        }
        Problem { id: error.id.unwrap_or_else(|| id.to_owned()), reason: error.reason, place }
    })?;
    Ok(Found { cases: taken.cases, from: taken.from })
}

fn row(columns: &[String], cells: &csv::ByteRecord) -> Result<Map<String, Value>, (String, usize)> {
    if cells.len() != columns.len() {
        return Err((format!("the row has {} cells and the header {}", cells.len(), columns.len()), 1));
    }
    let mut object = Map::new();
    for (name, cell) in columns.iter().zip(cells) {
        let text = std::str::from_utf8(cell).map_err(|_| {
            (format!("column `{name}` is not UTF-8; convert the file, for example with `iconv`"), 1)
        })?;
        if text.contains('\0') {
            return Err((format!("column `{name}` holds a NUL byte"), 1));
        }
        object.insert(name.clone(), Value::from(text));
    }
    Ok(object)
}
