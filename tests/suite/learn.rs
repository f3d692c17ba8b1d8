//! Tests lessons on the command line: listing, taking, recording, and checking them for their authors.

use std::path::Path;
use std::process::Stdio;

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
    assert!(
        shown.stdout.contains("[ ] find the claim that is unsupported (not found yet)"),
        "{}",
        shown.stdout
    );
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

#[cfg(target_os = "linux")]
#[test]
fn the_gym_finds_its_terminal_before_it_makes_exercises() {
    let state = tempfile::tempdir().unwrap();
    // In a session of its own, a program has no terminal, even if the tests have one.
    let mut command = std::process::Command::new("setsid");
    command.args(["--wait", env!("CARGO_BIN_EXE_lockbench"), "learn", "--gym"]);
    command.env("XDG_STATE_HOME", state.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let ran = ended(command, b"");
    assert_eq!(ran.status, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("no terminal") && ran.stderr.contains("--line"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("making exercises"), "{}", ran.stderr);
}

/// A recording can be played on a lesson without a terminal, and a pass is recorded.
#[test]
fn a_lesson_is_played_from_a_recording() {
    let state = tempfile::tempdir().unwrap();
    let folder = Folder::new();
    let keys = folder.write("r.keys", "key Tab\nkey Tab\nkey Tab\nkey G\nkey u\n");
    let ran = learn(state.path(), &["what-a-claim-is", "--play", &keys, "--as", "p7"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("PASSED. The rule:"), "{}", ran.stdout);
    assert!(learn(state.path(), &["--line", "--as", "p7"]).stdout.contains("[x] what-a-claim-is"));
    assert!(!learn(state.path(), &["--line"]).stdout.contains("[x]"), "another learner has passed nothing");
    let progress = std::fs::read_to_string(state.path().join("lockbench/learn/progress/p7.json")).unwrap();
    assert!(progress.contains("\"p7\""), "{progress}");
    // Line mode works too; without a name the lessons are listed.
    let mut lines = command(&["learn", "what-a-claim-is", "--line", "--as", "p8"]);
    lines.env("XDG_STATE_HOME", state.path());
    let ran = ended(lines, b"begin\nset claims 3 unsupported\nlesson\nEnter\n>\n");
    for lesson in ["Lesson 1: What a claim is", "Lesson 2: "] {
        assert!(ran.stdout.contains(lesson), "the lesson is read first: {}", ran.stdout);
    }
    assert!(ran.stdout.contains("PASSED. The rule:"), "{}{}", ran.stdout, ran.stderr);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let none = folder.write("plain.json", r#"{"id": "a", "article": "It is so.", "summary": ""}"#);
    let ran = learn(state.path(), &["--gym", "--source", &none, "--play", &keys]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("no exercise can be made"), "{}", ran.stderr);
}

/// Each learner has their own record, which also contains lessons of their own; `class` has a column for
/// it.
#[test]
fn each_learner_has_a_record() {
    let folder = Folder::new();
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/lessons/what-a-claim-is.md"));
    let own = folder.write("week-1.md", text.as_ref().unwrap());
    let twin = folder.write("what-a-claim-is.md", text.as_ref().unwrap());
    let right = "claims/2=unsupported";
    // The record of an earlier version belongs to ann.
    folder.write(
        "lockbench/learn/progress.json",
        r#"{"schema":"lockbench.progress/1","learner":"ann","lessons":{"words-too-many":{"attempts":4}},"gym":{}}"#,
    );
    let state = Path::new(&own).parent().unwrap();
    for (who, lesson, label) in [
        ("ann", "1", "claims/1=partial"),
        ("bob", "1", right),
        ("bob", &own, "claims/1=partial"),
        ("bob", &own, right),
        ("ann", &twin, right),
    ] {
        let ran = learn(state, &[lesson, "--label", label, "--as", who]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
    }
    let listed = |who: &str| learn(state, &["--as", who]).stdout;
    assert!(listed("ann").contains("[-] what-a-claim-is") && listed("ann").contains("(4 attempts so far)"));
    assert!(listed("bob").contains("[x] what-a-claim-is") && listed("bob").contains("1 of "));
    let file = |who: &str| state.join(format!("lockbench/learn/progress/{who}.json"));
    let [ann, bob] = ["ann", "bob"].map(|who| file(who).display().to_string());
    let table = ended(command(&["class", &ann, &bob, "--format", "jsonl"]), b"");
    let people: Vec<serde_json::Value> =
        table.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(people[0]["lessons"]["own/what-a-claim-is"]["attempts"], 1, "{}", table.stdout);
    assert_eq!(people[0]["lessons"]["what-a-claim-is"]["passed"], serde_json::Value::Null);
    assert_eq!(people[1]["lessons"]["week-1"]["attempts"], 2);
    assert!(people[1]["lessons"]["week-1"]["passed"].is_string());
    let csv = ended(command(&["class", &ann, &bob]), b"").stdout;
    assert!(csv.lines().next().unwrap().contains("lesson.week-1.attempts"), "{csv}");
}

/// The scores would reveal the answer.
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
    let output = learn(
        state.path(),
        &["part-of-a-claim", "--label", "claims/1=partial", "--predict", "hallucination=10"],
    );
    assert!(output.stdout.contains("Scores (") && output.stdout.contains("Passed."), "{}", output.stdout);
}

#[test]
fn a_damaged_file_of_progress_is_told_and_kept() {
    let folder = Folder::new();
    let path = folder.write("lockbench/learn/progress.json", "{\n5\n");
    let state = Path::new(&path).parent().unwrap().parent().unwrap().parent().unwrap();
    // The file of earlier versions is reported once, without consequences.
    let ran = learn(state, &["1", "--as", "bob", "--label", "claims/2=unsupported"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("progress.json").count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("line 2"), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\n5\n");
    // A damaged record of the learner stops the command.
    let own = state.join("lockbench/learn/progress/bob.json");
    std::fs::write(&own, "{\n5\n").unwrap();
    let ran = learn(state, &["1", "--as", "bob", "--label", "claims/2=unsupported"]);
    assert!(ran.status == 2 && ran.stderr.contains("bob.json"), "{}", ran.stderr);
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
        lines[0].starts_with(&format!("{faulty}:10: `cap extraneous_claim released` holds before")),
        "{}",
        ran.stdout
    );
    assert!(lines.iter().any(|line| line.starts_with(&format!("{broken}:2: not UTF-8"))), "{}", ran.stdout);
    assert!(lines.iter().any(|line| line.starts_with("cannot read /nowhere.md: ")), "{}", ran.stdout);
    assert_eq!(*lines.last().unwrap(), "4 lessons: 1 sound, 3 faulty");
    // A folder stands for the lessons in it.
    let both = learn(state.path(), &["--check", folder.path()]);
    assert_eq!(both.stdout.lines().last(), Some("2 lessons: 0 sound, 2 faulty"), "{}", both.stdout);
    let fine = learn(state.path(), &["--check", sound]);
    assert_eq!((fine.status, fine.stdout.as_str()), (0, "1 lesson: 1 sound, 0 faulty\n"));
}

#[test]
fn mistakes_are_told() {
    let state = tempfile::tempdir().unwrap();
    for (args, words) in [
        (&["nothing"][..], "no lesson is called `nothing`"),
        (&["1", "2"], "one lesson at a time"),
        (&["1", "--label", "claims/9=partial"], "indexes 0 to 2"),
        (&["1", "--label", "claim/1=partial"], "unknown list of labels"),
        (&["1", "--predict", "fluency=3"], "no metric `fluency`"),
        (&["1", "--predict", "hallucination=x"], "not a number"),
        (
            &["1", "--predict", "hallucination=11"],
            "hallucination cannot be 11.00: it is a number from 0 to 10",
        ),
        (&["1", "--reading", "split=never"], "split"),
        (&["1", "--summary", "/nowhere"], "/nowhere"),
        (&["--gym", "--source", "/nowhere"], "/nowhere"),
        (&["--tour", "--line"], "lockbench learn 1 --line"),
        (&["--tour", "--line"], "`lockbench --line` opens the samples"),
        (&["--seed", "3"], "--gym"),
        (&["1", "--tour"], "--tour"),
        (&["--as", ""], "--as"),
    ] {
        let ran = learn(state.path(), args);
        assert_eq!(ran.status, 2, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
}

/// A course has an order, prerequisites and due dates, which the table of a class uses.
#[test]
fn a_course_is_taken_in_its_order() {
    let folder = Folder::new();
    let own =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/lessons/what-a-claim-is.md"))
            .unwrap();
    folder.write("week/own.md", own);
    let file = folder.write(
        "week/course.toml",
        "title = \"Week 1\"\n[[lesson]]\nname = \"what-a-claim-is\"\ndeadline = 2020-01-01\n\
         [[lesson]]\nname = \"own.md\"\nafter = [\"what-a-claim-is\"]\ndeadline = 2999-01-01\n",
    );
    let path = Path::new(&file).parent().unwrap();
    let course = path.to_str().unwrap();
    let state = tempfile::tempdir().unwrap();
    let take = |args: &[&str]| learn(state.path(), &[&["--course", course, "--as", "ann"], args].concat());
    let listed = take(&[]);
    assert!(
        listed.stdout.contains("Week 1") && listed.stdout.contains("[#] own"),
        "{}{}",
        listed.stdout,
        listed.stderr
    );
    assert!(
        listed.stdout.contains("overdue since 2020-01-01") && listed.stdout.contains("after what-a-claim-is"),
        "{}",
        listed.stdout
    );
    assert!(
        listed.stdout.contains("[#] opens when the lessons named after it are passed"),
        "{}",
        listed.stdout
    );
    let early = take(&["2", "--label", "claims/2=unsupported"]);
    assert!(early.status == 2 && early.stderr.contains("comes after what-a-claim-is"), "{}", early.stderr);
    let locked = take(&["2", "--line"]);
    let says = |words: &str| locked.stderr.contains(words);
    assert!(
        locked.status == 2 && says("pass first: What a claim is") && says("--course FOLDER"),
        "{}",
        locked.stderr
    );
    for lesson in ["1", "own.md"] {
        let ran = take(&[lesson, "--label", "claims/2=unsupported"]);
        assert!(ran.stdout.contains("Passed."), "{}{}", ran.stdout, ran.stderr);
    }
    let listed = take(&[]).stdout;
    assert!(listed.contains("passed late") && listed.contains("2 of 2 passed"), "{listed}");
    let progress = state.path().join("lockbench/learn/progress/ann.json").display().to_string();
    let csv = ended(command(&["class", &progress, "--course", course]), b"").stdout;
    let [heads, row] = csv.lines().collect::<Vec<_>>()[..] else { panic!("{csv}") };
    let cell = |head: &str| {
        row.split(',').nth(heads.split(',').position(|known| known == head).unwrap()).unwrap().to_owned()
    };
    assert_eq!(
        (cell("course.passed"), cell("course.late"), cell("course.open")),
        ("2".into(), "1".into(), "0".into())
    );
    let sound = take(&["--check"]);
    assert!(sound.status == 0 && sound.stdout.contains("2 sound"), "{}{}", sound.stdout, sound.stderr);
    folder.write("week/bad.md", "no lesson");
    let names = "[[lesson]]\nname = \"none.md\"\nafter = [\"nope\"]\n[[lesson]]\nname = \"bad.md\"\n";
    std::fs::write(&file, format!("title = \"x\"\n{names}")).unwrap();
    let wrong = take(&["--check"]);
    assert_eq!(wrong.status, 2);
    for place in
        ["course.toml:3:", "course.toml:4:", "bad.md:1:", "1 lesson: 0 sound, 1 faulty; the course: 2 faults"]
    {
        assert!(wrong.stdout.contains(place), "{place}\n{}", wrong.stdout);
    }
    assert!(take(&[]).stderr.contains("neither a shipped lesson nor a file"), "{}", take(&[]).stderr);
    std::fs::write(&file, "title = \"x\"\n").unwrap();
    let empty = take(&["--check"]);
    assert_eq!(empty.stdout, format!("{file}:1: no lesson; each is a table [[lesson]] with a `name`\n"));
}
