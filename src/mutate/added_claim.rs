//! `added_claim`: a sentence is added that the article knows nothing of.

use std::collections::HashSet;

use super::{Edit, Pair};
use crate::text::{Sentence, Span, Stem};

/// What may be said at the end of any report without being in it.
const CLAIMS: &[&str] = &[
    "A similar project in Thornbury was abandoned after protests last winter.",
    "Insurance companies have already refused to cover the damage.",
    "An independent audit by Wexham University confirmed these findings in January.",
    "The decision led to the resignation of two senior advisers.",
    "Parliament will debate a national law on the subject next spring.",
    "A documentary about these events won a prize at the Halden film festival.",
    "Share prices of the contractors involved dropped by a fifth within hours.",
    "More than a hundred volunteers from Denholm had signed a letter of complaint.",
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    at_the_end(pair, &novel(pair))
}

/// The sentences of which the article has hardly a word.
pub fn novel(pair: &Pair) -> Vec<&'static str> {
    let known: HashSet<Stem> = pair.article.tokens().map(|(_, token)| token.stem).collect();
    let novel = |claim: &&&str| {
        let sentence = Sentence::new(claim);
        let content: Vec<_> = sentence.tokens.iter().filter(|token| token.is_content()).collect();
        content.iter().filter(|token| known.contains(&token.stem)).count() * 3 < content.len()
    };
    CLAIMS.iter().filter(novel).copied().collect()
}

/// Adds each of the sentences at the end of the summary.
pub fn at_the_end(pair: &Pair, sentences: &[&str]) -> Vec<Edit> {
    let text = pair.summary.raw();
    let end = text.trim_end().len();
    let Some(last) = text[..end].chars().next_back() else { return Vec::new() };
    // Without an end of its last sentence the new one would continue it.
    let gap = if ".!?…。！？\"”’)".contains(last) { " " } else { ". " };
    let edit = |claim: &&str| Edit::new(Span::new(end, end), format!("{gap}{claim}"));
    sentences.iter().map(edit).collect()
}
