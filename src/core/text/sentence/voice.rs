//! Verbs in the passive voice: "was beaten", "beaten by the Lions".

use super::Sentence;
use crate::text::in_word_list;

/// A verb in the passive voice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passive {
    /// Index of the verb.
    pub verb: usize,
    /// Index of the "by" before the agent; none if there is no agent.
    pub by: Option<usize>,
}

/// Forms of the auxiliary of the passive.
const BE: &str = "is are was were be been being 's 're";
/// Largest number of words between a verb after "be" and its "by". A participle alone must have "by" next to
/// it or to its particle.
const MAX_AGENT_GAP: usize = 3;

/// Returns the verbs in the passive voice, as far as the neighbouring words show: after a form of "be", or
/// before a "by" that follows a participle.
pub(super) fn passives(sentence: &Sentence) -> Vec<Passive> {
    let by = |verb: usize, reach: usize| {
        let mut near = verb + 1..sentence.tokens.len().min(verb + 1 + reach);
        near.find(|at| &*sentence.lower(*at) == "by")
    };
    // As in "paid for by" and "taken over by".
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

/// Whether a form of "be" precedes a word that may be a participle, with only adverbs in between.
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
    fn who_does_it_is_named_or_left_out() {
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
