//! The text beside the panels for a learner.

use super::prelude::*;

/// Width of the text in columns, without the frame.
pub const COLUMNS: usize = 38;

/// The text, in a short and a long form.
#[derive(Debug, Default)]
pub struct LessonText {
    pub heading: String,
    /// The most important part, one item per line.
    pub short: Vec<Line<'static>>,
    /// The whole text, wrapped at the column's width.
    pub long: Vec<Line<'static>>,
}

impl LessonText {
    /// Returns the heading, in a line of the given width.
    pub fn heading_line(&self, theme: &Theme, width: usize) -> Line<'static> {
        let words = sanitize::fit(&self.heading, width.saturating_sub(1));
        theme.line(ThemeRole::Title, format!(" {words}"))
    }
}
