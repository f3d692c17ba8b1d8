//! Statements about the wrong subject.

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, names};
use crate::evidence::demonyms;
use crate::syntax::{Relation, Upos};
use crate::text::proposition::{Argument, Modality, Proposition, PropositionKind};
use crate::text::{Parsed, Sentence, Span, is_person};

/// Share of the clause without its subject that a sentence must hold to have the same predicate.
const SAME_PREDICATE: f64 = 0.6;
/// Largest number of sentences with a word of the predicate that are considered.
const MAX_SENTENCES: usize = 16;

/// Finds a statement about one name that the article makes about another and nowhere about the first: "Ozil
/// was on the bench" if Wilshere was.
pub fn subject(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let own = &pairing.sentence.tree().propositions;
    own.iter().filter_map(|one| other_subject(pairing, one)).take(1).collect()
}

/// The predicate of a proposition of the clause, in tokens of its sentence.
struct Predicate {
    verb: usize,
    /// Heads of the verb's other arguments.
    objects: Vec<usize>,
    passive: bool,
    kind: PropositionKind,
}

fn other_subject(pairing: &ClaimPairing, own: &Proposition) -> Option<FoundMismatch> {
    let token = |node: usize| pairing.sentence.token_of(node);
    let is_found = |at: &usize| pairing.clause.tokens.contains(at) && pairing.found(*at).content;
    // Reporting clauses are left to the check `attribution`.
    let is_verbal = matches!(own.kind, PropositionKind::Verb | PropositionKind::Copula) && !own.reports();
    let subject = own.subject().filter(|subject| is_verbal && !own.negated && !subject.clause)?;
    let verb = token(own.head);
    if pairing.sentence.tree().is_joined(subject.head) || !pairing.clause.tokens.contains(&verb) {
        return None;
    }
    let name = name_of(pairing, subject)?;
    let others = own.arguments.iter().filter(|one| one.head != subject.head);
    let objects = others.map(|one| token(one.head)).filter(is_found).collect();
    let predicate = Predicate { verb, objects, passive: own.passive, kind: own.kind };
    let words = subject.words.iter().map(|node| token(*node)).chain(name.iter().copied());
    let (first, last) = (words.clone().min()?, words.max()?);
    let mut found = None;
    let of_predicate = predicate.objects.iter().copied().chain([verb]);
    for source in pairing.holding_any(of_predicate).into_iter().take(MAX_SENTENCES) {
        if pairing.share_but(source, first..last + 1) < SAME_PREDICATE {
            continue;
        }
        let sentence = &*pairing.article.text().sentences()[source].sentence;
        let said = said_of(pairing, sentence, &predicate, &name);
        // If a sentence has both names, the tree is trusted only if the claim's name is the subject of
        // something else.
        if name.iter().any(|at| pairing.has(source, *at)) && said.is_none() {
            return None;
        }
        found = said.map(|span| pairing.place(source, span)).or(found);
    }
    let tokens = &pairing.sentence.tokens;
    let own_name = tokens[*name.first()?].span.join(tokens[*name.last()?].span);
    Some(FoundMismatch::new(MismatchDetail::OtherSubject, 0.2, own_name, found?))
}

/// Returns the tokens of the name of a subject without titles, if the article has all of it: "Robert Finch"
/// of "Councillor Robert Finch" or "the group's manager Robert Finch".
fn name_of(pairing: &ClaimPairing, subject: &Argument) -> Option<Vec<usize>> {
    let tree = &pairing.sentence.tree().tree;
    let token = |node: usize| pairing.sentence.token_of(node);
    let is_capital = |at: usize| pairing.sentence.tokens[at].flags.capital;
    let is_found = |at: &usize| pairing.clause.tokens.contains(at) && pairing.found(*at).content;
    let beside = tree
        .children(subject.head)
        .filter(|node| tree.nodes[*node].relation == Relation::Appos && tree.nodes[*node].tag == Upos::Propn);
    let mut heads = std::iter::once(subject.head).chain(beside);
    let head = heads.find(|node| is_found(&token(*node)) && is_capital(token(*node)))?;
    let at = token(head);
    if pairing.found(at).is_missing() || !names::is_name(pairing, at) {
        return None;
    }
    let is_of_name = |node: &usize| head == subject.head || tree.nodes[*node].head == Some(head);
    let words = subject.words.iter().filter(|node| **node == head || is_of_name(node));
    let mut name: Vec<usize> = words.map(|node| token(*node)).filter(is_found).collect();
    // "Honey Rose, 35": the tree may cut off the last word of a name.
    let goes_on = |at: &usize| is_capital(*at) && pairing.sentence.gap_before(*at) == " ";
    name.extend((at + 1..pairing.clause.tokens.end).take_while(goes_on));
    name.sort_unstable();
    name.dedup();
    let is_title = |at: &usize| is_person(&pairing.sentence.lower(*at));
    if !name.iter().all(is_title) {
        name.retain(|at| !is_title(at));
    }
    (!name.is_empty()).then_some(name)
}

/// Returns the name, as a byte span of an article sentence, that this sentence gives the same predicate.
fn said_of(pairing: &ClaimPairing, sentence: &Sentence, own: &Predicate, name: &[usize]) -> Option<Span> {
    let Parsed { tree, propositions, .. } = sentence.tree();
    let same = |one: &Proposition| same_predicate(pairing, sentence, one, own).is_some();
    let (said, subject) =
        propositions.iter().find_map(|one| Some((one, same_predicate(pairing, sentence, one, own)?)))?;
    // If the sentence has both names, it must say something else of the claim's name, and of the other one
    // everything that the claim says, with the same verb.
    let is_own = |node: &usize| name.iter().any(|own| pairing.stands_for_node(*own, sentence, *node));
    if (0..tree.nodes.len()).any(|node| is_own(&node)) {
        let is_subject = |one: &Proposition| {
            one.subject()
                .is_some_and(|it| is_own(&it.head) || tree.children(it.head).any(|node| is_own(&node)))
        };
        let arguments = || said.arguments.iter().flat_map(|it| &it.words);
        let stands = |own: usize, node: usize| pairing.stands_for_node(own, sentence, node);
        let has_all = own.objects.iter().all(|own| arguments().any(|node| stands(*own, *node)));
        // The sentence says other things of the claim's name, but never the same.
        let (own_same, own_other): (Vec<_>, Vec<_>) =
            propositions.iter().filter(|one| is_subject(one)).partition(|one| same(one));
        let says_only_other = own_same.is_empty() && !own_other.is_empty();
        let is_same_verb = pairing.stands_for_node(own.verb, sentence, said.head);
        if own.objects.is_empty() || !is_same_verb || !has_all || arguments().any(is_own) || !says_only_other
        {
            return None;
        }
    }
    // The name is the head itself or an apposition: "his rival, Karl Vogt".
    let beside = tree.children(subject.head).filter(|at| tree.nodes[*at].relation == Relation::Appos);
    let mut named =
        std::iter::once(subject.head).chain(beside).filter(|at| tree.nodes[*at].tag == Upos::Propn);
    let token = |node: usize| sentence.tokens.get(sentence.token_of(node));
    // "The Frenchman" may be anybody from France.
    let is_name = |stem| demonyms::same_place(stem).next().is_none();
    let is_found = |at: &usize| token(*at).is_some_and(|token| token.flags.capital && is_name(token.stem));
    let first = named.find(is_found).filter(|first| !is_own(first))?;
    let rest = tree.children(first).filter(|at| tree.nodes[*at].relation == Relation::Flat).last();
    Some(token(first)?.span.join(token(rest.unwrap_or(first))?.span))
}

/// Returns the subject of a proposition of the article that has the same predicate.
fn same_predicate<'a>(
    pairing: &ClaimPairing,
    sentence: &Sentence,
    one: &'a Proposition,
    own: &Predicate,
) -> Option<&'a Argument> {
    let stands = |at: usize, node: usize| pairing.stands_for_node(at, sentence, node);
    if one.negated || one.modality == Modality::Asked || (one.kind, one.passive) != (own.kind, own.passive) {
        return None;
    }
    let subject = one.subject().filter(|subject| !subject.clause)?;
    let others =
        || one.arguments.iter().filter(|other| other.head != subject.head).flat_map(|other| &other.words);
    let shared = own.objects.iter().filter(|at| others().any(|node| stands(**at, *node))).count();
    let is_same_verb = stands(own.verb, one.head) && (own.kind == PropositionKind::Copula || shared > 0);
    (is_same_verb || shared > 1).then_some(subject)
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn what_is_said_of_one_name_is_not_said_of_another() {
        const MATCH: &str = "Wilshere was on the bench for the semi-final. Ozil trained alone in the morning. Rovers won a \
            corner. Dunmore, who had a defender sent off, held on. The manager of Rovers was calm. Karl Vogt held the \
            chair. His rival, Adele Finn, lost the vote. The council and the mayor opened the bridge. \
            Siri Moen will lead the group; the chief of Fjordbruk, Jon Aas, will leave. Bruce scored a goal, then Giroud \
            scored a goal and hit the post. Halden manager Carla Reyes sent on a winger. Cairn coach Mick Pell was sent to \
            the stands for protesting. \"It is late,\" said Councillor Agnes Doyle, who proposed the motion. It was a leap, \
            said Councillor Robert Finch.";
        let cases = [
            ("Ozil was on the bench for the semi-final.", true),
            ("Rovers had a defender sent off.", true),
            ("Rovers won a corner.", false),
            ("Wilshere was on the bench for the semi-final.", false),
            ("Dunmore had a defender sent off.", false),
            ("Karl Vogt lost the vote.", true),
            ("Adele Finn lost the vote.", false),
            ("Wilshere and Ozil were on the bench.", false),
            ("The mayor opened the bridge.", false),
            ("Jon Aas will lead the group.", true),
            ("Siri Moen will lead the group.", false),
            ("Giroud scored a goal.", false),
            ("Halden manager Carla Reyes was sent to the stands for protesting.", true),
            ("Cairn coach Mick Pell was sent to the stands for protesting.", false),
            ("Councillor Robert Finch proposed the motion.", true),
            ("Councillor Agnes Doyle proposed the motion.", false),
        ];
        assert_found(MATCH, MismatchKind::Role, &cases);
    }
}
