//! The document as text for a terminal.

use unicode_width::UnicodeWidthStr;

use super::document::{Block, Table};
use crate::agree::annotators::Part;

/// Columns of a line before it is wrapped.
const WIDTH: usize = 100;
/// Columns of a bar.
const BAR: usize = 40;

/// The document as text.
pub fn text(document: &[Block]) -> String {
    let mut out = String::new();
    for block in document {
        match block {
            Block::Title(title) => out.push_str(&format!("{title}\n")),
            Block::Heading(heading) => {
                out.push_str(&format!("\n{heading}\n{}\n", "─".repeat(heading.width())));
            }
            Block::Text(said) => out.push_str(&wrapped(said)),
            Block::Table(table) => out.push_str(&rows(table)),
            Block::Trend(parts) => out.push_str(&bars(parts)),
        }
    }
    out
}

/// Wraps at blanks.
fn wrapped(said: &str) -> String {
    let (mut out, mut column) = (String::new(), 0);
    for word in said.split(' ') {
        let width = word.width();
        if column > 0 && column + 1 + width > WIDTH {
            out.push_str("\n  ");
            column = 2;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out + "\n"
}

/// A table whose columns fit in the width; those that do not follow below, with the first column again.
fn rows(table: &Table) -> String {
    let mut out = String::from("\n");
    if !table.caption.is_empty() {
        out.push_str(&wrapped(&table.caption));
    }
    let all = || [&table.heads].into_iter().chain(&table.rows);
    let width = |column: usize| all().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.heads.len()).map(width).collect();
    let mut from = 1;
    while from < widths.len() {
        let (mut to, mut taken) = (from, widths[0]);
        while to < widths.len() && (to == from || taken + 2 + widths[to] <= WIDTH) {
            taken += 2 + widths[to];
            to += 1;
        }
        for row in all() {
            let mut line = format!("{}{}", row[0], " ".repeat(widths[0] - row[0].width()));
            for column in from..to {
                line.push_str(&" ".repeat(2 + widths[column] - row[column].width()));
                line.push_str(&row[column]);
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        if to < widths.len() {
            out.push('\n');
        }
        from = to;
    }
    out
}

fn bars(parts: &[Part]) -> String {
    let mut out = String::from("\nPercent agreement over time, cases in the order of their judgement\n");
    let names: Vec<String> = parts.iter().map(|part| format!("{} to {}", part.first, part.last)).collect();
    let width = names.iter().map(|name| name.width()).max().unwrap_or(0);
    for (part, name) in parts.iter().zip(&names) {
        let padding = " ".repeat(width - name.width());
        let bar = "█".repeat((part.percent * BAR as f64).round() as usize);
        out.push_str(&format!("  {name}{padding}  {bar:<BAR$}  {:.3}\n", part.percent));
    }
    out
}
