//! `added_claim`: adds a sentence that has no basis in the article.

use std::collections::HashSet;

use super::{Edit, Pair};
use crate::text::{Sentence, Span, Stem};

/// Sentences that could end any report.
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

/// Returns the sentences that share hardly any word with the article.
pub fn novel(pair: &Pair) -> Vec<&'static str> {
    let known: HashSet<Stem> = pair.article.tokens().map(|(_, token)| token.stem).collect();
    let novel = |claim: &&&str| {
        let sentence = Sentence::new(claim);
        let content: Vec<_> = sentence.tokens.iter().filter(|token| token.is_content()).collect();
        content.iter().filter(|token| known.contains(&token.stem)).count() * 3 < content.len()
    };
    CLAIMS.iter().filter(novel).copied().collect()
}

/// Returns edits that add each of the sentences at the end of the summary.
pub fn at_the_end(pair: &Pair, sentences: &[&str]) -> Vec<Edit> {
    let text = pair.summary.raw();
    let end = text.trim_end().len();
    let Some(last) = text[..end].chars().next_back() else { return Vec::new() };
    // Without a full stop, the new sentence would continue the last one.
    let gap = if ".!?…。！？\"”’)".contains(last) { " " } else { ". " };
    let edit = |claim: &&str| Edit::new(Span::new(end, end), format!("{gap}{claim}"));
    sentences.iter().map(edit).collect()
}
