//! `exchanged_roles`: exchanges agent and object.

use super::grammar::{Grammar, listed};
use super::{Edit, Pair};
use crate::syntax::{Relation, Upos};
use crate::text::capitalized;
use crate::text::proposition::{Modality, Proposition, PropositionKind, Role};

/// Symmetric verbs (if A meets B, B meets A), and verbs whose arguments are of different sorts.
const BOTH_WAYS: &str = " meet face fight marry join play match equal resemble accompany include mean be have get take make want need \
    like love hate know see hear watch feel regard call name describe become remain involve contain cover top near reach enter \
    leave divorce date kiss hug represent debate negotiate encounter border touch share swap ";

/// Nouns for persons and organisations that can act. No other noun may become an agent.
const PEOPLE: &str = " police officer officers man woman men women boy girl council club company government minister president \
    player players manager fans team firm court judge group union school bank hospital army troops rebels victim suspect driver \
    protesters campaigners critics mother father son daughter husband wife brother sister couple family friend teacher student \
    students doctor patient leader mayor director boss coach captain striker rival singer actor actress officials chairman \
    politician lawyer prosecutor gunman attacker attackers soldiers teenager pensioner customer owner neighbour captain pilot \
    sailor fisherman keeper city state country ";

pub fn find(pair: &Pair) -> Vec<Edit> {
    let each = |grammar: Grammar| {
        let all = grammar.parsed.propositions.iter().filter(|one| one.kind == PropositionKind::Verb);
        all.filter_map(|one| exchange(pair, grammar, one)).collect::<Vec<_>>()
    };
    pair.grammars().flat_map(each).collect()
}

fn exchange(pair: &Pair, grammar: Grammar, one: &Proposition) -> Option<Edit> {
    let stated = matches!(one.modality, Modality::Asserted | Modality::Planned) && !one.negated;
    if !stated || listed(BOTH_WAYS, &one.lemma) {
        return None;
    }
    let acted = one.argument(Role::Patient).filter(|_| one.argument(Role::Recipient).is_none());
    let (agent, patient) = (one.argument(Role::Agent)?, acted.or_else(|| one.argument(Role::Recipient))?);
    if agent.shared || patient.shared || agent.clause || patient.clause {
        return None;
    }
    let (actor, object) = (side(grammar, agent.head)?, side(grammar, patient.head)?);
    // A finite past agrees with any subject; in the passive, the new subject must have the number of the
    // old one.
    if actor.text == object.text || !agrees(grammar, one) {
        return None;
    }
    if !pair.has_any(actor.text) || !pair.has_any(object.text) {
        return None;
    }
    let (first, second) =
        if actor.span.start < object.span.start { (actor, object) } else { (object, actor) };
    if first.span.end >= second.span.start {
        return None;
    }
    let text = pair.summary.raw();
    let between = &text[first.span.end..second.span.start];
    let begins = first.span.start == grammar.placed.start;
    let one = if begins { capitalized(second.text) } else { second.text.to_owned() };
    let other = as_later(first.text, first.kind);
    Some(Edit::new(first.span.join(second.span), format!("{one}{between}{other}")))
}

/// One argument of the verb.
#[derive(Clone, Copy)]
struct Side<'a> {
    span: crate::text::Span,
    text: &'a str,
    kind: Sort,
}

/// Kind of noun phrase. A name is only exchanged with a name, and a noun with "the" only with such a
/// noun.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Name,
    Noun,
}

fn side<'a>(grammar: Grammar<'a>, head: usize) -> Option<Side<'a>> {
    let below = grammar.subtree(head);
    let tied = below.iter().any(|at| {
        *at != head
            && matches!(
                grammar.node(*at).relation,
                Relation::Conj
                    | Relation::Appos
                    | Relation::AclRelcl
                    | Relation::Acl
                    | Relation::NmodPoss
                    | Relation::Nmod
            )
    });
    if tied {
        return None;
    }
    // Only the name itself: an attached score or date stays in place.
    let (mut first, mut last) = (head, head);
    let name = |at: usize| below.contains(&at) && grammar.node(at).tag == Upos::Propn;
    let noun = |at: usize| below.contains(&at) && matches!(grammar.node(at).tag, Upos::Noun | Upos::Adj);
    let kind = match grammar.node(head).tag {
        Upos::Propn => Sort::Name,
        Upos::Noun => Sort::Noun,
        _ => return None,
    };
    let capital =
        |at: usize| at > 0 && grammar.word(at).starts_with(char::is_uppercase) && below.contains(&at);
    let of_it = |at: usize| if kind == Sort::Name { name(at) || capital(at) } else { noun(at) };
    while first > 0 && of_it(first - 1) {
        first -= 1;
    }
    while kind == Sort::Name && name(last + 1) {
        last += 1;
    }
    let determined = first > 0 && matches!(grammar.word(first - 1), "the" | "The" | "a" | "an" | "A" | "An");
    if determined {
        first -= 1;
    }
    let nodes: Vec<usize> = (first..=last).collect();
    let (span, text) = (grammar.stretch(&nodes)?, grammar.text(&nodes));
    let before = first.checked_sub(1).map_or("", |at| grammar.word(at));
    let after = grammar.word(last + 1);
    let open = |word: &str| {
        word.starts_with(['-', '\'', '’', '/', '&', '"', '`']) || matches!(word, "and" | "or" | "of")
    };
    // "Real Madrid", if the tagger takes "Real" for an adjective.
    if before.starts_with(char::is_uppercase) && kind == Sort::Name && first > 1 {
        return None;
    }
    let fits = match kind {
        Sort::Name => text.starts_with(char::is_uppercase) || determined,
        Sort::Noun => {
            let bare = grammar.word(head).ends_with('s') || grammar.lower(head) == "police";
            listed(PEOPLE, &grammar.lower(head)) && (determined || bare)
        }
    };
    (fits && !open(before) && !open(after) && nodes.len() <= 5).then_some(Side { span, text, kind })
}

/// Returns whether the verb would agree with the other subject too.
fn agrees(grammar: Grammar, one: &Proposition) -> bool {
    let forms: Vec<&str> = one.verb.iter().map(|at| grammar.word(*at)).collect();
    let agreeing = |form: &&str| matches!(*form, "are" | "were" | "have" | "do");
    !forms.iter().any(agreeing)
}

fn as_later(text: &str, kind: Sort) -> String {
    for (first, later) in [("The ", "the "), ("A ", "a "), ("An ", "an ")] {
        if let Some(rest) = text.strip_prefix(first) {
            return format!("{later}{rest}");
        }
    }
    let mut letters = text.chars();
    match letters.next() {
        // A common noun was capitalised only because it began the sentence.
        Some(first) if kind == Sort::Noun || listed(PEOPLE, &text.to_lowercase()) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}
