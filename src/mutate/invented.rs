//! `invented`: most of the summary is replaced by sentences that the article knows nothing of.

use super::{Edit, Pair, added_claim};
use crate::evidence::statements_of;
use crate::text::Span;

/// Sentences that are kept.
const KEPT: usize = 1;

pub fn find(pair: &Pair) -> Vec<Edit> {
    let sentences = pair.summary.sentences();
    let (Some(last), Some(end)) = (sentences.get(KEPT - 1), sentences.last()) else { return Vec::new() };
    let kept: usize = sentences[..KEPT]
        .iter()
        .map(|placed| statements_of(&placed.sentence, pair.english).iter().filter(|one| one.factual).count())
        .sum();
    // More than half of the claims, whether a clause more or less is read as a claim.
    let wanted = kept.max(1) + 1;
    let free = added_claim::novel(pair);
    if free.len() < wanted || sentences.len() <= KEPT {
        return Vec::new();
    }
    let span = Span::new(last.span().end, end.span().end);
    let turned = (0..free.len()).map(|by| {
        let chosen: Vec<&str> = free.iter().cycle().skip(by).take(wanted).copied().collect();
        Edit::new(span, format!(" {}", chosen.join(" ")))
    });
    turned.collect()
}
