use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::*;
use crate::tui::sanitize::tests::{harmful, hostile};
use crate::tui::theme::{Theme, ThemeRole};

/// Returns a pane on a text with `|` for the cursor, or `[` and `]` around a selection that ends at the
/// cursor.
fn pane(marked: &str) -> Pane {
    let plain: String = marked.chars().filter(|c| !"|[]".contains(*c)).collect();
    let mut pane = Pane::new(&plain);
    pane.resize(24, 6);
    match (marked.find('|'), marked.find('['), marked.find(']')) {
        (Some(at), _, _) => pane.set_cursor(at),
        (None, Some(from), Some(to)) => pane.select(Span::new(from, to - 1)),
        _ => {}
    }
    pane
}

fn marked(pane: &Pane) -> String {
    let mut text = pane.text.clone();
    match pane.selection() {
        Some(span) => {
            text.insert(span.end, ']');
            text.insert(span.start, '[');
        }
        None => text.insert(pane.cursor, '|'),
    }
    text
}

#[test]
fn edits_do_what_they_say() {
    use Edit::{Cut, Delete, Insert, Move as Go, Newline, Paste, Redo, Select, SelectAll, SelectWord, Undo};
    use Move::{Bottom, Down, Left, PageDown, Right, RowEnd, RowStart, Top, Up, WordLeft, WordRight};
    let rows: Vec<(&str, Vec<Edit>, &str)> = vec![
        ("ab|c", vec![Insert('x')], "abx|c"),
        ("a[b]c", vec![Insert('x')], "ax|c"),
        ("a|c", vec![Insert('\u{1b}')], "a|c"),
        ("a|c", vec![Paste("x\ny".into())], "ax\ny|c"),
        ("ab|c", vec![Newline], "ab\n|c"),
        ("a\r\nb|", vec![Newline], "a\r\nb\r\n|"),
        ("a\r\n|b", vec![Delete(Left)], "a|b"),
        ("a|\r\nb", vec![Delete(Right)], "a|b"),
        ("one two|", vec![Delete(WordLeft)], "one |"),
        ("|one two", vec![Delete(WordRight)], "| two"),
        ("one| two\nx", vec![Delete(RowEnd)], "one|\nx"),
        ("one|\nx", vec![Delete(RowEnd)], "one|x"),
        ("one| two", vec![Delete(RowStart)], "| two"),
        ("e\u{301}|x", vec![Delete(Left)], "|x"),
        ("|🇫🇷", vec![Insert('🇩'), Insert('🇪')], "🇩🇪|🇫🇷"),
        ("|🇫🇷", vec![Insert('🇩'), Insert('🇪'), Undo], "|🇫🇷"),
        ("|🇫🇷", vec![Insert('🇩'), Delete(Left)], "|🇫🇷"),
        ("|👦", vec![Insert('👩'), Insert('\u{200d}'), Insert('👧')], "👩‍👧|👦"),
        ("👩‍👩‍👧‍👦|x", vec![Delete(Left)], "|x"),
        ("|👩‍👩‍👧‍👦x", vec![Go(Right)], "👩‍👩‍👧‍👦|x"),
        ("one two|", vec![Go(WordLeft), Go(WordLeft)], "|one two"),
        ("|one two", vec![Go(WordRight)], "one| two"),
        ("|one two", vec![Select(WordRight)], "[one] two"),
        ("[one] two", vec![Go(Left)], "|one two"),
        ("[one] two", vec![Go(Right)], "one| two"),
        ("one t|wo", vec![SelectWord, Cut], "one |"),
        ("one t|wo", vec![SelectAll, Cut, Undo], "one two|"),
        // Undo works word by word, and redo restores.
        ("|", "ab cd".chars().map(Insert).chain([Undo]).collect(), "ab |"),
        ("|", "ab cd".chars().map(Insert).chain([Undo, Undo, Redo]).collect(), "ab |"),
        ("one two|", vec![Delete(Left), Delete(Left), Delete(Left), Undo], "one two|"),
        // Typing over words is one change: over a selection, after a deletion, and with a typing error.
        (
            "one t|wo",
            "xy".chars()
                .fold(vec![SelectWord], |mut all, c| {
                    all.push(Insert(c));
                    all
                })
                .into_iter()
                .chain([Undo])
                .collect(),
            "one two|",
        ),
        ("one two|", vec![Delete(WordLeft), Insert('x'), Insert('y'), Undo], "one two|"),
        ("one two|", vec![Delete(Left), Insert('x'), Delete(Left), Insert('y'), Undo], "one two|"),
        ("one|", vec![Insert('s'), Insert('x'), Delete(Left), Undo], "one|"),
        ("one|", vec![Insert('x'), Delete(Left), Undo], "one|"),
        ("a b|", vec![Delete(WordLeft), Delete(WordLeft), Undo], "a |"),
        // A change after an undo forgets what was undone.
        ("|", vec![Insert('a'), Undo, Insert('b'), Redo], "b|"),
        // At 20 columns, the second line takes two rows.
        ("abc|def\nxy\nuvwxyz", vec![Go(Down), Go(Down)], "abcdef\nxy\nuvw|xyz"),
        ("01234567890123456789 abc|def", vec![Go(Up)], "012|34567890123456789 abcdef"),
        ("01234567890123456789 abc|def", vec![Go(RowStart)], "01234567890123456789 |abcdef"),
        ("|01234567890123456789 abcdef", vec![Go(RowEnd)], "01234567890123456789| abcdef"),
        ("a|b", vec![Go(Up)], "|ab"),
        ("a|b", vec![Go(Down)], "ab|"),
        ("a|b\nc", vec![Go(Bottom), Go(Top)], "|ab\nc"),
        ("|1\n2\n3\n4\n5\n6\n7\n8", vec![Go(PageDown)], "1\n2\n3\n4\n5\n|6\n7\n8"),
    ];
    for (before, edits, after) in rows {
        let mut pane = pane(before);
        for edit in edits.clone() {
            pane.apply(edit);
        }
        assert_eq!(marked(&pane), after, "{before:?} {edits:?}");
    }
}

#[test]
fn an_edit_says_what_it_did() {
    let mut pane = pane("one [two] three");
    assert_eq!(pane.apply(Edit::Copy), EditEffect { changed: false, copied: Some("two".into()) });
    assert_eq!(pane.apply(Edit::Cut), EditEffect { changed: true, copied: Some("two".into()) });
    assert_eq!(pane.apply(Edit::Cut), EditEffect { changed: false, copied: None });
    assert_eq!((pane.version(), pane.edited()), (1, true));
    pane.apply(Edit::Undo);
    assert_eq!((pane.version(), pane.edited()), (2, false));
    assert!(!pane.apply(Edit::Undo).changed);
}

#[test]
fn a_text_is_given_back_byte_for_byte() {
    for text in ["", "\n", "a\r\nb\rc\n\n", "\u{feff}x", "a\0b", "no end"] {
        assert_eq!(&*Pane::new(text).text(), text);
    }
}

#[test]
fn replacing_touches_only_what_differs() {
    let mut pane = pane("The council |approved it.");
    pane.replace("The council rejected it.");
    assert_eq!(pane.as_str(), "The council rejected it.");
    pane.apply(Edit::Undo);
    assert_eq!(marked(&pane), "The council |approved it.");
    let version = pane.version();
    pane.replace("The council approved it.");
    assert_eq!(pane.version(), version);
}

#[test]
fn stale_spans_are_clamped() {
    let mut pane = pane("漢字|");
    pane.scroll_to(Span::new(1, 900));
    pane.select(Span::new(1, 900));
    assert_eq!(marked(&pane), "[漢字]");
    pane.set_cursor(4);
    assert_eq!(marked(&pane), "漢|字");
}

fn drawn(pane: &Pane, columns: u16, rows: u16, paints: &[SpanPaint<'_>], sentence: Option<Span>) -> Buffer {
    let area = Rect::new(0, 0, columns, rows);
    let mut buf = Buffer::empty(area);
    let theme = Theme::builtin("dark").unwrap();
    pane.draw(
        area,
        &mut buf,
        &PaneStyle { theme: &theme, paints, sentence, numbers: &[], focused: true, hint: "Nothing here yet" },
    );
    buf
}

/// Returns a text as a pane of its own draws it.
fn shown(text: &str, [columns, rows]: [u16; 2], paints: &[SpanPaint<'_>], sentence: Option<Span>) -> Buffer {
    let mut pane = Pane::new(text);
    pane.resize(columns, rows);
    drawn(&pane, columns, rows, paints, sentence)
}

fn lines(buf: &Buffer) -> Vec<String> {
    buf.content
        .chunks(usize::from(buf.area.width))
        .map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_string())
        .collect()
}

fn paint<'a>(text: &str, words: &str, role: ThemeRole, mark: Option<&'a str>) -> SpanPaint<'a> {
    let start = text.find(words).unwrap();
    SpanPaint { span: Span::new(start, start + words.len()), role, mark }
}

#[test]
fn headings_stand_out() {
    let text = "# Heading that goes on over rows\nText # no\n####### none\n#tag";
    let buf = shown(text, [20, 8], &[], None);
    let bold = |row: u16| buf.cell((3, row)).is_some_and(|cell| cell.modifier.contains(Modifier::BOLD));
    let heads: Vec<bool> = (0..6).map(bold).collect();
    assert_eq!(heads, [true, true, true, false, false, false], "{:#?}", lines(&buf));
}

#[test]
fn the_screen_shows_marks_beside_spans() {
    let text = "The council approved the new budget on Tuesday, by 7 votes to 2.";
    let paints = [
        paint(text, "approved", ThemeRole::Supported, Some("¹")),
        paint(text, "7 votes to 2", ThemeRole::Selected, None),
        paint(text, "Tuesday", ThemeRole::Partial, Some("²")),
    ];
    let buf = shown(text, [28, 4], &paints, Some(Span::new(0, 20)));
    assert_eq!(
        lines(&buf),
        [
            "▌ The council approved¹the ▪",
            "  new budget on Tuesday,²  ▪",
            "  by⟦7 votes to 2.⟧        ◆",
            "                           │"
        ]
    );
    let style = |x: u16, y: u16| buf[(x, y)].style();
    assert!(style(14, 0).add_modifier.contains(Modifier::UNDERLINED), "approved is underlined");
    assert!(!style(10, 0).add_modifier.contains(Modifier::UNDERLINED), "council is not");
}

#[test]
fn the_bracket_of_the_selected_words_closes_behind_them() {
    let text = "The council approved a new budget.";
    let paints = [
        paint(text, "approved", ThemeRole::Supported, Some("ᵃ")),
        paint(text, "approved", ThemeRole::Selected, None),
    ];
    let buf = shown(text, [40, 2], &paints, None);
    assert!(lines(&buf)[0].starts_with("  The council⟦approved⟧a new budget."), "{:?}", lines(&buf));
    // If there is no room for the closing bracket, there is no opening one either.
    let glued = "The council approved-ish budgets.";
    let buf = shown(glued, [40, 2], &[paint(glued, "approved", ThemeRole::Selected, None)], None);
    assert!(lines(&buf)[0].starts_with("  The council⟦approved-ish"), "{:?}", lines(&buf));
}

#[test]
fn overlapping_paints_add_up() {
    let text = "one two three";
    let paints = [
        paint(text, "one two", ThemeRole::Supported, None),
        paint(text, "two three", ThemeRole::Extraneous, None),
    ];
    let buf = shown(text, [30, 2], &paints, None);
    let theme = Theme::builtin("dark").unwrap();
    let two = buf[(6, 0)].style();
    assert_eq!(two.fg, theme.style(ThemeRole::Extraneous).fg);
    assert!(two.add_modifier.contains(Modifier::UNDERLINED | Modifier::BOLD | Modifier::ITALIC));
    assert!(!buf[(3, 0)].style().add_modifier.contains(Modifier::BOLD));
    assert!(!buf[(11, 0)].style().add_modifier.contains(Modifier::UNDERLINED));
}

#[test]
fn wide_characters_keep_their_columns() {
    let mut pane = Pane::new("漢字e\u{301}👩‍👩‍👧‍👦שx\tz\u{1b}[0m");
    pane.resize(30, 1);
    let buf = drawn(&pane, 30, 1, &[], None);
    let symbols: Vec<&str> = (2..23).map(|x| buf[(x, 0)].symbol()).collect();
    assert_eq!(symbols.join("|"), "漢| |字| |e\u{301}|👩‍👩‍👧‍👦| |ש|x|→| | | |z|␛|[|0|m| | | ");
    assert_eq!(pane.byte_at(4, 0), Some(3));
    assert_eq!(pane.byte_at(5, 0), Some(3));
    assert_eq!(pane.cell_of(3), Some((4, 0)));
}

#[test]
fn columns_and_bytes_agree_in_every_script() {
    for text in [
        "שלום עולם abc 12",
        "مرحبا بالعالم",
        "a👩‍👩‍👧‍👦b🏳️‍🌈c",
        "e\u{301}x\u{323}\u{307}y",
        "नमस्ते दुनिया",
        "한국어 각",
        "🇫🇷🇩🇪x1️⃣",
        "ab\u{200d}c\u{202e}d",
    ] {
        let mut pane = Pane::new(text);
        pane.resize(60, 3);
        let (mut at, mut column) = (0, pane.cell_of(0).unwrap().0);
        let mut starts = vec![];
        while let Some(glyph) = crate::tui::sanitize::glyph(&text[at..]) {
            // Glyphs are drawn in logical order, whatever the direction of their script.
            assert_eq!(pane.cell_of(at), Some((column, 0)), "{text} at {at}");
            assert_eq!(pane.byte_at(column, 0), Some(at), "{text} at column {column}");
            starts.push(at);
            (at, column) = (at + glyph.len, column + glyph.width as u16);
        }
        // The cursor stops at every glyph, and never within one.
        pane.set_cursor(0);
        for &start in &starts {
            assert_eq!(pane.cursor(), start, "{text}");
            pane.apply(Edit::Move(Move::Right));
        }
        assert_eq!(pane.cursor(), text.len());
        for &start in starts.iter().rev() {
            pane.apply(Edit::Move(Move::Left));
            assert_eq!(pane.cursor(), start, "{text}");
        }
        // Typing it character by character gives the same text.
        let mut typed = Pane::new("");
        text.chars().for_each(|c| _ = typed.apply(Edit::Insert(c)));
        assert_eq!(typed.as_str(), text);
    }
}

#[test]
fn an_empty_text_shows_the_hint() {
    assert_eq!(
        lines(&shown("", [24, 2], &[], None)),
        ["   Nothing here yet    │", "                       │"]
    );
}

#[test]
fn scrolling_follows_cursor_and_spans() {
    let text: String = (0..100).map(|n| format!("line {n}\n")).collect();
    let mut pane = Pane::new(&text);
    pane.resize(24, 10);
    let at = text.find("line 50").unwrap();
    pane.scroll_to(Span::new(at, at + 7));
    assert_eq!(pane.scroll_state(), (101, 43));
    assert!(pane.visible().contains(Span::new(at, at + 7)));
    pane.scroll_by(-1000);
    assert_eq!(pane.scroll_state().1, 0);
    pane.scroll_by(1000);
    assert_eq!(pane.scroll_state().1, 91);
    pane.apply(Edit::Move(Move::Top));
    assert_eq!(pane.scroll_state().1, 0);
    pane.apply(Edit::Move(Move::Bottom));
    assert_eq!(pane.visible().end, text.len());
    assert_eq!(
        (pane.byte_at(2, 9), pane.byte_at(2, 10), pane.byte_at(24, 0)),
        (Some(text.len()), None, None)
    );
}

fn any_move() -> impl Strategy<Value = Move> {
    use Move::{Bottom, Down, Left, PageDown, PageUp, Right, RowEnd, RowStart, Top, Up, WordLeft, WordRight};
    prop::sample::select(vec![
        Left, Right, WordLeft, WordRight, Up, Down, PageUp, PageDown, RowStart, RowEnd, Top, Bottom,
    ])
}

fn any_edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => any_move().prop_map(Edit::Move),
        2 => any_move().prop_map(Edit::Select),
        4 => any::<char>().prop_map(Edit::Insert),
        4 => "[a-c ]".prop_map(|s| Edit::Insert(s.chars().next().unwrap_or('a'))),
        2 => hostile().prop_map(Edit::Paste),
        4 => any_move().prop_map(Edit::Delete),
        1 => Just(Edit::Newline),
        1 => Just(Edit::SelectAll),
        1 => Just(Edit::SelectWord),
        1 => Just(Edit::Cut),
        2 => Just(Edit::Undo),
        1 => Just(Edit::Redo),
    ]
}

proptest! {
    #[test]
    fn any_edits_leave_a_sound_pane(
        text in hostile(),
        edits in prop::collection::vec((any_edit(), any::<prop::sample::Index>(), 4u16..40), 1..30),
    ) {
        let mut pane = Pane::new(&text);
        let mut shadow = text.clone();
        for (edit, index, width) in edits {
            pane.resize(width, 7);
            let version = pane.version();
            let done = pane.apply(edit.clone());
            prop_assert_eq!(done.changed, pane.version() != version, "{:?}", &edit);
            prop_assert!(done.changed || pane.as_str() == shadow);
            shadow = pane.as_str().to_string();
            prop_assert_eq!(pane.edited(), shadow != text);
            if pane.rows().len() < rows::REWRAPPED {
                prop_assert_eq!(pane.rows(), &Rows::new(&shadow, pane.columns));
            }
            for at in [Some(pane.cursor), pane.anchor].into_iter().flatten() {
                prop_assert_eq!(pane.rows().floor(at, &shadow), at, "{:?} in {:?}", &edit, &shadow);
            }
            if done.changed || matches!(edit, Edit::Move(_) | Edit::Select(_)) {
                prop_assert!(pane.cell_of(pane.cursor).is_some(), "the cursor is on the screen after {:?}", &edit);
            }
            let span = Span::new(index.index(shadow.len() + 1), shadow.len());
            pane.scroll_to(span);
            if let Some((column, row)) = pane.cell_of(pane.cursor) {
                prop_assert_eq!(pane.byte_at(column, row), Some(pane.cursor));
            }
        }
        // All steps can be undone, and redone.
        while pane.apply(Edit::Redo).changed {}
        let last = pane.text();
        while pane.apply(Edit::Undo).changed {}
        prop_assert_eq!(pane.as_str(), &text);
        while pane.apply(Edit::Redo).changed {}
        prop_assert_eq!(pane.text(), last);
    }

    #[test]
    fn nothing_harmful_is_drawn(text in hostile(), width in 1u16..50, spans in prop::collection::vec(any::<[u8; 2]>(), 0..6)) {
        let mut pane = Pane::new(&text);
        pane.resize(width, 6);
        let paints: Vec<SpanPaint<'_>> = spans
            .iter()
            .enumerate()
            .map(|(i, [a, b])| {
                let (a, b) = (usize::from(*a), usize::from(*b));
                let role = if i % 2 == 0 { ThemeRole::Selected } else { ThemeRole::Partial };
                SpanPaint { span: Span::new(a.min(b), a.max(b)), role, mark: (i % 3 == 1).then_some("¹") }
            })
            .collect();
        let sentence = paints.first().map(|p| p.span);
        for (columns, rows) in [(width, 6), (width + 5, 9), (width.saturating_sub(3), 2)] {
            let buf = drawn(&pane, columns, rows, &paints, sentence);
            for cell in &buf.content {
                prop_assert!(!harmful(cell.symbol()), "{:?}", cell.symbol());
            }
            for row in buf.content.chunks(usize::from(columns.max(1))) {
                // What the terminal will show of the row: a wide cell covers the following ones.
                let mut column = 0;
                while let Some(cell) = row.get(column) {
                    column += unicode_width::UnicodeWidthStr::width(cell.symbol()).max(1);
                }
                prop_assert!(row.is_empty() || column == row.len(), "a row is {} columns of {}", column, row.len());
            }
        }
    }
}
