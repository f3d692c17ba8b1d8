//! The check of the wording as a whole.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::evidence::doubt::{self, word_of_support};
use crate::labels::LabelValue;
use crate::text::{Span, sentence_number};

/// Returns a mismatch if the wording shares too little with the passage.
pub fn wording(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let max_support = doubt::support(pairing.overlap.doubt());
    if word_of_support(max_support) == LabelValue::Supported {
        return Vec::new();
    }
    let (how, claim, note) = reason(pairing);
    let place = pairing.passage.spans(pairing.article);
    vec![FoundMismatch::of(how, max_support, claim, place).noting(note)]
}

/// Returns the main reason: the wording repeats itself, is pieced together, or uses its own words.
fn reason(pairing: &ClaimPairing) -> (MismatchDetail, Vec<Span>, String) {
    let whole = vec![pairing.clause.span];
    if pairing.matches.again().count() > pairing.matches.missing() {
        let again =
            pairing.matches.again().map(|at| pairing.sentence.tokens[pairing.clause.tokens.start + at].span);
        return (MismatchDetail::Repeated, again.collect(), String::new());
    }
    // New words are named as the reason if they would be enough on their own.
    if word_of_support(doubt::support(pairing.overlap.doubt_of_words())) == LabelValue::Supported {
        let near = pairing.passage.best.map(|at| format!("sentence {}", sentence_number(at)));
        return (MismatchDetail::Spliced, whole, near.unwrap_or_else(|| "none".to_owned()));
    }
    (MismatchDetail::FewWords, whole, format!("{:.0}", (pairing.overlap.known * 100.0).floor()))
}
