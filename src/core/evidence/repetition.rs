//! Measures whether a summary repeats itself.

use rustc_hash::FxHashSet;

use super::Indexed;
use crate::text::Stem;

/// Returns the share of a summary's pairs of consecutive content words, within sentences, that are not
/// repetitions; 1 if there are no pairs. People find less content in a repetitive text than its words
/// suggest. So this influences the probability that a point is covered, not the measured share of it.
pub(super) fn distinct_bigram_ratio(summary: &Indexed) -> f64 {
    let mut seen: FxHashSet<(Stem, Stem)> = FxHashSet::default();
    let (mut pairs, mut repeated) = (0_usize, 0_usize);
    for placed in summary.text.sentences() {
        let mut before: Option<Stem> = None;
        for token in placed.sentence.tokens.iter().filter(|token| token.is_content()) {
            if let Some(before) = before.replace(token.stem) {
                pairs += 1;
                repeated += usize::from(!seen.insert((before, token.stem)));
            }
        }
    }
    if pairs == 0 { 1.0 } else { 1.0 - repeated as f64 / pairs as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[test]
    fn what_is_said_again_takes_off() {
        let of = |text: &str| distinct_bigram_ratio(&Indexed::new(Text::new(text)));
        assert_eq!(of("The mayor opened the bridge. The mayor closed the road."), 1.0);
        // The pairs are "mayor opened", "opened bridge", "opened bridge" again, and "bridge opened": one of
        // four repeats.
        assert_eq!(of("The mayor opened the bridge. He had opened the bridge. The bridge opened."), 0.75);
        assert_eq!(of("A bridge fell. A bridge fell. A bridge fell. A bridge fell."), 0.25);
        assert_eq!((of(""), of("the of and")), (1.0, 1.0));
    }
}
