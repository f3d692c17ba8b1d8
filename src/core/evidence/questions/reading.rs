//! What a sentence says, part by part: who, which verb, what follows it.
//!
//! Only a sentence that is read from its beginning to the end of its clause is asked about in words of its own; where
//! any doubt is left (two verbs, a subject that does not end) there is no reading.

mod phrases;

use std::ops::Range;

use crate::evidence::parse::{Tag, Word, base_of_past, base_of_third, is_base, rather_noun};
use crate::text::idf::capital_share;
use crate::text::{in_word_list, stem_of};

/// A clause in its parts, as indices of words.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Its subject, without what stands between commas behind it.
    pub subject: Range<usize>,
    /// The verbs, from the one that has the tense to the last one with its particle.
    pub verbs: Range<usize>,
    /// The tense of the first of them.
    pub tense: Tense,
    /// Whether it says that something is not so.
    pub negated: bool,
    /// Whether the last verb is a participle behind a form of "be" that somebody may have done.
    pub passive: bool,
    /// What stands before the subject: "On Tuesday the council met".
    pub lead: Option<Part>,
    /// What follows the verbs, in order.
    pub parts: Vec<Part>,
}

/// The form of the verb that a clause begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    /// A verb that changes places with the subject in a question: "has", "will", "was".
    Auxiliary,
    /// The past form of a verb, with its base.
    Past(String),
    /// The form for "she", with its base.
    Third(String),
    /// The form for "they".
    Base,
}

/// A part of a clause behind its verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub kind: Kind,
    /// From its preposition, where it has one.
    pub from: usize,
    /// One past its last word.
    pub to: usize,
    /// Where the part begins without its preposition.
    pub inner: usize,
}

impl Part {
    /// A part; one with nothing behind its preposition ("the pupils that he spoke of") begins with that.
    pub(super) fn new(kind: Kind, from: usize, to: usize, inner: usize) -> Part {
        Part { kind, from, to, inner: inner.min(to.saturating_sub(1)) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A noun phrase.
    Object,
    /// "on Tuesday", "last week", "in 2016".
    Time,
    /// "for five weeks".
    Duration,
    /// "in Lucerne", "at the station".
    Place,
    /// "because he was late", "because of the rain".
    Reason,
    /// "by sawing off the branch".
    Means,
    /// Another phrase with a preposition.
    Phrase,
    /// "to acquire its rival".
    Infinitive,
    /// "that the branch was sawn off".
    Clause,
    /// An adverb, an adjective.
    Other,
    /// What leads on to another thought ("after a barge struck it"): not asked for, and left out where it is long.
    Rest,
}

/// Participles that no past form tells.
const PARTICIPLES: &str = " been taken gone written known done given seen shown driven broken fallen chosen spoken stolen worn \
    torn drawn thrown grown flown forgotten hidden ridden risen eaten beaten begun drunk sung sunk swum run come \
    become made sawn sewn sworn shaken mistaken woken frozen born borne bitten blown overtaken undertaken withdrawn \
    forgiven forbidden proven swollen ";
/// Particles that belong to the verb before them.
const PARTICLES: &str = " up down out off away back over ";
/// Words between the verbs of a group.
const BETWEEN: &str = " also now then already still just only even again soon once often later recently never not n't ever \
    currently finally reportedly allegedly initially previously therefore instead eventually probably clearly ";
/// How something is, or where it goes: no things.
const HOW: &str = " late early home abroad alone fast well hard open ready sick busy free fine glad happy sure good bad better best \
    worse tired hungry hot cold warm dry wet low high wide deep long short strong weak rich poor safe dead alive right \
    wrong ill upset angry afraid able likely further apart together forward aside ahead north south east west upstairs \
    downstairs outside inside nearby overnight online full empty clear clean dirty quiet loud faster slower further longer shorter higher deeper aground ashore viral aback ";
/// Participles that describe what stands before them, and are no verbs of it.
const DESCRIBING: &str =
    " based called named entitled located aged dubbed titled known born armed dressed pictured ";
/// Words that say how exact a number is.
pub(super) const HEDGES: &str =
    " about roughly nearly almost over around some only just approximately exactly ";
/// What is called before a sentence begins.
const CALLS: &str = " yes no yeah yep nope ok okay oh hey hi hello great good sure well right thanks sorry please unfortunately \
    actually luckily anyway haha lol wow perfect fine cool nice true exactly agreed alright ah um hmm honestly ";
/// Words of a subject at most, and from a subject to its verb over what stands between commas.
const SUBJECT: usize = 14;
const ASIDE: usize = 18;
/// Words of what stands before the subject, at most.
const LEAD: usize = 14;

/// What leads to a thought of its own within a clause.
pub(super) const SUBORDINATE: &str = " after before when while because although though since until as if whether who which where whose why how ";

/// Nouns of time: "week", "morning".
const TIMES: &str = " second seconds minute minutes hour hours day days night nights week weeks weekend month months year years \
    decade decades century morning afternoon evening spring summer autumn winter season quarter noon midnight \
    christmas easter ";
/// Periods that can last.
const PERIODS: &str = " second seconds minute minutes hour hours day days night nights week weeks month months year years decade decades ";

pub(super) fn is_period(word: &str) -> bool {
    in_word_list(PERIODS, word)
}

/// Whether a word, or a figure with its half of the day, tells a time of day: "8:15", "9am".
fn is_clock(word: &Word) -> bool {
    let digits = word.lower.trim_end_matches("am").trim_end_matches("pm");
    digits.len() < word.lower.len() && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

/// Whether a word names a time by itself.
pub(super) fn is_time(word: &Word) -> bool {
    word.is_time()
        || word.is_year()
        || is_clock(word)
        || in_word_list(" noon midnight christmas easter ", &word.lower)
}

/// The reading of the sentence that begins at `from` and goes to `end` at most.
pub(super) fn read(raw: &str, words: &[Word], from: usize, end: usize) -> Option<Reading> {
    let blind = words[1.min(words.len())..].iter().all(|word| !word.capital);
    let reader = Reader { raw, blind, words, end };
    let mut from = reader.behind_dateline(from);
    // "But", "And", "However,": they join the sentence to another.
    while from < end
        && in_word_list(
            " and but so yet however meanwhile still also then instead overall ",
            &words[from].lower,
        )
    {
        from += 1;
    }
    // "Great, thanks!"
    while from < end && in_word_list(CALLS, &words[from].lower) && reader.boundary(from) <= from + 3 {
        from = reader.boundary(from);
    }
    let lead = reader.lead(from);
    let start = lead.map_or(from, |part| part.to);
    let (subject, verb) = reader.subject(start)?;
    let tense = reader.finite(verb, start)?;
    let (verbs, passive) = reader.group(verb, &tense);
    // "I can't, I have to work"
    let bare = tense == Tense::Auxiliary && verbs.len() == 1 && !is_full(&words[verb].lower);
    if bare {
        return None;
    }
    let mut parts = reader.parts(verbs.end);
    // What goes on in quotation marks is not whole without them.
    let said = parts.last().map_or(verbs.end, |part| part.to);
    let opens = |gap: &str| gap.contains(['"', '“', '‘', '`']) || gap.ends_with('\'');
    if said < end && opens(reader.between(said - 1)) {
        parts.pop();
        if parts.is_empty() {
            return None;
        }
    }
    // Another verb that nothing leads to: the first one was none, or the sentence is not what it seemed.
    let open =
        said < end && !reader.parted(said) && !matches!(words[said].tag, Tag::Conjunction | Tag::Question);
    let clash = parts.iter().any(|part| {
        matches!(part.kind, Kind::Object | Kind::Phrase | Kind::Place | Kind::Other)
            && (part.from..part.to).any(|at| matches!(words[at].tag, Tag::Auxiliary | Tag::Modal))
    });
    let negated = words[verbs.clone()]
        .iter()
        .any(|word| word.tag == Tag::Negation || word.lower.ends_with("n't") || word.lower == "cannot");
    (!open && !clash).then_some(Reading { subject, verbs, tense, negated, passive, lead, parts })
}

/// The readings of a sentence: of its first clause, and of those that "and", a semicolon or, where `any`, a comma joins to
/// it with a subject of their own.
pub(super) fn all(raw: &str, words: &[Word], any: bool) -> Vec<Reading> {
    const MOST: usize = 4;
    let end = words.len();
    let mut out = Vec::new();
    let mut from = 0;
    while from < end && out.len() < MOST {
        let found = read(raw, words, from, end);
        // What leads on to another thought may have a clause of its own.
        let said = |part: &Part| if part.kind == Kind::Rest { part.from } else { part.to };
        let stop = found.as_ref().map_or(from, |read| read.parts.last().map_or(read.verbs.end, said));
        out.extend(found);
        let begins = |at: usize| {
            let gap = &raw[words[at - 1].span.end..words[at].span.start];
            let joins = matches!(words[at].lower.as_str(), "and" | "but" | "so" | "while");
            // "after a speed camera was turned on their door": a clause within another has a subject of its own.
            let within = in_word_list(
                " that after before when while because although though since until ",
                &words[at - 1].lower,
            ) && !words[at].parted
                && words[at].tag != Tag::Pronoun;
            gap.contains([';', '—', '–'])
                || joins && (words[at].parted || at == stop)
                || within && at > stop
                || any && words[at].parted && !gap.contains(':')
        };
        from = (stop.max(from + 1)..end).find(|&at| begins(at)).unwrap_or(end);
    }
    out
}

struct Reader<'a> {
    raw: &'a str,
    /// Whether no word within the sentence has a capital.
    blind: bool,
    words: &'a [Word],
    end: usize,
}

impl Reader<'_> {
    fn tag(&self, at: usize) -> Option<Tag> {
        self.words[..self.end].get(at).map(|word| word.tag)
    }

    fn lower(&self, at: usize) -> &str {
        self.words[..self.end].get(at).map_or("", |word| &word.lower)
    }

    /// Whether punctuation parts a word from the one before; a time of day ("8:30") is one.
    fn parted(&self, at: usize) -> bool {
        self.words[at].parted && at.checked_sub(1).is_none_or(|before| self.between(before) != ":")
    }

    /// What stands between a word and the next.
    fn between(&self, at: usize) -> &str {
        self.words.get(at + 1).map_or("", |next| &self.raw[self.words[at].span.end..next.span.start])
    }

    /// Whether nothing parts a word from the one before.
    fn joined(&self, at: usize) -> bool {
        at < self.end && !self.parted(at)
    }

    /// Whether a hyphen joins a word to the one before.
    fn hyphened(&self, at: usize) -> bool {
        at < self.end && at.checked_sub(1).is_some_and(|before| self.between(before) == "-")
    }

    /// Whether a word is a pronoun, with a verb in it or not: "I", "I'd".
    fn is_pronoun(&self, at: usize) -> bool {
        let lower = self.lower(at);
        let stem = lower.split_once('\'').map_or(lower, |(stem, _)| stem);
        self.tag(at) == Some(Tag::Pronoun)
            || stem.len() < lower.len()
                && in_word_list(" i you he she it we they there that this who what let here ", stem)
    }

    /// The next place behind `at` that punctuation parts from what is before it.
    fn boundary(&self, at: usize) -> usize {
        (at + 1..self.end).find(|&i| self.parted(i)).unwrap_or(self.end)
    }

    /// The subject and the place of its verb.
    fn subject(&self, from: usize) -> Option<(Range<usize>, usize)> {
        if self.is_pronoun(from) {
            // "I'll" and "there's" are read by whoever knows who speaks.
            let verb = if self.contracted(from) { from } else { self.adverbs(from + 1) };
            return self.finite(verb, from).map(|_| (from..from + 1, verb));
        }
        if in_word_list(" neither either nobody nothing none there not please let ", self.lower(from)) {
            return None;
        }
        // "Dozing at midday made them better"
        if self.tag(from) == Some(Tag::Gerund)
            && let Some(verb) = self.behind_modifier(from)
        {
            return Some((from..verb, verb));
        }
        let mut end = self.noun_phrase(from)?;
        while end - from <= SUBJECT {
            let leads = match self.tag(end) {
                Some(Tag::Preposition) if self.joined(end) => true,
                Some(Tag::Conjunction) => self.lower(end) == "and",
                _ => false,
            };
            if !leads {
                break;
            }
            match self.noun_phrase(end + 1) {
                Some(next) => end = next,
                None => break,
            }
        }
        // "Most of the stolen works date from 1650": "works" is no verb.
        let cut = end > from + 1 && in_word_list(PARTICIPLES, self.lower(end - 1));
        if end - from > SUBJECT || cut || !matches!(self.words[end - 1].tag, Tag::Noun | Tag::Number) {
            return None;
        }
        let verb = self.adverbs(end);
        // "The plant destroyed by fire": by whom it was done follows, so that it is a participle.
        let done = self.lower(end + 1) == "by" && self.tag(end + 2) != Some(Tag::Number);
        if done && let Some(verb) = self.behind_modifier(end) {
            return Some((from..end, verb));
        }
        if self.joined(verb) && self.finite(verb, from).is_some() {
            return self.single(verb).then_some((from..end, verb));
        }
        // "A ferry carrying 397 passengers ran aground", "the man who called was late".
        if let Some(verb) = self.behind_modifier(end) {
            return Some((from..end, verb));
        }
        // "Joan Tate, the harbour master, said": what stands between the commas is left out.
        let aside = end < self.end && self.parted(end);
        let verb = (end + 1..self.end.min(end + ASIDE))
            .find(|&at| self.parted(at) && self.finite(at, end).is_some() && !self.is_list(end))?;
        let sure = matches!(self.words[verb].tag, Tag::Auxiliary | Tag::Modal)
            || base_of_past(&self.words[verb].lower).is_some();
        (aside && sure && self.single(verb)).then_some((from..end, verb))
    }

    /// The verb behind what describes a noun phrase that ends before `at`: a participle with its phrase, or a relative
    /// clause.
    fn behind_modifier(&self, at: usize) -> Option<usize> {
        const LONGEST: usize = 16;
        if !self.joined(at) {
            return None;
        }
        let lower = self.lower(at);
        let led = matches!(self.tag(at + 1), Some(Tag::Preposition));
        let verb = match self.tag(at)? {
            Tag::Question | Tag::Conjunction if matches!(lower, "who" | "which" | "that") => {
                let verb = self.adverbs(at + 1);
                self.finite(verb, at)?;
                verb
            }
            Tag::Gerund => at,
            _ if in_word_list(DESCRIBING, lower)
                || in_word_list(PARTICIPLES, lower) && !is_base(lower)
                || led && (in_word_list(PARTICIPLES, lower) || self.lower(at + 1) == "by") =>
            {
                at
            }
            _ => return None,
        };
        let stop = self.boundary(verb).min(verb + LONGEST);
        let verbs: Vec<usize> = (verb + 2..stop)
            .filter(|&i| {
                let before = &self.words[i - 1];
                let follows = matches!(before.tag, Tag::Noun | Tag::Number | Tag::Adverb) || before.is_time();
                let sure = is_auxiliary(self.lower(i)) || base_of_past(self.lower(i)).is_some();
                follows && sure && self.finite(i, verb + 1).is_some()
            })
            .collect();
        let open = (verb + 1..stop).any(|i| {
            matches!(self.words[i].tag, Tag::Conjunction | Tag::Question | Tag::Pronoun)
                && self.lower(i) != "and"
        });
        // The first of two may be another participle.
        if open || verbs.len() != 1 { None } else { Some(verbs[0]) }
    }

    /// Whether what follows a comma goes on with a list.
    fn is_list(&self, at: usize) -> bool {
        self.lower(at) == "and"
    }

    /// Whether no second finite verb stands right behind: "the man arrested there said".
    fn single(&self, verb: usize) -> bool {
        if matches!(self.words[verb].tag, Tag::Auxiliary | Tag::Modal)
            || base_of_past(&self.words[verb].lower).is_none()
        {
            return true;
        }
        let stop = self.boundary(verb);
        // "The number of books borrowed halved"
        if self.joined(verb + 1) && self.lower(verb + 1).len() > 4 && self.lower(verb + 1).ends_with("ed") {
            return false;
        }
        // "The owners of a plant destroyed by fire, have been fined": the first was none.
        if stop < self.end && self.words[stop].tag == Tag::Auxiliary {
            return false;
        }
        let mut introduced = false;
        for at in verb + 1..stop {
            let word = &self.words[at];
            introduced |= matches!(word.tag, Tag::Conjunction | Tag::Question | Tag::Pronoun | Tag::To)
                || in_word_list(" after before since until ", &word.lower);
            // What is said, believed or hoped needs no "that".
            introduced |= is_saying(&self.words[verb].lower);
            if !introduced && self.finite(at, verb).is_some() {
                return false;
            }
        }
        true
    }

    fn adverbs(&self, mut at: usize) -> usize {
        while self.joined(at)
            && (self.words[at].tag == Tag::Adverb || in_word_list(BETWEEN, &self.words[at].lower))
            && self.words[at].tag != Tag::Negation
        {
            at += 1;
        }
        at
    }

    fn contracted(&self, at: usize) -> bool {
        let word = self.lower(at);
        word.contains('\'') && !word.starts_with('\'')
    }

    /// The tense of a word that can be the verb of a clause whose subject begins at `from`.
    fn finite(&self, at: usize, from: usize) -> Option<Tense> {
        let word = self.words[..self.end].get(at)?;
        let lower = word.lower.as_str();
        if is_auxiliary(lower) && word.tag != Tag::Noun
            || at == from && self.is_pronoun(at) && self.contracted(at)
        {
            return Some(Tense::Auxiliary);
        }
        let mut before = at.checked_sub(1).filter(|&b| b >= from)?;
        while before > from && self.words[before].tag == Tag::Adverb {
            before -= 1;
        }
        // The capital of a sentence's first word makes no name of it.
        let known = |word: &Word| capital_share(stem_of(&word.lower)).is_some_and(|share| share < 0.5);
        let named = before > 0 || !known(&self.words[before]);
        let before = &self.words[before];
        if word.tag == Tag::Verb
            && (!in_word_list(DESCRIBING, lower)
                || matches!(self.tag(at + 1), Some(Tag::Determiner | Tag::Pronoun)))
            && !in_word_list(" most more very so too newly less ", &before.lower)
            && !before.lower.ends_with("'s")
            && let Some(base) = base_of_past(lower)
        {
            return Some(Tense::Past(base));
        }
        if word.capital && before.capital {
            return None;
        }
        if let Some(base) =
            lower.strip_suffix("ed").filter(|base| base.ends_with("our") && before.tag == Tag::Noun)
        {
            return Some(Tense::Past(base.to_owned()));
        }
        let next = self.words[..self.end].get(at + 1).filter(|next| !next.parted);
        if in_word_list(PARTICLES, lower) {
            return None;
        }
        let object = next.is_some_and(|next| {
            matches!(
                next.tag,
                Tag::Determiner | Tag::Pronoun | Tag::To | Tag::Number | Tag::Preposition | Tag::Adverb
            ) || next.lower == "that"
                || in_word_list(PARTICLES, &next.lower)
        });
        if let Some(base) = base_of_third(lower) {
            let plural = before.lower.ends_with('s') && !before.capital && before.tag == Tag::Noun;
            let name = named && before.capital && before.tag == Tag::Noun && !before.lower.ends_with("'s");
            let pronoun = matches!(before.lower.as_str(), "he" | "she" | "it");
            // "The new budget takes effect", "Council approves budget"
            let first = &self.words[from];
            let led = (first.tag == Tag::Determiner || first.capital)
                && next.is_some_and(|next| next.tag == Tag::Noun);
            // "The budget raises spending"
            let one = first.tag == Tag::Determiner
                && before.tag == Tag::Noun
                && !before.lower.ends_with('s')
                && next.is_some_and(|next| matches!(next.tag, Tag::Determiner | Tag::Number | Tag::Gerund));
            let sure = if rather_noun(&base) {
                object && (name || pronoun) || one
            } else {
                object || name || pronoun || led
            };
            return (!plural && sure && matches!(before.tag, Tag::Noun | Tag::Pronoun | Tag::Adverb))
                .then_some(Tense::Third(base));
        }
        if is_base(lower) {
            let verb = base_of_third(&before.lower).is_some_and(|base| !rather_noun(&base));
            let plural = before.lower.ends_with('s')
                && before.tag == Tag::Noun
                && !before.lower.ends_with("'s")
                && !verb
                && (!before.capital || !named)
                || in_word_list(" people children men women police ", &before.lower);
            let pair =
                before.tag == Tag::Noun && (from.saturating_sub(1)..at).any(|i| self.words[i].lower == "and");
            let pronoun = matches!(before.lower.as_str(), "i" | "we" | "they" | "you");
            let sure = if rather_noun(lower) {
                object && (plural || pair) || pronoun
            } else {
                pronoun || (plural || pair) && next.is_some()
            };
            return sure.then_some(Tense::Base);
        }
        None
    }

    /// The verbs from the finite one on.
    fn group(&self, verb: usize, tense: &Tense) -> (Range<usize>, bool) {
        let mut at = verb + 1;
        // One past the last verb so far: an adverb that no verb follows is none of the group.
        let mut end = at;
        let mut passive = false;
        if *tense == Tense::Auxiliary {
            let mut last = self.lower(verb).to_owned();
            loop {
                let lower = self.lower(at);
                if !self.joined(at) {
                    break;
                }
                if self.words[at].tag != Tag::Negation && in_word_list(BETWEEN, lower)
                    || self.words[at].tag == Tag::Adverb && self.verbal(at + 1)
                {
                    at += 1;
                } else if in_word_list(" be been being have had ", lower) {
                    last = lower.to_owned();
                    at += 1;
                    end = at;
                } else if self.words[at].tag == Tag::Negation {
                    at += 1;
                    end = at;
                } else {
                    break;
                }
            }
            if !self.joined(at) {
                at = end;
            } else {
                let lower = self.lower(at);
                let being = in_word_list(" is are was were be been being ", &last)
                    || last.ends_with("'re")
                    || last.ends_with("'m")
                    || last.ends_with("'s");
                let having =
                    in_word_list(" has have had hasn't haven't hadn't ", &last) || last.ends_with("'ve");
                let participle = in_word_list(PARTICIPLES, lower)
                    || base_of_past(lower).is_some() && !self.words[at].capital;
                let taken = if having || last.ends_with("'s") && participle {
                    participle
                } else if being || in_word_list(" isn't aren't wasn't weren't ", &last) {
                    participle
                        || lower.ends_with("ed") && !self.words[at].capital
                        || self.words[at].tag == Tag::Gerund
                } else {
                    is_base(lower)
                };
                passive = taken && !having && !lower.ends_with("ing") && (being || lower.ends_with("ed"));
                at = if taken { at + 1 } else { end };
                if lower == "going" && self.lower(at) == "to" && is_base(self.lower(at + 1)) {
                    at += 2;
                }
            }
        }
        let lexical = *tense != Tense::Auxiliary || at > verb + 1;
        if lexical
            && self.joined(at)
            && in_word_list(PARTICLES, self.lower(at))
            && self.hedge(at) == 0
            && self.tag(at + 1) != Some(Tag::Number)
        {
            at += 1;
        }
        (verb..at, passive)
    }

    /// How many words before a number only say how exact it is: "roughly", "up to", "more than".
    fn hedge(&self, at: usize) -> usize {
        let number = |at: usize| self.tag(at) == Some(Tag::Number);
        let two = matches!(
            (self.lower(at), self.lower(at + 1)),
            ("up", "to") | ("more" | "less" | "fewer", "than") | ("at", "least" | "most")
        );
        if two && number(at + 2) {
            2
        } else {
            usize::from(in_word_list(HEDGES, self.lower(at)) && number(at + 1))
        }
    }

    fn verbal(&self, at: usize) -> bool {
        self.words[..self.end].get(at).is_some_and(|word| {
            matches!(word.tag, Tag::Verb | Tag::Gerund)
                || in_word_list(PARTICIPLES, &word.lower)
                || is_base(&word.lower)
        })
    }
}

/// Whether a verb has its tense as its own word: "was", "won't".
pub(super) fn is_auxiliary(lower: &str) -> bool {
    const AUXILIARIES: &str = " is are was were am has have had does do did will would can could may might must shall should \
        cannot isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't can't couldn't \
        mustn't shouldn't ";
    in_word_list(AUXILIARIES, lower)
}

/// Whether a verb that changes places in questions can also be the only one: "is", "has".
fn is_full(lower: &str) -> bool {
    in_word_list(" is are was were am has have had isn't aren't wasn't weren't ", lower)
        || lower.split_once('\'').is_some_and(|(_, end)| matches!(end, "m" | "re" | "s" | "ve"))
}

/// Whether a verb form tells of words or thoughts.
pub(super) fn is_saying(lower: &str) -> bool {
    const SAYING: &str = " said says say told tells asked asks added adds insisted insists warned warns claimed claims \
        believes believed thinks thought hopes hoped argued argues admitted admits announced announces explained explains \
        reported reports denied denies suggested suggests agreed agrees promised promises stressed predicted predicts \
        complained complains confirmed confirms recalled recalls replied replies noted notes joked estimated estimates \
        suspects suspected found finds expects expected fears feared ";
    in_word_list(SAYING, lower)
}
