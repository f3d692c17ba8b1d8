//! Biased wording: loaded words, and statements about whole groups of people.

use std::sync::LazyLock;

use super::Indexed;
use super::sentence_issue::{SentenceIssue, article_has, is_name, span, written};
use super::wordlist::{Phrase, Phrases, WordSet};
use crate::labels::LabelValue;
use crate::text::Sentence;

static LOADED: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(include_str!("lexicon/issues_loaded.txt")));
static EQUALITY: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::read(include_str!("lexicon/issues_equality.txt")));
static GROUPS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(include_str!("lexicon/issues_groups.txt")));
static TRAITS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(include_str!("lexicon/issues_traits.txt")));
static ACTS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(include_str!("lexicon/issues_acts.txt")));
static SAYINGS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::read(include_str!("lexicon/issues_stereotypes.txt")));

/// Finds biased wording and stereotypes in a sentence. `reported` means that the sentence tells what somebody
/// said.
pub fn find(article: &Indexed, sentence: &Sentence, reported: bool, out: &mut Vec<SentenceIssue>) {
    for (list, what) in [(&LOADED, "a loaded word"), (&EQUALITY, "not neutral wording about people")] {
        for (phrase, first, length) in list.find(sentence) {
            if !article_has(article, sentence, first, length) && !is_name(sentence, first, length) {
                let written = written(sentence, first, length);
                out.push(SentenceIssue {
                    span: span(sentence, first, length),
                    kind: LabelValue::BiasedWording,
                    reason: biased_reason(written, what, phrase),
                    p: 0.7,
                });
            }
        }
    }
    stereotypes(article, sentence, reported, out);
}

fn biased_reason(written: &str, what: &str, phrase: &Phrase) -> String {
    let advice = match phrase.note {
        "" => String::new(),
        "(leave out)" => "; a neutral summary leaves it out".to_owned(),
        note if note.starts_with('(') => format!("; better {}", note.trim_matches(['(', ')'])),
        note => format!("; neutral: \u{201c}{note}\u{201d}"),
    };
    format!("\u{201c}{written}\u{201d} is {what} that the article does not use{advice}")
}

/// Finds statements about a whole group: "GROUP are TRAIT", "all GROUP ACT", "TRAIT GROUP", and common
/// sayings.
fn stereotypes(article: &Indexed, sentence: &Sentence, reported: bool, out: &mut Vec<SentenceIssue>) {
    if DISTANCE.has_any(sentence) {
        return;
    }
    let mut push = |first: usize, end: usize, group: &str, claim: Option<&str>| {
        let length = end - first;
        // A report of what the article says about the group is the article's responsibility.
        if reported && article_has(article, sentence, first, length) {
            return;
        }
        let written = written(sentence, first, length);
        let reason = match claim {
            Some(claim) => {
                format!("\u{201c}{written}\u{201d} says \u{201c}{claim}\u{201d} of {group} as a whole")
            }
            None => format!("\u{201c}{written}\u{201d} generalises over a group of people"),
        };
        out.push(SentenceIssue {
            span: span(sentence, first, length),
            kind: LabelValue::Stereotype,
            reason,
            p: 0.75,
        });
    };
    for (_, first, length) in SAYINGS.find(sentence) {
        push(first, first + length, "", None);
    }
    for (group, first, length) in GROUPS.find(sentence) {
        let after = first + length;
        let start = match scope(sentence, first, group) {
            Scope::Specific => {
                continue;
            }
            Scope::Bare => first,
            Scope::From(start) => start,
        };
        if let Some((claim, end)) = predicate(sentence, after) {
            push(start, end, group.text, Some(claim));
        } else if group.note != "weak"
            && let Some(before) = first.checked_sub(1)
            && EPITHETS.has(sentence, before)
            && !article_has(article, sentence, before, length + 1)
        {
            push(before, after, group.text, Some(written(sentence, before, 1)));
        }
    }
}

/// Adjectives that describe a group as such by nature when they stand before it.
static EPITHETS: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::read(
        " lazy criminal dirty filthy greedy stingy primitive backward savage uncivilised uncivilized \
    dishonest sneaky stupid ignorant barbaric promiscuous perverted parasitic workshy ungrateful scheming ",
    )
});
/// Words of a sentence that names a prejudice rather than sharing it.
static DISTANCE: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::read(
        " myth myths stereotype stereotypes stereotyping stereotypical prejudice prejudices prejudiced \
    misconception misconceptions trope tropes bigotry bigoted racist sexist racism sexism xenophobic false falsely \
    debunked debunks rejects rejected disputes disputed denies denied whether ",
    )
});
/// Words before a group that restrict it to particular members.
static SPECIFIC: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::read(
        " the some many several few two three four five six seven eight nine ten his her its their our my \
    your these those other certain more fewer no dozens hundreds thousands of for between among by with from to ",
    )
});
/// Words that extend a statement to the whole group.
static UNIVERSAL: LazyLock<WordSet> = LazyLock::new(|| WordSet::read(" all every most typical such "));
/// Words that may stand between a group, its verb and the trait.
static BETWEEN: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::read(
        " too so very naturally inherently simply just all always more less by nature often usually \
    generally typically known considered born and or a an mostly notoriously quite really basically far to be as such \
    only never mainly largely invariably fundamentally essentially being nothing but clearly obviously ",
    )
});
static COPULAS: LazyLock<WordSet> = LazyLock::new(|| WordSet::read(" are is being be were "));
static WERE: LazyLock<WordSet> = LazyLock::new(|| WordSet::read("were"));
static NEVER: LazyLock<WordSet> = LazyLock::new(|| WordSet::read("never"));
static NEGATIONS: LazyLock<WordSet> =
    LazyLock::new(|| WordSet::read(" not never aren't isn't no n't cannot hardly neither nor "));

enum Scope {
    Specific,
    Bare,
    From(usize),
}

fn scope(sentence: &Sentence, first: usize, group: &Phrase) -> Scope {
    let Some(before) = first.checked_sub(1) else { return Scope::Bare };
    if UNIVERSAL.has(sentence, before) {
        let negated = before.checked_sub(1).is_some_and(|i| NEGATIONS.has(sentence, i));
        return if negated { Scope::Specific } else { Scope::From(before) };
    }
    if group.text.starts_with("the ") {
        return Scope::Bare;
    }
    let specific = SPECIFIC.has(sentence, before) || sentence.tokens[before].flags.digit;
    // "that women are" and "because women are" are as general as a sentence that begins with "women"; "the
    // women" is not.
    if specific { Scope::Specific } else { Scope::Bare }
}

/// Returns what is said of a group after its name: a trait after a form of "be", or an act.
fn predicate(sentence: &Sentence, after: usize) -> Option<(&'static str, usize)> {
    const MAX_TRAIT_GAP: usize = 6;
    let mut copula = false;
    let mut at = after;
    while at < sentence.tokens.len() && at <= after + MAX_TRAIT_GAP {
        if let Some((act, length)) = ACTS.at(sentence, at)
            && !copula
        {
            return Some((act.text, at + length));
        }
        if copula && let Some((claim, length)) = TRAITS.at(sentence, at) {
            return Some((claim.text, at + length));
        }
        let past = at == after && WERE.has(sentence, at);
        if past || NEGATIONS.has(sentence, at) && !NEVER.has(sentence, at) {
            return None;
        }
        if COPULAS.has(sentence, at) {
            copula = true;
        } else if !BETWEEN.has(sentence, at) {
            return None;
        }
        at += 1;
    }
    None
}

/// Whether a sentence reports what somebody said.
pub fn is_reported(sentence: &Sentence) -> bool {
    static SAYING: LazyLock<WordSet> = LazyLock::new(|| {
        WordSet::read(
            " called calls calling call branded brands described describes describing labelled labeled labels \
        dubbed said says saying accused accuses accusing according claimed claims argued argues told wrote writes \
        denounced denounces referred refers termed mocked mocks insulted shouted shouts chanted criticised criticized \
        complained complains alleged alleges stated states tweeted posted condemned dismissed dismisses ",
        )
    });
    SAYING.has_any(sentence)
}
