use proptest::prelude::*;

use super::*;
use crate::tui::sanitize::tests::hostile;

fn wrapped(text: &str, columns: usize) -> Vec<&str> {
    let rows = Rows::new(text, columns);
    (0..rows.len()).map(|row| &text[rows.start(row)..rows.end(row, text)]).collect()
}

#[test]
fn words_stay_whole() {
    assert_eq!(wrapped("the council approved it", 10), ["the ", "council ", "approved ", "it"]);
    // The space hangs over the end of a full row.
    assert_eq!(wrapped("01234567 9", 8), ["01234567 ", "9"]);
    assert_eq!(wrapped("a well-known fact", 8), ["a well-", "known ", "fact"]);
    assert_eq!(wrapped("count is 12-34", 11), ["count is ", "12-34"]);
    assert_eq!(wrapped("one (twos three)", 8), ["one ", "(twos ", "three)"]);
    assert_eq!(wrapped("see 7\u{a0}votes", 8), ["see ", "7\u{a0}votes"]);
}

#[test]
fn a_word_longer_than_a_row_is_cut() {
    assert_eq!(wrapped("abcdefghijkl mn", 8), ["abcdefgh", "ijkl mn"]);
}

#[test]
fn ideographs_break_anywhere_but_before_closing_marks() {
    assert_eq!(wrapped("漢字漢字漢字", 8), ["漢字漢字", "漢字"]);
    assert_eq!(wrapped("漢字漢字。漢", 8), ["漢字漢", "字。漢"]);
    assert_eq!(wrapped("漢字漢「字」", 8), ["漢字漢", "「字」"]);
}

#[test]
fn line_ends_end_rows() {
    assert_eq!(wrapped("a\r\n\nb\n", 8), ["a\r\n", "\n", "b\n", ""]);
    assert_eq!(wrapped("", 8), [""]);
    // A space that hangs over the very end leaves the next row to the cursor.
    assert_eq!(wrapped("01234567 ", 8), ["01234567 ", ""]);
}

#[test]
fn clusters_are_not_cut() {
    let family = "👩‍👩‍👧‍👦";
    assert_eq!(wrapped(&family.repeat(5), 8), [family.repeat(4), family.to_string()]);
    assert_eq!(wrapped("aaaaaaae\u{301}", 8), ["aaaaaaae\u{301}"]);
}

proptest! {
    #[test]
    fn a_row_of_ascii_ends_where_any_row_would(
        text in prop_oneof!["[ -~\\n]{0,200}", "[a-c ().-/9\u{7f}\u{e9}\u{301}]{0,200}"],
        columns in 8usize..40,
    ) {
        for start in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            prop_assert_eq!(next_row(&text, start, columns), after_any_row(&text, start, columns), "from {}", start);
        }
    }

    #[test]
    fn rows_cover_the_text_and_fit(text in hostile(), columns in 8usize..40) {
        prop_assert_eq!(wrapped(&text, columns).concat(), text.as_str());
        let rows = Rows::new(&text, columns);
        for row in 0..rows.len() {
            let cells: Vec<Cell> = rows.cells(row, &text).collect();
            let used: usize = cells.iter().map(|c| c.glyph.width).sum();
            let hangs = cells.last().is_some_and(|c| c.glyph.kind == GlyphKind::Space && c.glyph.width == 1);
            prop_assert!(used <= columns + usize::from(hangs), "row {} of {:?}", row, text);
            prop_assert!(!cells.is_empty() || row + 1 == rows.len());
        }
    }

    #[test]
    fn a_place_on_the_screen_and_a_byte_are_the_same(text in hostile(), columns in 8usize..40) {
        let rows = Rows::new(&text, columns);
        let mut places = std::collections::BTreeSet::new();
        for row in 0..rows.len() {
            for cell in rows.cells(row, &text) {
                let (r, c) = rows.position(cell.start, &text);
                prop_assert_eq!((r, c), (row, cell.column));
                prop_assert!(places.insert((r, c)));
                prop_assert_eq!(rows.byte_at(r, c, &text), cell.start);
            }
        }
        let (r, c) = rows.position(text.len(), &text);
        prop_assert!(c <= columns && places.insert((r, c)));
        prop_assert_eq!(rows.byte_at(r, c, &text), text.len());
    }

    #[test]
    fn following_an_edit_equals_wrapping_again(
        text in hostile(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), hostile()), 1..6),
        columns in 8usize..30,
    ) {
        let mut text = text.repeat(4);
        let mut rows = Rows::new(&text, columns);
        for (from, length, with) in edits {
            let start = text.floor_char_boundary(from.index(text.len() + 1));
            let end = text.ceil_char_boundary(start + length.index(text.len() - start + 1).min(length.index(40)));
            text.replace_range(start..end, &with);
            rows.edit(&text, start, end - start, with.len(), usize::MAX);
            prop_assert_eq!(&rows, &Rows::new(&text, columns), "{:?}", text);
        }
    }

    #[test]
    fn meeting_by_force_keeps_rows_sound(
        text in hostile(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), hostile()), 1..6),
        columns in 8usize..30,
        budget in 0usize..6,
    ) {
        let mut text = text.repeat(8);
        let mut rows = Rows::new(&text, columns);
        for (from, length, with) in edits {
            let start = text.floor_char_boundary(from.index(text.len() + 1));
            let end = text.ceil_char_boundary(start + length.index(text.len() - start + 1).min(length.index(40)));
            text.replace_range(start..end, &with);
            rows.edit(&text, start, end - start, with.len(), budget);
            let mut at = 0;
            for row in 0..rows.len() {
                let mut used = 0;
                for cell in rows.cells(row, &text) {
                    prop_assert_eq!(cell.start, at);
                    at += cell.glyph.len;
                    used = cell.column + cell.glyph.width;
                }
                prop_assert!(used <= columns + 1);
                prop_assert_eq!(at, rows.end(row, &text), "row {} of {:?}", row, text);
            }
            prop_assert_eq!(at, text.len());
        }
    }
}

#[test]
fn an_edit_of_an_endless_line_costs_what_it_changes() {
    let mut text = "漢".repeat(100_000);
    let mut rows = Rows::new(&text, 60);
    let old = rows.clone();
    text.insert(3000, 'x');
    rows.edit(&text, 3000, 0, 1, 50);
    // One row is short, and all later rows are the old ones.
    assert_eq!(rows.len(), old.len() + 1);
    let behind: Vec<usize> = old.starts[100..].iter().map(|s| s + 1).collect();
    assert_eq!(rows.starts[101..], behind);
}

#[test]
fn ascii_is_looked_up_as_it_would_be_read() {
    for first in 0..128_u8 {
        for after in ["", "a", " ", "\n", "\u{301}", "é", "漢"] {
            let text = format!("{}{after}", char::from(first));
            let read = glyph(&text).unwrap();
            if let Some((looked_up, class)) = ascii(text.as_bytes(), 0) {
                assert_eq!((looked_up, class), (read, Class::of(&text, &read)), "{text:?}");
            }
        }
    }
    assert!(
        ascii(b"ab", 0).is_some() && ascii("a\u{301}".as_bytes(), 0).is_none() && ascii(b"\n", 0).is_none()
    );
}
