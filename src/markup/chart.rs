//! Charts as SVG inside a page. Each stands beside its numbers, or has them as titles, so that nothing depends on
//! seeing it.

use super::Html;

/// A part of a bar: the class that colours it, and its share of the whole width, 0 to 1.
pub type Share = (&'static str, f64);

/// A bar of parts, one behind the other.
pub fn bar(html: &mut Html, shares: &[Share]) {
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

/// A group of columns that stand beside each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What is below them.
    pub label: String,
    /// How high each is; as many as there are series.
    pub counts: Vec<usize>,
}

/// Columns of counts. `series` names what stands beside each other, with the class that colours it.
pub fn columns(html: &mut Html, title: &str, series: &[(&'static str, &str)], groups: &[Column]) {
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

/// A coordinate, to a hundredth.
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
            |label: &str, counts: [usize; 2]| Column { label: label.to_owned(), counts: counts.into() };
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
