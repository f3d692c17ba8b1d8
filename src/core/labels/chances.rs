//! Probabilities of the words of a label.

use super::{LabelValue, List};

/// Largest number of words of a list.
const MOST: usize = 6;

/// Probabilities of a list's words, in their order. If they add up to less than 1, the rest is the
/// probability that there is nothing to find. Only lists of findings have such a rest, since a finding can be
/// rejected and a claim cannot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelDistribution([f64; MOST]);

impl LabelDistribution {
    /// Builds a distribution from the probabilities of the words, best first. A non-finite value counts as 0,
    /// others are clamped to 0 to 1, and a total above 1 is scaled down.
    pub fn new(words: &[f64]) -> LabelDistribution {
        let mut chances = [0.0; MOST];
        for (slot, p) in chances.iter_mut().zip(words) {
            *slot = if p.is_finite() { p.clamp(0.0, 1.0) } else { 0.0 };
        }
        let sum: f64 = chances.iter().sum();
        if sum > 1.0 {
            chances = chances.map(|p| p / sum);
        }
        LabelDistribution(chances)
    }

    /// A distribution that gives a word the probability `p`. The rest is spread evenly over the list's other
    /// words; for a list of findings it is the probability that there is nothing to find.
    pub fn around(list: List, word: LabelValue, p: f64) -> LabelDistribution {
        let words = list.spec().words.len();
        let others = if list.is_finding() { 0.0 } else { (1.0 - p) / (words.max(2) - 1) as f64 };
        let mut chances = [0.0; MOST];
        for (at, slot) in chances.iter_mut().enumerate().take(words) {
            *slot = if place(list, word) == Some(at) { p } else { others };
        }
        LabelDistribution::new(&chances)
    }

    /// The probability of the word at this index of the list's words.
    pub fn at(&self, place: usize) -> f64 {
        self.0.get(place).copied().unwrap_or(0.0)
    }

    /// The probability that there is nothing to find.
    pub fn nothing(&self) -> f64 {
        (1.0 - self.0.iter().sum::<f64>()).max(0.0)
    }

    /// The probability of a word as displayed: to four decimals, since no calibration is more precise.
    pub fn shown(&self, list: List, word: LabelValue) -> f64 {
        const STEPS: f64 = 1e4;
        (self.of(list, word) * STEPS).round() / STEPS
    }

    /// The likeliest word of a list; of equally likely words the worse one.
    pub fn likeliest(&self, list: List) -> Option<LabelValue> {
        let words = list.spec().words;
        let at = (0..words.len()).max_by(|a, b| self.at(*a).total_cmp(&self.at(*b)))?;
        Some(words[at])
    }

    /// The probability of a word of a list; for [`LabelValue::No`], that there is nothing to find.
    pub fn of(&self, list: List, word: LabelValue) -> f64 {
        place(list, word)
            .map_or_else(|| if word == LabelValue::No { self.nothing() } else { 0.0 }, |at| self.at(at))
    }
}

fn place(list: List, word: LabelValue) -> Option<usize> {
    list.spec().words.iter().position(|known| *known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_add_up_to_one_and_findings_leave_room_for_nothing() {
        let claim = LabelDistribution::around(List::Claims, LabelValue::Partial, 0.5);
        assert_eq!([claim.at(0), claim.at(1), claim.at(2), claim.nothing()], [0.25, 0.5, 0.25, 0.0]);
        let issue = LabelDistribution::around(List::Issues, LabelValue::Slur, 0.75);
        assert_eq!(
            (issue.of(List::Issues, LabelValue::Slur), issue.of(List::Issues, LabelValue::No)),
            (0.75, 0.25)
        );
        assert_eq!(issue.of(List::Issues, LabelValue::Insult), 0.0);
        let sure = LabelDistribution::around(List::Extraneous, LabelValue::Extraneous, 1.0);
        assert_eq!((sure.at(0), sure.nothing()), (1.0, 0.0));
    }

    #[test]
    fn what_is_no_probability_does_no_harm() {
        let odd = LabelDistribution::new(&[f64::NAN, -3.0, f64::INFINITY, 0.5]);
        assert_eq!((odd.at(0), odd.at(1), odd.at(2), odd.at(3), odd.at(9)), (0.0, 0.0, 0.0, 0.5, 0.0));
        let much = LabelDistribution::new(&[2.0, 1.0]);
        assert_eq!((much.at(0), much.at(1), much.nothing()), (0.5, 0.5, 0.0));
    }
}
