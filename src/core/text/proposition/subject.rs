//! Shares subjects with clauses that omit them.

use super::view::Reader;
use super::{Argument, Proposition, PropositionKind, Role};
use crate::syntax::{Relation, Upos, verb};
use crate::text::{in_word_list, is_person};

/// Verbs whose object is the subject of the following infinitive: "asked him to leave".
const CONTROLS: &str = " ask tell order urge advise want allow invite help force expect teach remind encourage persuade require \
    instruct warn let enable need make see hear watch keep find leave permit call sentence charge accuse stop prevent ";

/// Adds the implied subject to each clause without one.
pub(super) fn share(reader: &Reader, all: &mut [Proposition]) {
    // A clause joined to a relative clause shares the noun, not the pronoun.
    for at in 0..all.len() {
        antecedent(reader, all, at);
    }
    // Heads may precede or follow their dependents, but chains are short: two passes suffice for subjects
    // that are handed down twice.
    for _ in 0..2 {
        for at in 0..all.len() {
            if let Some((argument, passive)) = missing(reader, all, at) {
                all[at].passive |= passive;
                all[at].arguments.push(argument);
            }
        }
    }
}

/// Returns the subject that a clause shares with the one on which it depends, and whether the clause is
/// passive.
fn missing(reader: &Reader, all: &[Proposition], at: usize) -> Option<(Argument, bool)> {
    let one = &all[at];
    if !matches!(one.kind, PropositionKind::Verb | PropositionKind::Copula) || one.subject().is_some() {
        return None;
    }
    let node = reader.tree.nodes[one.head];
    let above = all.iter().find(|other| Some(other.head) == node.head);
    let mut passive = one.passive;
    let argument = match node.relation {
        Relation::Conj => {
            let above = above?;
            // "was arrested and charged"
            let is_verb = |node: &&usize| matches!(reader.tree.nodes[**node].tag, Upos::Verb | Upos::Aux);
            let bare = one.verb.iter().filter(is_verb).count() == 1 && one.argument(Role::Patient).is_none();
            passive |= above.passive
                && bare
                && is_participle(&reader.lower[one.head])
                && !is_surely_active(reader, one);
            above.subject()?
        }
        Relation::Xcomp => {
            let above = above?;
            let object = above.argument(Role::Patient).or(above.argument(Role::Recipient));
            match object.filter(|_| in_word_list(CONTROLS, above.base())) {
                Some(object) if !above.passive => object,
                _ => above.subject()?,
            }
        }
        Relation::Advcl => above?.subject()?,
        Relation::Acl => {
            if infinitive(reader, one.head) {
                return None;
            }
            let head = node.head?;
            let noun = matches!(reader.tree.nodes[head].tag, Upos::Noun | Upos::Propn | Upos::Pron);
            let argument = noun.then(|| of_noun(reader, head, one.head))?;
            return Some((Argument { role: subject_role(passive), ..argument }, passive));
        }
        _ => return None,
    };
    let shared =
        Argument { role: subject_role(passive), shared: true, marker: Vec::new(), ..argument.clone() };
    // A reflexive action would need a reflexive pronoun, so a subject equal to another argument is not added.
    let own = one.arguments.iter().any(|other| other.words == shared.words);
    (!own).then_some((shared, passive))
}

/// Whether a form can be a participle, also of a verb that the lexicon lacks: "booted".
fn is_participle(form: &str) -> bool {
    verb::is_participle(form) || !verb::is_base(form) && verb::base_by_rule(form).is_some()
}

/// Whether a verb without an auxiliary cannot be passive: "died", "helped boost".
fn is_surely_active(reader: &Reader, one: &Proposition) -> bool {
    const WITH_LISTENER: &str = " tell inform warn ask remind assure advise promise show teach ";
    const WITHOUT_OBJECT: &str = " die come go arrive remain fall rise appear happen occur emerge sleep laugh smile sit stand return \
        escape survive collapse vanish disappear retire resign ";
    let is_bare = |deed: usize| reader.tree.nodes[deed].tag == Upos::Verb && !infinitive(reader, deed);
    let has_infinitive = reader.child(one.head, Relation::Xcomp).is_some_and(is_bare);
    // "was moved and showed that", but "was arrested and told that"
    let has_content =
        reader.child(one.head, Relation::Ccomp).is_some() && !in_word_list(WITH_LISTENER, one.base());
    in_word_list(WITHOUT_OBJECT, one.base()) || has_infinitive || has_content
}

fn subject_role(passive: bool) -> Role {
    if passive { Role::Patient } else { Role::Agent }
}

fn infinitive(reader: &Reader, head: usize) -> bool {
    reader.children[head].iter().any(|c| reader.relation(*c) == Relation::Mark && reader.lower[*c] == "to")
}

/// Returns a noun as an argument of a clause that depends on it: without that clause, and without the clause
/// whose predicate the noun is ("a man" in "He is a man who ...").
fn of_noun(reader: &Reader, noun: usize, clause: usize) -> Argument {
    // "Frost is what broke it": the referent of the pronoun is named before it.
    let named = reader.child(noun, Relation::Nsubj).filter(|_| reader.lower[noun] == "what");
    let noun = named.unwrap_or(noun);
    let skip = |child: usize| {
        child == clause
            || reader.relation(child) == Relation::Case && child < noun
            || reader.is_of_predicate(child)
    };
    let words = super::phrase(reader.words, reader.tree, &reader.children, noun, skip);
    Argument { role: Role::Agent, head: noun, words, marker: Vec::new(), clause: false, shared: true }
}

/// Returns the name before "who" if the parser attached the clause to a thing: "Melfi" of "the role of Melfi, who helps him".
fn named_by_who(reader: &Reader, noun: usize, who: usize) -> Option<usize> {
    if reader.tree.nodes[noun].tag != Upos::Noun || is_person(&reader.lower[noun]) {
        return None;
    }
    reader.children[noun].iter().copied().find(|child| {
        let is_name = reader.tree.nodes[*child].tag == Upos::Propn;
        let is_before = |at: &usize| *at < who && reader.tree.nodes[*at].tag != Upos::Punct;
        let last = || reader.tree.subtree(*child).into_iter().rfind(is_before);
        let closest = || (noun..who).rev().find(is_before);
        is_name && reader.tree.nodes[*child].relation == Relation::Nmod && last() == closest()
    })
}

/// Replaces the pronoun of a relative clause by the noun that it modifies, or adds the noun as the missing
/// argument.
fn antecedent(reader: &Reader, all: &mut [Proposition], at: usize) {
    let node = reader.tree.nodes[all[at].head];
    let Some(noun) = node.head.filter(|_| node.relation == Relation::AclRelcl) else { return };
    let relative = |argument: &Argument| {
        argument.words.len() == 1
            && matches!(
                reader.lower[argument.words[0]].as_str(),
                "who" | "which" | "that" | "whom" | "where" | "when"
            )
    };
    let is_who = |argument: &Argument| relative(argument) && reader.lower[argument.words[0]] == "who";
    let noun = match all[at].arguments.iter().find(|argument| is_who(argument)) {
        Some(who) => named_by_who(reader, noun, who.head).unwrap_or(noun),
        None => noun,
    };
    let found = of_noun(reader, noun, all[at].head);
    let one = &mut all[at];
    if let Some(pronoun) = one.arguments.iter_mut().find(|argument| relative(argument)) {
        pronoun.head = found.head;
        pronoun.words = found.words;
        pronoun.shared = true;
        return;
    }
    let role = match one.subject() {
        None => subject_role(one.passive),
        Some(_)
            if one.kind == PropositionKind::Verb && !one.passive && one.argument(Role::Patient).is_none() =>
        {
            Role::Patient
        }
        Some(_) => return,
    };
    one.arguments.push(Argument { role, ..found });
}
