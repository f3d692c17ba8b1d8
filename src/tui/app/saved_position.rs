//! The annotator's position, saved with the session, so that reopening it shows the same place.

use serde::{Deserialize, Serialize};

use crate::labels::{LISTS, Side};
use crate::rubric::RUBRICS;
use crate::tui::draft::TextDraft;
use crate::tui::list;
use crate::tui::pane::Pane;
use crate::tui::queue::SavedPosition;
use crate::tui::state::{Panel, State};
use crate::tui::table::CaseTable;
use crate::tui::table::columns::Column;
use crate::tui::table::filter::Filter;

/// The open case, and the cursors in its panes and lists.
#[derive(Debug, Serialize, Deserialize)]
struct CasePosition {
    case: String,
    article: Text,
    summary: Text,
    list: String,
    row: usize,
    /// Text that was being typed, or else the text that waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<TextDraft>,
    /// A note that waits while something else is being typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    waiting: Option<TextDraft>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Text {
    /// The cursor, as a byte.
    cursor: usize,
    /// The first visible byte.
    top: usize,
}

/// The view on the screen.
#[derive(Debug, Serialize, Deserialize)]
struct SavedView {
    rubric: String,
    panel: String,
    /// Whether the case was shown claim by claim.
    #[serde(default)]
    by_claims: bool,
    #[serde(default)]
    table: TableView,
}

/// Filter, order and columns of the table of cases. Columns are stored by name.
#[derive(Debug, Default, Serialize, Deserialize)]
struct TableView {
    filter: String,
    sort: String,
    reversed: bool,
    columns: Vec<String>,
}

impl TableView {
    fn of(table: &CaseTable) -> TableView {
        let key = |column: &Column| column.key(&table.metrics).to_owned();
        let (sort, reversed) = table.sort;
        let columns = table.columns.iter().map(key).collect();
        TableView { filter: table.filter.text().to_owned(), sort: key(&sort), reversed, columns }
    }

    /// Applies the view, ignoring columns that the current rubric does not have.
    fn take(&self, table: &mut CaseTable) {
        let named = |key: &String| Column::named(key, &table.metrics);
        let columns: Vec<Column> = self.columns.iter().filter_map(named).collect();
        let sort = named(&self.sort);
        if let Ok(filter) = Filter::read(&self.filter, &table.metrics) {
            table.set_filter(filter);
        }
        if columns.contains(&Column::Id) {
            table.columns = columns;
        }
        if let Some(sort) = sort.filter(|sort| (*sort, self.reversed) != table.sort) {
            table.sort_by(sort);
            table.sort.1 = self.reversed;
        }
    }
}

impl Text {
    fn of(pane: &Pane) -> Text {
        Text { cursor: pane.cursor(), top: pane.visible().start }
    }
}

/// Returns the annotator's position; `None` if no case is open.
pub fn of(state: &State) -> Option<SavedPosition> {
    let open_case = state.open_case()?;
    let mut drafts: Vec<TextDraft> = state.drafts().cloned().collect();
    let (draft, waiting) = (drafts.pop(), drafts.pop());
    let place = CasePosition {
        case: open_case.case.id.clone(),
        article: Text::of(&open_case.article),
        summary: Text::of(&open_case.summary),
        list: open_case.list.spec().key.to_owned(),
        row: open_case.row.cursor(),
        draft,
        waiting,
    };
    let typed = place.draft.is_some();
    let view = SavedView {
        rubric: state.slug().to_owned(),
        panel: state.focus.title().to_owned(),
        // An annotator who edits a summary from claim by claim returns to it.
        by_claims: state.by_claims || state.edits_claim,
        table: TableView::of(&state.table),
    };
    let (place, view) = (serde_json::to_string(&place).ok()?, serde_json::to_string(&view).ok()?);
    Some(SavedPosition { place, view, number: 0, typed })
}

/// Restores the annotator's position, as far as it still exists. Returns whether they were in claim by claim.
pub fn take(state: &mut State, saved_position: &SavedPosition) -> bool {
    let mut by_claims = false;
    if let Ok(view) = serde_json::from_str::<SavedView>(&saved_position.view) {
        let panel = Panel::ALL.into_iter().find(|panel| panel.title() == view.panel);
        state.focus = panel.unwrap_or(state.focus);
        by_claims = view.by_claims;
        view.table.take(&mut state.table);
        let rubric = RUBRICS.iter().position(|entry| entry.slug == view.rubric);
        state.rubric = rubric.filter(|_| !state.rubric_chosen).unwrap_or(state.rubric);
    }
    let slug = state.slug();
    let Some(open_case) = state.open_case_mut() else { return by_claims };
    open_case.rubric = slug;
    let Ok(place) = serde_json::from_str::<CasePosition>(&saved_position.place) else { return by_claims };
    if place.case != open_case.case.id {
        return by_claims;
    }
    let unfinished = place.waiting.into_iter().chain(place.draft).collect();
    for (side, text) in [(Side::Article, place.article), (Side::Summary, place.summary)] {
        let pane = open_case.pane_mut(side);
        pane.set_cursor(text.cursor);
        pane.show_from(text.top);
    }
    if let Some(spec) = LISTS.iter().find(|spec| spec.key == place.list) {
        (open_case.list, open_case.row) = (spec.list, list::ListCursor::at(place.row));
        // A case opens at its most influential label only the first time.
        open_case.met = true;
    }
    state.unfinished = unfinished;
    by_claims
}
