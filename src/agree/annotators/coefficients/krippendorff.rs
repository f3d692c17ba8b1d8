//! Krippendorff's alpha (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability"), which allows
//! for missing ratings: nominal and ordinal for labels, interval for scores. Units with one rating are
//! left out.

use super::{Family, NONE_BY_TWO, RatingShape, Statistic};
use crate::agree::annotators::scale::Scale;
use crate::agree::annotators::value::Value;

const SCALE: Option<Scale> = Some(Scale::Krippendorff);

/// Totals: the units with at least two ratings; then the coincidence matrix.
pub const BY_LABEL: Family<usize> = Family {
    width: |shape| 1 + shape.labels * shape.labels,
    add: add_coincidences,
    statistics: &[
        Statistic {
            key: "alpha_nominal",
            title: "alpha, nominal",
            scale: SCALE,
            of: |sums| alpha(sums, |_, a, b| f64::from(u8::from(a != b))),
            n: |sums| sums[0],
        },
        Statistic {
            key: "alpha_ordinal",
            title: "alpha, ordinal",
            scale: SCALE,
            of: |sums| alpha(sums, ordinal),
            n: |sums| sums[0],
        },
    ],
};

/// Totals: the units with at least two values; the number, sum and sum of squares of these values; and
/// the squared differences within units, each divided by the number of the unit's values minus one.
pub const OF_NUMBERS: Family<f64> = Family {
    width: |_| 5,
    add: add_squares,
    statistics: &[Statistic {
        key: "alpha_interval",
        title: "alpha, interval",
        scale: SCALE,
        of: interval,
        n: |sums| sums[0],
    }],
};

fn add_coincidences(unit: &[Option<usize>], shape: RatingShape, sums: &mut [f64]) {
    let count = unit.iter().flatten().count();
    if count < 2 {
        return;
    }
    sums[0] += 1.0;
    let share = 1.0 / (count as f64 - 1.0);
    for (first, a) in unit.iter().enumerate() {
        for (second, b) in unit.iter().enumerate() {
            if let (Some(a), Some(b)) = (a, b)
                && first != second
            {
                sums[1 + a * shape.labels + b] += share;
            }
        }
    }
}

/// Squared distance of two labels, given the frequency of each label.
type Distance = fn(&[f64], usize, usize) -> f64;

fn alpha(sums: &[f64], distance: Distance) -> Value {
    let coincidences = &sums[1..];
    let labels = coincidences.len().isqrt();
    if sums[0] == 0.0 {
        return Err(NONE_BY_TWO);
    }
    let totals: Vec<f64> = coincidences.chunks_exact(labels).map(|row| row.iter().sum()).collect();
    if totals.iter().filter(|total| **total > 0.0).count() < 2 {
        return Err("all gave one label only");
    }
    let values: f64 = totals.iter().sum();
    let (mut observed, mut expected) = (0.0, 0.0);
    for a in 0..labels {
        for b in 0..labels {
            let distance = distance(&totals, a, b);
            observed += coincidences[a * labels + b] * distance;
            expected += totals[a] * totals[b] * distance;
        }
    }
    Ok(1.0 - (values - 1.0) * observed / expected)
}

fn ordinal(totals: &[f64], a: usize, b: usize) -> f64 {
    let between: f64 = totals[a.min(b)..=a.max(b)].iter().sum();
    (between - f64::midpoint(totals[a], totals[b])).powi(2)
}

fn add_squares(unit: &[Option<f64>], _: RatingShape, sums: &mut [f64]) {
    let values = unit.iter().flatten();
    let (count, sum, squares) =
        values.fold((0.0, 0.0, 0.0), |(count, sum, squares), x| (count + 1.0, sum + x, squares + x * x));
    if count < 2.0 {
        return;
    }
    sums[0] += 1.0;
    sums[1] += count;
    sums[2] += sum;
    sums[3] += squares;
    let within: f64 =
        unit.iter().flatten().flat_map(|a| unit.iter().flatten().map(move |b| (a - b).powi(2))).sum();
    sums[4] += within / (count - 1.0);
}

fn interval(sums: &[f64]) -> Value {
    let [units, count, sum, squares, within] = [sums[0], sums[1], sums[2], sums[3], sums[4]];
    if units == 0.0 {
        return Err(NONE_BY_TWO);
    }
    // Sum of the squared differences over all pairs of values.
    let all = 2.0 * (count * squares - sum * sum);
    if all <= super::icc::ROUNDING * count * squares {
        return Err("all scores are equal");
    }
    Ok(1.0 - (count - 1.0) * within / all)
}
