//! A dependency tree with precomputed lookups.

use super::phrase;
use crate::syntax::{Relation, Tree};

/// A dependency tree with precomputed lookups.
pub(super) struct Reader<'a> {
    pub words: &'a [&'a str],
    /// The words lower-cased.
    pub lower: Vec<String>,
    pub tree: &'a Tree,
    /// The dependents of each node.
    pub children: Vec<Vec<usize>>,
}

impl<'a> Reader<'a> {
    pub fn new(words: &'a [&'a str], tree: &'a Tree) -> Reader<'a> {
        let lower = words.iter().map(|word| word.to_lowercase()).collect();
        Reader { words, lower, tree, children: tree.dependents() }
    }

    pub fn relation(&self, at: usize) -> Relation {
        self.tree.nodes[at].relation
    }

    pub fn child(&self, of: usize, relation: Relation) -> Option<usize> {
        self.children[of].iter().copied().find(|child| self.relation(*child) == relation)
    }

    /// Returns the words of a noun phrase, without its preposition.
    pub fn phrase(&self, head: usize) -> Vec<usize> {
        let skip = |child: usize| {
            let before = child < head;
            match self.relation(child) {
                Relation::Case | Relation::Mark => before,
                Relation::Cc | Relation::Advcl => before,
                _ => false,
            }
        };
        phrase(self.words, self.tree, &self.children, head, skip)
    }

    /// Joins some words, lower-cased.
    pub fn text_of(&self, nodes: &[usize]) -> String {
        let words: Vec<&str> = nodes.iter().map(|at| self.lower[*at].as_str()).collect();
        words.join(" ")
    }
}
