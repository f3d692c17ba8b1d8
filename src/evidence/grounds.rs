//! What an article offers as grounds: its words by stem, synonym and beginning, its numbers, dates and phrases.

use rustc_hash::{FxHashMap, FxHashSet};

use super::index::Indexed;
use super::support::Views;
use super::{lexicon, manner};
use crate::text::dates::{Date, dates};
use crate::text::figures::{Figure, What};
use crate::text::numbers::{Number, Unit, Value, numbers};
use crate::text::{Sentence, Stem, Text, Token, hash64};

/// A text to find support in: the article, a source, an explanation.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// What reasons call it: "the article".
    pub name: &'a str,
    /// Its words.
    pub indexed: &'a Indexed,
    /// What it offers.
    pub grounds: &'a Grounds,
}

impl<'a> Ground<'a> {
    /// The text.
    pub fn text(self) -> &'a Text {
        &self.indexed.text
    }
}

/// A number of the article and its sentence.
#[derive(Clone, Copy, Debug)]
pub struct NumberAt {
    /// Index of its sentence.
    pub sentence: usize,
    /// The number, at offsets within that sentence.
    pub number: Number,
}

/// A date of the article and its sentence.
#[derive(Clone, Copy, Debug)]
pub struct DateAt {
    /// Index of its sentence.
    pub sentence: usize,
    /// The date, at offsets within that sentence.
    pub date: Date,
}

/// What is known of an article for finding support in it.
#[derive(Debug, Default)]
pub struct Grounds {
    /// Stems by the upper half of their hash, which is what the lexicon speaks of.
    pub halves: FxHashMap<u32, Stem>,
    /// Content stems by the first letters of their words.
    prefixes: FxHashMap<u64, Vec<Stem>>,
    /// Numbers by value, in text order.
    pub numbers: FxHashMap<Value, Vec<NumberAt>>,
    /// Values in ascending order of size.
    pub values: Vec<Value>,
    /// Dates, in text order.
    pub dates: Vec<DateAt>,
    /// Triples of neighbouring stems.
    pub triples: FxHashSet<u64>,
    /// Initials of capitalised phrases, as hashes of the lower-cased letters.
    initials: FxHashSet<u64>,
    /// The views that may look at it.
    pub views: Views,
}

/// Letters that two words must share at the beginning to count as forms of one.
const PREFIX: usize = 5;

/// Hash of a word's first letters; `None` for short words and numbers.
fn prefix(word: &str) -> Option<u64> {
    let (end, _) = word.char_indices().nth(PREFIX)?;
    let head = &word[..end];
    head.chars().all(char::is_alphabetic).then(|| hash64(head.to_lowercase().as_bytes()))
}

impl Grounds {
    /// Reads an article once.
    pub fn new(indexed: &Indexed) -> Grounds {
        let mut out = Grounds { views: manner::views(&indexed.manner), ..Grounds::default() };
        for (at, placed) in indexed.text.sentences().iter().enumerate() {
            let sentence = &placed.sentence;
            for token in &sentence.tokens {
                if out.halves.insert(lexicon::half(token.stem), token.stem).is_none()
                    && token.is_content()
                    && let Some(prefix) = prefix(sentence.word(token))
                {
                    out.prefixes.entry(prefix).or_default().push(token.stem);
                }
            }
            for number in numbers(sentence) {
                out.numbers.entry(number.value).or_default().push(NumberAt { sentence: at, number });
            }
            out.dates.extend(dates(sentence).into_iter().map(|date| DateAt { sentence: at, date }));
            out.add_initials(sentence);
        }
        out.values = out.numbers.keys().copied().collect();
        out.values.sort_by(|a, b| a.to_f64().total_cmp(&b.to_f64()).then(a.cmp(b)));
        out.triples = indexed.stems.windows(3).map(triple).collect();
        out
    }

    fn add_initials(&mut self, sentence: &Sentence) {
        let mut run = String::new();
        let mut starts = Vec::new();
        for token in &sentence.tokens {
            if token.flags.capital {
                starts.push(run.len());
                run.extend(sentence.word(token).chars().next().map(|c| c.to_ascii_lowercase()));
                // Every tail of the run, so that "The World Bank" gives "wb".
                for &start in starts.iter().filter(|&&start| run.len() >= start + 2) {
                    self.initials.insert(hash64(&run.as_bytes()[start..]));
                }
            } else if !matches!(sentence.word(token), "of" | "the" | "and" | "for") {
                run.clear();
                starts.clear();
            }
        }
    }

    /// The first number that says the same: of one value and a unit that agrees, or the same share or sum in another
    /// form ("half" and "50 %", "50 cents" and "$0.50").
    pub fn number_like(&self, number: &Number) -> Option<NumberAt> {
        let listed = self.numbers.get(&number.value).into_iter().flatten();
        let same = listed.copied().find(|n| number.unit.agrees(n.number.unit));
        let forms = || {
            let wanted = as_figure(number);
            // A plain number may be of anything; a share or a sum says what it is.
            let told = |n: &Number| n.fraction || n.unit != Unit::Plain;
            let says = |n: &&NumberAt| {
                let (a, b) = (number, &n.number);
                told(a) && told(b) && a.unit != b.unit && wanted.distance(&as_figure(b)) == Some(0.0)
            };
            self.values.iter().filter_map(|value| self.numbers.get(value)).flatten().find(says).copied()
        };
        same.or_else(|| if number.fraction || number.unit != Unit::Plain { forms() } else { None })
    }

    /// Whether a word in capitals abbreviates a phrase of the article.
    pub fn abbreviates(&self, word: &str) -> bool {
        let letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
        (2..=6).contains(&letters.len())
            && letters.chars().all(|c| c.is_ascii_uppercase())
            && self.initials.contains(&hash64(letters.to_ascii_lowercase().as_bytes()))
    }

    /// Stems of the article whose words begin like this one.
    pub fn forms_of(&self, sentence: &Sentence, token: &Token) -> &[Stem] {
        prefix(sentence.word(token)).and_then(|p| self.prefixes.get(&p)).map_or(&[], Vec::as_slice)
    }
}

fn as_figure(number: &Number) -> Figure {
    Figure { span: number.span, first: number.first, end: number.end, what: What::Number(*number) }
}

/// One hash of three stems in order.
pub fn triple(stems: &[Stem]) -> u64 {
    stems.iter().fold(0xcbf2_9ce4_8422_2325, |hash, stem| {
        (hash ^ stem.0).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
    })
}
