//! Bootstrap intervals over articles: summaries of one article are no independent draws.

use super::{Pairs, Resampling};

/// The 2.5th and the 97.5th percentile of the resampled statistic.
pub type Interval = [f64; 2];

/// The interval of a statistic over articles drawn with replacement; `None` without samples, or where the statistic is
/// undefined in most of them.
pub fn interval(
    articles: &[&Pairs],
    statistic: impl Fn(&[&Pairs]) -> Option<f64>,
    resampling: Resampling,
) -> Option<Interval> {
    let values = draws(articles, statistic, resampling);
    percentiles(values.into_iter().flatten().collect(), resampling.samples)
}

/// The statistic in each resample of the articles: with the same seed and the same number of articles, the same ones are
/// drawn.
pub fn draws(
    articles: &[&Pairs],
    statistic: impl Fn(&[&Pairs]) -> Option<f64>,
    resampling: Resampling,
) -> Vec<Option<f64>> {
    let mut random = fastrand::Rng::with_seed(resampling.seed);
    let mut drawn = Vec::with_capacity(articles.len());
    let mut values = Vec::with_capacity(resampling.samples);
    for _ in 0..resampling.samples {
        drawn.clear();
        drawn.extend((0..articles.len()).map(|_| articles[random.usize(..articles.len())]));
        values.push(statistic(&drawn));
    }
    values
}

/// The interval of the values that a statistic has in the given number of samples; `None` without samples, or where it is undefined
/// in most of them.
pub fn percentiles(mut values: Vec<f64>, samples: usize) -> Option<Interval> {
    if values.len() * 2 <= samples || values.is_empty() {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    Some([at(0.025), at(0.975)])
}
