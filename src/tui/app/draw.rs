//! Drawing of the whole screen. It changes nothing, and uses the layout that was computed before.
//!
//! All text that comes from an input goes through [`sanitize`] on its way to the screen.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::tui::component::{Component, Placement};
use crate::tui::keymap::{Action, Context};
use crate::tui::sanitize;
use crate::tui::screens::{self, unreadable};
use crate::tui::state::Panel;
use crate::tui::theme::ThemeRole;
use crate::tui::widgets;

use super::clickable::ClickableLine;
use super::keyboard::QUITS_UNSEEN;
use super::layout::ScreenLayout;
use super::{App, ComponentPlace, header, hint};

impl App {
    /// Returns how the rubric tabs are shown for the top component.
    pub(super) fn rubric_tabs(&self) -> header::RubricTabs {
        let top = self.context();
        header::RubricTabs {
            overview: top == Context::Overview,
            counts: matches!(top, Context::LabelByLabel | Context::Editing),
            keys: [Action::Overview, Action::Rubric].map(|action| self.state.keys.works(top, action)),
        }
    }

    /// Draws only the component that receives the keys.
    pub fn draw_top(&self, frame: &mut Frame) {
        self.draw_component(self.component(self.top()), frame, self.top_area());
    }

    /// Draws a component, with the number of list rows below the visible ones on its lower edge.
    fn draw_component(&self, component: &dyn Component, frame: &mut Frame, area: Rect) {
        component.draw(&self.state, frame, area);
        widgets::more(&self.state.theme, frame, area, component.lines_below(&self.state, area));
    }

    fn draw_panels(&self, layout: &ScreenLayout, frame: &mut Frame) {
        let state = &self.state;
        if let Some(place) = layout.tabs {
            header::draw_tabs(state, frame, place);
        }
        if let Some(place) = layout.brief {
            screens::draw_brief(state, frame, place);
        }
        for panel in Panel::ALL {
            if let Some(place) = layout.panel(panel) {
                self.draw_component(self.component(ComponentPlace::Panel(panel)), frame, place);
            }
        }
    }

    /// Returns the keys of the top component, for the bottom line.
    pub(super) fn hints(&self, layout: &ScreenLayout) -> ClickableLine {
        let labels = layout.panel(Panel::Labels).filter(|_| !self.is_covered());
        let cut = labels.is_some_and(|place| screens::is_label_cut(&self.state, place));
        hint::keys(&self.state, self.component(self.top()), cut, layout.hint.width.into())
    }

    /// Returns the text shown in a terminal that is too small for the workbench.
    fn too_small(&self, size: (u16, u16)) -> String {
        let needed = widgets::size_needed(size);
        if self.context() == Context::Leaving && self.state.is_losing() {
            return format!("{needed} Not saved: make it larger to choose what to do.");
        }
        if self.context().is_typed_in() {
            return format!("{needed} Enlarge it to go on typing; {QUITS_UNSEEN} quits.");
        }
        widgets::quits_alone(size, &self.state.keys.name(Context::Main, Action::Quit))
    }

    pub fn draw(&self, frame: &mut Frame) {
        let (state, area) = (&self.state, frame.area());
        frame.buffer_mut().set_style(area, state.theme.style(ThemeRole::Text));
        let Some(layout) = &self.layout else {
            return widgets::draw_too_small(frame, self.too_small((area.width, area.height)));
        };
        header::case_line(state, layout.header.width.into()).draw(frame, layout.header);
        header::reason_line(state, layout.reason.width.into()).draw(frame, layout.reason);
        header::draw_rubrics(state, self.rubric_tabs(), frame, layout.rubrics);
        if let Some(place) = layout.guide {
            screens::draw_guide(state, frame, place);
        }
        if !unreadable::draw(state, frame, layout.screen(Placement::Whole)) {
            self.draw_panels(layout, frame);
        }
        let places: Vec<Placement> = self.screens.iter().map(|screen| screen.window(state).place).collect();
        let has_line = !places.contains(&Placement::Line);
        for (screen, place) in self.screens.iter().zip(places) {
            self.draw_component(screen, frame, layout.screen(place));
        }
        if has_line {
            match &state.notice {
                Some(notice) => hint::draw_notice(notice, &state.theme, frame, layout.hint),
                None => self.hints(layout).draw(frame, layout.hint),
            }
        }
        // Whichever component drew it, no control or hidden character reaches the terminal.
        sanitize::scrub(frame.buffer_mut());
    }
}
