//! The visible rows of a list: first labels that can still change the verdict and labels that a person
//! judged, then the others, unless they are folded.

use crate::labels::{LabelId, List};
use crate::num::pluralize;
use crate::tui::keymap::Action;
use crate::tui::list;
use crate::tui::open_case::{OpenCase, Row};

/// The visible rows of a list, by their indices among all rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisibleRows {
    /// The indices, in screen order.
    pub rows: Vec<usize>,
    /// The number of rows at the start that cannot be folded.
    pub first: usize,
    /// The number of labels that can be folded.
    pub others: usize,
    pub folded: bool,
    /// The number of labels of the list that can change the verdict and are not judged; `None` if unknown.
    pub open: Option<usize>,
}

impl VisibleRows {
    /// Returns the visible rows of a list, with the others folded or not. A list without any label that can
    /// change the verdict is shown in full.
    pub fn of(open_case: &OpenCase, list: List, folded: bool) -> VisibleRows {
        let rows = open_case.rows(list);
        let movers = open_case.movers().filter(|_| !open_case.is_hidden());
        let moves = |id: LabelId| movers.is_some_and(|movers| movers.contains(&id));
        let open = |row: &&Row| row.id.is_some_and(moves) && !open_case.is_row_judged(row);
        let open = movers.map(|_| rows.iter().filter(open).count());
        if !rows.iter().any(|row| row.id.is_some_and(moves)) {
            let first = rows.len();
            return VisibleRows { rows: (0..first).collect(), first, others: 0, folded: false, open };
        }
        let at = |row: usize| list == open_case.list && row == open_case.row.cursor();
        // Labels that a person rejected or judged are never folded; nor, while folding, are marked ones and
        // the one in focus.
        let first = |(place, row): &(usize, &Row)| {
            let Some(id) = row.id else { return true };
            moves(id)
                || open_case.is_row_judged(row)
                || folded && (at(*place) || open_case.marked.contains(&id))
        };
        let (first, others): (Vec<_>, Vec<_>) = rows.iter().enumerate().partition(first);
        let counted = first.len();
        let rows = first.into_iter().chain(others.iter().copied().filter(|_| !folded));
        let rows = rows.map(|(place, _)| place).collect();
        VisibleRows { rows, first: counted, others: others.len(), folded, open }
    }

    /// Leaves out the number of labels that can change the verdict, if scores are hidden.
    pub fn hiding(self, hides: bool) -> VisibleRows {
        VisibleRows { open: self.open.filter(|_| !hides), ..self }
    }

    /// Returns the cursor among the visible rows, given its position among all rows.
    pub fn cursor(&self, cursor: usize) -> list::ListCursor {
        list::ListCursor::at(self.rows.iter().position(|row| *row == cursor).unwrap_or(0))
    }

    /// Returns the row that an action leads to from the one in focus; `None` if the action does not move.
    ///
    /// A step past the visible rows leads to the nearest folded one. If it led nowhere, the letter typed after it
    /// would replace the label just given, which has folded those around it.
    pub fn moved(&self, action: Action, open_case: &OpenCase, page: usize) -> Option<usize> {
        let (from, all) = (open_case.row.cursor(), open_case.rows(open_case.list).len());
        let mut cursor = self.cursor(from);
        let before = cursor;
        if !cursor.act(action, self.rows.len(), page) {
            return None;
        }
        let folded = |row: &usize| self.folded && cursor == before && !self.rows.contains(row);
        let beyond = match action {
            Action::Next => (from + 1..all).find(folded),
            Action::Previous => (0..from).rev().find(folded),
            _ => None,
        };
        Some(beyond.or_else(|| self.rows.get(cursor.cursor()).copied()).unwrap_or(from))
    }

    /// Returns the number of rows hidden by folding.
    pub fn hidden(&self) -> usize {
        if self.folded { self.others } else { 0 }
    }

    /// Returns the count in the name of the list: the visible rows, and the folded ones.
    pub fn count(&self) -> String {
        match self.hidden() {
            0 => self.rows.len().to_string(),
            hidden => format!("{}+{hidden}", self.rows.len()),
        }
    }

    /// Returns a summary of the list for the lower edge of the panel; `key` folds and unfolds the others.
    pub fn summary(&self, list: List, key: &str) -> String {
        let unit = list.spec().unit;
        let can = match self.open {
            None => return String::new(),
            Some(_) if self.rows.is_empty() => return String::new(),
            Some(0) if self.others == 0 => "none of these can change the verdict".to_owned(),
            Some(0) => format!("no {unit} left can change the verdict"),
            Some(open) => format!("{} can change the verdict", pluralize(open, unit)),
        };
        match (self.others, self.folded) {
            (0, _) => can,
            (others, true) => format!("{can}; {key} lists {}", pluralize(others, "other")),
            (others, false) => format!("{can}; {key} folds {}", pluralize(others, "other")),
        }
    }
}
