//! Dates: days, months and years.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::evidence::premise::DateAt;
use crate::text::Sentence;
use crate::text::dates::Date;
use crate::text::numbers::Value;

/// Share of the clause without its date that one sentence must hold for its date to be the clause's.
const MIN_SHARED_WEIGHT: f64 = 0.7;

/// Finds dates that the article does not give, or gives to something else.
pub fn dates(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let mut out = Vec::new();
    let premise_index = pairing.article.premise_index;
    let tokens = &pairing.clause.tokens;
    let own = pairing.sentence.dates().iter().filter(|d| tokens.start <= d.first && d.end <= tokens.end);
    let own: Vec<&Date> = own.collect();
    // If one sentence holds the clause, the dates of its neighbours belong to something else.
    let share = |source: usize, date: &Date| pairing.share_but(source, date.first..date.end);
    let whole = match own[..] {
        [date] => pairing.passage.best.filter(|best| share(*best, date) >= MIN_SHARED_WEIGHT),
        _ => None,
    };
    for date in own {
        let missing = missing_part(pairing, date);
        if let Some(part) = missing {
            out.push(FoundMismatch::missing(MismatchDetail::NoDate, 0.07, date.span).noting(part));
            continue;
        }
        // The passage may have another date.
        let in_passage = || {
            let mut sentences = pairing.passage.sentences.clone();
            sentences.sort_unstable();
            sentences.into_iter().flat_map(|sentence| premise_index.dates_of(sentence))
        };
        let same = |d: &Date| {
            (date.weekday.is_none() || d.weekday == date.weekday)
                && date.same_day(d)
                && (date.year.is_none() || d.year.is_none() || d.year == date.year)
        };
        let comparable = |d: &DateAt| {
            date.weekday.is_some() && d.date.weekday.is_some()
                || date.month.is_some() && d.date.month.is_some()
                || date.month.is_none() && date.year.is_some() && d.date.year.is_some()
        };
        let in_whole = whole.into_iter().flat_map(|sentence| premise_index.dates_of(sentence));
        let mut given: Vec<&DateAt> = in_whole.filter(|d| comparable(d)).collect();
        if given.is_empty() {
            given = in_passage().collect();
        }
        let is_given = |source: usize| {
            premise_index
                .dates_of(source)
                .any(|d| same(&d.date) && (is_same_place(pairing, date, d) || shares_number(pairing, source)))
        };
        if let Some(other) = given.iter().find(|d| comparable(d))
            && !given.iter().any(|d| same(&d.date))
            && !pairing.holding_any(date.first..date.end).into_iter().any(is_given)
        {
            let source = &pairing.article.text().sentences()[other.sentence];
            out.push(FoundMismatch::new(
                MismatchDetail::OtherDate,
                0.2,
                date.span,
                source.place(other.date.span),
            ));
        }
    }
    out
}

/// Whether an article sentence has a number of the clause that is no date: "a low of seven in 2004".
fn shares_number(pairing: &ClaimPairing, source: usize) -> bool {
    let tokens = &pairing.clause.tokens;
    let own = pairing
        .sentence
        .numbers()
        .iter()
        .filter(|n| tokens.contains(&n.first) && !n.weak && !pairing.sentence.is_dated(n.first));
    let theirs = pairing.article.text().sentences()[source].sentence.numbers();
    own.into_iter().any(|own| theirs.iter().any(|n| n.value == own.value && n.unit.agrees(own.unit)))
}

/// Whether a date that is no day of the week stands after the same content word in the clause and in the article: "in
/// the role since May".
fn is_same_place(pairing: &ClaimPairing, own: &Date, theirs: &DateAt) -> bool {
    const MAX_GAP: usize = 3;
    let article = &pairing.article.text().sentences()[theirs.sentence].sentence;
    let before = |sentence: &Sentence, first: usize| {
        (first.saturating_sub(MAX_GAP)..first).rev().find(|at| sentence.tokens[*at].is_content())
    };
    let mine = before(pairing.sentence, own.first).filter(|at| pairing.clause.tokens.contains(at));
    let other = before(article, theirs.date.first);
    own.weekday.is_none()
        && mine.zip(other).is_some_and(|(mine, other)| pairing.stands_for(mine, article.tokens[other].stem))
}

/// Returns the part of a date that occurs nowhere in the article.
fn missing_part(pairing: &ClaimPairing, date: &Date) -> Option<&'static str> {
    let premise_index = pairing.article.premise_index;
    let number = |value: i64| premise_index.numbers.contains_key(&Value::int(value.into()));
    if let Some(weekday) = date.weekday {
        let missing = premise_index.distinct_dates.iter().all(|other| other.weekday != Some(weekday));
        return missing.then_some("day of the week");
    }
    if let Some(year) = date.year
        && !number(year)
        && premise_index.distinct_dates.iter().all(|other| other.year != Some(year))
    {
        return Some("year");
    }
    if date.month.is_some() && !premise_index.distinct_dates.iter().any(|other| date.same_day(other)) {
        return Some(if date.day.is_some() { "day and month" } else { "month" });
    }
    None
}
