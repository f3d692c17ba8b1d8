//! Writes the figures as a page of Markdown and a plot.

use std::fmt::Write;

use lockbench::tui::table::grouped;

use crate::lengths::{Grows, Row};

/// A quantity: its description, its value in a row, and its unit.
type Quantity = (&'static str, fn(&Row) -> f64, &'static str);

const MS: &str = "ms";
const MB: &str = "MB";

/// All quantities, with their colours in the plot.
const QUANTITIES: [(Quantity, &str); 7] = [
    (("key to the painted labels, median", |row| row.key, MS), "#0072b2"),
    (("the same, 99th percentile", |row| row.slow_key, MS), "#56b4e9"),
    (("start to the first screen with the texts", |row| row.texts, MS), "#009e73"),
    (("start to the first screen with scores", |row| row.scores, MS), "#d55e00"),
    (("memory of the workbench", |row| row.workbench / 1e6, MB), "#cc79a7"),
    (("a case in a batch, full report", |row| row.batch, MS), "#e69f00"),
    (("memory of the batch", |row| row.batch_memory / 1e6, MB), "#555555"),
];

/// Returns the page. `load` is the machine's load at the beginning, which Linux averages over a minute.
pub fn page(article: &[Row], summary: &[Row], load: &str) -> String {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut out = format!(
        "# What grows with the texts\n\n\
         `cargo build --release && cargo run --release --example growth -- --docs docs` made this page, on {processors}\n\
         processors with a load of {load} when it began.\n\n\
         The workbench runs in a pseudo-terminal at 120x40, the batch on one thread and warm. Starts (with a session that is\n\
         there) and cases are the middle of five. Sixty keys are typed, which insert a letter into a word of the first sentence of\n\
         the summary and take that back. The exponent is the slope of a line through all lengths, both axes logarithmic: 0\n\
         does not grow, 1 grows as the text does, 2 would be quadratic.\n\n\
         ![Each quantity as a multiple of what it is at the shortest text](growth.svg)\n"
    );
    for (rows, what) in
        [(article, "article, summary of 250 words"), (summary, "summary, article of 10,000 words")]
    {
        _ = write!(out, "\n## Words of the {what}\n\n| |");
        for row in rows {
            _ = write!(out, " {} |", grouped(row.words));
        }
        out.push_str(" exponent |\n|---|");
        out.push_str(&"---:|".repeat(rows.len() + 1));
        out.push('\n');
        for ((name, of, unit), _) in QUANTITIES {
            _ = write!(out, "| {name}, {unit} |");
            for row in rows {
                _ = write!(out, " {} |", shown(of(row)));
            }
            _ = writeln!(out, " {:.2} |", exponent(rows, of));
        }
    }
    out
}

/// Formats a number with three significant figures.
fn shown(value: f64) -> String {
    if value >= 100.0 {
        format!("{value:.0}")
    } else if value >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    }
}

/// Returns the slope of the least-squares line through the logarithms.
fn exponent(rows: &[Row], of: fn(&Row) -> f64) -> f64 {
    let points: Vec<(f64, f64)> =
        rows.iter().map(|row| ((row.words as f64).ln(), of(row).max(f64::MIN_POSITIVE).ln())).collect();
    let count = points.len().max(1) as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let along: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    if spread > 0.0 { along / spread } else { f64::NAN }
}

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 40.0;
/// Lower end of the plot, as a multiple of the value at the shortest text.
const LOWEST: f64 = 0.5;

/// Returns the plot: every quantity as a multiple of its value at the shortest text, with a line for
/// linear growth.
pub fn plot(article: &[Row], summary: &[Row]) -> String {
    let (width, height) = (2.0 * (WIDTH + LEFT) + 30.0, TOP + HEIGHT + 78.0 + 18.0 * QUANTITIES.len() as f64);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (at, (rows, grows)) in [(article, Grows::Article), (summary, Grows::Summary)].into_iter().enumerate()
    {
        panel(&mut out, rows, grows, LEFT + at as f64 * (WIDTH + LEFT));
    }
    for (at, ((name, ..), colour)) in QUANTITIES.iter().enumerate() {
        let y = TOP + HEIGHT + 50.0 + 18.0 * at as f64;
        _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\">{name}</text>",
            LEFT + 24.0,
            LEFT + 32.0,
            y + 4.0
        );
    }
    let y = TOP + HEIGHT + 50.0 + 18.0 * QUANTITIES.len() as f64;
    _ = writeln!(
        out,
        "<line x1=\"{LEFT}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"#999999\" stroke-dasharray=\"5 4\"/>\
         <text x=\"{}\" y=\"{}\">as the text grows</text>",
        LEFT + 24.0,
        LEFT + 32.0,
        y + 4.0
    );
    out.push_str("</svg>\n");
    out
}

fn panel(out: &mut String, rows: &[Row], grows: Grows, left: f64) {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
    let span = (last.words as f64 / first.words as f64).ln().max(f64::MIN_POSITIVE);
    let x = |words: usize| left + WIDTH * 0.94 * (words as f64 / first.words as f64).ln() / span;
    let times = QUANTITIES
        .iter()
        .flat_map(|((_, of, _), _)| rows.iter().map(move |row| of(row) / of(first).max(f64::MIN_POSITIVE)));
    let highest = times.fold(span.exp(), f64::max).ln();
    let y = |times: f64| TOP + HEIGHT - HEIGHT * (times.max(LOWEST) / LOWEST).ln() / (highest - LOWEST.ln());
    let name = match grows {
        Grows::Article => "words of the article",
        Grows::Summary => "words of the summary",
    };
    _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"20\" font-weight=\"bold\">times as much as at the shortest, by {name}</text>\
         <rect x=\"{left}\" y=\"{TOP}\" width=\"{}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"#999999\"/>",
        WIDTH * 0.94
    );
    for row in rows {
        let at = x(row.words);
        _ = writeln!(
            out,
            "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{}\" stroke=\"#e5e5e5\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            TOP + HEIGHT,
            TOP + HEIGHT + 16.0,
            grouped(row.words)
        );
    }
    for times in [1.0_f64, 2.0, 10.0, 100.0, 1_000.0].into_iter().filter(|times| times.ln() <= highest) {
        let at = y(times);
        _ = writeln!(
            out,
            "<line x1=\"{left}\" y1=\"{at:.1}\" x2=\"{}\" y2=\"{at:.1}\" stroke=\"#e5e5e5\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{times}x</text>",
            left + WIDTH * 0.94,
            left - 6.0,
            at + 4.0
        );
    }
    let line = |out: &mut String, points: Vec<(f64, f64)>, how: &str| {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        _ = writeln!(out, "<polyline points=\"{}\" fill=\"none\" {how}/>", points.join(" "));
    };
    let linear = rows.iter().map(|row| (x(row.words), y(row.words as f64 / first.words as f64))).collect();
    line(out, linear, "stroke=\"#999999\" stroke-dasharray=\"5 4\"");
    for ((_, of, _), colour) in QUANTITIES {
        let base = of(first).max(f64::MIN_POSITIVE);
        let points = rows.iter().map(|row| (x(row.words), y(of(row) / base))).collect();
        line(out, points, &format!("stroke=\"{colour}\" stroke-width=\"2\""));
    }
}
