//! The wording as a whole.

use super::Held;
use super::mismatch::{Difference, Mismatch};
use crate::evidence::doubt::{self, label};
use crate::labels::LabelValue;
use crate::text::{Span, sentence_number};

/// What speaks against the wording, where it shares too little with the passage.
pub fn wording(held: &Held) -> Vec<Mismatch> {
    let limit = doubt::support(held.soft.doubt());
    if label(limit) == LabelValue::Supported {
        return Vec::new();
    }
    let (how, claim, note) = reason(held, limit);
    let place = held.passage.spans(held.article);
    vec![Mismatch::of(how, limit, claim, place).noting(note)]
}

/// Why it does: it goes in circles, it is stitched together, or its words are its own.
fn reason(held: &Held, limit: f64) -> (Difference, Vec<Span>, String) {
    let whole = vec![held.clause.span];
    if held.matches.again().count() > held.matches.missing() {
        let again = held.matches.again().map(|at| held.sentence.tokens[held.clause.tokens.start + at].span);
        return (Difference::Repeated, again.collect(), String::new());
    }
    if doubt::support(held.soft.doubt_of_words()) > limit {
        let near = held.passage.best.map(|at| format!("sentence {}", sentence_number(at)));
        return (Difference::Spliced, whole, near.unwrap_or_else(|| "none".to_owned()));
    }
    (Difference::FewWords, whole, format!("{:.0}", (held.soft.known * 100.0).floor()))
}
