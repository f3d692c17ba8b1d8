//! Dependency trees.

use super::{Relation, Upos};

/// A node of a tree: one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its part of speech.
    pub tag: Upos,
    /// Index of its head; `None` for the root.
    pub head: Option<usize>,
    /// Its relation to its head.
    pub relation: Relation,
}

/// The dependency tree of a sentence, with one node for each word, in word order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    pub nodes: Vec<Node>,
}

impl Tree {
    /// Index of the root; `None` for a tree without nodes.
    pub fn root(&self) -> Option<usize> {
        self.nodes.iter().position(|node| node.head.is_none())
    }

    /// The dependents of a node, in word order.
    pub fn children(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        let depends = move |(at, node): (usize, &Node)| (node.head == Some(of)).then_some(at);
        self.nodes.iter().enumerate().filter_map(depends)
    }

    /// The dependents of every node, in word order. Each call visits the whole tree.
    pub fn dependents(&self) -> Vec<Vec<usize>> {
        let mut out = vec![Vec::new(); self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            if let Some(head) = node.head {
                out[head].push(at);
            }
        }
        out
    }

    /// The node and all its direct and indirect dependents, in word order.
    pub fn subtree(&self, of: usize) -> Vec<usize> {
        let mut within = vec![false; self.nodes.len()];
        let mut open = vec![of];
        let mut children = self.dependents();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut within[at], true) {
                open.append(&mut children[at]);
            }
        }
        (0..within.len()).filter(|at| within[*at]).collect()
    }

    /// Whether there is exactly one root and every node reaches it through its heads.
    pub fn is_tree(&self) -> bool {
        let roots = self.nodes.iter().filter(|node| node.head.is_none()).count();
        let Some(root) = self.root() else { return self.nodes.is_empty() };
        roots == 1
            && self.nodes.iter().all(|node| node.head.is_none_or(|head| head < self.nodes.len()))
            && self.subtree(root).len() == self.nodes.len()
    }
}
