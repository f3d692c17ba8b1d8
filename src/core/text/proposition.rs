//! The propositions of a sentence: predicates with their arguments.
//!
//! ```text
//! tree -> predicates (reader) -> arguments (phrase, role) -> subjects that are shared (subject) -> modality, source (stance)
//! ```
//!
//! A passive is converted to its active form, so that "Cork was beaten by Galway" and "Galway beat Cork" have
//! the same arguments. A subject that a clause omits is taken from the clause or noun on which it depends,
//! and marked as shared.

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

/// The construction that makes up a proposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PropositionKind {
    /// A verb with its arguments.
    Verb,
    /// "X is Y".
    Copula,
    /// "There is X".
    Existence,
    /// A noun that identifies another beside it: "Keller, the mayor".
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

/// A participant in a proposition, or the time, place or reason of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its relation to the predicate.
    pub role: Role,
    /// Node of its head.
    pub head: usize,
    /// Nodes of its words, in order, without the preposition or conjunction that introduces it.
    pub words: Vec<usize>,
    /// Nodes of that preposition or conjunction.
    pub marker: Vec<usize>,
    /// Whether it is a clause.
    pub clause: bool,
    /// Whether it belongs to another predicate in the sentence and is shared with this one.
    pub shared: bool,
}

/// A single statement of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposition {
    /// Its construction.
    pub kind: PropositionKind,
    /// Node of its predicate: a verb, or the predicate noun or adjective of a copula.
    pub head: usize,
    /// Nodes of the verb with its auxiliaries, particles and negations, in order; for a copula, those of the
    /// copula.
    pub verb: Vec<usize>,
    /// Base form of the verb, lower-cased, with its particle ("carry out"); "be" for a copula.
    pub lemma: String,
    /// Whether the sentence states it in the passive.
    pub passive: bool,
    /// Whether it is negated.
    pub negated: bool,
    /// Its modality.
    pub modality: Modality,
    /// Nodes of the words for its source, if the sentence attributes it to somebody.
    pub source: Option<Vec<usize>>,
    /// Its arguments in text order, with shared ones first.
    pub arguments: Vec<Argument>,
    /// Index of the proposition of whose argument it is a part.
    pub parent: Option<usize>,
}

impl Proposition {
    /// A proposition that is active and asserted and does not depend on another.
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

    /// Returns the grammatical subject; in a passive that is the patient or the recipient.
    pub fn subject(&self) -> Option<&Argument> {
        if self.passive {
            // In "was sent to the stands", the recipient is not the subject.
            let recipient = self.argument(Role::Recipient).filter(|recipient| recipient.marker.is_empty());
            recipient.or_else(|| self.argument(Role::Patient))
        } else {
            self.argument(Role::Agent)
        }
    }

    /// Returns the base form of its verb without a particle: "carry" for "carry out".
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

    /// Returns the nodes of its words, in order, with or without those of shared arguments.
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

/// Returns the propositions of a sentence, in the order of their predicates, from its words and dependency
/// tree.
pub fn propositions(words: &[&str], tree: &Tree) -> Vec<Proposition> {
    Reader::new(words, tree).propositions()
}

#[cfg(test)]
mod tests;
