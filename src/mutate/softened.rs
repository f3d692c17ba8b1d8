//! `softened`: turns something certain into a possibility.

use super::grammar::{Grammar, listed};
use super::{Edit, Pair};
use crate::syntax::{Relation, Upos, verb};
use crate::text::proposition::Modality;

/// Words that already make a statement uncertain or conditional.
const HEDGES: &str = " may might could would should can perhaps possibly probably likely expected about reportedly seems \
    planned hopes allegedly apparently must if whether unless not n't n’t no never ";

pub fn find(pair: &Pair) -> Vec<Edit> {
    pair.grammars().flat_map(of_sentence).collect()
}

fn of_sentence(grammar: Grammar) -> Vec<Edit> {
    let count = grammar.parsed.words.len();
    if (0..count).any(|at| listed(HEDGES, &grammar.lower(at))) {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for one in grammar.statements() {
        let plain = matches!(one.modality, Modality::Asserted | Modality::Planned) && !one.negated;
        if !plain || grammar.subject(one.head).is_none() {
            continue;
        }
        let auxiliary =
            one.verb.iter().copied().find(|at| *at != one.head && grammar.node(*at).tag == Upos::Aux);
        let soft: Option<(usize, Vec<String>)> = match auxiliary {
            Some(at) => {
                let next = grammar.node((at + 1).min(count - 1));
                let adverb =
                    matches!(next.tag, Upos::Adv | Upos::Adp | Upos::Sconj | Upos::Part | Upos::Punct)
                        || listed(" been having ", &grammar.lower(at + 1));
                // Turns "has been approved" into "may have been approved".
                let has = matches!(grammar.word(at), "has" | "have");
                (!adverb || has && grammar.lower(at + 1) == "been").then(|| (at, softer(grammar.word(at))))
            }
            None => finite(grammar, one.head).map(|now| (one.head, now)),
        };
        // "will have been aware" is already a conjecture.
        let guess = auxiliary.is_some_and(|at| grammar.word(at) == "will" && grammar.lower(at + 1) == "have");
        let Some((at, forms)) = soft.filter(|_| !guess) else { continue };
        edits.extend(forms.into_iter().map(|now| Edit::new(grammar.span(at), now)));
    }
    edits
}

/// Returns replacements for an auxiliary that leave the statement open.
fn softer(auxiliary: &str) -> Vec<String> {
    let forms: &[&str] = match auxiliary {
        "will" => &["may", "might"],
        "is" | "are" => &["may be", "might be"],
        "was" | "were" => &["may have been", "might have been"],
        "has" | "have" => &["may have", "might have"],
        _ => &[],
    };
    forms.iter().map(|form| (*form).to_owned()).collect()
}

/// Turns a finite verb in the past into a possibility: "approved" into "may have approved".
fn finite(grammar: Grammar, at: usize) -> Option<Vec<String>> {
    let form = grammar.word(at);
    let past = grammar.node(at).tag == Upos::Verb && form == form.to_lowercase() && form.ends_with("ed");
    let known = past && verb::base_of_past(form).is_some() && verb::is_participle(form);
    let clause = grammar.child(at, Relation::Ccomp).is_some();
    (known && !clause).then(|| vec![format!("may have {form}"), format!("might have {form}")])
}
