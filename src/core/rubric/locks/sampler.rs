//! Strata: for each label that is drawn, one number for each draw, spread evenly over 0 to 1 in an order of its own.
//!
//! Each word of a label so comes up as often as its probability says, to one draw, and only how labels meet is left
//! to chance. The same place of a list always draws the same numbers, so that an edit which leaves a label as it was
//! leaves its draws as they were, and other readings are compared on the same draws.

use std::ops::Range;

use crate::labels::{LISTS, List};

/// Labels of a list that draw in orders of their own; further ones share these, shifted.
const OWN: usize = 16;
/// How far a shared order is shifted.
const SHIFT: usize = 37;

/// The strata of every place.
pub struct StratifiedSampler {
    /// Draws.
    draws: usize,
    /// For each list and each of its first places, the draw of every stratum. A label's words share out the strata,
    /// so the draws of a rare word are found without looking at the others.
    orders: Vec<u16>,
}

impl StratifiedSampler {
    /// Strata for so many draws, at most 65,536.
    pub fn new(draws: usize, seed: u64) -> StratifiedSampler {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut orders = vec![0; draws * OWN * LISTS.len()];
        let mut strata: Vec<u16> = (0..draws).map(|at| at as u16).collect();
        for order in orders.chunks_exact_mut(draws.max(1)) {
            rng.shuffle(&mut strata);
            for (draw, stratum) in strata.iter().enumerate() {
                order[usize::from(*stratum)] = draw as u16;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_draws_every_stratum_once_and_the_same_each_time() {
        let (sampler, again, other) =
            (StratifiedSampler::new(64, 7), StratifiedSampler::new(64, 7), StratifiedSampler::new(64, 8));
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
}
