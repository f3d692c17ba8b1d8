//! The coefficients, one file each, and the tables from which results, files and screens follow.
//!
//! All but the rank correlations are functions of sums over cases: a [`Family`] says which numbers a unit adds, and
//! each of its statistics is a function of their totals. A resample weights the numbers of each case, so it never
//! looks at a label again.

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

/// The numbers of annotators and labels.
#[derive(Clone, Copy, Debug)]
pub struct RatingShape {
    /// Annotators, or the two of a pair.
    pub annotators: usize,
    /// Labels of the list; 0 for numbers.
    pub labels: usize,
}

#[derive(Debug)]
pub struct Statistic {
    pub key: &'static str,
    pub title: &'static str,
    /// The scale by which it is read, if there is one.
    pub scale: Option<Scale>,
    pub of: fn(&[f64]) -> Value,
    /// What it is computed from: a number of units or cases.
    pub n: fn(&[f64]) -> f64,
}

/// Statistics of the same totals. `T` is what an annotator says of a unit: a label's index, or a number.
pub struct Family<T: 'static> {
    /// How many numbers a unit adds.
    pub width: fn(RatingShape) -> usize,
    /// Adds the numbers of a unit, given the answer of each annotator.
    pub add: fn(&[Option<T>], RatingShape, &mut [f64]),
    pub statistics: &'static [Statistic],
}

/// Of a list, over all annotators.
pub const OF_LISTS: &[&Family<usize>] =
    &[&agreement::PERCENT, &fleiss::KAPPA, &krippendorff::BY_LABEL, &gwet::COEFFICIENTS];

/// Of a list, for two annotators.
pub const OF_LABEL_PAIRS: &[&Family<usize>] = &[&cohen::KAPPAS];

/// Of scores, over all annotators.
pub const OF_SCORES: &[&Family<f64>] = &[&krippendorff::OF_NUMBERS, &icc::ICC];

/// Of scores, for two annotators, beside [`CORRELATIONS`].
pub const OF_SCORE_PAIRS: &[&Family<f64>] = &[&difference::DIFFERENCES];

/// Names of the rank correlations in files and for people, in the order of [`Ranked`](crate::stats::Ranked).
pub const CORRELATIONS: [(&str, &str); 2] = [("spearman", "Spearman"), ("tau_b", "tau-b")];

/// The rank correlations, or why they are undefined, as values.
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

/// Why there is no result for a pair.
const NONE_BY_BOTH: &str = "nothing was rated by both";
/// Why there is no result for several.
const NONE_BY_TWO: &str = "nothing was rated by two annotators";
/// Why there is no result for all.
const NONE_BY_ALL: &str = "nothing was rated by all annotators";
