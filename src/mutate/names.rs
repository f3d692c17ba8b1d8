//! `name`: a name becomes one that the article does not have.

use super::words::{MONTHS, NAMES, WEEKDAYS};
use super::{Edit, Pair, Spot};

/// Endings of words that are capitalised without being a name of their own: "German", "Spanish".
const ADJECTIVES: &[&str] = &["ish", "ese", "ian", "can", "man"];

pub fn find(pair: &Pair) -> Vec<Edit> {
    let mut times = std::collections::HashMap::new();
    for spot in pair.spots() {
        *times.entry(spot.token().word).or_insert(0_usize) += 1;
    }
    let named = pair.spots().filter(|spot| is_name(spot) && pair.has(spot.word()));
    // A name that comes twice would contradict itself, which is another fault.
    let once = named.filter(|spot| times.get(&spot.token().word) == Some(&1));
    let others = |spot: &Spot| {
        let free = NAMES.iter().filter(|name| !pair.has(name) && !times.contains_key(&hash(name)));
        free.take(4).map(|name| Edit::new(spot.span(), *name)).collect::<Vec<_>>()
    };
    once.flat_map(|spot| others(&spot)).collect()
}

fn hash(name: &str) -> u64 {
    crate::text::hash64(name.to_lowercase().as_bytes())
}

/// Whether a word is the last of a name, and no date, acronym or adjective.
fn is_name(spot: &Spot) -> bool {
    let word = spot.word();
    let capital = |spot: &Spot| spot.token().flags.capital;
    let last = !spot.beside(1).is_some_and(|next| capital(&next));
    let plain = word.chars().skip(1).all(char::is_lowercase) && word.chars().count() > 2;
    let dated = WEEKDAYS.contains(&word) || MONTHS.contains(&word);
    let adjective = ADJECTIVES.iter().any(|ending| word.ends_with(ending));
    spot.at > 0 && capital(spot) && last && plain && !dated && !adjective
}
