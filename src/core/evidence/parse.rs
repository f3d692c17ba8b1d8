//! Tags each word of a sentence by its form and its neighbours.
//!
//! Tagging by rules is sometimes wrong, so callers must be able to discard the result.

mod lexicon;

use super::Indexed;
use crate::text::Span;

/// The class of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Determiner,
    Pronoun,
    Preposition,
    Conjunction,
    Question,
    Auxiliary,
    Modal,
    To,
    Negation,
    Adverb,
    Number,
    /// A finite verb, or a past participle.
    Verb,
    Gerund,
    Adjective,
    Noun,
}

/// A tagged word.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// Index of its token in the whole text.
    pub token: usize,
    /// Byte span in the text.
    pub span: Span,
    /// The word in lower case.
    pub lower: String,
    pub tag: Tag,
    /// Whether it begins with an upper-case letter.
    pub capital: bool,
    /// Whether it is a content word.
    pub content: bool,
    /// Whether punctuation separates it from the word before.
    pub parted: bool,
}

impl Word {
    /// Whether it is probably a name. Callers must account for capitals at the start of a sentence.
    pub fn is_name(&self) -> bool {
        self.capital && self.content && self.tag == Tag::Noun && !lexicon::is_time(&self.lower)
    }

    /// Whether it is a day, a month or a relative day. "May" is excluded, since it is too often a modal.
    pub fn is_time(&self) -> bool {
        lexicon::is_time(&self.lower) && (self.capital || !matches!(self.lower.as_str(), "march" | "august"))
    }

    /// Whether it is a four-digit year.
    pub fn is_year(&self) -> bool {
        self.lower.len() == 4 && matches!(self.lower.parse::<u32>(), Ok(1500..=2100))
    }

    /// Whether it denotes a person or people.
    pub fn is_person(&self) -> bool {
        crate::text::is_person(&self.lower)
    }
}

/// Tags a run of tokens.
pub(super) fn words(text: &Indexed, first: usize, last: usize) -> Vec<Word> {
    let raw = text.text.raw();
    let mut out: Vec<Word> = Vec::with_capacity(last - first);
    for at in first..last {
        let (span, token) = text.token(at);
        let lower = raw[span.range()].to_lowercase().replace('’', "'");
        let gap = out.last().map_or("", |before| &raw[before.span.end..span.start]);
        let parted = gap.contains(|c: char| {
            !(c.is_whitespace()
                || matches!(c, '-' | '\'' | '’' | '$' | '£' | '€' | '#' | '%' | '&' | '.' | '/'))
        }) || gap.contains(['\n', '\r'])
            || (at > first && super::centrality::ends_between(text, at))
            || (gap.contains('\'') && !lower.starts_with('s'))
            || gap.matches('-').count() > 1;
        let capital = token.flags.capital;
        out.push(Word {
            token: at,
            span,
            lower,
            tag: Tag::Noun,
            capital,
            content: token.is_content(),
            parted,
        });
    }
    for at in 0..out.len() {
        out[at].tag = tag(&out, at);
    }
    out
}

fn tag(words: &[Word], at: usize) -> Tag {
    let word = words[at].lower.as_str();
    let before = at.checked_sub(1).map(|b| words[b].tag);
    let next = words.get(at + 1).map(|n| n.lower.as_str());
    if word == "that" && before.is_none() {
        return Tag::Determiner;
    }
    // "on May 2"
    let month = word == "may" && words[at].capital && at > 0 && !words[at].parted;
    if let Some(tag) = lexicon::closed(word).filter(|_| !month) {
        return tag;
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) || is_spelled_number(word) {
        return Tag::Number;
    }
    // A capital in mid-sentence marks a name, whatever verb it resembles.
    if words[at].capital && at > 0 && !words[at].parted {
        return Tag::Noun;
    }
    let noun_wanted =
        matches!(before, Some(Tag::Determiner | Tag::Adjective | Tag::Preposition | Tag::Number));
    if base_of_past(word).is_some() {
        return if noun_wanted { Tag::Adjective } else { Tag::Verb };
    }
    let after_verb_maker = matches!(before, Some(Tag::To | Tag::Modal | Tag::Pronoun | Tag::Negation));
    if is_base(word) && after_verb_maker {
        return Tag::Verb;
    }
    let object_follows = next.is_some_and(|next| {
        matches!(lexicon::closed(next), Some(Tag::Determiner | Tag::Preposition | Tag::To | Tag::Conjunction))
    });
    if !noun_wanted && before.is_some() && object_follows {
        let plural = at > 0 && words[at - 1].lower.ends_with('s');
        let third = base_of_third(word).is_some_and(|base| !rather_noun(&base));
        if third && !plural {
            return Tag::Verb;
        }
        if plural && is_base(word) && !rather_noun(word) {
            return Tag::Verb;
        }
    }
    if word.len() > 5 && word.ends_with("ing") && before != Some(Tag::Determiner) {
        return Tag::Gerund;
    }
    if word.len() > 4 && word.ends_with("ly") {
        return Tag::Adverb;
    }
    const ADJECTIVES: [&str; 9] = ["ous", "ful", "ive", "able", "ible", "ical", "less", "ish", "ary"];
    if word.len() > 5 && ADJECTIVES.iter().any(|end| word.ends_with(end)) && !object_follows && next.is_some()
    {
        return Tag::Adjective;
    }
    Tag::Noun
}

fn is_spelled_number(word: &str) -> bool {
    matches!(
        word,
        "two"
            | "three"
            | "four"
            | "five"
            | "six"
            | "seven"
            | "eight"
            | "nine"
            | "ten"
            | "eleven"
            | "twelve"
            | "thirteen"
            | "fourteen"
            | "fifteen"
            | "sixteen"
            | "seventeen"
            | "eighteen"
            | "nineteen"
            | "twenty"
            | "thirty"
            | "forty"
            | "fifty"
            | "sixty"
            | "seventy"
            | "eighty"
            | "ninety"
            | "hundred"
            | "thousand"
            | "million"
            | "billion"
            | "dozen"
    )
}

/// Whether a lower-cased word is the third-person form of a verb.
pub(super) fn is_third_person(word: &str) -> bool {
    base_of_third(word).is_some()
}

pub(super) use crate::syntax::verb::{base_of_past, base_of_third, is_base, rather_noun};

/// Returns the base of a lower-cased past or third-person form.
pub(super) fn base_of(word: &str) -> Option<String> {
    base_of_past(word).or_else(|| base_of_third(word))
}
