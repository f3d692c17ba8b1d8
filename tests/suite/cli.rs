//! Tests the command line from outside: messages, exit statuses, and the output of each command. The
//! other suites use the helpers defined here.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use lockbench::rubric::{READINGS, RUBRICS};
use serde_json::{Value, json};

/// The result of a run.
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub status: i32,
}

impl Ran {
    /// stdout as JSON lines.
    pub fn lines(&self) -> Vec<Value> {
        self.stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
            .collect()
    }
}

/// The built program, without a terminal and without user settings.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lockbench"));
    command
        .args(args)
        .env_remove("NO_COLOR")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        // No folder can be created there, so a test leaves nothing behind.
        .env("XDG_STATE_HOME", "/dev/null/state")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program.
pub fn run(args: &[&str]) -> Ran {
    run_with(args, b"")
}

/// Runs the program with standard input, and with a temporary state directory.
pub fn run_with(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let state = tempfile::tempdir().unwrap();
    let mut command = command(args);
    command.env("XDG_STATE_HOME", state.path());
    ended(command, input)
}

/// Runs a command with standard input, until it ends.
pub fn ended(mut command: Command, input: impl AsRef<[u8]>) -> Ran {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Ran {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().unwrap_or(-1),
    }
}

/// A temporary folder, deleted at the end of the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path: PathBuf = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub fn path(&self) -> &str {
        self.0.path().to_str().unwrap()
    }
}

pub const ARTICLE: &str = "The council approved the new budget on Tuesday, by 7 votes to 2. Mayor Ann Smith said that the \
                           money would go to schools. The opposition called the plan careless. Work begins in March.";
pub const SUMMARY: &str =
    "The council approved the new budget by 7 votes to 2. Schools will get the money, the mayor said.";

/// Values as JSON lines.
pub fn lines(values: &[Value]) -> String {
    values.iter().map(|value| format!("{value}\n")).collect()
}

/// A case as a JSON object.
pub fn case(id: &str) -> Value {
    json!({"id": id, "article": ARTICLE, "summary": SUMMARY})
}

/// Labels for which Twin-Lock finds no error.
pub fn perfect() -> Value {
    json!({
        "key_points": [{"text": "a", "label": "fully"}, {"text": "b", "label": "fully"}, {"text": "c", "label": "fully"}],
        "extraneous": [], "deviations": [], "issues": [],
        "claims": [{"text": "The council approved the new budget", "label": "supported",
            "summary": [{"start": 0, "end": 35, "text": "The council approved the new budget"}]}],
        "segments": [{"label": "high"}]
    })
}

/// The same with a claim that the article does not support.
pub fn spoilt() -> Value {
    let mut labels = perfect();
    labels["claims"][0]["label"] = json!("unsupported");
    labels
}

/// A case with labels of its own.
pub fn labelled(id: &str, labels: Value) -> Value {
    let mut case = case(id);
    case["labels"] = labels;
    case
}

const LABELS_ONLY: [&str; 5] = ["score", "-", "--labels-only", "--rubric", "twin-lock"];

#[test]
fn help_is_a_result_and_a_wrong_option_is_not() {
    let help = run(&["--help"]);
    assert_eq!(help.status, 0);
    assert!(help.stdout.contains("score") && help.stdout.contains("explain"));
    for listed in ["143  asked to stop", "XDG_CACHE_HOME", "GITHUB_STEP_SUMMARY", "NO_COLOR"] {
        assert!(help.stdout.contains(listed), "{listed}: {}", help.stdout);
    }
    // A command that judges by one rubric does not offer all of them.
    for (one, args) in
        [(false, "score"), (false, "agree"), (true, "review"), (true, "prompt"), (true, "adjudicate")]
    {
        let help = run(&[args, "-h"]).stdout;
        assert_eq!(!help.contains("<NAME|all>"), one, "{help}");
    }
    // The help calls the cases what the usage line calls them.
    let help = run(&["review", "--help"]).stdout;
    assert!(help.contains("as FILE") && !help.contains("QUEUE"), "{help}");
    let wrong = run(&["score", "--frobnicate"]);
    assert_eq!((wrong.status, wrong.stdout.as_str()), (2, ""));
    let format = run(&["score", "--format", "nosuch", "x.jsonl"]);
    assert_eq!(format.status, 2);
    assert!(format.stderr.contains("jsonl"), "it lists what there is: {}", format.stderr);
}

#[test]
fn messages_say_what_where_and_what_to_do() {
    for (args, parts) in [
        (&["score", "no/such.jsonl"][..], &["no/such.jsonl", "hint"][..]),
        (&["score", "-", "--rubric", "three-lock"], &["three-lock", "twin-lock"]),
        (&["score", "-", "--reading", "edge=upper"], &["edge", "lower"]),
        (&["score", "-", "--reading", "edge"], &["=", "hint"]),
        (&["score", "-", "--reading", "nosuch=1"], &["nosuch", "rubric list"]),
        (&["score", "-", "--map", "body=article"], &["body", "summary"]),
        (&["score", "-", "--labels", "-"], &["standard input"]),
        (&["score", "-", "-"], &["twice"]),
        (&["score", "-", "--rubric-file", "no/such.toml"], &["no/such.toml"]),
        (&["explain", "nosuch"], &["nosuch", "coverage"]),
        (&["rubric", "show", "nosuch"], &["nosuch", "judge-lock"]),
    ] {
        let ran = run(args);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{args:?}");
        for part in parts {
            assert!(ran.stderr.contains(part), "{args:?} should mention {part}: {}", ran.stderr);
        }
    }
}

#[test]
fn a_mistyped_name_is_answered_with_the_one_that_was_meant() {
    for (args, meant) in [
        (&["scor", "cases.jsonl"][..], "did you mean `lockbench score`?"),
        (&["lables"], "did you mean `lockbench labels`?"),
        (&["nosuch"], "it is no command either: `lockbench --help` lists them"),
        (&["explain", "low_recal"], "did you mean `low_recall`?"),
    ] {
        let ran = run(args);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(meant), "{args:?}: {}", ran.stderr);
    }
    let ran = run(&["cases.jsonl", "--session", "s.db"]);
    assert!(ran.stderr.contains("lockbench review FILE --session"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("--version"), "{}", ran.stderr);
    let ran = run(&["nofile.jsonl"]);
    assert!(ran.stderr.contains("check the path") && !ran.stderr.contains("did you mean"), "{}", ran.stderr);
}

#[test]
fn whoever_has_no_screen_is_told_of_lines() {
    let folder = Folder::new();
    let mut workbench = command(&[&folder.write("case.json", perfect().to_string())]);
    workbench.env("TERM", "dumb");
    let ran = ended(workbench, b"");
    assert_eq!(ran.status, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("--line") && ran.stderr.contains("lockbench score FILE"), "{}", ran.stderr);
}

#[test]
fn everything_that_has_a_name_is_explained() {
    let mut names: Vec<String> = vec!["verdict".to_owned()];
    for entry in RUBRICS {
        let rubric = (entry.load)(entry.toml).unwrap();
        let docs = rubric.docs();
        names.push(entry.slug.to_owned());
        names.extend(docs.metrics.iter().map(|(key, _)| (*key).to_owned()));
        names.extend(docs.caps.iter().map(|cap| cap.slug.to_owned()));
    }
    names.extend(READINGS.iter().map(|reading| reading.key.to_owned()));
    names.sort();
    names.dedup();
    for name in names {
        let ran = run(&["explain", &name]);
        assert_eq!(ran.status, 0, "{name}: {}", ran.stderr);
        assert!(ran.stdout.to_lowercase().replace('-', "_").contains(&name.replace('-', "_")), "{name}");
        let cited = ran.stdout.contains("source") || ran.stdout.contains("printed");
        assert!(cited, "{name} names no source: {}", ran.stdout);
    }
    // A report shows the parts of a metric, and names a cap in words.
    for (name, shown) in [
        ("recall", "recall (part of coverage in Judge-Lock)"),
        ("Any unsupported claim", "extraneous_claim (cap of"),
    ] {
        let ran = run(&["explain", name]);
        assert!(ran.stdout.contains(shown), "{name}: {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn rubrics_and_readings_are_listed() {
    let list = run(&["rubric", "list"]).stdout;
    for entry in RUBRICS {
        assert!(list.contains(entry.slug));
        assert_eq!(run(&["rubric", "show", entry.slug]).stdout, entry.toml);
    }
    for reading in READINGS.iter().filter(|reading| reading.rubrics.contains(&"judge-lock")) {
        assert!(list.contains(reading.key), "{}", reading.key);
    }
}

#[test]
fn a_rubric_file_replaces_the_numbers() {
    let folder = Folder::new();
    let input = format!("{}\n", labelled("x", spoilt()));
    let score = |args: &[&str]| {
        let ran = run_with(&[&LABELS_ONLY[..3], args].concat(), input.as_bytes());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran.lines().remove(0)
    };
    let shipped = run(&["rubric", "show", "twin-lock"]).stdout;
    let same = folder.write("same.toml", &shipped);
    let plain = score(&["--rubric", "twin-lock"]);
    let found = score(&["--rubric-file", &same]);
    assert_eq!(found["rubric"], "twin-lock", "the file says by its keys which rubric it is");
    assert_eq!(found["metrics"]["coverage"]["score"], plain["metrics"]["coverage"]["score"]);
    let broken = folder.write("broken.toml", shipped.replace("version", "verzion"));
    let ran = run_with(&["score", "-", "--rubric", "twin-lock", "--rubric-file", &broken], input.as_bytes());
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("broken.toml") && ran.stderr.contains("verzion"), "{}", ran.stderr);
}

#[test]
fn fail_on_sets_the_exit_status() {
    let good = format!("{}\n", labelled("x", perfect()));
    let bad = format!("{good}{}\n", labelled("y", spoilt()));
    let status =
        |input: &str, more: &[&str]| run_with(&[&LABELS_ONLY, more].concat(), input.as_bytes()).status;
    assert_eq!(status(&bad, &[]), 0);
    assert_eq!(status(&bad, &["--fail-on", "fail"]), 1);
    assert_eq!(status(&bad, &["--fail-on", "warn"]), 1);
    assert_eq!(status(&good, &["--fail-on", "fail"]), 0);
    assert_eq!(status(&good, &["--fail-on", "warn"]), 0);
    assert_eq!(status(&format!("{bad}nonsense\n"), &["--fail-on", "fail"]), 3);
}

#[test]
fn an_error_verdict_is_a_scored_case() {
    let ran = run_with(&LABELS_ONLY, format!("{}\n", case("x")).as_bytes());
    assert_eq!((ran.status, &ran.lines()[0]["verdict"]["decision"]), (0, &json!("ERROR")));
}

#[test]
fn readings_are_in_force_and_in_the_signature() {
    let mut labels = spoilt();
    labels["claims"][0]["label"] = json!("partial");
    let input = format!("{}\n", labelled("x", labels));
    let score = |more: &[&str]| run_with(&[&LABELS_ONLY, more].concat(), input.as_bytes()).lines().remove(0);
    let plain = score(&[]);
    let wider = score(&["--reading", "hallucination.trigger=any_partial"]);
    assert!(
        wider["signature"].as_str().unwrap().contains("hallucination.trigger=any_partial"),
        "{}",
        wider["signature"]
    );
    assert_ne!(plain["metrics"]["coverage"]["score"], wider["metrics"]["coverage"]["score"]);
    assert!(plain["disputed"].as_array().is_some());
}

#[test]
fn several_rubrics_are_several_reports_in_the_order_of_the_table() {
    let input = format!("{}\n{}\n", case("x"), case("y"));
    let ran = run_with(&["score", "-", "--rubric", "all"], input.as_bytes());
    let got: Vec<(String, String)> = ran
        .lines()
        .iter()
        .map(|line| (line["id"].as_str().unwrap().to_owned(), line["rubric"].as_str().unwrap().to_owned()))
        .collect();
    let slugs = RUBRICS.iter().map(|entry| entry.slug.to_owned());
    let want: Vec<_> =
        ["x", "y"].iter().flat_map(|id| slugs.clone().map(|slug| ((*id).to_owned(), slug))).collect();
    assert_eq!(got, want);
    let two = run_with(&["score", "-", "--rubric", "judge-lock,twin-lock"], input.as_bytes());
    assert_eq!(two.lines()[0]["rubric"], "twin-lock");
}

#[test]
fn json_is_an_object_or_a_list_of_several() {
    let one = format!("{}\n", case("x"));
    let ran = run_with(&["score", "-", "--format", "json"], one.as_bytes());
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(value["id"], "x");
    assert!(ran.stdout.lines().count() > 10, "it is indented");
    let two = format!("{one}{}\n", case("y"));
    let ran = run_with(&["score", "-", "--format", "json"], two.as_bytes());
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(value.as_array().map(Vec::len), Some(2));
    assert_eq!(run_with(&["score", "-", "--format", "json"], b"").stdout, "[]\n");
}

#[test]
fn text_is_for_people_and_plain_in_a_pipe() {
    let ran = run_with(
        &["score", "-", "--format", "text", "--labels-only", "-r", "twin-lock"],
        format!("{}\n", labelled("x", spoilt())).as_bytes(),
    );
    for part in
        ["x · twin-lock: FAIL", "coverage", "Unsupported claim 1: Coverage, Relevance at most 4", "Signature"]
    {
        assert!(ran.stdout.contains(part), "{part} is not in:\n{}", ran.stdout);
    }
    assert!(!ran.stdout.contains("extraneous_claim"), "caps are named in words: {}", ran.stdout);
    assert!(!ran.stdout.contains('\u{1b}'));
}

#[test]
fn what_steers_a_terminal_never_reaches_it() {
    let mut case = labelled("a\u{1b}[31m\u{9b}\u{202e}b", spoilt());
    case["labels"]["claims"][0]["text"] = json!("\u{1b}]0;title\u{7}\u{2066}x\u{7f}");
    case["other"] = json!("\u{202d}\u{85}");
    let bad = json!({"id": "\u{202e}\u{9b}", "article": "\u{202e}\u{1b}", "summary": 5});
    let input = format!("{case}\n{bad}\n");
    for format in ["jsonl", "json", "text"] {
        let ran = run_with(&[&LABELS_ONLY[..], &["--format", format]].concat(), input.as_bytes());
        for text in [&ran.stdout, &ran.stderr] {
            let steers = text.chars().find(|c| lockbench::text::visible::steers(*c));
            assert_eq!(steers, None, "{format}: {text:?}");
        }
    }
    let ran = run_with(&LABELS_ONLY, input.as_bytes());
    assert_eq!(ran.lines()[0]["id"], case["id"], "escaped, not changed");
    assert_eq!(ran.lines()[0]["extra"]["other"], case["other"]);
}

#[test]
fn the_program_describes_itself() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&["completions", shell]);
        assert!(ran.status == 0 && ran.stdout.contains("lockbench"), "{shell}");
    }
    let man = run(&["man"]).stdout;
    assert!(man.contains(".TH") && man.contains("labels\\-only") && man.contains("fail\\-on"), "{man}");
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    assert_eq!(run(&["man", "--dir", &pages.display().to_string()]).status, 0);
    for (name, words) in
        [("lockbench", "\\-\\-summary"), ("lockbench-score", "baseline"), ("lockbench-sessions-merge", "OUT")]
    {
        let page = std::fs::read_to_string(pages.join(name).with_extension("1")).unwrap();
        assert!(page.contains(".TH") && page.contains(words), "{name}: {page}");
    }
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let ran = run(&["man", "--dir", &file.join("man").display().to_string()]);
    assert!(ran.status == 2 && ran.stderr.contains("man: "), "{}", ran.stderr);
    assert!(run(&["themes", "list"]).stdout.lines().any(|name| name == "high-contrast"));
    for format in ["case", "labels", "report"] {
        let schema: Value = serde_json::from_str(&run(&["schema", format]).stdout).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    }
}
