//! A baseline judge that uses only word overlap.

use crate::labels::LabelValue;

/// Assigns labels by overlap alone. `words` are the labels of a list, best first; the best label goes to
/// the units with the largest overlaps, and each label is assigned as often as people gave it. Since the
/// frequencies are given, only the ordering of the units is tested.
pub fn by_rank(overlaps: &[f64], words: &[LabelValue], given: &[LabelValue]) -> Vec<LabelValue> {
    let mut order: Vec<usize> = (0..overlaps.len()).collect();
    order.sort_by(|a, b| overlaps[*b].total_cmp(&overlaps[*a]).then(a.cmp(b)));
    let ranked = words.iter().flat_map(|word| given.iter().filter(move |other| *other == word));
    let mut labels = vec![words[0]; overlaps.len()];
    for (unit, word) in order.into_iter().zip(ranked) {
        labels[unit] = *word;
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use LabelValue::{Partial, Supported, Unsupported};

    #[test]
    fn the_largest_overlaps_have_the_best_labels_as_often_as_people_gave_them() {
        let words = [Supported, Partial, Unsupported];
        let given = [Unsupported, Supported, Partial, Supported];
        assert_eq!(
            by_rank(&[0.1, 0.9, 0.5, 0.7], &words, &given),
            [Unsupported, Supported, Partial, Supported]
        );
    }
}
