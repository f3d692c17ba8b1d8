//! Insults: words that are always insulting, and everyday words that are insulting when used of a person.

use std::sync::LazyLock;

use super::Indexed;
use super::sentence_issue::{SentenceIssue, article_has, is_name, span, written};
use super::wordlist::{Phrase, Phrases, WordSet};
use crate::labels::LabelValue;
use crate::text::Sentence;
use crate::text::idf::capital_share;

static INSULTS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::read(include_str!("lexicon/issues_insults.txt")));

/// Finds the insults of a sentence. `reported` means that the sentence tells what somebody said.
pub(super) fn find(article: &Indexed, sentence: &Sentence, reported: bool, out: &mut Vec<SentenceIssue>) {
    for (phrase, first, length) in INSULTS.find(sentence) {
        let known = article_has(article, sentence, first, length);
        let excused = known && (reported || !phrase.note.is_empty());
        if excused || is_name(sentence, first, length) || !insults(phrase, sentence, first, length) {
            continue;
        }
        let written = written(sentence, first, length);
        let reason = if known {
            format!("\u{201c}{written}\u{201d} is an insult, in the summary's own voice")
        } else {
            format!("\u{201c}{written}\u{201d} is an insult that the article does not have")
        };
        let p = if known { 0.55 } else { 0.8 };
        out.push(SentenceIssue { span: span(sentence, first, length), kind: LabelValue::Insult, reason, p });
    }
}

/// Whether a phrase is insulting in its context. One marked "of a person" must refer to a person.
fn insults(phrase: &Phrase, sentence: &Sentence, first: usize, length: usize) -> bool {
    phrase.note != "of a person" || names_somebody(sentence, first, length) || is_predicate(sentence, first)
}

static DETERMINERS: LazyLock<WordSet> =
    LazyLock::new(|| WordSet::read(" the this that these those a an such you "));
/// Words after an insult that stands for office holders: "the clowns on the council".
static IN_PLACE: LazyLock<WordSet> = LazyLock::new(|| WordSet::read(" on behind running "));
static OF: LazyLock<WordSet> = LazyLock::new(|| WordSet::read("of"));
static ARTICLES: LazyLock<WordSet> = LazyLock::new(|| WordSet::read(" a an "));
static COPULAS: LazyLock<WordSet> =
    LazyLock::new(|| WordSet::read(" is are was were be been remains remain became 's 're "));
static PRONOUNS: LazyLock<WordSet> = LazyLock::new(|| WordSet::read(" he she they you who "));
/// Most words between a copula and the insult.
const MAX_COPULA_GAP: usize = 4;

/// Whether the words denote somebody: "the clown Keller", "that fool of a mayor", "the clowns on the
/// council".
fn names_somebody(sentence: &Sentence, first: usize, length: usize) -> bool {
    let determined =
        (1..=2).any(|back| first.checked_sub(back).is_some_and(|at| DETERMINERS.has(sentence, at)));
    let after = first + length;
    let name =
        sentence.tokens.get(after).is_some_and(|token| token.flags.capital && is_beside(sentence, after));
    let of_a = OF.has(sentence, after) && ARTICLES.has(sentence, after + 1);
    determined && (name || of_a || IN_PLACE.has(sentence, after))
}

/// Whether only white space stands before a token.
fn is_beside(sentence: &Sentence, at: usize) -> bool {
    let between = sentence.tokens[at - 1].span.end..sentence.tokens[at].span.start;
    sentence.text[between].trim().is_empty()
}

/// Whether the words are the predicate of a name or a personal pronoun: "Keller is a clown", "he was nothing
/// but a crook".
fn is_predicate(sentence: &Sentence, first: usize) -> bool {
    let copula = (first.saturating_sub(MAX_COPULA_GAP)..first).rev().find(|at| COPULAS.has(sentence, *at));
    let Some(subject) = copula.and_then(|copula| copula.checked_sub(1)) else { return false };
    PRONOUNS.has(sentence, subject) || is_like_a_name(sentence, subject)
}

/// Whether a word is capitalized and, at the start of a sentence, mostly is in general.
fn is_like_a_name(sentence: &Sentence, at: usize) -> bool {
    let token = &sentence.tokens[at];
    token.flags.capital
        && token.is_content()
        && (at > 0 || capital_share(token.stem).is_none_or(|share| share > 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    fn found(summary: &str) -> Vec<String> {
        let article = Indexed::new(Text::new("Mayor Keller opened the bridge. The council met on Monday."));
        let mut out = Vec::new();
        find(&article, &Sentence::new(summary), false, &mut out);
        out.iter().map(|finding| summary[finding.span.range()].to_owned()).collect()
    }

    #[test]
    fn an_everyday_word_insults_where_it_is_said_of_a_person() {
        for (summary, word) in [
            ("The clown Keller opened the bridge.", "clown"),
            ("That rat of a mayor opened the bridge.", "rat"),
            ("The clowns on the council met on Monday.", "clowns"),
            ("Keller is nothing but a snake.", "snake"),
            ("She was a complete joke.", "joke"),
        ] {
            assert_eq!(found(summary), [word], "{summary}");
        }
        for summary in [
            "The clown at the party opened the door.",
            "A rat was found on the bridge.",
            "The snake was released into the forest.",
            "The joke made the council laugh.",
            "The play has a witch, a monster and a tyrant.",
            "The council bought a puppet for the school.",
            "There was a snake under the bridge.",
            "Security was a joke.",
        ] {
            assert_eq!(found(summary), [] as [String; 0], "{summary}");
        }
    }
}
