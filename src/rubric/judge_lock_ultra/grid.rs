//! Strata: for each label that is drawn, one number for each draw, spread evenly over 0 to 1 in an order of its own.
//!
//! Each word of a label so comes up as often as its probability says, to one draw, and only how labels meet is left
//! to chance. The same place of a list always draws the same numbers, so that an edit which leaves a label as it was
//! leaves its draws as they were, and other readings are compared on the same draws.

use crate::labels::{LISTS, List};

/// Labels of a list that draw in orders of their own; further ones share these, shifted.
const OWN: usize = 16;
/// How far a shared order is shifted.
const SHIFT: usize = 37;

/// The strata of every place.
pub struct Grid {
    /// Draws.
    draws: usize,
    /// For each list and each of its first places, every stratum once.
    orders: Vec<u16>,
}

impl Grid {
    /// Strata for so many draws, at most 65,536.
    pub fn new(draws: usize, seed: u64) -> Grid {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut orders = Vec::with_capacity(draws * OWN * LISTS.len());
        let mut order: Vec<u16> = (0..draws).map(|at| at as u16).collect();
        for _ in 0..OWN * LISTS.len() {
            rng.shuffle(&mut order);
            orders.extend_from_slice(&order);
        }
        Grid { draws, orders }
    }

    /// The strata of a label: draw by draw, in two runs.
    pub fn of(&self, list: List, index: usize) -> impl Iterator<Item = u16> + '_ {
        let from = (list as usize * OWN + index % OWN) * self.draws;
        let order = &self.orders[from..from + self.draws];
        let (head, tail) = order.split_at((index / OWN * SHIFT) % self.draws);
        tail.iter().chain(head).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_draws_every_stratum_once_and_the_same_each_time() {
        let (grid, again, other) = (Grid::new(64, 7), Grid::new(64, 7), Grid::new(64, 8));
        for index in [0, 3, 15, 16, 40] {
            let drawn: Vec<u16> = grid.of(List::Claims, index).collect();
            let mut sorted = drawn.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..64).collect::<Vec<u16>>());
            assert_eq!(drawn, again.of(List::Claims, index).collect::<Vec<u16>>());
            assert_ne!(drawn, other.of(List::Claims, index).collect::<Vec<u16>>());
        }
        let [first, sharing] = [0, 16].map(|index| grid.of(List::Issues, index).collect::<Vec<u16>>());
        assert_ne!(first, sharing);
    }
}
