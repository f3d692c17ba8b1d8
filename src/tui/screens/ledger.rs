//! The ledger of a metric: every step with its formula and numbers, then every cap with its rule and source.
//!
//! Actions: move between steps, then through the lines below the steps; Enter opens the labels that the step
//! in focus counts; switch to the next or previous metric.

use ratatui::text::Span;

use crate::report::{Better, Metric, MetricOutcome, Report};
use crate::tui::component::ComponentEvent;

use super::caps;
use super::counts::{CountsScreen, symbols};
use super::prelude::*;

/// Width of a step's name in columns: one more than the longest.
const NAME: usize = 17;
/// Width of the screen, in columns.
const WIDTH: u16 = 110;
/// Lines that a key moves by below the steps.
const STRIDE: usize = 4;
/// Lines kept above the last step while it has the focus.
const ABOVE: usize = 4;

#[derive(Debug)]
pub struct LedgerScreen {
    metric: usize,
    /// The last visible step; the steps before it stay visible. Past the last step, the cursor counts strides
    /// through the lines below.
    at: ListCursor,
}

/// The lines of a ledger, and the first line of the step in focus.
struct Rows {
    lines: Vec<Line<'static>>,
    here: usize,
}

impl LedgerScreen {
    /// Opens the ledger of the metric in focus, with all of its steps shown; `None` without a report.
    pub fn open(state: &State) -> Option<LedgerScreen> {
        let metric = state.open_case()?.score.cursor();
        let steps = state.report()?.metrics.get(metric)?.steps.len();
        Some(LedgerScreen { metric, at: ListCursor::at(steps.saturating_sub(1)) })
    }

    fn metric<'a>(&self, state: &'a State) -> Option<(&'a Report, &'a Metric)> {
        let report = state.report()?;
        Some((report, report.metrics.get(self.metric)?))
    }

    /// Returns the lines up to the step in focus; at the last step, all lines below the steps too.
    fn rows(&self, state: &State, report: &Report, metric: &Metric, width: usize) -> Rows {
        let theme = &state.theme;
        let step = self.at.cursor();
        let mut lines: Vec<Line> = Vec::new();
        let mut here = 0;
        let scored = matches!(metric.outcome, MetricOutcome::Scored { .. });
        if !scored {
            result(&mut lines, report, metric, theme, width);
        }
        about(&mut lines, state, metric, width);
        for (at, entry) in metric.steps.iter().enumerate().take(step.saturating_add(1)) {
            if at == step.min(metric.steps.len().saturating_sub(1)) {
                here = lines.len();
            }
            let sign = if at == step { "▸" } else { " " };
            let role = if at == step { ThemeRole::Accent } else { ThemeRole::Text };
            lines.push(Line::from(vec![
                theme.span(ThemeRole::Dim, format!("{sign} {:>2}  ", at + 1)),
                theme.span(role, words::cell(entry.name, NAME)),
                theme.span(role, format!("= {}", entry.value.shown())),
                theme.span(ThemeRole::Dim, exact(&entry.value.to_string(), &entry.value.shown())),
            ]));
            for (head, text) in [("", entry.formula()), ("= ", entry.with())] {
                for part in words::wrap(&format!("{head}{text}"), width.saturating_sub(8)) {
                    lines.push(Line::from(vec![Span::raw("        "), theme.span(ThemeRole::Dim, part)]));
                }
            }
            let symbols: Vec<String> = symbols(metric, entry)
                .iter()
                .map(|(symbol, _)| format!("{}: {}", symbol.name, symbol.says))
                .collect();
            for part in words::wrap(&symbols.join(", "), width.saturating_sub(8)) {
                lines.push(Line::from(vec![Span::raw("        "), theme.span(ThemeRole::Text, part)]));
            }
        }
        let left = metric.steps.len().saturating_sub(step.saturating_add(1));
        if left > 0 {
            let words =
                format!("      … {left} more: {} goes on", state.keys.name(Context::Ledger, Action::Next));
            lines.push(theme.line(ThemeRole::Dim, words));
        } else {
            if scored {
                result(&mut lines, report, metric, theme, width);
            }
            below(&mut lines, state, report, metric, width);
        }
        for note in &metric.notes {
            push_fact(&mut lines, theme, "note", note, width);
        }
        Rows { lines, here }
    }

    /// Returns the first visible line.
    fn top(&self, rows: &Rows, steps: usize, height: usize) -> usize {
        let last = rows.lines.len().saturating_sub(height);
        let step = self.at.cursor();
        let past = step.saturating_sub(steps.saturating_sub(1));
        let middle = rows.here.saturating_sub(height / 2);
        let top = middle.saturating_add(past.saturating_mul(STRIDE)).min(last);
        if step.saturating_add(1) >= steps && past == 0 {
            rows.here.saturating_sub(ABOVE).min(top)
        } else {
            top
        }
    }

    /// Returns the number of cursor positions: one for each step, then as many strides as are needed to see
    /// the last line.
    fn places(&self, state: &State, area: Rect) -> usize {
        let Some((report, metric)) = self.metric(state) else { return 0 };
        let inner = inside(area);
        let (height, steps) = (usize::from(inner.height), metric.steps.len());
        let at = |step| LedgerScreen { metric: self.metric, at: ListCursor::at(step) };
        let end = at(steps.saturating_sub(1));
        let rows = end.rows(state, report, metric, usize::from(inner.width));
        let last = rows.lines.len().saturating_sub(height);
        let hidden = last.saturating_sub(rows.here.saturating_sub(height / 2));
        let strides = if end.top(&rows, steps, height) == last { 0 } else { hidden.div_ceil(STRIDE).max(1) };
        steps.max(1) + strides
    }

    /// Shows the ledger of another metric.
    fn turn(&mut self, cx: &mut Cx, forward: bool) {
        let Some(report) = cx.state.report() else { return };
        let count = report.metrics.len().max(1);
        let metric = if forward { self.metric + 1 } else { self.metric + count - 1 } % count;
        if let Some(open_case) = cx.state.open_case_mut() {
            open_case.score.set(metric);
        }
        self.show(cx);
    }

    /// Shows the ledger of the metric in focus, or closes the screen if there is none.
    fn show(&mut self, cx: &mut Cx) {
        match LedgerScreen::open(cx.state) {
            Some(ledger) => *self = ledger,
            None => cx.close(),
        }
    }
}

impl Component for LedgerScreen {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Ledger, WIDTH, u16::MAX)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::Enter => {
                let step = self.at.cursor();
                let opened = self.metric(cx.state).and_then(|(report, metric)| {
                    let step = metric.steps.get(step.min(metric.steps.len().checked_sub(1)?))?;
                    CountsScreen::open(report, metric, step)
                });
                match opened {
                    Some(counts) => cx.open(counts),
                    None => {
                        let key = cx.state.keys.name(Context::Ledger, Action::Previous);
                        cx.notify(&format!("this step counts no labels: {key} goes to the steps above"));
                    }
                }
            }
            Action::NextList | Action::PreviousList => self.turn(cx, action == Action::NextList),
            _ => return self.at.act(action, self.places(cx.state, cx.area), 1),
        }
        true
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event == ComponentEvent::Rubric {
            self.show(cx);
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let Some((report, metric)) = self.metric(state) else { return };
        let heading = format!("{}: how its score came about", words::metric(metric.key));
        let keys: [(&[Action], &str); 3] = [
            (&[Action::Next, Action::Previous], "step"),
            (&[Action::Enter], "its labels"),
            (&[Action::PreviousList, Action::NextList], "metric"),
        ];
        let inner = self.framed(state, frame, area, &heading, &keys);
        let rows = self.rows(state, report, metric, usize::from(inner.width));
        let height = usize::from(inner.height);
        let top = self.top(&rows, metric.steps.len(), height);
        widgets::more(&state.theme, frame, area, rows.lines.len().saturating_sub(top + height));
        widgets::put(frame, inner, rows.lines.into_iter().skip(top));
    }
}

/// The metric's range, and its rule with the source.
fn about(lines: &mut Vec<Line<'static>>, state: &State, metric: &Metric, width: usize) {
    let theme = &state.theme;
    let [low, high] = metric.range;
    let range = match high.to_f64() {
        end if end.is_finite() => format!("{low} to {high}, "),
        _ => format!("from {low}, "),
    };
    let better = if metric.better == Better::Lower { "lower is better" } else { "higher is better" };
    push_fact(lines, theme, "range", &format!("{range}{better}"), width);
    if let Some(docs) = state.docs()
        && let Some((_, words)) = docs.metrics.iter().find(|(key, _)| *key == metric.key)
    {
        push_fact(lines, theme, "rule", &words.formula, width);
        push_fact(lines, theme, "source", &words.source, width);
        lines.push(Line::default());
    }
}

/// The metric's parts and its caps.
fn below(lines: &mut Vec<Line<'static>>, state: &State, report: &Report, metric: &Metric, width: usize) {
    let theme = &state.theme;
    // A part that is also a step is shown already.
    let known = |key: &str| metric.steps.iter().any(|step| step.name == key);
    for (key, part) in metric.parts.iter().filter(|(key, _)| !known(key)) {
        push_fact(lines, theme, &key.replace('_', " "), &part.to_string(), width);
    }
    if report.caps.is_empty() {
        push_fact(lines, theme, "caps", "this rubric has no caps", width);
    }
    let docs = state.docs();
    for cap in report.caps.iter().filter(|cap| cap.metric.split('.').next() == Some(metric.key)) {
        let (sign, role) = caps::sign(cap);
        let of = cap.metric.split_once('.').map_or_else(String::new, |(_, part)| format!(" ({part})"));
        lines.push(Line::from(vec![
            theme.span(role, format!("{sign} ")),
            theme.span(role, format!("{}{of} ≤{}", cap.words.name, cap.limit)),
        ]));
        for (name, text) in caps::facts(cap) {
            push_fact(lines, theme, name, &text, width);
        }
        let words = docs.as_ref().and_then(|docs| docs.caps.iter().find(|docs| docs.slug == cap.slug));
        if let Some(docs) = words {
            push_fact(lines, theme, "source", &docs.words.source, width);
        }
    }
}

/// Returns the exact value of a rounded one, if they differ.
fn exact(value: &str, shown: &str) -> String {
    let same = value.trim_end_matches('0').trim_end_matches('.')
        == shown.trim_end_matches('0').trim_end_matches('.');
    if same || value.len() > 24 { String::new() } else { format!("  ({value})") }
}

/// The score, or why there is none and how to get one.
fn result(lines: &mut Vec<Line<'static>>, report: &Report, metric: &Metric, theme: &Theme, width: usize) {
    let caps = !report.caps.is_empty();
    if !lines.is_empty() {
        lines.push(Line::default());
    }
    let line = match &metric.outcome {
        MetricOutcome::Scored { score, .. } if !caps => Line::from(vec![
            theme.span(ThemeRole::Dim, "score "),
            theme.span(ThemeRole::Accent, score.shown()),
        ]),
        MetricOutcome::Scored { raw, score } => Line::from(vec![
            theme.span(ThemeRole::Dim, "raw "),
            theme.span(ThemeRole::Text, raw.shown()),
            theme.span(ThemeRole::Dim, "   after the caps "),
            theme.span(ThemeRole::Accent, score.shown()),
        ]),
        MetricOutcome::NotApplicable(reason) => {
            push_fact(lines, theme, "n/a", reason, width);
            Line::default()
        }
        MetricOutcome::Error(_) | MetricOutcome::Missing(_) => {
            push_fact(lines, theme, "error", metric.outcome.reason().unwrap_or_default(), width);
            Line::default()
        }
    };
    if let Some(words) = metric.hint.as_ref().and_then(|hint| hint.words.as_deref()) {
        push_fact(lines, theme, "to do", words, width);
    }
    lines.push(line);
    if matches!(metric.outcome, MetricOutcome::Scored { .. }) {
        lines.push(Line::default());
    }
}

/// Adds a name and a text, which may take several lines.
fn push_fact(lines: &mut Vec<Line<'static>>, theme: &Theme, name: &str, text: &str, width: usize) {
    for (at, part) in words::wrap(text, width.saturating_sub(16)).into_iter().enumerate() {
        let head = if at == 0 { name } else { "" };
        lines.push(Line::from(vec![
            theme.span(ThemeRole::Dim, format!("  {head:<12}")),
            theme.span(ThemeRole::Text, part),
        ]));
    }
}
