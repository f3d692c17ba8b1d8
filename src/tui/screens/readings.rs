//! The readings: each unclear rule as a switch, with the verdict and score that each of its values gives.
//!
//! Actions: move between readings; Enter switches the one in focus to its next value, `p` sets every rule to
//! its printed reading, `d` to its default.

use ratatui::text::Span;

use crate::num::Num;
use crate::report::Verdict;
use crate::rubric::{self, Reading, ReadingEffect};
use crate::tui::component::ComponentEvent;
use crate::tui::open_case::OpenCase;
use crate::tui::words::width_of;

use super::prelude::*;

/// Width, in columns, from which a row has room for the result of each value.
const BROAD: usize = 96;
/// Width of a value's meaning, in columns.
const MEANING: usize = 24;
/// Width of a reading's description in columns, on a broad screen and on a narrow one.
const ABOUT: [usize; 2] = [40, 26];

/// The effect of a reading on the case on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadingConsequence {
    /// All values give the same result.
    Nothing,
    /// Another value gives a different headline score.
    Score,
    /// Another value gives a different verdict.
    Verdict,
}

/// Width of the screen, in columns.
const WIDTH: u16 = 110;

#[derive(Debug, Default)]
pub struct ReadingsScreen {
    list: ListCursor,
}

/// Opens the readings that affect the current rubric.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    // The result of each value is computed while the screen is open.
    cx.judge();
    Some(Box::<ReadingsScreen>::default())
}

struct Parts {
    list: Rect,
    below: Rect,
    /// The lines below the list, about the reading in focus.
    foot: Vec<Line<'static>>,
}

impl ReadingsScreen {
    /// Returns the readings, one for each row.
    fn rows(&self, state: &State) -> Vec<&'static Reading> {
        state.readings().collect()
    }

    /// Returns the layout of the screen; the list gets at least three rows.
    fn parts(&self, state: &State, area: Rect) -> Parts {
        let inner = inside(area);
        let reading = self.rows(state).get(self.list.cursor()).copied();
        let foot = reading.map(|reading| foot(state, reading, &state.theme, usize::from(inner.width)));
        let foot = foot.unwrap_or_default();
        let below = (foot.len() as u16).min(inner.height.saturating_sub(3));
        let shown = inner.height - below;
        let list = Rect { height: shown, ..inner };
        Parts { list, below: Rect { y: inner.y + shown, height: below, ..inner }, foot }
    }

    /// Switches the reading in focus to its next value.
    fn change(&self, cx: &mut Cx) {
        let Some(reading) = cx.state.readings().nth(self.list.cursor()) else { return };
        let now = cx.state.readings.get(reading.key);
        let at = reading.values.iter().position(|value| *value == now).unwrap_or(0);
        let next = reading.values[(at + 1) % reading.values.len()];
        match cx.state.readings.set(reading.key, next) {
            Ok(()) => cx.judge(),
            Err(error) => cx.state.warn(error.to_string()),
        }
    }

    /// Sets every reading that affects the rubric to its value in another set of readings.
    fn set_all(&self, cx: &mut Cx, wanted: rubric::Readings) {
        for reading in self.rows(cx.state) {
            // Both sets know every key and value of the table.
            let _ = cx.state.readings.set(reading.key, wanted.get(reading.key));
        }
        cx.judge();
    }
}

impl Component for ReadingsScreen {
    fn window(&self, state: &State) -> Window {
        let rows = self.rows(state);
        let foot = 3 + rows.iter().map(|reading| reading.values.len()).max().unwrap_or(0);
        let height = u16::try_from(rows.len() + foot + 3).unwrap_or(u16::MAX);
        Window::middle(Context::Readings, WIDTH, height)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::Change => self.change(cx),
            Action::Literal => self.set_all(cx, rubric::Readings::literal()),
            Action::Defaults => self.set_all(cx, rubric::Readings::default()),
            _ => return false,
        }
        true
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event == ComponentEvent::Rubric {
            self.list = ListCursor::default();
            // The result of each value is computed for the current rubric only.
            cx.judge();
        }
    }

    fn wants_readings(&self) -> bool {
        true
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, self.rows(state).len(), self.parts(state, area).list))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let heading = format!("Readings of {}", state.slug());
        let inner = self.framed(state, frame, area, &heading, &[(&[Action::Change], "switches"), CLOSES]);
        let rows = self.rows(state);
        if rows.is_empty() {
            let words = theme.span(ThemeRole::Dim, " this rubric has no ambiguous rules");
            return widgets::put(frame, inner, [Line::from(words)]);
        }
        let width = usize::from(inner.width);
        let parts = self.parts(state, area);
        self.list.draw(theme, rows.len(), frame, parts.list, |at| {
            Line::from(switch(state, rows[at], theme, width))
        });
        widgets::put(frame, parts.below, parts.foot);
    }
}

/// Returns the results of the values of a reading, as last computed.
fn effects<'a>(open_case: Option<&'a OpenCase>, key: &'a str) -> impl Iterator<Item = &'a ReadingEffect> {
    let effects = open_case.map(|open_case| open_case.effects.as_slice()).unwrap_or_default();
    effects.iter().filter(move |effect| effect.key == key)
}

/// Returns the effect of a reading on the case: whether another value gives a different verdict than the
/// current one, or else a different score.
fn bearing(open_case: Option<&OpenCase>, key: &str) -> ReadingConsequence {
    // The line at the top uses the same count, so that both agree.
    let report = open_case.and_then(OpenCase::report);
    if report.is_some_and(|report| report.disputed_rules().contains(&key)) {
        return ReadingConsequence::Verdict;
    }
    let mut all = effects(open_case, key);
    let Some(first) = all.next() else { return ReadingConsequence::Nothing };
    match all.any(|effect| (effect.decision, effect.score) != (first.decision, first.score)) {
        true => ReadingConsequence::Score,
        false => ReadingConsequence::Nothing,
    }
}

fn in_force(state: &State) -> Option<&Verdict> {
    state.report().map(|report| &report.verdict)
}

fn result(effect: &ReadingEffect) -> String {
    format!("{} {}", effect.decision.as_str(), effect.score.map_or_else(|| "-".to_owned(), Num::shown))
}

/// Returns a reading's subject in words: the beginning of its description.
fn settles(reading: &Reading) -> &'static str {
    reading.about.split([':', ';', '(']).next().unwrap_or(reading.about).trim_end().trim_end_matches('.')
}

/// Returns a row: the value of the reading, its effect, and the result of another value.
fn switch(state: &State, reading: &Reading, theme: &Theme, width: usize) -> Vec<Span<'static>> {
    let now = state.readings.get(reading.key);
    let bearing = bearing(state.open_case(), reading.key);
    let (sign, role) = match bearing {
        ReadingConsequence::Verdict => ("!", ThemeRole::Warn),
        ReadingConsequence::Score => ("±", ThemeRole::Accent),
        ReadingConsequence::Nothing => (" ", ThemeRole::Dim),
    };
    let mut line = vec![
        theme.span(role, format!(" {sign} ")),
        theme.span(ThemeRole::Text, words::cell(settles(reading), ABOUT[usize::from(width < BROAD)])),
        Span::raw(" "),
    ];
    line.push(theme.span(ThemeRole::Accent, words::cell(reading.meaning(now), MEANING)));
    let other = effects(state.open_case(), reading.key).find(|effect| match bearing {
        ReadingConsequence::Verdict => in_force(state).is_some_and(|now| effect.decision != now.decision),
        _ => in_force(state).is_some_and(|now| effect.score != now.score),
    });
    let other = other.filter(|_| width >= BROAD).map_or_else(String::new, |it| format!(": {}", result(it)));
    let (effect, role) = match bearing {
        ReadingConsequence::Verdict => (format!("changes the verdict{other}"), ThemeRole::Warn),
        ReadingConsequence::Score => (format!("changes the score{other}"), ThemeRole::Dim),
        ReadingConsequence::Nothing => return line,
    };
    while width_of(&line) + words::width(&effect) > width && line.len() > 3 {
        line.pop();
    }
    line.push(theme.span(role, effect));
    line
}

/// Returns details of the reading in focus, with the result of each of its values.
fn foot(state: &State, reading: &Reading, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = vec![theme.line(ThemeRole::Border, "─".repeat(width))];
    let now = state.readings.get(reading.key);
    for (at, value) in reading.values.iter().enumerate() {
        let chosen = *value == now;
        let sign = if chosen { "▸" } else { " " };
        let role = if chosen { ThemeRole::Accent } else { ThemeRole::Text };
        let mut line =
            vec![theme.span(role, format!(" {sign} {}", words::cell(reading.meaning(value), MEANING)))];
        match effects(state.open_case(), reading.key).find(|effect| effect.value == *value) {
            Some(effect) => {
                let decision = effect.decision;
                let score = effect.score.map_or_else(|| "-".to_owned(), Num::shown);
                line.push(theme.span(words::decision(decision), format!("{:<10} ", decision.as_str())));
                line.push(theme.span(ThemeRole::Text, format!("{score:>6}")));
            }
            None => line.push(theme.span(ThemeRole::Stale, "…")),
        }
        let said = [(*value, true), ("default", at == 0), ("as printed", reading.printed == Some(*value))];
        let said: Vec<&str> = said.into_iter().filter_map(|(word, holds)| holds.then_some(word)).collect();
        let room = width.saturating_sub(width_of(&line) + 2);
        let said = sanitize::fit(&said.join(", "), room).into_owned();
        line.push(theme.span(ThemeRole::Dim, format!("  {said}")));
        lines.push(Line::from(line));
    }
    let about = format!("{} ({})", reading.about, reading.key);
    lines.extend(words::paragraph(theme, ThemeRole::Dim, &about, width.saturating_sub(2)));
    lines
}
