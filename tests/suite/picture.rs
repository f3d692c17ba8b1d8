//! The README's picture: the main screen as drawn by the program, in its dark theme, as an SVG.
//! `LOCKBENCH_BLESS=1` rewrites it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use lockbench::tui::msg::Message;
use lockbench::tui::theme::{Theme, ThemeRole};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr as _;

use crate::test_workbench::TestWorkbench;

/// The size of a cell and of the letters, in pixels. Frames of panels meet only if a row is not higher
/// than a line of the font. Every run of text is stretched to its cells, so any font works.
const CELL: (f64, f64) = (8.4, 16.0);
const LETTERS: f64 = 14.0;
/// Distance from the top of a row to the baseline.
const BASELINE: f64 = 12.5;
const FONTS: &str = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/// Appearance of a cell: its visible colours, and its emphasis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    fg: [u8; 3],
    bg: [u8; 3],
    emphasis: Modifier,
}

impl Look {
    fn of(cell: &Cell, text: Style) -> Look {
        let colour = |colour: Color, default: Option<Color>| match (colour, default) {
            (Color::Rgb(r, g, b), _) | (Color::Reset, Some(Color::Rgb(r, g, b))) => [r, g, b],
            other => panic!("{other:?} has no fixed value: the picture needs a theme of 24 bits"),
        };
        let (fg, bg) = (colour(cell.fg, text.fg), colour(cell.bg, text.bg));
        let (fg, bg) = if cell.modifier.contains(Modifier::REVERSED) { (bg, fg) } else { (fg, bg) };
        Look { fg, bg, emphasis: cell.modifier.difference(Modifier::REVERSED) }
    }

    /// Returns the CSS rules for its letters.
    fn css(&self) -> String {
        let mut css = format!("fill:{}", hex(self.fg));
        let lines: Vec<&str> = [(Modifier::UNDERLINED, "underline"), (Modifier::CROSSED_OUT, "line-through")]
            .into_iter()
            .filter_map(|(emphasis, name)| self.emphasis.contains(emphasis).then_some(name))
            .collect();
        if !lines.is_empty() {
            write!(css, ";text-decoration:{}", lines.join(" ")).unwrap();
        }
        for (emphasis, rule) in [
            (Modifier::BOLD, "font-weight:bold"),
            (Modifier::ITALIC, "font-style:italic"),
            (Modifier::DIM, "opacity:.6"),
        ] {
            if self.emphasis.contains(emphasis) {
                write!(css, ";{rule}").unwrap();
            }
        }
        css
    }
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Adjacent cells of a row with the same appearance. A wide character is a run of its own, stretched to
/// two cells.
struct Run {
    row: usize,
    column: usize,
    columns: usize,
    look: Look,
    text: String,
}

fn runs(buffer: &Buffer, text: Style) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let width = usize::from(buffer.area.width);
    for (row, cells) in buffer.content().chunks(width).enumerate() {
        let mut column = 0;
        let mut open = false;
        while let Some(cell) = cells.get(column) {
            let (look, columns) = (Look::of(cell, text), cell.symbol().width().max(1));
            match runs.last_mut().filter(|run| open && columns == 1 && run.look == look) {
                Some(run) => {
                    run.text.push_str(cell.symbol());
                    run.columns += 1;
                }
                None => runs.push(Run { row, column, columns, look, text: cell.symbol().to_owned() }),
            }
            open = columns == 1;
            column += columns;
        }
    }
    runs
}

/// Draws a screen as an SVG. `text` is the style of ordinary text, used for cells without a colour of
/// their own.
fn svg(buffer: &Buffer, text: Style) -> String {
    let (width, height) = (f64::from(buffer.area.width) * CELL.0, f64::from(buffer.area.height) * CELL.1);
    let runs = runs(buffer, text);
    let mut classes: BTreeMap<String, usize> = BTreeMap::new();
    let ground = Look::of(&Cell::EMPTY, text).bg;
    let (mut grounds, mut letters) = (String::new(), String::new());
    for Run { row, column, columns, look, text } in &runs {
        let (x, y) = (*column as f64 * CELL.0, *row as f64 * CELL.1);
        if look.bg != ground {
            let (wide, high, fill) = (*columns as f64 * CELL.0, CELL.1, hex(look.bg));
            writeln!(
                grounds,
                r#"<rect x="{x:.1}" y="{y}" width="{wide:.1}" height="{high}" fill="{fill}"/>"#
            )
            .unwrap();
        }
        let blank = text.chars().take_while(|c| *c == ' ').count();
        let shown = text.trim_matches(' ');
        if shown.is_empty() {
            continue;
        }
        let next = classes.len();
        let class = *classes.entry(look.css()).or_insert(next);
        let (x, y) = (x + blank as f64 * CELL.0, y + BASELINE);
        let wide = shown.width() as f64 * CELL.0;
        let shown = shown.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let place = format!(r#"x="{x:.1}" y="{y}" lengthAdjust="spacingAndGlyphs" textLength="{wide:.1}""#);
        writeln!(letters, r#"<text class="c{class}" {place}>{shown}</text>"#).unwrap();
    }
    let rules: String = classes.iter().map(|(css, class)| format!(".c{class}{{{css}}}\n")).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height}\" \
         viewBox=\"0 0 {width:.0} {height}\">\n<style>\n\
         text{{font:{LETTERS}px {FONTS};white-space:pre}}\n{rules}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n{grounds}\
         <g xml:space=\"preserve\">\n{letters}</g>\n</svg>\n",
        hex(ground)
    )
}

/// The first sample under Judge-Lock, as a reader of the README sees it.
fn screen() -> (Buffer, Style) {
    let theme = Theme::builtin("dark").unwrap();
    let text = theme.style(ThemeRole::Text);
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/council-budget");
    let mut top = TestWorkbench::open(&[sample], 120, 40);
    top.work.app.state.theme = theme;
    top.send(Message::Resize(120, 40));
    (top.screen.terminal.backend().buffer().clone(), text)
}

#[test]
fn the_picture_of_the_readme_is_current() {
    let (buffer, text) = screen();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/screen.svg");
    let new = svg(&buffer, text);
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &new).unwrap();
    }
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        new == old,
        "docs/screen.svg is not current; run: LOCKBENCH_BLESS=1 cargo test --test suite picture"
    );
    assert!(include_str!("../../README.md").contains("](docs/screen.svg)"), "the README shows it");
}

/// Every character of the screen is at its place in the picture, wide ones over two cells, with XML's
/// special characters escaped.
#[test]
fn a_picture_keeps_every_character_and_its_place() {
    let text = Style::new().fg(Color::Rgb(1, 2, 3)).bg(Color::Rgb(4, 5, 6));
    let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 12, 2));
    buffer.set_string(0, 0, "a <b> 漢字&c", Style::new());
    buffer.set_string(2, 1, "x  y", Style::new().fg(Color::Rgb(255, 0, 0)).add_modifier(Modifier::REVERSED));
    let picture = svg(&buffer, text);
    let at = |words: &str, x: f64, cells: f64| {
        let place = format!(r#"x="{:.1}""#, x * CELL.0);
        let length = format!(r#"textLength="{:.1}">{words}</text>"#, cells * CELL.0);
        let found = picture.lines().any(|line| line.contains(&place) && line.ends_with(&length));
        assert!(found, "{words}\n{picture}");
    };
    at("a &lt;b&gt;", 0.0, 5.0);
    at("漢", 6.0, 2.0);
    at("字", 8.0, 2.0);
    at("&amp;c", 10.0, 2.0);
    at("x  y", 2.0, 4.0);
    assert!(picture.contains(r##"fill="#ff0000"/>"##) && picture.contains(".c1{fill:#040506}"), "{picture}");
}
