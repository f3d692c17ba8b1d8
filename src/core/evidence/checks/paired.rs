//! Numbers that a sentence of the article has for each other's things.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::text::Sentence;
use crate::text::numbers::Number;

/// "Eleven during active and seven during sham treatment" where the article has "seven during active and eleven during sham
/// treatment": what stands with either number there stands with the other here, and nothing with the same.
pub fn paired(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let own: Vec<Number> = pairing.sentence.numbers().to_vec();
    let own: Vec<Number> = own
        .into_iter()
        .filter(|n| pairing.clause.tokens.start <= n.first && n.end <= pairing.clause.tokens.end)
        .collect();
    if own.len() < 2 {
        return Vec::new();
    }
    let sources = pairing.sources().take(2);
    sources.filter_map(|(source, article)| exchanged(pairing, &own, source, article)).take(1).collect()
}

fn exchanged(
    pairing: &ClaimPairing,
    own: &[Number],
    source: usize,
    article: &Sentence,
) -> Option<FoundMismatch> {
    let there = |n: &Number| {
        let mut same =
            article.numbers().iter().filter(|other| other.value == n.value && n.unit.agrees(other.unit));
        same.next().filter(|_| same.next().is_none())
    };
    own.iter().enumerate().find_map(|(at, first)| {
        let second = own.get(at + 1)?;
        let [a, b] = [there(first)?, there(second)?];
        if first.unit != second.unit || first.value == second.value {
            return None;
        }
        let with =
            |n: &Number, side: Side| words_with(pairing.sentence, n, &pairing.clause.tokens, own, side);
        let their =
            |n: &Number, side: Side| words_with(article, n, &article.whole(), article.numbers(), side);
        let is_turned = [Side::After, Side::Before].into_iter().any(|side| {
            let shared = |ours: &Number, theirs: &Number| {
                let theirs = their(theirs, side);
                let stands =
                    |at: &&usize| theirs.iter().any(|i| pairing.stands_for(**at, article.tokens[*i].stem));
                with(ours, side).iter().filter(stands).count()
            };
            shared(first, b) > 0 && shared(second, a) > 0 && shared(first, a) == 0 && shared(second, b) == 0
        });
        is_turned.then(|| {
            FoundMismatch::new(MismatchDetail::OtherNumber, 0.12, first.span, pairing.place(source, b.span))
        })
    })
}

/// The side of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// The content words on one side of a number, up to the number before or after it.
fn words_with(
    sentence: &Sentence,
    number: &Number,
    within: &std::ops::Range<usize>,
    all: &[Number],
    side: Side,
) -> Vec<usize> {
    let range = match side {
        Side::After => {
            let next = all.iter().map(|n| n.first).filter(|first| *first >= number.end).min();
            number.end..next.unwrap_or(within.end).min(within.end)
        }
        Side::Before => {
            let last = all.iter().map(|n| n.end).filter(|end| *end <= number.first).max();
            last.unwrap_or(within.start).max(within.start)..number.first
        }
    };
    range.filter(|at| sentence.tokens[*at].is_content()).collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::support::{MismatchKind, judge_alone};

    #[test]
    fn a_number_goes_with_what_it_goes_with_in_the_article() {
        const TRIAL: &str = "There were seven hospital admissions during active and eleven during sham treatment. \
            Turnout was 61 percent in Leeds, and in York it was 48 percent.";
        for (claim, exchanged) in [
            ("There were eleven hospital admissions during active and seven during sham treatment.", true),
            ("There were seven hospital admissions during active and eleven during sham treatment.", false),
            ("Eleven admissions came during sham treatment and seven during active treatment.", false),
            ("Turnout was 48 percent in Leeds and 61 percent in York.", true),
            ("Turnout was 48 percent in York and 61 percent in Leeds.", false),
        ] {
            let entailment = judge_alone(TRIAL, claim);
            let found = entailment.mismatches.iter().any(|mismatch| mismatch.kind == MismatchKind::Number);
            assert_eq!(found, exchanged, "{claim}: {:?}", entailment.mismatches);
        }
    }
}
