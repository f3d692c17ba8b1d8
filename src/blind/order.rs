//! The queue of an annotator who judges blind: the training round, then the cases with gold cases mixed
//! in.

use std::collections::HashSet;

use uuid::Uuid;

use super::settings::{BlindSettings, GoldCases};

/// Returns the cases in the order in which an annotator judges them, and how many of the first are for
/// training. The gold cases of the training rounds come first, followed by the queue. Gold cases that are
/// cases of the queue as well keep their place in it. Others are mixed in up to the rate of the settings, at
/// positions derived from the annotator's name; surplus ones are left out.
pub fn order(ids: Vec<String>, gold: &GoldCases, settings: &BlindSettings, by: &str) -> (Vec<String>, usize) {
    let there: HashSet<&str> = ids.iter().map(String::as_str).collect();
    let known: Vec<&String> = gold.ids().iter().filter(|id| there.contains(id.as_str())).collect();
    let training = settings.training.end.min(known.len());
    let mut all: Vec<String> = known[..training].iter().map(|id| (*id).clone()).collect();
    let trained: HashSet<&str> = known[..training].iter().map(|id| id.as_str()).collect();
    let (own, spare): (Vec<&String>, Vec<&String>) =
        known[training..].iter().copied().partition(|id| gold.is_in_queue(id));
    let stays =
        |id: &&String| gold.labels(id).is_none() || gold.is_in_queue(id) && !trained.contains(id.as_str());
    let others: Vec<&String> = ids.iter().filter(stays).collect();
    // Number of gold cases that makes up this share of all cases, including themselves.
    let share = settings.rate.clamp(0.0, 0.99);
    let plain = others.len() - own.len();
    let wanted = ((plain as f64 * share / (1.0 - share)).round() as usize).saturating_sub(own.len());
    let mixed = if others.is_empty() { spare.len() } else { wanted.min(spare.len()) };
    let mut spare = spare[..mixed].iter();
    if mixed == 0 {
        all.extend(others.iter().map(|id| (*id).clone()));
    }
    for part in 0..mixed {
        // The queue is split into as many parts as there are gold cases; each part gets one at a random
        // position.
        let (from, to) = (part * others.len() / mixed, (part + 1) * others.len() / mixed);
        let stretch = &others[from..to];
        let at = place(by, part, stretch.len());
        all.extend(stretch[..at].iter().map(|id| (*id).clone()));
        all.extend(spare.next().map(|id| (*id).clone()));
        all.extend(stretch[at..].iter().map(|id| (*id).clone()));
    }
    (all, training)
}

/// Returns a reproducible pseudorandom number from 0 to `most`.
fn place(by: &str, part: usize, most: usize) -> usize {
    let hash = Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{part} {by}").as_bytes());
    let (high, _) = hash.as_u64_pair();
    ((u128::from(high) * (most as u128 + 1)) >> 64) as usize
}
