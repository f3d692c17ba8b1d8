//! Strengths and weaknesses: every rule that the gym asked for, with the share of right answers and when it comes back.
//!
//! Understands: scrolling.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::gym::{Card, Record};
use crate::tui::component::{Component, Cx};
use crate::tui::guide::Guide;
use crate::tui::keymap::{Action, Context};
use crate::tui::list::Scroll;
use crate::tui::meters;
use crate::tui::state::State;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::{self, inside};
use crate::tui::words::{self, reasons, styled};

/// Columns of the bar.
const BAR: usize = 12;
/// Columns of what stands behind the bar.
const TAIL: usize = 26;

/// The screen.
#[derive(Debug, Default)]
pub struct Strengths {
    scroll: Scroll,
}

/// Opens the chart, where the gym is on.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if !matches!(cx.state.guide, Some(Guide::Gym(_))) {
        cx.tell("the gym is not open: `lockbench learn --gym` opens it");
        return None;
    }
    Some(Box::new(Strengths::default()))
}

/// How well a rule is known: of a cap how well it is distinguished, else the share of right answers. A cap that never fired is
/// known to nobody.
fn share(name: &str, card: &Card) -> f64 {
    if name.starts_with("cap/") {
        return card.told_apart().unwrap_or(0.0);
    }
    card.right as f64 / ((card.right + card.wrong) as f64).max(1.0)
}

/// A rule as people say it.
pub fn rule(name: &str) -> String {
    match name.split_once('/') {
        Some(("label", kind)) => format!("spotting: {}", kind.replace('_', " ")),
        Some(("cap", slug)) => format!("cap: {}", reasons::rule(slug)),
        Some(("score", metric)) => format!("score of {}", words::metric(metric)),
        _ => "verdict".to_owned(),
    }
}

/// The rules in lines, the weakest first.
pub fn lines(record: &Record, theme: &Theme, now: u64, width: usize) -> Vec<Line<'static>> {
    let mut rules: Vec<(&String, &Card)> = record.rules.iter().collect();
    rules.sort_by(|(a, one), (b, other)| share(a, one).total_cmp(&share(b, other)).then(a.cmp(b)));
    let wide = width > BAR + TAIL + 20;
    let each = rules.into_iter().map(|(name, card)| {
        let tail = if wide { TAIL } else { 6 };
        let room = width.saturating_sub(BAR + tail + 3);
        let mut line = vec![styled(format!(" {} ", words::cell(&rule(name), room)), theme.style(Role::Text))];
        line.extend(meters::gauge(share(name, card), BAR, theme));
        let untold = name.starts_with("cap/") && card.told_apart().is_none();
        let never = if card.fired == [0; 2] { " idle" } else { " fired" };
        let score = match untold {
            true => never.to_owned(),
            false => format!(" {}/{}", card.right, card.right + card.wrong),
        };
        line.push(styled(words::cell(&score, 7), theme.style(Role::Accent)));
        if wide {
            line.push(styled(
                due(card, now),
                theme.style(if card.due() <= now { Role::Warn } else { Role::Dim }),
            ));
        }
        Line::from(line)
    });
    each.collect()
}

/// When a rule comes back.
fn due(card: &Card, now: u64) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    match card.due().saturating_sub(now) {
        0 => "due now".to_owned(),
        left if left < HOUR => format!("back in {} min", left.div_ceil(MINUTE)),
        left if left < 2 * DAY => format!("back in {} h", left.div_ceil(HOUR)),
        left => format!("back in {} days", left / DAY),
    }
}

impl Strengths {
    fn rows(&self, state: &State, width: usize) -> Vec<Line<'static>> {
        let Some(Guide::Gym(gym)) = &state.guide else { return Vec::new() };
        lines(&gym.record, &state.theme, state.now, width)
    }
}

impl Component for Strengths {
    fn context(&self, _state: &State) -> Context {
        Context::Strengths
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let inner = inside(cx.area);
        let rows = self.rows(cx.state, usize::from(inner.width)).len();
        self.scroll.act(action, rows, usize::from(inner.height).saturating_sub(2))
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let Some(Guide::Gym(gym)) = &state.guide else { return };
        let keys = state.keys.hints(Context::Strengths, &[(&[Action::Close], "closes")]);
        let inner = widgets::screen(&state.theme, frame, area, "Strengths and weaknesses", &keys);
        let rows = self.rows(state, usize::from(inner.width));
        let told = match rows.len() {
            0 => "No exercise is answered yet.".to_owned(),
            _ => format!(
                "{} answered · {} due · the weakest first",
                crate::num::pluralize(gym.record.done as usize, "exercise"),
                crate::num::pluralize(gym.record.due(state.now), "rule")
            ),
        };
        let head = [Line::from(styled(format!(" {told}"), state.theme.style(Role::Dim))), Line::default()];
        let top = self.scroll.top(rows.len(), usize::from(inner.height).saturating_sub(2));
        widgets::put(frame, inner, head.into_iter().chain(rows.into_iter().skip(top)));
    }
}
