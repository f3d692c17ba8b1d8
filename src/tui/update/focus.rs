//! The panels of the main screen: which one has the focus, and the row in focus of each.

use crate::labels::overrides::Side;
use crate::report::LabelId;
use crate::tui::app::{App, Panel, Window};
use crate::tui::keymap::Action;
use crate::tui::view::caps;

use super::tell;

/// Gives the focus to the panel so many places on.
pub fn turn(app: &mut App, by: usize) {
    let at = Panel::ALL.iter().position(|panel| *panel == app.focus).unwrap_or(0);
    app.focus = Panel::ALL[(at + by) % Panel::ALL.len()];
    app.editing &= app.focus.is_text();
}

/// An action on the panel in focus.
pub fn act(app: &mut App, action: Action) {
    match (action, app.focus) {
        (Action::NextList, _) => turn_list(app, 1),
        (Action::PreviousList, _) => turn_list(app, usize::MAX),
        (Action::Enter, Panel::Scores) => open_ledger(app),
        (Action::Enter, Panel::Caps) => to_cause(app),
        (Action::Enter, Panel::Labels) => jump(app),
        (Action::Enter, Panel::Article) => to_label(app, Side::Article),
        (Action::Enter, Panel::Summary) => to_label(app, Side::Summary),
        (Action::Next, _) => step(app, |row, last| (row + 1).min(last)),
        (Action::Previous, _) => step(app, |row, _| row.saturating_sub(1)),
        (Action::Top, _) => step(app, |_, _| 0),
        (Action::Bottom, _) => step(app, |_, last| last),
        _ => {}
    }
}

fn step(app: &mut App, to: impl Fn(usize, usize) -> usize) {
    let focus = app.focus;
    let Some(bench) = app.bench_mut() else { return };
    let caps = bench.report().map_or(0, |report| caps::groups(report).len());
    let scores = bench.report().map_or(0, |report| report.metrics.len());
    match focus {
        Panel::Scores => bench.score = to(bench.score, scores.saturating_sub(1)),
        Panel::Caps => bench.cap = to(bench.cap, caps.saturating_sub(1)),
        Panel::Labels => {
            let last = bench.rows(bench.list).len().saturating_sub(1);
            let row = to(bench.row, last);
            select_row(app, row);
        }
        Panel::Article | Panel::Summary => {}
    }
}

/// Puts a row of the list shown in focus, and its words into view.
pub fn select_row(app: &mut App, row: usize) {
    let Some(bench) = app.bench_mut() else { return };
    bench.row = row;
    bench.label = bench.rows(bench.list).get(row).and_then(|row| row.id);
    reveal(app);
}

/// Puts a label in focus, whichever list it is in.
pub fn select(app: &mut App, id: LabelId) {
    let Some(bench) = app.bench_mut() else { return };
    bench.list = id.list;
    let row = bench.rows(id.list).iter().position(|row| row.id == Some(id)).unwrap_or(0);
    select_row(app, row);
}

/// Scrolls both texts to the words of the label in focus.
fn reveal(app: &mut App) {
    if let Some(id) = app.label() {
        reveal_label(app, id);
    }
}

/// Scrolls both texts to the words of a label.
pub fn reveal_label(app: &mut App, id: LabelId) {
    let Some(bench) = app.bench_mut() else { return };
    let Some(label) = bench.get(id) else { return };
    let spans = [Side::Article, Side::Summary].map(|side| (side, bench.spans(side, label).first().copied()));
    let (source, there) = (bench.source_of(label), bench.span_in_source(label));
    if source.is_some() || spans[0].1.is_some() {
        super::sources::show(app, source);
    }
    crate::tui::view::arrange(app);
    let Some(bench) = app.bench_mut() else { return };
    if let Some(span) = there {
        bench.seen_mut(Side::Article).scroll_to(span);
    }
    for (side, span) in spans {
        if let Some(span) = span {
            bench.pane_mut(side).scroll_to(span);
        }
    }
}

/// Puts the cursors of both texts on the words of the label in focus.
fn jump(app: &mut App) {
    reveal(app);
    let Some(bench) = app.bench_mut() else { return };
    let Some(label) = bench.label.and_then(|id| bench.get(id)) else {
        return tell(app, "no label is in focus");
    };
    let starts = [Side::Article, Side::Summary]
        .map(|side| (side, bench.spans(side, label).first().map(|span| span.start)));
    if bench.source_of(label).is_none() && starts.iter().all(|(_, start)| start.is_none()) {
        return tell(app, "this label rests on no words of either text");
    }
    let there = bench.span_in_source(label);
    for (side, start) in starts {
        if let Some(start) = start {
            bench.pane_mut(side).set_cursor(start);
        }
    }
    if let Some(span) = there {
        bench.seen_mut(Side::Article).set_cursor(span.start);
    }
}

/// Opens the ledger of the metric in focus.
pub fn open_ledger(app: &mut App) {
    let Some(bench) = app.bench() else { return };
    let metric = bench.score;
    let steps = bench.report().and_then(|report| report.metrics.get(metric)).map(|metric| metric.steps.len());
    if let Some(steps) = steps {
        app.learn_rules();
        app.window = Some(Window::Ledger { metric, step: steps.saturating_sub(1) });
    }
}

/// From a cap to the first label that made it fire.
fn to_cause(app: &mut App) {
    let Some(bench) = app.bench() else { return };
    let Some(report) = bench.report() else { return };
    let groups = caps::groups(report);
    let Some(group) = groups.get(bench.cap) else { return };
    let cause = group.caps.iter().flat_map(|&cap| &report.caps[cap].because).next().copied();
    match cause {
        Some(id) => {
            select(app, id);
            app.focus = Panel::Labels;
        }
        None => tell(app, "no single label is behind this cap"),
    }
}

/// To the label whose words the cursor is in; from the label in focus on to the next one there.
fn to_label(app: &mut App, side: Side) {
    let Some(bench) = app.bench() else { return };
    let here = match bench.source.filter(|_| side == Side::Article) {
        Some(source) => resting_on(app, source),
        None => at(app, side, bench.pane(side).cursor()),
    };
    let next = here.iter().position(|id| Some(*id) == bench.label).map_or(0, |at| at + 1);
    match here.get(next).or(here.first()) {
        Some(&id) => select(app, id),
        None => tell(app, "no label rests on these words"),
    }
}

/// The labels that name a source.
fn resting_on(app: &App, source: usize) -> Vec<LabelId> {
    let Some((bench, report)) = app.bench().and_then(|bench| Some((bench, bench.report()?))) else {
        return Vec::new();
    };
    let here = report.labels.iter().filter(|(_, label)| bench.source_of(label) == Some(source));
    here.map(|(id, _)| *id).collect()
}

/// The labels that rest on the words at a byte: those of the list shown first.
pub fn at(app: &App, side: Side, byte: usize) -> Vec<LabelId> {
    let Some((bench, report)) = app.bench().and_then(|bench| Some((bench, bench.report()?))) else {
        return Vec::new();
    };
    let touches = |label| bench.spans(side, label).iter().any(|span| span.start <= byte && byte < span.end);
    let mut here: Vec<LabelId> =
        report.labels.iter().filter(|(_, label)| touches(label)).map(|(id, _)| *id).collect();
    here.sort_by_key(|id| (id.list != bench.list, *id));
    here
}

fn turn_list(app: &mut App, by: usize) {
    let Some(bench) = app.bench_mut() else { return };
    let lists = bench.lists();
    let Some(count) = std::num::NonZeroUsize::new(lists.len()) else { return };
    let at = lists.iter().position(|list| *list == bench.list).unwrap_or(0);
    let next = if by == 1 { (at + 1) % count } else { (at + count.get() - 1) % count };
    set_list(app, lists[next]);
}

/// Shows another list of labels.
pub fn set_list(app: &mut App, list: crate::labels::List) {
    if let Some(bench) = app.bench_mut() {
        bench.list = list;
    }
    select_row(app, 0);
}
