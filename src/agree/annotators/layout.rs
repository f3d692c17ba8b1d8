//! The document as lines of text, for a terminal and for a screen.

use unicode_width::UnicodeWidthStr;

use super::document::{Block, Matrix, Plot, PlotRow, Table};
use super::trend::Part;

/// Columns of a bar at most.
const BAR: usize = 40;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The name of the document, or of what follows.
    Heading,
    /// Ordinary text, or a row of a table.
    Text,
    /// The caption or the head of a table or plot.
    Head,
    /// A row of a plot.
    Plot,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: String,
}

/// The document as lines of at most the given width, if no name is longer.
pub fn lines(document: &[Block], width: usize) -> Vec<Line> {
    let mut out = Vec::new();
    for block in document {
        match block {
            Block::Title(title) => put(&mut out, Kind::Heading, title),
            Block::Heading(heading) => {
                put(&mut out, Kind::Text, "");
                put(&mut out, Kind::Heading, heading);
            }
            Block::Text(said) => put(&mut out, Kind::Text, &wrapped(said, width)),
            Block::Table(table) => rows(&mut out, table, width),
            Block::Plot(plot) => plotted(&mut out, plot, width),
            Block::Matrix(matrix) => shaded(&mut out, matrix, width),
            Block::Trend(parts) => bars(&mut out, parts, width),
        }
    }
    out
}

/// The same as one text.
pub fn text(document: &[Block], width: usize) -> String {
    let line = |line: &Line| match line.kind {
        Kind::Heading => format!("{}\n{}\n", line.text, "─".repeat(line.text.width())),
        Kind::Text | Kind::Head | Kind::Plot => format!("{}\n", line.text),
    };
    lines(document, width).iter().map(line).collect()
}

fn put(out: &mut Vec<Line>, kind: Kind, text: &str) {
    if text.is_empty() {
        out.push(Line { kind, text: String::new() });
    }
    out.extend(text.lines().map(|text| Line { kind, text: text.to_owned() }));
}

/// Wraps at blanks.
fn wrapped(said: &str, most: usize) -> String {
    let (mut out, mut column) = (String::new(), 0);
    for word in said.split(' ') {
        let width = word.width();
        if column > 0 && column + 1 + width > most {
            out.push_str("\n  ");
            column = 2;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out
}

/// A table whose columns fit in the width; those that do not follow below, with the first column again.
fn rows(out: &mut Vec<Line>, table: &Table, most: usize) {
    put(out, Kind::Text, "");
    if !table.caption.is_empty() {
        put(out, Kind::Head, &wrapped(&table.caption, most));
    }
    let all = || [&table.heads].into_iter().chain(&table.rows);
    let width = |column: usize| all().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.heads.len()).map(width).collect();
    let mut from = 1;
    while from < widths.len() {
        let (mut to, mut taken) = (from, widths[0]);
        while to < widths.len() && (to == from || taken + 2 + widths[to] <= most) {
            taken += 2 + widths[to];
            to += 1;
        }
        for (at, row) in all().enumerate() {
            let mut line = padded(&row[0], widths[0]);
            for column in from..to {
                line.push_str(&" ".repeat(2 + widths[column] - row[column].width()));
                line.push_str(&row[column]);
            }
            put(out, if at == 0 { Kind::Head } else { Kind::Text }, line.trim_end());
        }
        if to < widths.len() {
            put(out, Kind::Text, "");
        }
        from = to;
    }
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// A name that leaves room for what is drawn beside it.
fn short(name: &str, most: usize) -> String {
    if name.width() <= most {
        return name.to_owned();
    }
    let mut out = String::new();
    for c in name.chars() {
        if out.width() + c.to_string().width() + 1 > most {
            break;
        }
        out.push(c);
    }
    out + "…"
}

/// Columns of the names and of the bars beside them, where so many columns of figures follow.
fn split<'a>(names: impl Iterator<Item = &'a str>, figures: usize, most: usize) -> (usize, usize) {
    let longest = names.map(UnicodeWidthStr::width).max().unwrap_or(0);
    let bar = most.saturating_sub(longest + figures + 6).clamp(10, BAR);
    (longest.min(most.saturating_sub(bar + figures + 6).max(8)), bar)
}

/// A row for each number: `─` over what it may be, `●` where it is, `┊` at the marks of the axis.
fn plotted(out: &mut Vec<Line>, plot: &Plot, most: usize) {
    put(out, Kind::Text, "");
    put(out, Kind::Head, &wrapped(&plot.caption, most));
    let figures = plot.rows.iter().map(|row| row.said.width()).max().unwrap_or(0);
    let (names, bar) = split(plot.rows.iter().map(|row| row.name.as_str()), figures, most);
    for row in &plot.rows {
        let name = padded(&short(&row.name, names), names);
        put(out, Kind::Plot, format!("  {name}  {}  {}", axis(plot, row, bar), row.said).trim_end());
    }
    let [low, high] = plot.axis.map(|end| format!("{end:.1}"));
    let gap = bar.saturating_sub(low.len() + high.len()).max(1);
    put(out, Kind::Plot, &format!("  {}  {low}{}{high}", " ".repeat(names), " ".repeat(gap)));
}

fn axis(plot: &Plot, row: &PlotRow, columns: usize) -> String {
    let [low, high] = plot.axis;
    let column = |value: f64| {
        let share = if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
        (share * (columns - 1) as f64).round() as usize
    };
    let mut cells = vec![' '; columns];
    plot.marks.iter().for_each(|mark| cells[column(*mark)] = '┊');
    if let Some([from, to]) = row.ends {
        (column(from)..=column(to)).for_each(|at| cells[at] = '─');
    }
    if let Some(value) = row.value {
        cells[column(value)] = '●';
    }
    cells.into_iter().collect()
}

/// How dark a count is, by its share of the largest.
fn shade(count: usize, most: usize) -> &'static str {
    const SHADES: [&str; 5] = ["  ", "░░", "▒▒", "▓▓", "██"];
    match (count, most) {
        (0, _) | (_, 0) => SHADES[0],
        (count, most) => SHADES[(count * (SHADES.len() - 1)).div_ceil(most).min(SHADES.len() - 1)],
    }
}

/// The counts, each beside how much of the largest it is.
fn shaded(out: &mut Vec<Line>, matrix: &Matrix, most: usize) {
    let largest = matrix.most();
    let heads = std::iter::once(String::new()).chain(matrix.labels.iter().cloned()).collect();
    let row = |(label, counts): (&String, &Vec<usize>)| {
        let cells = counts.iter().map(|count| format!("{} {count}", shade(*count, largest)));
        std::iter::once(label.clone()).chain(cells).collect()
    };
    let cells = matrix.labels.iter().zip(&matrix.counts).map(row).collect();
    rows(out, &Table { caption: matrix.caption.clone(), heads, rows: cells }, most);
}

fn bars(out: &mut Vec<Line>, parts: &[Part], most: usize) {
    put(out, Kind::Text, "");
    let caption = "Percent agreement over time, cases in the order of their judgement";
    put(out, Kind::Head, &wrapped(caption, most));
    let names: Vec<String> = parts.iter().map(|part| format!("{} to {}", part.first, part.last)).collect();
    let (width, columns) = split(names.iter().map(String::as_str), 5, most);
    for (part, name) in parts.iter().zip(&names) {
        let name = padded(&short(name, width), width);
        let bar = padded(&"█".repeat((part.percent * columns as f64).round() as usize), columns);
        put(out, Kind::Plot, &format!("  {name}  {bar}  {:.3}", part.percent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(block: Block, width: usize) -> Vec<String> {
        lines(&[block], width).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn a_number_stands_within_its_interval_on_the_axis() {
        let row = |name: &str, value: f64, ends: [f64; 2]| PlotRow {
            name: name.to_owned(),
            value: Some(value),
            ends: Some(ends),
            said: format!("{value:.1}"),
        };
        let plot = Plot {
            caption: "By list".to_owned(),
            axis: [0.0, 1.0],
            marks: vec![0.0],
            rows: vec![row("a", 0.5, [0.25, 0.75]), row("bb", 1.0, [1.0, 1.0])],
        };
        let lines = drawn(Block::Plot(plot), 20);
        assert_eq!(lines[2], "  a   ┊ ───●──    0.5", "{lines:#?}");
        assert_eq!(lines[3], "  bb  ┊        ●  1.0", "{lines:#?}");
    }

    #[test]
    fn the_largest_count_is_the_darkest() {
        let matrix = Matrix {
            caption: "c".to_owned(),
            labels: vec!["x".to_owned(), "y".to_owned()],
            counts: vec![vec![8, 1], vec![0, 4]],
        };
        assert_eq!(drawn(Block::Matrix(matrix), 40)[3..], ["x  ██ 8  ░░ 1", "y     0  ▒▒ 4"]);
    }

    #[test]
    fn no_line_is_wider_than_asked_but_for_names() {
        let parts: Vec<Part> = (0..3)
            .map(|at| Part {
                first: format!("a long name of a case {at}"),
                last: "z".to_owned(),
                cases: 2,
                percent: 0.5,
                n: 4,
            })
            .collect();
        let long = "one two three four five six seven eight nine ten eleven twelve".to_owned();
        for width in [56, 76, 116] {
            for block in [Block::Trend(parts.clone()), Block::Text(long.clone())] {
                let lines = drawn(block, width);
                assert!(lines.iter().all(|line| line.width() <= width), "{lines:#?}");
            }
        }
    }
}
