//! Tests reviewing in the workbench: everything done is in the session, and is restored.

use std::fs;
use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use lockbench::labels::{LabelValue, List, Provenance, Side};
use lockbench::report::Decision;
use lockbench::session::{DecisionMethod, ReasonedVerdict, Store};
use lockbench::tui::Flow;
use lockbench::tui::keymap::Context;
use lockbench::tui::msg::Message;
use lockbench::tui::queue::QueueUpdate;
use lockbench::tui::state::State;

use crate::cli::run;
use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, queue};

/// Returns an annotator's events on a case, by name.
fn events(session: &Path, case: &str, by: &str) -> Vec<&'static str> {
    let events = Store::open(session).unwrap().events(case, by).unwrap();
    events.into_iter().map(|event| event.act.name()).collect()
}

fn state(top: &TestWorkbench) -> &State {
    &top.work.app.state
}

fn summary(top: &TestWorkbench) -> &str {
    state(top).open_case().unwrap().summary.as_str()
}

fn claim(top: &TestWorkbench) -> (Option<LabelValue>, String) {
    let open_case = state(top).open_case().unwrap();
    let (_, label) = open_case.labels(List::Claims).next().unwrap();
    (
        label.word,
        match &label.by {
            Provenance::Engine => "engine".to_owned(),
            Provenance::Person(name) => name.clone(),
        },
    )
}

#[test]
fn a_queue_without_a_case_is_not_called_a_case_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.jsonl");
    fs::write(&path, "").unwrap();
    let top = TestWorkbench::kept(std::slice::from_ref(&path), &folder.path().join("s.db"), "ann");
    for words in ["No case", "there is no case in the files named", "Open another file or session (q quits)."]
    {
        assert!(top.text().contains(words), "{words}\n{}", top.text());
    }
}

#[test]
fn what_was_done_is_there_again_and_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 3, SUMMARY), folder.path().join("s.db"));
    let source = fs::read(&path).unwrap();
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys(">1");
    top.keys("<Tab><Tab><Tab>gu");
    assert_eq!(claim(&top), (Some(LabelValue::Unsupported), "ann".to_owned()), "{}", top.text());
    assert!(top.text().contains(" · saved"), "{}", top.text());
    top.keys("e<Down><Down><Down><Down><Down><End> Now.<Esc>");
    assert!(summary(&top).ends_with("March. Now."), "{}", top.text());
    assert_eq!(events(&session, "case-2", "ann")[0], "override");
    assert_eq!(top.keys("q"), Flow::End(0), "all is on disk, nothing is asked");
    drop(top);
    assert_eq!(fs::read(&path).unwrap(), source, "the source is never written");

    let mut again = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(again.text().contains("case-2") && again.text().contains("2/3"), "{}", again.text());
    assert!(again.text().contains("[1 twin"), "the rubric too\n{}", again.text());
    assert!(summary(&again).ends_with("March. Now."), "{}", again.text());
    assert_eq!(claim(&again), (Some(LabelValue::Unsupported), "ann".to_owned()));
    let open_case = state(&again).open_case().unwrap();
    assert!(open_case.is_edited(Side::Summary) && !open_case.is_unkept());
    again.keys("<Tab><Tab><Tab>zz");
    let steps = again.text();
    for _ in 0..6 {
        again.keys("z");
    }
    let open_case = state(&again).open_case().unwrap();
    assert!(open_case.decisions.overrides.is_empty() && !open_case.is_edited(Side::Summary), "{steps}");
    assert_eq!(claim(&again).1, "engine");
    again.keys("y");
    assert_eq!(claim(&again), (Some(LabelValue::Unsupported), "ann".to_owned()), "{}", again.text());
    again.keys("q");
    drop(again);
    let once_more = TestWorkbench::kept(&[path], &session, "ann");
    assert_eq!(claim(&once_more), (Some(LabelValue::Unsupported), "ann".to_owned()));
}

/// A session left in the claim-by-claim view reopens there, at the same label, with the text being typed.
#[test]
fn a_session_opens_claim_by_claim_where_it_was_left_so() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 2, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys(">;G");
    let label = state(&top).label().unwrap();
    top.keys("Chalf a tho");
    drop(top);
    let mut again = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(again.text().contains("case-2") && again.text().contains("half a tho"), "{}", again.text());
    again.keys("<Esc><Esc>");
    assert_eq!(state(&again).label(), Some(label), "{}", again.text());
    assert!(again.text().contains(" judged · "), "{}", again.text());
    // An edit started from there resumes there.
    again.keys("e");
    assert!(!again.text().contains(" judged · "), "{}", again.text());
    drop(again);
    let mut again = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(again.text().contains(" judged · "), "{}", again.text());
    again.keys("<Esc>");
    drop(again);
    let once_more = TestWorkbench::kept(&[path], &session, "ann");
    assert!(!once_more.text().contains(" judged · "), "{}", once_more.text());
}

#[test]
fn annotators_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    let mut ann = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    ann.keys("<Tab><Tab><Tab>gu");
    // While ann has it open, bob can work in it too, but not a second ann.
    let mut bob = TestWorkbench::kept(std::slice::from_ref(&path), &session, "bob");
    assert_eq!(claim(&bob).1, "engine");
    bob.keys("<Tab><Tab><Tab>gp");
    assert_eq!(claim(&bob), (Some(LabelValue::Partial), "bob".to_owned()));
    assert_eq!(claim(&ann), (Some(LabelValue::Unsupported), "ann".to_owned()));
    let mut second = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(second.text().contains("read-only"), "{}", second.text());
    assert_eq!(claim(&second), (Some(LabelValue::Unsupported), "ann".to_owned()));
    second.keys("<Tab><Tab><Tab>gs");
    assert_eq!(claim(&second).0, Some(LabelValue::Unsupported), "{}", second.text());
    let rewrite = Message::Rewrite(Side::Summary, "Somebody else's words.".to_owned());
    second.send(rewrite);
    assert_eq!(summary(&second), SUMMARY, "an editor's text is refused too");
    second.keys("exyz<Esc>");
    assert!(!second.text().contains("xyzThe"), "{}", second.text());
    drop((ann, bob, second));
    assert_eq!(events(&session, "case-1", "ann"), ["override"]);
    assert_eq!(events(&session, "case-1", "bob"), ["override"]);
}

#[test]
fn a_queue_with_faults_opens_and_says_which() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 2, SUMMARY), folder.path().join("s.db"));
    let lines = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{lines}{{broken\n{lines}")).unwrap();
    let mut top = TestWorkbench::kept(&[path], &session, "ann");
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
    let (path, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    let claim = serde_json::json!({"text": "Nobody approved it.",
        "label": "unsupported", "by": "ann", "summary": [], "article": []});
    let labels = serde_json::json!({"schema": "lockbench.labels/1", "id": "case-1", "by": "ann",
        "labels": {"claims": [claim]}});
    fs::write(folder.path().join("q.jsonl.labels.jsonl"), format!("{labels}\n")).unwrap();
    for _ in 0..2 {
        let top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
        drop(top);
    }
    let names = events(&session, "case-1", "ann");
    // The list replaces the whole list.
    assert_eq!(names, ["add", "reject"]);
}

#[test]
fn a_session_that_cannot_be_made_is_told_and_the_screen_works() {
    let folder = tempfile::tempdir().unwrap();
    let path = queue(folder.path(), 1, SUMMARY);
    fs::write(folder.path().join("file"), "").unwrap();
    let mut top = TestWorkbench::kept(&[path], &folder.path().join("file/s.db"), "ann");
    assert!(top.text().contains("nothing that you decide is saved"), "{}", top.text());
    top.keys("<Tab><Tab><Tab>gu");
    assert!(top.text().contains("not saved"), "{}", top.text());
    assert_eq!(top.keys("q"), Flow::On);
    let text = top.text();
    assert!(text.contains("discard and quit") && !text.contains("is not a session"), "{text}");
    assert!(!text.contains("save a copy") && !text.contains("try again"), "what cannot be done: {text}");
}

#[test]
fn a_verdict_and_a_flag_are_steps_like_others() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    let open_case = top.work.app.state.open_case_mut().unwrap();
    let mut decisions = open_case.decisions.clone();
    decisions.flagged = true;
    let given = ReasonedVerdict { verdict: Decision::Fail, reason: Some("it says 99".to_owned()) };
    decisions.verdict = Some(given.clone());
    open_case.decide(decisions, DecisionMethod::Singly);
    top.keys("<Tab>");
    assert_eq!(events(&session, "case-1", "ann"), ["decide", "flag"]);
    drop(top);
    let mut again = TestWorkbench::kept(&[path], &session, "ann");
    let decisions = &state(&again).open_case().unwrap().decisions;
    assert!(decisions.flagged && decisions.verdict == Some(given));
    again.keys("<Tab>z");
    let decisions = &state(&again).open_case().unwrap().decisions;
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
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys("B");
    assert!(top.text().contains("as opened, and now (1 other"), "{}", top.text());
    top.keys("p");
    let said = "of two summaries a or b says which is better; n shows the other one";
    assert!(top.text().contains(said), "what ranks two is named: {}", top.text());
    top.keys("n");
    let text = top.text();
    assert!(text.contains("[-rejected-]") && text.contains("{+approved+}"), "{text}");
    assert!(text.contains("FAIL") && text.contains("Unsupported claim 1"), "both are judged\n{text}");
    top.keys("b");
    assert!(top.text().contains("Why is good the better one?"), "{}", top.text());
    top.keys("it keeps the number<Enter>");
    assert!(top.text().contains("good is the better one"), "{}", top.text());
    assert_eq!(events(&session, "good", "ann"), ["prefer"]);
    top.keys("<Esc>");
    let preferred = state(&top).open_case().unwrap().decisions.prefer.clone().unwrap();
    assert_eq!(preferred.case, "good");
    assert_eq!(preferred.reason.as_deref(), Some("it keeps the number"));
    top.keys("eQuite. <Esc>B");
    assert!(top.text().contains("{+Quite.+}"), "{}", top.text());
    top.keys("<Esc>eVery new indeed, <Esc>B");
    assert!(
        top.text().contains("{+Quite. Very new indeed,+}"),
        "one mark for words in a row\n{}",
        top.text()
    );
}

/// Four summaries of one article, and among them a case of another article.
fn summaries_of_one_article(folder: &Path) -> PathBuf {
    let path = folder.join("ranked.jsonl");
    let case = |id: &str, article: &str, summary: &str, system: &str| {
        let case = serde_json::json!({"id": id, "article": article, "summary": summary, "system": system});
        case.to_string() + "\n"
    };
    let worse = SUMMARY.replace("approved", "rejected");
    let lines = [
        case("a", ARTICLE, SUMMARY, "first"),
        case("b", ARTICLE, &worse, "second"),
        case("apart", "It rained in the north for three days.", "It rained.", "first"),
        case("c", ARTICLE, SUMMARY, "third"),
        case("d", ARTICLE, "It rained.", "fourth"),
    ];
    fs::write(&path, lines.concat()).unwrap();
    path
}

#[test]
fn all_summaries_of_an_article_are_ranked_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (summaries_of_one_article(folder.path()), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys("B");
    let text = top.text();
    assert!(text.contains("Compare: 4 summaries") && !text.contains("apart"), "{text}");
    let head = top.rows().into_iter().find(|row| row.contains("1. a (this one)")).unwrap();
    assert!(["2. b", "3. c", "4. d"].iter().all(|name| head.contains(name)), "{head}");
    let own: Vec<String> = top.rows().into_iter().filter(|row| row.contains("Only here")).collect();
    assert_eq!(own.len(), 1, "{text}");
    assert_eq!(own[0].matches("Only here").count(), 2, "b and d alone make claims of their own\n{text}");
    assert_eq!(text.matches("No claim of its own").count(), 2, "a and c are the same\n{text}");
    assert!(text.contains("in the queue's order"), "{text}");
    // Nothing is left to be scored.
    top.keys("<Esc>B");
    assert!(top.text().contains("Only here"), "{}", top.text());
    // The last is moved to the front.
    top.keys("<Right><Right><Right>HHH");
    assert!(top.text().contains("your best on the left"), "{}", top.text());
    let head = top.rows().into_iter().find(|row| row.contains("1. d")).unwrap();
    assert!(["2. a (this one)", "3. b", "4. c"].iter().all(|name| head.contains(name)), "{head}");
    top.keys("a");
    assert!(top.text().contains("keeps the order"), "{}", top.text());
    top.keys("p");
    assert!(top.text().contains("Why is d the best one?"), "{}", top.text());
    top.keys("short<Enter>");
    assert!(top.text().contains("ranked: d, a, b, c"), "{}", top.text());
    top.keys("<Esc>");
    drop(top);

    let mut again = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    again.keys("B");
    assert!(again.text().contains("1. d"), "the order is kept\n{}", again.text());
    again.keys("<Esc>z");
    assert!(state(&again).open_case().unwrap().decisions.prefer.is_none(), "{}", again.text());
    again.keys("B");
    assert!(again.text().contains("1. a (this one)"), "{}", again.text());
    again.keys("<Esc>y");
    drop(again);

    let ran = run(&["sessions", "export", session.to_str().unwrap(), "--format", "rankings"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let line: serde_json::Value = serde_json::from_str(ran.stdout.trim()).unwrap();
    assert_eq!(line["schema"], "lockbench.ranking/1");
    assert_eq!([&line["by"], &line["case"], &line["reason"]], ["ann", "a", "short"]);
    let ranking = line["ranking"].as_array().unwrap();
    let field = |name: &str| ranking.iter().map(|one| one[name].as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(field("id"), ["d", "a", "b", "c"]);
    assert_eq!(field("system"), ["fourth", "first", "second", "third"]);
    assert_eq!(field("summary")[..2], ["It rained.", SUMMARY]);
}

#[test]
fn a_preference_of_two_is_a_ranking_too() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (summaries_of_one_article(folder.path()), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    // The views: all, as opened, then b beside a.
    top.keys("BnnHp");
    assert!(top.text().contains("until all summaries are shown"), "{}", top.text());
    top.keys("b<Enter><Esc>");
    drop(top);
    let ran = run(&["sessions", "export", session.to_str().unwrap(), "--format", "rankings"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let line: serde_json::Value = serde_json::from_str(ran.stdout.trim()).unwrap();
    let ids: Vec<&str> =
        line["ranking"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["a", "b"]);
}

#[test]
fn the_guidelines_open_at_the_label_in_focus() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys("I");
    let text = top.text();
    assert!(text.contains("the rules of"), "{text}");
    assert!(top.rows()[4].contains("## Hallucination"), "the score that claims make: {text}");
    drop(top);
    let guidelines = format!("# How we judge\n\n{}\n## Claims\n\nOurs alone.\n", "Words.\n\n".repeat(40));
    let mut top = TestWorkbench::kept(&[path], &session, "ann");
    top.work.app.state.guidelines = Some(guidelines.into());
    top.keys("I");
    let rows = top.rows();
    assert!(rows.iter().any(|row| row.contains("Ours alone")), "{}", rows.join("\n"));
    assert!(!rows.iter().any(|row| row.contains("How we judge")), "{}", rows.join("\n"));
}

#[test]
fn a_case_of_an_older_engine_keeps_its_labels_until_it_is_analysed_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    drop(TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann"));
    let claim = serde_json::json!({"text": "An old claim of the old engine.", "label": "partial",
        "summary": [{"start": 0, "end": 11, "text": "The council"}], "article": []});
    let proposals = serde_json::json!({"schema": "lockbench.labels/1", "id": "case-1", "by": "engine",
        "labels": {"claims": [claim]}});
    Store::open(&session).unwrap().propose("case-1", "0.0.1", &proposals.to_string()).unwrap();
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(top.text().contains("An old claim"), "{}", top.text());
    assert!(top.text().contains("0.0.1"), "{}", top.text());
    top.keys("<Tab><Tab><Tab>gu~");
    assert!(top.text().contains("would change: "), "{}", top.text());
    assert!(top.text().contains("An old claim"), "nothing is changed yet\n{}", top.text());
    top.keys("~");
    let open_case = state(&top).open_case().unwrap();
    assert!(
        open_case.labels(List::Claims).all(|(_, label)| !label.text.contains("old claim")),
        "{}",
        top.text()
    );
    assert_eq!(events(&session, "case-1", "ann"), ["override", "reanalyse"]);
    assert_eq!(state(&top).open_case().unwrap().decisions.overrides.len(), 1, "what was decided is kept");
    top.keys("~");
    assert!(top.text().contains("proposed its labels"), "{}", top.text());
}

#[test]
fn a_session_is_exported_from_the_screen_to_a_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[path], &session, "ann");
    top.keys("<Tab><Tab><Tab>gu");
    // The folder of the tests must not get files, so the prompt is inspected instead.
    top.keys("X");
    let text = top.text();
    assert!(text.contains("jsonl") && text.contains("html") && text.contains("new file"), "{text}");
    // On a small screen, the formats that do not fit are counted.
    top.send(Message::Resize(60, 16));
    let shown = |top: &TestWorkbench| (top.text().contains("html "), top.text().contains(" more ┛"));
    assert_eq!(shown(&top), (false, true), "{}", top.text());
    top.keys("G");
    assert_eq!(shown(&top), (true, false), "{}", top.text());
    top.keys("<Esc>");
    assert!(!top.text().contains("new file"), "{}", top.text());
}

/// Failed writes are retried at a key, and no question about quitting is asked.
#[test]
fn what_is_not_saved_is_written_again_at_a_key() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[path], &session, "ann");
    top.keys("e");
    // Nothing of it is on disk yet when the key is pressed.
    let flow = top.rush([
        Message::Key(KeyEvent::from(KeyCode::Char('Q'))),
        Message::Queue(QueueUpdate::Unkept("the disk is full".to_owned())),
        Message::Key(KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL)),
    ]);
    assert_eq!((flow, state(&top).context), (Flow::On, Context::Editing), "{}", top.text());
    assert!(top.rows()[0].contains("· saved"), "{}", top.text());
    assert_eq!(events(&session, "case-1", "ann"), ["edit"]);
}

#[test]
fn what_cannot_be_saved_is_told_on_the_next_cases_too() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 3, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[path], &session, "ann");
    top.keys("F");
    assert!(top.rows()[0].contains("· saved"), "{}", top.text());
    let other = rusqlite::Connection::open(&session).unwrap();
    other
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
        )
        .unwrap();
    top.keys("F>>");
    assert!(top.rows()[0].contains("case-3") && top.rows()[0].contains("NOT SAVED"), "{}", top.text());
    other.execute_batch("DROP TRIGGER full").unwrap();
    top.keys(";<C-s>");
    assert!(!top.rows()[0].contains("NOT SAVED"), "{}", top.text());
    assert_eq!(events(&session, "case-1", "ann").last().map(AsRef::as_ref), Some("unflag"));
}

/// The background scorer writes only what can be computed again, and says so if it cannot.
#[test]
fn scores_that_cannot_be_kept_are_no_loss_of_work() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (queue(folder.path(), 2, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys("F");
    drop(top);
    rusqlite::Connection::open(&session)
        .unwrap()
        .execute_batch(
            "DELETE FROM digest; \
             CREATE TRIGGER full BEFORE INSERT ON digest BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
        )
        .unwrap();
    let mut top = TestWorkbench::kept(&[path], &session, "ann");
    // The table waits for the scores of its cases; that they are not kept is found out after that.
    top.keys("Q");
    let said = (0..20).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(500));
        top.send(Message::Resize(120, 40));
        let text = top.text();
        text.contains("none of your work") && text.contains("the disk is full")
    });
    assert!(said, "{}", top.text());
}

/// A key is offered where it does something.
#[test]
fn a_decision_is_taken_back_and_confirmed_where_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut top =
        TestWorkbench::kept(&[queue(folder.path(), 1, SUMMARY)], &folder.path().join("s.db"), "ann");
    let offers = |top: &TestWorkbench, words: &str| top.rows()[39].contains(words);
    top.keys("<Tab><Tab><Tab>");
    assert!(offers(&top, "letter override") && !offers(&top, "x take back"), "{}", top.text());
    top.keys("u<Esc>");
    assert!(offers(&top, "x take back"), "{}", top.text());
}

#[test]
fn a_session_that_is_not_there_needs_a_queue() {
    let ran = crate::cli::run(&["review", "--session", "/dev/null/none/s.db"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("/dev/null/none/s.db"), "{}", ran.stderr);
    let ran = crate::cli::run(&["review", "--session", "s.db", "--as", "engine"]);
    assert!(ran.status == 2 && ran.stderr.contains("--as"), "{}", ran.stderr);
}

/// A queue in which every second summary differs.
fn mixed(folder: &Path, cases: usize) -> PathBuf {
    let path = folder.join("q.jsonl");
    let line = |at: usize| {
        let summary = if at.is_multiple_of(2) {
            "The council rejected the new budget. It opens forty libraries in Paris.".to_owned()
        } else {
            SUMMARY.to_owned()
        };
        let article = format!("{ARTICLE} This is notice number {at}, filed under word{at}.");
        serde_json::json!({"id": format!("case-{at}"), "article": article, "summary": summary}).to_string()
            + "\n"
    };
    fs::write(&path, (1..=cases).map(line).collect::<String>()).unwrap();
    path
}

fn places(top: &TestWorkbench) -> Vec<usize> {
    state(top).table.view.clone()
}

#[test]
fn the_table_shows_filters_sorts_and_opens() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (mixed(folder.path(), 6), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys("Q");
    let text = top.text();
    assert!(text.contains("Case 1 of 6") && text.contains("FAIL"), "{text}");
    assert!(state(&top).table.rows.iter().all(|row| row.digest.is_some()), "all were looked at");
    // The table shows the same about a case as the screen.
    let of_table = state(&top).table.rows[0].digest.as_ref().unwrap().engine.unwrap();
    let report = state(&top).report().unwrap();
    assert_eq!(of_table.decision, report.verdict.decision);
    assert!((of_table.score.unwrap() - report.verdict.score.unwrap().to_f64()).abs() < 1e-4);
    // By a word of the texts.
    top.keys("/word4<Enter>");
    assert_eq!(places(&top), [3], "{}", top.text());
    assert!(top.text().contains("1 of 6 shown") && top.text().contains("filter: word4"), "{}", top.text());
    top.keys("x");
    assert_eq!(places(&top).len(), 6);
    // By a column, and sorted by a click on a heading.
    top.keys("/verdict:fail<Enter>");
    let failed = places(&top);
    assert!(failed.contains(&1) && failed.len() < 6, "{}", top.text());
    let (x, y) = top.find("#");
    top.click(x, y);
    top.keys("G");
    let mut reversed = failed.clone();
    reversed.reverse();
    assert_eq!(places(&top), reversed, "{}", top.text());
    top.keys("g<Enter>");
    assert!(!top.text().contains("Cases:"), "{}", top.text());
    assert_eq!(state(&top).at, reversed[0]);
    // Moving on follows the filter and the order.
    top.keys(">");
    assert_eq!(state(&top).at, reversed[1]);
    // The filter is restored, with its results.
    top.keys("Qx/word4 verdict:fail<Enter><Esc>q");
    drop(top);
    let mut top = TestWorkbench::kept(&[path], &session, "ann");
    top.keys("Q");
    assert_eq!(places(&top), [3], "{}", top.text());
    assert!(top.text().contains("filter: word4 verdict:fail"), "{}", top.text());
    top.keys("x/nonsense:3<Enter>");
    assert!(top.text().contains("no column is called `nonsense`"), "{}", top.text());
}

#[test]
fn what_was_found_is_kept_and_follows_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (mixed(folder.path(), 3), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys("Q");
    let before = state(&top).table.rows[0].digest.clone().unwrap();
    assert_eq!((before.mine, before.flagged), (0, false));
    top.keys("<Esc><Tab><Tab><Tab>gu");
    // The row is updated once the decision is on disk.
    top.keys("Q");
    for _ in 0..200 {
        if state(&top).table.rows[0].digest.as_ref().unwrap().mine > 0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
        top.keys("j");
    }
    let after = state(&top).table.rows[0].digest.clone().unwrap();
    assert_eq!((after.mine, after.undecided), (1, before.undecided - 1));
    assert_ne!(after.own, before.own, "the claim counts otherwise");
    assert_eq!(after.engine, before.engine, "the engine's own verdict stays beside it");
    drop(top);
    let mut found = 0;
    for _ in 0..100 {
        let db = rusqlite::Connection::open(&session).unwrap();
        found = db.query_row("SELECT count(*) FROM digest", [], |row| row.get(0)).unwrap();
        if found == 3 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(found, 3);
    assert!(Store::open(&session).unwrap().unproposed().unwrap().is_empty(), "with the proposals");
    let mut again = TestWorkbench::kept(&[path], &session, "ann");
    again.keys("Q");
    assert_eq!(state(&again).table.rows[0].digest.as_deref(), Some(&*after));
}

#[test]
fn the_next_undecided_case_is_found_until_none_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (mixed(folder.path(), 3), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[path], &session, "ann");
    for at in [0, 1, 2] {
        assert_eq!(state(&top).at, at);
        if at == 2 {
            top.keys("U");
            assert!(top.text().contains("this case is the last one without your verdict"), "{}", top.text());
        }
        let open_case = top.work.app.state.open_case_mut().unwrap();
        let verdict = Some(ReasonedVerdict { verdict: Decision::Warn, reason: None });
        let decisions = lockbench::session::Decisions { verdict, ..open_case.decisions.clone() };
        open_case.decide(decisions, DecisionMethod::Singly);
        // Any key records the decision.
        top.keys("<Esc>U");
    }
    assert!(top.text().contains("none is left"), "{}", top.text());
    top.keys("P");
    assert!(top.text().contains("3 of 3 cases decided"), "{}", top.text());
    top.keys("<Esc>#2<Enter>");
    assert_eq!(state(&top).at, 1);
    top.keys("#case-3<Enter>");
    assert_eq!(state(&top).at, 2);
    top.keys("#99<Enter>");
    assert!(top.text().contains("there are cases 1 to 3"), "{}", top.text());
}

#[test]
fn what_needs_no_look_is_accepted_in_one_step_and_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.jsonl");
    let text = "The council approved the budget on Tuesday.";
    let line = |at| {
        serde_json::json!({"id": format!("case-{at}"), "article": text, "summary": text}).to_string() + "\n"
    };
    fs::write(&path, (1..=5).map(line).collect::<String>()).unwrap();
    let session = folder.path().join("s.db");
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    // Twin-Lock accepts such a short summary.
    top.keys("1Qb");
    for _ in 0..20 {
        top.keys("-");
    }
    let sure = state(&top).table.sure();
    assert_eq!(sure.len(), 5, "{}", top.text());
    top.keys("y");
    assert!(events(&session, "case-1", "ann").is_empty(), "nothing happens before it was asked");
    top.keys("a");
    assert!(top.text().contains("Accept 5 cases?"), "{}", top.text());
    top.keys("y");
    assert!(top.text().contains("5 cases accepted"), "{}", top.text());
    for at in 1..=5 {
        assert_eq!(events(&session, &format!("case-{at}"), "ann"), ["accept", "decide"]);
    }
    assert!(state(&top).table.rows.iter().all(|row| row.verdict == Some(Decision::Pass) && row.bulk));
    top.keys("<Esc>");
    let open_case = state(&top).open_case().unwrap();
    assert_eq!(open_case.verdict(), Some(Decision::Pass), "the open case follows");
    drop(top);
    let mut again = TestWorkbench::kept(&[path], &session, "ann");
    again.keys("1Qz");
    assert!(again.text().contains("taken back"), "{}", again.text());
    for at in 1..=5 {
        let names = events(&session, &format!("case-{at}"), "ann");
        assert_eq!(names, ["accept", "decide", "undo", "undo"]);
    }
    assert!(state(&again).table.rows.iter().all(|row| row.verdict.is_none()));
    again.keys("z");
    assert!(again.text().contains("no bulk step to take back"), "{}", again.text());
}

/// The row that Enter takes is marked by more than a shade.
#[test]
fn the_row_in_focus_of_a_list_has_a_sign() {
    let folder = tempfile::tempdir().unwrap();
    let path = queue(folder.path(), 2, SUMMARY);
    let mut top = TestWorkbench::kept(&[path], &folder.path().join("s.db"), "ann");
    for (keys, row) in [
        (
            "V",
            format!("▸ {}  ", &state(&top).report().unwrap().verdict.decision.as_str()[..1].to_lowercase()),
        ),
        ("<Esc>X", "▸jsonl".to_owned()),
        ("<Down>", "▸labels".to_owned()),
        ("<Esc>Qc", "▸[x] #".to_owned()),
    ] {
        top.keys(keys);
        assert!(top.text().contains(&row), "{keys}: {row}\n{}", top.text());
    }
}

/// A summary without words has no verdict to wait for.
#[test]
fn an_empty_summary_is_compared_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.jsonl");
    let line = |(id, summary): (&str, &str)| {
        serde_json::json!({"id": id, "article": ARTICLE, "summary": summary}).to_string() + "\n"
    };
    fs::write(&path, [("a", SUMMARY), ("b", ""), ("c", "Quite.")].map(line).concat()).unwrap();
    let mut top = TestWorkbench::kept(&[path], &folder.path().join("s.db"), "ann");
    top.keys("B");
    assert!(top.text().contains("empty summary") && !top.text().contains('…'), "{}", top.text());
    top.keys("nn");
    assert!(top.text().contains("empty summary"), "beside this one: {}", top.text());
}

#[test]
fn broken_cases_have_their_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.jsonl");
    let case = |id: &str, summary: &str| {
        serde_json::json!({"id": id, "article": ARTICLE, "summary": summary}).to_string() + "\n"
    };
    let lines = [case("a", SUMMARY), "{broken\n".to_owned(), case("a", SUMMARY), case("b", "")];
    fs::write(&path, lines.concat()).unwrap();
    let open = || TestWorkbench::kept(std::slice::from_ref(&path), &folder.path().join("s.db"), "ann");
    let ids = |top: &TestWorkbench| -> Vec<Box<str>> {
        state(top).table.rows.iter().map(|row| row.id.clone()).collect()
    };
    let mut top = open();
    top.keys("Q");
    let text = top.text();
    for words in ["q.jsonl:2", "a second case", "b: no summary", "1 of 4"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    top.keys("jj<Enter>");
    assert!(top.rows()[0].contains("q.jsonl:2 · 3/4"), "it has a name: {}", top.text());
    top.keys(">");
    assert!(top.rows()[0].contains(" a · 4/4"), "{}", top.text());
    // Cases keep their order when the session is reopened.
    let order = ids(&top);
    assert!(*order[0] == *"a" && *order[1] == *"b", "{order:?}");
    drop(top);
    assert_eq!(ids(&open()), order);
    // A queue of nothing.
    let empty = folder.path().join("empty.jsonl");
    fs::write(&empty, "\n").unwrap();
    let mut top = TestWorkbench::kept(&[empty], &folder.path().join("e.db"), "ann");
    top.keys("Q");
    assert!(top.text().contains("no case"), "{}", top.text());
}

#[test]
fn a_few_hundred_cases_are_scored_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.jsonl");
    let line = |at: usize| {
        let case = serde_json::json!({"id": format!("c{at}"), "article": "The council met on Tuesday.",
            "summary": format!("The council met {} times.", at % 3)});
        case.to_string() + "\n"
    };
    fs::write(&path, (1..=300).map(line).collect::<String>()).unwrap();
    let mut top = TestWorkbench::kept(&[path], &folder.path().join("s.db"), "ann");
    top.keys("Q");
    let table = &state(&top).table;
    assert_eq!((table.rows.len(), table.scored), (300, 300));
    assert!(table.rows.iter().all(|row| row.digest.as_ref().is_some_and(|found| found.engine.is_some())));
    assert!(top.text().contains("Case 1 of 300") && !top.text().contains("scored"), "{}", top.text());
}

#[test]
fn the_table_fits_every_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = mixed(folder.path(), 30);
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let mut top = TestWorkbench::open(std::slice::from_ref(&path), columns, rows);
        top.keys("Q");
        let text = top.text();
        for words in ["Case 1 of 30", "Engine", "case-1"] {
            assert!(text.contains(words), "{words} at {columns}x{rows}:\n{text}");
        }
        for _ in 0..12 {
            top.keys("<Right>");
        }
        assert!(top.text().contains("▸Flag"), "the column in focus is in sight:\n{}", top.text());
        top.keys("G");
        assert!(top.text().contains("case-30"), "{}", top.text());
    }
}

#[test]
fn what_hides_in_a_filter_is_shown_by_its_marks() {
    let mut top = TestWorkbench::open(&[], 120, 40);
    top.keys("Q/");
    // No case contains the word, so the table repeats it.
    let typed = "zz\u{202e}qq\u{200b}xx";
    top.send(Message::Paste(typed.to_owned()));
    let clean = |top: &TestWorkbench| top.text().chars().all(|c| !matches!(c, '\u{202e}' | '\u{200b}'));
    assert!(clean(&top) && top.text().contains("zz⟪RLO⟫qq"), "{}", top.text());
    top.keys("<Enter>");
    let shown = top.text();
    assert!(clean(&top) && shown.contains("no case meets the filter"), "{shown}");
    assert_eq!(
        shown.matches("zz⟪RLO⟫qq").count(),
        2,
        "in the line of the filter, and in what is said: {shown}"
    );
}

#[test]
fn what_was_said_of_a_filter_is_gone_once_it_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[mixed(folder.path(), 3)], 120, 40);
    for change in ["<Backspace>", "x", "paste"] {
        top.keys("Q/colour:red<Enter>");
        assert!(top.text().contains("no column is called"), "{}", top.text());
        _ = match change {
            "paste" => top.send(Message::Paste("x".to_owned())),
            keys => top.keys(keys),
        };
        assert!(!top.text().contains("no column is called"), "{change}: {}", top.text());
        top.keys("<Esc><Esc>");
    }
}

#[test]
fn a_filter_that_is_being_typed_is_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (mixed(folder.path(), 6), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    top.keys("Q/verdict:fa");
    // Killed without a message.
    drop(top);
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(top.text().contains("Show cases with") && top.text().contains("verdict:fa"), "{}", top.text());
    top.keys("il<Enter>");
    assert!(top.text().contains("Cases: 3 of 6 shown"), "{}", top.text());
    drop(top);
    let top = TestWorkbench::kept(&[path], &session, "ann");
    assert!(!top.text().contains("Show cases with"), "it was finished: {}", top.text());
}

#[test]
fn a_question_that_is_being_added_is_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (mixed(folder.path(), 1), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    let questions = |top: &TestWorkbench| state(top).open_case().unwrap().labels(List::ClaimQags).count();
    let before = questions(&top);
    top.keys("<S-Right><S-Right><S-Right>a");
    assert!(top.text().contains("Add the selected words as"), "{}", top.text());
    let row = top.rows().into_iter().find(|row| row.contains("claim question")).expect("a claim's question");
    let letter = row.split("claim question").next().unwrap().trim_end().chars().next_back().unwrap();
    top.keys(&format!("{letter}Who met on Tuesday?"));
    drop(top);
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(top.text().contains("Who met on Tuesday?"), "{}", top.text());
    top.keys("<Enter>");
    drop(top);
    // The answer, with the question typed before.
    let mut top = TestWorkbench::kept(std::slice::from_ref(&path), &session, "ann");
    assert!(top.text().contains("Its answer"), "{}", top.text());
    top.keys("<Enter><Enter>");
    assert_eq!(questions(&top), before + 1, "{}", top.text());
    let added = |label: &lockbench::labels::Label| label.text == "Who met on Tuesday?";
    assert!(state(&top).open_case().unwrap().labels(List::ClaimQags).any(|(_, label)| added(label)));
}

#[test]
fn cases_that_a_session_did_not_have_are_counted_where_they_stand() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("s.db");
    let said = |cases| {
        let queue = queue(folder.path(), cases, SUMMARY);
        let mut top = TestWorkbench::kept(&[queue], &session, "ann");
        top.send(Message::Resize(120, 40));
        top.text()
    };
    let words = "new to the session";
    assert!(!said(2).contains(words) && !said(2).contains(words), "a new one, and the same queue again");
    for (cases, words) in
        [(3, "1 case is new to the session, as number 3"), (6, "3 cases are new to the session, as 4 to 6")]
    {
        let text = said(cases);
        assert!(text.contains(words), "{text}");
    }
}
