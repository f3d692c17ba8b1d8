//! Questions that each ask for one fact of a sentence: who, what, when, where, how many, why.
//!
//! A sentence that is read as a clause (`reading`) is asked about in words of its own (`worded`), and a turn of a dialogue
//! by who speaks (`talk`, `replies`). What cannot be asked so is asked for where it stands (`in_place`), and only where
//! nothing else is left a word is left out.

mod candidates;
mod central;
mod in_place;
mod people;
mod reading;
mod replies;
mod reported;
mod talk;
mod worded;

use std::collections::VecDeque;
use std::ops::Range;

use candidates::{counts, heads, phrases, time};
pub(super) use central::{Stretch, ask_central};
use in_place::Kind;
pub(super) use people::People;
use reading::{Reading, SUBORDINATE};
use reported::{Reported, according_to, reported};
use talk::{Talk, Voice};
use worded::{Answer, Setting, Worded};

use super::Indexed;
use super::centrality::content;
use super::parse::{Tag, Word, is_person, words};
use crate::text::idf::capital_share;
use crate::text::{Span, Stem, in_word_list, squeezed};

/// Questions to a set (Judge-Lock: "6 QAGs").
pub(super) const QUESTIONS: usize = 6;

/// A question, the fact that answers it and what stands around that fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// In words.
    pub text: String,
    /// The answer, as its text words it.
    pub answer: String,
    /// Where the answer stands in the text that the question was made from.
    pub span: Span,
    /// Content stems of the answer.
    pub stems: Vec<Stem>,
    /// Those of them that each name the whole: the last of a name, the noun before it, or the noun of a phrase.
    pub heads: Vec<Stem>,
    /// Content stems of the rest of the sentence, with their weights.
    pub context: Vec<(Stem, u32)>,
    /// Whether a number answers it.
    pub number: bool,
    /// The unit (point or claim) that it was made from.
    pub unit: usize,
}

/// How a fact is asked for, the best way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rank {
    Worded,
    /// By who says it.
    Quoted,
    InPlace,
    Gap,
}

/// Up to `most` questions on what each stretch says, one of each in turn: who, how many, what, when. What is asked in words
/// of its own goes before all else.
///
/// `known` are people of another text, whom this one is about.
pub(super) fn ask(
    text: &Indexed,
    stretches: &[(usize, usize)],
    most: usize,
    known: Option<&People>,
) -> Vec<Question> {
    let talk = Talk::of(text);
    let people = People::of(text, talk.as_ref(), known);
    let around = Around { text, talk: talk.as_ref(), people: &people };
    let mut asking = Asking { around: &around, stretches, read: Vec::new(), out: Vec::new(), most };
    for rank in [Rank::Worded, Rank::Quoted, Rank::InPlace, Rank::Gap] {
        asking.rounds(rank);
    }
    asking.out
}

/// Whether nothing that is asked already has the answer of a fact. Who says this and who says that are two questions, whoever
/// it is.
fn is_new(asked: &[Question], fact: &Fact) -> bool {
    let quoted = fact.rank() == Rank::Quoted;
    asked.iter().all(|q| !q.span.overlaps(fact.span) && (quoted || q.stems != fact.stems))
}

/// Whom a text names.
pub(super) fn people(text: &Indexed) -> People {
    People::of(text, Talk::of(text).as_ref(), None)
}

/// What questions on any stretch of a text go by.
struct Around<'a> {
    text: &'a Indexed,
    talk: Option<&'a Talk>,
    people: &'a People,
}

/// A set of questions in the making.
struct Asking<'a> {
    around: &'a Around<'a>,
    stretches: &'a [(usize, usize)],
    /// The stretches that were looked at so far, each with the facts that are not asked for yet.
    read: Vec<(Maker<'a>, VecDeque<Fact>)>,
    out: Vec<Question>,
    most: usize,
}

impl Asking<'_> {
    /// Asks for the facts of a rank, one of each stretch in turn.
    fn rounds(&mut self, rank: Rank) {
        let mut any = true;
        while any && self.out.len() < self.most {
            any = false;
            for unit in 0..self.stretches.len() {
                self.look(unit);
                let (maker, facts) = &mut self.read[unit];
                // The next fact of the stretch that is not asked for yet.
                while self.out.len() < self.most {
                    let Some(at) = facts.iter().position(|fact| fact.rank() == rank) else { break };
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

    fn look(&mut self, unit: usize) {
        while self.read.len() <= unit {
            let unit = self.read.len();
            let (first, last) = self.stretches[unit];
            let maker = Maker::new(self.around, first, last, unit);
            let facts = maker.facts().into();
            self.read.push((maker, facts));
        }
    }
}

/// A fact that can be asked for. What is asked where it stands is put into words only where it is asked for: few are.
struct Fact {
    span: Span,
    /// Content stems of its words.
    stems: Vec<Stem>,
    heads: Vec<Stem>,
    number: bool,
    /// Whether it only tells when, where, for how long, or who says so.
    detail: bool,
    asks: Asks,
}

enum Asks {
    /// In these words.
    Worded(String),
    /// Likewise: who says some words.
    Quoted(String),
    /// Where it stands: words of a piece.
    InPlace(Kind, Place),
    /// For the words that are left out of a piece.
    Gap(Place),
}

/// Words of a piece.
struct Place {
    piece: usize,
    from: usize,
    to: usize,
}

impl Fact {
    fn rank(&self) -> Rank {
        match self.asks {
            Asks::Worded(_) => Rank::Worded,
            Asks::Quoted(_) => Rank::Quoted,
            Asks::InPlace(..) => Rank::InPlace,
            Asks::Gap(_) => Rank::Gap,
        }
    }
}

/// What one speaker says in one sentence of a stretch, or the sentence where nobody speaks.
struct Piece {
    words: Vec<Word>,
    /// Turn of a dialogue.
    turn: Option<usize>,
    voice: Option<Voice>,
    /// Whether it begins where a clause can begin.
    starts: bool,
    /// What of it is told as somebody's.
    reported: Vec<Reported>,
}

impl Piece {
    /// Whose a word is told as, the innermost; nobody's where the word says so itself.
    fn told(&self, token: usize) -> Option<&Reported> {
        self.reported.iter().rfind(|told| told.clause.contains(&token) && told.verb != token)
    }
}

struct Maker<'a> {
    around: &'a Around<'a>,
    pieces: Vec<Piece>,
    unit: usize,
    context: Vec<(Stem, u32)>,
    range: Range<usize>,
}

impl<'a> Maker<'a> {
    fn new(around: &'a Around, first: usize, last: usize, unit: usize) -> Maker<'a> {
        let text = around.text;
        let raw = text.text.raw();
        let mut pieces = Vec::new();
        let mut at = first;
        while at < last {
            let tokens = text.tokens_of(text.sentence_of[at] as usize);
            let turn = around.talk.and_then(|talk| talk.turn_at(at));
            let (body, end) = match (turn, around.talk) {
                (Some(turn), Some(talk)) => (talk.turns[turn].body, talk.turns[turn].end),
                _ => (0, usize::MAX),
            };
            let from = at.max(body);
            let to = tokens.end.min(last).min(end).max(at + 1);
            if from < to {
                let before =
                    from.checked_sub(1).map_or("", |b| &raw[text.token(b).0.end..text.token(from).0.start]);
                let quoted = before.ends_with(['"', '“', '\'', '‘', '`']);
                let starts =
                    from == tokens.start || from == body || before.contains([',', ';', ':', '–', '—']);
                let words = words(text, from, to);
                let we = around.talk.is_none() && !quoted && matches!(words[0].lower.as_str(), "we" | "our");
                let voice = turn.and_then(|turn| Some(around.talk?.voice(turn)));
                let voice = voice.or_else(|| we.then(Voice::authors));
                let reported = reported(text, text.sentence_of[at] as usize);
                pieces.push(Piece { words, turn, voice, starts: starts && !quoted, reported });
            }
            at = to;
        }
        Maker { around, pieces, unit, context: content(text, first, last), range: first..last }
    }

    /// The facts of the stretch, in the order of its pieces.
    fn facts(&self) -> Vec<Fact> {
        let mut out: Vec<Fact> = Vec::new();
        // English question words ask nothing in a text of another language.
        if self.around.text.profile.language.is_none() {
            for piece in &self.pieces {
                self.worded(piece, &mut out);
            }
            if let Some(talk) = self.around.talk {
                for reply in replies::asked(self.around.text, talk, self.range.clone()) {
                    out.push(self.fact(Asks::Worded(reply.text), reply.answer));
                }
            }
        }
        out.extend(self.pieces.iter().filter_map(|piece| self.quoted(piece)));
        for at in 0..self.pieces.len() {
            self.standing(at, &mut out);
        }
        out
    }

    /// What a piece tells as a clause.
    fn worded(&self, piece: &Piece, out: &mut Vec<Fact>) {
        let Around { text, people, .. } = *self.around;
        let words = &piece.words;
        if !piece.starts || words.is_empty() {
            return;
        }
        let raw = text.text.raw();
        if raw[words[words.len() - 1].span.end..].trim_start().starts_with('?') {
            return;
        }
        let (capital, named) = begins_with_name(text, words);
        let known = words[0].capital && people.named(text.stems[words[0].token]);
        let (capital, named) = (capital || known, named || known || capital && piece.turn.is_some());
        let setting = Setting {
            text,
            words,
            people,
            voice: piece.voice.as_ref(),
            antecedent: self.antecedent(words[0].token),
            theirs: "",
            lower_first: !capital,
            named,
        };
        let readings = reading::all(raw, words, piece.turn.is_some());
        let told = |reading: &Reading| {
            let verbs = words[reading.verbs.start].token..words[reading.verbs.end - 1].token + 1;
            piece.told(verbs.start).filter(|told| !verbs.contains(&told.verb))
        };
        // "after a speed camera was erected": what leads on to another thought is no matter of the sentence.
        let within = |reading: &Reading| {
            let from = reading.lead.map_or(reading.subject.start, |lead| lead.from);
            from.checked_sub(1).is_some_and(|before| in_word_list(SUBORDINATE, &words[before].lower))
        };
        let asked = readings.iter().flat_map(|reading| {
            let asked = setting.questions(reading);
            let asked = match told(reading) {
                None => asked,
                Some(told) => as_told(told, words, reading, asked),
            };
            let within = within(reading);
            asked.into_iter().map(move |worded| Worded { detail: worded.detail || within, ..worded })
        });
        for worded in asked {
            let answer = match worded.answer {
                Answer::Words(range) => words[range.start].token..words[range.end - 1].token + 1,
                Answer::Speaker => {
                    let turn = piece.turn.and_then(|turn| self.around.talk?.turns.get(turn));
                    let Some(turn) = turn else { continue };
                    turn.name..turn.body
                }
            };
            let detail = worded.detail;
            out.push(Fact { detail, ..self.fact(Asks::Worded(worded.text), answer) });
        }
    }

    /// Who says the words of a piece, where they are a few of one turn.
    fn quoted(&self, piece: &Piece) -> Option<Fact> {
        const FEWEST: usize = 3;
        const MOST: usize = 16;
        let text = self.around.text;
        let words = &piece.words;
        let turn = self.around.talk?.turns.get(piece.turn?)?;
        let content = words.iter().filter(|word| word.content).count();
        if !(FEWEST..=MOST).contains(&words.len()) || content == 0 || !piece.starts {
            return None;
        }
        let said = self.slice(words[0].token..words[words.len() - 1].token + 1);
        let rest = text.text.raw()[words[words.len() - 1].span.end..].trim_start();
        let verb = if rest.starts_with('?') { "asks" } else { "says" };
        let asked = format!("Who {verb} \"{said}\"?");
        Some(self.fact(Asks::Quoted(asked), turn.name..turn.body))
    }

    /// Whom "he" or "she" means at the beginning of a sentence: the person whom the sentence before is about.
    fn antecedent(&self, token: usize) -> Option<String> {
        const BACK: usize = 3;
        let Around { text, talk, people } = *self.around;
        let sentence = text.sentence_of[token] as usize;
        if talk.is_some() {
            return None;
        }
        for before in (sentence.saturating_sub(BACK)..sentence).rev() {
            let tokens = text.tokens_of(before);
            let words = words(text, tokens.start, tokens.end);
            let read = reading::read(text.text.raw(), &words, 0, words.len())?;
            let subject = &words[read.subject];
            if matches!(subject[0].lower.as_str(), "he" | "she") {
                continue;
            }
            let last = subject.last()?;
            let one = subject.len() <= 5
                && !subject.iter().any(|word| word.lower == "and" || word.tag == Tag::Pronoun);
            if !one || !people.is_one(text, subject) {
                return None;
            }
            let said = self.slice(subject[0].token..last.token + 1);
            let name = ["A ", "An "]
                .iter()
                .find_map(|article| said.strip_prefix(article))
                .map(|rest| format!("the {rest}"));
            let name =
                name.unwrap_or_else(|| if subject[0].tag == Tag::Determiner { lowered(&said) } else { said });
            return Some(name);
        }
        None
    }

    fn slice(&self, tokens: Range<usize>) -> String {
        tidy(self.around.text.text.slice(self.span(tokens)))
    }

    fn span(&self, tokens: Range<usize>) -> Span {
        let text = self.around.text;
        text.token(tokens.start).0.join(text.token(tokens.end - 1).0)
    }

    fn fact(&self, asks: Asks, answer: Range<usize>) -> Fact {
        let text = self.around.text;
        let content = |at: &usize| text.token(*at).1.is_content();
        let any = answer.clone().any(|at| content(&at));
        let mut stems: Vec<Stem> = Vec::new();
        for at in answer.clone().filter(|at| !any || content(at)) {
            if !stems.contains(&text.stems[at]) {
                stems.push(text.stems[at]);
            }
        }
        let word =
            |at: usize| self.pieces.iter().flat_map(|piece| &piece.words).find(|word| word.token == at);
        let number = answer.clone().any(|at| word(at).is_some_and(|word| word.tag == Tag::Number));
        let of_it: Vec<&Word> = answer.clone().filter_map(word).collect();
        let heads = if number { Vec::new() } else { heads(text, &of_it) };
        let detail = of_it.iter().any(|word| reading::is_time(word) || reading::is_period(&word.lower));
        Fact { span: self.span(answer), stems, heads, number, detail, asks }
    }

    /// The facts of a piece that are asked for where they stand, or left out where no question word can stand for them.
    fn standing(&self, piece: usize, out: &mut Vec<Fact>) {
        let words = &self.pieces[piece].words;
        let text = self.around.text;
        let raw = text.text.raw();
        let english = text.profile.language.is_none();
        let mut taken: Vec<Span> = Vec::new();
        let mut add = |kind: Option<Kind>, from: usize, to: usize| {
            let span = words[from].span.join(words[to - 1].span);
            let joins = ['-', ':', '/'];
            let number = words[to - 1].tag == Tag::Number;
            let half = raw[..span.start].ends_with(joins)
                || raw[span.end..].starts_with('-')
                || number && raw[span.end..].starts_with(joins);
            if taken.iter().any(|known| known.overlaps(span)) || half {
                return;
            }
            taken.push(span);
            let place = Place { piece, from, to };
            let kind = kind.filter(|kind| english && in_place::fits(raw, words, from, to, *kind));
            // Where who tells it stands outside the question and cannot be named, it would be asked as a plain fact.
            let nobody =
                |kind: &Kind| self.outside(piece, from, to, *kind).is_some_and(|told| told.by.is_none());
            if kind.as_ref().is_some_and(nobody) {
                return;
            }
            let asks = kind.map_or(Asks::Gap(Place { piece, from, to }), |kind| Asks::InPlace(kind, place));
            let place_of = kind == Some(Kind::Name) && in_place::leads_to_place(words, from);
            let fact = self.fact(asks, words[from].token..words[to - 1].token + 1);
            out.push(Fact { detail: fact.detail || place_of, ..fact });
        };
        let mut at = 0;
        while at < words.len() {
            let from = at;
            while at < words.len() && words[at].tag == Tag::Number && (at == from || !words[at].parted) {
                at += 1;
            }
            if at > from && counts(raw, words, from) {
                add(Some(Kind::Number), from, at);
            }
            at += usize::from(at == from);
        }
        for at in 0..words.len() {
            if words[at].is_time() || words[at].is_year() {
                let (from, to) = time(words, at);
                add(Some(Kind::Time), from, to);
            }
        }
        let mut at = 1;
        while at < words.len() {
            let from = at;
            while at < words.len() && words[at].is_name() && (at == from || !words[at].parted) {
                at += 1;
            }
            if at > from {
                // The first word of a sentence has its capital anyway, but not half of a name alone is asked for.
                let first = from == 1 && words[0].capital && words[0].content && !words[1].parted;
                add(Some(Kind::Name), if first { 0 } else { from }, at);
            }
            at += usize::from(at == from);
        }
        for (from, to) in phrases(words).into_iter().rev() {
            add(Some(Kind::Thing), from, to);
        }
        for (at, word) in words.iter().enumerate() {
            if word.content && !matches!(word.tag, Tag::Noun | Tag::Number) {
                add(None, at, at + 1);
            }
        }
    }

    fn question(&self, fact: Fact) -> Question {
        let Fact { span, stems, heads, number, asks, .. } = fact;
        let raw = self.around.text.text.raw();
        let text = match asks {
            Asks::Worded(text) | Asks::Quoted(text) => text,
            Asks::InPlace(kind, place) => {
                in_place::ask(raw, &self.pieces[place.piece].words, place.from, place.to, kind)
                    .map(|asked| self.told_in_place(&place, kind, asked))
                    .unwrap_or_else(|| self.with_gap(&place))
            }
            Asks::Gap(place) => self.with_gap(&place),
        };
        let context = self.context.iter().filter(|(other, _)| !stems.contains(other)).copied().collect();
        let answer = tidy(self.around.text.text.slice(span));
        Question { text, answer, span, stems, heads, context, number, unit: self.unit }
    }

    /// Who tells a fact, where that stands outside the words of the question that asks for it where it stands.
    fn outside(&self, piece: usize, from: usize, to: usize, kind: Kind) -> Option<&Reported> {
        let Piece { words, .. } = &self.pieces[piece];
        let asked = in_place::extent(self.around.text.text.raw(), words, from, to, kind)?;
        let has = |told: &&Reported| words[asked.clone()].iter().any(|word| word.token == told.verb);
        self.pieces[piece].told(words[from].token).filter(|told| !has(told))
    }

    fn told_in_place(&self, place: &Place, kind: Kind, asked: String) -> String {
        let Place { piece, from, to } = *place;
        let by = self.outside(piece, from, to, kind).and_then(|told| told.by.as_ref());
        let Some(by) = by else { return asked };
        let text = self.around.text;
        let words = &self.pieces[piece].words;
        let start = in_place::extent(text.text.raw(), words, from, to, kind).map_or(0, |extent| extent.start);
        let named = words[start].capital && (start > 0 || begins_with_name(text, words).0);
        if named { format!("According to {by}, {asked}") } else { according_to(by, &asked) }
    }

    /// The piece around the fact with the fact left out.
    fn with_gap(&self, place: &Place) -> String {
        const BEFORE: usize = 10;
        const AFTER: usize = 8;
        let Place { piece, from, to } = *place;
        let words = &self.pieces[piece].words;
        let said = |from: usize, to: usize| {
            if from < to { self.slice(words[from].token..words[to - 1].token + 1) } else { String::new() }
        };
        let start = from.saturating_sub(BEFORE);
        let end = (to + AFTER).min(words.len());
        let lead = if start > 0 { "... " } else { "" };
        let tail = if end < words.len() { " ..." } else { "" };
        let text = format!("{lead}{} ___ {}{tail}", said(start, from), said(to, end));
        let kind = if to - from > 1 { "Which words are" } else { "Which word is" };
        format!("{kind} missing: \"{}\"?", text.trim())
    }
}

/// Questions on a clause that is told as somebody's, as those of whoever tells it; none where nobody is named, or where
/// the clause may be the text's own: "She said it was late, and the bridge closed."
fn as_told(told: &Reported, words: &[Word], reading: &Reading, asked: Vec<Worded>) -> Vec<Worded> {
    let from = reading.lead.map_or(reading.subject.start, |lead| lead.from);
    let joined = from.checked_sub(1).is_some_and(|before| {
        words[before].parted && matches!(words[before].lower.as_str(), "and" | "but" | "so" | "while")
    });
    let Some(by) = told.by.as_ref().filter(|_| !joined) else { return Vec::new() };
    let once = |worded: &Worded| !worded.text.contains(by.as_str()) && !worded.text.starts_with("According");
    let asked = asked.into_iter().filter(once);
    asked.map(|worded| Worded { text: according_to(by, &worded.text), ..worded }).collect()
}

/// Whether the capital of a sentence's first word is its own: it goes on with another one, or the text has it so
/// elsewhere; and whether that is sure to be a name.
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
    let inside = |token: usize| text.text.sentences()[text.sentence_of[token] as usize].first_token != token;
    let mut elsewhere = at.iter().map(|&at| at as usize).filter(|&at| inside(at) && at != first.token);
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
        || first.lower.ends_with('s')
        || NO_NAMES.iter().any(|end| first.lower.ends_with(end))
        || next.is_some_and(|next| next.tag == Tag::Noun || next.lower == "of");
    (!common, false)
}

/// Words on one line, with the spaces of tokenised text taken out.
fn tidy(text: &str) -> String {
    let mut out = squeezed(text);
    for (apart, together) in
        [(" ,", ","), (" 's", "'s"), (" n't", "n't"), (" .", "."), (" ’s", "’s"), ("\"", "'")]
    {
        if out.contains(apart) {
            out = out.replace(apart, together);
        }
    }
    out
}

/// A question with its first letter in upper case, without the marks that open or close what was cut.
fn sentence_case(text: &str) -> String {
    let cut: String =
        text.chars().filter(|c| !matches!(c, '"' | '“' | '”' | '«' | '»' | '(' | ')')).collect();
    let cut = cut.trim_matches(|c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '–' | '—' | '.' | '`')
    });
    let mut chars = cut.chars();
    let first: String = chars.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}?", chars.as_str().trim_end_matches(['?', '!', '.']))
}

fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests;
