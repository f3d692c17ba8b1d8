//! Strata: for each label that is drawn, one number for each draw, spread evenly over 0 to 1 in an order of its own.
//!
//! Each word of a label so comes up as often as its probability says, to one draw, and only how labels meet is left
//! to chance. What is said of claims comes of one reader of one article, who reads it well or badly: their labels
//! share a part of what is drawn, so that they tend to fail together. The same place of a list always draws the same numbers, so that an edit which leaves a label as it was
//! leaves its draws as they were, and other readings are compared on the same draws.

use std::ops::Range;

use crate::labels::{LISTS, List};

/// Labels of a list that draw in orders of their own; further ones share these, shifted.
const OWN: usize = 16;
/// How far a shared order is shifted.
const SHIFT: usize = 37;

/// Lists that say what the article supports, whose labels share a part of what is drawn.
const OF_SUPPORT: [List; 4] = [List::Claims, List::ClaimQags, List::Extraneous, List::Deviations];

/// The strata of every place.
pub struct StratifiedSampler {
    draws: usize,
    /// For each list and each of its first places, the draw of every stratum. A label's words share out the strata,
    /// so the draws of a rare word are found without looking at the others.
    orders: Vec<u16>,
}

impl StratifiedSampler {
    /// Strata for a number of draws, at most 65,536. `shared` is the correlation of two labels of the lists of support, 0 to 1,
    /// on the scale of a Gaussian copula.
    pub fn new(draws: usize, seed: u64, shared: f64) -> StratifiedSampler {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut orders = Vec::with_capacity(draws * OWN * LISTS.len());
        let common: Vec<f64> = (0..draws).map(|_| normal(&mut rng)).collect();
        for spec in &LISTS {
            let shared = if OF_SUPPORT.contains(&spec.list) { shared } else { 0.0 };
            for _ in 0..OWN {
                let own = common
                    .iter()
                    .map(|common| shared.sqrt() * common + (1.0 - shared).sqrt() * normal(&mut rng));
                let mut ranked: Vec<(f64, u16)> = own.zip(0..).collect();
                ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
                orders.extend(ranked.into_iter().map(|(_, draw)| draw));
            }
        }
        StratifiedSampler { draws, orders }
    }

    /// The draws in which a label has one of these strata.
    pub fn draws(&self, list: List, index: usize, strata: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let from = (list as usize * OWN + index % OWN) * self.draws;
        let back = self.draws - (index / OWN * SHIFT) % self.draws.max(1);
        self.orders[from + strata.start..from + strata.end].iter().map(move |draw| {
            let draw = usize::from(*draw) + back;
            if draw < self.draws { draw } else { draw - self.draws }
        })
    }
}

/// A number that is normally distributed, nearly: a sum of uniform ones, which is the same on every machine.
fn normal(rng: &mut fastrand::Rng) -> f64 {
    const SUMMED: usize = 12;
    (0..SUMMED).map(|_| rng.f64()).sum::<f64>() - SUMMED as f64 / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_draws_every_stratum_once_and_the_same_each_time() {
        let (sampler, again, other) = (
            StratifiedSampler::new(64, 7, 0.3),
            StratifiedSampler::new(64, 7, 0.3),
            StratifiedSampler::new(64, 8, 0.3),
        );
        for index in [0, 3, 15, 16, 40] {
            let drawn: Vec<usize> = sampler.draws(List::Claims, index, 0..64).collect();
            let mut sorted = drawn.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..64).collect::<Vec<usize>>());
            assert_eq!(drawn, again.draws(List::Claims, index, 0..64).collect::<Vec<usize>>());
            assert_ne!(drawn, other.draws(List::Claims, index, 0..64).collect::<Vec<usize>>());
            assert_eq!(drawn[5..9], sampler.draws(List::Claims, index, 5..9).collect::<Vec<usize>>());
        }
        let [first, sharing] =
            [0, 16].map(|at| sampler.draws(List::Issues, at, 0..64).collect::<Vec<usize>>());
        assert_ne!(first, sharing);
    }
    #[test]
    fn claims_tend_to_fail_together_and_key_points_do_not() {
        const DRAWS: usize = 4_096;
        let sampler = StratifiedSampler::new(DRAWS, 3, 0.3);
        // Two labels that are each bad in half of the draws.
        let both = |list: List| {
            let [a, b] = [0, 1].map(|at| {
                sampler.draws(list, at, DRAWS / 2..DRAWS).collect::<std::collections::BTreeSet<usize>>()
            });
            a.intersection(&b).count() as f64 / DRAWS as f64
        };
        // 1/4 + asin(.3) / (2 pi)
        assert!((both(List::Claims) - 0.298_5).abs() < 0.02, "{}", both(List::Claims));
        assert!((both(List::KeyPoints) - 0.25).abs() < 0.02, "{}", both(List::KeyPoints));
    }
}
