//! Differences of two annotators' scores, the first minus the second (Bland & Altman 1986).

use super::{Family, NONE_BY_BOTH, RatingShape, Statistic};
use crate::agree::annotators::value::Value;

/// Totals: cases, differences, absolute differences.
pub const DIFFERENCES: Family<f64> = Family {
    width: |_| 3,
    add,
    statistics: &[
        Statistic {
            key: "mean_difference",
            title: "mean difference",
            scale: None,
            of: |sums| mean(sums, 1),
            n: |sums| sums[0],
        },
        Statistic {
            key: "mean_absolute_difference",
            title: "absolute",
            scale: None,
            of: |sums| mean(sums, 2),
            n: |sums| sums[0],
        },
    ],
};

fn add(unit: &[Option<f64>], _: RatingShape, sums: &mut [f64]) {
    if let [Some(a), Some(b)] = unit {
        sums[0] += 1.0;
        sums[1] += a - b;
        sums[2] += (a - b).abs();
    }
}

fn mean(sums: &[f64], at: usize) -> Value {
    if sums[0] > 0.0 { Ok(sums[at] / sums[0]) } else { Err(NONE_BY_BOTH) }
}
