//! A report's JSON or Markdown, highlighted by syntect.
//!
//! Highlighting takes long compared with a frame, and loading the syntaxes takes long compared with a start,
//! so both wait until they are needed. [`highlight`] is a pure function for a background thread, called once
//! for each text. It returns a [`StyledText`], which is cheap to draw and to scroll.

use std::sync::LazyLock;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use syntect::easy::HighlightLines;
use syntect::highlighting::{FontStyle, ThemeSet};
use syntect::parsing::SyntaxSet;

use crate::tui::sanitize;

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);
static THEMES: LazyLock<ThemeSet> = LazyLock::new(ThemeSet::load_defaults);

/// Bytes that are highlighted. The rest is shown plain, so that a huge report does not block the view.
const HIGHLIGHTED_BYTES: usize = 1 << 20;

/// Language of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    Json,
    Markdown,
}

/// A text in styled lines, safe to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StyledText {
    lines: Vec<Line<'static>>,
}

/// Highlights a text. `theme` is the name of a syntect theme, as in [`Theme::syntax`](super::theme::Theme).
/// Without a theme, or if it does not exist, the text is plain.
pub fn highlight(text: &str, syntax: Syntax, theme: Option<&str>) -> StyledText {
    let extension = match syntax {
        Syntax::Json => "json",
        Syntax::Markdown => "md",
    };
    let theme = theme.and_then(|name| THEMES.themes.get(name));
    let mut colours = theme.and_then(|theme| {
        SYNTAXES.find_syntax_by_extension(extension).map(|syntax| HighlightLines::new(syntax, theme))
    });
    let mut lines = Vec::new();
    let mut read = 0;
    for line in text.split_inclusive('\n') {
        read += line.len();
        if read > HIGHLIGHTED_BYTES {
            colours = None;
        }
        let pieces = colours.as_mut().and_then(|c| c.highlight_line(line, &SYNTAXES).ok());
        let spans: Vec<Span<'static>> = match pieces {
            Some(pieces) => {
                pieces.into_iter().map(|(style, piece)| span(piece, ratatui_style(style))).collect()
            }
            None => vec![span(line, Style::new())],
        };
        lines.push(Line::from(spans));
    }
    StyledText { lines }
}

fn span(piece: &str, style: Style) -> Span<'static> {
    Span::styled(sanitize::line(piece.trim_end_matches(['\r', '\n'])).into_owned(), style)
}

/// Converts the foreground and the emphasis; the background stays that of the screen.
fn ratatui_style(style: syntect::highlighting::Style) -> Style {
    let c = style.foreground;
    let mut out = Style::new().fg(Color::Rgb(c.r, c.g, c.b));
    for (font, modifier) in [
        (FontStyle::BOLD, Modifier::BOLD),
        (FontStyle::ITALIC, Modifier::ITALIC),
        (FontStyle::UNDERLINE, Modifier::UNDERLINED),
    ] {
        if style.font_style.contains(font) {
            out = out.add_modifier(modifier);
        }
    }
    out
}

impl StyledText {
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Draws the lines from `top` on, without the first `left` columns.
    pub fn draw(&self, area: Rect, buf: &mut Buffer, top: usize, left: u16) {
        let lines: Vec<Line<'static>> =
            self.lines.iter().skip(top).take(usize::from(area.height)).cloned().collect();
        ratatui::widgets::Paragraph::new(lines).scroll((0, left)).render(area, buf);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_coloured_and_whole() {
        let text = "{\n  \"score\": 3.0,\n  \"fired\": true\n}";
        let styled = highlight(text, Syntax::Json, Some("base16-ocean.dark"));
        let back: Vec<String> = styled.lines.iter().map(ToString::to_string).collect();
        assert_eq!(back.join("\n"), text);
        let colours: std::collections::BTreeSet<String> =
            styled.lines.iter().flat_map(|l| &l.spans).map(|s| format!("{:?}", s.style.fg)).collect();
        assert!(colours.len() >= 3, "{colours:?}");
    }

    #[test]
    fn hostile_text_stays_harmless() {
        for theme in [None, Some("base16-ocean.dark"), Some("no such theme")] {
            let styled = highlight("\"\u{1b}[31m\u{202e}\"\r\n\u{9b}2J", Syntax::Json, theme);
            let shown: Vec<String> = styled.lines.iter().map(ToString::to_string).collect();
            assert_eq!(shown, ["\"␛[31m⟪RLO⟫\"", "⟪CSI⟫2J"]);
        }
    }

    #[test]
    fn every_theme_names_a_syntect_theme_that_exists() {
        for name in super::super::theme::Theme::list() {
            let theme = super::super::theme::Theme::builtin(name).unwrap();
            if let Some(syntax) = theme.syntax {
                assert!(THEMES.themes.contains_key(&syntax), "{name}: {syntax}");
            }
        }
    }

    #[test]
    fn scrolling_shows_the_lines_asked_for() {
        let styled = highlight("one\ntwo\nthree\n", Syntax::Markdown, None);
        assert_eq!(styled.line_count(), 3);
        let area = Rect::new(0, 0, 3, 2);
        let mut buf = Buffer::empty(area);
        styled.draw(area, &mut buf, 1, 1);
        assert_eq!(buf, Buffer::with_lines(["wo ", "hre"]));
    }
}
