//! One record of a file, kept as bytes until it is parsed.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::error::TableError;
use super::fields::Fields;
use super::json::{JsonError, parse, place_of, utf8};
use super::raw::{Member, Object, object};
use super::{Case, CaseError, FileLocation};

/// A record and where it begins.
#[derive(Debug)]
pub struct Record {
    pub place: FileLocation,
    /// A warning for the user about a record that can be read: a sentence that includes the location.
    pub note: Option<String>,
    /// The name of the case if the record gives none. If this is also `None`, the texts name it.
    pub(super) id: Option<String>,
    /// The name of the record in error messages, if not its location.
    pub(super) called: Option<String>,
    pub(super) body: Body,
}

#[derive(Debug)]
pub(super) enum Body {
    /// A JSON object, on one line or on many.
    Json(Vec<u8>),
    /// A row of a table and the names of its columns, as many as the row has cells.
    Row(Arc<[String]>, Cells),
    /// Two texts.
    Pair { article: String, summary: String },
    /// A record that cannot be read, with the reason.
    Bad(String),
}

/// The cells of a row.
#[derive(Debug, Default)]
pub struct Cells {
    /// The bytes of all cells, concatenated.
    pub(super) text: Vec<u8>,
    pub(super) ends: Vec<usize>,
}

impl Cells {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Each cell's bytes.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.text[begin..end])
    }
}

/// The cases of a record, and the names under which their fields were found.
#[derive(Debug, Default)]
pub struct RecordCases {
    /// The cases; more than one if the summaries are named by model.
    pub cases: Vec<Case>,
    /// Field of a case and the name under which it was found.
    pub from: Vec<(&'static str, String)>,
}

impl Record {
    pub(super) fn new(place: FileLocation, body: Body) -> Record {
        Record { place, note: None, id: None, called: None, body }
    }

    /// A record that cannot be read, and why.
    pub fn bad(place: FileLocation, reason: String) -> Record {
        Record::new(place, Body::Bad(reason))
    }

    /// A record of one JSON object in memory; `id` names the case if the object does not.
    pub fn json(name: &str, id: &str, text: &str) -> Record {
        let place = FileLocation::new(&Arc::from(name), 1);
        Record { id: Some(id.to_owned()), ..Record::new(place, Body::Json(text.as_bytes().to_vec())) }
    }

    /// A record of one JSON object that was read earlier from `place`.
    pub fn at(place: FileLocation, text: &str) -> Record {
        Record::new(place, Body::Json(text.as_bytes().to_vec()))
    }

    /// Returns the record's text as in the file, if it is JSON.
    pub fn text(&self) -> Option<String> {
        match &self.body {
            Body::Json(bytes) => utf8(bytes).ok().map(str::to_owned),
            Body::Row(..) | Body::Pair { .. } | Body::Bad(..) => None,
        }
    }

    /// Parses the record.
    ///
    /// # Errors
    /// If it holds no case, with the reason and the location.
    pub fn cases(self, fields: &Fields) -> Result<RecordCases, CaseError> {
        let Record { place, id, called, body, .. } = self;
        let called = id.clone().or(called).unwrap_or_else(|| place.id());
        let named = |problem: CaseError| CaseError { id: called.clone(), ..problem };
        match body {
            Body::Bad(reason) => Err(named(CaseError::new(place, reason))),
            Body::Pair { article, summary } => {
                let mut case = Case { article, summary, ..Case::default() };
                case.id = id.unwrap_or_else(|| fields.naming.name(&case));
                Ok(RecordCases { cases: vec![case], from: Vec::new() })
            }
            Body::Json(bytes) => {
                let object = utf8(&bytes).and_then(object).map_err(|error| named(located(&place, error)))?;
                take(object, fields, &place, (id.as_deref(), &called), &bytes)
            }
            Body::Row(columns, cells) => {
                let texts =
                    texts(&columns, &cells).map_err(|error| named(CaseError::new(place.clone(), error)))?;
                let row: Object = columns.iter().cloned().zip(texts.into_iter().map(Member::Cell)).collect();
                take(row, fields, &place, (id.as_deref(), &called), &[])
            }
        }
    }

    /// Returns the content of the record, whether or not it is a case.
    ///
    /// # Errors
    /// If it is not JSON: the reason and the location, and the text if it is valid UTF-8.
    pub fn value(self) -> Result<Value, (CaseError, Option<String>)> {
        let Record { place, id, called, body, .. } = self;
        let id = id.or(called).unwrap_or_else(|| place.id());
        let named = |problem: CaseError| CaseError { id: id.clone(), ..problem };
        match body {
            Body::Bad(reason) => Err((named(CaseError::new(place, reason)), None)),
            Body::Pair { .. } => Err((named(CaseError::new(place, "two texts, and no JSON")), None)),
            Body::Json(bytes) => parse(&bytes)
                .map_err(|error| (named(located(&place, error)), utf8(&bytes).ok().map(str::to_owned))),
            Body::Row(columns, cells) => match texts(&columns, &cells) {
                Ok(texts) => {
                    let members = columns.iter().cloned().zip(texts.into_iter().map(Value::from));
                    Ok(Value::Object(members.collect::<Map<_, _>>()))
                }
                Err(error) => Err((named(CaseError::new(place, error)), None)),
            },
        }
    }
}

fn located(place: &FileLocation, error: JsonError) -> CaseError {
    CaseError::new(within(place, error.line, error.column), error.reason)
}

/// Converts a line and a column within a record to a location in its file.
fn within(place: &FileLocation, line: usize, column: usize) -> FileLocation {
    let column = if line == 1 { place.column + column - 1 } else { column };
    FileLocation { line: place.line + line - 1, column, ..place.clone() }
}

/// Returns the cases of an object. `id` names a case without a name of its own; `called` names the record in
/// an error.
fn take(
    object: Object,
    fields: &Fields,
    place: &FileLocation,
    (id, called): (Option<&str>, &str),
    bytes: &[u8],
) -> Result<RecordCases, CaseError> {
    let taken = fields.take(object, id, bytes.len()).map_err(|error| {
        let place = match &error.key {
            Some(key) if !bytes.is_empty() => {
                let (line, column) = place_of(bytes, key);
                within(place, line, column)
            }
            _ => place.clone(),
        };
        CaseError {
            id: error.id.unwrap_or_else(|| called.to_owned()),
            reason: error.reason.to_string(),
            place,
        }
    })?;
    Ok(RecordCases { cases: taken.cases, from: taken.from })
}

/// Decodes the cells of a row as text.
fn texts<'c>(columns: &[String], cells: &'c Cells) -> Result<Vec<&'c str>, TableError> {
    let text = |(name, cell): (&String, &'c [u8])| {
        let text = std::str::from_utf8(cell).map_err(|_| TableError::CellNotUtf8(name.clone()))?;
        if text.contains('\0') { Err(TableError::Nul(name.clone())) } else { Ok(text) }
    };
    columns.iter().zip(cells.iter()).map(text).collect()
}
