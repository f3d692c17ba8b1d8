//! `dropped_point`: removes a sentence.

use std::collections::HashMap;

use super::{Edit, Pair, content_stems};
use crate::text::{Placed, Span};

/// Fewest sentences of a summary from which one may be removed.
const FEWEST: usize = 3;
/// Fewest words of a key point.
const SHORTEST: usize = 6;
/// Words that refer to the previous sentence if they begin a sentence.
const REFERS: &[&str] = &[
    "he", "she", "it", "they", "this", "that", "these", "those", "his", "her", "its", "their", "but",
    "however", "the", "here", "then", "there", "both", "such",
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    let sentences = pair.summary.sentences();
    if sentences.len() < FEWEST {
        return Vec::new();
    }
    let mut times = HashMap::new();
    for stem in sentences.iter().flat_map(|placed| content_stems(&placed.sentence)) {
        *times.entry(stem).or_insert(0_usize) += 1;
    }
    // Its content must not occur elsewhere: common words would leave the point partly covered.
    let own = |placed: &Placed| {
        let stems = content_stems(&placed.sentence);
        stems.iter().filter(|stem| times.get(*stem) == Some(&1)).count() * 4 >= stems.len() * 3
    };
    let known = |placed: &Placed| {
        let in_article =
            placed.sentence.tokens.iter().filter(|token| pair.words.contains(&token.word)).count();
        in_article * 2 >= placed.sentence.tokens.len()
    };
    let refers = |at: usize| {
        sentences.get(at).is_some_and(|placed| {
            let first = placed.sentence.tokens.first();
            first.is_some_and(|token| REFERS.contains(&placed.sentence.word(token).to_lowercase().as_str()))
        })
    };
    let mut edits = Vec::new();
    // The first sentence is kept, since it introduces the topic of the others.
    for (at, placed) in sentences.iter().enumerate().skip(1) {
        if placed.sentence.tokens.len() < SHORTEST || !own(placed) || !known(placed) || refers(at + 1) {
            continue;
        }
        // Including the preceding white space.
        let span = Span::new(sentences[at - 1].span().end, placed.span().end);
        edits.push(Edit::new(span, ""));
    }
    edits
}
