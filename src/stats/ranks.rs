//! Rank correlations: Spearman's, with mean ranks for ties, and Kendall's tau-b (Kendall 1945). Both are
//! computed from case weights, so that a resample needs no sorting.

/// Why rank correlations are undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// No case has a positive weight.
    NoCase,
    /// All scores of one side are equal.
    Constant,
}

/// Two scores of each case as levels, that is, ranks among the distinct scores.
#[derive(Clone, Debug, Default)]
pub struct Ranked {
    /// Case, level of the first score, level of the second; sorted by level.
    rows: Vec<[usize; 3]>,
    /// Number of distinct scores on each side.
    levels: [usize; 2],
}

impl Ranked {
    /// Prepares the cases that have both scores.
    pub fn new(scored: &[(usize, f64, f64)]) -> Ranked {
        let distinct = |scores: &mut Vec<f64>| {
            scores.sort_by(f64::total_cmp);
            scores.dedup();
        };
        let (mut xs, mut ys): (Vec<f64>, Vec<f64>) = scored.iter().map(|(_, x, y)| (*x, *y)).unzip();
        distinct(&mut xs);
        distinct(&mut ys);
        let level = |of: &[f64], score: f64| of.partition_point(|other| *other < score);
        let mut rows: Vec<[usize; 3]> =
            scored.iter().map(|(case, x, y)| [*case, level(&xs, *x), level(&ys, *y)]).collect();
        rows.sort_unstable_by_key(|[case, x, y]| (*x, *y, *case));
        Ranked { rows, levels: [xs.len(), ys.len()] }
    }

    /// Prepares pairs of scores, each of which is a case of its own.
    pub fn of(pairs: &[(f64, f64)]) -> Ranked {
        let scored: Vec<(usize, f64, f64)> =
            pairs.iter().enumerate().map(|(case, (x, y))| (case, *x, *y)).collect();
        Ranked::new(&scored)
    }

    /// The number of cases.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Computes Spearman's correlation and tau-b with a weight for each case.
    pub fn correlations(&self, weight: impl Fn(usize) -> f64) -> Result<[f64; 2], Undefined> {
        let weights: Vec<f64> = self.rows.iter().map(|row| weight(row[0])).collect();
        let total: f64 = weights.iter().sum();
        if total == 0.0 {
            return Err(Undefined::NoCase);
        }
        let mut counts = self.levels.map(|levels| vec![0.0; levels]);
        for (row, weight) in self.rows.iter().zip(&weights) {
            counts[0][row[1]] += weight;
            counts[1][row[2]] += weight;
        }
        let constant = |counts: &[f64]| counts.contains(&total);
        if constant(&counts[0]) || constant(&counts[1]) {
            return Err(Undefined::Constant);
        }
        Ok([self.spearman(&weights, total, &counts), self.tau_b(&weights, total, &counts)])
    }

    fn spearman(&self, weights: &[f64], total: f64, counts: &[Vec<f64>; 2]) -> f64 {
        // Ranks minus their mean.
        let ranks = counts.each_ref().map(|counts| {
            let mut below = 0.0;
            let rank = |count: &f64| {
                let rank = below + (count - total) / 2.0;
                below += count;
                rank
            };
            counts.iter().map(rank).collect::<Vec<f64>>()
        });
        let square = |at: usize| -> f64 {
            counts[at].iter().zip(&ranks[at]).map(|(count, rank)| count * rank * rank).sum()
        };
        let products =
            self.rows.iter().zip(weights).map(|(row, weight)| weight * ranks[0][row[1]] * ranks[1][row[2]]);
        products.sum::<f64>() / (square(0) * square(1)).sqrt()
    }

    fn tau_b(&self, weights: &[f64], total: f64, counts: &[Vec<f64>; 2]) -> f64 {
        let couples = |count: f64| count * (count - 1.0) / 2.0;
        let tied = counts.each_ref().map(|counts| counts.iter().map(|count| couples(*count)).sum::<f64>());
        // Weight of the cases with a lower level of the first score, by level of the second.
        let mut seen = Cumulative(vec![0.0; self.levels[1]]);
        let (mut before, mut balance) = (0.0, 0.0);
        let mut start = 0;
        for same in self.rows.chunk_by(|a, b| a[1] == b[1]) {
            let weights = &weights[start..start + same.len()];
            for (row, weight) in same.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
                let (below, upto) = (seen.below(row[2]), seen.below(row[2] + 1));
                balance += weight * (below - (before - upto));
            }
            for (row, weight) in same.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
                seen.add(row[2], *weight);
                before += weight;
            }
            start += same.len();
        }
        balance / ((couples(total) - tied[0]) * (couples(total) - tied[1])).sqrt()
    }
}

/// Counts by level with prefix sums in logarithmic time (Fenwick 1994).
struct Cumulative(Vec<f64>);

impl Cumulative {
    fn add(&mut self, level: usize, count: f64) {
        let mut at = level;
        while at < self.0.len() {
            self.0[at] += count;
            at |= at + 1;
        }
    }

    /// Returns the sum of all lower levels.
    fn below(&self, level: usize) -> f64 {
        let (mut at, mut sum) = (level, 0.0);
        while at > 0 {
            sum += self.0[at - 1];
            at &= at - 1;
        }
        sum
    }
}
