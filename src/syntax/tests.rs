//! Tests of the parser as a whole.

use super::conllu::{self, Sentence};
use super::*;

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// Formats a tree as words with their tags, relations and heads.
fn shown(text: &str) -> String {
    let words = words(text);
    let tree = parse(&words);
    let one = |(word, node): (&&str, &Node)| {
        let head = node.head.map_or("ROOT", |head| words[head]);
        format!("{word}/{} {}>{head}", node.tag, node.relation)
    };
    words.iter().zip(&tree.nodes).map(one).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_sentence_is_tagged_and_parsed() {
    assert_eq!(
        shown("The company was acquired by its largest rival ."),
        "The/DET det>company; company/NOUN nsubj:pass>acquired; was/AUX aux:pass>acquired; acquired/VERB root>ROOT; \
         by/ADP case>rival; its/PRON nmod:poss>rival; largest/ADJ amod>rival; rival/NOUN obl:agent>acquired; \
         ./PUNCT punct>acquired"
    );
}

/// The training script parses some sentences with the exported weights; this parser gives the same trees.
#[test]
fn the_trees_are_those_of_the_training_script() {
    let file = include_str!("../../tests/data/parser.conllu");
    let lines = file.lines().map(Ok::<_, std::convert::Infallible>);
    let read: Vec<Sentence> = conllu::read(lines).map(|sentence| sentence.expect("CoNLL-U")).collect();
    assert!(read.len() > 10);
    for sentence in read {
        let words: Vec<&str> = sentence.words.iter().map(String::as_str).collect();
        assert_eq!(Some(parse(&words)), sentence.tree, "{words:?}");
    }
}

#[test]
fn any_words_make_a_tree() {
    assert_eq!(parse(&[]), Tree::default());
    assert_eq!(parse(&["Yes"]).nodes.len(), 1);
    let long = "NATO 世界 🎉 don't \u{0} \u{202e} ''".repeat(40);
    let monster = "x".repeat(100_000);
    for words in [
        vec![""],
        vec!["🎉", "🎉🎉", "👩‍👩‍👧"],
        vec!["世界", "は", "広い", "。"],
        words("THE MINISTER RESIGNED YESTERDAY AFTER TALKS WITH THE PRIME MINISTER FAILED"),
        words("a b c d e f g h i j k l m n o p q r s t u v w x y z"),
        vec![","; 300],
        vec!["and"; 201],
        words(&long),
        vec![&monster, "\u{130}\u{130}\u{130}", "\u{fb03}", "e\u{301}\u{301}\u{301}"],
    ] {
        let tree = parse(&words);
        assert_eq!(tree.nodes.len(), words.len());
        assert!(tree.is_tree(), "{words:?}");
        let root = |node: &Node| node.head.is_none() == (node.relation == Relation::Root);
        assert!(tree.nodes.iter().all(root), "{words:?}");
    }
}

#[test]
fn a_long_sentence_is_parsed_in_windows() {
    let some = words("the man who sold the world , and everything in it , to a stranger");
    // Without optimisation ten thousand words take a minute, so only the division into windows is checked.
    let words: Vec<&str> = some.iter().copied().cycle().take(10_000).collect();
    let mut rest = &words[..];
    while !rest.is_empty() {
        let window = window(rest);
        assert!((1..=MAX_PARSED_WORDS).contains(&window));
        rest = &rest[window..];
    }
    let words = &words[..700];
    let tree = parse(words);
    assert_eq!(tree.nodes.len(), words.len());
    assert!(tree.is_tree());
    // The words of a window depend on nothing in another window, except for its root.
    let far = |(at, node): (usize, &Node)| {
        node.relation != Relation::Parataxis
            && node.head.is_some_and(|head| head.abs_diff(at) > MAX_PARSED_WORDS)
    };
    assert!(!tree.nodes.iter().enumerate().any(far));
}

#[test]
fn windows_end_after_a_mark_where_there_is_one() {
    let mut words = vec!["word"; 450];
    assert_eq!(window(&words), MAX_PARSED_WORDS);
    words[150] = ";";
    words[170] = ",";
    assert_eq!(window(&words), 171);
    words[199] = ".";
    assert_eq!(window(&words), 200);
    assert_eq!(window(&words[..MAX_PARSED_WORDS]), MAX_PARSED_WORDS);
}

#[test]
fn the_model_knows_every_name() {
    let (tags, relations) = model::SHIPPED.names();
    assert_eq!(tags, Upos::ALL);
    assert_eq!(relations, Relation::ALL);
}
