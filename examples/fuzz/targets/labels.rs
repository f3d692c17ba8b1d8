//! Label files.

use std::path::Path;

use lockbench::audit::read_labels;
use lockbench::case::{GivenLabels, Texts};
use lockbench::labels::file::{LabelFile, Wrapper, read};
use lockbench::labels::{LISTS, Labels};
use lockbench::schema::FileFormat;
use serde_json::{Value, json};

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, follows, pair, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds labels of any kind, damaged, and the texts that their spans refer to.
pub fn make(source: &mut Source) -> Input {
    let [article, summary] = source.pair(3);
    let mut wrapper = made(source, &article, &summary);
    mutate::json(source, &mut wrapper);
    let mut text = wrapper.to_string();
    if source.once_in(4) {
        text = format!("{text}\n{wrapper}");
    }
    Input::default()
        .with("labels.json", mutate::bytes(source, text.into_bytes()))
        .with("article", article)
        .with("summary", summary)
}

/// Builds labels of every list, many of them invalid, alone or in their wrapper.
pub fn made(source: &mut Source, article: &str, summary: &str) -> Value {
    let mut labels = json!({"tone": source.pick(&["neutral", "hostile", "subjective"]), "bias_score": 3});
    for spec in &LISTS {
        let count = source.below(3);
        let units: Vec<Value> = (0..count)
            .map(|_| {
                let mut span = |text: &str| {
                    let chars: Vec<char> = text.chars().collect();
                    let (start, length) = (source.below(chars.len() + 1), source.below(40));
                    let end = (start + length).min(chars.len());
                    json!({"start": start, "end": end, "text": chars[start..end].iter().collect::<String>()})
                };
                let (here, there) = (span(summary), span(article));
                let word = source.pick(&[
                    "fully", "partial", "not", "supported", "unsupported", "correct", "wrong", "high", "some", "none",
                    "meaning", "insult", "slur", "number", "claim",
                ]);
                json!({"text": here["text"], "label": word, "kind": word, "severity": "mild", "question": "Who?",
                    "answer": there["text"], "summary": [here], "article": [there], "overlap": 0.5, "grounded": true,
                    "valid": true, "present": false, "verified": true, "supported": true})
            })
            .collect();
        labels[spec.key] = json!(units);
    }
    if source.once_in(2) {
        labels
    } else {
        json!({"schema": "lockbench.labels/1", "id": "x", "by": source.name(), "labels": labels})
    }
}

fn written(labels: &Labels, article: &str, summary: &str) -> Value {
    Wrapper::new("x", "engine", labels, Texts { article, summary }).to_value()
}

/// Checks that spans lie in their texts, and that the labels read can be written by their schema and read
/// again unchanged.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let (article, summary) = (input.text("article"), input.text("summary"));
    let path = bench.folder.join("labels.json");
    std::fs::write(&path, input.bytes("labels.json")).map_err(|error| error.to_string())?;
    let told =
        |path: &Path| GivenLabels::read(path).map(|given| given.len()).map_err(|error| error.to_string());
    ensure!(told(&path) == told(&path), "read again, the file holds something else");
    let proposals = lockbench::engine::Engine::default().analyse_pair(&article, &summary).proposals;
    let proposed = written(&proposals, &article, &summary);
    let values = serde_json::Deserializer::from_slice(input.bytes("labels.json")).into_iter::<Value>();
    for value in values.map_while(Result::ok).chain([proposed]) {
        let Ok(given) = read_labels(&value, &article, &summary) else { continue };
        reached("labels");
        hold(&given, &article, &summary)?;
    }
    Ok(())
}

/// Checks that labels lie in their texts, can be written by their schema and read again, and can be
/// scored.
pub fn hold(given: &LabelFile, article: &str, summary: &str) -> Outcome {
    spans_hold(given, article, summary)?;
    let once = written(&given.labels, article, summary);
    follows(FileFormat::Labels, &once).map_err(|why| format!("labels {why}"))?;
    let again =
        read(&once, article, summary).map_err(|why| format!("what was written is not read: {why}"))?;
    let twice = written(&again.labels, article, summary);
    ensure!(once == twice, "labels change when they are written and read: {once} {twice}");
    // Labels of any kind can be scored.
    let case = pair(article, summary);
    let analysis = lockbench::engine::Engine::default().read(
        &case,
        lockbench::case::Texts::of(&case),
        lockbench::evidence::Wanted::ALL,
    );
    let sides = [&case.article, &case.summary].map(|text| lockbench::report::json::SpanText::new(text));
    for report in crate::invariants::SHIPPED.judge(&case, &analysis, &given.labels) {
        crate::invariants::report_holds(&report, &sides[0], &sides[1])?;
    }
    Ok(())
}

fn spans_hold(given: &LabelFile, article: &str, summary: &str) -> Outcome {
    for spec in &LISTS {
        for label in given.labels.get(spec.list).unwrap_or_default() {
            let within = [(article, &label.article), (summary, &label.summary)]
                .iter()
                .all(|(text, spans)| spans.iter().all(|span| text.get(span.range()).is_some()));
            ensure!(within, "{}: a span is not in its text", spec.key);
        }
    }
    Ok(())
}
