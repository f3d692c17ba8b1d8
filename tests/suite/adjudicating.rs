//! Tests adjudication in the workbench and the agreement screen: a decision made with a key is an event
//! on disk.

use std::path::PathBuf;

use lockbench::case::Case;
use lockbench::embedding::Embedding;
use lockbench::session::{Analyst, CAUSES, Event, Recorder, Store, rulings};
use lockbench::tui::keymap::{Action, Key};
use lockbench::tui::msg::Message;
use serde_json::{Value, json};

use crate::cli::run_with;
use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench};

const FIRST: &str = "The council approved the new budget on Tuesday.";
const SECOND: &str = "The budget raises spending on schools by 12 percent.";

/// Labels of two annotators for two cases, and a session for the decisions.
struct Desk {
    folder: tempfile::TempDir,
    files: Vec<PathBuf>,
}

fn claims(id: &str, by: &str, labels: [&str; 2], marked: &[&str]) -> Value {
    let claim = |(text, label): (&str, &str)| json!({"text": text, "label": label, "summary": [{"text": text}], "article": []});
    let claims: Vec<Value> = [FIRST, SECOND].into_iter().zip(labels).map(claim).collect();
    let marked: Vec<Value> = marked.iter().map(|text| json!({"text": text})).collect();
    json!({"id": id, "by": by, "labels": {"claims": claims, "extraneous": marked}})
}

impl Desk {
    fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, sets: &[Value]| {
            let path = folder.path().join(name);
            std::fs::write(&path, sets.iter().map(|set| format!("{set}\n")).collect::<String>()).unwrap();
            path
        };
        let cases: Vec<Value> =
            ["a", "b"].iter().map(|id| json!({"id": id, "article": ARTICLE, "summary": SUMMARY})).collect();
        let queue = write("cases.jsonl", &cases);
        let files = vec![
            write(
                "ann.jsonl",
                &[
                    claims("a", "ann", ["supported", "partial"], &["new budget"]),
                    claims("b", "ann", ["supported"; 2], &[]),
                ],
            ),
            write(
                "bob.jsonl",
                &[
                    claims("a", "bob", ["supported", "unsupported"], &[]),
                    claims("b", "bob", ["supported", "partial"], &[]),
                ],
            ),
        ];
        let session = folder.path().join("gold.db");
        let ran = run_with(&["sessions", "import", session.to_str().unwrap(), queue.to_str().unwrap()], b"");
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        Desk { folder, files }
    }

    fn session(&self) -> PathBuf {
        self.folder.path().join("gold.db")
    }

    fn open(&self, columns: u16, rows: u16) -> TestWorkbench {
        let case = |id: &str| {
            let (article, summary) = (ARTICLE.to_owned(), SUMMARY.to_owned());
            Case { id: id.to_owned(), article, summary, ..Case::default() }
        };
        let cases = ["a", "b"].map(case);
        TestWorkbench::adjudicating(&cases, &self.files, &self.session(), columns, rows).unwrap()
    }

    fn events(&self) -> Vec<Event> {
        let store = Store::open(&self.session()).unwrap();
        let mut all: Vec<Event> = ["a", "b"].iter().flat_map(|id| store.events(id, "ann").unwrap()).collect();
        all.sort_by_key(Event::order);
        all
    }

    fn names(&self) -> Vec<&'static str> {
        self.events().into_iter().map(|event| event.act.name()).collect()
    }

    /// Returns the decisions so far: unit, answer, cause and note, in order.
    fn decided(&self) -> Vec<(String, Value, Option<String>, Option<String>)> {
        let mut recorder =
            Recorder::new(Store::open(&self.session()).unwrap(), None, Analyst::new(Embedding::Shipped));
        let mut all = Vec::new();
        for id in ["a", "b"] {
            let folded = recorder.folded(id, "ann").unwrap();
            all.extend(rulings(folded).into_iter().map(|(_, ruling)| {
                let cause = ruling.cause.map(|cause| cause.spec().key.to_owned());
                (format!("{id} {}", ruling.text()), ruling.to.to_value(), cause, ruling.note.clone())
            }));
        }
        all
    }
}

/// Moves to the row of the queue with these words.
fn to(top: &mut TestWorkbench, words: &str) {
    top.keys("<Home>");
    for _ in 0..9 {
        let rows = top.rows();
        let adjudication = top.work.app.state.adjudication.as_ref().unwrap();
        assert!(!adjudication.disputes.all.is_empty(), "{}", rows.join("\n"));
        if rows
            .iter()
            .any(|row| row.contains(&format!(" {words}")) && row.starts_with("┃ ") && !row.starts_with("┃ ·"))
        {
            return;
        }
        top.keys("j");
    }
    panic!("no {words:?} on\n{}", top.text());
}

#[test]
fn two_keys_decide_and_the_next_disagreement_is_there() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    let text = top.text();
    for words in
        ["Disagreement 1 of 3 · 0 decided", "1 ann", "2 bob", "Article", "Summary", "the council", "→"]
    {
        assert!(text.to_lowercase().contains(&words.to_lowercase()), "{words}\n{text}");
    }
    to(&mut top, "a, claim 2");
    top.keys("1");
    assert!(top.text().contains("why do they differ?"), "{}", top.text());
    assert_eq!(desk.names(), [""; 0], "nothing is decided before that");
    top.keys("s<Enter>");
    assert_eq!(desk.names(), ["adjudicate"]);
    assert_eq!(desk.decided(), [(format!("a {SECOND}"), json!("partial"), Some("slip".to_owned()), None)]);
    assert!(top.text().contains("1 decided"), "{}", top.text());
    // A letter selects any label of the list, even one that nobody gave.
    to(&mut top, "b, claim 2");
    top.keys("u<Enter>");
    assert_eq!(desk.decided()[1], (format!("b {SECOND}"), json!("unsupported"), None, None));
    // A unit that only one annotator has can be rejected.
    to(&mut top, "a, unsupported wording 1");
    assert!(top.text().contains("not a finding"), "{}", top.text());
    top.keys("do<Enter>");
    assert_eq!(desk.decided()[1].1, Value::Null);
    assert!(top.text().contains("3 decided"), "{}", top.text());
    drop(top);
    // It is still there after reopening.
    let top = desk.open(120, 40);
    assert!(top.text().contains("3 decided"), "{}", top.text());
}

#[test]
fn a_decision_is_taken_back_and_made_again_wherever_it_was() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    to(&mut top, "a, claim 2");
    top.keys("1s<Enter>");
    to(&mut top, "b, claim 2");
    top.keys("2g<Enter>");
    let decided = desk.decided();
    assert_eq!(decided.len(), 2);
    top.keys("z");
    assert!(top.text().contains("b, claim 2") && top.text().contains("1 decided"), "{}", top.text());
    assert!(top.text().contains("1 decision taken back"), "{}", top.text());
    top.keys("z");
    assert!(top.text().contains("a, claim 2") && top.text().contains("0 decided"), "{}", top.text());
    top.keys("z");
    assert!(top.text().contains("nothing to take back"), "{}", top.text());
    drop(top);
    // Also after reopening.
    let mut top = desk.open(120, 40);
    top.keys("yy");
    assert!(top.text().contains("1 decision made again"), "{}", top.text());
    assert_eq!(desk.decided(), decided);
    top.keys("y");
    assert!(top.text().contains("nothing to make again"), "{}", top.text());
    assert_eq!(desk.names(), ["adjudicate", "adjudicate", "undo", "undo", "redo", "redo"]);
}

#[test]
fn a_note_goes_with_the_decision_and_can_be_changed() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    to(&mut top, "a, claim 2");
    top.keys("Csee 3.2<C-s>");
    assert!(top.text().contains("the note is kept with the decision"), "{}", top.text());
    assert_eq!(desk.names(), [""; 0]);
    top.keys("2g<Enter>");
    assert_eq!(desk.decided()[0].3.as_deref(), Some("see 3.2"));
    to(&mut top, "a, claim 2");
    assert!(top.text().contains("note: see 3.2"), "{}", top.text());
    top.keys("C, and 4<C-s>");
    assert_eq!(desk.decided()[0].3.as_deref(), Some("see 3.2, and 4"));
    // Esc keeps the previous note and cause; it asks first if something was typed.
    top.keys("C<Esc>");
    assert!(!top.text().contains("discards what is typed"), "{}", top.text());
    top.keys("Cxx<Esc>");
    assert!(top.text().contains("Esc again discards what is typed"), "{}", top.text());
    top.keys("<Esc>1<Esc>");
    assert_eq!(desk.decided()[0].3.as_deref(), Some("see 3.2, and 4"));
    assert_eq!(desk.decided()[0].1, "unsupported");
}

/// A note without a decision survives closing the screen and deciding another disagreement.
#[test]
fn a_note_outlasts_the_screen_until_its_disagreement_is_decided() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    to(&mut top, "a, claim 2");
    top.keys("Csee 3.2<C-s><Esc>&");
    to(&mut top, "a, claim 2");
    assert!(top.text().contains("note: see 3.2"), "{}", top.text());
    to(&mut top, "b, claim 2");
    top.keys("C");
    assert!(top.text().contains("a note waits for the decision on a, claim 2"), "{}", top.text());
    top.keys("u<Enter>");
    to(&mut top, "a, claim 2");
    assert!(top.text().contains("note: see 3.2"), "{}", top.text());
    // It also survives closing the workbench, although its screen is closed.
    top.keys("<Esc>");
    drop(top);
    let mut top = desk.open(120, 40);
    assert!(top.text().contains("resumed") && top.text().contains("see 3.2"), "{}", top.text());
    top.keys("<C-s>2<Enter>");
    let notes: Vec<Option<String>> = desk.decided().into_iter().map(|(.., note)| note).collect();
    assert_eq!(notes, [Some("see 3.2".to_owned()), None]);
}

/// A decision moves on to the next disagreement; a note typed immediately afterwards belongs to the
/// decided one.
#[test]
fn a_note_after_a_decision_is_on_what_was_decided() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    to(&mut top, "a, claim 2");
    top.keys("1s<Enter>");
    assert!(top.text().contains("C adds a note to it"), "{}", top.text());
    top.keys("Cwhy so<C-s>");
    let decided = desk.decided();
    assert_eq!(decided.len(), 1, "{decided:?}");
    assert_eq!((decided[0].0.as_str(), decided[0].3.as_deref()), (&*format!("a {SECOND}"), Some("why so")));
    // After any other key it belongs to the one in focus.
    top.keys("j");
    let here = top.work.app.state.adjudication.as_ref().unwrap().disputes.ruled();
    top.keys("Cother<C-s>");
    assert_eq!((here, desk.decided().len()), (1, 1));
    assert_eq!(desk.decided()[0].3.as_deref(), Some("why so"));
}

#[test]
fn a_row_shows_what_was_decided() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    to(&mut top, "a, claim 2");
    top.keys("1s<Enter>");
    assert!(
        top.rows().iter().any(|row| row.contains("✓") && row.contains("decided: partial (slip)")),
        "{}",
        top.text()
    );
}

#[test]
fn a_row_says_what_its_points_are_of() {
    let desk = Desk::new();
    let top = desk.open(160, 40);
    let disputes = &top.work.app.state.adjudication.as_ref().unwrap().disputes.all;
    let hangs =
        disputes.iter().filter(|dispute| dispute.effect.order().1 > 0.0 || dispute.effect.metric.is_some());
    let points = top.rows().iter().filter(|row| row.contains(" points of ")).count();
    assert!(points > 0 && points == hangs.count(), "{}", top.text());
    let text = top.text();
    assert!(!text.contains("points ") || !text.contains("points  "), "{text}");
}

#[test]
fn a_session_that_is_open_elsewhere_is_only_read() {
    let desk = Desk::new();
    let mut first = desk.open(120, 40);
    let mut second = desk.open(120, 40);
    second.keys("1");
    assert!(second.text().contains("read-only"), "{}", second.text());
    second.keys("zs");
    assert_eq!(desk.names(), [""; 0]);
    first.keys("1s<Enter>");
    assert_eq!(desk.names(), ["adjudicate"]);
}

#[test]
fn names_are_hidden_with_a_key() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    assert!(top.text().contains("ann ") && top.text().contains("bob "));
    let verdict = |top: &TestWorkbench| {
        ["PASS", "WARN", "FAIL"].iter().any(|word| top.rows()[..2].join("").contains(word))
    };
    assert!(verdict(&top), "{}", top.text());
    top.keys("H");
    let text = top.text();
    assert!(
        !verdict(&top) && !top.rows()[..2].join("").contains("because"),
        "nor what the engine says\n{text}"
    );
    let screen: String = text.lines().skip(2).collect();
    assert!(screen.contains("annotator 1") && !screen.contains("bob"), "{text}");
    // The agreement screen does not show the names either.
    top.keys("%");
    let screen: String = top.text().lines().skip(2).collect();
    assert!(screen.contains("annotator 1, annotator 2") && !screen.contains("bob"), "{}", top.text());
    top.keys("<Esc>H");
    assert!(top.text().contains("bob "));
}

/// Everything hidden together with the names is hidden in every panel and behind every key; the message
/// names keys that work there.
#[test]
fn no_panel_shows_what_is_hidden_with_the_names() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    top.keys("<Esc>");
    let said = |top: &TestWorkbench| top.text().contains("engine: ") || top.text().contains("% ");
    assert!(said(&top), "{}", top.text());
    // A screen below is closed too.
    top.keys("=&H<Esc>");
    let text = top.text();
    assert!(!said(&top) && text.contains("hidden with the names (& H shows both)"), "{text}");
    assert!(top.work.app.state.label().is_none(), "nor is a label in focus");
    for action in [Action::Overview, Action::Cases, Action::Predict, Action::LabelByLabel, Action::Export] {
        top.send(Message::Command(action, Key::NONE));
        assert!(!top.work.app.is_covered() && !said(&top), "{action:?}\n{}", top.text());
        assert!(top.text().contains("hidden with the names"), "{action:?}\n{}", top.text());
    }
    top.keys("&");
    assert!(!top.text().contains("(& H"), "{}", top.text());
    top.keys("H<Esc>");
    assert!(said(&top), "{}", top.text());
}

/// The panels under the queue look as in a review, but keys that do not work over the queue are not
/// shown.
#[test]
fn who_leaves_the_queue_is_told_the_way_back() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    assert!(top.rows()[1].contains(" because ") && !top.rows()[1].contains('!'), "{}", top.text());
    top.keys("<Esc>");
    assert!(top.text().contains("& shows the disagreements again"), "{}", top.text());
    assert!(top.rows()[1].contains('!'), "{}", top.text());
    top.keys("&<Enter>");
    assert!(top.text().contains("& shows the disagreements again"), "{}", top.text());
    top.keys("&");
    assert!(top.text().contains("Disagreement 1 of 3"), "{}", top.text());
    // It leads back to the disagreement that was left, even if an earlier one is open.
    for leave in ["<Enter>", "<Esc>"] {
        top.keys(&format!("gj{leave}"));
        assert!(!top.text().contains("Disagreement 2 of 3"), "{}", top.text());
        top.keys("&");
        assert!(top.text().contains("Disagreement 2 of 3"), "{leave}\n{}", top.text());
    }
}

#[test]
fn the_screen_fits_every_terminal() {
    let desk = Desk::new();
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let mut top = desk.open(columns, rows);
        to(&mut top, "a, claim 2");
        for words in ["claim 2", "1 ann", "2 bob", "s supported", "u unsupported"] {
            assert!(top.text().contains(words), "{columns} x {rows}: {words}\n{}", top.text());
        }
        top.keys("1");
        for words in ["why do they differ?", "g guideline unclear", "s slip"] {
            assert!(top.text().contains(words), "{columns} x {rows}: {words}\n{}", top.text());
        }
        top.keys("<Esc>X");
        assert!(top.text().contains("labels.jsonl"), "{}", top.text());
        top.keys("<Esc>C");
        assert!(top.text().contains("Note on"), "{}", top.text());
        top.keys("<Esc>");
        for row in top.rows() {
            assert_eq!(unicode_width::UnicodeWidthStr::width(row.as_str()), usize::from(columns), "{row}");
        }
    }
}

#[test]
fn how_annotators_agree_is_a_screen() {
    let desk = Desk::new();
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let mut top = desk.open(columns, rows);
        // It can also be found by its common name.
        top.keys(if columns == 120 { "<Esc>:kappa<Enter>" } else { "%" });
        let mut seen = String::new();
        for _ in 0..60 {
            seen.push_str(&top.text());
            seen.push('\n');
            top.keys("<PageDown>");
        }
        for words in
            ["Is it good enough?", " on ", "●", "Confusion", "██", "Bias and spread", "alpha", "Claims"]
        {
            assert!(seen.contains(words), "{columns} x {rows}: {words}\n{seen}");
        }
        top.keys("<Home><Tab>");
        assert!(top.rows()[4].contains("Is it good enough?"), "{}", top.text());
        top.keys("<Tab>");
        assert!(!top.rows()[4].contains("Is it good enough?"), "{}", top.text());
        top.keys(if columns == 120 { "<Esc>&" } else { "<Esc>" });
        assert!(top.text().contains("Disagreement"), "{}", top.text());
    }
}

#[test]
fn a_session_of_one_annotator_says_why_there_is_no_agreement() {
    let folder = tempfile::tempdir().unwrap();
    let path = crate::test_workbench::case_file(folder.path(), ARTICLE, SUMMARY);
    let mut top = TestWorkbench::kept(&[path], &folder.path().join("s.db"), "ann");
    top.keys("A%");
    assert!(top.text().contains("\"ann\" is the only annotator"), "{}", top.text());
    top.keys("<Esc>&");
    assert!(top.text().contains("nothing to adjudicate here"), "{}", top.text());
}

#[test]
fn a_note_that_is_being_written_is_there_again() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    to(&mut top, "a, claim 2");
    top.keys("Cthey read it diffe");
    drop(top);
    let mut top = desk.open(120, 40);
    assert!(top.text().contains("they read it diffe"), "{}", top.text());
    top.keys("rently<C-s>");
    // It is stored with the decision, which is not made yet.
    drop(top);
    let mut top = desk.open(120, 40);
    assert!(top.text().contains("they read it differently"), "{}", top.text());
    top.keys("<C-s>1<Enter>");
    drop(top);
    let decided = desk.decided();
    let [(unit, _, _, note)] = &decided[..] else { panic!("{decided:?}") };
    assert!(unit.starts_with("a "), "{unit}");
    assert_eq!(note.as_deref(), Some("they read it differently"));
    assert!(!desk.open(120, 40).text().contains("resumed where you left off"));
}

/// A crash while a note is being written loses neither this note nor one that waits for its decision.
#[test]
fn a_note_that_waits_is_there_again_beside_the_one_that_is_being_written() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    to(&mut top, "b, claim 2");
    top.keys("u<Enter>");
    to(&mut top, "a, claim 2");
    top.keys("Csee 3.2<C-s>");
    to(&mut top, "b, claim 2");
    top.keys("Cit is hal");
    assert!(top.text().contains("it is hal"), "{}", top.text());
    drop(top);
    let mut top = desk.open(120, 40);
    assert!(top.text().contains("it is hal"), "{}", top.text());
    top.keys("f true<C-s>");
    to(&mut top, "a, claim 2");
    assert!(top.text().contains("note: see 3.2"), "{}", top.text());
    top.keys("2<Enter>");
    let mut notes: Vec<_> = desk.decided().into_iter().map(|(unit, .., note)| (unit, note)).collect();
    notes.sort();
    let notes: Vec<_> = notes.into_iter().filter_map(|(_, note)| note).collect();
    assert_eq!(notes, ["see 3.2", "it is half true"]);
}

/// Similar disagreements are listed and then decided at once; one undo reverts them.
#[test]
fn disagreements_that_are_alike_are_decided_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let ids = ["a", "b", "c", "d"];
    let write = |name: &str, sets: Vec<Value>| {
        let path = folder.path().join(name);
        std::fs::write(&path, sets.iter().map(|set| format!("{set}\n")).collect::<String>()).unwrap();
        path
    };
    let queue = write(
        "cases.jsonl",
        ids.iter().map(|id| json!({"id": id, "article": ARTICLE, "summary": SUMMARY})).collect(),
    );
    // Three similar ones, and one with other answers.
    let of = |by: &str, labels: [&str; 4]| {
        let sets = ids.iter().zip(labels).map(|(id, label)| claims(id, by, ["supported", label], &[]));
        write(&format!("{by}.jsonl"), sets.collect())
    };
    let files = vec![
        of("ann", ["partial", "partial", "unsupported", "supported"]),
        of("bob", ["unsupported", "unsupported", "partial", "partial"]),
    ];
    let session = folder.path().join("gold.db");
    let ran = run_with(&["sessions", "import", session.to_str().unwrap(), queue.to_str().unwrap()], b"");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let open = |columns: u16, rows: u16| {
        let case = |id: &str| Case {
            id: id.to_owned(),
            article: ARTICLE.to_owned(),
            summary: SUMMARY.to_owned(),
            ..Case::default()
        };
        TestWorkbench::adjudicating(&ids.map(case), &files, &session, columns, rows).unwrap()
    };
    for size in [(60, 16), (80, 24), (120, 40)] {
        let mut top = open(size.0, size.1);
        top.keys("=");
        assert!(top.text().contains("decide this one first"), "{}", top.text());
        to(&mut top, "a, claim 2");
        top.keys("ugsee the rule<Enter>");
        assert!(size.0 < 120 || top.text().contains("= the same for 2 like it"), "{}", top.text());
        top.keys("=");
        let text = top.text();
        assert!(
            text.contains("The same for 2 others")
                && text.contains("[x] b, claim 2")
                && text.contains("[x] c, claim 2"),
            "{text}"
        );
        assert!(!text.contains("] d, claim 2"), "{text}");
        top.keys("<Esc>");
        assert_eq!(top.work.app.state.adjudication.as_ref().unwrap().disputes.ruled(), 1);
        to(&mut top, "a, claim 2");
        top.keys("= <Enter>");
        assert_eq!(top.work.app.state.adjudication.as_ref().unwrap().disputes.ruled(), 2, "{}", top.text());
        to(&mut top, "a, claim 2");
        top.keys("=<Enter>");
        let disputes = &top.work.app.state.adjudication.as_ref().unwrap().disputes;
        assert_eq!(disputes.ruled(), 3, "{}", top.text());
        for dispute in disputes.all.iter().filter(|dispute| dispute.ruling.is_some()) {
            let ruling = dispute.ruling.as_ref().unwrap();
            assert_eq!(
                (ruling.to.to_value(), ruling.note.as_deref()),
                (json!("unsupported"), Some("see the rule"))
            );
        }
        top.keys("zzz");
        assert_eq!(top.work.app.state.adjudication.as_ref().unwrap().disputes.ruled(), 0, "{}", top.text());
    }
    // Two decided at once are one step, also after reopening.
    let mut top = open(120, 40);
    to(&mut top, "a, claim 2");
    top.keys("us<Enter>=<Enter>");
    assert_eq!(top.work.app.state.adjudication.as_ref().unwrap().disputes.ruled(), 3, "{}", top.text());
    drop(top);
    let mut top = open(120, 40);
    top.keys("z");
    assert_eq!(top.work.app.state.adjudication.as_ref().unwrap().disputes.ruled(), 1, "{}", top.text());
    top.keys("y");
    assert_eq!(top.work.app.state.adjudication.as_ref().unwrap().disputes.ruled(), 3, "{}", top.text());
}

/// The annotation rules are shown beside the disagreement.
/// The ids of summaries of one article often differ at their ends only.
#[test]
fn cases_are_told_apart_by_the_ends_of_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["M11", "M12"].map(|system| format!("dm-test-{}::{system}", "f26d8400ae49".repeat(4)));
    let write = |name: &str, sets: Vec<Value>| {
        let path = folder.path().join(name);
        std::fs::write(&path, sets.iter().map(|set| format!("{set}\n")).collect::<String>()).unwrap();
        path
    };
    let cases = || {
        names.iter().map(|id| Case {
            id: id.clone(),
            article: ARTICLE.to_owned(),
            summary: SUMMARY.to_owned(),
            ..Case::default()
        })
    };
    let queue = cases().map(|case| json!({"id": case.id, "article": case.article, "summary": case.summary}));
    let queue = write("cases.jsonl", queue.collect());
    let of = |by: &str, label: &str| {
        let sets = names.iter().map(|id| claims(id, by, ["supported", label], &[]));
        write(&format!("{by}.jsonl"), sets.collect())
    };
    let files = vec![of("ann", "partial"), of("bob", "unsupported")];
    let session = folder.path().join("gold.db");
    let ran = run_with(&["sessions", "import", session.to_str().unwrap(), queue.to_str().unwrap()], b"");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let cases: Vec<Case> = cases().collect();
    let mut top = TestWorkbench::adjudicating(&cases, &files, &session, 100, 30).unwrap();
    let row = |top: &TestWorkbench, system: &str| {
        let rows = top.rows();
        rows.iter().any(|row| row.contains(&format!("::{system} ")) && row.contains("bob unsupported"))
    };
    assert!(row(&top, "M11") && row(&top, "M12"), "{}", top.text());
    top.keys("1s<Enter>=");
    assert!(
        top.text().contains("The same for 1 other ") && top.text().contains("::M12, claim 2"),
        "{}",
        top.text()
    );
}

#[test]
fn the_rule_stands_beside_a_disagreement() {
    let desk = Desk::new();
    let mut top = desk.open(120, 40);
    to(&mut top, "a, claim 2");
    assert!(
        top.text().contains("Partial claim (partial):")
            && top.text().contains("Unsupported claim (unsupported):"),
        "{}",
        top.text()
    );
}

#[test]
fn every_cause_is_on_a_small_screen() {
    let desk = Desk::new();
    let mut top = desk.open(60, 16);
    top.keys("1");
    let text = top.text();
    for cause in CAUSES {
        assert!(text.contains(&format!("{} {}", cause.letter, cause.title)), "{}\n{text}", cause.title);
    }
    assert!(text.contains("without a cause"), "{text}");
    drop(top);
    let top = desk.open(80, 24);
    let rule = lockbench::annotation_rules::RULES.iter().any(|rule| top.text().contains(&rule.title));
    assert!(rule, "{}", top.text());
}
