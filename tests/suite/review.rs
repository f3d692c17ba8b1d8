//! Reviewing in the workbench: what is done is in the session, and is there again.

use std::fs;
use std::path::{Path, PathBuf};

use lockbench::labels::overrides::Side;
use lockbench::labels::{LabelValue, List, Provenance};
use lockbench::report::Decision;
use lockbench::session::{Given, How, Store};
use lockbench::tui::Flow;
use lockbench::tui::state::State;

use crate::bench_top::{ARTICLE, SUMMARY, Top};

fn queue(folder: &Path, cases: usize) -> PathBuf {
    let path = folder.join("q.jsonl");
    let line = |at| {
        let case = serde_json::json!({"id": format!("case-{at}"), "article": ARTICLE, "summary": SUMMARY});
        case.to_string() + "\n"
    };
    fs::write(&path, (1..=cases).map(line).collect::<String>()).unwrap();
    path
}

/// The events of an annotator on a case, by name.
fn events(session: &Path, case: &str, by: &str) -> Vec<String> {
    let events = Store::open(session).unwrap().events(case, by).unwrap();
    events.into_iter().map(|event| event.name).collect()
}

fn state(top: &Top) -> &State {
    &top.work.app.state
}

fn summary(top: &Top) -> &str {
    state(top).bench().unwrap().summary.as_str()
}

fn claim(top: &Top) -> (Option<LabelValue>, String) {
    let bench = state(top).bench().unwrap();
    let (_, label) = bench.labels(List::Claims).next().unwrap();
    (
        label.word,
        match &label.by {
            Provenance::Engine => "engine".to_owned(),
            Provenance::Person(name) => name.clone(),
        },
    )
}

#[test]
fn what_was_done_is_there_again_and_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 3), folder.path().join("s.db"));
    let source = fs::read(&path).unwrap();
    let mut top = Top::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys(">");
    top.keys("<Tab><Tab><Tab>gu");
    assert_eq!(claim(&top), (Some(LabelValue::Unsupported), "ann".to_owned()), "{}", top.text());
    assert!(top.text().contains(" · saved"), "{}", top.text());
    top.keys("e<Down><Down><Down><Down><Down><End> Now.<Esc>");
    assert!(summary(&top).ends_with("March. Now."), "{}", top.text());
    assert_eq!(events(&session, "case-2", "ann")[0], "override");
    assert_eq!(top.keys("q"), Flow::End(0), "all is on disk, nothing is asked");
    drop(top);
    assert_eq!(fs::read(&path).unwrap(), source, "the source is never written");

    let mut again = Top::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(again.text().contains("case-2") && again.text().contains("2/3"), "{}", again.text());
    assert!(summary(&again).ends_with("March. Now."), "{}", again.text());
    assert_eq!(claim(&again), (Some(LabelValue::Unsupported), "ann".to_owned()));
    let bench = state(&again).bench().unwrap();
    assert!(bench.is_edited(Side::Summary) && !bench.is_unkept());
    again.keys("<Tab><Tab><Tab>zz");
    let steps = again.text();
    for _ in 0..6 {
        again.keys("z");
    }
    let bench = state(&again).bench().unwrap();
    assert!(bench.decisions.overrides.is_empty() && !bench.is_edited(Side::Summary), "{steps}");
    assert_eq!(claim(&again).1, "engine");
    again.keys("y");
    assert_eq!(claim(&again), (Some(LabelValue::Unsupported), "ann".to_owned()), "{}", again.text());
    again.keys("q");
    drop(again);
    let once_more = Top::kept(&[path], &session, "ann");
    assert_eq!(claim(&once_more), (Some(LabelValue::Unsupported), "ann".to_owned()));
}

#[test]
fn annotators_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1), folder.path().join("s.db"));
    let mut ann = Top::kept(std::slice::from_ref(&path), &session, "ann");
    ann.keys("<Tab><Tab><Tab>gu");
    // While ann has it open, bob works in it too, and a second ann cannot.
    let mut bob = Top::kept(std::slice::from_ref(&path), &session, "bob");
    assert_eq!(claim(&bob).1, "engine");
    assert_eq!(state(&bob).bench().unwrap().others, ["ann"]);
    bob.keys("<Tab><Tab><Tab>gp");
    assert_eq!(claim(&bob), (Some(LabelValue::Partial), "bob".to_owned()));
    assert_eq!(claim(&ann), (Some(LabelValue::Unsupported), "ann".to_owned()));
    let mut second = Top::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(second.text().contains("read-only"), "{}", second.text());
    assert_eq!(claim(&second), (Some(LabelValue::Unsupported), "ann".to_owned()));
    second.keys("<Tab><Tab><Tab>gs");
    assert_eq!(claim(&second).0, Some(LabelValue::Unsupported), "{}", second.text());
    second.keys("exyz<Esc>");
    assert!(!second.text().contains("xyzThe"), "{}", second.text());
    drop((ann, bob, second));
    assert_eq!(events(&session, "case-1", "ann"), ["override"]);
    assert_eq!(events(&session, "case-1", "bob"), ["override"]);
}

#[test]
fn a_queue_with_faults_opens_and_says_which() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 2), folder.path().join("s.db"));
    let lines = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{lines}{{broken\n{lines}")).unwrap();
    let mut top = Top::kept(&[path], &session, "ann");
    top.keys(">>");
    assert!(top.text().contains("q.jsonl:3"), "{}", top.text());
    top.keys(">");
    assert!(top.text().contains("a second case"), "{}", top.text());
    drop(top);
    assert_eq!(Store::open(&session).unwrap().ids().unwrap(), ["case-1", "case-2"]);
}

#[test]
fn labels_beside_a_file_are_taken_into_its_session_once() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1), folder.path().join("s.db"));
    let claim = serde_json::json!({"text": "Nobody approved it.",
        "label": "unsupported", "by": "ann", "summary": [], "article": []});
    let labels = serde_json::json!({"schema": "lockbench.labels/1", "id": "case-1", "by": "ann",
        "labels": {"claims": [claim]}});
    fs::write(folder.path().join("q.jsonl.labels.jsonl"), format!("{labels}\n")).unwrap();
    for _ in 0..2 {
        let top = Top::kept(std::slice::from_ref(&path), &session, "ann");
        drop(top);
    }
    let names = events(&session, "case-1", "ann");
    // The list takes the place of the whole list.
    assert_eq!(names, ["add", "reject"]);
}

#[test]
fn a_session_that_cannot_be_made_is_told_and_the_screen_works() {
    let folder = tempfile::tempdir().unwrap();
    let path = queue(folder.path(), 1);
    fs::write(folder.path().join("file"), "").unwrap();
    let mut top = Top::kept(&[path], &folder.path().join("file/s.db"), "ann");
    top.keys("<Tab><Tab><Tab>gu");
    assert!(top.text().contains("not saved"), "{}", top.text());
    assert_eq!(top.keys("q"), Flow::On);
    assert!(top.text().contains("discard and quit"), "{}", top.text());
}

#[test]
fn a_verdict_and_a_flag_are_steps_like_others() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1), folder.path().join("s.db"));
    let mut top = Top::kept(std::slice::from_ref(&path), &session, "ann");
    let bench = top.work.app.state.bench_mut().unwrap();
    let mut decisions = bench.decisions.clone();
    decisions.flagged = true;
    let given = Given { verdict: Decision::Fail, reason: Some("it says 99".to_owned()) };
    decisions.verdict = Some(given.clone());
    bench.decide(decisions, How::Singly);
    top.keys("<Tab>");
    assert_eq!(events(&session, "case-1", "ann"), ["decide", "flag"]);
    drop(top);
    let mut again = Top::kept(&[path], &session, "ann");
    let decisions = &state(&again).bench().unwrap().decisions;
    assert!(decisions.flagged && decisions.verdict == Some(given));
    again.keys("<Tab>z");
    let decisions = &state(&again).bench().unwrap().decisions;
    assert!(!decisions.flagged && decisions.verdict.is_none(), "both were one step");
}

#[test]
fn a_summary_is_compared_with_itself_as_opened_and_with_others_of_its_article() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (folder.path().join("q.jsonl"), folder.path().join("s.db"));
    let case = |id: &str, article: &str, summary: &str| {
        serde_json::json!({"id": id, "article": article, "summary": summary}).to_string() + "\n"
    };
    let worse = SUMMARY.replace("approved", "rejected");
    let other = "Nothing to do with the council. It rained in the north for three days.";
    let lines =
        case("good", ARTICLE, SUMMARY) + &case("apart", other, "It rained.") + &case("bad", ARTICLE, &worse);
    fs::write(&path, lines).unwrap();
    let mut top = Top::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys("V");
    assert!(top.text().contains("as opened, and now (1 other"), "{}", top.text());
    top.keys("n");
    let text = top.text();
    assert!(text.contains("[-rejected-]") && text.contains("{+approved+}"), "{text}");
    assert!(text.contains("FAIL") && text.contains("extraneous_claim"), "both are judged\n{text}");
    top.keys("b");
    assert!(top.text().contains("good is the better one"), "{}", top.text());
    assert_eq!(events(&session, "good", "ann"), ["prefer"]);
    top.keys("<Esc>");
    assert_eq!(state(&top).bench().unwrap().decisions.prefer.as_deref(), Some("good"));
    top.keys("eQuite. <Esc>V");
    assert!(top.text().contains("{+Quite. +}") || top.text().contains("{+Quite.+}"), "{}", top.text());
}

#[test]
fn the_guidelines_open_at_the_label_in_focus() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1), folder.path().join("s.db"));
    let mut top = Top::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys("I");
    let text = top.text();
    assert!(text.contains("the rules of") && text.contains("laim"), "{text}");
    drop(top);
    let guidelines = format!("# How we judge\n\n{}\n## Claims\n\nOurs alone.\n", "Words.\n\n".repeat(40));
    let mut top = Top::kept(&[path], &session, "ann");
    top.work.app.state.guidelines = Some(guidelines.into());
    top.keys("I");
    let rows = top.rows();
    assert!(rows.iter().any(|row| row.contains("Ours alone")), "{}", rows.join("\n"));
    assert!(!rows.iter().any(|row| row.contains("How we judge")), "{}", rows.join("\n"));
}

#[test]
fn a_case_of_an_older_engine_keeps_its_labels_until_it_is_analysed_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1), folder.path().join("s.db"));
    drop(Top::kept(std::slice::from_ref(&path), &session, "ann"));
    let claim = serde_json::json!({"text": "An old claim of the old engine.", "label": "partial",
        "summary": [{"start": 0, "end": 11, "text": "The council"}], "article": []});
    let proposals = serde_json::json!({"schema": "lockbench.labels/1", "id": "case-1", "by": "engine",
        "labels": {"claims": [claim]}});
    Store::open(&session).unwrap().propose("case-1", "0.0.1", &proposals.to_string()).unwrap();
    let mut top = Top::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(top.text().contains("An old claim"), "{}", top.text());
    assert!(top.text().contains("0.0.1"), "{}", top.text());
    top.keys("<Tab><Tab><Tab>gu~");
    assert!(top.text().contains("would change: "), "{}", top.text());
    assert!(top.text().contains("An old claim"), "nothing is changed yet\n{}", top.text());
    top.keys("~");
    let bench = state(&top).bench().unwrap();
    assert!(bench.labels(List::Claims).all(|(_, label)| !label.text.contains("old claim")), "{}", top.text());
    assert_eq!(events(&session, "case-1", "ann"), ["override", "reanalyse"]);
    assert_eq!(state(&top).bench().unwrap().decisions.overrides.len(), 1, "what was decided is kept");
    top.keys("~");
    assert!(top.text().contains("proposed its labels"), "{}", top.text());
}

#[test]
fn a_session_is_exported_from_the_screen_to_a_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1), folder.path().join("s.db"));
    let mut top = Top::kept(&[path], &session, "ann");
    top.keys("<Tab><Tab><Tab>gu");
    // The folder of the tests is not for files: what is asked for is looked at instead of written there.
    top.keys("X");
    let text = top.text();
    assert!(text.contains("jsonl") && text.contains("html") && text.contains("new file"), "{text}");
    top.keys("<Esc>");
    assert!(!top.text().contains("new file"), "{}", top.text());
}

#[test]
fn a_session_that_is_not_there_needs_a_queue() {
    let ran = crate::cli::run(&["review", "--session", "/dev/null/none/s.db"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("/dev/null/none/s.db"), "{}", ran.stderr);
    let ran = crate::cli::run(&["review", "--session", "s.db", "--as", "engine"]);
    assert!(ran.status == 2 && ran.stderr.contains("--as"), "{}", ran.stderr);
}
