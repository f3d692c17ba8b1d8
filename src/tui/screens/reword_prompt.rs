//! A prompt for a new wording of a unit.
//!
//! Actions: type; Enter accepts the text.

use crate::labels::LabelId;
use crate::tui::decide::units;
use crate::tui::draft::{DraftKind, TextDraft};
use crate::tui::prompt::Prompt;

use super::prelude::*;

#[derive(Debug)]
pub struct RewordPrompt {
    id: LabelId,
    typed: Prompt,
    changed: bool,
}

impl RewordPrompt {
    /// Opens the wording of the unit in focus, if it has one of its own.
    pub fn open(cx: &mut Cx) {
        let Some(id) = units::in_focus(cx) else { return };
        let text =
            cx.state.open_case().and_then(|open_case| open_case.get(id)).map(|label| label.text.clone());
        cx.open(RewordPrompt { id, typed: Prompt::of(&text.unwrap_or_default()), changed: false });
    }

    /// Continues a wording that was begun earlier.
    pub fn with(id: LabelId, typed: Prompt) -> RewordPrompt {
        RewordPrompt { id, typed, changed: true }
    }
}

impl Component for RewordPrompt {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Typing, 110, 5)
    }

    fn enter(&mut self, cx: &mut Cx) {
        cx.close();
        units::reword(cx, self.id, self.typed.text());
    }

    fn prompt(&mut self) -> Option<&mut Prompt> {
        Some(&mut self.typed)
    }

    fn prompted(&mut self) {
        self.changed = true;
    }

    fn draft(&self) -> Option<TextDraft> {
        self.changed.then(|| {
            let of = DraftKind::Wording(self.id.list.spec().key.to_owned(), self.id.index);
            TextDraft { of, text: self.typed.text().to_owned() }
        })
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let heading = format!("{} in other words", self.id.shown());
        let keys: [(&[Action], &str); 2] = [(&[Action::Enter], "keeps"), (&[Action::Close], "cancels")];
        let hints = state.keys.hints(Context::Typing, &keys);
        widgets::prompt_screen(theme, frame, area, [&heading, &hints], &self.typed);
    }
}
