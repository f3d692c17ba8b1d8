//! `number`: replaces a number by another one of the same form.

use super::words::{HEDGES, NUMERALS};
use super::{Edit, Pair, Spot};
use crate::syntax::{Relation, Upos};

pub fn find(pair: &Pair) -> Vec<Edit> {
    let mut edits = Vec::new();
    for spot in pair.spots() {
        let hedged = HEDGES.contains(&spot.lower(-1).as_str());
        // Dates have their own kind of mutation.
        if hedged || !pair.has(spot.word()) || spot.is_dated() || is_tied(&spot) {
            continue;
        }
        let others = if spot.token().flags.digit { digits(&spot) } else { numerals(&spot) };
        edits.extend(others.iter().filter_map(|now| pair.new_figure(spot.placed, spot.span(), now)));
    }
    edits
}

/// Returns whether a number is part of a name or a rank and does not count anything: "Route 66", "the top
/// five".
fn is_tied(spot: &Spot) -> bool {
    let (parsed, text) = (spot.sentence().tree(), &spot.sentence().text);
    let Some(at) = parsed.node_at(spot.token().span.start) else { return true };
    let node = parsed.tree.nodes[at];
    let counts =
        node.tag == Upos::Num && node.relation == Relation::Nummod && node.head.is_some_and(|head| head > at);
    let head = node.head.map(|head| text[parsed.words[head].range()].to_lowercase()).unwrap_or_default();
    !counts || head.ends_with("th") || matches!(head.as_str(), "o'clock" | "am" | "pm" | "a.m." | "p.m.")
}

/// Returns replacements for a number in digits that is not part of a time, a score, a fraction or a name.
fn digits(spot: &Spot) -> Vec<String> {
    let (text, span) = (&spot.sentence().text, spot.token().span);
    let word = spot.word();
    let plain = word.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b',');
    let tied = |c: char| ":/-–°'’".contains(c) || c.is_alphanumeric();
    let apart = !text[..span.start].ends_with(tied) && !text[span.end..].starts_with(tied);
    let Some(first) = word.bytes().next().filter(u8::is_ascii_digit) else { return Vec::new() };
    if !plain || !apart {
        return Vec::new();
    }
    let other = |by: u8| {
        // From 1 to 9, so that the number of digits stays the same.
        let digit = (first - b'0' + by) % 10;
        (digit != 0).then(|| format!("{digit}{}", &word[1..]))
    };
    [1, 2, 3, 5].into_iter().filter_map(other).collect()
}

/// Returns replacements for a number in words.
fn numerals(spot: &Spot) -> Vec<String> {
    let word = spot.word();
    // "one" is more often a pronoun than a number.
    let Some(at) = NUMERALS.iter().position(|numeral| *numeral == word).filter(|at| *at > 0) else {
        return Vec::new();
    };
    let others =
        NUMERALS.iter().enumerate().skip(1).filter(|(other, _)| (1..=3).contains(&other.abs_diff(at)));
    others.map(|(_, numeral)| (*numeral).to_owned()).collect()
}
