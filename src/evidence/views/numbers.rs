//! Numbers and their units.

use super::Held;
use super::derived::{follows, unit};
use super::mismatch::{Difference, Mismatch};
use crate::evidence::grounds::NumberAt;
use crate::text::numbers::{About, Number, Unit, Value, rate_after};
use crate::text::{Sentence, Span};

/// The numbers of a clause that are no part of a date.
fn numbers_of(held: &Held) -> Vec<Number> {
    let tokens = &held.clause.tokens;
    let dated = held.sentence.dates();
    held.sentence
        .numbers()
        .iter()
        .copied()
        .filter(|n| tokens.start <= n.first && n.end <= tokens.end)
        .filter(|n| dated.iter().all(|d| n.end <= d.first || d.end <= n.first))
        .filter(|n| !is_compound(held, n))
        .collect()
}

/// Whether half or a quarter is part of another word or of a time: "half-time", "second-quarter", "half an hour".
fn is_compound(held: &Held, number: &Number) -> bool {
    let text = &held.sentence.text;
    let word = &text[number.span.range()];
    let after = held.sentence.tokens.get(number.end).map_or("", |t| held.sentence.word(t));
    matches!(word, "half" | "Half" | "quarter")
        && (text[number.span.end..].starts_with('-')
            || text[..number.span.start].ends_with('-')
            || matches!(after, "an" | "time" | "hour"))
}

/// Whether a number of the article rounds to one of the clause, on the side that the clause says.
fn is_rounded(held: &Held, number: &Number) -> bool {
    let grounds = held.article.grounds;
    let near = |v: &&Value| number.value.rounds(**v, number.about.is_some()) || v.rounds(number.value, false);
    grounds.values_near(number.value).iter().filter(near).any(|value| {
        let on_side = match number.about {
            Some(About::Below) => value.to_f64() <= number.value.to_f64(),
            Some(About::Above) => value.to_f64() >= number.value.to_f64(),
            _ => true,
        };
        on_side && grounds.numbers.get(value).into_iter().flatten().any(|n| number.unit.agrees(n.number.unit))
    })
}

/// Numbers that the article lacks, has with another unit, or has with another word beside them.
pub fn numbers(held: &Held) -> Vec<Mismatch> {
    let own = numbers_of(held);
    if own.is_empty() {
        return Vec::new();
    }
    let sources: Vec<(usize, &Sentence)> = held.sources().collect();
    own.iter().filter_map(|number| otherwise(held, &sources, number)).collect()
}

/// Where one sentence has a number.
fn spot(held: &Held, number: &NumberAt) -> Span {
    held.place(number.sentence, number.number.span)
}

/// What differs of one number.
fn otherwise(held: &Held, sources: &[(usize, &Sentence)], number: &Number) -> Option<Mismatch> {
    let Some(all) = held.article.grounds.numbers.get(&number.value) else {
        return missing(held, sources, number);
    };
    if number.weak {
        return None;
    }
    let sentences = held.article.text().sentences();
    let theirs = |n: &NumberAt| unit(&sentences[n.sentence].sentence, &n.number);
    let agreeing: Vec<&NumberAt> = all.iter().filter(|n| number.unit.agrees(theirs(n))).collect();
    let Some(first) = agreeing.first() else {
        let other = all[0];
        let theirs =
            if other.number.unit == Unit::Plain { "a plain number" } else { other.number.unit.as_str() };
        let found = Mismatch::new(Difference::OtherUnit, OTHER, number.span, spot(held, &other));
        return (!follows(held, sources, number)).then(|| found.noting(theirs));
    };
    // "$5 a month" where the article has "$5 a year".
    let rate = |n: &NumberAt| rate_after(&sentences[n.sentence].sentence, n.number.end);
    if let (Some(own), Some(other)) = (rate_after(held.sentence, number.end), rate(first))
        && agreeing.iter().all(|n| rate(n).is_some_and(|theirs| theirs != own))
    {
        let found = Mismatch::new(Difference::OtherRate, OTHER, number.span, spot(held, first));
        return Some(found.noting(own).noting(other));
    }
    other_of_unit(held, sources, number, &agreeing).or_else(|| other_count(held, sources, number)).or_else(
        || {
            // A paraphrase gathers its facts from many places.
            let is_near = agreeing.iter().any(|n| held.passage.sentences.contains(&n.sentence));
            let is_apart = !is_near && held.soft.shares_phrases();
            is_apart.then(|| Mismatch::new(Difference::NumberElsewhere, 0.45, number.span, spot(held, first)))
        },
    )
}

/// The support that another number, unit or rate leaves.
const OTHER: f64 = 0.12;

/// A number that the article does not have.
fn missing(held: &Held, sources: &[(usize, &Sentence)], number: &Number) -> Option<Mismatch> {
    let text = &held.sentence.text[number.span.range()];
    let small = number.weak
        || (0.0..=3.0).contains(&number.value.to_f64()) && !held.sentence.tokens[number.first].flags.digit;
    // "One" and "both" seldom count, and a share may be given in another form.
    let counts_nothing = number.weak && number.value == Value::int(1)
        || text.eq_ignore_ascii_case("both")
        || text.eq_ignore_ascii_case("decade")
        // "The two sides": those of whom the text has told.
        || small && number.first.checked_sub(1).is_some_and(|i| &*held.sentence.lower(i) == "the");
    let is_borne_out = is_rounded(held, number)
        || follows(held, sources, number)
        || counts_nothing
        || number.unit == Unit::Ordinal && small
        || held.article.grounds.number_like(number).is_some();
    let limit = if small { 0.62 } else { 0.05 };
    (!is_borne_out).then(|| Mismatch::missing(Difference::NoNumber, limit, number.span))
}

/// "Six weeks" where the passage has "three weeks", and a bare six stands elsewhere.
fn other_of_unit(
    held: &Held,
    sources: &[(usize, &Sentence)],
    number: &Number,
    agreeing: &[&NumberAt],
) -> Option<Mismatch> {
    let is_bare =
        |n: &&NumberAt| n.number.unit == Unit::Plain && !held.passage.sentences.contains(&n.sentence);
    if !matches!(number.unit, Unit::Measure(_) | Unit::Money(_))
        || !agreeing.iter().all(is_bare)
        || follows(held, sources, number)
    {
        return None;
    }
    sources.iter().find_map(|(at, source)| {
        let found = source.numbers().iter().find(|n| n.unit == number.unit)?;
        Some(Mismatch::new(Difference::OtherNumber, OTHER, number.span, held.place(*at, found.span)))
    })
}

/// "Three goals" where the passage has "two goals" and never three.
fn other_count(held: &Held, sources: &[(usize, &Sentence)], number: &Number) -> Option<Mismatch> {
    let head = held.sentence.tokens.get(number.end);
    let head = head.filter(|t| t.is_content() && number.end < held.clause.tokens.end)?;
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
    let found = Mismatch::new(Difference::OtherCount, OTHER, number.span, held.place(at, found.span));
    (!own).then(|| found.noting(held.sentence.word(head)))
}
