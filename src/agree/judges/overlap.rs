//! A judge that knows nothing but the overlap of words: the least that others should reach.

use crate::labels::LabelValue;

/// Labels by overlap alone: of the words of a list, best first, the best go to the largest overlaps, each to as many units as
/// people gave it to. It is given how often each label occurs, so what is left is how well overlap orders the units.
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
