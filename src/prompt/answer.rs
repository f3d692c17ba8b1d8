//! The JSON Schema of an answer, in the strict form that providers enforce: every member is required,
//! none may be added.

use serde_json::{Map, Value, json};
use strum::VariantNames;

use super::lists::{self, BESIDE, EntryField, prompt_of};
use crate::labels::{LabelValue, List, Tone};
use crate::rubric::Rubric;

/// The requested format of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerFormat {
    /// Labels, from which a program computes the scores.
    Labels,
    /// The metric objects that the two locks print, which `audit` recomputes.
    Metrics,
}

impl AnswerFormat {
    /// Returns the name used on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            AnswerFormat::Labels => "labels",
            AnswerFormat::Metrics => "metrics",
        }
    }
}

/// Rubrics whose document defines metric objects.
const PRINTED: [&str; 2] = ["twin-lock", "judge-lock"];

/// Returns the schema of the answer to a rubric; `None` if metric objects are requested and the rubric
/// has none.
pub fn schema(slug: &str, rubric: &dyn Rubric, asked: AnswerFormat) -> Option<Value> {
    match asked {
        AnswerFormat::Labels => Some(object([("labels", labels(rubric))])),
        AnswerFormat::Metrics if PRINTED.contains(&slug) => Some(metrics(rubric)),
        AnswerFormat::Metrics => None,
    }
}

/// Returns the schema of an object with exactly these members.
fn object<K: Into<String>>(members: impl IntoIterator<Item = (K, Value)>) -> Value {
    let members: Map<String, Value> = members.into_iter().map(|(key, value)| (key.into(), value)).collect();
    let required: Vec<&String> = members.keys().collect();
    json!({"type": "object", "required": required, "properties": members, "additionalProperties": false})
}

fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

fn text(about: &str) -> Value {
    if about.is_empty() { json!({"type": "string"}) } else { json!({"type": "string", "description": about}) }
}

fn labels(rubric: &dyn Rubric) -> Value {
    let mut members = Map::new();
    for list in lists::judged(rubric) {
        members.insert(list.spec().key.to_owned(), entries(list));
    }
    for (key, list, _) in BESIDE {
        if rubric.lists().contains(&list) {
            let value = match key {
                "tone" => json!({"type": "string", "enum": Tone::VARIANTS}),
                _ => text(""),
            };
            members.insert(key.to_owned(), value);
        }
    }
    object(members)
}

/// Returns the schema of a list's entries. Their meaning is explained in the instructions only, to save
/// tokens.
fn entries(of: List) -> Value {
    let (spec, prompt) = (of.spec(), prompt_of(of));
    let mut members: Vec<(&str, Value)> =
        prompt.members.iter().map(|member| (member.key(), value(*member))).collect();
    if !spec.kinds.is_empty() {
        members.insert(0, ("kind", json!({"type": "string", "enum": spec.kinds})));
    }
    if of != List::Extraneous {
        members.push((spec.field, word(of)));
    }
    list(object(members))
}

fn word(of: List) -> Value {
    let words = of.spec().words;
    if words.contains(&LabelValue::Yes) {
        return json!({"type": "boolean"});
    }
    json!({"type": "string", "enum": words.iter().map(|word| word.as_str()).collect::<Vec<_>>()})
}

fn value(member: EntryField) -> Value {
    match member {
        EntryField::Article | EntryField::Summary => list(object([("text", text(""))])),
        EntryField::Source => json!({"type": ["string", "null"]}),
        EntryField::Text | EntryField::Question | EntryField::Answer | EntryField::Why => text(""),
    }
}

/// Returns the schema of the metric objects, in the printed order.
fn metrics(rubric: &dyn Rubric) -> Value {
    let asked = |list: List| rubric.lists().contains(&list);
    let number = || json!({"type": "number"});
    let labelled = |of: List, first: &[&str]| {
        let members = first.iter().map(|key| (*key, text("")));
        list(object(members.chain([(of.spec().field, word(of))])))
    };
    let mut coverage = vec![
        ("key_points", labelled(List::KeyPoints, &["text", "evidence"])),
        ("extraneous", list(text("words of the summary that the article does not entail"))),
        ("extraneous_tokens", json!({"type": "integer"})),
        ("total_summary_tokens", json!({"type": "integer"})),
    ];
    let questions = |of| ("qags", labelled(of, &["question", "answer", "evidence"]));
    if asked(List::CoverageQags) {
        coverage.push(questions(List::CoverageQags));
    }
    coverage.extend([("precision", number()), ("recall", number()), ("f1", number())]);
    if asked(List::CoverageQags) {
        coverage.push(("qag_accuracy", number()));
    }
    let kinds = json!({"type": "string", "enum": List::Deviations.spec().kinds});
    let deviation = object([
        ("kind", kinds),
        ("severity", word(List::Deviations)),
        ("evidence", text("")),
        ("why", text("")),
    ]);
    let mut hallucination = vec![
        ("claims", labelled(List::Claims, &["text", "evidence"])),
        ("unsupported_fraction", number()),
        ("severity", json!({"type": "string", "enum": ["none", "minor", "moderate", "severe"]})),
    ];
    if asked(List::ClaimQags) {
        hallucination.push(questions(List::ClaimQags));
        hallucination.push(("qag_precision", number()));
    }
    let segment = object([("text", text("")), ("jaccard", number()), ("label", word(List::Segments))]);
    let issue = object([("kind", word(List::Issues)), ("quote", text("")), ("why", text(""))]);
    let tone = json!({"type": "string", "enum": Tone::VARIANTS});
    let scored = |members: Vec<(&'static str, Value)>| {
        object(members.into_iter().chain([("overall_score", json!({"type": "number"}))]))
    };
    object([
        ("coverage", scored(coverage)),
        ("alignment", scored(vec![("intent", text("")), ("deviations", list(deviation))])),
        ("hallucination", scored(hallucination)),
        ("relevance", scored(vec![("theme", text("")), ("segments", list(segment))])),
        (
            "bias_toxicity",
            scored(vec![
                ("tone", tone),
                ("issues", list(issue)),
                ("bias_score", number()),
                ("tox_score", number()),
            ]),
        ),
    ])
}
