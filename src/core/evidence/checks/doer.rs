//! Actions of one speaker of a conversation that the claim gives to another.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use super::names;
use crate::text::proposition::{Modality, Proposition, PropositionKind, Role};
use crate::text::{Sentence, Span, in_word_list};

/// Share of the weight of verb and objects that a sentence must hold to be about the same action.
const SAME_DEED: f64 = 0.6;
/// Largest number of sentences considered, with a word of the action or as a label.
const MAX_SENTENCES: usize = 32;

/// Verbs that several speakers use of themselves without meaning the same action.
const SHARED: &str = " be do go come want like love hate need know think believe hope feel see hear say tell ask guess \
    mean understand agree remember forget miss wish try ";
/// Those of them that mean a single action together with a second verb: "forgot to renew it".
const WITH_COMPLEMENT: &str = " agree remember forget want try ";
/// Verbs of having, which need several shared words to mean the same thing.
const HAVING: &str = " have get ";
/// Verbs that may replace any other, if several other words are shared.
const LIGHT: &str = " have get do make ";

/// Finds an action that the claim gives to the wrong speaker: "Tom orders the cake" if Maria says that she
/// will, or if Tom asks "can you order the cake?".
pub fn doer(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let own = pairing.sentence.tree();
    let deeds = own.propositions.iter().filter(|one| one.kind == PropositionKind::Verb && !one.negated);
    deeds.filter_map(|deed| other_doer(pairing, deed)).take(1).collect()
}

fn other_doer(pairing: &ClaimPairing, deed: &Proposition) -> Option<FoundMismatch> {
    let tree = pairing.sentence.tree();
    let token = |node: usize| pairing.sentence.token_of(node);
    let agent = deed.argument(Role::Agent).filter(|agent| !agent.shared && !deed.passive)?;
    let (name, verb) = (token(agent.head), token(deed.head));
    let is_within = |at: &usize| pairing.clause.tokens.contains(at);
    let complement = deed.arguments.iter().find(|argument| argument.clause).map(|it| token(it.head));
    let complement = complement.filter(|at| is_within(at) && pairing.found(*at).content);
    let complement = complement.filter(|_| in_word_list(WITH_COMPLEMENT, deed.base()));
    let is_shared = in_word_list(SHARED, deed.base());
    let is_joined = tree.is_joined(agent.head);
    if is_joined || !is_within(&name) || !is_within(&verb) || is_shared && complement.is_none() {
        return None;
    }
    let is_named = agent.words.len() == 1 && names::is_name(pairing, name);
    if !is_named && !is_of_label(pairing, name) {
        return None;
    }
    let objects = deed.arguments.iter().filter(|argument| argument.head != agent.head && !argument.clause);
    let objects: Vec<usize> = objects
        .flat_map(|argument| argument.words.iter().map(|node| token(*node)))
        .filter(|at| is_within(at) && pairing.found(*at).content)
        .collect();
    let objects = if is_shared { complement.into_iter().collect() } else { objects };
    let is_held = in_word_list(HAVING, deed.base());
    // Two speakers may both have a car, but hardly both have "two guest passes".
    if is_held && objects.len() < 2 {
        return None;
    }
    let whose_in = |source: usize| {
        let sentence = &*pairing.article.text().sentences()[source].sentence;
        whose_deed(pairing, sentence, (verb, is_held), &objects)
    };
    let speaker_of = |source: usize| -> Option<(usize, usize, bool)> {
        let label = pairing.article.text().turn_label(source)?;
        let (at, last) = label.end();
        Some((at, last, label.tokens.iter().any(|token| pairing.stands_for(name, token.stem))))
    };
    // A speaker says "me" for the person whom the claim names.
    let said = objects.iter().copied().filter(|at| !is_of_label(pairing, *at));
    let deed_words: Vec<usize> = said.chain([verb]).filter(|at| pairing.found(*at).content).collect();
    // The speaker is looked up before the costly tree.
    let telling = pairing.holding_any(deed_words.iter().copied()).into_iter();
    let telling =
        telling.filter(|source| pairing.share_of(*source, |at| deed_words.contains(&at)) >= SAME_DEED);
    let mut turns = telling.take(MAX_SENTENCES).filter_map(|source| Some((source, speaker_of(source)?)));
    let (source, whose, (at, label, is_own)) =
        turns.find_map(|(source, turn)| Some((source, whose_in(source)?, turn)))?;
    // The speaker of the turn is "I", everybody else "you".
    let does = |whose, is_own: bool| is_own == (whose == Whose::Speaker);
    if does(whose, is_own) {
        return None;
    }
    let is_also_own = |source: &usize| {
        let of_speaker = speaker_of(*source).map(|(.., is_own)| is_own);
        whose_in(*source).is_some_and(|whose| of_speaker.is_none_or(|is_own| does(whose, is_own)))
    };
    let of_deed = objects.iter().copied().chain([verb]);
    if pairing.holding_any(of_deed).iter().take(MAX_SENTENCES).any(is_also_own) {
        return None;
    }
    let sentences = pairing.article.text().sentences();
    let place = match whose {
        Whose::Speaker => pairing.place(at, sentences[at].sentence.tokens[label].span),
        Whose::Listener => pairing.place(source, addressed(&sentences[source].sentence)?),
    };
    Some(FoundMismatch::new(MismatchDetail::OtherSubject, 0.2, pairing.sentence.tokens[name].span, place))
}

/// Whether a word is part of a speaker's label: "the project manager" for "PROJECT MANAGER: ...".
fn is_of_label(pairing: &ClaimPairing, at: usize) -> bool {
    pairing.holding(at).into_iter().take(MAX_SENTENCES).any(|source| {
        let label = pairing.article.text().turn_label(source).filter(|label| label.sentence == source);
        label.is_some_and(|label| {
            label.tokens.iter().any(|token| token.stem == pairing.sentence.tokens[at].stem)
        })
    })
}

/// Who performs the action in a sentence of a conversation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// "I'll order the cake."
    Speaker,
    /// "Can you order the cake?"
    Listener,
}

/// Returns the span of "you" in a sentence.
fn addressed(sentence: &Sentence) -> Option<Span> {
    (0..sentence.tokens.len()).find(|at| &*sentence.lower(*at) == "you").map(|at| sentence.tokens[at].span)
}

/// Returns who performs the action of the claim, if a sentence states it with "I" or asks for it with "you".
/// The sentence must share the verb and an object, or have a light verb and share several objects.
fn whose_deed(
    pairing: &ClaimPairing,
    sentence: &Sentence,
    (verb, is_held): (usize, bool),
    objects: &[usize],
) -> Option<Whose> {
    let parsed = sentence.tree();
    let stands = |own: usize, node: usize| pairing.stands_for_node(own, sentence, node);
    let is_question = sentence.text.trim_end().ends_with('?');
    parsed.propositions.iter().filter(|one| !one.negated && !one.passive).find_map(|one| {
        let agent = one.argument(Role::Agent)?;
        let [only] = agent.words[..] else { return None };
        let word = sentence.text[parsed.words[only].range()].to_lowercase();
        // "I have a lecture, so can you be in?" asks for something else.
        let is_stated = !is_question || one.verb.first().is_some_and(|verb| only < *verb);
        let whose = match word.split(['\'', '’']).next().unwrap_or_default() {
            "i" if is_stated => Whose::Speaker,
            // "Can you" and "will you" ask for an action, "do you want" does not.
            "you" if is_question && matches!(one.modality, Modality::Possible | Modality::Planned) => {
                Whose::Listener
            }
            _ => return None,
        };
        let has = |node: &usize| objects.iter().any(|own| stands(*own, *node));
        let words = || one.arguments.iter().flat_map(|argument| &argument.words);
        let is_same = || {
            if is_held {
                in_word_list(HAVING, one.base())
                    && objects.iter().all(|own| words().any(|node| stands(*own, *node)))
            } else {
                stands(verb, one.head) && words().any(has)
            }
        };
        // "I'll have it by Thursday" can mean building it by Thursday.
        let heads = || one.arguments.iter().filter(|argument| has(&argument.head)).count();
        (is_same() || !is_held && in_word_list(LIGHT, one.base()) && heads() > 1).then_some(whose)
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
            today and ask Jonas to bring his speakers.\nMaria: I have bought two balloons.\nTom: I bought balloons too!\n\
            Maria: I've bought two blue candles.\nTom: I have a lecture Thursday morning though, can you be in?\n";
        let cases = [
            ("Tom orders the cake.", true),
            ("Maria will pay the deposit today.", true),
            ("Jonas pays the deposit.", true),
            ("Maria orders the cake from the bakery.", false),
            ("Tom will pay the deposit.", false),
            ("Tom bought balloons.", false),
            ("Maria and Tom order the cake.", false),
            ("Tom has bought two blue candles.", true),
            ("Maria has bought two blue candles.", false),
            ("Maria has a lecture on Thursday morning.", true),
            ("Tom has a lecture on Thursday morning.", false),
        ];
        assert_found(PARTY, MismatchKind::Role, &cases);
        const MEETING: &str = "PROJECT MANAGER: Who draws the case?\nINDUSTRIAL DESIGNER: I'll have a prototype of it by \
            Thursday. I forgot to renew it. Can you pick me up at 7?\nPROJECT MANAGER: Sure. I have the minutes.\n";
        let cases = [
            ("The project manager will build a prototype by Thursday.", true),
            ("The industrial designer will pick up the project manager at 7.", true),
            ("The industrial designer will build a prototype by Thursday.", false),
            ("The project manager forgot to renew the licence.", true),
            ("The industrial designer forgot to renew the licence.", false),
            ("The project manager will pick up the industrial designer at 7.", false),
        ];
        assert_found(MEETING, MismatchKind::Role, &cases);
    }
}
