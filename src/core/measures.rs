//! Measures: values computed from the texts of a case without any label.
//!
//! A rubric is evaluated dozens of times for each edit (under other readings, with other labels). It
//! therefore never splits, counts or compares texts; that is done once for each edit, and the rubric starts
//! from the result. A measure that no selected rubric needs is not taken.

mod sections;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::text::{Text, fold_token};

pub use sections::{Outline, Sections, Unit};

/// A kind of measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Overlap of the summary with the reference texts.
    References,
    /// The sections of the summary.
    Sections,
    /// Overlap of the summary with the question that it answers, word by word.
    QueryOverlap,
    /// Bigrams that summary and context share.
    Bigrams,
}

/// The measures of a case. A field is `None` if it was not requested.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// Overlap of the summary with the reference texts of the case.
    pub references: Option<References>,
    /// The sections of the summary.
    pub sections: Option<Arc<Sections>>,
    /// Overlap with the question that the summary answers.
    pub query_overlap: Option<QueryOverlap>,
    /// Bigrams that the summary shares with its context.
    pub bigrams: Option<Bigrams>,
}

/// The summary compared with the reference texts of its case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct References {
    /// Tokens of the summary.
    pub answer: Tokens,
    /// Each reference, in order; possibly none.
    pub each: Vec<Reference>,
}

/// A reference text and its overlap with the summary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    pub tokens: Tokens,
    /// Multiset intersection: tokens that both have, each counted as often as both have it.
    pub shared: Tokens,
}

/// Number of tokens, with and without repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    pub all: usize,
    /// Number of distinct tokens.
    pub distinct: usize,
}

/// The origin of the question that the summary answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedBy {
    /// The case's query.
    Query,
    /// The case's title, if there is no query.
    Title,
    /// The theme of the article, if there is neither.
    Theme,
    /// There is no question.
    Nobody,
}

/// The question that the summary answers, compared with the summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryOverlap {
    /// The origin of the question.
    pub by: AskedBy,
    pub text: String,
    /// Its distinct tokens, in order of first appearance.
    pub terms: Vec<Term>,
    /// Number of distinct tokens of the summary that the question lacks.
    pub others: usize,
    /// Sum of the squares of their counts in the summary.
    pub others_squared: usize,
}

impl QueryOverlap {
    /// Compares a question with the summary, word by word.
    pub fn new(by: AskedBy, question: &Text, summary: &Text) -> QueryOverlap {
        let mut terms: Vec<Term> = Vec::new();
        let mut places: FxHashMap<u64, usize> = FxHashMap::default();
        for (span, token) in question.tokens() {
            let place = *places.entry(token.word).or_insert_with(|| {
                let word = fold_token(question.slice(span)).into_owned();
                terms.push(Term { word, asked: 0, said: 0 });
                terms.len() - 1
            });
            terms[place].asked += 1;
        }
        let mut others: FxHashMap<u64, usize> = FxHashMap::default();
        for (_, token) in summary.tokens() {
            match places.get(&token.word) {
                Some(place) => terms[*place].said += 1,
                None => *others.entry(token.word).or_default() += 1,
            }
        }
        // A sum of integers does not depend on the order of the map.
        let others_squared = others.values().map(|count| count * count).sum();
        QueryOverlap { by, text: question.raw().to_string(), terms, others: others.len(), others_squared }
    }
}

/// A token of the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Lower-cased.
    pub word: String,
    /// Number of occurrences in the question.
    pub asked: usize,
    /// Number of occurrences in the summary.
    pub said: usize,
}

/// Bigrams of the summary, counted with repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bigrams {
    /// Number of them that occur in the article or in a source.
    pub found: usize,
    /// Number of all of them.
    pub of: usize,
}
