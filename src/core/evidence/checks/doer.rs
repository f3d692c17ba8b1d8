//! Who of a conversation does it.

use super::ClaimPairing;
use super::attribution::speaker;
use super::mismatch::{FoundMismatch, MismatchDetail};
use super::names;
use crate::syntax::Relation;
use crate::text::proposition::{Modality, Proposition, PropositionKind, Role};
use crate::text::{Sentence, in_word_list};

/// Share of the clause without who does it that the sentence must hold to tell of the same deed.
const SAME_DEED: f64 = 0.6;
/// Sentences with the verb that are looked at for one in which the speaker of the claim says it too.
const MAX_SENTENCES: usize = 32;
/// Verbs of what several speakers say of themselves without meaning one deed.
const SHARED: &str = " be have do go get come want like love hate need know think believe hope feel see hear say tell ask guess \
    mean understand agree remember forget miss wish try ";

/// A deed of one speaker where another one says "I": "Tom orders the cake" where Maria says that she will.
pub fn doer(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let own = pairing.sentence.tree();
    let deeds = own.propositions.iter().filter(|one| one.kind == PropositionKind::Verb && !one.negated);
    deeds.filter_map(|deed| other_doer(pairing, deed)).take(1).collect()
}

fn other_doer(pairing: &ClaimPairing, deed: &Proposition) -> Option<FoundMismatch> {
    let tree = pairing.sentence.tree();
    let token = |node: usize| pairing.sentence.token_from(tree.words[node].start);
    let agent = deed.argument(Role::Agent).filter(|agent| !agent.shared && !deed.passive)?;
    let is_joined =
        tree.tree.children(agent.head).any(|child| tree.tree.nodes[child].relation == Relation::Conj);
    let (name, verb) = (token(agent.head), token(deed.head));
    let is_within = |at: &usize| pairing.clause.tokens.contains(at);
    if is_joined || agent.words.len() != 1 || !is_within(&name) || !is_within(&verb) {
        return None;
    }
    let base = deed.lemma.split(' ').next().unwrap_or_default();
    if in_word_list(SHARED, base) || !names::is_name(pairing, name) {
        return None;
    }
    let objects = deed.arguments.iter().filter(|argument| argument.head != agent.head);
    let objects: Vec<usize> = objects
        .flat_map(|argument| argument.words.iter().map(|node| token(*node)))
        .filter(|at| is_within(at) && pairing.found(*at).content)
        .collect();
    let tells = |source: &usize| {
        let sentence = &*pairing.article.text().sentences()[*source].sentence;
        says_of_itself(pairing, sentence, verb, &objects)
    };
    let speaker_of = |source: usize| -> Option<(usize, usize, bool)> {
        let (at, label) = speaker(pairing, source)?;
        let labels = &pairing.article.text().sentences()[at].sentence.tokens[..=label];
        Some((at, label, labels.iter().any(|token| pairing.stands_for(name, token.stem))))
    };
    // Whose turn it is, before its tree is asked for.
    let turns = pairing.sources().filter_map(|(source, _)| Some((source, speaker_of(source)?)));
    let mut turns = turns.filter(|(source, _)| pairing.share_but(*source, name..name + 1) >= SAME_DEED);
    let (_, (at, label, is_own)) = turns.find(|(source, _)| tells(source))?;
    if is_own {
        return None;
    }
    let is_also_own = |source: &usize| tells(source) && speaker_of(*source).is_none_or(|(.., is_own)| is_own);
    if pairing.holding(verb).iter().take(MAX_SENTENCES).any(is_also_own) {
        return None;
    }
    let label = pairing.article.text().sentences()[at].sentence.tokens[label].span;
    let claim = pairing.sentence.tokens[name].span;
    Some(FoundMismatch::new(MismatchDetail::OtherSubject, 0.2, claim, pairing.place(at, label)))
}

/// Whether a sentence says with "I" what the claim says: the verb, and something of what goes with it.
fn says_of_itself(pairing: &ClaimPairing, sentence: &Sentence, verb: usize, objects: &[usize]) -> bool {
    let parsed = sentence.tree();
    let stem =
        |node: usize| sentence.tokens.get(sentence.token_from(parsed.words[node].start)).map(|t| t.stem);
    let stands = |own: usize, node: usize| stem(node).is_some_and(|stem| pairing.stands_for(own, stem));
    parsed.propositions.iter().any(|one| {
        let says_i = one.argument(Role::Agent).is_some_and(
            |agent| matches!(agent.words[..], [only] if sentence.text[parsed.words[only].range()] == *"I"),
        );
        let is_told = !one.negated && one.modality != Modality::Asked && !one.passive;
        let words = || one.arguments.iter().flat_map(|argument| &argument.words);
        says_i
            && is_told
            && stands(verb, one.head)
            && words().any(|node| objects.iter().any(|own| stands(*own, *node)))
    })
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn what_one_speaker_does_is_not_done_by_another() {
        const PARTY: &str = "Maria: What about the community centre? It is free on the 14th.\nTom: Let's do that then.\n\
            Maria: I'll order the cake from the bakery, he loves their lemon tart.\nTom: Great, I'll pay the deposit \
            today and ask Jonas to bring his speakers.\nMaria: I have bought two balloons.\nTom: I bought balloons too!\n";
        let cases = [
            ("Tom orders the cake.", true),
            ("Maria will pay the deposit today.", true),
            ("Jonas pays the deposit.", true),
            ("Maria orders the cake from the bakery.", false),
            ("Tom will pay the deposit.", false),
            ("Tom bought balloons.", false),
            ("Maria and Tom order the cake.", false),
        ];
        assert_found(PARTY, MismatchKind::Role, &cases);
    }
}
