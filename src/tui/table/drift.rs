//! Similar claims that an annotator judged differently: claims with the same words against the same article,
//! or claims that differ from their articles in the same ways, as measured by the engine.

use std::collections::HashSet;

use crate::labels::LabelValue;
use crate::tui::queue::digest::JudgedClaim;

/// Largest distance between two similar claims, from 0 to 1.
const MAX_DISTANCE: f64 = 0.1;
/// Difference in log-odds that counts as much as the full range of another signal.
const ODDS: f64 = 4.0;
/// Most pairs that are shown.
const MAX_PAIRS: usize = 50;

/// A claim of a case with its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelledClaim<'a> {
    /// The case, by its position in the queue.
    pub case: usize,
    pub claim: &'a JudgedClaim,
    /// The annotator's current label.
    pub word: LabelValue,
}

/// One of two similar claims, as shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriftClaim {
    /// The case, by its position in the queue.
    pub case: usize,
    /// Its index in its list.
    pub index: usize,
    /// Its first words.
    pub text: Box<str>,
    /// The annotator's label.
    pub word: LabelValue,
}

impl DriftClaim {
    fn of(labelled: &LabelledClaim) -> DriftClaim {
        let LabelledClaim { case, claim, word } = *labelled;
        DriftClaim { case, index: usize::from(claim.index), text: claim.text.clone(), word }
    }
}

/// Two similar claims with different labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    /// The claim of the earlier case in the queue.
    pub first: DriftClaim,
    /// The claim of the later case.
    pub second: DriftClaim,
    /// Distance between the engine's signals; 0 for the same claim.
    pub distance: f64,
}

/// Returns similar claims that were judged differently, most similar first; each claim occurs only once.
pub fn drift(claims: &[LabelledClaim]) -> Vec<Drift> {
    let mut all: Vec<(f64, usize, usize)> = Vec::new();
    for (at, a) in claims.iter().enumerate() {
        for (other, b) in claims.iter().enumerate().skip(at + 1).filter(|(_, b)| b.case != a.case) {
            if a.word != b.word
                && let Some(distance) = distance(a.claim, b.claim)
            {
                all.push((distance, at, other));
            }
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut taken = HashSet::new();
    let mut out = Vec::new();
    for (distance, a, b) in all {
        if out.len() < MAX_PAIRS && !taken.contains(&a) && !taken.contains(&b) {
            taken.extend([a, b]);
            out.push(Drift {
                first: DriftClaim::of(&claims[a]),
                second: DriftClaim::of(&claims[b]),
                distance,
            });
        }
    }
    out
}

/// Returns the distance between two claims; `None` if they are not similar.
fn distance(a: &JudgedClaim, b: &JudgedClaim) -> Option<f64> {
    if a.same == b.same {
        return Some(0.0);
    }
    // All claims without a mismatch are alike, which says nothing about how they should be judged.
    if a.checks != b.checks || a.checks.is_empty() {
        return None;
    }
    let scale = [ODDS, 1.0, 1.0, 1.0];
    let apart = a.signals.iter().zip(&b.signals).zip(scale);
    let distance = apart.map(|((a, b), scale)| f64::from((a - b).abs()) / scale).fold(0.0, f64::max);
    (distance <= MAX_DISTANCE).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(same: u64, check: &str, odds: f32, word: LabelValue) -> JudgedClaim {
        let checks = [check].into_iter().filter(|check| !check.is_empty()).map(Box::from).collect();
        JudgedClaim { index: 0, word, signals: [odds, 0.2, 0.0, 0.0], checks, same, text: "c".into() }
    }

    #[test]
    fn like_claims_with_other_labels_are_found_the_likest_first() {
        use LabelValue::{Supported, Unsupported};
        let claims = [
            claim(1, "number", 1.0, Supported),
            claim(2, "number", 1.2, Unsupported),
            claim(3, "name", 1.0, Unsupported),
            claim(4, "number", 3.0, Unsupported),
            claim(5, "date", 0.0, Supported),
            claim(5, "date", 2.0, Unsupported),
            claim(6, "", 0.0, Unsupported),
            claim(7, "", 0.0, Supported),
        ];
        let places: Vec<LabelledClaim> = claims
            .iter()
            .enumerate()
            .map(|(case, claim)| LabelledClaim { case, claim, word: claim.word })
            .collect();
        let pairs: Vec<(usize, usize)> =
            drift(&places).iter().map(|one| (one.first.case, one.second.case)).collect();
        assert_eq!(pairs, [(4, 5), (0, 1)]);
        // Claims of the same case are compared elsewhere.
        let one_case: Vec<LabelledClaim> =
            claims.iter().map(|claim| LabelledClaim { case: 0, claim, word: claim.word }).collect();
        assert!(drift(&one_case).is_empty());
    }
}
