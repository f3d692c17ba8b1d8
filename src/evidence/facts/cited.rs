//! Which sources each sentence of the summary cites.

use crate::evidence::{Memo, Pair, citations};
use crate::text::markdown::Layout;
use crate::text::{Sentence, Span};

/// The citations of one sentence.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cited {
    /// Indexes of the sources cited, ascending, each once.
    pub sources: Vec<usize>,
    /// A citation that names no source, as written.
    pub broken: Option<String>,
    /// What is no wording of the sentence, in its bytes.
    blank: Vec<Span>,
}

impl Cited {
    /// The sentence with blanks for its citations, so that "[2]" is not taken for a number that it states; `None`
    /// where it has none.
    pub fn blanked(&self, sentence: &Sentence) -> Option<Sentence> {
        if self.blank.is_empty() {
            return None;
        }
        let mut text = sentence.text.to_string();
        for span in &self.blank {
            text.replace_range(span.range(), &" ".repeat(span.len()));
        }
        Some(Sentence::new(&text))
    }
}

/// The citations of each sentence. One that stands before the first word of a sentence belongs to the sentence
/// before it, as in "It rained.[2] Then ...". Without sources nothing can be named, and only what to leave out is
/// looked for.
pub(super) fn cited(pair: &Pair, memo: &mut Memo) -> Vec<Cited> {
    let raw = pair.summary.text.raw();
    let mut out = vec![Cited::default(); pair.summary.text.sentences().len()];
    if pair.sources.is_empty() {
        for span in citations::places(raw, &Layout::new(raw)) {
            blank(pair, span, &mut out);
        }
        return out;
    }
    for reference in citations::references(pair, memo) {
        blank(pair, reference.span, &mut out);
        let Some(owner) = owner(pair, reference.span).and_then(|at| out.get_mut(at)) else { continue };
        if reference.sources.is_empty() {
            owner.broken.get_or_insert(reference.text);
        }
        owner.sources.extend(reference.sources);
    }
    for cited in &mut out {
        cited.sources.sort_unstable();
        cited.sources.dedup();
    }
    out
}

/// The sentence that a citation speaks for.
fn owner(pair: &Pair, span: Span) -> Option<usize> {
    let text = &pair.summary.text;
    let at = text.sentence_at(span.start)?;
    let start = text.sentences()[at].start;
    let leads = !text.raw().get(start..span.start)?.contains(char::is_alphabetic);
    let in_paragraph = |before: usize| {
        let gap = text.sentences()[before].span().end..start;
        text.raw().get(gap).is_some_and(|gap| !gap.contains("\n\n"))
    };
    match at.checked_sub(1) {
        Some(before) if leads && in_paragraph(before) => Some(before),
        _ => Some(at),
    }
}

/// Marks a citation in the sentences that it touches. The words of a Markdown link are the sentence's own.
fn blank(pair: &Pair, span: Span, out: &mut [Cited]) {
    let text = &pair.summary.text;
    let words = text.slice(span).strip_prefix('[').and_then(|rest| rest.find("]("));
    let parts = match words {
        Some(length) => [Span::new(span.start, span.start + 1), Span::new(span.start + 1 + length, span.end)],
        None => [span, Span::new(span.end, span.end)],
    };
    let first = text.sentence_at(span.start).unwrap_or(0);
    for (placed, cited) in text.sentences().iter().zip(out).skip(first) {
        let own = placed.span();
        if own.start >= span.end {
            break;
        }
        for part in parts.iter().filter(|part| part.overlaps(own)) {
            let (start, end) = (part.start.max(own.start), part.end.min(own.end));
            cited.blank.push(Span::new(start - own.start, end - own.start));
        }
    }
}
