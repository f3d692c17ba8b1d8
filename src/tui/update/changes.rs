//! What would change the verdict: going through the ways, lighting their labels, and applying one.

use crate::labels::Word;
use crate::labels::overrides::{Decision, Override};
use crate::report::{Change, LabelId, Reach};
use crate::tui::app::{App, Bench, Window};
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
    let Some(Window::Changes { row }) = app.window else { return };
    // The texts stand in other places while the window is open.
    crate::tui::view::arrange(app);
    let first = app.bench().and_then(|bench| chosen(bench, row).first()).map(|change| change.id);
    if let Some(id) = first {
        focus::reveal_label(app, id);
    }
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
