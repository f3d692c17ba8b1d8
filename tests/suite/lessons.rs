//! Tests lessons and the tour in the workbench: goals that follow the learner's actions, hidden scores,
//! steps done by doing.

use std::path::Path;
use std::sync::Arc;

use lockbench::case::{Fields, Record};
use lockbench::lesson::{SHIPPED, shipped};
use lockbench::rubric::{READINGS, RubricSet};
use lockbench::tui::course::{CourseEntry, CourseState};
use lockbench::tui::guide::Guide;
use lockbench::tui::keymap::{Action, Context};
use lockbench::tui::queue::Sources;
use lockbench::tui::state::{After, Hidden, Panel};
use lockbench::tui::tour::Tour;
use lockbench::tui::{Flow, Options};
use serde_json::Value;

use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, case_file};

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 16)];

/// Opens the shipped lessons in the workbench, at one of them or at the list.
fn course(at: Option<usize>, progress: Option<&Path>, (columns, rows): (u16, u16)) -> TestWorkbench {
    let rubrics = RubricSet::shipped();
    let entry = |(name, _): &(&str, &str)| {
        let lesson = Arc::new(shipped(name, &rubrics).unwrap().unwrap());
        CourseEntry {
            recorded: lesson.name.clone(),
            lesson,
            passed: false,
            attempts: 0,
            after: Vec::new(),
            due: None,
        }
    };
    let entries: Vec<CourseEntry> = SHIPPED.iter().map(entry).collect();
    let practice = entries.iter().map(|entry| entry.lesson.case.clone()).collect();
    let options = Options {
        sources: Sources { practice, at: at.unwrap_or(0), ..Sources::default() },
        guide: Some(Guide::Lessons(CourseState::new(entries))),
        progress: progress.map(Path::to_path_buf),
        first: at.is_none().then_some(Action::Lessons),
        ..Options::default()
    };
    TestWorkbench::with(&[], options, columns, rows)
}

/// Due dates stay visible, whatever else is shown about a lesson.
#[test]
fn the_list_names_the_last_day_of_a_lesson_on_a_small_screen() {
    let mut top = course(None, None, (60, 16));
    let Some(Guide::Lessons(course)) = &mut top.work.app.state.guide else { panic!("no lessons") };
    for entry in &mut course.entries {
        (entry.attempts, entry.due) = (2, Some("2999-12-05".to_owned()));
    }
    course.entries[1].after = vec![0];
    top.keys("<C-l>");
    let shown = |at: usize| {
        top.rows().iter().any(|row| row.contains(&format!(" {at} ")) && row.contains("due 2999-12-05"))
    };
    assert!(shown(1) && shown(2), "{}", top.text());
    top.keys("j<Enter>");
    assert!(top.text().contains("pass first: What a claim is"), "{}", top.text());
}

fn place(name: &str) -> usize {
    SHIPPED.iter().position(|(known, _)| *known == name).unwrap()
}

fn stand(top: &TestWorkbench) -> (Vec<Option<bool>>, bool) {
    let state = &top.work.app.state;
    let course = state.guide.as_ref().and_then(Guide::course).unwrap();
    let stand = course.stand(state.at).unwrap();
    (stand.marks.iter().map(|mark| mark.met).collect(), stand.passed)
}

#[test]
fn goals_follow_what_is_done_and_what_is_passed_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("learn/progress.json");
    let mut top = course(Some(0), Some(&file), (120, 40));
    let text = top.text();
    assert!(text.contains("Lesson 1/") && text.contains("○ find the claim that is unsupported"), "{text}");
    assert!(top.rows()[2].contains("[1 twin-lock"), "the lesson's rubric is on the screen: {text}");
    top.keys("e");
    assert!(top.text().contains("Esc, then H lesson, hints"), "{}", top.text());
    // No goal is reached with a text that cannot be scored.
    top.keys("<C-a><Del>");
    assert!(stand(&top).0.iter().all(Option::is_none), "{}", top.text());
    assert!(top.text().contains("empty summary"), "{}", top.text());
    top.keys("<C-u><Esc>");
    let (marks, passed) = stand(&top);
    assert_eq!((marks, passed), (vec![Some(false), Some(true), Some(false), Some(true)], false));
    assert!(!file.exists(), "nothing was done yet");
    // The wrong label, undone, then the right one.
    top.keys("kkkkku");
    assert_eq!(stand(&top).0[1], Some(false), "{}", top.text());
    assert!(top.text().contains("[Claims 1/3]"), "the others are still there to choose from: {}", top.text());
    top.keys("zjju");
    let (marks, passed) = stand(&top);
    assert!(passed && marks.iter().all(|met| *met == Some(true)), "{marks:?}\n{}", top.text());
    let text = top.text();
    assert!(
        text.contains("✓ find the claim that is unsupported") && text.contains("PASSED. The rule:"),
        "{text}"
    );
    let kept: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(kept["schema"], "lockbench.progress/1");
    assert_eq!(kept["learner"], "ann");
    let lesson = &kept["lessons"]["what-a-claim-is"];
    assert_eq!(lesson["attempts"], 2, "the wrong label, and the right one");
    assert!(lesson["passed"].as_str().unwrap().ends_with('Z'), "{kept}");
    // A lesson stays passed after undo; starting it again is another attempt.
    top.keys("z");
    assert!(!stand(&top).0.iter().all(|met| *met == Some(true)));
    top.keys("Hr<Esc>");
    assert_eq!(
        stand(&top),
        (vec![Some(false), Some(true), Some(false), Some(true)], false),
        "{}",
        top.text()
    );
    top.keys("kkkkku");
    let kept: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(kept["lessons"]["what-a-claim-is"]["attempts"], 3);
}

#[test]
fn a_lesson_is_not_passed_by_changing_its_article() {
    for size in SIZES {
        let mut top = course(Some(0), None, size);
        top.keys("<Esc>");
        top.work.app.state.focus = Panel::Article;
        top.keys("e<C-Home>x<Esc>kkkkkjju");
        let (marks, passed) = stand(&top);
        assert!(!passed && marks.iter().all(|met| *met == Some(true)), "{marks:?}\n{}", top.text());
        assert!(top.text().contains("no goal counts with a changed"), "{}", top.text());
        top.keys("zz");
        assert!(!top.text().contains("no goal counts"), "{}", top.text());
    }
}

/// Performing the solution of each lesson in the workbench reaches its goals: the engine behind the
/// screen gives the same results as the check of lessons.
#[test]
fn every_lesson_can_be_passed_on_the_screen() {
    use lockbench::labels::Side;
    use lockbench::labels::overrides::{LabelDecision, Override};
    use lockbench::lesson::LabelChange;
    use lockbench::session::DecisionMethod;
    use lockbench::tui::msg::Message;
    for (at, (name, _)) in SHIPPED.iter().enumerate() {
        let mut top = course(Some(at), None, (120, 40));
        let lesson = Arc::clone(
            top.work.app.state.guide.as_ref().and_then(Guide::course).unwrap().lesson(at).unwrap(),
        );
        assert!(!stand(&top).1, "{name} is not passed from the beginning");
        let solution = &lesson.solution;
        let state = &mut top.work.app.state;
        for (key, value) in &solution.readings {
            state.readings.set(key, value).unwrap();
        }
        let open_case = state.open_cases.get_mut(&at).unwrap();
        let texts = open_case.texts();
        let change = |(id, change): &(lockbench::labels::LabelId, LabelChange)| {
            let decision = match change {
                LabelChange::To(word) => LabelDecision::Value(*word),
                LabelChange::Rejected => LabelDecision::Dismiss,
            };
            Override::new(id.list, open_case.get(*id).unwrap(), decision, texts, "ann", 0)
        };
        let overrides: Vec<Override> = solution.labels.iter().map(change).collect();
        open_case.set_overrides(overrides, DecisionMethod::Singly);
        if let Some(Guide::Lessons(course)) = &mut state.guide {
            course.stand_mut(at).predictions.clone_from(&solution.predictions);
        }
        let summary = solution.summary.clone().unwrap_or_else(|| lesson.case.summary.clone());
        // A final edit causes a complete scoring.
        top.send(Message::Rewrite(Side::Summary, format!("{summary} ")));
        top.send(Message::Rewrite(Side::Summary, summary.clone()));
        let (marks, passed) = stand(&top);
        assert!(passed, "{name}: {marks:?}\n{}", top.text());
    }
}

#[test]
fn what_is_to_be_foretold_is_hidden_until_it_is() {
    let at = place("part-of-a-claim");
    for size in SIZES {
        let mut top = course(Some(at), None, size);
        if size.0 < 120 {
            assert!(top.text().contains("Half right is half wrong"), "{}", top.text());
            top.keys("<Enter>");
        }
        assert_eq!(top.work.app.state.hidden, Hidden::Scores);
        let score = top.open_case().report().unwrap().verdict.score.unwrap().shown();
        for keys in ["", "0", "W", "J", "R", "B", "Q", "A", "<Tab>", "<Tab>", "<Tab>"] {
            top.keys(keys);
            assert!(top.rows()[0].contains("hidden"), "{keys}\n{}", top.text());
            assert!(!top.text().contains(&score), "{keys}: {score}\n{}", top.text());
            assert!(!top.text().contains("can change the verdict"), "{keys}\n{}", top.text());
            assert!(!top.rows()[1].contains("PASS") && !top.rows()[1].contains('✓'), "{}", top.text());
        }
        top.keys("Y");
        assert!(
            top.text().contains("What do you expect?") && top.text().contains("(0 to 10)"),
            "{}",
            top.text()
        );
        // A wrong answer is reported as such, and the score stays hidden.
        top.keys("<Enter>4,2x<Enter>");
        assert_eq!(top.work.app.state.hidden, Hidden::Scores, "{}", top.text());
        for told in
            ["Hallucination is not what you expect (Y asks again)", "hidden until your answer is right (Y)"]
        {
            assert!(top.text().contains(told), "{told}\n{}", top.text());
        }
        // A score that the metric cannot have is refused.
        top.keys("Y104<Enter>");
        let told = top.rows().iter().any(|row| row.contains("cannot be 104.00: it is a number from 0 to 10"));
        assert!(told && top.work.app.state.hidden == Hidden::Scores, "{}", top.text());
        top.keys("<Backspace><Enter>");
        assert_eq!(top.work.app.state.hidden, Hidden::Nothing, "{}", top.text());
        assert!(!top.rows()[0].contains("hidden"), "{}", top.text());
    }
}

#[test]
fn the_scores_can_be_seen_without_foretelling_them() {
    let mut top = course(Some(place("part-of-a-claim")), None, (80, 24));
    top.keys("v");
    assert_eq!(top.work.app.state.hidden, Hidden::Nothing);
    assert_eq!(stand(&top).0[1], Some(false), "the goal is still to say it");
}

#[test]
fn a_lesson_is_on_every_screen_and_hints_come_one_at_a_time() {
    for size in SIZES {
        let mut top = course(Some(0), None, size);
        let strip = size.0 < 120;
        // If there is no room for it beside the panels, it is shown first.
        assert_eq!(top.work.app.state.context == Context::Lesson, strip, "{}", top.text());
        top.keys(if strip { "<Enter>" } else { "" });
        let text = top.text();
        assert!(text.contains("Lesson 1/") && text.contains("goals 2/4"), "{text}");
        assert!(text.contains("find the claim that is unsupported") && text.contains("H lesson"), "{text}");
        assert!(text.contains("Summary") && text.contains("Article"), "{text}");
        top.keys("H");
        let hints = |top: &TestWorkbench| top.text().matches("Hint ").count();
        let before = hints(&top);
        top.keys("h");
        assert!(hints(&top) > before, "{}", top.text());
        top.keys("hhhhhh");
        assert!(top.text().contains("that were all hints"), "{}", top.text());
        top.keys("<Esc>>");
        assert_eq!(top.work.app.state.at, 1);
        assert!(top.text().contains("Half right is half wrong"), "{}", top.text());
    }
}

#[test]
fn lists_that_a_secret_goal_hides_name_the_one_to_go_to() {
    let mut top = course(Some(0), None, (120, 40));
    top.keys("<Enter>");
    let text = top.text();
    assert!(text.contains("hidden until the goal is reached; ] goes on to Claims"), "{text}");
    assert!(!text.contains("not asked for") && !text.contains("scoring"), "{text}");
    for key in ["]", "[", "]"] {
        top.keys(key);
        assert!(top.text().contains("[Claims"), "{key} stops at no list that is hidden\n{}", top.text());
    }
    assert!(top.text().contains("the other lists are hidden"), "{}", top.text());
}

#[test]
fn the_list_of_lessons_leads_to_each() {
    for size in SIZES {
        let mut top = course(None, None, size);
        let text = top.text();
        assert!(
            text.contains("Lessons") && text.contains(&format!("0 of {} passed", SHIPPED.len())),
            "{text}"
        );
        top.keys("jjj<Enter>");
        assert_eq!(top.work.app.state.at, 3, "{}", top.text());
        let lesson = shipped("4", &RubricSet::shipped()).unwrap().unwrap();
        assert_eq!(top.work.app.state.slug(), lesson.rubric);
        for reading in READINGS {
            assert_eq!(top.work.app.state.readings.get(reading.key), lesson.readings.get(reading.key));
        }
    }
}

#[test]
fn practice_is_not_kept_and_nothing_is_asked_at_the_end() {
    let mut top = course(Some(0), None, (120, 40));
    top.keys("kkkkku");
    assert_eq!(top.keys("q"), Flow::End(0), "{}", top.text());
}

fn tour((columns, rows): (u16, u16)) -> TestWorkbench {
    let text = include_str!("../../samples/tour.json");
    let found = Record::json("tour", "tour", text).cases(&Fields::default()).unwrap();
    let options = Options {
        sources: Sources { practice: found.cases, ..Sources::default() },
        guide: Some(Guide::Tour(Tour::default())),
        after: Some(After::Samples),
        ..Options::default()
    };
    TestWorkbench::with(&[], options, columns, rows)
}

fn step(top: &TestWorkbench) -> usize {
    match &top.work.app.state.guide {
        Some(Guide::Tour(tour)) => tour.step,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_step_of_the_tour_is_done_by_doing_it() {
    for size in SIZES {
        let mut top = tour(size);
        top.keys("1");
        let text = top.text();
        assert!(text.contains("Tour 1/9") && text.contains("q leaves the tour"), "{text}");
        for (at, (other, keys)) in [
            ("<Tab><Tab><Tab><Tab><Tab>", "jk"),
            ("s", "u"),
            ("j", "z"),
            // Half a word does not yet match the requested one.
            ("+/approved<Enter><Left><Left>e<Home>re", "jected "),
            ("x", "<Esc>"),
            ("j", "<Tab><Enter>"),
            ("k", "<Esc>"),
            ("j", "?<Esc>"),
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(step(&top), at, "{}", top.text());
            top.keys(other);
            // Overruling a label with its current value fires no cap; moving on is not an undo.
            assert_eq!(step(&top), at, "{other} is not the step\n{}", top.text());
            let keys = if at == 1 { "xu" } else { keys };
            top.keys(keys);
            assert_eq!(step(&top), at + 1, "after {keys}\n{}", top.text());
        }
        assert!(top.text().contains("That was the tour"), "{}", top.text());
        // What the tour says about keys is true where they are pressed: the key that quits closes a
        // window first.
        top.keys("?");
        let text = top.text();
        assert!(text.contains("Press Esc; then >") && !text.contains("leaves the tour"), "{text}");
        top.keys("<Esc>e");
        assert!(!top.text().contains("leaves the tour"), "{}", top.text());
        top.keys("<Esc>");
        assert!(top.text().contains("q leaves the tour"), "{}", top.text());
        assert_eq!(top.keys(">"), Flow::End(0));
        assert_eq!(top.work.app.state.after, Some(After::Lessons));
    }
}

#[test]
fn one_key_leaves_the_tour() {
    let mut top = tour((80, 24));
    top.keys("H");
    assert!(top.text().contains("The article is on the left"), "{}", top.text());
    top.keys("<Esc>");
    assert_eq!(top.keys("q"), Flow::End(0));
    assert_eq!(top.work.app.state.after, Some(After::Samples));
}

/// The summary of the tour is faultless, so that a cap fires only through the learner's actions.
#[test]
fn nothing_is_wrong_with_the_summary_of_the_tour() {
    let top = tour((120, 40));
    let report = &top.open_case().judged_by("twin-lock").unwrap().report;
    let fired = report.caps.iter().filter(|cap| matches!(cap.fired, lockbench::report::Fired::Yes { .. }));
    assert_eq!(fired.map(|cap| cap.slug).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn what_one_expects_is_asked_before_the_scores_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = case_file(folder.path(), ARTICLE, &SUMMARY.replace("approved", "rejected"));
    for (columns, rows) in SIZES {
        let mut top = TestWorkbench::open(std::slice::from_ref(&path), columns, rows);
        let report = Arc::clone(top.report());
        top.keys("Y");
        assert_eq!(top.work.app.state.hidden, Hidden::Scores);
        assert!(top.rows()[0].contains("hidden"), "{}", top.text());
        // If left unanswered, it stays hidden; the same key asks again.
        top.keys("<Esc>");
        assert_eq!(top.work.app.state.hidden, Hidden::Scores);
        top.keys("Y");
        let scored: Vec<_> = report.metrics.iter().filter(|metric| metric.score().is_some()).collect();
        for metric in &scored {
            // The score before caps is the answer of a learner who forgets them.
            top.keys(&format!("{}<Enter>", metric.raw().unwrap().shown()));
        }
        top.keys("p<Enter>");
        assert_eq!(top.work.app.state.hidden, Hidden::Nothing, "{}", top.text());
        let text = top.text();
        assert!(text.contains(&format!("of {} right", scored.len() + 1)), "{text}");
        assert!(text.contains("is the score before the caps"), "{text}");
        // The ledger of a score is one key away.
        top.keys("<Enter>");
        assert_eq!(top.work.app.state.context, Context::Ledger, "{}", top.text());
        top.keys("<Esc><Esc>");
        assert!(!top.rows()[0].contains("hidden"));
        // Toggled off, it no longer asks.
        top.keys("Y");
        assert!(top.text().contains("You expected"), "{}", top.text());
    }
}

#[test]
fn a_label_is_found_that_would_make_the_expected_score_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = case_file(folder.path(), ARTICLE, &SUMMARY.replace("approved", "rejected"));
    let mut top = TestWorkbench::open(std::slice::from_ref(&path), 120, 40);
    top.keys("1");
    let report = Arc::clone(top.report());
    let steps = &report.metric("hallucination").unwrap().steps;
    assert!(!steps.is_empty());
    top.keys("Y");
    for metric in report.metrics.iter().filter(|metric| metric.score().is_some()) {
        let answer = if ["hallucination", "alignment"].contains(&metric.key) {
            "10".to_owned()
        } else {
            metric.score().unwrap().shown()
        };
        top.keys(&format!("{answer}<Enter>"));
    }
    top.keys("f<Enter>");
    assert!(top.text().contains("right if claim 1 were supported"), "{}", top.text());
    // The cause of lost points is named if no other value of a single label explains the answer.
    assert!(top.text().contains("it rests on deviation 1: severe"), "{}", top.text());
    // A score that no calculation gives says where it is from.
    assert!(top.text().contains("score = score for severe = 3.00"), "{}", top.text());
}

#[test]
fn whoever_wants_to_be_asked_is_asked_in_every_case() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cases.jsonl");
    let line = |id: &str| serde_json::json!({"id": id, "article": ARTICLE, "summary": SUMMARY}).to_string();
    std::fs::write(&path, format!("{}\n{}\n", line("a"), line("b"))).unwrap();
    let mut top = TestWorkbench::open(&[path], 120, 40);
    let hidden =
        |top: &TestWorkbench| top.work.app.state.hidden == Hidden::Scores && top.rows()[0].contains("hidden");
    top.keys("Y<Esc>");
    assert!(hidden(&top), "{}", top.text());
    let hints = top.rows().last().cloned().unwrap_or_default();
    assert!(hints.contains("e edit") && !hints.contains("accept"), "{hints}");
    top.keys(">");
    assert!(top.work.app.state.at == 1 && hidden(&top), "{}", top.text());
    // A partial answer is kept, and a key ends the questions.
    top.keys("Y3<Esc>Y");
    // A tick would say that the answer is right.
    assert!(top.text().contains("● Coverage") && !top.text().contains('✓'), "{}", top.text());
    top.keys("<C-r>");
    assert!(!hidden(&top), "{}", top.text());
    top.keys("<");
    assert!(top.work.app.state.at == 0 && !hidden(&top), "{}", top.text());
}
