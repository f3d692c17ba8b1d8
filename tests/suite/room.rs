//! Tests the room for the texts: what is visible, what folds or scrolls, and movable borders.

use std::path::{Path, PathBuf};

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lockbench::labels::{LabelValue, Provenance};
use lockbench::text::sentence_number;
use lockbench::tui::msg::Message;
use lockbench::tui::split::Split;
use lockbench::tui::state::Panel;
use ratatui::style::Modifier;

use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, case_file};

const SUBJECTS: [&str; 8] =
    ["council", "mayor", "bridge", "school", "library", "harbour", "museum", "railway"];
const DEEDS: [&str; 5] = ["opened", "closed", "repaired", "extended", "inspected"];

/// Returns a text of `count` words, in sentences of ten.
fn words(count: usize) -> String {
    let sentence = |at: usize| {
        let (subject, deed) = (SUBJECTS[at % SUBJECTS.len()], DEEDS[at % DEEDS.len()]);
        format!("The {subject} committee {deed} part {at} of the northern district.")
    };
    (0..count / 10).map(sentence).collect::<Vec<_>>().join(" ")
}

fn long_case(folder: &Path) -> PathBuf {
    let (article, summary) = (words(400), words(80));
    assert_eq!((article.split(' ').count(), summary.split(' ').count()), (400, 80));
    case_file(folder, &article, &summary)
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/council-budget")
}

/// Returns the cells of a panel, row by row from its upper left, without its frame.
fn inside(top: &TestWorkbench, heading: &str) -> Vec<String> {
    let (x, y) = top.find(heading);
    let rows: Vec<Vec<char>> = top.rows().iter().map(|row| row.chars().collect()).collect();
    let left = usize::from(x) - 2;
    let width = rows[usize::from(y)][left + 1..].iter().position(|c| matches!(c, '┐' | '┓')).unwrap();
    let under = rows[usize::from(y) + 1..].iter().take_while(|row| matches!(row[left], '│' | '┃'));
    under.map(|row| row[left + 1..left + 1 + width].iter().collect()).collect()
}

/// Returns the number of lines of a panel that contain words.
fn lines(top: &TestWorkbench, heading: &str) -> usize {
    inside(top, heading).iter().filter(|line| line.chars().any(char::is_alphabetic)).count()
}

#[test]
fn a_summary_of_eighty_words_is_whole_on_a_large_screen() {
    let folder = tempfile::tempdir().unwrap();
    for case in [long_case(folder.path()), sample()] {
        let top = TestWorkbench::open(&[case], 120, 40);
        let pane = &top.open_case().summary;
        let shown = inside(&top, "Summary ").concat();
        let last = pane.as_str().split_whitespace().last().unwrap();
        assert_eq!(pane.visible().range(), 0..pane.as_str().len(), "{}", top.text());
        assert!(shown.contains(last), "{last}\n{}", top.text());
    }
}

#[test]
fn twelve_lines_of_an_article_are_on_a_screen_of_80_by_24() {
    let folder = tempfile::tempdir().unwrap();
    let top = TestWorkbench::open(&[long_case(folder.path())], 80, 24);
    assert!(lines(&top, "Article ") >= 12, "{}", top.text());
    // A real article has blank lines between its paragraphs, which count as lines too.
    let top = TestWorkbench::open(&[sample()], 80, 24);
    // One row of them is used for caps that lower a score, if there are any.
    let caps = usize::from(top.text().contains(" at most "));
    assert!(inside(&top, "Article ").len() + caps >= 12, "{}", top.text());
}

#[test]
fn caps_that_did_not_fire_fold_into_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    let idle = |top: &TestWorkbench| {
        let report = top.report();
        lockbench::report::caps::groups_by_effect(report).1.len()
    };
    let folded = format!("▸ {} not fired", idle(&top));
    assert!(top.text().contains(&folded) && !top.text().contains("○"), "{folded}\n{}", top.text());
    let (x, y) = top.find(&folded);
    top.click(x, y);
    assert!(top.text().contains("▾") && top.text().contains("○"), "{}", top.text());
    top.keys("<Enter>");
    assert!(top.text().contains(&folded) && !top.text().contains("○"), "{}", top.text());
}

#[test]
fn the_margin_has_the_numbers_that_reasons_cite() {
    let mut top = TestWorkbench::open(&[sample()], 120, 40);
    let open_case = top.open_case();
    let (numbers, text) =
        (open_case.sentence_numbers(lockbench::labels::Side::Article), open_case.article.text());
    let judged = open_case.judged().unwrap();
    for (at, number) in &numbers {
        let index = judged.analysis.article.sentence_at(*at).unwrap();
        assert_eq!(
            (*number, judged.analysis.article.sentences()[index].start),
            (sentence_number(index), *at)
        );
    }
    // "rejected": opposite of "approved" in sentence 2?: the sentence with that number says "approved".
    assert!(top.text().contains("\"rejected\": opposite of \"approved\" in sentence 2?"), "{}", top.text());
    let [from, to] = [1, 2].map(|at| numbers[at].0);
    assert!(text[from..to].contains("approved"), "{}", &text[from..to]);
    let line = inside(&top, "Article ").into_iter().find(|line| line.contains("OAKRIDGE")).unwrap();
    assert!(line.trim_start_matches('▌').starts_with(" 2"), "{line:?}");
    // Until the new result arrives, the numbers follow the text.
    top.keys("<S-Tab>");
    top.work.app.state.focus = Panel::Article;
    top.keys("ex");
    let moved = top.open_case();
    let moved = moved.sentence_numbers(lockbench::labels::Side::Article);
    assert_eq!(moved[1], (from + 1, 2));
}

#[test]
fn a_case_opens_at_the_label_that_matters_most() {
    let folder = tempfile::tempdir().unwrap();
    let summary = SUMMARY.replace("12 percent", "47 percent");
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, &summary)], columns, rows);
        let open_case = top.open_case();
        let id = top.work.app.state.label().expect("a label is in focus");
        assert_eq!(
            (id.index, open_case.get(id).unwrap().word),
            (1, Some(LabelValue::Unsupported)),
            "{}",
            top.text()
        );
        assert!(top.text().contains('⟦'), "{}", top.text());
        // Its letters decide although the summary has the focus, and undo works there too.
        assert_eq!(top.work.app.state.focus, Panel::Summary);
        top.keys("s");
        let by = |top: &TestWorkbench| top.open_case().get(id).unwrap().by.clone();
        assert_eq!(by(&top), Provenance::Person("ann".into()), "{}", top.text());
        assert_eq!(top.work.app.state.label(), Some(id), "the label stays in focus");
        top.keys("x");
        assert_eq!(by(&top), Provenance::Engine, "{}", top.text());
        // While typing, they are text.
        top.keys("es<Esc>");
        assert_eq!(by(&top), Provenance::Engine);
        assert!(top.open_case().summary.as_str().contains('s'));
    }
}

#[test]
fn borders_move_with_keys_and_the_mouse() {
    let folder = tempfile::tempdir().unwrap();
    let mouse = |top: &mut TestWorkbench, kind, column, row| {
        top.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    };
    for (columns, rows) in [(120, 40), (80, 24)] {
        let mut top = TestWorkbench::open(&[long_case(folder.path())], columns, rows);
        let before = top.text();
        let size = |top: &TestWorkbench| {
            let shown = inside(top, "Article ");
            (shown[0].chars().count(), shown.len())
        };
        let (wide, first) = size(&top);
        // A narrower summary has more rows, for which the panels beside the article shrink.
        top.keys("..");
        let (_, tall) = size(&top);
        top.keys("-");
        assert_eq!(size(&top), (wide + 4, tall - 1), "{}", top.text());
        top.keys(",=");
        assert_eq!(size(&top), (wide + 2, tall), "{}", top.text());
        top.keys("|");
        assert_eq!((top.text(), top.work.app.state.split), (before, Split::default()));
        // Both cells of a border can be dragged.
        let edge = wide as u16 + 1;
        for (from, to) in
            [((edge, 8), (edge - 7, 9)), ((10, 3 + first as u16 + 1), (12, 3 + first as u16 - 2))]
        {
            mouse(&mut top, MouseEventKind::Down(MouseButton::Left), from.0, from.1);
            mouse(&mut top, MouseEventKind::Drag(MouseButton::Left), to.0, to.1);
            mouse(&mut top, MouseEventKind::Up(MouseButton::Left), to.0, to.1);
        }
        assert_eq!(size(&top), (wide - 7, first - 3), "{}", top.text());
        assert!(top.open_case().article.selection().is_none(), "nothing is selected");
    }
}

#[test]
fn the_cursor_is_seen_within_a_focused_span_without_colour() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    top.keys("<C-Home><Right><Right>");
    let open_case = top.open_case();
    let at = open_case.summary.cursor();
    let span = open_case
        .spans(lockbench::labels::Side::Summary, open_case.get(open_case.label.unwrap()).unwrap())[0];
    let (x, y) = top.find("Summary ");
    let reversed = |top: &TestWorkbench, byte: usize| {
        let (column, row) = top.open_case().summary.cell_of(byte).unwrap();
        let cell = &top.screen.terminal.backend().buffer()[(x - 1 + column, y + 1 + row)];
        cell.modifier.contains(Modifier::REVERSED)
    };
    top.work.app.state.open_case_mut().unwrap().summary.set_cursor(span.start + 2);
    top.keys("<C-l>");
    assert_ne!(
        reversed(&top, span.start + 2),
        reversed(&top, span.start + 3),
        "{at} {span:?}\n{}",
        top.text()
    );
    // While typing, the terminal's own cursor is there.
    top.keys("e");
    let (column, row) = top.open_case().summary.cell_of(span.start + 2).unwrap();
    let cursor = top.screen.terminal.get_cursor_position().unwrap();
    assert_eq!((cursor.x, cursor.y), (x - 1 + column, y + 1 + row));
}

#[test]
fn a_label_is_read_to_its_end_in_one_key_at_every_size() {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let mut top = TestWorkbench::open(&[sample()], columns, rows);
        let state = &top.work.app.state;
        let label = state.open_case().unwrap().get(state.label().unwrap()).unwrap().clone();
        let last = label.why.last().unwrap().split_whitespace().last().unwrap().to_owned();
        top.keys(" ");
        let text = top.text();
        assert!(text.contains("claim 1: unsupported") && text.contains("text  "), "{text}");
        top.keys("G");
        assert!(top.text().contains(&last), "{last}\n{}", top.text());
        top.keys(" ");
        assert!(!top.work.app.is_covered(), "{}", top.text());
    }
}
