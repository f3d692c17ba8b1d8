//! The assertions of a sentence: who did what to whom, if the verb states a fact rather than a guess.
//!
//! The analysis is shallow. A verb without a clear subject or object yields no assertion, so that only clear
//! ones are searched for in the context.

use crate::evidence::parse::{Tag, Word};
use crate::text::in_word_list;

/// A subject, a verb and an object, by word indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The subject; `None` if a pronoun refers to one named before.
    pub subject: Option<Phrase>,
    /// The verb with its auxiliaries, as a half-open range.
    pub verb: (usize, usize),
    /// The object, or a phrase in its place. Without one nothing is asserted, but the subject is named.
    pub object: Option<Phrase>,
    /// First word of the assertion: that of its subject, or the pronoun.
    pub start: usize,
}

/// A noun phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Its words, as a half-open range.
    pub words: (usize, usize),
    /// Its head.
    pub head: usize,
    /// The other names in it.
    pub names: Vec<usize>,
}

/// Verbs of guessing, in their base form.
const GUESSES: &str = " suggest appear seem believe think expect estimate hope fear guess suspect assume speculate \
    imply consider propose predict doubt wonder tend allege rumour ";
/// Words that make a statement a guess.
const HEDGES: &str = " may might could would should possibly perhaps maybe allegedly reportedly likely potentially \
    probably apparently supposedly presumably seemingly arguably ";

/// Returns the assertions of a sentence.
pub fn assertions(words: &[Word]) -> Vec<Assertion> {
    let mut out: Vec<Assertion> = Vec::new();
    let verbs = verb_groups(words);
    let mut hedged_until = 0;
    for (index, &(start, end)) in verbs.iter().enumerate() {
        let next = verbs.get(index + 1).map_or(words.len(), |group| group.0);
        let before = verbs[..index].last().map_or(0, |group| group.1);
        let open = words[before..start].iter().any(|word| matches!(word.lower.as_str(), "whether" | "if"));
        if start < hedged_until || open || is_guess(words, start, end) {
            // Whatever depends on a guess is a guess too: "it suggests that prices rose".
            hedged_until = clause_end(words, end).max(hedged_until);
            continue;
        }
        let found = subject(words, start, before);
        let (subject, begin) = match found {
            SubjectSource::Phrase(phrase) => {
                let begin = phrase.words.0;
                // "what young trees need is shade": an indirect question, whose verb no rule finds.
                let asks = |word: &Word| in_word_list(" what how why whom ", &word.lower);
                if begin > 0 && asks(&words[begin - 1]) && !words[begin].parted {
                    continue;
                }
                (Some(phrase), begin)
            }
            SubjectSource::Pronoun(at) => (None, at),
            // "approved the plan and rejected the bid": both verbs share the subject.
            SubjectSource::Shared => match out.last() {
                Some(before) => (before.subject.clone(), start),
                None => continue,
            },
            SubjectSource::Nothing => continue,
        };
        out.push(Assertion { subject, verb: (start, end), object: object(words, end, next), start: begin });
    }
    out
}

/// Returns the runs of auxiliaries and verbs that begin with a finite verb.
fn verb_groups(words: &[Word]) -> Vec<(usize, usize)> {
    let mut out = groups(words, is_finite);
    if out.is_empty() {
        // "The ticket includes breakfast": only its position shows that the third-person form is a verb.
        out = groups(words, |words, at| {
            at > 0 && words[at].tag == Tag::Noun && !words[at].capital && words[at - 1].tag == Tag::Noun && {
                !words[at].parted && crate::evidence::parse::is_third_person(&words[at].lower)
            }
        });
        out.truncate(1);
    }
    out
}

fn groups(words: &[Word], begins: impl Fn(&[Word], usize) -> bool) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if !begins(words, at) {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        // "has since raised"
        let inner = |word: &Word| {
            matches!(word.tag, Tag::Auxiliary | Tag::Negation | Tag::Verb | Tag::Gerund)
                || word.lower == "since"
        };
        let mut end = at;
        // "what young trees need is shade": an auxiliary after a full verb begins a new group.
        let begins_group = |at: usize| words[at - 1].tag == Tag::Verb && words[at].tag == Tag::Auxiliary;
        while at < words.len()
            && !words[at].parted
            && (inner(&words[at]) || words[at].tag == Tag::Adverb)
            && !begins_group(at)
        {
            at += 1;
            if inner(&words[at - 1]) {
                end = at;
            }
        }
        at = end.max(start + 1);
        out.push((start, at));
    }
    out
}

fn is_finite(words: &[Word], at: usize) -> bool {
    let word = &words[at];
    let contracted = word.lower.ends_with("n't") && word.lower.len() > 3;
    match word.tag {
        Tag::Modal => true,
        Tag::Auxiliary => !word.lower.starts_with("be"),
        // "to" with a base form is not a statement.
        Tag::Verb => at > 0 && words[at - 1].tag != Tag::To,
        _ => contracted || in_present(words, at),
    }
}

/// Whether a word is a third-person form before a number or a name: "costs 5 euros", "includes Paris".
fn in_present(words: &[Word], at: usize) -> bool {
    let (Some(before), Some(next)) = (at.checked_sub(1).map(|at| &words[at]), words.get(at + 1)) else {
        return false;
    };
    words[at].tag == Tag::Noun
        && !words[at].capital
        && !words[at].parted
        && !next.parted
        && matches!(before.tag, Tag::Noun | Tag::Pronoun | Tag::Question)
        && !before.lower.ends_with('s')
        && (next.tag == Tag::Number || next.capital)
        && crate::evidence::parse::is_third_person(&words[at].lower)
}

fn is_guess(words: &[Word], start: usize, end: usize) -> bool {
    let hedge = |word: &Word| in_word_list(HEDGES, &word.lower);
    let around = start.saturating_sub(1)..words.len().min(end + 1);
    words[around].iter().any(hedge)
        || words[start..end].iter().any(|word| {
            let base = crate::evidence::parse::base_of(&word.lower);
            base.is_some_and(|base| in_word_list(GUESSES, &base)) || in_word_list(GUESSES, &word.lower)
        })
}

/// Returns the end of the clause that begins at `from`: the next conjunction after punctuation, or the end of
/// the sentence.
fn clause_end(words: &[Word], from: usize) -> usize {
    (from..words.len())
        .find(|&at| {
            words[at].parted
                && matches!(words[at].lower.as_str(), "but" | "while" | "whereas" | "and" | "although")
        })
        .unwrap_or(words.len())
}

enum SubjectSource {
    Phrase(Phrase),
    /// The pronoun at this word.
    Pronoun(usize),
    /// The subject of the verb before.
    Shared,
    Nothing,
}

fn in_phrase(tag: Tag) -> bool {
    matches!(tag, Tag::Determiner | Tag::Noun | Tag::Adjective | Tag::Number | Tag::Gerund)
}

/// Returns the subject of a verb: the last phrase before it that does not depend on a preposition.
fn subject(words: &[Word], verb: usize, least: usize) -> SubjectSource {
    let mut end = verb;
    while end > least && matches!(words[end - 1].tag, Tag::Adverb | Tag::Negation) && !words[end].parted {
        end -= 1;
    }
    let Some(before) = end.checked_sub(1).filter(|at| *at >= least) else {
        return if verb > 0 && words[verb - 1].tag == Tag::Conjunction {
            SubjectSource::Shared
        } else {
            SubjectSource::Nothing
        };
    };
    match words[before].tag {
        Tag::Pronoun => {
            let personal = matches!(words[before].lower.as_str(), "he" | "she" | "it" | "they");
            return if personal { SubjectSource::Pronoun(before) } else { SubjectSource::Nothing };
        }
        Tag::Conjunction if words[before].lower != "that" => return SubjectSource::Shared,
        // "the bridge, which opened"
        Tag::Question | Tag::Conjunction if before > least => end = before,
        _ => {}
    }
    let mut start = end;
    while start > least {
        let word = &words[start - 1];
        let joins = in_phrase(word.tag)
            || word.tag == Tag::Preposition
            || matches!(word.lower.as_str(), "and" | "s" | "'s");
        if !joins || (start < end && words[start].parted) {
            break;
        }
        start -= 1;
    }
    let mut best = None;
    let mut at = start;
    while at < end {
        if words[at].tag == Tag::Preposition || !in_phrase(words[at].tag) {
            at += 1;
            continue;
        }
        let stop = phrase_end(words, at, end);
        let governed = at > start && words[at - 1].tag == Tag::Preposition;
        if !governed {
            best = phrase(words, at, stop).or(best);
        }
        at = stop;
    }
    best.map_or(SubjectSource::Nothing, SubjectSource::Phrase)
}

/// Returns the end of the phrase that begins at `start`. A new determiner begins another phrase.
fn phrase_end(words: &[Word], start: usize, most: usize) -> usize {
    (start + 1..most)
        .find(|&at| {
            let possessive = matches!(words[at].lower.as_str(), "s" | "'s");
            words[at].parted
                || !in_phrase(words[at].tag) && !possessive
                || words[at].tag == Tag::Determiner && words[at - 1].tag != Tag::Determiner
        })
        .unwrap_or(most)
}

/// Returns the object of a verb: the first phrase after it, past prepositions, adverbs and infinitives.
fn object(words: &[Word], from: usize, most: usize) -> Option<Phrase> {
    let mut at = from;
    while at < most && !(at > from && words[at].parted) {
        let word = &words[at];
        let skipped = matches!(word.tag, Tag::Preposition | Tag::Adverb | Tag::To | Tag::Verb | Tag::Gerund)
            || word.lower == "that";
        if !skipped {
            break;
        }
        at += 1;
    }
    if at >= most
        || at > from && words[at].parted && words[at - 1].tag != Tag::Preposition
        || !in_phrase(words[at].tag)
    {
        return None;
    }
    phrase(words, at, phrase_end(words, at, most))
}

/// Returns a run of words as a phrase, if it has a head.
fn phrase(words: &[Word], start: usize, end: usize) -> Option<Phrase> {
    let worth = |at: &usize| words[*at].content && words[*at].lower != "s";
    let nouns = || (start..end).rev().filter(|&at| words[at].tag == Tag::Noun);
    let head = nouns().find(worth).or_else(|| (start..end).rev().find(|&at| words[at].tag == Tag::Number))?;
    // A capital at the beginning of the sentence does not mark a name.
    let names = (start..end).filter(|&at| at > 0 && words[at].is_name() && at != head).collect();
    Some(Phrase { words: (start, end), head, names })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Indexed, parse};
    use crate::text::Text;

    fn read(text: &str) -> Vec<String> {
        let indexed = Indexed::new(Text::new(text));
        let words = parse::words(&indexed, 0, indexed.stems.len());
        let join = |from: usize, to: usize| {
            words[from..to].iter().map(|word| word.lower.as_str()).collect::<Vec<_>>().join(" ")
        };
        assertions(&words)
            .iter()
            .filter_map(|found| {
                let subject = found.subject.as_ref().map_or("*".into(), |p| join(p.words.0, p.words.1));
                let object = found.object.as_ref()?;
                let object = join(object.words.0, object.words.1);
                Some(format!("{subject} | {} | {object}", join(found.verb.0, found.verb.1)))
            })
            .collect()
    }

    #[test]
    fn who_did_what_is_found() {
        for (text, expected) in [
            ("The council approved the budget on Tuesday.", vec!["the council | approved | the budget"]),
            (
                "On Tuesday the council of Leeds approved the budget.",
                vec!["the council | approved | the budget"],
            ),
            ("The plant was sold to Orion Energy.", vec!["the plant | was sold | orion energy"]),
            ("What young trees need is the main question.", vec![]),
            ("The ticket costs 5 euros.", vec!["the ticket | costs | 5 euros"]),
            ("The ticket includes breakfast.", vec!["the ticket | includes | breakfast"]),
            (
                "The council approved the plan and rejected the bid.",
                vec!["the council | approved | the plan", "the council | rejected | the bid"],
            ),
            ("It cost $5 million.", vec!["* | cost | 5 million"]),
            (
                "The mayor said the budget rose by 3 percent.",
                vec!["the mayor | said | the budget", "the budget | rose | 3 percent"],
            ),
            ("The bridge, which opened in 1951, closed in June.", vec!["the bridge | opened | 1951"]),
            ("Members did not reject the offer.", vec!["members | did not reject | the offer"]),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn guesses_assert_nothing() {
        for text in [
            "The council may approve the budget.",
            "The council might have approved the budget.",
            "Prices could reach 5 euros.",
            "The study suggests that the drug cures the disease.",
            "Experts believe the bridge needs repairs.",
            "The bridge appears to need a new deck.",
            "The mayor reportedly sold the plant.",
            "Wonderful!",
            "",
        ] {
            assert_eq!(read(text), Vec::<String>::new(), "{text}");
        }
        // An independent clause after the guess is asserted.
        assert_eq!(
            read("The study suggests a link, but the authors tested 40 patients."),
            ["the authors | tested | 40 patients"]
        );
    }
}
