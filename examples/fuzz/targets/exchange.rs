//! Imports into sessions: exports, labels, and exports of other annotation programs.

use std::path::Path;

use serde_json::{Value, json};

use super::command::start;
use super::labels::made;
use super::session::event;
use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, clean, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds the lines of an export, some of them damaged, and annotations as another program would export
/// them.
pub fn make(source: &mut Source) -> Input {
    let (article, summary) = (source.prose(2), source.prose(1));
    let case = json!({"id": "x", "article": article, "summary": summary, "other": source.json(1)});
    let mut lines = vec![
        json!({"kind": "session", "schema": "lockbench.session/1", "created": "2026-01-01T00:00:00Z",
            "rubric": "judge-lock", "readings": {}}),
        json!({"kind": "case", "index": 0, "id": "x", "case": case, "from": {"file": "q.jsonl", "line": 1},
            "engine": "1", "proposals": {"schema": "lockbench.labels/1", "by": "engine",
            "labels": {"claims": [], "extraneous": []}}}),
    ];
    for number in 0..source.below(5) {
        let mut line = event(source, &article, &summary);
        let rest = json!({"kind": "event", "seq": number + 1, "by": source.pick(&["ann", "bob", ""]),
            "uuid": format!("00000000-0000-7000-8000-{number:012}"), "at": format!("2026-01-01T00:00:0{number}Z")});
        if let (Some(line), Value::Object(rest)) = (line.as_object_mut(), rest) {
            line.extend(rest);
        }
        lines.push(line);
    }
    for line in &mut lines {
        if source.once_in(5) {
            mutate::json(source, line);
        }
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let export = if source.once_in(3) { mutate::bytes(source, text.into_bytes()) } else { text.into_bytes() };
    let from = source.pick(&["labels", "label-studio", "potato"]);
    let end = source.below(summary.chars().count().max(1));
    let mark =
        json!({"start": source.below(4), "end": end, "labels": ["claims", "supported"], "choices": ["PASS"]});
    let mut foreign = match from {
        "label-studio" => {
            json!([{"id": 1, "data": {"id": "x"}, "annotations": [{"completed_by": {"email": "ann"},
            "result": [{"type": "labels", "from_name": "claims", "to_name": "summary", "value": mark},
                {"type": "choices", "from_name": "verdict", "to_name": "summary", "value": mark}]}]}])
        }
        "potato" => json!({"id": "x", "annotator": "ann", "label_annotations": {"verdict": {"PASS": "1"}},
            "span_annotations": {"claims": [{"start": 0, "end": end, "annotation": "supported", "schema": "claims"}]}}),
        _ => {
            json!({"schema": "lockbench.labels/1", "id": "x", "by": "ann", "labels": made(source, &article, &summary)})
        }
    };
    if source.once_in(2) {
        mutate::json(source, &mut foreign);
    }
    let foreign = mutate::bytes(source, foreign.to_string().into_bytes());
    Input::default().with("export.jsonl", export).with("foreign.jsonl", foreign).with("from", from)
}

/// Checks that nothing is imported partially: statuses are documented ones, streams are clean, and
/// exporting, importing and exporting a session again gives identical bytes.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let folder = bench.folder.join("exchange");
    let _ = std::fs::remove_dir_all(&folder);
    input.save(&folder).map_err(|error| error.to_string())?;
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let run = |args: &[&str]| run_program(&bench.program, args);
    let from = input.text("from");
    let (one, two) = (file("one.db"), file("two.db"));
    run(&["import", &one, &file("export.jsonl"), "--as", "ann"])?;
    if Path::new(&one).exists() {
        let foreign = file("foreign.jsonl");
        let mut args = vec!["import", &one, &foreign, "--as", "bob"];
        if from != "labels" {
            args.extend(["--from", &from]);
        }
        run(&args)?;
        let (status, first) = run(&["export", &one])?;
        ensure!(status == 0, "what was taken cannot be exported");
        reached("sessions");
        std::fs::write(file("first.jsonl"), &first).map_err(|error| error.to_string())?;
        let (status, _) = run(&["import", &two, &file("first.jsonl")])?;
        ensure!(status == 0, "what was exported is not taken: {first}");
        let (_, second) = run(&["export", &two])?;
        ensure!(first == second, "exported again, it is another:\n{first}\n{second}");
    }
    Ok(())
}

/// Runs a command of `sessions`; returns its status and output.
fn run_program(program: &Path, args: &[&str]) -> Result<(i32, String), String> {
    let args: Vec<String> =
        std::iter::once("sessions").chain(args.iter().copied()).map(str::to_owned).collect();
    let ran = start(program, &args, b"")?;
    ensure!(matches!(ran.status, Some(0 | 2 | 3)), "{args:?}: the status is {:?}: {}", ran.status, ran.err);
    clean("stderr", &ran.err)?;
    clean("stdout", &ran.out)?;
    ensure!(!ran.err.contains("a defect of lockbench"), "{}", ran.err);
    Ok((ran.status.unwrap_or_default(), ran.out))
}
