//! A statistic as reported.

use std::fmt;

/// A statistic, or why it is undefined.
pub type Value = Result<f64, &'static str>;

/// A statistic with its interval and its number of units or cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stat {
    /// The statistic, or why it is undefined.
    pub value: Value,
    /// The 95 % interval of the resampled values; `None` without resamples, with one case, or if the
    /// statistic is undefined in most resamples.
    pub interval: Option<[f64; 2]>,
    /// Number of units or cases that it is computed from.
    pub n: usize,
}

/// Prints the value and its interval with three decimals each, or a hyphen if the value is undefined.
impl fmt::Display for Stat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.interval) {
            (Err(_), _) => out.write_str("-"),
            (Ok(value), None) => write!(out, "{:.3}", unsigned_zero(value)),
            (Ok(value), Some(ends)) => {
                let [value, low, high] = [value, ends[0], ends[1]].map(unsigned_zero);
                write!(out, "{value:.3} [{low:.3}, {high:.3}]")
            }
        }
    }
}

/// Returns 0 for values that would print as "-0.000" with three decimals; otherwise the value.
fn unsigned_zero(value: f64) -> f64 {
    if value.abs() < 0.0005 { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        let stat = |value, interval| Stat { value: Ok(value), interval, n: 3 }.to_string();
        assert_eq!(stat(-0.0, Some([-1e-17, 0.0004])), "0.000 [0.000, 0.000]");
        assert_eq!(stat(-0.0005, None), "-0.001");
        assert_eq!(stat(-0.25, Some([-0.5, 0.0])), "-0.250 [-0.500, 0.000]");
    }
}
