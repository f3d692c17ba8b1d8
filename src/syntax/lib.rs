//! The structure of a sentence: each word's part of speech, its head, and its relation to it.
//!
//! Tags and relations are those of Universal Dependencies 2, trained on English. A sentence comes in as its words; what
//! is a word, and where it is found in a text, is known to the callers.
//!
//! Invariants: no I/O; the same words give the same tree on every machine; a parse takes time linear in the words,
//! since what is long is parsed in windows.

mod arithmetic;
pub mod conllu;
mod model;
mod relation;
mod spanning;
mod split;
mod tree;
mod upos;
pub mod verb;
pub mod wordpiece;
mod words;

pub use arithmetic::dot;
pub use relation::{Relation, UnknownRelation};
pub use split::split;
pub use tree::{Node, Tree};
pub use upos::{UnknownUpos, Upos};

/// Words of a sentence that are parsed together at most.
const MAX_PARSED_WORDS: usize = 200;
/// Words of a window of a longer one, at least; it ends after the last punctuation mark past them, if there is one.
const WINDOW: usize = 120;

/// Reads the network and the vectors of words, so that the first sentence does not wait for them: some 8 milliseconds.
pub fn load() {
    std::sync::LazyLock::force(&model::SHIPPED);
    wordpiece::shipped();
}

/// The tree of a sentence of English: a node a word, one of them the root. No words give no nodes.
pub fn parse(words: &[&str]) -> Tree {
    let mut tree = Tree::default();
    let mut rest = words;
    while !rest.is_empty() {
        let (window, after) = rest.split_at(window(rest));
        let first = tree.nodes.len();
        let root = tree.root();
        for node in model::SHIPPED.parse(window).nodes {
            tree.nodes.push(match (node.head, root) {
                (Some(head), _) => Node { head: Some(first + head), ..node },
                (None, None) => node,
                // The root of a later window is placed beside that of the first.
                (None, root) => Node { head: root, relation: Relation::Parataxis, ..node },
            });
        }
        rest = after;
    }
    tree
}

/// The number of words that are parsed together, from the first on.
fn window(words: &[&str]) -> usize {
    if words.len() <= MAX_PARSED_WORDS {
        return words.len();
    }
    let ends = |word: &&str| word.chars().all(|c| !c.is_alphanumeric());
    let last = words[WINDOW..MAX_PARSED_WORDS].iter().rposition(ends);
    last.map_or(MAX_PARSED_WORDS, |at| WINDOW + at + 1)
}

#[cfg(test)]
mod tests;
