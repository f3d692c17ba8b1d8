//! Clauses of a summary sentence, where cutting is safe, and whether each states a fact.

use std::ops::Range;

use super::boilerplate;
use crate::text::{Sentence, Span, has_verb, idf, in_word_list};

/// A clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Its tokens within the sentence.
    pub tokens: Range<usize>,
    /// Its bytes within the sentence, without the punctuation around it.
    pub span: Span,
    /// Whether it states a fact: no question, greeting or bare opinion.
    pub factual: bool,
    /// Whether it is of a question that takes for granted what it names: "Who broke the window?" says that it is
    /// broken, "Will it rain?" says nothing.
    pub presumes: bool,
    /// How much it says: the weights of its content words, numbers and names counted more.
    pub information: f64,
}

/// Words by which a question asks for one of several things, and how soon one of them comes.
const ASKS: &str = " who whom whose what which when where why how ";
const ASKED_BY: usize = 3;
/// Fewest words of either side of a cut.
const SHORTEST: usize = 4;

/// Splits a sentence at ";" and at a conjunction that has a subject and a verb on either side; anything less
/// certain stays whole.
pub fn clauses(sentence: &Sentence) -> Vec<Clause> {
    let count = sentence.tokens.len();
    let mut cuts = vec![0];
    let mut last = 0;
    for at in 1..count {
        if at - last < SHORTEST || count - at < SHORTEST {
            continue;
        }
        if is_cut(sentence, at) && has_verb(sentence, last..at) && has_verb(sentence, at..count) {
            cuts.push(at);
            last = at;
        }
    }
    cuts.push(count);
    cuts.windows(2).filter(|pair| pair[0] < pair[1]).map(|pair| clause(sentence, pair[0]..pair[1])).collect()
}

fn clause(sentence: &Sentence, tokens: Range<usize>) -> Clause {
    let tokens = tokens.start + boilerplate::lead(sentence, tokens.clone())..tokens.end;
    let first = sentence.tokens[tokens.start].span.start;
    let last = sentence.tokens[tokens.end - 1].span.end;
    // A currency sign before the first word or a closing "%" belongs to the clause.
    let start = if tokens.start == 0 {
        sentence.text[..first]
            .rfind(|c: char| !"$£€¥#".contains(c) && !c.is_whitespace())
            .map_or(0, |at| at + sentence.text[at..].chars().next().map_or(0, char::len_utf8))
    } else {
        first
    };
    let start = start + sentence.text[start..first].len() - sentence.text[start..first].trim_start().len();
    let tail = &sentence.text[last..];
    let end = last + tail.find(|c: char| c != '%').unwrap_or(tail.len());
    let information = sentence.tokens[tokens.clone()]
        .iter()
        .filter(|t| t.is_content())
        .map(|t| {
            idf::idf(t.stem) + if t.flags.digit { 2.0 } else { 0.0 } + if t.flags.capital { 0.5 } else { 0.0 }
        })
        .sum();
    let asks = unquoted(sentence).ends_with(['?', '？']);
    let stated = !boilerplate::is_furniture(sentence);
    let factual = stated && !asks && is_factual(sentence, &tokens);
    let presumes = stated && asks && (0..ASKED_BY).any(|at| in_word_list(ASKS, &sentence.lower(at)));
    Clause { tokens, span: Span::new(start, end), factual, presumes, information }
}

fn is_cut(sentence: &Sentence, at: usize) -> bool {
    let gap = sentence.gap_before(at);
    if gap.contains(';') {
        return true;
    }
    let word = sentence.lower(at);
    let next = sentence.lower(at + 1);
    let pronoun = matches!(&*next, "he" | "she" | "it" | "they" | "we" | "there" | "i");
    let subject = pronoun
        || matches!(&*next, "the" | "a" | "an" | "this" | "these" | "his" | "her" | "their" | "its")
        || sentence.tokens.get(at + 1).is_some_and(|t| t.flags.capital);
    match &*word {
        "and" => pronoun || gap.contains(',') && subject && verb_within(sentence, at + 1, 5),
        "but" | "while" | "whereas" | "although" => subject && verb_within(sentence, at + 1, 6),
        _ => false,
    }
}

fn verb_within(sentence: &Sentence, from: usize, reach: usize) -> bool {
    has_verb(sentence, from + 1..sentence.tokens.len().min(from + 1 + reach))
}

/// A sentence without the quotation marks and brackets that close it.
fn unquoted(sentence: &Sentence) -> &str {
    sentence.text.trim_end_matches(['"', '\'', '”', '’', ')', ' '])
}

/// Whether a clause that asks nothing can be true or false of the article. Greetings and bare opinions cannot.
fn is_factual(sentence: &Sentence, tokens: &Range<usize>) -> bool {
    let content = sentence.tokens[tokens.clone()].iter().filter(|t| t.is_content()).count();
    if content == 0 {
        return false;
    }
    let first = sentence.lower(tokens.start);
    let second = sentence.lower(tokens.start + 1);
    let greeting = matches!(
        &*first,
        "hello"
            | "hi"
            | "hey"
            | "thanks"
            | "thank"
            | "welcome"
            | "greetings"
            | "goodbye"
            | "bye"
            | "sorry"
            | "please"
    );
    let opinion =
        matches!(
            (&*first, &*second),
            ("i", "think" | "believe" | "feel" | "guess" | "hope" | "love" | "hate" | "like")
        ) || matches!((&*first, &*second), ("in", "my") | ("to", "me") | ("what", "a" | "an") | ("how", _))
            && unquoted(sentence).ends_with('!')
            || (&*first, &*second) == ("in", "my") && sentence.lower(tokens.start + 2) == "opinion";
    !(greeting && tokens.len() < 8 || opinion)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let sentence = Sentence::new(text);
        clauses(&sentence).iter().map(|c| sentence.text[c.span.range()].to_owned()).collect()
    }

    #[test]
    fn coordinated_clauses_part_and_phrases_do_not() {
        assert_eq!(
            read("The mayor was arrested on Monday, and the council has asked him to resign."),
            ["The mayor was arrested on Monday", "and the council has asked him to resign"]
        );
        assert_eq!(read("The mayor and the council met on Monday in the hall.").len(), 1);
        assert_eq!(read("Sales were flat in May; profits had doubled by July.").len(), 2);
        assert_eq!(read("It cost $5 million in 2012 , but he said the price was fair .").len(), 2);
    }

    #[test]
    fn questions_and_greetings_are_no_claims() {
        let factual = |text: &str| clauses(&Sentence::new(text)).iter().any(|c| c.factual);
        assert!(
            !factual("Will it rain?") && !factual("Thanks for reading!") && !factual("I think it is nice.")
        );
        assert!(
            factual("It will rain.") && factual("Thanks to the rain, crops in the whole north recovered.")
        );
    }

    #[test]
    fn a_clause_keeps_its_signs() {
        assert_eq!(read("\"$5 million fell 3%\" ."), ["$5 million fell 3%"]);
    }
}
