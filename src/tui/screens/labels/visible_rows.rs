//! Which rows of a list the panel shows: those that can still change the verdict and those that a person judged, then the
//! others, unless they are folded.

use crate::labels::{LabelId, List};
use crate::num::pluralize;
use crate::tui::list;
use crate::tui::open_case::{OpenCase, Row};

/// The rows of a list that are on the screen, by their indices among all rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisibleRows {
    /// The places, in the order of the screen.
    pub rows: Vec<usize>,
    /// How many of them, the first ones, are not of those that can be folded.
    pub first: usize,
    /// How many labels are of those that can be folded.
    pub others: usize,
    pub folded: bool,
    /// How many labels of the list can change the verdict and are not judged; `None` where that is not known.
    pub open: Option<usize>,
}

impl VisibleRows {
    /// The rows shown of a list, with the others folded or not. A list of which no label can change the verdict is shown
    /// whole.
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
        // What a person took away, marked, judged or has in focus stays where it is.
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

    /// The cursor among the rows shown, from that among all rows.
    pub fn cursor(&self, cursor: usize) -> list::ListCursor {
        list::ListCursor::at(self.rows.iter().position(|row| *row == cursor).unwrap_or(0))
    }

    /// How many rows are hidden because they are folded.
    pub fn hidden(&self) -> usize {
        if self.folded { self.others } else { 0 }
    }

    /// The count in the name of the list: the rows shown, and those that are folded.
    pub fn count(&self) -> String {
        match self.hidden() {
            0 => self.rows.len().to_string(),
            hidden => format!("{}+{hidden}", self.rows.len()),
        }
    }

    /// A summary of the list for the lower edge of the panel; `key` folds and unfolds the others.
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
