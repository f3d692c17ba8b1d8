//! Tests the real loop with the real engine, driven by keys and the mouse.

use std::fs;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lockbench::labels::{LabelId, LabelValue, List, Side};
use lockbench::num::Num;
use lockbench::report::{Decision, Flip, FlipChange, FlipDirection, FlipEffect, Reach};
use lockbench::tui::Flow;
use lockbench::tui::keymap::Context;
use lockbench::tui::msg::{Effect as Asked, Message};
use lockbench::tui::queue::{LostFile, OpenedQueue, QueueJob, QueueUpdate};
use lockbench::tui::state::{Panel, StorageStatus};

use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, case_file, queue};

fn open() -> (tempfile::TempDir, TestWorkbench) {
    let folder = tempfile::tempdir().unwrap();
    let path = case_file(folder.path(), ARTICLE, SUMMARY);
    let top = TestWorkbench::open(&[path], 120, 40);
    (folder, top)
}

fn score(top: &TestWorkbench) -> String {
    let report = top.work.app.state.report().expect("a report");
    format!("{} {:?}", report.verdict.decision.as_str(), report.verdict.score.map(|score| score.shown()))
}

/// Overwrites the number 12 in the summary.
fn break_the_number(top: &mut TestWorkbench) {
    top.keys("/12 percent<Enter><Left>e99<Esc>");
}

#[test]
fn a_broken_number_costs_the_score_and_undo_gives_it_back() {
    let (_folder, mut top) = open();
    top.keys("1");
    let before = score(&top);
    break_the_number(&mut top);
    assert!(top.text().contains("9912 percent"), "{}", top.text());
    assert!(score(&top).starts_with("FAIL"), "{}\n{}", score(&top), top.text());
    assert!(top.text().contains('▼') && top.text().contains("(was"), "{}", top.text());
    top.keys("zzz");
    assert_eq!(score(&top), before);
    assert!(!top.open_case().is_edited(Side::Summary));
}

#[test]
fn a_decision_releases_the_cap_and_survives_an_edit_elsewhere() {
    let (_folder, mut top) = open();
    break_the_number(&mut top);
    let report = top.report().clone();
    let cap = report.caps.iter().find(|cap| cap.slug == "extraneous_claim").unwrap();
    assert!(matches!(cap.fired, lockbench::report::Fired::Yes { .. }));
    // Summary -> scores -> caps; the first cap is the binding one.
    top.keys("<Tab><Tab>g");
    let cause = top.find("Unsupported claim");
    top.click(cause.0, cause.1);
    assert!(top.text().contains("[Claims"), "{}", top.text());
    top.keys("s");
    assert!(top.text().contains("you say supported"), "{}", top.text());
    let fired = |top: &TestWorkbench| {
        let report = top.report();
        report.caps.iter().any(|cap| {
            cap.slug == "extraneous_claim" && matches!(cap.fired, lockbench::report::Fired::Yes { .. })
        })
    };
    assert!(!fired(&top), "{}", top.text());
    // An edit elsewhere in the summary keeps the decision in force; undoing the decision does not.
    top.keys("e<C-End>");
    for c in " It rains.".chars() {
        top.keys(&c.to_string());
    }
    top.keys("<Esc>");
    let decided = |top: &TestWorkbench| {
        let labels = top.report().labels.clone();
        labels.iter().any(|(_, label)| label.by == lockbench::labels::Provenance::Person("ann".into()))
    };
    assert!(decided(&top), "{}", top.text());
    assert_eq!(top.open_case().decisions.overrides.len(), 1);
}

/// Sets ways to flip the verdict in the report, so that the test does not depend on how they are found.
fn put_flips(top: &mut TestWorkbench) {
    let open_case = top.work.app.state.open_case_mut().unwrap();
    let judged = open_case.judged.iter_mut().find(|judged| judged.report.rubric == "judge-lock").unwrap();
    let change = |index, from, to, effects| FlipChange {
        id: LabelId { list: List::Claims, index },
        from,
        to,
        effects,
    };
    let score = |metric, before, after| FlipEffect::Score {
        metric,
        before: Num::int(before),
        after: Num::int(after),
    };
    let better = vec![
        change(
            0,
            LabelValue::Partial,
            LabelValue::Supported,
            vec![
                score("hallucination", 2, 5),
                FlipEffect::Cap { slug: "low_recall", name: "Low recall", fires: false },
            ],
        ),
        change(
            2,
            LabelValue::Unsupported,
            LabelValue::Supported,
            vec![score("hallucination", 5, 9), score("coverage", 3, 8)],
        ),
    ];
    std::sync::Arc::make_mut(&mut judged.report).verdict.flips = vec![
        Flip {
            way: FlipDirection::Better,
            reach: Reach::Within {
                decision: Decision::Warn,
                changes: better,
                sets: Some(3),
                others: vec![vec![
                    (LabelId { list: List::Claims, index: 1 }, LabelValue::Partial),
                    (LabelId { list: List::Claims, index: 2 }, LabelValue::Supported),
                ]],
            },
        },
        Flip { way: FlipDirection::Worse, reach: Reach::Beyond(3) },
    ];
}

#[test]
fn what_would_change_the_verdict_is_previewed_applied_and_taken_back_in_one_step() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let folder = tempfile::tempdir().unwrap();
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], columns, rows);
        top.keys("W");
        put_flips(&mut top);
        top.keys("g");
        let text = top.text();
        for words in ["What if: ", "to improve: WARN with 2 changes", "claim 1", "claim 3", "2 others"] {
            assert!(text.contains(words), "{words}\n{text}");
        }
        // The text stays visible with the words of both labels highlighted.
        assert!(text.contains('⟦') && text.contains("Summary"), "{text}");
        if columns > 60 {
            // The other ways are listed as far as they are known.
            for words in [
                "2.00 →",
                "9.00",
                "3.00 →",
                "8.00",
                "Low recall no longer applies",
                "or claim 2 → partial, claim 3 → supported; or 1 other way",
            ] {
                assert!(text.contains(words), "{words}\n{text}");
            }
        }
        assert!(top.open_case().decisions.overrides.is_empty(), "a preview decides nothing");
        top.keys("j");
        assert!(top.text().contains("more than three"), "{}", top.text());
        top.keys("<Enter>");
        assert!(top.text().contains("nothing to apply"), "{}", top.text());
        top.keys("k<Enter>");
        let open_case = top.open_case();
        let comments: Vec<_> = open_case
            .decisions
            .overrides
            .iter()
            .map(|change| (change.list, change.decision.clone()))
            .collect();
        let supported = lockbench::labels::overrides::LabelDecision::Value(LabelValue::Supported);
        assert_eq!(comments, [(List::Claims, supported.clone()), (List::Claims, supported)]);
        assert!(top.text().contains("2 labels changed") && !top.work.app.is_covered(), "{}", top.text());
        top.keys("z");
        assert!(top.open_case().decisions.overrides.is_empty(), "one undo takes both back");
        top.keys("y");
        assert_eq!(top.open_case().decisions.overrides.len(), 2);
    }
}

#[test]
fn undo_goes_back_over_edits_and_decisions_in_their_order() {
    let (_folder, mut top) = open();
    top.keys("ea<Esc>");
    top.keys("<Tab><Tab><Tab>");
    top.keys("u");
    assert_eq!(top.open_case().decisions.overrides.len(), 1, "{}", top.text());
    top.keys("eb<Esc>");
    let text = |top: &TestWorkbench| top.open_case().summary.as_str()[..3].to_owned();
    assert_eq!(text(&top), "baT");
    top.keys("z");
    assert_eq!((text(&top).as_str(), top.open_case().decisions.overrides.len()), ("aTh", 1));
    top.keys("z");
    assert_eq!((text(&top).as_str(), top.open_case().decisions.overrides.len()), ("aTh", 0));
    top.keys("z");
    assert_eq!(text(&top), "The");
    top.keys("yyy");
    assert_eq!((text(&top).as_str(), top.open_case().decisions.overrides.len()), ("baT", 1));
}

#[test]
fn leaving_with_changes_that_nothing_keeps_asks_first() {
    let (folder, mut top) = open();
    let before = fs::read(folder.path().join("case.json")).unwrap();
    assert_eq!(top.keys("exyz<Esc>q"), Flow::On);
    assert!(top.text().contains("not saved") && top.text().contains("discard and quit"), "{}", top.text());
    assert_eq!(top.keys("<Esc>"), Flow::On);
    assert_eq!(top.keys("qd"), Flow::End(0));
    assert_eq!(fs::read(folder.path().join("case.json")).unwrap(), before);
    let (_folder, mut top) = open();
    assert_eq!(top.keys("q"), Flow::End(0), "nothing changed, nothing is asked");
}

#[test]
fn whoever_leaves_before_the_session_is_open_leaves_once_it_holds_everything() {
    let (folder, mut top) = open();
    top.keys("exyz<Esc>");
    let app = &mut top.work.app;
    let key = || Message::Key(KeyEvent::from(KeyCode::Char('q')));
    let leaves = |effects: &[Asked]| {
        effects
            .iter()
            .filter(|effect| matches!(effect, Asked::Queue(QueueJob::Leave) | Asked::Quit(0)))
            .count()
    };
    app.state.kept = StorageStatus::Opening;
    assert_eq!(leaves(&app.update(key())), 0, "a question is asked");
    let kept = Ok(folder.path().join("s.db"));
    let began = OpenedQueue { kept, read_only: None, package: false, saved_position: None, at: 0 };
    assert_eq!(
        leaves(&app.update(Message::Queue(QueueUpdate::Began(Box::new(began))))),
        1,
        "nothing is lost any more: it is written"
    );
    // The file is removed and comes back before the answer.
    let lost = LostFile { why: "it is gone".to_owned(), offer: folder.path().join("t.db") };
    app.update(Message::Queue(QueueUpdate::Lost(lost)));
    assert_eq!(leaves(&app.update(Message::Queue(QueueUpdate::Settled))), 0, "a question is asked");
    assert_eq!(leaves(&app.update(Message::Queue(QueueUpdate::InPlace))), 1, "it is written");
    let effects = app.update(Message::Queue(QueueUpdate::Settled));
    assert!(matches!(effects[..], [.., Asked::Quit(0)]), "{effects:?}");
}

#[test]
fn cases_of_a_queue_keep_their_edits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.jsonl");
    let line =
        |id: &str| serde_json::json!({"id": id, "article": ARTICLE, "summary": SUMMARY}).to_string() + "\n";
    fs::write(&path, line("first") + &line("second")).unwrap();
    let mut top = TestWorkbench::open(&[path], 120, 40);
    assert!(top.text().contains("first") && top.text().contains("1/2"), "{}", top.text());
    top.keys("eQ<Esc>>");
    assert!(top.text().contains("second") && !top.text().contains("QThe"), "{}", top.text());
    top.keys("<");
    assert!(top.text().contains("first") && top.text().contains("QThe"), "{}", top.text());
    top.keys("z");
    assert!(!top.text().contains("QThe"), "{}", top.text());
}

#[test]
fn a_click_puts_the_cursor_and_copying_hands_the_text_out() {
    let (_folder, mut top) = open();
    // The summary is in the right half; its text begins after the frame and a margin of three columns.
    top.click(60 + 4 + 4, 4);
    assert_eq!(top.open_case().summary.cursor(), 4);
    top.keys("<S-Right><S-Right><S-Right><C-c>");
    assert_eq!(top.screen.copied, ["cou"]);
}

#[test]
fn the_wheel_scrolls_what_it_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let long = format!("{ARTICLE}\n").repeat(30);
    let path = folder.path().join("case.json");
    let case = serde_json::json!({"article": long, "summary": SUMMARY, "sources": [{"text": long}]});
    fs::write(&path, case.to_string()).unwrap();
    let mut top = TestWorkbench::open(&[path], 120, 40);
    let tops = |top: &TestWorkbench| {
        let open_case = top.open_case();
        (open_case.article.scroll_state().1, open_case.seen(Side::Article).scroll_state().1)
    };
    let before = top.work.app.state.focus;
    top.wheel(10, 10, true);
    top.wheel(10, 10, true);
    assert_eq!(tops(&top), (6, 6));
    top.wheel(10, 10, false);
    assert_eq!(tops(&top), (3, 3));
    // A source has its own scroll position.
    top.keys(")");
    top.wheel(10, 10, true);
    assert_eq!(tops(&top), (3, 3), "the source began at its top: {}", top.text());
    top.wheel(10, 10, true);
    assert_eq!(tops(&top), (3, 6));
    // Over a list it moves from row to row, and the focus stays in its panel.
    let (x, y) = top.find("Coverage");
    top.wheel(x, y, true);
    assert_eq!((top.open_case().score.cursor(), top.work.app.state.focus), (1, before));
    // In a window it scrolls the window.
    top.keys("?");
    let help = top.text();
    top.wheel(10, 10, true);
    assert_ne!(top.text(), help);
}

#[test]
fn what_is_selected_goes_on_past_the_end_of_what_is_in_sight() {
    let folder = tempfile::tempdir().unwrap();
    let mut top =
        TestWorkbench::open(&[case_file(folder.path(), &format!("{ARTICLE} ").repeat(30), SUMMARY)], 80, 24);
    let mouse = |top: &mut TestWorkbench, kind, row| {
        top.send(Message::Mouse(MouseEvent { kind, column: 10, row, modifiers: KeyModifiers::NONE }));
    };
    mouse(&mut top, MouseEventKind::Down(MouseButton::Left), 5);
    for _ in 0..3 {
        mouse(&mut top, MouseEventKind::Drag(MouseButton::Left), 23);
    }
    assert_eq!(top.open_case().article.scroll_state().1, 3, "{}", top.text());
    let down = top.open_case().article.selection().unwrap();
    assert!(top.open_case().article.visible().range().contains(&(down.end - 1)), "{down:?}");
    // Back up, past the other end.
    for _ in 0..5 {
        mouse(&mut top, MouseEventKind::Drag(MouseButton::Left), 0);
    }
    assert_eq!(top.open_case().article.scroll_state().1, 0, "{}", top.text());
    let up = top.open_case().article.selection().unwrap();
    assert!(up.start < down.start && up.end < down.end, "{down:?} {up:?}");
}

#[test]
fn an_empty_summary_is_said_and_typing_brings_the_score_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, "")], 120, 40);
    assert!(top.text().contains("empty summary"), "{}", top.text());
    let hints = top.rows().last().cloned().unwrap_or_default();
    assert!(hints.contains("e edit") && !hints.contains("accept") && !hints.contains("label"), "{hints}");
    // No screen blames the rubrics for it.
    for key in ["D", "W", "A"] {
        top.keys(key);
        assert!(top.text().contains("no summary: e in the summary begins one"), "{key}\n{}", top.text());
    }
    top.keys("eThe council approved the new budget on Tuesday.<Esc>");
    assert!(top.text().contains("Coverage") && top.work.app.state.report().is_some(), "{}", top.text());
}

#[test]
fn a_summary_that_was_emptied_has_neither_scores_nor_labels() {
    let (_folder, mut top) = open();
    let before = score(&top);
    top.keys("e<C-a><Del><Esc>");
    assert!(top.work.app.state.report().is_none(), "{}", top.text());
    let text = top.text();
    for stale in ["10.00", "supported", "can change", "✓", " w "] {
        assert!(!text.contains(stale), "{stale}\n{text}");
    }
    top.keys("0");
    assert!(!top.text().contains("WARN") && !top.text().contains("PASS"), "{}", top.text());
    // Commands that need a result report what is missing.
    for keys in ["<Esc>A", ";", "W", "K"] {
        top.keys(keys);
        assert!(
            top.rows().last().unwrap().contains("no summary: e in the summary"),
            "{keys}: {}",
            top.text()
        );
        assert!(top.work.app.context().is_main(), "{keys}");
    }
    top.keys("z");
    assert_eq!(score(&top), before);
}

#[test]
fn another_rubric_and_another_reading_are_a_key_away() {
    let (_folder, mut top) = open();
    top.keys("1");
    assert_eq!(top.report().rubric, "twin-lock");
    top.keys("R<Enter><Esc>");
    assert!(top.text().contains("relevance.overlap=best_window"), "{}", top.text());
}

#[test]
fn a_file_that_cannot_be_read_is_said_on_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.json");
    fs::write(&path, "{\"id\": 1, ").unwrap();
    let top = TestWorkbench::open(&[path], 120, 40);
    assert!(top.text().contains("ERROR") && top.text().contains("case.json:1"), "{}", top.text());
}

#[test]
fn a_case_that_cannot_be_read_says_so_at_every_key_that_is_about_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.json");
    fs::write(&path, "{\"id\": \"a\", \"article\": 5}").unwrap();
    let mut top = TestWorkbench::open(&[path], 120, 40);
    for key in ["A", "V", "F", "C", "e", ";", "W", "J", "K"] {
        top.keys(key);
        let rows = top.rows();
        assert!(rows.last().unwrap().contains("`article` is the number 5"), "{key}\n{}", top.text());
    }
}

#[test]
fn words_that_one_text_lacks_are_found_in_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    let selected = |top: &TestWorkbench| {
        let open_case = top.open_case();
        open_case.article.selected().map(str::to_owned)
    };
    top.work.app.state.focus = Panel::Summary;
    top.keys("/libraries<Enter>");
    assert_eq!(top.work.app.state.focus, Panel::Article, "{}", top.text());
    assert_eq!(selected(&top).as_deref(), Some("libraries"));
    let said = "1 of 1 in the article: libraries; the summary has none";
    assert!(top.text().contains(said), "{}", top.text());
    // If both texts have them, the focus stays in the current text.
    top.work.app.state.focus = Panel::Summary;
    top.keys("/schools<Enter>");
    assert_eq!(top.work.app.state.focus, Panel::Summary, "{}", top.text());
    top.keys("/nowhere<Enter>");
    assert_eq!(top.work.app.state.focus, Panel::Summary, "{}", top.text());
    assert!(top.text().contains("not found: nowhere"), "{}", top.text());
}

#[test]
fn names_that_differ_at_their_end_are_told_apart_at_every_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.jsonl");
    let name = |at| format!("summedits:qmsumm:a_long_name_of_a_set_of_meetings_and_more_{at}");
    let line = |at: &usize| {
        let case = serde_json::json!({"id": name(*at), "article": ARTICLE, "summary": SUMMARY});
        case.to_string() + "\n"
    };
    fs::write(&path, [11, 22, 33].iter().map(line).collect::<String>()).unwrap();
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let mut top = TestWorkbench::open(std::slice::from_ref(&path), columns, rows);
        top.keys("Q");
        let text = top.text();
        for at in [11, 22, 33] {
            assert!(text.lines().skip(3).any(|line| line.contains(&format!("_{at} "))), "{at}\n{text}");
        }
        assert!(text.lines().next().unwrap().contains("_11 "), "{text}");
    }
}

#[test]
fn the_key_of_influential_labels_is_named_as_far_as_there_is_room() {
    for columns in [100, 120, 160] {
        let folder = tempfile::tempdir().unwrap();
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], columns, 40);
        top.keys("3");
        let text = top.text();
        let odds = text.lines().find(|line| line.contains("  D ")).expect(&text);
        assert!(odds.contains(" labels "), "{columns}\n{text}");
    }
}

/// A message about a decision names only keys that work where it is read.
#[test]
fn a_label_is_said_everywhere_from_the_texts_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    top.keys("<Tab>u");
    assert!(top.text().contains("^ says so in every rubric"), "{}", top.text());
    top.keys("^");
    assert_eq!(top.work.app.state.context, Context::Marked, "{}", top.text());
}

#[test]
fn the_line_at_the_bottom_offers_what_answers_a_bulk_step() {
    let folder = tempfile::tempdir().unwrap();
    let queue = queue(folder.path(), 3, SUMMARY);
    let mut top = TestWorkbench::kept(&[queue], &folder.path().join("s.db"), "ann");
    let hints = |top: &TestWorkbench| top.rows().last().cloned().unwrap_or_default();
    top.keys("Qb");
    assert!(hints(&top).contains("a accept  - + threshold"), "{}", top.text());
    top.keys("<Esc>vvb");
    assert!(hints(&top).contains("a accept") && !hints(&top).contains("threshold"), "{}", top.text());
    top.keys("a");
    assert!(top.text().contains("Accept 2 cases?"), "{}", top.text());
    assert!(hints(&top).contains("y yes, accept") && !hints(&top).contains("a accept"), "{}", top.text());
    top.keys("y");
    assert!(top.text().contains("2 decided"), "{}", top.text());
}
