//! A statistic as it is reported.

use std::fmt;

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

/// The value with its interval, three decimals each; a hyphen where it is undefined.
impl fmt::Display for Stat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.interval) {
            (Err(_), _) => out.write_str("-"),
            (Ok(value), None) => write!(out, "{value:.3}"),
            (Ok(value), Some([low, high])) => write!(out, "{value:.3} [{low:.3}, {high:.3}]"),
        }
    }
}
