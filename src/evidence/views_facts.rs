//! Views that look for the facts of a clause in the article: numbers, dates, names.

use super::support::{View, ViewKind};
use super::views::Held;
use crate::text::dates::{Date, dates};
use crate::text::numbers::{Number, Unit, numbers};
use crate::text::{Span, Token, idf};

/// The numbers of a clause that are no part of a date.
pub fn numbers_of(held: &Held) -> Vec<Number> {
    let tokens = &held.clause.tokens;
    let dated = dates(held.sentence);
    numbers(held.sentence)
        .into_iter()
        .filter(|n| tokens.start <= n.first && n.end <= tokens.end)
        .filter(|n| dated.iter().all(|d| n.end <= d.first || d.end <= n.first))
        .collect()
}

/// Numbers that the article lacks, has with another unit, or has with another word beside them.
pub fn numbers_view(held: &Held, out: &mut Vec<View>) {
    let grounds = held.article.grounds;
    for number in numbers_of(held) {
        let text = &held.sentence.text[number.span.range()];
        let mut push = |kind, limit, why, article: Vec<Span>| {
            out.push(View { kind, limit, why, summary: vec![number.span], article });
        };
        let Some(all) = grounds.numbers.get(&number.value) else {
            let rounded = grounds
                .values
                .iter()
                .any(|v| number.value.rounds(*v, number.about.is_some()) || v.rounds(number.value, false));
            let small = number.weak
                || (0.0..=3.0).contains(&number.value.to_f64())
                    && !held.sentence.tokens[number.first].flags.digit;
            if rounded || number.unit == Unit::Ordinal && small {
                continue;
            }
            if small {
                push(
                    ViewKind::Number,
                    0.62,
                    format!("number {text} is not in {}", held.article.name),
                    Vec::new(),
                );
            } else {
                push(
                    ViewKind::Number,
                    0.05,
                    format!("number {text} is not in {}", held.article.name),
                    Vec::new(),
                );
            }
            continue;
        };
        if number.weak {
            continue;
        }
        let agreeing: Vec<_> = all.iter().filter(|n| number.unit.agrees(n.number.unit)).collect();
        let spot = |n: &super::grounds::NumberAt| held.place(n.sentence, n.number.span);
        if agreeing.is_empty() {
            let other = all[0];
            let theirs =
                if other.number.unit == Unit::Plain { "a plain number" } else { other.number.unit.as_str() };
            push(
                ViewKind::Unit,
                0.12,
                format!("{text}: {theirs} in sentence {}", other.sentence + 1),
                vec![spot(&other)],
            );
            continue;
        }
        // "three goals" where the passage has "two goals" and never three.
        let head = held
            .sentence
            .tokens
            .get(number.end)
            .filter(|t| t.is_content() && number.end < held.clause.tokens.end);
        let near = agreeing.iter().any(|n| held.passage.sentences.contains(&n.sentence));
        if let Some(head) = head {
            let counted = held.sources().find_map(|(at, source)| {
                let theirs = numbers(source);
                let found =
                    theirs.iter().find(|n| source.tokens.get(n.end).is_some_and(|t| t.stem == head.stem))?;
                Some((at, *found))
            });
            let own = held.sources().any(|(_, source)| {
                numbers(source).iter().any(|n| {
                    n.value == number.value
                        && source.tokens[n.end..].iter().take(3).any(|t| t.stem == head.stem)
                })
            });
            if let (Some((at, found)), false) = (counted, own) {
                let source = &held.article.text().sentences()[at].sentence;
                push(
                    ViewKind::Number,
                    0.12,
                    format!(
                        "{text} {} here, {} in sentence {}",
                        held.sentence.word(head),
                        &source.text[found.span.range()],
                        at + 1
                    ),
                    vec![held.place(at, found.span)],
                );
                continue;
            }
        }
        // A paraphrase gathers its facts from many places.
        if !near && held.soft.is_copied() {
            push(
                ViewKind::Elsewhere,
                0.45,
                format!("number {text} is in {}, but not with these words", held.article.name),
                vec![spot(agreeing[0])],
            );
        }
    }
}

/// Dates that the article does not give.
pub fn dates_view(held: &Held, out: &mut Vec<View>) {
    let grounds = held.article.grounds;
    let tokens = &held.clause.tokens;
    for date in dates(held.sentence).into_iter().filter(|d| tokens.start <= d.first && d.end <= tokens.end) {
        let text = &held.sentence.text[date.span.range()];
        let missing = missing_part(held, &date);
        if let Some(part) = missing {
            out.push(View {
                kind: ViewKind::Date,
                limit: 0.07,
                why: format!("date {text} is not in {} ({part})", held.article.name),
                summary: vec![date.span],
                article: Vec::new(),
            });
            continue;
        }
        // Another day of the week in the very passage.
        let in_passage = |d: &&super::grounds::DateAt| held.passage.sentences.contains(&d.sentence);
        let same = |d: &Date| {
            (date.weekday.is_none() || d.weekday == date.weekday)
                && date.same_day(d)
                && (date.year.is_none() || d.year.is_none() || d.year == date.year)
        };
        let given: Vec<_> = grounds.dates.iter().filter(in_passage).collect();
        let comparable = given.iter().find(|d| {
            date.weekday.is_some() && d.date.weekday.is_some()
                || date.month.is_some() && d.date.month.is_some()
                || date.month.is_none() && date.year.is_some() && d.date.year.is_some()
        });
        if let Some(other) = comparable
            && !given.iter().any(|d| same(&d.date))
        {
            let source = &held.article.text().sentences()[other.sentence];
            out.push(View {
                kind: ViewKind::Date,
                limit: 0.2,
                why: format!(
                    "date {text} here, {} in sentence {}",
                    &source.sentence.text[other.date.span.range()],
                    other.sentence + 1
                ),
                summary: vec![date.span],
                article: vec![source.place(other.date.span)],
            });
        }
    }
}

/// The part of a date that the article has nowhere.
fn missing_part(held: &Held, date: &Date) -> Option<&'static str> {
    let grounds = held.article.grounds;
    let number = |value: i64| grounds.numbers.contains_key(&crate::text::numbers::Value::int(value.into()));
    if let Some(weekday) = date.weekday {
        return grounds.dates.iter().all(|d| d.date.weekday != Some(weekday)).then_some("day of the week");
    }
    if let Some(year) = date.year
        && !number(year)
        && grounds.dates.iter().all(|d| d.date.year != Some(year))
    {
        return Some("year");
    }
    if date.month.is_some() && !grounds.dates.iter().any(|d| date.same_day(&d.date)) {
        return Some(if date.day.is_some() { "day and month" } else { "month" });
    }
    None
}

/// Whether a token is a name, by capitals where the sentence uses them as usual and by frozen habits elsewhere.
pub fn is_name(held: &Held, at: usize) -> bool {
    let token: &Token = &held.sentence.tokens[at];
    if !token.is_content() || token.flags.digit {
        return false;
    }
    let habit = idf::capital_share(token.stem);
    let used = token.flags.capital && !is_titled(&held.sentence.tokens);
    if used && at > 0 && at != held.clause.tokens.start {
        return habit.is_none_or(|share| share > 0.1);
    }
    if token.flags.capital {
        return habit.is_some_and(|share| share > 0.6) || habit.is_none() && !is_dictionary(held, token);
    }
    // Lower-cased text: the word is capitalised nearly always elsewhere; mostly will do where nothing is in capitals.
    let lowered = || held.sentence.tokens.iter().all(|t| !t.flags.capital);
    habit.is_some_and(|share| share > 0.8 || share > 0.65 && lowered())
}

/// Whether a sentence capitalises nearly every word, as headlines do. The beginning tells: this is asked of each
/// capital of the sentence.
fn is_titled(tokens: &[Token]) -> bool {
    const LOOKED_AT: usize = 64;
    let after_first = || tokens.iter().skip(1).take(LOOKED_AT);
    let capitals = after_first().filter(|t| t.flags.capital).count();
    let contents = after_first().filter(|t| t.is_content()).count();
    capitals * 10 > contents * 8 && contents > 4
}

/// Whether a dictionary word: one that has synonyms or an ending that names do not have.
fn is_dictionary(held: &Held, token: &Token) -> bool {
    let word = held.sentence.word(token);
    super::lexicon::synonyms(token.stem).next().is_some()
        || super::lexicon::antonyms(token.stem).next().is_some()
        || super::lexicon::polarity(token.word) != 0
        || ["ing", "ed", "ly", "tion", "ness", "ment", "ers", "ies"].iter().any(|end| word.ends_with(end))
}

/// Names that the article lacks, or has in another place only.
pub fn names_view(held: &Held, out: &mut Vec<View>) {
    let found = |at: usize| &held.matches.tokens[at - held.clause.tokens.start];
    // Months and days are dates, not names.
    let dated = dates(held.sentence);
    let is_calendar = |at: usize| dated.iter().any(|d| d.first <= at && at < d.end);
    for (at, token) in held.tokens() {
        if found(at).quality >= 0.8 || !is_name(held, at) || is_calendar(at) {
            continue;
        }
        out.push(View {
            kind: ViewKind::Name,
            limit: 0.08,
            why: format!("name {} is not in {}", held.word(at), held.article.name),
            summary: vec![token.span],
            article: Vec::new(),
        });
    }
    let Some(best) = held.passage.best.filter(|_| held.soft.is_copied()) else { return };
    for (at, token) in held.tokens() {
        let name = found(at);
        if name.stems.is_empty() || held.soft.run > 0.85 || !is_name(held, at) || is_calendar(at) {
            continue;
        }
        // A pronoun or a short form may stand for a name given a few sentences before.
        const BEFORE: usize = 4;
        let mut positions = name.stems.iter().filter_map(|s| held.article.indexed.positions.get(s)).flatten();
        let close = positions.clone().any(|&p| {
            let sentence = held.article.indexed.sentence_of[p as usize] as usize;
            sentence + BEFORE >= best && sentence <= best + 2
        });
        if !close && let Some(&p) = positions.next() {
            let (span, _) = held.article.indexed.token(p as usize);
            out.push(View {
                kind: ViewKind::Elsewhere,
                limit: 0.5,
                why: format!("name {} is in {}, but not with these words", held.word(at), held.article.name),
                summary: vec![token.span],
                article: vec![span],
            });
        }
    }
}
