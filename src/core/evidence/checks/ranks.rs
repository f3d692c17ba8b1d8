//! Places in a ranking.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::text::{Sentence, in_word_list};

/// Ordinals before a superlative.
const ORDINALS: &str = " second third fourth fifth sixth seventh eighth ninth tenth ";

/// Finds a superlative that the passage ranks lower: "the largest city" for "the second-largest city" or "one of the
/// largest cities".
pub fn ranks(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    pairing.tokens().filter_map(|(at, _)| ranked(pairing, at)).take(1).collect()
}

fn ranked(pairing: &ClaimPairing, at: usize) -> Option<FoundMismatch> {
    let own = pairing.sentence;
    if !is_superlative(own, at) || rank(own, at).is_some() {
        return None;
    }
    let (source, article) = pairing.sources().next().filter(|_| pairing.same_statement())?;
    let mut places = (0..article.tokens.len()).filter(|i| pairing.stands_for(at, article.tokens[*i].stem));
    let there = places.next().filter(|i| is_superlative(article, *i))?;
    let first = rank(article, there).filter(|_| places.next().is_none())?;
    let span = article.tokens[first].span.join(article.tokens[there].span);
    Some(FoundMismatch::new(MismatchDetail::OtherRank, 0.2, own.tokens[at].span, pairing.place(source, span)))
}

fn is_superlative(sentence: &Sentence, at: usize) -> bool {
    const MIN_LENGTH: usize = 6;
    const OTHERS: &str = " forest harvest interest request arrest protest honest modest tempest contest conquest behest earnest ";
    let word = sentence.lower(at);
    word.len() >= MIN_LENGTH && word.ends_with("est") && !in_word_list(OTHERS, &word)
        || matches!(&*word, "most" | "best" | "worst")
}

/// Returns the token with which what ranks a superlative lower begins: "second" in "second-largest", "one" in "one of the
/// county's largest".
fn rank(sentence: &Sentence, at: usize) -> Option<usize> {
    const MAX_GAP: usize = 5;
    let before = at.checked_sub(1)?;
    if in_word_list(ORDINALS, &sentence.lower(before)) {
        return Some(before);
    }
    let begins = |i: &usize| {
        let is_part = matches!(&*sentence.lower(*i), "one" | "some" | "two" | "three" | "several");
        &*sentence.lower(*i) == "among" || is_part && &*sentence.lower(*i + 1) == "of"
    };
    (at.saturating_sub(MAX_GAP)..at).rev().find(begins)
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn the_second_largest_is_not_the_largest() {
        const CITY: &str = "Cork is the second-largest city in the country. Its port is one of the oldest in Europe. The hill is the \
            highest in the county.";
        assert_found(
            CITY,
            MismatchKind::Antonym,
            &[
                ("Cork is the largest city in the country.", true),
                ("Cork is the second largest city in the country.", false),
                ("Its port is the oldest in Europe.", true),
                ("Its port is one of the oldest in Europe.", false),
                ("Its port is among the oldest in Europe.", false),
                ("Its port is an old one, one of Europe's oldest.", false),
                ("The hill is the highest in the county.", false),
                ("The hill is one of the highest in the county.", false),
            ],
        );
    }
}
