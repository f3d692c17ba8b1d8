//! Synonyms, antonyms and the polarity of words. They are frozen into the binary by
//! `examples/freeze_tables.rs`, from WordNet, AFINN and the lists beside this file.

use super::Stem;

const SAME: &[u8] = include_bytes!("lexicon/same.bin");
const OPPOSITES: &[u8] = include_bytes!("lexicon/opposites.bin");
const POLARITY: &[u8] = include_bytes!("lexicon/polarity.bin");

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// Returns the index of the first row whose key is at least `key`.
fn first(table: &[u8], width: usize, key: u32) -> usize {
    let (mut low, mut high) = (0, table.len() / width);
    while low < high {
        let middle = low.midpoint(high);
        if word(&table[middle * width..]) < key {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn key(stem: Stem) -> u32 {
    (stem.0 >> 32) as u32
}

fn related(table: &'static [u8], stem: Stem) -> impl Iterator<Item = u32> {
    let key = key(stem);
    table[first(table, 8, key) * 8..]
        .chunks_exact(8)
        .take_while(move |row| word(row) == key)
        .map(|row| word(&row[4..]))
}

/// Returns the upper half of a stem's hash, which is the key of the tables.
pub fn half(stem: Stem) -> u32 {
    key(stem)
}

/// Returns the halves of stems that are synonyms in some common sense.
pub fn synonyms(stem: Stem) -> impl Iterator<Item = u32> {
    related(SAME, stem)
}

/// Returns the halves of stems that are antonyms.
pub fn antonyms(stem: Stem) -> impl Iterator<Item = u32> {
    related(OPPOSITES, stem)
}

/// Polarity of a lower-cased word, given by its token hash, from -5 (worst) to 5; 0 if the word is not
/// listed.
pub fn polarity(token: u64) -> i8 {
    let key = (token >> 32) as u32;
    let at = first(POLARITY, 5, key);
    POLARITY.get(at * 5..at * 5 + 5).filter(|row| word(row) == key).map_or(0, |row| row[4] as i8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{hash64, stem_of};

    fn opposite(a: &str, b: &str) -> bool {
        antonyms(stem_of(a)).any(|x| x == half(stem_of(b)))
    }

    fn same(a: &str, b: &str) -> bool {
        synonyms(stem_of(a)).any(|x| x == half(stem_of(b)))
    }

    #[test]
    fn the_frozen_tables_hold_the_lists_beside_them() {
        for line in include_str!("lexicon/opposites.txt").lines() {
            let (left, right) = line.split_once(" | ").or_else(|| line.split_once(' ')).unwrap();
            for (a, b) in left.split(' ').flat_map(|a| right.split(' ').map(move |b| (a, b))) {
                assert!(
                    opposite(a, b) && opposite(b, a) || stem_of(a) == stem_of(b),
                    "{a} {b}: freeze the tables again"
                );
            }
        }
        assert!(same("buy", "bought") && same("said", "told"));
        assert!(
            same("rose", "climbed") && opposite("rose", "fell"),
            "what holds of a word holds of its forms"
        );
    }

    #[test]
    fn wordnet_is_in() {
        assert!(opposite("guilty", "innocent") && opposite("legal", "illegal"));
        assert!(same("car", "automobile"));
        assert!(!same("approve", "reject"));
    }

    #[test]
    fn polarity_is_signed() {
        assert!(polarity(hash64(b"terrible")) < 0 && polarity(hash64(b"wonderful")) > 0);
        assert_eq!(polarity(hash64(b"table")), 0);
    }
}
