//! Cohen's kappa of two annotators (Cohen 1960), and weighted by the distance of the labels in their order, linear or
//! quadratic (Cohen 1968): `1 - observed disagreement / disagreement expected of the annotators' own shares`.

use super::{Family, NONE_BY_BOTH, RatingShape, Statistic};
use crate::agree::annotators::scale::Scale;
use crate::agree::annotators::value::Value;

/// Totals: the confusion matrix, a row for each label of the first annotator.
pub const KAPPAS: Family<usize> = Family {
    width: |shape| shape.labels * shape.labels,
    add,
    statistics: &[
        Statistic { key: "percent", title: "percent", scale: None, of: percent, n: total },
        Statistic {
            key: "kappa",
            title: "Cohen's kappa",
            scale: Some(Scale::LandisKoch),
            of: |sums| kappa(sums, |distance| f64::from(u8::from(distance > 0.0))),
            n: total,
        },
        Statistic {
            key: "kappa_linear",
            title: "linear",
            scale: Some(Scale::LandisKoch),
            of: |sums| kappa(sums, |distance| distance),
            n: total,
        },
        Statistic {
            key: "kappa_quadratic",
            title: "quadratic",
            scale: Some(Scale::LandisKoch),
            of: |sums| kappa(sums, |distance| distance * distance),
            n: total,
        },
    ],
};

fn add(unit: &[Option<usize>], shape: RatingShape, sums: &mut [f64]) {
    if let [Some(a), Some(b)] = unit {
        sums[a * shape.labels + b] += 1.0;
    }
}

fn total(sums: &[f64]) -> f64 {
    sums.iter().sum()
}

fn percent(sums: &[f64]) -> Value {
    let (labels, total) = (sums.len().isqrt(), total(sums));
    let alike: f64 = sums.iter().step_by(labels + 1).sum();
    if total > 0.0 { Ok(alike / total) } else { Err(NONE_BY_BOTH) }
}

/// Kappa with a penalty for the distance of two labels in their order.
fn kappa(sums: &[f64], penalty: fn(f64) -> f64) -> Value {
    let (labels, total) = (sums.len().isqrt(), total(sums));
    if total == 0.0 {
        return Err(NONE_BY_BOTH);
    }
    let row = |a: usize| sums[a * labels..(a + 1) * labels].iter().sum::<f64>();
    let column = |b: usize| sums.iter().skip(b).step_by(labels).sum::<f64>();
    let rows: Vec<f64> = (0..labels).map(row).collect();
    let columns: Vec<f64> = (0..labels).map(column).collect();
    let (mut observed, mut expected) = (0.0, 0.0);
    for a in 0..labels {
        for b in 0..labels {
            let penalty = penalty(a.abs_diff(b) as f64);
            observed += penalty * sums[a * labels + b];
            expected += penalty * rows[a] * columns[b] / total;
        }
    }
    // These are products of counts, so the difference is exactly 0 if both gave a single label.
    if expected > 0.0 { Ok(1.0 - observed / expected) } else { Err("both gave one label only") }
}
