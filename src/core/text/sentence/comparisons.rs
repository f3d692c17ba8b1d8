//! Comparisons of two things by the words of a sentence: "A is older than B", "twice as many as".

use std::ops::Range;

use super::{Sentence, Stem};
use crate::text::{fold_token, in_word_list, stem_of};

/// A comparison of two things.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The word that compares.
    pub word: usize,
    /// The word between the sides, "than" or "as"; none if the second side is omitted.
    pub parts: Option<usize>,
    /// Whether the first side is stated to be more.
    pub more: bool,
    /// The compared quality.
    pub of: Quality,
    /// Words of the first side.
    pub first: Vec<usize>,
    /// Words of the second side.
    pub second: Vec<usize>,
}

/// The quality in which one thing exceeds the other.
#[derive(Clone, Debug)]
pub enum Quality {
    /// In amount: "more", "fewer".
    Amount,
    /// In general: "outperforms", "ahead of".
    Any,
    /// In a word that "more" or "less" modifies: "more expensive", "less ice".
    With(Stem),
    /// In the adjective of a comparative, given by its possible stems: "older".
    Of(Vec<Stem>),
}

/// Returns the comparisons in a stretch of a sentence.
pub(super) fn comparisons(sentence: &Sentence, range: Range<usize>) -> Vec<Comparison> {
    let lower = |at: usize| sentence.lower(at);
    let mut out: Vec<Comparison> = Vec::new();
    for at in range.clone() {
        let word = lower(at);
        let found = match &*word {
            "as" => equal(sentence, at),
            _ => ranked(sentence, at).or_else(|| comparative(&word).map(|(more, of)| (more, of, None))),
        };
        let Some((more, mut of, parts)) = found else { continue };
        let parts = match of {
            Quality::Any => Some(at),
            _ => parts.or_else(|| than_of(sentence, at, range.end)),
        };
        if parts == Some(at + 1) && bounds_number(sentence, at + 1) {
            continue;
        }
        if let Quality::Amount = of
            && matches!(&*word, "more" | "less" | "fewer")
            && let Some(next) = sentence.tokens.get(at + 1).filter(|t| t.is_content())
        {
            of = Quality::With(next.stem);
        }
        let start = (range.start..at).rev().find(|i| is_break(sentence, *i)).map_or(range.start, |i| i + 1);
        let end = parts.map_or(range.end, |than| second_side_end(sentence, than + 1..range.end));
        let content = |range: Range<usize>| -> Vec<usize> {
            range.filter(|i| *i != at && is_thing(sentence, *i)).collect()
        };
        // "A is larger than B, but it is shallower" compares with B again.
        let again = (start..at).any(|i| matches!(&*lower(i), "it" | "they" | "he" | "she"));
        let before = out.last().filter(|last| again && last.parts.is_some());
        let (first, second) = match (parts, before) {
            (Some(than), _) => (content(start..than), content(than + 1..end)),
            (None, Some(last)) => (content(start..end), last.second.clone()),
            (None, None) => (content(start..end), Vec::new()),
        };
        out.push(Comparison { word: at, parts, more: more != denied(sentence, at), of, first, second });
    }
    out
}

/// Returns the "than" of a comparative. It belongs to the nearest comparative before it.
fn than_of(sentence: &Sentence, at: usize, end: usize) -> Option<usize> {
    const MAX_THAN_GAP: usize = 9;
    (at + 1..end.min(at + MAX_THAN_GAP))
        .take_while(|i| *i == at + 1 || comparative(&sentence.lower(*i - 1)).is_none())
        .find(|i| &*sentence.lower(*i) == "than")
}

/// Whether "than" right after a comparative bounds a number ("more than 40 people"), and compares no two things:
/// "higher than a year earlier" bounds none.
fn bounds_number(sentence: &Sentence, than: usize) -> bool {
    let next = sentence.tokens.get(than + 1);
    next.is_some_and(|t| t.flags.digit || in_word_list(NUMBERS, &sentence.lower(than + 1)))
        && !in_word_list(" earlier ago before ", &sentence.lower(than + 3))
}

/// Returns the end of the second side of a comparison, where a circumstance begins: "than B by a wide margin".
fn second_side_end(sentence: &Sentence, mut side: Range<usize>) -> usize {
    let mut seen = false;
    let ends = |i: &usize| {
        let next = sentence.lower(*i + 1);
        let circumstance = matches!(&*next, "by" | "with" | "since" | "after" | "during" | "in" | "because");
        seen |= is_thing(sentence, *i);
        is_break(sentence, *i) || seen && circumstance
    };
    let end = side.end;
    side.find(ends).map_or(end, |i| i + 1)
}

/// Reads "the second-tallest after Cape Dunmore": less tall than what follows.
fn ranked(sentence: &Sentence, at: usize) -> Option<(bool, Quality, Option<usize>)> {
    const MAX_RANK_GAP: usize = 8;
    let lower = |at: usize| sentence.lower(at);
    let word = lower(at);
    let stem = word.strip_suffix("est").filter(|stem| stem.len() > 2)?;
    let rank = at.checked_sub(1).map_or("".into(), lower);
    if !matches!(&*rank, "second" | "third" | "fourth" | "fifth") {
        return None;
    }
    let after = (at + 1..sentence.tokens.len().min(at + MAX_RANK_GAP)).find(|i| &*lower(*i) == "after")?;
    let (_, of) = comparative(&format!("{stem}er"))?;
    Some((false, of, Some(after)))
}

/// Whether a word may be one of the compared things: content, a number, or the present.
fn is_thing(sentence: &Sentence, at: usize) -> bool {
    let token = &sentence.tokens[at];
    token.is_content() || token.flags.digit || is_now(sentence.word(token))
}

/// Whether a word means the present.
pub fn is_now(word: &str) -> bool {
    matches!(&*fold_token(word), "now" | "today" | "currently" | "nowadays" | "present")
}

/// Words that can follow "more than" as a number.
const NUMBERS: &str = " a an one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty \
    half twice double hundred thousand million hundreds thousands ";

/// Reads "twice as many as" or "not as old as": which side is more, in what, and the index of the second
/// "as".
fn equal(sentence: &Sentence, at: usize) -> Option<(bool, Quality, Option<usize>)> {
    const MAX_AS_GAP: usize = 6;
    let lower = |at: usize| sentence.lower(at);
    let quality = lower(at + 1);
    if matches!(&*quality, "well" | "long" | "soon" | "far")
        && &*lower(at + 2) == "as"
        && !is_times(sentence, at)
    {
        return None;
    }
    let second = (at + 2..sentence.tokens.len().min(at + MAX_AS_GAP)).find(|i| &*lower(*i) == "as")?;
    let before = at.checked_sub(1).map_or("".into(), lower);
    let more = match &*before {
        "half" | "third" | "quarter" | "fifth" | "tenth" | "not" | "n't" => false,
        "twice" | "times" => true,
        _ if denied(sentence, at) => true,
        _ => return None,
    };
    // A negation just before is counted together with the others.
    let more = if matches!(&*before, "not" | "n't") { true } else { more };
    let of = match &*quality {
        "many" | "much" | "large" | "big" | "high" => Quality::Amount,
        word => Quality::Of(stems(word)),
    };
    Some((more, of, Some(second)))
}

fn is_times(sentence: &Sentence, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|i| {
        matches!(&*fold_token(sentence.word(&sentence.tokens[i])), "half" | "twice" | "times" | "not" | "n't")
    })
}

/// Returns the quality that a word compares, and whether it means more of it.
fn comparative(word: &str) -> Option<(bool, Quality)> {
    const NOT: &str = include_str!("no_comparatives.txt");
    let any = [
        "outperform", "outnumber", "outsold", "outsell", "outbid", "outpace", "outscore", "exceed",
        "overtak", "surpass",
    ];
    if any.iter().any(|beginning| word.starts_with(beginning)) {
        return Some((true, Quality::Any));
    }
    Some(match word {
        "ahead" => (true, Quality::Any),
        "behind" => (false, Quality::Any),
        "more" | "greater" | "higher" | "larger" | "bigger" => (true, Quality::Amount),
        "less" | "fewer" | "lower" | "smaller" => (false, Quality::Amount),
        "better" => (true, Quality::Of(vec![stem_of("good"), stem_of("well"), stem_of("better")])),
        // "Worse" means less good.
        "worse" => (false, Quality::Of(vec![stem_of("good"), stem_of("well"), stem_of("better")])),
        _ if word.len() > 4 && word.ends_with("er") && !in_word_list(NOT, word) => {
            (true, Quality::Of(stems(word)))
        }
        _ => return None,
    })
}

/// Returns the possible stems of a comparative's adjective, including that of the comparative itself.
fn stems(word: &str) -> Vec<Stem> {
    let mut out = vec![stem_of(word)];
    if let Some(stem) = word.strip_suffix("er") {
        out.push(stem_of(stem));
        out.push(stem_of(&format!("{stem}e")));
        if let Some(y) = stem.strip_suffix('i') {
            out.push(stem_of(&format!("{y}y")));
        }
        let mut back = stem.char_indices().rev();
        if let (Some((last, a)), Some((_, b))) = (back.next(), back.next())
            && a == b
        {
            out.push(stem_of(&stem[..last]));
        }
    }
    out
}

/// Whether a comparison is negated by a word just before it.
fn denied(sentence: &Sentence, at: usize) -> bool {
    const MAX_DENIAL_GAP: usize = 3;
    (at.saturating_sub(MAX_DENIAL_GAP)..at).any(|i| {
        let word = fold_token(sentence.word(&sentence.tokens[i]));
        matches!(&*word, "not" | "n't" | "no" | "never" | "neither") || word.ends_with("n't")
    })
}

/// Whether a new part of the sentence begins after a token.
fn is_break(sentence: &Sentence, at: usize) -> bool {
    let Some(next) = sentence.tokens.get(at + 1) else { return false };
    let gap = &sentence.text[sentence.tokens[at].span.end..next.span.start];
    gap.contains([';', ':', '(', ')', '—', '–'])
        || matches!(&*fold_token(sentence.word(next)), "but" | "while" | "whereas" | "although" | "though")
}
