//! Questions that one speaker asks and another answers in a few words: "How many beds are we planting?"
//! "Six."

use std::ops::Range;

use super::talk::{Talk, Voice};
use super::wording::ask;
use crate::evidence::Indexed;
use crate::evidence::parse::{Tag, Word, words};
use crate::text::in_word_list;

/// A question from the dialogue, reworded for a third person, with the tokens of its answer.
pub(super) struct Reply {
    pub text: String,
    pub answer: Range<usize>,
}

/// Largest number of words of a question, and of a reply.
const MAX_QUESTION_WORDS: usize = 14;
const MAX_REPLY_WORDS: usize = 8;

/// Returns the questions asked in a stretch, or in the turn before it, that get a short answer.
pub(super) fn asked(text: &Indexed, talk: &Talk, stretch: Range<usize>) -> Vec<Reply> {
    let (Some(from), Some(to)) = (talk.turn_at(stretch.start), talk.turn_at(stretch.end - 1)) else {
        return Vec::new();
    };
    (from.saturating_sub(1)..=to).filter_map(|turn| reply(text, talk, turn, &stretch)).collect()
}

fn reply(text: &Indexed, talk: &Talk, turn: usize, stretch: &Range<usize>) -> Option<Reply> {
    let (asking, answering) = (&talk.turns[turn], talk.turns.get(turn + 1)?);
    if asking.speaker == answering.speaker || asking.body >= asking.end || answering.body >= answering.end {
        return None;
    }
    let question = last_sentence(text, asking.body..asking.end);
    let raw = text.text.raw();
    let overlaps = |range: &Range<usize>| range.start < stretch.end && stretch.start < range.end;
    if !raw[text.token(asking.end - 1).0.end..].trim_start().starts_with('?')
        || question.len() > MAX_QUESTION_WORDS
    {
        return None;
    }
    let answer = first_words(text, answering.body..answering.end)?;
    if !overlaps(&question) && !overlaps(&answer) {
        return None;
    }
    let voice = Voice { addressee: Some(talk.voice(turn + 1).speaker), ..talk.voice(turn) };
    let text = put(text, &words(text, question.start, question.end), &voice)?;
    Some(Reply { text, answer })
}

/// Returns the last sentence of a turn.
fn last_sentence(text: &Indexed, turn: Range<usize>) -> Range<usize> {
    let sentence = text.tokens_of(text.sentence_of[turn.end - 1] as usize);
    turn.start.max(sentence.start)..turn.end
}

/// Returns the answer: the first words of a turn, if they are not a sentence of their own.
fn first_words(text: &Indexed, turn: Range<usize>) -> Option<Range<usize>> {
    const BEFORE: &str = " yes yeah yep well hi hey hello hmm um oh ok okay sure just only maybe probably about around i think at in on ";
    let sentence = text.tokens_of(text.sentence_of[turn.start] as usize);
    let words = words(text, turn.start, turn.end.min(sentence.end));
    let from = words.iter().position(|word| !in_word_list(BEFORE, &word.lower))?;
    let to = (from + 1..words.len()).find(|&at| words[at].parted).unwrap_or(words.len());
    let answer = &words[from..to];
    let fragment = answer.iter().all(|word| {
        !matches!(
            word.tag,
            Tag::Auxiliary | Tag::Modal | Tag::Verb | Tag::Pronoun | Tag::Question | Tag::Negation
        )
    });
    let telling = answer.iter().any(|word| word.tag == Tag::Number || word.content);
    let exclaims = answer.len() == 1
        && in_word_list(
            " sure fine no nope nothing great good nice sorry thanks what why really same not cool sounds let see wow ",
            &answer[0].lower,
        );
    let asks = text.text.raw()[words[to - 1].span.end..].trim_start().starts_with('?');
    (fragment && telling && !exclaims && !asks && answer.len() <= MAX_REPLY_WORDS)
        .then(|| answer[0].token..answer[answer.len() - 1].token + 1)
}

/// Rewords a question for a third person: "How do you get home?" becomes "How does Noor get home?".
fn put(text: &Indexed, words: &[Word], voice: &Voice) -> Option<String> {
    const ASKING: &str = " what when where who how which why ";
    // "And who is making lunch?"
    let from = words.iter().position(|word| in_word_list(ASKING, &word.lower)).filter(|&at| at <= 2)?;
    let words = &words[from..];
    if words[1..].iter().any(|word| in_word_list(ASKING, &word.lower)) || words.len() < 4 {
        return None;
    }
    let raw = text.text.raw();
    let mut out = String::new();
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            out.push_str(&raw[words[at - 1].span.end..word.span.start]);
        }
        let next = words.get(at + 1).map_or("", |next| next.lower.as_str());
        let shifted = matches!(next, "you" | "i");
        let other = voice.addressee.as_deref()?;
        let said = match word.lower.as_str() {
            "do" if shifted => "does".to_owned(),
            "are" | "am" if shifted => "is".to_owned(),
            "were" if shifted => "was".to_owned(),
            "have" if shifted => "has".to_owned(),
            "don't" if shifted => "doesn't".to_owned(),
            "you" => other.to_owned(),
            "your" | "yours" => format!("{other}'s"),
            "i" | "me" => voice.speaker.clone(),
            "my" | "mine" => format!("{}'s", voice.speaker),
            "we" | "us" => "they".to_owned(),
            "our" | "ours" => "their".to_owned(),
            "it" | "that" | "this" | "they" | "them" | "he" | "she" | "him" | "his" | "her" | "there"
            | "one" | "else" | "these" | "those" | "u" | "ur" => return None,
            _ => raw[word.span.range()].to_owned(),
        };
        out.push_str(&said);
    }
    Some(ask(&out))
}
