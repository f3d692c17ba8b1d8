//! A statistic as it is reported.

/// A statistic, or why it is undefined.
pub type Value = Result<f64, &'static str>;

/// A statistic with its interval and the number of what it is computed from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stat {
    /// The statistic, or why it is undefined.
    pub value: Value,
    /// What holds 95 % of the resampled values; `None` without resamples, with one case, or where the statistic is
    /// undefined in most resamples.
    pub interval: Option<[f64; 2]>,
    /// Units, or cases, that it is computed from.
    pub n: usize,
}
