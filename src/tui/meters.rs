//! Scores as bars, and the probabilities of the decisions.

use ratatui::text::Span;

use crate::num::Num;
use crate::report::{Better, DECISIONS, Metric, Odds, percent};

use super::theme::{Theme, ThemeRole};
use super::words;

/// An upper end of a range from here on means that the range has none, as for a duration.
const ENDLESS: f64 = 1e6;

/// Returns a metric's score as a bar within the metric's range.
pub fn meter(metric: &Metric, score: Num, columns: usize, theme: &Theme) -> [Span<'static>; 2] {
    let [low, high] = metric.range.map(Num::to_f64);
    if high > low && high < ENDLESS {
        let (full, empty) = bar((score.to_f64() - low) / (high - low), columns);
        [theme.span(ThemeRole::BarFull, full), theme.span(ThemeRole::BarEmpty, empty)]
    } else {
        // A range without an upper end, as for a duration, has no bar.
        [Span::raw(" ".repeat(columns)), Span::raw("")]
    }
}

/// Returns a share as a bar.
pub fn gauge(share: f64, columns: usize, theme: &Theme) -> [Span<'static>; 2] {
    let (full, empty) = bar(share, columns);
    [theme.span(ThemeRole::BarFull, full), theme.span(ThemeRole::BarEmpty, empty)]
}

/// Returns an expected score as a bar: full up to the interval's lower end, half over the interval, with a
/// mark at the score.
pub fn span_meter(
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
        at if at == mark => ("┃", ThemeRole::Accent),
        at if at < from => ("█", ThemeRole::BarFull),
        at if at <= to => ("▒", ThemeRole::BarFull),
        _ => ("░", ThemeRole::BarEmpty),
    };
    (0..columns).map(one).map(|(sign, role)| theme.span(role, sign)).collect()
}

/// Whether a metric's new score is better than the old one.
pub fn is_better(metric: &Metric, before: Num, after: Num) -> bool {
    match metric.better {
        Better::Higher => after > before,
        Better::Lower => after < before,
    }
}

/// Returns the filled and the empty part of a bar, in eighths of a column.
fn bar(share: f64, columns: usize) -> (String, String) {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * (columns * 8) as f64).round() as usize;
    let full = "█".repeat(eighths / 8) + EIGHTHS[eighths % 8];
    let empty = columns - words::width(&full);
    (full, "░".repeat(empty))
}

/// Returns the probability of each decision.
pub fn odds_line(odds: &Odds, theme: &Theme) -> Vec<Span<'static>> {
    let Some(of) = odds.of else {
        return vec![theme.span(ThemeRole::Incomplete, "no probabilities: a metric has no score")];
    };
    let mut line = Vec::new();
    for (decision, p) in DECISIONS.into_iter().zip(of) {
        line.push(theme.span(words::decision(decision), decision.as_str()));
        line.push(theme.span(ThemeRole::Text, format!(" {}   ", percent(p))));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{MetricOutcome, PartValue};

    #[test]
    fn an_interval_is_drawn_around_its_score() {
        let metric = Metric {
            key: "coverage",
            outcome: MetricOutcome::Scored { raw: Num::int(5), score: Num::int(5) },
            range: [Num::ZERO, Num::int(10)],
            better: Better::Higher,
            parts: vec![("low", PartValue::Number(Num::int(3))), ("high", PartValue::Number(Num::int(7)))],
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
