//! The order of two events in a sentence ("A before B", "After A, B"), or of the two ends of a way ("from A to B").

use super::Sentence;
use crate::text::in_word_list;

/// Two events of a sentence, or the two ends of a way, and the word that shows their order.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Tokens of the earlier event.
    pub earlier: Vec<usize>,
    /// Tokens of the later event.
    pub later: Vec<usize>,
    pub word: usize,
}

/// Returns the sequences in a sentence: one for each word that has an event on both sides, or two events
/// after it ("After A, B").
pub(super) fn sequences(sentence: &Sentence) -> Vec<Sequence> {
    const WORDS: &str = " before after until then once following ahead prior preceded and from ";
    let count = sentence.tokens.len();
    let lower = |at: usize| sentence.lower(at);
    let is_content = |range: &[usize]| range.iter().any(|at| sentence.tokens[*at].is_content());
    let first = (0..count).find(|at| *lower(*at) == *"first");
    let mut out = Vec::new();
    for word in (0..count).filter(|at| in_word_list(WORDS, &lower(*at))) {
        let name = lower(word);
        // "A and B" states an order only after "first".
        let is_other = match &*name {
            "and" => first.is_none_or(|first| first >= word),
            "ahead" => &*lower(word + 1) != "of",
            "prior" => &*lower(word + 1) != "to",
            _ => false,
        };
        if is_other {
            continue;
        }
        let comma = |at: usize| sentence.gap(at).contains(',');
        if &*name == "from" {
            out.extend(from_to(sentence, word));
            continue;
        }
        let (near, far): (Vec<usize>, Vec<usize>) = if word == 0 {
            let Some(end) = (1..count.saturating_sub(1)).find(|at| comma(*at)) else { continue };
            ((1..=end).collect(), (end + 1..count).collect())
        } else {
            ((word + 1..count).collect(), (0..word).collect())
        };
        if !is_content(&near) || !is_content(&far) {
            continue;
        }
        let (earlier, later) = match &*name {
            "before" | "until" | "then" | "ahead" | "prior" | "preceded" | "and" => (far, near),
            _ => (near, far),
        };
        out.push(Sequence { earlier, later, word });
    }
    out
}

/// Returns the two ends of "from A to B", where each is a phrase without a mark or another preposition.
fn from_to(sentence: &Sentence, from: usize) -> Option<Sequence> {
    const MAX_WORDS: usize = 5;
    const ENDS: &str = " of in on at by with for from to and but or as that which who when where ";
    let phrase = |first: usize| -> Vec<usize> {
        let all = first..sentence.tokens.len().min(first + MAX_WORDS);
        let is_within = |at: &usize| {
            (*at == first || sentence.gap_before(*at).trim().is_empty())
                && !in_word_list(ENDS, &sentence.lower(*at))
        };
        all.take_while(is_within).collect()
    };
    let earlier = phrase(from + 1);
    let to = earlier.last()? + 1;
    let later = phrase(to + 1);
    (&*sentence.lower(to) == "to" && !later.is_empty()).then_some(Sequence { earlier, later, word: from })
}
