//! Relations that two verbs express from opposite sides: "A bought it from B" is "B sold it to A".

use std::ops::Range;
use std::sync::LazyLock;

use super::Sentence;
use crate::text::{fold_token, in_word_list};

/// Verbs of a relation, by the side that their subject is on.
struct Verbs {
    first: Vec<Pattern>,
    second: Vec<Pattern>,
}

/// A verb, and words that follow it at some distance: `bought+from`.
struct Pattern {
    head: &'static str,
    rest: Vec<&'static str>,
}

impl Pattern {
    fn new(written: &'static str) -> Pattern {
        let mut parts = written.split('+');
        Pattern { head: parts.next().unwrap_or(written), rest: parts.collect() }
    }

    /// Whether a word is a form of its verb. A short verb must match exactly; a longer one only at the
    /// beginning.
    fn begins(&self, word: &str) -> bool {
        let Pattern { head, rest } = self;
        if head.len() > 4 || rest.is_empty() && head.len() > 3 {
            word.len() <= head.len() + 4 && word.starts_with(head)
        } else {
            word == *head
        }
    }

    /// Index of its last token, given that of its verb.
    fn end(&self, sentence: &Sentence, verb: usize, end: usize) -> Option<usize> {
        const MAX_OBJECT_GAP: usize = 6;
        let is = |at: usize, part: &str| *fold_token(sentence.word(&sentence.tokens[at])) == *part;
        self.rest.iter().try_fold(verb, |last, part| {
            (last + 1..end.min(last + 1 + MAX_OBJECT_GAP)).find(|at| is(*at, part))
        })
    }
}

static RELATIONS: LazyLock<Vec<Verbs>> = LazyLock::new(|| {
    let lines = include_str!("relations.txt").lines().filter(|line| !line.starts_with('#'));
    let verbs = |words: &'static str| words.split_whitespace().map(Pattern::new).collect();
    let sides = |line: &'static str| line.split_once('|').unwrap_or((line, ""));
    lines.map(sides).map(|(first, second)| Verbs { first: verbs(first), second: verbs(second) }).collect()
});

/// A relation in a sentence: its verb and the words on both sides.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The relation, by its line in the list.
    pub relation: usize,
    pub verb: usize,
    /// Words on its first side.
    pub first: Vec<usize>,
    /// Words on its second side.
    pub second: Vec<usize>,
}

/// Returns the relations in a stretch of a sentence.
pub(super) fn relations(sentence: &Sentence, range: Range<usize>) -> Vec<Relation> {
    /// Largest number of words on a side; the nearest to the verb are used.
    const SIDE: usize = 4;
    /// Words that introduce a noun: "no extra pay" is not the verb "pay".
    const BEFORE_NOUNS: &str = "a an the no any extra more its his her their our my your";
    let is_noun = |at: usize| {
        at.checked_sub(1).is_some_and(|before| in_word_list(BEFORE_NOUNS, &sentence.lower(before)))
    };
    let mut out = Vec::new();
    for verb in range.clone().filter(|verb| !is_noun(*verb)) {
        let word = fold_token(sentence.word(&sentence.tokens[verb]));
        let found = RELATIONS.iter().enumerate().find_map(|(relation, words)| {
            let fits = |list: &[Pattern]| {
                let mut found = list.iter().filter(|pattern| pattern.begins(&word));
                found.find_map(|pattern| pattern.end(sentence, verb, range.end))
            };
            // The longer pattern is more specific: "bought from" comes before "bought".
            let second = fits(&words.second).map(|end| (relation, false, end));
            second.or_else(|| fits(&words.first).map(|end| (relation, true, end)))
        });
        let Some((relation, is_first, end)) = found else { continue };
        let before: Vec<usize> = side((range.start..verb).rev(), sentence, SIDE, true);
        let after: Vec<usize> = side(end + 1..range.end, sentence, SIDE, false);
        let passive = sentence.passive(verb);
        let by = passive.and_then(|passive| passive.by).filter(|by| (end + 1..range.end).contains(by));
        // A passive without an agent names only one side.
        if by.is_none() && end == verb && passive.is_some() {
            continue;
        }
        let (subject, object) = if by.is_some() { (after, before) } else { (before, after) };
        let (first, second) = if is_first { (subject, object) } else { (object, subject) };
        if !first.is_empty() && !second.is_empty() {
            out.push(Relation { relation, verb, first, second });
        }
    }
    out
}

/// Returns the words of a side that may name it: names if there are any, otherwise content words.
fn side(range: impl Iterator<Item = usize>, sentence: &Sentence, most: usize, back: bool) -> Vec<usize> {
    let mut out = Vec::new();
    let mut last: Option<usize> = None;
    for at in range {
        if let Some(last) = last {
            let (from, to) = if back { (at, last) } else { (last, at) };
            let gap = &sentence.text[sentence.tokens[from].span.end..sentence.tokens[to].span.start];
            if gap.contains([';', ':', '(', ')']) {
                break;
            }
        }
        last = Some(at);
        let token = &sentence.tokens[at];
        if token.is_content() && !token.flags.digit {
            out.push(at);
            if out.len() == most {
                break;
            }
        }
    }
    let names: Vec<usize> = out.iter().copied().filter(|at| sentence.tokens[*at].flags.capital).collect();
    if names.is_empty() { out } else { names }
}
