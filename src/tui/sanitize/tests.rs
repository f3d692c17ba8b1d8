use proptest::prelude::*;

use super::*;

/// Returns strings with as many dangerous characters as harmless ones.
pub(crate) fn hostile() -> impl Strategy<Value = String> {
    let dangerous = prop::sample::select(vec![
        "\u{1b}[31m",
        "\u{1b}]0;x\u{7}",
        "\u{9b}2J",
        "\u{202e}",
        "\u{2066}",
        "\u{200b}",
        "\u{200d}",
        "\u{200c}",
        "\u{feff}",
        "\0",
        "\r",
        "\r\n",
        "\n",
        "\t",
        "\u{7f}",
        "\u{85}",
        "\u{2028}",
        "\u{ad}",
        "\u{e0041}",
        "\u{fe0f}",
        "\u{301}",
        "👩‍👩‍👧‍👦",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
        "🇫🇷",
        "🇫",
        "e\u{301}",
        "漢字",
        "한글",
        "한",
        "שלום",
        "مرحبا",
        "1️⃣",
        "ﷺ",
        "नमस्ते",
        "\u{115f}",
        "\u{fffe}",
        " ",
        "  ",
        "word ",
        "well-known ",
        "3.5",
        "(",
        ")",
        "。",
        "「",
        "\u{a0}",
    ]);
    prop::collection::vec(
        prop_oneof![3 => dangerous.prop_map(String::from), 1 => "\\PC{0,6}", 1 => any::<String>(),
        3 => "[a-z]{1,9} "],
        0..24,
    )
    .prop_map(|parts| parts.concat())
}

/// Whether a drawn string could do harm. Written independently of the code under test.
pub(crate) fn harmful(drawn: &str) -> bool {
    drawn.chars().any(|c| {
        (c as u32) < 0x20
            || (0x7f..=0x9f).contains(&(c as u32))
            || matches!(c, '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{feff}' | '\u{ad}'
                | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    })
}

#[test]
fn marks_stand_in_for_what_is_not_sent() {
    assert_eq!(line("\u{1b}[31mred"), "␛[31mred");
    assert_eq!(line("a\0b\u{7f}"), "a␀b␡");
    assert_eq!(line("x\u{202e}y"), "x⟪RLO⟫y");
    assert_eq!(line("one\r\ntwo\nthree\rfour"), "one⏎two⏎three␍four");
    assert_eq!(line("pass\u{200d}word"), "pass⟪ZWJ⟫word");
    assert_eq!(line("a\u{e0041}"), "a⟪tA⟫");
}

#[test]
fn emoji_stay_whole() {
    for emoji in ["👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🇫🇷", "1️⃣", "❤️", "👍🏽", "🏳️‍🌈"]
    {
        assert_eq!(glyph(emoji).map(|g| (g.len, g.kind)), Some((emoji.len(), GlyphKind::Plain)), "{emoji}");
        assert_eq!(line(emoji), emoji);
    }
}

#[test]
fn a_mark_without_a_base_gets_one() {
    assert_eq!(line("\u{301}a"), "\u{25cc}\u{301}a");
}

#[test]
fn a_flood_of_combining_marks_is_cut() {
    let flood = format!("e{}", "\u{301}".repeat(1000));
    let mut rest = flood.as_str();
    while let Some(g) = glyph(rest) {
        assert!(rest[..g.len].chars().count() <= GLYPH_CHARS);
        rest = &rest[g.len..];
    }
}

#[test]
fn fit_ends_in_an_ellipsis() {
    assert_eq!(fit("council", 7), "council");
    assert_eq!(fit("council", 6), "counc…");
    assert_eq!(fit("漢字漢字", 5), "漢字…");
    assert_eq!(fit("漢字漢字", 4), "漢…");
    assert_eq!(fit("ab", 0), "");
}

proptest! {
    #[test]
    fn no_line_does_harm(text in hostile()) {
        let line = line(&text);
        prop_assert!(!harmful(&line), "{line:?}");
    }

    #[test]
    fn glyphs_cover_the_text_and_know_their_width(text in hostile()) {
        let mut at = 0;
        while let Some(g) = glyph(&text[at..]) {
            prop_assert!(g.len > 0 && text.is_char_boundary(at + g.len));
            prop_assert!(g.width <= GLYPH_COLUMNS);
            prop_assert_eq!(g.width == 0, g.kind == GlyphKind::LineEnd);
            let shown = shown(&text[at..], &g);
            prop_assert_eq!(shown.width(), g.width, "{:?}", shown);
            at += g.len;
        }
        prop_assert_eq!(at, text.len());
    }

    #[test]
    fn fitted_text_fits(text in hostile(), columns in 0usize..30) {
        prop_assert!(fit(&text, columns).width() <= columns);
    }
}

#[test]
fn what_reached_a_cell_all_the_same_is_taken_out_of_it() {
    let symbols = [
        "a",
        "é",
        "漢",
        "👩‍👩‍👧‍👦",
        " ",
        "\u{202e}",
        "a\u{202e}",
        "\u{200b}",
        "b\u{200b}",
        "\u{1b}",
        "c\u{1b}[2J",
        "\n",
    ];
    let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, symbols.len() as u16, 1));
    for (cell, symbol) in buffer.content.iter_mut().zip(symbols) {
        cell.set_symbol(symbol);
    }
    scrub(&mut buffer);
    let left: Vec<&str> = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert_eq!(left, ["a", "é", "漢", "👩‍👩‍👧‍👦", " ", " ", "a", " ", "b", " ", "c", " "]);
}
