//! Views: each looks at a clause for one kind of difference from the passage that it rests on.

mod antonyms;
mod attribution;
mod causes;
mod compared;
mod crossed;
mod dates;
mod derived;
mod directions;
mod duties;
mod modality;
mod names;
mod negation;
mod novelty;
mod numbers;
mod order;
mod quantifiers;
mod relations;
mod replaced;
mod replies;
mod reporters;
mod roles;
mod sequence;
mod slots;
mod stances;
mod ties;

use std::collections::BTreeMap;
use std::ops::Range;

use super::clauses::Clause;
use super::matching::{Match, Matches, Passage};
use super::support::{Soft, View, ViewKind};
use super::{Ground, lexicon};
use crate::text::negation::{Cue, Force};
use crate::text::{Sentence, Span, Stem, Token};

/// A clause held against its passage.
#[derive(Debug)]
pub struct Held<'a> {
    /// The article, or what stands in its place.
    pub article: Ground<'a>,
    /// The summary sentence.
    pub sentence: &'a Sentence,
    /// The clause of it.
    pub clause: &'a Clause,
    /// How its words are found.
    pub matches: &'a Matches,
    /// Where.
    pub passage: &'a Passage,
    /// Measures of shared wording.
    pub soft: Soft,
}

/// Places of a word in the article that are looked at.
const LOOKED_AT: usize = 4_096;
/// Share of the weight that must be in the passage before a difference from it can be a contradiction.
const SAME_STATEMENT: f64 = 0.5;

impl<'a> Held<'a> {
    /// The clause's tokens with their indices in the sentence.
    pub fn tokens(&self) -> impl Iterator<Item = (usize, &'a Token)> + use<'a> {
        self.clause.tokens.clone().zip(&self.sentence.tokens[self.clause.tokens.clone()])
    }

    /// A token's characters.
    pub fn word(&self, at: usize) -> &'a str {
        self.sentence.word(&self.sentence.tokens[at])
    }

    /// The article's sentences of the passage, best first.
    pub fn sources(&self) -> impl Iterator<Item = (usize, &'a Sentence)> + use<'a> {
        let article = self.article;
        let sentences: &'a [usize] = &self.passage.sentences;
        sentences.iter().map(move |&at| (at, &*article.text().sentences()[at].sentence))
    }

    /// The span of an article token.
    pub fn place(&self, sentence: usize, span: Span) -> Span {
        self.article.text().sentences()[sentence].place(span)
    }

    /// Whether the passage says much the same, so that a difference is a contradiction.
    pub fn same_statement(&self) -> bool {
        self.soft.window >= SAME_STATEMENT
    }

    /// Whether the clause is short, so that one reading of it is sure.
    pub fn is_brief(&self) -> bool {
        self.matches.brevity() > 0.0
    }

    /// Whether an article stem stands for a token of the clause.
    fn stands_for(&self, at: usize, stem: Stem) -> bool {
        let found = self.found(at);
        found.stem == stem || found.content && found.stems.contains(&stem)
    }

    /// How a token of the clause is found, by its index in the sentence.
    pub fn found(&self, at: usize) -> &'a Match {
        &self.matches.tokens[at - self.clause.tokens.start]
    }

    /// The article's sentences that have some of these tokens of the clause: their weight there, and how many they are.
    /// By the index of the article's words, so that a long article costs no more than the places of those words.
    pub fn holding(&self, tokens: impl Iterator<Item = usize>) -> BTreeMap<usize, (f64, usize)> {
        let indexed = self.article.indexed;
        let mut holding: BTreeMap<usize, (f64, usize)> = BTreeMap::new();
        for found in tokens.map(|at| self.found(at)) {
            let places = found.stems.iter().filter_map(|stem| indexed.positions.get(stem));
            let places = places.flat_map(|places| places.iter().take(LOOKED_AT));
            let mut sentences: Vec<usize> =
                places.map(|at| indexed.sentence_of[*at as usize] as usize).collect();
            sentences.sort_unstable();
            sentences.dedup();
            for sentence in sentences {
                let entry = holding.entry(sentence).or_default();
                *entry = (entry.0 + found.weight, entry.1 + 1);
            }
        }
        holding
    }

    /// Share of the clause's weight that one sentence of the article holds.
    pub fn share(&self, source: usize) -> f64 {
        self.share_but(source, 0..0)
    }

    /// The same without some tokens of the clause, by their indices in the sentence.
    pub fn share_but(&self, source: usize, but: Range<usize>) -> f64 {
        let stems = self.article.indexed.stems_of(source);
        let (mut inside, mut whole) = (0.0, 0.0);
        let tokens = self.clause.tokens.clone().zip(&self.matches.tokens);
        for (_, token) in tokens.filter(|(at, token)| token.content && !but.contains(at)) {
            whole += token.weight;
            if stems.iter().any(|stem| token.stem == *stem || token.stems.contains(stem)) {
                inside += token.weight;
            }
        }
        if whole > 0.0 { inside / whole } else { 0.0 }
    }
}

/// Whether one of two stems is listed as the opposite of the other.
fn opposite(a: Stem, b: Stem) -> bool {
    lexicon::antonyms(a).any(|half| half == lexicon::half(b))
}

/// A cue of one force that governs the token.
fn governed(cues: &[Cue], at: usize, force: Force) -> Option<&Cue> {
    cues.iter().find(|c| c.force == force && (c.head == Some(at) || c.passed == Some(at)))
}

/// A view: adds what it finds.
type Look = fn(&Held, &mut Vec<View>);

/// The views of a clause that is no copy, in the order in which findings of equal weight are given.
const VIEWS: [Look; 20] = [
    negation::negation,
    numbers::numbers_view,
    dates::dates_view,
    names::names_view,
    slots::slots,
    antonyms::antonyms,
    directions::directions,
    stances::stances,
    order::order,
    causes::causes,
    sequence::sequence,
    roles::roles,
    attribution::attribution,
    crossed::crossed,
    replaced::replaced,
    replaced::stranger,
    modality::modality,
    duties::duties,
    quantifiers::quantifiers,
    novelty::novelty,
];

/// Whether two comparisons that agree settle what a view finds in their words.
fn is_settled(kind: ViewKind) -> bool {
    use ViewKind::{Antonym, Negation, Order, Quantifier, Replaced, Role};
    matches!(kind, Antonym | Negation | Order | Quantifier | Replaced | Role)
}

/// Takes in what two comparisons or two relations, read as a whole, say to each other: they contradict, or they settle
/// what was found in their words. Only of a short clause it is sure what stands on which side.
fn weigh_sides(held: &Held, out: &mut Vec<View>) {
    match compared::compared(held) {
        Some(compared::Verdict::Agrees(words, times)) => out.retain(|view| {
            !(is_settled(view.kind) && view.touches(&words)
                || view.kind == ViewKind::Number && view.touches(&times))
        }),
        Some(compared::Verdict::Differs(view)) => out.push(*view),
        None => {}
    }
    match relations::relations(held) {
        Some(relations::Verdict::Agrees(words)) => out.retain(|view| {
            !(matches!(view.kind, ViewKind::Role | ViewKind::Antonym) && view.touches(&words))
        }),
        Some(relations::Verdict::Turned(view)) => out.push(*view),
        None => {}
    }
}

/// What the views find against a clause, the decisive first. Of a copy word for word only the denial is looked at: a
/// copy that leaves out the word that denies it is the one trap of copying.
pub fn find(held: &Held, verbatim: bool) -> Vec<View> {
    let mut out = Vec::new();
    for look in if verbatim { &VIEWS[..1] } else { &VIEWS } {
        look(held, &mut out);
    }
    if !verbatim && held.is_brief() {
        weigh_sides(held, &mut out);
    }
    // Of equals, in the order above.
    out.sort_by(|a, b| a.limit.total_cmp(&b.limit));
    out
}
