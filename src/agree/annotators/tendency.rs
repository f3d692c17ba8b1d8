//! How an annotator differs from the others: on average (bias) and in variability (spread).

use super::ratings::Ratings;
use crate::stats::{deviation, mean};

/// An annotator's differences from the mean of the others on the same units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tendency {
    /// Number of units or cases rated by the annotator and at least one other.
    pub n: usize,
    /// Mean difference, in steps of the labels' order or in points. Labels are ordered best first, so a
    /// higher value means stricter.
    pub bias: Option<f64>,
    /// Standard deviation of the differences; `None` for fewer than two.
    pub spread: Option<f64>,
    /// How often each label was given; empty for scores.
    pub labels: Vec<usize>,
}

pub fn of_labels(ratings: &Ratings, annotators: usize) -> Vec<Tendency> {
    let units: Vec<Vec<Option<f64>>> = ratings
        .units
        .iter()
        .map(|unit| unit.ratings.iter().map(|rating| rating.map(|label| label as f64)).collect())
        .collect();
    let mut found = of_numbers(&units, annotators);
    for (annotator, tendency) in found.iter_mut().enumerate() {
        tendency.labels = vec![0; ratings.labels.len()];
        for unit in &ratings.units {
            if let Some(label) = unit.ratings[annotator] {
                tendency.labels[label] += 1;
            }
        }
    }
    found
}

pub fn of_numbers(units: &[Vec<Option<f64>>], annotators: usize) -> Vec<Tendency> {
    (0..annotators).map(|annotator| of(units, annotator)).collect()
}

fn of(units: &[Vec<Option<f64>>], annotator: usize) -> Tendency {
    let difference = |unit: &Vec<Option<f64>>| {
        let own = unit[annotator]?;
        let others = unit.iter().enumerate().filter(|(at, _)| *at != annotator);
        Some(own - mean(others.filter_map(|(_, other)| *other))?)
    };
    let differences: Vec<f64> = units.iter().filter_map(difference).collect();
    Tendency {
        n: differences.len(),
        bias: mean(differences.iter().copied()),
        spread: deviation(&differences),
        labels: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bias_and_spread_are_those_of_the_differences_from_the_others() {
        let units = [
            vec![Some(2.0), Some(1.0), Some(0.0)],
            vec![Some(2.0), Some(0.0), None],
            vec![Some(1.0), None, None],
        ];
        let found = of_numbers(&units, 3);
        // The differences are 2 - 0.5 and 2 - 0; nobody else rated the third unit.
        assert_eq!((found[0].n, found[0].bias), (2, Some(1.75)));
        assert!((found[0].spread.unwrap() - 0.125_f64.sqrt()).abs() < 1e-12);
        assert_eq!((found[2].n, found[2].bias, found[2].spread), (1, Some(-1.5), None));
    }
}
