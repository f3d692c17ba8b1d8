//! The document as one HTML page that needs nothing else: its style is in it, its plots are SVG, light or dark as the
//! reader's system is.

use crate::agree::annotators::Part;
use crate::agree::annotators::document::{Block, Matrix, Plot, PlotRow, Table};

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1c1e21; --paper: #fdfdfc; --line: #d5d7da; --plot: #2459a8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e6e9; --paper: #17191c; --line: #3c4046; --plot: #7fb0f5; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.7rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
th:first-child { text-align: left; }
@media (max-width: 48rem) {
  table, tbody, tr, tbody th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { border-bottom: 1px solid var(--line); padding: 0.3rem 0; }
  tbody th, td { border: 0; text-align: left; white-space: normal; }
  td::before { content: attr(data-label) \": \"; opacity: 0.75; }
}
svg { min-width: 34rem; width: 100%; max-width: 46rem; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg line { stroke: var(--line); } svg polyline { fill: none; stroke: var(--plot); stroke-width: 2; } svg circle, svg .cell { fill: var(--plot); } svg .end { stroke: var(--plot); stroke-width: 2; } svg .mark { stroke-dasharray: 3 3; }
";

/// What begins a part that is wider than a narrow screen.
const WIDE: &str = "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table or plot\">";

/// The document as a page.
pub fn html(document: &[Block]) -> String {
    let body: String = document.iter().map(block).collect();
    let title = document.iter().find_map(|block| match block {
        Block::Title(title) => Some(escaped(title)),
        _ => None,
    });
    let title = title.unwrap_or_default();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn block(block: &Block) -> String {
    match block {
        Block::Title(title) => format!("<h1>{}</h1>\n", escaped(title)),
        Block::Heading(heading) => format!("<h2>{}</h2>\n", escaped(heading)),
        Block::Text(said) => format!("<p>{}</p>\n", escaped(said)),
        Block::Table(table) => rows(table),
        Block::Plot(plot) => format!("{WIDE}{}</div>\n", axis(plot)),
        Block::Matrix(matrix) => format!("{WIDE}{}</div>\n", shaded(matrix)),
        Block::Trend(parts) => format!("{WIDE}{}</div>\n", trend(parts)),
    }
}

fn rows(table: &Table) -> String {
    let head = |head: &String| format!("<th scope=\"col\" role=\"columnheader\">{}</th>", escaped(head));
    let label = |at: usize| table.heads.get(at).map_or_else(String::new, |head| escaped(head));
    let cell = |(at, cell): (usize, &String)| match at {
        0 => format!("<th scope=\"row\" role=\"rowheader\">{}</th>", escaped(cell)),
        _ => format!("<td role=\"cell\" data-label=\"{}\">{}</td>", label(at), escaped(cell)),
    };
    let row = |row: &Vec<String>| {
        format!("<tr role=\"row\">{}</tr>\n", row.iter().enumerate().map(cell).collect::<String>())
    };
    let body: String = table.rows.iter().map(row).collect();
    let caption = match table.caption.as_str() {
        "" => String::new(),
        caption => format!("<caption>{}</caption>\n", escaped(caption)),
    };
    let heads: String = table.heads.iter().map(head).collect();
    // What a narrow screen cannot show at once is scrolled to, with keys too.
    format!(
        "{WIDE}<table role=\"table\">\n{caption}<thead role=\"rowgroup\"><tr role=\"row\">{heads}</tr></thead>\n\
         <tbody role=\"rowgroup\">\n{body}</tbody></table></div>\n"
    )
}

/// The trend's width and height, and its margins: left, top, right, bottom.
const SIZE: [f64; 2] = [720.0, 220.0];
const MARGIN: [f64; 4] = [44.0, 28.0, 16.0, 30.0];

/// A line of the parts, each with what it is as a title that shows under the pointer.
fn trend(parts: &[Part]) -> String {
    let [width, height] = [SIZE[0] - MARGIN[0] - MARGIN[2], SIZE[1] - MARGIN[1] - MARGIN[3]];
    let x = |at: usize| MARGIN[0] + width * (at as f64 + 0.5) / parts.len() as f64;
    let y = |share: f64| MARGIN[1] + height * (1.0 - share);
    let lines: String = [0.0, 0.25, 0.5, 0.75, 1.0]
        .iter()
        .map(|share| {
            let (y, from, to) = (y(*share), MARGIN[0], SIZE[0] - MARGIN[2]);
            format!(
                "<line x1=\"{from}\" y1=\"{y:.1}\" x2=\"{to}\" y2=\"{y:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 text-anchor=\"end\">{share:.2}</text>\n",
                from - 6.0,
                y + 4.0
            )
        })
        .collect();
    let points: Vec<String> =
        parts.iter().enumerate().map(|(at, part)| format!("{:.1},{:.1}", x(at), y(part.percent))).collect();
    let dots: String = parts
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let about =
                format!("{} to {}: {:.3}, {} pairs of ratings", part.first, part.last, part.percent, part.n);
            format!(
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"><title>{}</title></circle>\n",
                x(at),
                y(part.percent),
                escaped(&about)
            )
        })
        .collect();
    let (first, last) = (&parts[0].first, &parts[parts.len() - 1].last);
    format!(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Percent agreement over time\">\n\
         <text x=\"{}\" y=\"16\">Percent agreement over time, cases in the order of their judgement</text>\n\
         {lines}<polyline points=\"{}\"/>\n{dots}\
         <text x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n</svg>\n",
        SIZE[0],
        SIZE[1],
        MARGIN[0],
        points.join(" "),
        MARGIN[0],
        SIZE[1] - 8.0,
        escaped(first),
        SIZE[0] - MARGIN[2],
        SIZE[1] - 8.0,
        escaped(last),
    )
}

/// Height of a row of a plot, and the width of its axis.
const ROW: f64 = 22.0;
const AXIS: f64 = 320.0;

/// A row for each number: a line over what it may be, a dot where it is.
fn axis(plot: &Plot) -> String {
    // Letters of the page's font are some seven units wide.
    let longest = plot.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let names = (longest as f64 * 7.0 + 20.0).clamp(120.0, 480.0);
    let [low, high] = plot.axis;
    let x = |value: f64| names + AXIS * ((value - low) / (high - low)).clamp(0.0, 1.0);
    let height = ROW * (plot.rows.len() as f64 + 2.0);
    let foot = height - ROW;
    let ticks: String = [low]
        .iter()
        .chain(&plot.marks)
        .chain([&high])
        .map(|at| {
            let x = x(*at);
            let figures = format!("{at:.3}");
            let figures = figures.trim_end_matches('0').trim_end_matches('.');
            format!(
                "<line class=\"mark\" x1=\"{x:.1}\" y1=\"{ROW}\" x2=\"{x:.1}\" y2=\"{foot}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{figures}</text>\n",
                foot + 15.0
            )
        })
        .collect();
    let row = |(at, row): (usize, &PlotRow)| {
        let y = ROW * (at as f64 + 1.5);
        let mut out = format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            names - 8.0,
            y + 4.0,
            escaped(&row.name)
        );
        if let Some(ends) = row.ends {
            let [from, to] = ends.map(x);
            out.push_str(&format!(
                "<line class=\"end\" x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\"/>"
            ));
        }
        let title = escaped(&format!("{}: {}", row.name, row.said));
        if let Some(value) = row.value {
            let x = x(value);
            out.push_str(&format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{title}</title></circle>"
            ));
        }
        let (x, y) = (names + AXIS + 12.0, y + 4.0);
        out + &format!("<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n", escaped(&row.said))
    };
    let rows: String = plot.rows.iter().enumerate().map(row).collect();
    let caption = escaped(&plot.caption);
    format!(
        "<svg viewBox=\"0 0 {} {height}\" role=\"img\" aria-label=\"{caption}\">\n\
         <text x=\"0\" y=\"14\">{caption}</text>\n{ticks}{rows}</svg>\n",
        names + AXIS + 170.0
    )
}

/// A confusion matrix, the larger counts darker.
fn shaded(matrix: &Matrix) -> String {
    const LABELS: f64 = 110.0;
    const CELL: f64 = 84.0;
    const HIGH: f64 = 26.0;
    let most = matrix.most().max(1) as f64;
    let cell = |row: usize, column: usize, count: usize| {
        let (x, y) = (LABELS + CELL * column as f64, HIGH * (row as f64 + 2.0));
        let title = format!("{}, {}: {count}", matrix.labels[row], matrix.labels[column]);
        format!(
            "<rect class=\"cell\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill-opacity=\"{:.2}\"><title>{}</title>\
             </rect><text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{count}</text>\n",
            CELL - 2.0,
            HIGH - 2.0,
            0.7 * count as f64 / most,
            escaped(&title),
            x + CELL / 2.0 - 1.0,
            y + 17.0
        )
    };
    let mut body = String::new();
    for (at, label) in matrix.labels.iter().enumerate() {
        let label = escaped(label);
        let x = LABELS + CELL * (at as f64 + 0.5) - 1.0;
        body.push_str(&format!(
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{label}</text>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>\n",
            HIGH * 2.0 - 8.0,
            LABELS - 8.0,
            HIGH * (at as f64 + 2.0) + 17.0
        ));
    }
    for (row, counts) in matrix.counts.iter().enumerate() {
        counts.iter().enumerate().for_each(|(column, count)| body.push_str(&cell(row, column, *count)));
    }
    let size = matrix.labels.len() as f64;
    let caption = escaped(&matrix.caption);
    format!(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{caption}\">\n\
         <text x=\"0\" y=\"14\">{caption}</text>\n{body}</svg>\n",
        (LABELS + CELL * size).max(560.0),
        HIGH * (size + 2.0) + 4.0
    )
}

/// A text in which nothing is mark-up.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_holds_no_mark_up_of_its_input_and_asks_for_nothing() {
        let part =
            |percent| Part { first: "<b>".to_owned(), last: "\"&'".to_owned(), cases: 2, percent, n: 4 };
        let table = Table {
            caption: "<i>".to_owned(),
            heads: vec!["<script>".to_owned()],
            rows: vec![vec!["</td>".to_owned()]],
        };
        let page = html(&[Block::Table(table), Block::Trend(vec![part(0.0), part(1.0)])]);
        for raw in ["<b>", "<i>", "<script>", "</td></th>", "http:", "https:", "src="] {
            assert!(!page.contains(raw), "{raw}");
        }
        assert!(page.contains("prefers-color-scheme: dark") && page.contains("&lt;script&gt;"));
        let mut level = 0;
        for tag in page.match_indices("<h").filter_map(|(at, _)| page[at + 2..].chars().next()?.to_digit(10))
        {
            assert!(tag <= level + 1, "h{tag} after h{level}");
            level = tag;
        }
        assert_eq!(page.matches("<th ").count(), page.matches("<th scope=").count());
        assert_eq!(page.matches("<td ").count(), page.matches("data-label=\"").count());
        assert!(page.contains("<polyline points=\"209.0,190.0 539.0,28.0\"/>"), "{page}");
    }
}
