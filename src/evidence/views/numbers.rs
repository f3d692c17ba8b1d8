//! Numbers and their units.

use super::Held;
use super::derived::{follows, unit};
use crate::evidence::grounds::NumberAt;
use crate::evidence::support::{View, ViewKind};
use crate::text::{Sentence, Span};
use crate::text::numbers::{About, Number, Unit, Value, rate_after};
use crate::text::sentence_number;

/// The numbers of a clause that are no part of a date.
pub fn numbers_of(held: &Held) -> Vec<Number> {
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
pub fn numbers_view(held: &Held, out: &mut Vec<View>) {
    let grounds = held.article.grounds;
    let own = numbers_of(held);
    if own.is_empty() {
        return;
    }
    let sources: Vec<(usize, &Sentence)> = held.sources().collect();
    for number in own {
        let text = &held.sentence.text[number.span.range()];
        let mut push = |kind, limit, why, article: Vec<Span>| {
            out.push(View { kind, limit, why, summary: vec![number.span], article, ..View::default() });
        };
        let Some(all) = grounds.numbers.get(&number.value) else {
            let small = number.weak
                || (0.0..=3.0).contains(&number.value.to_f64())
                    && !held.sentence.tokens[number.first].flags.digit;
            // "One" and "both" seldom count, and a share may be given in another form.
            let counts_nothing = number.weak && number.value == Value::int(1)
                || text.eq_ignore_ascii_case("both")
                || text.eq_ignore_ascii_case("decade")
                // "The two sides": those of whom the text has told.
                || small && number.first.checked_sub(1).is_some_and(|i| &*held.sentence.lower(i) == "the");
            if is_rounded(held, &number)
                || follows(held, &sources, &number)
                || counts_nothing
                || number.unit == Unit::Ordinal && small
                || grounds.number_like(&number).is_some()
            {
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
        let sentences = held.article.text().sentences();
        let theirs = |n: &NumberAt| unit(&sentences[n.sentence].sentence, &n.number);
        let agreeing: Vec<_> = all.iter().filter(|n| number.unit.agrees(theirs(n))).collect();
        let spot = |n: &NumberAt| held.place(n.sentence, n.number.span);
        if agreeing.is_empty() && follows(held, &sources, &number) {
            continue;
        }
        if agreeing.is_empty() {
            let other = all[0];
            let theirs =
                if other.number.unit == Unit::Plain { "a plain number" } else { other.number.unit.as_str() };
            push(
                ViewKind::Unit,
                0.12,
                format!("{text}: {theirs} in sentence {}", sentence_number(other.sentence)),
                vec![spot(&other)],
            );
            continue;
        }
        // "$5 a month" where the article has "$5 a year".
        let own = rate_after(held.sentence, number.end);
        let rate = |n: &NumberAt| rate_after(&sentences[n.sentence].sentence, n.number.end);
        if let (Some(own), Some(other)) = (own, rate(agreeing[0]))
            && agreeing.iter().all(|n| rate(n).is_some_and(|theirs| theirs != own))
        {
            let why = format!(
                "{text} by {own} in the claim, by {other} in sentence {}",
                sentence_number(agreeing[0].sentence)
            );
            push(ViewKind::Unit, 0.12, why, vec![spot(agreeing[0])]);
            continue;
        }
        // "six weeks" where the passage has "three weeks", and a bare six stands elsewhere.
        if let Unit::Measure(_) | Unit::Money(_) = number.unit
            && agreeing
                .iter()
                .all(|n| n.number.unit == Unit::Plain && !held.passage.sentences.contains(&n.sentence))
            && !follows(held, &sources, &number)
        {
            let found = sources.iter().find_map(|(at, source)| {
                source.numbers().iter().find(|n| n.unit == number.unit).map(|n| (*at, *n))
            });
            if let Some((at, found)) = found {
                let source = &held.article.text().sentences()[at].sentence;
                push(
                    ViewKind::Number,
                    0.12,
                    format!(
                        "{text} in the claim, {} in sentence {}",
                        &source.text[found.span.range()],
                        sentence_number(at)
                    ),
                    vec![held.place(at, found.span)],
                );
                continue;
            }
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
                let found =
                    source.numbers().iter().find(|n| source.tokens.get(n.end).is_some_and(|t| t.stem == head.stem))?;
                Some((at, *found))
            });
            let own = held.sources().any(|(_, source)| {
                source.numbers().iter().any(|n| {
                    // "Four people were killed and eleven are missing": the noun may be said once.
                    let follows = || source.tokens[n.end..].iter().take(4).any(|t| t.stem == head.stem);
                    let bare =
                        || n.unit == Unit::Plain && source.tokens.get(n.end).is_none_or(|t| !t.is_content());
                    n.value == number.value && (follows() || bare())
                })
            });
            if let (Some((at, found)), false) = (counted, own) {
                let source = &held.article.text().sentences()[at].sentence;
                push(
                    ViewKind::Number,
                    0.12,
                    format!(
                        "{text} {} in the claim, {} in sentence {}",
                        held.sentence.word(head),
                        &source.text[found.span.range()],
                        sentence_number(at)
                    ),
                    vec![held.place(at, found.span)],
                );
                continue;
            }
        }
        // A paraphrase gathers its facts from many places.
        if !near && held.soft.shares_phrases() {
            push(
                ViewKind::Elsewhere,
                0.45,
                format!("number {text} is in {}, but not with these words", held.article.name),
                vec![spot(agreeing[0])],
            );
        }
    }
}
