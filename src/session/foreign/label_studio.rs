//! Reads exports of Label Studio (JSON): a list of tasks, each with its data and annotations.

use serde_json::Value;

use super::{ForeignAnnotation, ForeignAnnotations};
use crate::session::event_error::EventError;

/// Returns the annotations of one task. Its case id is the `id` of its data or, if absent, its own.
pub fn tasks(task: &Value) -> Result<Vec<ForeignAnnotations>, EventError> {
    let annotations = task
        .get("annotations")
        .or_else(|| task.get("completions"))
        .and_then(Value::as_array)
        .ok_or(EventError::NoTask)?;
    let data = task.get("data");
    let id = ["id", "hash", "doc_id", "guid"].iter().find_map(|key| name(data?.get(*key)?));
    let case = id.or_else(|| name(task.get("id")?)).ok_or(EventError::TaskId)?;
    let given = |annotation: &&Value| annotation.get("was_cancelled") != Some(&Value::Bool(true));
    Ok(annotations.iter().filter(given).map(|annotation| one(&case, annotation)).collect())
}

fn name(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn one(case: &str, annotation: &Value) -> ForeignAnnotations {
    let by = annotation.get("completed_by").and_then(|by| match by {
        Value::Object(user) => {
            ["username", "email", "first_name", "id"].iter().find_map(|key| name(user.get(*key)?))
        }
        // A bare number is a user's id.
        Value::Number(id) => Some(format!("user-{id}")),
        other => name(other),
    });
    let mut judged = ForeignAnnotations { case: case.to_owned(), by, ..ForeignAnnotations::default() };
    for result in annotation.get("result").and_then(Value::as_array).into_iter().flatten() {
        read_result(result, &mut judged);
    }
    judged
}

fn read_result(result: &Value, judged: &mut ForeignAnnotations) {
    let text = |key: &str| result.get(key).and_then(Value::as_str).unwrap_or_default();
    let value = result.get("value").unwrap_or(&Value::Null);
    let kind = text("type");
    let strings = |key: &str| {
        let items = value.get(key).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>()
    };
    match kind {
        "labels" | "hypertextlabels" => {
            let side = if text("to_name").to_lowercase().contains("article") { "article" } else { "summary" };
            let at = |key: &str| value.get("globalOffsets").unwrap_or(value).get(key).and_then(Value::as_u64);
            let (Some(start), Some(end)) = (at("start"), at("end")) else {
                return judged.passed_over.push("a mark without `start` and `end`".to_owned());
            };
            let words = value.get("text").and_then(Value::as_str).map(str::to_owned);
            let names = [strings(kind), strings("labels")].concat();
            let mut seen = Vec::new();
            for name in names {
                if !seen.contains(&name) {
                    seen.push(name.clone());
                    judged.said.push(ForeignAnnotation::Marked {
                        side,
                        start,
                        end,
                        utf16: true,
                        text: words.clone(),
                        name,
                    });
                }
            }
        }
        "choices" => {
            let question = text("from_name");
            let choices = strings("choices").into_iter();
            judged.said.extend(
                choices.map(|choice| ForeignAnnotation::Chose { question: question.to_owned(), choice }),
            );
        }
        "textarea" => {
            let question = text("from_name").to_owned();
            judged.said.push(ForeignAnnotation::Wrote { question, text: strings("text").join("\n") });
        }
        other => judged.passed_over.push(format!("a result of the type {other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_task_is_read() {
        let task = json!({"id": 7, "data": {"id": "c1", "summary": "x"}, "annotations": [
            {"completed_by": {"email": "ann@x.org"}, "result": [
                {"from_name": "marks", "to_name": "summary", "type": "labels",
                 "value": {"start": 4, "end": 11, "text": "council", "labels": ["extraneous"]}},
                {"from_name": "verdict", "to_name": "summary", "type": "choices", "value": {"choices": ["FAIL"]}},
                {"from_name": "note", "to_name": "summary", "type": "textarea", "value": {"text": ["hm"]}},
                {"from_name": "stars", "to_name": "summary", "type": "rating", "value": {"rating": 3}}
            ]},
            {"completed_by": 3, "was_cancelled": true, "result": []}
        ]});
        let judged = tasks(&task).unwrap();
        let [one] = judged.as_slice() else { panic!("{judged:?}") };
        assert_eq!((one.case.as_str(), one.by.as_deref()), ("c1", Some("ann@x.org")));
        assert_eq!(one.said.len(), 3);
        assert_eq!(one.passed_over, ["a result of the type \"rating\""]);
        assert!(tasks(&json!({"id": 1})).unwrap_err().to_string().contains("annotations"));
    }
}
