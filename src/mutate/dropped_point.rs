//! `dropped_point`: a sentence is left out.

use std::collections::HashSet;

use super::{Edit, Pair};
use crate::text::{Placed, Span, Stem};

/// Sentences that a summary has at least, so that something is left of it.
const FEWEST: usize = 3;
/// Words of a key point, at least.
const SHORTEST: usize = 6;
/// Words at the beginning of a sentence that refer to the one before it.
const REFERS: &[&str] = &[
    "he", "she", "it", "they", "this", "that", "these", "those", "his", "her", "its", "their", "but",
    "however", "the", "here", "then", "there", "both", "such",
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    let sentences = pair.summary.sentences();
    if sentences.len() < FEWEST {
        return Vec::new();
    }
    let mut times = std::collections::HashMap::new();
    for stem in sentences.iter().flat_map(stems) {
        *times.entry(stem).or_insert(0_usize) += 1;
    }
    // What it says is said nowhere else: words in common would leave the point covered in part.
    let own = |placed: &Placed| {
        let stems = stems(placed);
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
    // The first one says what the others are about.
    for (at, placed) in sentences.iter().enumerate().skip(1) {
        if placed.sentence.tokens.len() < SHORTEST || !own(placed) || !known(placed) || refers(at + 1) {
            continue;
        }
        // With the white space before it.
        let span = Span::new(sentences[at - 1].span().end, placed.span().end);
        edits.push(Edit::new(span, ""));
    }
    edits
}

/// The content words of a sentence, each once.
fn stems(placed: &Placed) -> HashSet<Stem> {
    placed.sentence.tokens.iter().filter(|token| token.is_content()).map(|token| token.stem).collect()
}
