//! Lessons on the command line: listed, taken, remembered, and checked for their authors.

use std::path::Path;

use crate::cli::{Folder, Ran, command, ended};

fn learn(state: &Path, args: &[&str]) -> Ran {
    let mut command = command(&[&["learn"], args].concat());
    command.env("XDG_STATE_HOME", state);
    ended(command, b"")
}

#[test]
fn a_lesson_is_taken_and_remembered() {
    let state = tempfile::tempdir().unwrap();
    let listed = learn(state.path(), &[]);
    assert_eq!(listed.status, 0, "{}", listed.stderr);
    assert!(listed.stdout.contains("  1 [ ] what-a-claim-is"), "{}", listed.stdout);
    let shown = learn(state.path(), &["1"]);
    assert!(shown.stdout.contains("[ ] label claims/2 = unsupported (is supported)"), "{}", shown.stdout);
    let labels: Vec<&str> = shown.stdout.lines().filter(|line| line.starts_with("claims/")).collect();
    assert!(
        labels.len() == 3 && labels[2].contains("supported") && labels[2].contains("heritage fund"),
        "{labels:?}"
    );
    let path =
        shown.stdout.lines().find_map(|line| line.strip_prefix("  lockbench --rubric twin-lock ")).unwrap();
    let scored = ended(command(&["score", path, "--rubric", "twin-lock", "--format", "jsonl"]), b"");
    assert_eq!(scored.status, 0, "the case can be opened: {}", scored.stderr);
    let wrong = learn(state.path(), &["1", "--label", "claims/1=partial"]);
    assert!(wrong.status == 0 && wrong.stdout.contains("Not yet"), "{}", wrong.stdout);
    assert!(learn(state.path(), &[]).stdout.contains("[-] what-a-claim-is"));
    let right = learn(state.path(), &["what-a-claim-is", "--label", "claims/2=unsupported"]);
    assert!(right.stdout.contains("Passed."), "{}", right.stdout);
    let listed = learn(state.path(), &[]).stdout;
    assert!(listed.contains("[x] what-a-claim-is") && listed.contains("1 of "), "{listed}");
}

/// Without a terminal a recording is played on a lesson too, and what it passes is remembered.
#[test]
fn a_lesson_is_played_from_a_recording() {
    let state = tempfile::tempdir().unwrap();
    let folder = Folder::new();
    let keys = folder.write("r.keys", "key Tab\nkey Tab\nkey Tab\nkey G\nkey u\n");
    let ran = learn(state.path(), &["what-a-claim-is", "--play", &keys, "--as", "p7"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("PASSED. The rule:"), "{}", ran.stdout);
    assert!(learn(state.path(), &["--line"]).stdout.contains("[x] what-a-claim-is"));
    let progress = std::fs::read_to_string(state.path().join("lockbench/learn/progress.json")).unwrap();
    assert!(progress.contains("\"p7\""), "{progress}");
    let none = folder.write("plain.json", r#"{"id": "a", "article": "It is so.", "summary": ""}"#);
    let ran = learn(state.path(), &["--gym", "--source", &none, "--play", &keys]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("no exercise can be made"), "{}", ran.stderr);
}

/// The scores would be the answer.
#[test]
fn what_is_to_be_foretold_is_not_shown() {
    let state = tempfile::tempdir().unwrap();
    let shown = learn(state.path(), &["part-of-a-claim"]);
    assert!(
        shown.stdout.contains("[ ] predict hallucination") && !shown.stdout.contains("Scores ("),
        "{}",
        shown.stdout
    );
    let tried = learn(state.path(), &["part-of-a-claim", "--label", "claims/1=partial"]);
    assert!(!tried.stdout.contains("Scores ("), "{}", tried.stdout);
    let said = learn(
        state.path(),
        &["part-of-a-claim", "--label", "claims/1=partial", "--predict", "hallucination=10"],
    );
    assert!(said.stdout.contains("Scores (") && said.stdout.contains("Passed."), "{}", said.stdout);
}

#[test]
fn a_damaged_file_of_progress_is_told_and_kept() {
    let folder = Folder::new();
    let path = folder.write("lockbench/learn/progress.json", "{\n5\n");
    let state = Path::new(&path).parent().unwrap().parent().unwrap().parent().unwrap();
    let ran = learn(state, &["1", "--label", "claims/2=unsupported"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("progress.json") && ran.stderr.contains("line 2"), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\n5\n");
}

#[test]
fn authors_are_told_the_line() {
    let state = tempfile::tempdir().unwrap();
    let folder = Folder::new();
    let sound = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/lessons/what-a-claim-is.md");
    let text = std::fs::read_to_string(sound).unwrap();
    let faulty = folder.write(
        "mine.md",
        text.replace("\"cap extraneous_claim fired\"", "\"cap extraneous_claim released\""),
    );
    let broken = folder.write("broken.md", b"+++\n\xff\n+++\n");
    let ran = learn(state.path(), &["--check", sound, &faulty, &broken, "/nowhere.md"]);
    assert_eq!(ran.status, 2);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(
        lines[0].starts_with(&format!("{faulty}:9: `cap extraneous_claim released` holds before")),
        "{}",
        ran.stdout
    );
    assert!(
        lines.iter().any(|line| line.starts_with(&format!("{broken}:1:")) && line.contains("UTF-8")),
        "{}",
        ran.stdout
    );
    assert_eq!(*lines.last().unwrap(), "4 lessons: 1 sound, 3 faulty");
    let fine = learn(state.path(), &["--check", sound]);
    assert_eq!((fine.status, fine.stdout.as_str()), (0, "1 lesson: 1 sound, 0 faulty\n"));
}

#[test]
fn mistakes_are_told() {
    let state = tempfile::tempdir().unwrap();
    for (args, words) in [
        (&["nothing"][..], "no lesson is called `nothing`"),
        (&["1", "2"], "one lesson at a time"),
        (&["1", "--label", "claims/9=partial"], "places 0 to 2"),
        (&["1", "--label", "claim/1=partial"], "no list of labels"),
        (&["1", "--predict", "fluency=3"], "no metric `fluency`"),
        (&["1", "--predict", "hallucination=x"], "no number"),
        (&["1", "--reading", "split=never"], "split"),
        (&["1", "--summary", "/nowhere"], "/nowhere"),
        (&["--gym", "--source", "/nowhere"], "/nowhere"),
        (&["--gym", "--line"], "lockbench mutate"),
        (&["--seed", "3"], "--gym"),
        (&["1", "--tour"], "--tour"),
        (&["--as", ""], "--as"),
    ] {
        let ran = learn(state.path(), args);
        assert_eq!(ran.status, 2, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
}
