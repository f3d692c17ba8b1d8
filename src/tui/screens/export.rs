//! The formats in which the session can be exported: the user chooses one, which is written to a new file.
//!
//! Actions: move between formats; Enter writes the file, once everything is saved.

use std::path::PathBuf;

use crate::export::session::FORMATS;
use crate::files;
use crate::tui::component::ComponentEvent;
use crate::tui::list::Row;
use crate::tui::msg::Effect;
use crate::tui::queue::QueueJob;
use crate::tui::state::StorageStatus;
use crate::tui::widgets::rows_below;

use super::prelude::*;

/// Width of the screen in columns, frame included.
const WIDTH: u16 = 100;

/// Message about the location of exports.
const WHERE: &str = "Written to a new file in the current folder.";

#[derive(Debug, Default)]
pub struct Export {
    list: ListCursor,
    /// The chosen format, while the export waits for everything to be saved.
    chosen: Option<usize>,
}

/// Opens the formats, if there is a session.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if let StorageStatus::Nowhere(why) = &cx.state.kept {
        let why = format!("there is no session to export: {why}");
        cx.state.warn(why);
        return None;
    }
    Some(Box::<Export>::default())
}

impl Export {
    /// Writes the chosen export, once everything is saved.
    fn go(&mut self, cx: &mut Cx) {
        if cx.state.is_saving() {
            return cx.effects.push(Effect::Queue(QueueJob::Again));
        }
        let Some(format) = self.chosen.take().and_then(|at| FORMATS.get(at)) else { return };
        if let StorageStatus::In(session) = &cx.state.kept {
            let to = PathBuf::from(format!("{}.{}", files::stem(session), format.ending));
            cx.effects.push(Effect::Export(session.clone(), format, to));
            cx.state.exports += 1;
            cx.notify("exporting …");
        }
        cx.close();
    }
}

impl Component for Export {
    fn window(&self, state: &State) -> Window {
        window(state, WIDTH, &forms())
    }

    fn enter(&mut self, cx: &mut Cx) {
        self.chosen = Some(self.list.cursor());
        self.go(cx);
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event == ComponentEvent::Kept && self.chosen.is_some() {
            self.go(cx);
        }
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        Some(view(state, area, self.list, &forms()))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        draw_forms(state, frame, area, "Export the session", self.list, &forms());
    }
}

/// An export: its name, and a description.
pub type Form = (&'static str, &'static str);

fn forms() -> [Form; FORMATS.len()] {
    FORMATS.map(|format| (format.name, format.about))
}

/// Returns the rows of exports in this many columns. A description continues on the next line if it does not
/// fit beside the name.
fn rows(state: &State, list: ListCursor, forms: &[Form], columns: usize) -> Vec<Row> {
    let theme = &state.theme;
    let longest = forms.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut rows = Vec::new();
    for (at, (name, about)) in forms.iter().enumerate() {
        for (part, words) in words::wrap(about, columns.saturating_sub(longest + 3)).into_iter().enumerate() {
            let name = if part == 0 { name } else { "" };
            let line = Line::from(vec![
                theme.span(ThemeRole::Key, format!(" {name:<longest$} ")),
                theme.span(ThemeRole::Text, words),
            ]);
            let line = line.style(row_style(theme, at == list.cursor()));
            rows.push(Row { line, of: Some(at) });
        }
    }
    rows
}

/// Returns the window of a list of exports, with as many rows as they take at the available width.
pub fn window(state: &State, width: u16, forms: &[Form]) -> Window {
    let columns = usize::from(widgets::window_width(state.size.0, width)).saturating_sub(2);
    let rows = rows(state, ListCursor::default(), forms, columns).len();
    Window::middle(Context::Export, width, rows as u16 + 4)
}

/// Returns the list of exports, as drawn.
pub fn view(state: &State, area: Rect, list: ListCursor, forms: &[Form]) -> ListView {
    let inner = inside(area);
    let rows = rows(state, list, forms, usize::from(inner.width));
    let height = inner.height.saturating_sub(2);
    ListView::of_lines(list, rows, Rect { height, ..inner }).on_click(OnClick::Acts)
}

/// Draws a list of exports, and the location of exported files.
pub fn draw_forms(
    state: &State,
    frame: &mut Frame,
    area: Rect,
    heading: &str,
    list: ListCursor,
    forms: &[Form],
) {
    let theme = &state.theme;
    let keys = state.keys.hints(Context::Export, &[(&[Action::Enter], "writes"), CLOSES]);
    let inner = widgets::screen(theme, frame, area, heading, &keys);
    let place = Rect { height: inner.height.saturating_sub(2), ..inner };
    list.draw_lines(rows(state, list, forms, usize::from(inner.width)), frame, place);
    let lines = words::paragraph(theme, ThemeRole::Dim, WHERE, usize::from(inner.width).saturating_sub(1));
    widgets::put(frame, rows_below(inner, place.height + 1), lines);
}

#[cfg(test)]
mod tests {
    use crate::rubric::Readings;

    use super::*;

    #[test]
    fn what_a_form_is_reads_whole_on_a_narrow_screen() {
        let theme = Theme::builtin("mono").unwrap();
        let state = State::new(theme, 0, Readings::default(), "ann".to_owned());
        let text = |row: &Row| row.line.spans.iter().map(|span| span.content.as_ref()).collect::<String>();
        for columns in [58, 78] {
            let rows = rows(&state, ListCursor::default(), &forms(), columns);
            assert!(rows.iter().all(|row| words::width(&text(row)) <= columns), "{columns}");
            for (at, (name, about)) in forms().into_iter().enumerate() {
                let own: Vec<String> = rows.iter().filter(|row| row.of == Some(at)).map(text).collect();
                let shown: Vec<&str> = own.iter().flat_map(|line| line.split_whitespace()).collect();
                assert_eq!(shown.join(" "), format!("{name} {about}"));
            }
        }
    }
}
