//! Reads annotations of POTATO: JSON lines, one instance each, with labels and spans by schema.

use serde_json::Value;

use super::{ForeignAnnotation, ForeignAnnotations};
use crate::session::event_error::EventError;

pub fn instances(instance: &Value) -> Result<Vec<ForeignAnnotations>, EventError> {
    let text = |key: &str| instance.get(key).and_then(Value::as_str);
    let case = text("id")
        .or_else(|| text("instance_id"))
        .map(str::to_owned)
        .or_else(|| instance.get("id").and_then(Value::as_i64).map(|id| id.to_string()))
        .ok_or(EventError::InstanceId)?;
    let labels = instance.get("label_annotations");
    let spans = instance.get("span_annotations");
    if labels.is_none() && spans.is_none() {
        return Err(EventError::NoInstance);
    }
    let by = ["annotator", "user", "user_id", "username"].iter().find_map(|key| text(key)).map(str::to_owned);
    let mut judged = ForeignAnnotations { case, by, ..ForeignAnnotations::default() };
    for (schema, answer) in labels.and_then(Value::as_object).into_iter().flatten() {
        chosen(schema, answer, &mut judged);
    }
    let spans = match spans {
        // Grouped by schema, or all in one list.
        Some(Value::Object(schemas)) => schemas.values().filter_map(Value::as_array).flatten().collect(),
        Some(Value::Array(spans)) => spans.iter().collect(),
        _ => Vec::new(),
    };
    for span in spans {
        marked(span, &mut judged);
    }
    Ok(vec![judged])
}

/// Reads the answer to a question: the names of the chosen options, each with a value. The value of free
/// text is the text.
fn chosen(schema: &str, answer: &Value, judged: &mut ForeignAnnotations) {
    let question = schema.to_owned();
    match answer {
        Value::String(choice) => {
            judged.said.push(ForeignAnnotation::Chose { question, choice: choice.clone() });
        }
        Value::Object(choices) => {
            for (choice, value) in choices {
                let question = question.clone();
                match value {
                    Value::Null | Value::Bool(false) => {}
                    Value::String(text) if choice == "text_box" || choice.starts_with("textbox") => {
                        judged.said.push(ForeignAnnotation::Wrote { question, text: text.clone() });
                    }
                    _ => judged.said.push(ForeignAnnotation::Chose { question, choice: choice.clone() }),
                }
            }
        }
        other => judged.passed_over.push(format!("{schema:?}: {}", crate::case::kind(other))),
    }
}

fn marked(span: &Value, judged: &mut ForeignAnnotations) {
    let text = |key: &str| span.get(key).and_then(Value::as_str);
    let at = |key: &str| span.get(key).and_then(Value::as_u64);
    let name = ["annotation", "name", "label"].iter().find_map(|key| text(key));
    let (Some(name), Some(start), Some(end)) = (name, at("start"), at("end")) else {
        return judged.passed_over.push("a span without `annotation`, `start` and `end`".to_owned());
    };
    let field = text("target_field").or_else(|| text("field")).unwrap_or("summary");
    let side = if field.to_lowercase().contains("article") { "article" } else { "summary" };
    let words = text("span").or_else(|| text("text")).map(str::to_owned);
    judged.said.push(ForeignAnnotation::Marked {
        side,
        start,
        end,
        utf16: false,
        text: words,
        name: name.to_owned(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_instance_is_read() {
        let instance = json!({"id": "c1", "displayed_text": "x", "user_id": "bob",
            "label_annotations": {"verdict": {"WARN": "1"}, "why": {"text_box": "unclear"}},
            "span_annotations": {"marks": [{"start": 0, "end": 3, "annotation": "insult", "span": "The"}]}});
        let judged = instances(&instance).unwrap().remove(0);
        assert_eq!((judged.case.as_str(), judged.by.as_deref(), judged.said.len()), ("c1", Some("bob"), 3));
        assert!(instances(&json!({"id": "c1"})).is_err());
    }
}
