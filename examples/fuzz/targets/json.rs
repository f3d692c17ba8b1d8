//! Cases as JSON and JSON lines.

use serde_json::Value;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, read_twice};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds lines of cases, or one object over many lines, damaged.
pub fn make(source: &mut Source) -> Input {
    let count = source.below(5);
    let mut cases: Vec<Value> = (0..count).map(|_| source.case()).collect();
    for case in &mut cases {
        mutate::json(source, case);
    }
    let (name, text) = match source.below(4) {
        0 => ("cases.json", serde_json::to_string_pretty(&cases).unwrap_or_default()),
        1 => ("cases.json", cases.first().map(|case| format!("{case:#}")).unwrap_or_default()),
        2 => ("cases", lines(&cases)),
        _ => ("cases.jsonl", lines(&cases)),
    };
    Input::default().with(name, mutate::bytes(source, text.into_bytes()))
}

/// Formats one object per line.
pub fn lines(cases: &[Value]) -> String {
    cases.iter().map(|case| format!("{case}\n")).collect()
}

/// Checks that every non-blank line has a result, and that a plain case has the texts of its line.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    for (name, bytes) in &input.parts {
        let records = read_twice(&bench.folder.join(name), bytes)?;
        if name != "cases.jsonl" || bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            continue;
        }
        for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            if line.trim_ascii().is_empty() || line.starts_with(b"\xef\xbb\xbf") {
                continue;
            }
            let result = records.iter().find(|(number, _)| *number == at + 1);
            let Some((_, result)) = result else { return Err(format!("line {} has no result", at + 1)) };
            let (Ok(found), Ok(value)) = (result, serde_json::from_slice::<Value>(line)) else { continue };
            if let ([case], Some(article), Some(summary)) =
                (found.cases.as_slice(), value["article"].as_str(), value["summary"].as_str())
            {
                ensure!(case.article == article, "line {}: another article", at + 1);
                ensure!(case.summary == summary, "line {}: another summary", at + 1);
            }
        }
    }
    Ok(())
}
