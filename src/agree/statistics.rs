//! Rank correlations and decisions by threshold, over pairs of a score and a judgement.

use std::cmp::Ordering;

use crate::report::Better;

/// Three correlations of the same pairs; `None` where one side is constant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the names are the field's standard terms")]
pub struct Correlations {
    pub spearman: Option<f64>,
    pub kendall: Option<f64>,
    pub pearson: Option<f64>,
}

/// A threshold on a score, and how well it tells yes from no.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// Scores at least (or, where lower is better, at most) this count as yes.
    pub at: f64,
    /// Mean of the shares of yes and of no that it gets right.
    pub balanced_accuracy: f64,
}

impl Threshold {
    /// The threshold on the scale of the metric, for one found on oriented scores.
    pub fn oriented(self, better: Better) -> Threshold {
        Threshold { at: if better == Better::Higher { self.at } else { -self.at }, ..self }
    }
}

/// All three.
pub fn correlations(pairs: &[(f64, f64)]) -> Correlations {
    Correlations { spearman: spearman(pairs), kendall: kendall_tau_b(pairs), pearson: pearson(pairs) }
}

/// Pearson's product-moment correlation.
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
    // A constant side leaves rounding errors where an exact zero belongs.
    let constant = |of: fn(&(f64, f64)) -> f64| pairs.windows(2).all(|two| of(&two[0]) == of(&two[1]));
    (!constant(|pair| pair.0) && !constant(|pair| pair.1)).then(|| xy / (xx * yy).sqrt())
}

/// By what to multiply one side so that its squares neither overflow nor vanish: a power of two, 1 for all ordinary
/// numbers.
fn scale(pairs: &[(f64, f64)], of: fn(&(f64, f64)) -> f64) -> f64 {
    const ORDINARY: std::ops::Range<f64> = 1e-100..1e100;
    let largest = pairs.iter().map(|pair| of(pair).abs()).fold(0.0, f64::max);
    if largest == 0.0 || ORDINARY.contains(&largest) {
        return 1.0;
    }
    (-largest.log2().round().clamp(-1000.0, 1000.0)).exp2()
}

/// Spearman's rank correlation, ties at their mean rank.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let x = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let y = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    pearson(&x.into_iter().zip(y).collect::<Vec<_>>())
}

/// The rank of each value from 1, equal values at the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    for tied in order.chunk_by(|a, b| values[*a] == values[*b]) {
        let first = order.partition_point(|at| values[*at].total_cmp(&values[tied[0]]) == Ordering::Less);
        for at in tied {
            ranks[*at] = first as f64 + (tied.len() as f64 + 1.0) / 2.0;
        }
    }
    ranks
}

/// Kendall's tau-b by Knight's method: discordant pairs are the swaps of a merge sort.
pub fn kendall_tau_b(pairs: &[(f64, f64)]) -> Option<f64> {
    // Both zeros are one number, which the total order would tell apart.
    let mut sorted: Vec<(f64, f64)> = pairs.iter().map(|(x, y)| (x + 0.0, y + 0.0)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let ties = |runs: &mut dyn Iterator<Item = usize>| -> f64 { runs.map(couples).sum() };
    let all = couples(sorted.len());
    let tied_x = ties(&mut sorted.chunk_by(|a, b| a.0 == b.0).map(<[_]>::len));
    let tied_both = ties(&mut sorted.chunk_by(|a, b| a == b).map(<[_]>::len));
    let mut y: Vec<f64> = sorted.iter().map(|pair| pair.1).collect();
    let discordant = swaps(&mut y);
    let tied_y = ties(&mut y.chunk_by(|a, b| a == b).map(<[_]>::len));
    let under = (all - tied_x) * (all - tied_y);
    let over = all - tied_x - tied_y + tied_both - 2.0 * discordant;
    (under > 0.0).then(|| over / under.sqrt())
}

/// Pairs that can be made of so many.
fn couples(count: usize) -> f64 {
    count as f64 * (count as f64 - 1.0) / 2.0
}

/// Sorts, and counts the pairs that stood the other way round.
fn swaps(values: &mut [f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let (left, right) = values.split_at_mut(values.len() / 2);
    let mut count = swaps(left) + swaps(right);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if right[j] < left[i] {
            count += (left.len() - i) as f64;
            merged.push(right[j]);
            j += 1;
        } else {
            merged.push(left[i]);
            i += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    values.copy_from_slice(&merged);
    count
}

/// The area under the ROC curve: how often a yes scores above a no, equal scores counting half.
pub fn auc(pairs: &[(f64, f64)]) -> Option<f64> {
    let ranks = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let yes = pairs.iter().filter(|pair| pair.1 > 0.5).count() as f64;
    let no = pairs.len() as f64 - yes;
    let sum: f64 = pairs.iter().zip(ranks).filter(|(pair, _)| pair.1 > 0.5).map(|(_, rank)| rank).sum();
    (yes > 0.0 && no > 0.0).then(|| (sum - yes * (yes + 1.0) / 2.0) / (yes * no))
}

/// The threshold that tells yes from no best; of equals the lowest.
pub fn best_threshold(pairs: &[(f64, f64)]) -> Option<Threshold> {
    let mut sorted = pairs.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let yes = sorted.iter().filter(|pair| pair.1 > 0.5).count() as f64;
    let no = sorted.len() as f64 - yes;
    if yes == 0.0 || no == 0.0 {
        return None;
    }
    let (mut yes_below, mut no_below) = (0.0, 0.0);
    let mut best: Option<Threshold> = None;
    for tied in sorted.chunk_by(|a, b| a.0 == b.0) {
        let balanced_accuracy = ((yes - yes_below) / yes + no_below / no) / 2.0;
        if best.is_none_or(|best| balanced_accuracy > best.balanced_accuracy) {
            best = Some(Threshold { at: tied[0].0, balanced_accuracy });
        }
        let more = tied.iter().filter(|pair| pair.1 > 0.5).count() as f64;
        yes_below += more;
        no_below += tied.len() as f64 - more;
    }
    best
}

/// Over the pairs of an article's rows that people judged differently: the share ordered as they did, equal scores
/// counting half. `None` where there is no such pair.
pub fn pair_accuracy(articles: &[Vec<(f64, f64)>]) -> Option<f64> {
    let (mut right, mut all) = (0.0, 0.0);
    for pairs in articles {
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
