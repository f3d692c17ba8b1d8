//! An issue of a sentence, and shared helpers of its finders.

use super::Indexed;
use crate::labels::LabelValue;
use crate::text::{Sentence, Span};

/// An issue within one sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct SentenceIssue {
    /// Byte span within the sentence.
    pub span: Span,
    pub kind: LabelValue,
    /// The reason, in words.
    pub reason: String,
    /// Probability that a reviewer agrees, from 0 to 1.
    pub p: f64,
}

/// Whether the article has the stems of these words consecutively.
pub(super) fn article_has(article: &Indexed, sentence: &Sentence, first: usize, length: usize) -> bool {
    let words = &sentence.tokens[first..first + length];
    let Some(start) = words.first() else { return false };
    article.positions.get(&start.stem).into_iter().flatten().any(|&at| {
        let at = at as usize;
        let run = article.stems.get(at..at + words.len());
        run.is_some_and(|run| run.iter().zip(words).all(|(stem, token)| *stem == token.stem))
    })
}

/// Whether words are part of a name or title: capitalized in a sentence that is not all capitals.
pub(super) fn is_name(sentence: &Sentence, first: usize, length: usize) -> bool {
    let capital = sentence.tokens[first..first + length].iter().all(|token| token.flags.capital);
    let around = sentence.tokens.iter().filter(|token| token.flags.capital).count();
    let title = sentence.tokens.get(first + length).is_some_and(|token| token.flags.capital);
    capital && around < sentence.tokens.len() && (first > 0 || title)
}

/// Returns the byte span of some tokens of a sentence.
pub(super) fn span(sentence: &Sentence, first: usize, length: usize) -> Span {
    sentence.tokens[first].span.join(sentence.tokens[first + length - 1].span)
}

/// Returns the text of some tokens of a sentence.
pub(super) fn written(sentence: &Sentence, first: usize, length: usize) -> &str {
    &sentence.text[span(sentence, first, length).range()]
}
