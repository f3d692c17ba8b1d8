//! Questions that each ask for one fact of a sentence: who, how many, when, what.
//!
//! Where the sentence begins plainly the question is worded from its clause ("Who approved the budget?"); elsewhere the
//! fact is asked for where it stands (`in_place`). A verb or an adjective that nothing else of the sentence outweighs is
//! left out of it, which is never nonsense.

mod in_place;

use std::collections::VecDeque;

use in_place::Kind;

use super::Indexed;
use super::centrality::content;
use super::parse::{Clause, Tag, Word, clause, words};
use crate::text::idf::idf;
use crate::text::{Span, Stem, squeezed};

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
    /// Content stems of the rest of the sentence, with their weights.
    pub context: Vec<(Stem, u32)>,
    /// Whether a number answers it.
    pub number: bool,
    /// The unit (point or claim) that it was made from.
    pub unit: usize,
}

/// Which fact of a stretch is asked for first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// What the text is about: a detail that it gives once is seldom what a reader must be able to answer.
    Central,
    /// Who, how many, what, when: what a summary gets wrong where it does.
    Detail,
}

/// Up to `most` questions, one of each stretch in turn, no two with overlapping spans or the same answer.
pub(super) fn ask(text: &Indexed, stretches: &[(usize, usize)], order: First, most: usize) -> Vec<Question> {
    let mut out: Vec<Question> = Vec::new();
    let mut read: Vec<(Maker, VecDeque<Fact>)> = Vec::new();
    let mut round = 0;
    while out.len() < most {
        let mut any = false;
        for (unit, &(first, last)) in stretches.iter().enumerate() {
            if read.len() <= unit {
                let maker = Maker::new(text, first, last, unit);
                let mut facts = maker.facts();
                if order == First::Central {
                    by_salience(text, &mut facts);
                }
                // A word left out is asked for only where nothing can be asked in words.
                facts.sort_by_key(|fact| matches!(fact.asks, Asks::Gap));
                read.push((maker, facts.into()));
            }
            let (maker, facts) = &mut read[unit];
            // The next fact of the stretch that is not asked for yet.
            while out.len() < most {
                let Some(next) = facts.pop_front() else { break };
                any = true;
                if out.iter().all(|q| !q.span.overlaps(next.span) && q.stems != next.stems) {
                    out.push(maker.question(next));
                    break;
                }
            }
        }
        round += 1;
        if !any || round > 4 * most {
            break;
        }
    }
    out
}

/// A fact that can be asked for. It is put into words only where it is asked for: few are.
struct Fact {
    /// Its words among those of the stretch, half open.
    from: usize,
    to: usize,
    span: Span,
    /// Content stems of its words.
    stems: Vec<Stem>,
    asks: Asks,
}

enum Asks {
    /// In these words.
    Worded(String),
    /// Where it stands.
    InPlace(Kind),
    /// For the word that is left out of the stretch.
    Gap,
}

/// Puts the facts first that matter most; equals stay in their order.
fn by_salience(text: &Indexed, facts: &mut Vec<Fact>) {
    let mut weighed: Vec<(f64, Fact)> =
        facts.drain(..).map(|fact| (salience(text, &fact.stems), fact)).collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    facts.extend(weighed.into_iter().map(|(_, fact)| fact));
}

/// How much an answer matters to its text: how telling its words are and how often the text comes back to them.
/// Longer answers gain by the root of their length only.
fn salience(text: &Indexed, stems: &[Stem]) -> f64 {
    /// What each further mention adds, and how many of them count.
    const AGAIN: f64 = 0.5;
    const MENTIONS: usize = 5;
    let told = |stem: &Stem| {
        let again = text.positions.get(stem).map_or(0, |at| at.len().saturating_sub(1).min(MENTIONS));
        idf(*stem) * (1.0 + AGAIN * again as f64)
    };
    stems.iter().map(told).sum::<f64>() / (stems.len().max(1) as f64).sqrt()
}

struct Maker<'a> {
    text: &'a Indexed,
    words: Vec<Word>,
    unit: usize,
    context: Vec<(Stem, u32)>,
}

impl<'a> Maker<'a> {
    fn new(text: &'a Indexed, first: usize, last: usize, unit: usize) -> Maker<'a> {
        Maker { text, words: words(text, first, last), unit, context: content(text, first, last) }
    }

    /// The facts of the stretch, those first that say most of it.
    fn facts(&self) -> Vec<Fact> {
        let (text, words) = (self.text, &self.words);
        let raw = text.text.raw();
        let quoted =
            words.first().is_some_and(|word| raw[..word.span.start].ends_with(['"', '“', '\'', '‘']));
        let starts = words.first().is_some_and(|word| {
            let sentence = text.sentence_of[word.token];
            text.text.sentences()[sentence as usize].first_token == word.token
        });
        let clause = if quoted || !starts { None } else { clause(words) };
        let mut out: Vec<Fact> = Vec::new();
        let mut add = |fact: Option<Fact>| {
            if let Some(fact) = fact
                && out.iter().all(|known: &Fact| !known.span.overlaps(fact.span))
            {
                out.push(fact);
            }
        };
        if let Some(clause) = &clause {
            add(self.subject(clause));
        }
        for at in 0..words.len() {
            let begins = at == 0 || words[at - 1].tag != Tag::Number || words[at].parted;
            if words[at].tag == Tag::Number && begins && self.counts(at) {
                add(self.number(at, clause.as_ref()));
            }
        }
        if let Some(clause) = &clause {
            add(self.object(clause));
        }
        for (at, word) in words.iter().enumerate() {
            if word.is_time() || word.is_year() {
                add(self.time(at, clause.as_ref()));
            }
        }
        let mut at = 1;
        while at < words.len() {
            let from = at;
            while at < words.len() && words[at].is_name() && (at == from || !words[at].parted) {
                at += 1;
            }
            if at > from {
                add(self.standing(Kind::Name, from, at));
            }
            at += usize::from(at == from);
        }
        for (from, to) in self.phrases().into_iter().rev() {
            add(self.standing(Kind::Thing, from, to));
        }
        for (at, word) in words.iter().enumerate() {
            if word.content && word.tag != Tag::Noun {
                add(self.fact(Asks::Gap, at, at + 1));
            }
        }
        if out.is_empty() && !words.is_empty() {
            out.extend(self.fact(Asks::Gap, words.len() - 1, words.len()));
        }
        out
    }

    fn span(&self, from: usize, to: usize) -> Span {
        self.words[from].span.join(self.words[to - 1].span)
    }

    fn said(&self, from: usize, to: usize) -> String {
        if from >= to { String::new() } else { tidy(self.text.text.slice(self.span(from, to))) }
    }

    /// The words of the subject, its first one in lower case unless it is a name.
    fn subject_words(&self, clause: &Clause) -> String {
        let said = self.said(0, clause.verb);
        if self.words[0].content { said } else { lowered(&said) }
    }

    fn fact(&self, asks: Asks, from: usize, to: usize) -> Option<Fact> {
        let answer = &self.words[from..to];
        let any = answer.iter().any(|word| word.content);
        let mut stems: Vec<Stem> = Vec::new();
        for word in answer.iter().filter(|word| word.content || !any) {
            let stem = self.text.stems[word.token];
            if !stems.contains(&stem) {
                stems.push(stem);
            }
        }
        Some(Fact { from, to, span: self.span(from, to), stems, asks })
    }

    /// A fact that is asked for where it stands, or left out where no question word can stand for it.
    fn standing(&self, kind: Kind, from: usize, to: usize) -> Option<Fact> {
        // English question words ask nothing in a text of another language.
        let english = self.text.manner.language.is_none();
        let fits = english && in_place::fits(self.text.text.raw(), &self.words, from, to, kind);
        self.fact(if fits { Asks::InPlace(kind) } else { Asks::Gap }, from, to)
    }

    fn question(&self, fact: Fact) -> Question {
        let Fact { from, to, span, stems, asks } = fact;
        let text = match asks {
            Asks::Worded(text) => text,
            Asks::InPlace(kind) => in_place::ask(self.text.text.raw(), &self.words, from, to, kind)
                .unwrap_or_else(|| self.with_gap(from, to)),
            Asks::Gap => self.with_gap(from, to),
        };
        let context = self.context.iter().filter(|(other, _)| !stems.contains(other)).copied().collect();
        let number = self.words[from..to].iter().any(|word| word.tag == Tag::Number);
        Question { text, answer: self.said(from, to), span, stems, context, number, unit: self.unit }
    }

    /// Whether a number counts something: no year, no day of a month, no part of "six-time".
    fn counts(&self, at: usize) -> bool {
        let word = &self.words[at];
        let timed = |i: usize| self.words.get(i).is_some_and(|near| near.is_time());
        let hyphen = self.text.text.raw()[word.span.end..].starts_with('-');
        !word.is_year() && !hyphen && !timed(at + 1) && !at.checked_sub(1).is_some_and(timed)
    }

    /// Nouns with the adjectives and nouns before them, four words at most.
    fn phrases(&self) -> Vec<(usize, usize)> {
        let fits = |word: &Word| word.content && matches!(word.tag, Tag::Noun | Tag::Adjective);
        let mut out: Vec<(usize, usize)> = Vec::new();
        let mut from = 0;
        while from < self.words.len() {
            let mut to = from;
            while to < self.words.len()
                && to - from < 4
                && fits(&self.words[to])
                && (to == from || !self.words[to].parted)
            {
                to += 1;
            }
            if to > from && self.words[to - 1].tag == Tag::Noun {
                out.push((from, to));
            }
            from = to.max(from + 1);
        }
        out
    }

    /// "Who approved the budget?": the sentence with its subject asked for.
    fn subject(&self, clause: &Clause) -> Option<Fact> {
        let subject = &self.words[..clause.verb];
        let who = in_place::who(&self.words, self.span(0, clause.verb));
        let verb = match self.words[clause.verb].lower.as_str() {
            "are" => "is".to_owned(),
            "were" => "was".to_owned(),
            "have" => "has".to_owned(),
            _ => self.said(clause.verb, clause.verb + 1),
        };
        let rest = self.said(clause.verb + 1, in_place::whole(&self.words, clause.verb + 1, clause.end, 14));
        // The determiner is no part of what is asked for.
        let from = usize::from(subject.len() > 1 && subject[0].tag == Tag::Determiner);
        self.fact(Asks::Worded(format!("{who} {verb} {rest}?")), from, clause.verb)
    }

    /// "How many votes ...?" where the counted thing begins the sentence, else the sentence with a gap.
    fn number(&self, at: usize, clause: Option<&Clause>) -> Option<Fact> {
        let mut end = at + 1;
        while end < self.words.len() && self.words[end].tag == Tag::Number && !self.words[end].parted {
            end += 1;
        }
        let plural =
            self.words.get(end).is_some_and(|word| word.tag == Tag::Noun && word.lower.ends_with('s'))
                || self.words.get(end).is_some_and(|word| word.lower == "people" || word.lower == "children");
        if let Some(clause) = clause
            && at == 0
            && plural
            && end < clause.verb
        {
            let rest = self.said(end, in_place::whole(&self.words, end, clause.end, 16));
            return self.fact(Asks::Worded(format!("How many {rest}?")), at, end);
        }
        self.standing(Kind::Number, at, end)
    }

    /// "What did the council approve?".
    fn object(&self, clause: &Clause) -> Option<Fact> {
        let from = clause.verb + 1;
        let to = (from..clause.end)
            .find(|&at| {
                !matches!(self.words[at].tag, Tag::Determiner | Tag::Adjective | Tag::Noun | Tag::Number)
            })
            .unwrap_or(clause.end);
        let to = (from..to).find(|&at| self.words[at].is_time()).unwrap_or(to);
        let object = self
            .words
            .get(from..to)
            .filter(|object| object.last().is_some_and(|last| last.tag == Tag::Noun))?;
        // Only a noun phrase that begins as one: "said John" has no object.
        if clause.auxiliary || !matches!(object[0].tag, Tag::Determiner | Tag::Number | Tag::Adjective) {
            return None;
        }
        let skip = usize::from(object.len() > 1 && object[0].tag == Tag::Determiner);
        match &clause.base {
            Some(base) => {
                let subject = self.subject_words(clause);
                let rest = self.said(to, in_place::whole(&self.words, to, clause.end, 8));
                let space = if rest.is_empty() { "" } else { " " };
                let text = format!("What did {subject} {base}{space}{rest}?");
                self.fact(Asks::Worded(text), from + skip, to)
            }
            None => self.standing(Kind::Thing, from + skip, to),
        }
    }

    /// "When did the council approve the budget?" where the time ends the clause.
    fn time(&self, at: usize, clause: Option<&Clause>) -> Option<Fact> {
        let joined = |word: &Word| !word.parted && (word.tag == Tag::Number || word.is_time());
        let mut from = at;
        while from > 0
            && joined(&self.words[from])
            && (self.words[from - 1].tag == Tag::Number || self.words[from - 1].is_time())
        {
            from -= 1;
        }
        let mut to = at + 1;
        while to < self.words.len() && joined(&self.words[to]) {
            to += 1;
        }
        if let Some(clause) = clause
            && to == clause.end
            && from >= clause.verb + 3
        {
            let preposition = self.words[from - 1].tag == Tag::Preposition;
            let until = from - usize::from(preposition);
            let subject = self.subject_words(clause);
            let rest = self.said(clause.verb + 1, until);
            let text = match &clause.base {
                Some(base) => Some(format!("When did {subject} {base} {rest}?")),
                None if clause.auxiliary => {
                    Some(format!("When {} {subject} {rest}?", self.words[clause.verb].lower))
                }
                None => None,
            };
            if let Some(text) = text
                && until > clause.verb + 1
                && until - clause.verb <= 16
            {
                return self.fact(Asks::Worded(text), from, to);
            }
        }
        self.standing(Kind::Time, from, to)
    }

    /// The stretch around the fact with the fact left out.
    fn with_gap(&self, from: usize, to: usize) -> String {
        const BEFORE: usize = 10;
        const AFTER: usize = 8;
        let start = from.saturating_sub(BEFORE);
        let end = (to + AFTER).min(self.words.len());
        let lead = if start > 0 { "... " } else { "" };
        let tail = if end < self.words.len() { " ..." } else { "" };
        let (before, after) = (self.said(start, from), self.said(to, end));
        let text = format!("{lead}{before} ___ {after}{tail}");
        let kind = if to - from > 1 { "Which words are" } else { "Which word is" };
        format!("{kind} missing: \"{}\"?", text.trim())
    }
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
