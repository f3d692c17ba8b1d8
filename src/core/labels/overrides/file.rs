//! Decisions stored in files: an array beside the labels of a `lockbench.labels/1` object, as written by
//! workbenches without sessions. Each is tied to its words.

use serde_json::Value;

use super::{Care, LabelDecision, Override, Quote};
use crate::labels::{Label, List};

/// The field of a label file that holds the decisions.
const FIELD: &str = "decisions";

/// Reads the decisions of a label file; other entries are skipped.
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
    use serde_json::json;

    use super::*;
    use crate::case::Texts;
    use crate::labels::LabelValue;
    use crate::text::Span;

    #[test]
    fn decisions_are_read_with_the_words_that_they_are_tied_to() {
        let texts = Texts { article: "One thing. Another.", summary: "One “thing” was said." };
        let label = Label { text: "thing".into(), summary: vec![Span::new(4, 15)], ..Label::default() };
        let added = Label {
            word: Some(LabelValue::Slur),
            why: vec!["marked by ann".into()],
            text: "thing".into(),
            ..Label::default()
        };
        let entry = |list: &str, decided: Value| {
            let mut entry = json!({"list": list, "text": "thing", "by": "ann", "at": 1_700_000_000, "article": [],
                "summary": [{"text": "“thing”", "before": "One ", "after": " was said.", "byte": 4}]});
            entry.as_object_mut().unwrap().extend(decided.as_object().unwrap().clone());
            entry
        };
        let file = json!({FIELD: [
            entry("claims", json!({"word": "partial"})),
            entry("extraneous", json!({"rejected": true})),
            entry("issues", json!({"added": "slur"})),
        ]});
        let decisions = [
            (List::Claims, LabelDecision::Value(LabelValue::Partial)),
            (List::Extraneous, LabelDecision::Dismiss),
            (List::Issues, LabelDecision::Add(Box::new(added))),
        ];
        let made = decisions
            .map(|(list, decision)| Override::new(list, &label, decision, texts, "ann", 1_700_000_000));
        assert_eq!(read(&file), made);
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
