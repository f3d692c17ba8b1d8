//! The dependency tree of a sentence, and the positions of its words.

use super::Sentence;
use crate::syntax::{self, Node, Relation, Tree};
use crate::text::Span;
use crate::text::proposition::{Proposition, propositions};

/// A sentence's tree over words in the sense of a treebank: punctuation marks, clitics and the parts of
/// hyphenated compounds are words of their own, so there are more words than tokens.
///
/// The parser knows only English, so trees of other languages are meaningless. Callers check the text's
/// profile ([`TextProfile`](crate::text::TextProfile)) first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// Span of each node's word within the sentence.
    pub words: Vec<Span>,
    /// The tree, with one node for each word.
    pub tree: Tree,
    /// Its propositions.
    pub propositions: Vec<Proposition>,
}

/// Largest number of words of a speaker's name, or of another label before a colon.
const LABEL: usize = 4;
/// Largest number of words of a dateline, including the mark that ends it.
const DATELINE: usize = 8;

impl Parsed {
    pub(super) fn of(sentence: &Sentence) -> Parsed {
        let words: Vec<Span> = syntax::split(&sentence.text)
            .into_iter()
            .map(|range| Span::new(range.start, range.end))
            .collect();
        let mut forms: Vec<&str> = words.iter().map(|span| &sentence.text[span.range()]).collect();
        with_usual_quotes(&mut forms);
        let first = label(&forms).filter(|first| forms.len() > first + 1).unwrap_or(0);
        let tree = labelled(&forms, first);
        let mut propositions = propositions(&forms, &tree);
        // A label states nothing. Propositions of its words, which precede all others, are removed.
        let said = propositions.partition_point(|one| one.head < first);
        propositions.drain(..said);
        for one in &mut propositions {
            one.parent = one.parent.map(|parent| parent - said);
        }
        Parsed { words, tree, propositions }
    }

    /// Span from the first to the last of some nodes, which are in order; empty if there are none.
    pub fn span_of(&self, nodes: &[usize]) -> Span {
        match (nodes.first(), nodes.last()) {
            (Some(first), Some(last)) => self.words[*first].join(self.words[*last]),
            _ => Span::new(0, 0),
        }
    }

    /// Spans of some nodes, which are in order: one for each run of consecutive nodes.
    pub fn pieces(&self, nodes: &[usize]) -> Vec<Span> {
        nodes.chunk_by(|a, b| a + 1 == *b).map(|run| self.span_of(run)).collect()
    }

    /// The proposition of its main clause; none if the root of the tree is not a predicate.
    pub fn main(&self) -> Option<&Proposition> {
        let root = self.tree.root();
        self.propositions.iter().find(|one| Some(one.head) == root)
    }

    /// Whether another node is coordinated with a node: "Larsen" in "Larsen and Holt".
    pub fn is_joined(&self, node: usize) -> bool {
        self.tree.children(node).any(|child| self.tree.nodes[child].relation == Relation::Conj)
    }

    /// Index of the node whose word contains a byte of the sentence.
    pub fn node_at(&self, byte: usize) -> Option<usize> {
        let at = self.words.partition_point(|word| word.end <= byte);
        self.words.get(at).is_some_and(|word| word.start <= byte).then_some(at)
    }
}

/// Replaces the quotation marks of a tokeniser, "` so '" and "`` so ''", by the usual one. Three quarters of
/// the marks in the treebanks are the usual one, and only a hundredth are of these kinds.
fn with_usual_quotes(forms: &mut [&str]) {
    let mut is_open = false;
    for form in forms {
        match *form {
            "``" | "''" => *form = "\"",
            "`" => (*form, is_open) = ("\"", true),
            "'" if is_open => (*form, is_open) = ("\"", false),
            _ => {}
        }
    }
}

/// Parses words that may begin with a label: "Kim: I am late", "LEEDS, 3 May - The council met". The label is
/// parsed separately, because the rest is constructed as if nothing preceded it, and is attached to the root
/// of the rest. `first` is the number of its words, or 0.
fn labelled(forms: &[&str], first: usize) -> Tree {
    if first == 0 {
        return syntax::parse(forms);
    }
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

/// Returns the number of words of the label with which a sentence begins, including its mark.
fn label(forms: &[&str]) -> Option<usize> {
    let letters = |word: &&str| word.chars().any(char::is_alphabetic);
    let shouted = |word: &&str| word.chars().count() > 2 && word.chars().all(char::is_uppercase);
    let begins = forms
        .first()
        .is_some_and(|word| word.starts_with(|c: char| c.is_uppercase() || matches!(c, '#' | '(')));
    let mark = |marks: &[&str], most: usize| forms.iter().take(most).position(|word| marks.contains(word));
    let speaker = mark(&[":"], LABEL + 1).filter(|at| *at > 0 && forms[..*at].iter().any(letters));
    // A place in capitals, with or without a date, before a dash; or a place before the name of an agency in
    // brackets.
    let dateline = mark(&["-", "--", "–", "—"], DATELINE).filter(|_| forms.first().is_some_and(shouted));
    let agency = mark(&[")", "-RRB-"], LABEL + 2)
        .filter(|close| {
            *close >= 2 && shouted(&forms[close - 1]) && matches!(forms[close - 2], "(" | "-LRB-")
        })
        .map(|close| {
            if forms.get(close + 1).is_some_and(|word| matches!(*word, "-" | "--" | "–" | "—")) {
                close + 1
            } else {
                close
            }
        });
    speaker.or(agency).or(dateline).filter(|_| begins).map(|last| last + 1)
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
    fn the_marks_of_a_tokeniser_are_read_as_quotation_marks() {
        let sentence =
            Sentence::new("Ann 's mother ` heard her daughter 's screams ' but was unable to help .");
        let parsed = sentence.tree();
        let main = parsed.main().expect("a main clause");
        assert_eq!(main.lemma, "hear");
        assert_eq!(&sentence.text[parsed.words[3].range()], "`");
    }

    #[test]
    fn a_dateline_is_a_label() {
        for text in [
            "OAKRIDGE, 12 March - The council met.",
            "London (CNN) The council met.",
            "LONDON (CNN) -- The council met.",
        ] {
            let sentence = Sentence::new(text);
            let parsed = sentence.tree();
            let subject = parsed
                .propositions
                .iter()
                .find_map(|one| one.argument(crate::text::proposition::Role::Agent));
            let words = subject.map(|subject| &sentence.text[parsed.span_of(&subject.words).range()]);
            assert_eq!(words, Some("The council"), "{text}");
        }
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
        // "n't" begins within the token "didn't"; a space belongs to no word.
        let mark = sentence.text.find("n\u{2019}").expect("a clitic");
        assert_eq!([parsed.node_at(mark), parsed.node_at(3), parsed.node_at(999)], [Some(3), None, None]);
    }

    #[test]
    fn a_sentence_without_words_has_an_empty_tree() {
        assert_eq!(*Sentence::new("").tree(), Parsed::default());
        assert_eq!(Sentence::new("\u{1f389}").tree().words.len(), 1);
    }
}
