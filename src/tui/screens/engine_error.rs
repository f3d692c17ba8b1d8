//! Comment that the engine is wrong about a label, and why.
//!
//! Actions: type a reason; Enter saves the comment, with or without one.

use crate::blind::LabelDifference;
use crate::session::RemarkTarget;
use crate::tui::decide::blind::{ENGINE_WRONG, about};
use crate::tui::decide::comments;
use crate::tui::prompt::Prompt;

use super::prelude::*;

#[derive(Debug)]
pub struct EngineErrorPrompt {
    on: RemarkTarget,
    typed: Prompt,
}

impl EngineErrorPrompt {
    pub fn open(cx: &mut Cx, difference: &LabelDifference) {
        if !cx.state.may_change() {
            return;
        }
        let Some(open_case) = cx.state.open_case() else { return };
        let on = about(cx.state, open_case, difference);
        cx.open(EngineErrorPrompt { on, typed: Prompt::default() });
    }
}

impl Component for EngineErrorPrompt {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Typing, 100, 5)
    }

    fn enter(&mut self, cx: &mut Cx) {
        cx.close();
        let text = match self.typed.text().trim() {
            "" => ENGINE_WRONG.to_owned(),
            reason => format!("{ENGINE_WRONG}: {reason}"),
        };
        comments::say(cx, &text, self.on.clone());
    }

    fn prompt(&mut self) -> Option<&mut Prompt> {
        Some(&mut self.typed)
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let keys: [(&[Action], &str); 2] = [(&[Action::Enter], "keeps it"), (&[Action::Close], "cancels")];
        let hints = state.keys.hints(Context::Typing, &keys);
        let heading = "The engine is wrong, because (may be left out)";
        widgets::prompt_screen(theme, frame, area, [heading, &hints], &self.typed);
    }
}
