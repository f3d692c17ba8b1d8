//! `invented`: replaces most of the summary by sentences without a basis in the article.

use super::{Edit, Pair, added_claim};
use crate::evidence::statements_of;
use crate::text::Span;

/// Number of sentences that are kept.
const KEPT: usize = 1;

pub fn find(pair: &Pair) -> Vec<Edit> {
    let sentences = pair.summary.sentences();
    let (Some(last), Some(end)) = (sentences.get(KEPT - 1), sentences.last()) else { return Vec::new() };
    let kept: usize = sentences[..KEPT]
        .iter()
        .map(|placed| statements_of(&placed.sentence, pair.english).iter().filter(|one| one.factual).count())
        .sum();
    // More than half of the claims, even if the engine finds one claim more or less.
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
