//! Nouns that denote a person.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

/// Nouns that denote persons in all or nearly all of their WordNet senses, one a line.
static PERSONS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| include_str!("lexicon/persons.txt").lines().collect());

/// Whether a lower-cased noun, singular or plural, denotes a person: "striker", "witnesses", "chairmen".
pub fn is_person(noun: &str) -> bool {
    let known = |noun: &str| PERSONS.contains(noun);
    let with =
        |end: &str, other: &str| noun.strip_suffix(end).is_some_and(|stem| known(&format!("{stem}{other}")));
    known(noun)
        || with("s", "")
        || with("es", "")
        || with("ies", "y")
        || with("men", "man")
        || noun == "children"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persons_are_distinguished_from_things_with_their_endings() {
        for person in [
            "striker", "locals", "witnesses", "secretaries", "spokeswomen", "children", "goalkeeper",
            "queen", "chief",
        ] {
            assert!(is_person(person), "{person}");
        }
        for thing in ["tower", "paper", "committees", "printer", "reason", "s", "", "ies"] {
            assert!(!is_person(thing), "{thing}");
        }
    }
}
