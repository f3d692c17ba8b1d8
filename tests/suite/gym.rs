//! Tests the gym, and stepping through the arithmetic, in the workbench.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use lockbench::gym::UNSPOILT;
use lockbench::prediction::{PredictedValue, PredictionTarget, Spoilt, truth};
use lockbench::tui::guide::Guide;
use lockbench::tui::keymap::Context;
use lockbench::tui::msg::Message;
use lockbench::tui::state::Hidden;
use lockbench::tui::training::GymState;
use serde_json::Value;

use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, case_file};

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 16)];

fn gym(progress: Option<&Path>, (columns, rows): (u16, u16)) -> TestWorkbench {
    TestWorkbench::gym(progress, columns, rows)
}

fn training(top: &TestWorkbench) -> &GymState {
    match &top.work.app.state.guide {
        Some(Guide::Gym(gym)) => gym,
        other => panic!("{other:?}"),
    }
}

/// Answers the questions on the screen correctly, or with the first wrong answer.
fn answer(top: &mut TestWorkbench, rightly: bool) {
    answer_some(top, rightly, 0..usize::MAX);
}

fn answer_some(top: &mut TestWorkbench, rightly: bool, which: Range<usize>) {
    let questions = training(top).questions.clone();
    let report = Arc::clone(top.open_case().report().unwrap());
    for row in questions.rows.iter().take(which.end).skip(which.start) {
        let truth = truth(&row.asked, &report).unwrap();
        let keys = match (truth, rightly) {
            (PredictedValue::Score(score), true) => score.shown() + "<Enter>",
            (PredictedValue::Score(score), false) => {
                if score.shown().starts_with('1') { "5<Enter>" } else { "1<Enter>" }.to_owned()
            }
            (PredictedValue::Verdict(decision), true) => decision.as_str()[..1].to_lowercase(),
            (PredictedValue::Verdict(decision), false) => {
                if decision.as_str() == "PASS" { "f" } else { "p" }.to_owned()
            }
            (PredictedValue::Cap(fires), _) => if fires == rightly { "y" } else { "n" }.to_owned(),
            (PredictedValue::Label(word), _) => {
                let PredictionTarget::Label(id, _) = &row.asked else { unreachable!() };
                let words = lockbench::tui::decide::word_keys(&top.work.app.state.keys, id.list);
                let wanted = words.iter().find(|(_, known)| (*known == word) == rightly).unwrap();
                wanted.0.to_string()
            }
            (PredictedValue::Where(Spoilt::Sentence(at)), true) => (at + 1).to_string(),
            (PredictedValue::Where(Spoilt::Missing), true) => "m".to_owned(),
            (PredictedValue::Where(Spoilt::Nowhere), true) => "n".to_owned(),
            (PredictedValue::Where(Spoilt::Missing), false) => "n".to_owned(),
            (PredictedValue::Where(_), false) => "m".to_owned(),
        };
        top.keys(&keys);
    }
}

/// One key has one name, on the question and in the help.
#[test]
fn the_key_that_shows_the_scores_is_called_so() {
    let mut top = gym(None, (120, 40));
    assert!(top.text().contains("Ctrl-R shows scores"), "{}", top.text());
    top.keys("<C-r>");
    assert!(!top.text().contains("Question 1 of"), "{}", top.text());
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    top.keys("Y");
    assert!(top.text().contains("What do you expect?"), "{}", top.text());
    assert!(top.text().contains("Ctrl-R shows scores"), "{}", top.text());
}

/// The choices are shown beside each other if the question has no room above them.
#[test]
fn a_question_about_a_label_is_read_whole_on_a_small_screen() {
    let mut top = gym(None, (60, 16));
    for exercise in 0..12 {
        answer_some(&mut top, true, 0..1);
        let asked = training(&top).questions.rows.get(1).map(|row| row.asked.clone());
        if let Some(PredictionTarget::Label(id, _)) = asked {
            let text = top.text();
            assert!(text.contains(&format!("{} \"", id.shown())), "exercise {exercise}:\n{text}");
            // The letter answered already, so an Enter out of habit answers nothing; the next one does.
            top.keys("<Enter>");
            assert!(
                top.text().contains("Question 2 of") && top.text().contains("Enter answers"),
                "{}",
                top.text()
            );
            top.keys("<Down><Enter>");
            assert!(!top.text().contains("Question 2 of"), "{}", top.text());
            return;
        }
        top.keys("<Esc>>");
    }
    panic!("no exercise asks about a label");
}

/// A number is typed below the question, which has no list of answers to make room for.
#[test]
fn a_question_for_a_number_is_read_whole_on_a_small_screen() {
    let mut top = gym(None, (60, 16));
    for _ in 0..24 {
        let rows = training(&top).questions.rows.clone();
        if let Some(at) = rows.iter().position(|row| matches!(row.asked, PredictionTarget::Score(_))) {
            answer_some(&mut top, true, 0..at);
            assert!(top.text().contains("(0 to 10)"), "{}", top.text());
            return;
        }
        answer(&mut top, true);
        top.keys("n");
    }
    panic!("no exercise asks for a number");
}

/// A long question would push the answer off the line.
#[test]
fn what_was_answered_stays_on_the_screen_with_the_next_question() {
    let mut top = gym(None, (80, 24));
    for exercise in 0..12 {
        answer_some(&mut top, true, 0..1);
        let asked = training(&top).questions.rows.get(1).map(|row| row.asked.clone());
        if let Some(PredictionTarget::Label(id, _)) = asked {
            let words = lockbench::tui::decide::word_keys(&top.work.app.state.keys, id.list);
            let (letter, word) = words[0];
            top.keys(&letter.to_string());
            let answered = format!("· you: {} · {} \"", id.list.value_name(word), id.shown());
            assert!(top.text().contains(&answered), "exercise {exercise}, {answered}:\n{}", top.text());
            return;
        }
        top.keys("<Esc>>");
    }
    panic!("no exercise asks about a label");
}

/// If only one text fits, a key shows the other; the help is available during a question and after it.
#[test]
fn both_texts_and_the_keys_are_in_reach_of_a_question() {
    let mut top = gym(None, (60, 16));
    assert!(top.text().contains("Summary") && !top.text().contains("Article"), "{}", top.text());
    assert!(top.text().contains("Tab other text"), "{}", top.text());
    top.keys("<Tab>");
    assert!(top.text().contains("Article") && !top.text().contains("Summary"), "{}", top.text());
    top.keys("?");
    assert_eq!(top.work.app.state.context, Context::Help, "{}", top.text());
    top.keys("<Esc>");
    assert_eq!(top.work.app.state.context, Context::Predict, "{}", top.text());
    answer(&mut top, true);
    assert_eq!(top.work.app.state.context, Context::Predicted, "{}", top.text());
    top.keys("?");
    assert_eq!(top.work.app.state.context, Context::Help, "{}", top.text());
}

#[test]
fn an_exercise_is_answered_before_anything_of_it_is_shown() {
    for size in SIZES {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("progress.json");
        let mut top = gym(Some(&file), size);
        assert_eq!(top.work.app.state.context, Context::Predict, "{}", top.text());
        assert_eq!(top.work.app.state.hidden, Hidden::Labels);
        assert!(top.rows()[0].contains("hidden"), "{}", top.text());
        assert!(top.text().contains("answer the questions"), "{}", top.text());
        top.keys("<Esc>");
        assert!(top.text().contains("Y answers the"), "{}", top.text());
        // No list is shown, since any finding would reveal where the summary was spoilt.
        let state = &top.work.app.state;
        assert!(state.hides(state.open_case().unwrap().list) && state.label().is_none(), "{}", top.text());
        top.keys("]");
        assert!(top.work.app.state.label().is_none(), "{}", top.text());
        top.keys("[");
        assert!(top.work.app.state.label().is_none(), "{}", top.text());
        // The subject of a question cannot be changed before it is answered.
        let before = top.open_case().summary.version();
        top.keys("eXu<Esc>");
        let open_case = top.open_case();
        assert!(
            open_case.summary.version() == before && open_case.decisions.overrides.is_empty(),
            "{}",
            top.text()
        );
        for keys in ["", "<Tab>", "<Tab>", "<Tab>", "0", "W", "J", "K", ">"] {
            top.keys(keys);
            // Rules to be learnt are named for every case.
            let text = top.text().replace("cap: Any unsupported claim", "");
            assert!(
                !text.contains("unsupported") && !text.contains("PASS") && !text.contains("FAIL"),
                "{text}"
            );
            assert!(text.contains("Gym"), "{text}");
        }
        top.keys("Y");
        let first = top.work.app.state.at;
        assert!(
            top.text().contains("Question 1 of") && top.text().contains("Where is it wrong?"),
            "{}",
            top.text()
        );
        assert!(!top.text().contains("Verdict"), "one question at a time: {}", top.text());
        // Answers are kept if the questions were closed.
        top.keys("<Esc>Y");
        assert!(top.text().contains("Question 1 of"), "{}", top.text());
        answer(&mut top, true);
        assert_eq!(top.work.app.state.context, Context::Predicted, "{}", top.text());
        let all = training(&top).questions.rows.len();
        let text = top.text();
        let spoilt = if training(&top).exercise(first).unwrap().kind == UNSPOILT {
            "Nothing was spoilt"
        } else {
            "What was spoilt"
        };
        assert!(text.contains(&format!("{all} of {all} right")) && text.contains(spoilt), "{text}");
        assert!(top.rows()[3..].iter().all(|row| !row.contains('✗')), "{text}");
        let kept: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let rules = kept["gym"]["rules"].as_object().unwrap();
        assert_eq!(kept["gym"]["done"], 1);
        assert!(rules.values().all(|card| card["right"] == 1 && card["wrong"] == 0), "{kept}");
        let kind = format!("label/{}", training(&top).exercise(first).unwrap().kind);
        assert!(rules.contains_key(&kind) && rules.len() == 2, "{kept}");
        assert!(rules[&kind]["fair"]["chance"].as_f64().unwrap() < 0.5, "{kept}");
        top.keys("s");
        let text = top.text();
        assert!(text.contains("Strengths and weaknesses") && text.contains("1 exercise answered"), "{text}");
        assert!(text.contains("guesses get 0 %"), "{text}");
        assert!(text.contains("100 %"), "{text}");
        top.keys("<End>");
        assert!(top.text().contains("not tried"), "{}", top.text());
        // A step on this exercise, and then the next exercise: undo stays within the next one.
        top.keys("<Esc>Fn");
        assert_ne!(top.work.app.state.at, first);
        let second = top.work.app.state.at;
        top.keys("<Esc>z");
        assert_eq!(top.work.app.state.at, second, "{}", top.text());
        top.keys("Y");
        assert_eq!(top.work.app.state.context, Context::Predict, "{}", top.text());
        assert_eq!(top.work.app.state.hidden, Hidden::Labels);
    }
}

/// The queue of the exercises is no measure of progress: they come back.
#[test]
fn progress_in_the_gym_is_what_is_known_of_its_rules() {
    let mut top = gym(None, (120, 40));
    let head = top.rows()[0].trim_end().to_owned();
    assert!(head.ends_with("hidden") && !head.contains(" · "), "{head}");
    top.keys("<Esc>P");
    assert_eq!(top.work.app.state.context, Context::Strengths, "{}", top.text());
}

#[test]
fn a_second_click_on_an_answer_gives_it() {
    let mut top = gym(None, (120, 40));
    let (column, row) = top.find("m something is left out");
    top.click(column, row);
    assert!(top.text().contains("Question 1 of"), "{}", top.text());
    top.click(column, row);
    assert!(!top.text().contains("Question 1 of"), "{}", top.text());
}

#[test]
fn what_is_missed_is_told_with_the_step_that_parts() {
    let mut top = gym(None, (120, 40));
    // Continue to a card about a score of a spoilt summary; alignment is excluded, since its score comes
    // from a table without steps.
    let has_steps =
        |asked: &PredictionTarget| matches!(asked, PredictionTarget::Score(metric) if *metric != "alignment");
    while training(&top).questions.rows.len() < 3
        || !training(&top).questions.rows.iter().any(|row| has_steps(&row.asked))
    {
        answer(&mut top, true);
        top.keys("n");
    }
    let at = top.work.app.state.at;
    answer(&mut top, false);
    let text = top.text();
    assert!(text.contains("0 of ") && text.contains("✗"), "{text}");
    top.keys("<End>");
    let mut seen = top.text();
    for _ in 0..12 {
        top.keys("k");
        seen.push_str(&top.text());
    }
    assert!(seen.contains("by your labels step") || seen.contains("is step"), "{seen}");
    let exercise = training(&top).exercise(at).unwrap();
    let card = &training(&top).record.rules[&format!("label/{}", exercise.kind)];
    assert_eq!(card.wrong, 1);
    // Giving up counts as a wrong answer, and shows the right one.
    top.keys("n<C-r>");
    assert_eq!(top.work.app.state.context, Context::Predicted, "{}", top.text());
    assert!(top.text().contains("0 of "), "{}", top.text());
}

/// The labels are hidden, so a question about a cap that depends on questions states their labels.
#[test]
fn a_cap_on_questions_is_asked_with_what_was_seen_of_them() {
    const MOST: usize = 120;
    let mut top = gym(None, (120, 40));
    let on_questions =
        |asked: &PredictionTarget| matches!(asked, PredictionTarget::Cap(slug) if slug.starts_with("qag_"));
    for _ in 0..MOST {
        let found = training(&top).questions.rows.iter().position(|row| on_questions(&row.asked));
        if let Some(at) = found {
            answer_some(&mut top, true, 0..at);
            let text = top.text();
            let row = text.lines().find(|row| row.contains("Cap: ")).unwrap_or_default();
            assert!(row.contains(" (") && row.contains("question"), "{text}");
            // The answers are shown under the same name, possibly truncated.
            let name: String = row.split("Cap: ").nth(1).unwrap().chars().take(12).collect();
            answer_some(&mut top, true, at..usize::MAX);
            assert!(top.text().contains(&format!("Cap: {name}")), "{}", top.text());
            return;
        }
        answer(&mut top, true);
        top.keys("n");
    }
    panic!("no card asks for a cap on questions: {}", top.text());
}

fn open((columns, rows): (u16, u16)) -> (tempfile::TempDir, TestWorkbench) {
    let folder = tempfile::tempdir().unwrap();
    let path = case_file(folder.path(), ARTICLE, &SUMMARY.replace("approved", "rejected"));
    let top = TestWorkbench::open(&[path], columns, rows);
    (folder, top)
}

#[test]
fn the_arithmetic_is_stepped_through() {
    for size in SIZES {
        let (_folder, mut top) = open(size);
        top.keys("1K");
        assert_eq!(top.work.app.state.context, Context::Stepping);
        assert!(top.text().contains("▸Coverage"), "{}", top.text());
        // Into the metric, over its first step, into the labels that the second one counts.
        top.keys("i");
        assert!(top.text().contains("▸  precision"), "{}", top.text());
        top.keys("j");
        assert!(top.text().contains("▸  recall"), "{}", top.text());
        assert!(!top.work.app.state.lit.is_empty(), "the labels of the step are lit");
        top.keys("i");
        assert!(top.text().contains("▸    key point"), "{}", top.text());
        assert_eq!(top.work.app.state.lit.len(), 1);
        top.keys("oo");
        assert!(top.text().contains("▸Coverage"), "{}", top.text());
        top.keys("o");
        assert!(top.text().contains("this is the outermost"), "{}", top.text());
        top.keys("G");
        assert!(top.text().contains("▸Verdict"), "{}", top.text());
    }
}

/// The name, value and text of a label are separated, even if the name is long.
#[test]
fn a_long_name_of_a_label_does_not_touch_its_value() {
    let folder = tempfile::tempdir().unwrap();
    let article = "The council approved the new budget on Tuesday by seven votes to two.";
    let case = case_file(folder.path(), article, "The council approved the Martian zebra budget on Tuesday.");
    let mut top = TestWorkbench::open(&[case], 60, 16);
    top.keys("1Kii");
    let rows = top.rows();
    let row = rows
        .iter()
        .find(|row| row.contains("unsupported wording"))
        .unwrap_or_else(|| panic!("{}", top.text()));
    assert!(row.contains("unsupported wording 1  extraneous   "), "{row}");
}

#[test]
fn a_breakpoint_on_a_cap_is_run_to() {
    let (_folder, mut top) = open((120, 40));
    top.keys("1Kr");
    assert!(top.text().contains("no breakpoint"), "{}", top.text());
    // The first cap of the first metric.
    top.keys("i");
    while !top.rows().iter().any(|row| row.contains('▸') && row.contains('≤')) {
        top.keys("j");
    }
    let here = |top: &TestWorkbench| top.rows().into_iter().find(|row| row.contains("▸")).unwrap();
    top.keys("b");
    let first = here(&top);
    assert!(first.contains('■'), "{first}");
    let report = Arc::clone(top.report());
    let cap = report.caps.iter().find(|cap| first.contains(&cap.words.name)).unwrap();
    let (slug, name) = (cap.slug, &cap.words.name);
    let rows = report.caps.iter().filter(|cap| cap.slug == slug).count();
    top.keys("g");
    for _ in 0..rows {
        top.keys("r");
        assert!(here(&top).contains(name), "{}", top.text());
    }
    top.keys("r");
    assert!(top.text().contains("no further breakpoint"), "{}", top.text());
}

/// The announced effect of another value is the actual effect.
#[test]
fn what_another_word_would_give_is_what_it_gives() {
    let (_folder, mut top) = open((120, 40));
    top.keys("1");
    let before = top.report().metric("hallucination").unwrap().score().unwrap();
    top.keys("K");
    while !top.rows().iter().any(|row| row.contains("▸Hallucination")) {
        top.keys("j");
    }
    top.keys("ii");
    let text = top.text();
    assert!(text.contains("▸    claim 1"), "{text}");
    let lines =
        text.lines().find(|row| row.contains("if supported:")).unwrap_or_else(|| panic!("{text}")).to_owned();
    top.keys("<Esc>");
    let id = lockbench::labels::LabelId { list: lockbench::labels::List::Claims, index: 0 };
    top.work.app.state.go_to(id);
    top.keys("s");
    let after = top.report().metric("hallucination").unwrap().score().unwrap();
    assert_ne!(before, after);
    let words = format!("Hallucination {} (now {})", after.shown(), before.shown());
    assert!(lines.contains(&words), "{lines}: {words}");
}

/// A finding has one word only, so nothing is awaited for it.
#[test]
fn a_label_without_another_word_says_so_when_stepped_into() {
    let mut top = TestWorkbench::open(&["samples/council-budget".into()], 120, 40);
    top.keys("2Kii");
    let text = top.text();
    assert!(text.contains("▸    unsupported wording 1"), "{text}");
    assert!(text.contains("no other word is possible here"), "{text}");
}

#[test]
fn keys_at_full_speed_and_the_wheel_do_no_harm() {
    let key = |c: char, held| Message::Key(KeyEvent::new(KeyCode::Char(c), held));
    let held = KeyModifiers::CONTROL;
    let none = KeyModifiers::NONE;
    for (columns, rows) in SIZES {
        let mut top = gym(None, (columns, rows));
        let wheel = MouseEvent {
            kind: MouseEventKind::ScrollDown,
            column: columns / 2,
            row: rows / 2,
            modifiers: none,
        };
        let keys = [('c', held), ('U', none), ('t', held), ('d', none), ('!', none), ('r', held)];
        let keys = keys.map(|(c, held)| key(c, held));
        let flow = top.rush(keys.into_iter().chain([Message::Mouse(wheel)]));
        assert_eq!(flow, lockbench::tui::Flow::On);
    }
}
