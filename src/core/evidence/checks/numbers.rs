//! Numbers and their units.

use super::ClaimPairing;
use super::derived::{follows, unit};
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::evidence::premise::NumberAt;
use crate::text::numbers::{About, Number, Unit, Value, rate_after};
use crate::text::{Sentence, Span};

/// The numbers of a clause that are no part of a date.
fn numbers_of(pairing: &ClaimPairing) -> Vec<Number> {
    let tokens = &pairing.clause.tokens;
    let dated = pairing.sentence.dates();
    pairing
        .sentence
        .numbers()
        .iter()
        .copied()
        .filter(|n| tokens.start <= n.first && n.end <= tokens.end)
        .filter(|n| dated.iter().all(|d| n.end <= d.first || d.end <= n.first))
        .filter(|n| !is_compound(pairing, n))
        .collect()
}

/// Whether half or a quarter is part of another word or of a time: "half-time", "second-quarter", "half an hour".
fn is_compound(pairing: &ClaimPairing, number: &Number) -> bool {
    let text = &pairing.sentence.text;
    let word = &text[number.span.range()];
    let after = pairing.sentence.tokens.get(number.end).map_or("", |t| pairing.sentence.word(t));
    matches!(word, "half" | "Half" | "quarter")
        && (text[number.span.end..].starts_with('-')
            || text[..number.span.start].ends_with('-')
            || matches!(after, "an" | "time" | "hour"))
}

/// Whether a number of the article rounds to one of the clause, on the side that the clause says.
fn is_rounded(pairing: &ClaimPairing, number: &Number) -> bool {
    let premise_index = pairing.article.premise_index;
    let near = |v: &&Value| number.value.rounds(**v, number.about.is_some()) || v.rounds(number.value, false);
    premise_index.values_near(number.value).iter().filter(near).any(|value| {
        let on_side = match number.about {
            Some(About::Below) => value.to_f64() <= number.value.to_f64(),
            Some(About::Above) => value.to_f64() >= number.value.to_f64(),
            _ => true,
        };
        on_side
            && premise_index
                .numbers
                .get(value)
                .into_iter()
                .flatten()
                .any(|n| number.unit.agrees(n.number.unit))
    })
}

/// Numbers that the article lacks, or has with another unit or of other things.
pub fn numbers(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let own = numbers_of(pairing);
    if own.is_empty() {
        return Vec::new();
    }
    let sources: Vec<(usize, &Sentence)> = pairing.sources().collect();
    own.iter().filter_map(|number| otherwise(pairing, &sources, number)).collect()
}

/// Where one sentence has a number.
fn spot(pairing: &ClaimPairing, number: &NumberAt) -> Span {
    pairing.place(number.sentence, number.number.span)
}

/// What differs of one number.
fn otherwise(
    pairing: &ClaimPairing,
    sources: &[(usize, &Sentence)],
    number: &Number,
) -> Option<FoundMismatch> {
    let Some(all) = pairing.article.premise_index.numbers.get(&number.value) else {
        return missing(pairing, sources, number);
    };
    if number.weak {
        return None;
    }
    let sentences = pairing.article.text().sentences();
    let theirs = |n: &NumberAt| unit(&sentences[n.sentence].sentence, &n.number);
    let agreeing: Vec<&NumberAt> = all.iter().filter(|n| number.unit.agrees(theirs(n))).collect();
    let Some(first) = agreeing.first() else {
        let other = all[0];
        let theirs =
            if other.number.unit == Unit::Plain { "a plain number" } else { other.number.unit.as_str() };
        let found = FoundMismatch::new(MismatchDetail::OtherUnit, OTHER, number.span, spot(pairing, &other));
        return (!follows(pairing, sources, number)).then(|| found.noting(theirs));
    };
    // "$5 a month" where the article has "$5 a year".
    let rate = |n: &NumberAt| rate_after(&sentences[n.sentence].sentence, n.number.end);
    if let (Some(own), Some(other)) = (rate_after(pairing.sentence, number.end), rate(first))
        && agreeing.iter().all(|n| rate(n).is_some_and(|theirs| theirs != own))
    {
        let found = FoundMismatch::new(MismatchDetail::OtherRate, OTHER, number.span, spot(pairing, first));
        return Some(found.noting(own).noting(other));
    }
    other_of_unit(pairing, sources, number, &agreeing).or_else(|| other_count(pairing, sources, number))
}

/// The support that another number, unit or rate leaves.
const OTHER: f64 = 0.12;

/// A number that the article does not have.
fn missing(pairing: &ClaimPairing, sources: &[(usize, &Sentence)], number: &Number) -> Option<FoundMismatch> {
    let text = &pairing.sentence.text[number.span.range()];
    let small = number.weak
        || (0.0..=3.0).contains(&number.value.to_f64()) && !pairing.sentence.tokens[number.first].flags.digit;
    // "One" and "both" seldom count, and a share may be given in another form.
    let counts_nothing = number.weak && number.value == Value::int(1)
        || text.eq_ignore_ascii_case("both")
        || text.eq_ignore_ascii_case("decade")
        // "The two sides": those of whom the text has told.
        || small && number.first.checked_sub(1).is_some_and(|i| &*pairing.sentence.lower(i) == "the");
    let is_borne_out = is_rounded(pairing, number)
        || follows(pairing, sources, number)
        || counts_nothing
        || number.unit == Unit::Ordinal && small
        || pairing.article.premise_index.number_like(number).is_some();
    let max_support = if small { 0.62 } else { 0.05 };
    (!is_borne_out).then(|| FoundMismatch::missing(MismatchDetail::NoNumber, max_support, number.span))
}

/// "Six weeks" where the passage has "three weeks", and a bare six stands elsewhere.
fn other_of_unit(
    pairing: &ClaimPairing,
    sources: &[(usize, &Sentence)],
    number: &Number,
    agreeing: &[&NumberAt],
) -> Option<FoundMismatch> {
    let is_bare =
        |n: &&NumberAt| n.number.unit == Unit::Plain && !pairing.passage.sentences.contains(&n.sentence);
    if !matches!(number.unit, Unit::Measure(_) | Unit::Money(_))
        || !agreeing.iter().all(is_bare)
        || follows(pairing, sources, number)
    {
        return None;
    }
    sources.iter().find_map(|(at, source)| {
        let found = source.numbers().iter().find(|n| n.unit == number.unit)?;
        Some(FoundMismatch::new(
            MismatchDetail::OtherNumber,
            OTHER,
            number.span,
            pairing.place(*at, found.span),
        ))
    })
}

/// "Three goals" where the passage has "two goals" and never three.
fn other_count(
    pairing: &ClaimPairing,
    sources: &[(usize, &Sentence)],
    number: &Number,
) -> Option<FoundMismatch> {
    let head = pairing.sentence.tokens.get(number.end);
    let head = head.filter(|t| t.is_content() && number.end < pairing.clause.tokens.end)?;
    let (at, found) = sources.iter().find_map(|(at, source)| {
        let counts = |n: &&Number| source.tokens.get(n.end).is_some_and(|t| t.stem == head.stem);
        Some((*at, source.numbers().iter().find(counts)?))
    })?;
    let own = sources.iter().any(|(_, source)| {
        source.numbers().iter().any(|n| {
            // "Four people were killed and eleven are missing": the noun may be said once.
            let follows = || source.tokens[n.end..].iter().take(4).any(|t| t.stem == head.stem);
            let bare = || n.unit == Unit::Plain && source.tokens.get(n.end).is_none_or(|t| !t.is_content());
            n.value == number.value && (follows() || bare())
        })
    });
    let found =
        FoundMismatch::new(MismatchDetail::OtherCount, OTHER, number.span, pairing.place(at, found.span));
    (!own).then(|| found.noting(pairing.sentence.word(head)))
}
