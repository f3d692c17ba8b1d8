//! Words that place something on a scale: what must, may or need not be done; for and against; up and down;
//! how many.
//!
//! The words, and the conditions on their context, are listed in `scales.txt`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{Sentence, cues};
use crate::text::{Stem, hash64, lexicon};

/// A scale on which something has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Whether it must, may or need not be done.
    Duty,
    /// Whether somebody is for it or against it.
    Stance,
    /// Whether it goes up or down.
    Direction,
    /// How many of it are meant.
    Share,
    /// Before or after it, above or below it: a function word before it that has an opposite.
    Order,
}

/// The value that a word gives to something on a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// It must be done.
    Must,
    /// It need not be done.
    NeedNot,
    /// It may be done.
    May,
    /// It must not be done.
    MustNot,
    /// For it.
    For,
    /// Against it.
    Against,
    /// Up.
    Up,
    /// Down.
    Down,
    /// A share of it: 0 for none, 1 few, 2 some, 3 many or half, 4 most, 5 all.
    Share(u8),
    /// A function word, by its stem.
    Word(Stem),
}

/// None of it.
pub const NONE: u8 = 0;
/// Few of it.
pub const FEW: u8 = 1;
const SOME: u8 = 2;
const MANY: u8 = 3;
/// Most of it.
pub const MOST: u8 = 4;
/// All of it.
pub const ALL: u8 = 5;

const VALUES: [(&str, Value); 14] = [
    ("must", Value::Must),
    ("neednot", Value::NeedNot),
    ("may", Value::May),
    ("mustnot", Value::MustNot),
    ("for", Value::For),
    ("against", Value::Against),
    ("up", Value::Up),
    ("down", Value::Down),
    ("none", Value::Share(NONE)),
    ("few", Value::Share(FEW)),
    ("some", Value::Share(SOME)),
    ("many", Value::Share(MANY)),
    ("most", Value::Share(MOST)),
    ("all", Value::Share(ALL)),
];

/// A word of a sentence that gives a value on a scale.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub scale: Scale,
    /// Its value.
    pub value: Value,
    /// Index of the word.
    pub token: usize,
    /// Index from which the words follow that it applies to.
    pub of: usize,
}

/// A line of the list.
struct Row {
    scale: Scale,
    value: Option<Value>,
    next: Vec<u64>,
    unless: Vec<u64>,
    given: Vec<u64>,
    never: Vec<u64>,
    denied: Option<Value>,
    not: Option<Value>,
    after: Option<Value>,
}

fn value(name: &str) -> Option<Value> {
    VALUES.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

fn hashes(words: &str) -> Vec<u64> {
    let both = |word: &str| [hash64(word.as_bytes()), hash64(word.replace('\'', "’").as_bytes())];
    words.split(' ').flat_map(both).collect()
}

/// The lines of the list, and the indices of those that contain a word, by its hash.
type Rows = (Vec<Row>, FxHashMap<u64, Vec<usize>>);

static ROWS: LazyLock<Rows> = LazyLock::new(|| {
    let (mut rows, mut by_word) = (Vec::new(), FxHashMap::<u64, Vec<usize>>::default());
    for line in include_str!("scales.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, given, words, conditions @ ..] = &fields[..] else { continue };
        let scale = match *name {
            "duty" => Scale::Duty,
            "stance" => Scale::Stance,
            "direction" => Scale::Direction,
            _ => Scale::Share,
        };
        let condition = |name: &str| {
            conditions
                .iter()
                .find_map(|field| field.strip_prefix(name)?.strip_prefix(' '))
                .unwrap_or_default()
        };
        let listed = |name: &str| match condition(name) {
            "" => Vec::new(),
            words => hashes(words),
        };
        let value_if = |name: &str| value(condition(name));
        for word in hashes(words) {
            let known = by_word.entry(word).or_default();
            if known.last() != Some(&rows.len()) {
                known.push(rows.len());
            }
        }
        rows.push(Row {
            scale,
            value: value(given),
            next: listed("next"),
            unless: listed("unless"),
            given: listed("given"),
            never: listed("never"),
            denied: value_if("denied"),
            not: value_if("not"),
            after: value_if("after"),
        });
    }
    (rows, by_word)
});

/// Returns the words of a sentence that give a value on a scale, in order.
pub(super) fn marks(sentence: &Sentence) -> Vec<Mark> {
    let value = |at: usize| part(sentence, at).or_else(|| mark(sentence, at));
    let tells = |at: &usize| {
        !cues::costs_nothing(sentence, *at) && !cues::is_bound(sentence, *at) && !is_no_share(sentence, *at)
    };
    sentence.whole().filter(tells).flat_map(|at| value(at).into_iter().chain(order(sentence, at))).collect()
}

/// Whether a word that usually gives a share gives none: "some 150 passengers", "an all-rounder".
fn is_no_share(sentence: &Sentence, at: usize) -> bool {
    let is_number = || sentence.tokens.get(at + 1).is_some_and(|next| next.flags.digit);
    match &*sentence.lower(at) {
        "some" => is_number(),
        "all" => sentence.gap(at) == "-",
        _ => false,
    }
}

/// Reads a function word with an opposite, and what it precedes: "after the flood".
fn order(sentence: &Sentence, at: usize) -> Option<Mark> {
    const MAX_ORDER_GAP: usize = 3;
    let token = &sentence.tokens[at];
    // In a conversation, one speaker's "here" is the other's "there".
    if token.is_content()
        || lexicon::antonyms(token.stem).next().is_none()
        || matches!(&*sentence.lower(at), "here" | "there")
    {
        return None;
    }
    let mut near = at + 1..sentence.tokens.len().min(at + 1 + MAX_ORDER_GAP);
    let of = near.find(|next| sentence.tokens[*next].is_content())?;
    Some(Mark { scale: Scale::Order, value: Value::Word(token.stem), token: at, of })
}

fn mark(sentence: &Sentence, at: usize) -> Option<Mark> {
    let (rows, by_word) = &*ROWS;
    let word = |at: usize| sentence.tokens.get(at).map(|token| token.word);
    let before = |reach: usize| at.saturating_sub(reach)..at;
    let is_next = |list: &[u64]| word(at + 1).is_some_and(|word| list.contains(&word));
    let is_before = |list: &[u64], reach| before(reach).any(|at| list.contains(&sentence.tokens[at].word));
    for row in by_word.get(&word(at)?)?.iter().map(|row| &rows[*row]) {
        if !row.next.is_empty() && !is_next(&row.next)
            || is_next(&row.unless)
            || !row.given.is_empty() && !is_before(&row.given, 2)
            || is_before(&row.never, 1)
        {
            continue;
        }
        let denied = before(2).any(|at| denies(sentence, at) || &*sentence.lower(at) == "no");
        let value = match row {
            Row { denied: Some(value), .. } if denied => Some(*value),
            Row { not: Some(value), .. } if before(1).any(|at| denies(sentence, at)) => Some(*value),
            Row { after: Some(value), .. } if denies(sentence, at + 1) => Some(*value),
            row => row.value,
        };
        let Some(value) = value else { continue };
        // With a capital within a sentence, "May" is the month.
        if value == Value::May && sentence.tokens[at].flags.capital && at > 0 {
            continue;
        }
        let of = at + 1 + usize::from(!row.next.is_empty());
        return Some(Mark { scale: row.scale, value, token: at, of });
    }
    None
}

/// Reads "two of its three rivals" as most of them, and "only two of them" as few.
fn part(sentence: &Sentence, at: usize) -> Option<Mark> {
    let lower = |at: usize| sentence.lower(at);
    let whose = |at: usize| matches!(&*lower(at), "the" | "its" | "their" | "his" | "her");
    let share =
        |share: u8, of: usize| Mark { scale: Scale::Share, value: Value::Share(share), token: at, of };
    // "All but three of the 34" are the others.
    let is_excepted = at.checked_sub(1).is_some_and(|before| &*lower(before) == "but");
    if &*lower(at + 1) == "of" && whose(at + 2) && !is_excepted {
        let (part, whole) = (count(&lower(at))?, count(&lower(at + 3))?);
        return (part <= whole).then(|| match part {
            _ if part == whole => share(ALL, at + 4),
            _ if 2 * part > whole => share(MOST, at + 4),
            _ => share(SOME, at + 4),
        });
    }
    let only = &*lower(at) == "only" && &*lower(at + 2) == "of" && count(&lower(at + 1)).is_some();
    only.then(|| share(FEW, at + 3))
}

/// Parses a count in digits, or up to ten in letters.
fn count(word: &str) -> Option<u32> {
    const LETTERS: [&str; 10] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    word.parse().ok().or_else(|| LETTERS.iter().position(|known| *known == word).map(|at| at as u32 + 1))
}

fn denies(sentence: &Sentence, at: usize) -> bool {
    let word = sentence.lower(at);
    matches!(&*word, "not" | "never") || word.ends_with("n't") || word.ends_with("n’t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_where_its_neighbours_put_it() {
        for (text, expected) in [
            ("It must not be opened", &[Value::MustNot][..]),
            ("It need not be opened", &[Value::NeedNot]),
            ("Nobody has to come in May", &[Value::Share(NONE), Value::Must]),
            ("It may rain", &[Value::May]),
            ("They voted for it", &[Value::For]),
            ("It was opposed by all", &[Value::Share(ALL)]),
            ("Two of its three rivals went up", &[Value::Share(MOST), Value::Up]),
            ("Not all of them came, and all but one left", &[Value::Share(MANY), Value::Share(MOST)]),
            ("Nearly all stay, all but three of the 34", &[Value::Share(MOST), Value::Share(MOST)]),
            ("Almost nobody came", &[Value::Share(FEW)]),
            ("More than half of them are no longer here", &[]),
        ] {
            let found = marks(&Sentence::new(text)).into_iter().filter(|mark| mark.scale != Scale::Order);
            let found: Vec<Value> = found.map(|mark| mark.value).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_function_word_with_an_opposite_is_of_what_follows_it() {
        let sentence = Sentence::new("After the flood they stayed there.");
        let found: Vec<(Value, usize)> = marks(&sentence).iter().map(|mark| (mark.value, mark.of)).collect();
        assert_eq!(found, [(Value::Word(sentence.tokens[0].stem), 2)]);
    }

    #[test]
    fn every_line_of_the_list_is_read() {
        let lines = include_str!("scales.txt").lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(ROWS.0.len(), lines);
        let is_given = |row: &Row| row.value.or(row.denied).or(row.not).or(row.after).is_some();
        assert!(ROWS.0.iter().all(is_given));
    }
}
