//! Leaving with changes that are not saved.
//!
//! Understands: saving every changed case and quitting, quitting without saving.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::labels::overrides::Side;
use crate::tui::bench::Bench;
use crate::tui::component::{Component, Cx, Event, Place};
use crate::tui::keymap::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::report::to_save;
use crate::tui::safe;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::widgets;
use crate::tui::words::styled;

/// Changed cases that are named.
const NAMED: usize = 8;

/// The screen that asks.
#[derive(Debug, Default)]
pub struct Leaving {
    /// The saves that have to end before the program may.
    waiting: usize,
}

/// Quits, or asks first where something would be lost.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if cx.state.is_dirty() {
        return Some(Box::<Leaving>::default());
    }
    cx.effects.push(Effect::Quit(0));
    None
}

impl Leaving {
    /// The cases that would lose something.
    fn rows<'a>(&self, state: &'a State) -> impl Iterator<Item = (usize, &'a Bench)> + use<'a> {
        state.benches.iter().filter(|(_, bench)| bench.is_dirty()).map(|(at, bench)| (*at, bench))
    }

    /// Saves every changed case; the program ends when the last save has.
    fn save(&mut self, cx: &mut Cx) {
        let saves = self.rows(cx.state).map(|(at, bench)| Ok((at, to_save(bench, &cx.state.by)?)));
        match saves.collect::<Result<Vec<_>, String>>() {
            Ok(saves) if saves.is_empty() => cx.tell("nothing has changed since it was opened or saved"),
            Ok(saves) => {
                self.waiting = saves.len();
                cx.effects.extend(saves.into_iter().map(|(at, save)| Effect::Save(at, Box::new(save))));
            }
            Err(reason) => {
                cx.close();
                cx.state.warn(reason);
            }
        }
    }
}

impl Component for Leaving {
    fn context(&self, _state: &State) -> Context {
        Context::Leaving
    }

    fn place(&self, state: &State) -> Place {
        Place::Middle(58, self.rows(state).count().min(NAMED) as u16 + 7)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::SaveAndQuit => self.save(cx),
            Action::DiscardAndQuit => cx.effects.push(Effect::Quit(0)),
            _ => return false,
        }
        true
    }

    fn on(&mut self, event: Event, cx: &mut Cx) {
        match event {
            // A save that was asked for before the question is no answer to it.
            Event::Saved(true) if self.waiting > 0 => {
                self.waiting -= 1;
                if self.waiting == 0 {
                    cx.effects.push(Effect::Quit(0));
                }
            }
            Event::Saved(false) => cx.close(),
            Event::Saved(true) | Event::Rubric | Event::Scored => {}
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let inner = widgets::screen(theme, frame, area, "Not saved yet", "");
        let mut lines: Vec<Line> = vec![Line::default()];
        lines.extend(self.rows(state).take(NAMED).map(|(_, bench)| {
            let parts = [
                (bench.is_edited(Side::Article), "article"),
                (bench.is_edited(Side::Summary), "summary"),
                (bench.is_relabelled(), "labels"),
            ];
            let parts: Vec<&str> =
                parts.into_iter().filter_map(|(changed, part)| changed.then_some(part)).collect();
            let words = format!("  {}: {}", safe::fit(&bench.case.id, 30), parts.join(", "));
            Line::from(styled(words, theme.style(Role::Text)))
        }));
        lines.push(Line::default());
        if self.waiting > 0 {
            lines.push(Line::from(styled("  saving …", theme.style(Role::Stale))));
        } else {
            for (key, what) in [("s", "save and quit"), ("d", "discard and quit"), ("Esc", "cancel")] {
                lines.push(Line::from(vec![
                    styled(format!("  {key:<4}"), theme.style(Role::Key)),
                    styled(what, theme.style(Role::Text)),
                ]));
            }
        }
        widgets::put(frame, inner, lines);
    }
}
