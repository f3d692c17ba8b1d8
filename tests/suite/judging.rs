//! Tests the user's own judge in the workbench: it is asked in the background, its labels replace
//! proposals, are stored in the session, and become stale after an edit until it is asked again.

use std::path::PathBuf;
use std::time::Duration;

use lockbench::judge::JudgeSettings;
use lockbench::labels::{List, Provenance};
use lockbench::session::Store;
use lockbench::tui::Options;
use lockbench::tui::msg::Message;
use lockbench::tui::queue::{Sources, Storage};

use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench};

/// A folder with a case, its session, and a file with one line for each question.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let line = |at| {
            serde_json::json!({"id": format!("case-{at}"), "article": ARTICLE, "summary": SUMMARY})
                .to_string()
                + "\n"
        };
        std::fs::write(folder.path().join("q.jsonl"), line(1) + &line(2)).unwrap();
        Desk { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn asked(&self) -> usize {
        std::fs::read_to_string(self.path("asked")).map_or(0, |lines| lines.lines().count())
    }

    /// A judge that labels the only claim as unsupported.
    fn command(&self) -> String {
        let labels = r#"{"claims":[{"text":"all of it","label":"unsupported"}]}"#;
        format!(
            r#"while read -r a; do echo x >> {}; id=$(printf '%s' "$a" | sed 's/^{{"id":"\([^"]*\)".*/\1/');
            printf '{{"id":"%s","labels":%s}}\n' "$id" '{labels}'; done"#,
            self.path("asked").display()
        )
    }

    fn open(&self, command: &str) -> TestWorkbench {
        self.open_named(command, Some("j"))
    }

    fn open_named(&self, command: &str, name: Option<&str>) -> TestWorkbench {
        let line = lockbench::session::session_line(
            lockbench::session::now(),
            "judge-lock",
            &serde_json::Map::default(),
        );
        let keep = Storage::Own { path: self.path("s.db"), line };
        let judge = JudgeSettings {
            command: command.to_owned(),
            name: name.map(str::to_owned),
            jobs: 1,
            ahead: 8,
            pace: None,
            timeout: Duration::from_secs(30),
            cache: None,
        };
        let sources = Sources { keep, quiet: Duration::ZERO, ..Sources::default() };
        let options = Options { sources, judge: Some(judge), ..Options::default() };
        TestWorkbench::with(&[self.path("q.jsonl")], options, 120, 40)
    }

    fn events(&self) -> Vec<&'static str> {
        let events = Store::open(&self.path("s.db")).unwrap().events("case-1", "ann").unwrap();
        events.iter().map(|event| event.act.name()).collect()
    }
}

/// Returns who gave the claims on the screen.
fn by(top: &TestWorkbench) -> Vec<Provenance> {
    let open_case = top.open_case();
    open_case.labels(List::Claims).map(|(_, label)| label.by.clone()).collect()
}

fn judge() -> Vec<Provenance> {
    vec![Provenance::Person("j".to_owned())]
}

#[test]
fn a_judge_is_asked_once_and_its_labels_are_kept() {
    let desk = Desk::new();
    let mut top = desk.open(&desk.command());
    assert_eq!((by(&top), desk.asked()), (judge(), 1), "{}", top.text());
    for (columns, rows, words) in
        [(60, 16, " case-1 · 1/2 J✓ "), (80, 24, "j: answered"), (120, 40, "j: answered")]
    {
        top.send(Message::Resize(columns, rows));
        assert!(top.rows()[0].contains(words), "{}", top.rows()[0]);
    }
    top.keys("<Tab>");
    assert_eq!(desk.asked(), 1, "nothing but a case or a key asks");
    drop(top);
    assert_eq!(desk.events(), ["reanalyse"]);
    let mut again = desk.open(&desk.command());
    assert_eq!((by(&again), desk.asked()), (judge(), 1), "what it said is in the session");
    assert!(again.rows()[0].contains("j: answered"), "{}", again.rows()[0]);
    // Another case requires another question.
    again.keys(">");
    assert_eq!((by(&again), desk.asked()), (judge(), 2));
}

#[test]
fn another_judge_is_asked_although_the_first_one_answered() {
    let desk = Desk::new();
    drop(desk.open(&desk.command()));
    let top = desk.open_named(&desk.command(), Some("k"));
    assert_eq!((by(&top), desk.asked()), (vec![Provenance::Person("k".to_owned())], 2), "{}", top.text());
    assert!(top.rows()[0].contains("k: answered"), "{}", top.rows()[0]);
    drop(top);
    // A judge that cannot answer leaves the labels as they are.
    let top = desk.open_named("exit 4", Some("l"));
    assert_eq!((by(&top), desk.asked()), (vec![Provenance::Person("k".to_owned())], 2));
    assert!(top.rows()[0].contains("l: failed"), "{}", top.rows()[0]);
    assert!(top.rows().last().unwrap().contains("the labels stay as they are"), "{}", top.text());
}

/// As in results: two models behind one program are two judges.
#[test]
fn a_judge_without_a_name_is_told_from_others_by_its_command() {
    let desk = Desk::new();
    std::fs::write(desk.path("judge.sh"), desk.command()).unwrap();
    let script = desk.path("judge.sh").display().to_string();
    let of_model = |model: &str| desk.open_named(&format!("sh {script} --model {model}"), None);
    for (model, asked) in [("a", 1), ("a", 1), ("b", 2)] {
        let top = of_model(model);
        assert_eq!(desk.asked(), asked, "{model}: {}", top.rows()[0]);
        assert!(top.rows()[0].contains("judge.sh: answered"), "{}", top.rows()[0]);
    }
}

#[test]
fn an_edit_makes_its_labels_stale_and_a_key_asks_again() {
    let desk = Desk::new();
    let mut top = desk.open(&desk.command());
    top.keys("eNobody objected. <Esc>");
    assert!(top.rows()[0].contains("j: stale"), "{}", top.rows()[0]);
    assert!(by(&top).iter().all(|by| *by == Provenance::Engine) && by(&top).len() > 1, "{:?}", by(&top));
    assert_eq!(desk.asked(), 1);
    top.keys("@");
    assert!(top.rows()[0].contains("j: answered"), "{}", top.rows()[0]);
    assert_eq!((by(&top), desk.asked()), (judge(), 2));
    drop(top);
    assert!(desk.events().ends_with(&["edit", "reanalyse"]), "{:?}", desk.events());
    let top = desk.open(&desk.command());
    assert_eq!((by(&top), desk.asked()), (judge(), 2));
}

#[test]
fn decisions_on_its_labels_are_kept() {
    let desk = Desk::new();
    let mut top = desk.open(&desk.command());
    let open_case = top.open_case();
    let id = open_case.labels(List::Claims).next().unwrap().0;
    top.work.app.state.select(id);
    top.keys("s");
    let person = vec![Provenance::Person("ann".to_owned())];
    assert_eq!(by(&top), person, "{}", top.text());
    drop(top);
    assert_eq!(desk.events(), ["reanalyse", "override"]);
    assert_eq!(by(&desk.open(&desk.command())), person);
}

#[test]
fn a_judge_that_fails_costs_nothing_but_its_labels() {
    let desk = Desk::new();
    let mut top = desk.open("echo out of money >&2; exit 4");
    assert!(by(&top).iter().all(|by| *by == Provenance::Engine) && !by(&top).is_empty());
    assert!(top.rows()[0].contains("j: failed"), "{}", top.rows()[0]);
    let last = top.rows().last().unwrap().clone();
    assert!(last.contains("j: it ended before it answered"), "{last}");
    assert_eq!(desk.events(), [""; 0]);
    top.keys("@");
    assert!(top.rows()[0].contains("j: failed"), "{}", top.rows()[0]);
}

#[test]
fn without_a_judge_the_key_says_how_there_is_one() {
    let mut top = TestWorkbench::open(&[], 120, 40);
    top.keys("@");
    assert!(top.rows().last().unwrap().contains("--judge COMMAND"), "{}", top.rows().last().unwrap());
}
