//! More or less than before, held against what rises or falls.

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, governed};
use crate::text::comparisons::{Comparison, Quality};
use crate::text::cues::Force;
use crate::text::scales::{Mark, Scale, Value};
use crate::text::{Sentence, in_word_list};

/// Share of the clause without its comparison that a sentence must hold.
const MIN_SHARED_WEIGHT: f64 = 0.5;

/// "Profit was higher than the year before" where the passage has "profit slipped".
pub fn trend(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let tokens = &pairing.clause.tokens;
    let own = pairing.sentence.comparisons(tokens.clone());
    let Some(own) = own.iter().find(|own| is_with_past(pairing, own)) else { return Vec::new() };
    let mut measured: Vec<usize> =
        own.first.iter().copied().filter(|at| !pairing.sentence.tokens[*at].flags.capital).collect();
    if matches!(own.of, Quality::With(_)) {
        measured.push(own.word + 1);
    }
    let compared = own.word..tokens.end;
    let sources = pairing.sources().take(2);
    let mut telling =
        sources.filter(|(source, _)| pairing.share_but(*source, compared.clone()) >= MIN_SHARED_WEIGHT);
    let found = telling.find_map(|(source, article)| {
        let told = direction_of(pairing, article, &measured)?;
        let rises = match told.value {
            Value::Up => true,
            Value::Down => false,
            _ => return None,
        };
        let place = pairing.place(source, article.tokens[told.token].span);
        let word = pairing.sentence.tokens[own.word].span;
        (rises != own.more).then(|| FoundMismatch::new(MismatchDetail::OtherTrend, 0.15, word, place))
    });
    found.into_iter().collect()
}

/// Whether a comparison in amount is one with the past: "than the year before", "than it used to be".
fn is_with_past(pairing: &ClaimPairing, own: &Comparison) -> bool {
    const PAST: &str = " before previous previously earlier last used once prior ago past formerly ";
    let Some(than) = own.parts else { return false };
    matches!(own.of, Quality::Amount | Quality::With(_))
        && (than + 1..pairing.clause.tokens.end).any(|at| in_word_list(PAST, &pairing.sentence.lower(at)))
}

/// The word nearest to what is measured that says whether it rises or falls; `None` where two are as near, or it is denied.
fn direction_of<'a>(pairing: &ClaimPairing, article: &'a Sentence, measured: &[usize]) -> Option<&'a Mark> {
    const MAX_GAP: usize = 5;
    let is_measured =
        |at: usize| measured.iter().any(|own| pairing.stands_for(*own, article.tokens[at].stem));
    let places: Vec<usize> = (0..article.tokens.len()).filter(|at| is_measured(*at)).collect();
    let goes_on = |from: usize, to: usize| {
        (from.min(to) + 1..=from.max(to)).all(|at| {
            !article.gap_before(at).contains([';', ':', '(', ')'])
                && !in_word_list(" while but whereas although though ", &article.lower(at))
        })
    };
    let far = |mark: &Mark| {
        let near = places.iter().filter(|at| goes_on(**at, mark.token)).map(|at| at.abs_diff(mark.token));
        near.min().filter(|far| *far <= MAX_GAP)
    };
    let marks = article.marks().iter().filter(|mark| mark.scale == Scale::Direction);
    let mut near: Vec<(usize, &Mark)> = marks.filter_map(|mark| Some((far(mark)?, mark))).collect();
    near.sort_by_key(|(far, _)| *far);
    let (least, nearest) = *near.first()?;
    let is_alone = near.iter().all(|(far, mark)| *far > least || mark.value == nearest.value);
    let is_denied = governed(article.cues(), nearest.token, Force::Negative).is_some();
    (is_alone && !is_denied).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn what_fell_is_not_higher_than_before() {
        const FIRM: &str = "Operating profit slipped to 58 million euros from 61 million because barley became more \
            expensive; sales grew. Athens airport expects 25 million arrivals this year, up from 21 million. The loss of the \
            mill narrowed to 12 million from 40 million.";
        let cases = [
            ("Operating profit was higher than the year before.", true),
            ("Operating profit was lower than the year before.", false),
            ("Sales were higher than the year before.", false),
            ("Athens airport expects fewer arrivals than it used to get.", true),
            ("Athens airport expects more arrivals than last year.", false),
            ("The loss of the mill was larger than the previous loss.", true),
            ("The loss of the mill was smaller than the previous loss.", false),
        ];
        assert_found(FIRM, MismatchKind::Antonym, &cases);
    }
}
