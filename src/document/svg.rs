//! Draws charts as SVG inside a page. Each chart is shown next to its numbers or has them as titles, so
//! that nothing depends on seeing it.

use super::{Chart, Matrix, Plot, Trend};
use crate::markup::Html;

pub(super) fn chart(html: &mut Html, chart: &Chart) {
    let (caption, [width, height]) = match chart {
        Chart::Plot(plot) => {
            let width = (names_of(plot) + AXIS + FIGURES).max(length(&plot.caption));
            (&plot.caption, [width, ROW * (plot.rows.len() as f64 + 2.0)])
        }
        Chart::Matrix(matrix) => {
            let size = matrix.labels.len() as f64;
            let width = (LABELS + CELL[0] * size).max(length(&matrix.caption));
            (&matrix.caption, [width, CELL[1] * (size + 2.0) + 4.0])
        }
        Chart::Trend(trend) => (&trend.caption, SIZE),
    };
    let frame = format!("0 0 {width} {height}");
    // On a narrow screen a wide chart is scaled down with larger letters; the cells of a matrix have no
    // room for these.
    let class = if matches!(chart, Chart::Matrix(_)) { "plot" } else { "plot scaled" };
    html.tag(
        "svg",
        &[
            ("class", class),
            ("width", &number(width)),
            ("viewBox", &frame),
            ("role", "img"),
            ("aria-label", caption),
        ],
        |html| {
            let left = if matches!(chart, Chart::Trend(_)) { MARGIN[0] } else { 0.0 };
            words(html, "title", [left, 14.0], caption);
            match chart {
                Chart::Plot(plot) => axis(html, plot, height),
                Chart::Matrix(matrix) => cells(html, matrix),
                Chart::Trend(of) => trend(html, of),
            }
        },
    );
}

/// Writes words at a position. The class `title`, `middle` or `end` determines the alignment.
fn words(html: &mut Html, class: &'static str, [x, y]: [f64; 2], text: &str) {
    html.words("text", &[("class", class), ("x", &number(x)), ("y", &number(y))], text);
}

fn line(html: &mut Html, class: &'static str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
    html.empty("line", &[("class", class), ("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)]);
}

/// Writes a point whose numbers appear as a tooltip.
fn dot(html: &mut Html, [x, y]: [f64; 2], title: &str) {
    html.tag("circle", &[("cx", &number(x)), ("cy", &number(y)), ("r", "4")], |html| {
        html.words("title", &[], title);
    });
}

/// Height of a row of a plot, width of its axis, and width of the figures beside it.
const ROW: f64 = 22.0;
const AXIS: f64 = 240.0;
const FIGURES: f64 = 205.0;
/// Width of a letter at its largest size, which is used on a narrow screen.
const LETTER: f64 = 10.0;

/// Width of a line of text.
fn length(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

fn names_of(plot: &Plot) -> f64 {
    let longest = plot.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    (longest as f64 * LETTER + 20.0).clamp(120.0, 480.0)
}

/// Writes a row for each number: a line for its interval and a dot for the number.
fn axis(html: &mut Html, plot: &Plot, height: f64) {
    let names = names_of(plot);
    let [low, high] = plot.axis;
    let x = |value: f64| names + AXIS * ((value - low) / (high - low)).clamp(0.0, 1.0);
    let foot = height - ROW;
    let mut places: Vec<f64> = [&[low], plot.marks.as_slice(), &[high]].concat();
    places.dedup();
    for at in &places {
        line(html, "mark", [x(*at), ROW], [x(*at), foot]);
        let figures = format!("{at:.3}");
        words(html, "middle", [x(*at), foot + 15.0], figures.trim_end_matches('0').trim_end_matches('.'));
    }
    for (at, row) in plot.rows.iter().enumerate() {
        let y = ROW * (at as f64 + 1.5);
        words(html, "end", [names - 8.0, y + 4.0], &row.name);
        if let Some([from, to]) = row.ends {
            line(html, "interval", [x(from), y], [x(to), y]);
        }
        if let Some(value) = row.value {
            dot(html, [x(value), y], &format!("{}: {}", row.name, row.figures));
        }
        words(html, "", [names + AXIS + 12.0, y + 4.0], &row.figures);
    }
}

/// Width of the names of a matrix, and the size of a cell.
const LABELS: f64 = 110.0;
const CELL: [f64; 2] = [84.0, 26.0];

/// Writes the counts; larger ones are darker.
fn cells(html: &mut Html, matrix: &Matrix) {
    let [wide, high] = CELL;
    for (at, label) in matrix.labels.iter().enumerate() {
        words(html, "middle", [LABELS + wide * (at as f64 + 0.5) - 1.0, high * 2.0 - 8.0], label);
        words(html, "end", [LABELS - 8.0, high * (at as f64 + 2.0) + 17.0], label);
    }
    let largest = matrix.largest().max(1) as f64;
    for (row, counts) in matrix.counts.iter().enumerate() {
        for (column, count) in counts.iter().enumerate() {
            let (x, y) = (LABELS + wide * column as f64, high * (row as f64 + 2.0));
            let opacity = format!("{:.2}", 0.7 * *count as f64 / largest);
            let [left, top, w, h] = [x, y, wide - 2.0, high - 2.0].map(number);
            let cell = [
                ("class", "cell"),
                ("x", &left),
                ("y", &top),
                ("width", &w),
                ("height", &h),
                ("fill-opacity", &opacity),
            ];
            html.tag("rect", &cell, |html| {
                let title = format!("{}, {}: {count}", matrix.labels[row], matrix.labels[column]);
                html.words("title", &[], &title);
            });
            words(html, "middle", [x + wide / 2.0 - 1.0, y + 17.0], &count.to_string());
        }
    }
}

/// Width and height of a trend, and its margins: left, top, right, bottom.
const SIZE: [f64; 2] = [720.0, 220.0];
const MARGIN: [f64; 4] = [44.0, 28.0, 16.0, 30.0];

/// Writes a line through the shares.
fn trend(html: &mut Html, trend: &Trend) {
    let [width, height] = [SIZE[0] - MARGIN[0] - MARGIN[2], SIZE[1] - MARGIN[1] - MARGIN[3]];
    let (Some(first), Some(last)) = (trend.parts.first(), trend.parts.last()) else { return };
    let place = |at: usize, share: f64| {
        let x = MARGIN[0] + width * (at as f64 + 0.5) / trend.parts.len() as f64;
        [x, MARGIN[1] + height * (1.0 - share)]
    };
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let [_, y] = place(0, share);
        line(html, "", [MARGIN[0], y], [SIZE[0] - MARGIN[2], y]);
        words(html, "end", [MARGIN[0] - 6.0, y + 4.0], &format!("{share:.2}"));
    }
    let places: Vec<[f64; 2]> =
        trend.parts.iter().enumerate().map(|(at, part)| place(at, part.share)).collect();
    let points: Vec<String> = places.iter().map(|place| place.map(number).join(",")).collect();
    html.empty("polyline", &[("points", &points.join(" "))]);
    for (part, place) in trend.parts.iter().zip(places) {
        dot(html, place, &format!("{}: {:.3}, {} {}", part.name(), part.share, part.n, trend.unit));
    }
    words(html, "", [MARGIN[0], SIZE[1] - 8.0], &first.first);
    words(html, "end", [SIZE[0] - MARGIN[2], SIZE[1] - 8.0], &last.last);
}

/// A part of a bar: its CSS class, and its share of the whole width, 0 to 1.
pub type BarPart = (&'static str, f64);

/// Writes a bar of adjacent parts.
pub fn bar(html: &mut Html, shares: &[BarPart]) {
    let svg = [
        ("class", "bar"),
        ("viewBox", "0 0 100 10"),
        ("preserveAspectRatio", "none"),
        ("aria-hidden", "true"),
    ];
    html.tag("svg", &svg, |html| {
        html.empty("rect", &[("class", "whole"), ("width", "100"), ("height", "10")]);
        let mut x = 0.0;
        for (class, share) in shares {
            let width = if share.is_finite() { share.clamp(0.0, 1.0) * 100.0 } else { 0.0 };
            if width > 0.0 {
                let (from, wide) = (number(x), number(width));
                html.empty("rect", &[("class", class), ("x", &from), ("width", &wide), ("height", "10")]);
            }
            x += width;
        }
    });
}

/// A group of adjacent columns.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnGroup {
    /// Label below the columns.
    pub label: String,
    /// Heights, one for each series.
    pub counts: Vec<usize>,
}

/// Writes columns of counts. `series` gives the CSS class and the name of each column of a group.
pub fn columns(html: &mut Html, title: &str, series: &[(&'static str, &str)], groups: &[ColumnGroup]) {
    const WIDTH: f64 = 600.0;
    const HEIGHT: f64 = 150.0;
    const FOOT: f64 = 22.0;
    const HEAD: f64 = 16.0;
    let most = groups.iter().flat_map(|group| &group.counts).copied().max().unwrap_or(0).max(1);
    let step = WIDTH / groups.len().max(1) as f64;
    let wide = step * 0.8 / series.len().max(1) as f64;
    html.tag("figure", &[("class", "columns")], |html| {
        html.tag("figcaption", &[], |html| {
            html.words("span", &[("class", "title")], title);
            for (class, name) in series {
                html.tag("span", &[("class", "key")], |html| {
                    html.tag(
                        "svg",
                        &[("class", "swatch"), ("viewBox", "0 0 10 10"), ("aria-hidden", "true")],
                        |html| html.empty("rect", &[("class", class), ("width", "10"), ("height", "10")]),
                    );
                    html.text(name);
                });
            }
        });
        let frame = format!("0 0 {WIDTH} {HEIGHT}");
        html.tag("svg", &[("viewBox", &frame), ("role", "img"), ("aria-label", title)], |html| {
            for (at, group) in groups.iter().enumerate() {
                let left = at as f64 * step + step * 0.1;
                for (column, (&count, (class, name))) in group.counts.iter().zip(series).enumerate() {
                    let high = (HEIGHT - FOOT - HEAD) * count as f64 / most as f64;
                    let (x, y) = (left + column as f64 * wide, HEIGHT - FOOT - high);
                    let (x_text, y_text) = (number(x), number(y));
                    let (w, h) = (number(wide - 1.0), number(high));
                    let place =
                        [("class", *class), ("x", &x_text), ("y", &y_text), ("width", &w), ("height", &h)];
                    html.tag("rect", &place, |html| {
                        html.words("title", &[], &format!("{}: {count} ({name})", group.label));
                    });
                    if count > 0 {
                        let (x, y) = (number(x + wide / 2.0 - 0.5), number(y - 3.0));
                        html.words("text", &[("class", "count"), ("x", &x), ("y", &y)], &count.to_string());
                    }
                }
                let (x, y) = (number(left + step * 0.4), number(HEIGHT - 7.0));
                html.words("text", &[("x", &x), ("y", &y)], &group.label);
            }
            let base = number(HEIGHT - FOOT);
            let right = number(WIDTH);
            html.empty(
                "line",
                &[("class", "axis"), ("x1", "0"), ("x2", &right), ("y1", &base), ("y2", &base)],
            );
        });
    });
}

/// Formats a coordinate with two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_bar_follow_each_other() {
        let mut html = Html::new();
        bar(&mut html, &[("pass", 0.25), ("warn", 0.0), ("fail", 0.5), ("odd", f64::NAN)]);
        let svg = html.as_str();
        assert!(svg.contains("<rect class=\"pass\" x=\"0\" width=\"25\""), "{svg}");
        assert!(svg.contains("<rect class=\"fail\" x=\"25\" width=\"50\""), "{svg}");
        assert!(!svg.contains("warn") && !svg.contains("odd") && !svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn the_highest_column_fills_the_chart() {
        let mut html = Html::new();
        let group =
            |label: &str, counts: [usize; 2]| ColumnGroup { label: label.to_owned(), counts: counts.into() };
        columns(
            &mut html,
            "Scores",
            &[("a", "engine"), ("b", "people")],
            &[group("0-1", [4, 0]), group("1-2", [2, 1])],
        );
        let svg = html.as_str();
        assert!(svg.contains("height=\"112\"><title>0-1: 4 (engine)</title>"), "{svg}");
        assert!(svg.contains("height=\"56\"><title>1-2: 2 (engine)</title>"), "{svg}");
        assert!(svg.contains("height=\"28\"><title>1-2: 1 (people)</title>"), "{svg}");
        columns(&mut Html::new(), "Nothing", &[], &[]);
    }
}
