//! What would change the verdict: going through the ways, lighting their labels, and applying one.

use crate::labels::Word;
use crate::labels::overrides::{Decision, Override};
use crate::report::{Change, LabelId, Reach};
use crate::rubric::RUBRICS;
use crate::tui::app::{App, Bench, Panel, Window};
use crate::tui::msg::Effect;

use super::edit::set_overrides;
use super::{decide, focus, judge, tell};

/// Opens the window.
pub fn open(app: &mut App) {
    if app.report().is_none() {
        return tell(app, "there is no report yet");
    }
    app.editing = false;
    app.window = Some(Window::Changes { row: 0 });
    light(app);
}

/// Opens the list of what decides a verdict over probabilities.
pub fn open_decides(app: &mut App) {
    let Some(bench) = app.bench() else { return };
    if bench.report().is_some_and(|report| report.odds.is_some()) {
        app.editing = false;
        app.window = Some(Window::Decides { row: 0 });
        return light(app);
    }
    let with = bench.judged.iter().find(|judged| judged.report.odds.is_some());
    let with = with.map(|judged| judged.report.rubric);
    let at = with.and_then(|slug| RUBRICS.iter().position(|entry| entry.slug == slug));
    match (with, at) {
        (Some(slug), Some(at)) => {
            tell(app, &format!("only {slug} weighs probabilities: {} puts it on the screen", at + 1));
        }
        _ => tell(app, "no rubric here weighs probabilities"),
    }
}

/// The labels whose words are lit: those of the window, or else the one in focus.
pub fn lit(app: &App, bench: &Bench) -> Vec<LabelId> {
    match app.window {
        Some(Window::Changes { row }) => chosen(bench, row).iter().map(|change| change.id).collect(),
        Some(Window::Decides { row }) => {
            let odds = bench.report().and_then(|report| report.odds.as_ref());
            odds.and_then(|odds| odds.decides.get(row)).map(|one| one.id).into_iter().collect()
        }
        _ => bench.label.into_iter().collect(),
    }
}

/// The changes of the way in focus.
pub fn chosen(bench: &Bench, row: usize) -> &[Change] {
    let flip = bench.report().and_then(|report| report.verdict.flips.get(row));
    match flip.map(|flip| &flip.reach) {
        Some(Reach::Within { changes, .. }) => changes,
        _ => &[],
    }
}

/// Brings the words of the first label in focus into sight.
pub fn light(app: &mut App) {
    if !matches!(app.window, Some(Window::Changes { .. } | Window::Decides { .. })) {
        return;
    }
    // The texts stand in other places while the window is open.
    crate::tui::view::arrange(app);
    let first = app.bench().and_then(|bench| lit(app, bench).first().copied());
    if let Some(id) = first {
        focus::reveal_label(app, id);
    }
}

/// Goes to the label in focus of what decides.
pub fn go_to(app: &mut App) {
    let Some(id) = app.bench().and_then(|bench| lit(app, bench).first().copied()) else { return };
    app.window = None;
    app.focus = Panel::Labels;
    focus::select(app, id);
}

/// Takes the changes of the way in focus over as decisions: one step, which one undo takes back.
pub fn apply(app: &mut App, row: usize, effects: &mut Vec<Effect>) {
    if app.is_waiting() {
        return tell(app, "the scores of your last change are on their way; then again");
    }
    let (by, now) = (app.by.clone(), app.now);
    let Some(bench) = app.bench() else { return };
    let changes = chosen(bench, row);
    if changes.is_empty() {
        return tell(app, "there is nothing to apply here");
    }
    let Some(judged) = bench.judged() else { return };
    let texts =
        crate::case::Texts { article: judged.analysis.article.raw(), summary: judged.analysis.summary.raw() };
    let ids: Vec<LabelId> = changes.iter().map(|change| change.id).collect();
    let replaced: Vec<usize> = ids.iter().filter_map(|id| decide::decided(bench, *id)).collect();
    let kept = bench.overrides.iter().enumerate().filter(|(at, _)| !replaced.contains(at));
    let mut overrides: Vec<Override> = kept.map(|(_, known)| known.clone()).collect();
    for change in changes {
        let Some(label) = bench.get(change.id) else { continue };
        let decision = match change.to {
            Word::No if change.id.list.is_finding() => Decision::Dismiss,
            word => Decision::Word(word),
        };
        overrides.push(Override::new(change.id.list, label, decision, texts, &by, now));
    }
    let words = match ids.len() {
        1 => format!("{} changed; z takes it back", ids[0]),
        many => format!("{many} labels changed; z takes them back together"),
    };
    if let Some(bench) = app.bench_mut() {
        set_overrides(bench, overrides);
    }
    app.window = None;
    if let Some(id) = ids.first() {
        focus::select(app, *id);
    }
    tell(app, &words);
    judge(app, effects);
}
