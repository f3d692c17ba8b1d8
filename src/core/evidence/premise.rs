//! An index of a text that claims may rest on: its words by stem, synonym and prefix, and its numbers, dates
//! and phrases.

use rustc_hash::{FxHashMap, FxHashSet};

use super::index::Indexed;
use super::runs::Runs;
use crate::text::dates::Date;
use crate::text::figures::{Figure, FigureValue};
use crate::text::numbers::{Number, Unit, Value};
use crate::text::scorelines::scorelines;
use crate::text::{Sentence, Span, Stem, Text, Token, hash64};

/// A text in which support is searched for: the article, a source, or an explanation.
#[derive(Clone, Copy, Debug)]
pub struct Premise<'a> {
    /// Name of the text in reasons: "the article".
    pub name: &'a str,
    /// The text with an index of its words.
    pub indexed: &'a Indexed,
    /// Its numbers, dates, prefixes and phrases.
    pub premise_index: &'a PremiseIndex,
}

impl<'a> Premise<'a> {
    pub fn text(self) -> &'a Text {
        &self.indexed.text
    }
}

/// A number with its sentence.
#[derive(Clone, Copy, Debug)]
pub struct NumberAt {
    /// Index of the sentence.
    pub sentence: usize,
    /// The number, with offsets within that sentence.
    pub number: Number,
}

/// A date with its sentence.
#[derive(Clone, Copy, Debug)]
pub struct DateAt {
    /// Index of the sentence.
    pub sentence: usize,
    /// The date, with offsets within that sentence.
    pub date: Date,
}

/// Everything that is indexed of a text to find support in it.
#[derive(Debug, Default)]
pub struct PremiseIndex {
    /// Content stems by the first letters of their words.
    prefixes: FxHashMap<u64, Vec<Stem>>,
    /// Numbers by value, in text order.
    pub numbers: FxHashMap<Value, Vec<NumberAt>>,
    /// Values in ascending order.
    values: Vec<Value>,
    /// Numbers with a unit, the first of each value and unit, by value; then durations introduced by an
    /// article ("a year").
    forms: Vec<NumberAt>,
    /// Match scores, the smaller number first.
    pub scores: FxHashSet<[i64; 2]>,
    /// Dates, in text order.
    dates: Vec<DateAt>,
    /// The dates without their positions, each once.
    pub distinct_dates: Vec<Date>,
    /// Hashes of triples of neighbouring stems.
    pub triples: FxHashSet<u64>,
    /// Initials of capitalized phrases and of short runs of words, as hashes of the lower-cased letters.
    initials: FxHashSet<u64>,
    /// Stems of the upper-case words that may be acronyms.
    pub acronyms: FxHashSet<Stem>,
    /// The runs of words of the text.
    pub runs: Runs,
    /// Identifiers of the checks that are switched off for this text.
    pub without: Vec<&'static str>,
}

/// Largest number of positions kept per value.
const MAX_PER_VALUE: usize = 256;
/// Largest number of words kept per prefix.
const MAX_PER_PREFIX: usize = 64;
/// Largest number of forms kept.
const MAX_FORMS: usize = 256;
/// Number of values on either side of a number that are tested as its rounding.
const NEAREST: usize = 256;

/// Number of letters that two words must share at the beginning to count as forms of one word.
const PREFIX: usize = 5;

/// Number of letters of an acronym, all of them ASCII.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=6;

/// Returns the hash of a word's first letters; `None` for short words and numbers.
fn prefix(word: &str) -> Option<u64> {
    let (end, _) = word.char_indices().nth(PREFIX)?;
    let head = &word[..end];
    head.chars().all(char::is_alphabetic).then(|| hash64(head.to_lowercase().as_bytes()))
}

impl PremiseIndex {
    /// Indexes a text.
    pub fn new(indexed: &Indexed) -> PremiseIndex {
        let mut out = PremiseIndex { runs: Runs::new(indexed), ..PremiseIndex::default() };
        let mut lengths = Vec::new();
        for (at, placed) in indexed.text.sentences().iter().enumerate() {
            let sentence = &placed.sentence;
            for (token, index) in sentence.tokens.iter().zip(placed.first_token..) {
                if is_acronym(sentence.word(token)) {
                    out.acronyms.insert(token.stem);
                }
                let is_first = || indexed.positions[&token.stem].first() == Some(&(index as u32));
                if token.is_content()
                    && is_first()
                    && let Some(prefix) = prefix(sentence.word(token))
                {
                    let forms = out.prefixes.entry(prefix).or_default();
                    if forms.len() < MAX_PER_PREFIX {
                        forms.push(token.stem);
                    }
                }
            }
            for &number in sentence.numbers() {
                if number.weak && matches!(number.unit, Unit::Measure(_)) {
                    // "For a year" has no digit or number word to look it up by.
                    lengths.push(NumberAt { sentence: at, number });
                    continue;
                }
                // Most values occur once.
                let same = out.numbers.entry(number.value).or_insert_with(|| Vec::with_capacity(1));
                if same.len() < MAX_PER_VALUE {
                    same.push(NumberAt { sentence: at, number });
                }
            }
            out.scores.extend(scorelines(sentence).map(|score| score.points));
            out.dates.extend(sentence.dates().iter().map(|date| DateAt { sentence: at, date: *date }));
            out.add_initials(sentence);
            out.add_initials_of_nouns(sentence);
        }
        let mut sizes: Vec<(f64, Value)> = out.numbers.keys().map(|value| (value.to_f64(), *value)).collect();
        sizes.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        out.values = sizes.into_iter().map(|(_, value)| value).collect();
        out.forms = out.distinct_forms(&lengths);
        let mut seen = FxHashSet::default();
        let unplaced = |at: &DateAt| Date { span: Span::new(0, 0), first: 0, end: 0, ..at.date };
        out.distinct_dates = out.dates.iter().map(unplaced).filter(|date| seen.insert(*date)).collect();
        out.triples = indexed.stems.windows(3).map(triple).collect();
        out
    }

    fn add_initials(&mut self, sentence: &Sentence) {
        // Initials of the current run of capitalized words. An acronym may stand for any tail of it.
        let mut run: Vec<u8> = Vec::new();
        for token in &sentence.tokens {
            if token.flags.capital {
                let initial = sentence.word(token).bytes().next().filter(u8::is_ascii);
                let Some(initial) = initial else {
                    run.clear();
                    continue;
                };
                run.push(initial.to_ascii_lowercase());
                // Every tail of the run counts, so that "The World Bank" gives "wb".
                for length in LETTERS.filter(|length| *length <= run.len()) {
                    self.initials.insert(hash64(&run[run.len() - length..]));
                }
            } else if !matches!(sentence.word(token), "of" | "the" | "and" | "for") {
                run.clear();
            }
        }
    }

    /// Adds the initials of short runs of words that begin and end with a content word: "earnings per share".
    fn add_initials_of_nouns(&mut self, sentence: &Sentence) {
        /// Fewer letters would match words of almost any text.
        const FEWEST: usize = 3;
        const MOST: usize = 4;
        let tokens = &sentence.tokens;
        for first in (0..tokens.len()).filter(|at| tokens[*at].is_content()) {
            let mut letters = [0; MOST];
            for (length, at) in (first..tokens.len().min(first + MOST)).enumerate() {
                let initial = sentence.word(&tokens[at]).bytes().next().filter(u8::is_ascii_alphabetic);
                let Some(initial) = initial.filter(|_| at == first || sentence.gap_before(at) == " ") else {
                    break;
                };
                letters[length] = initial.to_ascii_lowercase();
                if length + 1 >= FEWEST && tokens[at].is_content() {
                    self.initials.insert(hash64(&letters[..length + 1]));
                }
            }
        }
    }

    /// Returns the first number with the same meaning: the same value with an agreeing unit, or the same
    /// share or sum in another form ("half" and "50 %", "50 cents" and "$0.50").
    pub fn number_like(&self, number: &Number) -> Option<NumberAt> {
        let listed = self.numbers.get(&number.value).into_iter().flatten();
        let same = listed.copied().find(|n| number.unit.agrees(n.number.unit));
        let forms = || {
            let wanted = as_figure(number);
            let says = |n: &&NumberAt| wanted.distance(&as_figure(&n.number)) == Some(0.0);
            self.forms.iter().find(says).copied()
        };
        same.or_else(|| if says_what(number) { forms() } else { None })
    }

    fn distinct_forms(&self, lengths: &[NumberAt]) -> Vec<NumberAt> {
        let mut seen = FxHashSet::default();
        let numbers = self.values.iter().filter_map(|value| self.numbers.get(value)).flatten().chain(lengths);
        let distinct = numbers.filter(|n| says_what(&n.number) && seen.insert(as_figure(&n.number).said()));
        distinct.take(MAX_FORMS).copied().collect()
    }

    /// Returns the values nearest to a value on either side, in ascending order.
    pub fn values_near(&self, value: Value) -> &[Value] {
        let size = value.to_f64();
        let at = self.values.partition_point(|other| other.to_f64() < size);
        &self.values[at.saturating_sub(NEAREST)..self.values.len().min(at + NEAREST)]
    }

    /// Returns the dates of a sentence, in text order.
    pub fn dates_of(&self, sentence: usize) -> impl Iterator<Item = &DateAt> {
        let from = self.dates.partition_point(|date| date.sentence < sentence);
        self.dates[from..].iter().take_while(move |date| date.sentence == sentence)
    }

    /// Whether an upper-case word abbreviates a phrase of the text.
    pub fn abbreviates(&self, word: &str) -> bool {
        // "VCs" are several of them.
        let word = word.strip_suffix('s').unwrap_or(word);
        let letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
        LETTERS.contains(&letters.len())
            && letters.chars().all(|c| c.is_ascii_uppercase())
            && self.initials.contains(&hash64(letters.to_ascii_lowercase().as_bytes()))
    }

    /// Returns the stems of the text whose words begin like this one.
    pub fn forms_of(&self, sentence: &Sentence, token: &Token) -> &[Stem] {
        prefix(sentence.word(token)).and_then(|p| self.prefixes.get(&p)).map_or(&[], Vec::as_slice)
    }
}

/// Whether a word may be an acronym: "HRW", "BBC".
fn is_acronym(word: &str) -> bool {
    LETTERS.contains(&word.len()) && word.bytes().all(|b| b.is_ascii_uppercase())
}

/// Whether a number says what it counts. A plain number may count anything; a share or a sum may not.
fn says_what(number: &Number) -> bool {
    number.fraction || number.unit != Unit::Plain || matches!(number.other, Some((_, Unit::Clock)))
}

fn as_figure(number: &Number) -> Figure {
    Figure { span: number.span, first: number.first, end: number.end, what: FigureValue::Number(*number) }
}

/// Returns one hash of three stems in order.
pub fn triple(stems: &[Stem]) -> u64 {
    stems.iter().fold(0xcbf2_9ce4_8422_2325, |hash, stem| {
        (hash ^ stem.0).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
    })
}
