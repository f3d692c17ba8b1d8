//! Names of countries and their people, "Spain", "Spanish" and "Spaniards", and of well-known places in them.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::text::{Stem, stem_of};

/// One place a line, with the words for it and for its people and, after a bar, places within it.
const PLACES: &str = include_str!("demonyms/places.txt");

/// The words for each place, with those for places within it.
static GROUPS: LazyLock<FxHashMap<Stem, [&str; 2]>> = LazyLock::new(|| {
    let halves =
        |line: &'static str| line.split_once(" | ").map_or([line, ""], |(names, within)| [names, within]);
    let lines = PLACES.lines().map(halves);
    lines.flat_map(|halves| halves[0].split_whitespace().map(move |word| (stem_of(word), halves))).collect()
});

fn words_of(stem: Stem, half: usize) -> impl Iterator<Item = &'static str> {
    GROUPS.get(&stem).map_or("", |halves| halves[half]).split_whitespace()
}

/// Returns the stems of the other words for a place or its people, given any of them.
pub fn same_place(stem: Stem) -> impl Iterator<Item = Stem> {
    words_of(stem, 0).map(stem_of).filter(move |other| *other != stem)
}

/// Whether two stems are words for different places of the table, or for their people.
pub fn are_other_places(a: Stem, b: Stem) -> bool {
    GROUPS.get(&a).zip(GROUPS.get(&b)).is_some_and(|(a, b)| a != b)
}

/// Returns the stems of well-known places within a place, given any word for it or for its people: "London" for
/// "British".
pub fn places_within(stem: Stem) -> impl Iterator<Item = Stem> {
    words_of(stem, 1).map(stem_of)
}

/// Other names of places in the table, beside the first word of a line.
const OTHER_NAMES: [&str; 4] = ["usa", "uk", "myanmar", "holland"];

/// Whether a lower-cased word is of the people of a place: "spaniard", "spanish", but not "spain".
pub fn names_people(word: &str) -> bool {
    words_of(stem_of(word), 0).skip(1).any(|other| other == word) && !OTHER_NAMES.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_of_one_place_and_finds_the_others() {
        let mut seen: FxHashMap<Stem, usize> = FxHashMap::default();
        for (at, line) in PLACES.lines().enumerate() {
            let names = line.split(" | ").next().unwrap_or_default();
            assert!(names.split_whitespace().count() > 1, "line {}: {line}", at + 1);
            for word in names.split_whitespace() {
                let known = seen.insert(stem_of(word), at);
                assert!(known.is_none_or(|known| known == at), "{word} is on lines {known:?} and {}", at + 1);
            }
        }
        assert!(same_place(stem_of("spanish")).any(|stem| stem == stem_of("spain")));
        assert_eq!(same_place(stem_of("table")).count(), 0);
        assert!(same_place(stem_of("uk")).all(|stem| stem != stem_of("london")));
        assert!(places_within(stem_of("uk")).any(|stem| stem == stem_of("london")));
        assert!(are_other_places(stem_of("austrian"), stem_of("australia")));
        assert!(!are_other_places(stem_of("austrian"), stem_of("austria")));
        assert!(!are_other_places(stem_of("austrian"), stem_of("australopithecus")));
    }

    #[test]
    fn people_are_distinguished_from_their_country() {
        assert!(["hungarian", "spaniard", "dane", "dutch"].into_iter().all(names_people));
        assert!(!["hungary", "japan", "usa", "uk", "netherlands", "table"].into_iter().any(names_people));
    }
}
