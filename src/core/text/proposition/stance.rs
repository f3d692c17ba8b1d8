//! The stance of a proposition: asserted, possible, planned and so on; whether it is negated; its source.

use super::view::Reader;
use super::{Proposition, Role};
use crate::syntax::{Relation, Upos, verb};
use crate::text::{in_word_list, opens_alternative};

/// The mode in which a proposition is stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Modality {
    /// As a fact.
    #[default]
    Asserted,
    /// As a plan or a future event.
    Planned,
    /// As a possibility.
    Possible,
    /// As necessary or desirable.
    Required,
    /// As true in a hypothetical case.
    Conditional,
    /// As a question.
    Asked,
    /// As an order or a request.
    Ordered,
}

impl Modality {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Words that negate their clause.
const DENIALS: &str = " not n't n’t nt never neither nor no nobody none nothing ";
/// Verbs and adjectives before "to" that make what follows a plan.
const PLANS: &str = " plan intend hope want wish expect agree decide try attempt propose threaten promise vow pledge aim \
    prepare seek offer consider set due go ready determined willing urge ask tell order call invite demand persuade \
    encourage warn advise ";
/// Verbs and adjectives before "to" that make what follows a possibility.
const LEAVES_OPEN: &str =
    " seem appear likely unlikely able believe think say allege report suspect possible ";
/// Verbs and adjectives before "to" that make what follows a requirement.
const REQUIRES: &str = " have need force oblige require oblige supposed ";
/// Verbs that say that what follows is not the case or was not done.
const REFUSES: &str = " deny refuse fail decline reject avoid stop prevent forget ";
/// Adverbs that make a statement a possibility.
const PERHAPS: &str = " perhaps maybe possibly probably reportedly allegedly likely apparently potentially ";

/// Verbs that report what somebody says or thinks, in any form.
const REPORTS: &str = include_str!("../sentence/reports.txt");

/// Whether a verb, in its base form, reports what somebody says or thinks.
pub(super) fn reports(base: &str) -> bool {
    use std::sync::LazyLock;
    static BASES: LazyLock<rustc_hash::FxHashSet<String>> =
        LazyLock::new(|| REPORTS.split_whitespace().map(verb::base).collect());
    BASES.contains(base)
}

/// Sets the negation, modality and source of each proposition, from first to last. A proposition that depends
/// on another inherits from it.
pub(super) fn take(reader: &Reader, all: &mut [Proposition]) {
    for one in all.iter_mut() {
        let denied = |argument: &super::Argument| {
            let is_core = matches!(argument.role, Role::Agent | Role::Patient | Role::Attribute);
            let first = argument.words.first().map(|word| reader.lower[*word].as_str());
            is_core && matches!(first, Some("no" | "none" | "nobody" | "nothing" | "neither"))
        };
        let mut own = one.arguments.iter().filter(|argument| !argument.shared && !argument.clause);
        let denials = reader.children[one.head].iter().copied().filter(|child| denies(reader, *child));
        let (answers, denials): (Vec<usize>, Vec<usize>) =
            denials.partition(|child| is_set_off(reader, one, *child));
        one.verb.retain(|word| !answers.contains(word));
        one.negated = !denials.is_empty() || own.any(denied) || is_alternative(reader, one.head);
        one.modality = modality(reader, one);
    }
    // A clause may precede the one on which it depends, so inheritance takes two passes. More are not needed,
    // since in deeper nesting the inner clause depends on the outer one before it.
    for _ in 0..2 {
        for at in 0..all.len() {
            inherit(reader, all, at);
        }
    }
}

fn denies(reader: &Reader, at: usize) -> bool {
    let node = reader.tree.nodes[at];
    matches!(node.relation, Relation::Advmod | Relation::Det | Relation::Cc | Relation::CcPreconj)
        && in_word_list(DENIALS, &reader.lower[at])
        && !(node.relation == Relation::Det && node.tag != Upos::Det)
}

/// Whether a clause names what was not done: "repaired it *rather than replacing it*", "left *without telling her*".
fn is_alternative(reader: &Reader, head: usize) -> bool {
    let before = reader.children[head].iter().copied().filter(|child| *child < head);
    let mut openings = before.filter(|child| {
        matches!(
            reader.relation(*child),
            Relation::Cc | Relation::Mark | Relation::Case | Relation::Advmod | Relation::Fixed
        )
    });
    // What precedes the head is followed by a word.
    openings.any(|at| {
        let word = &reader.lower[at];
        word == "without" || opens_alternative(word, &reader.lower[at + 1])
    })
}

/// Whether a negation before the clause is set off by a comma: "Not yet, the hall is full" answers a question
/// and does not negate the clause.
fn is_set_off(reader: &Reader, one: &Proposition, at: usize) -> bool {
    let subject = one.subject().into_iter().flat_map(|subject| &subject.words);
    let own = one.verb.iter().chain(subject).copied().filter(|word| *word != at).min();
    let next = reader.tree.nodes[at + 1..].iter().position(|node| node.tag != Upos::Adv);
    let is_comma = |next| reader.lower.get(at + 1 + next).is_some_and(|next| next == ",");
    at < own.unwrap_or(one.head) && next.is_some_and(is_comma)
}

fn modality(reader: &Reader, proposition: &Proposition) -> Modality {
    let head = proposition.head;
    for &word in &proposition.verb {
        match reader.lower[word].as_str() {
            "will" | "shall" | "'ll" | "’ll" | "wo" => return Modality::Planned,
            "may" | "might" | "could" | "can" | "ca" => return Modality::Possible,
            "must" | "should" | "ought" => return Modality::Required,
            "would" | "'d" | "’d" if reader.tree.nodes[word].tag == Upos::Aux => {
                return Modality::Conditional;
            }
            _ => {}
        }
    }
    let adverb = |child: &usize| {
        reader.tree.nodes[*child].relation == Relation::Advmod && in_word_list(PERHAPS, &reader.lower[*child])
    };
    if reader.children[head].iter().any(adverb) {
        return Modality::Possible;
    }
    let root = reader.tree.nodes[head].head.is_none();
    if root
        && reader.words.iter().rev().find(|word| !matches!(**word, "\"" | "”" | "'" | "’" | ")"))
            == Some(&"?")
    {
        return Modality::Asked;
    }
    let commands = root
        && reader.tree.nodes[head].tag == Upos::Verb
        && proposition.verb.first() == Some(&head)
        && reader.lower[head] == proposition.base()
        && proposition.argument(Role::Agent).is_none();
    if commands { Modality::Ordered } else { Modality::Asserted }
}

/// Inherits from the proposition on which this one depends.
fn inherit(reader: &Reader, all: &mut [Proposition], at: usize) {
    let head = all[at].head;
    if all[at].source.is_none() {
        all[at].source = according(reader, head).or_else(|| beside(reader, all, head));
    }
    let node = reader.tree.nodes[head];
    let Some(above) = node.head.and_then(|head| all.iter().position(|other| other.head == head)) else {
        return;
    };
    let (parent, relation) = (all[above].clone(), node.relation);
    let verb = parent.lemma.as_str();
    // For a copula the adjective counts: "is likely to".
    let word =
        if parent.kind == super::PropositionKind::Copula { reader.lower[parent.head].as_str() } else { verb };
    let one = &mut all[at];
    match relation {
        Relation::Ccomp | Relation::Xcomp | Relation::Csubj => {
            if one.source.is_none() {
                let said = relation == Relation::Ccomp && reports(verb) && !parent.passive;
                let agent = parent.argument(Role::Agent).filter(|_| said).map(|agent| agent.words.clone());
                one.source = agent.or_else(|| parent.source.clone());
            }
            let open = one.modality == Modality::Asserted;
            if relation == Relation::Xcomp && open {
                one.modality = match word {
                    _ if in_word_list(PLANS, word) => Modality::Planned,
                    _ if in_word_list(LEAVES_OPEN, word) => Modality::Possible,
                    _ if in_word_list(REQUIRES, word) => Modality::Required,
                    _ => parent.modality,
                };
            }
            one.negated |= relation != Relation::Csubj && in_word_list(REFUSES, word);
            one.negated |= relation == Relation::Xcomp && parent.negated;
        }
        Relation::Conj => {
            if one.source.is_none() {
                one.source.clone_from(&parent.source);
            }
            // "will go and see": an auxiliary of the first verb only is shared.
            let own = one.verb.len() > 1 || one.arguments.iter().any(|a| a.role == Role::Agent && !a.shared);
            if one.modality == Modality::Asserted && !own {
                one.modality = parent.modality;
            }
        }
        Relation::Advcl if one.modality == Modality::Asserted => {
            let marks =
                reader.children[head].iter().filter(|c| reader.tree.nodes[**c].relation == Relation::Mark);
            let mut marks = marks.map(|mark| reader.lower[*mark].as_str());
            one.modality = match marks.next() {
                Some("if" | "unless" | "whether") => Modality::Conditional,
                Some("to") => Modality::Planned,
                _ => one.modality,
            };
        }
        _ => {}
    }
}

/// Returns the source of a clause that is given by "according to".
fn according(reader: &Reader, head: usize) -> Option<Vec<usize>> {
    let case = |at: usize| {
        let mut cases = reader.children[at].iter();
        cases.any(|case| {
            reader.tree.nodes[*case].relation == Relation::Case && reader.lower[*case] == "according"
        })
    };
    let by = reader.children[head].iter().copied().find(|child| case(*child))?;
    Some(reader.phrase(by))
}

/// Returns the source of a clause that is given by a reporting clause beside it: "It is over, Keller said".
fn beside(reader: &Reader, all: &[Proposition], head: usize) -> Option<Vec<usize>> {
    let saying = |child: &&usize| reader.tree.nodes[**child].relation == Relation::Parataxis;
    let mut sayings = reader.children[head].iter().filter(saying);
    sayings.find_map(|saying| {
        let saying = all.iter().find(|other| other.head == *saying && reports(&other.lemma))?;
        let bare = saying.arguments.iter().all(|argument| argument.role != Role::Content);
        saying.argument(Role::Agent).filter(|_| bare).map(|agent| agent.words.clone())
    })
}
