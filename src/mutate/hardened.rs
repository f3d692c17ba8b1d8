//! `hardened`: turns something possible or planned into a certainty.

use super::grammar::{Grammar, listed};
use super::{Edit, Pair};
use crate::syntax::{Relation, Upos};
use crate::text::Span;

/// Verbs and adjectives, in the present, that leave open whether the following action takes place.
const OPEN: &str = " plans plan hopes hope wants want intends intend aims aim expected likely planning hoping aiming looking ";

pub fn find(pair: &Pair) -> Vec<Edit> {
    pair.grammars().flat_map(of_sentence).collect()
}

fn of_sentence(grammar: Grammar) -> Vec<Edit> {
    let count = grammar.parsed.words.len();
    let conditional = (0..count).any(|at| {
        listed(" if whether unless would not n't n’t no never ", &grammar.lower(at))
            || grammar.word(at) == ":"
    });
    if conditional {
        return Vec::new();
    }
    let each = |at| modal(grammar, at).or_else(|| planned(grammar, at)).or_else(|| hearsay(grammar, at));
    (0..count).filter_map(each).collect()
}

/// Turns "allegedly attacked" into "attacked", "is believed to be" into "is".
fn hearsay(grammar: Grammar, at: usize) -> Option<Edit> {
    if listed(" allegedly reportedly possibly probably apparently potentially ", grammar.word(at)) {
        let next = grammar.parsed.words.get(at + 1)?;
        let verb = grammar
            .node(at)
            .head
            .is_some_and(|head| head > at && matches!(grammar.node(head).tag, Upos::Verb));
        let span = Span::new(grammar.span(at).start, grammar.placed.start + next.end);
        let plain = grammar.node(at).relation == Relation::Advmod && grammar.node(at + 1).tag != Upos::Punct;
        return (verb && plain).then(|| Edit::new(span, grammar.word(at + 1)));
    }
    let held = listed(" believed thought said alleged reported understood suspected ", grammar.word(at));
    let be = at.checked_sub(1).filter(|be| held && matches!(grammar.word(*be), "is" | "are"))?;
    let now = match (grammar.word(at + 1), grammar.word(at + 2), grammar.word(be)) {
        ("to", "be", be) => be,
        ("to", "have", "is") => "has",
        ("to", "have", _) => "have",
        _ => return None,
    };
    let span = Span::new(grammar.span(be).start, grammar.span(at + 2).end);
    grammar.subject(at).is_some().then(|| Edit::new(span, now))
}

/// Turns "may close" into "will close".
fn modal(grammar: Grammar, at: usize) -> Option<Edit> {
    let (word, node) = (grammar.word(at), grammar.node(at));
    let verb = node.head?;
    let fits = matches!(word, "may" | "might" | "could")
        && node.tag == Upos::Aux
        && matches!(node.relation, Relation::Aux | Relation::AuxPass)
        && grammar.node(verb).tag != Upos::Aux;
    // In "thinking that they could share it", "could" is the past of "can".
    let past = word == "could"
        && !matches!(grammar.node(verb).relation, Relation::Root | Relation::Conj | Relation::Parataxis);
    let next = grammar.lower(at + 1);
    let plain =
        !past && !matches!(next.as_str(), "have" | "well" | "also" | "") && !grammar.is_quantified(verb);
    (fits && plain).then(|| Edit::new(grammar.span(at), "will"))
}

/// Turns "plans to close", "is likely to close" into "will close".
fn planned(grammar: Grammar, at: usize) -> Option<Edit> {
    if !listed(OPEN, grammar.word(at)) || grammar.word(at + 1) != "to" {
        return None;
    }
    let verb = at + 2;
    if verb >= grammar.parsed.words.len() || !matches!(grammar.node(verb).tag, Upos::Verb | Upos::Aux) {
        return None;
    }
    let first = match grammar.word(at) {
        "expected" | "likely" | "planning" | "hoping" | "aiming" | "looking" => {
            at.checked_sub(1).filter(|be| matches!(grammar.word(*be), "is" | "are"))?
        }
        _ if grammar.node(at).tag == Upos::Verb => at,
        _ => return None,
    };
    // The subject must precede the verb, so that "will" has a subject too.
    let subject = grammar.subject(at).is_some_and(|subject| subject < first);
    let span = Span::new(grammar.span(first).start, grammar.span(at + 1).end);
    (subject && !grammar.is_quantified(at)).then(|| Edit::new(span, "will"))
}
