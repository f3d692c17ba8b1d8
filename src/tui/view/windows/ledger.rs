//! The ledger of a metric: every step with its formula and its numbers, then every cap with its rule and source.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::report::{Better, Metric, Outcome, Part, Report};
use crate::tui::app::App;
use crate::tui::theme::{Role, Theme};
use crate::tui::view::caps;
use crate::tui::view::words::{self, styled};

use super::{open, put};

/// Columns of the name of a step: one more than the longest.
const NAME: usize = 17;

/// Draws the window.
pub fn draw(app: &App, metric: usize, step: usize, frame: &mut Frame, main: Rect) {
    let theme = &app.theme;
    let Some((report, metric)) = app.report().and_then(|report| Some((report, report.metrics.get(metric)?)))
    else {
        return;
    };
    let heading = format!("{}: how its score came about", words::metric(metric.key));
    let inner = open(app, frame, main, (110, main.height), &heading, "j k step  ← → metric  Esc closes");
    let width = usize::from(inner.width);
    let mut lines: Vec<Line> = Vec::new();
    let mut here = 0;
    let scored = matches!(metric.outcome, Outcome::Scored { .. });
    if !scored {
        result(&mut lines, report, metric, theme, width);
    }
    let [low, high] = metric.range;
    let range = match high.to_f64() {
        end if end.is_finite() => format!("{low} to {high}, "),
        _ => format!("from {low}, "),
    };
    let better = if metric.better == Better::Lower { "lower is better" } else { "higher is better" };
    told(&mut lines, theme, "range", &format!("{range}{better}"), width);
    if let Some(rules) = &app.rules {
        let docs = rules.docs();
        if let Some((_, words)) = docs.metrics.iter().find(|(key, _)| *key == metric.key) {
            told(&mut lines, theme, "rule", &words.formula, width);
            told(&mut lines, theme, "source", &words.source, width);
            lines.push(Line::default());
        }
    }
    for (at, entry) in metric.steps.iter().enumerate().take(step + 1) {
        if at == step.min(metric.steps.len().saturating_sub(1)) {
            here = lines.len();
        }
        let sign = if at == step { "▸" } else { " " };
        let role = if at == step { Role::Accent } else { Role::Text };
        lines.push(Line::from(vec![
            styled(format!("{sign} {:>2}  ", at + 1), theme.style(Role::Dim)),
            styled(words::cell(entry.name, NAME), theme.style(role)),
            styled(format!("= {}", entry.value.shown()), theme.style(role)),
            styled(exact(&entry.value.to_string(), &entry.value.shown()), theme.style(Role::Dim)),
        ]));
        for (head, text) in [("", entry.formula()), ("= ", entry.with())] {
            for part in words::wrap(&format!("{head}{text}"), width.saturating_sub(8)) {
                lines.push(Line::from(vec![Span::raw("        "), styled(part, theme.style(Role::Dim))]));
            }
        }
    }
    let left = metric.steps.len().saturating_sub(step + 1);
    if left > 0 {
        lines.push(Line::from(styled(format!("      … {left} more: j goes on"), theme.style(Role::Dim))));
    } else {
        if scored {
            result(&mut lines, report, metric, theme, width);
        }
        // A part that is a step stands there already.
        let known = |key: &str| metric.steps.iter().any(|step| step.name == key);
        for (key, part) in metric.parts.iter().filter(|(key, _)| !known(key)) {
            let value = match part {
                Part::Number(number) => number.shown(),
                Part::Count(count) => count.to_string(),
                Part::Word(word) => (*word).to_owned(),
                Part::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            };
            told(&mut lines, theme, &key.replace('_', " "), &value, width);
        }
        if report.caps.is_empty() {
            told(&mut lines, theme, "caps", "this rubric has no caps", width);
        }
        for cap in report.caps.iter().filter(|cap| cap.metric.split('.').next() == Some(metric.key)) {
            let (sign, role) = caps::sign(cap);
            let of = cap.metric.split_once('.').map_or_else(String::new, |(_, part)| format!(" ({part})"));
            lines.push(Line::from(vec![
                styled(format!("{sign} "), theme.style(role)),
                styled(format!("{}{of} ≤{}", cap.slug, cap.limit), theme.style(role)),
            ]));
            for (name, text) in caps::told(cap) {
                told(&mut lines, theme, name, &text, width);
            }
            if let Some(rules) = &app.rules
                && let Some(docs) = rules.docs().caps.iter().find(|docs| docs.slug == cap.slug)
            {
                told(&mut lines, theme, "source", &docs.words.source, width);
            }
        }
    }
    for note in &metric.notes {
        told(&mut lines, theme, "note", note, width);
    }
    // Past the last step the caps and notes are scrolled through.
    let height = usize::from(inner.height);
    let past = step.saturating_sub(metric.steps.len().saturating_sub(1));
    let top = here.saturating_sub(height / 2).saturating_add(past * 4);
    let top = top.min(lines.len().saturating_sub(height));
    let top = if step + 1 >= metric.steps.len() && past == 0 { here.saturating_sub(4).min(top) } else { top };
    put(frame, inner, lines.into_iter().skip(top));
}

/// An exact value beside a rounded one, where they differ.
fn exact(value: &str, shown: &str) -> String {
    let same = value.trim_end_matches('0').trim_end_matches('.')
        == shown.trim_end_matches('0').trim_end_matches('.');
    if same || value.len() > 24 { String::new() } else { format!("  ({value})") }
}

/// The score, or why there is none and what would give one.
fn result(lines: &mut Vec<Line<'static>>, report: &Report, metric: &Metric, theme: &Theme, width: usize) {
    let caps = !report.caps.is_empty();
    if !lines.is_empty() {
        lines.push(Line::default());
    }
    let line = match &metric.outcome {
        Outcome::Scored { score, .. } if !caps => Line::from(vec![
            styled("score ", theme.style(Role::Dim)),
            styled(score.shown(), theme.style(Role::Accent)),
        ]),
        Outcome::Scored { raw, score } => Line::from(vec![
            styled("raw ", theme.style(Role::Dim)),
            styled(raw.shown(), theme.style(Role::Text)),
            styled("   after the caps ", theme.style(Role::Dim)),
            styled(score.shown(), theme.style(Role::Accent)),
        ]),
        Outcome::NotApplicable(reason) => {
            told(lines, theme, "n/a", reason, width);
            Line::default()
        }
        Outcome::Error(reason) => {
            told(lines, theme, "error", reason, width);
            Line::default()
        }
    };
    if let Some(words) = metric.hint.as_ref().and_then(|hint| hint.words.as_deref()) {
        told(lines, theme, "to do", words, width);
    }
    lines.push(line);
    if matches!(metric.outcome, Outcome::Scored { .. }) {
        lines.push(Line::default());
    }
}

/// A name and a text, which may take several lines.
fn told(lines: &mut Vec<Line<'static>>, theme: &Theme, name: &str, text: &str, width: usize) {
    for (at, part) in words::wrap(text, width.saturating_sub(16)).into_iter().enumerate() {
        let head = if at == 0 { name } else { "" };
        lines.push(Line::from(vec![
            styled(format!("  {head:<12}"), theme.style(Role::Dim)),
            styled(part, theme.style(Role::Text)),
        ]));
    }
}
