//! What somebody close to a person does, given to the person.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::syntax::Relation;
use crate::text::proposition::{Proposition, PropositionKind};
use crate::text::{Sentence, in_word_list};

/// Nouns for somebody who is close to another person and does not act for them.
const KIN: &str = " wife husband widow brother sister mother father son daughter uncle aunt nephew niece cousin grandmother \
    grandfather grandson granddaughter girlfriend boyfriend fiancé fiancée fiance fiancee friend neighbour neighbor \
    colleague teammate flatmate classmate rival ";

/// Finds an event whose participant is somebody close to the one that the claim names: "the king opened it" if his cousin
/// did.
pub fn kin(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    // Few sentences speak of kin, and parsing is the costly part.
    let has_kin = |article: &Sentence| article.whole().any(|at| in_word_list(KIN, &article.lower(at)));
    if !pairing.sources().any(|(_, article)| has_kin(article)) {
        return Vec::new();
    }
    let own = pairing.sentence.tree().propositions.iter();
    own.filter_map(|event| of_kin(pairing, event)).take(1).collect()
}

fn of_kin(pairing: &ClaimPairing, event: &Proposition) -> Option<FoundMismatch> {
    let token = |node: usize| pairing.sentence.token_of(node);
    let subject = event.subject().filter(|subject| !subject.clause && !event.negated && !event.reports())?;
    let (verb, at) = (token(event.head), token(subject.head));
    let is_within = |at: &usize| pairing.clause.tokens.contains(at);
    if event.kind != PropositionKind::Verb
        || !is_within(&verb)
        || !is_within(&at)
        || !pairing.found(at).content
    {
        return None;
    }
    let mut found = None;
    for (source, article) in pairing.sources() {
        let same = |one: &&Proposition| {
            one.kind == PropositionKind::Verb && pairing.stands_for_node(verb, article, one.head)
        };
        for theirs in article.tree().propositions.iter().filter(same) {
            // An event with the person, or without a participant in this place, may be the one that the claim means.
            let other = theirs.subject()?.head;
            if !is_owner_of(pairing, at, article, other) {
                return None;
            }
            let kin = article.token_of(other);
            let is_named = pairing.tokens().any(|(at, _)| pairing.stands_for(at, article.tokens[kin].stem));
            if theirs.negated
                || theirs.passive != event.passive
                || is_named
                || article.tree().is_joined(other)
            {
                return None;
            }
            found = found.or(Some(pairing.place(source, article.tokens[kin].span)));
        }
    }
    Some(FoundMismatch::new(MismatchDetail::OtherSubject, 0.2, pairing.sentence.tokens[at].span, found?))
}

/// Whether a noun of the article is somebody close to the one that a token of the claim names: "the king's cousin", "the
/// wife of the minister".
fn is_owner_of(pairing: &ClaimPairing, at: usize, article: &Sentence, noun: usize) -> bool {
    let tree = &article.tree().tree;
    let token = article.token_of(noun);
    let is_owner = |child: usize| {
        matches!(tree.nodes[child].relation, Relation::NmodPoss | Relation::Nmod)
            && pairing.stands_for_node(at, article, child)
    };
    in_word_list(KIN, &article.lower(token)) && tree.children(noun).any(is_owner)
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn what_a_cousin_does_the_king_does_not() {
        const VISIT: &str = "The king's cousin opened the hospital on Monday. The wife of the minister was arrested. The minister's \
            spokesman resigned. Hale's brother met the mayor.";
        assert_found(
            VISIT,
            MismatchKind::Role,
            &[
                ("The king opened the hospital on Monday.", true),
                ("The king's cousin opened the hospital on Monday.", false),
                ("The minister was arrested.", true),
                ("The minister's wife was arrested.", false),
                ("Hale met the mayor.", true),
                ("A relative of the king opened the hospital.", false),
            ],
        );
    }
}
