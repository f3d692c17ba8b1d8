//! Judging while the engine's judgement is hidden: moving from unit to unit, and handing the case in.

use std::sync::Arc;

use crate::blind::{LabelDifference, unlabelled};
use crate::labels::LabelId;
use crate::session::RemarkTarget;
use crate::tui::component::Cx;
use crate::tui::keymap::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::open_case::OpenCase;
use crate::tui::queue::QueueJob;
use crate::tui::queue::blind::FeedbackRequest;
use crate::tui::state::State;

use super::{comments, crossing};

/// Most ids without a label that a message names; further ones are only counted.
const NAMED: usize = 6;

/// Goes from a unit that was just labelled to the next one without a label, and shows the annotator's
/// progress.
pub fn go_on(cx: &mut Cx, from: LabelId, words: &str) {
    let Some(report) = cx.state.open_case().and_then(|open_case| open_case.report().cloned()) else { return };
    let mut open = unlabelled(&report);
    open.retain(|id| *id != from);
    let key = |action| cx.state.keys.name(Context::Labels, action);
    let (undo, reveal) = (key(Action::Undo), key(Action::HandIn));
    let place = |id: &LabelId| report.labels.iter().position(|(known, _)| known == id);
    // Units of the same list come first, since other lists are read differently.
    let same = open.iter().find(|id| id.list == from.list && id.index > from.index);
    let next = same.or_else(|| open.iter().find(|id| id.list == from.list));
    let next = next.or_else(|| open.iter().find(|id| place(id) > place(&from))).or(open.first()).copied();
    match next {
        Some(next) => {
            cx.notify(&format!("{words} · {} to go ({undo} undoes)", open.len()));
            crossing::go_on(cx.state, from, next);
        }
        None => cx.notify(&format!("{words} · all are labelled: {reveal} hands it in ({undo} undoes)")),
    }
}

/// Hands the case in, which reveals the engine's labels. If units lack a label, the first call names them,
/// and the second call hands the case in.
pub fn submit(cx: &mut Cx) {
    if !cx.state.may_change() {
        return;
    }
    let slug = cx.state.slug();
    let index = cx.state.at;
    let Some(open_case) = cx.state.open_case() else { return };
    if open_case.is_stale() && open_case.error().is_none() {
        return cx.notify("the units are not there yet: try again");
    }
    let lists = open_case.lists();
    let (_, missing) = open_case.asked_for();
    let asked = Some((index, missing.len()));
    if let Some(first) = missing.first().copied().filter(|_| cx.state.unsure != asked) {
        cx.state.unsure = asked;
        let named = crate::labels::format_ids(&missing[..missing.len().min(NAMED)]);
        let more = match missing.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let key = cx.state.keys.name(Context::Main, Action::HandIn);
        cx.state.go_to(first);
        let many = missing.len();
        return cx.notify(&format!("{key} again hands it in: {many} without your label: {named}{more}"));
    }
    cx.state.unsure = None;
    let missing = missing.iter().map(LabelId::to_string).collect();
    cx.effects.push(Effect::Queue(QueueJob::Reveal(FeedbackRequest { index, rubric: slug, lists, missing })));
    cx.notify("handed in …");
}

/// Beginning of a comment that says the engine is wrong.
pub const ENGINE_WRONG: &str = "engine wrong";

/// Returns the target of a comment on a difference: the annotator's label, or else the words that the
/// engine's label is about.
pub fn about(state: &State, open_case: &OpenCase, difference: &LabelDifference) -> RemarkTarget {
    let decided = Arc::new(difference.decided.clone());
    let quotes = !decided.article.is_empty() || !decided.summary.is_empty();
    let label = difference.id.and_then(|id| comments::on_label(state, open_case, id));
    match label {
        Some(label) => label,
        None if quotes => RemarkTarget::Words(decided),
        None => RemarkTarget::Case,
    }
}
