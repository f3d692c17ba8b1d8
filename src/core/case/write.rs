//! Writes a case as JSON, under the canonical field names, with all unread fields put back unchanged.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Case, Source};

/// Serializes the case as a JSON object that is read back as the same case.
impl Serialize for Case {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut written = vec!["id", "article", "summary"];
        macro_rules! put {
            ($key:literal, $value:expr) => {
                if let Some(value) = $value {
                    map.serialize_entry($key, value)?;
                    written.push($key);
                }
            };
        }
        map.serialize_entry("id", &self.id)?;
        put!("title", &self.title);
        put!("query", &self.query);
        map.serialize_entry("article", &self.article)?;
        map.serialize_entry("summary", &self.summary)?;
        put!("reference", Some(&self.references).filter(|list| !list.is_empty()));
        put!("sources", Some(&self.sources).filter(|list| !list.is_empty()));
        put!("outline", &self.outline);
        put!("retrieved", &self.retrieved);
        put!("relevant", &self.relevant);
        put!("reasoning_steps", &self.reasoning_steps);
        put!("explanation", &self.explanation);
        put!("iterations", &self.iterations);
        put!("generation_seconds", &self.generation_seconds);
        put!("labels", &self.labels);
        for (key, raw) in self.extra.iter().filter(|(key, _)| !written.contains(key)) {
            map.serialize_entry(key, raw)?;
        }
        map.end()
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, part) in [("id", &self.id), ("title", &self.title), ("url", &self.url)] {
            if let Some(part) = part {
                map.serialize_entry(key, part)?;
            }
        }
        map.serialize_entry("text", &self.text)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Fields;
    use super::super::raw::object;

    #[test]
    fn a_case_reads_as_it_was_written() {
        let text = r#"{"id": "x", "document": "a", "summary": "s", "question": "q", "sources": ["one", {"id": 2, "text": "t"}],
            "references": ["r"], "k": null, "labels": {"theme": "t"}, "mine": [1.10, {"b": 1e400}], "title": 5}"#;
        let read = |text: &str| {
            Fields::default().take(object(text).unwrap(), None, text.len()).unwrap().cases.remove(0)
        };
        let case = read(text);
        let written = serde_json::to_string(&case).unwrap();
        assert_eq!(read(&written), case);
        assert!(written.contains(r#""mine":[1.10, {"b": 1e400}]"#), "{written}");
    }
}
