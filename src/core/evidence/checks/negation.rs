//! Negations that stand on one side only.

use std::borrow::Cow;

use super::contrast;
use super::mismatch::{FoundMismatch, MismatchDetail};
use super::replies::{Reply, replied};
use super::{ClaimPairing, deeds, governed, opposite, tag};
use crate::syntax::{Relation, Upos};
use crate::text::cues::{Cue, CueKind, Force};
use crate::text::proposition::PropositionKind;
use crate::text::{Sentence, Token, begins_in_word_list, fold_token, idf, in_word_list, stem_of};

/// Share of the clause that one sentence must hold for its negation to apply to the clause.
const MIN_SHARED_WEIGHT: f64 = 0.5;

/// Verbs of losing or lacking something.
const LACKS: &str = " cut cuts cutting lose loses losing lost lack lacks lacked lacking miss misses missing deprived stripped ";

/// Words that deny every instance of something.
const NOTHING: &str = " no nobody none nothing ";

/// Finds a negation on one side only, of a word that both sides have.
pub fn negation(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    if !pairing.same_statement() {
        return Vec::new();
    }
    let own = pairing.sentence.cues().iter();
    let own: Vec<Cue> = own
        .copied()
        .filter(|c| c.force == Force::Negative && pairing.clause.tokens.contains(&c.token))
        .collect();
    if let Some(reply) = replied(pairing) {
        return answered(pairing, &own, &reply).into_iter().collect();
    }
    let found = if !own.is_empty() {
        denied_here(pairing, &own)
    } else if has_verb(pairing) {
        denied_there(pairing).or_else(|| denied_elsewhere(pairing)).or_else(|| only_denied(pairing))
    } else {
        // An apposition such as "Hartley Voss, the auditors" states nothing to deny.
        None
    };
    found.into_iter().collect()
}

fn has_verb(pairing: &ClaimPairing) -> bool {
    pairing.tokens().any(|(at, _)| matches!(tag(pairing.sentence, at), Some(Upos::Verb | Upos::Aux)))
}

/// Returns a mismatch if a clause says the opposite of the answer that a question of the passage gets.
fn answered(pairing: &ClaimPairing, own: &[Cue], reply: &Reply) -> Option<FoundMismatch> {
    let token = |at: usize| &pairing.sentence.tokens[at];
    let is_denied =
        !own.is_empty() || pairing.tokens().any(|(_, t)| is_implied_negative(pairing.sentence.word(t)));
    // A "yes" is often only half of an answer. Asking something or comparing with it does not state it.
    let leaves_open =
        |at: usize| matches!(&*pairing.sentence.lower(at), "ask" | "asks" | "asked" | "whether" | "than");
    if reply.yes || is_denied || pairing.tokens().any(|(at, _)| leaves_open(at)) {
        return None;
    }
    let question = &pairing.article.text().sentences()[reply.question];
    let is_shared = |at: usize| {
        token(at).is_content() && question.sentence.tokens.iter().any(|t| pairing.stands_for(at, t.stem))
    };
    let at = pairing.tokens().map(|(at, _)| at).filter(|at| is_shared(*at)).last()?;
    Some(FoundMismatch::new(MismatchDetail::AnsweredNo, 0.15, token(at).span, question.span()))
}

/// Returns the places of a clause's word in an article sentence, without the negative cues.
fn places<'a>(
    pairing: &'a ClaimPairing,
    article: &'a Sentence,
    theirs: &'a [Cue],
    at: usize,
) -> impl Iterator<Item = usize> + 'a {
    // "Turn up" is another verb than "turn away".
    let own = particle(pairing.sentence, at);
    let is_same_verb =
        move |i: usize| own.as_ref().is_none_or(|own| particle(article, i).is_none_or(|it| it == *own));
    let stands = move |(i, t): &(usize, &Token)| pairing.stands_for(at, t.stem) && is_same_verb(*i);
    let is_cue = |i: usize| theirs.iter().any(|c| c.token == i && c.force == Force::Negative);
    article.tokens.iter().enumerate().filter(stands).map(|(i, _)| i).filter(move |i| !is_cue(*i))
}

/// Returns the particle right after a word.
fn particle(sentence: &Sentence, at: usize) -> Option<Cow<'_, str>> {
    const PARTICLES: &str = " up down out off away ";
    let next = sentence.lower(at + 1);
    in_word_list(PARTICLES, &next).then_some(next)
}

/// Returns a negation that the passage does not have.
fn denied_here(pairing: &ClaimPairing, own: &[Cue]) -> Option<FoundMismatch> {
    // The passage may deny it in another sentence, by another word, or by a superlative: "no April was
    // drier".
    if pairing.sources().any(|(_, article)| denies(pairing, article))
        || is_superlative(pairing)
        || own.iter().any(|cue| &*pairing.sentence.lower(cue.token) == "no")
            && pairing.sources().any(|(_, article)| contrast::is_superlative(pairing, article))
        || is_first(pairing)
        || own.iter().any(|cue| &*pairing.sentence.lower(cue.token + 1) == "longer")
            && pairing.sources().any(|(_, article)| leaves(pairing, article))
    {
        return None;
    }
    for (source, article) in pairing.sources().take(2) {
        let theirs = article.cues();
        for cue in own {
            for at in
                [cue.head, cue.passed].into_iter().flatten().filter(|at| pairing.clause.tokens.contains(at))
            {
                // "No side effects" negates the effects.
                let at = named_by(pairing.sentence, at)
                    .filter(|noun| pairing.clause.tokens.contains(noun))
                    .unwrap_or(at);
                let token = &pairing.sentence.tokens[at];
                let mut places = places(pairing, article, theirs, at);
                // "Could not tell" is not about what somebody told.
                let reports =
                    |sentence: &Sentence, at: usize| sentence.reports().iter().any(|it| it.verb == at);
                let is_denied_here = |i: &usize| {
                    !is_compound(article, *i)
                        && !is_still_ahead(pairing.sentence, cue, &article.lower(*i))
                        && reports(pairing.sentence, at) == reports(article, *i)
                        && deeds::is_stated(article, *i)
                        && (denies_all(pairing.sentence, cue, at)
                            || deeds::is_same_deed(pairing, at, article, *i))
                };
                let Some(first) = places.find(is_denied_here) else { continue };
                if is_denied_in_article(pairing, at) {
                    continue;
                }
                let mut tokens = pairing.sources().flat_map(|(_, article)| &article.tokens);
                if tokens.any(|t| opposite(t.stem, token.stem)) {
                    continue;
                }
                return Some(FoundMismatch::of(
                    MismatchDetail::DeniedHere,
                    0.1,
                    vec![pairing.sentence.tokens[cue.token].span, token.span],
                    vec![pairing.place(source, article.tokens[first].span)],
                ));
            }
        }
    }
    None
}

/// Whether a sentence of the article that has a good part of the clause denies one of its words: "failed to win for the
/// fifth straight game".
fn is_denied_in_article(pairing: &ClaimPairing, at: usize) -> bool {
    const MAX_SENTENCES: usize = 16;
    let sentences = pairing.article.text().sentences();
    pairing.holding(at).into_iter().take(MAX_SENTENCES).any(|source| {
        let article = &*sentences[source].sentence;
        let cues = article.cues();
        pairing.share(source) >= MIN_SHARED_WEIGHT
            && places(pairing, article, cues, at).any(|i| governed(cues, i, Force::Negative).is_some())
    })
}

/// Whether a negation says of a deed that it is still ahead, as the article's word, a base form, may do too: "had yet to
/// play" and "who play later".
fn is_still_ahead(sentence: &Sentence, cue: &Cue, theirs: &str) -> bool {
    &*sentence.lower(cue.token) == "yet" && cue.head.is_some_and(|head| &*sentence.lower(head) == theirs)
}

/// Whether a negation stands before a noun and denies all of it: "no vehicles", "without power".
fn denies_all(sentence: &Sentence, cue: &Cue, noun: usize) -> bool {
    const BEFORE_NOUNS: &str = " no none without lack lacks lacked lacking deny denies denied denying ";
    in_word_list(BEFORE_NOUNS, &sentence.lower(cue.token))
        && tag(sentence, noun).is_some_and(|it| matches!(it, Upos::Noun | Upos::Propn))
}

/// Returns the negation of a word. It extends over "or": "should not be eaten or fed to animals".
fn denial_of<'a>(sentence: &Sentence, cues: &'a [Cue], at: usize) -> Option<&'a Cue> {
    const MAX_JOINED: usize = 3;
    let or = || at.checked_sub(1).filter(|before| &*sentence.lower(*before) == "or");
    governed(cues, at, Force::Negative).or_else(|| {
        let first = or()?;
        (first.saturating_sub(MAX_JOINED)..first).rev().find_map(|at| governed(cues, at, Force::Negative))
    })
}

/// Whether a word only modifies a noun: an "electricity company" is not electricity.
fn is_compound(sentence: &Sentence, at: usize) -> bool {
    named_by(sentence, at).is_some()
}

/// Returns the noun that a word modifies: "company" in "electricity company".
fn named_by(sentence: &Sentence, at: usize) -> Option<usize> {
    let parsed = sentence.tree();
    let node = parsed.tree.nodes.get(sentence.node_of(at)?)?;
    node.head.filter(|_| node.relation == Relation::Compound).map(|head| sentence.token_of(head))
}

/// Whether a sentence denies something of the clause, by a negation or a verb of ending near one of its
/// words, or by a negation that ends the sentence ("I can't").
fn denies(pairing: &ClaimPairing, article: &Sentence) -> bool {
    const MAX_CUE_GAP: usize = 4;
    let theirs = article.cues();
    // A verb of ending that the clause has too denies nothing that the clause says.
    let is_own = |t: &Token| pairing.tokens().any(|(_, own)| own.stem == t.stem);
    let ends = |at: usize| {
        let around = at.saturating_sub(MAX_CUE_GAP)..article.tokens.len().min(at + MAX_CUE_GAP);
        article.tokens[around].iter().any(|t| is_end(article.word(t)) && !is_own(t))
    };
    let mut content = pairing.tokens().filter(|(_, t)| t.is_content());
    if content.any(|(at, _)| places(pairing, article, theirs, at).any(ends)) {
        return true;
    }
    theirs.iter().filter(|c| c.force == Force::Negative).any(|cue| {
        let Some(head) = cue.head else { return true };
        pairing.tokens().filter(|(_, t)| t.is_content()).any(|(at, _)| {
            places(pairing, article, theirs, at)
                .any(|i| i.abs_diff(head) < MAX_CUE_GAP || i.abs_diff(cue.token) < MAX_CUE_GAP)
        })
    })
}

/// Whether a sentence describes leaving something of the clause: "moved off the bottom" for "no longer
/// bottom".
fn leaves(pairing: &ClaimPairing, article: &Sentence) -> bool {
    const MAX_GAP: usize = 3;
    let is_from = |at: usize| in_word_list(" off out from ", &article.lower(at));
    let mut content = pairing.tokens().filter(|(_, t)| t.is_content());
    content
        .any(|(at, _)| places(pairing, article, &[], at).any(|i| (i.saturating_sub(MAX_GAP)..i).any(is_from)))
}

/// Whether a word means an end, which denies what it ends: "stopped listening", "dropped the bid", "averted".
fn is_end(word: &str) -> bool {
    begins_in_word_list(include_str!("ends.txt"), &fold_token(word))
}

/// Whether the superlative of a word of the clause occurs in the passage.
fn is_superlative(pairing: &ClaimPairing) -> bool {
    pairing.tokens().any(|(at, _)| {
        let word = pairing.word(at).to_lowercase();
        word.strip_suffix("er").filter(|stem| stem.len() > 2).is_some_and(|stem| {
            let most = format!("{stem}est");
            pairing
                .sources()
                .any(|(_, article)| article.tokens.iter().any(|t| *fold_token(article.word(t)) == *most))
        })
    })
}

/// Whether "before" or "since" denies what the passage calls the first: "no woman had led it before her", or
/// "has not won since May" if it would be the first win since then.
fn is_first(pairing: &ClaimPairing) -> bool {
    pairing.tokens().any(|(at, _)| matches!(&*fold_token(pairing.word(at)), "before" | "since"))
        && pairing
            .sources()
            .any(|(_, article)| article.tokens.iter().any(|t| &*fold_token(article.word(t)) == "first"))
}

/// Returns a negation of the passage that the clause does not have.
fn denied_there(pairing: &ClaimPairing) -> Option<FoundMismatch> {
    for (source, article) in pairing.sources().take(2) {
        if pairing.passage.best != Some(source) && pairing.share(source) < MIN_SHARED_WEIGHT
            || pairing.overlap.lcs < 0.35 && pairing.share(source) < MIN_SHARED_WEIGHT
        {
            continue;
        }
        let theirs = article.cues();
        if theirs.iter().all(|c| c.force != Force::Negative) {
            continue;
        }
        for (at, token) in pairing.tokens().filter(|(_, t)| t.is_content()) {
            // A word that the sentence has both with and without a negation decides nothing.
            let mut states = places(pairing, article, theirs, at).map(|i| (i, denial_of(article, theirs, i)));
            let Some((first, Some(cue))) = states.next() else { continue };
            // What was too dear to repair may have been sold because repairing it was dear.
            if cue.kind == CueKind::Implied && !is_stated(pairing.sentence, at) {
                continue;
            }
            if states.any(|(_, cue)| cue.is_none())
                || pairing.stands_for(at, article.tokens[cue.token].stem)
                || deeds::is_done_to_another(pairing, article, first)
                || deeds::are_other_deeds(pairing, at, article, first)
            {
                continue;
            }
            // "Otherwise we won't reach it" means that they intend to.
            if (0..cue.token).any(|before| in_word_list(" otherwise unless lest ", &article.lower(before))) {
                continue;
            }
            // An antonym or "no longer" may say the same without a cue. A home without power has had it cut.
            let is_without = &*article.lower(cue.token) == "without";
            let other = pairing.tokens().any(|(other, t)| {
                opposite(t.stem, token.stem)
                    || other != at && is_implied_negative(pairing.sentence.word(t))
                    || is_without && in_word_list(LACKS, &pairing.sentence.lower(other))
            });
            if other {
                continue;
            }
            return Some(FoundMismatch::of(
                denial_by(cue),
                0.12,
                vec![token.span],
                vec![
                    pairing.place(source, article.tokens[cue.token].span),
                    pairing.place(source, article.tokens[first].span),
                ],
            ));
        }
    }
    None
}

/// Returns how a cue of the article denies something.
fn denial_by(cue: &Cue) -> MismatchDetail {
    match cue.kind {
        CueKind::Exception => MismatchDetail::Excepted,
        CueKind::Word | CueKind::Implied => MismatchDetail::DeniedThere,
    }
}

/// Whether a sentence states a deed as its own, by a finite verb: not "to repair it" or "repairing it".
fn is_stated(sentence: &Sentence, at: usize) -> bool {
    let is_infinitive = at.checked_sub(1).is_some_and(|before| &*sentence.lower(before) == "to");
    tag(sentence, at) == Some(Upos::Verb) && !is_infinitive && !sentence.lower(at).ends_with("ing")
}

/// Returns a mismatch if the article has the verb of the clause only under a negation: "two men died" if "no
/// deaths have been reported".
fn only_denied(pairing: &ClaimPairing) -> Option<FoundMismatch> {
    if pairing.tokens().any(|(_, t)| is_implied_negative(pairing.sentence.word(t))) {
        return None;
    }
    let tree = pairing.sentence.tree();
    let main =
        tree.propositions.iter().find(|one| one.kind == PropositionKind::Verb && one.parent.is_none())?;
    let at = pairing.sentence.token_of(main.head);
    // What somebody says about one thing may be left unsaid about another.
    if main.negated || main.reports() || !pairing.clause.tokens.contains(&at) || !pairing.found(at).content {
        return None;
    }
    let sentences = pairing.article.text().sentences();
    let mut denial = None;
    for source in pairing.holding(at) {
        let article = &*sentences[source].sentence;
        let theirs = article.cues();
        let is_of_clause = |cue: &Cue| {
            in_word_list(NOTHING, &article.lower(cue.token)) || pairing.share(source) >= MIN_SHARED_WEIGHT
        };
        let is_near = pairing.passage.sentences.contains(&source);
        for place in places(pairing, article, theirs, at) {
            let cue = governed(theirs, place, Force::Negative)?;
            if cue.kind == CueKind::Implied && !is_stated(pairing.sentence, at) {
                return None;
            }
            denial = denial.or((is_near && is_of_clause(cue)).then_some((source, place, *cue)));
        }
    }
    let (source, place, cue) = denial?;
    let article = &*sentences[source].sentence;
    Some(FoundMismatch::of(
        denial_by(&cue),
        0.12,
        vec![pairing.sentence.tokens[at].span],
        [cue.token, place].map(|at| pairing.place(source, article.tokens[at].span)).to_vec(),
    ))
}

/// Returns a negation in a sentence outside the passage that says nothing but what the clause says: "Rovers
/// have never won the cup" at the end, when most of the clause is in the opening.
fn denied_elsewhere(pairing: &ClaimPairing) -> Option<FoundMismatch> {
    // Besides the negated word.
    const OTHERS: usize = 2;
    if !pairing.is_brief() || pairing.tokens().any(|(_, t)| is_implied_negative(pairing.sentence.word(t))) {
        return None;
    }
    let content: Vec<(usize, &Token)> = pairing.tokens().filter(|(_, t)| t.is_content()).collect();
    // Such a sentence has every word of the clause that is not a name, and lacks at most one of the others.
    let rarest = pairing.rarest(content.iter().map(|(at, _)| *at));
    let plain = content.iter().filter(|(_, t)| !t.flags.capital).map(|(at, _)| *at);
    let plain = pairing.rarest(plain).first().copied();
    let some = &rarest[..rarest.len().saturating_sub(OTHERS - 1)];
    let places: usize = some.iter().map(|(_, places)| places).sum();
    let sources = match plain.filter(|(_, its)| *its < places) {
        Some((at, _)) => pairing.holding(at),
        None => pairing.holding_any(some.iter().map(|(at, _)| *at)),
    };
    let holds = |source: &usize| content.iter().filter(|(at, _)| pairing.has(*source, *at)).count() >= OTHERS;
    let apart = sources.into_iter().filter(|source| !pairing.passage.sentences.contains(source));
    for source in apart.filter(holds) {
        let article = &*pairing.article.text().sentences()[source].sentence;
        let is_had =
            |t: &Token| pairing.tokens().any(|(at, own)| own.is_content() && pairing.stands_for(at, t.stem));
        let theirs = article.cues();
        let Some(cue) = theirs.iter().find(|c| c.force == Force::Negative && c.kind != CueKind::Implied)
        else {
            continue;
        };
        let content = || article.tokens.iter().enumerate().filter(|(i, t)| t.is_content() && *i != cue.token);
        let denied = cue.passed.or(cue.head).filter(|i| is_had(&article.tokens[*i]));
        let Some(denied) = denied.filter(|_| content().count() > OTHERS && content().all(|(_, t)| is_had(t)))
        else {
            continue;
        };
        // Further words of the clause, except for fuller names, would make it another statement: "won the
        // semi-final of the cup".
        let has = |at: usize| article.tokens.iter().any(|t| pairing.stands_for(at, t.stem));
        if pairing.tokens().any(|(at, t)| t.is_content() && !t.flags.capital && !has(at)) {
            continue;
        }
        let at = pairing
            .tokens()
            .map(|(at, _)| at)
            .find(|at| pairing.stands_for(*at, article.tokens[denied].stem))?;
        return Some(FoundMismatch::new(
            denial_by(cue),
            0.15,
            pairing.sentence.tokens[at].span,
            pairing.place(source, article.tokens[cue.token].span),
        ));
    }
    None
}

/// Whether a word is negative without a cue.
fn is_implied_negative(word: &str) -> bool {
    let lower = word.to_lowercase();
    // "Disagree" negates "agree"; "discuss", "unit" and "district" negate nothing.
    let denies = |rest: &str| rest.len() > 3 && idf::is_known(stem_of(rest)) && !lower.starts_with("disc");
    ["dis", "un", "non"].iter().any(|prefix| lower.strip_prefix(prefix).is_some_and(denies))
        || begins_in_word_list(include_str!("implied_beginnings.txt"), &lower)
        || in_word_list(include_str!("implied.txt"), &lower)
}

#[cfg(test)]
mod tests {
    use crate::evidence::Article;
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::{assert_found, judge};
    use crate::text::{Sentence, Text};

    #[test]
    fn what_is_without_something_may_have_been_cut_from_it() {
        const STORM: &str = "Storm Elsa brought winds to the coast, leaving 38,000 homes without power. The electricity \
            company said that some homes might have to wait until the weekend. Side effects were reported by four patients.";
        let cases = [
            ("Storm Elsa cut power to 38,000 homes.", false),
            ("Storm Elsa left 38,000 homes with power.", true),
            ("Some homes could be without electricity until the weekend.", false),
            ("Some homes will not have to wait until the weekend.", true),
            ("No side effects were reported.", true),
        ];
        assert_found(STORM, MismatchKind::Negation, &cases);
    }

    #[test]
    fn what_several_words_deny_is_not_what_was_done() {
        const TRIP: &str = "He was too tall to be airlifted in a helicopter. The car was too expensive to repair, so he sold it. The \
            police prevented the fans from entering the ground. She missed the chance to qualify for the final. Nothing kept \
            Ann from winning the race.";
        let cases = [
            ("He was airlifted in a helicopter.", true),
            ("He was too tall to be airlifted in a helicopter.", false),
            ("He sold the car because repairing it was too expensive.", false),
            ("The fans entered the ground.", true),
            ("The fans were not allowed to enter the ground.", false),
            ("Her chance to qualify for the final is gone.", false),
            ("Ann won the race.", false),
        ];
        assert_found(TRIP, MismatchKind::Negation, &cases);
    }

    #[test]
    fn what_is_excepted_is_denied() {
        const VOTE: &str =
            "Everyone except Ann Lee voted for the plan. All shops but the bakery closed on Monday.";
        let cases = [
            ("Ann Lee voted for the plan.", true),
            ("Ann Lee did not vote for the plan.", false),
            ("The bakery closed on Monday.", true),
            ("The bakery did not close on Monday.", false),
        ];
        assert_found(VOTE, MismatchKind::Negation, &cases);
    }

    #[test]
    fn what_is_denied_of_one_thing_may_hold_of_another() {
        const FERRY: &str = "The council will run the ferry. \"We can't run a community on a service that turns up when it \
            likes,\" said Doyle. Rovers came from behind to move off the bottom of the table.";
        let cases = [
            ("The council has decided to run it.", false),
            ("Doyle said that they can run a community on such a service.", true),
            ("Rovers are no longer bottom of the table.", false),
            ("Rovers are not bottom of the table.", true),
        ];
        assert_found(FERRY, MismatchKind::Negation, &cases);
    }

    #[test]
    fn what_the_article_has_under_a_denial_alone_is_not_said() {
        const FIRE: &str = "Eleven houses have been destroyed and two firefighters were treated for burns. No deaths have \
            been reported. The kelp should not be eaten or fed to animals. You haven't sent me a letter for years. The \
            opposition had ignored the advice of the audit, and a new audit is due next week. Sales declined 5 percent. We take the \
            early train, otherwise we won't reach the hut for lunch. The engineers \
            advised against it after asbestos was found in the walls.";
        let cases = [
            ("Two firefighters died of burns.", true),
            ("Two firefighters were treated for burns.", false),
            ("The kelp can be fed to animals.", true),
            ("The kelp must not be fed to animals.", false),
            ("She sent an invitation.", false),
            ("The advice of the audit was not followed.", false),
            ("Sales fell 5 percent.", false),
            ("They take the early train so that they reach the hut for lunch.", false),
            ("The engineers said no after asbestos was found in the walls.", false),
        ];
        assert_found(FIRE, MismatchKind::Negation, &cases);
    }

    #[test]
    fn a_denial_may_stand_apart_from_the_passage() {
        const CUP: &str = "Castlemere Rovers beat Dunmore in the cup semi-final on Sunday. The crowd watched in heavy \
            rain. Whitlock scored twice. A third goal came late. Rovers have never won the cup. All ferries from Port \
            Caddis have been cancelled, but trains are running.";
        for (claim, found) in [
            ("Castlemere Rovers have won the cup.", true),
            ("Castlemere Rovers have never won the cup.", false),
            ("Castlemere Rovers won the semi-final of the cup.", false),
            ("Castlemere Rovers beat Dunmore in the semi-final.", false),
            ("Ferries from Port Caddis have been cancelled, and trains are not running.", true),
            ("Ferries from Port Caddis have been cancelled, and trains are running.", false),
        ] {
            let article = Article::new(Text::new(CUP));
            let entailments = judge(article.premise(), &Sentence::new(claim));
            let found_here =
                entailments.iter().flat_map(|j| &j.mismatches).any(|v| v.kind == MismatchKind::Negation);
            assert_eq!(found_here, found, "{claim}: {entailments:?}");
        }
    }
}
