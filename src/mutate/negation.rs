//! `negation`: a statement is negated, or a negation is taken away.

use super::words::OPEN;
use super::{Edit, Pair, Spot};
use crate::text::Span;

/// Verbs that take "not" behind them.
const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "will", "has", "have", "had", "can", "could", "should", "would", "must",
    "does", "did",
];

/// Verbs in the past, with the form that follows "did not".
const PASTS: &[(&str, &str)] = &[
    ("agreed", "agree"),
    ("announced", "announce"),
    ("approved", "approve"),
    ("began", "begin"),
    ("bought", "buy"),
    ("came", "come"),
    ("carried", "carry"),
    ("caused", "cause"),
    ("fell", "fall"),
    ("found", "find"),
    ("gave", "give"),
    ("grew", "grow"),
    ("increased", "increase"),
    ("killed", "kill"),
    ("lost", "lose"),
    ("opened", "open"),
    ("paid", "pay"),
    ("promised", "promise"),
    ("raised", "raise"),
    ("received", "receive"),
    ("rejected", "reject"),
    ("resigned", "resign"),
    ("rose", "rise"),
    ("said", "say"),
    ("sold", "sell"),
    ("voted", "vote"),
    ("won", "win"),
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    let mut edits = Vec::new();
    for spot in pair.spots() {
        let word = spot.word();
        if !pair.has(word) {
            continue;
        }
        let auxiliary = AUXILIARIES.contains(&word);
        let negated = spot.beside(1).filter(|next| auxiliary && next.word() == "not");
        if let Some(not) = negated.filter(|not| not.lower(1) != "only") {
            edits.push(Edit::new(spot.span().join(not.span()), word));
        }
        if is_open(&spot) {
            continue;
        }
        let end = spot.span().end;
        if auxiliary && spot.beside(1).is_some() {
            edits.push(Edit::new(Span::new(spot.span().start, end), format!("{word} not")));
        }
        let past = PASTS.iter().find(|(past, _)| *past == word);
        if let Some((_, base)) = past.filter(|_| is_finite(&spot)) {
            edits.push(Edit::new(spot.span(), format!("did not {base}")));
        }
    }
    edits
}

/// Whether the sentence is negative, conditional or a question already.
fn is_open(spot: &Spot) -> bool {
    let sentence = spot.sentence();
    let words = sentence.tokens.iter().map(|token| sentence.word(token).to_lowercase());
    let mut open =
        words.map(|word| OPEN.contains(&word.as_str()) || word.ends_with("n't") || word.ends_with("n’t"));
    open.any(|open| open) || sentence.text.contains('?')
}

/// Whether a past form is the verb of its clause, and no participle: "was opened", "a plan approved by".
fn is_finite(spot: &Spot) -> bool {
    let before = spot.beside(-1);
    let subject = before.is_some_and(|before| {
        let word = before.lower(0);
        !before.token().flags.stop || ["he", "she", "it", "they", "who", "which"].contains(&word.as_str())
    });
    let auxiliary = (1..=3).any(|by| AUXILIARIES.contains(&spot.lower(-by).as_str()));
    subject && !auxiliary && spot.lower(1) != "by" && spot.beside(1).is_some()
}
