//! The scores: a bar for each metric, what the caps did to it, and how it moved since the case was opened.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::num::Num;
use crate::report::{Better, DECISIONS, Metric, Odds, Outcome, Part, Report, percent};
use crate::tui::app::{App, Bench, Panel};
use crate::tui::safe;
use crate::tui::theme::{Role, Theme};

use super::words::{self, delta, styled, width_of};
use super::{frame_of, inside, row_style, title};

/// Columns of a bar, and where there is little room.
const BAR: usize = 10;
const SHORT_BAR: usize = 6;
/// Columns of a score with the sign of its direction.
const SCORE: usize = 8;
/// Columns of a metric's name at least.
const NAME: usize = 14;
/// Marks of the sparkline, lowest first.
const SPARKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws the panel.
pub fn draw(app: &App, frame: &mut Frame, place: Rect) {
    let theme = &app.theme;
    let focused = app.focus == Panel::Scores;
    let report = app.report();
    let mean = report.and_then(|report| report.verdict.mean);
    let right = mean.map_or_else(Line::default, |mean| title(theme, format!("mean {}", mean.shown())));
    let heading = if app.is_waiting() { "Scores …" } else { "Scores" };
    frame.render_widget(frame_of(theme, focused, title(theme, heading.to_owned()), right), place);
    let inner = inside(place);
    let (Some(bench), Some(report)) = (app.bench(), report) else {
        frame.render_widget(Line::from(styled(absent(app), theme.style(Role::Dim))), inner);
        return;
    };
    let width = usize::from(inner.width);
    let columns = columns(report, width);
    let mut lines: Vec<Line> = report
        .metrics
        .iter()
        .enumerate()
        .map(|(at, metric)| {
            let spans = row(bench, report, at, metric, theme, width, columns);
            Line::from(spans).style(row_style(theme, focused && at == bench.score))
        })
        .collect();
    lines.extend(foot(bench, report, theme, width, columns.0));
    for (line, y) in lines.into_iter().zip(inner.y..inner.bottom()) {
        frame.render_widget(line, Rect { y, height: 1, ..inner });
    }
}

/// What stands where there is no report.
pub fn absent(app: &App) -> String {
    match (app.failed.get(&app.at), app.bench()) {
        (Some(reason), _) => safe::line(reason).into_owned(),
        (None, None) => "opening …".to_owned(),
        (None, Some(bench)) => match bench.error() {
            Some("empty_article") => "no article: there is nothing to judge against".to_owned(),
            Some("empty_summary") => "no summary: e in the summary begins one".to_owned(),
            Some(other) => safe::line(other).into_owned(),
            None => "scoring …".to_owned(),
        },
    }
}

/// Columns of the names and of the bars: names are as long as those of the rubric are, where there is room.
fn columns(report: &Report, width: usize) -> (usize, usize) {
    let longest =
        report.metrics.iter().map(|metric| words::width(&words::metric(metric.key))).max().unwrap_or(0);
    let bar = if width < NAME + longest + BAR + SCORE { SHORT_BAR } else { BAR };
    let room = width.saturating_sub(bar + SCORE + 1);
    ((longest + 1).clamp(NAME, room.max(NAME)), bar)
}

fn row(
    bench: &Bench,
    report: &Report,
    at: usize,
    metric: &Metric,
    theme: &Theme,
    width: usize,
    (name_columns, bar_columns): (usize, usize),
) -> Vec<Span<'static>> {
    let name = words::cell(&words::metric(metric.key), name_columns - 1);
    let mut line = vec![styled(format!("{name} "), theme.style(Role::Text))];
    let (raw, score) = match &metric.outcome {
        Outcome::Scored { raw, score } => (*raw, *score),
        Outcome::NotApplicable(reason) => {
            line.push(styled(
                absent_metric("n/a", metric, reason, width.saturating_sub(name_columns)),
                theme.style(Role::Incomplete),
            ));
            return line;
        }
        Outcome::Error(reason) => {
            line.push(styled(
                absent_metric("error", metric, reason, width.saturating_sub(name_columns)),
                theme.style(Role::Error),
            ));
            return line;
        }
    };
    let interval = metric.interval();
    match interval {
        Some(interval) => line.extend(span_meter(metric, score, interval, bar_columns, theme)),
        None => line.extend(meter(metric, score, bar_columns, theme)),
    }
    let style = if bench.is_stale() { theme.style(Role::Stale) } else { theme.style(Role::Text) };
    line.push(styled(format!(" {:>5}", score.shown()), style));
    // The arrow says which way is better; higher is the rule and goes without.
    let direction = if metric.better == Better::Lower { " ↓" } else { "  " };
    line.push(styled(direction, theme.style(Role::Accent)));
    let then = bench.opening().and_then(|opening| opening.scores.get(at).copied().flatten());
    // What matters least is dropped first where it does not fit.
    let mut rest: Vec<Span> = Vec::new();
    if let Some([low, high]) = interval {
        let exact = format!("{}..{}", low.shown(), high.shown());
        // Half of an interval would be worse than a coarse one.
        let fits = width_of(&line) + gap(&line, width).len() + exact.len() <= width;
        let words = if fits { exact } else { format!("{:.0}..{:.0}", low.to_f64(), high.to_f64()) };
        rest.push(styled(words, theme.style(Role::Text)));
    }
    if let Some(moved) = delta(theme, Some(score), then) {
        rest.push(moved);
    }
    if raw.shown() != score.shown() {
        rest.push(styled(format!("raw {}", raw.shown()), theme.style(Role::Dim)));
        let limit = report
            .caps
            .iter()
            .filter(|cap| {
                cap.metric == metric.key
                    && matches!(cap.fired, crate::report::Fired::Yes { binding: true, .. })
            })
            .map(|cap| cap.limit.to_string())
            .next();
        if let Some(limit) = limit {
            rest.push(styled(format!("cap ≤{limit}"), theme.style(Role::CapBinding)));
        }
    }
    for (key, part) in &metric.parts {
        match part {
            Part::Word(word) => {
                rest.push(named(key, word, theme));
            }
            Part::Flag(flag) => rest.extend(self::flag(metric, key, *flag, theme)),
            Part::Number(_) | Part::Count(_) => {}
        }
    }
    if metric.better == Better::Lower {
        rest.push(styled("lower is better", theme.style(Role::Dim)));
    }
    for span in rest {
        let gap = gap(&line, width);
        if width_of(&line) + gap.len() + width_of(std::slice::from_ref(&span)) <= width {
            line.push(Span::raw(gap));
            line.push(span);
        }
    }
    line
}

/// What parts the next words from those before them.
fn gap(line: &[Span], width: usize) -> &'static str {
    let ends_blank = line.last().is_some_and(|last| last.content.ends_with(' '));
    match (width < TIGHT, ends_blank) {
        (false, _) => "  ",
        (true, false) => " ",
        (true, true) => "",
    }
}

/// Columns below which what stands behind a score moves up to it.
const TIGHT: usize = 46;

/// A word among the parts of a metric; a band speaks for itself.
fn named(key: &str, word: &'static str, theme: &Theme) -> Span<'static> {
    let role = match word {
        "excellent" | "good" => Role::Supported,
        "acceptable" => Role::Partial,
        "poor" => Role::Unsupported,
        _ => Role::Dim,
    };
    let words = if role == Role::Dim { format!("{} {word}", key.replace('_', " ")) } else { word.to_owned() };
    styled(words, theme.style(role))
}

/// From here on the end of a range only says that there is none, as of a time.
const ENDLESS: f64 = 1e6;

/// A score of a metric as a bar within its range.
pub fn meter(metric: &Metric, score: Num, columns: usize, theme: &Theme) -> [Span<'static>; 2] {
    let [low, high] = metric.range.map(Num::to_f64);
    if high > low && high < ENDLESS {
        let (full, empty) = bar((score.to_f64() - low) / (high - low), columns);
        [styled(full, theme.style(Role::BarFull)), styled(empty, theme.style(Role::BarEmpty))]
    } else {
        // A range without an upper end, as that of a time, has no bar.
        [Span::raw(" ".repeat(columns)), Span::raw("")]
    }
}

/// An expected score as a bar: full up to the interval's lower end, half over the interval, a mark where the score is.
fn span_meter(
    metric: &Metric,
    score: Num,
    [low, high]: [Num; 2],
    columns: usize,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let [least, most] = metric.range.map(Num::to_f64);
    if most <= least {
        return vec![Span::raw(" ".repeat(columns))];
    }
    let cell = |value: Num| {
        let share = ((value.to_f64() - least) / (most - least)).clamp(0.0, 1.0);
        ((share * columns as f64) as usize).min(columns.saturating_sub(1))
    };
    let (from, to, mark) = (cell(low), cell(high), cell(score));
    let one = |at: usize| match at {
        at if at == mark => ("┃", Role::Accent),
        at if at < from => ("█", Role::BarFull),
        at if at <= to => ("▒", Role::BarFull),
        _ => ("░", Role::BarEmpty),
    };
    (0..columns).map(one).map(|(sign, role)| styled(sign, theme.style(role))).collect()
}

/// Whether a score of a metric is better than the one before.
pub fn is_better(metric: &Metric, before: Num, after: Num) -> bool {
    match metric.better {
        Better::Higher => after > before,
        Better::Lower => after < before,
    }
}

/// A fact among the parts of a metric: whether its target is met; others where they hold.
fn flag(metric: &Metric, key: &str, holds: bool, theme: &Theme) -> Option<Span<'static>> {
    let Some(name) = key.strip_suffix("_met") else {
        return holds.then(|| styled(key.replace('_', " "), theme.style(Role::Partial)));
    };
    let number = metric.parts.iter().find_map(|(key, part)| match part {
        Part::Number(number) if *key == name => Some(format!(" {}", number.shown())),
        _ => None,
    });
    let (word, role) = if holds { ("met", Role::Supported) } else { ("missed", Role::Unsupported) };
    Some(styled(format!("{name}{} {word}", number.unwrap_or_default()), theme.style(role)))
}

/// Why a metric has no score, and how it can have one.
fn absent_metric(head: &str, metric: &Metric, reason: &str, room: usize) -> String {
    let plain = format!("{head}: {reason}");
    let Some(hint) = &metric.hint else {
        return safe::fit(&plain, room).into_owned();
    };
    let whole = hint.words.as_ref().map_or_else(|| plain.clone(), |words| format!("{plain}; {words}"));
    let fields: Vec<String> = hint.fields.iter().map(|field| format!("`{field}`")).collect();
    // Where there is little room, what to do matters more than what is wrong.
    if words::width(&whole) <= room || fields.is_empty() {
        return safe::fit(&whole, room).into_owned();
    }
    let first = format!("{head}: add {}", fields.join(", "));
    let both = format!("{first} ({reason})");
    safe::fit(if words::width(&both) <= room { &both } else { &first }, room).into_owned()
}

/// The filled and the empty part of a bar, in eighths of a column.
fn bar(share: f64, columns: usize) -> (String, String) {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * (columns * 8) as f64).round() as usize;
    let full = "█".repeat(eighths / 8) + EIGHTHS[eighths % 8];
    let empty = columns - words::width(&full);
    (full, "░".repeat(empty))
}

/// The sparkline and the reasons of the verdict.
fn foot(bench: &Bench, report: &Report, theme: &Theme, width: usize, name: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let trail = bench.opening().map(|opening| opening.trail.as_slice()).unwrap_or_default();
    let after = if trail.len() > 1 { " since you opened" } else { " as opened" };
    let room = width.saturating_sub(name + words::width(after));
    let shown = &trail[trail.len().saturating_sub(room)..];
    let [low, high] = report.metrics.first().map_or([0.0, 1.0], |metric| metric.range.map(Num::to_f64));
    let sparks: String = shown.iter().map(|value| spark((value - low) / (high - low))).collect();
    if let Some(odds) = &report.odds {
        let mut line = odds_line(odds, theme);
        if !odds.decides.is_empty() {
            line.push(styled("  D", theme.style(Role::Key)));
            line.push(styled(" what decides it", theme.style(Role::Dim)));
        }
        lines.push(Line::from(line));
    }
    // A rubric without a headline number has no line of its course.
    if report.verdict.score.is_some() {
        lines.push(Line::from(vec![
            styled(words::cell(headline(report), name), theme.style(Role::Dim)),
            styled(sparks, theme.style(Role::Accent)),
            styled(after, theme.style(Role::Dim)),
        ]));
    }
    let because = if report.verdict.because.is_empty() {
        "nothing counts against it".to_owned()
    } else {
        report.verdict.because.join("; ")
    };
    let head = report.verdict.decision.as_str();
    for (at, text) in words::wrap(&because, width.saturating_sub(head.len() + 2)).into_iter().enumerate() {
        let first = if at == 0 { format!("{head}: ") } else { " ".repeat(head.len() + 2) };
        lines.push(Line::from(vec![
            styled(first, theme.style(words::decision(report.verdict.decision))),
            styled(text, theme.style(Role::Dim)),
        ]));
    }
    lines
}

/// How likely each decision is.
pub fn odds_line(odds: &Odds, theme: &Theme) -> Vec<Span<'static>> {
    let Some(of) = odds.of else {
        return vec![styled("no probabilities: a metric has no score", theme.style(Role::Incomplete))];
    };
    let mut line = Vec::new();
    for (decision, p) in DECISIONS.into_iter().zip(of) {
        line.push(styled(decision.as_str(), theme.style(words::decision(decision))));
        line.push(styled(format!(" {}   ", percent(p)), theme.style(Role::Text)));
    }
    line
}

/// What the headline number of a rubric is.
fn headline(report: &Report) -> &'static str {
    // Where a mean stands beside it, it is the smallest of several.
    if report.verdict.mean.is_some() {
        "weakest score"
    } else if report.metric("aggregate").is_some() {
        "aggregate"
    } else {
        "verdict score"
    }
}

fn spark(share: f64) -> char {
    SPARKS[((share.clamp(0.0, 1.0) * 7.0).round() as usize).min(7)]
}

/// The metric at a row of the screen.
pub fn row_at(app: &App, place: Rect, y: u16) -> Option<usize> {
    let row = usize::from(y.checked_sub(inside(place).y)?);
    (row < app.report()?.metrics.len()).then_some(row)
}

/// Draws the scores in two lines, for a screen that shows one panel at a time.
pub fn draw_brief(app: &App, frame: &mut Frame, place: Rect) {
    let theme = &app.theme;
    let (Some(bench), Some(report)) = (app.bench(), app.report()) else {
        frame.render_widget(Line::from(styled(absent(app), theme.style(Role::Dim))), place);
        return;
    };
    let mut lines: Vec<Vec<Span>> = vec![vec![Span::raw(" ")]];
    for (at, metric) in report.metrics.iter().enumerate() {
        let direction = if metric.better == Better::Lower { "↓" } else { "" };
        let value =
            metric.score().map_or_else(|| "n/a".to_owned(), |score| format!("{}{direction}", score.shown()));
        let then = bench.opening().and_then(|opening| opening.scores.get(at).copied().flatten());
        let style = if bench.is_stale() { Role::Stale } else { Role::Text };
        let mut spans = vec![
            styled(format!("{} ", words::metric(metric.key)), theme.style(Role::Dim)),
            styled(value, theme.style(style)),
        ];
        if let Some(moved) = delta(theme, metric.score(), then) {
            spans.push(Span::raw(" "));
            spans.push(moved);
        }
        spans.push(Span::raw("   "));
        let line = lines.last_mut().map_or(0, |line| width_of(line));
        if line + width_of(&spans) > usize::from(place.width) {
            lines.push(vec![Span::raw(" ")]);
        }
        if let Some(line) = lines.last_mut() {
            line.extend(spans);
        }
    }
    for (line, y) in lines.into_iter().zip(place.y..place.bottom()) {
        frame.render_widget(Line::from(line), Rect { y, height: 1, ..place });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_drawn_around_its_score() {
        let metric = Metric {
            key: "coverage",
            outcome: Outcome::Scored { raw: Num::int(5), score: Num::int(5) },
            range: [Num::ZERO, Num::int(10)],
            better: Better::Higher,
            parts: vec![("low", Part::Number(Num::int(3))), ("high", Part::Number(Num::int(7)))],
            steps: Vec::new(),
            labels: Vec::new(),
            notes: Vec::new(),
            hint: None,
        };
        let theme = Theme::builtin("mono").unwrap();
        let drawn = |score: i64, ends: [i64; 2]| -> String {
            let spans = span_meter(&metric, Num::int(score), ends.map(Num::int), 10, &theme);
            spans.iter().map(|span| &*span.content).collect()
        };
        assert_eq!(metric.interval(), Some([Num::int(3), Num::int(7)]));
        assert_eq!(drawn(5, [3, 7]), "███▒▒┃▒▒░░");
        assert_eq!(drawn(10, [10, 10]), "█████████┃");
        assert_eq!(drawn(0, [0, 0]), "┃░░░░░░░░░");
        assert_eq!(drawn(0, [0, 10]), "┃▒▒▒▒▒▒▒▒▒");
    }

    #[test]
    fn a_bar_is_as_wide_as_asked() {
        for eighth in 0..=80 {
            let (full, empty) = bar(f64::from(eighth) / 80.0, 10);
            assert_eq!(words::width(&full) + words::width(&empty), 10, "{eighth}");
        }
        assert_eq!(bar(0.3, 10).0, "███");
        assert_eq!(bar(f64::NAN, 10).0, "");
    }
}
