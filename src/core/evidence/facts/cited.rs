//! Finds the sources that each sentence of the summary cites.

use crate::evidence::{AnalysisCache, Pair, citations};
use crate::text::Span;

/// The citations of one sentence.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cited {
    /// Indices of the cited sources, ascending and distinct.
    pub sources: Vec<usize>,
    /// A citation that refers to no source, as written.
    pub broken: Option<String>,
}

/// Returns the citations of each sentence. A citation before the first word of a sentence belongs to the one
/// before, as in `It rained.[2] Then ...`. Without sources there are none.
pub(super) fn cited(pair: &Pair, cache: &mut AnalysisCache) -> Vec<Cited> {
    let mut out = vec![Cited::default(); pair.wording.text.sentences().len()];
    if pair.sources.is_empty() {
        return out;
    }
    for reference in citations::references(pair, cache) {
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

/// Returns the index of the sentence that a citation belongs to.
fn owner(pair: &Pair, span: Span) -> Option<usize> {
    let text = &pair.wording.text;
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
