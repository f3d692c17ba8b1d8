//! Correlations of pairs of numbers.

use std::cmp::Ordering;

use super::ranks::Ranked;

/// Three correlations of the same pairs; `None` if one side is constant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Correlations {
    pub spearman: Option<f64>,
    pub kendall: Option<f64>,
    pub pearson: Option<f64>,
}

/// Computes Spearman's, Kendall's and Pearson's correlation.
pub fn correlations(pairs: &[(f64, f64)]) -> Correlations {
    let ranked = Ranked::of(pairs).correlations(|_| 1.0);
    let [spearman, kendall] = ranked.map_or([None; 2], |found| found.map(Some));
    Correlations { spearman, kendall, pearson: pearson(pairs) }
}

/// Computes Pearson's product-moment correlation.
pub fn pearson(pairs: &[(f64, f64)]) -> Option<f64> {
    let (by_x, by_y) = (scale(pairs, |pair| pair.0), scale(pairs, |pair| pair.1));
    let scaled: Vec<(f64, f64)>;
    let pairs = if (by_x, by_y) == (1.0, 1.0) {
        pairs
    } else {
        scaled = pairs.iter().map(|(x, y)| (x * by_x, y * by_y)).collect();
        &scaled
    };
    let count = pairs.len() as f64;
    let (x, y) = pairs.iter().fold((0.0, 0.0), |(x, y), pair| (x + pair.0, y + pair.1));
    let (x, y) = (x / count, y / count);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        xx += (a - x) * (a - x);
        yy += (b - y) * (b - y);
        xy += (a - x) * (b - y);
    }
    // For a constant side, rounding errors would hide that the variance is zero.
    let constant = |of: fn(&(f64, f64)) -> f64| pairs.windows(2).all(|two| of(&two[0]) == of(&two[1]));
    (!constant(|pair| pair.0) && !constant(|pair| pair.1)).then(|| xy / (xx * yy).sqrt())
}

/// Returns the factor for one side that keeps its squares from overflowing or vanishing: a power of two,
/// 1 for all ordinary numbers.
fn scale(pairs: &[(f64, f64)], of: fn(&(f64, f64)) -> f64) -> f64 {
    const ORDINARY: std::ops::Range<f64> = 1e-100..1e100;
    let largest = pairs.iter().map(|pair| of(pair).abs()).fold(0.0, f64::max);
    if largest == 0.0 || ORDINARY.contains(&largest) {
        return 1.0;
    }
    (-largest.log2().round().clamp(-1000.0, 1000.0)).exp2()
}

/// Computes Spearman's rank correlation; tied values get their mean rank.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    Ranked::of(pairs).correlations(|_| 1.0).ok().map(|[spearman, _]| spearman)
}

/// Returns the share of pairs within a group, differing in the second number, that the first number
/// orders in the same way; equal first numbers count as half. `None` if there are no such pairs.
pub fn pair_accuracy(groups: &[Vec<(f64, f64)>]) -> Option<f64> {
    let (mut right, mut all) = (0.0, 0.0);
    for pairs in groups {
        for (at, a) in pairs.iter().enumerate() {
            for b in &pairs[at + 1..] {
                if a.1 == b.1 {
                    continue;
                }
                all += 1.0;
                right += match a.0.total_cmp(&b.0) {
                    Ordering::Equal => 0.5,
                    order if order == a.1.total_cmp(&b.1) => 1.0,
                    _ => 0.0,
                };
            }
        }
    }
    (all > 0.0).then(|| right / all)
}
