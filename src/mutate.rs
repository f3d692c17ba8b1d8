//! Mutations: a good summary is spoilt in one place, so that its true labels are known.
//!
//! Each kind is one row of [`KINDS`] and one file below `mutate/`, which proposes edits based on the
//! dependency trees of the sentences (`grammar`). An edit is accepted only if what it replaces can be
//! checked against the article (the old word occurs there, the new one does not), and if it lies in a
//! clause that states a fact. The result is analysed again (`check`): the sentence must have the intended
//! form, and the article's propositions must contradict it. A summary with claims that the engine does
//! not consider supported is not mutated, since everything left unchanged has to be true.
//!
//! A list of labels is given only if the mutation determines every label of it. Other lists are left out,
//! so that no guess is taken for the truth.
//!
//! Invariants: no I/O and no clock; the same texts, kind and seed give the same mutant.

mod added_claim;
mod attribution;
mod check;
mod dates;
mod dropped_point;
mod grammar;
mod hardened;
mod invented;
mod loaded_word;
mod marks;
mod names;
mod negation;
mod numbers;
mod offence;
mod roles;
mod softened;
mod truth;
mod units;
mod words;

use std::collections::HashSet;

use fastrand::Rng;
use serde_json::Value;

use crate::case::{Case, Extra, Texts};
use crate::engine::Engine;
use crate::labels::file::Wrapper;
use crate::labels::{LabelValue, Labels};
use crate::text::figures::{Figure, figures};
use crate::text::{Placed, Sentence, Span, Stem, Text, TextProfile, Token, hash64, sentence_spans};

pub use marks::{Mark, Marks, SCHEMA as MARKS};

#[derive(Debug)]
pub struct MutationKind {
    /// Name on the command line and in files.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    find: fn(&Pair) -> Vec<Edit>,
    turn: StatementChange,
    truth: Truth,
}

#[derive(Clone, Copy, Debug, Default)]
struct Truth {
    /// The value of the claims that contain the new words (several claims may share them). Every other
    /// claim is supported.
    claim: Option<LabelValue>,
    /// Whether the new words are exactly the words that the article does not entail.
    wording: bool,
    /// The only deviation: its kind and severity.
    deviation: Option<(&'static str, LabelValue)>,
    issue: Option<LabelValue>,
    /// Whether the key points are the sentences of the good summary, of which one is missing.
    dropped: bool,
}

use check::StatementChange::{self, Certain, Denial, Open, Roles, Same, Speaker, Whole};
use grammar::Grammar;

/// No error.
const UNSPOILT: Truth = Truth { claim: None, wording: false, deviation: None, issue: None, dropped: false };
/// The new words contradict the article or go beyond it.
const UNSUPPORTED: Truth = Truth { claim: Some(LabelValue::Unsupported), wording: true, ..UNSPOILT };
/// The words occur in the article, but the statement differs.
const TURNED: Truth =
    Truth { wording: false, deviation: Some(("meaning", LabelValue::Severe)), ..UNSUPPORTED };
const SOFTENED: Truth = Truth {
    claim: Some(LabelValue::Partial),
    deviation: Some(("meaning", LabelValue::Moderate)),
    ..UNSPOILT
};

const fn row(
    name: &'static str,
    about: &'static str,
    find: fn(&Pair) -> Vec<Edit>,
    turn: StatementChange,
    truth: Truth,
) -> MutationKind {
    MutationKind { name, about, find, turn, truth }
}

/// Adds an issue for the new words to a truth.
const fn issue(issue: LabelValue, truth: Truth) -> Truth {
    Truth { wording: true, issue: Some(issue), ..truth }
}

pub const KINDS: &[MutationKind] = &[
    row("number", "a number becomes another", numbers::find, Same, UNSUPPORTED),
    row("name", "a name becomes one that the article does not have", names::find, Same, UNSUPPORTED),
    row("date", "a weekday, month or year becomes another", dates::find, Same, UNSUPPORTED),
    row("unit", "a unit, a currency or a magnitude becomes another", units::find, Same, UNSUPPORTED),
    row("negation", "a statement is negated, or a negation taken away", negation::find, Denial, TURNED),
    row(
        "dropped_point",
        "a sentence is left out",
        dropped_point::find,
        Whole,
        Truth { dropped: true, ..UNSPOILT },
    ),
    row(
        "added_claim",
        "a sentence is added that the article knows nothing of",
        added_claim::find,
        Whole,
        UNSUPPORTED,
    ),
    row(
        "loaded_word",
        "an adjective is added that judges",
        loaded_word::find,
        Same,
        issue(LabelValue::BiasedWording, UNSPOILT),
    ),
    row("exchanged_roles", "who acts and who is acted upon change places", roles::find, Roles, TURNED),
    row("attribution", "a statement is put into another mouth", attribution::find, Speaker, UNSUPPORTED),
    row("softened", "what is certain becomes possible", softened::find, Open, SOFTENED),
    row("hardened", "what is possible or planned becomes certain", hardened::find, Certain, TURNED),
];

/// Kinds that fire caps which a small change of a fact does not fire. The added words are part of this
/// program, so their labels need no check.
pub const CAP_KINDS: &[MutationKind] = &[
    row(
        "profanity",
        "a mild profanity is added",
        offence::profanity,
        // Whether the engine supports the claim does not depend on this word.
        Whole,
        issue(LabelValue::MildProfanity, UNSPOILT),
    ),
    row(
        "slur",
        "a sentence with a slur is added",
        offence::slur,
        Whole,
        issue(LabelValue::Slur, UNSUPPORTED),
    ),
    row(
        "stereotype",
        "a sentence with a stereotype is added",
        offence::stereotype,
        Whole,
        issue(LabelValue::Stereotype, UNSUPPORTED),
    ),
    row("invented", "most of the summary is replaced by inventions", invented::find, Whole, UNSUPPORTED),
];

pub fn kind(name: &str) -> Option<&'static MutationKind> {
    KINDS.iter().chain(CAP_KINDS).find(|kind| kind.name == name)
}

/// Returns a good summary unchanged, with the labels of a faithful one; `None` if the engine doubts that
/// it is faithful.
pub fn unspoilt(engine: &mut Engine, article: &Text, summary: &Text) -> Option<Mutant> {
    let pair = Pair::new(article, summary);
    check::faithful_claims(engine, &pair).map(|_| truth::unspoilt(&pair))
}

/// Annotator name of the labels of a mutant.
pub const BY: &str = "mutation";

/// A summary spoilt in one place.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub summary: String,
    /// The replaced words; empty if something was added.
    pub was: String,
    /// The new words; empty if something was removed.
    pub now: String,
    /// Position of the new words in the new text; empty if something was removed.
    pub spans: Vec<Span>,
    /// The lists that the mutation determines.
    pub labels: Labels,
}

/// Mutates a summary; `None` if the kind finds no place where the result would be certain.
pub fn mutate(
    engine: &mut Engine,
    id: &str,
    article: &Text,
    summary: &Text,
    kind: &MutationKind,
    seed: u64,
) -> Option<Mutant> {
    // Most places are suitable; if none of the first ones is, further attempts are unlikely to succeed.
    const TRIED: usize = 24;
    let pair = Pair::new(article, summary);
    let mut edits = (kind.find)(&pair);
    if edits.is_empty() {
        return None;
    }
    let old = check::faithful_claims(engine, &pair)?;
    let key = format!("{seed}\0{}\0{id}", kind.name);
    Rng::with_seed(hash64(key.as_bytes())).shuffle(&mut edits);
    edits.iter().take(TRIED).find_map(|edit| {
        let mutant = truth::mutant(&pair, edit, kind.truth)?;
        check::holds(engine, &pair, &old, edit, kind, &mutant).then_some(mutant)
    })
}

/// Returns the id of a mutant, which names the case and reveals nothing about the change.
pub fn opaque_id(id: &str, kind: &str, seed: u64) -> String {
    let mark = hash64(format!("{id}\0{kind}\0{seed}").as_bytes()) & 0xffff_ffff;
    format!("{id}#{mark:08x}")
}

impl Mutant {
    /// Returns the good case with this summary, under an opaque id, with the labels that the mutation
    /// determines. Fields about the good summary (its explanation, measurements, and what no rubric reads, such as
    /// people's scores) are left out, because they are not about the mutant.
    pub fn case(&self, good: &Case, kind: &MutationKind, seed: u64) -> Case {
        let id = opaque_id(&good.id, kind.name, seed);
        let labels = Some(self.written(&good.article));
        Case {
            id,
            summary: self.summary.clone(),
            labels,
            explanation: None,
            iterations: None,
            generation_seconds: None,
            extra: Extra::default(),
            malformed: Vec::new(),
            ..good.clone()
        }
    }

    /// Returns the labels in the format of a case.
    pub fn written(&self, article: &str) -> Value {
        let texts = Texts { article, summary: &self.summary };
        Wrapper::new("", BY, &self.labels, texts).to_value()["labels"].take()
    }

    /// Returns the first byte of the article's sentence that shares most content words with the changed
    /// sentence.
    pub fn source(&self, article: &Text) -> usize {
        let text = Text::new(&self.summary);
        let changed = self
            .spans
            .first()
            .and_then(|span| text.sentences().iter().find(|placed| placed.span().overlaps(*span)));
        let content = match changed {
            Some(placed) => content_stems(&placed.sentence),
            None => content_stems(&Sentence::new(&self.was)),
        };
        let shared = |placed: &&Placed| {
            let own: HashSet<Stem> = placed.sentence.tokens.iter().map(|token| token.stem).collect();
            own.intersection(&content).count()
        };
        article.sentences().iter().rev().max_by_key(shared).map_or(0, |placed| placed.start)
    }
}

fn content_stems(sentence: &Sentence) -> HashSet<Stem> {
    sentence.tokens.iter().filter(|token| token.is_content()).map(|token| token.stem).collect()
}

/// Recreates the mutant of a mark; `None` if this version makes a different one, or none.
pub fn again(engine: &mut Engine, good: &Case, mark: &Mark) -> Option<(&'static MutationKind, Mutant)> {
    let kind = kind(&mark.kind)?;
    let (article, summary) = (Text::new(&good.article), Text::new(&good.summary));
    let mutant = mutate(engine, &good.id, &article, &summary, kind, mark.seed)?;
    let case = mutant.case(good, kind, mark.seed);
    (case.input(Texts::of(&case)) == mark.input).then_some((kind, mutant))
}

/// A replacement of a part of the summary.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edit {
    /// The replaced bytes of the summary.
    span: Span,
    /// The new words.
    now: String,
}

impl Edit {
    fn new(span: Span, now: impl Into<String>) -> Edit {
        Edit { span, now: now.into() }
    }
}

/// The two texts, with precomputed properties of the article.
struct Pair<'a> {
    summary: &'a Text,
    article: &'a Text,
    /// Whether they are analysed as English, which the article determines.
    english: bool,
    /// The words of the article, by the hash of their lower-case form.
    words: HashSet<u64>,
    figures: Vec<Figure>,
}

/// A word of the summary, with its position.
struct Spot<'a> {
    placed: &'a Placed,
    /// Index in its sentence.
    at: usize,
}

impl<'a> Pair<'a> {
    fn new(article: &'a Text, summary: &'a Text) -> Pair<'a> {
        let words = article.tokens().map(|(_, token)| token.word).collect();
        let figures = article.sentences().iter().flat_map(|placed| figures(&placed.sentence)).collect();
        let english = TextProfile::of(article).is_english();
        Pair { summary, article, english, words, figures }
    }

    /// Returns whether the article contains a word, ignoring case.
    fn has(&self, word: &str) -> bool {
        self.words.contains(&hash64(word.to_lowercase().as_bytes()))
    }

    /// Returns whether the article contains any word of a text.
    fn has_any(&self, text: &str) -> bool {
        Sentence::new(text).tokens.iter().any(|token| self.words.contains(&token.word))
    }

    /// Returns the sentences of the summary that can be changed by their trees.
    fn grammars(&self) -> impl Iterator<Item = Grammar<'a>> + use<'a> {
        self.summary.sentences().iter().filter_map(Grammar::of)
    }

    /// Returns every word of the summary.
    fn spots(&self) -> impl Iterator<Item = Spot<'a>> + use<'a> {
        self.summary
            .sentences()
            .iter()
            .flat_map(|placed| (0..placed.sentence.tokens.len()).map(move |at| Spot { placed, at }))
    }

    /// Returns the edit of a part of the summary, if the article has none of the resulting figures.
    fn new_figure(&self, placed: &Placed, span: Span, now: &str) -> Option<Edit> {
        let within = Span::new(span.start - placed.start, span.end - placed.start);
        let text = &placed.sentence.text;
        let changed = format!("{}{now}{}", &text[..within.start], &text[within.end..]);
        let is_one = sentence_spans(&changed).len() == 1;
        let sentence = Sentence::new(&changed);
        let place = Span::new(within.start, within.start + now.len());
        let made: Vec<Figure> =
            figures(&sentence).into_iter().filter(|figure| figure.span.overlaps(place)).collect();
        // A close figure may be the same one, rounded.
        let known = |figure: &Figure| {
            self.figures.iter().any(|other| figure.distance(other).is_some_and(|far| far < MAX_DIFFERENCE))
        };
        (is_one && !made.is_empty() && !made.iter().any(known)).then(|| Edit::new(span, now))
    }
}

/// Relative difference below which two figures may be the same one, rounded differently.
const MAX_DIFFERENCE: f64 = 0.05;

impl<'a> Spot<'a> {
    fn sentence(&self) -> &'a Sentence {
        &self.placed.sentence
    }

    fn token(&self) -> &'a Token {
        &self.sentence().tokens[self.at]
    }

    /// Returns the word as written.
    fn word(&self) -> &'a str {
        self.sentence().word(self.token())
    }

    /// Returns its bytes in the summary.
    fn span(&self) -> Span {
        self.placed.place(self.token().span)
    }

    /// Returns whether the word belongs to a date.
    fn is_dated(&self) -> bool {
        self.sentence().dates().iter().any(|date| date.first <= self.at && self.at < date.end)
    }

    /// Returns the word at a distance from this one, in the same sentence.
    fn beside(&self, by: isize) -> Option<Spot<'a>> {
        let at = self.at.checked_add_signed(by).filter(|at| *at < self.sentence().tokens.len())?;
        Some(Spot { placed: self.placed, at })
    }

    /// Returns the word at a distance, in lower case; empty outside the sentence.
    fn lower(&self, by: isize) -> String {
        self.beside(by).map(|spot| spot.word().to_lowercase()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
