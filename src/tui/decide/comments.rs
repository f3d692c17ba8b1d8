//! Comments: on the case, on a label or on words of a text.

use std::sync::Arc;

use crate::case::Texts;
use crate::labels::overrides::{Decision as Tied, Override, Side};
use crate::labels::{Label, LabelId, List};
use crate::session::{About, Decisions, How, Said};
use crate::tui::bench::Bench;
use crate::tui::component::Cx;
use crate::tui::keymap::{Action, Context};
use crate::tui::safe;
use crate::tui::state::{Panel, State};
use crate::tui::words;

/// What a comment can be about at the moment, the likeliest first, each with its name.
pub fn subjects(state: &State) -> Vec<(About, String)> {
    let Some(bench) = state.bench() else { return Vec::new() };
    let selected = selected(state, bench).map(|on| (On::Words, about(on, "the selected words")));
    let label = labelled(state, bench).map(|(id, on)| (On::Label, about(on, &words::label(id))));
    let case = Some((On::Case, (About::Case, "the case".to_owned())));
    let order = |on: On| match state.focus {
        Panel::Labels => [On::Label, On::Words, On::Case].iter().position(|known| *known == on),
        _ => [On::Words, On::Case, On::Label].iter().position(|known| *known == on),
    };
    let mut all: Vec<_> = [selected, label, case].into_iter().flatten().collect();
    all.sort_by_key(|(on, _)| order(*on));
    all.into_iter().map(|(_, subject)| subject).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Words,
    Label,
    Case,
}

fn about(on: About, name: &str) -> (About, String) {
    (on, name.to_owned())
}

/// The selected words of both texts; those of the text in focus alone where it has some.
fn selected(state: &State, bench: &Bench) -> Option<About> {
    let of = |side: Side| bench.pane(side).selection().into_iter().collect::<Vec<_>>();
    let mut label = Label { summary: of(Side::Summary), ..Label::default() };
    if bench.source.is_none() {
        label.article = of(Side::Article);
    }
    match state.focus {
        Panel::Summary if !label.summary.is_empty() => label.article.clear(),
        Panel::Article if !label.article.is_empty() => label.summary.clear(),
        _ => {}
    }
    let any = !label.summary.is_empty() || !label.article.is_empty();
    any.then(|| About::Words(Arc::new(tied(state, List::Claims, &label, bench.texts()))))
}

fn labelled(state: &State, bench: &Bench) -> Option<(LabelId, About)> {
    let id = bench.label?;
    Some((id, on_label(state, bench, id)?))
}

/// A label, as what a comment is about.
pub fn on_label(state: &State, bench: &Bench, id: LabelId) -> Option<About> {
    let judged = bench.judged()?;
    let texts = Texts { article: judged.analysis.article.raw(), summary: judged.analysis.summary.raw() };
    Some(About::Label(Arc::new(tied(state, id.list, bench.get(id)?, texts))))
}

/// What a label quotes. What is decided of it is of no account.
fn tied(state: &State, list: List, label: &Label, texts: Texts) -> Override {
    Override::new(list, label, Tied::Dismiss, texts, &state.by, state.now)
}

/// Keeps a comment.
pub fn say(cx: &mut Cx, text: &str, on: About) {
    if !cx.state.may_change() {
        return;
    }
    let text = text.trim_end();
    if text.trim().is_empty() {
        return cx.tell("nothing was written, so there is no comment");
    }
    let Some(bench) = cx.state.bench_mut() else { return };
    let mut comments = bench.decisions.comments.clone();
    comments.push(Said { text: text.into(), on });
    let after = Decisions { comments, ..bench.decisions.clone() };
    bench.decide(after, How::Singly);
    let key = |action| cx.state.keys.name(Context::Main, action);
    let words = format!(
        "comment kept ({} lists the comments, {} takes it back)",
        key(Action::Comments),
        key(Action::Undo)
    );
    cx.tell(&words);
}

/// What a comment is about, in words.
pub fn named(bench: &Bench, said: &Said) -> String {
    match &said.on {
        About::Case => "the case".to_owned(),
        About::Label(one) => match label(bench, one) {
            Some(id) => words::label(id),
            None => format!("{} \"{}\"", one.list.spec().unit, safe::line(&one.text)),
        },
        About::Words(one) => {
            let quotes = one.summary.iter().chain(&one.article).map(|quote| safe::line(&quote.text));
            format!("\"{}\"", quotes.collect::<Vec<_>>().join("\" \""))
        }
    }
}

/// The label that a comment is about.
fn label(bench: &Bench, one: &Override) -> Option<LabelId> {
    let judged = bench.judged()?;
    let texts = Texts { article: judged.analysis.article.raw(), summary: judged.analysis.summary.raw() };
    let labels: Vec<Label> = bench.labels(one.list).map(|(_, label)| label.clone()).collect();
    let index = one.place(&labels, texts).ok()?;
    Some(LabelId { list: one.list, index })
}

/// How many comments are about a label.
pub fn count(bench: &Bench, list: List, label: &Label) -> usize {
    let about = |said: &&Said| match &said.on {
        About::Label(one) => (one.list, &one.text, one.kind) == (list, &label.text, label.kind),
        About::Case | About::Words(_) => false,
    };
    bench.decisions.comments.iter().filter(about).count()
}

/// Leads to what a comment is about.
pub fn go_to(cx: &mut Cx, said: &Said) {
    let Some(bench) = cx.state.bench_mut() else { return };
    match &said.on {
        About::Case => cx.tell("this comment is about the whole case"),
        About::Label(one) => match label(bench, one) {
            Some(id) => cx.state.go_to(id),
            None => cx.tell("there is no such label now"),
        },
        About::Words(one) => {
            let Some((article, summary)) = one.spans(bench.texts()) else {
                return cx.tell("these words have changed since");
            };
            let mut focus = None;
            for (side, spans) in [(Side::Article, article), (Side::Summary, summary)] {
                let Some(span) = spans.first().copied() else { continue };
                if side == Side::Article {
                    bench.show_source(None);
                }
                let pane = bench.pane_mut(side);
                pane.set_cursor(span.start);
                pane.drag_to(span.end);
                pane.scroll_to(span);
                focus = Some(if side == Side::Article { Panel::Article } else { Panel::Summary });
            }
            cx.state.focus = focus.unwrap_or(cx.state.focus);
        }
    }
}
