//! Comparisons with the past, checked against what rises or falls in the passage.

use std::ops::Range;

use super::derived::unit;
use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, governed};
use crate::syntax::Relation;
use crate::text::comparisons::{Comparison, Quality};
use crate::text::cues::Force;
use crate::text::proposition::{Proposition, PropositionKind};
use crate::text::scales::{Mark, Scale, Value};
use crate::text::{Parsed, Sentence, Span, in_word_list};

/// Share that a sentence must hold of the clause without its comparison, and of the clause without its verb.
const MIN_SHARED_WEIGHT: f64 = 0.4;
const SAME_EVENT: f64 = 0.6;

/// Finds a trend that the passage reverses: "profit was higher than the year before" or "on higher profit"
/// for "profit slipped".
pub fn trend(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let found = compared(pairing).or_else(|| qualified(pairing)).and_then(|own| against(pairing, &own));
    found.or_else(|| moved(pairing).and_then(|own| against(pairing, &own))).into_iter().collect()
}

/// A change that the clause states.
struct Trend {
    rises: bool,
    /// The word that states it.
    word: usize,
    /// The words for what changes.
    measured: Vec<usize>,
    /// The words that are not searched for in the article.
    said: Range<usize>,
    /// Share of the other words that a sentence must hold.
    shared: f64,
}

/// Returns a trend stated by a comparison: "higher than the year before".
fn compared(pairing: &ClaimPairing) -> Option<Trend> {
    let tokens = &pairing.clause.tokens;
    let own = pairing.sentence.comparisons(tokens.clone());
    let own = own.iter().find(|own| is_with_past(pairing, own))?;
    let mut measured: Vec<usize> =
        own.first.iter().copied().filter(|at| !pairing.sentence.tokens[*at].flags.capital).collect();
    if matches!(own.of, Quality::With(_)) {
        measured.push(own.word + 1);
    }
    Some(Trend {
        rises: own.more,
        word: own.word,
        measured,
        said: own.word..tokens.end,
        shared: MIN_SHARED_WEIGHT,
    })
}

/// Returns a trend stated by an adjective: "on higher volumes".
fn qualified(pairing: &ClaimPairing) -> Option<Trend> {
    const QUALIFIERS: &str = " higher lower rising falling growing declining increased reduced ";
    let tokens = &pairing.clause.tokens;
    let Parsed { tree, .. } = pairing.sentence.tree();
    let noun_of = |mark: &Mark| {
        let node = pairing.sentence.node_of(mark.token)?;
        let noun = tree.nodes[node].head.filter(|_| tree.nodes[node].relation == Relation::Amod)?;
        Some(pairing.sentence.token_of(noun)).filter(|at| tokens.contains(at))
    };
    let marks = pairing.sentence.marks().iter().filter(|mark| tokens.contains(&mark.token));
    let mut marks = marks.filter(|mark| {
        mark.scale == Scale::Direction && in_word_list(QUALIFIERS, &pairing.sentence.lower(mark.token))
    });
    marks.find_map(|mark| {
        let (rises, said) = (mark.value == Value::Up, mark.token..mark.token + 1);
        Some(Trend {
            rises,
            word: mark.token,
            measured: vec![noun_of(mark)?],
            said,
            shared: MIN_SHARED_WEIGHT,
        })
    })
}

/// Returns a trend stated by a verb: "sick leave has fallen".
fn moved(pairing: &ClaimPairing) -> Option<Trend> {
    let tokens = &pairing.clause.tokens;
    let parsed = pairing.sentence.tree();
    let marks = pairing.sentence.marks().iter();
    let mut marks = marks.filter(|mark| mark.scale == Scale::Direction && tokens.contains(&mark.token));
    marks.find_map(|mark| {
        let node = pairing.sentence.node_of(mark.token)?;
        let states =
            |one: &&Proposition| one.kind == PropositionKind::Verb && one.head == node && !one.negated;
        let subject = parsed.propositions.iter().find(states)?.subject().filter(|subject| !subject.clause)?;
        let head = pairing.sentence.token_of(subject.head);
        let is_common = tokens.contains(&head) && !pairing.sentence.tokens[head].flags.capital;
        let said = mark.token..mark.token + 1;
        let rises = mark.value == Value::Up;
        is_common.then(|| Trend { rises, word: mark.token, measured: vec![head], said, shared: SAME_EVENT })
    })
}

/// Returns a mismatch if the passage has the opposite change.
fn against(pairing: &ClaimPairing, own: &Trend) -> Option<FoundMismatch> {
    let sources = pairing.sources().take(2);
    let telling = sources.filter(|(source, _)| pairing.share_but(*source, own.said.clone()) >= own.shared);
    let changes: Vec<(usize, Span, bool)> = telling
        .filter_map(|(source, article)| {
            let (at, rises) = direction_of(pairing, article, &own.measured)?;
            Some((source, article.tokens[at].span, rises))
        })
        .collect();
    let (source, place, _) = *changes.first()?;
    let differs = changes.iter().all(|(.., rises)| *rises != own.rises);
    let word = pairing.sentence.tokens[own.word].span;
    differs.then(|| FoundMismatch::new(MismatchDetail::OtherTrend, 0.15, word, pairing.place(source, place)))
}

/// Whether an amount is compared with the past: "than the year before", "than it used to be".
fn is_with_past(pairing: &ClaimPairing, own: &Comparison) -> bool {
    const PAST: &str = " before previous previously earlier last used once prior ago past formerly ";
    let Some(than) = own.parts else { return false };
    matches!(own.of, Quality::Amount | Quality::With(_))
        && (than + 1..pairing.clause.tokens.end).any(|at| in_word_list(PAST, &pairing.sentence.lower(at)))
}

/// Returns the word nearest to the measured words that gives a direction, or the number that shows it, and
/// whether it rises. `None` if two opposite words are equally near, or the direction is negated.
fn direction_of(pairing: &ClaimPairing, article: &Sentence, measured: &[usize]) -> Option<(usize, bool)> {
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
    // "Falling growth" says nothing about the direction of "growth".
    let far = |mark: &Mark| {
        let near = places.iter().filter(|at| (1..=MAX_GAP).contains(&at.abs_diff(mark.token)));
        near.filter(|at| goes_on(**at, mark.token)).map(|at| at.abs_diff(mark.token)).min()
    };
    // "Less than 40" is not a change.
    let tells = |mark: &&Mark| mark.scale == Scale::Direction && &*article.lower(mark.token + 1) != "than";
    let marks = article.marks().iter().filter(tells);
    let mut near: Vec<(usize, &Mark)> = marks.filter_map(|mark| Some((far(mark)?, mark))).collect();
    near.sort_by_key(|(far, _)| *far);
    let Some((least, nearest)) = near.first().copied() else { return by_numbers(article, &places) };
    let is_alone = near.iter().all(|(far, mark)| *far > least || mark.value == nearest.value);
    let is_denied = governed(article.cues(), nearest.token, Force::Negative).is_some();
    (is_alone && !is_denied).then_some((nearest.token, nearest.value == Value::Up))
}

/// Returns the number of what is measured, and whether it is above an earlier one: "margin was 18.2 percent,
/// against 19.5 a year earlier".
fn by_numbers(article: &Sentence, places: &[usize]) -> Option<(usize, bool)> {
    const MAX_GAP: usize = 4;
    const AGAINST: &str = " against versus vs compared from ";
    const EARLIER: &str = " earlier before previously previous last ";
    let any = |tokens: Range<usize>, words: &str| {
        let mut tokens = tokens.start..tokens.end.min(article.tokens.len());
        tokens.any(|at| in_word_list(words, &article.lower(at)))
    };
    let pair = article.numbers().windows(2).find(|pair| {
        let [now, then] = [&pair[0], &pair[1]];
        then.first - now.end < MAX_GAP
            && any(now.end..then.first, AGAINST)
            && any(then.end..then.end + MAX_GAP, EARLIER)
            && unit(article, now) == unit(article, then)
            && places.iter().any(|at| *at < now.first && now.first - at <= MAX_GAP)
    })?;
    let [now, then] = [pair[0].value.to_f64(), pair[1].value.to_f64()];
    (now != then).then_some((pair[0].first, now > then))
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn what_fell_is_not_higher_than_before() {
        const FIRM: &str = "Operating profit slipped to 58 million euros from 61 million because barley became more \
            expensive; sales grew. Athens airport expects 25 million arrivals this year, up from 21 million. The loss of the \
            mill narrowed to 12 million from 40 million. The union points to sick leave, which has gone up by a third since \
            the change. Margin was 18.2 percent, against 19.5 a year earlier.";
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
            ("Sick leave has fallen since the change.", true),
            ("Sick leave has risen since the change.", false),
            ("The margin was higher than a year earlier.", true),
            ("The margin was lower than a year earlier.", false),
        ];
        assert_found(FIRM, MismatchKind::Antonym, &cases);
    }
}
