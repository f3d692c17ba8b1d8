//! Extracts labels from a language model's answer: a message of a batch, a text with JSON somewhere in
//! it, or an answer that was cut off.

use serde_json::{Map, Value, json};

use super::extract::{extract, outside_strings};
use super::places::{EvidencePlaces, PlacedEvidence};
use super::words::{is_metric, squash};
use crate::case::parse_json;
use crate::labels::file::{LabelError, LabelFile};
use crate::labels::{Entry, LISTS, List};
use crate::text::visible::{Shape, visible};

#[derive(Debug, PartialEq)]
pub enum AnswerContent {
    Labels(AnswerLabels),
    /// The answer has no labels: the request failed, or what looks like JSON is invalid.
    Refused(String),
    /// No known content.
    Nothing,
}

#[derive(Debug, Default, PartialEq)]
pub struct AnswerLabels {
    /// The inner object of a labels file.
    pub inner: Map<String, Value>,
    /// Name of the judge, if given.
    pub by: Option<String>,
    /// Notes on parts that were ignored.
    pub notes: Vec<String>,
    /// The list that was incomplete when the answer was cut off.
    pub cut: Option<String>,
}

/// Most levels of nested wrappers that are searched.
const DEPTH: usize = 10;
/// Most characters quoted from an answer without labels.
const QUOTED: usize = 160;

/// Keys that may contain an answer, in the order in which they are tried.
const WITHIN: [&str; 22] = [
    "labels", "output", "answer", "completion", "response", "body", "result", "results", "choices",
    "message", "content", "parsed", "judgement", "judgment", "evaluation", "raw", "rawoutput", "outputtext",
    "text", "toolcalls", "function", "arguments",
];

pub fn find(value: &Value) -> AnswerContent {
    if let Some(reason) = failed(value) {
        let of = if value.get("custom_id").is_some() { "the batch has" } else { "there is" };
        return AnswerContent::Refused(format!("{of} no answer: {reason}"));
    }
    let mut search = Search::default();
    match search.look(value, DEPTH) {
        Some(inner) => {
            let by = name(value, DEPTH);
            AnswerContent::Labels(AnswerLabels { inner, by, notes: search.notes, cut: search.cut })
        }
        None => match search.broken {
            Some(reason) => AnswerContent::Refused(format!("the JSON cannot be read: {reason}")),
            None => match (search.read, silent(value)) {
                (Some(text), _) => {
                    let words = clipped(&text, QUOTED);
                    AnswerContent::Refused(format!("the answer holds no labels: \"{words}\""))
                }
                (None, Some(reason)) => AnswerContent::Refused(reason),
                (None, None) => AnswerContent::Nothing,
            },
        },
    }
}

#[derive(Default)]
struct Search {
    /// The beginning of the first non-blank text.
    read: Option<String>,
    notes: Vec<String>,
    cut: Option<String>,
    broken: Option<String>,
}

impl Search {
    fn look(&mut self, value: &Value, depth: usize) -> Option<Map<String, Value>> {
        let depth = depth.checked_sub(1)?;
        match value {
            Value::String(text) => self.text(text, depth),
            Value::Array(items) => items.iter().find_map(|item| self.look(item, depth)),
            Value::Object(object) => self.object(object, depth),
            _ => None,
        }
    }

    fn object(&mut self, object: &Map<String, Value>, depth: usize) -> Option<Map<String, Value>> {
        if is_inner(object) {
            return Some(object.clone());
        }
        // Labels under unknown keys are accepted here; the reader of labels reports the keys.
        if let Some(Value::Object(inner)) = object.get("labels")
            && !inner.keys().any(|key| is_metric(key))
            && self.look(&object["labels"], depth).is_none()
        {
            return Some(inner.clone());
        }
        // A model that was given a tool answers with the input of its tool call.
        if object.get("type").is_some_and(|kind| kind == "tool_use")
            && let Some(inner) = object.get("input").and_then(|input| self.look(input, depth))
        {
            return Some(inner);
        }
        let within = WITHIN.iter().flat_map(|wanted| {
            object.iter().filter(move |(key, _)| squash(key) == *wanted).map(|(_, value)| value)
        });
        within.into_iter().find_map(|value| self.look(value, depth))
    }

    fn text(&mut self, text: &str, depth: usize) -> Option<Map<String, Value>> {
        let beginning = text.trim_start().chars().take(QUOTED + 1).collect::<String>();
        if !beginning.is_empty() {
            self.read.get_or_insert(beginning);
        }
        let found = extract(text);
        if found.cut.is_some()
            && let Some(inner) = closed(text).and_then(|value| self.look(&value, depth))
        {
            self.notes.push("the answer is cut off behind its last list".to_owned());
            return Some(inner);
        }
        let last = found.values.len().saturating_sub(1);
        for (at, value) in found.values.iter().enumerate() {
            if let Some(inner) = self.look(value, depth) {
                self.notes.extend(found.notes);
                // Only the last value of a text can be cut off.
                self.cut = self.cut.take().or(found.cut.filter(|_| at == last));
                return Some(inner);
            }
        }
        if let Some(reason) = unread(text, found.cut.as_deref()).or(found.broken) {
            self.broken.get_or_insert(reason);
        }
        None
    }
}

/// Returns why a text that is JSON from its beginning, or cut off within a `member`, cannot be read, and where in the text.
fn unread(text: &str, member: Option<&str>) -> Option<String> {
    if let Some(member) = member {
        let last = text.lines().last().unwrap_or_default();
        let (line, column) = (text.lines().count(), last.chars().count());
        return Some(format!("it is cut off within `{member}`, at its line {line}, column {column}"));
    }
    let error = text.trim_start().starts_with('{').then(|| parse_json(text.as_bytes()).err())??;
    Some(format!("at its line {}, column {}: {}", error.line, error.column, error.reason))
}

/// Parses an object that lacks only its closing brackets. If a list is open, it may be incomplete, so
/// nothing is closed.
fn closed(text: &str) -> Option<Value> {
    let text = text[text.find('{')?..].trim_end().trim_end_matches("```").trim_end();
    let (mut open, mut quoted) = (Vec::new(), false);
    for (_, byte) in outside_strings(text) {
        match byte {
            b'"' => quoted = !quoted,
            b'{' | b'[' => open.push(byte),
            b'}' | b']' => drop(open.pop()),
            _ => {}
        }
    }
    if quoted || open.is_empty() || open.contains(&b'[') {
        return None;
    }
    let whole = format!("{}{}", text.trim_end_matches(','), "}".repeat(open.len()));
    parse_json(whole.as_bytes()).ok()
}

/// Returns whether an object contains lists of labels.
fn is_inner(object: &Map<String, Value>) -> bool {
    LISTS.iter().any(|spec| {
        let counts = spec.list == List::Extraneous;
        object.get(spec.key).is_some_and(|list| list.is_array() || counts && list.is_object())
    })
}

/// Returns why a request of a batch has no answer.
fn failed(value: &Value) -> Option<String> {
    let said = |error: &Value| {
        let text = error.get("message").or_else(|| error.get("code")).or(Some(error));
        text.map(|text| text.as_str().map_or_else(|| text.to_string(), str::to_owned))
    };
    let error = |of: &Value| of.get("error").filter(|error| !error.is_null()).and_then(said);
    if let Some(reason) = error(value) {
        return Some(reason);
    }
    let response = value.get("response").unwrap_or(&Value::Null);
    if let Some(status) = response.get("status_code").and_then(Value::as_u64).filter(|status| *status >= 400)
    {
        let reason = response.get("body").and_then(error).unwrap_or_default();
        return Some(format!("status {status} {reason}").trim().to_owned());
    }
    let result = value.get("result").unwrap_or(&Value::Null);
    if let Some(reason) = response.get("body").and_then(error) {
        return Some(reason);
    }
    let kind = result.get("type").and_then(Value::as_str).filter(|kind| *kind != "succeeded")?;
    // The provider's error is nested in the error of the request.
    let reason = result.get("error").and_then(error).or_else(|| error(result)).unwrap_or_default();
    Some(format!("{kind} {reason}").trim().to_owned())
}

/// Returns why a model did not answer; if it refused, in its own words.
fn silent(value: &Value) -> Option<String> {
    let body = ["/response/body", "/result/message", "/response", "/body", ""];
    let body = body.iter().find_map(|at| value.pointer(at).filter(|body| is_answer(body)))?;
    let message = body.pointer("/choices/0/message").unwrap_or(body);
    let word = |at: &str| body.pointer(at).and_then(Value::as_str);
    let refusal = message.get("refusal").and_then(Value::as_str).filter(|words| !words.trim().is_empty());
    let stopped =
        word("/choices/0/finish_reason").or_else(|| word("/stop_reason")).or_else(|| word("/status"));
    Some(match (refusal, stopped) {
        (Some(words), _) => format!("the model refused: {words}"),
        (None, Some(reason)) => format!("the model gave no answer ({reason})"),
        (None, None) => "the model gave no answer".to_owned(),
    })
}

/// Returns whether an object is a response of a model API.
fn is_answer(body: &Value) -> bool {
    let is_list = |key: &str| body.get(key).is_some_and(Value::is_array);
    let is_message = body.get("role").is_some_and(|role| role == "assistant");
    is_list("choices") || is_message || body.get("object").is_some_and(|kind| kind == "response")
}

/// Returns the name given beside the labels, or the model of the response.
fn name(value: &Value, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let object = value.as_object()?;
    let named = ["by", "judge", "model"].iter().find_map(|key| object.get(*key)?.as_str());
    let within = ["response", "body", "result", "message"];
    named.map(str::to_owned).or_else(|| within.iter().find_map(|key| name(object.get(*key)?, depth)))
}

/// Returns the beginning of a text, on one line.
pub fn clipped(text: &str, most: usize) -> String {
    let line = visible(text.trim(), Shape::Line);
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{} …", line[..end].trim_end()),
        None => line.into_owned(),
    }
}

/// Corrects spans by searching for their quotations, since models cannot count offsets reliably. A
/// quotation that is not found stays unchanged, and the reader of labels rejects it.
pub fn placed(inner: &mut Map<String, Value>, article: &str, summary: &str) {
    let mut places = EvidencePlaces::new(Some(article), Some(summary));
    for spec in &LISTS {
        let Some(Value::Array(items)) = inner.get_mut(spec.key) else { continue };
        for item in items {
            if spec.list == List::Extraneous {
                if item.is_string() || item.get("text").is_some() {
                    span(item, "summary", spec.list, &mut places);
                }
                continue;
            }
            for side in ["article", "summary"] {
                let Some(spans) = item.get_mut(side) else { continue };
                if spans.is_string() || spans.is_object() {
                    *spans = Value::Array(vec![spans.take()]);
                }
                let Value::Array(spans) = spans else { continue };
                spans.retain(|span| span.as_str().is_none_or(|text| !text.trim().is_empty()));
                spans.iter_mut().for_each(|one| span(one, side, spec.list, &mut places));
            }
        }
    }
}

fn span(value: &mut Value, side: &'static str, list: List, places: &mut EvidencePlaces) {
    let text = match &*value {
        Value::String(text) => text.clone(),
        Value::Object(object) if !object.contains_key("start") => match object.get("text") {
            Some(Value::String(text)) => text.clone(),
            _ => return,
        },
        _ => return,
    };
    match places.place(&Value::from(text.as_str()), Some(side), list) {
        PlacedEvidence::At(_, span) => *value = span,
        PlacedEvidence::Nowhere(_) | PlacedEvidence::Empty => *value = json!({"text": text}),
    }
}

/// Adds the notes on an answer to its labels, and marks lists that were cut off or missing because of
/// that as malformed. A list that no prompt asks for was not still to come.
pub fn add_notes(given: &mut LabelFile, answered: &AnswerLabels) {
    given.warnings.extend(answered.notes.iter().cloned());
    if let Some(cut) = &answered.cut {
        match List::of_key(cut) {
            Some(list) => given.labels.set(list, Entry::Malformed(LabelError::CutOff(list.spec().key))),
            None => given.warnings.push(format!("the answer is cut off in `{cut}`")),
        }
        for spec in &LISTS {
            if *given.labels.entry(spec.list) == Entry::Absent && !spec.list.is_counted() {
                given.labels.set(spec.list, Entry::Malformed(LabelError::CutBefore(spec.key)));
            }
        }
    }
    given.note_unreadable();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels() -> Value {
        json!({"labels": {"claims": [{"text": "a", "label": "supported"}], "issues": []}})
    }

    fn answered(value: &Value) -> AnswerLabels {
        match find(value) {
            AnswerContent::Labels(answered) => answered,
            other => panic!("{other:?}: {value}"),
        }
    }

    #[test]
    fn labels_are_found_wherever_an_answer_has_them() {
        let text = labels().to_string();
        let fenced = format!("Sure:\n```json\n{text}\n```\nDone.");
        let open = |content: Value| {
            json!({"id": "batch_req_1", "custom_id": "x", "error": null, "response": {"status_code": 200, "body":
                {"id": "chatcmpl-1", "model": "m-1", "choices": [{"message": {"role": "assistant", "content": content}}]}}})
        };
        let other = json!({"custom_id": "x", "result": {"type": "succeeded", "message":
            {"model": "m-1", "content": [{"type": "text", "text": fenced}]}}});
        let tool = json!({"custom_id": "x", "result": {"type": "succeeded", "message": {"model": "m-1", "role": "assistant",
            "content": [{"type": "text", "text": "I call the tool."},
                {"type": "tool_use", "id": "t", "name": "judge", "input": labels()}]}}});
        for (value, by) in [
            (labels(), None),
            (labels()["labels"].clone(), None),
            (json!({"id": "x", "output": text}), None),
            (json!({"id": "x", "labels": text, "by": "b"}), Some("b")),
            (json!(fenced), None),
            (open(json!(text)), Some("m-1")),
            (open(json!(fenced)), Some("m-1")),
            (other, Some("m-1")),
            (tool, Some("m-1")),
            (
                json!({"output": [{"type": "message", "content": [{"type": "output_text", "text": text}]}]}),
                None,
            ),
        ] {
            let found = answered(&value);
            assert_eq!(Value::Object(found.inner), labels()["labels"], "{value}");
            assert_eq!((found.by.as_deref(), found.cut), (by, None));
        }
    }

    #[test]
    fn json_that_cannot_be_read_says_where() {
        for (text, why) in [
            (
                "{\"claims\": [{\"text\": \"It rained in Par",
                "it is cut off within `claims`, at its line 1, column 38",
            ),
            ("{\n\"claims\": [{", "it is cut off within `claims`, at its line 2, column 12"),
            ("{\"cla", "it is cut off within `cla`, at its line 1, column 5"),
            ("{\"claims\": [oops]}", "at its line 1, column 13: no JSON: expected value"),
        ] {
            let AnswerContent::Refused(said) = find(&json!(text)) else { panic!("{text} has no labels") };
            assert!(said.starts_with(&format!("the JSON cannot be read: {why}")), "{said}");
            let AnswerContent::Refused(said) = find(&json!({"output": text})) else { panic!("{text}") };
            assert!(said.contains(why), "{said}");
        }
    }

    #[test]
    fn what_is_cut_off_keeps_its_whole_lists() {
        let whole = labels().to_string();
        let at = whole.find("\"issues\"").unwrap();
        for text in [
            &whole[..whole.len() - 1],
            &whole[..whole.len() - 2],
            &format!("{whole:.0$}\n```", whole.len() - 1),
        ] {
            let found = answered(&json!({"id": "x", "output": text}));
            assert_eq!((Value::Object(found.inner), found.cut), (labels()["labels"].clone(), None), "{text}");
        }
        let found = answered(&json!({"id": "x", "output": &whole[..at + 10]}));
        assert_eq!((found.inner.len(), found.cut.as_deref()), (1, Some("issues")));
        // A list that was begun is unusable, which differs from an absent list.
        let begun = answered(&json!({"output": "{\"labels\": {\"claims\": [{\"te"}));
        assert_eq!((begun.inner.len(), begun.cut.as_deref()), (0, Some("claims")));
        let mut given = LabelFile::default();
        add_notes(&mut given, &begun);
        assert!(
            matches!(given.labels.entry(List::Claims), Entry::Malformed(why) if *why == LabelError::CutOff("claims"))
        );
        assert!(
            given.warnings[1..].iter().any(|said| said.contains("claims: the answer is cut off")),
            "{given:?}"
        );
        let cut_before = Entry::Malformed(LabelError::CutBefore("issues"));
        assert_eq!(*given.labels.entry(List::Issues), cut_before);
        assert_eq!(*given.labels.entry(List::Segments), Entry::Absent, "no prompt asks for segments");
    }

    #[test]
    fn what_failed_says_why_and_what_is_nothing_is_nothing() {
        for (value, why) in [
            (
                json!({"custom_id": "x", "response": null, "error": {"code": "c", "message": "expired"}}),
                "expired",
            ),
            (
                json!({"custom_id": "x", "response": {"status_code": 429, "body": {"error": {"message": "slow"}}}}),
                "status 429 slow",
            ),
            (
                json!({"custom_id": "x", "result": {"type": "errored", "error": {"message": "m"}}}),
                "errored m",
            ),
        ] {
            assert_eq!(find(&value), AnswerContent::Refused(format!("the batch has no answer: {why}")));
        }
        let record = json!({"id": "x", "error": {"slug": "not_judged", "message": "no money"}});
        assert_eq!(find(&record), AnswerContent::Refused("there is no answer: no money".to_owned()));
        let completion = |message: Value, reason: &str| {
            json!({"custom_id": "x", "response": {"status_code": 200, "body": {"choices": [
                {"message": message, "finish_reason": reason}]}}, "error": null})
        };
        for (value, why) in [
            (
                completion(json!({"role": "assistant", "content": null, "refusal": "I can't help."}), "stop"),
                "the model refused: I can't help.",
            ),
            (
                completion(json!({"role": "assistant", "content": " ", "refusal": "I can't help."}), "stop"),
                "the model refused: I can't help.",
            ),
            (
                completion(json!({"role": "assistant", "content": null}), "content_filter"),
                "the model gave no answer (content_filter)",
            ),
            (
                json!({"custom_id": "x", "result": {"type": "succeeded", "message":
                    {"role": "assistant", "content": [], "stop_reason": "refusal"}}}),
                "the model gave no answer (refusal)",
            ),
        ] {
            assert_eq!(find(&value), AnswerContent::Refused(why.to_owned()));
        }
        let provider = json!({"custom_id": "x", "result": {"type": "errored", "error":
            {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}}});
        assert!(
            matches!(find(&provider), AnswerContent::Refused(why) if why.ends_with("errored Overloaded"))
        );
        let plain = json!({"id": "x", "error": {"message": "rate limit"}});
        assert!(matches!(find(&plain), AnswerContent::Refused(why) if why.ends_with("rate limit")));
        for value in [json!({"id": "x"}), json!([]), json!(5)] {
            assert_eq!(find(&value), AnswerContent::Nothing, "{value}");
        }
        let prose = json!({"id": "x", "output": "I cannot judge this."});
        let said = "the answer holds no labels: \"I cannot judge this.\"";
        assert_eq!(find(&prose), AnswerContent::Refused(said.to_owned()));
        let long = json!({"id": "x", "output": format!("I cannot.\n{}", "So long. ".repeat(900))});
        let AnswerContent::Refused(said) = find(&long) else { panic!("prose holds no labels") };
        assert!(said.contains("I cannot.") && said.chars().count() < 300 && !said.contains('\n'), "{said}");
        let odd = answered(&json!({"id": "x", "output": "{\"labels\": {\"claim\": []}}"}));
        assert!(odd.inner.contains_key("claim"), "the reader of labels names the key");
    }

    #[test]
    fn quotations_are_placed() {
        let mut inner = json!({
            "claims": [{"text": "a", "label": "supported", "summary": "It  Rained", "article": ["", {"text": "rain"}]}],
            "extraneous": ["rained", {"text": "nowhere"}],
        });
        let Value::Object(object) = &mut inner else { unreachable!() };
        placed(object, "The rain, the rain.", "it rained");
        let claim = &inner["claims"][0];
        assert_eq!(claim["summary"], json!([{"start": 0, "end": 9, "text": "it rained"}]));
        assert_eq!(claim["article"], json!([{"start": 4, "end": 8, "text": "rain"}]));
        assert_eq!(inner["extraneous"][0]["start"], 3);
        assert_eq!(inner["extraneous"][1], json!({"text": "nowhere"}));
    }
}
