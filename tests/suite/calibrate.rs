//! Tests `lockbench calibrate`: from decisions to a calibration, and from there to scores.

use serde_json::{Value, json};

use crate::cli::{Folder, run};

/// Cases whose summaries have one claim that the article supports and one that it does not.
fn cases(count: usize) -> String {
    let case = |at: usize| {
        let (article, summary) = (
            format!(
                "The council of Town{at} approved a budget of ${} million on Tuesday. Mayor Anna Keller said the plan \
                 would not raise taxes.",
                at + 10
            ),
            format!(
                "The council of Town{at} rejected a budget of ${} million. Keller said the plan would not raise taxes.",
                at + 50
            ),
        );
        format!("{}\n", json!({"id": format!("c{at}"), "article": article, "summary": summary}))
    };
    (0..count).map(case).collect()
}

/// Returns the engine's proposals for these cases with every claim decided: all supported in every second
/// case, none in the others.
fn decided(cases: &str) -> String {
    let ran = run(&["labels", cases]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let set = |(at, line): (usize, &str)| {
        let mut set: Value = serde_json::from_str(line).unwrap();
        for claim in set["labels"]["claims"].as_array_mut().unwrap() {
            claim["label"] = json!(if at % 2 == 0 { "supported" } else { "unsupported" });
            claim["by"] = json!("ann");
        }
        format!("{set}\n")
    };
    ran.stdout.lines().enumerate().map(set).collect()
}

fn signature(args: &[&str]) -> String {
    let ran = run(&[&["score"], args].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let first: Value = serde_json::from_str(ran.stdout.lines().next().unwrap()).unwrap();
    first["signature"].as_str().unwrap().to_owned()
}

#[test]
fn decisions_become_a_calibration_that_scores_use_and_name() {
    let folder = Folder::new();
    let cases_file = folder.write("cases.jsonl", cases(40));
    let labels = folder.write("ann.jsonl", decided(&cases_file));
    let out = folder.write("own.toml", String::new());
    let ran = run(&["calibrate", &labels, "--cases", &cases_file, "-o", &out]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("decisions on proposals, in 40 cases, by 1 annotator"), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("claims.doubted") && ran.stderr.contains("fitted; log loss"),
        "{}",
        ran.stderr
    );
    let written = std::fs::read_to_string(&out).unwrap();
    let table: toml::Table = written.parse().unwrap();
    assert!(table["fitted"]["lines"].as_array().unwrap().contains(&"claims.doubted".into()), "{written}");
    let again = run(&["calibrate", &labels, "--cases", &cases_file]);
    assert_eq!(again.stdout, written, "the same each time, and on standard output without -o");

    let named = signature(&[&cases_file, "--calibration", &out]);
    assert!(named.contains("|calibration=own.toml+"), "{named}");
    assert!(!signature(&[&cases_file]).contains("calibration"));

    // A session stores the name of the file and is scored with it.
    let session = folder.write("s.db", String::new());
    let ran = run(&["sessions", "import", &session, &cases_file, "--calibration", &out]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let export = run(&["sessions", "export", &session]).stdout;
    let first: Value = serde_json::from_str(export.lines().next().unwrap()).unwrap();
    assert_eq!(first["calibration"], "own.toml");
    assert!(signature(&["--session", &session]).contains("|calibration=own.toml+"));
}

#[test]
fn too_few_decisions_are_refused_with_what_there_is_and_what_it_takes() {
    let folder = Folder::new();
    let cases_file = folder.write("cases.jsonl", cases(4));
    let labels = folder.write("ann.jsonl", decided(&cases_file));
    let out = folder.write("own.toml", "kept");
    let ran = run(&["calibrate", &labels, "--cases", &cases_file, "-o", &out]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    for expected in [
        "nothing was written",
        "4 articles): too few; needs",
        "6 articles more",
        "at least 30 decisions on 10 articles",
    ] {
        assert!(ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
    }
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "kept");
    // More summaries of the same articles would not help.
    let twice = cases(4) + &cases(4).replace("\"id\":\"c", "\"id\":\"d");
    let twice_file = folder.write("twice.jsonl", twice);
    let twice_labels = folder.write("twice-ann.jsonl", decided(&twice_file));
    let ran = run(&["calibrate", &twice_labels, "--cases", &twice_file]);
    assert!(ran.stderr.contains("in 8 cases") && ran.stderr.contains("6 articles more"), "{}", ran.stderr);
    let ran = run(&["calibrate", &labels]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("4 cases left out") && ran.stderr.contains("--cases FILE"), "{}", ran.stderr);
    let ran = run(&["calibrate", &labels, "--by", "bob"]);
    assert!(ran.status == 2 && ran.stderr.contains("who did: ann"), "{}", ran.stderr);
}

#[test]
fn a_file_that_is_no_calibration_is_refused_with_its_place() {
    let folder = Folder::new();
    let cases_file = folder.write("cases.jsonl", cases(1));
    let shipped = lockbench::evidence::calibration::TOML;
    for (text, expected) in [
        (shipped.replace("same = 0.8", "same = 8.0"), "deviations.same: 8 is not from 0 to 1"),
        (String::new(), "missing field"),
        ("\u{1b}[31m = 1".to_owned(), "own.toml"),
    ] {
        let file = folder.write("own.toml", text);
        let ran = run(&["score", &cases_file, "--calibration", &file]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        assert!(ran.stderr.contains(expected) && ran.stderr.contains("line "), "{expected}: {}", ran.stderr);
        assert!(!ran.stderr.contains('\u{1b}'));
    }
}
