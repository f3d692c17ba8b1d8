//! A few rows of a text around a position, with marked words. The cost does not grow with the length of the
//! text.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span as Styled};

use super::sanitize::{self, GlyphKind};
use super::words;
use crate::text::Span;

/// Bytes of text that are laid out before the position.
const BEFORE: usize = 2_000;
const BEHIND: usize = 8_000;

/// Marked words in an excerpt.
#[derive(Clone, Debug, PartialEq)]
pub struct ExcerptMark {
    /// Their position, in bytes.
    pub span: Span,
    pub style: Style,
    /// Text shown after them, which says whose they are.
    pub sign: String,
}

struct Cell {
    text: String,
    width: usize,
    style: Style,
    at: usize,
    space: bool,
}

/// Returns the rows around a position, which is in their upper third, shifted by a number of rows. If the
/// text continues above or below, the first or last row has a `…`.
pub fn lines(
    text: &str,
    marks: &[ExcerptMark],
    around: usize,
    (columns, rows): (usize, usize),
    shift: isize,
) -> Vec<Line<'static>> {
    let around = text.floor_char_boundary(around.min(text.len()));
    let from = match text.floor_char_boundary(around.saturating_sub(BEFORE)) {
        0 => 0,
        // Start at the beginning of a word.
        at => text[at..around].find(char::is_whitespace).map_or(at, |space| at + space + 1),
    };
    let to = text.ceil_char_boundary((around + BEHIND).min(text.len()));
    let marks: Vec<&ExcerptMark> =
        marks.iter().filter(|mark| mark.span.start < to && mark.span.end > from).collect();
    let cut = |text: &str, at: usize| Cell {
        text: text.to_owned(),
        width: words::width(text),
        style: Style::new(),
        at,
        space: true,
    };
    let mut all = cells(text, from, to, &marks);
    if from > 0 {
        all.insert(0, cut("… ", from));
    }
    if to < text.len() {
        all.push(cut(" …", to));
    }
    let columns = columns.max(8);
    let laid = wrapped(all, columns);
    let at = laid.iter().rposition(|(start, _)| *start <= around).unwrap_or(0);
    let top = at.saturating_sub(rows / 3).saturating_add_signed(shift).min(laid.len().saturating_sub(rows));
    let is_cut = laid.len() > top + rows;
    let mut shown: Vec<Vec<Cell>> = laid.into_iter().skip(top).take(rows).map(|(_, cells)| cells).collect();
    // The row that contains the position keeps its beginning.
    if let Some(first) = shown.first_mut().filter(|_| top > 0 && at != top) {
        let word = first.iter().take_while(|cell| !cell.space).count();
        first.splice(..word, [Cell { space: false, ..cut("…", 0) }]);
    }
    if let Some(last) = shown.last_mut().filter(|_| is_cut) {
        while last.iter().map(|cell| cell.width).sum::<usize>() >= columns
            || last.last().is_some_and(|cell| cell.space)
        {
            last.pop();
        }
        last.push(cut("…", to));
    }
    shown.into_iter().map(line).collect()
}

/// Returns the byte at which the next page begins, after a first page of the given size: at the last word of
/// the first page, so that nothing is skipped. Returns `None` if the first page shows the whole text.
pub fn next_page(text: &str, (columns, rows): (usize, usize)) -> Option<usize> {
    let (to, rows) = (text.ceil_char_boundary(BEHIND.min(text.len())), rows.max(1));
    let laid = wrapped(cells(text, 0, to, &[]), columns.max(8));
    let (_, next) = laid.get(rows)?;
    let (_, last) = &laid[rows - 1];
    let words = &last[..last.iter().rposition(|cell| !cell.space).map_or(0, |at| at + 1)];
    let word = words.iter().rposition(|cell| cell.space).and_then(|space| words.get(space + 1));
    // A row of one word is repeated, unless it is the whole page.
    let row = if rows > 1 { last } else { next };
    word.or(row.first()).map(|cell| cell.at).filter(|at| *at > 0)
}

fn cells(text: &str, from: usize, to: usize, marks: &[&ExcerptMark]) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut at = from;
    while at < to
        && let Some(glyph) = sanitize::glyph(&text[at..])
    {
        let end = at + glyph.len;
        let own = || marks.iter().filter(|mark| mark.span.start < end && mark.span.end > at);
        let style = own().fold(Style::new(), |style, mark| style.patch(mark.style));
        let shown = match glyph.kind {
            GlyphKind::LineEnd => "\n".to_owned(),
            _ => sanitize::shown(&text[at..], &glyph).into_owned(),
        };
        let space = matches!(glyph.kind, GlyphKind::Space | GlyphKind::LineEnd);
        cells.push(Cell { text: shown, width: glyph.width, style, at, space });
        let mut signs: Vec<&str> = Vec::new();
        for mark in own().filter(|mark| mark.span.end > at && mark.span.end <= end) {
            if !signs.contains(&mark.sign.as_str()) {
                signs.push(&mark.sign);
                let style = mark.style.remove_modifier(Modifier::UNDERLINED | Modifier::CROSSED_OUT);
                let width = words::width(&mark.sign);
                cells.push(Cell { text: mark.sign.clone(), width, style, at, space: false });
            }
        }
        at = end;
    }
    cells
}

/// Breaks cells into lines, each with the byte at which it begins.
fn wrapped(cells: Vec<Cell>, columns: usize) -> Vec<(usize, Vec<Cell>)> {
    let mut lines: Vec<(usize, Vec<Cell>)> = Vec::new();
    let mut row: Vec<Cell> = Vec::new();
    let mut used = 0;
    let end = |lines: &mut Vec<(usize, Vec<Cell>)>, row: Vec<Cell>| {
        let at = row.first().map_or(0, |cell| cell.at);
        lines.push((at, row));
    };
    for cell in cells {
        if cell.text == "\n" {
            row.push(Cell { text: String::new(), ..cell });
            end(&mut lines, std::mem::take(&mut row));
            used = 0;
            continue;
        }
        if used + cell.width > columns && !cell.space {
            let cut = row.iter().rposition(|cell| cell.space).map_or(row.len(), |at| at + 1);
            let rest = row.split_off(cut);
            end(&mut lines, std::mem::replace(&mut row, rest));
            used = row.iter().map(|cell| cell.width).sum();
        }
        used += cell.width;
        row.push(cell);
    }
    if !row.is_empty() {
        end(&mut lines, row);
    }
    lines
}

fn line(cells: Vec<Cell>) -> Line<'static> {
    let mut spans: Vec<Styled<'static>> = Vec::new();
    for cell in cells {
        match spans.last_mut().filter(|last| last.style == cell.style) {
            Some(last) => last.content.to_mut().push_str(&cell.text),
            None => spans.push(Styled::styled(cell.text, cell.style)),
        }
    }
    Line::from(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, marks: &[ExcerptMark], around: usize, size: (usize, usize)) -> Vec<String> {
        let lines = lines(text, marks, around, size, 0);
        lines.iter().map(|line| line.spans.iter().map(|span| &*span.content).collect()).collect()
    }

    fn mark(text: &str, words: &str, sign: &str) -> ExcerptMark {
        let start = text.find(words).unwrap();
        ExcerptMark {
            span: Span::new(start, start + words.len()),
            style: Style::new().add_modifier(Modifier::UNDERLINED),
            sign: sign.to_owned(),
        }
    }

    #[test]
    fn whose_words_these_are_stands_behind_them() {
        let text = "The council approved the budget.\nNobody objected.";
        let marks = [mark(text, "council", "¹"), mark(text, "council approved", "²")];
        assert_eq!(
            shown(text, &marks, 0, (20, 4)),
            ["The council¹ ", "approved² the ", "budget.", "Nobody objected."]
        );
    }

    #[test]
    fn a_text_that_goes_on_says_so() {
        let text = "One two three. Four five six. Seven eight. Nine ten.";
        let around = |words: &str, rows| shown(text, &[], text.find(words).unwrap(), (15, rows));
        assert_eq!(around("One", 2), ["One two three. ", "Four five six.…"]);
        assert_eq!(around("Nine", 2), ["… eight. ", "Nine ten."]);
        assert_eq!(around("Nine", 1), ["Nine ten."], "its own row keeps its beginning");
        assert_eq!(around("Seven", 3), ["… five six. ", "Seven eight. ", "Nine ten."]);
        assert_eq!(around("Four", 1), ["Four five six.…"]);
        assert_eq!(around("One", 9).len(), 4);
        // A full row loses its last letter.
        let full = "abcdefgh ijklmnop";
        assert_eq!(shown(full, &[], 0, (8, 1)), ["abcdefg…"]);
    }

    #[test]
    fn page_by_page_every_word_is_shown() {
        let text: String = (0..300).map(|at| format!("word{at} ")).collect();
        for size in [(60, 4), (20, 1), (8, 2), (200, 30)] {
            let (mut from, mut seen) = (0, String::new());
            loop {
                seen.push_str(&shown(&text[from..], &[], 0, size).concat());
                let Some(next) = next_page(&text[from..], size) else { break };
                assert!(next > 0);
                from += next;
            }
            assert!((0..300).all(|at| seen.contains(&format!("word{at} "))), "{size:?}: {seen}");
        }
    }

    #[test]
    fn a_place_far_inside_is_shown_without_looking_at_the_whole() {
        let text = format!("{}HERE {}", "word ".repeat(100_000), "more ".repeat(100_000));
        let marks = [mark(&text, "HERE", "¹")];
        let lines = shown(&text, &marks, marks[0].span.start, (40, 9));
        assert!(lines.iter().any(|line| line.contains("HERE¹")), "{lines:#?}");
        assert!(lines.iter().all(|line| words::width(line) <= 41), "{lines:#?}");
    }

    #[test]
    fn no_control_character_is_shown() {
        let lines = shown("a\u{1b}[31mb\u{202e}c\td", &[], 0, (40, 3));
        assert!(
            lines.iter().all(|line| line.chars().all(|c| !c.is_control() && c != '\u{202e}')),
            "{lines:?}"
        );
    }
}
