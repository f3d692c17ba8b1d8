//! The agreement coefficients, one file each, and the tables from which results, files and screens are
//! built.
//!
//! All except the rank correlations are functions of sums over cases: a [`Family`] defines the numbers
//! that a unit adds, and each of its statistics is a function of their totals. A resample only weights
//! the numbers of each case, so it never reads a label again.

pub mod agreement;
pub mod cohen;
pub mod difference;
pub mod fleiss;
pub mod gwet;
pub mod icc;
pub mod krippendorff;
pub mod overlap;

use super::scale::Scale;
use super::value::Value;
use crate::stats::Undefined;

/// The number of annotators and labels.
#[derive(Clone, Copy, Debug)]
pub struct RatingShape {
    /// Number of annotators; 2 for a pair.
    pub annotators: usize,
    /// Number of labels of the list; 0 for scores.
    pub labels: usize,
}

#[derive(Debug)]
pub struct Statistic {
    pub key: &'static str,
    pub title: &'static str,
    /// The published scale by which it is interpreted, if any.
    pub scale: Option<Scale>,
    pub of: fn(&[f64]) -> Value,
    /// Returns the number of units or cases that it is computed from.
    pub n: fn(&[f64]) -> f64,
}

/// Statistics of the same totals. `T` is an annotator's answer: the index of a label, or a number.
pub struct Family<T: 'static> {
    /// Number of values that a unit adds.
    pub width: fn(RatingShape) -> usize,
    /// Adds the values of a unit, given the answer of each annotator.
    pub add: fn(&[Option<T>], RatingShape, &mut [f64]),
    pub statistics: &'static [Statistic],
}

/// Coefficients for labels, over all annotators.
pub const OF_LISTS: &[&Family<usize>] =
    &[&agreement::PERCENT, &fleiss::KAPPA, &krippendorff::BY_LABEL, &gwet::COEFFICIENTS];

/// Coefficients for labels, for two annotators.
pub const OF_LABEL_PAIRS: &[&Family<usize>] = &[&cohen::KAPPAS];

/// Coefficients for scores, over all annotators.
pub const OF_SCORES: &[&Family<f64>] = &[&krippendorff::OF_NUMBERS, &icc::ICC];

/// Coefficients for scores, for two annotators, in addition to [`CORRELATIONS`].
pub const OF_SCORE_PAIRS: &[&Family<f64>] = &[&difference::DIFFERENCES];

/// Names of the rank correlations in files and for display, in the order of
/// [`Ranked`](crate::stats::Ranked).
pub const CORRELATIONS: [(&str, &str); 2] = [("spearman", "Spearman"), ("tau_b", "tau-b")];

/// Converts the rank correlations, or the reason why they are undefined, to values.
pub fn rank_values(found: Result<[f64; 2], Undefined>) -> [Value; 2] {
    match found {
        Ok(values) => values.map(Ok),
        Err(Undefined::NoCase) => [Err(NONE_BY_BOTH); 2],
        Err(Undefined::Constant) => [Err("one annotator's scores are all equal"); 2],
    }
}

pub fn statistics<T>(families: &'static [&'static Family<T>]) -> impl Iterator<Item = &'static Statistic> {
    families.iter().flat_map(|family| family.statistics)
}

/// Reason why a coefficient for a pair is undefined.
const NONE_BY_BOTH: &str = "nothing was rated by both";
/// Reason why a coefficient that needs two annotators per unit is undefined.
const NONE_BY_TWO: &str = "nothing was rated by two annotators";
/// Reason why a coefficient that needs every annotator per unit is undefined.
const NONE_BY_ALL: &str = "nothing was rated by all annotators";
