//! `date`: replaces a weekday, a month or a year.

use super::words::{MONTHS, WEEKDAYS};
use super::{Edit, Pair, Spot};

pub fn find(pair: &Pair) -> Vec<Edit> {
    let mut edits = Vec::new();
    for spot in pair.spots() {
        let word = spot.word();
        // Two dates may form a range, which would have to remain valid.
        if spot.sentence().dates().len() > 1 {
            continue;
        }
        if !spot.is_dated() || !pair.has(word) {
            continue;
        }
        let others: Vec<String> = [WEEKDAYS, MONTHS]
            .into_iter()
            .filter(|names| names.contains(&word))
            .flat_map(|names| names.iter().filter(|name| !pair.has(name)).map(|name| (*name).to_owned()))
            .chain(years(&spot))
            .collect();
        edits.extend(others.iter().filter_map(|now| pair.new_figure(spot.placed, spot.span(), now)));
    }
    edits
}

fn years(spot: &Spot) -> Vec<String> {
    let word = spot.word();
    let year = word.parse::<i64>().ok().filter(|year| word.len() == 4 && (1000..2200).contains(year));
    let Some(year) = year else { return Vec::new() };
    [-3, -2, 2, 3].into_iter().map(|by| (year + by).to_string()).collect()
}
