//! Questions that each ask for one fact of a sentence: who, what, when, where, how many, why.
//!
//! They are made from propositions (`wording`). In a dialogue they are also made from a question and its
//! short reply (`replies`), or ask who says some words. A text in a language that the parser does not know
//! gets cloze questions, each with a phrase left out. A set has fewer questions if the text offers no more.

mod candidates;
mod central;
mod people;
mod replies;
mod said;
mod talk;
mod verbs;
mod wording;

use std::collections::VecDeque;
use std::ops::Range;

use candidates::{heads, phrases};
pub(super) use central::{Stretch, ask_central};
pub(super) use people::People;
use said::{PriorSubject, Speech, tidy};
use talk::{Talk, Voice};
use wording::{ClauseContext, Lengths, SHORT, WHOLE, Worded};

use super::centrality::content;
use super::parse::{Tag, Word, words};
use super::{Indexed, demonyms};
use crate::syntax::{Upos, verb};
use crate::text::idf::capital_share;
use crate::text::lexicon::synonyms;
use crate::text::proposition::{Proposition, PropositionKind, Role};
use crate::text::{Placed, Sentence, Span, Stem, in_word_list, is_person};

/// Number of questions in a set (Judge-Lock: "6 QAGs").
pub(super) const QUESTIONS: usize = 6;

/// A question, the fact that answers it, and the context of that fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The wording of the question.
    pub text: String,
    /// The answer, as the text words it, or "yes" or "no".
    pub answer: String,
    /// Position of the answer, or of the word that decides it, in the text that the question was made from.
    pub span: Span,
    /// Content stems of the answer.
    pub stems: Vec<Stem>,
    /// Stems of those words of the answer that can each stand for all of it: the last word of a name, the
    /// noun before the name, or the head noun of a phrase.
    pub heads: Vec<Stem>,
    /// Content stems of the rest of the stretch, with their weights.
    pub context: Vec<(Stem, u32)>,
    /// Content stems of the question itself.
    pub asked: Vec<Stem>,
    /// Whether the answer is a number.
    pub number: bool,
    /// Index of the unit (key point or claim) that the question was made from.
    pub unit: usize,
}

/// How a fact is asked for, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rank {
    /// In words made from a proposition, or in those of a question in the dialogue.
    Worded,
    /// "Who says ...?"
    Quoted,
    /// A yes-or-no question.
    Polar,
    /// Whether the text says a whole sentence.
    Whole,
    /// A gap to fill, in a text that is not in English.
    Gap,
}

/// A stretch to ask about: its first token, the token past its last, and the byte spans of its words that may
/// be wrong.
pub(super) struct QuestionFocus {
    pub tokens: (usize, usize),
    pub doubted: Vec<Span>,
}

/// Returns up to `most` questions, taken from each stretch in turn. Questions worded from a proposition come
/// before all others. Stretches with doubted words come before those without, and within a stretch doubted
/// facts come first.
///
/// `known` holds the people of another text that this one is about.
pub(super) fn ask(
    text: &Indexed,
    stretches: &[QuestionFocus],
    most: usize,
    known: Option<&People>,
) -> Vec<Question> {
    let talk = Talk::of(text);
    let people = People::of(text, talk.as_ref(), known);
    let around = Around { text, talk: talk.as_ref(), people: &people, lengths: WHOLE };
    let mut asking = QuestionSet { read: Vec::new(), order: Vec::new(), out: Vec::new(), most };
    for (unit, asked) in stretches.iter().enumerate() {
        let maker = Maker::new(&around, asked.tokens.0, asked.tokens.1, unit);
        let mut facts = maker.facts();
        let is_doubted = |fact: &Fact| asked.doubted.iter().any(|span| span.overlaps(fact.span));
        facts.sort_by_key(|fact| (!is_doubted(fact), fact.bare, !fact.exact));
        asking.read.push((maker, facts.into()));
    }
    asking.order = (0..stretches.len()).collect();
    asking.order.sort_by_key(|unit| stretches[*unit].doubted.is_empty());
    for rank in [Rank::Worded, Rank::Quoted, Rank::Polar, Rank::Gap] {
        asking.rounds(rank);
    }
    asking.wholes();
    asking.out
}

/// Whether no question asked so far has the answer of this fact. "Who says ...?" may be asked about several
/// utterances of the same speaker.
fn is_new(asked: &[Question], fact: &Fact) -> bool {
    let quoted = fact.rank == Rank::Quoted;
    asked
        .iter()
        .all(|q| !q.span.overlaps(fact.span) && q.text != fact.text && (quoted || q.stems != fact.stems))
}

/// Returns the people that a text names.
pub(super) fn people(text: &Indexed) -> People {
    People::of(text, Talk::of(text).as_ref(), None)
}

/// What all questions on a text share.
struct Around<'a> {
    text: &'a Indexed,
    talk: Option<&'a Talk>,
    people: &'a People,
    lengths: Lengths,
}

/// A set of questions being built.
struct QuestionSet<'a> {
    /// The stretches, each with its facts not yet asked for.
    read: Vec<(Maker<'a>, VecDeque<Fact>)>,
    /// Indices of the stretches, in the order in which they are asked about.
    order: Vec<usize>,
    out: Vec<Question>,
    most: usize,
}

impl QuestionSet<'_> {
    /// Asks for the facts of one rank, one per stretch in turn.
    fn rounds(&mut self, rank: Rank) {
        let mut any = true;
        while any && self.out.len() < self.most {
            any = false;
            for at in 0..self.order.len() {
                let unit = self.order[at];
                let (maker, facts) = &mut self.read[unit];
                // Take the next fact of this rank that has not been asked for.
                while self.out.len() < self.most {
                    let Some(at) = facts.iter().position(|fact| fact.rank == rank) else { break };
                    let Some(next) = facts.remove(at) else { break };
                    if is_new(&self.out, &next) {
                        self.out.push(maker.question(next));
                        any = true;
                        break;
                    }
                }
            }
        }
    }

    /// Asks about each stretch as a whole: first about those without a question, since a stretch that is not asked
    /// about is not checked, then about the others, of which only parts are.
    fn wholes(&mut self) {
        let mut has = vec![false; self.read.len()];
        self.out.iter().for_each(|question| has[question.unit] = true);
        let (asked, unasked): (Vec<usize>, Vec<usize>) = self.order.iter().partition(|unit| has[**unit]);
        for unit in unasked.into_iter().chain(asked) {
            if self.out.len() < self.most {
                let maker = &self.read[unit].0;
                self.out.extend(maker.whole().map(|fact| maker.question(fact)));
            }
        }
    }
}

/// A fact that can be asked for.
struct Fact {
    span: Span,
    /// The full answer, if `span` covers only the word that decides.
    full: Option<Span>,
    /// The answer to a yes-or-no question.
    reply: Option<&'static str>,
    /// Content stems of the answer.
    stems: Vec<Stem>,
    heads: Vec<Stem>,
    number: bool,
    /// Whether the answer has a number or a name, which a summary may get wrong.
    exact: bool,
    /// Whether the answer is only a time, a place, a duration or a source.
    detail: bool,
    /// Whether the answer is a lone common noun, which identifies nobody and nothing: "the device", "fans".
    bare: bool,
    /// The clause of the fact: index of its sentence, and of its proposition within that sentence.
    clause: Option<(usize, usize)>,
    rank: Rank,
    text: String,
}

/// The part of a sentence that lies in a stretch.
struct Piece<'a> {
    placed: &'a Placed,
    sentence: usize,
    /// Tokens of the sentence that lie in the stretch.
    tokens: Range<usize>,
    /// Index of the dialogue turn.
    turn: Option<usize>,
    voice: Option<Voice>,
}

struct Maker<'a> {
    around: &'a Around<'a>,
    pieces: Vec<Piece<'a>>,
    unit: usize,
    context: Vec<(Stem, u32)>,
    range: Range<usize>,
}

impl<'a> Maker<'a> {
    fn new(around: &'a Around, first: usize, last: usize, unit: usize) -> Maker<'a> {
        let text = around.text;
        let mut pieces = Vec::new();
        let mut at = first;
        while at < last {
            let sentence = text.sentence_of[at] as usize;
            let placed = &text.text.sentences()[sentence];
            let tokens = at..text.tokens_of(sentence).end.min(last);
            at = tokens.end;
            let turn = around.talk.and_then(|talk| talk.turn_at(tokens.end - 1));
            let by_authors = around.talk.is_none() && is_by_authors(&placed.sentence);
            let voice = turn.and_then(|turn| Some(around.talk?.voice(turn)));
            pieces.push(Piece {
                placed,
                sentence,
                tokens,
                turn,
                voice: voice.or_else(|| by_authors.then(Voice::authors)),
            });
        }
        Maker { around, pieces, unit, context: content(text, first..last), range: first..last }
    }

    /// Returns the facts of the stretch, in the order of its sentences.
    fn facts(&self) -> Vec<Fact> {
        let mut out: Vec<Fact> = Vec::new();
        // The parser and the question words cover English only.
        if !self.around.text.profile.is_english() {
            self.pieces.iter().for_each(|piece| self.gaps(piece, &mut out));
            return out;
        }
        for piece in &self.pieces {
            self.worded(piece, &mut out);
        }
        if let Some(talk) = self.around.talk {
            for reply in replies::asked(self.around.text, talk, self.range.clone()) {
                out.extend(self.fact(Rank::Worded, reply.text, self.span(reply.answer)));
            }
        }
        out.extend(self.pieces.iter().filter_map(|piece| self.quoted(piece)));
        out
    }

    /// Adds the questions worded from the propositions of a sentence.
    fn worded(&self, piece: &Piece, out: &mut Vec<Fact>) {
        let text = self.around.text;
        if !text.text.tells(piece.sentence) {
            return;
        }
        // Earlier sentences are parsed only if a pronoun needs an antecedent.
        let points_back = (0..piece.placed.sentence.tokens.len()).any(|at| {
            let word = piece.placed.sentence.lower(at);
            matches!(word.split(['\'', '’']).next(), Some("he" | "she" | "his" | "her"))
        });
        let antecedent = if points_back { self.antecedent(piece.sentence) } else { None };
        let parsed = piece.placed.sentence.tree();
        let speech = Speech {
            placed: piece.placed,
            voice: piece.voice.as_ref(),
            antecedent: antecedent.as_deref(),
            keeps_capital: self.keeps_capital(piece),
            spaces_hyphens: text.profile.spaces_hyphens,
        };
        let wording =
            ClauseContext { text, people: self.around.people, speech, lengths: self.around.lengths };
        for at in 0..parsed.propositions.len() {
            let head = wording.tokens(&[parsed.propositions[at].head]);
            if !piece.tokens.contains(&head.start) {
                continue;
            }
            for Worded { text, answer, full, detail, reply } in wording.questions(&parsed.propositions, at) {
                let rank = if reply.is_some() { Rank::Polar } else { Rank::Worded };
                let fact = self.fact(rank, text, answer);
                let clause = Some((piece.sentence, at));
                out.extend(fact.map(|fact| Fact {
                    detail: detail || fact.detail,
                    clause,
                    full,
                    reply,
                    ..fact
                }));
            }
        }
    }

    /// Whether the first word of a piece keeps its capital within a question.
    fn keeps_capital(&self, piece: &Piece) -> bool {
        let text = self.around.text;
        let first = words(text, piece.tokens.start, (piece.tokens.start + 3).min(piece.tokens.end));
        let opens = piece.tokens.start == piece.placed.first_token;
        let (capital, named) = first.first().map_or((false, false), |_| begins_with_name(text, &first));
        let known = first
            .first()
            .is_some_and(|word| word.capital && self.around.people.named(text.stems[word.token]));
        let proper =
            piece.placed.sentence.tree().tree.nodes.first().is_some_and(|node| node.tag == Upos::Propn);
        // "Norwegian salmon farmer" keeps its capital.
        let demonym = first.first().is_some_and(|word| {
            word.capital && demonyms::same_place(text.stems[word.token]).next().is_some()
        });
        !opens || named || known || demonym || capital && proper
    }

    /// Asks who says the words of a piece, if they are few and belong to one turn.
    fn quoted(&self, piece: &Piece) -> Option<Fact> {
        const MIN_QUOTED_WORDS: usize = 6;
        const MAX_QUOTED_WORDS: usize = 16;
        const CONTENT: usize = 3;
        let text = self.around.text;
        let turn = self.around.talk?.turns.get(piece.turn?)?;
        let tokens = piece.tokens.start.max(turn.body)..piece.tokens.end;
        let content = tokens.clone().filter(|at| text.token(*at).1.is_content()).count();
        // "Has the signals sent to it" is a question, or lacks its subject.
        const INVERTED: &str = " has have had is are was were do does did can could will would should ";
        let inverted =
            in_word_list(INVERTED, &piece.placed.sentence.lower(tokens.start - piece.placed.first_token));
        let asks = inverted || piece.placed.sentence.text.trim_end().ends_with('?');
        if !(MIN_QUOTED_WORDS..=MAX_QUOTED_WORDS).contains(&tokens.len())
            || content < CONTENT
            || asks
            || !text.text.tells(piece.sentence)
        {
            return None;
        }
        let said = self.slice(tokens);
        self.fact(Rank::Quoted, format!("Who says \"{said}\"?"), turn.name)
    }

    /// Asks whether the first sentence of the stretch is said.
    fn whole(&self) -> Option<Fact> {
        let piece = self.pieces.first()?;
        let text = self.around.text;
        let body = piece.turn.and_then(|turn| Some(self.around.talk?.turns.get(turn)?.body)).unwrap_or(0);
        let tokens = piece.tokens.start.max(body)..piece.tokens.end;
        if tokens.is_empty() {
            return None;
        }
        let said = self.slice(tokens.clone());
        let asked = match &piece.voice {
            Some(Voice { speaker, name: Some(_), .. }) => format!("Does {speaker} say \"{said}\"?"),
            _ if self.is_clause(piece, &tokens) && !said.contains(['"', '“', ':', ';', '\n']) => {
                let said = if self.keeps_capital(piece) { said } else { said::lowered(&said) };
                format!("Does the text say that {said}?")
            }
            _ => format!("Does the text say \"{said}\"?"),
        };
        let content = tokens.clone().any(|at| text.token(at).1.is_content());
        let fact = self.fact(Rank::Whole, asked, self.span(tokens)).filter(|_| content)?;
        Some(Fact { reply: Some("yes"), ..fact })
    }

    /// Whether some tokens of a piece are a clause that begins with its subject, so that it can follow "that".
    fn is_clause(&self, piece: &Piece, tokens: &Range<usize>) -> bool {
        const RELATIVE: &str = " who which that whose what ";
        let sentence = &piece.placed.sentence;
        let (text, parsed) = (self.around.text, sentence.tree());
        let token = |node: usize| piece.placed.first_token + sentence.token_of(node);
        let first = sentence.lower(tokens.start - piece.placed.first_token);
        let begins = |one: &Proposition| {
            let subject = one.subject().filter(|subject| !subject.shared);
            let node = subject.and_then(|subject| subject.words.first());
            let begins = match one.kind {
                PropositionKind::Verb | PropositionKind::Copula => {
                    node.is_some_and(|node| token(*node) == tokens.start)
                }
                PropositionKind::Existence => &*first == "there",
                PropositionKind::Apposition | PropositionKind::Noun => false,
            };
            begins && tokens.contains(&token(one.head))
        };
        text.profile.is_english() && !in_word_list(RELATIVE, &first) && parsed.propositions.iter().any(begins)
    }

    /// Returns whom "he" or "she" means as the subject of a sentence: the subject of the nearest earlier
    /// sentence whose own subject is not "he" or "she", if that is one person.
    fn antecedent(&self, sentence: usize) -> Option<String> {
        const BACK: usize = 3;
        const MAX_ANTECEDENT_WORDS: usize = 6;
        let Around { text, talk, people, lengths } = *self.around;
        if talk.is_some() {
            return None;
        }
        for before in (sentence.saturating_sub(BACK)..sentence).rev() {
            let placed = &text.text.sentences()[before];
            let main = placed.sentence.tree().main()?;
            let role = if main.passive { Role::Patient } else { Role::Agent };
            let subject = main.argument(role).filter(|subject| !subject.clause)?;
            let spaces_hyphens = text.profile.spaces_hyphens;
            let speech =
                Speech { placed, voice: None, antecedent: None, keeps_capital: true, spaces_hyphens };
            if matches!(speech.lower(subject.head).as_str(), "he" | "she") {
                continue;
            }
            let wording = ClauseContext { text, people, speech, lengths };
            let phrase = wording.words_of(subject);
            if phrase.is_empty() {
                return None;
            }
            let one = wording.tokens(&subject.words).len() <= MAX_ANTECEDENT_WORDS
                && !phrase.iter().any(|word| word.lower == "and" || word.tag == Tag::Pronoun);
            // "Nick Selman's 101"
            let is_figure = phrase.last().is_some_and(|word| word.tag == Tag::Number);
            if !one || is_figure || !people.is_one(text, &phrase) && !wording.is_full_name(subject) {
                return None;
            }
            let said = wording.speech.say(&subject.words, PriorSubject::Nothing)?;
            // "Mr Phillips, of Reading": the name without what a comma sets off.
            let said = said.split(", ").next().unwrap_or_default();
            let definite = ["A ", "An ", "a ", "an "].iter().find_map(|article| said.strip_prefix(article));
            return Some(match definite {
                Some(rest) => format!("the {rest}"),
                None if phrase[0].tag == Tag::Determiner => said::lowered(said),
                None => said.to_owned(),
            });
        }
        None
    }

    fn slice(&self, tokens: Range<usize>) -> String {
        let text = self.around.text;
        tidy(text.text.slice(self.span(tokens)), text.profile.spaces_hyphens)
    }

    fn span(&self, tokens: Range<usize>) -> Span {
        let text = self.around.text;
        text.token(tokens.start).0.join(text.token(tokens.end - 1).0)
    }

    /// Returns a fact with its answer, given in bytes of the text; `None` if the answer has no word.
    fn fact(&self, rank: Rank, asked: String, answer: Span) -> Option<Fact> {
        let text = self.around.text;
        let tokens = text.first_token_from(answer.start)..text.first_token_from(answer.end);
        if tokens.is_empty() {
            return None;
        }
        let content = |at: &usize| text.token(*at).1.is_content();
        let any = tokens.clone().any(|at| content(&at));
        let mut stems: Vec<Stem> = Vec::new();
        for at in tokens.clone().filter(|at| !any || content(at)) {
            if !stems.contains(&text.stems[at]) {
                stems.push(text.stems[at]);
            }
        }
        let answer_words = words(text, tokens.start, tokens.end);
        let number = answer_words.iter().any(|word| word.tag == Tag::Number);
        let heads = if number { Vec::new() } else { heads(text, &answer_words.iter().collect::<Vec<_>>()) };
        let detail = answer_words.iter().any(|word| word.is_time() || word.is_year());
        let bare = self.is_bare(&answer_words);
        let exact = number
            || answer_words
                .iter()
                .any(|word| word.is_name() || self.around.people.named(text.stems[word.token]));
        let clause = None;
        Some(Fact {
            span: answer,
            full: None,
            reply: None,
            stems,
            heads,
            number,
            exact,
            detail,
            bare,
            clause,
            rank,
            text: asked,
        })
    }

    /// Whether the words are a lone common noun, at most with a determiner, or begin with "my", "your" or
    /// "our": "my dreams".
    fn is_bare(&self, words: &[Word]) -> bool {
        let text = self.around.text;
        const POSSESSIVES: &str = " my your our his her its their ";
        if words.first().is_some_and(|word| in_word_list(POSSESSIVES, &word.lower)) {
            return true;
        }
        let mut content = words.iter().filter(|word| word.content);
        let (Some(one), None) = (content.next(), content.next()) else { return false };
        let share = capital_share(text.stems[one.token]);
        let is_named = if self.around.people.is_blind() || text.begins_sentence(one.token) {
            self.around.people.named(text.stems[one.token]) || share.is_none_or(|share| share > 0.5)
        } else {
            one.capital
        };
        one.tag != Tag::Number && !one.is_time() && !is_named
    }

    /// Adds a cloze question for each noun phrase of a sentence that has other words, from last to first.
    fn gaps(&self, piece: &Piece, out: &mut Vec<Fact>) {
        const BEFORE: usize = 10;
        const AFTER: usize = 8;
        let text = self.around.text;
        let all = words(text, piece.tokens.start, piece.tokens.end);
        let said = |from: usize, to: usize| {
            if from < to { self.slice(all[from].token..all[to - 1].token + 1) } else { String::new() }
        };
        // A phrase that is the whole sentence would leave nothing to ask with.
        for (from, to) in phrases(&all).into_iter().rev().filter(|(from, to)| to - from < all.len()) {
            let (start, end) = (from.saturating_sub(BEFORE), (to + AFTER).min(all.len()));
            let lead = if start > 0 { "... " } else { "" };
            let tail = if end < all.len() { " ..." } else { "" };
            let around = format!("{lead}{} ___ {}{tail}", said(start, from), said(to, end));
            let kind = if to - from > 1 { "Which words are" } else { "Which word is" };
            let asked = format!("{kind} missing: \"{}\"?", around.trim());
            out.extend(self.fact(Rank::Gap, asked, all[from].span.join(all[to - 1].span)));
        }
    }

    fn question(&self, fact: Fact) -> Question {
        let Fact { span, full, reply, stems, heads, number, text, .. } = fact;
        let context = self.context.iter().filter(|(other, _)| !stems.contains(other)).copied().collect();
        let source = self.around.text;
        let words = || tidy(source.text.slice(full.unwrap_or(span)), source.profile.spaces_hyphens);
        let answer = reply.map_or_else(words, str::to_owned);
        let own = Sentence::new(&text);
        let asked = own.tokens.iter().filter(|token| token.is_content()).map(|token| token.stem).collect();
        Question { text, answer, span, stems, heads, context, asked, number, unit: self.unit }
    }
}

/// Whether a sentence begins as those of papers do, whose "we" are the authors: "We propose ...", "Our results ...". Elsewhere
/// the text does not show who "we" are.
fn is_by_authors(sentence: &Sentence) -> bool {
    const RESEARCH: &str = " present propose introduce show demonstrate study investigate evaluate measure report describe find \
        follow analyse analyze develop compare examine conduct train test collect argue prove derive observe ";
    const WORK: &str = " results result method methods model models approach experiments findings analysis study work framework \
        algorithm dataset paper ";
    let [first, second] = [0, 1].map(|at| sentence.lower(at));
    let is_about_work = match &*first {
        "we" => in_word_list(RESEARCH, &verb::base(&second)),
        "our" => in_word_list(WORK, &second),
        _ => false,
    };
    is_about_work && sentence.text.starts_with(char::is_alphabetic)
}

/// Returns whether the first word of a sentence would be capitalized anywhere, and whether it is certainly a
/// name. The signs are a capitalized next word, and how the rest of the text writes the word.
fn begins_with_name(text: &Indexed, words: &[Word]) -> (bool, bool) {
    const NO_NAMES: [&str; 9] = ["tion", "tions", "ment", "ments", "ness", "ity", "ities", "ing", "ings"];
    let first = &words[0];
    if matches!(first.lower.as_str(), "dad" | "mum" | "mom" | "grandma" | "grandpa") {
        return (true, true);
    }
    if !first.capital || !first.content || first.tag != Tag::Noun {
        return (first.lower == "i", false);
    }
    let raw = text.text.raw();
    if raw[first.span.range()].chars().skip(1).any(char::is_uppercase) {
        return (true, false);
    }
    let at = text.positions.get(&text.stems[first.token]).map(Vec::as_slice).unwrap_or_default();
    // After the name of a speaker, as at the beginning of a sentence, a capital says nothing.
    let opens =
        |at: usize| text.begins_sentence(at) || raw[..text.token(at).0.start].trim_end().ends_with(':');
    let mut elsewhere = at.iter().map(|&at| at as usize).filter(|&at| !opens(at) && at != first.token);
    if let Some(other) = elsewhere.next() {
        let name = text.token(other).1.flags.capital;
        return (name, name);
    }
    let next = words.get(1).filter(|next| !next.parted);
    if next.is_some_and(|next| next.capital && next.content) {
        return (true, false);
    }
    if let Some(share) = capital_share(text.stems[first.token]) {
        return (share > 0.5, share > 0.5);
    }
    let common = is_person(&first.lower)
        || synonyms(text.stems[first.token]).next().is_some()
        || first.lower.ends_with('s')
        || NO_NAMES.iter().any(|end| first.lower.ends_with(end))
        || next.is_some_and(|next| next.tag == Tag::Noun || next.lower == "of");
    (!common, false)
}

#[cfg(test)]
mod tests;
