//! All details of the label in focus: its whole text, its evidence and its reasons.
//!
//! Actions: scroll.

use crate::tui::list::Scroll;
use crate::tui::words::reasons;

use super::prelude::*;

/// The screen with the details of the label in focus.
#[derive(Debug, Default)]
pub struct LabelScreen {
    scroll: Scroll,
}

/// Opens the label in focus, if there is one.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if cx.state.label().is_none() {
        cx.notify("no label is in focus");
        return None;
    }
    Some(Box::new(LabelScreen::default()))
}

impl LabelScreen {
    fn rows(&self, state: &State, width: usize) -> Vec<Line<'static>> {
        let theme = &state.theme;
        let Some(label) = state.label().and_then(|id| state.open_case()?.get(id)) else { return Vec::new() };
        let why = reasons::condensed(&label.why);
        let reasons = why.iter().map(|why| ("why   ", why));
        let answer = label.answer.iter().map(|answer| ("answer", answer));
        let source = label.source.iter().map(|source| ("source", source));
        let fields = std::iter::once(("text  ", &label.text)).chain(answer).chain(reasons).chain(source);
        let mut rows = Vec::new();
        for (head, text) in fields {
            for (at, part) in words::wrap(text, width.saturating_sub(8)).into_iter().enumerate() {
                let head = if at == 0 { head } else { "      " };
                let head = theme.span(ThemeRole::Dim, format!("{head}  "));
                rows.push(Line::from(vec![head, theme.span(ThemeRole::Text, part)]));
            }
        }
        rows
    }
}

impl Component for LabelScreen {
    fn window(&self, _state: &State) -> Window {
        Window::under_texts(Context::Label)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let inner = inside(cx.area);
        let rows = self.rows(cx.state, usize::from(inner.width)).len();
        self.scroll.act(action, rows, usize::from(inner.height))
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let heading = state.label().and_then(|id| {
            let word = state.open_case()?.get(id)?.word.map(|word| id.list.value_name(word));
            Some(format!("{} {}: {}", id.list.spec().unit, id.index + 1, word.unwrap_or_default()))
        });
        let heading = heading.unwrap_or_default();
        let inner = self.framed(
            state,
            frame,
            area,
            &heading,
            &[(&[Action::Next, Action::Previous], "scroll"), CLOSES],
        );
        let rows = self.rows(state, usize::from(inner.width));
        let height = usize::from(inner.height);
        let top = self.scroll.top(rows.len(), height);
        widgets::more(&state.theme, frame, area, self.scroll.below(rows.len(), height));
        widgets::put(frame, inner, rows.into_iter().skip(top));
    }
}
