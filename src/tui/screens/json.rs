//! The report as JSON, highlighted.
//!
//! Understands: scrolling; `c` copies the report.

use std::sync::Arc;

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::tui::component::{Component, Cx, Event};
use crate::tui::json_view::{StyledText, Syntax, highlight};
use crate::tui::keymap::{Action, Context};
use crate::tui::list::Scroll;
use crate::tui::report;
use crate::tui::state::State;
use crate::tui::widgets::{self, inside};

/// The screen of the report. It is written and highlighted once for each result.
#[derive(Debug)]
pub struct Json {
    text: Arc<str>,
    rows: StyledText,
    scroll: Scroll,
}

/// Opens the report on the screen, if there is one.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let json = Json::of(cx.state);
    if json.is_none() {
        cx.notify("there is no report yet");
    }
    json.map(|json| Box::new(json) as Box<dyn Component>)
}

impl Json {
    fn of(state: &State) -> Option<Json> {
        let text = report::json(state.open_case()?)?;
        let rows = highlight(&text, Syntax::Json, state.theme.syntax.as_deref());
        Some(Json { text: Arc::from(text), rows, scroll: Scroll::default() })
    }
}

impl Component for Json {
    fn context(&self, _state: &State) -> Context {
        Context::Json
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        if action == Action::Copy {
            cx.copy(Arc::clone(&self.text));
            cx.notify("copied");
            return true;
        }
        self.scroll.act(action, self.rows.len(), usize::from(inside(cx.area).height))
    }

    fn on(&mut self, event: Event, cx: &mut Cx) {
        if event == Event::Scored
            && let Some(fresh) = Json::of(cx.state)
        {
            *self = Json { scroll: self.scroll, ..fresh };
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let inner = widgets::screen(
            &state.theme,
            frame,
            area,
            "Report as JSON",
            &state.keys.hints(Context::Json, &[(&[Action::Copy], "copies"), (&[Action::Close], "closes")]),
        );
        let top = self.scroll.top(self.rows.len(), usize::from(inner.height));
        self.rows.draw(inner, frame.buffer_mut(), top, 0);
    }
}
