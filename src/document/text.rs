//! Writes a document as lines of text, for a terminal and for a screen, or as an outline, for a rule of
//! the reference.

use unicode_width::UnicodeWidthStr;

use super::{Block, Chart, Document, Matrix, Plot, PlotRow, RichText, Table, Trend, TrendPart};

/// Most columns of a bar.
const BAR: usize = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The title of the document or a heading.
    Heading,
    /// Ordinary text, or a row of a table.
    Text,
    /// The caption or the column titles of a table or plot.
    Head,
    /// A row of a plot.
    Plot,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub kind: LineKind,
    pub text: String,
}

/// Formats blocks as lines of at most `width` columns, unless a name is longer.
pub fn lines(blocks: &[Block], width: usize) -> Vec<Line> {
    let mut out = Vec::new();
    for block in blocks {
        match block {
            Block::Heading(heading) => {
                put(&mut out, LineKind::Text, "");
                put(&mut out, LineKind::Heading, &heading.words.plain());
            }
            Block::Paragraph(words) => put(&mut out, LineKind::Text, &wrapped(&words.plain(), width)),
            Block::Quote(words) => put(&mut out, LineKind::Text, &wrapped(words, width)),
            Block::List(items) => {
                for (depth, words) in items {
                    let item = format!("{}- {}", "  ".repeat(*depth), words.plain());
                    put(&mut out, LineKind::Text, &wrapped(&item, width));
                }
            }
            Block::Code(lines) => put(&mut out, LineKind::Text, lines),
            Block::Facts(facts) => {
                for (name, words) in facts {
                    put(&mut out, LineKind::Text, &wrapped(&format!("{name}: {}", words.plain()), width));
                }
            }
            Block::Table(table) => rows(&mut out, table, width),
            Block::Chart(Chart::Plot(plot)) => plotted(&mut out, plot, width),
            Block::Chart(Chart::Matrix(matrix)) => shaded(&mut out, matrix, width),
            Block::Chart(Chart::Trend(trend)) => bars(&mut out, trend, width),
        }
    }
    out
}

pub(super) fn text(document: &Document, width: usize) -> String {
    let line = |line: &Line| match line.kind {
        LineKind::Heading => format!("{}\n{}\n", line.text, "─".repeat(line.text.width())),
        LineKind::Text | LineKind::Head | LineKind::Plot => format!("{}\n", line.text),
    };
    let mut all = Vec::new();
    if !document.title.is_empty() {
        put(&mut all, LineKind::Heading, &document.title);
    }
    all.extend(lines(&document.blocks, width));
    all.iter().map(line).collect()
}

/// Fewest columns for the names of a list of facts.
const FACTS: usize = 9;

/// Formats blocks as an outline: the content of a heading is indented below it, and no line is wrapped.
pub fn outline(blocks: &[Block]) -> String {
    let (mut out, mut level, mut after_heading) = (String::new(), 0, true);
    for block in blocks {
        if let Block::Heading(heading) = block {
            level = heading.level;
        }
        if !after_heading || (matches!(block, Block::Heading(_)) && !out.is_empty()) {
            out.push('\n');
        }
        after_heading = matches!(block, Block::Heading(_));
        let indent = "  ".repeat(level - usize::from(after_heading).min(level));
        let mut put = |text: &str| {
            out.push_str(format!("{indent}{text}").trim_end());
            out.push('\n');
        };
        match block {
            Block::Heading(heading) => put(&heading.words.plain()),
            Block::Paragraph(words) => put(&words.plain()),
            Block::Quote(words) => put(words),
            Block::List(items) => {
                items
                    .iter()
                    .for_each(|(depth, words)| put(&format!("{}{}", "  ".repeat(*depth), words.plain())));
            }
            Block::Code(lines) => lines.lines().for_each(&mut put),
            Block::Facts(facts) => {
                let longest = facts.iter().map(|(name, _)| name.width() + 1).max().unwrap_or(0).max(FACTS);
                for (name, words) in facts {
                    put(&(padded(&name.to_lowercase(), longest) + &words.plain()));
                }
            }
            Block::Table(table) => columns(table).iter().for_each(|line| put(line)),
            Block::Chart(chart) => {
                chart.table().iter().flat_map(columns).for_each(|line| put(&line));
            }
        }
    }
    out
}

fn cells(table: &Table) -> Vec<Vec<String>> {
    table.rows.iter().map(|row| row.iter().map(RichText::plain).collect()).collect()
}

/// Formats the rows of a table without its column titles.
fn columns(table: &Table) -> Vec<String> {
    let rows = cells(table);
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.heads.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| padded(cell, *width));
        cells.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(line).collect()
}

fn put(out: &mut Vec<Line>, kind: LineKind, text: &str) {
    if text.is_empty() {
        out.push(Line { kind, text: String::new() });
    }
    out.extend(text.lines().map(|text| Line { kind, text: text.to_owned() }));
}

/// Wraps at blanks.
fn wrapped(text: &str, most: usize) -> String {
    let (mut out, mut column) = (String::new(), 0);
    for word in text.split(' ') {
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

/// Writes a table as wide as fits. Columns that do not fit follow below, with the first column repeated.
fn rows(out: &mut Vec<Line>, table: &Table, most: usize) {
    put(out, LineKind::Text, "");
    if !table.caption.is_empty() {
        put(out, LineKind::Head, &wrapped(&table.caption, most));
    }
    let cells = cells(table);
    let all = || [&table.heads].into_iter().chain(&cells);
    let width = |column: usize| all().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.heads.len()).map(width).collect();
    let mut from = 1;
    loop {
        let (mut to, mut taken) = (from, widths[0]);
        while to < widths.len() && (to == from || taken + 2 + widths[to] <= most) {
            taken += 2 + widths[to];
            to += 1;
        }
        for (at, row) in all().enumerate() {
            let mut line = padded(&row[0], widths[0]);
            for column in from..to {
                let gap = " ".repeat(widths[column] - row[column].width());
                let [before, behind] = if column >= table.numbers_from { [&*gap, ""] } else { ["", &*gap] };
                line.push_str(&format!("  {before}{}{behind}", row[column]));
            }
            put(out, if at == 0 { LineKind::Head } else { LineKind::Text }, line.trim_end());
        }
        if to >= widths.len() {
            return;
        }
        put(out, LineKind::Text, "");
        from = to;
    }
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Truncates a name to leave room for the drawing beside it.
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

/// Returns the widths of the names and of the bars, if the figures take `figures` columns.
fn split<'a>(names: impl Iterator<Item = &'a str>, figures: usize, most: usize) -> (usize, usize) {
    let longest = names.map(UnicodeWidthStr::width).max().unwrap_or(0);
    let bar = most.saturating_sub(longest + figures + 6).clamp(10, BAR);
    (longest.min(most.saturating_sub(bar + figures + 6).max(8)), bar)
}

/// Writes a row for each number: `─` for its interval, `●` for the number, `┊` for the marks of the axis.
fn plotted(out: &mut Vec<Line>, plot: &Plot, most: usize) {
    put(out, LineKind::Text, "");
    put(out, LineKind::Head, &wrapped(&plot.caption, most));
    let figures = plot.rows.iter().map(|row| row.figures.width()).max().unwrap_or(0);
    let (names, bar) = split(plot.rows.iter().map(|row| row.name.as_str()), figures, most);
    for row in &plot.rows {
        let name = padded(&short(&row.name, names), names);
        put(out, LineKind::Plot, format!("  {name}  {}  {}", axis(plot, row, bar), row.figures).trim_end());
    }
    let [low, high] = plot.axis.map(|end| format!("{end:.1}"));
    let gap = bar.saturating_sub(low.len() + high.len()).max(1);
    put(out, LineKind::Plot, &format!("  {}  {low}{}{high}", " ".repeat(names), " ".repeat(gap)));
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

/// Returns the shade of a count, by its share of the largest.
fn shade(count: usize, most: usize) -> &'static str {
    const SHADES: [&str; 5] = ["  ", "░░", "▒▒", "▓▓", "██"];
    match (count, most) {
        (0, _) | (_, 0) => SHADES[0],
        (count, most) => SHADES[(count * (SHADES.len() - 1)).div_ceil(most).min(SHADES.len() - 1)],
    }
}

/// Writes the counts, each with a shade for its share of the largest.
fn shaded(out: &mut Vec<Line>, matrix: &Matrix, most: usize) {
    let largest = matrix.largest();
    let cell = |count: usize| format!("{} {count}", shade(count, largest));
    rows(out, &matrix.table(&cell), most);
}

fn bars(out: &mut Vec<Line>, trend: &Trend, most: usize) {
    put(out, LineKind::Text, "");
    put(out, LineKind::Head, &wrapped(&trend.caption, most));
    let names: Vec<String> = trend.parts.iter().map(TrendPart::name).collect();
    let (width, columns) = split(names.iter().map(String::as_str), 5, most);
    for (part, name) in trend.parts.iter().zip(&names) {
        let name = padded(&short(name, width), width);
        let bar = padded(&"█".repeat((part.share * columns as f64).round() as usize), columns);
        put(out, LineKind::Plot, &format!("  {name}  {bar}  {:.3}", part.share));
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
            figures: format!("{value:.1}"),
        };
        let plot = Plot {
            caption: "By list".to_owned(),
            axis: [0.0, 1.0],
            marks: vec![0.0],
            rows: vec![row("a", 0.5, [0.25, 0.75]), row("bb", 1.0, [1.0, 1.0])],
        };
        let lines = drawn(Block::Chart(Chart::Plot(plot)), 20);
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
        assert_eq!(drawn(Block::Chart(Chart::Matrix(matrix)), 40)[3..], ["x  ██ 8  ░░ 1", "y     0  ▒▒ 4"]);
    }

    #[test]
    fn no_line_is_wider_than_asked_but_for_names() {
        let part = |at| TrendPart {
            first: format!("a long name of a case {at}"),
            last: "z".to_owned(),
            cases: 2,
            share: 0.5,
            n: 4,
        };
        let trend = Trend { parts: (0..3).map(part).collect(), ..Trend::default() };
        let long = "one two three four five six seven eight nine ten eleven twelve".to_owned();
        for width in [56, 76, 116] {
            for block in [Block::Chart(Chart::Trend(trend.clone())), Block::Paragraph(long.as_str().into())] {
                let lines = drawn(block, width);
                assert!(lines.iter().all(|line| line.width() <= width), "{lines:#?}");
            }
        }
    }
}
