//! Words that the article does not have.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::evidence::doubt;
use crate::evidence::severe_events::is_severe_event;

/// Finds content words that the article has in no form.
pub fn novelty(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let content = pairing.matches.tokens.iter().filter(|t| t.content).count();
    let missing: Vec<usize> = pairing
        .tokens()
        .filter(|(at, t)| {
            let found = &pairing.matches.tokens[at - pairing.clause.tokens.start];
            found.is_missing() && !t.flags.digit
        })
        .map(|(at, _)| at)
        .collect();
    if missing.is_empty() || content == 0 {
        return Vec::new();
    }
    let share = missing.len() as f64 / content as f64;
    // A paraphrase has words of its own. Among copied phrases each new word stands out, and several in a row
    // are a statement of their own.
    const STATEMENT: usize = 3;
    let known = doubt::support(pairing.overlap.doubt_of_words());
    let max_support = if !pairing.overlap.is_copied() {
        known
    } else if longest_missing(pairing) >= STATEMENT {
        0.25
    } else {
        (0.86 - share).clamp(0.4, 0.85).min(known)
    };
    // "Killed" or "terrorists" are not rewordings: words for severe events that the article lacks add a fact.
    let max_support = match missing.iter().filter(|&&at| is_severe_event(pairing.word(at))).count() {
        0 => max_support,
        1 => max_support.min(0.6),
        _ => max_support.min(0.08),
    };
    vec![FoundMismatch::of(
        MismatchDetail::NewWords,
        max_support,
        missing.iter().map(|&at| pairing.sentence.tokens[at].span).collect(),
        Vec::new(),
    )]
}

/// Returns the length of the longest run of content words that the article has in no form.
fn longest_missing(pairing: &ClaimPairing) -> usize {
    let (mut longest, mut here) = (0, 0);
    for token in pairing.matches.tokens.iter().filter(|t| t.content) {
        here = if token.quality == 0.0 { here + 1 } else { 0 };
        longest = longest.max(here);
    }
    longest
}
