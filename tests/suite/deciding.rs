//! Tests decisions in the workbench: what a person does on the screen is an event on disk, is still there
//! when the session is reopened, and is undone in one step.

use std::fs;
use std::path::PathBuf;

use lockbench::embedding::Embedding;
use lockbench::labels::{Label, LabelId, LabelValue, Labels, List, Provenance};
use lockbench::report::Decision;
use lockbench::session::{
    Analyst, Decisions, Event, EventDraft, OrderedObject, ReasonedVerdict, Recorder, RemarkTarget, Store,
};
use lockbench::tui::Flow;
use lockbench::tui::state::Panel;
use serde_json::Value;

use crate::dice::Dice;
use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, queue};

/// A summary whose first sentence is wrong in several ways.
const WRONG: &str = "The council rejected the new budget on Friday, by 9 votes to 2. Work on the new school in \
    Northfield begins in March.";

/// A folder with a queue, and a session that is reopened several times.
struct Desk {
    folder: tempfile::TempDir,
    queue: PathBuf,
}

impl Desk {
    fn new(cases: usize) -> Desk {
        Desk::of(cases, SUMMARY)
    }

    fn of(cases: usize, summary: &str) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let queue = queue(folder.path(), cases, summary);
        Desk { folder, queue }
    }

    fn session(&self) -> PathBuf {
        self.folder.path().join("s.db")
    }

    fn open(&self) -> TestWorkbench {
        TestWorkbench::kept(std::slice::from_ref(&self.queue), &self.session(), "ann")
    }

    fn events(&self) -> Vec<Event> {
        Store::open(&self.session()).unwrap().events("case-1", "ann").unwrap()
    }

    fn names(&self) -> Vec<&'static str> {
        self.events().into_iter().map(|event| event.act.name()).collect()
    }

    /// Returns a field of the newest event with this name.
    fn field(&self, name: &str, key: &str) -> Value {
        let events = self.events();
        let event =
            events.iter().rfind(|event| event.act.name() == name).unwrap_or_else(|| panic!("no {name}"));
        event.fields.get(key).unwrap_or_default()
    }
}

fn decisions(top: &TestWorkbench) -> &Decisions {
    &top.open_case().decisions
}

fn labels(top: &TestWorkbench, list: List) -> Vec<Label> {
    top.open_case().labels(list).map(|(_, label)| label.clone()).collect()
}

fn engines(top: &TestWorkbench) -> usize {
    let judged = top.open_case().judged().unwrap();
    let labels = judged.report.labels.iter();
    labels.filter(|(id, label)| judged.lists.contains(&id.list) && label.by == Provenance::Engine).count()
}

#[test]
fn one_key_accepts_the_case_and_goes_to_the_next_undecided_one() {
    let desk = Desk::new(3);
    let mut top = desk.open();
    let (open, verdict) = (engines(&top), top.open_case().report().unwrap().verdict.decision);
    assert!(open > 0);
    top.keys("A");
    assert_eq!(top.work.app.state.at, 1);
    assert!(top.text().contains(&format!("case-1 accepted: {}", verdict.as_str())), "{}", top.text());
    assert_eq!(desk.names(), ["accept", "decide"]);
    assert_eq!(desk.field("accept", "labels").as_array().unwrap().len(), open);
    assert_eq!(desk.field("decide", "verdict"), verdict.as_str());
    // The second case is skipped and the third accepted, so the next one without a verdict is the second.
    top.keys(">A");
    assert_eq!(top.work.app.state.at, 1);
    top.keys("<");
    assert!(top.text().contains(&format!("you: {}", verdict.as_str())), "{}", top.text());
    assert_eq!(engines(&top), 0, "every label is ann's");
    drop(top);
    let mut again = desk.open();
    again.keys("<");
    assert_eq!(decisions(&again).verdict, Some(ReasonedVerdict { verdict, reason: None }));
    assert_eq!(engines(&again), 0);
    // The last change was made on the third case, the one before it on the first.
    for case in [2, 0] {
        again.keys("z");
        assert_eq!(again.work.app.state.at, case);
        again.keys("z");
        assert_eq!((engines(&again), decisions(&again).verdict.clone()), (open, None), "one step");
    }
    assert_eq!(desk.names(), ["accept", "decide", "undo", "undo"]);
}

#[test]
fn a_single_case_says_what_was_accepted() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    let verdict = top.open_case().report().unwrap().verdict.decision.as_str();
    top.keys("A");
    assert!(top.text().contains(&format!("accepted: {verdict}")), "{}", top.text());
    let steps = top.open_case().done.len();
    top.keys("A");
    assert_eq!(top.open_case().done.len(), steps, "what is accepted already is not a step");
    top.keys(";");
    let text = top.text();
    assert!(text.contains("accepted as it was proposed") && !text.contains("· proposed"), "{text}");
}

#[test]
fn a_decision_of_ones_own_keeps_one_label_that_was_decided_before() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    top.keys("<Tab><Tab><Tab>guA");
    let claim = labels(&top, List::Claims).remove(0);
    assert_eq!((claim.word, claim.proposed), (Some(LabelValue::Unsupported), Some(LabelValue::Supported)));
    assert_eq!(desk.names(), ["override", "accept", "decide"]);
    let accepted = desk.field("accept", "labels");
    assert!(!accepted.as_array().unwrap().contains(&Value::from("claims/0")), "{accepted}");
}

#[test]
fn a_decision_leaves_the_texts_where_they_were_scrolled_to() {
    let folder = tempfile::tempdir().unwrap();
    let article = format!("{}\n{ARTICLE}", "It rained in the north of the country for a while.\n".repeat(80));
    let case = serde_json::json!({"id": "far", "article": article, "summary": SUMMARY});
    let path = folder.path().join("q.jsonl");
    fs::write(&path, case.to_string() + "\n").unwrap();
    let mut top = TestWorkbench::kept(&[path], &folder.path().join("s.db"), "ann");
    let top_of = |top: &TestWorkbench| top.open_case().article.visible().start;
    let seen = top_of(&top);
    assert!(seen > 0, "the words that the label in focus rests on are far down\n{}", top.text());
    for key in ["s", "F", "u"] {
        top.keys(key);
        assert_eq!(top_of(&top), seen, "{key}\n{}", top.text());
    }
    assert_eq!(top.open_case().done.len(), 3, "three steps");
}

#[test]
fn what_follows_from_a_decision_is_said_kept_and_taken_back_with_it() {
    let desk = Desk::of(1, WRONG);
    let mut top = desk.open();
    let all = |top: &TestWorkbench| -> Vec<(List, String, Option<LabelValue>)> {
        let labels = top.open_case().report().unwrap().labels.iter();
        labels.map(|(id, label)| (id.list, label.text.clone(), label.word)).collect()
    };
    let proposed = all(&top);
    let claim = labels(&top, List::Claims).remove(0);
    assert_eq!(claim.word, Some(LabelValue::Unsupported), "{claim:?}");
    assert!(labels(&top, List::Extraneous).len() > 1 && !labels(&top, List::Deviations).is_empty());
    top.keys("<Tab><Tab><Tab>go");
    let (column, row) = top.find(" supported");
    top.click(column + 1, row);
    let decided = all(&top);
    assert_eq!(labels(&top, List::Claims)[0].word, Some(LabelValue::Supported));
    assert_eq!((labels(&top, List::Extraneous), labels(&top, List::Deviations)), (vec![], vec![]));
    let changed = proposed.iter().filter(|label| !decided.contains(label)).count() - 1;
    assert!(
        changed > 2 && top.text().contains(&format!("{changed} other labels changed with it")),
        "{}",
        top.text()
    );
    // One event with all its consequences; only the claim is attributed to ann.
    assert_eq!(desk.names(), ["override"]);
    let followed = desk.field("override", "followed");
    let followed = followed.as_array().unwrap();
    assert!(followed.iter().any(|one| one["label"] == "extraneous/0" && one["to"] == false), "{followed:?}");
    assert!(followed.iter().any(|one| one["label"] == "deviations/0" && one["to"] == false), "{followed:?}");
    assert!(followed.len() >= changed, "other rubrics read more lists: {followed:?}");
    assert_eq!(decisions(&top).overrides.len(), 1);
    drop(top);
    let mut again = desk.open();
    assert_eq!((all(&again), decisions(&again).overrides.len()), (decided, 1));
    again.keys("z");
    assert_eq!((all(&again), desk.names()), (proposed.clone(), vec!["override", "undo"]));
    // Rejecting one unsupported wording rejects only that one.
    again.work.app.state.focus = Panel::Labels;
    again.work.app.state.show_list(List::Extraneous);
    let words = labels(&again, List::Extraneous);
    again.keys("gd");
    let left = labels(&again, List::Extraneous);
    let texts = |labels: &[Label]| labels.iter().map(|label| label.text.clone()).collect::<Vec<_>>();
    assert!(texts(&words[1..]).ends_with(&texts(&left)), "{:?} {:?}", texts(&words), texts(&left));
    again.keys("z");
    assert_eq!(all(&again), proposed);
}

#[test]
fn a_verdict_is_decided_otherwise_with_a_reason() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    let engine = top.open_case().report().unwrap().verdict.decision.as_str();
    top.keys("V");
    assert!(top.text().contains(&format!("engine  {engine}")), "{}", top.text());
    top.keys("fthe tone is wrong<Enter>");
    let given = ReasonedVerdict { verdict: Decision::Fail, reason: Some("the tone is wrong".to_owned()) };
    assert_eq!(decisions(&top).verdict, Some(given.clone()));
    let header = top.rows()[0].clone();
    assert!(header.contains("you: FAIL") && header.contains(engine), "{header}");
    assert_eq!(
        (desk.field("decide", "verdict"), desk.field("decide", "reason")),
        ("FAIL".into(), "the tone is wrong".into())
    );
    drop(top);
    let mut again = desk.open();
    assert_eq!(decisions(&again).verdict, Some(given));
    again.keys("V");
    assert!(again.text().contains("FAIL: the tone is wrong"), "what was decided before: {}", again.text());
    // From the list, with the mouse.
    let (column, row) = again.find("p  PASS");
    again.click(column, row);
    let (column, row) = again.find("a rule is too strict");
    again.click(column, row);
    let given = decisions(&again).verdict.clone().unwrap();
    assert_eq!(given.verdict, Decision::Pass);
    assert!(given.reason.unwrap().starts_with("a rule is too strict"));
    again.keys("zz");
    assert_eq!(decisions(&again).verdict, None);
    assert_eq!(desk.names(), ["decide", "decide", "undo", "undo"]);
    // A reason being typed is discarded by the second Esc; if nothing was typed, one is enough.
    again.keys("Vfthe tone<Esc>");
    assert!(again.text().contains("Esc again discards what is typed; Enter keeps it"), "{}", again.text());
    again.keys("!<Esc><Esc>");
    assert!(!again.text().contains("the tone"), "{}", again.text());
    again.keys("Vf<Esc>");
    assert!(!again.work.app.is_typing() && again.work.app.context().is_main(), "{}", again.text());
    assert_eq!(decisions(&again).verdict, None);
}

#[test]
fn a_flag_is_put_and_taken_away() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    top.keys("F");
    assert!(top.rows()[0].contains("· flagged"), "{}", top.rows()[0]);
    drop(top);
    let mut again = desk.open();
    assert!(decisions(&again).flagged);
    again.keys("F");
    assert!(!again.rows()[0].contains("flagged"), "{}", again.rows()[0]);
    again.keys("z");
    assert!(decisions(&again).flagged);
    assert_eq!(desk.names(), ["flag", "unflag", "undo"]);
}

#[test]
fn comments_are_about_words_labels_or_the_case() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    // On the first words of the summary.
    top.keys("<C-Home><S-Right><S-Right><S-Right>C");
    assert!(top.text().contains("Comment on the selected words"), "{}", top.text());
    top.keys("why <é>?<Enter>second line<C-s>");
    assert_eq!(desk.field("comment", "text"), "why é?\nsecond line");
    let on = desk.field("comment", "on");
    assert_eq!(on, serde_json::json!({"summary": [{"start": 0, "end": 3, "text": "The"}]}));
    // On the second claim, and then on the case.
    top.keys("<Tab><Tab><Tab>gjC");
    assert!(top.text().contains("Comment on claim 2"), "{}", top.text());
    top.keys("12 percent<C-s>");
    assert_eq!(desk.field("comment", "on"), serde_json::json!({"label": "claims/1"}));
    assert!(top.text().contains("2ᵇ¶"), "the label bears a mark: {}", top.text());
    top.keys("C<Tab>a hard one<C-s>");
    assert_eq!(desk.field("comment", "on"), Value::Null, "the case");
    assert!(top.rows()[0].contains("3 comments"), "{}", top.rows()[0]);
    // Typed text is discarded by the second Esc in a row.
    top.keys("Cforgotten<Esc>");
    assert!(top.text().contains("Esc again discards what is typed; Ctrl-S keeps it"), "{}", top.text());
    top.keys("!<Esc>");
    assert!(top.text().contains("forgotten!"), "{}", top.text());
    top.keys("<Esc>");
    assert!(!top.text().contains("forgotten!"), "{}", top.text());
    top.keys("C   <C-s>");
    assert_eq!(desk.names(), ["comment", "comment", "comment"], "nothing was kept of these");
    drop(top);

    let mut again = desk.open();
    let comments = decisions(&again).comments.clone();
    assert_eq!(comments.len(), 3);
    assert!(matches!(&comments[0].on, RemarkTarget::Words(one) if one.summary[0].text == "The"));
    assert!(
        matches!(&comments[1].on, RemarkTarget::Label(one) if one.list == List::Claims),
        "{:?}",
        comments[1]
    );
    again.keys("L");
    assert!(
        again.text().contains("3 comments of yours") && again.text().contains("a hard one"),
        "{}",
        again.text()
    );
    again.keys("k<Enter>");
    let open_case = again.open_case();
    assert_eq!(open_case.label.map(|id| (id.list, id.index)), Some((List::Claims, 1)), "{}", again.text());
    again.keys("Lg<Enter>");
    assert_eq!(again.open_case().summary.selected(), Some("The"));
    again.keys("z");
    assert_eq!(decisions(&again).comments.len(), 2);
    drop(again);
    // Ann's comment is not shown as Bob's.
    let mut bob = TestWorkbench::kept(std::slice::from_ref(&desk.queue), &desk.session(), "bob");
    assert!(decisions(&bob).comments.is_empty());
    bob.keys("L");
    assert!(bob.text().contains("you have not commented"), "{}", bob.text());
}

#[test]
fn the_same_may_be_said_twice() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    for _ in 0..2 {
        top.keys("C<Tab>hm<C-s>");
    }
    drop(top);
    assert_eq!(decisions(&desk.open()).comments.len(), 2);
}

/// Returns the texts of the claims, in order.
fn claims(top: &TestWorkbench) -> Vec<String> {
    labels(top, List::Claims).into_iter().map(|label| label.text).collect()
}

#[test]
fn a_claim_is_split_at_the_chosen_place_and_made_whole_again() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    let before = claims(&top);
    top.keys("<Tab><Tab><Tab>gS");
    assert!(top.text().contains("Split claim 1"), "{}", top.text());
    while !top.text().contains("│on Tuesday") {
        top.keys("<Right>");
    }
    top.keys("<Enter>");
    let parts = ["The council approved the new budget", "on Tuesday"];
    assert_eq!(claims(&top)[..2], parts, "in its place: {}", top.text());
    assert_eq!(claims(&top)[2..], before[1..]);
    for (label, text) in labels(&top, List::Claims).iter().zip(parts) {
        let open = (&Provenance::Engine, None, Some(LabelValue::Supported));
        assert_eq!((&label.by, label.proposed, label.word), open);
        assert_eq!(&SUMMARY[label.summary[0].range()], text);
    }
    assert!(top.text().contains("from your split, not judged yet"), "{}", top.text());
    assert_eq!(desk.names(), ["split"]);
    assert_eq!(desk.field("split", "before")[0]["id"], "claims/0");
    let after = desk.field("split", "after");
    assert_eq!(after[1]["summary"], serde_json::json!([{"start": 36, "end": 46, "text": "on Tuesday"}]));
    assert_eq!((&after[0]["label"], &after[0]["by"]), (&"supported".into(), &"engine".into()));
    drop(top);

    let mut again = desk.open();
    assert_eq!(claims(&again)[..2], parts);
    // A part can get another value; a comment on it stays with it.
    again.keys("<Tab><Tab><Tab>gux");
    assert_eq!(labels(&again, List::Claims)[0].word, Some(LabelValue::Supported));
    again.keys("gux<Down>x");
    assert_eq!(claims(&again), before, "{}", again.text());
    assert_eq!(labels(&again, List::Claims)[0].by, Provenance::Engine);
    again.keys("z");
    assert_eq!(claims(&again)[..2], parts);
    again.keys("zzzzz");
    assert_eq!(claims(&again), before);
    drop(again);
    assert_eq!(claims(&desk.open()), before);
}

#[test]
fn a_split_claim_whose_words_change_has_one_stale_row() {
    // The keys after the split.
    for keys in ["", "<Down>s", "<Down>u", "<Down>us", "<Down>ux"] {
        let desk = Desk::new(1);
        let mut top = desk.open();
        top.keys("<Tab><Tab><Tab>guS");
        while !top.text().contains("│on Tuesday") {
            top.keys("<Right>");
        }
        top.keys(&format!("<Enter>{keys}"));
        let at = SUMMARY.find("esday").unwrap();
        top.work.app.state.focus = Panel::Summary;
        top.keys(&format!("<C-Home>{}ex<Esc>", "<Right>".repeat(at)));
        assert!(top.text().contains("Tuxesday"), "{}", top.text());
        let text = top.text();
        assert_eq!(text.matches("stale: its words changed").count(), 1, "{keys}\n{text}");
        let row = text.lines().find(|row| row.contains("stale:")).unwrap();
        assert!(row.contains("on Tuesday") && !row.contains("council"), "{row}");
    }
}

#[test]
fn claims_are_merged_with_the_next_one_reworded_and_rejected() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    let before = claims(&top);
    top.keys("<Tab><Tab><Tab>gM");
    let merged = claims(&top);
    assert_eq!(merged.len() + 1, before.len(), "{}", top.text());
    assert!(merged[0].starts_with(&before[0]) && merged[0].ends_with(&before[1]), "{merged:?}");
    assert!(top.text().contains("from your merge, not judged yet"), "{}", top.text());
    let label = |top: &TestWorkbench| top.open_case().labels(List::Claims).next().unwrap().1.clone();
    let one = label(&top);
    assert!(one.by == Provenance::Engine && one.p.is_some_and(|p| p < 1.0), "nobody judged it: {one:?}");
    top.keys("r");
    for _ in 0..merged[0].len() {
        top.keys("<Backspace>");
    }
    top.keys("The budget was approved.<Enter>");
    assert_eq!(claims(&top)[0], "The budget was approved.");
    assert_eq!(label(&top).by, Provenance::Engine, "nor that");
    top.keys("<Down>d");
    assert_eq!(claims(&top).len(), before.len() - 2, "{}", top.text());
    assert!(top.text().contains("rejected by you"), "{}", top.text());
    assert_eq!(desk.names(), ["merge", "reword", "reject"]);
    assert_eq!(desk.field("merge", "before").as_array().unwrap().len(), 2);
    let of = desk.field("merge", "after")[0]["id"].clone();
    assert_eq!(desk.field("reword", "before")[0]["id"], of);
    assert_eq!(desk.field("reject", "before")[0]["id"], "claims/2");
    drop(top);
    let mut again = desk.open();
    assert_eq!(claims(&again), ["The budget was approved."]);
    assert_eq!(label(&again).by, Provenance::Engine, "{}", again.text());
    // The panel of labels has the focus again.
    again.keys("Gx");
    assert_eq!(claims(&again).len(), 2, "{}", again.text());
    again.keys("gx");
    assert_eq!(claims(&again)[0], merged[0], "{}", again.text());
    again.keys("gx");
    assert_eq!(claims(&again), before, "{}", again.text());
    assert_eq!(desk.names()[3..], ["restore", "restore", "restore"]);
    again.keys("GM");
    assert!(again.text().contains("no claim after this one"), "{}", again.text());
    drop(again);
    assert_eq!(claims(&desk.open()), before);
}

#[test]
fn units_are_added_on_the_selected_words() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    let before = claims(&top).len();
    top.keys("a");
    assert!(top.text().contains("select the words"), "{}", top.text());
    top.keys("<C-Home><C-S-Right><C-S-Right>");
    let words = top.open_case().summary.selected().unwrap().to_owned();
    top.keys("acp");
    let added = labels(&top, List::Claims).pop().unwrap();
    assert_eq!((labels(&top, List::Claims).len(), &added.text), (before + 1, &words), "{}", top.text());
    assert_eq!((added.word, added.proposed), (Some(LabelValue::Partial), None));
    assert!(top.text().contains("engine: - "), "{}", top.text());
    assert_eq!(desk.field("add", "after")[0]["label"], "partial");
    // A question asks for its text and its answer, with the mouse.
    top.keys("<Tab><Tab><C-Home><C-S-Right><C-S-Right>a");
    let (column, row) = top.find("claim question");
    top.click(column, row);
    top.keys("Who approved?<Enter>");
    assert!(top.text().contains("Its answer"), "{}", top.text());
    top.keys("<Enter>");
    let (column, row) = top.find("▸ c  correct");
    top.click(column + 5, row);
    let asked = labels(&top, List::ClaimQags).pop().unwrap();
    assert_eq!((asked.text.as_str(), asked.answer.as_deref()), ("Who approved?", Some(words.trim())));
    assert_eq!(desk.field("add", "after")[0]["question"], "Who approved?");
    drop(top);
    let mut again = desk.open();
    assert_eq!(labels(&again, List::ClaimQags).pop().unwrap().text, "Who approved?");
    assert_eq!(claims(&again).pop().unwrap(), words);
    again.keys("zz");
    assert_eq!(claims(&again).len(), before);
    assert_eq!(desk.names(), ["add", "add", "undo", "undo"]);
}

#[test]
fn a_deviation_takes_its_kind_and_its_severity() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    let before = labels(&top, List::Deviations).len();
    top.keys("<C-Home><C-S-Right><C-S-Right>ad");
    assert!(top.text().contains("is one of"), "{}", top.text());
    top.keys("f<Enter>");
    let deviations = labels(&top, List::Deviations);
    assert_eq!(deviations.len(), before + 1, "{}", top.text());
    assert_eq!(desk.field("add", "after")[0]["kind"], "focus");
}

#[test]
fn unsupported_wording_offers_to_relabel_its_claim_in_the_same_step() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    top.keys("<C-Home><C-S-Right><C-S-Right>m");
    assert!(top.text().contains("Claim 1, which has these words, is"), "{}", top.text());
    top.keys("u");
    assert_eq!(labels(&top, List::Claims)[0].word, Some(LabelValue::Unsupported), "{}", top.text());
    assert_eq!(labels(&top, List::Extraneous).len(), 1);
    let mut names = desk.names();
    names.sort();
    assert_eq!(names, ["add", "override"]);
    top.keys("z");
    assert_eq!(labels(&top, List::Claims)[0].by, Provenance::Engine);
    assert!(labels(&top, List::Extraneous).is_empty(), "one step");
    // The claim may keep its label.
    top.keys("<Tab><Tab><C-Home><C-S-Right>mk");
    assert_eq!(labels(&top, List::Claims)[0].by, Provenance::Engine, "{}", top.text());
    let marked = labels(&top, List::Extraneous);
    drop(top);
    let again = desk.open();
    let there = labels(&again, List::Extraneous);
    assert_eq!((there.len(), &there[0].text), (1, &marked[0].text), "its words are shown");
}

/// Describes a label without details that only one side has.
fn told(list: List, label: &Label) -> String {
    let Label { text, answer, kind, word, article, summary, by, proposed, .. } = label;
    let by = match by {
        Provenance::Engine => "engine",
        Provenance::Person(name) => name,
    };
    format!("{list:?} {text:?} {answer:?} {kind:?} {word:?} {article:?} {summary:?} {by} {proposed:?}")
}

const LISTS: [List; 6] =
    [List::KeyPoints, List::CoverageQags, List::Claims, List::ClaimQags, List::Deviations, List::Extraneous];

/// Returns the labels on the screen, and those of the session's state.
fn both(desk: &Desk, top: &TestWorkbench) -> (Vec<String>, Vec<String>) {
    let shown = &top.open_case().shown.as_ref().unwrap().labels;
    let store = Store::open(&desk.session()).unwrap();
    let mut recorder = Recorder::new(store, Some("ann".to_owned()), Analyst::new(Embedding::default()));
    let kept = recorder.folded("case-1", "ann").unwrap().state().labels();
    let all = |labels: &Labels| {
        let of = |list: &List| {
            let labels = labels.get(*list).unwrap_or_default().iter();
            // A finding removed by a decision is absent from the screen, and "no" in the session.
            let struck = |label: &&Label| {
                list.is_finding() && label.word == Some(LabelValue::No) && label.by == Provenance::Engine
            };
            labels.filter(|label| !struck(label)).map(|label| told(*list, label)).collect::<Vec<_>>()
        };
        let mut all: Vec<String> = LISTS.iter().flat_map(of).collect();
        all.sort();
        all
    };
    (all(shown), all(&kept))
}

/// Returns the keys of a possible action, with the panel in which it works.
fn deed(dice: &mut Dice) -> (Panel, String) {
    let row = format!("g{}", "j".repeat(dice.below(4)));
    let list = "]".repeat(dice.below(5));
    let on_label = |keys: &str| (Panel::Labels, format!("{list}{row}{keys}<Esc>"));
    let select =
        format!("<C-Home>{}{}", "<C-Right>".repeat(dice.below(12)), "<C-S-Right>".repeat(1 + dice.below(4)));
    let on_words = |panel: Panel, keys: &str| (panel, format!("{select}{keys}<Esc><Esc>"));
    match dice.below(20) {
        0 => on_label("u"),
        1 => on_label("p"),
        2 => on_label("s"),
        3 => on_label("c"),
        4 | 5 => on_label("d"),
        6 | 7 => on_label("x"),
        8 | 9 => on_label(&format!("S{}<Enter>", "<Right>".repeat(dice.below(4)))),
        10 => on_label("M"),
        11 => on_label("r again<Enter>"),
        12 => on_words(Panel::Summary, dice.pick(&["acs", "acu", "adm<Enter>", "alWho?<Enter><Enter>c"])),
        13 => on_words(Panel::Article, dice.pick(&["akf", "akn", "aaWho?<Enter><Enter>w"])),
        14 => on_words(Panel::Summary, dice.pick(&["mu", "mk", "m"])),
        15 => (Panel::Labels, dice.pick(&["z", "zz", "zzz"]).to_owned()),
        16 => (Panel::Labels, "y".to_owned()),
        17 => (Panel::Labels, "A".to_owned()),
        _ => {
            let place = "<C-Right>".repeat(dice.below(20));
            let typed = dice.pick(&["again ", "<Backspace><Backspace>", "99 ", "<Enter>"]);
            (Panel::Summary, format!("<C-Home>e{place}{typed}<Esc>"))
        }
    }
}

#[test]
fn whatever_is_done_the_screen_and_the_session_agree() {
    for seed in 0..8 {
        let desk = Desk::new(1);
        let mut top = desk.open();
        let mut dice = Dice::new(seed);
        let mut done: Vec<String> = Vec::new();
        for step in 0..16 {
            let (panel, keys) = deed(&mut dice);
            while top.work.app.state.focus != panel {
                top.keys("<Tab>");
            }
            top.keys(&keys);
            done.push(keys);
            let (shown, kept) = both(&desk, &top);
            assert_eq!(shown, kept, "seed {seed}, step {step}: {done:?}");
            assert!(!top.text().contains("not saved"), "seed {seed}, {done:?}: {}", top.text());
            if dice.percent(12) {
                drop(top);
                top = desk.open();
                done.push("opened again".to_owned());
                assert_eq!(both(&desk, &top), (shown, kept), "seed {seed}, step {step}: {done:?}");
            }
        }
        for _ in 0..200 {
            top.keys("z");
        }
        let (shown, kept) = both(&desk, &top);
        assert_eq!(shown, kept, "seed {seed}, all taken back: {done:?}");
        assert_eq!(*decisions(&top), Decisions::default(), "seed {seed}: {done:?}");
        assert_eq!(top.open_case().summary.as_str(), SUMMARY, "seed {seed}: {done:?}");
    }
}

#[test]
fn a_read_only_session_refuses_politely() {
    let desk = Desk::new(1);
    let first = desk.open();
    let mut second = desk.open();
    let selects = "<Tab><Tab><C-Home><C-S-Right>";
    let keys = ["A", "F", "V", "C", "<Tab><Tab><Tab>gd", "S", "M", "r", &format!("{selects}a"), "m", "M"];
    for keys in keys {
        second.keys(keys);
        assert!(second.text().contains("read-only: "), "{keys}: {}", second.text());
        assert!(!second.work.app.is_covered(), "{keys}");
        assert_eq!(*decisions(&second), Decisions::default(), "{keys}");
    }
    drop((first, second));
    assert!(desk.names().is_empty());
}

/// The session refuses a decision on a claim that was rejected in it meanwhile.
#[test]
fn what_the_session_refuses_is_never_called_saved() {
    let desk = Desk::new(1);
    let mut top = desk.open();
    let says = |top: &TestWorkbench, words: &str| {
        assert!(top.rows()[0].contains(words), "{words}\n{}", top.text());
    };
    let claim = |index| LabelId { list: List::Claims, index };
    let decide = |top: &mut TestWorkbench, index| {
        top.work.app.state.select(claim(index));
        top.keys("u");
    };
    top.keys("<Tab><Tab><Tab>");
    decide(&mut top, 1);
    says(&top, " saved");
    let event =
        r#"{"case": "case-1", "by": "ann", "event": "reject", "list": "claims", "before": ["claims/0"]}"#;
    let event = EventDraft::read(OrderedObject::read(event).unwrap()).unwrap();
    let store = Store::open(&desk.session()).unwrap();
    let recorded =
        Recorder::new(store, None, Analyst::new(Embedding::default())).record(vec![event]).unwrap();
    assert!(recorded[0].is_ok(), "{recorded:?}");
    let known = desk.names();
    decide(&mut top, 0);
    assert_eq!(desk.names(), known, "it is refused");
    says(&top, "NOT SAVED");
    assert!(top.text().contains("NOT SAVED: the session has no claim \"The council"), "{}", top.text());
    // What is done afterwards is saved; this is still not.
    decide(&mut top, 2);
    assert_eq!(desk.names().len(), known.len() + 1);
    says(&top, "NOT SAVED");
    // To try again does not help, so it is not offered.
    assert_eq!(top.keys("q"), Flow::On);
    let text = top.text();
    assert!(text.contains("the session has no claim") && text.contains("discard and quit"), "{text}");
    assert!(!text.contains("try again"), "{text}");
    // Once the decision is undone, the screen shows what the session has.
    top.keys("<Esc>zz");
    says(&top, " saved");
    top.keys("y");
    says(&top, "NOT SAVED");
}
