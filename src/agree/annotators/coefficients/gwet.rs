//! Gwet's AC1, and AC2 with quadratic weights (Gwet 2014, "Handbook of Inter-Rater Reliability", 4th ed., chapters 4
//! and 5, with the treatment of missing ratings of R's and Python's irrCAC): every label of the list is a category,
//! and a unit rated once counts in chance agreement only.

use super::{Family, NONE_BY_TWO, RatingShape, Statistic};
use crate::agree::annotators::scale::Scale;
use crate::agree::annotators::value::Value;

/// Totals: units with at least one rating; units with at least two; the agreement of the latter, plain
/// and weighted; then the share of each label, summed over units.
pub const COEFFICIENTS: Family<usize> = Family {
    width: |shape| 4 + shape.labels,
    add,
    statistics: &[
        Statistic {
            key: "ac1",
            title: "Gwet's AC1",
            scale: Some(Scale::LandisKoch),
            of: |sums| coefficient(sums, 2, |_| 0.0),
            n: |sums| sums[1],
        },
        Statistic {
            key: "ac2_quadratic",
            title: "AC2, quadratic",
            scale: Some(Scale::LandisKoch),
            of: |sums| coefficient(sums, 3, quadratic),
            n: |sums| sums[1],
        },
    ],
};

/// The weight of two different labels, given their distance as a share of the largest.
fn quadratic(distance: f64) -> f64 {
    1.0 - distance * distance
}

fn distance(a: usize, b: usize, labels: usize) -> f64 {
    a.abs_diff(b) as f64 / (labels as f64 - 1.0)
}

fn add(unit: &[Option<usize>], shape: RatingShape, sums: &mut [f64]) {
    let count = unit.iter().flatten().count() as f64;
    if count == 0.0 {
        return;
    }
    sums[0] += 1.0;
    unit.iter().flatten().for_each(|label| sums[4 + label] += 1.0 / count);
    if count < 2.0 {
        return;
    }
    sums[1] += 1.0;
    let share = 1.0 / (count * (count - 1.0));
    for (first, a) in unit.iter().enumerate() {
        for (second, b) in unit.iter().enumerate() {
            if let (Some(a), Some(b)) = (*a, *b)
                && first != second
            {
                sums[2] += share * f64::from(u8::from(a == b));
                sums[3] += share * quadratic(distance(a, b, shape.labels));
            }
        }
    }
}

/// Computes the coefficient. `observed` is the index of the observed agreement in the totals.
fn coefficient(sums: &[f64], observed: usize, weight: fn(f64) -> f64) -> Value {
    let (units, rated_twice) = (sums[0], sums[1]);
    let labels = sums.len() - 4;
    if rated_twice == 0.0 {
        return Err(NONE_BY_TWO);
    }
    let observed = sums[observed] / rated_twice;
    let weight = |a, b| if a == b { 1.0 } else { weight(distance(a, b, labels)) };
    let weights: f64 = (0..labels).flat_map(|a| (0..labels).map(move |b| weight(a, b))).sum();
    let uncertain: f64 = sums[4..].iter().map(|sum| sum / units).map(|share| share * (1.0 - share)).sum();
    let count = labels as f64;
    let expected = weights * uncertain / (count * (count - 1.0));
    if expected < 1.0 {
        Ok((observed - expected) / (1.0 - expected))
    } else {
        Err("chance explains everything")
    }
}
