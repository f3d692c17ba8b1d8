//! A single sentence: its words, at offsets from its own first byte, and everything that can be found in it
//! without the rest of the text.
//!
//! Features of the words (numbers, dates, cues, reports, causes ...) are computed on first use and stored
//! with the sentence. Texts share sentences, so nothing is computed twice.

pub mod causes;
pub mod comparisons;
pub mod cues;
pub mod dates;
pub mod figures;
pub mod form;
mod implied_denials;
pub mod names;
pub mod numbers;
mod parsed;
pub mod relations;
pub mod reports;
pub mod scales;
pub mod scorelines;
pub mod sequences;
pub mod verbs;
pub mod voice;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::kind::BlockKind;
use super::known::{WordCache, WordFacts};
use super::profile::is_line_end_hyphen;
use super::{Span, Stem, fold_token, hash64, idf, split::word_spans, stem_of};
use crate::work::{Work, read, step};
use causes::Tie;
use comparisons::Comparison;
use cues::Cue;
use dates::Date;
use names::Name;
use numbers::Number;
pub use parsed::Parsed;
use relations::Relation;
use reports::Report;
use scales::Mark;
use sequences::Sequence;
use voice::Passive;

/// Properties of a token that follow from its form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// A function word, which carries little content on its own.
    pub stop: bool,
    /// Begins with an upper-case letter, in a sentence that is not all in capitals (where this means
    /// nothing).
    pub capital: bool,
    /// Holds a digit.
    pub digit: bool,
}

/// A word of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Bytes within the sentence.
    pub span: Span,
    /// Hash of the lower-cased word: equal for equal tokens of the rubrics.
    pub word: u64,
    pub stem: Stem,
    /// Properties that follow from its form.
    pub flags: Flags,
}

impl Token {
    /// Whether it is a content word, that is, not a function word.
    pub fn is_content(&self) -> bool {
        step(Work::Word);
        !self.flags.stop
    }
}

/// A sentence with everything that can be found in it without the rest of the text.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// Its characters, trimmed of white space.
    pub text: Arc<str>,
    /// Its words in order.
    pub tokens: Vec<Token>,
    /// Features that have been computed.
    found: SentenceFeatures,
}

/// A list that is computed on first use.
type Lazy<T> = OnceLock<Box<[T]>>;

/// Features of a sentence.
#[derive(Clone, Debug, Default)]
struct SentenceFeatures {
    numbers: Lazy<Number>,
    dates: Lazy<Date>,
    names: Lazy<Name>,
    cues: Lazy<Cue>,
    reports: Lazy<Report>,
    marks: Lazy<Mark>,
    passives: Lazy<Passive>,
    causes: Lazy<Tie>,
    comparisons: Lazy<Comparison>,
    relations: Lazy<Relation>,
    sequences: Lazy<Sequence>,
    tree: OnceLock<Box<Parsed>>,
    form: OnceLock<BlockKind>,
}

/// Returns the features of a stretch of a sentence. They are cached if the stretch is the whole sentence.
fn within<'a, T: Clone>(
    sentence: &'a Sentence,
    stretch: Range<usize>,
    kept: &'a Lazy<T>,
    read: fn(&Sentence, Range<usize>) -> Vec<T>,
) -> Cow<'a, [T]> {
    let whole = 0..sentence.tokens.len();
    if stretch == whole {
        Cow::Borrowed(kept.get_or_init(|| read(sentence, whole).into()))
    } else {
        Cow::Owned(read(sentence, stretch))
    }
}

impl Sentence {
    /// Analyses one sentence.
    pub fn new(text: &str) -> Sentence {
        Sentence::read(text, &mut WordCache::default())
    }

    /// Analyses one sentence with a cache of word facts, and adds to the cache. The result does not depend on
    /// the cache.
    pub(super) fn read(text: &str, words: &mut WordCache) -> Sentence {
        let shouted = is_shouted(text);
        let mut tokens: Vec<Token> = word_spans(text)
            .map(|span| {
                let word = &text[span.range()];
                let lower = fold_token(word);
                let hash = hash64(lower.as_bytes());
                let WordFacts { stem, stop } = words.of(&lower, hash);
                Token {
                    span,
                    word: hash,
                    stem,
                    flags: Flags {
                        stop,
                        capital: !shouted && word.starts_with(char::is_uppercase),
                        digit: word.contains(|c: char| c.is_numeric()),
                    },
                }
            })
            .collect();
        if memchr::memchr(b'\n', text.as_bytes()).is_some() {
            join_broken(text, &mut tokens);
        }
        // A long article has a million words.
        tokens.shrink_to_fit();
        Sentence { text: Arc::from(text), tokens, found: SentenceFeatures::default() }
    }

    /// The numbers, in order, without overlaps.
    pub fn numbers(&self) -> &[Number] {
        self.found.numbers.get_or_init(|| numbers::numbers(self).into())
    }

    /// The dates, in order, without overlaps.
    pub fn dates(&self) -> &[Date] {
        self.found.dates.get_or_init(|| dates::dates(self).into())
    }

    /// The tokens that look like names or parts of them, in order.
    pub fn names(&self) -> &[Name] {
        self.found.names.get_or_init(|| names::names(self).into())
    }

    /// The words that negate a statement, leave it open or make it certain, in order.
    pub fn cues(&self) -> &[Cue] {
        self.found.cues.get_or_init(|| cues::cues(self).into())
    }

    /// The reports, from left to right.
    pub fn reports(&self) -> &[Report] {
        self.found.reports.get_or_init(|| reports::reports(self).into())
    }

    /// The words that place something on a scale, in order.
    pub fn marks(&self) -> &[Mark] {
        self.found.marks.get_or_init(|| scales::marks(self).into())
    }

    /// The verbs in the passive voice, in order.
    pub fn passives(&self) -> &[Passive] {
        self.found.passives.get_or_init(|| voice::passives(self).into())
    }

    /// A verb, if it is in the passive voice.
    pub fn passive(&self, verb: usize) -> Option<Passive> {
        self.passives().iter().find(|passive| passive.verb == verb).copied()
    }

    /// The causes that a stretch of the sentence states by itself, the most certain first.
    pub fn causes(&self, stretch: Range<usize>) -> Cow<'_, [Tie]> {
        within(self, stretch, &self.found.causes, causes::causes)
    }

    /// The comparisons in a stretch of the sentence.
    pub fn comparisons(&self, stretch: Range<usize>) -> Cow<'_, [Comparison]> {
        within(self, stretch, &self.found.comparisons, comparisons::comparisons)
    }

    /// The relations that the verbs of a stretch of the sentence express.
    pub fn relations(&self, stretch: Range<usize>) -> Cow<'_, [Relation]> {
        within(self, stretch, &self.found.relations, relations::relations)
    }

    /// The stated orders of events.
    pub fn sequences(&self) -> &[Sequence] {
        self.found.sequences.get_or_init(|| sequences::sequences(self).into())
    }

    /// Its dependency tree, assuming that it is English.
    pub fn tree(&self) -> &Parsed {
        self.found.tree.get_or_init(|| Box::new(Parsed::of(self)))
    }

    /// Whether its tree has been computed.
    #[cfg(test)]
    pub fn has_tree(&self) -> bool {
        self.found.tree.get().is_some()
    }

    /// The form that its own words show.
    pub fn form(&self) -> BlockKind {
        *self.found.form.get_or_init(|| form::form(self))
    }

    /// Index of the token that contains a byte, or of the next one.
    pub fn token_from(&self, byte: usize) -> usize {
        self.tokens.partition_point(|token| token.span.end <= byte)
    }

    /// Index of the token in which a node of its tree begins, or of the next one; the number of tokens if
    /// none follows.
    pub fn token_of(&self, node: usize) -> usize {
        self.token_from(self.tree().words[node].start)
    }

    /// The node of its tree at the start of a token; `None` past the last token, or if no node is there.
    pub fn node_of(&self, at: usize) -> Option<usize> {
        self.tree().node_at(self.tokens.get(at)?.span.start)
    }

    /// Whether a token belongs to a date.
    pub fn is_dated(&self, at: usize) -> bool {
        self.dates().iter().any(|date| (date.first..date.end).contains(&at))
    }

    /// The range of all its tokens.
    pub fn whole(&self) -> Range<usize> {
        0..self.tokens.len()
    }

    /// The characters of a token, as written.
    pub fn word(&self, token: &Token) -> &str {
        read(token.span.len());
        &self.text[token.span.range()]
    }

    /// The token at an index, lower-cased; empty past the last token.
    pub fn lower(&self, at: usize) -> Cow<'_, str> {
        self.tokens.get(at).map_or(Cow::Borrowed(""), |token| fold_token(self.word(token)))
    }

    /// The characters between the token at an index and the next one; empty past the last token.
    pub fn gap(&self, at: usize) -> &str {
        let Some(token) = self.tokens.get(at) else { return "" };
        let end = self.tokens.get(at + 1).map_or(self.text.len(), |next| next.span.start);
        read(end - token.span.end);
        &self.text[token.span.end..end]
    }

    /// The characters between the token at an index and the previous one, or before the first token.
    pub fn gap_before(&self, at: usize) -> &str {
        match at.checked_sub(1) {
            Some(before) => self.gap(before),
            None => &self.text[..self.tokens.first().map_or(0, |first| first.span.start)],
        }
    }
}

/// Whether a sentence of sufficient length has capitals and no small letters.
fn is_shouted(text: &str) -> bool {
    const MIN_SHOUTED_LETTERS: usize = 12;
    // Nearly every sentence has a small letter near its beginning, so this test is cheap.
    !text.chars().any(char::is_lowercase)
        && text.chars().filter(|c| c.is_uppercase()).take(MIN_SHOUTED_LETTERS).count() == MIN_SHOUTED_LETTERS
        && text.trim().contains(char::is_whitespace)
}

/// Gives a word that is broken at the end of a line ("exam-", "ple") the stem of the whole word, unless the
/// two parts are words themselves ("well-", "known"). The second part then no longer counts as content.
fn join_broken(text: &str, tokens: &mut [Token]) {
    for at in 1..tokens.len() {
        let (before, after) = (tokens[at - 1].span, tokens[at].span);
        let [first, second] = [before, after].map(|span| &text[span.range()]);
        if !is_line_end_hyphen(&text[before.end..after.start]) || !second.starts_with(char::is_lowercase) {
            continue;
        }
        let whole = stem_of(&format!("{first}{second}").to_lowercase());
        let apart = idf::is_known(tokens[at - 1].stem) && idf::is_known(tokens[at].stem);
        if idf::is_known(whole) || !apart {
            tokens[at - 1].stem = whole;
            (tokens[at].stem, tokens[at].flags.stop) = (whole, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_a_lost_word_is_no_content() {
        let lost = Sentence::new("Gosden [UNK] won the <unk> stakes.");
        let content: Vec<&str> =
            lost.tokens.iter().filter(|t| t.is_content()).map(|t| lost.word(t)).collect();
        assert_eq!(content, ["Gosden", "won", "stakes"]);
    }

    #[test]
    fn a_word_broken_at_a_line_end_is_one_word() {
        let broken = Sentence::new("The gov-\nernment and a well-\nknown exam-\r\n  ple of it.");
        let words: Vec<&str> = broken.tokens.iter().map(|token| broken.word(token)).collect();
        assert_eq!(words, ["The", "gov", "ernment", "and", "a", "well", "known", "exam", "ple", "of", "it"]);
        let stem = |at: usize| broken.tokens[at].stem;
        assert_eq!([stem(1), stem(7)], [stem_of("government"), stem_of("example")]);
        assert_eq!([stem(5), stem(6)], [stem_of("well"), stem_of("known")], "two words of their own");
        assert!(!broken.tokens[1].flags.stop && broken.tokens[2].flags.stop, "it counts once");
        assert_eq!(
            Sentence::new("a co-op").tokens[1].stem,
            stem_of("co"),
            "a hyphen within a line joins nothing"
        );
    }

    #[test]
    fn capitals_say_nothing_where_all_is_in_capitals() {
        let capitals =
            |text: &str| Sentence::new(text).tokens.iter().filter(|token| token.flags.capital).count();
        assert_eq!(capitals("THE MAYOR ANNA KELLER SAID IT."), 0);
        assert_eq!(capitals("NATO"), 1);
        assert_eq!(capitals("US, UK, EU"), 3);
        assert_eq!(capitals("Mayor Anna Keller said it."), 3);
    }
}
