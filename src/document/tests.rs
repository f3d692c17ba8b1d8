use super::*;

fn document() -> Document {
    let mut document = Document::new("T");
    document.place(1, "a-b", RichText::new().text("Head (").code("x").text(")"));
    document.paragraph("One.");
    document.facts([("Why", "so".into()), ("Rule", RichText::new().code("a|b")), ("Source", "".into())]);
    document.table(Table::new(["name", "n"], 1, [vec!["a", "12"], vec!["bb", "3"]]).captioned("Counts"));
    document
}

#[test]
fn no_text_leaves_its_place() {
    let hostile = "</td><script>x</script> | *a* \u{202e}";
    let mut document = Document::new(hostile);
    document.heading(hostile);
    document.paragraph(RichText::new().text(hostile).code("\u{202e}").strong(hostile));
    document.table(Table::new([hostile, "n"], 1, [vec![hostile, "2"]]).captioned(hostile));
    document.table(Table::new(["nothing"], 1, Vec::<Vec<String>>::new()));
    document.paragraph(RichText::new().link(hostile, "rule-claim"));
    document.place(2, "rule-claim", hostile);
    document.chart(Chart::Matrix(Matrix {
        caption: hostile.to_owned(),
        labels: vec![hostile.to_owned()],
        counts: vec![vec![3]],
    }));
    let html = document.html();
    assert_eq!(html.matches("<script>").count(), 1, "the page's own");
    assert_eq!(html.matches("<table ").count(), 1, "a table without rows is none");
    let cell = "<td role=\"cell\" class=\"number\" data-label=\"n\"><bdi>2</bdi></td>";
    assert!(html.contains(cell) && html.contains("<th scope=\"row\""), "{html}");
    let markdown = document.markdown();
    assert!(markdown.contains("\\</td\\>\\<script\\>") && !markdown.contains("| *a*"), "{markdown}");
    assert!(!html.contains('\u{202e}') && !markdown.contains('\u{202e}'));
}

#[test]
fn the_writers_hold_the_same() {
    let document = document();
    let markdown = "# T\n\n<a id=\"a-b\"></a>\n\n## Head (`x`)\n\nOne.\n\n- **Why:** so\n- **Rule:** `a|b`\n\nCounts:\n\n\
                    | name | n |\n|---|---:|\n| a | 12 |\n| bb | 3 |\n";
    assert_eq!(document.markdown(), markdown);
    let lines =
        "T\n─\n\nHead (x)\n────────\nOne.\nWhy: so\nRule: a|b\n\nCounts\nname   n\na     12\nbb     3\n";
    assert_eq!(document.text(80), lines);
    let outline = "Head (x)\n  One.\n\n  why      so\n  rule     a|b\n\n  a   12\n  bb  3\n";
    assert_eq!(text::outline(&document.blocks), outline);
    let html = document.html();
    for part in [
        "<h2 id=\"a-b\">Head (<code>x</code>)</h2>",
        "<strong>Rule:</strong> <code>a|b</code>",
        "<caption>Counts",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn pieces_of_a_line_keep_what_is_between_them() {
    let mut document = Document::default();
    document.paragraph(RichText::new().text("- a, ").code("b`c").text(" - d ").emphasis("e").text(" 1. f"));
    assert_eq!(document.markdown(), "\\- a, `b'c` - d *e* 1. f\n");
}

#[test]
fn a_table_of_one_column_has_its_rows() {
    let mut document = Document::default();
    document.table(Table::new(["case"], 1, [vec!["a"], vec!["b"]]));
    assert_eq!(document.text(40), "\ncase\na\nb\n");
}

/// A cell may be broken on a narrow page, except within an interval; no other text is changed.
#[test]
fn an_interval_stays_on_one_line_of_a_page() {
    let mut document = Document::new("x");
    document.table(Table::new(["list", "alpha", "note"], 1, [vec!["a", "0.64 [0.55, 0.72]", "b [c, d]"]]));
    let page = document.html();
    assert!(page.contains("0.64 [0.55,\u{a0}0.72]") && page.contains("b [c, d]"), "{page}");
}
