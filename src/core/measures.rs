//! Measures: what is read off the texts of a case without any label.
//!
//! A rubric is evaluated dozens of times an edit (under other readings, with other labels), so nothing in it cuts,
//! counts or compares texts: that is done once an edit, and the rubric starts from the result. A measure that no
//! rubric at hand needs is not taken.

mod sections;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::text::{Text, fold_token};

pub use sections::{Outline, Sections, Unit};

/// A kind of measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// What the summary shares with the reference texts.
    References,
    /// The sections of the summary.
    Sections,
    /// What the summary answers, word by word.
    QueryOverlap,
    /// Pairs of neighbouring words that summary and context share.
    Bigrams,
}

/// What was measured of a case. A field is `None` where nobody asked for it.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// What the summary shares with the reference texts of the case.
    pub references: Option<References>,
    /// The sections of the summary.
    pub sections: Option<Arc<Sections>>,
    /// What the summary answers.
    pub query_overlap: Option<QueryOverlap>,
    /// Pairs of neighbouring words.
    pub bigrams: Option<Bigrams>,
}

/// The summary beside the reference texts of its case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct References {
    /// Tokens of the summary.
    pub answer: Tokens,
    /// Each reference, in order, perhaps none.
    pub each: Vec<Reference>,
}

/// A reference text, and what the summary shares with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    pub tokens: Tokens,
    /// Tokens that both have, each as often as both have it.
    pub shared: Tokens,
}

/// A number of tokens, with and without repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    pub all: usize,
    /// Each distinct one once.
    pub distinct: usize,
}

/// Where the text that the summary answers comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedBy {
    /// The case's query.
    Query,
    /// Its title, for want of a query.
    Title,
    /// The theme of the article, for want of both.
    Theme,
    /// Nothing asks.
    Nobody,
}

/// What the summary answers, against the summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryOverlap {
    /// Where it comes from.
    pub by: AskedBy,
    pub text: String,
    /// Its distinct tokens, in the order in which they come first.
    pub terms: Vec<Term>,
    /// How many distinct tokens the summary has besides.
    pub others: usize,
    /// The sum of the squares of their counts.
    pub others_squared: usize,
}

impl QueryOverlap {
    /// What is asked, word by word against the summary.
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
        // A sum of whole numbers: its order does not show.
        let others_squared = others.values().map(|count| count * count).sum();
        QueryOverlap { by, text: question.raw().to_string(), terms, others: others.len(), others_squared }
    }
}

/// A token of what the summary answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Lower-cased.
    pub word: String,
    /// How often it is asked.
    pub asked: usize,
    /// How often the summary has it.
    pub said: usize,
}

/// Pairs of neighbouring tokens of the summary, with repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bigrams {
    /// Those that the article or one source has.
    pub found: usize,
    /// All.
    pub of: usize,
}
