//! Agents and objects exchanged.

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, is_owner, is_spoken, tag};
use crate::syntax::{Relation, Upos};
use crate::text::{Sentence, Token, hash64, idf};

/// Largest distances, in tokens, of an agent from its object in the claim, and of each from the verb in the
/// article.
const MAX_SPAN: usize = 12;
const MAX_GAP: usize = 8;
/// Number of content words on each side of a verb that are tried as its agent or object.
const NEAR: usize = 3;

/// Finds a verb whose agent and object are exchanged in the passage.
pub fn roles(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let Some((source, article)) = pairing.sources().next() else { return Vec::new() };
    // "The cat was chased by the dog" has all the words of "the cat chased the dog" in their order.
    let is_passive = || !article.passives().is_empty() || !pairing.sentence.passives().is_empty();
    if pairing.overlap.window < 0.7 || pairing.overlap.lcs > 0.97 && !is_passive() {
        return Vec::new();
    }
    let content: Vec<(usize, &Token)> = pairing.tokens().filter(|(_, t)| t.is_content()).collect();
    let sides = Sides { pairing, article };
    let exchanged = |index: usize| {
        let (verb, place) = (content[index].0, sides.verb(content[index].0)?);
        let before = content[..index].iter().rev().take(NEAR);
        let after = &content[index + 1..content.len().min(index + 1 + NEAR)];
        let pairs = before.flat_map(|x| after.iter().map(move |y| (x.0, y.0)));
        let (x, y, found) =
            pairs.filter_map(|(x, y)| Some((x, y, sides.exchanged(x, (verb, place), y)?))).next()?;
        let own = [x, verb, y].map(|at| pairing.sentence.tokens[at].span).to_vec();
        let theirs = found.map(|at| pairing.place(source, article.tokens[at].span)).to_vec();
        Some(FoundMismatch::of(MismatchDetail::OtherRoles, 0.15, own, theirs))
    };
    (0..content.len()).find_map(exchanged).into_iter().collect()
}

/// A claim and the article sentence in which its agents and objects are looked up.
struct Sides<'a> {
    pairing: &'a ClaimPairing<'a>,
    article: &'a Sentence,
}

impl Sides<'_> {
    /// Returns the tokens of the article sentence that match a token of the claim.
    fn places(&self, at: usize) -> impl Iterator<Item = usize> {
        let tokens = self.article.tokens.iter().enumerate();
        tokens.filter(move |(_, t)| self.pairing.stands_for(at, t.stem)).map(|(i, _)| i)
    }

    /// Returns the place of a verb of the claim in the article sentence, if it is the only one and the two can
    /// be compared.
    fn verb(&self, own: usize) -> Option<usize> {
        // "X, says Y" reverses "Y said X".
        if self.pairing.word(own).to_lowercase().starts_with("sa") {
            return None;
        }
        let mut all = self.places(own);
        let verb = all.next().filter(|_| all.next().is_none())?;
        // "Patients were included in it": the agent is not given, and what follows the verb is not its object.
        let passives = [self.pairing.sentence.passive(own), self.article.passive(verb)];
        let is_agentless = passives.into_iter().flatten().any(|passive| passive.by.is_none());
        (!is_spoken(self.article, verb) && !is_agentless).then_some(verb)
    }

    /// Returns the place of an agent or object. It may be mentioned again later, so the mention next to the
    /// verb counts.
    fn beside(&self, at: usize, verb: usize) -> Option<usize> {
        let mut near: Vec<usize> = self.places(at).collect();
        near.sort_by_key(|place| place.abs_diff(verb));
        match near[..] {
            [one] => Some(one),
            [near, far, ..] if (near < verb) == (far < verb) => Some(near),
            _ => None,
        }
    }

    /// Returns the places in the article, in order, of two words of the claim around a verb, given with its
    /// place, whose roles are exchanged there.
    fn exchanged(&self, x: usize, (verb, place): (usize, usize), y: usize) -> Option<[usize; 3]> {
        let (ax, ay) = (self.beside(x, place)?, self.beside(y, place)?);
        let sentence = self.pairing.sentence;
        if sentence.tokens[x].stem == sentence.tokens[y].stem
            || !self.can_act(x)
            || !self.can_act(y)
            || reports(sentence, x)
        {
            return None;
        }
        let straight = ax < place && place < ay && y - x <= MAX_GAP && ay - ax <= MAX_GAP;
        let turned =
            ay < place && place < ax && place - ay <= MAX_GAP && ax - place <= MAX_GAP && y - x <= MAX_SPAN;
        let same_voice = sentence.passive(verb).is_some() == self.article.passive(place).is_some();
        let is_verb = |sentence, at| tag(sentence, at) == Some(Upos::Verb);
        let is_of_verb = || {
            is_verb(sentence, verb)
                && is_verb(self.article, place)
                && is_of_clause(sentence, y, verb)
                && [ax, ay].iter().all(|at| is_of_clause(self.article, *at, place))
        };
        let swapped = if same_voice { turned } else { straight };
        (swapped && (is_of_verb() || compares(sentence, verb))).then_some([ay.min(ax), place, ay.max(ax)])
    }

    /// Whether a word of the claim can be an agent or object: "secretly" does nothing, nor does Marco in "at
    /// Marco's told".
    fn can_act(&self, at: usize) -> bool {
        let sentence = self.pairing.sentence;
        let is_nominal = matches!(tag(sentence, at), Some(Upos::Noun | Upos::Propn));
        nameable(&sentence.tokens[at]) && is_nominal && !is_owner(sentence, at)
    }
}

/// Whether the next word is a reporting verb, whose subject is not an agent.
fn reports(sentence: &Sentence, at: usize) -> bool {
    matches!(&*sentence.lower(at + 1), "said" | "says" | "told" | "tells")
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
