//! Tests the user's own judges through the program: labels instead of proposals, and what is shown if
//! there are none.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cli::{Folder, Ran, case, command, ended, run, run_with, spoilt};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples");

/// A judge as a shell script: `answer ID` writes an answer to the last line read.
fn script(body: &str) -> String {
    let labels = json!({"anchors": [{"kind": "claim", "text": "x", "supported": false}]}).to_string();
    format!(
        r#"id() {{ printf '%s' "$1" | sed 's/^{{"id":"\([^"]*\)".*/\1/'; }}
        answer() {{ printf '{{"id":"%s","labels":%s}}\n' "$1" '{labels}'; }}
        {body}"#
    )
}

fn cases(ids: impl IntoIterator<Item = String>) -> Vec<u8> {
    ids.into_iter()
        .map(|id| {
            let mut case = case(&id);
            case["summary"] = json!(format!("{} Case {id}.", case["summary"].as_str().unwrap()));
            format!("{case}\n")
        })
        .collect::<String>()
        .into_bytes()
}

fn score(judge: &str, more: &[&str], input: &[u8]) -> Ran {
    let args = ["score", "-", "--rubric", "anchor", "--judge", judge, "--judge-name", "j"];
    let cache: &[&str] = if more.contains(&"--judge-cache") { &[] } else { &["--judge-cache", "off"] };
    run_with(&[&args[..], cache, more].concat(), input)
}

fn anchors(report: &Value) -> Vec<&str> {
    let labels = report["metrics"]["hallucination"]["labels"].as_array().unwrap();
    labels.iter().map(|label| label["by"].as_str().unwrap()).collect()
}

fn notes(report: &Value) -> String {
    report["metrics"]["hallucination"]["notes"].to_string()
}

#[test]
fn a_judges_labels_take_the_place_of_the_proposals_in_the_order_of_the_input() {
    // Two lines at a time, the second answered first.
    let judge = script(r#"while read -r a; do read -r b && answer "$(id "$b")"; answer "$(id "$a")"; done"#);
    let ids = || (0..50).map(|at| format!("c{at}"));
    let ran = score(&judge, &["-j", "3"], &cases(ids()));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let reports = ran.lines();
    assert_eq!(
        reports.iter().map(|report| report["id"].as_str().unwrap()).collect::<Vec<_>>(),
        ids().collect::<Vec<_>>()
    );
    assert!(reports.iter().all(|report| anchors(report) == ["j"]), "{}", ran.stdout);
    assert!(ran.stderr.contains("judge j: 50 questions: 50 answered"), "{}", ran.stderr);
}

#[test]
fn what_a_judge_cannot_say_is_the_engines_with_a_fallback_and_is_noted() {
    for (body, more, part) in [
        ("exit 3", &[][..], "it ended before it answered (exit status: 3)"),
        ("exec sleep 600", &["--judge-timeout", "0.3"], "it did not answer within 0.3 s"),
        ("while read -r a; do printf '[\\033[31m nonsense\\n'; done", &[], "what it wrote is not an answer"),
        (
            r#"while read -r a; do printf '{"id":"%s","error":"too long"}\n' "$(id "$a")"; done"#,
            &[],
            "it reports: too long",
        ),
        (
            r#"while read -r a; do printf '{"id":"%s","labels":{"anchors":[{"kind":"claim"}]}}\n' "$(id "$a")"; done"#,
            &[],
            "cannot be used: anchors/0",
        ),
    ] {
        let fallback = [more, &["--fallback", "engine"]].concat();
        let ran = score(&script(body), &fallback, &cases(["a".to_owned()]));
        let report = ran.lines().remove(0);
        assert_eq!(ran.status, 0, "{body}: {}", ran.stderr);
        assert!(anchors(&report).iter().all(|by| *by == "engine"), "{body}: {report:#}");
        assert!(!anchors(&report).is_empty(), "{body}");
        let notes = notes(&report);
        assert!(notes.contains(part) && notes.contains("these labels are the engine's"), "{body}: {notes}");
        assert!(!ran.stderr.contains('\u{1b}') && ran.stderr.contains("judge j: "), "{body}: {}", ran.stderr);
    }
    // Nothing is proposed, so a list that the judge does not give is missing.
    let ran = score("exit 3", &["--labels-only"], &cases(["a".to_owned()]));
    assert_eq!(ran.lines()[0]["error"]["slug"], "not_judged", "{}", ran.stdout);
}

#[test]
fn labels_that_came_with_a_case_win_over_the_judges() {
    let judge = script(
        r#"while read -r a; do printf '{"id":"%s","labels":{"claims":[],"issues":[]}}\n' "$(id "$a")"; done"#,
    );
    let mut own = case("a");
    own["labels"] = json!({"claims": spoilt()["claims"]});
    let args = [
        "score", "-", "--rubric", "twin-lock", "--judge", &judge, "--judge-name", "j", "--judge-cache", "off",
    ];
    let report = run_with(&args, own.to_string().as_bytes()).lines().remove(0);
    let by = |metric: &str, list: &str| -> Vec<String> {
        let labels = report["metrics"][metric]["labels"].as_array().unwrap().iter();
        let of_list = labels.filter(|label| label["id"].as_str().unwrap().starts_with(list));
        of_list.map(|label| label["by"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(by("hallucination", "claims/"), ["given"]);
    assert_eq!(by("bias_toxicity", "issues/"), [""; 0], "the judge finds none");
    assert!(by("coverage", "key_points/").iter().all(|by| by == "engine"));
    let coverage = report["metrics"]["coverage"]["notes"].to_string();
    assert!(coverage.contains("j gave no key points; these labels are the engine's"), "{coverage}");
}

#[test]
fn nothing_is_asked_twice_and_a_damaged_cache_is_told() {
    let folder = Folder::new();
    let (asked, cache) = (folder.path().to_owned() + "/asked", folder.path().to_owned() + "/cache");
    let judge = script(&format!(r#"while read -r a; do echo x >> {asked}; answer "$(id "$a")"; done"#));
    let input = cases(["a", "b", "c"].map(str::to_owned));
    let lines = || std::fs::read_to_string(&asked).unwrap().lines().count();
    let first = score(&judge, &["--judge-cache", &cache], &input);
    assert_eq!((first.status, lines()), (0, 3), "{}", first.stderr);
    let again = score(&judge, &["--judge-cache", &cache], &input);
    assert_eq!((&again.stdout, lines()), (&first.stdout, 3));
    assert!(again.stderr.contains("judge j: 3 questions: 3 answered before"), "{}", again.stderr);
    std::fs::write(format!("{cache}/answers.db"), "x".repeat(9_000)).unwrap();
    for name in ["answers.db-wal", "answers.db-shm"] {
        std::fs::remove_file(format!("{cache}/{name}")).ok();
    }
    let damaged = score(&judge, &["--judge-cache", &cache], &input);
    assert_eq!((&damaged.stdout, lines()), (&first.stdout, 6));
    assert!(
        damaged.stderr.contains("answers.db") && damaged.stderr.contains("damaged"),
        "{}",
        damaged.stderr
    );
}

#[test]
fn an_interrupt_flushes_and_ends_the_judge() {
    let folder = Folder::new();
    let file = folder.write("cases.jsonl", cases((0..40).map(|at| format!("c{at}"))));
    let pid = folder.path().to_owned() + "/pid";
    let judge = script(&format!(
        r#"echo $$ > {pid}; trap '' TERM; for n in 1 2 3; do read -r a; answer "$(id "$a")"; done; sleep 600"#
    ));
    let args = [
        "score", &file, "--rubric", "anchor", "--judge", &judge, "--judge-cache", "off", "--judge-ahead", "1",
    ];
    let mut child = command(&args).stdin(Stdio::null()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut lines = Vec::new();
    for _ in 0..3 {
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        lines.push(serde_json::from_str::<Value>(&line).unwrap());
    }
    assert_eq!(lines[2]["id"], "c2");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(begun.elapsed() < Duration::from_secs(60), "it did not wait for the judge");
    let pid = std::fs::read_to_string(&pid).unwrap();
    let all = Command::new("ps").args(["-eo", "pgid=,stat="]).output().unwrap();
    for line in String::from_utf8_lossy(&all.stdout).lines() {
        let (group, state) = line.trim().split_once(' ').unwrap();
        // A zombie has ended and is only not waited for yet.
        assert!(group != pid.trim() || state.trim().starts_with('Z'), "the judge runs on");
    }
}

#[test]
fn arguments_that_cannot_be_used_are_told() {
    let input = cases(["a".to_owned()]);
    for (args, part) in [
        (&["--judge-name", "x"][..], "--judge"),
        (&["--judge", " "], "no command"),
        (&["--judge", "x", "--judge-name", "engine"], "the engine's own name"),
        (&["--judge", "x", "--judge-rate", "5"], "N/min"),
        (&["--judge", "x", "--judge-timeout", "0"], "above 0"),
        (&["--judge", "x", "--judge-timeout", "9999999"], "at most"),
        (&["--judge", "x", "--judge-jobs", "0"], "--judge-jobs"),
    ] {
        let ran = run_with(&[&["score", "-"], args].concat(), &input);
        assert!(ran.status == 2 && ran.stderr.contains(part), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn every_rubric_is_asked_for_what_no_other_is() {
    let folder = Folder::new();
    let asked = folder.path().to_owned() + "/asked";
    let judge = format!(
        r#"while read -r a; do printf '%s\n' "$a" >> {asked}; printf '{{"id":"a","error":"no"}}\n'; done"#
    );
    let args = ["score", "-", "--rubric", "all", "--judge", &judge, "--judge-cache", "off"];
    let ran = run_with(&args, case("a").to_string().as_bytes());
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let asked = std::fs::read_to_string(asked).unwrap();
    let names: Vec<String> = asked
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| line["response_format"]["json_schema"]["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["judge_lock_labels", "protocol_labels", "synthlink_labels", "anchor_labels"]);
}

#[test]
fn a_rubric_whose_question_was_answered_is_scored_whatever_becomes_of_the_others() {
    // It answers each question with claims alone, which only some rubrics ask for.
    let judge =
        r#"while read -r a; do echo '{"id":"a","labels":{"claims":[{"text":"x","label":"partial"}]}}'; done"#;
    let args = ["score", "-", "--rubric", "all", "--judge", judge, "--judge-cache", "off"];
    for form in ["jsonl", "scores"] {
        let ran = run_with(&[&args[..], &["--format", form]].concat(), case("a").to_string().as_bytes());
        assert_eq!(ran.status, 3, "{}", ran.stderr);
        let slug = |line: &Value| line["error"]["slug"].as_str().unwrap_or("scored").to_owned();
        let made: Vec<(String, String)> = ran
            .lines()
            .iter()
            .map(|line| (line["rubric"].as_str().unwrap().to_owned(), slug(line)))
            .collect();
        let made: Vec<(&str, &str)> =
            made.iter().map(|(rubric, slug)| (rubric.as_str(), slug.as_str())).collect();
        let wanted = [
            ("twin-lock", "scored"),
            ("judge-lock", "scored"),
            ("judge-lock-ultra", "scored"),
            ("protocol", "not_judged"),
            ("synthlink", "not_judged"),
            ("anchor", "not_judged"),
        ];
        assert_eq!(made, wanted, "{form}");
    }
    // The judge is named where it answered, so that `--resume` asks about the others alone.
    let ran = run_with(&[&args[..], &["--fallback", "engine"]].concat(), case("a").to_string().as_bytes());
    let signed: Vec<bool> = ran
        .lines()
        .iter()
        .map(|line| line["signature"].as_str().unwrap().contains("judged_by=judge:"))
        .collect();
    assert_eq!(signed, [true, true, true, false, false, false], "{}", ran.stdout);
    // A format with one result for a case has another one for what was not judged.
    let ran = run_with(&[&args[..], &["--format", "junit"]].concat(), case("a").to_string().as_bytes());
    assert_eq!(ran.stdout.matches("<testsuite ").count(), 4, "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("not_judged").count(), 3, "{}", ran.stdout);
    // Labels that are read again would leave the other lists to the engine.
    let ran = run_with(&[&["labels"], &args[1..]].concat(), case("a").to_string().as_bytes());
    assert_eq!(ran.lines()[0]["error"]["slug"], "not_judged", "{}", ran.stdout);
}

/// Returns whether Python is available for the sample judges.
fn python() -> bool {
    let there = Command::new("python3").arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !there {
        eprintln!("no python3: the sample judges are not run");
    }
    there
}

#[test]
fn the_sample_judges_answer() {
    if !python() {
        return;
    }
    let tests = Command::new("python3")
        .args([
            "-m",
            "unittest",
            "discover",
            "-s",
            &format!("{SAMPLES}/judges"),
            "-p",
            "test_openai_judge.py",
        ])
        .env("LOCKBENCH", env!("CARGO_BIN_EXE_lockbench"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    assert!(tests.status.success(), "{}", String::from_utf8_lossy(&tests.stderr));
    let queue = format!("{SAMPLES}/queue.jsonl");
    let judge = format!("python3 {SAMPLES}/judges/overlap_judge.py");
    let ran = run(&["labels", &queue, "--judge", &judge, "--judge-cache", "off", "--labels-only"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    for line in ran.lines() {
        let claims = line["labels"]["claims"].as_array().unwrap();
        assert!(line["by"] == "overlap_judge.py" && !claims.is_empty(), "{line:#}");
    }
}

/// Runs the three commands of docs/judges.md and compares the table shown there with their output.
/// `LOCKBENCH_BLESS=1` rewrites it.
#[test]
fn the_pages_table_is_what_its_commands_print() {
    if !python() {
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/judges.md");
    let page = std::fs::read_to_string(path).unwrap();
    let folder = Folder::new();
    let shell = |line: &str| {
        let line = line.replace("lockbench ", concat!(env!("CARGO_BIN_EXE_lockbench"), " "));
        let line = line.replace(" samples/", &format!(" {SAMPLES}/"));
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(line).current_dir(folder.path()).env("XDG_CACHE_HOME", folder.path());
        shell.stdout(Stdio::piped()).stderr(Stdio::piped());
        ended(shell, b"")
    };
    let block = page.split("<!-- three commands -->").nth(1).expect("the page has its commands");
    let mut parts = block.split("```");
    let commands: Vec<&str> = parts.nth(1).unwrap().trim_start_matches("sh\n").lines().collect();
    let shown = parts.nth(1).unwrap().trim_start_matches("text\n");
    assert_eq!(commands.len(), 3, "{commands:?}");
    let mut last = String::new();
    for line in commands {
        let ran = shell(line.split("  #").next().unwrap());
        assert_eq!(ran.status, 0, "{line}: {}", ran.stderr);
        last = ran.stdout;
    }
    let table = last.split("\nClaims\n──────\n\n").nth(1).and_then(|rest| rest.split("\n\nConfusion").next());
    let table = format!("{}\n", table.expect("a table of claims").trim_end());
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        std::fs::write(path, page.replace(shown, &table)).unwrap();
    } else {
        assert_eq!(shown, table, "run: LOCKBENCH_BLESS=1 cargo test --test suite pages");
    }
}
