//! The readings: each unclear rule as a switch, and what each of its values makes of the verdict and the score.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::num::Num;
use crate::rubric::Reading;
use crate::tui::app::{App, Bench};
use crate::tui::theme::{Role, Theme};
use crate::tui::update::readings;
use crate::tui::view::words::{self, styled, width_of};
use crate::tui::view::{list, row_style};
use crate::tui::worker::WhatIf;

use super::{open, put};

/// Columns from which a row has room for what each value gives.
const BROAD: usize = 96;
/// Columns of a reading's name.
const KEY: usize = 22;

/// What a reading does to the case on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bearing {
    /// Every value gives the same.
    Nothing,
    /// Another value gives another headline number.
    Score,
    /// Another value gives another verdict.
    Verdict,
}

/// Draws the window.
pub fn draw(app: &App, row: usize, frame: &mut Frame, main: Rect) {
    let theme = &app.theme;
    let readings: Vec<&Reading> = readings(app).collect();
    let heading = format!("Readings of {}", app.slug());
    let foot_rows = 3 + readings.iter().map(|reading| reading.values.len()).max().unwrap_or(0);
    let wanted = (readings.len() + foot_rows + 3).min(usize::from(main.height)) as u16;
    let inner = open(app, frame, main, (110, wanted), &heading, "Enter switches  Esc closes");
    let Some(reading) = readings.get(row) else {
        put(frame, inner, [Line::from(styled(" this rubric leaves no rule open", theme.style(Role::Dim)))]);
        return;
    };
    let (height, width) = (usize::from(inner.height), usize::from(inner.width));
    let foot = foot(app, reading, theme, width);
    // The list keeps three rows at least.
    let foot_rows = foot.len().min(height.saturating_sub(3));
    let shown = height - foot_rows;
    let top = list::first(row, readings.len(), shown);
    let lines = readings.iter().enumerate().skip(top).take(shown).map(|(at, reading)| {
        Line::from(switch(app, reading, theme, width)).style(row_style(theme, at == row))
    });
    put(frame, Rect { height: shown as u16, ..inner }, lines);
    put(frame, Rect { y: inner.y + shown as u16, height: foot_rows as u16, ..inner }, foot);
}

/// What the values of a reading give, as last found.
fn effects<'a>(bench: Option<&'a Bench>, key: &'a str) -> impl Iterator<Item = &'a WhatIf> {
    let effects = bench.map(|bench| bench.effects.as_slice()).unwrap_or_default();
    effects.iter().filter(move |effect| effect.key == key)
}

/// How a reading bears on the case: seen off its values, one against the other.
fn bearing(bench: Option<&Bench>, key: &str) -> Bearing {
    let mut all = effects(bench, key);
    let Some(first) = all.next() else { return Bearing::Nothing };
    all.fold(Bearing::Nothing, |bearing, effect| {
        if effect.decision != first.decision || bearing == Bearing::Verdict {
            Bearing::Verdict
        } else if effect.score != first.score {
            Bearing::Score
        } else {
            bearing
        }
    })
}

fn result(effect: &WhatIf) -> String {
    format!("{} {}", effect.decision.as_str(), effect.score.map_or_else(|| "-".to_owned(), Num::shown))
}

/// A row: the switch as it stands, what its values give, and whether anything depends on it.
fn switch(app: &App, reading: &Reading, theme: &Theme, width: usize) -> Vec<Span<'static>> {
    let now = app.readings.get(reading.key);
    let bearing = bearing(app.bench(), reading.key);
    let (sign, role) = match bearing {
        Bearing::Verdict => ("!", Role::Warn),
        Bearing::Score => ("±", Role::Accent),
        Bearing::Nothing => (" ", Role::Dim),
    };
    let mut line = vec![
        styled(format!(" {sign} "), theme.style(role)),
        styled(words::cell(reading.key, KEY), theme.style(Role::Text)),
    ];
    for value in reading.values {
        let chosen = *value == now;
        let effect = effects(app.bench(), reading.key).find(|effect| effect.value == *value);
        let words = match effect.filter(|_| width >= BROAD && bearing != Bearing::Nothing) {
            Some(effect) => format!("{value} {}", result(effect)),
            None => (*value).to_owned(),
        };
        let (words, role) =
            if chosen { (format!("[{words}] "), Role::Accent) } else { (format!(" {words}  "), Role::Dim) };
        line.push(styled(words, theme.style(role)));
    }
    if bearing == Bearing::Verdict {
        let word = "DISPUTED";
        while width_of(&line) + word.len() > width && line.len() > 3 {
            line.pop();
        }
        line.push(styled(word, theme.style(Role::Warn)));
    }
    line
}

/// What the chosen reading settles, and what each of its values would give.
fn foot(app: &App, reading: &Reading, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(styled("─".repeat(width), theme.style(Role::Border)))];
    let now = app.readings.get(reading.key);
    for (at, value) in reading.values.iter().enumerate() {
        let chosen = *value == now;
        let sign = if chosen { "▸" } else { " " };
        let role = if chosen { Role::Accent } else { Role::Text };
        let mut line = vec![styled(format!(" {sign} {}", words::cell(value, KEY)), theme.style(role))];
        match effects(app.bench(), reading.key).find(|effect| effect.value == *value) {
            Some(effect) => {
                let decision = effect.decision;
                let score = effect.score.map_or_else(|| "-".to_owned(), Num::shown);
                line.push(styled(
                    format!("{:<10} ", decision.as_str()),
                    theme.style(words::decision(decision)),
                ));
                line.push(styled(format!("{score:>6}"), theme.style(Role::Text)));
            }
            None => line.push(styled("…", theme.style(Role::Stale))),
        }
        let said: Vec<&str> = [("default", at == 0), ("as printed", reading.printed == Some(*value))]
            .into_iter()
            .filter_map(|(word, holds)| holds.then_some(word))
            .collect();
        line.push(styled(format!("  {}", said.join(", ")), theme.style(Role::Dim)));
        lines.push(Line::from(line));
    }
    let about = words::wrap(reading.about, width.saturating_sub(2)).into_iter();
    lines.extend(about.map(|line| Line::from(styled(format!(" {line}"), theme.style(Role::Dim)))));
    lines
}
