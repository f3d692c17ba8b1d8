//! A choice of the columns of the table of cases.
//!
//! Actions: move between columns; Space or Enter shows or hides the one in focus; `d` restores the default
//! columns.

use crate::tui::table::columns::{COLUMNS, Column, USUAL};

use super::cases::title;
use super::prelude::*;

#[derive(Debug, Default)]
pub struct Columns {
    list: ListCursor,
}

/// Returns all columns, one for each row.
fn rows(state: &State) -> Vec<Column> {
    let metrics = (0..state.table.metrics.len()).map(Column::Metric);
    COLUMNS.iter().map(|spec| spec.column).chain(metrics).collect()
}

/// Shows a column at its position in the order of all columns, or hides it. The case's name cannot be hidden.
fn switch(state: &mut State, column: Column) {
    if column == Column::Id {
        return state.notify("the name of the case stays");
    }
    let all = rows(state);
    let table = &mut state.table;
    if let Some(at) = table.columns.iter().position(|known| *known == column) {
        table.columns.remove(at);
    } else {
        table.columns.push(column);
        table.columns.sort_by_key(|column| all.iter().position(|known| known == column));
    }
    table.column = table.column.min(table.columns.len().saturating_sub(1));
}

impl Component for Columns {
    fn window(&self, state: &State) -> Window {
        Window::middle(Context::Columns, 100, u16::try_from(rows(state).len() + 2).unwrap_or(u16::MAX))
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::Change => {
                if let Some(column) = rows(cx.state).get(self.list.cursor()).copied() {
                    switch(cx.state, column);
                }
            }
            Action::Defaults => {
                cx.state.table.columns = USUAL.to_vec();
                cx.state.table.column = cx.state.table.column.min(USUAL.len() - 1);
            }
            _ => return false,
        }
        true
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, rows(state).len(), inside(area)).on_click(OnClick::Points))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let (theme, all) = (&state.theme, rows(state));
        let keys: [(&[Action], &str); 1] = [(&[Action::Change], "shows or hides")];
        let inner = self.framed(state, frame, area, "Columns", &keys);
        self.list.draw(theme, all.len(), frame, inner, |row| {
            let column = all[row];
            let mark = if state.table.columns.contains(&column) { "[x]" } else { "[ ]" };
            let help = column.spec().map_or("score of the metric", |spec| spec.help);
            let key = column.key(&state.table.metrics);
            let head = format!(
                " {mark} {} {} ",
                words::cell(&title(&state.table, column), 14),
                words::cell(key, 14)
            );
            let room = usize::from(inner.width).saturating_sub(words::width(&head));
            let help = sanitize::fit(help, room).into_owned();
            Line::from(vec![theme.span(ThemeRole::Text, head), theme.span(ThemeRole::Dim, help)])
        });
    }
}
