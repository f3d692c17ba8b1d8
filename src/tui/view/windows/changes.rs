//! What would change the verdict: the smallest sets of label changes, each shown as if it were applied. The window
//! leaves the texts in sight, where the words of the labels are lit.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::num::Num;
use crate::report::flip::spelled;
use crate::report::{Change, Effect, Flip, Metric, Reach, Report, Way};
use crate::tui::app::{App, Bench};
use crate::tui::safe;
use crate::tui::theme::{Role, Theme};
use crate::tui::update::spoken;
use crate::tui::view::row_style;
use crate::tui::view::scores::meter;
use crate::tui::view::words::{self, styled};

use super::{open, put};

/// Columns of a bar of the preview.
const BAR: usize = 8;

/// Draws the window.
pub fn draw(app: &App, row: usize, frame: &mut Frame, place: Rect) {
    let theme = &app.theme;
    let now = app.report().map_or_else(String::new, |report| {
        let score = report.verdict.score.map_or_else(String::new, |score| format!(" {}", score.shown()));
        format!(": {} {}{score}", app.slug(), report.verdict.decision.as_str())
    });
    let heading = format!("What would change the verdict{now}");
    let inner = open(app, frame, place, (place.width, place.height), &heading, "");
    let width = usize::from(inner.width);
    let Some((bench, report)) = app.bench().and_then(|bench| Some((bench, bench.report()?))) else {
        put(frame, inner, [Line::from(styled(super::super::scores::absent(app), theme.style(Role::Dim)))]);
        return;
    };
    let (lines, chosen) = lines(bench, report, row, theme, width);
    let height = usize::from(inner.height);
    let top = chosen.min(lines.len().saturating_sub(height));
    put(frame, inner, lines.into_iter().skip(top));
}

/// Everything in the window, and the first line of the way that is chosen.
fn lines(
    bench: &Bench,
    report: &Report,
    row: usize,
    theme: &Theme,
    width: usize,
) -> (Vec<Line<'static>>, usize) {
    let mut lines = Vec::new();
    let mut chosen = 0;
    if bench.is_stale() {
        lines.push(Line::from(styled(
            " the scores of your last change are on their way …",
            theme.style(Role::Stale),
        )));
    }
    if report.verdict.flips.is_empty() {
        let words = " no change of labels is known to turn this verdict";
        lines.push(Line::from(styled(words, theme.style(Role::Dim))));
    }
    for (at, flip) in report.verdict.flips.iter().enumerate() {
        if at == row {
            chosen = lines.len();
        }
        lines.push(head(flip, at == row, theme));
        if let Reach::Within { changes, .. } = &flip.reach {
            for change in changes {
                lines.push(turn(bench, change, theme, width));
            }
            if at == row {
                lines.extend(preview(report, flip, changes, theme, width));
            }
        }
    }
    (lines, chosen)
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
        if finding && word == crate::labels::Word::No { "struck out".to_owned() } else { spoken(list, word) }
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
        let better = crate::tui::view::scores::is_better(metric, before, after);
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
