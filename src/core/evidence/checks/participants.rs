//! The participants of an event, and its year.

use std::ops::Range;

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, names, tag};
use crate::evidence::demonyms;
use crate::syntax::{Relation, Upos};
use crate::text::Sentence;
use crate::text::numbers::{Number, Unit};
use crate::text::proposition::{Argument, Modality, Proposition, PropositionKind, Role};

/// Largest number of sentences with the verb that are considered.
const MAX_SENTENCES: usize = 16;
/// Whole numbers that are taken for years.
const YEARS: Range<i64> = 1000..2200;

/// Finds an event that the article has with the same other participants but with another name or year: "the
/// study was led by Birk" if Osei led it. Common nouns are not compared, since many may mean the same.
pub fn participants(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let own = &pairing.sentence.tree().propositions;
    own.iter().filter_map(|event| other_participant(pairing, event)).take(1).collect()
}

/// An argument of the claim's event, with the token of its head.
type Own<'a> = (&'a Argument, usize);

fn other_participant(pairing: &ClaimPairing, event: &Proposition) -> Option<FoundMismatch> {
    let token = |node: usize| pairing.sentence.token_of(node);
    let is_within = |at: &usize| pairing.clause.tokens.contains(at);
    let verb = token(event.head);
    let is_compared = event.kind == PropositionKind::Verb && !event.negated && !event.reports();
    if !is_compared || !is_within(&verb) || !pairing.found(verb).content {
        return None;
    }
    let arguments = event.arguments.iter().filter(|one| !one.clause).map(|one| (one, token(one.head)));
    let arguments: Vec<Own> = arguments.filter(|(_, at)| is_within(at)).collect();
    if !arguments.iter().any(|(_, at)| is_compared_word(pairing, *at)) {
        return None;
    }
    let mut found = None;
    // Parsing a sentence is most of the work. A sentence that shares nothing else with the event is about
    // another one.
    let shares = |source: &usize| {
        let article = &pairing.article.text().sentences()[*source].sentence;
        arguments.iter().any(|(argument, at)| {
            article.tokens.iter().any(|token| pairing.stands_for(*at, token.stem))
                || argument.words.iter().any(|word| is_in(pairing, *word, article))
        })
    };
    for source in pairing.holding(verb).into_iter().take(MAX_SENTENCES).filter(shares) {
        let article = &*pairing.article.text().sentences()[source].sentence;
        let same = |one: &&Proposition| {
            one.kind == PropositionKind::Verb && pairing.stands_for_node(verb, article, one.head)
        };
        for told in article.tree().propositions.iter().filter(same) {
            match differs(pairing, &arguments, article, told) {
                Told::Same => return None,
                Told::Otherwise(own, other) => found = found.or(Some((own, source, article, other))),
                Told::Another => {}
            }
        }
    }
    let ((argument, at), source, article, other) = found?;
    let how =
        if argument.role == Role::Agent { MismatchDetail::OtherSubject } else { MismatchDetail::OtherNoun };
    let place = article.tokens[article.token_of(other)].span;
    Some(FoundMismatch::new(how, 0.2, pairing.sentence.tokens[at].span, pairing.place(source, place)))
}

/// Whether a word of the claim is compared: part of a name or of a number.
fn is_compared_word(pairing: &ClaimPairing, at: usize) -> bool {
    let is_number = |number: &Number| (number.first..number.end).contains(&at);
    names::is_name(pairing, at) || pairing.sentence.numbers().iter().any(is_number)
}

/// How an event of the article with the claim's verb relates to that of the claim.
enum Told<'a> {
    /// It may be the same event.
    Same,
    /// It is the same except for one participant. The node is the head of the article's counterpart.
    Otherwise(Own<'a>, usize),
    /// It is another event.
    Another,
}

fn differs<'a>(
    pairing: &ClaimPairing,
    arguments: &[Own<'a>],
    article: &Sentence,
    told: &Proposition,
) -> Told<'a> {
    let stands = |at: usize, node: &usize| pairing.stands_for_node(at, article, *node);
    let (mut shared, mut unnamed) = (0, 0);
    let mut others = Vec::new();
    for (argument, at) in arguments {
        let mut same = told.arguments.iter().filter(|one| one.role == argument.role);
        // A match in any role counts, since the article may word the event differently.
        if let Some(other) = replaced_by(pairing, (argument, *at), article, told) {
            others.push(((*argument, *at), other.head));
        } else if told.arguments.iter().any(|one| one.words.iter().any(|node| stands(*at, node))) {
            shared += 1;
        } else if argument.words.iter().any(|word| is_in(pairing, *word, article)) {
            // The tree may have misplaced a word that stands elsewhere in the sentence.
            let Some(other) = same.next().filter(|one| is_exchanged(pairing, *at, article, (told, one)))
            else {
                return Told::Same;
            };
            others.push(((*argument, *at), other.head));
        } else if let Some(other) = same.next().filter(|one| !one.clause) {
            // "The holders" may be whoever did it.
            if argument.role == Role::Agent && !is_compared_word(pairing, *at) {
                unnamed += 1;
            } else {
                others.push(((*argument, *at), other.head));
            }
        } else {
            return Told::Another;
        }
    }
    match others[..] {
        [] => Told::Same,
        [(own, other)] if shared > unnamed && !told.negated && told.modality != Modality::Asked => {
            if is_another(pairing, own.1, article, other) {
                Told::Otherwise(own, other)
            } else {
                Told::Same
            }
        }
        _ => Told::Another,
    }
}

/// Returns the participant of an article's event that has the role of one of the claim and that the claim has elsewhere:
/// Hogan, if "Rudolph led them because Hogan was hurt" and "they were led by Hogan in the absence of Rudolph".
fn replaced_by<'a>(
    pairing: &ClaimPairing,
    (argument, at): Own,
    article: &Sentence,
    told: &'a Proposition,
) -> Option<&'a Argument> {
    let other = told.argument(argument.role)?;
    let stands = |at: usize, node: &usize| pairing.stands_for_node(at, article, *node);
    let is_part = |one: &Argument| {
        one.role != argument.role && stands(at, &one.head)
            || one.head == other.head && one.words.iter().any(|it| stands(at, it))
    };
    let is_own =
        |token: usize| pairing.sentence.node_of(token).is_some_and(|node| argument.words.contains(&node));
    let is_elsewhere = || pairing.tokens().any(|(token, _)| stands(token, &other.head) && !is_own(token));
    // The claim's tokens are gone through last, since few arguments are other names.
    (is_another(pairing, at, article, other.head) && !told.arguments.iter().any(is_part) && is_elsewhere())
        .then_some(other)
}

/// Whether a participant of the claim belongs to another event of the article sentence, and another one has its role in this
/// event: "stolen in 2005" if it was stolen in 1990 and found in 2005.
fn is_exchanged(
    pairing: &ClaimPairing,
    at: usize,
    article: &Sentence,
    (told, other): (&Proposition, &Argument),
) -> bool {
    let is_own =
        |one: &Argument| !one.shared && !one.clause && pairing.stands_for_node(at, article, one.head);
    let mut elsewhere = article.tree().propositions.iter().filter(|one| one.head != told.head);
    elsewhere.any(|one| one.arguments.iter().any(is_own)) && is_another(pairing, at, article, other.head)
}

/// Whether an article sentence has a content word of the claim, given by its node.
fn is_in(pairing: &ClaimPairing, node: usize, article: &Sentence) -> bool {
    let at = pairing.sentence.token_of(node);
    let is_content = pairing.clause.tokens.contains(&at) && pairing.found(at).content;
    is_content && article.tokens.iter().any(|token| pairing.stands_for(at, token.stem))
}

/// Whether a node of an article sentence is certainly another name or year than a token of the claim.
fn is_another(pairing: &ClaimPairing, at: usize, article: &Sentence, node: usize) -> bool {
    let (own, theirs) = (pairing.sentence.tree(), article.tree());
    let (mine, other) = (&pairing.sentence.tokens[at], article.token_of(node));
    if pairing.found(at).is_missing()
        || own.node_at(mine.span.start).is_some_and(|node| own.is_joined(node))
        || theirs.is_joined(node)
        || theirs.tree.nodes[node].relation == Relation::Conj
    {
        return false;
    }
    if let (Some(own), Some(theirs)) = (years(pairing.sentence, at), years(article, other)) {
        return own.end <= theirs.start || theirs.end <= own.start;
    }
    if pairing.sentence.is_dated(at) || article.is_dated(other) {
        return false;
    }
    let other_token = &article.tokens[other];
    let is_place = |stem| demonyms::same_place(stem).next().is_some();
    tag(pairing.sentence, at) == Some(Upos::Propn)
        && tag(article, other) == Some(Upos::Propn)
        && names::is_name(pairing, at)
        && other_token.flags.capital
        && is_place(mine.stem) == is_place(other_token.stem)
}

/// Returns the year of a token, or the years of its decade.
fn years(sentence: &Sentence, at: usize) -> Option<Range<i64>> {
    let number = sentence.numbers().iter().find(|n| (n.first..n.end).contains(&at))?;
    let year = number.value.whole().filter(|year| YEARS.contains(year))?;
    Some(year..year + if number.unit == Unit::Decade { 10 } else { 1 })
}

#[cfg(test)]
mod tests {
    use crate::evidence::support::judge_alone;

    #[test]
    fn an_event_has_the_names_and_the_year_of_the_article() {
        const STUDY: &str = "Helen Osei, who led the study in 1981, was pleased. Tomas Birk called the result promising. \
            Keane won the cup in 1999 and in 2004. Eels vanished in the 1960s. Larsen and Holt built the bridge. The \
            painting was stolen from the museum in 1990 and found in 2005. Glamorgan are being led by Michael Hogan for the \
            first time in the absence of Jacques Rudolph, who has a neck problem. The Young Lions are the champions, having \
            beaten Holland on penalties in the final last year. They play Italy on May 7.";
        for (claim, found) in [
            ("The study was led by Tomas Birk.", true),
            ("The study was led by Helen Osei.", false),
            ("The study was led by Osei in the 1960s.", true),
            ("The study was led by Osei in the 1980s.", false),
            ("Keane won the cup in 2004.", false),
            ("Birk built the bridge.", false),
            ("The painting was stolen in 2005.", true),
            ("The painting was found in 2005.", false),
            ("The painting was stolen in 1990.", false),
            (
                "Jacques Rudolph led Glamorgan for the first time because Michael Hogan has a neck problem.",
                true,
            ),
            (
                "Michael Hogan led Glamorgan for the first time because Jacques Rudolph has a neck problem.",
                false,
            ),
            ("The holders beat Italy on penalties in last year's final.", true),
            ("The holders beat Holland on penalties in last year's final.", false),
        ] {
            let mismatches = judge_alone(STUDY, claim).mismatches;
            assert_eq!(
                mismatches.iter().any(|one| one.check == "participant"),
                found,
                "{claim}: {mismatches:?}"
            );
        }
    }
}
