//! Measures how well a score separates yes from no: pairs of a score and 1 or 0.

use std::cmp::Ordering;

/// A threshold on a score, and how well it separates yes from no.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// Scores at least (or, where lower is better, at most) this count as yes.
    pub at: f64,
    /// Mean of the true positive rate and the true negative rate.
    pub balanced_accuracy: f64,
}

/// Returns the area under the ROC curve: how often a yes scores above a no, ties counting as half.
pub fn auc(pairs: &[(f64, f64)]) -> Option<f64> {
    let ranks = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let yes = pairs.iter().filter(|pair| pair.1 > 0.5).count() as f64;
    let no = pairs.len() as f64 - yes;
    let sum: f64 = pairs.iter().zip(ranks).filter(|(pair, _)| pair.1 > 0.5).map(|(_, rank)| rank).sum();
    (yes > 0.0 && no > 0.0).then(|| (sum - yes * (yes + 1.0) / 2.0) / (yes * no))
}

/// Returns the threshold with the highest balanced accuracy; on a tie, the lowest.
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

/// Returns the rank of each value, from 1; tied values get their mean rank.
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
