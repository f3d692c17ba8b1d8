//! Verbs in the passive voice: "was beaten", "beaten by the Lions".

use super::Sentence;
use crate::text::in_word_list;

/// A verb in the passive voice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passive {
    /// Its token.
    pub verb: usize,
    /// The "by" before who does it; none where nobody says.
    pub by: Option<usize>,
}

/// Forms of the verb that makes a passive.
const BE: &str = "is are was were be been being 's 're";
/// Words from a verb after "be" to its "by" at most; a participle alone has it next to it,
/// or to its particle.
const MAX_AGENT_GAP: usize = 3;

/// What is done, or suffered, as far as the words before and after a verb tell: by a form of "be", or by a "by" after a
/// participle.
pub(super) fn passives(sentence: &Sentence) -> Vec<Passive> {
    let by = |verb: usize, reach: usize| {
        let mut near = verb + 1..sentence.tokens.len().min(verb + 1 + reach);
        near.find(|at| &*sentence.lower(*at) == "by")
    };
    // "Paid for by", "taken over by".
    let is_particle = |at: usize| in_word_list("for over up out off on down to at in", &sentence.lower(at));
    let read = |verb: usize| {
        let is_content = sentence.tokens[verb].is_content();
        match is_content && is_after_be(sentence, verb) {
            true => Some(Passive { verb, by: by(verb, MAX_AGENT_GAP) }),
            false => {
                let reach = if is_particle(verb + 1) { 2 } else { 1 };
                Some(Passive { verb, by: Some(by(verb, reach).filter(|_| is_content)?) })
            }
        }
    };
    (0..sentence.tokens.len()).filter_map(read).collect()
}

/// Whether a form of "be" stands before a word that may be a participle, with nothing but adverbs between them.
fn is_after_be(sentence: &Sentence, verb: usize) -> bool {
    if sentence.lower(verb).ends_with("ing") || &*sentence.lower(verb + 1) == "than" {
        return false;
    }
    let adverb = |at: &usize| {
        let word = sentence.lower(*at);
        in_word_list("not never still even also again now then always later first already", &word)
            || word.ends_with("ly") && !sentence.tokens[*at].flags.capital
    };
    (0..verb).rev().find(|at| !adverb(at)).is_some_and(|at| in_word_list(BE, &sentence.lower(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_it_is_told_or_left_out() {
        for (text, expected) in [
            ("The Bears were soundly beaten by the Lions.", "beaten by"),
            ("Three villages were not reached.", "reached"),
            ("A plan suggested by Keller failed.", "suggested by"),
            ("The study, paid for by the maker, is short.", "paid by"),
            ("The Lions beat the Bears.", ""),
            ("The train was faster than the coach, and was running.", ""),
        ] {
            let sentence = Sentence::new(text);
            let said = |passive: &Passive| {
                let by = passive.by.map_or("", |_| " by");
                format!("{}{by}", sentence.lower(passive.verb))
            };
            let found: Vec<String> = sentence.passives().iter().map(said).collect();
            assert!(
                found.iter().any(|found| *found == expected) || expected.is_empty() && found.is_empty(),
                "{found:?}"
            );
        }
    }
}
