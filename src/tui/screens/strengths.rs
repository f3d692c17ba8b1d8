//! Strengths and weaknesses: every rule in the exercises, with the share of right answers corrected for
//! guessing, and when it is due again. A cap that has not fired yet has not been practised.
//!
//! Actions: scroll.

use std::collections::BTreeSet;

use crate::gym::{Card, rule_name};
use crate::tui::guide::Guide;
use crate::tui::list::Scroll;
use crate::tui::meters;
use crate::tui::training::GymState;

use super::prelude::*;

/// Width of the bar, in columns.
const BAR: usize = 12;
/// Width of the text after the bar, in columns.
const TAIL: usize = 28;

#[derive(Debug, Default)]
pub struct Strengths {
    scroll: Scroll,
}

/// Opens the chart, if exercises are being taken.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if !matches!(cx.state.guide, Some(Guide::Gym(_))) {
        cx.notify("the gym is not open: `lockbench learn --gym` opens it");
        return None;
    }
    Some(Box::new(Strengths::default()))
}

/// Returns the rules of the exercises in lines, weakest first, rules without practice last.
pub fn lines(gym: &GymState, state: &State, width: usize) -> Vec<Line<'static>> {
    let (theme, now) = (&state.theme, state.now);
    let record = &gym.record;
    let rules = gym.exercises.iter().flat_map(|exercise| &exercise.rules);
    let names: BTreeSet<String> = rules.chain(record.rules.keys()).cloned().collect();
    let mut rules: Vec<(String, Option<f64>)> =
        names.into_iter().map(|name| (name.clone(), record.score(&name))).collect();
    let order = |score: &Option<f64>| score.unwrap_or(f64::INFINITY);
    rules.sort_by(|(a, one), (b, other)| order(one).total_cmp(&order(other)).then(a.cmp(b)));
    let wide = width > BAR + TAIL + 20;
    let each = rules.into_iter().map(|(name, score)| {
        let card = record.rules.get(&name);
        // In a narrow area the names need the bar's columns, especially those of rules without a bar.
        let (bar, tail) = match (wide, score) {
            (true, _) => (BAR, TAIL),
            (false, Some(_)) => (BAR / 2, 7),
            (false, None) => (0, 10),
        };
        let room = width.saturating_sub(bar + tail + 2);
        let name = rule_name(&name, &state.rubrics, state.slug());
        let mut line = vec![theme.span(ThemeRole::Text, format!(" {} ", words::cell(&name, room)))];
        match score {
            Some(score) => line.extend(meters::gauge(score, bar, theme)),
            None => line.push(theme.span(ThemeRole::Dim, " ".repeat(bar))),
        }
        let score =
            score.map_or_else(|| " not tried".to_owned(), |score| format!(" {:3.0} %", score * 100.0));
        line.push(theme.span(ThemeRole::Accent, words::cell(&score, if wide { 11 } else { tail })));
        if let Some(card) = card.filter(|_| wide) {
            let role = if card.due() <= now { ThemeRole::Warn } else { ThemeRole::Dim };
            line.push(theme.span(role, due(card, now)));
        }
        Line::from(line)
    });
    each.collect()
}

/// Returns when a rule is due again.
fn due(card: &Card, now: u64) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    match card.due().saturating_sub(now) {
        0 => "due now".to_owned(),
        left if left < HOUR => format!("back in {} min", left.div_ceil(MINUTE)),
        left if left < 2 * DAY => format!("back in {} h", left.div_ceil(HOUR)),
        left => format!("back in {} days", left.div_ceil(DAY)),
    }
}

impl Strengths {
    fn rows(&self, state: &State, width: usize) -> Vec<Line<'static>> {
        let Some(Guide::Gym(gym)) = &state.guide else { return Vec::new() };
        lines(gym, state, width)
    }
}

impl Component for Strengths {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Strengths)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let inner = inside(cx.area);
        let rows = self.rows(cx.state, usize::from(inner.width)).len();
        self.scroll.act(action, rows, usize::from(inner.height).saturating_sub(2))
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let Some(Guide::Gym(gym)) = &state.guide else { return };
        let inner = self.framed(state, frame, area, "Strengths and weaknesses", &[CLOSES]);
        let rows = self.rows(state, usize::from(inner.width));
        let progress = match gym.record.done {
            0 => "No exercise is answered yet.".to_owned(),
            _ => format!(
                "{} answered · {} due · guesses get 0 %",
                crate::num::pluralize(gym.record.done as usize, "exercise"),
                crate::num::pluralize(gym.record.due(state.now), "rule")
            ),
        };
        let progress = sanitize::fit(&progress, usize::from(inner.width).saturating_sub(1)).into_owned();
        let head = [state.theme.line(ThemeRole::Dim, format!(" {progress}")), Line::default()];
        let height = usize::from(inner.height).saturating_sub(2);
        let top = self.scroll.top(rows.len(), height);
        widgets::more(&state.theme, frame, area, self.scroll.below(rows.len(), height));
        widgets::put(frame, inner, head.into_iter().chain(rows.into_iter().skip(top)));
    }
}
