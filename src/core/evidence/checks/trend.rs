//! More or less than before, held against what rises or falls.

use std::ops::Range;

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, governed};
use crate::syntax::Relation;
use crate::text::comparisons::{Comparison, Quality};
use crate::text::cues::Force;
use crate::text::scales::{Mark, Scale, Value};
use crate::text::{Parsed, Sentence, in_word_list};

/// Share of the clause without its comparison that a sentence must hold.
const MIN_SHARED_WEIGHT: f64 = 0.4;

/// "Profit was higher than the year before" or "on higher profit" where the passage has "profit slipped".
pub fn trend(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    compared(pairing)
        .or_else(|| qualified(pairing))
        .and_then(|own| against(pairing, &own))
        .into_iter()
        .collect()
}

/// What the clause says to be more or less than before.
struct Trend {
    rises: bool,
    /// The word that says so.
    word: usize,
    /// The words of which it is said.
    measured: Vec<usize>,
    /// The words that are not looked for in the article.
    said: Range<usize>,
}

/// By a comparison: "higher than the year before".
fn compared(pairing: &ClaimPairing) -> Option<Trend> {
    let tokens = &pairing.clause.tokens;
    let own = pairing.sentence.comparisons(tokens.clone());
    let own = own.iter().find(|own| is_with_past(pairing, own))?;
    let mut measured: Vec<usize> =
        own.first.iter().copied().filter(|at| !pairing.sentence.tokens[*at].flags.capital).collect();
    if matches!(own.of, Quality::With(_)) {
        measured.push(own.word + 1);
    }
    Some(Trend { rises: own.more, word: own.word, measured, said: own.word..tokens.end })
}

/// By the word before what is measured: "on higher volumes".
fn qualified(pairing: &ClaimPairing) -> Option<Trend> {
    const QUALIFIERS: &str = " higher lower rising falling growing declining increased reduced ";
    let tokens = &pairing.clause.tokens;
    let Parsed { tree, .. } = pairing.sentence.tree();
    let noun_of = |mark: &Mark| {
        let node = pairing.sentence.tree().node_at(pairing.sentence.tokens[mark.token].span.start)?;
        let noun = tree.nodes[node].head.filter(|_| tree.nodes[node].relation == Relation::Amod)?;
        Some(pairing.sentence.token_of(noun)).filter(|at| tokens.contains(at))
    };
    let marks = pairing.sentence.marks().iter().filter(|mark| tokens.contains(&mark.token));
    let mut marks = marks.filter(|mark| {
        mark.scale == Scale::Direction && in_word_list(QUALIFIERS, &pairing.sentence.lower(mark.token))
    });
    marks.find_map(|mark| {
        let (rises, said) = (mark.value == Value::Up, mark.token..mark.token + 1);
        Some(Trend { rises, word: mark.token, measured: vec![noun_of(mark)?], said })
    })
}

/// A sentence of the passage that has what is measured go the other way.
fn against(pairing: &ClaimPairing, own: &Trend) -> Option<FoundMismatch> {
    let sources = pairing.sources().take(2);
    let mut telling =
        sources.filter(|(source, _)| pairing.share_but(*source, own.said.clone()) >= MIN_SHARED_WEIGHT);
    let (source, article, told) = telling.find_map(|(source, article)| {
        Some((source, article, direction_of(pairing, article, &own.measured)?))
    })?;
    let place = pairing.place(source, article.tokens[told.token].span);
    let word = pairing.sentence.tokens[own.word].span;
    let rises = told.value == Value::Up;
    (rises != own.rises).then(|| FoundMismatch::new(MismatchDetail::OtherTrend, 0.15, word, place))
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
    // "Falling growth" tells nothing of "growth".
    let far = |mark: &Mark| {
        let near = places.iter().filter(|at| (1..=MAX_GAP).contains(&at.abs_diff(mark.token)));
        near.filter(|at| goes_on(**at, mark.token)).map(|at| at.abs_diff(mark.token)).min()
    };
    // "Less than 40" tells of no change.
    let tells = |mark: &&Mark| mark.scale == Scale::Direction && &*article.lower(mark.token + 1) != "than";
    let marks = article.marks().iter().filter(tells);
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
            ("Barley made for higher operating profit of 58 million.", true),
            ("Lower operating profit of 58 million is due to barley.", false),
            ("Because of barley there was falling growth of operating profit.", false),
        ];
        assert_found(FIRM, MismatchKind::Antonym, &cases);
    }
}
