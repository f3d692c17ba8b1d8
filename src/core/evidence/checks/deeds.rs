//! Whether a word of a clause and one of the article belong to the same deed, so that a negation or a possibility of
//! one side is about what the other side says.

use super::ClaimPairing;
use crate::syntax::Relation;
use crate::text::proposition::{Argument, Modality, Proposition, PropositionKind, Role};
use crate::text::{Sentence, Token, in_word_list};

/// Verbs by whose content the article does not stand: "they claim that it preserves the meaning".
const DOUBTS: &str = " claim allege pretend ";

/// The proposition to which a word belongs.
struct Part<'a> {
    proposition: &'a Proposition,
    /// Whether the word is the predicate, and not the head of an argument.
    is_predicate: bool,
}

/// Returns the proposition whose predicate or argument a token heads; a modifier stands for the noun that it
/// modifies.
fn part(sentence: &Sentence, at: usize) -> Option<Part<'_>> {
    let parsed = sentence.tree();
    let mut node = sentence.node_of(at)?;
    loop {
        if let Some(proposition) = parsed.propositions.iter().find(|one| one.head == node) {
            return Some(Part { proposition, is_predicate: true });
        }
        let heads = |one: &&Proposition| one.arguments.iter().any(|it| it.head == node && !it.shared);
        if let Some(proposition) = parsed.propositions.iter().find(heads) {
            return Some(Part { proposition, is_predicate: false });
        }
        let it = &parsed.tree.nodes[node];
        let modifies =
            matches!(it.relation, Relation::Amod | Relation::Compound | Relation::Nummod | Relation::Flat);
        node = it.head.filter(|_| modifies)?;
    }
}

/// Whether a token heads a predicate.
pub fn is_predicate(sentence: &Sentence, at: usize) -> bool {
    part(sentence, at).is_some_and(|part| part.is_predicate)
}

/// Whether a token of the clause and a token of an article sentence, which match, are predicates of different deeds:
/// with another particle, or done to something else.
pub fn are_other_deeds(pairing: &ClaimPairing, at: usize, article: &Sentence, i: usize) -> bool {
    let (Some(own), Some(theirs)) = (part(pairing.sentence, at), part(article, i)) else { return false };
    own.is_predicate
        && theirs.is_predicate
        && (!is_same_verb(own.proposition, theirs.proposition)
            || has_another_object(pairing, own.proposition, article, theirs.proposition)
            || has_another_matter(pairing, own.proposition, article, theirs.proposition))
}

/// Whether two such tokens belong to one deed, as predicates or as arguments of matching predicates, or one is what
/// somebody or something is. A token outside of all propositions may belong to any.
pub fn is_same_deed(pairing: &ClaimPairing, at: usize, article: &Sentence, i: usize) -> bool {
    let (Some(own), Some(theirs)) = (part(pairing.sentence, at), part(article, i)) else { return true };
    match (own.is_predicate, theirs.is_predicate) {
        (true, true) => !are_other_deeds(pairing, at, article, i),
        (false, false) => {
            let verb = pairing.sentence.token_of(own.proposition.head);
            own.proposition.lemma == theirs.proposition.lemma
                || pairing.clause.tokens.contains(&verb)
                    && pairing.stands_for_node(verb, article, theirs.proposition.head)
        }
        // "It is not the bottom" is about any bottom.
        _ => {
            [&own, &theirs].iter().any(|it| it.is_predicate && it.proposition.kind == PropositionKind::Copula)
        }
    }
}

/// Whether two predicates whose words match have the same particle: "stand" is not "stand down".
fn is_same_verb(own: &Proposition, theirs: &Proposition) -> bool {
    own.base() != theirs.base() || own.lemma == theirs.lemma
}

/// Returns the object of a verb, if it is a noun phrase with a content word as its head.
fn object<'a>(sentence: &Sentence, one: &'a Proposition) -> Option<&'a Argument> {
    let is_thing = |it: &&Argument| {
        let head = sentence.tokens.get(sentence.token_of(it.head));
        !it.clause && head.is_some_and(Token::is_content)
    };
    one.argument(Role::Patient).filter(is_thing).filter(|_| one.kind == PropositionKind::Verb)
}

/// Whether two predicates in the active have objects of which neither has a word of the other. In the passive it is
/// the subject, which may be called by another word.
fn has_another_object(
    pairing: &ClaimPairing,
    own: &Proposition,
    article: &Sentence,
    theirs: &Proposition,
) -> bool {
    if own.passive || theirs.passive {
        return false;
    }
    let (Some(mine), Some(other)) = (object(pairing.sentence, own), object(article, theirs)) else {
        return false;
    };
    let mine = mine.words.iter().map(|node| pairing.sentence.token_of(*node));
    !shares_word(pairing, mine, article, other)
}

/// Whether the clause has a predicate about what a clause says, and the article about something of which the claim has no
/// word: "worried that people expect too much" is not "worry about their rivals".
fn has_another_matter(
    pairing: &ClaimPairing,
    own: &Proposition,
    article: &Sentence,
    theirs: &Proposition,
) -> bool {
    let tree = &pairing.sentence.tree().tree;
    let word = |node: usize| article.lower(article.token_of(node));
    let is_about =
        |one: &Argument| one.marker.iter().any(|node| in_word_list(" about of over ", &word(*node)));
    let mut matters = theirs.arguments.iter().filter(|one| !one.clause && is_about(one));
    tree.children(own.head).any(|child| tree.nodes[child].relation == Relation::Ccomp)
        && matters
            .next()
            .is_some_and(|one| !shares_word(pairing, pairing.clause.tokens.clone(), article, one))
}

/// Whether the words of an argument in an article sentence have one of some content words of the clause.
fn shares_word(
    pairing: &ClaimPairing,
    tokens: impl Iterator<Item = usize>,
    article: &Sentence,
    argument: &Argument,
) -> bool {
    let is_content = |at: &usize| pairing.sentence.tokens.get(*at).is_some_and(Token::is_content);
    let mut content = tokens.filter(|at| pairing.clause.tokens.contains(at) && is_content(at));
    content.any(|at| argument.words.iter().any(|node| pairing.stands_for_node(at, article, *node)))
}

/// Whether the object of a verb in an article sentence has nothing to do with the clause: somebody who "can't run
/// a community on such a service" may run the service.
pub fn is_done_to_another(pairing: &ClaimPairing, article: &Sentence, i: usize) -> bool {
    let deed = part(article, i).filter(|part| part.is_predicate);
    let object = deed.and_then(|deed| object(article, deed.proposition));
    object.is_some_and(|object| !shares_word(pairing, pairing.clause.tokens.clone(), article, object))
}

/// Whether the article states the deed of one of its words: it neither asks for it nor leaves it to somebody who
/// claims it.
pub fn is_stated(article: &Sentence, i: usize) -> bool {
    let Some(part) = part(article, i) else { return true };
    let deed = part.proposition;
    let above = deed.parent.map(|parent| &article.tree().propositions[parent]);
    deed.modality != Modality::Asked && !above.is_some_and(|above| in_word_list(DOUBTS, above.base()))
}
