//! Tests that saved data is safe: a session is one file that is complete by itself, and no other file is
//! ever written.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::cli::{self, Ran, command, run_with};
use crate::pty::{Session, assert_restored};
use crate::test_workbench::{ARTICLE, SUMMARY, queue};

/// Longest wait for something that the screen does not show.
const PATIENCE: Duration = Duration::from_secs(60);

fn run(args: &[&str]) -> Ran {
    cli::run(args)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A session of two cases with one event.
fn session(folder: &Path, name: &str) -> PathBuf {
    let (cases, path) = (queue(folder, 2, SUMMARY), folder.join(name));
    let made = run(&["sessions", "import", text(&path), text(&cases)]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    apply(&path, "first");
    path
}

fn apply(session: &Path, comment: &str) {
    let event = json!({"case": "case-1", "event": "comment", "text": comment});
    let ran =
        run_with(&["sessions", "apply", text(session), "-", "--as", "ann"], event.to_string().as_bytes());
    assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
}

fn export(session: &Path) -> Ran {
    run(&["sessions", "export", text(session)])
}

/// Returns the events of a session: a comment by its text, the others by their names.
#[track_caller]
fn events(session: &Path) -> Vec<String> {
    let ran = export(session);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let lines = ran.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let lines = lines.filter(|line| line["kind"] == "event");
    let told = |line: Value| match line["event"].as_str() {
        Some("comment") => line["text"].as_str().unwrap_or_default().to_owned(),
        name => name.unwrap_or_default().to_owned(),
    };
    lines.map(told).collect()
}

fn beside(path: &Path, end: &str) -> PathBuf {
    PathBuf::from(format!("{}{end}", path.display()))
}

/// Starts a review of a session in a terminal.
fn review(folder: &Path, session: &Path) -> Session {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lockbench"));
    command.args(["review", "--as", "ann", "--session", text(session)]);
    if !session.exists() {
        command.arg(queue(folder, 5, SUMMARY));
    }
    command.env("XDG_STATE_HOME", folder.join("state"));
    let fresh = !session.exists();
    let mut screen = Session::run(tempfile::tempdir().unwrap(), command);
    // A new queue begins in the claim-by-claim view.
    if fresh {
        screen.until_text(" judged · ");
        screen.keys(";");
        screen.until("all panels are shown", |screen| !screen.contents().contains(" judged · "));
    }
    screen
}

/// Moves from the summary to the labels and labels the first claim by a letter.
fn decide(session: &mut Session, letter: char) {
    session.settle();
    session.until_text("supported");
    session.keys(&format!("\t\t\tg{letter}"));
    session.until_text("· saved");
}

fn signal(session: &Session, name: &str) {
    let id = session.child.process_id().unwrap().to_string();
    assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
}

#[test]
fn every_way_out_leaves_one_complete_file() {
    for way in ["q", "INT", "TERM", "HUP", "QUIT"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.db");
        let mut screen = review(folder.path(), &path);
        screen.until_text("as opened");
        decide(&mut screen, 'u');
        if way == "q" {
            screen.keys("q");
        } else {
            signal(&screen, way);
        }
        let (_, shown, sent) = screen.end();
        assert_restored(&shown, &sent);
        for end in ["-wal", "-shm"] {
            assert!(!beside(&path, end).exists(), "{way}: {end} is left");
        }
        // A copy of the file alone.
        let copy = folder.path().join("elsewhere.db");
        fs::copy(&path, &copy).unwrap();
        assert_eq!(export(&copy).stdout, export(&path).stdout, "{way}");
        assert_eq!(events(&copy), ["override"], "{way}");
        let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("lock")).collect();
        assert!(left.is_empty(), "{way}: {left:?}");
    }
}

#[test]
fn when_nothing_is_done_the_file_is_complete_while_it_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("s.db"), folder.path().join("copy.db"));
    let mut screen = review(folder.path(), &path);
    screen.until_text("as opened");
    decide(&mut screen, 'u');
    let end = Instant::now() + PATIENCE;
    while fs::metadata(beside(&path, "-wal")).unwrap().len() > 0 {
        assert!(Instant::now() < end, "the log is never written into the file");
        std::thread::sleep(Duration::from_millis(50));
    }
    fs::copy(&path, &copy).unwrap();
    assert_eq!(events(&copy), ["override"]);
    // The review can continue.
    screen.keys("gs");
    screen.until_text("supported");
    screen.until_text("· saved");
    screen.keys("q");
    assert_eq!(screen.end().0, 0);
    assert_eq!(events(&path).len(), 2);
}

#[test]
fn a_file_that_is_gone_is_reported_and_everything_is_saved_elsewhere() {
    type Harm = fn(&Path);
    let harms: [(&str, Harm); 5] = [
        ("removed", |path| fs::remove_file(path).unwrap()),
        ("replaced", |path| {
            let other = path.with_extension("other");
            fs::copy(path, &other).unwrap();
            fs::rename(other, path).unwrap();
        }),
        ("cut short", |path| fs::File::options().write(true).open(path).unwrap().set_len(0).unwrap()),
        ("cut short", |path| fs::File::options().write(true).open(path).unwrap().set_len(8192).unwrap()),
        ("log was removed", |path| fs::remove_file(beside(path, "-wal")).unwrap()),
    ];
    for (why, harm) in harms {
        let folder = tempfile::tempdir().unwrap();
        let path = session(folder.path(), "s.db");
        let mut screen = review(folder.path(), &path);
        screen.until_text("case-1");
        decide(&mut screen, 'u');
        harm(&path);
        screen.keys("gp");
        screen.until_text("NOT SAVED");
        screen.keys("q");
        screen.until_text("save everything in");
        let shown = screen.parser.screen().contents().replace('\n', " ");
        let words: Vec<&str> = shown.split_whitespace().collect();
        assert!(words.join(" ").contains(why.split(' ').next().unwrap()), "{why}: {shown}");
        screen.keys("c");
        screen.until_text("from now on");
        screen.until_text("· saved");
        screen.keys("q");
        assert_eq!(screen.end().0, 0, "{why}");
        let saved = events(&folder.path().join("s-copy.db"));
        assert_eq!(saved, ["first", "override", "override"], "{why}");
    }
}

#[test]
fn a_missing_log_and_that_of_another_file_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let path = session(folder.path(), "s.db");
    let other = session(folder.path(), "other.db");
    let before = at("before.db");
    fs::copy(&path, &before).unwrap();
    // A killed writer leaves its log.
    let mut child = command(&["sessions", "apply", text(&path), "-", "--as", "ann"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let event = json!({"case": "case-1", "event": "comment", "text": "second"});
    std::io::Write::write_all(&mut input, format!("{event}\n").as_bytes()).unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().unwrap()), &mut line)
        .unwrap();
    assert!(line.contains("seq"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
    let log = beside(&path, "-wal");
    assert!(log.exists());
    // Copied without its log.
    fs::copy(&path, at("copy.db")).unwrap();
    let output = export(&at("copy.db"));
    assert!(output.status != 0 && output.stderr.contains("copy.db-wal is missing"), "{}", output.stderr);
    assert!(output.stderr.contains("sessions backup"), "{}", output.stderr);
    let ran = run(&["sessions", "backup", "--without-log", text(&at("copy.db")), text(&at("rest.db"))]);
    assert_eq!((ran.status, events(&at("rest.db"))), (0, vec!["first".to_owned()]), "{}", ran.stderr);
    // The log of another session, and of an earlier copy of this one, under the name of this log.
    for (name, file) in [("mixed.db", &other), ("older.db", &before)] {
        let mixed = at(name);
        fs::copy(file, &mixed).unwrap();
        fs::copy(&log, beside(&mixed, "-wal")).unwrap();
        let bytes = fs::read(&mixed).unwrap();
        let output = export(&mixed);
        assert!(output.status != 0 && output.stderr.contains("does not belong"), "{name}: {}", output.stderr);
        assert_eq!(fs::read(&mixed).unwrap(), bytes, "{name}");
        fs::rename(beside(&mixed, "-wal"), at("away")).unwrap();
        assert_eq!(events(&mixed), ["first"], "{name}");
    }
    // File and log together are unchanged.
    assert_eq!(events(&path), ["first", "second"]);
    assert!(!log.exists());
}

#[test]
fn a_backup_goes_on_by_itself_and_takes_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (session(folder.path(), "s.db"), folder.path().join("copy.db"));
    let mut screen = review(folder.path(), &path);
    screen.until_text("case-1");
    decide(&mut screen, 'u');
    let ran = run(&["sessions", "backup", text(&path), text(&copy)]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    // The log must contain the next decision, and not one that is about to be moved to the file.
    let end = Instant::now() + PATIENCE;
    while fs::metadata(beside(&path, "-wal")).unwrap().len() > 0 {
        assert!(Instant::now() < end, "the log is not emptied");
        std::thread::sleep(Duration::from_millis(20));
    }
    screen.keys("gp");
    screen.until("the second decision, saved", |screen| {
        let shown = screen.contents();
        shown.contains("claim 1: you say partial") && shown.contains("· saved")
    });
    signal(&screen, "KILL");
    screen.end();
    assert_eq!(events(&copy), ["first", "override"]);
    // Restored over the session, whose log still exists.
    fs::copy(&copy, &path).unwrap();
    let output = export(&path);
    assert!(output.status != 0 && output.stderr.contains("does not belong"), "{}", output.stderr);
    fs::remove_file(beside(&path, "-wal")).unwrap();
    assert_eq!(events(&path), events(&copy));
}

#[test]
fn nothing_is_written_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let precious = at("precious");
    fs::write(&precious, "mine\n").unwrap();
    let link = |name: &Path| {
        fs::create_dir_all(name.parent().unwrap()).unwrap();
        symlink(&precious, name).unwrap();
    };
    let path = session(folder.path(), "s.db");
    // The lock file: its name is known from a first run.
    let mut screen = review(folder.path(), &path);
    screen.until_text("case-1");
    decide(&mut screen, 'u');
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let lock = names.into_iter().find(|name| name.extension().is_some_and(|end| end == "lock")).unwrap();
    screen.keys("q");
    screen.end();
    link(&lock);
    let mut screen = review(folder.path(), &path);
    screen.until_text("read-only");
    screen.keys("q");
    screen.end();
    // The log and its index.
    for end in ["-wal", "-shm", "-journal"] {
        let name = format!("linked{end}.db");
        fs::copy(&path, at(&name)).unwrap();
        link(&beside(&at(&name), end));
        export(&at(&name));
        apply_quietly(&at(&name));
    }
    // A session, a copy and a union that are to be created.
    let cases = queue(folder.path(), 1, SUMMARY);
    for name in ["new.db", "copy.db", "union.db", "dangling.db"] {
        if name == "dangling.db" {
            symlink(at("nowhere"), at(name)).unwrap();
        } else {
            link(&at(name));
        }
    }
    for name in ["new.db", "dangling.db"] {
        assert_ne!(run(&["sessions", "import", text(&at(name)), text(&cases)]).status, 0);
    }
    assert_ne!(run(&["sessions", "backup", text(&path), text(&at("copy.db"))]).status, 0);
    assert_ne!(run(&["sessions", "backup", text(&path), text(&at("dangling.db"))]).status, 0);
    assert_ne!(run(&["sessions", "merge", text(&at("dangling.db")), text(&path)]).status, 0);
    // Results, a recording, the layout, learning progress, cached answers of judges.
    link(&at("results.jsonl"));
    assert_ne!(run(&["score", "--resume", text(&at("results.jsonl")), text(&cases)]).status, 0);
    link(&at("state/lockbench/layout.toml"));
    lockbench::tui::split::write(&at("state/lockbench/layout.toml"), lockbench::tui::split::Split::default())
        .unwrap();
    link(&at("state/lockbench/learn/progress/ann.json"));
    lockbench::progress::write(&at("state/lockbench/learn/progress/ann.json"), "{}").unwrap();
    link(&at("cache/lockbench/answers.db"));
    let mut judged = command(&["score", "--judge", "cat", text(&cases)]);
    judged.env("XDG_CACHE_HOME", at("cache")).output().unwrap();
    link(&at("pages/lockbench.1"));
    assert_eq!(run(&["man", "--dir", text(&at("pages"))]).status, 0);
    assert_eq!(fs::read_to_string(&precious).unwrap(), "mine\n");
    assert!(!at("nowhere").exists());
    let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(left.filter(|name| name.to_string_lossy().starts_with(".lockbench-")).count(), 0);
}

fn apply_quietly(session: &Path) {
    let event = json!({"case": "case-1", "event": "flag"});
    run_with(&["sessions", "apply", text(session), "-", "--as", "ann"], event.to_string().as_bytes());
}

#[test]
fn sessions_and_state_are_their_owners_alone_under_any_umask() {
    for umask in ["000", "022"] {
        let folder = tempfile::tempdir().unwrap();
        let case = crate::test_workbench::case_file(folder.path(), ARTICLE, SUMMARY);
        let mut command = CommandBuilder::new("sh");
        let program = env!("CARGO_BIN_EXE_lockbench");
        command.args([
            "-c",
            &format!("umask {umask}; exec \"$@\""),
            "sh",
            program,
            "--as",
            "ann",
            text(&case),
        ]);
        command.env("XDG_STATE_HOME", folder.path().join("new/state"));
        let mut screen = Session::run(tempfile::tempdir().unwrap(), command);
        screen.until_text("as opened");
        decide(&mut screen, 'u');
        let mut seen = 0;
        let mut check = |folder: &Path| {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
                assert_eq!(mode, if path.is_dir() { 0o700 } else { 0o600 }, "{umask}: {}", path.display());
                seen += 1;
            }
        };
        check(&folder.path().join("new"));
        check(&folder.path().join("new/state"));
        check(&folder.path().join("new/state/lockbench"));
        check(&folder.path().join("new/state/lockbench/sessions"));
        assert!(seen >= 7, "the file, its log, its index and its lock: {seen}");
        screen.keys("q");
        screen.end();
        let (path, cases) = (folder.path().join("named.db"), queue(folder.path(), 1, SUMMARY));
        let make = format!("umask {umask}; {program} sessions import {} {}", path.display(), cases.display());
        assert!(Command::new("sh").args(["-c", &make]).stderr(Stdio::null()).status().unwrap().success());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{umask}");
    }
}

#[test]
fn every_altered_row_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = session(folder.path(), "s.db");
    let sound = run(&["sessions", "check", text(&path)]);
    assert_eq!((sound.status, sound.stdout.as_str()), (0, ""), "{}", sound.stderr);
    let changes = [
        ("event 1", "UPDATE event SET line = replace(line, 'first', 'worst')"),
        ("event 1", "UPDATE event SET micros = micros + 1"),
        ("event 1", "UPDATE event SET by = 'amn'"),
        ("event 1", "UPDATE event SET name = 'commend'"),
        ("event 1", "UPDATE event SET case_n = 2"),
        ("event 1", "UPDATE event SET uuid = zeroblob(16)"),
        ("event 1", "UPDATE event SET checksum = checksum + 1"),
        ("event 1", "UPDATE event SET checksum = NULL"),
        (
            "case \"case-2\"",
            "UPDATE cases SET text = replace(text, 'Tuesday', 'Tuesdax') WHERE id = 'case-2'",
        ),
        ("case \"case-2\"", "UPDATE cases SET origin = origin || ' ' WHERE id = 'case-2'"),
        ("case \"case-2\"", "UPDATE cases SET place = 7 WHERE id = 'case-2'"),
        ("proposals of case \"case-2\"", "UPDATE cases SET engine = 'x' WHERE id = 'case-2'"),
        ("the first line", "UPDATE session SET line = replace(line, 'judge-lock', 'judge-lick')"),
    ];
    for (at, sql) in changes {
        let copy = folder.path().join("altered.db");
        fs::copy(&path, &copy).unwrap();
        Connection::open(&copy).unwrap().execute(sql, []).unwrap();
        let ran = run(&["sessions", "check", text(&copy)]);
        assert_eq!(ran.status, 3, "{sql}: {}", ran.stdout);
        let found =
            ran.lines().iter().any(|line| line["at"].as_str().is_some_and(|place| place.contains(at)));
        assert!(found, "{sql}: {}", ran.stdout);
        fs::remove_file(&copy).unwrap();
    }
    // Flipped bits in the event's data, as a failing disk may return them.
    let bytes = fs::read(&path).unwrap();
    // Free space may contain earlier versions of the page with the same bytes.
    let lines = bytes.windows(5).enumerate().filter(|(_, window)| window == b"first").map(|(at, _)| at);
    let lines: Vec<usize> = lines.collect();
    for bit in 0..40 {
        let mut flipped = bytes.clone();
        lines.iter().for_each(|line| flipped[line + bit / 8] ^= 1 << (bit % 8));
        let copy = folder.path().join("flipped.db");
        fs::write(&copy, flipped).unwrap();
        assert_eq!(run(&["sessions", "check", text(&copy)]).status, 3, "bit {bit}");
    }
}

#[test]
fn several_imports_into_one_new_file_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let files: Vec<PathBuf> = (0..4)
        .map(|at| {
            let file = folder.path().join(format!("{at}.jsonl"));
            let case = |n| json!({"id": format!("{at}-{n}"), "article": ARTICLE, "summary": SUMMARY});
            fs::write(&file, (0..3).map(|n| format!("{}\n", case(n))).collect::<String>()).unwrap();
            file
        })
        .collect();
    let start = |file: &PathBuf| {
        command(&["sessions", "import", text(&path), text(file)]).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = files.iter().map(start).collect();
    for child in children {
        let ran = child.wait_with_output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    }
    let ran = export(&path);
    assert_eq!(
        ran.stdout.lines().filter(|line| line.contains(r#""kind":"case""#)).count(),
        12,
        "{}",
        ran.stdout
    );
    assert_eq!(run(&["sessions", "check", text(&path)]).status, 0);
}

#[test]
fn who_keeps_a_session_locked_is_reported_after_a_second() {
    let folder = tempfile::tempdir().unwrap();
    let path = session(folder.path(), "s.db");
    let other = Connection::open(&path).unwrap();
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;").unwrap();
    let begun = Instant::now();
    let mut child = command(&["sessions", "show", text(&path), "case-1", "--by", "ann"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stderr = std::io::BufReader::new(child.stderr.take().unwrap());
    std::io::BufRead::read_line(&mut stderr, &mut line).unwrap();
    let after = begun.elapsed();
    assert!(line.contains("waiting for") && line.contains("s.db"), "{line}");
    assert!(after < Duration::from_secs(10), "{after:?}");
    drop(other);
    assert!(child.wait_with_output().unwrap().status.success());
}

#[test]
fn a_copy_that_is_interrupted_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = session(folder.path(), "s.db");
    for _ in 0..10 {
        apply(&path, &"words that take room ".repeat(60_000));
    }
    let temporary = || {
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().starts_with(".lockbench-")).count()
    };
    for name in ["a.db", "b.db", "c.db"] {
        let mut child =
            command(&["sessions", "backup", text(&path), text(&folder.path().join(name))]).spawn().unwrap();
        while temporary() == 0 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status().unwrap();
        child.wait().unwrap();
        assert_eq!(temporary(), 0, "{name}");
    }
    assert!(!beside(&path, "-wal").exists());
}

/// Returns how often the review is killed: 200 times in a release build (`cargo test --release --test
/// suite safety::killed`), 20 times in a debug build, or as often as `LOCKBENCH_KILLS` says.
fn kills() -> usize {
    let default = if cfg!(debug_assertions) { 20 } else { 200 };
    std::env::var("LOCKBENCH_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}

#[test]
fn killed_at_any_moment_it_keeps_what_the_screen_called_saved_and_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let mut dice = fastrand::Rng::with_seed(28);
    // What the screen reported as saved: the label of each case's claims by number, and its verdict.
    let mut labels: [BTreeMap<usize, &str>; 5] = Default::default();
    let mut verdicts: [Option<&str>; 5] = Default::default();
    let mut at = 0;
    for round in 0..kills() {
        let mut screen = review(folder.path(), &path);
        // Where it was.
        screen.until_text(&format!("{}/5", at + 1));
        for _ in 0..dice.usize(1..4) {
            if dice.bool() && at < 4 {
                screen.keys(">");
                at += 1;
            } else if at > 0 {
                screen.keys("<");
                at -= 1;
            }
            screen.until_text(&format!("{}/5", at + 1));
        }
        screen.settle();
        screen.until_text("supported");
        if dice.bool() {
            let (key, label) =
                dice.choice([("u", "unsupported"), ("p", "partial"), ("s", "supported")]).unwrap();
            screen.keys(&format!("g{key}"));
            // The frame before the key says "saved" too. The list may begin with any claim, so its number
            // is read from the frame.
            let message = format!(": you say {label}");
            screen.until_text(&message);
            let shown = screen.parser.screen().contents();
            let claim =
                shown.split(&message).next().and_then(|before| before.rsplit_once("claim ")).unwrap().1;
            labels[at].insert(claim.parse().unwrap(), label);
        } else {
            let other = |(_, verdict): &&(&str, &'static str)| Some(*verdict) != verdicts[at];
            let all = [("f", "FAIL"), ("w", "WARN"), ("p", "PASS")];
            let (key, verdict) = *dice.choice(all.iter().filter(other).collect::<Vec<_>>()).unwrap();
            screen.keys("V");
            screen.until_text("Your verdict");
            screen.keys(key);
            screen.until_text("because:");
            screen.keys("\r");
            verdicts[at] = Some(verdict);
            screen.until_text(&format!("you: {verdict}"));
            // It has gone on to the next case without a verdict.
            screen.keys(&format!("#{}\r", at + 1));
            screen.until_text(&format!("{}/5", at + 1));
        }
        screen.until_text("· saved");
        std::thread::sleep(Duration::from_millis(dice.u64(0..300)));
        signal(&screen, "KILL");
        screen.end();
        for case in 0..5 {
            let ran = run(&["sessions", "show", text(&path), &format!("case-{}", case + 1), "--by", "ann"]);
            let shown = ran.lines().remove(0);
            for (number, label) in &labels[case] {
                let claim = &shown["labels"]["claims"][number - 1];
                assert_eq!(claim["label"], *label, "round {round}: {claim}");
            }
            if let Some(verdict) = verdicts[case] {
                assert!(
                    shown["decision"].to_string().contains(verdict),
                    "round {round}: {}",
                    shown["decision"]
                );
            }
        }
    }
}

#[test]
fn what_is_being_typed_is_there_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let mut screen = review(folder.path(), &path);
    screen.until_text("as opened");
    screen.keys("C");
    screen.until_text("Comment on");
    screen.keys("a thought that is not fini");
    screen.until("the draft is saved", |screen| {
        let shown = screen.contents();
        shown.contains("not fini") && shown.contains("· saved")
    });
    signal(&screen, "KILL");
    screen.end();
    let mut screen = review(folder.path(), &path);
    screen.until_text("a thought that is not fini");
    screen.keys("shed");
    screen.until_text("finished");
    screen.keys("\x13");
    screen.until("the comment is kept", |screen| !screen.contents().contains("Comment on"));
    screen.until_text("· saved");
    screen.keys("q");
    assert_eq!(screen.end().0, 0);
    assert_eq!(events(&path), ["a thought that is not finished"]);
    // Given up, it does not come again.
    let mut screen = review(folder.path(), &path);
    screen.until_text("case-1");
    screen.keys("C");
    screen.until_text("Comment on");
    screen.keys("another");
    screen.until_text("another");
    screen.keys("\x1b");
    screen.until_text("again discards");
    screen.keys("\x1b");
    screen.until("the box is closed", |screen| !screen.contents().contains("Comment on"));
    screen.keys("q");
    assert_eq!(screen.end().0, 0);
    let mut screen = review(folder.path(), &path);
    screen.until_text("case-1");
    screen.until_text("supported");
    assert!(!screen.parser.screen().contents().contains("Comment on"));
    screen.keys("q");
    assert_eq!(screen.end().0, 0);
}

#[test]
fn on_a_signal_what_is_lost_is_saved_elsewhere_and_that_is_reported() {
    for name in ["TERM", "HUP", "INT"] {
        let folder = tempfile::tempdir().unwrap();
        let path = session(folder.path(), "s.db");
        let mut screen = review(folder.path(), &path);
        screen.until_text("case-1");
        decide(&mut screen, 'u');
        fs::remove_file(&path).unwrap();
        signal(&screen, name);
        let (_, _, sent) = screen.end();
        let saved = folder.path().join("s-copy.db");
        assert_eq!(events(&saved), ["first", "override"], "{name}");
        let sent = String::from_utf8_lossy(&sent).replace(['\r', '\n'], "");
        let is_reported = sent.contains("everything is saved in") && sent.contains("s-copy.db");
        assert!(is_reported, "{name}");
    }
}

#[test]
fn a_state_folder_that_others_may_read_is_tightened() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("state/lockbench/sessions");
    fs::create_dir_all(&own).unwrap();
    fs::set_permissions(&own, fs::Permissions::from_mode(0o755)).unwrap();
    let case = crate::test_workbench::case_file(folder.path(), ARTICLE, SUMMARY);
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lockbench"));
    command.args(["--as", "ann", text(&case)]);
    command.env("XDG_STATE_HOME", folder.path().join("state"));
    let mut screen = Session::run(tempfile::tempdir().unwrap(), command);
    screen.until_text("as opened");
    screen.keys("q");
    screen.end();
    assert_eq!(fs::metadata(&own).unwrap().permissions().mode() & 0o777, 0o700);
    // That of a session which was named is the user's.
    let theirs = folder.path().join("theirs");
    fs::create_dir(&theirs).unwrap();
    fs::set_permissions(&theirs, fs::Permissions::from_mode(0o755)).unwrap();
    let mut screen = review(folder.path(), &theirs.join("s.db"));
    screen.until_text("as opened");
    screen.keys("q");
    screen.end();
    assert_eq!(fs::metadata(&theirs).unwrap().permissions().mode() & 0o777, 0o755);
}
