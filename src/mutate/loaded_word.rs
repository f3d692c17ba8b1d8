//! `loaded_word`: an adjective is added that judges.

use super::{Edit, Pair};
use crate::text::Span;

/// Adjectives that judge, good or bad.
const LOADED: &[&str] = &[
    "shameful",
    "disastrous",
    "heroic",
    "pathetic",
    "notorious",
    "brilliant",
    "ridiculous",
    "scandalous",
    "cowardly",
    "magnificent",
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    let mut edits = Vec::new();
    for spot in pair.spots() {
        let noun = spot.token();
        let plain = !noun.flags.stop && !noun.flags.capital && !noun.flags.digit && spot.word().len() > 3;
        let gap = spot.sentence().gap_before(spot.at) == " ";
        if plain && gap && matches!(spot.lower(-1).as_str(), "the" | "a" | "its" | "his" | "her" | "their") {
            let at = Span::new(spot.span().start, spot.span().start);
            let free = LOADED.iter().filter(|word| !pair.has(word));
            edits.extend(free.map(|word| Edit::new(at, format!("{word} "))));
        }
    }
    edits
}
