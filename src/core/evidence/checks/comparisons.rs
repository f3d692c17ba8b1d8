//! Comparisons of two things.
//!
//! A comparison can be turned round and stay true: "A is older than B" and "B is younger than A". So three
//! things are compared together: the comparing words, the side of each thing, and the negations. An odd
//! number of differences is a contradiction. An even number is not, whatever single words differ.

use std::ops::RangeInclusive;

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::sides::Sides;
use super::{ClaimPairing, opposite, same_word};
use crate::text::comparisons::{Comparison, Quality, is_now};
use crate::text::{Sentence, Span, Stem, in_word_list, stem_of};

/// Result of comparing a comparison in the clause with the passage.
#[derive(Default)]
pub struct ComparisonResult {
    /// The contradiction, if there is one.
    found: Option<FoundMismatch>,
    /// The words that clause and passage agree on, however they are worded.
    pub agreed: Vec<Span>,
    /// The words of a multiple ("twice as many") on which the two agree.
    pub times: Vec<Span>,
    /// The comparing words on which the two agree: "more expensive than".
    pub words: Vec<Span>,
}

/// Compares the comparison in a clause with those of its passage.
pub fn comparison(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    compared(pairing).found.into_iter().collect()
}

/// Returns the result of comparing the comparison in a short clause with those of its passage. Only in a
/// short clause is it certain what is compared with what.
pub fn compared(pairing: &ClaimPairing) -> ComparisonResult {
    let tokens = &pairing.clause.tokens;
    let own = pairing.sentence.comparisons(tokens.clone());
    let own = own.iter().find(|own| own.parts.is_some());
    let Some(own) = own.filter(|_| pairing.is_brief() && pairing.same_statement()) else {
        return ComparisonResult::default();
    };
    let spans = |range: RangeInclusive<usize>| -> Vec<Span> {
        pairing.sentence.tokens[range].iter().map(|token| token.span).collect()
    };
    let word = pairing.sentence.tokens[own.word].span;
    let mut found = None;
    for (source, article) in pairing.sources() {
        if let Some(more) = compared_in_numbers(pairing, own, article) {
            if more == own.more {
                let words = spans(own.word..=own.parts.unwrap_or(own.word));
                return ComparisonResult { agreed: words.clone(), words, ..ComparisonResult::default() };
            }
            let place = pairing.place(source, Span::new(0, article.text.len()));
            let found = Some(FoundMismatch::new(MismatchDetail::OtherInNumbers, 0.15, word, place));
            return ComparisonResult { found, ..ComparisonResult::default() };
        }
        for theirs in article.comparisons(article.whole()).iter() {
            let Some(alike) = relation(&own.of, &theirs.of) else { continue };
            let Some(straight) = is_straight(pairing, own, article, theirs) else { continue };
            if (own.more == theirs.more) == (alike == straight) {
                let last = own.second.last().copied().unwrap_or(own.word);
                let first = own.first.first().copied().unwrap_or(own.word).min(own.word);
                let times = spans(own.word.saturating_sub(2)..=own.word);
                let words = spans(own.word..=own.parts.unwrap_or(own.word));
                return ComparisonResult { found: None, agreed: spans(first..=last), times, words };
            }
            let max_support = if theirs.parts.is_some() { 0.1 } else { 0.2 };
            let place = pairing.place(source, article.tokens[theirs.word].span);
            found.get_or_insert(FoundMismatch::new(
                MismatchDetail::OtherComparison,
                max_support,
                word,
                place,
            ));
        }
    }
    ComparisonResult { found, ..ComparisonResult::default() }
}

/// Whether the things compared stand on the same sides; `None` if that is unknown.
fn is_straight(
    pairing: &ClaimPairing,
    own: &Comparison,
    article: &Sentence,
    theirs: &Comparison,
) -> Option<bool> {
    // What was wanted is on the second side, whoever wanted it: "than he had sought".
    let wanted = |sentence: &Sentence, side: &[usize]| side.iter().any(|at| is_wanted(&sentence.lower(*at)));
    if wanted(pairing.sentence, &own.second) && !wanted(pairing.sentence, &own.first) {
        match (wanted(article, &theirs.first), wanted(article, &theirs.second)) {
            (false, true) => return Some(true),
            (true, false) if !theirs.second.is_empty() => return Some(false),
            _ => {}
        }
    }
    // Words on both sides of the clause do not tell them apart.
    let stem = |at: &usize| pairing.sentence.tokens[*at].stem;
    let apart = |side: &[usize], other: &[usize]| -> Vec<usize> {
        side.iter().copied().filter(|at| !other.iter().any(|o| stem(o) == stem(at))).collect()
    };
    let [first, second] = [apart(&own.first, &own.second), apart(&own.second, &own.first)];
    let sides = Sides::new([&first, &second], [&theirs.first, &theirs.second], |at, i| {
        let there = &article.tokens[i];
        pairing.stands_for(at, there.stem) || is_now(pairing.word(at)) && is_now(article.word(there))
    });
    // The first side includes the rest of the clause, the second only what is compared.
    let (turned, straight) = (sides.turned.iter().sum::<usize>(), sides.straight[1]);
    (turned != straight).then_some(straight > turned)
}

/// Whether a word marks what was wanted or expected, as opposed to the outcome.
fn is_wanted(word: &str) -> bool {
    in_word_list(
        " sought asked wanted demanded requested claimed hoped expected estimated forecast predicted planned budgeted \
         scheduled ",
        word,
    )
}

/// Whether the first thing is more than the second by the two numbers of a sentence, which stand beside them:
/// "income was 312 and expenses 287". `None` if the sentence is not of this form.
fn compared_in_numbers(pairing: &ClaimPairing, own: &Comparison, article: &Sentence) -> Option<bool> {
    let sized = match &own.of {
        Quality::Amount | Quality::With(_) => true,
        Quality::Of(stems) => ["hot", "warm", "long", "tall", "heavy", "deep", "wide"]
            .iter()
            .any(|word| stems.contains(&stem_of(word))),
        Quality::Any => false,
    };
    let [a, b] = article.numbers() else { return None };
    if !sized || !(a.unit.agrees(b.unit)) || a.value == b.value {
        return None;
    }
    let place = |side: &[usize], other: &[usize]| {
        let stem = |at: usize| pairing.sentence.tokens[at].stem;
        let own = side.iter().filter(|at| !other.iter().any(|o| stem(*o) == stem(**at)));
        let mut places = own.filter_map(|at| {
            let mut found =
                article.tokens.iter().enumerate().filter(|(_, t)| pairing.stands_for(*at, t.stem));
            found.next().map(|(i, _)| i).filter(|_| found.next().is_none())
        });
        places.next()
    };
    let (first, second) = (place(&own.first, &own.second)?, place(&own.second, &own.first)?);
    // Each number stands beside its thing, and the second thing comes after the first number.
    let apart = |x: usize, y: usize| x < y && y > a.first && (x < b.first) && y.abs_diff(b.first) <= 4;
    if apart(first, second) {
        Some(a.value.to_f64() > b.value.to_f64())
    } else if apart(second, first) {
        Some(b.value.to_f64() > a.value.to_f64())
    } else {
        None
    }
}

/// Whether two qualities are the same (`true`) or opposite (`false`); `None` if they are unrelated.
fn relation(one: &Quality, other: &Quality) -> Option<bool> {
    use Quality::{Amount, Any, Of, With};
    match (one, other) {
        (Any, Of(stems)) | (Of(stems), Any) => stems.contains(&stem_of("good")).then_some(true),
        (Any, _) | (_, Any) | (Amount, Amount | With(_)) | (With(_), Amount) => Some(true),
        // Something dearer costs more.
        (Amount, Of(stems)) | (Of(stems), Amount) => {
            let has = |words: [&str; 2]| words.iter().any(|word| stems.contains(&stem_of(word)));
            if has(["dear", "costly"]) { Some(true) } else { has(["cheap", "cheaper"]).then_some(false) }
        }
        (With(a), With(b)) => related(&[*a], &[*b]),
        (With(a), Of(b)) | (Of(b), With(a)) => related(&[*a], b),
        (Of(a), Of(b)) => related(a, b),
    }
}

fn related(a: &[Stem], b: &[Stem]) -> Option<bool> {
    let any = |test: &dyn Fn(Stem, Stem) -> bool| a.iter().any(|a| b.iter().any(|b| test(*a, *b)));
    if any(&same_word) {
        return Some(true);
    }
    any(&|a, b| opposite(a, b)).then_some(false)
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::judge_alone;
    use crate::labels::LabelValue;

    fn word(article: &str, claim: &str) -> LabelValue {
        judge_alone(article, claim).word
    }

    fn differs(article: &str, claim: &str) -> bool {
        let entailment = judge_alone(article, claim);
        entailment.mismatches.iter().any(|mismatch| mismatch.kind == MismatchKind::Antonym)
    }

    #[test]
    fn what_was_wanted_is_what_is_compared_with() {
        for (article, kept, changed) in [
            (
                "The sum awarded was smaller than the 50,000 pounds Inchley had asked for.",
                "Inchley was awarded less money than he had sought.",
                "Inchley was awarded more money than he had sought.",
            ),
            (
                "The work cost 1.8 million pounds, less than the 2.3 million first estimated.",
                "In the end the work was cheaper than had first been estimated.",
                "In the end the work was dearer than had first been estimated.",
            ),
            (
                "It is larger than neighbouring Lake Pell, but it is shallower. The lake is Lake Sorvane.",
                "Lake Sorvane is shallower than Lake Pell.",
                "Lake Pell is shallower than Lake Sorvane.",
            ),
        ] {
            assert!(!differs(article, kept), "{kept}");
            assert!(differs(article, changed), "{changed}");
        }
    }

    #[test]
    fn a_comparison_may_be_turned_about_and_not_reversed() {
        for (article, kept, changed) in [
            (
                "Cape Dunmore lighthouse is taller than the lighthouse at Skerry Point.",
                "The lighthouse at Skerry Point is shorter than Cape Dunmore lighthouse.",
                "The lighthouse at Skerry Point is taller than Cape Dunmore lighthouse.",
            ),
            (
                "The metro carries twice as many people as it did ten years ago.",
                "Ten years ago the metro carried half as many people as now.",
                "Ten years ago the metro carried twice as many people as now.",
            ),
            (
                "Women benefited slightly more than men.",
                "Men benefited slightly less than women.",
                "Men benefited slightly more than women.",
            ),
            (
                "The train is cheaper than the coach.",
                "The coach is more expensive than the train.",
                "The train is more expensive than the coach.",
            ),
            (
                "Small models outperform prompted models by a wide margin.",
                "Prompted models are worse than small models by a wide margin.",
                "Prompted models are better than small models by a wide margin.",
            ),
            (
                "The train is not faster than the coach.",
                "The coach is not slower than the train.",
                "The coach is slower than the train.",
            ),
        ] {
            assert_eq!(word(article, kept), LabelValue::Supported, "{kept}");
            assert_ne!(word(article, changed), LabelValue::Supported, "{changed}");
        }
    }
}
