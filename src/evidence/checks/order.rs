//! Order in time, and other relations that a function word states.

use super::mismatch::{Difference, Mismatch};
use super::{ClaimPairing, opposite};
use crate::text::in_word_list;

/// "before" for "after", "above" for "below", "more" for "less": opposite function words before the same word.
pub fn order(pairing: &ClaimPairing) -> Vec<Mismatch> {
    if !pairing.same_statement() {
        return Vec::new();
    }
    // Of two who talk, one's "here" is the other's "there".
    let is_place = |at: usize| in_word_list("here there", &pairing.sentence.lower(at));
    for (at, token) in pairing.tokens().filter(|(at, t)| !t.is_content() && !is_place(*at)) {
        let Some((next_at, next)) = pairing
            .tokens()
            .filter(|(i, t)| *i > at && *i <= at + 3 && t.is_content())
            .map(|(i, t)| (i, t.stem))
            .next()
        else {
            continue;
        };
        for (source, article) in pairing.sources() {
            // "Never without" is always with.
            let theirs = article.cues();
            let is_undone =
                |i: usize| &*article.lower(i) == "without" && !theirs.iter().any(|cue| cue.token == i);
            let followed = |i: usize| {
                article.tokens[i + 1..]
                    .iter()
                    .take(3)
                    .any(|t| t.stem == next || pairing.stands_for(next_at, t.stem))
            };
            let mut found = None;
            let mut same = false;
            for (i, t) in article.tokens.iter().enumerate() {
                if t.stem == token.stem {
                    same |= followed(i);
                } else if opposite(token.stem, t.stem) && followed(i) && !is_undone(i) {
                    found = Some(t);
                }
            }
            if let (Some(other), false) = (found, same) {
                let place = pairing.place(source, other.span);
                let found = Mismatch::new(Difference::OppositeOrder, 0.12, token.span, place);
                return vec![found.noting(pairing.word(next_at))];
            }
        }
    }
    Vec::new()
}
