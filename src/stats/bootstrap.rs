//! Bootstrap intervals (Efron & Tibshirani 1993, percentile method).

#[derive(Clone, Copy, Debug)]
pub struct Resampling {
    /// Number of resamples; 0 for no interval.
    pub samples: usize,
    pub seed: u64,
}

/// The 2.5th and the 97.5th percentile of the resampled statistic.
pub type Interval = [f64; 2];

/// Returns the interval of a statistic over items drawn with replacement; `None` without resamples, or if
/// the statistic is undefined in most of them.
pub fn interval<T: Copy>(
    items: &[T],
    statistic: impl Fn(&[T]) -> Option<f64>,
    resampling: Resampling,
) -> Option<Interval> {
    let values = draws(items, statistic, resampling);
    percentiles(values.into_iter().flatten().collect(), resampling.samples)
}

/// Returns the statistic in each resample. The same seed and number of items give the same resamples.
pub fn draws<T: Copy, R>(items: &[T], statistic: impl Fn(&[T]) -> R, resampling: Resampling) -> Vec<R> {
    let mut random = fastrand::Rng::with_seed(resampling.seed);
    let mut drawn = Vec::with_capacity(items.len());
    let mut values = Vec::with_capacity(resampling.samples);
    for _ in 0..resampling.samples {
        drawn.clear();
        drawn.extend((0..items.len()).map(|_| items[random.usize(..items.len())]));
        values.push(statistic(&drawn));
    }
    values
}

/// Returns the interval of a statistic's values in `samples` resamples; `None` without resamples, or if
/// the statistic is undefined in most of them.
pub fn percentiles(mut values: Vec<f64>, samples: usize) -> Option<Interval> {
    if values.len() * 2 <= samples || values.is_empty() {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    Some([at(0.025), at(0.975)])
}
