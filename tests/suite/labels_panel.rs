//! Tests the panel of labels: labels that can change the verdict come first and the rest is folded;
//! marking labels; selecting words and sentences with one key.

use lockbench::labels::{LabelId, LabelValue, List};
use lockbench::tui::decide::crossing;
use lockbench::tui::state::Panel;

use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, case_file};

/// Opens a workbench on a summary, with the labels in focus.
fn on_labels(summary: &str, columns: u16, rows: u16) -> (tempfile::TempDir, TestWorkbench) {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, summary)], columns, rows);
    top.keys("<Tab><Tab><Tab>g");
    assert_eq!(top.work.app.state.focus, Panel::Labels);
    (folder, top)
}

fn claim(index: usize) -> LabelId {
    LabelId { list: List::Claims, index }
}

/// Lists whose names do not fit are indicated at their side.
#[test]
fn lists_without_room_are_marked() {
    let (_folder, mut top) = on_labels(SUMMARY, 60, 16);
    let edge = |top: &TestWorkbench, list: List| {
        let name = format!("[{} ", list.spec().title);
        top.rows().into_iter().find(|row| row.contains(&name)).unwrap_or_else(|| panic!("{}", top.text()))
    };
    let row = edge(&top, List::Claims);
    assert_eq!(row.matches('…').count(), 2, "{row}");
    top.keys("]]");
    let row = edge(&top, top.open_case().list);
    assert!(row.find('…') < row.find('['), "{row}");
}

/// Returns the numbers of the claims with a row on the screen.
fn listed(top: &TestWorkbench) -> Vec<usize> {
    let (_, edge) = top.find("[Claims ");
    let rows = top.rows().into_iter().skip(usize::from(edge) + 1);
    let rows = rows.map_while(|row| {
        let row = row.trim_start_matches(['│', '┃', ' ', '▸', '✚']).to_owned();
        let digits: String = row.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    rows.collect()
}

#[test]
fn labels_that_can_change_the_verdict_come_first_and_the_others_are_folded() {
    let wrong = SUMMARY.replace("approved", "rejected");
    let (_folder, mut top) = on_labels(&wrong, 120, 40);
    let movers: Vec<usize> = {
        let movers = top.open_case().movers().expect("they are known").iter();
        let mut own: Vec<usize> =
            movers.filter(|id| id.list == List::Claims).map(|id| id.index + 1).collect();
        own.sort_unstable();
        own
    };
    let all = top.open_case().labels(List::Claims).count();
    assert!(!movers.is_empty() && movers.len() < all, "{movers:?} of {all}: {}", top.text());
    assert_eq!(listed(&top), movers, "{}", top.text());
    let folded = all - movers.len();
    assert!(top.text().contains(&format!("[Claims 1/{}+{folded}]", movers.len())), "{}", top.text());
    assert!(top.text().contains("can change the verdict; $ lists"), "{}", top.text());
    // Moving past the last of them leads to the folded ones behind it, with a message.
    top.keys("G");
    let last = movers[movers.len() - 1];
    assert!(last < all, "{movers:?} of {all}");
    for other in last + 1..=all {
        top.keys("j");
        assert!(top.rows().last().unwrap().contains("; $ lists"), "{}", top.text());
        assert_eq!(top.work.app.state.label(), Some(claim(other - 1)), "{}", top.text());
        assert_eq!(listed(&top), [&movers[..], &[other]].concat(), "{}", top.text());
    }
    top.keys("jk");
    assert_eq!(top.work.app.state.label(), Some(claim(last - 1)), "{}", top.text());
    assert_eq!(listed(&top), movers, "{}", top.text());
    // One key unfolds them, wherever the focus is; they come after those that matter.
    top.work.app.state.focus = Panel::Summary;
    top.keys("$");
    let shown = listed(&top);
    assert_eq!(shown.len(), all, "{}", top.text());
    assert!(shown.starts_with(&movers), "{shown:?} begins with {movers:?}");
    assert!(top.text().contains(&format!("[Claims 1/{all}]")), "{}", top.text());
    top.work.app.state.focus = Panel::Labels;
    top.keys("$");
    assert_eq!(listed(&top), movers, "{}", top.text());
    // A folded label can be reached from elsewhere, and has a row while it is in focus.
    let other = (1..=all).find(|number| !movers.contains(number)).unwrap();
    top.work.app.state.go_to(claim(other - 1));
    top.keys("<C-l>");
    assert!(listed(&top).contains(&other), "{}", top.text());
    assert_eq!(top.work.app.state.label(), Some(claim(other - 1)));
    // A label judged by a person keeps its place.
    top.keys("s");
    assert!(listed(&top).contains(&other), "{}", top.text());
    top.keys("g");
    assert!(listed(&top).contains(&other), "{}", top.text());
}

/// A decision can fold the labels below it before the next key is pressed.
#[test]
fn a_letter_after_a_step_down_never_replaces_the_label_just_given() {
    for (keys, first, second) in [("gujp", 0, 1), ("gjjukp", 2, 1), ("gjujp", 1, 2)] {
        let (_folder, mut top) = on_labels(SUMMARY, 120, 40);
        top.keys(keys);
        let words = [first, second].map(|at| top.open_case().get(claim(at)).unwrap().word);
        let expected = [LabelValue::Unsupported, LabelValue::Partial].map(Some);
        assert_eq!(words, expected, "{keys}: {}", top.text());
    }
}

#[test]
fn a_list_without_a_label_that_matters_is_shown_whole_and_says_so() {
    let wrong = SUMMARY.replace("approved", "rejected");
    let (_folder, mut top) = on_labels(&wrong, 120, 40);
    let lists = top.open_case().lists();
    let moved = |list: List| top.open_case().movers().unwrap().iter().any(|id| id.list == list);
    let idle = lists.iter().copied().find(|list| !moved(*list) && top.open_case().labels(*list).count() > 1);
    let idle = idle.expect("a list that cannot matter");
    let all = top.open_case().labels(idle).count();
    top.work.app.state.show_list(idle);
    top.keys("<C-l>");
    let text = top.text();
    assert!(text.contains(&format!("[{} 1/{all}]", idle.spec().title)), "{text}");
    assert!(text.contains("none of these can change the verdict"), "{text}");
}

#[test]
fn marked_labels_that_cannot_take_a_word_stay_marked_and_are_counted() {
    let (_folder, mut top) = on_labels(SUMMARY, 120, 40);
    let points = LabelId { list: List::KeyPoints, index: 0 };
    top.work.app.state.select(points);
    top.keys("v");
    top.work.app.state.select(claim(0));
    top.keys("vu");
    let text = top.text();
    assert!(text.contains("Set 1 label at once"), "{text}");
    assert!(text.contains("1 marked label cannot be given that word"), "{text}");
    top.keys("<Enter>");
    assert_eq!(top.open_case().get(claim(0)).unwrap().word, Some(LabelValue::Unsupported), "{}", top.text());
    assert_eq!(top.open_case().marked, [points], "it waits for a word of its own");
}

#[test]
fn words_and_sentences_are_selected_with_one_key_and_can_be_marked() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    let selected = |top: &TestWorkbench| top.open_case().summary.selected().map(str::to_owned);
    top.work.app.state.focus = Panel::Summary;
    top.keys("<C-Home>'");
    assert_eq!(selected(&top).as_deref(), Some("The"), "{}", top.text());
    top.keys("''");
    assert_eq!(selected(&top).as_deref(), Some("The council approved"));
    top.keys("\"");
    let first = "The council approved the new budget on Tuesday.";
    assert_eq!(selected(&top).as_deref(), Some(first), "the sentence of the words");
    top.keys("\"");
    let both = "The council approved the new budget on Tuesday. The budget raises spending on schools by 12 percent.";
    assert_eq!(selected(&top).as_deref(), Some(both));
    top.keys("\"\"");
    assert_eq!(selected(&top).as_deref(), Some(SUMMARY));
    assert!(top.text().contains("there is no further sentence"), "{}", top.text());
    // A selected sentence can be marked.
    top.keys("<C-Home>\"a");
    assert!(top.text().contains("claim"), "{}", top.text());
    top.keys("<Esc>");
    // The article has the same keys.
    top.work.app.state.focus = Panel::Article;
    top.keys("<C-Home>\"");
    let article = top.open_case().article.selected().map(str::to_owned);
    assert_eq!(article.as_deref(), Some("The council approved the new budget on Tuesday, by 7 votes to 2."));
}

#[test]
fn a_unit_is_split_and_reworded_from_a_text_too_and_no_key_is_shown_that_does_something_else_there() {
    let (_folder, mut top) = on_labels(SUMMARY, 120, 40);
    assert!(top.text().contains("M merge"), "{}", top.text());
    top.work.app.state.focus = Panel::Summary;
    top.keys("g");
    let text = top.text();
    assert!(text.contains("S split  r reword") && !text.contains("M merge"), "{text}");
    top.keys("S");
    assert!(top.text().contains("Split claim 1"), "{}", top.text());
    top.keys("<Esc>r");
    assert!(top.text().contains("claim 1 in other words"), "{}", top.text());
    top.keys("<Esc>");
    // A click on a key hint has the effect of the key.
    let (column, row) = top.find("r reword");
    top.click(column, row);
    assert!(top.text().contains("claim 1 in other words"), "{}", top.text());
}

#[test]
fn a_letter_of_another_list_is_answered_with_the_letters_of_this_one() {
    let (_folder, mut top) = on_labels(SUMMARY, 120, 40);
    top.work.app.state.select(LabelId { list: List::Segments, index: 0 });
    for _ in 0..2 {
        top.keys("u");
        let said = "u says nothing of segments: h high, s some, n none";
        assert!(top.text().contains(said), "{}", top.text());
    }
    top.keys(";");
    top.work.app.state.select(LabelId { list: List::KeyPoints, index: 0 });
    top.keys("u");
    let said = "u says nothing of key points: f fully, p partial, n not, d reject";
    assert!(top.text().contains(said), "{}", top.text());
}

/// Keys typed ahead for one list do not decide labels of the next one.
#[test]
fn a_letter_that_said_another_thing_of_the_list_before_waits_for_enter() {
    let segment = LabelId { list: List::Segments, index: 0 };
    let judged = |top: &TestWorkbench| top.open_case().is_judged(segment);
    for keys in [";", "<Tab><Tab><Tab>"] {
        let folder = tempfile::tempdir().unwrap();
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
        top.keys(keys);
        crossing::go_on(&mut top.work.app.state, claim(0), segment);
        assert_eq!(top.work.app.state.label(), Some(segment));
        top.keys("sss");
        let said = "s is \"supported\" for claims and \"some\" for segments: Enter takes it";
        assert!(!judged(&top) && top.text().contains(said), "{}", top.text());
        // A letter without a meaning for claims is meant for the segment.
        top.keys("h");
        assert!(judged(&top), "{}", top.text());
        top.keys("z");
        crossing::go_on(&mut top.work.app.state, claim(0), segment);
        top.keys("s<Enter>");
        assert!(judged(&top) && top.text().contains("segment 1: you say some"), "{}", top.text());
        // A user who moves there deliberately needs no protection.
        top.keys("z");
        top.work.app.state.select(segment);
        top.keys("s");
        assert!(judged(&top), "{}", top.text());
    }
}

#[test]
fn claim_by_claim_a_comment_is_on_the_claim() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    top.work.app.state.focus = Panel::Summary;
    top.keys(";");
    top.work.app.state.select(claim(1));
    top.keys("C");
    assert!(top.text().contains("Comment on claim 2"), "{}", top.text());
    top.keys("odd<C-s>L");
    assert!(top.text().contains("1 comment of yours"), "{}", top.text());
    // In a text without a selection, the comment is on the case.
    top.keys("<Esc>;C");
    assert!(top.text().contains("Comment on the case"), "{}", top.text());
}

#[test]
fn claim_by_claim_what_is_asked_of_the_summary_shows_it_before_the_article() {
    let folder = tempfile::tempdir().unwrap();
    let file = case_file(
        folder.path(),
        "The council opened the harbour bridge on Monday. It cost nine million pounds. The old ferry stays in service.",
        "The council opened the bridge. Boats are cheap.",
    );
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let mut top = TestWorkbench::open(std::slice::from_ref(&file), columns, rows);
        top.keys(";");
        top.work.app.state.select(LabelId { list: List::KeyPoints, index: 0 });
        top.keys("<C-l>");
        let text = top.text();
        assert!(text.contains("Boats are cheap."), "{text}");
        if rows > 16 {
            let [summary, article] =
                ["Boats are cheap.", "article, sentence 1"].map(|words| text.find(words));
            assert!(summary.is_some() && summary < article, "{text}");
        }
        top.work.app.state.select(LabelId { list: List::Claims, index: 0 });
        top.keys("<C-l>");
        let text = top.text();
        assert!(text.contains("article, sentence 1") && !text.contains("Boats are cheap."), "{text}");
    }
}
