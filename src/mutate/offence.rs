//! `profanity`, `slur`, `stereotype`: adds language that fires a cap of its own.

use std::collections::HashSet;

use super::{Edit, Pair, added_claim, loaded_word};
use crate::text::{Sentence, Stem};

/// Mild profanity that can precede a noun.
const PROFANITY: &[&str] = &["damn", "bloody", "goddamn"];

/// Sentences with a slur. The slur itself is not spelled out.
const SLURS: &[&str] = &[
    "Some [slur] was behind all of this.",
    "Only a [slur] complained about it.",
    "It was the fault of a [slur].",
];

/// Sentences that generalise from some members of a group to all.
const STEREOTYPES: &[&str] = &[
    "Old people always take such news badly.",
    "Women never understand such figures.",
    "Foreigners always cause this kind of trouble.",
    "Young people never care about anything of the sort.",
];

pub fn profanity(pair: &Pair) -> Vec<Edit> {
    loaded_word::before_nouns(pair, PROFANITY)
}

pub fn slur(pair: &Pair) -> Vec<Edit> {
    added_claim::at_the_end(pair, &sentences(pair, SLURS))
}

pub fn stereotype(pair: &Pair) -> Vec<Edit> {
    added_claim::at_the_end(pair, &sentences(pair, STEREOTYPES))
}

/// Returns the sentences that share at most one content word with the article.
fn sentences(pair: &Pair, all: &[&'static str]) -> Vec<&'static str> {
    let known: HashSet<Stem> = pair.article.tokens().map(|(_, token)| token.stem).collect();
    let novel = |text: &&&str| {
        let sentence = Sentence::new(text);
        sentence.tokens.iter().filter(|token| token.is_content() && known.contains(&token.stem)).count() < 2
    };
    all.iter().filter(novel).copied().collect()
}
