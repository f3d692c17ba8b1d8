//! Statistics of plain numbers: correlations, bootstrap intervals, thresholds, quantiles. This module
//! does not know the meaning of the numbers.

mod bootstrap;
mod correlation;
mod ranks;
mod thresholds;

pub use bootstrap::{Interval, Resampling, draws, interval, percentiles};
pub use correlation::{Correlations, correlations, pair_accuracy, pearson, spearman};
pub use ranks::{Ranked, Undefined};
pub use thresholds::{Threshold, auc, best_threshold};

/// Returns the mean; `None` if there are no numbers.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) =
        values.into_iter().fold((0.0, 0_usize), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f64)
}

/// Returns the sample standard deviation; `None` for fewer than two values.
pub fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values.iter().copied()).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Returns a quantile of a sorted list, interpolated between adjacent values; a `share` of 0.5 gives the
/// median.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = share * last as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    Some(low + (high - low) * at.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_values() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), Some(2.0));
        assert_eq!(quantile(&[1.0, 2.0], 0.5), Some(1.5));
        assert_eq!(quantile(&[3.0], 0.9), Some(3.0));
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn a_deviation_needs_two_numbers() {
        assert_eq!((mean([]), mean([1.0, 2.0])), (None, Some(1.5)));
        assert_eq!((deviation(&[3.0]), deviation(&[1.0, 3.0])), (None, Some(2.0_f64.sqrt())));
    }
}
