//! `softened`: what is certain becomes possible.

use super::words::OPEN;
use super::{Edit, Pair};

/// A certain form, and what is less than that.
const SOFTER: &[(&str, &[&str])] = &[
    ("will", &["may", "might", "could"]),
    ("must", &["may", "could"]),
    ("is", &["may be", "might be"]),
    ("are", &["may be", "might be"]),
    ("was", &["may have been", "might have been"]),
    ("were", &["may have been", "might have been"]),
    ("has", &["may have", "might have"]),
];

/// What already makes a statement less than certain.
const HEDGES: &[&str] = &[
    "may",
    "might",
    "could",
    "would",
    "should",
    "perhaps",
    "possibly",
    "probably",
    "likely",
    "expected",
    "about",
    "reportedly",
    "seems",
    "planned",
    "hopes",
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    let mut edits = Vec::new();
    for spot in pair.spots() {
        let Some((from, to)) = SOFTER.iter().find(|(from, _)| *from == spot.word()) else { continue };
        let sentence = spot.sentence();
        let words = || sentence.tokens.iter().map(|token| sentence.word(token).to_lowercase());
        let hedged = words().any(|word| HEDGES.contains(&word.as_str()) || OPEN.contains(&word.as_str()));
        if hedged || !pair.has(from) || spot.beside(1).is_none() || spot.at == 0 {
            continue;
        }
        // Where the article hedges anything in such a word, this may be what it hedges.
        let first = |soft: &&&str| soft.split(' ').next().is_some_and(|word| !pair.has(word));
        edits.extend(to.iter().filter(first).map(|soft| Edit::new(spot.span(), *soft)));
    }
    edits
}
