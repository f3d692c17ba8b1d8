//! Leaving while changes are unsaved, or while an export is being written.
//!
//! Actions: write what could not be written and quit; quit without it.

use crate::tui::component::ComponentEvent;
use crate::tui::msg::Effect;
use crate::tui::queue::QueueJob;
use crate::tui::state::StorageStatus;
use crate::tui::words::wrap;

use super::prelude::*;

/// Width of the screen in columns, frame included.
const WIDTH: u16 = 64;

/// The screen that waits, or asks.
#[derive(Debug)]
pub struct Leaving {
    /// Whether it asks what to do, instead of waiting for the session to be written.
    asks: bool,
    /// Whether the session is written or need not be, so that only exports are waited for.
    settled: bool,
}

/// Quits once everything is on disk; asks if something would be lost.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if cx.state.is_losing() {
        return Some(Box::new(Leaving { asks: true, settled: false }));
    }
    if cx.state.may_write() {
        // Typed text would otherwise wait for a pause that does not come, and the file may be missing.
        cx.effects.push(Effect::Queue(QueueJob::Leave));
        return Some(Box::new(Leaving { asks: false, settled: false }));
    }
    if cx.state.exports > 0 {
        return Some(Box::new(Leaving { asks: false, settled: true }));
    }
    cx.effects.push(Effect::Quit(0));
    None
}

impl Leaving {
    /// Writes everything; the answer then quits.
    fn wait(&mut self, cx: &mut Cx) {
        (self.asks, self.settled) = (false, false);
        cx.effects.push(Effect::Queue(QueueJob::Leave));
    }

    fn lines(&self, state: &State) -> Vec<Line<'static>> {
        let theme = &state.theme;
        let room = usize::from(WIDTH) - 6;
        let mut lines = vec![Line::default()];
        if self.settled {
            lines.push(theme.line(ThemeRole::Stale, "  writing the export …"));
            lines.push(Line::default());
            let keys = [(Action::DiscardAndQuit, "quit without it"), (Action::Close, "cancel")];
            lines.extend(keys.map(|(action, what)| choice(action, what, state)));
            return lines;
        }
        if !state.is_losing() {
            lines.push(theme.line(ThemeRole::Stale, "  saving …"));
            return lines;
        }
        let why = sanitize::line(&format!("What was done last is not saved: {}", state.unsaved_because()))
            .into_owned();
        lines.extend(
            wrap(&why, room).into_iter().map(|line| theme.line(ThemeRole::Error, format!("  {line}"))),
        );
        lines.push(Line::default());
        let again = may_try_again(state).then_some((Action::SaveAndQuit, "try again, and quit"));
        let copy = state.lost.as_ref().map(|lost| format!("save everything in {}", lost.offer.display()));
        let copy = copy.as_deref().map(|what| (Action::SaveCopy, what));
        let last = [(Action::DiscardAndQuit, "discard and quit"), (Action::Close, "cancel")];
        let keys = again.into_iter().chain(copy).chain(last);
        lines.extend(keys.map(|(action, what)| choice(action, what, state)));
        lines
    }

    /// Quits, once no export is being written.
    fn end(&mut self, cx: &mut Cx) {
        self.settled = true;
        if cx.state.exports == 0 {
            cx.effects.push(Effect::Quit(0));
        }
    }
}

/// Whether what is not saved may be saved after all. What the session refuses may not.
fn may_try_again(state: &State) -> bool {
    let failed = state.lost.is_some() || state.unkept.is_some();
    failed && state.is_losing() && matches!(state.kept, StorageStatus::In(_))
}

fn choice(action: Action, what: &str, state: &State) -> Line<'static> {
    let (theme, key) = (&state.theme, state.keys.name(Context::Leaving, action));
    Line::from(vec![
        theme.span(ThemeRole::Key, format!("  {key:<3} ")),
        theme.span(ThemeRole::Text, sanitize::line(what).into_owned()),
    ])
}

impl Component for Leaving {
    fn window(&self, state: &State) -> Window {
        Window::middle(Context::Leaving, WIDTH, self.lines(state).len() as u16 + 3)
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        match action {
            Action::SaveAndQuit => may_try_again(state),
            Action::SaveCopy => state.lost.is_some(),
            _ => true,
        }
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::SaveAndQuit if self.offers(action, cx.state) => {
                (cx.state.unkept, cx.state.lost) = (None, None);
                self.wait(cx);
            }
            Action::SaveCopy => {
                let Some(lost) = &cx.state.lost else { return false };
                cx.effects.push(Effect::Queue(QueueJob::Rescue(lost.offer.clone())));
            }
            Action::DiscardAndQuit => cx.effects.push(Effect::Quit(0)),
            _ => return false,
        }
        true
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        match event {
            ComponentEvent::Settled if cx.state.is_losing() => self.asks = true,
            ComponentEvent::Settled => self.end(cx),
            // The message on the screen says why an export could not be written.
            ComponentEvent::Exported if cx.state.notice.as_ref().is_some_and(|notice| notice.bad) => {
                cx.close();
            }
            ComponentEvent::Exported if self.settled => self.end(cx),
            // The session was opened, or its file came back, while the question was on the screen.
            ComponentEvent::Kept if self.asks && !cx.state.is_losing() => self.wait(cx),
            ComponentEvent::Moved => cx.close(),
            _ => {}
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let title = match self.settled {
            true => "Exporting",
            false if state.is_losing() => "Not saved",
            false => "Saving",
        };
        let inner = widgets::screen(&state.theme, frame, area, title, "");
        widgets::put(frame, inner, self.lines(state));
    }
}
