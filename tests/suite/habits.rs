//! Tests user habits: custom keys, recordings, the external editor, plain lines.

use std::fs;
use std::path::Path;

use lockbench::tui::config::Config;
use lockbench::tui::{Flow, Options};

use crate::cli::{Folder, Ran, command, ended, run};
use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, case_file};

fn open_with(config: &str, columns: u16, rows: u16) -> (tempfile::TempDir, TestWorkbench) {
    let folder = tempfile::tempdir().unwrap();
    let path = case_file(folder.path(), ARTICLE, SUMMARY);
    let config = Config::parse(Path::new("config.toml"), config, &["mono".to_owned()]);
    let options = Options { config, ..Options::default() };
    (folder, TestWorkbench::with(&[path], options, columns, rows))
}

#[test]
fn other_keys_act_and_are_shown_everywhere() {
    let config =
        "[keys.main]\nreadings = 'i'\nhelp = 'F2'\nquit = '`'\nedit = '\\'\n[keys.labels]\ntake_back = 'u'\n";
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open_with(config, columns, rows);
        assert!(top.text().contains("F2 help"), "{}", top.text());
        assert!(columns < 100 || top.text().contains("\\ edit"), "{}", top.text());
        top.keys("i");
        assert!(top.text().contains("Readings") || top.text().contains("reading"), "{}", top.text());
        top.keys("<Esc>R");
        assert!(!top.work.app.is_covered(), "the usual key does nothing now: {}", top.text());
        assert!(top.text().contains("\\ edits the text; F2 lists the keys"), "{}", top.text());
        top.keys(":readings");
        let row = top.rows().into_iter().find(|row| row.contains("Show the readings")).unwrap_or_default();
        assert!(row.contains("▸i "), "the palette shows the key: {row}\n{}", top.text());
        top.keys("<Enter>");
        assert!(top.work.app.is_covered(), "and runs the command: {}", top.text());
        assert_eq!(top.keys("<Esc>q"), Flow::On);
        assert_eq!(top.keys("`"), Flow::End(0));
    }
}

/// Digits are typed into a text that is edited, so the rubrics have other keys there.
#[test]
fn rubrics_are_chosen_while_a_text_is_edited() {
    for columns in [120, 80] {
        let (_folder, mut top) = open_with("", columns, 40);
        top.keys("e<A-1>");
        assert_eq!((top.report().rubric, top.work.app.state.editing), ("twin-lock", true), "{}", top.text());
        let typed = top.open_case().summary.as_str().len();
        top.keys("<A-2>2");
        assert_eq!((top.report().rubric, top.work.app.state.editing), ("judge-lock", true), "{}", top.text());
        assert_eq!(top.open_case().summary.as_str().len(), typed + 1, "{}", top.text());
        assert!(top.text().contains("Alt 0"), "{}", top.text());
        top.keys("<A-0>");
        assert!(top.work.app.is_covered(), "the overview: {}", top.text());
        top.keys("<Esc>");
        assert!(top.work.app.state.editing, "{}", top.text());
    }
}

#[test]
fn the_palette_shows_all_that_the_command_in_focus_does() {
    for (columns, rows) in [(80, 24), (60, 16)] {
        let (_folder, mut top) = open_with("", columns, rows);
        top.keys(":claim by claim");
        let words = top.text().replace(['┃', '\n'], " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("one key decides and goes on. Again for all panels."), "{}", top.text());
    }
}

#[test]
fn letters_of_words_keep_clear_of_other_keys() {
    // `u` is the letter of "unsupported" until it is bound.
    let (_folder, mut top) = open_with("[keys.labels]\ntake_back = 'u'\n", 120, 40);
    top.keys("<Tab><Tab><Tab>s");
    assert_eq!(top.open_case().decisions.overrides.len(), 1, "{}", top.text());
    assert!(top.text().contains("u or z undoes"), "{}", top.text());
    top.keys("u");
    assert!(top.open_case().decisions.overrides.is_empty(), "{}", top.text());
    top.keys("n");
    assert!(top.text().contains("you say unsupported"), "{}", top.text());
}

#[test]
fn a_fault_of_the_configuration_is_a_notice_and_the_rest_counts() {
    let (_folder, mut top) = open_with("colour = 1\ntheme = 'x'\n[keys.main]\nquit = '`'\n", 120, 40);
    let text = top.text();
    assert!(text.contains("config.toml:1:1: `colour` is unknown") && text.contains("1 more"), "{text}");
    assert_eq!(top.keys("`"), Flow::End(0));
}

/// Runs the program with its own configuration.
fn configured(config: Option<&str>, args: &[&str]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    if let Some(config) = config {
        fs::create_dir(folder.path().join("lockbench")).unwrap();
        fs::write(folder.path().join("lockbench/config.toml"), config).unwrap();
    }
    let mut command = command(args);
    command.env("XDG_CONFIG_HOME", folder.path());
    ended(command, b"")
}

#[test]
fn every_fault_is_reported_without_a_screen() {
    let ran = configured(Some("colour = 1\n[keys.main]\nquit = []\n"), &["config", "check"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("config.toml:1:1:") && ran.stderr.contains("config.toml:3:8:"),
        "{}",
        ran.stderr
    );
    let ran = configured(Some("theme = 'dark'\n"), &["config", "check"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("nothing is wrong"), "{}", ran.stdout);
    assert_eq!(configured(None, &["config", "check"]).status, 0);
    // A user's theme is checked even if it is not in use.
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("lockbench/themes")).unwrap();
    fs::write(folder.path().join("lockbench/themes/mine.toml"), "[roles]\nfail = 'reddish'\n").unwrap();
    let mut command = command(&["config", "check"]);
    command.env("XDG_CONFIG_HOME", folder.path());
    let ran = ended(command, b"");
    assert!(ran.status == 2 && ran.stderr.contains("mine.toml:2:1: roles.fail"), "{}", ran.stderr);
}

#[test]
fn the_configuration_in_force_is_one_that_can_be_used() {
    let shown = configured(Some("theme = 'light'\n[keys.main]\nquit = '`'\n"), &["config", "show"]);
    assert!(
        shown.stdout.contains("theme = \"light\"") && shown.stdout.contains("quit = [\"`\"]"),
        "{}",
        shown.stdout
    );
    let again = configured(Some(&shown.stdout), &["config", "show"]);
    assert_eq!((again.stdout, again.stderr.as_str()), (shown.stdout, ""));
}

/// A recording that edits, decides, opens a screen and returns; `@` stands for its last line.
const RECORDING: &str = "resize 120 40\nkey 1\n# Break the number.\nkey /\ntype \"12 percent\"\nkey Enter Left e\n\
    type \"99\"\nkey Esc Tab Tab Tab\nkey g s\npaste \"not taken here\"\n";

#[test]
fn a_click_goes_to_a_command_and_a_second_one_runs_it() {
    let (_folder, mut top) = open_with("", 120, 40);
    top.keys(":read<Down>");
    let (column, row) = top.find("Show the readings");
    top.click(column, row);
    assert!(top.text().contains("Commands"), "{}", top.text());
    top.click(column, row);
    assert!(!top.text().contains("Commands") && top.text().contains("Readings"), "{}", top.text());
}

#[test]
fn a_second_click_on_a_rubric_of_the_overview_goes_to_it() {
    let (_folder, mut top) = open_with("", 120, 40);
    top.keys("20");
    let (column, row) = top.find("Anchor verdict");
    top.click(column, row);
    assert!(top.text().contains("All rubrics"), "{}", top.text());
    top.click(column, row);
    assert!(!top.text().contains("All rubrics") && top.text().contains("[6 anchor"), "{}", top.text());
}

#[test]
fn a_recording_is_played_as_it_was_typed() {
    let (_folder, mut top) = open_with("", 120, 40);
    let steps = lockbench::tui::recording::parse(Path::new("r.keys"), RECORDING).unwrap();
    assert_eq!(top.work.play(&steps, &mut top.screen).unwrap(), Flow::On);
    assert!(top.text().contains("9912 percent"), "{}", top.text());
    let (_folder, mut typed) = open_with("", 120, 40);
    typed.keys("1/12 percent<Enter><Left>e99<Esc><Tab><Tab><Tab>gs");
    assert_eq!(typed.open_case().decisions.overrides.len(), 1);
    typed.send(lockbench::tui::msg::Message::Paste("not taken here".to_owned()));
    assert_eq!(top.text(), typed.text());
}

#[test]
fn what_is_recorded_plays_to_the_same_screen() {
    let (folder, mut top) = open_with("", 120, 40);
    let file = folder.path().join("done.keys");
    top.work.record_to(lockbench::tui::recording::RecordingWriter::create(&file).unwrap());
    top.keys("1/12 percent<Enter><Left>e99 \"é😀\"<Esc><Tab><Tab>");
    let (column, row) = top.find("Coverage");
    top.click(column, row);
    top.keys("<Enter>");
    let last = top.text();
    top.keys("<Esc>qd");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("type \"99 \\\"é😀\\\"\"\n") && text.ends_with("key q\nkey d\n"), "{text}");
    let text = text.replace("key Esc\nkey q\nkey d\n", "");
    let steps = lockbench::tui::recording::parse(&file, &text).unwrap();
    let (_folder, mut again) = open_with("", 120, 40);
    again.work.play(&steps, &mut again.screen).unwrap();
    assert_eq!(again.text(), last);
}

#[test]
fn without_a_terminal_a_recording_prints_its_last_screen() {
    let folder = Folder::new();
    let case = serde_json::json!({"id": "t1", "article": ARTICLE, "summary": SUMMARY});
    let (case, keys) = (folder.write("c.json", case.to_string()), folder.write("r.keys", RECORDING));
    let again = format!("{}/again.keys", folder.path());
    let ran = run(&[&case, "--play", &keys, "--record", &again]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("9912 percent") && ran.stdout.lines().count() == 40, "{}", ran.stdout);
    assert!(!ran.stdout.contains('\u{1b}'));
    assert_eq!(run(&[&case, "--play", &again]).stdout, ran.stdout);
    // A recording is never overwritten.
    let ran = run(&[&case, "--play", &keys, "--record", &again]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("again.keys"), "{}", ran.stderr);
    let wrong = folder.write("w.keys", "key j\n\npress k\nkey Nothing\n");
    let ran = run(&[&case, "--play", &wrong]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("w.keys:3:1: `press k`") && ran.stderr.contains("1 more"), "{}", ran.stderr);
    assert_eq!(run(&[&case, "--play", &format!("{}/none.keys", folder.path())]).status, 2);
    let quits = folder.write("q.keys", "key e\ntype \"lost\"\nquit\nkey j\n");
    assert_eq!(run(&[&case, "--play", &quits]).status, 0);
}
