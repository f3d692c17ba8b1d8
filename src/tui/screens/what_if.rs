//! What would change the verdict: the smallest sets of label changes, each shown as if it were applied. The screen
//! leaves the texts in sight, where the words of the labels are lit.
//!
//! Understands: going from way to way; Enter takes the changes of the one in focus over as decisions.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::labels::Word;
use crate::num::Num;
use crate::report::flip::spelled;
use crate::report::{Change, Effect, Flip, LabelId, Metric, Reach, Report, Way};
use crate::tui::bench::Bench;
use crate::tui::component::{Component, Cx, Event, Place};
use crate::tui::decide;
use crate::tui::keymap::{Action, Context};
use crate::tui::list::{List, Row};
use crate::tui::meters::{is_better, meter};
use crate::tui::safe;
use crate::tui::state::State;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::{self, row_style};
use crate::tui::words::{self, spoken, styled};

/// Columns of a bar of the preview.
const BAR: usize = 8;

/// The screen of what would change the verdict.
#[derive(Debug, Default)]
pub struct WhatIf {
    list: List,
}

/// Opens the ways to turn the verdict of the report on the screen, if there is one.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if cx.state.report().is_none() {
        cx.tell("there is no report yet");
        return None;
    }
    cx.state.editing = false;
    let screen = WhatIf::default();
    screen.light(cx);
    Some(Box::new(screen))
}

impl WhatIf {
    /// The ways, in lines: every way with its changes, and for the one in focus what the scores would be.
    fn rows(&self, bench: &Bench, report: &Report, theme: &Theme, width: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        let note =
            |words: &'static str, role| Row { line: Line::from(styled(words, theme.style(role))), of: None };
        if bench.is_stale() {
            rows.push(note(" the scores of your last change are on their way …", Role::Stale));
        }
        if report.verdict.flips.is_empty() {
            rows.push(note(" no change of labels is known to turn this verdict", Role::Dim));
        }
        for (at, flip) in report.verdict.flips.iter().enumerate() {
            let chosen = at == self.list.cursor();
            let mut lines = vec![head(flip, chosen, theme)];
            if let Reach::Within { changes, .. } = &flip.reach {
                lines.extend(changes.iter().map(|change| turn(bench, change, theme, width)));
                if chosen {
                    lines.extend(preview(report, flip, changes, theme, width));
                }
            }
            rows.extend(lines.into_iter().map(|line| Row { line, of: Some(at) }));
        }
        rows
    }

    /// The changes of the way in focus.
    fn changes<'a>(&self, state: &'a State) -> &'a [Change] {
        let flip = state.report().and_then(|report| report.verdict.flips.get(self.list.cursor()));
        match flip.map(|flip| &flip.reach) {
            Some(Reach::Within { changes, .. }) => changes,
            _ => &[],
        }
    }

    /// Brings the words of the first label that would change into sight.
    fn light(&self, cx: &mut Cx) {
        if let Some(first) = self.changes(cx.state).first() {
            let id = first.id;
            cx.state.reveal(id);
        }
    }

    /// Takes the changes of the way in focus over as decisions.
    fn apply(&self, cx: &mut Cx) {
        if cx.state.is_waiting() {
            return cx.tell("the scores of your last change are on their way; then again");
        }
        let changes = self.changes(cx.state).to_vec();
        if changes.is_empty() {
            return cx.tell("there is nothing to apply here");
        }
        let ids = decide::apply(cx, &changes);
        cx.close();
        if let Some(id) = ids.first() {
            cx.state.select(*id);
        }
        cx.tell(&match ids.as_slice() {
            [one] => format!("{one} changed; z takes it back"),
            many => format!("{} labels changed; z takes them back together", many.len()),
        });
    }
}

impl Component for WhatIf {
    fn context(&self, _state: &State) -> Context {
        Context::WhatIf
    }

    fn place(&self, _state: &State) -> Place {
        Place::UnderTexts
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        if action == Action::Enter {
            self.apply(cx);
            return true;
        }
        let ways = cx.state.report().map_or(0, |report| report.verdict.flips.len());
        let moved = self.list.act(action, ways, 1);
        if moved {
            self.light(cx);
        }
        moved
    }

    fn on(&mut self, event: Event, cx: &mut Cx) {
        if event == Event::Rubric {
            self.list = List::default();
            self.light(cx);
        }
    }

    fn lit(&self, state: &State) -> Option<Vec<LabelId>> {
        Some(self.changes(state).iter().map(|change| change.id).collect())
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let now = state.report().map_or_else(String::new, |report| {
            let score = report.verdict.score.map_or_else(String::new, |score| format!(" {}", score.shown()));
            format!(": {} {}{score}", state.slug(), report.verdict.decision.as_str())
        });
        let heading = format!("What would change the verdict{now}");
        let inner = widgets::screen(theme, frame, area, &heading, "");
        let Some((bench, report)) = state.judged() else {
            let words = styled(state.absent(), theme.style(Role::Dim));
            return widgets::put(frame, inner, [Line::from(words)]);
        };
        self.list.draw_lines(self.rows(bench, report, theme, usize::from(inner.width)), frame, inner);
    }
}

/// A way, and what it takes.
fn head(flip: &Flip, chosen: bool, theme: &Theme) -> Line<'static> {
    let sign = if chosen { "▸" } else { " " };
    let way = match flip.way {
        Way::Better => "▲ better",
        Way::Worse => "▼ worse",
    };
    let role = match flip.way {
        Way::Better => Role::Up,
        Way::Worse => Role::Down,
    };
    let mut line =
        vec![styled(format!(" {sign} "), theme.style(Role::Accent)), styled(way, theme.style(role))];
    match &flip.reach {
        Reach::Within { decision, changes, sets } => {
            line.push(styled(": ", theme.style(Role::Dim)));
            line.push(styled(decision.as_str(), theme.style(words::decision(*decision))));
            let count = match changes.len() {
                1 => " with one change".to_owned(),
                many => format!(" with {many} changes together"),
            };
            line.push(styled(count, theme.style(Role::Text)));
            if let Some(others) = sets.map(|sets| sets.saturating_sub(1)).filter(|others| *others > 0) {
                line.push(styled(format!(" ({others} others would do as well)"), theme.style(Role::Dim)));
            }
            if chosen {
                line.push(styled("   Enter", theme.style(Role::Key)));
                line.push(styled(" applies", theme.style(Role::Dim)));
            }
        }
        Reach::Beyond(searched) => {
            let words = match searched {
                1 => ": more than one label would have to change".to_owned(),
                many => format!(": more than {} labels would have to change", spelled(*many)),
            };
            line.push(styled(words, theme.style(Role::Dim)));
        }
        Reach::Never(reason) => {
            line.push(styled(format!(": {}", safe::line(reason)), theme.style(Role::Dim)));
        }
    }
    Line::from(line).style(row_style(theme, false))
}

/// One label that would change: which, from what to what, and its words.
fn turn(bench: &Bench, change: &Change, theme: &Theme, width: usize) -> Line<'static> {
    let (list, finding) = (change.id.list, change.id.list.is_finding());
    let said = |word| {
        if finding && word == Word::No { "struck out".to_owned() } else { spoken(list, word) }
    };
    let mut line = vec![
        styled(format!("     {}  ", change.id), theme.style(Role::Accent)),
        styled(said(change.from), theme.style(words::word(change.from))),
        styled(" → ", theme.style(Role::Dim)),
        styled(said(change.to), theme.style(words::word(change.to))),
        Span::raw("  "),
    ];
    let text = bench.get(change.id).map_or("", |label| label.text.as_str());
    let room = width.saturating_sub(words::width_of(&line) + 3);
    line.push(styled(format!("\"{}\"", safe::fit(text, room)), theme.style(Role::Text)));
    Line::from(line)
}

/// The scores as they would stand.
fn preview(
    report: &Report,
    flip: &Flip,
    changes: &[Change],
    theme: &Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(styled("     as if applied:", theme.style(Role::Dim)))];
    let names =
        report.metrics.iter().map(|metric| words::width(&words::metric(metric.key))).max().unwrap_or(0);
    let names = names.min(width.saturating_sub(2 * BAR + 28)).max(8);
    for metric in &report.metrics {
        let Some((before, after)) = moved(changes, metric) else { continue };
        let mut line = vec![styled(
            format!("     {} ", words::cell(&words::metric(metric.key), names)),
            theme.style(Role::Text),
        )];
        line.extend(meter(metric, before, BAR, theme));
        line.push(styled(format!(" {:>5} → ", before.shown()), theme.style(Role::Dim)));
        line.extend(meter(metric, after, BAR, theme));
        let better = is_better(metric, before, after);
        let role = if better { Role::Up } else { Role::Down };
        line.push(styled(format!(" {:>5}", after.shown()), theme.style(role)));
        lines.push(Line::from(line));
    }
    let caps = caps(changes);
    if !caps.is_empty() {
        let told: Vec<String> = caps
            .iter()
            .map(|(slug, fires)| format!("{slug} {}", if *fires { "fires" } else { "releases" }))
            .collect();
        for part in words::wrap(&format!("caps: {}", told.join(", ")), width.saturating_sub(6)) {
            lines.push(Line::from(styled(format!("     {part}"), theme.style(Role::Text))));
        }
    }
    if lines.len() == 1 {
        let way = if flip.way == Way::Better {
            "no score moves; the ground of the verdict goes"
        } else {
            "no score moves"
        };
        lines.push(Line::from(styled(format!("     {way}"), theme.style(Role::Dim))));
    }
    lines
}

/// A metric's score before the changes and after all of them, where they move it.
fn moved(changes: &[Change], metric: &Metric) -> Option<(Num, Num)> {
    let mut scores = changes.iter().flat_map(|change| &change.effects).filter_map(|effect| match effect {
        Effect::Score { metric: key, before, after } if *key == metric.key => Some((*before, *after)),
        _ => None,
    });
    let first = scores.next()?;
    let after = scores.next_back().map_or(first.1, |(_, after)| after);
    (first.0 != after).then_some((first.0, after))
}

/// Caps that start or cease to fire, all changes taken together.
fn caps(changes: &[Change]) -> Vec<(&'static str, bool)> {
    let mut caps: Vec<(&'static str, bool)> = Vec::new();
    for effect in changes.iter().flat_map(|change| &change.effects) {
        let Effect::Cap { slug, fires } = *effect else { continue };
        match caps.iter().position(|(known, _)| *known == slug) {
            // What starts with one change and ceases with the next is as it was.
            Some(at) => drop(caps.remove(at)),
            None => caps.push((slug, fires)),
        }
    }
    caps
}
