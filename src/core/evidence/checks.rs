//! Checks. Each compares a clause with the passage that it rests on and reports one kind of difference.

mod amounts;
mod antonyms;
mod attribution;
mod categories;
mod causes;
mod comparisons;
mod contrast;
mod crossed;
mod dates;
mod deeds;
mod derived;
mod doer;
mod mismatch;
mod modality;
mod names;
mod negation;
mod novelty;
mod numbers;
mod paired;
mod ranks;
mod replaced;
mod replies;
mod roles;
mod scorelines;
mod sides;
mod slots;
mod subject;
mod tense;
mod trend;
mod wording;

use std::ops::Range;

use super::Premise;
use super::clauses::Statement;
use super::matching::{Match, Matches, Passage};
use super::mismatch::{MismatchKind, WordedMismatch};
use super::overlap::{MISREAD, OverlapFeatures};
use crate::syntax::Upos;
use crate::text::cues::{Cue, Force};
use crate::text::{Sentence, Span, Stem, TextProfile, Token, in_word_list, is_possessive, lexicon};
pub use mismatch::FoundMismatch;

/// A clause paired with its passage.
#[derive(Debug)]
pub struct ClaimPairing<'a> {
    /// The article, or another text used as the premise.
    pub article: Premise<'a>,
    /// The summary sentence.
    pub sentence: &'a Sentence,
    /// The clause of that sentence, as one statement. The checks of single words also get statements that are
    /// parts of one.
    pub clause: &'a Statement,
    /// How the article matches each word of the clause.
    pub matches: &'a Matches,
    /// The sentences of the article that the clause rests on.
    pub passage: &'a Passage,
    /// Measures of shared wording.
    pub overlap: OverlapFeatures,
    /// Whether the clause copies the article word for word.
    pub verbatim: bool,
}

/// Largest number of occurrences of a word in the article that are considered. The rarer words beside a more
/// frequent one find the same sentence.
const MAX_OCCURRENCES: usize = 128;
/// Share of the clause's weight that the passage must hold before a difference from it can be a
/// contradiction.
const SAME_STATEMENT: f64 = 0.5;

impl<'a> ClaimPairing<'a> {
    /// Pairs a clause, with the matches of its words, with a passage.
    pub fn new(
        article: Premise<'a>,
        sentence: &'a Sentence,
        clause: &'a Statement,
        matches: &'a Matches,
        passage: &'a Passage,
    ) -> ClaimPairing<'a> {
        let overlap = matches.overlap(article, passage);
        // Copied wording is supported by definition.
        let verbatim = overlap.run >= 1.0 && clause.tokens.len() > 3;
        ClaimPairing { article, sentence, clause, matches, passage, overlap, verbatim }
    }

    /// Returns the tokens of the clause with their indices in the sentence.
    pub fn tokens(&self) -> impl Iterator<Item = (usize, &'a Token)> + use<'a> {
        self.clause.tokens.clone().zip(&self.sentence.tokens[self.clause.tokens.clone()])
    }

    /// Returns the text of a token.
    pub fn word(&self, at: usize) -> &'a str {
        self.sentence.word(&self.sentence.tokens[at])
    }

    /// Returns the sentences of the passage with their indices in the article, best first.
    pub fn sources(&self) -> impl Iterator<Item = (usize, &'a Sentence)> + use<'a> {
        let article = self.article;
        let sentences: &'a [usize] = &self.passage.sentences;
        sentences.iter().map(move |&at| (at, &*article.text().sentences()[at].sentence))
    }

    /// Returns the position in the article of a span within one of its sentences.
    pub fn place(&self, sentence: usize, span: Span) -> Span {
        self.article.text().sentences()[sentence].place(span)
    }

    /// Whether the passage says nearly the same, so that a difference is a contradiction.
    pub fn same_statement(&self) -> bool {
        self.overlap.window >= SAME_STATEMENT
    }

    /// Whether the clause is short, so that it can be interpreted in only one way.
    pub fn is_brief(&self) -> bool {
        self.matches.short_claim_weight() > 0.0
    }

    /// Whether a stem of the article matches a token of the clause.
    fn stands_for(&self, at: usize, stem: Stem) -> bool {
        let found = self.found(at);
        found.stem == stem || found.content && found.stems.contains(&stem)
    }

    /// Whether a node in the tree of an article sentence matches a token of the clause.
    fn stands_for_node(&self, at: usize, article: &Sentence, node: usize) -> bool {
        let token = article.tokens.get(article.token_of(node));
        token.is_some_and(|token| self.stands_for(at, token.stem))
    }

    /// Returns the match of a token of the clause, by its index in the sentence.
    pub fn found(&self, at: usize) -> &'a Match {
        &self.matches.tokens[at - self.clause.tokens.start]
    }

    /// Returns those of some tokens that occur in the article, each with its number of occurrences, rarest
    /// first. Starting from rare words bounds the cost of a long article.
    pub fn rarest(&self, tokens: impl Iterator<Item = usize>) -> Vec<(usize, usize)> {
        let positions = &self.article.indexed.positions;
        let places = |at: usize| {
            self.found(at).stems.iter().filter_map(|stem| positions.get(stem)).map(Vec::len).sum::<usize>()
        };
        let mut all: Vec<(usize, usize)> = tokens.map(|at| (at, places(at))).collect();
        all.retain(|(_, places)| *places > 0);
        all.sort_by_key(|(_, places)| *places);
        all
    }

    /// Returns the article sentences that contain a token of the clause, in ascending order. Of a frequent
    /// word only the first occurrences count.
    pub fn holding(&self, token: usize) -> Vec<usize> {
        let indexed = self.article.indexed;
        let places = self.found(token).stems.iter().filter_map(|stem| indexed.positions.get(stem));
        let places = places.flat_map(|places| places.iter().take(MAX_OCCURRENCES));
        let mut sentences: Vec<usize> = places.map(|at| indexed.sentence_of[*at as usize] as usize).collect();
        sentences.sort_unstable();
        sentences.dedup();
        sentences
    }

    /// Returns the article sentences that contain any of these tokens of the clause, in ascending order.
    pub fn holding_any(&self, tokens: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut all: Vec<usize> = tokens.flat_map(|at| self.holding(at)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether an article sentence contains a token of the clause.
    pub fn has(&self, source: usize, token: usize) -> bool {
        let stems = &self.found(token).stems;
        self.article.indexed.stems_of(source).iter().any(|stem| stems.contains(stem))
    }

    /// Returns the share of the clause's weight that one article sentence holds.
    pub fn share(&self, source: usize) -> f64 {
        self.share_but(source, 0..0)
    }

    /// Does the same without some tokens of the clause, given by their indices in the sentence.
    pub fn share_but(&self, source: usize, but: Range<usize>) -> f64 {
        self.share_of(source, |at| !but.contains(&at))
    }

    /// Does the same for those tokens of the clause that `counts` accepts, by their indices in the sentence.
    fn share_of(&self, source: usize, counts: impl Fn(usize) -> bool) -> f64 {
        let stems = self.article.indexed.stems_of(source);
        let (mut inside, mut whole) = (0.0, 0.0);
        let tokens = self.clause.tokens.clone().zip(&self.matches.tokens);
        for (_, token) in tokens.filter(|(at, token)| token.content && counts(*at)) {
            whole += token.weight;
            if stems.iter().any(|stem| token.stem == *stem || token.stems.contains(stem)) {
                inside += token.weight;
            }
        }
        if whole > 0.0 { inside / whole } else { 0.0 }
    }
}

/// Whether a pronoun of the speaker or the listener stands next to a verb, so that its agent or object
/// depends on who talks to whom: "can you buy me some bread".
fn is_spoken(sentence: &Sentence, verb: usize) -> bool {
    const BESIDE: usize = 2;
    let beside = verb.saturating_sub(BESIDE)..sentence.tokens.len().min(verb + 1 + BESIDE);
    beside.into_iter().any(|at| in_word_list("i i'm i'll i've me we us you you're", &sentence.lower(at)))
}

/// Whether a word is only a possessor: "all of the plumber's visits".
fn is_owner(sentence: &Sentence, at: usize) -> bool {
    is_possessive(&sentence.lower(at)) || matches!(&*sentence.lower(at + 1), "'s" | "’s")
}

/// Returns the part of speech of a token in the dependency tree.
fn tag(sentence: &Sentence, at: usize) -> Option<Upos> {
    let parsed = sentence.tree();
    let node = sentence.node_of(at)?;
    Some(parsed.tree.nodes[node].tag)
}

/// Whether two stems are listed as opposites.
fn opposite(a: Stem, b: Stem) -> bool {
    lexicon::antonyms(a).any(|half| half == lexicon::half(b))
}

/// Whether two stems are equal or listed as synonyms.
fn same_word(a: Stem, b: Stem) -> bool {
    a == b || lexicon::synonyms(a).any(|half| half == lexicon::half(b))
}

/// Returns a cue of the given force that governs the token.
fn governed(cues: &[Cue], at: usize, force: Force) -> Option<&Cue> {
    cues.iter().find(|c| c.force == force && (c.head == Some(at) || c.passed == Some(at)))
}

/// A check of a clause against its passage: a pure function of the two, independent of all other checks.
#[derive(Debug)]
pub struct Check {
    /// Identifier, stored with every mismatch that the check finds.
    pub id: &'static str,
    /// The texts that it applies to.
    texts: TextScope,
    find: fn(&ClaimPairing) -> Vec<FoundMismatch>,
}

/// The texts that a check applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextScope {
    /// All texts.
    Any,
    /// Texts in which only names are capitalized.
    Names,
    /// English texts.
    English,
    /// English texts, including clauses copied word for word: a copy may leave out "never" or "second-".
    EnglishCopies,
}

impl TextScope {
    /// Whether a text with this profile is among them.
    fn has(self, profile: &TextProfile) -> bool {
        match self {
            TextScope::Any => true,
            TextScope::Names => !profile.has_capital_nouns(),
            TextScope::English | TextScope::EnglishCopies => profile.is_english(),
        }
    }
}

/// Identifier of the check for words that the article has in no form.
const NOVEL: &str = "novel";
/// Identifier of the check of the wording as a whole.
pub const WORDING: &str = "wording";

const fn check(id: &'static str, texts: TextScope, find: fn(&ClaimPairing) -> Vec<FoundMismatch>) -> Check {
    Check { id, texts, find }
}

use TextScope::{Any, English, EnglishCopies, Names};

/// All checks, each under what it looks for; their order does not matter.
pub const CHECKS: [Check; 30] = [
    // Says no where the article says yes, or the other way round.
    check("negation", EnglishCopies, negation::negation),
    // A number or its unit that the article does not have, or of other things.
    check("number", Any, numbers::numbers),
    // A number of a sentence with what belongs to another one.
    check("paired", Any, paired::paired),
    // A match score that the article does not give.
    check("scoreline", English, scorelines::scorelines),
    // A date or time that the article does not have, or of another event.
    check("date", Any, dates::dates),
    // A name that the article does not have, or not with these words.
    check("name", Names, names::names),
    // A name replaced by another.
    check("slot", Names, slots::slots),
    // A word replaced by its opposite.
    check("antonym", English, antonyms::antonyms),
    // A colour, a point of the compass or another word of a category replaced by another of the same.
    check("category", English, categories::categories),
    // Up for down, more for less.
    check("direction", English, contrast::directions),
    // What must be done, stated as what may be, or the reverse.
    check("duty", English, contrast::duties),
    // For where the article has against.
    check("stance", English, contrast::stances),
    // All, some or none exchanged.
    check("quantifier", English, contrast::shares),
    // What may be, stated as what is, or the reverse.
    check("modality", English, modality::modality),
    // Stated as done where it is to come or only asked for, or the reverse.
    check("tense", EnglishCopies, tense::tense),
    // A function word replaced by its opposite: before for after.
    check("order", English, contrast::order),
    // What comes first and what follows, exchanged.
    check("sequence", English, sides::sequence),
    // Two relations, such as kinship or ownership, with their sides exchanged.
    check("relation", English, sides::relation),
    // Two comparisons, read as a whole, that contradict each other.
    check("comparison", English, comparisons::comparison),
    // More than before for what fell, or less for what rose.
    check("trend", English, trend::trend),
    // Cause and effect exchanged, or another cause.
    check("cause", English, causes::causes),
    // Who does it and to whom it is done, exchanged.
    check("role", English, roles::roles),
    // Done by one speaker of a conversation, where another one does it.
    check("doer", English, doer::doer),
    // Said of one where the article says it of another.
    check("subject", English, subject::subject),
    // A superlative that the article ranks lower.
    check("rank", EnglishCopies, ranks::ranks),
    // What belongs to one of two, given to the other.
    check("crossed", English, crossed::crossed),
    // Said by another than in the article.
    check("attribution", English, attribution::attribution),
    // A noun replaced by another.
    check("replaced", Any, replaced::replaced),
    // Content words that the article has in no form.
    check(NOVEL, Any, novelty::novelty),
    // How much of the wording the best passage of the article shares.
    check(WORDING, Any, wording::wording),
];

/// Words on which clause and passage agree when compared as a whole. Mismatches of these kinds that touch
/// them are dropped.
struct Agreed {
    kinds: &'static [MismatchKind],
    words: Vec<Span>,
}

/// Returns everything that clause and passage agree on.
fn agreed(pairing: &ClaimPairing) -> [Agreed; 4] {
    use MismatchKind::{Antonym, Negation, Number, Order, Quantifier, Replaced, Role};
    let compared = comparisons::compared(pairing);
    [
        Agreed { kinds: &[Antonym], words: contrast::agreed(pairing) },
        Agreed { kinds: &[Antonym, Role], words: sides::agreed(pairing) },
        Agreed { kinds: &[Antonym, Negation, Order, Quantifier, Replaced, Role], words: compared.agreed },
        Agreed { kinds: &[Number], words: compared.times },
    ]
}

/// Returns the words with which a clause rewords a comparison of its passage: "A is dearer than B" for "B is
/// cheaper than A".
pub fn reworded(pairing: &ClaimPairing) -> Vec<Span> {
    comparisons::compared(pairing).words
}

/// Returns the mismatches of a clause, the most decisive first.
pub fn find(pairing: &ClaimPairing) -> Vec<WordedMismatch> {
    find_by(pairing, CHECKS.iter())
}

/// Returns the mismatches that the checks of single words and of the wording find in a part of a clause, the
/// most decisive first.
pub fn of_words(pairing: &ClaimPairing) -> Vec<WordedMismatch> {
    find_by(pairing, CHECKS.iter().filter(|check| [NOVEL, WORDING].contains(&check.id)))
}

/// Words a mismatch. If the article looks damaged, a missing word may have been misread, and the mismatch
/// allows more support.
fn worded(check: &'static str, found: FoundMismatch, pairing: &ClaimPairing) -> WordedMismatch {
    let (kind, why) = (found.kind(), found.why(pairing));
    let (contradicts, weakens) = (found.contradicts(), found.weakens());
    let is_misread = pairing.overlap.misread && !kind.contradicts() && kind != MismatchKind::Wording;
    let max_support = if is_misread { found.max_support.max(MISREAD) } else { found.max_support };
    let FoundMismatch { claim, article, .. } = found;
    WordedMismatch { check, kind, max_support, why, summary: claim, article, contradicts, weakens }
}

fn find_by<'a>(pairing: &ClaimPairing, checks: impl Iterator<Item = &'a Check>) -> Vec<WordedMismatch> {
    let profile = &pairing.article.indexed.profile;
    let is_on = |check: &&Check| {
        check.texts.has(profile)
            && (!pairing.verbatim || check.texts == EnglishCopies)
            && !pairing.article.premise_index.without.contains(&check.id)
    };
    let mut out: Vec<WordedMismatch> = Vec::new();
    for check in checks.filter(is_on) {
        out.extend((check.find)(pairing).into_iter().map(|found| worded(check.id, found, pairing)));
    }
    if !pairing.verbatim && !out.is_empty() {
        let agreed = agreed(pairing);
        let is_settled = |mismatch: &WordedMismatch| {
            agreed.iter().any(|all| all.kinds.contains(&mismatch.kind) && mismatch.touches(&all.words))
        };
        out.retain(|mismatch| !is_settled(mismatch));
    }
    let rank = |mismatch: &WordedMismatch| {
        (mismatch.kind == MismatchKind::Wording, mismatch.summary.first().map(|span| span.start))
    };
    out.sort_by(|a, b| {
        a.max_support
            .total_cmp(&b.max_support)
            .then_with(|| rank(a).cmp(&rank(b)))
            .then_with(|| a.check.cmp(b.check))
    });
    // A word already reported with a counterpart is not reported again without one, and no message is repeated.
    let is_said = |at: usize| {
        let own = &out[at];
        let is_without = |graver: &WordedMismatch| {
            own.article.is_empty() && graver.kind == own.kind && graver.touches(&own.summary)
        };
        out[..at].iter().any(|graver| is_without(graver) || graver.why == own.why)
    };
    let said: Vec<bool> = (0..out.len()).map(is_said).collect();
    let mut said = said.into_iter();
    out.retain(|_| said.next() == Some(false));
    out
}

#[cfg(test)]
mod tests;
