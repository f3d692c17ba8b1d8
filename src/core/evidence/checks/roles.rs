//! Agents and objects exchanged.

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, is_owner, is_spoken, tag};
use crate::syntax::{Relation, Upos};
use crate::text::{Sentence, Token, fold_token, hash64, idf};

/// Finds a verb whose agent and object are exchanged in the passage.
pub fn roles(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let Some((source, article)) = pairing.sources().next() else { return Vec::new() };
    // "The cat was chased by the dog" has all the words of "the cat chased the dog" in their order.
    let is_passive = || !article.passives().is_empty() || !pairing.sentence.passives().is_empty();
    if pairing.overlap.window < 0.7 || pairing.overlap.lcs > 0.97 && !is_passive() {
        return Vec::new();
    }
    let content: Vec<(usize, &Token)> = pairing.tokens().filter(|(_, t)| t.is_content()).collect();
    let places = |at: usize| {
        let tokens = article.tokens.iter().enumerate();
        tokens.filter(move |(_, t)| pairing.stands_for(at, t.stem)).map(|(i, _)| i)
    };
    let once = |at: usize| {
        let mut all = places(at);
        all.next().filter(|_| all.next().is_none())
    };
    // The agent may be mentioned again later, so the mention next to the verb counts.
    let beside = |at: usize, verb: usize| {
        let mut near: Vec<usize> = places(at).collect();
        near.sort_by_key(|place| place.abs_diff(verb));
        match near[..] {
            [one] => Some(one),
            [near, far, ..] if (near < verb) == (far < verb) => Some(near),
            _ => None,
        }
    };
    // The subject of a reporting verb is not the agent.
    let says = |at: usize| {
        let next = pairing.sentence.tokens.get(at + 1).map(|t| fold_token(pairing.sentence.word(t)));
        next.is_some_and(|word| matches!(&*word, "said" | "says" | "told" | "tells"))
    };
    let is_verb = |own: usize, other: usize| {
        tag(pairing.sentence, own) == Some(Upos::Verb) && tag(article, other) == Some(Upos::Verb)
    };
    for (index, (v, verb)) in content.iter().enumerate() {
        // "X, says Y" reverses "Y said X".
        let Some(av) = once(*v).filter(|_| !pairing.word(*v).to_lowercase().starts_with("sa")) else {
            continue;
        };
        if is_spoken(article, av) {
            continue;
        }
        let (here, there) = (pairing.sentence.passive(*v), article.passive(av));
        // "Patients were included in it": the agent is not given, and what follows the verb is not its
        // object.
        if [here, there].into_iter().flatten().any(|passive| passive.by.is_none()) {
            continue;
        }
        for x in content[..index].iter().rev().take(3) {
            let Some(ax) = beside(x.0, av) else { continue };
            for y in content[index + 1..].iter().take(3) {
                let Some(ay) = beside(y.0, av) else { continue };
                let acts = |(at, token): &(usize, &Token)| {
                    // "Secretly" does nothing, nor does Marco in "at Marco's place".
                    let is_nominal = matches!(tag(pairing.sentence, *at), Some(Upos::Noun | Upos::Propn));
                    nameable(token) && is_nominal && !is_owner(pairing.sentence, *at)
                };
                if x.1.stem == y.1.stem || !acts(x) || !acts(y) || says(x.0) {
                    continue;
                }
                let straight = ax < av && av < ay;
                let turned = ay < av && av < ax && av - ay <= 8 && ax - av <= 8 && y.0 - x.0 <= 12;
                let swapped = if here.is_some() == there.is_some() {
                    turned
                } else {
                    straight && y.0 - x.0 <= 8 && ay - ax <= 8
                };
                let is_of_verb = is_verb(*v, av)
                    && is_of_clause(pairing.sentence, y.0, *v)
                    && [ax, ay].iter().all(|at| is_of_clause(article, *at, av));
                if swapped && (is_of_verb || compares(pairing.sentence, *v)) {
                    return vec![FoundMismatch::of(
                        MismatchDetail::OtherRoles,
                        0.15,
                        vec![x.1.span, verb.span, y.1.span],
                        [ay.min(ax), av, ay.max(ax)]
                            .map(|at| pairing.place(source, article.tokens[at].span))
                            .to_vec(),
                    )];
                }
            }
        }
    }
    Vec::new()
}

/// Whether a word belongs to the clause of a verb in the tree, and not to an adverbial clause with its own
/// subject: "contained after *the weather* cooled".
fn is_of_clause(sentence: &Sentence, at: usize, verb: usize) -> bool {
    let parsed = sentence.tree();
    let nodes = &parsed.tree.nodes;
    let (Some(node), Some(verb)) = (sentence.node_of(at), sentence.node_of(verb)) else { return true };
    // "Oscar-winning actress": she is not the object.
    if nodes[verb].relation == Relation::Amod {
        return false;
    }
    let has_subject = |node: usize| {
        parsed
            .tree
            .children(node)
            .any(|at| matches!(nodes[at].relation, Relation::Nsubj | Relation::NsubjPass))
    };
    std::iter::successors(Some(node), |node| nodes[*node].head)
        .take_while(|node| *node != verb)
        .all(|node| nodes[node].relation != Relation::Advcl || !has_subject(node))
}

/// Whether a word may be an agent or object: a capitalized word, or a noun that is not very common.
fn nameable(token: &Token) -> bool {
    token.flags.capital || idf::idf(token.stem) > 1.5 && !token.flags.digit
}

/// Whether "than" follows a word, so that it compares what stands on its two sides: "older than".
fn compares(sentence: &Sentence, at: usize) -> bool {
    sentence.tokens.get(at + 1).is_some_and(|t| t.word == hash64(b"than"))
}
