//! The paints of a text: evidence of the labels, search matches, and the words of the labels in focus.

use crate::labels::{List, Side};
use crate::text::Span;
use crate::tui::open_case::OpenCase;
use crate::tui::pane::SpanPaint;
use crate::tui::screens::prelude::*;
use crate::tui::search::find;

/// Marks of the labels of a list, in order. They are letters, since a raised number beside digits reads as a
/// power. There is no raised q.
const MARKS: [&str; 25] = [
    "ᵃ", "ᵇ", "ᶜ", "ᵈ", "ᵉ", "ᶠ", "ᵍ", "ʰ", "ⁱ", "ʲ", "ᵏ", "ˡ", "ᵐ", "ⁿ", "ᵒ", "ᵖ", "ʳ", "ˢ", "ᵗ", "ᵘ", "ᵛ",
    "ʷ", "ˣ", "ʸ", "ᶻ",
];
/// Mark of labels beyond the last letter.
const MORE: &str = "⁺";

/// Returns the mark for the words of a label in a text, by the label's index in its list.
pub fn mark(index: usize) -> &'static str {
    MARKS.get(index).copied().unwrap_or(MORE)
}

/// Returns the paints of a text, in painting order.
pub fn paints(state: &State, open_case: &OpenCase, side: Side) -> Vec<SpanPaint<'static>> {
    if state.hides(open_case.list) {
        // The words that are asked about need not be hidden.
        return lit(state, open_case, side).chain(found(state, open_case, side)).collect();
    }
    let mut paints = Vec::new();
    if side == Side::Article && open_case.source.is_some() {
        let label = open_case.label.and_then(|id| open_case.get(id));
        let label = label.filter(|label| open_case.source_of(label) == open_case.source);
        let span = label.and_then(|label| open_case.span_in_source(label));
        paints.extend(span.map(|span| SpanPaint { span, role: ThemeRole::Selected, mark: None }));
        paints.extend(found(state, open_case, side));
        return paints;
    }
    for (id, label) in open_case.labels(open_case.list) {
        let role = match (open_case.list, label.word) {
            (List::KeyPoints, _) if side == Side::Article => ThemeRole::KeyPoint,
            (List::CoverageQags | List::ClaimQags, _) => ThemeRole::Answer,
            (List::Deviations, _) => ThemeRole::Deviation,
            (_, Some(word)) => words::word(word),
            (_, None) => ThemeRole::Partial,
        };
        let mark = mark(id.index);
        for span in open_case.spans(side, label) {
            paints.push(SpanPaint { span, role, mark: Some(mark) });
        }
    }
    // The evidence for the sentence at the cursor of the other text.
    if let Some(sentence) = cursor_sentence(open_case, other(side)).filter(|_| state.focus.is_text()) {
        for (_, label) in open_case.labels(open_case.list) {
            if open_case.spans(other(side), label).iter().any(|span| span.overlaps(sentence)) {
                paints.extend(open_case.spans(side, label).into_iter().map(|span| SpanPaint {
                    span,
                    role: ThemeRole::Sentence,
                    mark: None,
                }));
            }
        }
    }
    paints.extend(lit(state, open_case, side));
    paints.extend(found(state, open_case, side));
    paints
}

/// Returns the words of the labels in focus.
fn lit<'a>(
    state: &'a State,
    open_case: &'a OpenCase,
    side: Side,
) -> impl Iterator<Item = SpanPaint<'static>> + 'a {
    let labels = state.lit.iter().filter_map(|id| open_case.get(*id));
    let spans = labels.flat_map(move |label| open_case.spans(side, label));
    spans.map(|span| SpanPaint { span, role: ThemeRole::Selected, mark: None })
}

/// Returns the visible matches of the search.
fn found(state: &State, open_case: &OpenCase, side: Side) -> Vec<SpanPaint<'static>> {
    if state.needle.is_empty() {
        return Vec::new();
    }
    let pane = open_case.seen(side);
    let seen = pane.visible();
    let found = find(&pane.as_str()[seen.range()], &state.needle).into_iter();
    found
        .map(|span| SpanPaint { span: span.shifted(seen.start), role: ThemeRole::Found, mark: None })
        .collect()
}

fn other(side: Side) -> Side {
    match side {
        Side::Article => Side::Summary,
        Side::Summary => Side::Article,
    }
}

/// Returns the sentence of the current text that contains the cursor.
pub fn cursor_sentence(open_case: &OpenCase, side: Side) -> Option<Span> {
    if side == Side::Article && open_case.source.is_some() {
        return None;
    }
    let judged = open_case.judged()?;
    let text = match side {
        Side::Article => &judged.analysis.article,
        Side::Summary => &judged.analysis.summary,
    };
    let at = text.sentence_at(open_case.pane(side).cursor())?;
    open_case.placed(side, text.sentences().get(at)?.span())
}
