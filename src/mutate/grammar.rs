//! The dependency tree of a sentence of the summary, with the positions of its words.

use std::collections::HashSet;

use crate::syntax::{Node, Relation, Upos};
use crate::text::proposition::{Proposition, PropositionKind};
use crate::text::{Parsed, Placed, Span, Stem};

/// A sentence that can be changed based on its tree.
#[derive(Clone, Copy)]
pub struct Grammar<'a> {
    pub placed: &'a Placed,
    pub parsed: &'a Parsed,
}

/// Quantifiers: a negated or modal statement that contains one may hold for a part only.
const QUANTIFIERS: &str = " all every each any some most many few several both either neither half none no only least more \
    less fewer least almost nearly hardly about around over under up approximately percent per majority minority third \
    quarter rest others another ";

/// Words of sentences that describe the text itself instead of an event.
const META: &str =
    " article summary author text story passage report writer conversation dialogue transcript ";

impl<'a> Grammar<'a> {
    /// Returns the grammar of a sentence; `None` if it is a question, describes the text itself, or
    /// cannot be parsed.
    pub fn of(placed: &'a Placed) -> Option<Grammar<'a>> {
        /// Length, in words, above which a tree is seldom entirely right.
        const MAX_TREE_WORDS: usize = 60;
        let parsed = placed.sentence.tree();
        let grammar = Grammar { placed, parsed };
        let count = parsed.words.len();
        if !(4..=MAX_TREE_WORDS).contains(&count) || placed.sentence.text.contains(['?', '!', '[', '{']) {
            return None;
        }
        let meta = (0..count.min(6)).any(|node| {
            listed(META, &grammar.lower(node))
                && matches!(grammar.node(node).relation, Relation::Nsubj | Relation::NsubjPass)
        });
        (!meta).then_some(grammar)
    }

    pub fn node(&self, at: usize) -> &'a Node {
        &self.parsed.tree.nodes[at]
    }

    /// Returns a word as written; empty outside the sentence.
    pub fn word(&self, at: usize) -> &'a str {
        self.parsed.words.get(at).map_or("", |span| &self.placed.sentence.text[span.range()])
    }

    pub fn lower(&self, at: usize) -> String {
        self.word(at).to_lowercase()
    }

    /// Returns the bytes of a word in the summary.
    pub fn span(&self, at: usize) -> Span {
        self.placed.place(self.parsed.words[at])
    }

    /// Returns the bytes of adjacent nodes; `None` if other words lie between them.
    pub fn stretch(&self, nodes: &[usize]) -> Option<Span> {
        let whole = !nodes.is_empty() && nodes.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        whole.then(|| self.placed.place(self.parsed.span_of(nodes)))
    }

    pub fn text(&self, nodes: &[usize]) -> &'a str {
        &self.placed.sentence.text[self.parsed.span_of(nodes).range()]
    }

    /// Returns the first dependent of a node with this relation.
    pub fn child(&self, of: usize, relation: Relation) -> Option<usize> {
        self.parsed.tree.children(of).find(|at| self.node(*at).relation == relation)
    }

    pub fn subtree(&self, of: usize) -> Vec<usize> {
        self.parsed.tree.subtree(of)
    }

    /// Returns the propositions with a verb or copula in main clauses, in complement clauses, and in
    /// coordinated clauses with a subject of their own.
    pub fn statements(self) -> impl Iterator<Item = &'a Proposition> {
        self.parsed.propositions.iter().filter(move |one| {
            let plain =
                matches!(one.kind, PropositionKind::Verb | PropositionKind::Copula) && !one.verb.is_empty();
            let own = matches!(
                self.node(one.head).relation,
                Relation::Root | Relation::Ccomp | Relation::Parataxis
            ) || self.node(one.head).relation == Relation::Conj && self.subject(one.head).is_some();
            plain && own
        })
    }

    /// Returns the subject of a predicate, if it has one of its own.
    pub fn subject(&self, of: usize) -> Option<usize> {
        self.child(of, Relation::Nsubj).or_else(|| self.child(of, Relation::NsubjPass))
    }

    /// Returns whether a clause contains a quantifier, so that its negation may concern only a part of
    /// it.
    pub fn is_quantified(&self, of: usize) -> bool {
        self.subtree(of).into_iter().any(|at| listed(QUANTIFIERS, &self.lower(at)))
    }

    /// Returns whether the subject of a predicate is a number of things.
    pub fn counts(&self, of: usize) -> bool {
        let subject = self.subject(of).map(|subject| self.subtree(subject)).unwrap_or_default();
        subject.into_iter().any(|at| self.node(at).tag == Upos::Num)
    }

    /// Returns the nodes of a noun phrase, if they are contiguous and contain neither a clause nor a
    /// conjunct.
    pub fn phrase(&self, head: usize) -> Option<Vec<usize>> {
        const MAX_PHRASE_WORDS: usize = 6;
        let mut nodes = self.subtree(head);
        // Excludes the preposition and punctuation at the end.
        nodes.retain(|at| !(self.node(*at).head == Some(head) && self.node(*at).relation == Relation::Case));
        while nodes.last().is_some_and(|at| self.node(*at).relation == Relation::Punct) {
            nodes.pop();
        }
        let simple = nodes.iter().all(|at| {
            !matches!(
                self.node(*at).relation,
                Relation::Acl
                    | Relation::AclRelcl
                    | Relation::Conj
                    | Relation::Cc
                    | Relation::Appos
                    | Relation::Punct
                    | Relation::Advcl
                    | Relation::Parataxis
            ) || *at == head
        });
        let whole = nodes.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        (simple && whole && nodes.len() <= MAX_PHRASE_WORDS).then_some(nodes)
    }
}

pub fn listed(list: &str, word: &str) -> bool {
    !word.is_empty() && list.split_whitespace().any(|known| known == word)
}

/// Returns the stems of the content words among some nodes of a sentence.
pub fn stems(placed: &Placed, parsed: &Parsed, nodes: &[usize]) -> HashSet<Stem> {
    let within: Vec<Span> = nodes.iter().map(|at| parsed.words[*at]).collect();
    let tokens = placed.sentence.tokens.iter().filter(|token| token.is_content());
    tokens
        .filter(|token| within.iter().any(|span| span.overlaps(token.span)))
        .map(|token| token.stem)
        .collect()
}
