//! Tests the screen that shows the analysis of a sentence.

use lockbench::tui::state::Panel;

use crate::test_workbench::{TestWorkbench, case_file};

const ARTICLE: &str = "Mayor Ann Lee met the council on Tuesday. She was praised by the council, but she did not sign \
    the budget. Work on the new school begins in March.";
const SUMMARY: &str = "Ann Lee signed the budget. She praised the council.";

fn all_of(top: &mut TestWorkbench) -> String {
    let mut seen = top.text();
    for _ in 0..40 {
        top.keys("j");
        seen.push_str(&top.text());
    }
    seen
}

#[test]
fn a_sentence_shows_what_it_says_whom_it_mentions_and_its_tree_at_every_size() {
    for (columns, rows) in [(60, 16), (80, 24), (120, 40), (200, 50)] {
        let folder = tempfile::tempdir().unwrap();
        let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], columns, rows);
        top.work.app.state.focus = Panel::Article;
        top.keys("<C-Home>_]");
        let first = top.text();
        assert!(first.contains("Article, sentence 2 of 3"), "{first}");
        assert!(first.contains("What it says"), "{first}");
        let text = all_of(&mut top);
        // The passive is analysed like the active: the "by" phrase is the agent.
        for words in ["praise: ", "agent (by) \"the council\"", "sign: ", "negated", "patient \"the budget\""]
        {
            assert!(text.contains(words), "{words}\n{text}");
        }
        assert!(text.contains("is \"Mayor Ann Lee\", sentence 1"), "whom the pronoun means: {text}");
        for words in ["Tree", "subject of a passive", "agent of a passive", "pronoun"] {
            assert!(text.contains(words), "{words}\n{text}");
        }
        assert_eq!(text.contains("(nsubj:pass)"), columns >= 80, "{text}");
        top.keys("[");
        assert!(top.text().contains("Article, sentence 1 of 3"), "{}", top.text());
        assert!(all_of(&mut top).contains("\"council\": mentioned once more"), "{}", top.text());
        top.keys("[");
        assert!(top.text().contains("there is no further sentence"), "{}", top.text());
        // Enter goes to the sentence.
        top.keys("]]<Enter>");
        let open_case = top.open_case();
        assert_eq!(open_case.article.cursor(), ARTICLE.find("Work").unwrap(), "{}", top.text());
        top.keys("_");
        assert!(top.text().contains("Article, sentence 3 of 3"), "{}", top.text());
    }
}

#[test]
fn the_sentence_of_the_label_in_focus_is_shown_and_another_language_has_no_tree() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    top.keys("<Tab><Tab><Tab>G_");
    assert!(top.text().contains("Summary, sentence 2 of 2"), "{}", top.text());
    // The same from the enlarged label.
    top.keys("<Esc>");
    top.work.app.state.focus = Panel::Summary;
    top.keys("<C-Home>;Gk_");
    assert!(top.text().contains("Summary, sentence 2 of 2"), "{}", top.text());
    let german = "Der Stadtrat hat am Dienstag den neuen Haushalt mit sieben Stimmen beschlossen, wie die Stadt gestern \
        mitteilte. Die Bürgermeisterin lobte die Abstimmung und dankte allen.";
    let mut top = TestWorkbench::open(&[case_file(folder.path(), german, german)], 80, 24);
    top.keys("_");
    let text = top.text();
    assert!(text.contains("The text is German") && text.contains("no tree"), "{text}");
    assert!(!text.contains("What it says"), "{text}");
}
