//! Numbers of two things exchanged between them.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::text::numbers::Number;
use crate::text::{Sentence, in_word_list};

/// Support left by exchanged numbers.
const MAX_SUPPORT: f64 = 0.12;

/// Finds two exchanged numbers: "eleven during active and seven during sham treatment" if the article has
/// "seven during active and eleven during sham treatment". Words after either number must follow the other
/// one in the article, and no word may follow the same number in both.
pub fn paired(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let tokens = &pairing.clause.tokens;
    let is_own = |n: &&Number| tokens.start <= n.first && n.end <= tokens.end;
    let own: Vec<Number> = pairing.sentence.numbers().iter().filter(is_own).copied().collect();
    let found = |(source, article)| match own[..] {
        [only] => of_other(pairing, &only, source, article),
        _ => exchanged(pairing, &own, source, article),
    };
    pairing.sources().take(2).filter_map(found).take(1).collect()
}

/// Returns a mismatch of a number that the article sentence gives for another thing than the clause, with the number that
/// it gives for this one: "£5 for adults" if the tickets cost "£10 for adults and £5 for children".
fn of_other(
    pairing: &ClaimPairing,
    own: &Number,
    source: usize,
    article: &Sentence,
) -> Option<FoundMismatch> {
    let all = article.numbers();
    let there = sole(all, own)?;
    let (preposition, things) = thing(pairing.sentence, own, pairing.clause.tokens.end, &[*own])?;
    let stands = |at: &usize, i: &usize| pairing.stands_for(*at, article.tokens[*i].stem);
    let thing_of = |number: &Number| {
        thing(article, number, article.tokens.len(), all)
            .filter(|(other, _)| article.lower(*other) == pairing.sentence.lower(preposition))
            .map(|(_, things)| things)
    };
    if thing_of(there)?.iter().any(|i| pairing.tokens().any(|(at, _)| stands(&at, i))) {
        return None;
    }
    let other = all.iter().filter(|other| other.unit == there.unit && other.value != there.value);
    let is_of_own = |other: &&Number| {
        thing_of(other).is_some_and(|theirs| things.iter().all(|at| theirs.iter().any(|i| stands(at, i))))
    };
    let place = pairing.place(source, other.into_iter().find(is_of_own)?.span);
    Some(FoundMismatch::new(MismatchDetail::OtherNumber, MAX_SUPPORT, own.span, place))
}

/// Returns the preposition after a number, and the content words after it up to the next number or `end`: "for" and
/// "adults" in "£10 for adults and £5 for children". There is at least one word.
fn thing(sentence: &Sentence, number: &Number, end: usize, all: &[Number]) -> Option<(usize, Vec<usize>)> {
    const PREPOSITIONS: &str = " in for of on at to from during among by with ";
    const MAX_GAP: usize = 1;
    let near = number.end..end.min(number.end + 1 + MAX_GAP);
    let preposition = near.into_iter().find(|at| in_word_list(PREPOSITIONS, &sentence.lower(*at)))?;
    let words = behind(sentence, number, all, end);
    let things: Vec<usize> = words.into_iter().filter(|at| *at > preposition).collect();
    (!things.is_empty()).then_some((preposition, things))
}

/// Returns a mismatch of the first of two neighbouring numbers that are exchanged, with the number that the
/// article sentence has there.
fn exchanged(
    pairing: &ClaimPairing,
    own: &[Number],
    source: usize,
    article: &Sentence,
) -> Option<FoundMismatch> {
    let all = article.numbers();
    // Number of content words after a number of the clause that also follow a number of the sentence.
    let shared = |ours: &Number, theirs: &Number| {
        let theirs = behind(article, theirs, all, article.tokens.len());
        let stands = |at: &usize| theirs.iter().any(|i| pairing.stands_for(*at, article.tokens[*i].stem));
        behind(pairing.sentence, ours, own, pairing.clause.tokens.end).into_iter().filter(stands).count()
    };
    own.windows(2).find_map(|pair| {
        let [first, second] = [&pair[0], &pair[1]];
        let [a, b] = [sole(all, first)?, sole(all, second)?];
        let is_turned = first.unit == second.unit
            && first.value != second.value
            && shared(first, b) > 0
            && shared(second, a) > 0
            && [shared(first, a), shared(second, b)] == [0, 0];
        let place = pairing.place(source, b.span);
        is_turned.then(|| FoundMismatch::new(MismatchDetail::OtherNumber, MAX_SUPPORT, first.span, place))
    })
}

/// Returns the only one of some numbers with the value and unit of another.
fn sole<'a>(all: &'a [Number], number: &Number) -> Option<&'a Number> {
    let mut same = all.iter().filter(|other| other.value == number.value && number.unit.agrees(other.unit));
    same.next().filter(|_| same.next().is_none())
}

/// Returns the content words after a number, up to the next number or `end`.
fn behind(sentence: &Sentence, number: &Number, all: &[Number], end: usize) -> Vec<usize> {
    let next = all.iter().map(|n| n.first).filter(|first| *first >= number.end).min();
    let range = number.end..next.unwrap_or(end).min(end);
    range.filter(|at| sentence.tokens[*at].is_content()).collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::judge_alone;

    #[test]
    fn a_number_goes_with_what_it_goes_with_in_the_article() {
        const TRIAL: &str = "There were seven hospital admissions during active and eleven during sham treatment. \
            Turnout was 61 percent in Leeds, and in York it was 48 percent. The bill was backed by 51 senators of the left \
            and 12 of the right. Tickets cost £10 for adults and £5 for children. Prices fell 5% in Cork and 8% in Galway.";
        for (claim, exchanged) in [
            ("There were eleven hospital admissions during active and seven during sham treatment.", true),
            ("There were seven hospital admissions during active and eleven during sham treatment.", false),
            ("Eleven admissions came during sham treatment and seven during active treatment.", false),
            ("The bill was backed by 12 senators of the left and 51 of the right.", true),
            ("The bill was backed by 12 senators of the right and 51 of the left.", false),
            ("Turnout was 48 percent in York and 61 percent in Leeds.", false),
            ("There were eleven hospital admissions.", false),
            ("Tickets cost £5 for adults.", true),
            ("Tickets cost £5 for children.", false),
            ("Tickets cost £10 for adults.", false),
            ("Prices fell 8% in Cork.", true),
            ("Prices fell 8% in Galway.", false),
        ] {
            let entailment = judge_alone(TRIAL, claim);
            let found = entailment.mismatches.iter().any(|mismatch| mismatch.kind == MismatchKind::Number);
            assert_eq!(found, exchanged, "{claim}: {:?}", entailment.mismatches);
        }
    }
}
