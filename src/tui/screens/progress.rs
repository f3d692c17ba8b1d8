//! How far the annotator is: cases decided, pace, and the time that is left at that pace.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::blind::Tally;
use crate::report::DECISIONS;
use crate::tui::component::{Component, Cx, Place};
use crate::tui::keymap::{Action, Context};
use crate::tui::meters;
use crate::tui::queue::blind::Standing;
use crate::tui::state::State;
use crate::tui::table::grouped;
use crate::tui::table::pace::span;
use crate::tui::theme::Role;
use crate::tui::widgets;
use crate::tui::words::styled;

/// Columns and rows of the screen, its frame included.
const SIZE: (u16, u16) = (64, 15);
/// Columns of the bar.
const BAR: usize = 40;

/// The screen of the progress.
#[derive(Debug)]
pub struct Progress;

/// Opens the progress.
pub fn open(_cx: &mut Cx) -> Option<Box<dyn Component>> {
    Some(Box::new(Progress))
}

/// The median of the seconds that cases took which were decided one by one, and what that says of the others: the
/// seconds left.
fn pace(state: &State) -> Option<(u64, u64)> {
    let table = &state.table;
    let singly = |at: usize| {
        let row = table.row(at);
        match state.blind {
            Some(_) => row.is_some_and(|row| !row.hidden),
            None => row.is_some_and(|row| row.verdict.is_some() && !row.bulk),
        }
    };
    let each = table.pace.per_case(singly)?;
    let readable = table.rows.iter().filter(|row| row.broken.is_none()).count();
    Some((each, each.saturating_mul(readable.saturating_sub(done(state)) as u64)))
}

/// Cases that the annotator is done with.
fn done(state: &State) -> usize {
    state.blind.as_ref().map_or_else(|| state.table.decided(), |blind| blind.revealed)
}

/// The progress in a line: "12 decided · 48 s a case · 2 h left".
pub fn line(state: &State) -> String {
    let decided = grouped(done(state));
    match pace(state) {
        Some((each, left)) => format!("{decided} decided · {} a case · {} left", span(each), span(left)),
        None => format!("{decided} decided"),
    }
}

fn lines(state: &State) -> Vec<String> {
    let table = &state.table;
    let broken = table.rows.iter().filter(|row| row.broken.is_some()).count();
    let (decided, all) = (table.decided(), table.rows.len() - broken);
    let mut lines = match &state.blind {
        Some(standing) => blind(standing),
        None => vec![format!("{} of {} cases decided", grouped(decided), grouped(all))],
    };
    let of = |decision| table.rows.iter().filter(|row| row.verdict == Some(decision)).count();
    let each: Vec<String> = DECISIONS
        .iter()
        .map(|decision| format!("{} {}", decision.as_str(), grouped(of(*decision))))
        .collect();
    // Who judges blind need not give a verdict.
    if state.blind.is_none() || decided > 0 {
        lines.push(each.join("   "));
    }
    let bulk = table.rows.iter().filter(|row| row.bulk && row.verdict.is_some()).count();
    if bulk > 0 {
        lines.push(format!("{} of them in bulk", grouped(bulk)));
    }
    lines.push(format!("time at work: {} (breaks over 5 minutes do not count)", span(table.pace.seconds())));
    lines.push(match pace(state) {
        Some((each, left)) => format!("pace: {} a case (median); time left: {}", span(each), span(left)),
        None => "pace: not known before the first verdicts".to_owned(),
    });
    if broken > 0 {
        lines.push(format!("{} more cannot be read", grouped(broken)));
    }
    lines
}

/// How a blind review stands. How the gold cases of the queue were judged is told at the end, since it would tell which
/// they are.
fn blind(standing: &Standing) -> Vec<String> {
    let of_all = |tally: Tally| {
        let share = tally.share().map_or_else(String::new, |share| format!(" ({:.0} %)", share * 100.0));
        format!("{} of {} labels right{share}", tally.right, tally.of)
    };
    let needed = format!("{:.0} % needed", standing.pass * 100.0);
    let mut lines =
        vec![format!("{} of {} cases judged blind", grouped(standing.revealed), grouped(standing.cases))];
    if let Some(training) = standing.training {
        let state = match training.done {
            done if done < training.round => "not over".to_owned(),
            _ if training.passed => "passed".to_owned(),
            _ => format!("not passed, {needed}"),
        };
        lines.push(format!("training: {} cases, {}: {state}", training.round, of_all(training.tally)));
    }
    if let Some(tally) = standing.result {
        let state = if tally.passes(standing.pass) { "passed" } else { "not passed" };
        lines.push(format!("gold cases: {}: {state}, {needed}", of_all(tally)));
    }
    lines
}

impl Component for Progress {
    fn context(&self, _state: &State) -> Context {
        Context::Progress
    }

    fn place(&self, _state: &State) -> Place {
        Place::Middle(SIZE.0, SIZE.1)
    }

    fn update(&mut self, _action: Action, _key: KeyEvent, _cx: &mut Cx) -> bool {
        false
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let (theme, table) = (&state.theme, &state.table);
        let inner = widgets::screen(
            theme,
            frame,
            area,
            "Progress",
            &state.keys.hints(Context::Progress, &[(&[Action::Close], "closes")]),
        );
        let share = done(state) as f64 / (table.rows.len() as f64).max(1.0);
        let mut drawn = vec![Line::default(), Line::from(styled("  ", theme.style(Role::Text)))];
        drawn[1].spans.extend(meters::gauge(share, BAR, theme));
        drawn.push(Line::default());
        let told = lines(state).into_iter();
        drawn.extend(told.map(|line| Line::from(styled(format!("  {line}"), theme.style(Role::Text)))));
        widgets::put(frame, inner, drawn);
    }
}
