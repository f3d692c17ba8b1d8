//! Decisions in files: an array beside the labels of a `lockbench.labels/1` object, so that a case that is opened
//! again has them, each tied to its words.

use serde_json::{Map, Value, json};

use super::{Care, LabelDecision, Override, Quote};
use crate::labels::{Label, LabelValue, List};

/// The field of a label file that holds them.
pub const FIELD: &str = "decisions";

/// Decisions as JSON.
pub fn to_value(overrides: &[Override]) -> Value {
    overrides.iter().map(one).collect()
}

fn one(change: &Override) -> Value {
    let quotes = |quotes: &[Quote]| -> Value { quotes.iter().map(Quote::to_value).collect() };
    let mut object = Map::new();
    object.insert("list".to_owned(), json!(change.list.spec().key));
    if let Some(kind) = change.kind {
        object.insert("kind".to_owned(), json!(kind));
    }
    object.insert("text".to_owned(), json!(change.text));
    match &change.decision {
        LabelDecision::Value(word) => object.insert("word".to_owned(), json!(word.as_str())),
        LabelDecision::Dismiss => object.insert("rejected".to_owned(), json!(true)),
        LabelDecision::Add(label) => {
            object.insert("added".to_owned(), json!(label.word.map(LabelValue::as_str)))
        }
    };
    object.insert("by".to_owned(), json!(change.by));
    object.insert("at".to_owned(), json!(change.at));
    object.insert("summary".to_owned(), quotes(&change.summary));
    object.insert("article".to_owned(), quotes(&change.article));
    Value::Object(object)
}

/// Decisions out of a label file; entries that are none are passed over.
pub fn read(value: &Value) -> Vec<Override> {
    value.get(FIELD).and_then(Value::as_array).into_iter().flatten().filter_map(entry).collect()
}

fn entry(value: &Value) -> Option<Override> {
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let list = List::of_key(text("list")?)?;
    let kind = text("kind").and_then(|kind| list.spec().kinds.iter().copied().find(|known| *known == kind));
    let words = text("text").unwrap_or_default().to_owned();
    let by = text("by")?.to_owned();
    let decision = if let Some(name) = text("word") {
        LabelDecision::Value(list.value(name)?)
    } else if let Some(name) = text("added") {
        let why = vec![format!("marked by {by}")];
        LabelDecision::Add(Box::new(Label {
            text: words.clone(),
            kind,
            word: Some(list.value(name)?),
            why,
            ..Label::default()
        }))
    } else if value.get("rejected") == Some(&Value::Bool(true)) {
        LabelDecision::Dismiss
    } else {
        return None;
    };
    let quotes = |key: &str| -> Option<Vec<Quote>> {
        value.get(key)?.as_array()?.iter().map(Quote::from_value).collect()
    };
    Some(Override {
        list,
        kind,
        text: words,
        article: quotes("article")?,
        summary: quotes("summary")?,
        decision,
        by,
        at: value.get("at").and_then(Value::as_u64).unwrap_or_default(),
        care: Care::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Texts;
    use crate::text::Span;

    #[test]
    fn decisions_read_as_they_were_written() {
        let texts = Texts { article: "One thing. Another.", summary: "One “thing” was said." };
        let label = Label { text: "thing".into(), summary: vec![Span::new(4, 15)], ..Label::default() };
        let added = Label {
            word: Some(LabelValue::Slur),
            why: vec!["marked by ann".into()],
            text: "thing".into(),
            ..Label::default()
        };
        let decisions = [
            (List::Claims, LabelDecision::Value(LabelValue::Partial)),
            (List::Extraneous, LabelDecision::Dismiss),
            (List::Issues, LabelDecision::Add(Box::new(added))),
        ];
        let made: Vec<Override> = decisions
            .into_iter()
            .map(|(list, decision)| Override::new(list, &label, decision, texts, "ann", 1_700_000_000))
            .collect();
        let value = json!({ FIELD: to_value(&made) });
        assert_eq!(read(&value), made);
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(read(&serde_json::from_str(&text).unwrap()), made);
    }

    #[test]
    fn what_is_no_decision_is_passed_over() {
        for odd in [
            json!(null),
            json!({FIELD: 3}),
            json!({FIELD: [1, {}, {"list": "claims", "by": "a", "word": "slur"}]}),
        ] {
            assert!(read(&odd).is_empty(), "{odd}");
        }
    }
}
