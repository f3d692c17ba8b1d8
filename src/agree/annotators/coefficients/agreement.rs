//! Percent agreement: the share of units to which two annotators gave the same label, averaged over the
//! pairs of annotators with units in common.

use super::{Family, NONE_BY_TWO, RatingShape, Statistic};
use crate::agree::annotators::value::Value;

/// Totals: the units with at least two ratings; then, for each pair, the units rated alike and the units
/// rated by both.
pub const PERCENT: Family<usize> = Family {
    width: |shape| 1 + shape.annotators * shape.annotators.saturating_sub(1),
    add,
    statistics: &[Statistic {
        key: "percent",
        title: "percent",
        scale: None,
        of: percent,
        n: |sums| sums[0],
    }],
};

fn add(unit: &[Option<usize>], _: RatingShape, sums: &mut [f64]) {
    let mut at = 1;
    let mut twice = false;
    for (first, a) in unit.iter().enumerate() {
        for b in &unit[first + 1..] {
            if let (Some(a), Some(b)) = (a, b) {
                sums[at] += f64::from(u8::from(a == b));
                sums[at + 1] += 1.0;
                twice = true;
            }
            at += 2;
        }
    }
    sums[0] += f64::from(u8::from(twice));
}

fn percent(sums: &[f64]) -> Value {
    let shares = sums[1..].chunks_exact(2).filter(|pair| pair[1] > 0.0).map(|pair| pair[0] / pair[1]);
    let (sum, pairs) = shares.fold((0.0, 0.0), |(sum, pairs), share| (sum + share, pairs + 1.0));
    if pairs > 0.0 { Ok(sum / pairs) } else { Err(NONE_BY_TWO) }
}
