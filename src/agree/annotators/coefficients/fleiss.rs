//! Fleiss' kappa (Fleiss 1971) over the units that all annotators rated.

use super::{Family, NONE_BY_ALL, RatingShape, Statistic};
use crate::agree::annotators::scale::Scale;
use crate::agree::annotators::value::Value;

/// Totals: units, pairs of ratings that agree, all pairs of ratings; then the ratings of each label.
pub const KAPPA: Family<usize> = Family {
    width: |shape| 3 + shape.labels,
    add,
    statistics: &[Statistic {
        key: "fleiss",
        title: "Fleiss' kappa",
        scale: Some(Scale::LandisKoch),
        of: kappa,
        n: |sums| sums[0],
    }],
};

fn add(unit: &[Option<usize>], shape: RatingShape, sums: &mut [f64]) {
    if unit.iter().any(Option::is_none) {
        return;
    }
    sums[0] += 1.0;
    for label in 0..shape.labels {
        let ratings = unit.iter().filter(|rating| **rating == Some(label)).count() as f64;
        sums[1] += ratings * (ratings - 1.0);
        sums[3 + label] += ratings;
    }
    let all = unit.len() as f64;
    sums[2] += all * (all - 1.0);
}

fn kappa(sums: &[f64]) -> Value {
    if sums[2] == 0.0 {
        return Err(NONE_BY_ALL);
    }
    let ratings: f64 = sums[3..].iter().sum();
    if sums[3..].contains(&ratings) {
        return Err("all gave one label only");
    }
    let observed = sums[1] / sums[2];
    let expected: f64 = sums[3..].iter().map(|label| (label / ratings).powi(2)).sum();
    Ok((observed - expected) / (1.0 - expected))
}
