//! A case as JSON, under the fields' own names, with everything that was not read put back untouched.

use serde_json::{Map, Value, json};

use super::Case;

/// The case as a JSON object that reads as the same case.
pub fn to_value(case: &Case) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            object.insert(key.to_owned(), value);
        }
    };
    let texts = |texts: &Vec<String>| Value::from(texts.clone());
    put("id", Some(Value::from(case.id.as_str())));
    put("title", case.title.as_deref().map(Value::from));
    put("query", case.query.as_deref().map(Value::from));
    put("article", Some(Value::from(case.article.as_str())));
    put("summary", Some(Value::from(case.summary.as_str())));
    put("reference", Some(&case.references).filter(|list| !list.is_empty()).map(texts));
    let sources = case.sources.iter().map(|source| {
        let mut object = Map::new();
        for (key, part) in [("id", &source.id), ("title", &source.title), ("url", &source.url)] {
            if let Some(part) = part {
                object.insert(key.to_owned(), Value::from(part.as_str()));
            }
        }
        object.insert("text".to_owned(), json!(source.text));
        Value::Object(object)
    });
    put("sources", Some(sources.collect::<Vec<_>>()).filter(|list| !list.is_empty()).map(Value::from));
    put("outline", case.outline.as_ref().map(texts));
    put("retrieved", case.retrieved.as_ref().map(texts));
    put("relevant", case.relevant.as_ref().map(texts));
    put("reasoning_steps", case.reasoning_steps.as_ref().map(texts));
    put("explanation", case.explanation.as_deref().map(Value::from));
    put("iterations", case.iterations.clone());
    put("generation_seconds", case.generation_seconds.clone());
    put("labels", case.labels.clone());
    for (key, value) in &case.extra {
        object.entry(key.clone()).or_insert_with(|| value.clone());
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::super::Fields;
    use super::*;

    #[test]
    fn a_case_reads_as_it_was_written() {
        let object = json!({
            "id": "x", "document": "a", "summary": "s", "question": "q", "sources": ["one", {"id": 2, "text": "t"}],
            "references": ["r"], "k": null, "labels": {"theme": "t"}, "mine": [1, {"b": 2.5}]
        });
        let read = |value: Value| {
            let Value::Object(object) = value else { panic!("no object") };
            Fields::default().take(object, "f:1", false).unwrap().cases.remove(0)
        };
        let case = read(object);
        assert_eq!(read(to_value(&case)), case);
        assert_eq!(to_value(&case)["mine"], json!([1, {"b": 2.5}]));
    }
}
