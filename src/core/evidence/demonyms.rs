//! Names of countries and their people: "Spain", "Spanish" and "Spaniards" belong together.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::text::{Stem, stem_of};

/// One place a line, with the words for it and for its people.
const PLACES: &str = include_str!("demonyms/places.txt");

static GROUPS: LazyLock<FxHashMap<Stem, usize>> = LazyLock::new(|| {
    let lines = PLACES.lines().enumerate();
    lines.flat_map(|(at, line)| line.split_whitespace().map(move |word| (stem_of(word), at))).collect()
});

/// Returns the stems of the other words for a place or its people, given any of them.
pub fn same_place(stem: Stem) -> impl Iterator<Item = Stem> {
    let line = GROUPS.get(&stem).and_then(|at| PLACES.lines().nth(*at)).unwrap_or_default();
    line.split_whitespace().map(stem_of).filter(move |other| *other != stem)
}

/// Other names of places in the table, beside the first word of a line.
const OTHER_NAMES: [&str; 4] = ["usa", "uk", "myanmar", "holland"];

/// Whether a lower-cased word is of the people of a place: "spaniard", "spanish", but not "spain".
pub fn names_people(word: &str) -> bool {
    let line = GROUPS.get(&stem_of(word)).and_then(|at| PLACES.lines().nth(*at)).unwrap_or_default();
    line.split_whitespace().skip(1).any(|other| other == word) && !OTHER_NAMES.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_of_one_place_and_finds_the_others() {
        let mut seen: FxHashMap<Stem, usize> = FxHashMap::default();
        for (at, line) in PLACES.lines().enumerate() {
            assert!(line.split_whitespace().count() > 1, "line {}: {line}", at + 1);
            for word in line.split_whitespace() {
                let known = seen.insert(stem_of(word), at);
                assert!(known.is_none_or(|known| known == at), "{word} is on lines {known:?} and {}", at + 1);
            }
        }
        assert!(same_place(stem_of("spanish")).any(|stem| stem == stem_of("spain")));
        assert_eq!(same_place(stem_of("table")).count(), 0);
    }

    #[test]
    fn people_are_told_from_their_country() {
        assert!(["hungarian", "spaniard", "dane", "dutch"].into_iter().all(names_people));
        assert!(!["hungary", "japan", "usa", "uk", "netherlands", "table"].into_iter().any(names_people));
    }
}
