//! Comments on the case, on a label, or on words of a text.

use std::sync::Arc;

use crate::case::Texts;

use crate::labels::overrides::{LabelDecision, Override};
use crate::labels::{Label, LabelId, List, Side};
use crate::session::{DecisionMethod, Decisions, Remark, RemarkTarget};
use crate::tui::component::Cx;
use crate::tui::keymap::{Action, Context};
use crate::tui::open_case::OpenCase;
use crate::tui::sanitize;
use crate::tui::state::{Panel, State};

/// Returns the possible targets of a comment, likeliest first, each with its name. With `by_label` the label
/// in focus comes first.
pub fn subjects(state: &State, by_label: bool) -> Vec<(RemarkTarget, String)> {
    let Some(open_case) = state.open_case() else { return Vec::new() };
    let selected =
        selected(state, open_case).map(|on| (CommentScope::Words, about(on, "the selected words")));
    let label = labelled(state, open_case).map(|(id, on)| (CommentScope::Label, about(on, &id.shown())));
    let case = Some((CommentScope::Case, (RemarkTarget::Case, "the case".to_owned())));
    let order = match by_label {
        true => [CommentScope::Label, CommentScope::Words, CommentScope::Case],
        false => [CommentScope::Words, CommentScope::Case, CommentScope::Label],
    };
    let mut all: Vec<_> = [selected, label, case].into_iter().flatten().collect();
    all.sort_by_key(|(on, _)| order.iter().position(|known| known == on));
    all.into_iter().map(|(_, subject)| subject).collect()
}

/// Kind of target of a comment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentScope {
    Words,
    Label,
    Case,
}

fn about(on: RemarkTarget, name: &str) -> (RemarkTarget, String) {
    (on, name.to_owned())
}

/// Returns the words selected in both texts, or only those of the text in focus if it has a selection.
fn selected(state: &State, open_case: &OpenCase) -> Option<RemarkTarget> {
    let of = |side: Side| open_case.pane(side).selection().into_iter().collect::<Vec<_>>();
    let mut label = Label { summary: of(Side::Summary), ..Label::default() };
    if open_case.source.is_none() {
        label.article = of(Side::Article);
    }
    match state.focus {
        Panel::Summary if !label.summary.is_empty() => label.article.clear(),
        Panel::Article if !label.article.is_empty() => label.summary.clear(),
        _ => {}
    }
    let any = !label.summary.is_empty() || !label.article.is_empty();
    any.then(|| RemarkTarget::Words(Arc::new(tied(state, List::Claims, &label, open_case.texts()))))
}

fn labelled(state: &State, open_case: &OpenCase) -> Option<(LabelId, RemarkTarget)> {
    let id = open_case.label?;
    Some((id, on_label(state, open_case, id)?))
}

/// Returns a label as the target of a comment.
pub fn on_label(state: &State, open_case: &OpenCase, id: LabelId) -> Option<RemarkTarget> {
    let judged = open_case.judged()?;
    let texts = judged.texts();
    Some(RemarkTarget::Label(Arc::new(tied(state, id.list, open_case.get(id)?, texts))))
}

/// Identifies a label by the words it quotes. The decision in the result has no meaning.
fn tied(state: &State, list: List, label: &Label, texts: Texts) -> Override {
    Override::new(list, label, LabelDecision::Dismiss, texts, &state.by, state.now)
}

/// Adds a comment.
pub fn say(cx: &mut Cx, text: &str, on: RemarkTarget) {
    if !cx.state.may_change() {
        return;
    }
    let text = text.trim_end();
    if text.trim().is_empty() {
        return cx.notify("nothing was written, so there is no comment");
    }
    let Some(open_case) = cx.state.open_case_mut() else { return };
    let mut comments = open_case.decisions.comments.clone();
    comments.push(Remark { text: text.into(), on });
    let after = Decisions { comments, ..open_case.decisions.clone() };
    open_case.decide(after, DecisionMethod::Singly);
    let key = |action| cx.state.keys.name(Context::Main, action);
    let words =
        format!("comment kept ({} lists the comments, {} undoes)", key(Action::Comments), key(Action::Undo));
    cx.notify(&words);
}

/// Returns the target of a comment, in words.
pub fn named(open_case: &OpenCase, comment: &Remark) -> String {
    match &comment.on {
        RemarkTarget::Case => "the case".to_owned(),
        RemarkTarget::Label(one) => match label(open_case, one) {
            Some(id) => id.shown(),
            None => format!("{} \"{}\"", one.list.spec().unit, sanitize::line(&one.text)),
        },
        RemarkTarget::Words(one) => {
            let quotes = one.summary.iter().chain(&one.article).map(|quote| sanitize::line(&quote.text));
            format!("\"{}\"", quotes.collect::<Vec<_>>().join("\" \""))
        }
    }
}

/// Returns the label that a comment is about.
fn label(open_case: &OpenCase, one: &Override) -> Option<LabelId> {
    let judged = open_case.judged()?;
    let texts = judged.texts();
    let labels: Vec<Label> = open_case.labels(one.list).map(|(_, label)| label.clone()).collect();
    let index = one.place(&labels, texts).ok()?;
    Some(LabelId { list: one.list, index })
}

/// Returns the number of comments about a label.
pub fn count(open_case: &OpenCase, list: List, label: &Label) -> usize {
    let about = |comment: &&Remark| match &comment.on {
        RemarkTarget::Label(one) => (one.list, &one.text, one.kind) == (list, &label.text, label.kind),
        RemarkTarget::Case | RemarkTarget::Words(_) => false,
    };
    open_case.decisions.comments.iter().filter(about).count()
}

/// Goes to the target of a comment.
pub fn go_to(cx: &mut Cx, comment: &Remark) {
    let Some(open_case) = cx.state.open_case_mut() else { return };
    match &comment.on {
        RemarkTarget::Case => cx.notify("this comment is about the whole case"),
        RemarkTarget::Label(one) => match label(open_case, one) {
            Some(id) => cx.state.go_to(id),
            None => cx.notify("there is no such label now"),
        },
        RemarkTarget::Words(one) => {
            let Some((article, summary)) = one.spans(open_case.texts()) else {
                return cx.notify("these words have changed since");
            };
            let mut focus = None;
            for (side, spans) in [(Side::Article, article), (Side::Summary, summary)] {
                let Some(span) = spans.first().copied() else { continue };
                if side == Side::Article {
                    open_case.show_source(None);
                }
                let pane = open_case.pane_mut(side);
                pane.set_cursor(span.start);
                pane.drag_to(span.end);
                pane.scroll_to(span);
                focus = Some(if side == Side::Article { Panel::Article } else { Panel::Summary });
            }
            cx.state.focus = focus.unwrap_or(cx.state.focus);
        }
    }
}
