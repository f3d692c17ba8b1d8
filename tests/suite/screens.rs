//! Tests the content of the screen at three sizes, in every panel and window.

use std::sync::Arc;

use lockbench::labels::{LabelId, List};
use lockbench::rubric::{RUBRICS, RubricSet};
use lockbench::tui::Options;
use lockbench::tui::keymap::Context;
use lockbench::tui::state::Panel;
use lockbench::tui::worker::ScoringConfig;

use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, case_file, queue};

fn open(columns: u16, rows: u16) -> (tempfile::TempDir, TestWorkbench) {
    let folder = tempfile::tempdir().unwrap();
    let path = case_file(folder.path(), ARTICLE, SUMMARY);
    let top = TestWorkbench::open(&[path], columns, rows);
    (folder, top)
}

#[test]
fn all_is_on_a_large_screen() {
    let (_folder, top) = open(120, 40);
    let text = top.text();
    for words in [
        "t1", "[2 judge-lock ", "Article", "Summary", "Coverage", "Hallucination", "not fired", "Claims",
        "supported", "? help", "as opened",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

/// If "severity none" does not fit, "none" alone would be meaningless.
#[test]
fn no_score_ends_with_a_none_of_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let article = "The council approved the new budget on Tuesday by seven votes to two.";
    let case = case_file(folder.path(), article, "The council approved the new budget on Tuesday.");
    let top = TestWorkbench::open(&[case], 120, 40);
    let rows = top.rows();
    let row = rows.iter().find(|row| row.contains("Hallucination")).unwrap();
    assert!(row.contains("cap ≤7"), "{}", top.text());
    let shown = row.trim_end_matches(['│', ' ']);
    assert!(!shown.ends_with("none") || shown.ends_with("severity none"), "{}", top.text());
}

#[test]
fn all_panels_are_on_a_screen_of_80_by_24() {
    let (_folder, top) = open(80, 24);
    let mut top = top;
    let text = top.text();
    for words in ["Article", "Summary", "Coverag", "Claims", "? help"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    // The panels of scores and caps replace the labels while one of them is in focus.
    top.keys("<Tab>");
    let text = top.text();
    for words in ["Article", "Summary", "Coverage", "Bias/toxicity", "Caps", "not fired", "? help"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn a_small_screen_shows_the_panel_in_focus_and_the_scores() {
    let (_folder, mut top) = open(60, 16);
    assert!(top.text().contains("[Summary]") && top.text().contains("Cov"), "{}", top.text());
    top.keys("<Tab><Tab>");
    assert!(top.text().contains("[Caps]") && top.text().contains("not fired"), "{}", top.text());
}

#[test]
fn a_screen_that_is_too_small_says_how_large_it_must_be() {
    let (_folder, top) = open(59, 16);
    assert!(top.text().contains("60 x 16"), "{}", top.text());
}

#[test]
fn no_input_reaches_the_screen_as_a_control_character() {
    let folder = tempfile::tempdir().unwrap();
    let nasty =
        "One \u{1b}[31mred\u{7} and \u{202e}reversed\u{2066} words of 5 \u{9b}2J things.\r\nTwo\tmore.";
    let path = folder.path().join("case.json");
    let case = serde_json::json!({"id": "\u{1b}]0;x\u{7}\u{202e}", "article": nasty, "summary": nasty});
    std::fs::write(&path, case.to_string()).unwrap();
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let mut top = TestWorkbench::open(std::slice::from_ref(&path), columns, rows);
        for keys in ["", "<Tab>", "<Tab>", "<Tab>", "<Enter>", "<Esc>", "J", "<Esc>", "q"] {
            top.keys(keys);
            for c in top.rows().concat().chars() {
                let bad = c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
                assert!(!bad, "{c:?} after {keys:?}\n{}", top.text());
            }
        }
    }
}

#[test]
fn every_window_fits_every_screen() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        for (keys, words) in [
            ("?", "Keys"),
            ("R", "Readings of judge-lock"),
            ("J", "lockbench.report/1"),
            (":", "Commands"),
            ("/", "Enter finds"),
        ] {
            top.keys(keys);
            assert!(top.text().contains(words), "{words}\n{}", top.text());
            top.keys("<Esc>");
            assert!(!top.text().contains(words), "{words} is closed\n{}", top.text());
        }
    }
}

/// A case that cannot be read shows once why, what to do, and which keys work.
#[test]
fn a_case_that_cannot_be_read_says_so_once() {
    let folder = tempfile::tempdir().unwrap();
    let queue = folder.path().join("q.jsonl");
    let line = serde_json::json!({"id": "one", "article": ARTICLE, "summary": SUMMARY});
    std::fs::write(&queue, format!("{line}\n{{\"id\": \"two\", \"article\": \"cut sh\n")).unwrap();
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let mut top = TestWorkbench::open(std::slice::from_ref(&queue), columns, rows);
        for keys in [&[">"][..], &["<", ";", ">"]] {
            for key in keys {
                top.keys(key);
            }
            let text = top.text();
            assert_eq!(text.matches("ends in the middle").count(), 1, "{text}");
            assert!(text.contains("cannot be read") && text.contains("< goes to the case"), "{text}");
            let keys = top.rows().pop().unwrap();
            let idle = ["accept", "verdict", "label", "edit", "override", "confirm", "comment"];
            assert!(idle.iter().all(|idle| !keys.contains(idle)) && keys.contains("? help"), "{keys}");
        }
        top.keys("Q");
        assert_eq!(top.text().matches("q.jsonl:2:").count(), 1, "{}", top.text());
    }
}

/// A narrow table truncates neither the marks in its headings nor the message that no case is shown.
#[test]
fn a_narrow_table_shows_its_marks_and_messages_whole() {
    let (_folder, mut top) = open(60, 16);
    top.keys("Q<Right><Right>s");
    assert!(top.text().contains("▸Engi…▲"), "{}", top.text());
    top.keys("/verdict:fail budgets nobody<Enter>");
    let text = top.text();
    assert!(text.contains("no case meets the filter, with") && text.contains("shows all again"), "{text}");
}

/// A window that would leave only a sliver of the panels takes the whole width.
#[test]
fn a_window_leaves_enough_of_the_panels_in_sight_or_nothing() {
    for (columns, left) in [(120, 22), (84, 4), (82, 0), (80, 0), (60, 0)] {
        let (_folder, mut top) = open(columns, 24);
        top.keys("C");
        let row = top.rows().into_iter().find(|row| row.contains(" Comment on ")).unwrap();
        assert_eq!(row.chars().position(|c| c == '┏'), Some(left), "{row}");
    }
}

#[test]
fn it_is_plain_which_rubric_is_on_the_screen() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        for (at, entry) in RUBRICS.iter().enumerate() {
            top.keys(&(at + 1).to_string());
            let tabs = top.rows()[2].clone();
            let named = |name: &str| tabs.contains(&format!("[{} {name}", at + 1));
            let short = lockbench::tui::words::short(entry.slug);
            assert!(named(entry.slug) || named(short), "{columns} columns: {tabs}");
            assert_eq!(tabs.matches('[').count(), 1, "{columns} columns: {tabs}");
            // The others are there too, each with its number.
            for other in 0..RUBRICS.len() {
                assert!(tabs.contains(&format!("{}", other + 1)), "{columns} columns: {tabs}");
            }
            assert!(unicode_width::UnicodeWidthStr::width(tabs.trim_end()) <= usize::from(columns), "{tabs}");
        }
    }
}

/// A digit without an effect is not shown, and the names keep their places.
#[test]
fn tabs_have_the_digits_that_choose_them() {
    let (_folder, mut top) = open(120, 40);
    let tabs = |top: &TestWorkbench| top.rows()[2].clone();
    let before = tabs(&top);
    assert!(before.contains("0 overview") && before.contains("[2 judge-lock"), "{before}");
    // In a text that is edited, digits are typed: the tabs are chosen with Alt.
    top.keys("e");
    assert!(tabs(&top).contains("Alt 0 overview") && tabs(&top).contains("[2 judge-lock"), "{}", tabs(&top));
    top.keys("<Esc>");
    for keys in ["?", "V", "C"] {
        top.keys(keys);
        let now = tabs(&top);
        assert!(!now.contains(|c: char| c.is_ascii_digit()), "{keys}: {now}");
        assert_eq!(now, before.replace(|c: char| c.is_ascii_digit() || c == ',', " "), "{keys}");
        top.keys("<Esc>");
    }
    // A ledger is switched to another rubric by its digit; the overview is not opened from it.
    top.keys("<Tab><Enter>");
    let ledger = tabs(&top);
    assert!(ledger.contains("[2 judge-lock") && !ledger.contains("0 overview"), "{ledger}");
}

/// Each window shows how much of it is below, until its end is visible.
#[test]
fn windows_say_how_much_is_below() {
    let (_folder, mut top) = open(60, 16);
    for key in ["?", "J", "I", "R"] {
        top.keys(key);
        let says = |top: &TestWorkbench| top.text().contains(" more ┛");
        assert!(says(&top), "{key}\n{}", top.text());
        top.keys("G");
        assert!(!says(&top), "{key}\n{}", top.text());
        top.keys("<Esc>");
    }
}

#[test]
fn rubrics_are_turned_with_keys_and_the_mouse() {
    let (_folder, mut top) = open(120, 40);
    let slug = |top: &TestWorkbench| top.report().rubric;
    top.keys("1}");
    assert_eq!(slug(&top), RUBRICS[1].slug);
    top.keys("{");
    assert_eq!(slug(&top), RUBRICS[0].slug);
    top.keys("{");
    assert_eq!(slug(&top), RUBRICS[RUBRICS.len() - 1].slug, "round the corner");
    let (x, y) = top.find("2 judge");
    top.click(x, y);
    assert_eq!(slug(&top), "judge-lock");
    top.click(1, 2);
    assert!(top.text().contains("All rubrics"), "{}", top.text());
}

/// A click on a line at the top opens what it is about; a click on a key at the bottom has the effect of
/// the key.
#[test]
fn the_lines_at_the_top_and_at_the_bottom_can_be_clicked() {
    let folder = tempfile::tempdir().unwrap();
    let path = queue(folder.path(), 2, &SUMMARY.replace("approved", "rejected"));
    let mut top = TestWorkbench::open(&[path], 120, 40);
    let click = |top: &mut TestWorkbench, words: &str| {
        let (x, y) = top.find(words);
        top.click(x, y);
    };
    for words in [" because ", "FAIL  "] {
        top.keys("]");
        let label = top.work.app.state.label();
        click(&mut top, words);
        assert_ne!(top.work.app.state.label(), label, "{words}: {}", top.text());
        assert_eq!(top.work.app.state.label(), Some(LabelId { list: List::Claims, index: 0 }));
    }
    click(&mut top, "can change it");
    assert_eq!(top.work.app.context(), Context::LabelByLabel);
    top.keys("<Esc>");
    click(&mut top, "case-1");
    assert_eq!(top.work.app.context(), Context::Cases);
    click(&mut top, "Esc close");
    assert!(top.work.app.context().is_main(), "{}", top.text());
    click(&mut top, "? help");
    assert_eq!(top.work.app.context(), Context::Help);
    // While typing, neither leaves the input.
    top.keys("<Esc>C");
    click(&mut top, "because");
    assert_eq!(top.work.app.context(), Context::Writing);
    // The first click does not discard typed text either.
    top.keys("words");
    click(&mut top, "Esc cancel");
    assert!(top.work.app.context() == Context::Writing && top.text().contains("Esc again"), "{}", top.text());
    // A message does not act as the keys below it.
    top.keys("<Esc>");
    assert!(top.work.app.context().is_main(), "{}", top.text());
    top.keys("F");
    let (x, y) = top.find("flagged");
    top.click(x, 39.max(y));
    assert!(top.work.app.context().is_main());
}

#[test]
fn a_cap_in_a_narrow_panel_names_the_label_that_made_it_fire() {
    let folder = tempfile::tempdir().unwrap();
    let path = case_file(folder.path(), ARTICLE, &SUMMARY.replace("approved", "rejected"));
    let mut top = TestWorkbench::open(&[path], 80, 24);
    top.keys("<Tab><Tab>");
    assert!(top.text().contains("Unsupported claim 1: Cov, Rel ≤3"), "{}", top.text());
}

/// In a narrow terminal the number of labels has a shorter description that still says what it counts.
#[test]
fn what_is_left_to_judge_is_said_in_words_on_a_narrow_screen() {
    let folder = tempfile::tempdir().unwrap();
    let path = case_file(folder.path(), ARTICLE, &SUMMARY.replace("approved", "rejected"));
    let top = TestWorkbench::open(&[path], 60, 16);
    let line = &top.rows()[1];
    let said = ["change it", "changes it", "settled"].iter().any(|words| line.contains(words));
    assert!(said && line.contains(" because "), "{line}");
}

#[test]
fn labels_are_gone_through_from_a_text() {
    let (_folder, mut top) = open(120, 40);
    let at = |top: &TestWorkbench| top.work.app.state.label().unwrap().index;
    assert_eq!(top.work.app.state.focus, Panel::Summary);
    top.keys("kkk");
    assert_eq!(at(&top), 0);
    top.keys("j");
    assert_eq!((at(&top), top.work.app.state.focus), (1, Panel::Summary));
    // Nothing below a screen moves.
    top.keys("?j<Esc>");
    assert_eq!(at(&top), 1);
}

/// If the description of the label in focus does not fit into its panel, the key that shows all of it is
/// offered.
#[test]
fn a_label_that_is_cut_can_be_seen_whole() {
    let offered = |top: &TestWorkbench| top.rows().last().unwrap().contains("Space whole label");
    let (_folder, mut top) = open(80, 24);
    assert!(offered(&top), "{}", top.text());
    top.keys(" ");
    assert!(top.text().contains("text  "), "{}", top.text());
    let (_folder, top) = open(120, 40);
    assert!(top.text().contains("text   ") && !offered(&top), "{}", top.text());
}

#[test]
fn the_overview_names_every_rubric_and_leads_to_it() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        top.keys("0");
        let text = top.text();
        assert!(text.contains("All rubrics") && top.rows()[2].contains("[0 "), "{text}");
        for entry in RUBRICS {
            let report = top
                .work
                .app
                .state
                .open_case()
                .unwrap()
                .judged_by(entry.slug)
                .expect("every rubric is judged by");
            let decision = report.report.verdict.decision.as_str();
            top.keys("g");
            for _ in 0..RUBRICS.iter().position(|other| other.slug == entry.slug).unwrap() {
                top.keys("j");
            }
            let row = top.rows().into_iter().find(|row| row.contains(entry.title) && row.contains(decision));
            assert!(row.is_some(), "{} {decision}\n{}", entry.title, top.text());
        }
        top.keys("G<Enter>");
        let last = &RUBRICS[RUBRICS.len() - 1];
        assert_eq!(top.report().rubric, last.slug);
        assert!(!top.text().contains("All rubrics"), "{}", top.text());
    }
}

#[test]
fn the_overview_says_where_rubrics_part() {
    let folder = tempfile::tempdir().unwrap();
    let summary = SUMMARY.replace("approved", "rejected");
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, &summary)], 120, 40);
    top.keys("0");
    let text = top.text();
    assert!(text.contains("claim 1 is unsupported"), "{text}");
    assert!(text.contains("The same measure, by rubric") && text.contains("Coverage"), "{text}");
}

#[test]
fn sources_stand_beside_the_article_and_cannot_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.json");
    let case = serde_json::json!({"id": "t1", "article": ARTICLE, "summary": SUMMARY, "sources": [
        {"id": "minutes", "title": "Minutes of the council", "text": "# Minutes\n\nSeven voted for the budget."},
        {"id": "plan", "text": "The school in Northfield opens in March."},
    ]});
    std::fs::write(&path, case.to_string()).unwrap();
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let mut top = TestWorkbench::open(std::slice::from_ref(&path), columns, rows);
        top.keys("<Tab><Tab><Tab><Tab>");
        assert!(top.text().contains("[Article] 1  2"), "{}", top.text());
        top.keys(")");
        let text = top.text();
        assert!(text.contains("[1 Minutes of the") && text.contains("Seven voted for the budget"), "{text}");
        assert!(text.contains("read only"), "{text}");
        top.keys("e");
        assert!(top.text().contains("a source is read only"), "{}", top.text());
        top.keys("xyz<C-v>");
        assert!(top.text().contains("Seven voted") && !top.open_case().is_touched());
        top.keys(")");
        assert!(top.text().contains("[2 plan]") && top.text().contains("opens in"), "{}", top.text());
        top.keys(")");
        assert!(top.text().contains("[Article]"), "{}", top.text());
        top.keys("(");
        assert!(top.text().contains("[2 plan]"), "{}", top.text());
        let (x, y) = top.find("Article");
        top.click(x, y + u16::from(columns == 60));
        assert!(top.text().contains("[Article]") || columns == 60, "{}", top.text());
    }
}

/// A report whose only support is in its sources.
fn report_case(folder: &std::path::Path) -> std::path::PathBuf {
    let path = folder.join("report.json");
    let case = serde_json::json!({
        "id": "pumps",
        "article": "Heat pumps in cold climates. Field studies in three countries.",
        "summary": "# Findings\n\nA field study of 140 homes found an average efficiency of 2.9 at minus ten \
                    degrees [1].\n\n# Costs\n\nInstallation costs fell by 12 percent between 2019 and 2023 [2].",
        "sources": [
            {"id": "field", "text": "# Field study\n\nSnow fell late. The field study of 140 homes found an average \
                                     efficiency of 2.9 at minus ten degrees."},
            {"id": "costs", "text": "Installation costs fell by 12 percent between 2019 and 2023."},
        ],
    });
    std::fs::write(&path, case.to_string()).unwrap();
    path
}

#[test]
fn a_label_that_rests_on_a_source_opens_it_at_its_words() {
    let folder = tempfile::tempdir().unwrap();
    for (columns, rows) in [(120, 40), (80, 24)] {
        let mut top = TestWorkbench::open(&[report_case(folder.path())], columns, rows);
        choose(&mut top, "protocol");
        top.work.app.state.focus = Panel::Labels;
        top.keys("<Enter>");
        let text = top.text();
        assert!(text.contains("[1 field]") && text.contains("read only"), "{text}");
        // The supporting sentence is highlighted in the source, and the claim in the summary.
        assert!(text.contains("⟦The field study"), "{text}");
        assert!(text.matches('⟦').count() >= 2, "{text}");
        top.keys("G");
        assert!(top.text().contains("[2 costs]"), "{}", top.text());
    }
}

#[test]
fn the_overview_names_the_words_that_rubrics_judge_differently() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[report_case(folder.path())], 120, 40);
    top.keys("0");
    let text = top.text();
    assert!(text.contains("The same words, judged differently"), "{text}");
    assert!(text.contains("unsupported (twin); but factual sentence"), "{text}");
}

#[test]
fn a_case_without_sources_says_how_to_give_them() {
    let (_folder, mut top) = open(120, 40);
    top.keys(")");
    assert!(top.text().contains("`sources`"), "{}", top.text());
}

#[test]
fn what_decides_is_a_list_that_leads_to_the_labels() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let folder = tempfile::tempdir().unwrap();
        let summary = SUMMARY.replace("approved", "rejected");
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, &summary)], columns, rows);
        choose(&mut top, "judge-lock");
        top.keys("D");
        assert!(top.text().contains("needs Ultra: press 3"), "{}", top.text());
        choose(&mut top, "judge-lock-ultra");
        let odds = top.report().odds.clone().expect("it weighs probabilities");
        // What can flip the verdict comes first, then what makes it more certain.
        let turns = |one: &&lockbench::report::Decides| one.turns.is_some();
        let first = odds.decides.iter().find(turns).or(odds.decides.first()).expect("something is open").id;
        top.work.app.state.focus = Panel::Scores;
        top.keys("g");
        assert!(top.text().contains('┃'), "{}", top.text());
        // The probabilities are below the metrics, and can be scrolled to if they do not fit.
        let metrics = top.report().metrics.len();
        let shown = (0..metrics + 1).any(|_| {
            let shown = top.text().contains("PASS ");
            top.keys("j");
            shown
        });
        assert!(shown, "{}", top.text());
        top.keys("D");
        let text = top.text();
        for words in ["Most influential labels", "FAIL", &first.shown()] {
            assert!(text.contains(words), "{words}\n{text}");
        }
        // Equal influence is not printed as a meaningless number.
        assert!(!text.contains("0.0 points") && !text.contains("no surer"), "{text}");
        let turning = odds.decides.iter().filter(turns).count();
        assert_eq!(text.contains("Can turn the verdict"), turning > 0, "{text}");
        top.keys("jk<Enter>");
        assert_eq!(top.work.app.state.focus, Panel::Labels);
        assert_eq!(top.work.app.state.label(), Some(first));
    }
}

/// Switches to a rubric by its slug.
fn choose(top: &mut TestWorkbench, slug: &str) {
    let at = RUBRICS.iter().position(|entry| entry.slug == slug).expect("a rubric of that name");
    top.keys(&(at + 1).to_string());
    assert_eq!(top.report().rubric, slug);
}

#[test]
fn what_a_metric_lacks_is_said_with_the_field_that_gives_it() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        choose(&mut top, "synthlink");
        top.keys("<Tab>");
        for field in ["`reference`", "`retrieved`"] {
            assert!(top.text().contains(field), "{field}\n{}", top.text());
        }
        // The ledger shows all of it.
        top.keys("<Enter>");
        assert!(top.text().contains("add `reference` to"), "{}", top.text());
        top.keys("<Esc><Tab>");
        assert!(top.text().contains("has no caps"), "{}", top.text());
    }
}

#[test]
fn every_rubric_has_its_screen_at_every_size() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        for entry in RUBRICS {
            choose(&mut top, entry.slug);
            let report = top.report().clone();
            top.work.app.state.focus = Panel::Scores;
            top.keys("g");
            for metric in &report.metrics {
                let name = lockbench::tui::words::metric(metric.key);
                assert!(top.text().contains(&name), "{} of {}\n{}", name, entry.slug, top.text());
                top.keys("<Enter>G");
                assert!(top.text().contains("how its score came about"), "{}", top.text());
                top.keys("<Esc>j");
            }
            for keys in ["R", "W", "0", "J"] {
                top.keys(keys);
                assert!(top.work.app.is_covered(), "{keys} of {}\n{}", entry.slug, top.text());
                top.keys("<Esc>");
                choose(&mut top, entry.slug);
            }
        }
    }
}

#[test]
fn labels_that_are_true_or_false_are_decided_with_a_letter() {
    let (_folder, mut top) = open(120, 40);
    choose(&mut top, "synthlink");
    top.work.app.state.focus = Panel::Labels;
    assert!(top.text().contains("[Facts 1/"), "{}", top.text());
    top.keys("f");
    assert!(top.text().contains("fact 1: you say not verified"), "{}", top.text());
    let label = |top: &TestWorkbench| top.report().labels[0].1.word;
    assert_eq!(label(&top), Some(lockbench::labels::LabelValue::No));
    top.keys("t");
    assert_eq!(label(&top), Some(lockbench::labels::LabelValue::Yes));
    assert_eq!(top.open_case().decisions.overrides.len(), 1, "the second takes the first one's place");
}

#[test]
fn readings_show_what_each_value_would_give() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        top.keys("R");
        let text = top.text();
        let row = |text: &str, words: &str| text.lines().any(|line| line.contains(words));
        assert!(row(&text, "words the article has") && text.contains("default"), "{text}");
        assert!(
            text.lines()
                .any(|l| l.contains("whole article (Jaccard)") && (l.contains("FAIL") || l.contains("WARN"))),
            "{text}"
        );
        let before = top.report().verdict.clone();
        top.keys("  ");
        assert_eq!(top.work.app.state.readings.get("relevance.overlap"), "jaccard_article");
        let effect = top
            .work
            .app
            .state
            .open_case()
            .unwrap()
            .effects
            .iter()
            .find(|effect| effect.value == "jaccard_article")
            .copied()
            .unwrap();
        let after = top.report().verdict.clone();
        assert_eq!((effect.decision, effect.score), (after.decision, after.score), "what was promised came");
        assert_ne!(before.score, after.score);
        top.keys("p");
        assert_eq!(top.work.app.state.readings.get("qag.cap"), "le6");
        top.keys("d");
        assert_eq!(top.work.app.state.readings, lockbench::rubric::Readings::default());
    }
}

#[test]
fn the_help_can_be_read_to_its_end() {
    let (_folder, mut top) = open(60, 16);
    top.keys("?G");
    assert!(top.text().contains("unclear rule"), "{}", top.text());
    let end = top.text();
    top.keys("k");
    assert_ne!(top.text(), end, "one step up is seen at once");
}

#[test]
fn a_screenful_down_skips_no_line() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        for keys in ["?", "J"] {
            top.keys(keys);
            // The content of the frame: two lines are above it, and one below.
            let inside = |row: &String| row.split('┃').nth(1).map(str::to_owned);
            let lines = |top: &TestWorkbench| -> Vec<Option<String>> {
                top.rows()[3..usize::from(rows) - 2].iter().map(inside).collect()
            };
            let before = lines(&top);
            top.keys("<PageDown>");
            let after = lines(&top);
            // The last visible line becomes the first one, unless the end comes before.
            assert!(after.contains(&before[before.len() - 1]), "{columns} x {rows}\n{}", top.text());
            assert_ne!(after, before);
            top.keys("<PageUp>");
            assert_eq!(lines(&top), before);
            top.keys("<Esc>");
        }
    }
}

#[test]
fn the_end_of_a_ledger_is_where_its_last_line_is_seen() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        for rubric in RUBRICS {
            choose(&mut top, rubric.slug);
            top.work.app.state.focus = Panel::Scores;
            top.keys("g");
            for _ in 0..top.report().metrics.len() {
                top.keys("<Enter>G");
                let end = top.text();
                // Every key on the way is visible, and the way ends at the end.
                top.keys("g");
                for _ in 0..200 {
                    let before = top.text();
                    top.keys("j");
                    if top.text() == before {
                        break;
                    }
                }
                assert_eq!(top.text(), end, "{}", rubric.slug);
                top.keys("<Esc>j");
            }
        }
    }
}

#[test]
fn any_panel_can_have_the_whole_screen() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        for panel in Panel::ALL {
            top.work.app.state.focus = panel;
            top.keys("<C-l>");
            let before = top.text();
            top.keys("+");
            let (drawn, text) = (top.rows(), top.text());
            let ends = |row: &str| (row.chars().next(), row.chars().last());
            assert_eq!(ends(&drawn[3]), (Some('┏'), Some('┓')), "{panel:?}\n{text}");
            assert_eq!(ends(&drawn[usize::from(rows) - 2]), (Some('┗'), Some('┛')), "{panel:?}\n{text}");
            assert_eq!(text.matches('┏').count(), 1, "{panel:?}\n{text}");
            top.keys("+");
            assert_eq!(top.text(), before, "{panel:?}");
        }
        // The mouse hits what is drawn there.
        top.work.app.state.focus = Panel::Summary;
        top.keys("+");
        top.click(4 + 8, 4);
        assert_eq!(top.open_case().summary.cursor(), 8, "{}", top.text());
    }
}

#[test]
fn the_ledger_walks_step_by_step() {
    let (_folder, mut top) = open(120, 40);
    top.keys("1<Tab><Enter>");
    let all = top.text();
    assert!(
        all.contains("how its score came about") && all.contains("recall") && all.contains("after the caps"),
        "{all}"
    );
    top.keys("g");
    assert!(top.text().contains("more: j goes on"), "{}", top.text());
    top.keys("<Right>");
    assert!(top.text().contains("Alignment: how"), "{}", top.text());
}

#[test]
fn the_ledger_shows_the_words_of_the_users_rubric_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = case_file(folder.path(), ARTICLE, SUMMARY);
    let entry = RUBRICS.iter().find(|entry| entry.slug == "twin-lock").unwrap();
    let [rule, source] =
        ["precision = 1 - extraneous/tokens", "Scoring Criteria, Twin Lock, Metric: Coverage"];
    assert!(entry.toml.contains(rule) && entry.toml.contains(source));
    let own = entry.toml.replace(rule, "my own rule").replace(source, "House rules, page 7");
    let mut rubrics = RubricSet::shipped();
    rubrics.replace(entry.slug, &own).unwrap();
    let numbers = ScoringConfig { rubrics: Arc::new(rubrics), ..ScoringConfig::default() };
    let mut top = TestWorkbench::with(&[path], Options { numbers, ..Options::default() }, 120, 40);
    top.keys("1<Tab><Enter>");
    let all = top.text();
    assert!(all.contains("my own rule") && all.contains("House rules, page 7"), "{all}");
}

#[test]
fn sizes_may_change_at_any_moment() {
    let (_folder, mut top) = open(120, 40);
    for (columns, rows) in [(80, 24), (20, 5), (1, 1), (60, 16), (200, 60)] {
        top.screen.terminal.backend_mut().resize(columns, rows);
        top.send(lockbench::tui::msg::Message::Resize(columns, rows));
    }
    assert!(top.text().contains("Coverage"));
}

/// The usual summary with two facts wrong.
const WRONG: &str = "The council rejected the new budget on Tuesday. The budget raises spending on schools by \
    21 percent. Work on the new school in Northfield begins in March.";

fn summary_of(top: &TestWorkbench) -> String {
    top.open_case().summary.as_str().to_owned()
}

#[test]
fn a_key_in_a_line_of_what_if_is_named_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let summary = SUMMARY.replace("approved", "rejected");
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, &summary)], 60, 16);
    top.keys("W");
    for _ in 0..20 {
        let text = top.text();
        assert!(!text.contains("Ente…") && !text.contains("appl…") && !text.contains("Enter …"), "{text}");
        top.keys("j");
    }
}

#[test]
fn edits_of_the_text_are_offered_first_with_what_they_give() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let folder = tempfile::tempdir().unwrap();
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, WRONG)], columns, rows);
        top.keys("W");
        let text = top.text();
        assert!(text.contains("What if: ") && !text.contains("scoring …"), "{text}");
        for words in ["Edit the summary", "\"rejected\" → \"approved\", article sentence 1", "then "] {
            assert!(text.contains(words), "{words}\n{text}");
        }
        // If the verdict stays the same, the screen says what improved.
        let open_case = top.open_case();
        let now = &top.report().verdict;
        for outcome in open_case.trials().unwrap().edits.iter().filter_map(|(_, outcome)| outcome.as_ref()) {
            assert!(!outcome.better.is_empty() || outcome.decision < now.decision, "{outcome:?}");
            if rows == 40 && (outcome.decision, outcome.score) == (now.decision, now.score) {
                assert!(text.contains(" better"), "{text}");
            }
        }
        if rows == 40 {
            let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}\n{text}"));
            let order =
                [at("approved\""), at("\"12 percent\""), at("both edits"), at("If you change a label")];
            assert!(order.is_sorted(), "{text}");
        }
        top.keys("<Enter>");
        assert_eq!(summary_of(&top), WRONG.replace("rejected", "approved"), "{}", top.text());
        assert!(!top.work.app.is_covered() && top.text().contains("z undoes"), "{}", top.text());
        top.keys("zW");
        assert_eq!(summary_of(&top), WRONG);
        top.keys("jj");
        assert!(top.text().contains("▸  both edits"), "{}", top.text());
        top.keys("<Enter>");
        assert_eq!(summary_of(&top), SUMMARY);
        top.keys("z");
        assert_eq!(summary_of(&top), WRONG, "all edits are one change");
    }
}

#[test]
fn what_stands_in_the_way_of_pass_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let short = "The council rejected the new budget on Tuesday.";
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, short)], 120, 40);
    top.keys("W");
    let text = top.text();
    assert!(text.contains("PASS is out of reach of these edits") && text.contains("· "), "{text}");
    assert!(!text.contains("claims/") && !text.contains("key_points/"), "{text}");
    assert!(!text.contains("qag_") && !text.contains("low_recall"), "{text}");
}

#[test]
fn labels_have_one_name_and_one_number_everywhere() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let folder = tempfile::tempdir().unwrap();
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, WRONG)], columns, rows);
        for keys in ["", "<Tab>", "<Tab>", "<Tab>", "0", "<Esc>W", "<Esc>"] {
            top.keys(keys);
            let text = top.text();
            for spec in &lockbench::labels::LISTS {
                assert!(!text.contains(&format!("{}/", spec.key)), "{} after {keys}\n{text}", spec.key);
            }
        }
    }
}

#[test]
fn an_empty_list_stays_a_tab_and_a_rejected_item_stays_in_its_place() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let folder = tempfile::tempdir().unwrap();
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, WRONG)], columns, rows);
        top.work.app.state.focus = Panel::Labels;
        top.work.app.state.show_list(List::Extraneous);
        top.keys("g");
        let first = top.work.app.state.label().expect("an unsupported wording");
        let text = top.open_case().get(first).unwrap().text.clone();
        let lists = top.open_case().lists();
        top.keys("d");
        let open_case = top.open_case();
        let row = &open_case.rows(List::Extraneous)[0];
        assert!(
            row.id.is_none() && open_case.decisions.overrides[row.decision.unwrap()].text == text,
            "it stays first"
        );
        assert_eq!(
            open_case.rows(List::Extraneous)[1].id.map(|id| id.index),
            Some(0),
            "the next one is counted anew"
        );
        assert!(top.text().contains("rejected by you"), "{}", top.text());
        let buffer = top.screen.terminal.backend().buffer();
        let struck = |y: u16| {
            (0..columns).any(|x| buffer[(x, y)].modifier.contains(ratatui::style::Modifier::CROSSED_OUT))
        };
        assert!((0..rows).any(struck), "struck through");
        // The other one too: the list has no label left, but its tab stays.
        top.keys("jd");
        assert_eq!(top.open_case().lists(), lists);
    }
}

#[test]
fn lists_without_a_label_are_dimmed_tabs_that_keys_pass_over() {
    let (_folder, mut top) = open(120, 40);
    top.work.app.state.focus = Panel::Labels;
    let open_case = top.open_case();
    let empty: Vec<List> =
        open_case.lists().iter().copied().filter(|list| open_case.rows(*list).is_empty()).collect();
    assert!(!empty.is_empty(), "a right summary has no issues");
    for _ in 0..open_case.lists().len() {
        top.keys("]");
        assert!(!empty.contains(&top.open_case().list));
    }
    assert!(top.text().contains("Issues 0") || top.text().contains("issues 0"), "{}", top.text());
}

#[test]
fn a_count_of_the_ledger_opens_the_labels_that_it_counts() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let folder = tempfile::tempdir().unwrap();
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, WRONG)], columns, rows);
        let focus_score = |top: &mut TestWorkbench| {
            top.work.app.state.focus = Panel::Scores;
            top.keys("g<Enter>");
        };
        focus_score(&mut top);
        // The steps of coverage: precision, recall.
        top.keys("gj");
        let text = top.text();
        assert!(text.contains("F: key points fully covered"), "each symbol is spelled out\n{text}");
        top.keys("<Enter>");
        let text = top.text();
        let report = top.report().clone();
        let of = |word| {
            let all = report.labels.iter();
            let mut fully = all.filter(|(id, label)| id.list == List::KeyPoints && label.word == Some(word));
            fully.next().map(|(id, _)| *id)
        };
        let first = of(lockbench::labels::LabelValue::Fully).expect("a key point is covered");
        assert!(text.contains("recall of Coverage"), "{text}");
        assert!(text.contains(&format!("▸  {}", first.shown())), "{text}");
        top.keys("<Enter>");
        assert!(!top.work.app.is_covered(), "{}", top.text());
        assert_eq!((top.work.app.state.focus, top.work.app.state.label()), (Panel::Labels, Some(first)));
        // A step without labels says so.
        focus_score(&mut top);
        top.keys("G");
        top.keys("<Esc>");
    }
}

#[test]
fn every_symbol_of_a_formula_is_spelled_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, WRONG)], 120, 40);
    for entry in RUBRICS {
        choose(&mut top, entry.slug);
        let report = top.report().clone();
        for metric in &report.metrics {
            for step in &metric.steps {
                for (name, _) in step.inputs().into_iter().filter(|(name, _)| name.len() == 1) {
                    let known =
                        ["n", "k"].contains(&name) || metric.steps.iter().any(|step| step.name == name);
                    let symbol = lockbench::rubric::symbol(metric.key, step.name, name);
                    assert!(known || symbol.is_some(), "{}: {name} in {}", metric.key, step.formula());
                }
            }
        }
    }
}

#[test]
fn a_search_says_which_place_of_how_many_and_looks_in_the_text_last_read() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        top.work.app.state.focus = Panel::Article;
        top.keys("<Home>");
        top.work.app.state.focus = Panel::Scores;
        top.keys("/school<Enter>");
        assert!(top.text().contains("1 of 2: school"), "{}", top.text());
        let selected = |top: &TestWorkbench| top.open_case().article.selected().map(str::to_owned);
        assert_eq!(selected(&top).as_deref(), Some("school"), "in the article, which was read last");
        top.keys("n");
        assert!(top.text().contains("2 of 2: school"), "{}", top.text());
        top.keys("N");
        assert!(top.text().contains("1 of 2: school"), "{}", top.text());
    }
}

#[test]
fn a_double_click_selects_a_word_and_a_click_on_a_letter_decides() {
    for (columns, rows) in [(120, 40), (80, 24)] {
        let (_folder, mut top) = open(columns, rows);
        let selected = |top: &TestWorkbench| top.open_case().summary.selected().map(str::to_owned);
        let rows_of = top.rows();
        // The summary is to the right of the article.
        let (y, x) = rows_of
            .iter()
            .enumerate()
            .find_map(|(y, row)| Some((y, row.rfind("council").map(|at| row[..at].chars().count())?)))
            .unwrap();
        let (x, y) = (x as u16 + 2, y as u16);
        top.click(x, y);
        assert_eq!(selected(&top), None);
        top.click(x, y);
        assert_eq!(selected(&top).as_deref(), Some("council"), "{}", top.text());
        top.click(x, y);
        assert_eq!(selected(&top), None, "the third is a first one again");
        top.work.app.state.focus = Panel::Labels;
        top.work.app.state.show_list(List::Claims);
        top.keys("g");
        let (x, y) = top.find("  unsupported  ");
        top.click(x + 3, y);
        assert!(top.text().contains("claim 1: you say unsupported"), "{}", top.text());
    }
}

#[test]
fn a_label_tells_how_likely_each_word_is_where_a_person_chose_another() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let (_folder, mut top) = open(columns, rows);
        top.work.app.state.focus = Panel::Labels;
        top.work.app.state.show_list(List::Claims);
        top.keys("g");
        assert!(top.text().contains(" % "), "{}", top.text());
        top.keys("u");
        let text = top.text();
        assert!(text.matches(" %").count() >= 3, "{text}");
        for words in ["supported ", "partial ", "[unsupported ", "you: unsupported · engine: supported"] {
            assert!(text.contains(words), "{words}\n{text}");
        }
    }
}

#[test]
fn an_edit_that_would_leave_no_summary_is_not_offered() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = "Penguins were seen dancing beside the frozen harbour wall.";
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, wrong)], 120, 40);
    top.keys("W");
    assert!(top.text().contains("no edit to offer"), "{}", top.text());
}

#[test]
fn a_click_goes_to_a_row_of_a_list_and_a_second_one_acts() {
    let (_folder, mut top) = open(120, 40);
    // Space toggles the column in focus, and Enter has no effect there.
    top.keys("Qc");
    let (x, y) = top.find("[ ] ");
    top.click(x, y);
    top.keys(" ");
    assert!(top.rows()[usize::from(y)].contains("[x] "), "{}", top.text());
    top.keys("<Esc><Esc>W");
    let score = |top: &TestWorkbench| top.report().verdict.score;
    let before = score(&top);
    let (x, y) = top.find("to worsen");
    top.click(x, y);
    assert_eq!(score(&top), before, "the first click goes there");
    top.click(x, y);
    assert_ne!(score(&top), before, "{}", top.text());
}
