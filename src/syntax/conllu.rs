//! CoNLL-U: sentences and their trees in the format of treebanks.
//!
//! Empty nodes (`8.1`) are skipped. The columns that are read are the form, the part of speech, the head, the
//! relation and the last one; of a multiword token (`8-9`), only the form.

use std::fmt::Write;

use super::{Node, Relation, Tree, UnknownRelation, UnknownUpos, Upos};

/// A multiword token: several words that are written as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRange {
    /// Number of words before it.
    pub before: usize,
    /// The range of its words: `8-9`.
    pub numbers: String,
    /// Its written form.
    pub form: String,
}

/// A sentence of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The comment lines before it, without the `#` and the space after it.
    pub comments: Vec<String>,
    pub words: Vec<String>,
    /// Multiword tokens, in order.
    pub ranges: Vec<WordRange>,
    /// The tree, if each word has a part of speech, a head and a relation.
    pub tree: Option<Tree>,
    /// The last column of each word; `_` if it is empty.
    pub misc: Vec<String>,
}

impl Sentence {
    /// Returns the value of a comment `key = value`.
    pub fn comment(&self, key: &str) -> Option<&str> {
        self.comments.iter().find_map(|comment| {
            let (name, value) = comment.split_once('=')?;
            (name.trim() == key).then(|| value.trim())
        })
    }

    /// Appends the sentence to a text, with the empty line that ends it.
    pub fn write(&self, out: &mut String) {
        for comment in &self.comments {
            let _ = writeln!(out, "# {comment}");
        }
        let mut ranges = self.ranges.iter().peekable();
        for (at, word) in self.words.iter().enumerate() {
            while let Some(WordRange { numbers, form, .. }) = ranges.next_if(|range| range.before == at) {
                let _ = writeln!(out, "{numbers}\t{}{}", field(form), "\t_".repeat(8));
            }
            let misc = self.misc.get(at).map_or("_", |misc| misc.as_str());
            let _ = write!(out, "{}\t{}\t_\t", at + 1, field(word));
            match self.tree.as_ref().and_then(|tree| tree.nodes.get(at)) {
                Some(node) => {
                    let head = node.head.map_or(0, |head| head + 1);
                    let _ = write!(out, "{}\t_\t_\t{head}\t{}", node.tag, node.relation);
                }
                None => out.push_str("_\t_\t_\t_\t_"),
            }
            let _ = writeln!(out, "\t_\t{misc}");
        }
        out.push('\n');
    }
}

/// Returns a word in a form that fits a column: a tab or line end would break the row, and an empty word
/// would be no column.
fn field(word: &str) -> String {
    if word.is_empty() {
        return "_".to_owned();
    }
    word.chars().map(|c| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c }).collect()
}

/// Largest number of words of a sentence, so that a file without empty lines is not held in memory as a
/// whole.
const MOST_WORDS: usize = 1 << 20;

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError<E> {
    #[error("{0}")]
    Lines(E),
    #[error("line {line}: {source}")]
    Line { line: usize, source: LineError },
}

/// What is wrong with a line of CoNLL-U.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    #[error("a word's line has its columns separated by tabs, the number and the word first")]
    Columns,
    #[error("the word's number is {found:?} where {expected} was expected")]
    Number { found: String, expected: usize },
    #[error("the sentence has more than {MOST_WORDS} words; an empty line ends a sentence")]
    TooLong,
    #[error(transparent)]
    Tag(#[from] UnknownUpos),
    #[error(transparent)]
    Relation(#[from] UnknownRelation),
    #[error("the head is {0:?}, not a word's number or 0")]
    Head(String),
    #[error("the heads of the sentence that ends here are no tree with one root")]
    NoTree,
}

/// Reads the sentences of a file from its lines, one after another.
pub fn read<S: AsRef<str>, E>(
    lines: impl IntoIterator<Item = Result<S, E>>,
) -> impl Iterator<Item = Result<Sentence, ReadError<E>>> {
    let mut lines = lines.into_iter().zip(1..);
    let mut done = false;
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let mut open = Open::default();
        let result = loop {
            match lines.next() {
                None => {
                    done = true;
                    break open.close();
                }
                Some((Err(error), _)) => break Some(Err(ReadError::Lines(error))),
                Some((Ok(text), line)) => {
                    let text = text.as_ref().trim_end_matches('\r');
                    let text = if line == 1 { text.trim_start_matches('\u{feff}') } else { text };
                    if text.is_empty() {
                        match open.close() {
                            Some(sentence) => break Some(sentence),
                            None => open = Open::default(),
                        }
                    } else if let Err(source) = open.take(text, line) {
                        break Some(Err(ReadError::Line { line, source }));
                    }
                }
            }
        };
        done |= matches!(result, Some(Err(_)));
        result
    })
}

/// A sentence whose end has not been seen yet.
#[derive(Default)]
struct Open {
    sentence: Sentence,
    nodes: Vec<Node>,
    /// Line number of the last word.
    last: usize,
}

impl Open {
    fn take(&mut self, text: &str, line: usize) -> Result<(), LineError> {
        if let Some(comment) = text.strip_prefix('#') {
            self.sentence.comments.push(comment.strip_prefix(' ').unwrap_or(comment).to_owned());
            return Ok(());
        }
        let columns: Vec<&str> = text.split('\t').collect();
        let [id, form, ..] = columns[..] else { return Err(LineError::Columns) };
        if id.contains('-') {
            let (before, ranges) = (self.sentence.words.len(), &mut self.sentence.ranges);
            if ranges.len() == MOST_WORDS {
                return Err(LineError::TooLong);
            }
            ranges.push(WordRange { before, numbers: id.to_owned(), form: form.to_owned() });
        }
        if id.contains(['-', '.']) {
            return Ok(());
        }
        let next = self.sentence.words.len() + 1;
        if id.parse() != Ok(next) {
            return Err(LineError::Number { found: id.to_owned(), expected: next });
        }
        if next > MOST_WORDS {
            return Err(LineError::TooLong);
        }
        self.last = line;
        self.sentence.words.push(form.to_owned());
        let column = |at: usize| columns.get(at).copied().filter(|text| !text.is_empty()).unwrap_or("_");
        self.sentence.misc.push(column(9).to_owned());
        let (tag, head, relation) = (column(3), column(6), column(7));
        // Words may be given without a tree: it is read only if every word has its annotations.
        if [tag, head, relation].contains(&"_") {
            return Ok(());
        }
        let (tag, relation) = (tag.parse::<Upos>()?, relation.parse::<Relation>()?);
        let head: usize = head.parse().map_err(|_| LineError::Head(head.to_owned()))?;
        self.nodes.push(Node { tag, head: head.checked_sub(1), relation });
        Ok(())
    }

    fn close<E>(&mut self) -> Option<Result<Sentence, ReadError<E>>> {
        let mut sentence = std::mem::take(&mut self.sentence);
        if sentence.words.is_empty() {
            return None;
        }
        let tree = Tree { nodes: std::mem::take(&mut self.nodes) };
        if tree.nodes.len() == sentence.words.len() {
            if !tree.is_tree() {
                return Some(Err(ReadError::Line { line: self.last, source: LineError::NoTree }));
            }
            sentence.tree = Some(tree);
        }
        Some(Ok(sentence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "# newdoc\n# sent_id = a-1\n# text = Dogs don't bark\n\
        1\tDogs\tdog\tNOUN\tNNS\t_\t4\tnsubj\t_\tStart=0|End=4\n2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n\
        2\tdo\tdo\tAUX\tVBP\t_\t4\taux\t_\t_\n3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_\n\
        4\tbark\tbark\tVERB\tVB\t_\t0\troot\t_\t_\n4.1\tx\tx\t_\t_\t_\t_\t_\t_\t_\n\n";

    fn all(text: &str) -> Result<Vec<Sentence>, String> {
        let lines = text.split('\n').map(Ok::<_, std::convert::Infallible>);
        read(lines).collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    #[test]
    fn a_sentence_is_read_and_written() {
        let read = all(SAMPLE).expect("CoNLL-U");
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].words, ["Dogs", "do", "n't", "bark"]);
        assert_eq!(read[0].comment("sent_id"), Some("a-1"));
        let tree = read[0].tree.as_ref().expect("a tree");
        assert_eq!(tree.root(), Some(3));
        assert_eq!(tree.nodes[0], Node { tag: Upos::Noun, head: Some(3), relation: Relation::Nsubj });
        let mut out = String::new();
        read[0].write(&mut out);
        assert!(out.contains("\n2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n2\tdo\t"), "{out}");
        assert_eq!(all(&out).expect("CoNLL-U"), read);
    }

    #[test]
    fn words_alone_are_enough_and_the_last_line_need_not_be_empty() {
        let read = all("\n\n1\tHello\n2\tworld\n\n# nothing\n\n1\tBye").expect("CoNLL-U");
        assert_eq!(read.iter().map(|one| one.words.len()).collect::<Vec<_>>(), [2, 1]);
        assert!(read.iter().all(|one| one.tree.is_none()));
        assert_eq!(all("").expect("CoNLL-U"), []);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, said) in [
            ("1\ta\n3\tb\n", "line 2: the word's number is \"3\" where 2 was expected"),
            ("1 a\n", "line 1: a word's line has its columns"),
            ("1\ta\t_\tNOM\t_\t_\t0\troot\n", "line 1: \"NOM\" is not among the parts of speech"),
            ("1\ta\t_\tX\t_\t_\t0\tboss\n", "line 1: \"boss\" is not among the relations"),
            ("1\ta\t_\tX\t_\t_\tup\troot\n", "line 1: the head is \"up\""),
            ("1\ta\t_\tX\t_\t_\t2\tdep\n2\tb\t_\tX\t_\t_\t1\tdep\n\n", "line 2: the heads of the sentence"),
        ] {
            let error = all(text).expect_err(text);
            assert!(error.starts_with(said), "{error}");
        }
    }
}
