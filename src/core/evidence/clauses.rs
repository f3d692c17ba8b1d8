//! What a summary sentence states, and whether each statement is a fact.
//!
//! A sentence is divided into clauses where its words make that safe, and a clause of an English sentence
//! into statements by its tree. Statements are judged; the clause of a statement is its context.

use std::ops::Range;

use super::boilerplate;
use super::statements::{StatementTokens, tokens_of_statements};
use crate::text::{Sentence, Span, Text, has_verb, idf, in_word_list};

/// A part of a sentence that is compared with the article by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Tokens within the sentence.
    pub tokens: Range<usize>,
    /// Byte span within the sentence, without the punctuation around it.
    pub span: Span,
    /// Byte span of the earlier words that it shares with another statement: its subject, or its source.
    pub shared: Option<Span>,
    /// Tokens within its own range that belong to another statement.
    pub without: Option<Range<usize>>,
    /// Tokens of the clause that it is a part of.
    pub within: Range<usize>,
    /// Whether it states a fact, unlike a question, a greeting or a bare opinion.
    pub factual: bool,
    /// Whether it is part of a question that presupposes what it names: "Who broke the window?" implies that
    /// it is broken, while "Will it rain?" implies nothing.
    pub presumes: bool,
    /// Amount of information: the summed weights of its content words, with a bonus for numbers and names.
    pub information: f64,
}

impl Statement {
    /// Whether it is less than its clause.
    pub fn is_part(&self) -> bool {
        self.tokens != self.within || self.without.is_some()
    }

    /// Returns the whole clause that it is a part of, as one statement.
    pub fn whole(&self, sentence: &Sentence) -> Statement {
        if self.is_part() {
            statement(sentence, StatementTokens::whole(&self.within), &self.within)
        } else {
            self.clone()
        }
    }

    /// Returns the byte spans of its own words, in order: two if another statement stands within it.
    pub fn pieces(&self, sentence: &Sentence) -> Vec<Span> {
        match &self.without {
            // A conjunction alone before the hole is not a piece.
            Some(hole) if sentence.tokens[hole.start - 1].span.end > self.span.start => {
                let [before, after] = [hole.start - 1, hole.end].map(|at| sentence.tokens[at].span);
                vec![Span::new(self.span.start, before.end), Span::new(after.start, self.span.end)]
            }
            Some(hole) => vec![Span::new(sentence.tokens[hole.end].span.start, self.span.end)],
            None => vec![self.span],
        }
    }

    /// Returns the byte spans of its words: its own first, which identify it, then the shared ones.
    pub fn places(&self, sentence: &Sentence) -> Vec<Span> {
        self.pieces(sentence).into_iter().chain(self.shared).collect()
    }

    /// Returns the byte span within it that belongs to another statement.
    pub fn hole(&self, sentence: &Sentence) -> Option<Span> {
        let hole = self.without.as_ref()?;
        Some(sentence.tokens[hole.start].span.join(sentence.tokens[hole.end - 1].span))
    }
}

/// Question words that presuppose what they ask about, and the number of words within which one must come.
const ASKS: &str = " who whom whose what which when where why how ";
const ASKED_BY: usize = 3;
/// Conjunctions that join a clause to the one before it.
const CONJUNCTIONS: &str = " and but while whereas although ";
/// Fewest words on either side of a cut.
const SHORTEST: usize = 4;

/// Returns the words of a statement, given their spans, in text order.
pub fn words_at(text: &Text, places: &[Span]) -> String {
    let mut places = places.to_vec();
    places.sort_by_key(|place| place.start);
    places.into_iter().map(|place| text.slice(place)).collect::<Vec<_>>().join(" ")
}

/// Returns the statements of a sentence. The parser covers English only; in other languages each clause is
/// one statement.
pub fn statements_of(sentence: &Sentence, english: bool) -> Vec<Statement> {
    let mut clauses = clauses(sentence);
    for clause in &mut clauses {
        clause.start += boilerplate::lead(sentence, clause.clone());
    }
    let tokens = if english {
        tokens_of_statements(sentence, &clauses)
    } else {
        clauses.iter().map(|clause| vec![StatementTokens::whole(clause)]).collect()
    };
    let of_clause = |(clause, tokens): (&Range<usize>, Vec<StatementTokens>)| {
        tokens.into_iter().map(|one| statement(sentence, one, clause)).collect::<Vec<_>>()
    };
    clauses.iter().zip(tokens).flat_map(of_clause).collect()
}

/// Divides a sentence at ";" and at a conjunction with a subject and a verb on both sides. In any less
/// certain case it stays whole.
fn clauses(sentence: &Sentence) -> Vec<Range<usize>> {
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
    cuts.windows(2).filter(|pair| pair[0] < pair[1]).map(|pair| pair[0]..pair[1]).collect()
}

fn statement(sentence: &Sentence, tokens: StatementTokens, within: &Range<usize>) -> Statement {
    let within = within.clone();
    let StatementTokens { tokens, without, shared } = tokens;
    // A leading conjunction is not part of the statement.
    let joins =
        tokens.start > 0 && tokens.len() > 1 && in_word_list(CONJUNCTIONS, &sentence.lower(tokens.start));
    let first = sentence.tokens[tokens.start + usize::from(joins)].span.start;
    let last = sentence.tokens[tokens.end - 1].span.end;
    // A currency sign before the first word is part of the statement.
    let start = if tokens.start == 0 {
        sentence.text[..first]
            .rfind(|c: char| !"$£€¥#".contains(c) && !c.is_whitespace())
            .map_or(0, |at| at + sentence.text[at..].chars().next().map_or(0, char::len_utf8))
    } else {
        first
    };
    let start = start + sentence.text[start..first].len() - sentence.text[start..first].trim_start().len();
    let next = sentence.tokens.get(tokens.end).map_or(sentence.text.len(), |token| token.span.start);
    let end = whole_end(&sentence.text[..next.max(last)], start, last);
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
    Statement { tokens, span: Span::new(start, end), without, shared, within, factual, presumes, information }
}

/// Returns where words that begin at `start` and of which the last ends at `last` end with the signs that belong to them: "%",
/// and the mark that closes a bracket or quotation opened by them.
pub(super) fn whole_end(text: &str, start: usize, last: usize) -> usize {
    let tail = &text[last..];
    let end = last + tail.find(|c: char| c != '%').unwrap_or(tail.len());
    closing(&text[start..end], &text[end..]).map_or(end, |len| end + len)
}

/// Returns the length of the punctuation after a statement up to the mark that closes its open quotation or
/// bracket.
fn closing(stated: &str, behind: &str) -> Option<usize> {
    const MAX_STOPS: usize = 2;
    const PAIRS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('“', '”'), ('‘', '’'), ('"', '"')];
    let is_open = |(open, close): (char, char)| {
        let count = |mark| stated.matches(mark).count();
        if open != close {
            return count(open) > count(close);
        }
        // A closing mark may belong to a quotation that began before: `club," he said. "They ...`.
        let opens = |at: usize| {
            !stated[..at].ends_with(|c: char| !c.is_whitespace() && c != '(')
                && stated[at + open.len_utf8()..].starts_with(|c: char| !c.is_whitespace())
        };
        count(open) % 2 == 1 && stated.rfind(open).is_some_and(opens)
    };
    // A space and a full stop may come before it, but not the blanks that replace unread text such as the
    // address of a link.
    let mark = behind.trim_start_matches([' ', '.', ',', '!', '?']);
    if behind.len() - mark.len() > MAX_STOPS {
        return None;
    }
    let close = mark.chars().next()?;
    let closes = PAIRS.iter().any(|pair| pair.1 == close && is_open(*pair));
    closes.then(|| behind.len() - mark.len() + close.len_utf8())
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

/// Returns a sentence without closing quotation marks and brackets at its end.
fn unquoted(sentence: &Sentence) -> &str {
    sentence.text.trim_end_matches(['"', '\'', '”', '’', ')', ' '])
}

/// Whether a clause can be true or false of the article. Greetings and bare opinions cannot.
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
        statements_of(&sentence, true).iter().map(|c| sentence.text[c.span.range()].to_owned()).collect()
    }

    #[test]
    fn a_statement_has_the_mark_that_closes_what_it_opens() {
        for (text, first) in [
            ("They saw \"Blade Runner\" and \"Alien\".", "They saw \"Blade Runner\" and \"Alien\""),
            ("He advised the council (ACMD).", "He advised the council (ACMD)"),
            ("She named “a battery fault while driving.”", "She named “a battery fault while driving.”"),
            ("\"They left,\" said the mayor.", "They left,\" said the mayor"),
            ("It was (as he knew) late.", "It was (as he knew) late"),
        ] {
            assert_eq!(read(text)[0], first);
        }
        const QUOTED: &str = "a club,\" he said. \"They left.";
        let (said, next) = (QUOTED.find('.').unwrap(), QUOTED.find("They").unwrap());
        assert_eq!(whole_end(&QUOTED[..next], 0, said), said);
    }

    #[test]
    fn coordinated_clauses_part_and_phrases_do_not() {
        assert_eq!(
            read("The mayor was arrested on Monday, and the council has asked him to resign."),
            ["The mayor was arrested on Monday", "the council has asked him to resign"]
        );
        assert_eq!(read("The mayor and the council met on Monday in the hall.").len(), 1);
        assert_eq!(read("Sales were flat in May; profits had doubled by July.").len(), 2);
        assert_eq!(read("It cost $5 million in 2012 , but he said the price was fair .").len(), 2);
    }

    #[test]
    fn questions_and_greetings_are_no_claims() {
        let factual = |text: &str| statements_of(&Sentence::new(text), true).iter().any(|c| c.factual);
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
