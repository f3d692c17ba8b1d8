//! Causes and effects that the words of a sentence connect: "B because of A", "A led to B".

use std::ops::Range;

use super::Sentence;
use crate::syntax::Relation;
use crate::text::{in_word_list, opens_alternative};

/// A cause and its effect as tokens of a sentence, and the word that connects them.
#[derive(Clone, Debug)]
pub struct Tie {
    pub word: usize,
    /// Content words of the cause.
    pub cause: Vec<usize>,
    /// Content words of the effect.
    pub effect: Vec<usize>,
    /// Certainty that this is a cause.
    pub sure: Sure,
}

/// Certainty that the connecting words express a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sure {
    /// "After", "as", "when": they may express only a temporal order.
    Before,
    /// "If", "since", "so", "dismissed for arguing".
    Maybe,
    /// A verb: "caused", "forced".
    Verb,
    /// "Because", "due to".
    Yes,
}

/// Returns the tokens of causes that a sentence rules out: "rather than pesticides", ", not by breakdowns".
pub fn denied(sentence: &Sentence) -> Vec<usize> {
    let lower = |at: usize| sentence.lower(at);
    let mut out = Vec::new();
    for at in 0..sentence.tokens.len() {
        let next = lower(at + 1);
        let begins = match &*lower(at) {
            "not" => {
                matches!(&*next, "by" | "because" | "due" | "from")
                    || at > 0 && sentence.gap_before(at).contains(',')
            }
            word => opens_alternative(word, &next),
        };
        if begins && !out.contains(&at) {
            let end =
                (at + 1..sentence.tokens.len()).find(|i| sentence.gap_before(*i).contains([',', ';', '.']));
            out.extend(at..end.unwrap_or(sentence.tokens.len()));
        }
    }
    out
}

/// The positions of cause and effect relative to the connecting words.
enum Sides {
    /// "B because of A", or "Because of A, B".
    EffectFirst,
    /// "A led to B".
    CauseFirst,
    /// "Attribute B to A": the effect, this word, the cause.
    EffectThen(&'static str),
    /// "Blame A for B".
    CauseThen(&'static str),
}

/// Returns the causes that a sentence states, the most certain first.
pub(super) fn causes(sentence: &Sentence, range: Range<usize>) -> Vec<Tie> {
    let denied = denied(sentence);
    let mut out: Vec<Tie> = range
        .clone()
        .filter_map(|at| tie(sentence, &range, &denied, at))
        .filter(|tie| !tie.cause.is_empty())
        .collect();
    out.sort_by_key(|tie| std::cmp::Reverse(tie.sure));
    out
}

/// Whether "to" at a token marks an infinitive.
fn is_infinitive(sentence: &Sentence, to: usize) -> bool {
    let parsed = sentence.tree();
    let node = parsed.node_at(sentence.tokens[to].span.start);
    node.is_some_and(|node| parsed.tree.nodes[node].relation == Relation::Mark)
}

/// Returns what the words at a token connect, how many words there are, and how certain it is that they
/// express a cause.
fn marker(sentence: &Sentence, at: usize) -> Option<(Sides, usize, Sure)> {
    use Sides::{CauseFirst, CauseThen, EffectFirst, EffectThen};
    let lower = |at: usize| sentence.lower(at);
    let (next, after) = (lower(at + 1), lower(at + 2));
    let before = at.checked_sub(1).map_or("".into(), lower);
    let earlier = at.checked_sub(2).map_or("".into(), lower);
    let timed = sentence.tokens.get(at + 1).is_some_and(|t| t.flags.digit);
    let is = |word: &str| matches!(word, "is" | "was" | "were" | "are" | "be" | "been");
    Some(match &*lower(at) {
        "because" => (EffectFirst, if &*next == "of" { 2 } else { 1 }, Sure::Yes),
        // "Due to be excluded" announces a future event.
        "due" if &*next == "to" && is_infinitive(sentence, at + 1) => return None,
        "due" | "owing" | "thanks" if &*next == "to" => (EffectFirst, 2, Sure::Yes),
        "citing" => (EffectFirst, 1, Sure::Yes),
        "result" | "consequence" | "fault" if &*next == "of" => (EffectFirst, 2, Sure::Yes),
        "by" if is_participle(&before) && !timed => (EffectFirst, 1, Sure::Verb),
        "attribute" | "attributed" | "attributes" => (EffectThen("to"), 1, Sure::Yes),
        "blamed" | "blames" | "blame" => {
            let on = (at + 1..sentence.tokens.len()).any(|i| &*lower(i) == "on");
            let all = (at + 1..sentence.tokens.len()).any(|i| &*lower(i) == "for");
            match (&*next, on, all) {
                ("on", ..) => (EffectFirst, 2, Sure::Yes),
                (_, true, false) => (EffectThen("on"), 1, Sure::Yes),
                (_, _, true) => (CauseThen("for"), 1, Sure::Yes),
                _ if &*before == "to" => (CauseFirst, 1, Sure::Yes),
                _ => return None,
            }
        }
        "led" | "leads" | "lead" if !is(&before) && !sentence.gap_before(at).contains('-') => {
            let to = &*next == "to";
            let later = (at + 1..sentence.tokens.len()).any(|i| &*lower(i) == "to");
            (CauseFirst, 1 + usize::from(to), if later { Sure::Verb } else { return None })
        }
        "resulted" | "results" if &*next == "in" => (CauseFirst, 2, Sure::Verb),
        "put" if matches!(&*next, "down" | "off") && matches!(&*after, "to" | "by") => {
            (EffectFirst, 3, Sure::Yes)
        }
        "held" | "holds" if &*next == "up" => (CauseFirst, 2, Sure::Verb),
        "kept" | "keeps" if (at..sentence.tokens.len()).any(|i| &*lower(i) == "from") => {
            (CauseFirst, 1, Sure::Verb)
        }
        "behind"
            if is(&before)
                && matches!(
                    &*next,
                    "the" | "a" | "an" | "its" | "his" | "her" | "their" | "this" | "that"
                ) =>
        {
            (CauseFirst, 1, Sure::Verb)
        }
        "reason" | "cause"
            if matches!(&*next, "for" | "why" | "of")
                && (at.saturating_sub(3)..at).any(|i| is(&lower(i))) =>
        {
            (CauseFirst, 2, Sure::Yes)
        }
        word if in_word_list(CAUSING, word) && &*next != "by" && !is(&before) && !is(&earlier) => {
            (CauseFirst, 1, Sure::Verb)
        }
        "made" | "makes" | "make"
            if &*next != "by" && !is(&before) && !is(&after) && is_causative(sentence, at) =>
        {
            (CauseFirst, 1, Sure::Verb)
        }
        "for"
            if next.len() > 5
                && next.ends_with("ing")
                && (is_participle(&before) || matches!(&*before, "off" | "down")) =>
        {
            (EffectFirst, 1, Sure::Maybe)
        }
        "since" if !timed && !is_time(&next) && !counts(sentence, at) => (EffectFirst, 1, Sure::Maybe),
        "if" => (EffectFirst, 1, Sure::Maybe),
        "after" | "as" | "when" if !timed => (EffectFirst, 1, Sure::Before),
        "so" if at > 0 && sentence.gap_before(at).contains(',') => (CauseFirst, 1, Sure::Maybe),
        _ => return None,
    })
}

/// Verbs of causing and preventing, in the forms that follow a cause.
pub const CAUSING: &str = include_str!("causing.txt");

fn is_time(word: &str) -> bool {
    in_word_list(
        " then last january february march april may june july august september october november december monday \
         tuesday wednesday thursday friday saturday sunday ",
        word,
    )
}

/// Whether "make" is causative: "made it harder", but not "made an appearance".
fn is_causative(sentence: &Sentence, at: usize) -> bool {
    let parsed = sentence.tree();
    let Some(verb) = parsed.node_at(sentence.tokens[at].span.start) else { return false };
    let depends = |node: usize| parsed.tree.nodes[node].relation;
    parsed.tree.children(verb).any(|child| matches!(depends(child), Relation::Xcomp | Relation::Ccomp))
}

/// Whether "since" only marks the beginning of a count: "the first win since he came".
fn counts(sentence: &Sentence, at: usize) -> bool {
    const COUNTING: &str = " first last only time times ever best worst ";
    const NEAR: usize = 6;
    (at.saturating_sub(NEAR)..at).any(|before| in_word_list(COUNTING, &sentence.lower(before)))
}

/// Whether a word may be the participle of a passive.
fn is_participle(word: &str) -> bool {
    word.len() > 4 && ["ed", "en", "wn"].iter().any(|end| word.ends_with(end))
}

/// Returns the two sides of the connection at a token.
fn tie(sentence: &Sentence, range: &Range<usize>, denied: &[usize], at: usize) -> Option<Tie> {
    let (sides, length, sure) = marker(sentence, at)?;
    let lower = |at: usize| sentence.lower(at);
    if denied.contains(&at) {
        return None;
    }
    // For a merely temporal or uncertain connection, the cause must be close.
    let loose = sure < Sure::Verb && !sentence.gap_before(at).contains(',') && at > range.start;
    let breaks = |i: &usize| {
        sentence.gap_before(*i).contains([';', ':', '(', ')'])
            || loose && sentence.gap_before(*i).contains(',')
            || matches!(&*lower(*i), "but" | "while" | "whereas" | "although" | "though")
    };
    let start = (range.start + 1..=at).rev().find(breaks).unwrap_or(range.start);
    let end = (at + 1..range.end).find(breaks).unwrap_or(range.end);
    let first = (at + length).min(end);
    let content = |range: Range<usize>| -> Vec<usize> {
        range.filter(|i| sentence.tokens[*i].is_content() && !denied.contains(i)).collect()
    };
    let (before, rest) = (start..at, first..end);
    let find = |word: &str| rest.clone().find(|i| &*lower(*i) == word);
    let (cause, effect) = match sides {
        Sides::EffectFirst if content(before.clone()).is_empty() => {
            let comma = rest.clone().skip(1).find(|i| sentence.gap_before(*i).contains(','))?;
            (content(first..comma), content(comma..end))
        }
        Sides::EffectFirst => (content(rest), content(before)),
        Sides::CauseFirst => (content(before), content(rest)),
        Sides::EffectThen(word) => {
            let middle = find(word)?;
            (content(middle + 1..end), content(first..middle))
        }
        Sides::CauseThen(word) => {
            let middle = find(word)?;
            (content(first..middle), content(middle + 1..end))
        }
    };
    Some(Tie { word: at, cause, effect, sure })
}
