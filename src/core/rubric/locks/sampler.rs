//! Strata: for each sampled label, one number for each sample, spread evenly over 0 to 1 in an order of its
//! own.
//!
//! Thus each word of a label occurs exactly as often as its probability says (to within one sample), and only
//! the combinations of labels are random. Labels about the article's support depend on one reader of one
//! article, who reads it well or badly. They share a part of their randomness, so that they tend to fail
//! together. The same index of a list always gets the same numbers. An edit that leaves a label unchanged
//! therefore leaves its samples unchanged, and other readings are compared on the same samples.

use std::ops::Range;

use crate::labels::{LISTS, List};

/// Number of labels of a list with orders of their own. Further labels reuse these, shifted, and so are
/// independent of the first ones even where labels are correlated.
const OWN: usize = 16;
/// Number of samples by which a reused order is shifted.
const SHIFT: usize = 37;

/// Lists about the article's support, whose labels share a part of their randomness.
const OF_SUPPORT: [List; 4] = [List::Claims, List::ClaimQags, List::Extraneous, List::Deviations];

/// The strata of every label index.
pub struct StratifiedSampler {
    draws: usize,
    /// For each list and each of its first indices, the sample of every stratum. A label's words divide the
    /// strata among them, so the samples of a rare word are found without visiting the others.
    orders: Vec<u16>,
}

impl StratifiedSampler {
    /// Strata for at most 65,536 samples. `shared` is the correlation, 0 to 1, of two labels of the support
    /// lists, on the scale of a Gaussian copula.
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

    /// The samples in which a label has one of these strata.
    pub fn draws(&self, list: List, index: usize, strata: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let from = (list as usize * OWN + index % OWN) * self.draws;
        let back = self.draws - (index / OWN * SHIFT) % self.draws.max(1);
        self.orders[from + strata.start..from + strata.end].iter().map(move |draw| {
            let draw = usize::from(*draw) + back;
            if draw < self.draws { draw } else { draw - self.draws }
        })
    }
}

/// An approximately normal random number: a sum of uniform ones, which is the same on every machine.
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
        // Two labels that are each bad in half of the samples.
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
