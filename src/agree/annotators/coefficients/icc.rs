//! The intraclass correlation ICC(2,1) (Shrout & Fleiss 1979): two-way random effects, absolute agreement, a single
//! annotator, over the cases that all annotators scored.

use super::{Family, NONE_BY_ALL, RatingShape, Statistic};
use crate::agree::annotators::value::Value;

/// Differences of squares below this share of the minuend are treated as rounding errors, that is, as 0.
pub const ROUNDING: f64 = 1e-12;

/// Totals: cases, squares of all scores, squares of each case's sum; then the sum of each annotator.
pub const ICC: Family<f64> = Family {
    width: |shape| 3 + shape.annotators,
    add,
    statistics: &[Statistic { key: "icc_2_1", title: "ICC(2,1)", scale: None, of: icc, n: |sums| sums[0] }],
};

fn add(unit: &[Option<f64>], _: RatingShape, sums: &mut [f64]) {
    let Some(scores) = unit.iter().copied().collect::<Option<Vec<f64>>>() else { return };
    sums[0] += 1.0;
    sums[1] += scores.iter().map(|score| score * score).sum::<f64>();
    sums[2] += scores.iter().sum::<f64>().powi(2);
    scores.iter().zip(&mut sums[3..]).for_each(|(score, sum)| *sum += score);
}

fn icc(sums: &[f64]) -> Value {
    let (cases, squares, by_case) = (sums[0], sums[1], sums[2]);
    let by_annotator = &sums[3..];
    let annotators = by_annotator.len() as f64;
    if cases == 0.0 {
        return Err(NONE_BY_ALL);
    }
    if cases < 2.0 {
        return Err("one case only was scored by all annotators");
    }
    let mean = by_annotator.iter().sum::<f64>().powi(2) / (cases * annotators);
    let all = squares - mean;
    if all <= ROUNDING * squares {
        return Err("all scores are equal");
    }
    let between_cases = by_case / annotators - mean;
    let between_annotators = by_annotator.iter().map(|sum| sum * sum).sum::<f64>() / cases - mean;
    let rest = (all - between_cases - between_annotators).max(0.0) / ((cases - 1.0) * (annotators - 1.0));
    let between_cases = between_cases / (cases - 1.0);
    let between_annotators = between_annotators / (annotators - 1.0);
    let under = between_cases + (annotators - 1.0) * rest + annotators * (between_annotators - rest) / cases;
    if under.abs() <= ROUNDING * all {
        Err("the scores do not vary")
    } else {
        Ok((between_cases - rest) / under)
    }
}
