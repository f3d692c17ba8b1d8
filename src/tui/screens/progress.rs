//! The annotator's progress: cases decided, pace, and the time left at that pace; and where their own labels
//! are inconsistent, within this case and between cases.
//!
//! Actions: move between similar claims that were judged differently; Enter goes to the case of the later
//! one.

use crate::blind::GoldAccuracy;
use crate::export::session::duration;
use crate::labels::{self, LabelId, LabelValue};
use crate::num::pluralize;
use crate::tui::component::{ComponentEvent, ComponentRequest};
use crate::tui::decide::consistency;
use crate::tui::guide::Guide;
use crate::tui::list::Row;
use crate::tui::meters;
use crate::tui::open_case::OpenCase;
use crate::tui::queue::blind::BlindStatus;
use crate::tui::queue::digest::JudgedClaim;
use crate::tui::table::drift::{Drift, DriftClaim};
use crate::tui::table::pace::span;
use crate::tui::table::tally::Tally;
use crate::tui::table::{cases, grouped};
use crate::tui::widgets::rows_below;

use super::prelude::*;
use super::strengths;

/// Width and height of the screen, in columns and rows, frame included.
const SIZE: (u16, u16) = (100, 32);
/// Width of the bar, in columns.
const BAR: usize = 40;
/// Rows inside the frame from which on there is room for the bar and for empty lines.
const ROOMY: u16 = 16;

#[derive(Debug, Default)]
pub struct ProgressScreen {
    list: ListCursor,
    /// Similar claims that the annotator judged differently, as last computed.
    drifts: Vec<Drift>,
}

pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    // Exercises are answered, not decided.
    if matches!(cx.state.guide, Some(Guide::Gym(_))) {
        return strengths::open(cx);
    }
    Some(Box::new(ProgressScreen { list: ListCursor::default(), drifts: drifts(cx.state) }))
}

/// Returns the median seconds per case, over cases decided one by one, and the resulting seconds left for the
/// others.
fn pace(tally: &Tally) -> Option<(f64, u64)> {
    let each = tally.per_case?;
    Some((each, (each * tally.readable.saturating_sub(tally.decided) as f64).round() as u64))
}

/// Returns the progress in a line: "12 decided · 48 s a case · 2 h left".
pub fn line(state: &State) -> String {
    let tally = &state.table.tally;
    let said = format!("{} decided", grouped(tally.decided));
    match pace(tally) {
        Some((each, left)) => format!("{said} · {} a case · {} left", duration(each), span(left)),
        None => said,
    }
}

fn lines(state: &State) -> Vec<String> {
    let (table, tally) = (&state.table, &state.table.tally);
    let mut lines = match &state.blind {
        Some(standing) => blind(standing, &state.reopens),
        None => vec![format!("{} of {} decided", grouped(tally.decided), cases(tally.readable))],
    };
    let each =
        tally.verdicts.iter().map(|(decision, many)| format!("{} {}", decision.as_str(), grouped(*many)));
    // In a blind review, verdicts are optional.
    if state.blind.is_none() || tally.verdicts.iter().any(|(_, many)| *many > 0) {
        lines.push(each.collect::<Vec<_>>().join(" · "));
    }
    if tally.bulk > 0 {
        lines.push(format!("{} of them in bulk", grouped(tally.bulk)));
    }
    lines.push(format!("time at work: {} (breaks over 5 minutes do not count)", span(tally.seconds)));
    lines.push(match pace(tally) {
        Some((each, left)) => format!("pace: {} a case (median); time left: {}", duration(each), span(left)),
        None => "pace: not known yet".to_owned(),
    });
    let broken = table.rows.len().saturating_sub(tally.readable);
    if broken > 0 {
        lines.push(format!("{} more cannot be read", grouped(broken)));
    }
    lines
}

/// Returns the progress of a blind review. The accuracy on the gold cases of the queue is shown only at the
/// end, since it would reveal which cases are gold.
fn blind(standing: &BlindStatus, reopens: &str) -> Vec<String> {
    let of_all = |tally: GoldAccuracy| {
        let share = tally.share().map_or_else(String::new, |share| format!(" ({:.0} %)", share * 100.0));
        format!("{}{share}", tally.in_words())
    };
    let needed = format!("{:.0} % needed", standing.pass * 100.0);
    let mut lines = vec![format!("{} of {} judged blind", grouped(standing.revealed), cases(standing.cases))];
    if let Some(training) = standing.training {
        let state = match training.done {
            done if done < training.round => "not over".to_owned(),
            _ if training.passed => "passed".to_owned(),
            _ => format!("not passed, {needed}"),
        };
        lines.push(format!(
            "training: {}, {}: {state}",
            pluralize(training.round, "case"),
            of_all(training.tally)
        ));
        lines.extend(standing.another_round(reopens));
    }
    if let Some(tally) = standing.result {
        let state = if tally.passes(standing.pass) { "passed" } else { "not passed" };
        lines.push(format!("gold cases: {}: {state}, {needed}", of_all(tally)));
    }
    lines
}

/// Returns similar claims that the annotator judged differently; none while findings are hidden.
fn drifts(state: &State) -> Vec<Drift> {
    if state.hides_any() {
        return Vec::new();
    }
    state.table.drift(|case, claim| match state.open_cases.get(&case) {
        Some(open_case) if open_case.report().is_some() => word_now(open_case, claim),
        _ => Some(claim.word),
    })
}

/// Returns the annotator's current label for a claim of an open case, because the case may have been scored
/// before its last decision.
fn word_now(open_case: &OpenCase, claim: &JudgedClaim) -> Option<LabelValue> {
    let id = LabelId { list: labels::List::Claims, index: usize::from(claim.index) };
    let label = open_case.get(id).filter(|label| label.text.starts_with(&*claim.text));
    label.filter(|_| open_case.is_judged(id)).and_then(|label| label.word)
}

impl ProgressScreen {
    /// Returns the figures, and the rows below them.
    fn above(state: &State, inner: Rect) -> (Vec<Line<'static>>, Rect) {
        let (theme, table) = (&state.theme, &state.table);
        let mut above = Vec::new();
        if inner.height >= ROOMY {
            let share = table.tally.decided as f64 / (table.tally.readable as f64).max(1.0);
            let mut bar = theme.line(ThemeRole::Text, "  ");
            bar.spans.extend(meters::gauge(share, BAR, theme));
            above.extend([Line::default(), bar, Line::default()]);
        }
        let width = usize::from(inner.width).saturating_sub(4);
        let lines = lines(state).into_iter().flat_map(|line| words::wrap(&line, width));
        above.extend(lines.map(|line| theme.line(ThemeRole::Text, format!("  {line}"))));
        if inner.height >= ROOMY {
            above.push(Line::default());
        }
        let below = rows_below(inner, above.len() as u16);
        (above, below)
    }

    /// Returns inconsistencies among the annotator's own labels.
    fn own(&self, state: &State, width: usize) -> Vec<Row> {
        let theme = &state.theme;
        let note = |words: &str, role| {
            let parts = words::wrap(words, width.saturating_sub(4)).into_iter();
            let line = move |part: String| theme.line(role, format!("  {part}"));
            parts.map(move |part| Row::heading(line(part))).collect::<Vec<_>>()
        };
        let mut rows = Vec::new();
        let here =
            state.open_case().filter(|_| !state.hides_any()).map(consistency::of_case).unwrap_or_default();
        if !here.is_empty() {
            rows.extend(note("Your labels of this case that contradict each other", ThemeRole::Title));
            // These sentences usually continue a message about a decision.
            let alone = here.iter().map(|words| words.strip_prefix("but ").unwrap_or(words));
            rows.extend(alone.flat_map(|words| note(&format!("· {words}"), ThemeRole::Warn)));
        }
        let head = match self.drifts.len() {
            0 => "Drift: no similar claims were judged differently so far".to_owned(),
            many => {
                format!("Drift: {} of similar claims that you judged differently", pluralize(many, "pair"))
            }
        };
        rows.extend(note(&head, ThemeRole::Title));
        for (at, one) in self.drifts.iter().enumerate() {
            let chosen = at == self.list.cursor();
            rows.extend(
                pair(state, one, chosen, theme, width).into_iter().map(|line| Row { line, of: Some(at) }),
            );
        }
        rows
    }
}

/// Returns two similar claims, each with its case and its label.
fn pair(state: &State, one: &Drift, chosen: bool, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let how = if one.distance == 0.0 { "same claim".to_owned() } else { "alike".to_owned() };
    let side = |place: &DriftClaim, lead: &str| {
        let name = &state.table.name(place.case);
        let word = labels::List::Claims.value_name(place.word);
        let head =
            format!("  {lead:<11}{}, claim {}: {word}  ", words::middle_cut(name, 24), place.index + 1);
        let room = width.saturating_sub(words::width(&head) + 3);
        let line = vec![
            theme.span(ThemeRole::Text, head),
            theme.span(ThemeRole::Dim, format!("\"{}\"", sanitize::fit(&place.text, room))),
        ];
        Line::from(line).style(row_style(theme, chosen))
    };
    vec![side(&one.first, &how), side(&one.second, "")]
}

impl Component for ProgressScreen {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Progress, SIZE.0, SIZE.1)
    }

    fn enter(&mut self, cx: &mut Cx) {
        let Some(Drift { first, second, .. }) = self.drifts.get(self.list.cursor()) else {
            return cx.notify("no similar claims were judged differently so far");
        };
        // Goes to the case that is not on the screen.
        let to = if second.case == cx.state.at { first.case } else { second.case };
        cx.close();
        cx.asks.push(ComponentRequest::Go(to));
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let (_, below) = ProgressScreen::above(state, inside(area));
        Some(ListView::of_lines(self.list, self.own(state, usize::from(below.width)), below))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if matches!(event, ComponentEvent::Counted | ComponentEvent::Scored) {
            self.drifts = drifts(cx.state);
            self.list.clamp(self.drifts.len());
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let inner =
            self.framed(state, frame, area, "Progress", &[(&[Action::Enter], "goes to the case"), CLOSES]);
        let (above, below) = ProgressScreen::above(state, inner);
        widgets::put(frame, inner, above);
        self.list.draw_lines(self.own(state, usize::from(below.width)), frame, below);
    }
}
