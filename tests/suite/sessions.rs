//! Tests review sessions from outside: imported data can be exported, annotators are kept apart, and
//! acknowledged events are never lost.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::{Folder, Ran, SUMMARY, case, command, labelled, lines, perfect, run, run_with};

/// Creates a session of three cases; returns its path.
fn session(folder: &Folder) -> String {
    let queue = folder.write("q.jsonl", lines(&[case("a"), case("b"), case("c")]));
    let path = format!("{}/s.db", folder.path());
    let ran = run(&["sessions", "import", &path, &queue]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    path
}

fn apply(session: &str, by: &str, events: &[Value]) -> Ran {
    run_with(&["sessions", "apply", session, "-", "--as", by], lines(events).as_bytes())
}

#[track_caller]
fn applied(session: &str, by: &str, events: &[Value]) {
    let ran = apply(session, by, events);
    assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
}

fn shown(session: &str, case: &str, by: &str) -> Value {
    run(&["sessions", "show", session, case, "--by", by]).lines().remove(0)
}

fn export(session: &str) -> String {
    let ran = run(&["sessions", "export", session]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    ran.stdout
}

fn of_kind(export: &str, kind: &str) -> Vec<Value> {
    let all = export.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    all.filter(|line| line["kind"] == json!(kind)).collect()
}

#[test]
fn an_export_imported_into_a_new_session_exports_the_same_bytes() {
    let folder = Folder::new();
    let odd = r#"{"id": "odd", "article": "The council met. 🗳 It voted.", "summary": "It met.", "mine": [1.50, 12345678901234567890123, {"x": 1e2}], "empty": null}"#;
    let queue = folder.write("q.jsonl", format!("{}{odd}\n", lines(&[case("a"), labelled("b", perfect())])));
    let path = format!("{}/s.db", folder.path());
    assert_eq!(run(&["sessions", "import", &path, &queue, "--reading", "edge=lower"]).status, 0);
    applied(
        &path,
        "ann",
        &[
            json!({"case": "a", "event": "override", "label": "claims/0", "to": "partial", "mine": [1, {"b": 2.50}]}),
            json!({"case": "a", "event": "edit", "field": "summary", "text": "The council met."}),
            json!({"case": "b", "event": "accept"}),
        ],
    );
    applied(
        &path,
        "bob",
        &[
            json!({"case": "a", "event": "decide", "verdict": "FAIL", "reason": "no", "at": "2026-01-01T00:00:00Z", "seq": 40}),
        ],
    );
    assert_eq!(run(&["sessions", "assign", &path, "--by", "ann,bob", "--overlap", "50%"]).status, 0);
    let first = export(&path);
    let (file, copy) = (folder.write("e.jsonl", &first), format!("{}/t.db", folder.path()));
    let ran = run(&["sessions", "import", &copy, &file]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(export(&copy) == first, "{first}\n{}", export(&copy));
    assert_eq!(shown(&copy, "a", "ann"), shown(&path, "a", "ann"));

    let kinds: Vec<String> = first
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["kind"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["session", "case", "case", "case", "event", "event", "event", "event"]);
    assert!(first.contains("[1.50, 12345678901234567890123, {\"x\": 1e2}]"), "the case is as imported");
    let schema: Value = serde_json::from_str(&run(&["schema", "session"]).stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for line in first.lines() {
        let line = serde_json::from_str(line).unwrap();
        let errors: Vec<String> = validator.iter_errors(&line).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?}\n{line}");
    }
    let cases = of_kind(&first, "case");
    assert_eq!(cases[2]["from"], json!({"file": queue, "line": 3}));
    assert_eq!((cases[1]["index"].clone(), cases[1]["proposals"]["id"].clone()), (json!(1), json!("b")));
    assert_eq!(cases[1]["engine"], json!(env!("CARGO_PKG_VERSION")));
    let events = of_kind(&first, "event");
    let order: Vec<(&str, &str)> =
        events.iter().map(|event| (event["at"].as_str().unwrap(), event["uuid"].as_str().unwrap())).collect();
    assert!(order.is_sorted(), "{order:?}");
    assert_eq!((events[0]["by"].clone(), events[0]["seq"].clone()), (json!("bob"), json!(40)));
    // Importing into the same session again adds nothing.
    let ran = run(&["sessions", "import", &copy, &file]);
    assert_eq!((ran.status, export(&copy) == first), (0, true), "{}", ran.stderr);
}

#[test]
fn a_second_case_of_an_id_is_refused_with_both_places() {
    let folder = Folder::new();
    let path = session(&folder);
    let before = export(&path);
    let more = folder.write("more.jsonl", lines(&[case("b"), case("d"), case("d")]));
    let ran = run(&["sessions", "import", &path, &more]);
    assert_eq!(ran.status, 3);
    for part in ["more.jsonl:1", "q.jsonl:2", "more.jsonl:2", "more.jsonl:3"] {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
    assert_eq!(of_kind(&export(&path), "case").len(), 4, "the rest is taken");
    assert!(export(&path).starts_with(&before), "what was there stays");
    let mut changed = case("a");
    changed["summary"] = json!("Another.");
    let changed = folder.write("q.jsonl", lines(&[changed]));
    let ran = run(&["sessions", "import", &path, &changed]);
    assert!(ran.status == 3 && ran.stderr.contains("changed"), "{}", ran.stderr);
}

#[test]
fn of_an_export_a_case_that_is_another_one_here_is_refused_with_its_events() {
    let folder = Folder::new();
    let path = session(&folder);
    applied(&path, "ann", &[json!({"case": "a", "event": "flag"}), json!({"case": "b", "event": "flag"})]);
    let file = folder.write("e.jsonl", export(&path));
    let mut changed = case("a");
    changed["summary"] = json!("Another.");
    let (other, queue) = (format!("{}/o.db", folder.path()), folder.write("o.jsonl", lines(&[changed])));
    assert_eq!(run(&["sessions", "import", &other, &queue]).status, 0);
    let ran = run(&["sessions", "import", &other, &file]);
    let said = ran.stderr.contains("another case \"a\"") && ran.stderr.contains("a session of its own");
    assert!(ran.status == 3 && said, "{}", ran.stderr);
    let events = of_kind(&export(&other), "event");
    assert_eq!(events.iter().map(|event| event["case"].clone()).collect::<Vec<_>>(), [json!("b")]);
}

#[test]
fn a_line_of_an_export_that_is_damaged_says_how() {
    let folder = Folder::new();
    let whole = export(&session(&folder)).into_bytes();
    let end = |line: usize| whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(line).unwrap().0;
    let mut damaged = whole.clone();
    damaged[end(1) - 9] = 0xff;
    damaged.truncate(end(2) - 9);
    let file = folder.write("damaged.jsonl", &damaged);
    let ran = run(&["sessions", "import", &format!("{}/new.db", folder.path()), &file]);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    for said in ["damaged.jsonl:2: not UTF-8 (byte 0xff)", "damaged.jsonl:3: ends in the middle of a value"] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_union_that_cannot_be_written_is_named_as_it_was_asked_for() {
    let folder = Folder::new();
    let [other, out] = ["other.db", "union.db"].map(|name| format!("{}/{name}", folder.path()));
    let one = session(&folder);
    assert_eq!(run(&["sessions", "backup", &one, &other]).status, 0);
    let limited = ["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_lockbench")];
    let merge = ["sessions", "merge", &out, &one, &other];
    let ran = std::process::Command::new("sh").args(limited).args(merge).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.code() == Some(2) && said.contains(&format!("error: {out}: ")), "{said}");
    assert!(!std::path::Path::new(&out).exists());
}

#[test]
fn events_are_acknowledged_in_order_and_bad_ones_by_their_line() {
    let folder = Folder::new();
    let path = session(&folder);
    let input = [
        "\u{feff}{\"case\": \"a\", \"event\": \"flag\"}",
        "",
        r#"{"case": "zz", "event": "flag"}"#,
        r#"{"case": "a", "event": "override", "label": "claims/99", "to": "partial"}"#,
        "no json",
        r#"{"case": "a", "event": "decide", "verdict": "PASS"}"#,
    ]
    .join("\n");
    let ran = run_with(&["sessions", "apply", &path, "-", "--as", "ann"], input.as_bytes());
    assert_eq!(ran.status, 3);
    let lines = ran.lines();
    assert_eq!((lines[0].clone(), lines[4].clone()), (json!({"seq": 1}), json!({"seq": 2})));
    let bad: Vec<i64> = lines[1..4].iter().map(|line| line["line"].as_i64().unwrap()).collect();
    assert_eq!(bad, [3, 4, 5]);
    assert!(lines[1]["error"].as_str().unwrap().contains("zz"));
    assert_eq!(of_kind(&export(&path), "event").len(), 2);
    let nobody = run_with(&["sessions", "apply", &path, "-"], br#"{"case": "a", "event": "flag"}"#);
    assert!(nobody.status == 3 && nobody.stdout.contains("--as"), "{}", nobody.stdout);
}

#[test]
fn each_annotator_has_a_state_of_their_own_and_scores_tell_them_apart() {
    let folder = Folder::new();
    let path = session(&folder);
    let plain = run(&["score", "--session", &path]);
    assert_eq!((plain.status, plain.lines().len()), (0, 3), "{}", plain.stderr);
    let same = run(&["score", &format!("{}/q.jsonl", folder.path())]);
    let scores = |ran: &Ran| -> Vec<Value> {
        ran.lines()
            .iter()
            .map(|line| json!([line["id"], line["verdict"]["decision"], line["verdict"]["score"]]))
            .collect()
    };
    assert_eq!(scores(&plain), scores(&same), "nobody decided anything yet");
    let dry = run(&["score", "--session", &path, "--dry-run"]);
    assert_eq!((dry.status, dry.stdout.as_str()), (2, ""), "a session has no fields to be understood");

    let worse = json!({"case": "a", "event": "override", "label": "claims/0", "to": "unsupported"});
    applied(&path, "ann", std::slice::from_ref(&worse));
    let alone = run(&["score", "--session", &path]);
    let judged = alone.lines().remove(0);
    assert_eq!(judged["verdict"]["decision"], json!("FAIL"), "{}", alone.stdout);
    let lists = [&judged["judged_by"], &judged["lists"]["claims"], &judged["lists"]["segments"]];
    assert_eq!(lists, ["mixed", "person:ann", "engine"]);
    assert!(
        judged["signature"].as_str().unwrap().contains("|judged_by=person:ann#"),
        "{}",
        judged["signature"]
    );
    assert_eq!(plain.lines()[0]["signature"], same.lines()[0]["signature"], "the engine judged both");
    applied(&path, "bob", &[json!({"case": "a", "event": "accept"})]);
    for args in [&["score", "--session", &path][..], &["sessions", "show", &path, "a"]] {
        let ran = run(args);
        assert!(
            ran.status == 2 && ran.stderr.contains("ann, bob") && ran.stderr.contains("--by"),
            "{}",
            ran.stderr
        );
    }
    let by = |name: &str| run(&["score", "--session", &path, "--by", name]).lines()[0]["verdict"].clone();
    assert_eq!(by("ann")["decision"], json!("FAIL"));
    assert_ne!(by("bob"), by("ann"));
    assert_eq!(run(&["score", "--session", &path, "--by", "cyd"]).status, 2);
    let nothing = run(&["sessions", "export", &path, "--format", "csv", "--by", "cyd"]);
    let said = &nothing.stderr;
    assert!(
        said.contains("cyd has recorded nothing in") && said.contains("(others have: ann, bob)"),
        "{said}"
    );
    assert_eq!(run(&["sessions", "export", &path, "--format", "csv", "--by", "ann"]).stderr, "");
    let (ann, bob) = (shown(&path, "a", "ann"), shown(&path, "a", "bob"));
    assert_eq!(
        (ann["labels"]["claims"][0]["label"].clone(), ann["by"].clone()),
        (json!("unsupported"), json!("ann"))
    );
    assert_eq!(
        (ann["summary"].clone(), ann["decision"].clone(), ann["flagged"].clone()),
        (json!(SUMMARY), Value::Null, json!(false))
    );
    assert_eq!(bob["labels"]["claims"][0]["label"], json!("supported"));
    assert!(bob["accepted"].as_array().unwrap().contains(&json!("claims/0")));

    // Labels can be exported as files; a file with several annotators requires a choice.
    let labels = run(&["sessions", "export", &path, "--format", "labels"]);
    assert_eq!(labels.lines().len(), 2);
    let (file, queue) = (folder.write("l.jsonl", &labels.stdout), format!("{}/q.jsonl", folder.path()));
    let both = run(&["score", &queue, "--labels", &file]);
    assert!(both.status == 2 && both.stderr.contains("--by"), "{}", both.stderr);
    let one = run(&["score", &queue, "--labels", &file, "--by", "ann", "--fallback", "engine"]);
    assert_eq!(
        (one.status, one.lines()[0]["verdict"]["decision"].clone()),
        (0, json!("FAIL")),
        "{}",
        one.stderr
    );
    let nobody = run(&["score", &queue, "--labels", &file, "--by", "cyd"]);
    assert!(nobody.status == 2 && nobody.stderr.contains("ann, bob"), "{}", nobody.stderr);
    let table = run(&["sessions", "export", &path, "--format", "csv"]).stdout;
    assert!(table.starts_with("id,by,verdict") && table.lines().count() == 3, "{table}");

    // Into another session with the same cases, where they become the annotators' events.
    let other = format!("{}/u.db", folder.path());
    assert_eq!(run(&["sessions", "import", &other, &queue]).status, 0);
    let ran = run(&["sessions", "import", &other, &file]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(shown(&other, "a", "ann")["labels"], ann["labels"]);
    let events = of_kind(&export(&other), "event").len();
    assert_eq!(run(&["sessions", "import", &other, &file]).status, 0);
    assert_eq!(of_kind(&export(&other), "event").len(), events, "what is so already is not said twice");
}

#[test]
fn a_session_is_judged_by_its_rubric_and_readings_unless_others_are_named() {
    let folder = Folder::new();
    let queue = folder.write("q.jsonl", lines(&[case("a")]));
    let path = format!("{}/s.db", folder.path());
    let import = |arguments: &[&str]| run(&[&["sessions", "import", &path, &queue], arguments].concat());
    let several = import(&["--rubric", "twin-lock,anchor"]);
    assert!(several.status == 2 && several.stderr.contains("one rubric"), "{}", several.stderr);
    assert_eq!(import(&["--rubric", "twin-lock", "--reading", "edge=lower"]).status, 0);
    let other = folder.write("r.jsonl", lines(&[case("b")]));
    let added = run(&["sessions", "import", &path, &other, "--rubric", "anchor"]);
    assert!(added.status == 0 && added.stderr.contains("by twin-lock"), "{}", added.stderr);
    let same = import(&["--rubric", "twin-lock", "--reading", "edge=lower"]);
    assert!(!same.stderr.contains("by twin-lock"), "{}", same.stderr);

    applied(&path, "ann", &[json!({"case": "a", "event": "flag"})]);
    for (arguments, rubric, reading) in [
        (&[][..], "twin-lock", "|edge=lower"),
        (&["--reading", "relevance.overlap=best_window"], "twin-lock", "|edge=lower"),
        (&["--literal"], "twin-lock", "|relevance.overlap=jaccard_article"),
        (&["--rubric", "judge-lock"], "judge-lock", "version=1"),
    ] {
        let scored =
            run(&[&["score", "--session", &path, "--by", "ann", "-f", "scores"], arguments].concat());
        let signature = scored.lines()[0]["signature"].as_str().unwrap().to_owned();
        assert!(signature.starts_with(rubric) && signature.contains(reading), "{signature}");
        let review = ["review", "--session", &path, "--as", "ann", "--line"];
        let opened = run_with(&[&review[..], arguments].concat(), b"readings\n");
        for expected in [&format!("{rubric}: "), "the lower band"] {
            assert!(opened.stdout.contains(expected), "{arguments:?}: {}", opened.stdout);
        }
    }
}

#[test]
fn labels_beside_a_file_are_told_of_and_used_when_asked_for() {
    let folder = Folder::new();
    let queue = folder.write("q.jsonl", lines(&[case("a"), labelled("b", perfect())]));
    let mut spoilt = perfect();
    spoilt["claims"][0]["label"] = json!("unsupported");
    folder.write(
        "q.jsonl.labels.jsonl",
        lines(&[json!({"schema": "lockbench.labels/1", "id": "a", "by": "ann", "labels": spoilt})]),
    );
    let plain = run(&["score", &queue, "--rubric", "twin-lock"]);
    assert!(
        plain.status == 0
            && plain.stderr.contains("q.jsonl.labels.jsonl")
            && plain.stderr.contains("--beside"),
        "{}",
        plain.stderr
    );
    let beside = run(&["score", &queue, "--rubric", "twin-lock", "--beside"]);
    assert_eq!(beside.lines()[0]["verdict"]["decision"], json!("FAIL"));
    assert_eq!(beside.lines()[1], plain.lines()[1], "a case without keeps its own");
    let alone = folder.write("alone.jsonl", lines(&[case("a")]));
    assert_eq!(run(&["score", &alone, "--beside"]).status, 2);
    assert!(!run(&["score", &alone]).stderr.contains("beside"));
}

#[test]
fn merging_is_a_union_whatever_the_order() {
    let folder = Folder::new();
    let path = session(&folder);
    let copy = |name: &str| {
        let to = format!("{}/{name}", folder.path());
        let ran = run(&["sessions", "backup", &path, &to]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        to
    };
    applied(&path, "ann", &[json!({"case": "a", "event": "flag"})]);
    let (a, b) = (copy("a.db"), copy("b.db"));
    applied(&a, "ann", &[json!({"case": "b", "event": "decide", "verdict": "WARN"})]);
    applied(&b, "bob", &[json!({"case": "c", "event": "comment", "text": "hm"})]);
    let merged = |name: &str, of: &[&str]| {
        let out = format!("{}/{name}", folder.path());
        let ran = run(&[&["sessions", "merge", &out], of].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        export(&out)
    };
    let one = merged("1.db", &[&a, &b]);
    assert_eq!(of_kind(&one, "event").len(), 3);
    assert_eq!(merged("2.db", &[&b, &a]), one);
    assert_eq!(merged("3.db", &[&a, &b, &a, &format!("{}/1.db", folder.path())]), one);
    let seqs: Vec<i64> = of_kind(&one, "event").iter().map(|event| event["seq"].as_i64().unwrap()).collect();
    assert_eq!(seqs, [1, 2, 3]);
    let again = run(&["sessions", "merge", &a, &b]);
    assert!(again.status == 2 && again.stderr.contains("already"), "{}", again.stderr);
    let taken = run(&["sessions", "backup", &a, &b]);
    assert_eq!(taken.status, 2);
    // A missing folder is named, and not a temporary file.
    let nowhere = format!("{}/none/c.db", folder.path());
    for args in [&["sessions", "backup", &a, &nowhere][..], &["sessions", "merge", &nowhere, &a]] {
        let ran = run(args);
        assert_eq!(ran.status, 2);
        let expected = format!("{nowhere} cannot be made: there is no folder {}/none", folder.path());
        assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
    }
}

#[test]
fn two_labels_of_one_annotator_are_a_conflict() {
    let folder = Folder::new();
    let path = session(&folder);
    let copy = |name: &str| {
        let to = format!("{}/{name}", folder.path());
        assert_eq!(run(&["sessions", "backup", &path, &to]).status, 0);
        to
    };
    let label = |to: &str| json!({"case": "a", "event": "override", "label": "claims/0", "to": to});
    applied(&path, "ann", &[label("partial")]);
    let (a, b) = (copy("a.db"), copy("b.db"));
    // An answer in one session only, or continued by it, is no conflict.
    applied(&a, "ann", &[label("unsupported"), json!({"case": "a", "event": "decide", "verdict": "FAIL"})]);
    let out = |name: &str| format!("{}/{name}", folder.path());
    assert_eq!(run(&["sessions", "merge", &out("continued.db"), &a, &b]).status, 0);
    applied(&b, "ann", &[json!({"case": "a", "event": "flag"}), label("supported")]);
    applied(&b, "bob", &[label("supported")]);
    let ran = run(&["sessions", "merge", &out("u.db"), &a, &b]);
    assert_eq!(ran.status, 2, "{}", ran.stderr);
    let lines = format!("ann, case \"a\", claim 1: unsupported in {a}, supported in {b}");
    assert!(ran.stderr.contains(&lines) && ran.stderr.contains("1 conflicting label"), "{}", ran.stderr);
    assert!(ran.stderr.contains("--prefer") && !ran.stderr.contains("bob"), "{}", ran.stderr);
    for (preferred, word, flagged) in [(&a, "unsupported", 0), (&b, "supported", 1)] {
        let made = out(&format!("{word}.db"));
        let ran = run(&["sessions", "merge", &made, &a, &b, "--prefer", preferred]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let lines = export(&made);
        let events = of_kind(&lines, "event");
        let of = |name: &str| -> Vec<&Value> {
            events.iter().filter(|event| event["by"] == "ann" && event["event"] == name).collect()
        };
        assert_eq!(of("override").last().unwrap()["to"], word);
        assert_eq!(of("flag").len(), flagged, "what the other session has of the case is left out");
        assert_eq!(events.iter().filter(|event| event["by"] == "bob").count(), 1);
    }
    let ran = run(&["sessions", "merge", &out("x.db"), &a, &b, "--prefer", &path]);
    assert!(ran.status == 2 && ran.stderr.contains("not one of the sessions"), "{}", ran.stderr);
    // A third session without a contradiction loses nothing; a path may be written differently.
    let third = copy("c.db");
    applied(&third, "ann", &[json!({"case": "a", "event": "comment", "text": "from the third"})]);
    let ran = run(&["sessions", "merge", &out("u.db"), &a, &b, &third]);
    assert!(ran.stderr.contains("1 conflicting label:"), "{}", ran.stderr);
    let otherwise = format!("{}/./b.db", folder.path());
    let ran = run(&["sessions", "merge", &out("u.db"), &a, &b, &third, "--prefer", &otherwise]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let events = export(&out("u.db"));
    let mut overrides = of_kind(&events, "event").into_iter().filter(|event| event["event"] == "override");
    assert_eq!(overrides.next_back().unwrap()["to"], "supported");
    assert!(events.contains("from the third"), "{events}");
    // A unit that one session rejected, and one that it split.
    applied(
        &third,
        "ann",
        &[json!({"case": "a", "event": "reject", "list": "claims", "before": ["claims/0"]})],
    );
    let ran = run(&["sessions", "merge", &out("v.db"), &b, &third]);
    assert!(ran.status == 2 && ran.stderr.contains("rejected in"), "{}", ran.stderr);
}

#[test]
fn sessions_of_different_rubrics_are_merged_on_demand() {
    let folder = Folder::new();
    let queue = folder.write("q.jsonl", lines(&[case("a")]));
    let made = |name: &str, rubric: &str| {
        let path = format!("{}/{name}", folder.path());
        let ran = run(&["sessions", "import", &path, &queue, "--rubric", rubric]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        path
    };
    let (a, b) = (made("a.db", "twin-lock"), made("b.db", "judge-lock"));
    let out = format!("{}/u.db", folder.path());
    let ran = run(&["sessions", "merge", &out, &a, &b]);
    assert!(ran.status == 2 && ran.stderr.contains("different rubrics"), "{}", ran.stderr);
    assert!(ran.stderr.contains("twin-lock") && ran.stderr.contains("--rubric"), "{}", ran.stderr);
    let ran = run(&["sessions", "merge", &out, &a, &b, "--rubric", "judge-lock"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(of_kind(&export(&out), "session")[0]["rubric"], "judge-lock");
    let ran = run(&["sessions", "merge", &format!("{out}2"), &a, "--rubric", "nothing"]);
    assert!(ran.status == 2 && ran.stderr.contains("unknown rubric `nothing` (known: "), "{}", ran.stderr);
}

#[test]
fn nothing_is_recorded_behind_the_back_of_a_workbench() {
    use lockbench::session::{Presence, now};
    let folder = Folder::new();
    let path = session(&folder);
    let flag = |by: &str| json!({"case": "a", "event": "flag", "by": by});
    let copy = format!("{}/copy.db", folder.path());
    assert_eq!(run(&["sessions", "backup", &path, &copy]).status, 0);
    applied(&copy, "ann", &[flag("ann"), flag("bob")]);
    let export = folder.write("export.jsonl", run(&["sessions", "export", &copy]).stdout);
    let labels = json!({"schema": "lockbench.labels/1", "id": "a", "by": "ann", "labels": {"claims": []}});
    let labels = folder.write("labels.json", labels.to_string());
    let open = Presence::take(Path::new(&path), "ann", &now()).unwrap();
    for (file, events) in [(&export, "and 1 event added"), (&labels, "and 0 events added, 1 refused")] {
        let ran = run(&["sessions", "import", &path, file]);
        let said = &ran.stderr;
        assert!(ran.status == 3 && said.contains("ann, process") && said.contains(events), "{said}");
    }
    let ran = apply(&path, "ann", &[flag("ann"), flag("bob")]);
    assert_eq!((ran.status, ran.lines()[1].clone()), (3, json!({"seq": 3})), "{}", ran.stdout);
    let said = ran.lines()[0]["error"].as_str().unwrap().to_owned();
    assert!(said.contains("ann, process") && said.contains("close that"), "{said}");
    drop(open);
    applied(&path, "ann", &[flag("ann")]);
}

#[test]
fn two_processes_take_turns() {
    let folder = Folder::new();
    let path = session(&folder);
    let start = |by: &str| {
        let mut child =
            command(&["sessions", "apply", &path, "-", "--as", by]).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let events: Vec<Value> =
            (0..150).map(|at| json!({"case": "a", "event": "comment", "text": format!("{at}")})).collect();
        let feeder = std::thread::spawn(move || {
            for event in events {
                drop(stdin.write_all(format!("{event}\n").as_bytes()));
            }
        });
        (child, feeder)
    };
    let running = [start("ann"), start("bob"), start("ann")];
    let mut seqs: Vec<i64> = Vec::new();
    for (child, feeder) in running {
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        seqs.extend(
            text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["seq"].as_i64().unwrap()),
        );
    }
    seqs.sort_unstable();
    assert_eq!(seqs, (1..=450).collect::<Vec<_>>());
    assert_eq!(shown(&path, "a", "ann")["comments"].as_array().unwrap().len(), 300);
}

#[test]
fn a_session_is_not_made_of_nothing_and_messages_say_what_to_do() {
    let folder = Folder::new();
    let (absent, text) =
        (format!("{}/no.db", folder.path()), folder.write("text.db", "plain text, ".repeat(500)));
    for command in ["export", "list"] {
        let ran = run(&["sessions", command, &absent]);
        assert!(ran.status != 0 && ran.stderr.contains("there is no session"), "{}", ran.stderr);
    }
    let ran = run(&["sessions", "export", &text]);
    assert!(ran.status == 2 && ran.stderr.contains("is not a session"), "{}", ran.stderr);
    let queue = folder.write("q.jsonl", lines(&[case("a")]));
    assert_eq!(run(&["sessions", "import", &text, &queue]).status, 2);
    let empty = folder.write("empty.jsonl", "");
    assert_eq!(run(&["sessions", "import", &absent, &empty]).status, 3);
    assert!(!std::path::Path::new(&absent).exists());
    let listed = run(&["sessions", "list", &session(&folder), "--format", "jsonl"]);
    assert_eq!(listed.lines()[0]["cases"], json!(3), "{}", listed.stderr);
    let missing = run(&["sessions", "show", &format!("{}/s.db", folder.path()), "zz"]);
    assert!(missing.status == 2 && missing.stderr.contains("zz"), "{}", missing.stderr);
    let queue = run(&["review", &format!("{}/s.db", folder.path())]);
    assert!(queue.status == 2 && queue.stderr.contains("review --session "), "{}", queue.stderr);
}

#[test]
fn a_queue_of_which_a_line_is_broken_is_imported_without_it() {
    let folder = Folder::new();
    let queue = folder.write(
        "q.jsonl",
        format!(
            "{}{{\"id\": \n{}",
            lines(&[case("a")]),
            lines(&[case("b"), json!({"id": "c", "article": "x"})])
        ),
    );
    let path = format!("{}/s.db", folder.path());
    let ran = run(&["sessions", "import", &path, &queue]);
    assert_eq!((ran.status, of_kind(&export(&path), "case").len()), (3, 2), "{}", ran.stderr);
    for part in ["q.jsonl:2", "q.jsonl:4"] {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
}

#[test]
fn whoever_has_no_case_in_a_session_is_told_so_and_the_session_gets_none() {
    let folder = Folder::new();
    let path = session(&folder);
    assert_eq!(run(&["sessions", "assign", &path, "--by", "ann,bob"]).status, 0);
    let (queue, own) = (format!("{}/q.jsonl", folder.path()), ["--session", &path, "--as", "zoe", "--line"]);
    // The cases of the file are there, and are those of others.
    let ran = run(&[&["review", queue.as_str()][..], &own].concat());
    assert!(ran.stdout.contains("is assigned to zoe"), "{}{}", ran.stdout, ran.stderr);
    let ran = run(&[&["review"][..], &own].concat());
    assert!(
        ran.stdout.contains("no case of this session is assigned to zoe"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert_eq!(of_kind(&export(&path), "case").len(), 3);
}

#[test]
fn other_programs_judgements_become_events() {
    let folder = Folder::new();
    let path = session(&folder);
    let start = SUMMARY.find("council").unwrap();
    let task = json!([{"id": 1, "data": {"id": "a"}, "annotations": [{"completed_by": {"email": "ann"}, "result": [
        {"from_name": "marks", "to_name": "summary", "type": "labels",
         "value": {"start": start, "end": start + 7, "text": "council", "labels": ["extraneous"]}},
        {"from_name": "verdict", "to_name": "summary", "type": "choices", "value": {"choices": ["Fail"]}},
        {"from_name": "reason", "to_name": "summary", "type": "textarea", "value": {"text": ["made up"]}}]}]}]);
    let file = folder.write("ls.json", task.to_string());
    for count in ["events added", "0 events added, "] {
        let ran = run(&["sessions", "import", &path, &file, "--from", "label-studio"]);
        assert!(ran.status == 0 && ran.stderr.contains(count), "{}", ran.stderr);
    }
    let ann = shown(&path, "a", "ann");
    assert_eq!(
        (ann["decision"]["verdict"].clone(), ann["decision"]["reason"].clone()),
        (json!("FAIL"), json!("made up"))
    );
    let marked = ann["labels"]["extraneous"].as_array().unwrap().iter();
    assert_eq!(marked.filter(|wording| wording["text"] == json!("council")).count(), 1);
    // Without `--from` they are no cases, and the message says what they are.
    let ran = run(&["sessions", "import", &path, &file]);
    assert!(ran.status == 2 && ran.stderr.contains("--from label-studio"), "{}", ran.stderr);
    // Tasks on one line are told apart by their columns.
    let tasks = json!([{"id": 1, "data": {"id": "a"}, "annotations": []}, {"id": 2}, {"id": 3, "data": {"id": "zz"}, "annotations": [{"completed_by": "ann"}]}]);
    let ran = run(&[
        "sessions",
        "import",
        &path,
        &folder.write("bad.json", tasks.to_string()),
        "--from",
        "label-studio",
    ]);
    for words in
        ["bad.json:1:46: not a task of Label Studio", "bad.json:1:55: this session has no case \"zz\""]
    {
        assert!(ran.status == 3 && ran.stderr.contains(words), "{}", ran.stderr);
    }
    let instance =
        json!({"id": "b", "label_annotations": {"claims_0": {"partial": "1"}}, "span_annotations": []});
    let file = folder.write("potato.jsonl", lines(&[instance]));
    let absent = format!("{}/absent.db", folder.path());
    let ran = run(&["sessions", "import", &absent, &file, "--from", "potato"]);
    assert!(ran.status == 2 && ran.stderr.contains("import the cases first"), "{}", ran.stderr);
    assert_eq!(
        run(&["sessions", "import", &path, &file, "--from", "potato"]).status,
        3,
        "it does not say whose"
    );
    let ran = run(&["sessions", "import", &path, &file, "--from", "potato", "--as", "bob"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(shown(&path, "b", "bob")["labels"]["claims"][0]["label"], json!("partial"));
    // A judge's answer has no `schema`.
    let answer = json!({"id": "b", "labels": {"claims": [{"text": "x", "label": "supported"}]}});
    let ran =
        run(&["sessions", "import", &path, &folder.write("answer.jsonl", lines(&[answer])), "--as", "carl"]);
    assert!(ran.status == 0 && ran.stderr.contains("events added"), "{}", ran.stderr);
    let empty = folder.write("empty.csv", "");
    let ran = run(&["sessions", "import", &path, &empty]);
    assert!(
        ran.status == 3 && ran.stderr.contains("empty.csv holds no case: the first line"),
        "{}",
        ran.stderr
    );
}

#[test]
fn an_export_of_what_nobody_did_says_so() {
    let folder = Folder::new();
    let session = format!("{}/s.db", folder.path());
    assert_eq!(
        run(&["sessions", "import", &session, &folder.write("q.jsonl", case("a").to_string())]).status,
        0
    );
    for (format, told) in
        [("rankings", true), ("rules", true), ("csv", true), ("jsonl", false), ("md", false)]
    {
        let ran = run(&["sessions", "export", &session, "--format", format]);
        assert_eq!(
            ran.stderr.contains("nobody has recorded anything in it yet"),
            told,
            "{format}: {}",
            ran.stderr
        );
        assert_eq!(ran.status, 0);
    }
}

#[test]
fn an_export_without_its_first_line_is_no_queue() {
    let folder = Folder::new();
    let path = session(&folder);
    let whole = export(&path);
    let rest = folder.write("rest.jsonl", whole.split_once('\n').unwrap().1);
    let new = format!("{}/new.db", folder.path());
    let ran = run(&["sessions", "import", &new, &rest]);
    assert_eq!(ran.status, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("the export of a session without its first line"), "{}", ran.stderr);
    assert!(ran.stderr.contains("sessions export S.db") && !Path::new(&new).exists(), "{}", ran.stderr);
    // Other commands say of each line what it is.
    let export = folder.write("e.jsonl", whole);
    let ran = run(&["score", &export]);
    assert_eq!((ran.status, ran.lines().len()), (3, 4), "{}", ran.stderr);
    for line in ran.lines() {
        let error = line["error"].as_str().unwrap();
        assert!(error.starts_with("a line of an exported review session, not a case"), "{error}");
    }
}

/// Returns how often `sessions apply` is killed: `LOCKBENCH_KILLS=1000 cargo test --test suite
/// sessions::killed` for a thousand times.
fn kills() -> usize {
    std::env::var("LOCKBENCH_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(40)
}

#[test]
fn killed_at_any_moment_it_keeps_all_that_was_acknowledged_and_leaves_no_lock() {
    // Reading a log of many rounds would take longer than a round.
    const ROUNDS: usize = 20;
    let mut dice = fastrand::Rng::with_seed(7);
    let (mut heard, mut left) = (0, kills());
    while left > 0 {
        let folder = Folder::new();
        let path = session(&folder);
        let mut acknowledged = Vec::new();
        for round in 0..left.min(ROUNDS) {
            acknowledged.extend(killed(&path, round, Duration::from_micros(dice.u64(20_000..300_000))));
        }
        left -= left.min(ROUNDS);
        heard += acknowledged.len();
        let kept: HashSet<i64> =
            of_kind(&export(&path), "event").iter().map(|event| event["seq"].as_i64().unwrap()).collect();
        let lost: Vec<&i64> = acknowledged.iter().filter(|seq| !kept.contains(seq)).collect();
        assert!(lost.is_empty(), "{} of {} are lost: {lost:?}", lost.len(), acknowledged.len());
        let distinct: HashSet<&i64> = acknowledged.iter().collect();
        assert_eq!(distinct.len(), acknowledged.len(), "no number is given twice");
        applied(&path, "ann", &[json!({"case": "a", "event": "flag"})]);
    }
    assert!(heard > 0, "every kill came before anything was recorded");
}

/// Kills `sessions apply` while it records a stream, and returns the acknowledged numbers.
fn killed(path: &str, round: usize, after: Duration) -> Vec<i64> {
    let mut child: Child =
        command(&["sessions", "apply", path, "-", "--as", "ann"]).stdin(Stdio::piped()).spawn().unwrap();
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let feeder = std::thread::spawn(move || {
        for at in 0.. {
            let case = ["a", "b", "c"][at % 3];
            let event = json!({"case": case, "event": "comment", "text": format!("{round}/{at}")});
            if stdin.write_all(format!("{event}\n").as_bytes()).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_micros(300));
        }
    });
    let reader = std::thread::spawn(move || {
        let (mut stdout, mut line, mut heard) = (BufReader::new(stdout), String::new(), Vec::new());
        while stdout.read_line(&mut line).is_ok_and(|count| count > 0) {
            // A line truncated by the kill is ignored.
            if line.ends_with('\n') {
                heard.push(serde_json::from_str::<Value>(&line).unwrap()["seq"].as_i64().unwrap());
            }
            line.clear();
        }
        heard
    });
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    feeder.join().unwrap();
    reader.join().unwrap()
}
