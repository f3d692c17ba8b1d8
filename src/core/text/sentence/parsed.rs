//! The tree of a sentence, and where its words are.

use super::Sentence;
use crate::syntax::{self, Node, Proposition, Relation, Tree};
use crate::text::Span;

/// A sentence's tree over the words that a treebank would count: punctuation marks, clitics and the parts of hyphenated
/// compounds are words of their own, so that they are more than the tokens.
///
/// The parser knows English; trees of other languages mean nothing. Whether a text is English is known to its profile
/// ([`TextProfile`](crate::text::TextProfile)), and callers ask it first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The bytes of each node's word within the sentence.
    pub words: Vec<Span>,
    /// The tree, a node a word.
    pub tree: Tree,
    /// What it says.
    pub propositions: Vec<Proposition>,
}

/// Words of a speaker's name, or of another label before a colon, at most.
const LABEL: usize = 4;

impl Parsed {
    /// Parses a sentence.
    pub(super) fn of(sentence: &Sentence) -> Parsed {
        let words: Vec<Span> = syntax::split(&sentence.text)
            .into_iter()
            .map(|range| Span::new(range.start, range.end))
            .collect();
        let forms: Vec<&str> = words.iter().map(|span| &sentence.text[span.range()]).collect();
        let tree = labelled(&forms);
        let propositions = syntax::propositions(&forms, &tree);
        Parsed { words, tree, propositions }
    }

    /// The bytes of the sentence from the first to the last of some nodes, which are in order; empty where there are none.
    pub fn span_of(&self, nodes: &[usize]) -> Span {
        match (nodes.first(), nodes.last()) {
            (Some(first), Some(last)) => self.words[*first].join(self.words[*last]),
            _ => Span::new(0, 0),
        }
    }

    /// The bytes of the sentence that some nodes, which are in order, have: a piece for each run of them.
    pub fn pieces(&self, nodes: &[usize]) -> Vec<Span> {
        nodes.chunk_by(|a, b| a + 1 == *b).map(|run| self.span_of(run)).collect()
    }

    /// The index of the node whose word holds a byte of the sentence.
    pub fn node_at(&self, byte: usize) -> Option<usize> {
        let at = self.words.partition_point(|word| word.end <= byte);
        self.words.get(at).is_some_and(|word| word.start <= byte).then_some(at)
    }
}

/// The tree of words that may begin with a label and a colon: "Kim: I am late". The label is parsed by itself, since what
/// somebody says is built as if nothing stood before it, and hangs on the root of the rest.
fn labelled(forms: &[&str]) -> Tree {
    let letters = |word: &&str| word.chars().any(char::is_alphabetic);
    let colon = forms.iter().take(LABEL + 1).position(|word| *word == ":");
    let label = colon.filter(|at| *at > 0 && forms.len() > at + 2 && forms[..*at].iter().any(letters));
    let begins = forms.first().is_some_and(|word| word.starts_with(|c: char| c.is_uppercase() || c == '#'));
    let Some(colon) = label.filter(|_| begins) else { return syntax::parse(forms) };
    let first = colon + 1;
    let rest = syntax::parse(&forms[first..]);
    let root = rest.root().map(|root| first + root);
    let mut nodes = syntax::parse(&forms[..first]).nodes;
    for node in nodes.iter_mut().filter(|node| node.head.is_none()) {
        (node.head, node.relation) = (root, Relation::Parataxis);
    }
    nodes
        .extend(rest.nodes.into_iter().map(|node| Node { head: node.head.map(|head| first + head), ..node }));
    Tree { nodes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_hangs_on_what_follows_it() {
        let sentence = Sentence::new("Kim: I am late.");
        let parsed = sentence.tree();
        assert!(parsed.tree.is_tree());
        let root = parsed.tree.root().expect("a root");
        assert_eq!(&sentence.text[parsed.words[root].range()], "late");
        assert_eq!(parsed.tree.nodes[0].head, Some(root));
    }

    #[test]
    fn nodes_know_their_words() {
        let sentence = Sentence::new("The board didn\u{2019}t sack him.");
        let parsed = sentence.tree();
        let words: Vec<&str> = parsed.words.iter().map(|span| &sentence.text[span.range()]).collect();
        assert_eq!(words, ["The", "board", "did", "n\u{2019}t", "sack", "him", "."]);
        let root = parsed.tree.root().expect("a root");
        assert_eq!(words[root], "sack");
        let subject =
            parsed.tree.children(root).find(|at| parsed.tree.nodes[*at].relation == Relation::Nsubj);
        assert_eq!(subject, Some(1));
        // "n't" begins within the token "didn't"; a blank is of no word.
        let mark = sentence.text.find("n\u{2019}").expect("a clitic");
        assert_eq!([parsed.node_at(mark), parsed.node_at(3), parsed.node_at(999)], [Some(3), None, None]);
    }

    #[test]
    fn a_sentence_without_words_has_an_empty_tree() {
        assert_eq!(*Sentence::new("").tree(), Parsed::default());
        assert_eq!(Sentence::new("\u{1f389}").tree().words.len(), 1);
    }
}
