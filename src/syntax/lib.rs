//! Parses sentences: the part of speech of each word, its head, and its relation to the head.
//!
//! Tags and relations are those of Universal Dependencies 2, trained on English. A sentence is given as its
//! words; the callers decide what a word is and where it is in a text.
//!
//! Invariants: no I/O; the same words give the same tree on every machine; parsing takes time linear in the
//! number of words, since long sentences are parsed in windows.

mod arithmetic;
pub mod conllu;
mod model;
mod relation;
mod repairs;
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

/// Largest number of words that are parsed together.
const MAX_PARSED_WORDS: usize = 200;
/// Smallest number of words of a window in a longer sentence. The window ends after the last punctuation mark
/// beyond them, if there is one.
const WINDOW: usize = 120;

/// Loads the network and the word vectors, so that the first sentence does not have to wait for them (about 8
/// milliseconds).
pub fn load() {
    std::sync::LazyLock::force(&model::SHIPPED);
    wordpiece::shipped();
}

/// Returns the dependency tree of an English sentence: one node for each word, exactly one of them the root.
/// Without words there are no nodes.
pub fn parse(words: &[&str]) -> Tree {
    let mut tree = Tree::default();
    let mut rest = words;
    while !rest.is_empty() {
        let (window, after) = rest.split_at(window(rest));
        let first = tree.nodes.len();
        let root = tree.root();
        let mut part = model::SHIPPED.parse(window);
        repairs::repair(window, &mut part);
        for node in part.nodes {
            tree.nodes.push(match (node.head, root) {
                (Some(head), _) => Node { head: Some(first + head), ..node },
                (None, None) => node,
                // The root of a later window is attached to that of the first.
                (None, root) => Node { head: root, relation: Relation::Parataxis, ..node },
            });
        }
        rest = after;
    }
    tree
}

/// Returns the number of words, from the first on, that are parsed together.
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
