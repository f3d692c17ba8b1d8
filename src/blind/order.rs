//! The queue of an annotator who judges blind: the training round, then the cases with gold cases among them.

use std::collections::HashSet;

use uuid::Uuid;

use super::settings::{BlindSettings, GoldCases};

/// The cases in the order in which an annotator judges them: the gold cases of the training rounds first, then the
/// queue, in which gold cases stand at the rate of the settings and at places that follow from the annotator's name.
/// Gold cases over the rate are left out. Returns with it how many of the first are for training.
pub fn order(ids: Vec<String>, gold: &GoldCases, settings: &BlindSettings, by: &str) -> (Vec<String>, usize) {
    let there: HashSet<&str> = ids.iter().map(String::as_str).collect();
    let known: Vec<&String> = gold.ids().iter().filter(|id| there.contains(id.as_str())).collect();
    let training = settings.training.end.min(known.len());
    let mut all: Vec<String> = known[..training].iter().map(|id| (*id).clone()).collect();
    let spare = &known[training..];
    let others: Vec<&String> = ids.iter().filter(|id| gold.labels(id).is_none()).collect();
    // The number that makes them this share of all cases, themselves included.
    let share = settings.rate.clamp(0.0, 0.99);
    let wanted = (others.len() as f64 * share / (1.0 - share)).round() as usize;
    let mixed = if others.is_empty() { spare.len() } else { wanted.min(spare.len()) };
    let mut spare = spare[..mixed].iter();
    if mixed == 0 {
        all.extend(others.iter().map(|id| (*id).clone()));
    }
    for part in 0..mixed {
        // One somewhere in each of as many stretches of the queue as there are gold cases.
        let (from, to) = (part * others.len() / mixed, (part + 1) * others.len() / mixed);
        let stretch = &others[from..to];
        let at = place(by, part, stretch.len());
        all.extend(stretch[..at].iter().map(|id| (*id).clone()));
        all.extend(spare.next().map(|id| (*id).clone()));
        all.extend(stretch[at..].iter().map(|id| (*id).clone()));
    }
    (all, training)
}

/// A place from 0 to `most` that looks like chance, and is the same each time.
fn place(by: &str, part: usize, most: usize) -> usize {
    let hash = Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{part} {by}").as_bytes());
    let (high, _) = hash.as_u64_pair();
    ((u128::from(high) * (most as u128 + 1)) >> 64) as usize
}
