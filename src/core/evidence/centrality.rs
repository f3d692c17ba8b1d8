//! Scores the parts of an article by how central they are, as candidates for key points.
//!
//! The score has three parts: the position, the recurrence (the weight and frequency of words that the
//! article uses more than once), and the density of names and numbers.

use super::clauses::whole_end;
use super::{Indexed, boilerplate};
use crate::text::idf::idf;
use crate::text::{BlockKind, Span, Stem, Token};

/// Number of sentences considered: all of the opening, and an even sample of the rest. The cost is thus
/// bounded for an article of any length.
const OPENING: usize = 320;
const SAMPLED: usize = 160;

/// Fewest tokens of a key point (Judge-Lock: "at least 6 tokens").
pub(super) const LEAST_TOKENS: usize = 6;
/// Number of tokens above which a sentence is divided into its clauses.
const MAX_WHOLE_TOKENS: usize = 44;

/// A stretch of the article that may become a key point.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// Byte span in the article, from the first token to the last.
    pub span: Span,
    /// First token, counted over the whole article.
    pub first: usize,
    /// One past the last token.
    pub last: usize,
    /// First token after the speaker's name; `None` outside a conversation.
    said: Option<usize>,
    /// Index of the sentence that it begins in.
    pub sentence: usize,
    /// Distinct content stems in order of first occurrence, with their weights, without the speaker's name.
    pub content: Vec<(Stem, u32)>,
    /// Centrality, comparable only among the units of one article.
    pub score: f64,
}

/// Returns the candidates of an article, in order.
pub(super) fn units(article: &Indexed) -> Vec<Unit> {
    let mut units = sentence_units(article);
    score(article, &mut units);
    units
}

fn sentence_units(article: &Indexed) -> Vec<Unit> {
    let sentences = article.text.sentences();
    let step = sentences.len().saturating_sub(OPENING).div_ceil(SAMPLED).max(1);
    // Captions and tables are candidates only if there is nothing else.
    let heading = |i: usize| {
        article.text.block_at(sentences[i].start).is_some_and(|block| block.kind == BlockKind::Heading)
    };
    let tells = |i: &usize| article.text.tells(*i) && !heading(*i);
    let is_bare =
        !(0..sentences.len()).any(|i| tells(&i) && sentences[i].sentence.tokens.len() >= LEAST_TOKENS);
    let chosen = (0..sentences.len()).filter(|&i| i < OPENING || (i - OPENING).is_multiple_of(step));
    let mut units = Vec::new();
    // Adjacent short sentences are joined only if there would be too few candidates otherwise.
    let mut whole: Vec<(usize, usize, usize)> = Vec::new();
    for i in chosen.filter(|i| is_bare || tells(i)) {
        let placed = &sentences[i];
        if boilerplate::is_furniture(&placed.sentence) {
            continue;
        }
        let first = placed.first_token;
        let last = first + placed.sentence.tokens.len();
        if last > first {
            whole.extend(full_stops(article, first, last).into_iter().map(|(from, to)| (i, from, to)));
        }
    }
    let enough = whole.iter().filter(|(_, first, last)| last - first >= LEAST_TOKENS).count() >= 4;
    let mut at = 0;
    while at < whole.len() {
        let (sentence, first, mut last) = whole[at];
        at += 1;
        let next =
            whole.get(at).filter(|(_, from, to)| *from == last && is_reply(article, first, *from, *to));
        if let Some((_, _, end)) = next {
            units.push(unit(article, sentence, first, *end));
            at += 1;
            continue;
        }
        if last - first < LEAST_TOKENS {
            if enough {
                continue;
            }
            while at < whole.len() && last - first < LEAST_TOKENS && whole[at].1 == last {
                last = whole[at].2;
                at += 1;
            }
            if last - first < LEAST_TOKENS && !units.is_empty() {
                continue;
            }
        }
        if last - first > MAX_WHOLE_TOKENS || (!enough && last - first >= 2 * LEAST_TOKENS) {
            for (from, to) in clauses(article, first, last, !enough) {
                units.push(unit(article, sentence, from, to));
            }
        } else {
            units.push(unit(article, sentence, first, last));
        }
    }
    units
}

/// Number of words from which a reply states a fact without its question.
const WHOLE_REPLY: usize = 10;

/// Whether a turn replies briefly to the question right before it, which begins with the token `first`. Neither
/// of the two states a fact without the other.
fn is_reply(article: &Indexed, first: usize, from: usize, to: usize) -> bool {
    let speaker = |at: usize| {
        let block = article.text.block_at(article.token(at).0.start)?;
        Some(article.text.slice(block.speaker?))
    };
    let asks = |end: usize| article.text.raw()[article.token(end - 1).0.end..].trim_start().starts_with('?');
    let (Some(asked), Some(replied)) = (speaker(first), speaker(from)) else { return false };
    let fits = (LEAST_TOKENS..=MAX_WHOLE_TOKENS).contains(&(to - first));
    let words = (from..to).filter(|at| !names_speaker(article, *at)).count();
    fits && words < WHOLE_REPLY && asked != replied && asks(from) && !asks(to)
}

/// Divides a sentence between its clauses into pieces long enough for a key point. If candidates are scarce,
/// it is divided at any comma, otherwise only at a comma before a word that begins a clause.
fn clauses(article: &Indexed, first: usize, last: usize, scarce: bool) -> Vec<(usize, usize)> {
    let raw = article.text.raw();
    let mut out = Vec::new();
    let mut from = first;
    for at in first + 1..last {
        if at - from < LEAST_TOKENS || last - at < LEAST_TOKENS {
            continue;
        }
        let next = article.token(at).0;
        let between = &raw[article.token(at - 1).0.end..next.start];
        let strong = between.contains([';', ':', '–', '—']) || between.contains("--");
        let comma = between.contains(',') && (scarce || begins_clause(article.text.slice(next)));
        if strong || comma || at - from >= 2 * MAX_WHOLE_TOKENS {
            out.push((from, at));
            from = at;
        }
    }
    out.push((from, last));
    out
}

fn begins_clause(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "who"
            | "which"
            | "and"
            | "but"
            | "while"
            | "when"
            | "after"
            | "although"
            | "because"
            | "where"
            | "before"
            | "he"
            | "she"
            | "it"
            | "they"
            | "as"
            | "though"
            | "so"
    )
}

/// Divides a run of tokens at sentence ends that the splitter took for the inside of a quotation: a full stop
/// set apart, as in tokenized text, or one before a capital.
fn full_stops(article: &Indexed, first: usize, last: usize) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut from = first;
    for at in first + 1..last {
        if ends_between(article, at) {
            out.push((from, at));
            from = at;
        }
    }
    out.push((from, last));
    out
}

/// Whether a full stop that ends a sentence stands before a token.
pub(super) fn ends_between(article: &Indexed, at: usize) -> bool {
    let (before, _) = article.token(at - 1);
    let (next, token) = article.token(at);
    let between = &article.text.raw()[before.end..next.start];
    // A stop without a space after it is a decimal point or part of an abbreviation.
    let Some(dot) =
        between.find(['.', '!', '?']).filter(|dot| between[dot + 1..].contains(char::is_whitespace))
    else {
        return false;
    };
    let apart = between[..dot].ends_with(' ');
    apart || (token.flags.capital && before.len() > 4)
}

fn unit(article: &Indexed, sentence: usize, first: usize, last: usize) -> Unit {
    let (start, end) = (article.token(first).0.start, article.token(last - 1).0.end);
    let raw = article.text.raw();
    let next = if last < article.sentence_of.len() { article.token(last).0.start } else { raw.len() };
    let span = Span::new(start, whole_end(&raw[..next.max(end)], start, end));
    let speaker = article.text.block_at(span.start).and_then(|block| block.speaker);
    let said = speaker.map(|name| {
        if span.overlaps(name) { article.first_token_from(name.end).clamp(first, last) } else { first }
    });
    let spoken = (said.unwrap_or(first)..last).filter(|at| !names_speaker(article, *at));
    let content = content(article, spoken);
    Unit { span, first, last, said, sentence, content, score: 0.0 }
}

/// Whether a token belongs to the speaker's name before a turn.
fn names_speaker(article: &Indexed, at: usize) -> bool {
    let (span, _) = article.token(at);
    article.text.block_at(span.start).and_then(|block| block.speaker).is_some_and(|name| span.overlaps(name))
}

/// Returns the distinct content stems of tokens, in order, with their weights.
pub(super) fn content(text: &Indexed, tokens: impl Iterator<Item = usize>) -> Vec<(Stem, u32)> {
    let mut out: Vec<(Stem, u32)> = Vec::new();
    for at in tokens {
        let (_, token) = text.token(at);
        if token.is_content() && !out.iter().any(|(stem, _)| *stem == token.stem) {
            out.push((token.stem, weight(token)));
        }
    }
    out
}

/// Returns the weight of a content word: its inverse document frequency in hundredths, an integer so that
/// shares are exact. The minimum lets a key point of common words be covered too.
pub(super) fn weight(token: &Token) -> u32 {
    const MIN_WEIGHT: f64 = 1.0;
    // The rounded value is below 600, so the cast is exact.
    (idf(token.stem).max(MIN_WEIGHT) * 100.0).round() as u32
}

/// Weights of the signals. Position agrees best with human judgements of relevance in news.
const POSITION: f64 = 1.0;
const RECURRENCE: f64 = 1.0;
const DENSITY: f64 = 0.2;
/// Weight of the position in a conversation, which rarely begins with its subject.
const POSITION_IN_TALK: f64 = 0.3;

fn score(article: &Indexed, units: &mut [Unit]) {
    let recurring: Vec<f64> = units.iter().map(|unit| recurrence(article, unit)).collect();
    let most = recurring.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    for (i, unit) in units.iter_mut().enumerate() {
        let weight = if unit.said.is_some() { POSITION_IN_TALK } else { POSITION };
        let position = weight / (1.0 + i as f64 / 3.0);
        let first = unit.said.unwrap_or(unit.first);
        let telling = (first..unit.last)
            .filter(|&at| {
                let (_, token) = article.token(at);
                token.is_content() && (token.flags.digit || (token.flags.capital && at > first))
            })
            .count();
        let density = (telling as f64 / (unit.last - first).max(1) as f64).min(0.4) / 0.4;
        unit.score =
            position + RECURRENCE * recurring[i] / most + DENSITY * density - drawback(article, unit);
    }
}

/// Returns the recurrence of a unit: the summed weight of the words that the article repeats, each multiplied
/// by the logarithm of its frequency. Dividing by the root of the number of words keeps long candidates from
/// winning by length alone.
fn recurrence(article: &Indexed, unit: &Unit) -> f64 {
    let repeated = |(stem, weight): &(Stem, u32)| match article.positions.get(stem).map_or(0, Vec::len) {
        0 | 1 => 0.0,
        often => f64::from(*weight) * (often as f64).ln_1p(),
    };
    unit.content.iter().map(repeated).sum::<f64>() / (unit.content.len().max(1) as f64).sqrt()
}

/// Phrases that open a conversation, close it or pass it on.
const PROCEDURE: [&str; 16] = [
    "good morning",
    "good afternoon",
    "good evening",
    "welcome to",
    "hand over to",
    "hand it over",
    "turn the call",
    "turn it over",
    "thank you",
    "thanks for",
    "next question",
    "your question",
    "have a good day",
    "have a good evening",
    "have a good weekend",
    "see you",
];

/// Returns the penalty of a poor candidate: a question, a fragment, a pronoun at the start, a greeting, or a
/// turn that only opens a conversation or passes it on.
fn drawback(article: &Indexed, unit: &Unit) -> f64 {
    let raw = article.text.raw();
    let after = raw[unit.span.end..].trim_start();
    let mut minus = 0.0;
    if after.starts_with('?') {
        minus += 0.4;
    }
    if unit.content.len() < 4 {
        minus += 0.3;
    }
    let first = unit.said.unwrap_or(unit.first).min(unit.last - 1);
    let opening = article.text.slice(article.token(first).0);
    if matches!(
        opening.to_lowercase().as_str(),
        "i" | "i'm" | "you" | "we" | "it" | "this" | "that" | "but" | "and"
    ) {
        minus += 0.15;
    }
    let said = article.text.slice(Span::new(article.token(first).0.start, unit.span.end));
    if greets(said, unit.said.is_some()) {
        minus += 1.0;
    }
    if unit.said.is_some() && is_procedure(said) {
        minus += 2.0;
    }
    minus
}

/// Openings of speeches and turns; the last list counts only before a name, as an introduction.
const WELCOMES: [&str; 5] = ["good morning", "good afternoon", "good evening", "thank you", "welcome to"];
const GREETINGS: [&str; 4] = ["hello", "hi", "hey", "thanks"];
const INTRODUCTIONS: [&str; 4] = ["i'm ", "i’m ", "my name is ", "this is "];

/// Whether the words are a greeting, or introduce the speaker. Some of the openings count only in a
/// conversation.
fn greets(said: &str, in_conversation: bool) -> bool {
    let opens = |opening: &&str| {
        let own = said.get(..opening.len())?;
        own.eq_ignore_ascii_case(opening).then(|| &said[opening.len()..])
    };
    let ends = |rest: &str| {
        !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-') && !rest.starts_with(" to ")
    };
    let is_name = |rest: &str| rest.starts_with(char::is_uppercase);
    let greetings = GREETINGS.iter().filter(|_| in_conversation);
    let introductions =
        INTRODUCTIONS.iter().filter(|opening| in_conversation || !opening.starts_with("this"));
    WELCOMES.iter().chain(greetings).filter_map(opens).any(ends)
        || introductions.filter_map(opens).any(is_name)
}

/// Whether the words contain a phrase that opens a conversation, closes it or passes it on.
fn is_procedure(text: &str) -> bool {
    let lower = text.to_lowercase();
    let ends = |at: usize| !lower[at..].starts_with(char::is_alphabetic);
    PROCEDURE.iter().any(|words| lower.match_indices(words).any(|(at, _)| ends(at + words.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    fn texts(article: &str) -> Vec<String> {
        let article = Indexed::new(Text::new(article));
        units(&article).iter().map(|unit| article.text.slice(unit.span).to_owned()).collect()
    }

    const TALK: &str = "Chair: How much was the insurance of the fair last year?\nColin: A hundred and forty pounds.\nChair: I \
        expect that we shall pay more. Is that right, and can we pay it?\nChair: We should ask for a quote from them.\n\
        Colin: I will ask the insurers for a new quote tomorrow.\nPriya: The school choir will sing at the fair at noon.\n";

    #[test]
    fn a_question_and_its_reply_are_one_candidate() {
        let units = texts(TALK);
        let asked = units.iter().find(|unit| unit.contains("How much was the insurance")).expect("a unit");
        assert!(asked.ends_with("Colin: A hundred and forty pounds"), "{units:?}");
        // A speaker does not reply to himself.
        assert!(
            !units.iter().any(|unit| unit.contains("can we pay it") && unit.contains("a quote")),
            "{units:?}"
        );
    }

    #[test]
    fn a_question_and_its_reply_stay_together_where_candidates_are_few() {
        let units = texts(
            "Chair: How much was the insurance, as far as you know, of the summer fair?\nColin: A hundred and forty pounds, I \
             think.\nChair: Then we can pay it, and the rest goes to the choir.\n",
        );
        let asked = units.iter().find(|unit| unit.contains("How much")).expect("a unit");
        assert!(asked.ends_with("pounds, I think"), "{units:?}");
    }

    #[test]
    fn the_names_of_both_speakers_are_no_content() {
        let article = Indexed::new(Text::new(TALK));
        let name = crate::text::stem_of("colin");
        assert!(units(&article).iter().all(|unit| unit.content.iter().all(|(stem, _)| *stem != name)));
    }

    #[test]
    fn greetings_and_introductions_come_last() {
        let article = Indexed::new(Text::new(
            "Good morning, and thank you for joining us on this call today. I'm Rachel Kim, the chief financial officer of \
             Tandem Logistics. Revenue of Tandem Logistics fell to 612 million dollars in the quarter. This is a good morning \
             for the shareholders of Tandem Logistics.",
        ));
        for lead in [
            "Thanks to a late goal, Hamburg won the cup final.",
            "This is Hamburg's first cup in thirty years.",
        ] {
            assert!(!greets(lead, false), "{lead}");
        }
        assert!(!greets("Thanks to Ann, we won.", true) && !greets("Hi-tech cameras are used.", true));
        assert!(greets("Hi, it's Maria from flat 12", true));
        let mut units = units(&article);
        units.sort_by(|a, b| a.score.total_cmp(&b.score));
        let texts: Vec<&str> = units.iter().map(|unit| article.text.slice(unit.span)).collect();
        assert!(
            texts[..2].iter().all(|text| text.starts_with("Good morning") || text.starts_with("I'm")),
            "{texts:?}"
        );
    }
}
