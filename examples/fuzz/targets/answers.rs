//! Labels in a language model's answers.

use lockbench::audit::read_labels;
use lockbench::case::GivenLabels;
use serde_json::{Value, json};

use super::labels::{hold, made};
use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds labels as models answer them: in prose, between fences, cut off, with other keys, in the
/// wrappers of batches.
pub fn make(source: &mut Source) -> Input {
    let [article, summary] = source.pair(3);
    let mut labels = made(source, &article, &summary);
    mutate::json(source, &mut labels);
    let mut text = match source.below(3) {
        0 => format!("{labels:#}"),
        1 => labels.to_string().replace(':', ": ").replace("},", "},\n  "),
        _ => labels.to_string(),
    };
    if source.once_in(3) {
        // The model stopped in the middle.
        text.truncate(text.floor_char_boundary(source.below(text.len() + 1)));
    }
    if source.once_in(2) {
        let (before, behind) = (source.text(1), source.text(1));
        text = format!("{before}\n```{}\n{text}\n```\n{behind}", source.pick(&["json", "", "JSON", "js"]));
    }
    if source.once_in(4) {
        text = mutate::text(source, &text);
    }
    let mut wrapped = match source.below(6) {
        0 => json!({"custom_id": "x", "response": {"status_code": 200, "body": {"model": source.name(),
            "choices": [{"message": {"role": "assistant", "content": text}}]}}}),
        1 => json!({"custom_id": "x", "response": {"body": {"output": [{"type": "message",
            "content": [{"type": "output_text", "text": text}]}]}}}),
        2 => json!({"id": "x", "output": text}),
        3 => json!({"id": "x", "labels": serde_json::from_str(&text).unwrap_or(Value::from(text))}),
        4 => {
            json!({"custom_id": "x", "result": {"type": "succeeded", "message": {"content": [{"text": text}]}}})
        }
        _ => Value::from(text),
    };
    if source.once_in(5) {
        mutate::json(source, &mut wrapped);
    }
    let bytes = match &wrapped {
        Value::String(text) => text.clone().into_bytes(),
        wrapped => wrapped.to_string().into_bytes(),
    };
    let name = if wrapped.is_string() { "answer.txt" } else { "answer.jsonl" };
    let bytes = if source.once_in(4) { mutate::bytes(source, bytes) } else { bytes };
    Input::default().with(name, bytes).with("article", article).with("summary", summary)
}

/// Checks that reading an answer twice gives the same result, and that the labels read are valid.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let (article, summary) = (input.text("article"), input.text("summary"));
    let Some((name, bytes)) = input.parts.first() else { return Ok(()) };
    let path = bench.folder.join(name);
    std::fs::write(&path, bytes).map_err(|error| error.to_string())?;
    let outcome = || match GivenLabels::read(&path) {
        Ok(given) => Ok((given.len(), format!("{:?}", given.get("x").map_err(|error| error.to_string())))),
        Err(error) => Err(error.to_string()),
    };
    let first = outcome();
    ensure!(first == outcome(), "read again, the file holds something else");
    if let Err(why) = &first {
        ensure!(why.starts_with(&*path.to_string_lossy()), "the file is not named: {why}");
    }
    let text = String::from_utf8_lossy(bytes);
    let value = serde_json::from_str(&text).unwrap_or_else(|_| Value::from(&*text));
    match read_labels(&value, &article, &summary) {
        Ok(given) => {
            reached("answers");
            hold(&given, &article, &summary)
        }
        Err(why) => {
            reached("refused");
            ensure!(!why.to_string().trim().is_empty(), "refused without a reason");
            Ok(())
        }
    }
}
