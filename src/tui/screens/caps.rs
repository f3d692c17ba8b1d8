//! The caps: which fired, for what cause, and how far the others are from firing.
//!
//! Caps that did not fire are folded into one line.
//!
//! Actions: move between rows; Enter, or a click, goes to the label that made the cap fire, or unfolds and
//! folds the caps that did not.

use ratatui::text::Span;

use crate::num::Num;
use crate::report::{Cap, Fired, Report, percent};
use crate::tui::state::Panel;
use crate::tui::widgets::title;
use crate::tui::words::{caps, reasons, styled, width_of};

use super::prelude::*;

/// Width in columns below which a row is shortened.
const NARROW: usize = 50;

/// The panel of the caps. The row in focus is stored with the case.
#[derive(Debug, Default)]
pub struct Caps {
    /// Whether the caps that did not fire have a row each.
    unfolded: bool,
}

/// A row of the panel.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Row {
    /// Caps with the same cause, limit and effect, by their indices in the report.
    Caps(Vec<usize>),
    /// The number of caps that did not fire; this row unfolds and folds them.
    Idle(usize),
}

impl Caps {
    /// Returns the rows in screen order: caps that fired, undetermined caps, then caps that did not fire,
    /// folded or not.
    fn rows(&self, state: &State) -> Vec<Row> {
        let Some(report) = state.report() else { return Vec::new() };
        let (mut fired, idle) = caps::groups_by_effect(report);
        fired.sort_by_key(|group| caps::rank(&report.caps[group[0]]));
        let mut rows: Vec<Row> = fired.into_iter().map(Row::Caps).collect();
        if !idle.is_empty() {
            rows.push(Row::Idle(idle.len()));
        }
        if self.unfolded {
            rows.extend(idle.into_iter().map(Row::Caps));
        }
        rows
    }

    /// Returns the cursor for drawing: a panel without the focus shows its first rows.
    fn drawn_cursor(&self, state: &State) -> ListCursor {
        let open_case = state.open_case().filter(|_| state.focus == Panel::Caps);
        open_case.map_or_else(ListCursor::default, |open_case| open_case.cap)
    }

    /// Goes from a cap to the first label that made it fire.
    fn to_cause(&self, group: &[usize], cx: &mut Cx) {
        let Some(report) = cx.state.report() else { return };
        let cause = group.iter().flat_map(|&cap| &report.caps[cap].because).next().copied();
        match cause {
            Some(id) => cx.state.go_to(id),
            None => cx.notify("no single label is behind this cap"),
        }
    }
}

impl Component for Caps {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Caps)
    }

    fn rows_wanted(&self, state: &State, width: u16) -> u16 {
        let rows = match state.report() {
            Some(report) if report.caps.is_empty() => {
                let width = usize::from(width).saturating_sub(2);
                without_caps(report, &state.theme, width).len()
            }
            _ => self.rows(state).len().max(1),
        };
        rows as u16 + 2
    }

    /// Handles Enter on the row in focus: goes from a fired cap to its cause, or folds the caps that did not
    /// fire.
    fn enter(&mut self, cx: &mut Cx) {
        let at = cx.state.open_case().map_or(0, |open_case| open_case.cap.cursor());
        match self.rows(cx.state).get(at) {
            Some(Row::Idle(_)) => self.unfolded = !self.unfolded,
            Some(Row::Caps(group)) => self.to_cause(group, cx),
            None => {}
        }
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let cursor = self.drawn_cursor(state);
        Some(ListView::new(cursor, self.rows(state).len(), inside(area)).on_click(OnClick::Acts))
    }

    fn set_row(&mut self, row: usize, cx: &mut Cx) {
        if let Some(open_case) = cx.state.open_case_mut() {
            open_case.cap.set(row);
        }
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        action != Action::Enter || state.report().is_some_and(|report| !report.caps.is_empty())
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let focused = state.focus == Panel::Caps;
        let heading = title(theme, Panel::Caps.title().to_owned());
        let Some(report) = state.report() else {
            frame.render_widget(widgets::panel(theme, focused, heading, Line::default()), area);
            return;
        };
        let right = head(report);
        // If it would cover the heading, only the count is shown.
        let fits = words::width(&right) + 12 <= usize::from(area.width);
        let right = if fits { right } else { right.split(',').next().unwrap_or_default().to_owned() };
        frame.render_widget(widgets::panel(theme, focused, heading, title(theme, right)), area);
        let inner = inside(area);
        let width = usize::from(inner.width);
        if report.caps.is_empty() {
            return widgets::put(frame, inner, without_caps(report, theme, width));
        }
        let (rows, list) = (self.rows(state), self.drawn_cursor(state));
        list.draw_highlighted(row_style(theme, focused), rows.len(), frame, inner, |at| match &rows[at] {
            Row::Caps(group) => Line::from(row(report, group, theme, width)),
            Row::Idle(count) => {
                let key = focused.then(|| state.keys.name(Context::Caps, Action::Enter));
                Line::from(idle(*count, self.unfolded, key, theme, width))
            }
        });
    }
}

/// Returns the number of fired caps, by rows of the panel, with their effect: "3 caps fired, 1 lowers 2
/// scores".
fn head(report: &Report) -> String {
    let groups = caps::groups(report);
    let of = |ranks: &[u8]| {
        groups.iter().filter(|group| ranks.contains(&caps::rank(&report.caps[group[0]]))).count()
    };
    let (fired, lower) = (of(&[0, 1]), of(&[0]));
    let binding = report.caps.iter().filter(|cap| cap.is_binding());
    let mut scores: Vec<&str> = binding.map(|cap| cap.metric).collect();
    scores.sort_unstable();
    scores.dedup();
    let scores = crate::num::pluralize(scores.len(), "score");
    let fired_words = format!("{} fired", crate::num::pluralize(fired, "cap"));
    match lower {
        _ if report.caps.is_empty() => "none".to_owned(),
        _ if fired == 0 => "none fired".to_owned(),
        0 => format!("{fired_words}, none lowers a score"),
        1 => format!("{fired_words}, 1 lowers {scores}"),
        many => format!("{fired_words}, {many} lower {scores}"),
    }
}

/// Returns the contents of the panel for a rubric without caps.
fn without_caps(report: &Report, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let message = "This rubric has no caps: its verdict is read off the scores.";
    let grounds = reasons::all(report).into_iter().map(|ground| format!("· {ground}"));
    let lines = std::iter::once(message.to_owned()).chain(grounds).flat_map(|text| words::wrap(&text, width));
    lines.map(|text| theme.line(ThemeRole::Dim, text)).collect()
}

pub fn sign(cap: &Cap) -> (&'static str, ThemeRole) {
    match cap.fired {
        Fired::Yes { binding: true, .. } => ("●", ThemeRole::CapBinding),
        Fired::Yes { binding: false, .. } => ("◐", ThemeRole::CapFired),
        Fired::Unknown(_) => ("?", ThemeRole::Incomplete),
        Fired::No => ("○", ThemeRole::CapIdle),
    }
}

/// Returns the line that stands for the caps that did not fire, with the key that folds them if the panel has
/// the focus.
fn idle(
    count: usize,
    unfolded: bool,
    key: Option<String>,
    theme: &Theme,
    width: usize,
) -> Vec<Span<'static>> {
    let (sign, what) = if unfolded { ("▾", "folds them") } else { ("▸", "lists them") };
    let mut line = vec![theme.span(ThemeRole::CapIdle, format!("{sign} {count} not fired"))];
    let hint = key.map(|key| {
        [theme.span(ThemeRole::Key, format!("  {key}")), theme.span(ThemeRole::Dim, format!(" {what}"))]
    });
    if let Some(hint) = hint.filter(|hint| width_of(&line) + width_of(hint) <= width) {
        line.extend(hint);
    }
    line
}

fn row(report: &Report, group: &[usize], theme: &Theme, width: usize) -> Vec<Span<'static>> {
    let cap = &report.caps[group[0]];
    let (sign, role) = sign(cap);
    let fired = matches!(cap.fired, Fired::Yes { .. });
    // For a cap that did not fire, this is the condition under which it would.
    let cause = caps::head(cap);
    let at_most = |metrics: Vec<String>| format!(": {} ≤{}", metrics.join(", "), cap.limit);
    let tail = match width < NARROW {
        true => at_most(caps::targets(report, group)),
        false => format!(": {}", caps::limits(report, group)),
    };
    // Naming the label is more important than the full names of the metrics.
    let short = at_most(group.iter().map(|at| words::short_metric(report.caps[*at].metric)).collect());
    let fits = words::width(&cause) + words::width(&tail) + 2 <= width;
    let tail = if fits || words::width(&tail) <= words::width(&short) { tail } else { short };
    let room = width.saturating_sub(words::width(&tail) + 2);
    let mut line = vec![
        theme.span(role, format!("{sign} ")),
        theme.span(role, sanitize::fit(&cause, room.max(8)).into_owned()),
        theme.span(if fired { ThemeRole::Text } else { ThemeRole::Dim }, tail),
    ];
    let mut rest = Vec::new();
    rest.extend(cap.p.map(|p| theme.span(role, percent(p))));
    if !fired {
        rest.push(theme.span(ThemeRole::Dim, sanitize::line(&cap.observed.to_string()).into_owned()));
        if let Fired::Unknown(reason) = &cap.fired {
            rest.push(theme.span(ThemeRole::Incomplete, sanitize::line(reason).into_owned()));
        }
        if !cap.distance.is_empty() {
            rest.push(theme.span(ThemeRole::Dim, format!("({})", sanitize::line(&cap.distance))));
        }
    }
    for span in rest.into_iter().filter(|span| !span.content.is_empty()) {
        let room = width.saturating_sub(width_of(&line) + 2);
        if room >= 6 {
            let fitted = sanitize::fit(&span.content, room).into_owned();
            line.push(Span::raw("  "));
            line.push(styled(fitted, span.style));
        }
    }
    // Without room for the words, the sign alone shows the effect.
    let effect = theme.span(role, cap.fired.effect());
    if fired && width_of(&line) + words::width(&effect.content) + 2 <= width {
        line.push(Span::raw("  "));
        line.push(effect);
    }
    line
}

/// Returns the facts about a cap for a ledger: its condition, what was observed and what it did.
pub fn facts(cap: &Cap) -> Vec<(&'static str, String)> {
    let mut facts = vec![("rule", cap.rule()), ("seen", cap.observed.to_string())];
    match &cap.fired {
        Fired::Yes { .. } => {
            let score = |score: Option<Num>| score.map_or_else(|| "-".to_owned(), Num::shown);
            let because = caps::behind(cap);
            facts.push((
                "did",
                format!("{} -> {} ({})", score(cap.before), score(cap.after), cap.fired.effect()),
            ));
            if !because.is_empty() {
                facts.push(("cause", because.join(", ")));
            }
        }
        Fired::No if !cap.distance.is_empty() => facts.push(("distance", cap.distance.clone())),
        Fired::No => {}
        Fired::Unknown(reason) => facts.push(("unknown", reason.clone())),
    }
    facts.retain(|(_, text)| !text.is_empty());
    facts.iter_mut().for_each(|(_, text)| *text = words::wrap(text, usize::MAX).join(" "));
    facts
}
