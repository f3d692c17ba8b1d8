//! Selection of words and sentences of a text by a single key.

use crate::labels::Side;
use crate::text::Span;
use crate::tui::open_case::OpenCase;
use crate::tui::pane::{Edit, Move};
use crate::tui::screens::prelude::*;

/// Selects the word at the cursor, or the next one if there is none; extends a selection by the next word.
pub fn select_word(side: Side, cx: &mut Cx) {
    let Some(open_case) = cx.state.open_case_mut() else { return };
    let pane = open_case.seen_mut(side);
    match pane.selection() {
        Some(span) => {
            pane.select(span);
            pane.apply(Edit::Select(Move::WordRight));
        }
        None => {
            pane.apply(Edit::SelectWord);
            if pane.selection().is_none() {
                pane.apply(Edit::Move(Move::WordRight));
                pane.apply(Edit::SelectWord);
            }
        }
    }
}

/// Selects the sentence at the cursor, or the sentences of a selection; extends a selection of whole
/// sentences by the next one.
pub fn select_sentence(side: Side, cx: &mut Cx) {
    let Some(open_case) = cx.state.open_case() else { return };
    if side == Side::Article && open_case.source.is_some() {
        return cx.notify("the sentences of a source are not read: Shift with an arrow selects");
    }
    let pane = open_case.pane(side);
    let now = pane.selection();
    let from = now.unwrap_or(Span::new(pane.cursor(), pane.cursor()));
    let last = from.end.saturating_sub(1).max(from.start);
    let whole = sentence(open_case, side, from.start)
        .zip(sentence(open_case, side, last))
        .map(|(first, last)| Span::new(first.start.min(from.start), last.end.max(from.end)));
    let next = match whole {
        Some(whole) if now == Some(whole) => {
            sentence(open_case, side, whole.end).map(|next| Span::new(whole.start, next.end))
        }
        whole => whole,
    };
    match (next, cx.state.open_case_mut()) {
        (Some(span), Some(open_case)) => open_case.pane_mut(side).select(span),
        _ => cx.notify("there is no further sentence"),
    }
}

/// Returns the sentence that contains a byte, or the next one; `None` after the last.
fn sentence(open_case: &OpenCase, side: Side, byte: usize) -> Option<Span> {
    let judged = open_case.judged()?;
    let text = match side {
        Side::Article => &judged.analysis.article,
        Side::Summary => &judged.analysis.summary,
    };
    let at = text.sentence_at(byte).unwrap_or(0);
    let near = text.sentences().iter().skip(at).take(2);
    near.filter_map(|placed| open_case.placed(side, placed.span())).find(|span| span.end > byte)
}
