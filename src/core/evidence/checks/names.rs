//! Names of people, places and things.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::text::{Sentence, Span, Token, stem_of};

/// Whether a token of the sentence is a name. At the start of a clause a capital is not enough, unless the
/// article capitalizes the word within its sentences.
pub fn is_name(pairing: &ClaimPairing, at: usize) -> bool {
    let names = pairing.sentence.names();
    let token = &pairing.sentence.tokens[at];
    let begins = at == pairing.clause.tokens.start;
    let found = names.binary_search_by_key(&at, |name| name.token);
    let by_itself = found.is_ok_and(|found| !begins || names[found].begins);
    let in_article = || begins && (found.is_ok() || token.flags.capital) && is_capital(pairing, token);
    token.is_content() && (by_itself || in_article()) && !is_scale(pairing, token)
}

/// Whether a word occurs within the sentences of the article, and always with a capital.
fn is_capital(pairing: &ClaimPairing, token: &Token) -> bool {
    const MAX_OCCURRENCES: usize = 16;
    let indexed = pairing.article.indexed;
    let places = indexed.positions.get(&token.stem).map_or(&[][..], Vec::as_slice);
    let mut within = places
        .iter()
        .map(|at| *at as usize)
        .take(MAX_OCCURRENCES)
        .filter(|at| !indexed.begins_sentence(*at))
        .peekable();
    within.peek().is_some() && within.all(|at| indexed.token(at).1.flags.capital)
}

/// Whether a word is the letter of a temperature scale that the article spells out: "°C".
fn is_scale(pairing: &ClaimPairing, token: &Token) -> bool {
    let degrees = pairing.sentence.text[..token.span.start].ends_with('°');
    let scale = match pairing.sentence.word(token) {
        "C" => "celsius",
        "F" => "fahrenheit",
        _ => return false,
    };
    degrees && pairing.article.indexed.has(stem_of(scale))
}

/// Returns the name next to one that the article lacks, and its position in the article, if the article never
/// extends the name on that side. "Eric Schmidt" for a man whom the article only calls Schmidt may be world
/// knowledge, and contradicts nothing.
fn fuller<'a>(pairing: &ClaimPairing<'a>, at: usize) -> Option<(&'a str, Span)> {
    const TITLES: [&str; 12] =
        ["Mr", "Mrs", "Ms", "Miss", "Dr", "Sir", "Dame", "Lord", "Lady", "Prof", "Professor", "President"];
    /// Largest number of occurrences considered. A name is given in full where it first occurs.
    const MAX_OCCURRENCES: usize = 16;
    let of_name = |sentence: &Sentence, at: usize| {
        let token = &sentence.tokens[at];
        token.flags.capital && token.is_content() && !TITLES.contains(&sentence.word(token))
    };
    let indexed = pairing.article.indexed;
    let beside = |sentence: &Sentence, at: usize, next: usize| {
        at.max(next) < sentence.tokens.len() && sentence.gap(at.min(next)) == " "
    };
    let neighbours = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten();
    neighbours.filter(|next| beside(pairing.sentence, at, *next)).find_map(|next| {
        let places = indexed.positions.get(&pairing.sentence.tokens[next].stem)?;
        let is_bare = places.iter().take(MAX_OCCURRENCES).all(|&place| {
            let (placed, here) = indexed.located(place as usize);
            let sentence = &*placed.sentence;
            let Some(side) = (if next > at { here.checked_sub(1) } else { Some(here + 1) }) else {
                return of_name(sentence, here);
            };
            of_name(sentence, here) && !(beside(sentence, here, side) && of_name(sentence, side))
        });
        let (span, _) = indexed.token(places[0] as usize);
        is_bare.then(|| (pairing.word(next), span))
    })
}

/// Finds names that the article lacks.
pub fn names(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let mut out = Vec::new();
    // Months and days are dates, not names.
    let dated = pairing.sentence.dates();
    let is_calendar = |at: usize| dated.iter().any(|d| d.first <= at && at < d.end);
    for (at, token) in pairing.tokens() {
        if pairing.found(at).quality >= 0.8 || !is_name(pairing, at) || is_calendar(at) {
            continue;
        }
        out.push(match fuller(pairing, at) {
            Some((bare, span)) => {
                FoundMismatch::new(MismatchDetail::NoFullerName, 0.5, token.span, span).noting(bare)
            }
            None => FoundMismatch::missing(MismatchDetail::NoName, 0.08, token.span),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::evidence::Article;
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::judge;
    use crate::text::{Sentence, Text};

    #[test]
    fn a_name_in_full_is_no_other_name() {
        let claim = Sentence::new("Eric Schmidt opened the plant in May and promised 200 jobs to the town.");
        for (other, max_support) in [("Mr", 0.5), ("Anna", 0.08)] {
            let told = "The head of the firm, TITLE Schmidt, opened the plant in May and promised 200 jobs to the town.";
            let article = Article::new(Text::new(&told.replace("TITLE", other)));
            let entailment = judge(article.premise(), &claim).remove(0);
            let limits: Vec<f64> = entailment
                .mismatches
                .iter()
                .filter(|mismatch| mismatch.kind == MismatchKind::Name)
                .map(|mismatch| mismatch.max_support)
                .collect();
            assert_eq!(limits, [max_support], "{other} Schmidt");
        }
    }
}
