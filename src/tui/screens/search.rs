//! A prompt on the bottom line for a search.
//!
//! Actions: type; Enter goes to the first match.

use crate::tui::prompt::Prompt;
use crate::tui::search;

use super::prelude::*;

#[derive(Debug, Default)]
pub struct Search {
    typed: Prompt,
}

impl Component for Search {
    fn window(&self, _state: &State) -> Window {
        Window::line(Context::Search)
    }

    fn enter(&mut self, cx: &mut Cx) {
        cx.close();
        cx.state.needle = self.typed.text().to_owned();
        if !cx.state.needle.is_empty() {
            search::go(cx.state, true);
        }
    }

    fn prompt(&mut self) -> Option<&mut Prompt> {
        Some(&mut self.typed)
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let keys =
            state.keys.hints(Context::Search, &[(&[Action::Enter], "finds"), (&[Action::Close], "cancels")]);
        widgets::prompt(&state.theme, frame, area, " /", &self.typed, &format!("  {keys}"));
    }
}
