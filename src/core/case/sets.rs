//! Reads all sets of labels of a file in sequence, whoever gave them and whatever their case.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::given::{GivenError, open};
use super::json::{JsonError, parse};
use super::values::Values;
use super::{FileLocation, MAX_RECORD, is_stdin};

/// The sets of labels of a file: a list of them, one a line, or several in a row; compressed or not.
pub struct LabelSets {
    file: Arc<str>,
    values: Values<Box<dyn BufRead + Send>>,
}

impl LabelSets {
    /// Opens a file, or standard input.
    pub fn open(path: &Path) -> Result<LabelSets, GivenError> {
        let stdin = is_stdin(path);
        let file: Arc<str> = if stdin { Arc::from("stdin") } else { Arc::from(path.display().to_string()) };
        let unreadable = |source| GivenError::Unreadable { file: Arc::clone(&file), source };
        let (input, _) = open(path, stdin).map_err(unreadable)?;
        Ok(LabelSets { file, values: Values::new(input, MAX_RECORD) })
    }

    fn error(&self, error: JsonError) -> GivenError {
        let place = FileLocation { file: Arc::clone(&self.file), line: error.line, column: error.column };
        GivenError::Content { place, reason: error.reason }
    }

    /// Reads the next set with its location; `None` at the end.
    pub fn read(&mut self) -> Result<Option<(Value, FileLocation)>, GivenError> {
        let Some(raw) = self.values.next().map_err(|error| self.error(error))? else { return Ok(None) };
        let value = parse(&raw.bytes).map_err(|error| self.error(raw.located(error)))?;
        let place = FileLocation { file: Arc::clone(&self.file), line: raw.line, column: raw.column };
        Ok(Some((value, place)))
    }
}
