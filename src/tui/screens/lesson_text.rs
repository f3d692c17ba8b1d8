//! The text beside the panels for a learner.

use super::prelude::*;

/// Columns of the text in the column, its frame left out.
pub const COLUMNS: usize = 38;

/// What there is to say.
#[derive(Debug, Default)]
pub struct LessonText {
    pub heading: String,
    /// What matters most, a line each.
    pub short: Vec<Line<'static>>,
    /// All of it, broken to the column's width.
    pub long: Vec<Line<'static>>,
}

impl LessonText {
    /// What it is, in a line of the given width.
    pub fn heading_line(&self, theme: &Theme, width: usize) -> Line<'static> {
        let words = sanitize::fit(&self.heading, width.saturating_sub(1));
        theme.line(ThemeRole::Title, format!(" {words}"))
    }
}
