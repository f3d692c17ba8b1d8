//! The unit that a ruling names: its words and spans in the texts of the case as imported.

use serde_json::{Map, Value, json};

use crate::case::Case;
use crate::labels::Label;
use crate::text::{CharIndex, Span};

/// Returns the text of a label or, if it has none, the words that it marks.
pub fn words<'a>(label: &'a Label, case: &'a Case) -> &'a str {
    if !label.text.trim().is_empty() {
        return &label.text;
    }
    let marked = |spans: &[Span], text: &'a str| spans.first().and_then(|span| text.get(span.range()));
    marked(&label.summary, &case.summary)
        .or_else(|| marked(&label.article, &case.article))
        .unwrap_or_default()
}

/// Converts a label to the unit of a ruling.
pub fn unit(label: &Label, case: &Case) -> Map<String, Value> {
    let mut unit = Map::new();
    unit.insert("text".to_owned(), json!(words(label, case)));
    unit.extend(label.kind.map(|kind| ("kind".to_owned(), json!(kind))));
    for (key, spans, text) in
        [("summary", &label.summary, &case.summary), ("article", &label.article, &case.article)]
    {
        let index = CharIndex::new(text);
        let spans: Vec<Value> = spans
            .iter()
            .filter_map(|span| {
                let words = text.get(span.range())?;
                let (start, end) = index.chars(*span);
                Some(json!({"start": start, "end": end, "text": words}))
            })
            .collect();
        if !spans.is_empty() {
            unit.insert(key.to_owned(), json!(spans));
        }
    }
    unit
}

/// Returns whether two units are the same, regardless of their kind.
pub fn same(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    ["text", "summary", "article"].iter().all(|key| a.get(*key) == b.get(*key))
}
