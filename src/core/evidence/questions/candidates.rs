//! The noun phrases of a sentence, and the words that can stand for one.

use crate::evidence::Indexed;
use crate::evidence::parse::{Tag, Word};
use crate::text::Stem;

/// Returns the stems of the words that can each stand for a whole phrase: "Keller" or "mayor" for "mayor Anna
/// Keller", "rise" for "rise in revenue".
pub(super) fn heads(text: &Indexed, phrase: &[&Word]) -> Vec<Stem> {
    let joins = |word: &&Word| matches!(word.tag, Tag::Conjunction | Tag::Number | Tag::Verb | Tag::Gerund);
    if phrase.iter().any(joins) {
        return Vec::new();
    }
    let end = phrase
        .iter()
        .position(|word| word.tag == Tag::Preposition || word.lower == "of" || word.tag == Tag::To);
    let phrase = &phrase[..end.unwrap_or(phrase.len())];
    let noun = |word: &&&Word| word.content && word.tag == Tag::Noun;
    let Some(last) = phrase.iter().rfind(noun) else { return Vec::new() };
    let describes =
        |word: &Word| last.capital && word.token != last.token && (!word.capital || word.is_person());
    let before = phrase.iter().rfind(|word| describes(word) && noun(word));
    [Some(last), before].into_iter().flatten().map(|word| text.stems[word.token]).collect()
}

/// Returns nouns with the adjectives and nouns before them, at most four words each.
pub(super) fn phrases(words: &[Word]) -> Vec<(usize, usize)> {
    let fits = |word: &Word| word.content && matches!(word.tag, Tag::Noun | Tag::Adjective);
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    while from < words.len() {
        let mut to = from;
        while to < words.len() && to - from < 4 && fits(&words[to]) && (to == from || !words[to].parted) {
            to += 1;
        }
        if to > from && words[to - 1].tag == Tag::Noun {
            out.push((from, to));
        }
        from = to.max(from + 1);
    }
    out
}
