//! What a sentence says: predicates, and who and what takes part in each.
//!
//! ```text
//! tree -> predicates (reader) -> arguments (phrase, role) -> subjects that are shared (subject) -> modality, source (stance)
//! ```
//!
//! A passive is read as its active, so that "Cork was beaten by Galway" and "Galway beat Cork" have the same arguments. A
//! subject that a clause leaves out is taken from the clause or the noun that it depends on, and marked as shared.

mod phrase;
mod reader;
mod role;
mod stance;
mod subject;
mod view;

use phrase::phrase;
pub use role::Role;
pub use stance::Modality;

use crate::syntax::Tree;
use view::Reader;

/// What makes words a proposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PropositionKind {
    /// A verb with its arguments.
    Verb,
    /// "X is Y".
    Copula,
    /// "There is X".
    Existence,
    /// A noun beside another that says who or what it is: "Keller, the mayor".
    Apposition,
    /// A noun with the arguments of a verb: "the appointment of Keller by the council".
    Noun,
}

impl PropositionKind {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Who or what takes part in a proposition, or when, where and why it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What it is to the predicate.
    pub role: Role,
    /// The node of its head.
    pub head: usize,
    /// The nodes of its words, in order, without the preposition or the conjunction that introduces it.
    pub words: Vec<usize>,
    /// The nodes of that preposition or conjunction.
    pub marker: Vec<usize>,
    /// Whether it is a clause.
    pub clause: bool,
    /// Whether it is written with another predicate, and shared with this one.
    pub shared: bool,
}

/// One thing that a sentence says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposition {
    /// What makes it a proposition.
    pub kind: PropositionKind,
    /// The node of its predicate: a verb, or what the subject of a copula is.
    pub head: usize,
    /// The nodes of the verb with its auxiliaries, particles and negations, in order; of a copula, those of the copula.
    pub verb: Vec<usize>,
    /// The base form of the verb, lower-cased, with its particle ("carry out"); "be" of a copula.
    pub lemma: String,
    /// Whether the sentence has it in the passive.
    pub passive: bool,
    /// Whether it is denied.
    pub negated: bool,
    /// How it is stated.
    pub modality: Modality,
    /// The nodes of the words for who says it, where the sentence leaves that to somebody.
    pub source: Option<Vec<usize>>,
    /// Its arguments, in the order of their words; what is shared comes first.
    pub arguments: Vec<Argument>,
    /// The index of the proposition whose argument it is a part of.
    pub parent: Option<usize>,
}

impl Proposition {
    /// A proposition of the active, as fact, that depends on no other.
    fn new(
        kind: PropositionKind,
        head: usize,
        verb: Vec<usize>,
        lemma: String,
        arguments: Vec<Argument>,
    ) -> Proposition {
        let (passive, negated, modality, source, parent) = (false, false, Modality::default(), None, None);
        Proposition { kind, head, verb, lemma, passive, negated, modality, source, arguments, parent }
    }

    /// The subject as the sentence has it: of a passive whom it is done to.
    pub fn subject(&self) -> Option<&Argument> {
        if self.passive {
            // Of "was sent to the stands" the recipient is no subject.
            let recipient = self.argument(Role::Recipient).filter(|recipient| recipient.marker.is_empty());
            recipient.or_else(|| self.argument(Role::Patient))
        } else {
            self.argument(Role::Agent)
        }
    }

    /// The base form of its verb without a particle: "carry" of "carry out".
    pub fn base(&self) -> &str {
        self.lemma.split(' ').next().unwrap_or_default()
    }

    /// Whether its verb reports what somebody says or thinks.
    pub fn reports(&self) -> bool {
        self.kind == PropositionKind::Verb && stance::reports(&self.lemma)
    }

    /// The first argument of a role.
    pub fn argument(&self, role: Role) -> Option<&Argument> {
        self.arguments.iter().find(|argument| argument.role == role)
    }

    /// The nodes of its words, in order, with or without those that it shares with another.
    pub fn words(&self, with_shared: bool) -> Vec<usize> {
        let mut words = self.verb.clone();
        for argument in self.arguments.iter().filter(|argument| with_shared || !argument.shared) {
            words.extend(argument.marker.iter().chain(&argument.words));
        }
        words.sort_unstable();
        words.dedup();
        words
    }
}

/// The propositions of a sentence, in the order of their predicates, from its words and their tree.
pub fn propositions(words: &[&str], tree: &Tree) -> Vec<Proposition> {
    Reader::new(words, tree).propositions()
}

#[cfg(test)]
mod tests;
