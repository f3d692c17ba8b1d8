//! Names in lessons, of metrics and labels: found, or refused with those that there are.

use crate::labels::{LISTS, LabelId, LabelValue};
use crate::rubric::Rubric;

/// A metric of a rubric by its key.
pub fn metric_of(name: &str, rubric: &dyn Rubric) -> Result<&'static str, String> {
    let docs = rubric.docs();
    match docs.metrics.iter().find(|(key, _)| *key == name) {
        Some((key, _)) => Ok(key),
        None => {
            let known: Vec<&str> = docs.metrics.iter().map(|(key, _)| *key).collect();
            Err(format!("the rubric has no metric `{name}`; it has {}", listed(&known)))
        }
    }
}

/// Names in a row, for a message.
pub fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// A label by its id: `claims/1`.
pub fn label_id(text: &str) -> Result<LabelId, String> {
    let (key, index) =
        text.split_once('/').ok_or_else(|| format!("`{text}` is no label; write LIST/INDEX"))?;
    let list = LISTS.iter().find(|spec| spec.key == key).map(|spec| spec.list);
    let list = list.ok_or_else(|| {
        let known: Vec<&str> = LISTS.iter().map(|spec| spec.key).collect();
        format!("no list of labels is called `{key}`; there are {}", known.join(", "))
    })?;
    let index = index.parse().map_err(|_| format!("`{index}` is no place; they count from 0"))?;
    Ok(LabelId { list, index })
}

/// A value of a label's list.
pub fn label_value(id: LabelId, text: &str) -> Result<LabelValue, String> {
    let words = id.list.spec().words;
    words.iter().copied().find(|word| word.as_str() == text).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|word| word.as_str()).collect();
        format!("{} takes {}, not `{text}`", id.list.spec().key, known.join(", "))
    })
}
