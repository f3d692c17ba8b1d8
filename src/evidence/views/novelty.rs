//! Words that the article does not have.

use super::Held;
use super::mismatch::{Difference, Mismatch};
use crate::evidence::doubt;
use crate::evidence::grave::is_grave;

/// Content words that the article has in no form.
pub fn novelty(held: &Held) -> Vec<Mismatch> {
    let content = held.matches.tokens.iter().filter(|t| t.content).count();
    let missing: Vec<usize> = held
        .tokens()
        .filter(|(at, t)| {
            let found = &held.matches.tokens[at - held.clause.tokens.start];
            found.is_missing() && !t.flags.digit
        })
        .map(|(at, _)| at)
        .collect();
    if missing.is_empty() || content == 0 {
        return Vec::new();
    }
    let share = missing.len() as f64 / content as f64;
    // Words of its own are to be expected in a paraphrase; among copied phrases each one stands out, and several in
    // a row are a statement of their own.
    const STATEMENT: usize = 3;
    let known = doubt::support(held.soft.doubt_of_words());
    let limit = if !held.soft.is_copied() {
        known
    } else if longest_missing(held) >= STATEMENT {
        0.25
    } else {
        (0.86 - share).clamp(0.4, 0.85).min(known)
    };
    // "Killed" or "terrorists" are no turn of phrase: grave words that the article lacks are news of their own.
    let limit = match missing.iter().filter(|&&at| is_grave(held.word(at))).count() {
        0 => limit,
        1 => limit.min(0.6),
        _ => limit.min(0.08),
    };
    vec![Mismatch::of(
        Difference::NewWords,
        limit,
        missing.iter().map(|&at| held.sentence.tokens[at].span).collect(),
        Vec::new(),
    )]
}

/// The most content words in a row that the article has in no form.
fn longest_missing(held: &Held) -> usize {
    let (mut longest, mut here) = (0, 0);
    for token in held.matches.tokens.iter().filter(|t| t.content) {
        here = if token.quality == 0.0 { here + 1 } else { 0 };
        longest = longest.max(here);
    }
    longest
}
