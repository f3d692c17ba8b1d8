//! The tree of a sentence, and where its words are.

use super::Sentence;
use crate::syntax::{self, Tree};
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
}

impl Parsed {
    /// Parses a sentence.
    pub(super) fn of(sentence: &Sentence) -> Parsed {
        let words: Vec<Span> = syntax::split(&sentence.text)
            .into_iter()
            .map(|range| Span::new(range.start, range.end))
            .collect();
        let forms: Vec<&str> = words.iter().map(|span| &sentence.text[span.range()]).collect();
        Parsed { tree: syntax::parse(&forms), words }
    }

    /// The index of the node whose word holds a byte of the sentence.
    pub fn node_at(&self, byte: usize) -> Option<usize> {
        let at = self.words.partition_point(|word| word.end <= byte);
        self.words.get(at).is_some_and(|word| word.start <= byte).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Relation;

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
