//! What is on the screen, at three sizes and in every panel and window.

use crate::bench_top::{ARTICLE, SUMMARY, Top, case_file};

fn open(columns: u16, rows: u16) -> (tempfile::TempDir, Top) {
    let folder = tempfile::tempdir().unwrap();
    let path = case_file(folder.path(), ARTICLE, SUMMARY);
    let top = Top::open(&[path], columns, rows);
    (folder, top)
}

#[test]
fn all_is_on_a_large_screen() {
    let (_folder, top) = open(120, 40);
    let text = top.text();
    for words in [
        "t1",
        "[2 judge-lock ",
        "Article",
        "Summary",
        "Coverage",
        "Hallucination",
        "extraneous_claim",
        "Claims",
        "supported",
        "? help",
        "as opened",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn all_panels_are_on_a_screen_of_80_by_24() {
    let (_folder, top) = open(80, 24);
    let text = top.text();
    for words in ["Article", "Summary", "Coverage", "Bias/toxicity", "Caps", "Claims", "? help"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn a_small_screen_shows_the_panel_in_focus_and_the_scores() {
    let (_folder, mut top) = open(60, 16);
    assert!(top.text().contains("[Summary]") && top.text().contains("Coverage"), "{}", top.text());
    top.keys("<Tab><Tab>");
    assert!(top.text().contains("[Caps]") && top.text().contains("extraneous_claim"), "{}", top.text());
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
        let mut top = Top::open(std::slice::from_ref(&path), columns, rows);
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

#[test]
fn the_help_can_be_read_to_its_end() {
    let (_folder, mut top) = open(60, 16);
    top.keys("?G");
    assert!(
        top.text().contains("how an unclear rule is read") || top.text().contains("DISPUTED"),
        "{}",
        top.text()
    );
    let end = top.text();
    top.keys("k");
    assert_ne!(top.text(), end, "one step up is seen at once");
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
fn sizes_may_change_at_any_moment() {
    let (_folder, mut top) = open(120, 40);
    for (columns, rows) in [(80, 24), (20, 5), (1, 1), (60, 16), (200, 60)] {
        top.screen.terminal.backend_mut().resize(columns, rows);
        top.send(lockbench::tui::msg::Message::Resize(columns, rows));
    }
    assert!(top.text().contains("Coverage"));
}
