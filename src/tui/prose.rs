//! Markdown as lines for the screen: headings, emphasis, code, lists, tables and paragraphs, wrapped to a
//! width.
//!
//! Only the syntax that lessons and this program's own texts use is supported; everything else is shown as
//! written.

use ratatui::text::{Line, Span};

use super::sanitize;
use super::theme::{Theme, ThemeRole};
use super::words::{self, styled};

/// A block of a text.
enum Block {
    Heading(String),
    /// A paragraph, with the prefix of its first line and that of the other lines.
    Prose(&'static str, &'static str, String),
    /// A line that is shown unchanged.
    Verbatim(String),
    /// The cells of a table, the header row first.
    Table(Vec<Vec<String>>),
    Gap,
}

/// Converts a text to lines of at most the given width.
pub fn lines(text: &str, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for block in blocks(text) {
        match block {
            Block::Gap => lines.push(Line::default()),
            Block::Verbatim(text) => {
                let style = theme.style(ThemeRole::Accent);
                let whole = sanitize::line(&text).into_owned();
                if words::width(&whole) <= width {
                    lines.push(Line::from(styled(whole.trim_end().to_owned(), style)));
                    continue;
                }
                // Two formulas in one line are put below each other instead of being cut.
                for part in words::wrap(&text, width.saturating_sub(4).max(8)) {
                    lines.push(Line::from(vec![Span::raw("    "), styled(part, style)]));
                }
            }
            Block::Table(rows) => lines.extend(table(&rows, theme, width)),
            Block::Heading(text) => {
                let parts = words::wrap(&text, width).into_iter();
                lines.extend(parts.map(|part| theme.line(ThemeRole::Title, part)));
            }
            Block::Prose(first, rest, text) => {
                let room = width.saturating_sub(words::width(first)).max(8);
                let mut role = ThemeRole::Text;
                for (at, part) in words::wrap(&text, room).into_iter().enumerate() {
                    let mut line = vec![Span::raw(if at == 0 { first } else { rest })];
                    line.extend(emphasised(&part, &mut role, theme));
                    lines.push(Line::from(line));
                }
            }
        }
    }
    lines
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines() {
        let plain = line.trim();
        if plain.is_empty() {
            if !matches!(blocks.last(), None | Some(Block::Gap)) {
                blocks.push(Block::Gap);
            }
        } else if plain.starts_with('#') {
            blocks.push(Block::Heading(plain.trim_start_matches('#').trim().to_owned()));
        } else if plain.starts_with('|') {
            let cells: Vec<String> =
                plain.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect();
            let is_rule = cells.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':')));
            match blocks.last_mut() {
                _ if is_rule => {}
                Some(Block::Table(rows)) => rows.push(cells),
                _ => blocks.push(Block::Table(vec![cells])),
            }
        } else if line.starts_with("    ") {
            blocks.push(Block::Verbatim(line.to_owned()));
        } else if let Some(item) = plain.strip_prefix("- ").or_else(|| plain.strip_prefix("* ")) {
            blocks.push(Block::Prose("- ", "  ", item.to_owned()));
        } else if let Some(Block::Prose(.., text)) = blocks.last_mut() {
            text.push(' ');
            text.push_str(plain);
        } else {
            blocks.push(Block::Prose("", "", plain.to_owned()));
        }
    }
    while matches!(blocks.last(), Some(Block::Gap)) {
        blocks.pop();
    }
    blocks
}

/// Draws a table with aligned columns. If they do not fit side by side, each row takes a line, with the
/// column headings before its cells.
fn table(rows: &[Vec<String>], theme: &Theme, width: usize) -> Vec<Line<'static>> {
    const GAP: usize = 2;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| words::width(cell)).max();
    let widths: Vec<usize> = (0..columns).map(|column| wide(column).unwrap_or(0)).collect();
    let role = |at: usize| if at == 0 { ThemeRole::Title } else { ThemeRole::Text };
    if widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) <= width {
        let row = |(at, row): (usize, &Vec<String>)| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| words::cell(cell, *width));
            let line = cells.collect::<Vec<_>>().join(&" ".repeat(GAP));
            theme.line(role(at), line.trim_end().to_owned())
        };
        return rows.iter().enumerate().map(row).collect();
    }
    let Some((heads, body)) = rows.split_first() else { return Vec::new() };
    let mut lines = Vec::new();
    for row in body {
        let named = heads.iter().zip(row).skip(1).map(|(head, cell)| format!("{head} {cell}"));
        let named = named.collect::<Vec<_>>().join(", ");
        let text = format!("{}: {named}", row.first().map_or("", String::as_str));
        for (at, part) in words::wrap(&text, width.saturating_sub(GAP).max(8)).into_iter().enumerate() {
            lines.push(Line::from(format!("{}{part}", if at == 0 { "- " } else { "  " })));
        }
    }
    lines
}

/// Converts emphasis and code in a line to styles. `role` is the style at the end of the previous line,
/// because emphasis may continue over a line end.
fn emphasised(line: &str, role: &mut ThemeRole, theme: &Theme) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['*', '`']) {
        let (before, marked) = rest.split_at(at);
        let (mark, becomes) = match marked {
            _ if marked.starts_with("**") => ("**", ThemeRole::Title),
            _ if marked.starts_with('`') => ("`", ThemeRole::Key),
            _ => ("*", ThemeRole::Accent),
        };
        let after = &marked[mark.len()..];
        // A star between spaces is a multiplication sign. Within code, only the closing mark has a meaning.
        let plain = (*role == ThemeRole::Key && mark != "`")
            || (mark == "*"
                && *role == ThemeRole::Text
                && (after.is_empty() || after.starts_with(char::is_whitespace)));
        let text = if plain { format!("{before}{mark}") } else { before.to_owned() };
        if !text.is_empty() {
            spans.push(theme.span(*role, text));
        }
        if !plain {
            *role = if *role == becomes { ThemeRole::Text } else { becomes };
        }
        rest = after;
    }
    if !rest.is_empty() {
        spans.push(theme.span(*role, rest.to_owned()));
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, width: usize) -> Vec<String> {
        let theme = Theme::builtin("mono").unwrap();
        lines(text, &theme, width).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn paragraphs_are_broken_anew_and_marks_are_not_shown() {
        let text = "# A title\n\nOne **bold\nword** and `code * x`\nhere.\n\n\n- an item that is long\n- b\n\n    u = 2 * 3\n";
        assert_eq!(
            shown(text, 16),
            [
                "A title", "", "One bold", "word and code", "* x here.", "", "- an item that", "  is long",
                "- b", "", "    u = 2 * 3"
            ]
        );
    }

    #[test]
    fn a_table_has_columns_or_a_line_a_row() {
        let text = "| worst | one | four or more |\n|---|---|---|\n| mild | 8 | 6 |\n| severe | 3 | 0 |\n";
        assert_eq!(shown(text, 30), ["worst   one  four or more", "mild    8    6", "severe  3    0"]);
        assert_eq!(
            shown(text, 20),
            ["- mild: one 8, four", "  or more 6", "- severe: one 3,", "  four or more 0"]
        );
    }

    #[test]
    fn no_line_is_too_long_and_nothing_unprintable_is_left() {
        for text in [
            "漢字漢字漢字漢字漢字漢字漢字 \u{1b}[31mred",
            "    code that is much longer than the line",
            "a * b * c",
        ] {
            for line in shown(text, 12) {
                assert!(words::width(&line) <= 12 && !line.contains('\u{1b}'), "{line}");
            }
        }
        assert_eq!(shown("a * b * c", 12), ["a * b * c"]);
    }
}
