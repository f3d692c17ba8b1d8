//! The mouse: a click does what is written at its position, and the wheel scrolls the component under it.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use crate::tui::component::{HitTarget, Placement};
use crate::tui::keymap::Action;
use crate::tui::msg::Effect;
use crate::tui::screens::SCREENS;
use crate::tui::state::Panel;
use crate::tui::widgets::inside;

use super::clickable::Target;
use super::header::{self, RubricTab};
use super::layout::ScreenLayout;
use super::{App, ComponentPlace, Pressed};

/// Rows that one turn of the wheel scrolls a text or a screen by; the list of a panel moves by one.
pub const WHEEL: isize = 3;
/// Seconds within which two clicks at a place are a double click.
const DOUBLE: u64 = 1;

impl App {
    /// Handles a mouse event.
    pub(super) fn on_mouse(&mut self, event: MouseEvent, effects: &mut Vec<Effect>) {
        let at = Position::new(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let notice = self.state.notice.take();
                self.press(at, notice.is_some(), effects);
            }
            MouseEventKind::Drag(MouseButton::Left) => self.drag(at, effects),
            MouseEventKind::Up(MouseButton::Left) => {
                if let Some(Pressed::Border(_)) = self.pressed.take() {
                    self.keep(self.state.split, effects);
                }
            }
            MouseEventKind::ScrollDown => self.wheel(at, 1, effects),
            MouseEventKind::ScrollUp => self.wheel(at, -1, effects),
            _ => {}
        }
    }

    /// Handles a press of the left button. `notice` is whether a message was on the bottom line.
    fn press(&mut self, at: Position, notice: bool, effects: &mut Vec<Effect>) {
        // The second click at a position completes a double click; the third counts as a first one again.
        let now = self.state.now;
        let is_again = |(place, then): (Position, u64)| place == at && now.saturating_sub(then) <= DOUBLE;
        let again = self.clicked.take().is_some_and(is_again);
        self.clicked = (!again).then_some((at, now));
        let Some(layout) = &self.layout else { return };
        if layout.rubrics.contains(at) {
            let tab = header::rubric_at(&self.state, self.rubric_tabs(), layout.rubrics, at.x);
            return tab.map_or((), |tab| self.choose_tab(tab, effects));
        }
        if let Some((action, key)) = self.clickable(layout, notice, at) {
            // A click does only what the action's key would do here.
            let works = self.state.keys.works(self.context(), action);
            if !self.asks_before(Some(action).filter(|_| works)) && works {
                self.act(action, key, effects);
            }
            return;
        }
        self.warned = false;
        if let ComponentPlace::Screen(screen) = self.top() {
            let hit = self.hit(ComponentPlace::Screen(screen), at);
            return self
                .with(ComponentPlace::Screen(screen), effects, |component, cx| component.click(hit, cx));
        }
        if layout.brief.is_some_and(|place| place.contains(at)) {
            self.state.focus = Panel::Scores;
            self.state.editing = false;
            return;
        }
        let border = layout.border_at(at);
        // The drawing depends on the focus, so the target is found before the focus moves.
        let Some((panel, hit)) = self.panel_under(at) else { return };
        // The names on the upper edge of the labels are on a border too.
        if let Some(border) = border.filter(|_| hit == HitTarget::Nothing) {
            self.pressed = Some(Pressed::Border(border));
            return;
        }
        self.state.editing &= self.state.focus == panel;
        self.state.focus = panel;
        if matches!(hit, HitTarget::Byte(_)) {
            self.pressed = Some(Pressed::Text(panel));
        }
        self.with(ComponentPlace::Panel(panel), effects, |component, cx| {
            if again { component.click_again(hit, cx) } else { component.click(hit, cx) }
        });
    }

    /// Returns the target of a click on a line at the top, or on the keys at the bottom.
    fn clickable(&self, layout: &ScreenLayout, notice: bool, at: Position) -> Option<Target> {
        let has_line = || {
            let mut screens = self.screens.iter();
            screens.any(|screen| screen.window(&self.state).place == Placement::Line)
        };
        let (place, line) = if layout.header.contains(at) {
            (layout.header, header::case_line(&self.state, layout.header.width.into()))
        } else if layout.reason.contains(at) {
            (layout.reason, header::reason_line(&self.state, layout.reason.width.into()))
        } else if layout.hint.contains(at) && !notice && !has_line() {
            (layout.hint, self.hints(layout))
        } else {
            return None;
        };
        line.at(place, at.x)
    }

    fn choose_tab(&mut self, tab: RubricTab, effects: &mut Vec<Effect>) {
        let context = self.context();
        // An open question has to be answered first.
        if !context.is_main() && !context.shows_rubric() {
            return;
        }
        match tab {
            RubricTab::Rubric(at) => self.choose_rubric(at, effects),
            RubricTab::Overview => {
                if self.withholds(Action::Overview) || self.reveals(Action::Overview) {
                    return;
                }
                self.screens.clear();
                if let Some(entry) = SCREENS.iter().find(|entry| entry.action == Action::Overview) {
                    self.open(entry, effects);
                }
            }
        }
    }

    fn drag(&mut self, at: Position, effects: &mut Vec<Effect>) {
        let Some(layout) = self.layout.as_ref().filter(|_| !self.is_covered()) else { return };
        let panel = match self.pressed {
            Some(Pressed::Border(border)) => {
                self.state.split = layout.moved(self.state.split, border, at);
                return;
            }
            Some(Pressed::Text(panel)) => panel,
            None => return,
        };
        let Some(text) = layout.panel(panel).map(inside).filter(|text| !text.is_empty()) else { return };
        let which = ComponentPlace::Panel(panel);
        // Beyond an edge of the text, the selection continues by a row.
        if !(text.top()..text.bottom()).contains(&at.y) {
            let row = if at.y < text.top() { -1 } else { 1 };
            self.with(which, effects, |component, cx| component.wheel(row, HitTarget::Byte(0), cx));
        }
        let nearest = Position::new(
            at.x.clamp(text.left(), text.right() - 1),
            at.y.clamp(text.top(), text.bottom() - 1),
        );
        let hit = self.hit(which, nearest);
        self.with(which, effects, |component, cx| component.drag(hit, cx));
    }

    fn wheel(&mut self, at: Position, turns: isize, effects: &mut Vec<Effect>) {
        let (which, hit, rows) = match self.top() {
            ComponentPlace::Screen(screen) => {
                (ComponentPlace::Screen(screen), self.hit(ComponentPlace::Screen(screen), at), WHEEL)
            }
            ComponentPlace::Panel(_) => {
                let Some((panel, hit)) = self.panel_under(at) else { return };
                (ComponentPlace::Panel(panel), hit, if matches!(hit, HitTarget::Byte(_)) { WHEEL } else { 1 })
            }
        };
        self.with(which, effects, |component, cx| component.wheel(turns * rows, hit, cx));
    }

    /// Returns the panel at a cell, or the panel whose name is there, with what it draws there.
    fn panel_under(&self, at: Position) -> Option<(Panel, HitTarget)> {
        let layout = self.layout.as_ref()?;
        if let Some(panel) = layout.panel_at(at) {
            return Some((panel, self.hit(ComponentPlace::Panel(panel), at)));
        }
        let place = layout.tabs.filter(|place| place.contains(at))?;
        Some((header::tab_at(&self.state, place, at.x)?, HitTarget::Nothing))
    }

    /// Returns what a component draws at a cell.
    fn hit(&self, which: ComponentPlace, at: Position) -> HitTarget {
        let area = self.area(which);
        if area.contains(at) { self.component(which).hit(&self.state, area, at) } else { HitTarget::Nothing }
    }
}
