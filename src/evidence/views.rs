//! Views: each looks at a clause for one kind of difference from the passage that it rests on.

#[cfg(test)]
mod alarms;
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
mod roles;
mod sequence;
mod slots;
mod stances;

use std::collections::BTreeMap;
use std::ops::Range;

use super::clauses::Clause;
use super::matching::{Match, Matches, Passage};
use super::support::{Soft, View, ViewKind};
use super::{Ground, lexicon};
use crate::text::cues::{Cue, Force};
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

    /// Whether the summary sentence has no capitals, as text that was lower-cased.
    pub fn lowered(&self) -> bool {
        self.sentence.tokens.iter().all(|token| !token.flags.capital)
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

/// Adds what it finds against a clause.
type Look = fn(&Held, &mut Vec<View>);

/// A check of a clause against its passage.
#[derive(Debug)]
pub struct Check {
    /// Its id, by which a mismatch names it.
    pub id: &'static str,
    /// What it looks for, in a sentence.
    pub about: &'static str,
    /// How; without it the check weighs the clause as a whole, or two sides of it, when the others have looked.
    look: Option<Look>,
}

/// The check of the wording as a whole, which weighs what is shared with the passage.
pub const WORDING: &str = "wording";
/// The checks of two comparisons and of two relations read as a whole, which also settle what others find in them.
const COMPARISON: &str = "comparison";
const RELATION: &str = "relation";

const fn check(id: &'static str, look: Look, about: &'static str) -> Check {
    Check { id, about, look: Some(look) }
}

const fn whole(id: &'static str, about: &'static str) -> Check {
    Check { id, about, look: None }
}

/// The checks of a clause that is no copy. Of findings of equal weight that of the earlier row is given first.
pub const CHECKS: [Check; 23] = [
    check("negation", negation::negation, "Says no where the article says yes, or the other way round."),
    check(
        "number",
        numbers::numbers_view,
        "A number or its unit that the article does not have, or of other things.",
    ),
    check("date", dates::dates_view, "A date or time that the article does not have, or of another event."),
    check("name", names::names_view, "A name that the article does not have, or not with these words."),
    check("slot", slots::slots, "A name in the place of another."),
    check("antonym", antonyms::antonyms, "A word in the place of its opposite."),
    check("direction", directions::directions, "Up for down, more for less."),
    check("stance", stances::stances, "For where the article has against."),
    check("order", order::order, "A function word in the place of its opposite: before for after."),
    check("cause", causes::causes, "Cause and effect exchanged, or another cause."),
    check("sequence", sequence::sequence, "What comes first and what follows, exchanged."),
    check("role", roles::roles, "Who does it and to whom it is done, exchanged."),
    check("attribution", attribution::attribution, "Said by another than in the article."),
    check("crossed", crossed::crossed, "What belongs to one of two, given to the other."),
    check("replaced", replaced::replaced, "A noun in the place of another."),
    check("stranger", replaced::stranger, "A noun that the passage does not have, among its own words."),
    check("modality", modality::modality, "What may be, stated as what is, or the reverse."),
    check("duty", duties::duties, "What must be done, stated as what may be, or the reverse."),
    check("quantifier", quantifiers::quantifiers, "All, some or none in the place of one another."),
    check("novel", novelty::novelty, "Content words that the article has in no form."),
    whole(COMPARISON, "Two comparisons, read as a whole, that contradict each other."),
    whole(RELATION, "Two relations, such as kinship or ownership, with their sides exchanged."),
    whole(WORDING, "How much of the wording the best passage of the article shares."),
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
        Some(compared::Verdict::Differs(view)) => out.push(View { check: COMPARISON, ..*view }),
        None => {}
    }
    match relations::relations(held) {
        Some(relations::Verdict::Agrees(words)) => out.retain(|view| {
            !(matches!(view.kind, ViewKind::Role | ViewKind::Antonym) && view.touches(&words))
        }),
        Some(relations::Verdict::Turned(view)) => out.push(View { check: RELATION, ..*view }),
        None => {}
    }
}

/// What the checks find against a clause, the decisive first. Of a copy word for word only the denial is looked at: a
/// copy that leaves out the word that denies it is the one trap of copying.
pub fn find(held: &Held, verbatim: bool) -> Vec<View> {
    let mut out: Vec<View> = Vec::new();
    for check in if verbatim { &CHECKS[..1] } else { &CHECKS } {
        let Some(look) = check.look else { continue };
        look(held, &mut out);
        let new = out.iter_mut().filter(|view| view.check.is_empty());
        new.for_each(|view| view.check = check.id);
    }
    if !verbatim && held.is_brief() {
        weigh_sides(held, &mut out);
    }
    // Of equals, in the order of the table.
    out.sort_by(|a, b| a.limit.total_cmp(&b.limit));
    out
}
