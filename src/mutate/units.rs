//! `unit`: replaces a unit, a currency or a magnitude by another one of the same quantity.

use super::words::{HEDGES, NUMERALS};
use super::{Edit, Pair, Spot};

/// Groups of units of the same quantity, which can replace each other.
const UNITS: &[&[&str]] = &[
    &["centimetres", "metres", "kilometres", "miles"],
    &["centimeters", "meters", "kilometers"],
    &["grams", "kilograms", "tonnes"],
    &["minutes", "hours", "days", "weeks", "months", "years"],
    &["thousand", "million", "billion"],
    &["euros", "dollars", "pounds", "francs", "yen"],
    &["hectares", "acres"],
    &["watts", "kilowatts", "megawatts"],
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    let mut edits = Vec::new();
    for spot in pair.spots() {
        let word = spot.word();
        let Some(row) = UNITS.iter().find(|row| row.contains(&word)) else { continue };
        if !pair.has(word) || !is_counted(&spot) {
            continue;
        }
        let others = row.iter().filter(|other| **other != word && !pair.has(other));
        edits.extend(others.filter_map(|now| pair.new_figure(spot.placed, spot.span(), now)));
    }
    edits
}

/// Returns whether a number or a magnitude precedes the unit, as in "5 million euros".
fn is_counted(spot: &Spot) -> bool {
    let before = spot.lower(-1);
    // "more than 5 million euros" may also be true in another unit.
    let magnitude = matches!(before.as_str(), "thousand" | "million" | "billion");
    if HEDGES.contains(&spot.lower(if magnitude { -3 } else { -2 }).as_str()) {
        return false;
    }
    magnitude || before.starts_with(|c: char| c.is_ascii_digit()) || NUMERALS.contains(&before.as_str())
}
