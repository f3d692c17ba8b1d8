//! The caps: what fired, by what cause, and how far the others are from firing.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::report::{Cap, Fired, Report, percent};
use crate::tui::app::{App, Panel};
use crate::tui::safe;
use crate::tui::theme::{Role, Theme};

use super::words::{self, styled, width_of};
use super::{frame_of, inside, list, row_style, title};

/// Columns of the panel below which a row is shortened.
const NARROW: usize = 50;

/// Rows of a report that stand in one line: one slug, one state, one limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Indices into the report's caps.
    pub caps: Vec<usize>,
}

/// The caps of a report in the order of the screen: fired and binding, fired, unknown, not fired.
pub fn groups(report: &Report) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (at, cap) in report.caps.iter().enumerate() {
        let known = groups.iter_mut().find(|group| {
            let first = &report.caps[group.caps[0]];
            first.slug == cap.slug
                && rank(first) == rank(cap)
                && first.limit == cap.limit
                && first.observed == cap.observed
        });
        match known {
            Some(group) => group.caps.push(at),
            None => groups.push(Group { caps: vec![at] }),
        }
    }
    groups.sort_by_key(|group| (rank(&report.caps[group.caps[0]]), group.caps[0]));
    groups
}

fn rank(cap: &Cap) -> u8 {
    match cap.fired {
        Fired::Yes { binding: true, .. } => 0,
        Fired::Yes { binding: false, .. } => 1,
        Fired::Unknown(_) => 2,
        Fired::No => 3,
    }
}

/// The sign of a cap, and its role.
pub fn sign(cap: &Cap) -> (&'static str, Role) {
    match cap.fired {
        Fired::Yes { binding: true, .. } => ("●", Role::CapBinding),
        Fired::Yes { binding: false, .. } => ("●", Role::CapFired),
        Fired::Unknown(_) => ("?", Role::Incomplete),
        Fired::No => ("○", Role::CapIdle),
    }
}

/// What a cap does, in a word or two.
pub fn effect(cap: &Cap) -> &'static str {
    match cap.fired {
        Fired::Yes { binding: true, shared: true } => "binding, shared",
        Fired::Yes { binding: true, shared: false } => "binding",
        Fired::Yes { binding: false, .. } => "redundant",
        Fired::Unknown(_) => "unknown",
        Fired::No => "",
    }
}

/// Draws the panel.
pub fn draw(app: &App, frame: &mut Frame, place: Rect) {
    let theme = &app.theme;
    let focused = app.focus == Panel::Caps;
    let (Some(bench), Some(report)) = (app.bench(), app.report()) else {
        frame
            .render_widget(frame_of(theme, focused, title(theme, "Caps".to_owned()), Line::default()), place);
        return;
    };
    let fired = report.caps.iter().filter(|cap| matches!(cap.fired, Fired::Yes { .. })).count();
    let right = if report.caps.is_empty() { "none".to_owned() } else { format!("{fired} fired") };
    let right = title(theme, right);
    frame.render_widget(frame_of(theme, focused, title(theme, "Caps".to_owned()), right), place);
    let inner = inside(place);
    let groups = groups(report);
    let (height, width) = (usize::from(inner.height), usize::from(inner.width));
    if report.caps.is_empty() {
        let told = "This rubric has no caps: its verdict is read off the scores.";
        let grounds = report.verdict.because.iter().map(|ground| format!("· {ground}"));
        let lines = std::iter::once(told.to_owned())
            .chain(grounds)
            .flat_map(|text| words::wrap(&text, width))
            .map(|text| Line::from(styled(text, theme.style(Role::Dim))));
        for (line, y) in lines.zip(inner.y..inner.bottom()) {
            frame.render_widget(line, Rect { y, height: 1, ..inner });
        }
        return;
    }
    let chosen = if focused { bench.cap } else { 0 };
    let top = list::first(chosen, groups.len(), height);
    for ((at, group), y) in groups.iter().enumerate().skip(top).zip(inner.y..inner.bottom()) {
        let line = Line::from(row(report, group, theme, width));
        let line = line.style(row_style(theme, focused && at == bench.cap));
        frame.render_widget(line, Rect { y, height: 1, ..inner });
    }
}

fn row(report: &Report, group: &Group, theme: &Theme, width: usize) -> Vec<Span<'static>> {
    let cap = &report.caps[group.caps[0]];
    let (sign, role) = sign(cap);
    let fired = matches!(cap.fired, Fired::Yes { .. });
    // In a narrow panel the cause matters more than columns that line up.
    let narrow = width < NARROW;
    let slug = if narrow { cap.slug.to_owned() } else { format!("{:<20}", cap.slug) };
    let mut line = vec![styled(format!("{sign} "), theme.style(role)), styled(slug, theme.style(role))];
    let target = |at: &usize| {
        let name = short(report.caps[*at].metric);
        if narrow { name.get(..3).unwrap_or(name) } else { name }
    };
    let targets: Vec<&str> = group.caps.iter().map(target).collect();
    let all = group.caps.len() >= 4 && group.caps.len() == report.metrics.len();
    let targets = if all { "every metric".to_owned() } else { targets.join(if narrow { "," } else { ", " }) };
    line.push(styled(
        format!(" {targets} ≤{}", cap.limit),
        theme.style(if fired { Role::Text } else { Role::Dim }),
    ));
    let mut rest = Vec::new();
    rest.extend(cap.p.map(|p| styled(percent(p), theme.style(role))));
    if fired {
        rest.push(styled(effect(cap), theme.style(role)));
        let cause: Vec<String> = cap.because.iter().map(ToString::to_string).collect();
        match cause.as_slice() {
            [] => rest.push(styled(safe::line(&cap.observed).into_owned(), theme.style(Role::Dim))),
            [one] => rest.push(styled(one.clone(), theme.style(Role::Accent))),
            [first, more @ ..] => {
                rest.push(styled(format!("{first} +{}", more.len()), theme.style(Role::Accent)));
            }
        }
    } else {
        rest.push(styled(safe::line(&cap.observed).into_owned(), theme.style(Role::Dim)));
        if let Fired::Unknown(reason) = &cap.fired {
            rest.push(styled(safe::line(reason).into_owned(), theme.style(Role::Incomplete)));
        }
        if !cap.distance.is_empty() {
            rest.push(styled(format!("({})", safe::line(&cap.distance)), theme.style(Role::Dim)));
        }
    }
    for span in rest.into_iter().filter(|span| !span.content.is_empty()) {
        let room = width.saturating_sub(width_of(&line) + 2);
        if room >= 6 {
            let fitted = safe::fit(&span.content, room).into_owned();
            line.push(Span::raw("  "));
            line.push(styled(fitted, span.style));
        }
    }
    line
}

/// The name of what a cap limits, short enough for a row.
fn short(metric: &'static str) -> &'static str {
    match metric {
        "bias_toxicity" => "bias/tox",
        "bias_toxicity.bias" => "bias",
        "bias_toxicity.tox" => "tox",
        other => other,
    }
}

/// The row of the caps at a row of the screen.
pub fn row_at(app: &App, place: Rect, y: u16) -> Option<usize> {
    let inner = inside(place);
    let (bench, report) = (app.bench()?, app.report()?);
    let row = usize::from(y.checked_sub(inner.y).filter(|row| *row < inner.height)?);
    let count = groups(report).len();
    let chosen = if app.focus == Panel::Caps { bench.cap } else { 0 };
    let at = list::first(chosen, count, usize::from(inner.height)) + row;
    (at < count).then_some(at)
}

/// Words of a cap's own for a ledger: the condition, what was seen and what it did.
pub fn told(cap: &Cap) -> Vec<(&'static str, String)> {
    let mut told = vec![("rule", cap.rule.clone()), ("seen", cap.observed.clone())];
    match &cap.fired {
        Fired::Yes { .. } => {
            let score =
                |score: Option<crate::num::Num>| score.map_or_else(|| "-".to_owned(), crate::num::Num::shown);
            let because: Vec<String> = cap.because.iter().map(ToString::to_string).collect();
            told.push(("did", format!("{} -> {} ({})", score(cap.before), score(cap.after), effect(cap))));
            if !because.is_empty() {
                told.push(("cause", because.join(", ")));
            }
        }
        Fired::No if !cap.distance.is_empty() => told.push(("distance", cap.distance.clone())),
        Fired::No => {}
        Fired::Unknown(reason) => told.push(("unknown", reason.clone())),
    }
    told.retain(|(_, text)| !text.is_empty());
    told.iter_mut().for_each(|(_, text)| *text = words::wrap(text, usize::MAX).join(" "));
    told
}
