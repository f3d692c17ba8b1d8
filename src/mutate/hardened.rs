//! `hardened`: what is possible or planned becomes certain.

use super::{Edit, Pair, Spot};
use crate::text::Span;

/// Phrases that leave open whether something comes about; "will" says that it does.
const OPEN: &[&[&str]] = &[
    &["may"],
    &["might"],
    &["could"],
    &["plans", "to"],
    &["plan", "to"],
    &["hopes", "to"],
    &["hope", "to"],
    &["wants", "to"],
    &["want", "to"],
    &["intends", "to"],
    &["aims", "to"],
    &["is", "expected", "to"],
    &["are", "expected", "to"],
    &["is", "likely", "to"],
    &["are", "likely", "to"],
    &["is", "due", "to"],
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    let mut edits = Vec::new();
    for spot in pair.spots() {
        let matched = OPEN.iter().find(|phrase| {
            phrase.iter().enumerate().all(|(by, word)| spot.lower(by as isize) == *word && pair.has(word))
        });
        let Some(phrase) = matched.filter(|_| spot.at > 0) else { continue };
        let Some(last) = spot.beside(phrase.len() as isize - 1) else { continue };
        // What follows is a verb, not "have been", "not" or the end of the sentence.
        let follows = last.lower(1);
        if follows.is_empty()
            || matches!(follows.as_str(), "not" | "have" | "well")
            || is_certain(pair, &last)
        {
            continue;
        }
        edits.push(Edit::new(Span::new(spot.span().start, last.span().end), "will"));
    }
    edits
}

/// Whether the article has the same verb as something that will happen.
fn is_certain(pair: &Pair, last: &Spot) -> bool {
    let Some(verb) = last.beside(1) else { return true };
    pair.article.sentences().iter().any(|placed| {
        let tokens = &placed.sentence.tokens;
        let mut wills =
            tokens.windows(2).filter(|two| placed.sentence.word(&two[0]).eq_ignore_ascii_case("will"));
        wills.any(|two| two[1].stem == verb.token().stem)
    })
}
