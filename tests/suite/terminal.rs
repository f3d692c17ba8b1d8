//! Checks that nothing of an input reaches the terminal unescaped: file names, ids, fields, rubric files,
//! arguments, in every command.

use std::ffi::OsStr;
use std::io::Read;

use lockbench::text::visible::steers;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use serde_json::{Value, json};

use crate::cli::{ARTICLE, Folder, Ran, SUMMARY, labelled, run, run_with, spoilt};

/// A hostile name: colours, a window title, C1 controls, overrides, line ends of every kind, and a line
/// that looks like a message of the program.
const HOSTILE: &str = "x\u{1b}[31m\u{1b}]0;t\u{7}\u{9b}2J\u{202e}\u{2066}\u{2028}\u{85}\u{8}\u{7f}\t\rFORGED\r\nFORGED\nlockbench: FORGED";

/// Fails if a stream contains terminal control characters, or a line forged by an input.
fn check(what: &str, ran: &Ran) {
    for (name, text) in [("stdout", &ran.stdout), ("stderr", &ran.stderr)] {
        let found = text.chars().find(|c| steers(*c));
        assert_eq!(found, None, "{what}: {name}: {text:?}");
        let forged = text.lines().find(|line| line.trim_start_matches("lockbench: ").starts_with("FORGED"));
        assert_eq!(forged, None, "{what}: {name}: {text}");
    }
    assert!((0..=3).contains(&ran.status), "{what}: {}: {}", ran.status, ran.stderr);
}

fn hostile_case() -> Value {
    let mut case = labelled(HOSTILE, spoilt());
    case["labels"]["claims"][0]["text"] = json!(HOSTILE);
    case["title"] = json!(HOSTILE);
    case["sources"] = json!([{"id": HOSTILE, "text": ARTICLE}]);
    case["retrieved"] = json!(5);
    case["system"] = json!(HOSTILE);
    case["human"] = json!({"overall": 3, HOSTILE: 2});
    case[HOSTILE] = json!(HOSTILE);
    case
}

/// Runs the program and checks its output.
fn tried(args: &[&str]) -> Ran {
    let ran = run(args);
    check(&format!("{args:?}"), &ran);
    ran
}

#[test]
fn a_hostile_argument_is_shown_with_marks() {
    for args in [
        &[HOSTILE][..],
        &["--theme", HOSTILE],
        &["score", HOSTILE],
        &["score", "-", "--map", HOSTILE],
        &["score", "-", "--map", &format!("article={HOSTILE},{HOSTILE}=summary")],
        &["score", "-", "--rubric", HOSTILE],
        &["score", "-", "--reading", HOSTILE],
        &["score", "-", "--reading", &format!("{HOSTILE}={HOSTILE}")],
        &["score", "-", "--reading", &format!("edge={HOSTILE}")],
        &["score", "-", "--rubric-file", HOSTILE],
        &["score", "-", "--labels", HOSTILE],
        &["score", "-", "--embedding", HOSTILE],
        &["score", "-", "--format", HOSTILE],
        &["score", "-", "--fail-on", HOSTILE],
        &["score", "-", "--jobs", HOSTILE],
        &["score", "-", &format!("--{HOSTILE}")],
        &["score", "-", &format!("-{HOSTILE}")],
        &["score", "--article", HOSTILE, "--summary", HOSTILE],
        &["score", "--article", HOSTILE],
        &["score", "-", "--dry-run", &format!("--dry-run={HOSTILE}")],
        &["labels", HOSTILE],
        &["labels", "-", "--labels", HOSTILE],
        &["labels", "-", "--format", HOSTILE],
        &["agree", HOSTILE, "--human", HOSTILE],
        &["agree", "-", "--human", HOSTILE, "--metric", HOSTILE],
        &["agree", "-", "--human", "x", "--resamples", HOSTILE],
        &["audit", HOSTILE],
        &["audit", "-", "--cases", HOSTILE],
        &["audit", "-", "--rubric", HOSTILE],
        &["audit", "-", "--rubric-file", HOSTILE],
        &["audit", "-", "--reading", HOSTILE],
        &["explain", HOSTILE],
        &["explain", "coverage", "--rubric", HOSTILE],
        &["rubric", HOSTILE],
        &["rubric", "show", HOSTILE],
        &["rubric", "check", HOSTILE],
        &["rubric", "check", "--rubric-file", HOSTILE],
        &["rubric", "check", "--reading", HOSTILE],
        &["schema", HOSTILE],
        &["config", HOSTILE],
        &["--play", HOSTILE],
        &["completions", HOSTILE],
        &["man", HOSTILE],
        &["themes", HOSTILE],
        &["themes", "list", HOSTILE],
        &["score", HOSTILE, "--help", HOSTILE],
    ] {
        tried(args);
    }
}

/// Creates files whose names, ids, columns and contents are hostile.
fn files(folder: &Folder) -> impl Fn(&str) -> String {
    let name = |kind: &str| format!("{HOSTILE}.{kind}");
    let case = hostile_case();
    let bad = json!({"id": HOSTILE, "article": HOSTILE, "summary": 5});
    folder.write(&name("jsonl"), format!("{case}\n{bad}\n{{\"id\": \"{HOSTILE}\n"));
    folder.write(&name("json"), case.to_string());
    let cell = |text: &str| format!("\"{text}\"");
    let row = |cells: [&str; 4]| cells.map(cell).join(",") + "\n";
    let csv = row(["id", "article", "summary", HOSTILE]) + &row([HOSTILE, ARTICLE, SUMMARY, HOSTILE]);
    folder.write(&name("csv"), csv);
    folder.write(&name("a.txt"), format!("{ARTICLE} {HOSTILE}"));
    folder.write(&name("s.txt"), format!("{SUMMARY} {HOSTILE}"));
    let wrapper = json!({"id": HOSTILE, "by": HOSTILE, "labels": spoilt()});
    folder.write(&name("labels"), wrapper.to_string());
    folder.write(&name("twice"), format!("{wrapper}\n{wrapper}\n"));
    folder.write(&name("broken"), format!("{{\"id\": \"{HOSTILE}"));
    let judged = json!({"id": HOSTILE, "by": HOSTILE, "article": ARTICLE, "summary": SUMMARY, "metrics": {
        "coverage": {"key_points": [{"text": HOSTILE, "label": HOSTILE, "evidence": HOSTILE}], "overall_score": 9, HOSTILE: 1},
        HOSTILE: {}, "bias_toxicity": {"tone": HOSTILE, "issues": [{"kind": HOSTILE, "quote": HOSTILE}]}}});
    folder.write(&name("judged"), format!("{judged}\n{{\"id\": \"{HOSTILE}\",}}\nno json {HOSTILE}\n"));
    folder.write(&name("answer.txt"), format!("{HOSTILE} ```json\n{judged}\n``` {HOSTILE}"));
    let toml = lockbench::rubric::RUBRICS[1].toml;
    let escaped = r"\u001b[31m\u202e\u0085\nFORGED\u2028";
    folder.write(&name("version"), toml.replacen("version = \"", &format!("version = \"{escaped}"), 1));
    folder.write(&name("key"), format!("\"{escaped}\" = 1\n{toml}"));
    folder.write(
        &name("value"),
        toml.replacen("version = \"", &format!("range = \"{escaped}\"\nversion = \""), 1),
    );
    folder.write(
        &name("syntax"),
        format!("# {}\nx = \u{1b}[31m \u{202e}\n", HOSTILE.replace(['\r', '\n'], "")),
    );
    folder.write(&format!("{HOSTILE}.model/model.safetensors"), HOSTILE);
    folder.write(&format!("{HOSTILE}.model/tokenizer.json"), HOSTILE);
    let path = folder.path().to_owned();
    move |kind| format!("{path}/{HOSTILE}.{kind}")
}

#[test]
fn hostile_files_are_shown_with_marks() {
    let folder = Folder::new();
    let file = files(&folder);
    let (jsonl, json, csv) = (&*file("jsonl"), &*file("json"), &*file("csv"));
    for args in [
        &["score", jsonl, json, csv, "--rubric", "all", "--format", "text"][..],
        &["score", jsonl, json, csv, "--rubric", "all", "--format", "json"],
        &["score", jsonl, json, csv, "--rubric", "all", "--format", "md"],
        &["score", jsonl, json, csv, "--rubric", "all", "--format", "html"],
        &["score", jsonl, json, csv, "--labels-only", "--format", "jsonl"],
        &["score", jsonl, json, csv, "--dry-run"],
        &["score", &file("a.txt"), &file("s.txt"), "--format", "text"],
        &["score", &file("a.txt")],
        &["score", json, "--format", "text", "--labels", &file("labels")],
        &["score", jsonl, "--labels", &file("twice")],
        &["score", jsonl, "--labels", &file("broken")],
        &["score", &file("broken"), &file("labels"), "--format", "text"],
        &["score", json, "--format", "text", "--rubric-file", &file("version")],
        &["score", json, "--rubric-file", &file("key")],
        &["score", json, "--rubric-file", &file("value")],
        &["score", json, "--rubric-file", &file("syntax")],
        &["score", json, "--embedding", &file("model")],
        &["score", folder.path()],
        &["labels", jsonl, json, csv],
        &["labels", json, "--labels", &file("labels"), "--format", "json"],
        &["agree", json, jsonl, "--human", "human.overall"],
        &["agree", json, "--human", "human.overall", "--plot", "--rubric", "twin-lock"],
        &["agree", json, "--human", "human.overall", "--format", "md"],
        &["agree", json, "--human", "human.overall", "--format", "json"],
        &["agree", json, "--human", &format!("human.{HOSTILE}"), "--plot"],
        &["agree", json, "--human", "human"],
        &["audit", &file("judged"), &file("answer.txt"), "--format", "text"],
        &["audit", &file("judged"), &file("answer.txt"), "--format", "json", "--cases", jsonl],
        &["audit", &file("judged"), "--rubric-file", &file("key")],
        &["audit", &file("judged"), "--rubric-file", &file("syntax")],
        &["rubric", "check", "--rubric-file", &file("version")],
        &["rubric", "check", "--rubric-file", &file("version"), "--format", "json"],
        &["rubric", "check", "--rubric-file", &file("value")],
        &[json, "--theme", HOSTILE],
        &[jsonl, "--labels", &file("twice")],
    ] {
        tried(args);
    }
    // The text is still there, with its marks.
    let dry = tried(&["score", csv, "--dry-run"]);
    assert!(
        dry.stdout.contains(
            "x␛[31m␛]0;t␇⟪CSI⟫2J⟪RLO⟫⟪LRI⟫⟪LS⟫⟪NEL⟫␈␡␉␍FORGED⏎FORGED⏎lockbench: FORGED.csv: 1 case"
        )
    );
    let toml = tried(&["score", json, "--rubric-file", &file("syntax")]);
    assert!(toml.stderr.contains("\n  1 | # x␛[31m␛]0;t␇⟪CSI⟫2J⟪RLO⟫"), "{}", toml.stderr);
}

#[test]
fn json_carries_hostile_data_unchanged() {
    let case = hostile_case();
    let ran = run_with(&["score", "-", "--format", "jsonl"], format!("{case}\n").as_bytes());
    check("jsonl", &ran);
    assert_eq!(ran.lines()[0]["id"], HOSTILE);
    assert_eq!(ran.lines()[0]["extra"][HOSTILE], HOSTILE);
}

#[cfg(unix)]
#[test]
fn a_hostile_program_name_is_shown_with_marks() {
    use std::os::unix::process::CommandExt;
    for args in [&["--help"][..], &["score", "--help"], &["--nosuch"], &["completions", "bash"]] {
        let output = crate::cli::command(args).arg0(HOSTILE).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let status = output.status.code().unwrap();
        check(
            &format!("{args:?}"),
            &Ran { stdout: text(&output.stdout), stderr: text(&output.stderr), status },
        );
    }
}

/// Returns everything that the program sends to a terminal.
fn on_a_terminal(args: &[&str]) -> String {
    let pair = native_pty_system().openpty(PtySize { rows: 24, cols: 80, ..PtySize::default() }).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lockbench"));
    command.args(args.iter().map(OsStr::new));
    command.env("TERM", "xterm-256color");
    command.env_remove("NO_COLOR");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut sent = Vec::new();
    // On Linux, reading the terminal fails once the program has closed it.
    let _ = pair.master.try_clone_reader().unwrap().read_to_end(&mut sent);
    child.wait().unwrap();
    String::from_utf8(sent).unwrap().replace("\r\n", "\n")
}

#[test]
fn a_terminal_gets_the_colours_of_the_program_and_no_others() {
    let folder = Folder::new();
    let file = files(&folder);
    for (args, colour) in [
        (
            &["score", &file("json"), "--labels-only", "-r", "twin-lock", "-f", "text"][..],
            "\u{1b}[1;31mFAIL\u{1b}[0m",
        ),
        (&["score", "--format", HOSTILE], "\u{1b}[1;31merror:"),
        (&["--help"], "\u{1b}[1;4mUsage:"),
    ] {
        let sent = on_a_terminal(args);
        assert!(sent.contains(colour), "{args:?} lost its colours: {sent:?}");
        // The progress bar clears its line.
        let mut rest = sent.replace("\r\u{1b}[2K", "");
        for code in ["0", "1", "4", "1;4", "1;31", "1;32", "1;33", "1;35", "31", "32", "33", "35"] {
            rest = rest.replace(&format!("\u{1b}[{code}m"), "");
        }
        assert_eq!(rest.chars().find(|c| steers(*c)), None, "{args:?}: {sent:?}");
        assert!(!sent.contains("x\u{1b}[31m"), "the colour of a name: {sent:?}");
    }
}
