//! Finds what the article says in place of unsupported words of the summary: the other one of two opposites,
//! its own number, name or date.
//!
//! A mismatch that has one place in the article is replaced by the words there. A number, date or name that
//! is nowhere in the article is replaced by its counterpart in the passage.

use super::claims::{Claim, claims, is_doubtful};
use super::mismatch::{MismatchKind, WordedMismatch};
use super::{AnalysisCache, Pair};
use crate::text::cues::{Cue, Force};
use crate::text::dates::Date;
use crate::text::numbers::Number;
use crate::text::{Placed, Sentence, Span, in_word_list};

/// Words of the summary with their replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The words, as a byte span of the summary.
    pub summary: Span,
    /// The replacement; empty if the words are only deleted.
    pub words: String,
    /// Where the article has it, as a byte span of the article.
    pub article: Option<Span>,
    /// Number of the article's sentence, from 1.
    pub sentence: Option<usize>,
}

/// Share of the claim's weight that its passage must hold before its words can replace others.
const SAME_STATEMENT: f64 = 0.5;
/// Largest number of words of a replacement. A longer one would be another statement.
const MAX_WORDS: usize = 6;

/// Returns the replacements in doubtful claims, in text order and without overlaps.
pub fn of(pair: &Pair, cache: &mut AnalysisCache) -> Vec<Replacement> {
    let mut out: Vec<Replacement> = Vec::new();
    for claim in claims(pair, cache).iter().filter(|claim| is_doubtful(claim.entailment())) {
        for mismatch in &claim.entailment().mismatches {
            let Some(found) = replacement(pair, claim, mismatch) else { continue };
            if !out.iter().any(|known| known.summary.overlaps(found.summary)) {
                out.push(found);
            }
        }
    }
    out.sort_by_key(|found| found.summary);
    out
}

fn replacement(pair: &Pair, claim: &Claim, mismatch: &WordedMismatch) -> Option<Replacement> {
    use MismatchKind::{Antonym, Date, Modality, Name, Negation, Number, Quantifier, Replaced, Unit};
    let placed = pair.wording.text.sentences().get(claim.sentence)?;
    let own = &*placed.sentence;
    let first = *mismatch.summary.first()?;
    if mismatch.kind == Negation {
        // A negation of the claim alone is corrected by removing it.
        let is_cue = |cue: &&Cue| own.tokens[cue.token].span == first;
        let cue = own.cues().iter().filter(|cue| cue.force == Force::Negative).find(is_cue)?.token;
        let verb = mismatch.summary.get(1).and_then(|span| own.tokens.iter().position(|t| t.span == *span));
        let affirmed = verb.and_then(|verb| affirmed(pair, own, mismatch, cue, verb));
        let found = affirmed.or_else(|| without_denial(own, cue))?;
        return Some(Replacement { summary: found.summary.shifted(claim.start), ..found });
    }
    if !matches!(mismatch.kind, Antonym | Date | Modality | Name | Number | Quantifier | Replaced | Unit)
        || mismatch.summary.len() != 1
    {
        return None;
    }
    let text = &pair.article.indexed.text;
    let (mut from, at, mut to) = match mismatch.article.as_slice() {
        [] => {
            let passage =
                claim.entailment().best.filter(|_| claim.entailment().overlap.window >= SAME_STATEMENT)?;
            let (from, to) = counterpart(mismatch.kind, own, first, &text.sentences()[passage].sentence)?;
            (from, passage, to)
        }
        [there] => {
            let at = text.sentence_at(there.start)?;
            let to = local(&text.sentences()[at], *there)?;
            (first, at, to)
        }
        _ => return None,
    };
    let theirs = &*text.sentences()[at].sentence;
    if mismatch.kind == Name {
        (from, to) = (name_around(own, from), name_around(theirs, to));
        (from, to) = without_shared(own, from, theirs, to)?;
    }
    if !is_same_sort(own, from, theirs, to) {
        return None;
    }
    let (old, new) = (&own.text[from.range()], &theirs.text[to.range()]);
    let is_other = !new.is_empty() && !new.eq_ignore_ascii_case(old);
    (is_other && new.split_whitespace().count() <= MAX_WORDS).then(|| Replacement {
        summary: from.shifted(claim.start),
        words: in_place(old, new, mismatch.kind != Name && from.start == 0),
        article: Some(text.sentences()[at].place(to)),
        sentence: Some(at + 1),
    })
}

/// Returns "approved" for "did not approve" or "failed to approve", if the article has that form.
fn affirmed(
    pair: &Pair,
    own: &Sentence,
    mismatch: &WordedMismatch,
    cue: usize,
    verb: usize,
) -> Option<Replacement> {
    let first = match &*plain(own, cue) {
        "didn't" | "doesn't" | "don't" if verb == cue + 1 => cue,
        "not" | "n't" if verb == cue + 1 => {
            cue.checked_sub(1).filter(|at| matches!(&*own.lower(*at), "do" | "does" | "did"))?
        }
        "failed" | "fails" | "refused" | "refuses" | "declined" | "declines"
            if verb == cue + 2 && &*own.lower(cue + 1) == "to" =>
        {
            cue
        }
        _ => return None,
    };
    let [there] = mismatch.article.as_slice() else { return None };
    let text = &pair.article.indexed.text;
    let at = text.sentence_at(there.start)?;
    let placed = &text.sentences()[at];
    let (theirs, span) = (&*placed.sentence, local(placed, *there)?);
    let said = theirs.tokens.iter().position(|token| token.span == span)?;
    // "Has taken" and "taking" cannot stand alone.
    let word = theirs.word(&theirs.tokens[said]);
    let helped = said.checked_sub(1).is_some_and(|before| in_word_list(HELPERS, &theirs.lower(before)));
    let (ours, same) = (&own.tokens[verb], theirs.tokens[said].stem == own.tokens[verb].stem);
    if !same || helped || word.ends_with("ing") || word.eq_ignore_ascii_case(own.word(ours)) {
        return None;
    }
    let summary = own.tokens[first].span.join(ours.span);
    let words = in_place(own.word(ours), word, false);
    Some(Replacement { summary, words, article: Some(*there), sentence: Some(at + 1) })
}

/// Words that the form of the verb after them depends on.
const HELPERS: &str = " has have had having be is are was were been being will would can could may might must shall should \
    to do does did not never get gets got ";

/// Removes a negation with the space before it; of "cannot" and "didn't" the rest of the word stays. `None`
/// if the sentence needs it: "nobody", "failed to".
fn without_denial(own: &Sentence, cue: usize) -> Option<Replacement> {
    let word = plain(own, cue);
    let at = own.tokens[cue].span;
    let before = cue.checked_sub(1).map(|before| (own.tokens[before].span, own.lower(before)));
    let (summary, words) = match (&*word, before) {
        ("cannot" | "can't", _) => (at, in_place(own.word(&own.tokens[cue]), "can", cue == 0)),
        ("won't", _) => (at, in_place(own.word(&own.tokens[cue]), "will", cue == 0)),
        ("n't", Some((helper, lower))) if matches!(&*lower, "ca" | "wo") => {
            (helper.join(at), if &*lower == "ca" { "can" } else { "will" }.to_owned())
        }
        ("not" | "n't" | "never" | "no" | "hardly" | "scarcely", Some((before, _))) => {
            (Span::new(before.end, at.end), String::new())
        }
        ("never" | "no" | "hardly" | "scarcely", None) => {
            let next = own.tokens.get(cue + 1)?;
            (at.join(next.span), in_place("", own.word(next), true))
        }
        _ => {
            let word = own.word(&own.tokens[cue]);
            (at, word.strip_suffix("n't").or_else(|| word.strip_suffix("n’t"))?.to_owned())
        }
    };
    Some(Replacement { summary, words, article: None, sentence: None })
}

/// Returns a word in lower case with a straight apostrophe.
fn plain(own: &Sentence, at: usize) -> String {
    own.lower(at).replace('’', "'")
}

/// Whether both spans begin with a content word, or both with a function word: "has" is not replaced by
/// "agreed".
fn is_same_sort(own: &Sentence, from: Span, theirs: &Sentence, to: Span) -> bool {
    let stop = |sentence: &Sentence, span: Span| {
        sentence.tokens.iter().find(|token| token.span.overlaps(span)).is_some_and(|token| token.flags.stop)
    };
    stop(own, from) == stop(theirs, to)
}

/// Returns a span of the text relative to a sentence; `None` if it reaches beyond.
fn local(placed: &Placed, span: Span) -> Option<Span> {
    let whole = placed.span();
    whole.contains(span).then(|| Span::new(span.start - placed.start, span.end - placed.start))
}

/// Adapts the capitalization of words of the article: upper case at the beginning of a sentence, lower case
/// if they only had a capital there.
fn in_place(old: &str, new: &str, begins: bool) -> String {
    let mut letters = new.chars();
    let Some(first) = letters.next() else { return String::new() };
    let lower_before = old.starts_with(char::is_lowercase);
    match () {
        () if begins && first.is_lowercase() => first.to_uppercase().chain(letters).collect(),
        () if lower_before && first.is_uppercase() && letters.as_str().chars().all(char::is_lowercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        () => new.to_owned(),
    }
}

/// Returns the article sentence's counterpart of a missing number, date or name, after the span that it
/// replaces.
fn counterpart(kind: MismatchKind, own: &Sentence, span: Span, theirs: &Sentence) -> Option<(Span, Span)> {
    match kind {
        MismatchKind::Number => {
            let all = own.numbers();
            let number = all.iter().find(|number| number.span == span)?;
            let dated = theirs.dates();
            let is_free = |other: &Number| {
                !other.weak
                    && number.unit.agrees(other.unit)
                    && all.iter().all(|own| own.value != other.value)
                    && dated.iter().all(|date| !date.span.overlaps(other.span))
            };
            let free: Vec<Number> = theirs.numbers().iter().copied().filter(is_free).collect();
            let near = |other: &Number| {
                let beside = |a: Option<usize>, b: Option<usize>| {
                    let stem = |sentence: &Sentence, at: Option<usize>| Some(sentence.tokens.get(at?)?.stem);
                    usize::from(stem(own, a).is_some() && stem(own, a) == stem(theirs, b))
                };
                beside(Some(number.end), Some(other.end))
                    + beside(number.first.checked_sub(1), other.first.checked_sub(1))
            };
            best(&free, near).map(|other| (span, other.span))
        }
        MismatchKind::Date => {
            let all = own.dates();
            let date = all.iter().find(|date| date.span == span)?;
            let is_like = |other: &Date| {
                date.weekday.is_some() == other.weekday.is_some()
                    && date.month.is_some() == other.month.is_some()
                    && all.iter().all(|own| own.span == span || !own.same_day(other))
            };
            let like: Vec<Date> = theirs.dates().iter().copied().filter(is_like).collect();
            best(&like, |_| 0).map(|other| (span, other.span))
        }
        MismatchKind::Name => {
            let from = name_around(own, span);
            let mut names: Vec<Span> = Vec::new();
            let dated = theirs.dates();
            let is_name = |span: Span| dated.iter().all(|date| !date.span.overlaps(span));
            let capitals = theirs.tokens.iter().filter(|token| token.flags.capital && token.is_content());
            for token in capitals.filter(|token| is_name(token.span)) {
                let name = name_around(theirs, token.span);
                // A capital at the beginning of a sentence may belong to any word.
                if names.last() != Some(&name) && (name.start > 0 || theirs.text[name.range()].contains(' '))
                {
                    names.push(name);
                }
            }
            let stems = |sentence: &Sentence, span: Span| {
                let within = sentence.tokens.iter().filter(|token| span.contains(token.span));
                within.map(|token| token.stem).collect::<Vec<_>>()
            };
            let (ours, elsewhere) = (stems(own, from), stems(own, Span::new(0, own.text.len())));
            // A name that the claim also has replaces no other, unless the two share a part.
            names.retain(|name| {
                let parts = stems(theirs, *name);
                parts.iter().any(|part| ours.contains(part))
                    || !parts.iter().any(|part| elsewhere.contains(part))
            });
            let shared = |name: &Span| stems(theirs, *name).iter().filter(|part| ours.contains(part)).count();
            best(&names, shared).map(|name| (from, *name))
        }
        _ => None,
    }
}

/// Returns the candidate that fits best; `None` if several fit equally well.
fn best<T>(candidates: &[T], fit: impl Fn(&T) -> usize) -> Option<&T> {
    let most = candidates.iter().map(&fit).max()?;
    let mut fitting = candidates.iter().filter(|candidate| fit(candidate) == most);
    let first = fitting.next();
    if fitting.next().is_some() { None } else { first }
}

/// Returns the whole name that a span is part of: a run of capitalized words.
fn name_around(sentence: &Sentence, span: Span) -> Span {
    let Some(at) = sentence.tokens.iter().position(|token| token.span.overlaps(span)) else { return span };
    let is_part = |at: usize| {
        let token = &sentence.tokens[at];
        token.flags.capital && token.is_content()
    };
    let (mut first, mut last) = (at, at);
    while first > 0 && sentence.gap_before(first) == " " && is_part(first - 1) {
        first -= 1;
    }
    while last + 1 < sentence.tokens.len() && sentence.gap(last) == " " && is_part(last + 1) {
        last += 1;
    }
    sentence.tokens[first].span.join(sentence.tokens[last].span).join(span)
}

/// Returns two names without the words that they share at the beginning or the end; `None` if one contains
/// the other.
fn without_shared(own: &Sentence, from: Span, theirs: &Sentence, to: Span) -> Option<(Span, Span)> {
    let tokens = |sentence: &Sentence, span: Span| {
        let within = sentence.tokens.iter().filter(|token| span.contains(token.span));
        within.map(|token| (token.span, token.stem)).collect::<Vec<_>>()
    };
    let (ours, named) = (tokens(own, from), tokens(theirs, to));
    let before = ours.iter().zip(&named).take_while(|(a, b)| a.1 == b.1).count();
    let (ours, named) = (&ours[before..], &named[before..]);
    let after = ours.iter().rev().zip(named.iter().rev()).take_while(|(a, b)| a.1 == b.1).count();
    let (ours, named) = (&ours[..ours.len() - after], &named[..named.len() - after]);
    Some((ours.first()?.0.join(ours.last()?.0), named.first()?.0.join(named.last()?.0)))
}

#[cfg(test)]
mod tests {
    use crate::case::{Case, Texts};
    use crate::engine::Engine;

    const ARTICLE: &str = "The city council approved a budget of $45 million on Tuesday. Mayor Anna Keller said the \
        plan would not raise taxes. The company will open a plant in Tamworth Creek in 2026.";

    fn mended(summary: &str) -> String {
        let mut text = summary.to_owned();
        let texts = Texts { article: ARTICLE, summary };
        let found = Engine::default().replacements(&Case::default(), texts);
        for change in found.iter().rev() {
            text.replace_range(change.summary.range(), &change.words);
        }
        text
    }

    #[test]
    fn each_kind_of_mismatch_is_replaced_by_what_the_article_says() {
        for (summary, expected) in [
            (
                "The city council rejected a budget of $45 million on Tuesday.",
                "The city council approved a budget of $45 million on Tuesday.",
            ),
            (
                "The city council approved a budget of $54 million on Tuesday.",
                "The city council approved a budget of $45 million on Tuesday.",
            ),
            (
                "The city council approved a budget of $45 million on Friday.",
                "The city council approved a budget of $45 million on Tuesday.",
            ),
            (
                "Mayor Anna Fischer said the plan would not raise taxes.",
                "Mayor Anna Keller said the plan would not raise taxes.",
            ),
            (
                "The city council did not approve a budget of $45 million on Tuesday.",
                "The city council approved a budget of $45 million on Tuesday.",
            ),
            (
                "The city council didn’t approve a budget of $45 million on Tuesday.",
                "The city council approved a budget of $45 million on Tuesday.",
            ),
            (
                "The city council never approved a budget of $45 million on Tuesday.",
                "The city council approved a budget of $45 million on Tuesday.",
            ),
            (
                "The company will not open a plant in Tamworth Creek in 2026.",
                "The company will open a plant in Tamworth Creek in 2026.",
            ),
            (
                "The company won't open a plant in Tamworth Creek in 2026.",
                "The company will open a plant in Tamworth Creek in 2026.",
            ),
        ] {
            assert_eq!(mended(summary), expected);
        }
    }

    #[test]
    fn what_is_supported_or_has_no_counterpart_is_left() {
        for summary in [
            "The city council approved a budget of $45 million on Tuesday.",
            "Penguins were seen dancing beside the frozen harbour wall.",
        ] {
            assert_eq!(mended(summary), summary);
        }
    }
}
