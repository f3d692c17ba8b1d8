//! Clauses that a text tells as somebody's words or thoughts: a question must not ask for them as plain facts.

use std::ops::Range;

use super::reading::{SUBORDINATE, is_saying};
use super::{begins_with_name, lowered, tidy};
use crate::evidence::Indexed;
use crate::evidence::parse::{Tag, Word, words};
use crate::text::in_word_list;
use crate::text::reports::Report;

/// A clause that is told as somebody's, in tokens of the text.
pub(super) struct Reported {
    /// The word that says so: "said", "according".
    pub verb: usize,
    /// What is told as theirs.
    pub clause: Range<usize>,
    /// Who tells it, as a question names them; `None` where that cannot be known from the question, or where they wish,
    /// ask or deny it.
    pub by: Option<String>,
}

/// Verbs of what is not told as being so.
const UNSURE: &str = " hope hopes hoped fear fears feared want wants wanted ask asks asked deny denies denied demand demands demanded \
    urge urges urged doubt doubts doubted ";

/// Whether a verb tells what is not said to be so: what one hopes, asks or denies.
pub(super) fn is_unsure(verb: &str) -> bool {
    in_word_list(UNSURE, verb)
}

/// Words of whoever tells something that may stand between a comma and the last of them.
const NAME: usize = 3;

/// What a sentence tells as somebody's.
pub(super) fn reported(text: &Indexed, sentence: usize) -> Vec<Reported> {
    let placed = &text.text.sentences()[sentence];
    let reports = placed.sentence.reports();
    if reports.is_empty() {
        return Vec::new();
    }
    let tokens = text.tokens_of(sentence);
    let first = tokens.start;
    let words = words(text, tokens.start, tokens.end);
    let told = |report: &Report| {
        let behind = report.report.start > report.verb;
        let clause = if behind {
            let from = clause_behind(text, &words, report.verb, &report.subject)?;
            let end = (from + 1..report.report.end)
                .find(|&at| gap(text, &words, at).contains([';', '—', '–']))
                .unwrap_or(report.report.end);
            from..end
        } else {
            // "The plan is sound, said Keller"
            let from = report.subject.first().map_or(report.verb, |at| report.verb.min(*at));
            let led = (from.saturating_sub(NAME)..=from).any(|at| at > 0 && words[at].parted);
            if !led && words[report.verb].lower != "according" {
                return None;
            }
            report.report.clone()
        };
        let denied = report.verb > 0 && words[report.verb - 1].tag == Tag::Negation;
        let sure = !denied && !is_unsure(&words[report.verb].lower);
        let by = sure.then(|| name(text, &words, report.verb, &report.subject)).flatten();
        Some(Reported { verb: first + report.verb, clause: first + clause.start..first + clause.end, by })
    };
    let mut out: Vec<Reported> = reports.iter().filter_map(told).collect();
    // "Steiner called it careful, but warned that soils differ": another thing that the same one tells.
    for at in 1..words.len().saturating_sub(1) {
        let again = matches!(words[at - 1].lower.as_str(), "and" | "but")
            && is_saying(&words[at].lower)
            && words[at + 1].lower == "that"
            && reports.iter().all(|report| report.verb != at);
        let before = reports.iter().rfind(|report| report.verb < at).filter(|_| again);
        if let Some(report) = before {
            let by = name(text, &words, report.verb, &report.subject);
            out.push(Reported { verb: first + at, clause: first + at + 1..tokens.end, by });
        }
    }
    out
}

/// Where the clause begins that a verb of saying leads to, if one does.
fn clause_behind(text: &Indexed, words: &[Word], verb: usize, subject: &[usize]) -> Option<usize> {
    let begin = verb + 1;
    let within = |at: &usize| !words[*at].parted && !in_word_list(SUBORDINATE, &words[*at].lower);
    if words[verb].lower == "according"
        || !is_saying(&words[verb].lower) && subject.iter().any(|at| *at > verb)
    {
        return subject.last().map(|last| last + 1);
    }
    // "said: 'The plan is sound'", "The plan, he said, is sound"
    if words.get(begin)?.parted && is_saying(&words[verb].lower) {
        return gap(text, words, begin).contains(['"', '“', '\'', '‘', ':', ',', '`']).then_some(begin);
    }
    let that =
        (begin..words.len()).take_while(within).find(|at| words[*at].lower == "that" && leads(words, *at));
    if that.is_some() {
        return that;
    }
    // "212 forged cheques" has no verb.
    let describes = |at: usize| matches!(words[at - 1].tag, Tag::Determiner | Tag::Number | Tag::Adjective);
    let finite = |at: usize| match words[at].tag {
        Tag::Verb => !describes(at),
        tag => matches!(tag, Tag::Auxiliary | Tag::Modal),
    };
    let leads = !matches!(words[begin].tag, Tag::To | Tag::Preposition);
    (leads && is_saying(&words[verb].lower) && (begin..words.len()).take_while(within).any(finite))
        .then_some(begin)
}

/// Whether "that" leads to a clause: "said that it rains", not "that plan".
fn leads(words: &[Word], at: usize) -> bool {
    words[at].tag == Tag::Conjunction || words.get(at + 1).is_some_and(|next| next.tag != Tag::Noun)
}

fn gap<'a>(text: &'a Indexed, words: &[Word], at: usize) -> &'a str {
    at.checked_sub(1).map_or("", |before| &text.text.raw()[words[before].span.end..words[at].span.start])
}

/// Who reports, as words of a question: a name, or a noun with what tells which. A pronoun names nobody.
fn name(text: &Indexed, words: &[Word], verb: usize, subject: &[usize]) -> Option<String> {
    const OF: usize = 4;
    let mut first = *subject.first()?;
    let joined = |at: usize| words.get(at).is_some_and(|word| !word.parted);
    let of_phrase = |word: &Word| {
        matches!(word.tag, Tag::Determiner | Tag::Adjective | Tag::Number)
            || word.tag == Tag::Noun && word.content
    };
    while first > 0
        && first - 1 != verb
        && joined(first)
        && words[first].tag != Tag::Determiner
        && of_phrase(&words[first - 1])
    {
        first -= 1;
    }
    let mut end = subject[0] + 1;
    while joined(end) && subject.contains(&end) {
        end += 1;
    }
    // "the mayor of Skegness"
    if joined(end) && matches!(words[end].lower.as_str(), "of" | "for" | "at") {
        let phrase =
            (end + 1..words.len().min(end + 1 + OF)).take_while(|&at| joined(at) && of_phrase(&words[at]));
        end = phrase.last().filter(|&at| words[at].tag == Tag::Noun).map_or(end, |at| at + 1);
    }
    let phrase = &words[first..end];
    let own = |word: &Word| {
        word.tag == Tag::Pronoun || in_word_list(" his her its their my our your ", &word.lower)
    };
    if phrase.iter().any(|word| own(word) || word.is_time()) {
        return None;
    }
    let said = tidy(text.text.slice(words[first].span.join(words[end - 1].span)));
    let keeps = first > 0 || begins_with_name(text, words).0;
    Some(if keeps { said } else { lowered(&said) })
}

/// A question as one of what somebody tells.
pub(super) fn according_to(name: &str, question: &str) -> String {
    format!("According to {name}, {}", lowered(question))
}
