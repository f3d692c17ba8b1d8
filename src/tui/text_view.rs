//! The texts above a screen that keeps them visible: which one is shown if only one fits, and scrolling them.

use crate::labels::Side;

use super::state::State;

/// Width, in columns, from which both texts are side by side.
const BOTH_TEXTS: u16 = 80;

impl State {
    /// Scrolls both texts of the case on the screen by a number of rows, but at most by their height.
    pub fn scroll_texts(&mut self, rows: isize) {
        if let Some(open_case) = self.open_case_mut() {
            for pane in [&mut open_case.article, &mut open_case.summary] {
                let page = isize::try_from(pane.height()).unwrap_or(isize::MAX);
                pane.scroll_by(rows.clamp(-page, page));
            }
        }
    }

    /// Whether the terminal has room for both texts side by side.
    pub fn has_both_texts(&self) -> bool {
        self.size.0 >= BOTH_TEXTS
    }

    /// Returns the text shown above a screen if only one fits: the one that the person chose, or else that of
    /// the highlighted label.
    pub fn text_in_sight(&self) -> Side {
        let asked = self.text_asked.filter(|(case, _)| *case == self.at).map(|(_, side)| side);
        asked.unwrap_or_else(|| self.lit.first().map_or(Side::Summary, |id| id.list.side()))
    }

    /// Shows the other text, if only one fits.
    pub fn turn_text(&mut self) {
        let other = match self.text_in_sight() {
            Side::Article => Side::Summary,
            Side::Summary => Side::Article,
        };
        self.text_asked = Some((self.at, other));
    }
}
