//! Looks up names of metrics and labels in lessons; errors list the existing names.

use super::error::LessonError;
use crate::labels::{LISTS, LabelId, LabelValue, List};
use crate::rubric::Rubric;

/// Returns a metric of a rubric by its key.
pub fn metric_of(name: &str, rubric: &dyn Rubric) -> Result<&'static str, LessonError> {
    let docs = rubric.docs();
    match docs.metrics.iter().find(|(key, _)| *key == name) {
        Some((key, _)) => Ok(key),
        None => {
            let known = docs.metrics.iter().map(|(key, _)| *key).collect();
            Err(LessonError::NotInRubric { what: "metric", name: name.to_owned(), known })
        }
    }
}

/// Parses the id of a label: `claims/1`.
pub fn label_id(text: &str) -> Result<LabelId, LessonError> {
    let (key, index) = text.split_once('/').ok_or_else(|| LessonError::NotALabel(text.to_owned()))?;
    let list = List::of_key(key).ok_or_else(|| {
        let known = LISTS.iter().map(|spec| spec.key).collect();
        LessonError::UnknownList { name: key.to_owned(), known }
    })?;
    let index = index.parse().map_err(|_| LessonError::NotAnIndex(index.to_owned()))?;
    Ok(LabelId { list, index })
}

/// Parses a label value of a label's list.
pub fn label_value(id: LabelId, text: &str) -> Result<LabelValue, LessonError> {
    id.list
        .value(text)
        .ok_or_else(|| LessonError::UnknownLabelValue { list: id.list, value: text.to_owned() })
}
