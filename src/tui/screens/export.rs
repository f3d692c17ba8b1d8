//! The forms in which the session can leave the program: one is chosen, and written to a new file.
//!
//! Understands: going from form to form; Enter writes it, once everything is saved.

use std::path::PathBuf;

use crate::export::session::{FORMATS, SessionFormat};
use crate::tui::component::ComponentEvent;
use crate::tui::msg::Effect;
use crate::tui::state::StorageStatus;
use crate::tui::widgets::rows_below;

use super::prelude::*;

/// Columns of the screen, its frame included.
const WIDTH: u16 = 100;

/// Where exports go.
const WHERE: &str = "Written to a new file in the current folder.";

#[derive(Debug, Default)]
pub struct Export {
    list: ListCursor,
    /// A form that was chosen and waits for everything to be saved.
    chosen: Option<usize>,
}

/// Opens the forms, where there is a session.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if let StorageStatus::Nowhere(why) = &cx.state.kept {
        let why = format!("there is no session to export: {why}");
        cx.state.warn(why);
        return None;
    }
    Some(Box::<Export>::default())
}

impl Export {
    /// Writes what was chosen, once everything is saved.
    fn go(&mut self, cx: &mut Cx) {
        if cx.state.is_saving() {
            return cx.effects.push(Effect::WriteAgain);
        }
        let Some(format) = self.chosen.take().and_then(|at| FORMATS.get(at)) else { return };
        if let StorageStatus::In(session) = &cx.state.kept {
            let name = session.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let to = PathBuf::from(format!("{name}.{}", ending(format)));
            cx.effects.push(Effect::Export(session.clone(), format, to));
            cx.state.exports += 1;
            cx.notify("exporting …");
        }
        cx.close();
    }
}

/// The ending of a file's name: labels are JSON lines too.
fn ending(format: &SessionFormat) -> String {
    if format.name == "labels" { "labels.jsonl".to_owned() } else { format.name.to_owned() }
}

impl Component for Export {
    fn context(&self, _state: &State) -> Context {
        Context::Export
    }

    fn place(&self, _state: &State) -> Placement {
        Placement::Middle(WIDTH, FORMATS.len() as u16 + 4)
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

    fn list(&self, _state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, FORMATS.len(), inside(area)).on_click(OnClick::Acts))
    }

    fn cursor<'a>(&'a mut self, _state: &'a mut State) -> Option<&'a mut ListCursor> {
        Some(&mut self.list)
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let forms = FORMATS.map(|format| (format.name, format.about));
        draw_forms(state, frame, area, "Export the session", self.list, (8, &forms));
    }
}

/// Draws forms that can be written, and where they go: each has a name, of the given columns, and says what it is.
pub fn draw_forms(
    state: &State,
    frame: &mut Frame,
    area: Rect,
    heading: &str,
    list: ListCursor,
    (columns, forms): (usize, &[(&str, &str)]),
) {
    let theme = &state.theme;
    let keys =
        state.keys.hints(Context::Export, &[(&[Action::Enter], "writes"), (&[Action::Close], "closes")]);
    let inner = widgets::screen(theme, frame, area, heading, &keys);
    let width = usize::from(inner.width);
    let place = Rect { height: inner.height.saturating_sub(2), ..inner };
    list.draw(forms.len(), frame, place, |at| {
        let (name, about) = forms[at];
        let line = Line::from(vec![
            theme.span(ThemeRole::Key, format!(" {name:<columns$} ")),
            theme.span(ThemeRole::Text, words::cell(about, width.saturating_sub(columns + 2))),
        ]);
        line.style(row_style(theme, at == list.cursor()))
    });
    let lines = words::paragraph(theme, ThemeRole::Dim, WHERE, width.saturating_sub(1));
    widgets::put(frame, rows_below(inner, place.height + 1), lines);
}
