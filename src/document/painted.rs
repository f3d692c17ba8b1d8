//! Terminal text with its colours stored separately, so that no character of the text can be taken for a
//! colour code.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::text::visible::{Shape, visible};

/// Whether a text is shown in colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorMode {
    /// Without colours: for files, pipes and `NO_COLOR`.
    #[default]
    Plain,
    Colour,
}

/// A text with coloured parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Painted {
    text: String,
    /// Coloured parts in order, without overlap, each with the parameters of its SGR sequence, such as
    /// `1;31`.
    colours: Vec<(Range<usize>, Cow<'static, str>)>,
}

impl Painted {
    /// Appends a text in a colour, given as the parameters of an SGR sequence, such as `1;31`.
    pub fn paint(&mut self, colour: impl Into<Cow<'static, str>>, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.colours.push((start..self.text.len(), colour.into()));
    }

    /// Removes line feeds at the end.
    pub fn trim_end(&mut self) {
        self.text.truncate(self.text.trim_end_matches('\n').len());
        for (part, _) in &mut self.colours {
            part.end = part.end.min(self.text.len());
            part.start = part.start.min(part.end);
        }
    }

    /// Returns the bytes for the terminal: control characters become visible symbols, and only colours
    /// are escape sequences.
    pub fn render(&self, paint: ColorMode) -> Cow<'_, str> {
        if paint == ColorMode::Plain || self.colours.is_empty() {
            return visible(&self.text, Shape::Block);
        }
        let mut out = String::with_capacity(self.text.len() + 12 * self.colours.len());
        let mut end = 0;
        for (part, colour) in &self.colours {
            out.push_str(&visible(&self.text[end..part.start], Shape::Block));
            let text = visible(&self.text[part.clone()], Shape::Block);
            out.push_str(&format!("\u{1b}[{colour}m{text}\u{1b}[0m"));
            end = part.end;
        }
        out.push_str(&visible(&self.text[end..], Shape::Block));
        Cow::Owned(out)
    }
}

impl fmt::Write for Painted {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        Ok(())
    }
}

impl From<String> for Painted {
    fn from(text: String) -> Painted {
        Painted { text, colours: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn only_the_colours_of_the_program_are_sent() {
        let mut painted = Painted::default();
        write!(painted, "\u{1b}[31mdata\u{9b}0m ").unwrap();
        painted.paint("1;32", "PA\u{1b}[0mSS");
        painted.write_str(" end\n\n").unwrap();
        painted.trim_end();
        assert_eq!(painted.render(ColorMode::Plain), "␛[31mdata⟪CSI⟫0m PA␛[0mSS end");
        assert_eq!(painted.render(ColorMode::Colour), "␛[31mdata⟪CSI⟫0m \u{1b}[1;32mPA␛[0mSS\u{1b}[0m end");
    }
}
