//! Bootstrap intervals over cases (Efron & Tibshirani 1993, percentile method). A resample is the number
//! of times that each case is drawn, and all statistics are computed from the same resamples. Each
//! resample has a seed of its own, so that the result does not depend on how many threads share the work.

use std::ops::Range;

use super::coefficients::{Family, RatingShape, Statistic, rank_values};
use super::value::{Stat, Value};
use crate::stats::{Ranked, percentiles};

/// Numbers by case; statistics are functions of their sums.
#[derive(Debug)]
pub struct Sums {
    width: usize,
    cases: Vec<usize>,
    rows: Vec<f64>,
    statistics: &'static [Statistic],
}

impl Sums {
    /// Creates empty sums with `width` numbers per case.
    pub fn new(width: usize, statistics: &'static [Statistic]) -> Sums {
        Sums { width, cases: Vec::new(), rows: Vec::new(), statistics }
    }

    /// Counts the numbers of units, which must be in the order of their cases.
    pub fn of<'a, T: Copy + 'static>(
        family: &Family<T>,
        shape: RatingShape,
        units: impl Iterator<Item = (usize, &'a [Option<T>])>,
    ) -> Sums {
        let mut sums = Sums::new((family.width)(shape), family.statistics);
        for (case, unit) in units {
            (family.add)(unit, shape, sums.of_case(case));
        }
        sums
    }

    /// Returns the numbers of a case for adding. Cases must come in order.
    pub fn of_case(&mut self, case: usize) -> &mut [f64] {
        if self.cases.last() != Some(&case) {
            self.cases.push(case);
            self.rows.resize(self.rows.len() + self.width, 0.0);
        }
        let start = self.rows.len() - self.width;
        &mut self.rows[start..]
    }

    /// The sums over all cases.
    pub fn totals(&self) -> Vec<f64> {
        self.weighted(|_| 1.0)
    }

    fn weighted(&self, weight: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut totals = vec![0.0; self.width];
        for (case, row) in self.cases.iter().zip(self.rows.chunks_exact(self.width)) {
            let weight = weight(*case);
            if weight > 0.0 {
                totals.iter_mut().zip(row).for_each(|(total, number)| *total += weight * number);
            }
        }
        totals
    }
}

/// Statistics that can be computed from a weight for each case.
#[derive(Debug)]
pub enum StatisticBlock {
    /// Functions of sums.
    Sums(Sums),
    /// Rank correlations.
    Ranks(Ranked),
}

impl StatisticBlock {
    fn values(&self, weight: impl Fn(usize) -> f64, out: &mut Vec<Value>) {
        match self {
            StatisticBlock::Sums(sums) => {
                let totals = sums.weighted(weight);
                out.extend(sums.statistics.iter().map(|statistic| (statistic.of)(&totals)));
            }
            StatisticBlock::Ranks(ranked) => out.extend(rank_values(ranked.correlations(weight))),
        }
    }

    fn sizes(&self, out: &mut Vec<usize>) {
        match self {
            StatisticBlock::Sums(sums) => {
                let totals = sums.totals();
                out.extend(sums.statistics.iter().map(|statistic| (statistic.n)(&totals) as usize));
            }
            StatisticBlock::Ranks(ranked) => out.extend([ranked.len(); 2]),
        }
    }

    fn statistics(&self) -> usize {
        match self {
            StatisticBlock::Sums(sums) => sums.statistics.len(),
            StatisticBlock::Ranks(_) => 2,
        }
    }
}

/// Statistics that are computed together.
#[derive(Debug, Default)]
pub struct ResamplePlan {
    blocks: Vec<StatisticBlock>,
    statistics: usize,
}

/// For each resample, the values of the statistics in their order.
pub type Draws = Vec<Vec<Value>>;

impl ResamplePlan {
    /// Adds statistics, and returns the positions of their results.
    pub fn add(&mut self, block: StatisticBlock) -> Range<usize> {
        let start = self.statistics;
        self.statistics += block.statistics();
        self.blocks.push(block);
        start..self.statistics
    }

    /// Returns the values in the resamples with these numbers.
    pub fn draw(&self, cases: usize, seed: u64, resamples: Range<usize>) -> Draws {
        let mut weights = vec![0.0; cases];
        let one = |resample: usize| {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut random = fastrand::Rng::with_seed(random.u64(..) ^ resample as u64);
            weights.fill(0.0);
            (0..cases).for_each(|_| weights[random.usize(..cases)] += 1.0);
            let mut values = Vec::with_capacity(self.statistics);
            self.blocks.iter().for_each(|block| block.values(|case| weights[case], &mut values));
            values
        };
        resamples.map(one).collect()
    }

    /// Returns the statistics, with intervals from all resamples.
    pub fn stats(&self, cases: usize, draws: &[Draws]) -> Vec<Stat> {
        let (mut values, mut sizes) = (Vec::new(), Vec::new());
        for block in &self.blocks {
            block.values(|_| 1.0, &mut values);
            block.sizes(&mut sizes);
        }
        let resamples: usize = draws.iter().map(Vec::len).sum();
        let stat = |(at, (value, n)): (usize, (Value, usize))| {
            let drawn = || draws.iter().flatten().filter_map(|values| values[at].ok()).collect();
            let wanted = value.is_ok() && cases > 1;
            Stat { value, interval: wanted.then(|| percentiles(drawn(), resamples)).flatten(), n }
        };
        values.into_iter().zip(sizes).enumerate().map(stat).collect()
    }
}
