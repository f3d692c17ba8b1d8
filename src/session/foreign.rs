//! Converts judgements from other programs to events.

mod label_studio;
mod potato;

use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::case::Texts;
use crate::labels::{LISTS, LabelId, List};
use crate::report::DECISIONS;

use super::event::EventDraft;
use super::object::OrderedObject;
use super::units::usual_word;

pub use label_studio::tasks as label_studio;
pub use potato::instances as potato;

/// UUID namespace for events, so that importing the same judgement twice gives the same events.
const IMPORTED: Uuid = Uuid::from_u128(0x6c6f_636b_6265_6e63_682d_696d_706f_7274);

/// One annotator's annotations of one case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ForeignAnnotations {
    /// Id of the case in the other program.
    pub case: String,
    /// The annotator, if the other program names one.
    pub by: Option<String>,
    pub said: Vec<ForeignAnnotation>,
    /// Descriptions of parts without an equivalent here.
    pub passed_over: Vec<String>,
}

/// An annotation of another program.
#[derive(Clone, Debug, PartialEq)]
pub enum ForeignAnnotation {
    /// Words of a text, marked with a name.
    Marked {
        /// `article` or `summary`.
        side: &'static str,
        /// First character, counted as the other program does.
        start: u64,
        /// One past the last character.
        end: u64,
        /// Whether characters outside the basic plane count twice, as in JavaScript.
        utf16: bool,
        /// The words, if given.
        text: Option<String>,
        name: String,
    },
    Chose {
        question: String,
        choice: String,
    },
    /// Free text in answer to a question.
    Wrote {
        question: String,
        text: String,
    },
}

/// Normalizes a name, removing differences between programs.
fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '-'], "_")
}

/// Returns the list and the fields of an entry for the name of a mark. The name is a list (`extraneous`),
/// a list with a label value (`claims:unsupported`), a kind of deviation (`meaning`, `meaning:severe`),
/// or a kind of issue (`insult`).
fn marked_as(name: &str) -> Option<(List, Map<String, Value>)> {
    let name = plain(name);
    let (head, tail) =
        name.split_once([':', '/']).map_or((name.as_str(), None), |(head, tail)| (head, Some(tail)));
    if head == "unsupported" && tail.is_none() {
        return Some((List::Extraneous, Map::new()));
    }
    let mut entry = Map::new();
    let spec = LISTS
        .iter()
        .find(|spec| spec.key == head)
        .or_else(|| {
            let spec = Some(List::Deviations.spec()).filter(|spec| spec.kinds.contains(&head))?;
            entry.insert("kind".to_owned(), json!(head));
            Some(spec)
        })
        .or_else(|| {
            let spec = List::Issues.spec();
            let word = spec.words.iter().find(|word| word.as_str() == head)?;
            entry.insert(spec.field.to_owned(), json!(word.as_str()));
            Some(spec)
        })?;
    let word = match tail {
        Some(tail) => *spec.words.iter().find(|word| word.as_str() == tail)?,
        None => usual_word(spec.list),
    };
    if !spec.field.is_empty() && !entry.contains_key(spec.field) {
        entry.insert(spec.field.to_owned(), crate::labels::file::word_value(word));
    }
    Some((spec.list, entry))
}

/// Returns the equivalent events on a case with these texts, and descriptions of what has no equivalent.
pub fn events(
    judged: &ForeignAnnotations,
    case: &str,
    by: &str,
    texts: Texts,
) -> (Vec<EventDraft>, Vec<String>) {
    let mut all: Vec<Map<String, Value>> = Vec::new();
    let mut passed_over = judged.passed_over.clone();
    let mut reason = None;
    for said in &judged.said {
        let event = match said {
            ForeignAnnotation::Marked { name, .. } => {
                marked_as(name).map(|(list, entry)| mark(said, list, entry, texts))
            }
            ForeignAnnotation::Chose { question, choice } => chosen(question, choice),
            ForeignAnnotation::Wrote { question, text } if plain(question).contains("reason") => {
                reason = Some(text.clone());
                continue;
            }
            ForeignAnnotation::Wrote { text, .. } if text.trim().is_empty() => continue,
            ForeignAnnotation::Wrote { text, .. } => Some(object(json!({"event": "comment", "text": text}))),
        };
        match event {
            Some(event) => all.push(event),
            None => passed_over.push(match said {
                ForeignAnnotation::Marked { name, .. } => format!("no list of labels is called {name:?}"),
                ForeignAnnotation::Chose { question, choice } => {
                    format!("{question:?}: {choice:?} is neither a verdict nor a label")
                }
                ForeignAnnotation::Wrote { question, .. } => format!("{question:?}"),
            }),
        }
    }
    let mut drafts = Vec::new();
    for mut event in all {
        if event["event"] == json!("decide")
            && let Some(reason) = &reason
        {
            event.insert("reason".to_owned(), json!(reason));
        }
        event.insert("case".to_owned(), json!(case));
        event.insert("by".to_owned(), json!(by));
        let text = Value::Object(event).to_string();
        match OrderedObject::read(&text).and_then(EventDraft::read) {
            Ok(draft) => {
                let uuid = Uuid::new_v5(&IMPORTED, text.as_bytes());
                drafts.push(EventDraft { uuid: Some(uuid), ..draft });
            }
            Err(why) => passed_over.push(why.to_string()),
        }
    }
    (drafts, passed_over)
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

fn mark(
    said: &ForeignAnnotation,
    list: List,
    mut entry: Map<String, Value>,
    texts: Texts,
) -> Map<String, Value> {
    if let ForeignAnnotation::Marked { side, start, end, utf16, text, .. } = said {
        let of = if *side == "article" { texts.article } else { texts.summary };
        let at = |at: u64| if *utf16 { scalar(of, at) } else { at };
        let mut span = object(json!({"start": at(*start), "end": at(*end)}));
        span.extend(text.iter().map(|text| ("text".to_owned(), json!(text))));
        entry.insert((*side).to_owned(), json!([span]));
        let key = if matches!(list, List::CoverageQags | List::ClaimQags) { "question" } else { "text" };
        if list != List::Extraneous {
            entry.extend(text.iter().map(|text| (key.to_owned(), json!(text))));
        }
    }
    object(json!({"event": "add", "list": list.spec().key, "before": [], "after": [entry]}))
}

/// Converts an index in UTF-16 units to one in scalar values.
fn scalar(text: &str, units: u64) -> u64 {
    let mut left = units;
    let whole = |c: &char| {
        let size = c.len_utf16() as u64;
        let fits = left >= size;
        left = left.saturating_sub(size);
        fits
    };
    text.chars().take_while(whole).count() as u64
}

/// Returns the event for a verdict, or for a label value if the question names a label (`claims/2`,
/// `claims_2`).
fn chosen(question: &str, choice: &str) -> Option<Map<String, Value>> {
    let verdict = DECISIONS
        .iter()
        .map(|decision| decision.as_str())
        .find(|name| name.eq_ignore_ascii_case(choice.trim()));
    if let Some(verdict) = verdict {
        return Some(object(json!({"event": "decide", "verdict": verdict})));
    }
    let (key, index) = question.rsplit_once(['/', '_'])?;
    let index: usize = index.parse().ok()?;
    let list = List::of_key(&plain(key))?;
    let to = crate::labels::file::word_value(list.value(&plain(choice))?);
    Some(object(json!({"event": "override", "label": LabelId { list, index }.to_string(), "to": to})))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_marks_are_lists_words_and_kinds() {
        let list = |name: &str| marked_as(name).map(|(list, entry)| (list, Value::Object(entry)));
        assert_eq!(list("Extraneous"), Some((List::Extraneous, json!({}))));
        assert_eq!(list("claims:partial"), Some((List::Claims, json!({"label": "partial"}))));
        assert_eq!(
            list("meaning:severe"),
            Some((List::Deviations, json!({"kind": "meaning", "severity": "severe"})))
        );
        assert_eq!(list("Biased wording"), Some((List::Issues, json!({"kind": "biased_wording"}))));
        assert_eq!(list("sentiment-ish"), None);
    }

    #[test]
    fn javascript_offsets_become_scalar_values() {
        let text = "a🗳b";
        assert_eq!([0, 1, 3, 4].map(|at| scalar(text, at)), [0, 1, 2, 3]);
    }
}
