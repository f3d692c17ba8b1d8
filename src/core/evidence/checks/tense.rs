//! Events that have happened, are still to come, or are only asked for.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use super::modality::{is_infinitive, is_intent};
use crate::syntax::Relation;
use crate::text::proposition::{Proposition, PropositionKind};
use crate::text::{Sentence, begins_in_word_list, in_word_list};

/// Share of the clause that a sentence must hold to be about the same event.
const SAME_EVENT: f64 = 0.6;
/// Support left by another stage.
const MAX_SUPPORT: f64 = 0.3;
/// Largest number of occurrences of the verb in a sentence. With more, any of them could be meant.
const MAX_PLACES: usize = 8;

/// Stage that an event has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// "Confirmed", "has confirmed", "was confirmed".
    Done,
    /// "Will confirm", "plans to confirm".
    Ahead,
    /// "Asked the council to confirm".
    Asked,
}

/// Finds an event that the clause states as done ("confirmed") while every article sentence with the verb has
/// it still to come ("is expected to confirm"). The reverse counts too, and so does either one if somebody is
/// only asked to do it.
pub fn tense(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let best = pairing.sources().next().filter(|(source, _)| pairing.share(*source) >= SAME_EVENT);
    // What has happened may happen again.
    let is_repeated = || pairing.tokens().any(|(at, _)| &*pairing.sentence.lower(at) == "again");
    let Some(best) = best.filter(|_| !is_repeated()) else { return Vec::new() };
    let own = &pairing.sentence.tree().propositions;
    let stated = own.iter().filter(|one| one.kind == PropositionKind::Verb && !one.negated);
    stated.filter_map(|one| other_stage(pairing, one, best)).take(1).collect()
}

/// Compares the stage of a proposition of the clause with the sentence that holds most of the clause.
fn other_stage(
    pairing: &ClaimPairing,
    own: &Proposition,
    (source, article): (usize, &Sentence),
) -> Option<FoundMismatch> {
    let at = pairing.sentence.token_of(own.head);
    if !pairing.clause.tokens.contains(&at) || !pairing.found(at).content {
        return None;
    }
    let (here, _) = stage(pairing.sentence, at).filter(|(here, _)| *here != Stage::Asked)?;
    let sentences = pairing.article.text().sentences();
    let of_verb = |source: usize| -> Vec<usize> {
        let tokens = sentences[source].sentence.tokens.iter().enumerate();
        tokens.filter(|(_, token)| pairing.stands_for(at, token.stem)).map(|(place, _)| place).collect()
    };
    let place = of_verb(source).into_iter().next()?;
    let (there, shown_by) = stage(article, place).filter(|(there, _)| *there != here)?;
    // A plan may have been carried out since. Whether it has is left to the check `modality`.
    let is_planned = || led_to(article, place).is_some_and(|by| is_intent(&article.lower(by)));
    if has_been(pairing.sentence, own) && is_planned() {
        return None;
    }
    let is_same = |source: usize| {
        let places = of_verb(source);
        let mut stages = places.iter().map(|place| stage(&sentences[source].sentence, *place));
        places.len() <= MAX_PLACES && stages.all(|found| found.is_some_and(|(stage, _)| stage == there))
    };
    if !pairing.holding(at).into_iter().all(is_same) {
        return None;
    }
    let word = pairing.sentence.tokens[at].span;
    let place = pairing.place(source, article.tokens.get(shown_by)?.span);
    let how = match there {
        Stage::Done => MismatchDetail::ToCome,
        Stage::Ahead => MismatchDetail::Done,
        Stage::Asked => MismatchDetail::OnlyAsked,
    };
    Some(FoundMismatch::new(how, MAX_SUPPORT, word, place))
}

/// Returns the stage of a verb in a sentence and the word that shows it; `None` if no word does.
fn stage(sentence: &Sentence, at: usize) -> Option<(Stage, usize)> {
    let ahead = led_to(sentence, at).map(|by| (Stage::Ahead, by));
    if let Some(found) = ahead.or_else(|| required_by(sentence, at)) {
        return Some(found);
    }
    let parsed = sentence.tree();
    let node = sentence.node_of(at)?;
    let of_verb = |one: &&Proposition| one.kind == PropositionKind::Verb && one.head == node;
    let one =
        parsed.propositions.iter().find(of_verb).filter(|one| !one.negated && one.subject().is_some())?;
    let mut auxiliaries = one.verb.iter().copied().filter(|word| *word < node);
    let is_one_of = |words: &str, word: usize| in_word_list(words, &auxiliary(sentence, word));
    // A future seen from the time of a report, or if a plan is carried out.
    let is_seen_ahead = one.source.is_some()
        || one.parent.is_some_and(|at| parsed.propositions[at].reports())
        || is_of_plan(sentence, one);
    let will = if is_seen_ahead { " will 'll shall would 'd " } else { " will 'll shall " };
    if let Some(will) = auxiliaries.clone().find(|word| is_one_of(will, *word)) {
        return Some((Stage::Ahead, sentence.token_of(will)));
    }
    let word = sentence.lower(at);
    // With a particle the parser often mistakes a participle for a past tense: "a boat brought in from
    // Dunmore".
    let has_particle = one.verb.iter().any(|word| *word > node);
    let is_past = !has_particle && *word != *one.lemma && !word.ends_with("ing") && !word.ends_with('s');
    let is_done = if auxiliaries.clone().next().is_none() {
        !matches!(parsed.tree.nodes[node].relation, Relation::Acl | Relation::Xcomp | Relation::Amod)
    } else {
        auxiliaries.all(|word| is_one_of(" has have had 've was were been ", word))
    };
    (is_past && is_done).then_some((Stage::Done, at))
}

/// Whether a proposition is in a perfect tense.
fn has_been(sentence: &Sentence, one: &Proposition) -> bool {
    one.verb.iter().any(|word| in_word_list(" has have had 've ", &auxiliary(sentence, *word)))
}

/// Returns a word of a verb, lower-cased. In "I'll", which is one token, this is "'ll".
fn auxiliary(sentence: &Sentence, word: usize) -> String {
    sentence.text[sentence.tree().words[word].range()].to_lowercase().replace('’', "'")
}

/// Returns the word that marks a verb as still to come: "plans to", "is likely to", "put off ...ing".
fn led_to(sentence: &Sentence, at: usize) -> Option<usize> {
    const AHEAD: &str = " scheduled about likely poised offer offers offered offering hope hopes hoped hoping try tries tried trying \
        attempt attempts attempted attempting ";
    /// After these words, a form in "-ing" is not done, or left for later.
    const UNDONE: &str = " postpone postpones postponed delay delays delayed avoid avoids avoided consider considers \
        considered considering mulls mulled mulling ";
    if let Some(before) = at.checked_sub(1).filter(|_| sentence.lower(at).ends_with("ing")) {
        let is_put_off = || {
            let verb = before.checked_sub(1).map(|at| sentence.lower(at)).unwrap_or_default();
            matches!(&*sentence.lower(before), "off") && in_word_list(" put puts putting ", &verb)
        };
        if in_word_list(UNDONE, &sentence.lower(before)) || is_put_off() {
            return Some(before);
        }
    }
    let before = at.checked_sub(2).filter(|_| is_infinitive(sentence, at))?;
    let word = sentence.lower(before);
    (in_word_list(AHEAD, &word) || is_intent(&word)).then_some(before)
}

/// Returns the stage of a verb that somebody is ordered or asked for, and the word that does so: "ordered the firm to pay",
/// "asked the scouts to clean it", "demanded that it close".
fn required_by(sentence: &Sentence, at: usize) -> Option<(Stage, usize)> {
    const ORDERS: &str = "order instruct";
    const REQUESTS: &str = "ask invit urg request begged begs";
    const DEMANDS: &str = "demand recommend request propos";
    let by = governor(sentence, at)?;
    let begins = |list| begins_in_word_list(list, &sentence.lower(by));
    let stage = match is_infinitive(sentence, at) {
        true if begins(ORDERS) => Stage::Ahead,
        true if begins(REQUESTS) => Stage::Asked,
        false if begins(DEMANDS) && is_subjunctive(sentence, at) => Stage::Asked,
        _ => return None,
    };
    Some((stage, by))
}

/// Returns the word whose content a verb is.
fn governor(sentence: &Sentence, at: usize) -> Option<usize> {
    let node = sentence.tree().tree.nodes[sentence.node_of(at)?];
    let is_content = matches!(node.relation, Relation::Xcomp | Relation::Ccomp | Relation::Advcl);
    node.head.filter(|_| is_content).map(|head| sentence.token_of(head))
}

/// Whether a verb has a subject and the bare form, which states nothing: "that the school *close*".
fn is_subjunctive(sentence: &Sentence, at: usize) -> bool {
    let parsed = sentence.tree();
    let Some(node) = sentence.node_of(at) else { return false };
    let is_bare = |one: &Proposition| one.verb.len() == 1 && *one.lemma == *sentence.lower(at);
    let own = parsed.propositions.iter().find(|one| one.head == node);
    own.is_some_and(|one| one.subject().is_some_and(|subject| !subject.shared) && is_bare(one))
}

/// Whether a proposition says what a plan, law or the like would do.
fn is_of_plan(sentence: &Sentence, one: &Proposition) -> bool {
    const PLANS: &str = " plan plans bill bills law proposal proposals measure measures scheme deal merger reform reforms ban project \
        amendment rule rules ";
    one.subject().is_some_and(|subject| in_word_list(PLANS, &sentence.lower(sentence.token_of(subject.head))))
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn what_is_expected_has_not_happened() {
        const COUNCIL: &str = "The full council is expected to confirm the decision on 12 June. The firm plans to open a \
            plant in Leeds. It opened one in York last year. An update in November will improve the camera. We closed the \
            Dayton bakery in May. I've asked the scouts to clean the kitchen. The mayor asked the firm to repair the pipes, and it \
            repaired the pipes in June. Prices began to rise. I'll paint the fence in Bergen. Reyes had offered to \
            review the rosters. The county has put off replacing the ship. Aas said that a ruling would be given in October. \
            The plan would abolish 300 jobs in Leeds. Ann Roy tried to stop the train. A judge ordered the bank to refund its \
            customers. Parents demanded that the academy publish its accounts. The union urged the mill to hire 30 guards.";
        let cases = [
            ("The full council confirmed the decision on 12 June.", true),
            ("The full council will confirm the decision on 12 June.", false),
            ("The firm opened a plant in York.", false),
            ("An update in November improved the camera.", true),
            ("An update in November will improve the camera.", false),
            ("The Dayton bakery will be closed in May.", true),
            ("The Dayton bakery was closed in May.", false),
            ("The scouts will clean the kitchen.", true),
            ("The firm repaired the pipes.", false),
            ("Prices rose.", false),
            ("The fence in Bergen was painted.", true),
            ("Reyes has reviewed the rosters.", true),
            ("Reyes offered to review the rosters.", false),
            ("The county has replaced the ship.", true),
            ("The county put off replacing the ship.", false),
            ("A ruling was given in October.", true),
            ("A ruling would be given in October.", false),
            ("The plan abolished 300 jobs in Leeds.", true),
            ("Ann Roy stopped the train.", true),
            ("Ann Roy attempted to stop the train.", false),
            ("The bank refunded its customers.", true),
            ("The bank must refund its customers.", false),
            ("The academy published its accounts.", true),
            ("The mill hired 30 guards.", true),
        ];
        assert_found(COUNCIL, MismatchKind::Modality, &cases);
    }
}
