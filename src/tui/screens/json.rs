//! The report as highlighted JSON.
//!
//! Actions: scroll; `c` copies the report.

use std::sync::Arc;

use crate::tui::component::ComponentEvent;
use crate::tui::json_view::{StyledText, Syntax, highlight};
use crate::tui::list::Scroll;
use crate::tui::report;

use super::prelude::*;

/// The screen of the report, which is written and highlighted once for each result.
#[derive(Debug)]
pub struct JsonScreen {
    text: Arc<str>,
    rows: StyledText,
    scroll: Scroll,
}

/// Opens the current report, if there is one.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let json = JsonScreen::of(cx.state);
    if json.is_none() {
        let words = cx.state.absent();
        cx.notify(&words);
    }
    json.map(|json| Box::new(json) as Box<dyn Component>)
}

impl JsonScreen {
    fn of(state: &State) -> Option<JsonScreen> {
        let text = report::json(state.open_case().filter(|_| !state.hides_scores())?)?;
        let rows = highlight(&text, Syntax::Json, state.theme.syntax.as_deref());
        Some(JsonScreen { text: Arc::from(text), rows, scroll: Scroll::default() })
    }
}

impl Component for JsonScreen {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Json)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        if action == Action::Copy {
            cx.copy(Arc::clone(&self.text));
            cx.notify("copied");
            return true;
        }
        self.scroll.act(action, self.rows.line_count(), usize::from(inside(cx.area).height))
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event == ComponentEvent::Scored
            && let Some(fresh) = JsonScreen::of(cx.state)
        {
            *self = JsonScreen { scroll: self.scroll, ..fresh };
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let inner = self.framed(state, frame, area, "Report as JSON", &[(&[Action::Copy], "copies"), CLOSES]);
        let (lines, height) = (self.rows.line_count(), usize::from(inner.height));
        widgets::more(&state.theme, frame, area, self.scroll.below(lines, height));
        self.rows.draw(inner, frame.buffer_mut(), self.scroll.top(lines, height), 0);
    }
}
