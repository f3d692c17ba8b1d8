//! Labels given apart from their cases: one JSON object, or one a line, matched by `id`.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::Value;

use super::Place;
use super::json::parse_many;

/// The labels of a file, by the id of their case.
#[derive(Debug, Default)]
pub struct GivenLabels {
    by_id: HashMap<String, (usize, Value)>,
}

/// A label file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct GivenError {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub reason: String,
}

impl GivenLabels {
    /// Reads a file of `lockbench.labels/1` objects: a list of them, one a line, or one over many lines.
    ///
    /// # Errors
    /// Where the file cannot be read, holds no such objects, or two of them for one case.
    pub fn read(path: &Path) -> Result<GivenLabels, GivenError> {
        let name = std::sync::Arc::from(path.display().to_string());
        let error = |line, column, reason| GivenError {
            place: Place { file: std::sync::Arc::clone(&name), line, column },
            reason,
        };
        let mut bytes = Vec::new();
        let stdin = path.as_os_str() == "-";
        let read = if stdin {
            std::io::stdin().read_to_end(&mut bytes)
        } else {
            File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
        };
        read.map_err(|failed| error(1, 1, failed.to_string()))?;
        let values = parse_many(&bytes).map_err(|bad| error(bad.line, bad.column, bad.reason))?;
        let flat = values.into_iter().flat_map(|(line, value)| match value {
            Value::Array(items) => items.into_iter().map(|item| (line, item)).collect(),
            other => vec![(line, other)],
        });
        let mut by_id: HashMap<String, (usize, Value)> = HashMap::new();
        for (line, value) in flat {
            let id = match value.get("id") {
                Some(Value::String(id)) => id.clone(),
                Some(Value::Number(id)) => id.to_string(),
                Some(_) => {
                    return Err(error(
                        line,
                        1,
                        "the `id` of these labels is neither a string nor a number".into(),
                    ));
                }
                None => {
                    return Err(error(
                        line,
                        1,
                        "labels without an `id`: they are matched to their case by it".into(),
                    ));
                }
            };
            if let Some((first, _)) = by_id.get(&id) {
                let reason =
                    format!("two sets of labels for `{id}`: on line {first} and on line {line}; keep one");
                return Err(error(line, 1, reason));
            }
            by_id.insert(id, (line, value));
        }
        Ok(GivenLabels { by_id })
    }

    /// The labels of a case.
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.by_id.get(id).map(|(_, value)| value)
    }

    /// The number of cases that have labels.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether no case has any.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }
}
