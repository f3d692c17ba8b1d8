//! Text that frames a summary and states nothing about the article: list markers, headings, page furniture,
//! bylines, and references to itself ("Here is a summary:", "The passage mentions that ...").

use std::ops::Range;

use crate::text::{FURNITURE, Sentence, announces, begins, has_verb, in_word_list};

/// Words by which a summary refers to its source or to itself.
const TEXTS: &str = " article passage text excerpt summary story piece dialogue conversation transcript ";
/// Verbs with which a summary reports what its source says.
const MENTIONS: &str = " mentions mentioned states stated says said describes described discusses discussed explains \
    explained notes noted highlights highlighted reports reported reveals revealed tells told talks focuses covers \
    indicates indicated provides details outlines outlined suggests suggested concludes concluded ";
/// Adverbs between such a word and verb.
const BESIDES: &str = " also further then briefly mainly primarily ";
/// Openings that announce a summary: "In summary, ...".
const OPENINGS: &[&[&str]] = &[
    &["in", "summary"],
    &["in", "conclusion"],
    &["to", "summarise"],
    &["to", "summarize"],
    &["to", "sum", "up"],
    &["in", "short"],
    &["summary"],
];
/// Fewest words of a claim that must be left without its lead.
const MIN_WORDS_LEFT: usize = 3;
/// Largest number of words of a heading or a byline.
const HEADING: usize = 8;

/// Whether a sentence belongs to the page rather than the text: a bare list marker, a heading, a byline, or
/// page furniture.
pub fn is_furniture(sentence: &Sentence) -> bool {
    let text = sentence.text.trim();
    let count = sentence.tokens.len();
    is_marker_alone(sentence)
        || text.starts_with('#')
        || text.ends_with(':') && (announces(sentence) || count <= HEADING && !has_verb(sentence, 0..count))
        || text.ends_with(['.', ':']) && announces(sentence) && lead(sentence, 0..count) == 0
        || is_byline(sentence)
        || begins(sentence, FURNITURE)
}

/// Whether a sentence is only a list marker: "1.", "(2)", "a)".
fn is_marker_alone(sentence: &Sentence) -> bool {
    match &sentence.tokens[..] {
        [] => true,
        [only] => {
            let word = sentence.word(only);
            let counts = word.len() <= 2 && (only.flags.digit || word.len() == 1);
            let marked = sentence.text[only.span.end..].trim_end();
            counts && (marked == "." || marked == ")")
        }
        _ => false,
    }
}

/// Whether a sentence is a byline: "By Anna Keller".
fn is_byline(sentence: &Sentence) -> bool {
    let count = sentence.tokens.len();
    let ends = sentence.text.trim_end().ends_with(['.', '!', '?']);
    &*sentence.lower(0) == "by"
        && (2..=HEADING).contains(&count)
        && !ends
        && !has_verb(sentence, 0..count)
        && sentence.tokens[1..].iter().all(|token| !token.flags.digit)
        && sentence.tokens[1].flags.capital
}

/// Returns the number of tokens at the beginning of a clause that only frame it: a list marker, and
/// references to the text or the summary itself. It is 0 if too little would be left.
pub fn lead(sentence: &Sentence, tokens: Range<usize>) -> usize {
    if tokens.start > 0 {
        return 0;
    }
    let mut at = marker(sentence);
    at += announced(sentence, at);
    at += opening(sentence, at);
    at += mention(sentence, at);
    if at + MIN_WORDS_LEFT <= tokens.end { at } else { 0 }
}

/// Returns the length of a list marker: "1. The council ...", "2) The council ...".
fn marker(sentence: &Sentence) -> usize {
    let (Some(first), Some(next)) = (sentence.tokens.first(), sentence.tokens.get(1)) else { return 0 };
    let word = sentence.word(first);
    let gap = sentence.gap(0);
    let closes = gap.starts_with(". ") || gap.starts_with(") ");
    usize::from(first.flags.digit && word.len() <= 2 && closes && next.flags.capital)
}

/// Returns the length of an announcement: "Here is a summary: ...".
fn announced(sentence: &Sentence, at: usize) -> usize {
    const MAX_LEAD_WORDS: usize = 16;
    if at > 0 || !announces(sentence) {
        return 0;
    }
    let colon =
        (1..sentence.tokens.len().min(MAX_LEAD_WORDS)).find(|at| sentence.gap_before(*at).starts_with(':'));
    colon.unwrap_or(0)
}

/// Returns the length of an opening: "In summary, ...".
fn opening(sentence: &Sentence, at: usize) -> usize {
    let is_said = |words: &&&[&str]| words.iter().zip(at..).all(|(word, at)| &*sentence.lower(at) == *word);
    let said = OPENINGS.iter().find(is_said).map_or(0, |words| words.len());
    let ends =
        |mark: char| sentence.tokens.len() > at + said && sentence.gap_before(at + said).starts_with(mark);
    if said > 0 && (ends(',') || ends(':')) { said } else { 0 }
}

/// Returns the length of a reference to the source: "The passage mentions that ...", "According to the
/// article, ...".
fn mention(sentence: &Sentence, at: usize) -> usize {
    let word = |at: usize| sentence.lower(at);
    let is_text = |at: usize| matches!(&*word(at), "the" | "this") && in_word_list(TEXTS, &word(at + 1));
    if &*word(at) == "according" && &*word(at + 1) == "to" && is_text(at + 2) {
        let comma = sentence.tokens.len() > at + 4 && sentence.gap_before(at + 4).starts_with(',');
        return if comma { 4 } else { 0 };
    }
    if !is_text(at) {
        return 0;
    }
    let mut end = at + 2;
    if in_word_list(BESIDES, &word(end)) {
        end += 1;
    }
    if !in_word_list(MENTIONS, &word(end)) {
        return 0;
    }
    end += 1;
    if matches!(&*word(end), "that" | "how" | "about" | "on") {
        end += 1;
    }
    end - at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::statements_of;

    #[test]
    fn what_belongs_to_the_page_states_nothing() {
        for text in [
            "1.",
            "(2)",
            "b)",
            "# The bridge at Tane",
            "Key points:",
            "Here is a concise summary of the article:",
            "Here is a brief summary of the passage.",
            "Media playback is not supported on this device",
            "media playback is unsupported on your device .",
            "Scroll down for video .",
            "These are external links and will open in a new window.",
            "By Anna Keller",
            "Image copyright Reuters",
        ] {
            let sentence = Sentence::new(text);
            assert!(is_furniture(&sentence), "{text}");
            assert!(statements_of(&sentence, true).iter().all(|statement| !statement.factual), "{text}");
        }
        for text in [
            "The council approved the budget.",
            "By Monday the council had approved the budget.",
            "Here is where the council met in May.",
            "45 people were hurt.",
            "He said: it rains",
            "Images of the flood were shown.",
            "2016.",
        ] {
            assert!(!is_furniture(&Sentence::new(text)), "{text}");
        }
    }

    #[test]
    fn a_claim_begins_behind_what_frames_it() {
        for (text, claim) in [
            ("1. The council approved the budget.", "The council approved the budget"),
            ("2) The council approved the budget.", "The council approved the budget"),
            ("The passage mentions that the council approved it.", "the council approved it"),
            ("This article also discusses how the council approved it.", "the council approved it"),
            ("According to the text, the council approved it.", "the council approved it"),
            ("In summary, the council approved the budget.", "the council approved the budget"),
            ("Here is a summary: The council approved the budget.", "The council approved the budget"),
            ("The text was long for the council.", "The text was long for the council"),
            ("12 councils approved the budget.", "12 councils approved the budget"),
            ("The article says so.", "The article says so"),
        ] {
            let sentence = Sentence::new(text);
            let own: Vec<&str> =
                statements_of(&sentence, true).iter().map(|s| &sentence.text[s.span.range()]).collect();
            assert_eq!(own, [claim], "{text}");
        }
    }
}
