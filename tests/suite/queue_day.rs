//! Tests a day's work on the queue: what a reviewer does with many cases in sequence.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use lockbench::annotations::Gathering;
use lockbench::embedding::Embedding;
use lockbench::engine::Selection;
use lockbench::labels::overrides::Care;
use lockbench::labels::{Label, LabelId, LabelValue, List, Provenance};
use lockbench::rubric::Readings;
use lockbench::tui::keymap::Context;
use lockbench::tui::state::Panel;

use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, case_file, queue};

/// A summary whose second claim is true only in its first half.
const HALF: &str = "The council approved the new budget on Tuesday. The budget raises spending on schools by 12 percent \
    after terrorists kidnapped nineteen astronauts.";

fn claims(top: &TestWorkbench) -> Vec<Label> {
    top.open_case().labels(List::Claims).map(|(_, label)| label.clone()).collect()
}

#[test]
fn the_halves_of_a_split_claim_are_analysed_by_themselves_and_left_open() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 1, HALF), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&queue), &session, "ann");
    let at = claims(&top).iter().position(|claim| claim.text.contains("12 percent")).unwrap();
    assert_eq!(claims(&top)[at].word, Some(LabelValue::Unsupported), "{:?}", claims(&top)[at]);
    top.keys("<Tab><Tab><Tab>g");
    top.keys(&"j".repeat(at));
    top.keys("S");
    while !top.text().contains("│after terrorists") {
        top.keys("<Right>");
    }
    top.keys("<Enter>");
    let halves = |top: &TestWorkbench| -> Vec<(Option<LabelValue>, Provenance)> {
        claims(top)[at..at + 2].iter().map(|label| (label.word, label.by.clone())).collect()
    };
    let open = [LabelValue::Supported, LabelValue::Unsupported].map(|word| (Some(word), Provenance::Engine));
    assert_eq!(halves(&top), open, "{}", top.text());
    assert!(top.text().contains("from your split, not judged yet"), "{}", top.text());
    drop(top);
    let mut again = TestWorkbench::kept(&[queue], &session, "ann");
    assert_eq!(halves(&again), open, "the session has the same");
    again.keys("z");
    assert!(claims(&again)[at].text.ends_with("astronauts"), "{}", again.text());
}

#[test]
fn the_line_at_the_top_and_the_readings_count_the_same_unclear_rules() {
    for (at, case) in [SUMMARY, HALF, "The council approved the new budget."].into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, case)], 120, 40);
        for key in ["1", "2", "3", "5"] {
            top.keys(&format!("{key}R"));
            let rules = top.report().disputed_rules().len();
            let marked = top.rows().iter().filter(|row| row.contains("changes the verdict")).count();
            let head = top.rows()[0].clone();
            assert_eq!(marked, rules, "case {at}, rubric {key}: {}", top.text());
            assert_eq!(head.contains("unclear rule"), rules > 0, "{head}");
            top.keys("<Esc>");
        }
    }
}

#[test]
fn comparing_shows_the_older_verdict_with_its_score() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    let verdict = top.report().verdict.clone();
    let then = format!("{} {}", verdict.decision.as_str(), verdict.score.unwrap().shown());
    top.keys("<Tab>e<C-End> Penguins danced.<Esc>B");
    let row = top.rows().into_iter().find(|row| row.contains(" verdict ")).unwrap();
    assert!(row.contains(&then), "{then}: {row}");
}

/// Returns how many labels of the first case were judged, seen and accepted unseen, according to the
/// table.
fn counted(top: &TestWorkbench) -> [u32; 3] {
    let digest =
        top.work.app.state.table.row(0).and_then(|row| row.digest.clone()).expect("it was looked at");
    [digest.mine, digest.seen, digest.accepted]
}

#[test]
fn what_was_judged_is_told_from_what_was_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 2, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[queue], &session, "ann");
    let all = top.open_case().report().unwrap().labels.len();
    top.keys("<Tab><Tab><Tab>gssAQ");
    let [judged, seen, accepted] = counted(&top);
    assert_eq!((judged, (seen + accepted) as usize + 1), (1, all), "{}", top.text());
    assert!(top.text().contains("By me"), "{}", top.text());
    drop(top);
    let units = |least| {
        let selection = Selection::shipped(&["judge-lock"], Readings::default());
        let mut gathering =
            Gathering::new(true, selection, rustc_hash::FxHashMap::default()).with_least(least);
        gathering.read(&session, &Embedding::Shipped).unwrap();
        let (gathered, ..) = gathering.finish().unwrap();
        let given = &gathered.annotations;
        let ann = given.annotators.iter().position(|name| name == "ann");
        let own = given.cases.iter().filter_map(|case| case.by.get(ann?)?.as_ref());
        own.flat_map(|by| by.lists.values()).map(Vec::len).sum::<usize>()
    };
    assert_eq!(units(Care::Judged), 1);
    assert!(units(Care::Accepted) > 5);
}

#[test]
fn one_line_says_what_decides_and_leads_there_at_every_size() {
    for (columns, rows) in [(60, 16), (80, 24), (120, 40), (200, 50)] {
        let folder = tempfile::tempdir().unwrap();
        let summary = SUMMARY.replace("approved", "rejected");
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, &summary)], columns, rows);
        for panels in 0..5 {
            let line = top.rows()[1].clone();
            assert!(line.starts_with(" FAIL because claim 1 is unsupported  !"), "{columns}: {line}");
            top.keys("<Tab>");
            assert!(panels < 5);
        }
        top.keys("!");
        let label = top.work.app.state.label().unwrap();
        assert_eq!((label.list, label.index), (List::Claims, 0), "{}", top.text());
        if columns >= 80 {
            assert!(top.rows()[1].contains("can change it"), "{}", top.rows()[1]);
            let text = top.text();
            assert!(text.contains("Unsupported claim 1: Coverage, Relevance at most 3"), "{text}");
            assert!(!text.contains("extraneous_claim"), "{text}");
        }
    }
}

#[test]
fn the_labels_that_can_change_the_verdict_are_those_that_do() {
    let folder = tempfile::tempdir().unwrap();
    let summary = SUMMARY.replace("approved", "rejected");
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, &summary)], 120, 40);
    let open = top.work.app.state.open_labels().expect("they are known");
    let before = top.report().verdict.decision;
    let all = top.open_case().report().unwrap().labels.len();
    assert!(!open.is_empty() && open.len() < all, "{open:?} of {all}");
    // A single unsupported claim is enough to fail it.
    let claim = lockbench::labels::LabelId { list: List::Claims, index: 0 };
    assert!(open.contains(&claim), "{open:?}");
    top.work.app.state.go_to(claim);
    top.keys("s");
    assert_ne!(top.report().verdict.decision, before);
    let now = top.work.app.state.open_labels().unwrap();
    assert!(!now.contains(&claim), "what was judged is not left: {now:?}");
}

#[test]
fn what_decides_a_verdict_is_left_to_be_judged_where_no_few_changes_turn_it() {
    let folder = tempfile::tempdir().unwrap();
    let summary = "Terrorists kidnapped nineteen astronauts from a circus near Lisbon.";
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, summary)], 120, 40);
    let claim = lockbench::labels::LabelId { list: List::Claims, index: 0 };
    let verdict = top.report().verdict.clone();
    assert!(verdict.flips.iter().any(|flip| matches!(flip.reach, lockbench::report::Reach::Beyond(_))));
    assert_eq!(top.work.app.state.open_labels().unwrap(), [claim], "{}", top.text());
    assert!(top.rows()[1].contains("1 label can change it"), "{}", top.rows()[1]);
    top.work.app.state.go_to(claim);
    top.keys("u");
    assert!(top.rows()[1].contains("no label left can change it"), "{}", top.rows()[1]);
}

#[test]
fn claim_by_claim_one_key_decides_and_goes_on() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let folder = tempfile::tempdir().unwrap();
        let summary = "The council rejected the new budget on Friday, by 9 votes to 2. Work on the new school in \
            Northfield begins in May.";
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, summary)], columns, rows);
        top.keys(";");
        let focus = |top: &TestWorkbench| top.work.app.state.label().unwrap();
        let first = focus(&top);
        assert!(top.work.app.state.open_labels().unwrap().contains(&first), "{}", top.text());
        assert!(top.text().contains(" judged · ") && top.text().contains("sentence "), "{}", top.text());
        assert!(top.text().contains("March"), "what the article says is in sight: {}", top.text());
        // A letter decides and moves on; the label counts as judged.
        let open = top.work.app.state.open_labels().unwrap();
        top.keys("<Enter>");
        assert!(top.open_case().is_judged(first), "{}", top.text());
        if open.len() > 1 {
            assert_ne!(focus(&top), first, "{}", top.text());
            // `x` would apply to the label that is now in focus.
            let message = top.rows().split_off(usize::from(rows) - 2).join(" ");
            assert!(message.contains("(z undoes") && !message.contains("x or z"), "{message}");
        }
        // Digits are reserved for labels here, and do not switch the rubric.
        let rubric = top.work.app.state.rubric;
        top.keys("g");
        let start = focus(&top);
        top.keys("3j");
        let third = focus(&top);
        assert_eq!(top.work.app.state.rubric, rubric);
        top.keys("3k");
        assert_eq!(focus(&top), start);
        top.keys("G''");
        assert_eq!(focus(&top), start, "back to where one was");
        top.keys("3jaxx");
        assert_eq!(focus(&top), third);
        // Without moving on, the focus stays after a decision; one key repeats the decision.
        let words = third.list.spec().words;
        let steps = top.open_case().decisions.overrides.len();
        top.keys("<Enter>j.");
        let done = top.open_case().decisions.overrides.len() - steps;
        assert!(done >= 1 && words.len() > 1, "{}", top.text());
        top.keys("<A-1>");
        assert_eq!(top.work.app.state.rubric, 0, "{}", top.text());
        top.keys(";");
        assert!(!top.work.app.is_covered());
    }
}

#[test]
fn one_key_says_the_same_of_the_same_words_in_all_rubrics() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    let words = |top: &TestWorkbench| -> Vec<Option<LabelValue>> {
        let of = |list| lockbench::labels::LabelId { list, index: 0 };
        [List::Claims, List::Facts].map(|list| top.open_case().find(of(list)).unwrap().word).to_vec()
    };
    assert_eq!(words(&top), [Some(LabelValue::Supported), Some(LabelValue::Yes)], "{}", top.text());
    top.work.app.state.go_to(lockbench::labels::LabelId { list: List::Claims, index: 0 });
    // The decision moves on to the next label; the key applies to the decided one.
    top.keys(";gu");
    assert!(top.text().contains("^ says so in every rubric"), "{}", top.text());
    top.keys("^");
    assert!(top.text().contains("at once"), "{}", top.text());
    top.keys("<Enter>");
    assert_eq!(words(&top), [Some(LabelValue::Unsupported), Some(LabelValue::No)], "{}", top.text());
    top.keys("z");
    assert_eq!(words(&top), [Some(LabelValue::Unsupported), Some(LabelValue::Yes)], "{}", top.text());
}

#[test]
fn a_summary_is_edited_from_the_view_of_one_claim() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = SUMMARY.replace("approved", "rejected");
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, &wrong)], 120, 40);
    top.keys(";!");
    let label = top.open_case().label;
    top.keys("e");
    assert!(top.text().contains("EDITING"), "{}", top.text());
    // The cursor is at the word that differs.
    top.keys(&"<Del>".repeat("rejected".len()));
    top.keys("approved<Esc>");
    assert_eq!(top.open_case().texts().summary, SUMMARY, "{}", top.text());
    let claim_by_claim = |top: &TestWorkbench| top.work.app.state.context == Context::LabelByLabel;
    assert!(claim_by_claim(&top), "back where the edit was begun: {}", top.text());
    assert_eq!(top.open_case().label, label, "{}", top.text());
    // An edit started from the panels returns to them.
    top.keys(";e<Esc>");
    assert!(!claim_by_claim(&top), "{}", top.text());
    assert!(!top.rows()[1].contains("claim 1 is unsupported"), "{}", top.rows()[1]);
    // From the panel of labels too.
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, &wrong)], 120, 40);
    top.keys("!e");
    assert_eq!(top.open_case().summary.cursor(), wrong.find("rejected").unwrap(), "{}", top.text());
}

#[test]
fn what_it_would_take_names_the_person_whose_label_would_change() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    top.keys("<Tab><Tab><Tab>gu");
    assert_eq!(top.open_case().decisions.overrides.len(), 1, "{}", top.text());
    top.keys("W");
    assert!(top.text().contains("you: unsupported; engine: supported, "), "{}", top.text());
}

#[test]
fn a_key_that_does_nothing_says_so_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    top.keys("`");
    assert!(top.text().contains("` does nothing here"), "{}", top.text());
    top.keys("`");
    assert!(!top.text().contains("does nothing here"), "{}", top.text());
    // A key of another panel reports where it works.
    top.keys("<Tab><Tab><Tab>a");
    assert!(top.text().contains("a does nothing here, but in a text: Tab goes there"), "{}", top.text());
}

#[test]
fn undo_goes_back_across_cases_and_says_what_it_undid() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 3, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[queue], &session, "ann");
    top.keys("A<Tab><Tab><Tab>guF>");
    assert_eq!(top.work.app.state.at, 2);
    for (message, at) in
        [("undo: flag, case-2", 1), ("undo: claim unsupported, case-2", 1), ("undo: accept, case-1", 0)]
    {
        top.keys("z");
        assert!(top.text().contains(message), "{message}\n{}", top.text());
        assert_eq!(top.work.app.state.at, at);
    }
    assert_eq!(top.open_case().verdict(), None);
    top.keys("z");
    assert!(top.text().contains("nothing to undo"), "{}", top.text());
    for (message, at) in [("redo: accept, case-1", 0), ("redo: claim unsupported, case-2", 1)] {
        top.keys("y");
        assert!(top.text().contains(message), "{message}\n{}", top.text());
        assert_eq!(top.work.app.state.at, at);
    }
    assert!(top.work.app.state.open_cases[&0].verdict().is_some());
}

#[test]
fn undo_goes_back_to_the_label_that_was_decided() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[queue], &session, "ann");
    top.keys(";");
    let decided: Vec<_> = (0..2)
        .map(|_| {
            let label = top.open_case().label;
            top.keys("u");
            label
        })
        .collect();
    assert_ne!(decided[0], decided[1], "a decision goes on to another label");
    for label in decided.into_iter().rev() {
        top.keys("z");
        assert_eq!(top.open_case().label, label, "{}", top.text());
    }
}

/// A rejected label is absent from its list until the undo is scored, and the next one has its number.
#[test]
fn undo_of_a_rejection_shows_the_label_that_it_restored() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&queue), &session, "ann");
    let claims = top.open_case().labels(List::Claims).count();
    assert!(claims > 1, "{}", top.text());
    for (keys, index) in [("gd]", 0), ("Gd]", claims - 1), ("gd", 0)] {
        top.work.app.state.show_list(List::Claims);
        top.work.app.state.focus = Panel::Labels;
        top.keys(&format!("{keys}z"));
        assert!(top.text().contains("undo: claim rejected"), "{}", top.text());
        let (list, label) = (top.open_case().list, top.open_case().label);
        assert_eq!((list, label), (List::Claims, Some(LabelId { list: List::Claims, index })), "{keys}");
    }
    // The same if the workbench was closed in between.
    top.work.app.state.show_list(List::Claims);
    top.keys("Gd");
    drop(top);
    let mut again = TestWorkbench::kept(&[queue], &session, "ann");
    again.work.app.state.show_list(List::KeyPoints);
    again.keys("z");
    assert!(again.text().contains("undo: claim rejected"), "{}", again.text());
    assert_eq!(again.open_case().label, Some(LabelId { list: List::Claims, index: claims - 1 }));
}

#[test]
fn the_same_decision_once_more_is_no_step() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[queue], &session, "ann");
    top.keys("<Tab><Tab><Tab>gu");
    top.work.app.state.open_case_mut().unwrap().decisions.overrides[0].at -= 5;
    top.keys("uz");
    assert!(top.text().contains("undo: claim unsupported"), "{}", top.text());
    assert!(top.open_case().decisions.overrides.is_empty(), "{}", top.text());
}

#[test]
fn a_verdict_of_ones_own_goes_on_to_the_next_case() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 2, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[queue], &session, "ann");
    top.keys("Vf<Enter>");
    assert_eq!(top.work.app.state.at, 1, "{}", top.text());
    assert!(top.text().contains("case-1 you: FAIL"), "{}", top.text());
}

#[test]
fn marked_labels_are_set_at_once_after_a_preview() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[queue], &session, "ann");
    let before = top.open_case().report().unwrap().verdict.clone();
    top.keys("<Tab><Tab><Tab>gvvu");
    let text = top.text();
    assert!(text.contains("Set 2 labels at once") && text.contains("supported → unsupported"), "{text}");
    assert!(
        text.contains(&format!("now {}", before.decision.as_str())) && !text.contains("scoring …"),
        "{text}"
    );
    assert!(top.open_case().decisions.overrides.is_empty(), "nothing is done before one says so");
    top.keys("<Esc>u<Enter>");
    let words: Vec<_> = claims(&top).iter().take(2).map(|claim| claim.word).collect();
    assert_eq!(words, [Some(LabelValue::Unsupported); 2], "{}", top.text());
    top.keys("z");
    assert!(top.open_case().decisions.overrides.is_empty(), "one undo takes all of it back");
    // Enter confirms the marked labels.
    top.keys("gvv<Enter><Enter>");
    assert_eq!(top.open_case().decisions.overrides.len(), 2, "{}", top.text());
    assert_eq!(top.open_case().report().unwrap().verdict.decision, before.decision);
}

#[test]
fn marked_cases_are_accepted_at_once_and_given_back_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.jsonl");
    let wrong = SUMMARY.replace("approved", "rejected");
    let line = |(at, summary): (usize, &str)| {
        serde_json::json!({"id": format!("case-{at}"), "article": ARTICLE, "summary": summary}).to_string()
            + "\n"
    };
    fs::write(&path, [SUMMARY, &*wrong, SUMMARY].into_iter().enumerate().map(line).collect::<String>())
        .unwrap();
    let session = folder.path().join("s.db");
    let mut top = TestWorkbench::kept(&[path], &session, "ann");
    top.keys("Qgvvb");
    let text = top.text();
    assert!(text.contains("2 cases marked") && text.contains("FAIL"), "each with its verdict: {text}");
    top.keys("a");
    assert!(top.text().contains("Accept 2 cases?"), "{}", top.text());
    top.keys("y");
    let verdicts = |top: &TestWorkbench| -> Vec<_> {
        (0..3).map(|at| top.work.app.state.table.row(at).unwrap().verdict.map(|one| one.as_str())).collect()
    };
    let [first, second, third] = verdicts(&top)[..] else { panic!() };
    assert_eq!((first.is_some(), second, third), (true, Some("FAIL"), None), "{}", top.text());
    top.keys("z");
    assert_eq!(verdicts(&top), [None; 3], "{}", top.text());
}

/// A bulk step accepts what `A` accepts: the labels that the rubric reads.
#[test]
fn a_bulk_step_accepts_no_label_of_another_rubric_and_is_undone_at_once_after_a_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 3, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&queue), &session, "ann");
    let lists = |top: &TestWorkbench| -> BTreeSet<List> {
        top.open_case().decisions.overrides.iter().map(|one| one.list).collect()
    };
    top.keys("A<");
    let alone = (lists(&top), top.open_case().decisions.overrides.len());
    top.keys("QGvkvbay<Esc>>");
    assert_eq!((lists(&top), top.open_case().decisions.overrides.len()), alone, "{}", top.text());
    drop(top);
    let mut again = TestWorkbench::kept(&[queue], &session, "ann");
    let decided = |top: &TestWorkbench| -> Vec<bool> {
        (0..3).map(|at| top.work.app.state.table.row(at).unwrap().verdict.is_some()).collect()
    };
    again.keys("<<z");
    assert_eq!(decided(&again), [true; 3], "the case is shown first: {}", again.text());
    assert!(again.text().contains("a step on 2 cases at once"), "{}", again.text());
    again.keys("z");
    assert_eq!(decided(&again), [true, false, false], "{}", again.text());
    again.keys("y");
    assert_eq!(decided(&again), [true; 3], "{}", again.text());
    again.keys("zzz");
    assert_eq!(decided(&again), [false; 3], "{}", again.text());
    assert!(again.text().contains("undo: accept"), "{}", again.text());
}

/// What is redone after a reopening is undone before older changes.
#[test]
fn undo_takes_back_what_was_redone_after_a_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 2, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&queue), &session, "ann");
    top.keys("F>Fz");
    drop(top);
    let mut again = TestWorkbench::kept(&[queue], &session, "ann");
    let flagged = |top: &TestWorkbench| top.open_case().decisions.flagged;
    again.keys("y");
    assert_eq!((again.work.app.state.at, flagged(&again)), (1, true), "{}", again.text());
    again.keys("<z");
    assert_eq!((again.work.app.state.at, flagged(&again)), (1, false), "{}", again.text());
}

#[test]
fn no_edit_is_offered_against_a_label_that_a_person_set_or_that_changes_no_score() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = SUMMARY.replace("approved", "rejected");
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, &wrong)], 120, 40);
    let offered = |top: &mut TestWorkbench| -> usize {
        top.keys("W");
        let trials = top.open_case().trials().expect("they were tried");
        let before = top.report().verdict.decision;
        for (edit, outcome) in &trials.edits {
            let outcome = outcome.as_ref().expect("each was tried");
            assert!(outcome.decision <= before, "{edit:?}: {outcome:?}");
        }
        let count = trials.edits.len();
        top.keys("<Esc>");
        count
    };
    assert_eq!(offered(&mut top), 1, "{}", top.text());
    assert_eq!(top.open_case().opening().unwrap().trail.len(), 1, "nothing was changed");
    top.keys("<Tab><Tab><Tab>gs");
    assert_eq!(offered(&mut top), 0, "the claim is supported, as ann says: {}", top.text());
}

#[test]
fn undo_finds_the_last_change_after_the_workbench_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 3, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&queue), &session, "ann");
    top.keys("<Tab><Tab><Tab>gs");
    assert!(top.open_case().is_judged(top.work.app.state.label().unwrap()));
    top.keys(">A");
    let (first, second) = (0, 1);
    assert_eq!(top.work.app.state.at, 2, "accepted, and the next case is shown");
    drop(top);
    let mut again = TestWorkbench::kept(&[queue], &session, "ann");
    assert_eq!(again.work.app.state.at, 2);
    again.keys("z");
    assert_eq!(again.work.app.state.at, second);
    assert!(again.text().contains("the last change is on this case"), "{}", again.text());
    assert!(again.open_case().decisions.verdict.is_some());
    again.keys("z");
    assert!(again.open_case().decisions.verdict.is_none(), "{}", again.text());
    assert!(again.text().contains("undo: "), "{}", again.text());
    // Earlier changes are on the first case.
    again.keys("zz");
    assert_eq!(again.work.app.state.at, first);
    assert!(again.open_case().decisions.overrides.is_empty(), "{}", again.text());
    again.keys("z");
    assert!(again.text().contains("nothing to undo"), "{}", again.text());
    again.keys("y");
    assert_eq!((again.work.app.state.at, again.open_case().decisions.overrides.len()), (first, 1));
    again.keys("y");
    assert_eq!(again.work.app.state.at, second);
    assert!(again.open_case().decisions.verdict.is_some(), "{}", again.text());
}

#[test]
fn undo_after_a_reopening_keeps_the_order_across_cases() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (queue(folder.path(), 2, SUMMARY), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&queue), &session, "ann");
    // A change on the first case, one on the second, one on the first.
    top.keys("<Tab><Tab><Tab>gs>gp<F");
    assert!(top.open_case().decisions.flagged, "{}", top.text());
    drop(top);
    let mut again = TestWorkbench::kept(&[queue], &session, "ann");
    let at = |top: &TestWorkbench| top.work.app.state.at;
    assert_eq!(at(&again), 0);
    again.keys("z");
    assert_eq!((at(&again), again.open_case().decisions.flagged), (0, false), "{}", again.text());
    again.keys("z");
    assert_eq!((at(&again), again.open_case().decisions.overrides.len()), (1, 1), "{}", again.text());
    again.keys("zz");
    assert_eq!((at(&again), again.open_case().decisions.overrides.len()), (0, 1), "{}", again.text());
}

/// Pause after which typed text is written, for tests that type at full speed.
const REST: Duration = Duration::from_millis(40);

/// Types keys, each written before the next, or after a pause that writes all at once.
fn type_keys(top: &mut TestWorkbench, keys: &str, quiet: Duration) {
    if quiet.is_zero() {
        top.keys(keys)
    } else {
        top.rush_keys(keys)
    };
}

/// Typed text is undone word by word, and recorded as typed, in one piece or in many.
#[test]
fn an_edit_that_was_undone_is_redone_after_a_reopening_and_never_undone_again() {
    for quiet in [Duration::ZERO, REST] {
        let folder = tempfile::tempdir().unwrap();
        let (queue, session) = (queue(folder.path(), 1, SUMMARY), folder.path().join("s.db"));
        let open = || TestWorkbench::kept_after(std::slice::from_ref(&queue), &session, "ann", quiet);
        let summary = |top: &TestWorkbench| top.open_case().summary.as_str().to_owned();
        let hello = format!("Hello big {SUMMARY}");
        let mut top = open();
        type_keys(&mut top, "<Tab>e<C-Home>Hello big <Esc>", quiet);
        assert_eq!(summary(&top), hello);
        top.keys("zz");
        assert_eq!(summary(&top), SUMMARY);
        drop(top);

        let mut again = open();
        again.keys("z");
        assert!(again.text().contains("nothing to undo"), "{quiet:?} {}", again.text());
        let all = |top: &mut TestWorkbench, key: &str| _ = top.keys(&key.repeat(16));
        all(&mut again, "y");
        assert_eq!(summary(&again), hello, "{quiet:?}");
        type_keys(&mut again, "e<C-Home>Very <Esc>", quiet);
        all(&mut again, "z");
        assert_eq!(summary(&again), SUMMARY, "{quiet:?}");
        all(&mut again, "y");
        assert_eq!(summary(&again), format!("Very {hello}"), "{quiet:?}");
        again.keys("zz");
        drop(again);

        // A part of text typed in one piece is undone.
        let mut part = open();
        let before = summary(&part);
        part.keys("z");
        assert!(before.len() > summary(&part).len(), "{quiet:?} {before}");
        type_keys(&mut part, "ye<C-Home>One two <Esc>z", quiet);
        assert_eq!(summary(&part), format!("One {before}"), "{quiet:?}");
        drop(part);
        let mut last = open();
        assert_eq!(summary(&last), format!("One {before}"), "{quiet:?}");
        all(&mut last, "y");
        assert_eq!(summary(&last), format!("One two {before}"), "{quiet:?}");
        let back = (0..16).any(|_| {
            last.keys("z");
            summary(&last) == before
        });
        assert!(back, "{quiet:?} {}", summary(&last));
    }
}

/// Whether a text was written at each key or only at the end, `z` undoes the same steps before and after
/// reopening.
#[test]
fn undo_takes_the_same_steps_after_a_reopening() {
    let typed = [
        "e<C-Home>Alpha beta gamma <Esc>",
        "e<C-Home>Alpha bex<Backspace><Backspace>ta <Esc>",
        "e<C-Home>x<Backspace>Alpha <End> more<Left><Left>u<Esc>",
        "e<C-Home>Alpha <Esc><Tab>e<C-Home>Beta <Esc><Tab>egamma <Esc>",
        "e<C-Home>Alpha beta <Esc>zefirst second <Esc>",
        "e<C-Home>Alpha be<Esc>Feta gamma <Esc>",
    ];
    let texts = |top: &TestWorkbench| {
        let case = top.open_case();
        (case.article.as_str().to_owned(), case.summary.as_str().to_owned(), case.decisions.flagged)
    };
    let steps = |top: &mut TestWorkbench| -> Vec<_> {
        let mut seen = vec![texts(top)];
        for _ in 0..12 {
            top.keys("z");
            let now = texts(top);
            if *seen.last().unwrap() != now {
                seen.push(now);
            }
        }
        seen
    };
    for keys in typed {
        for quiet in [Duration::ZERO, REST] {
            let folder = tempfile::tempdir().unwrap();
            let queue = queue(folder.path(), 1, SUMMARY);
            let [here, later] = ["here.db", "later.db"].map(|name| folder.path().join(name));
            let open = |session: &Path| {
                TestWorkbench::kept_after(std::slice::from_ref(&queue), session, "ann", quiet)
            };
            let mut top = open(&here);
            type_keys(&mut top, &format!("<Tab>{keys}"), quiet);
            let before = steps(&mut top);
            drop(top);
            let mut top = open(&later);
            type_keys(&mut top, &format!("<Tab>{keys}"), quiet);
            drop(top);
            let after = steps(&mut open(&later));
            assert!(before.len() > 2, "{keys:?} {before:#?}");
            assert_eq!(after, before, "{keys:?}, written after a rest of {quiet:?}");
        }
    }
}

#[test]
fn a_message_that_is_too_long_for_the_line_is_shown_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 60, 16);
    top.keys("&");
    let rows = top.rows();
    assert!(
        rows[14].contains("nothing to adjudicate here")
            && rows[15].contains("opens what annotators differ on"),
        "{rows:#?}"
    );
    top.keys("j");
    assert!(!top.text().contains("nothing to adjudicate"), "{}", top.text());
}

/// If a decision makes other labels matter, or removes the label in focus, the view moves on once it is
/// scored.
#[test]
fn claim_by_claim_goes_on_to_what_a_decision_makes_matter() {
    let folder = tempfile::tempdir().unwrap();
    let article = "The Kessler Point ferry will not run until 4 May after an inspection found cracks in the pier. Harbour \
        master Ada Quist said repairs would cost about 40,000 pounds and take three weeks. Around 120 commuters use the \
        ferry each day. The council has hired two buses to carry them over the bridge until the pier is open again.";
    let summary = "The Kessler Point ferry will not run until 4 May because of cracks in the pier. Repairs will cost about \
        40,000 pounds. The council has hired three buses for commuters.";
    let mut top = TestWorkbench::open(&[case_file(folder.path(), article, summary)], 120, 40);
    top.keys(";");
    let first = top.work.app.state.label().unwrap();
    assert_eq!(top.work.app.state.open_labels().unwrap(), [first], "{}", top.text());
    top.keys("p");
    let open = top.work.app.state.open_labels().unwrap();
    assert!(open.contains(&top.work.app.state.label().unwrap()), "{open:?}: {}", top.text());
    assert!(!top.text().contains("no label left can change the verdict"), "{}", top.text());
    let queue = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/queue.jsonl");
    let cases = fs::read_to_string(queue).unwrap().lines().count();
    let mut top = TestWorkbench::open(&[queue.into()], 120, 40);
    for _ in 0..cases {
        top.keys(";s");
        let label = top.work.app.state.label().and_then(|id| top.open_case().get(id));
        assert!(label.is_some(), "{}", top.text());
        top.keys("<Esc>>");
    }
}
