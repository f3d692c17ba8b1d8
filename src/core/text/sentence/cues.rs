//! Cues: words that negate a statement, leave it open or make it certain, and the word that each governs.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Sentence;
use super::implied_denials::denied_from;
use crate::text::{fold_token, hash64, in_word_list};

/// The effect of a cue on the word that it governs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Force {
    /// Negates it: "not", "never", "without", "failed to".
    Negative,
    /// Leaves it open: "may", "might", "could", "allegedly", "plans to".
    Possible,
    /// Makes it future or certain: "will", "must".
    Certain,
}

/// How a cue has its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CueKind {
    /// By its own meaning: "not", "may".
    Word,
    /// Together with other words: "too tall to be airlifted".
    Implied,
    /// As an exception from what is said of all others: "everyone except Ann".
    Exception,
}

/// A cue and the content word that it governs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// The cue's token.
    pub token: usize,
    /// The governed token; `None` if nothing follows.
    pub head: Option<usize>,
    /// The word to which a light verb passes the effect on: "boil" in "do not let it boil".
    pub passed: Option<usize>,
    /// Its effect.
    pub force: Force,
    /// How it has this effect.
    pub kind: CueKind,
}

/// The class of a listed word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    /// A cue.
    Cue(Force),
    /// A verb with little meaning of its own.
    Light,
}

static LIST: LazyLock<FxHashMap<u64, Listed>> = LazyLock::new(|| {
    let lines = include_str!("cues.txt").lines().filter_map(|line| line.split_once('\t'));
    let read = |(name, words): (&str, &'static str)| {
        let listed = match name {
            "negative" => Listed::Cue(Force::Negative),
            "possible" => Listed::Cue(Force::Possible),
            "certain" => Listed::Cue(Force::Certain),
            _ => Listed::Light,
        };
        words.split(' ').map(move |word| (hash64(word.as_bytes()), listed))
    };
    lines.flat_map(read).collect()
});

/// Returns the force of a token as a cue.
fn force_of(sentence: &Sentence, at: usize) -> Option<Force> {
    let token = &sentence.tokens[at];
    match LIST.get(&token.word) {
        Some(Listed::Cue(force)) => Some(*force),
        _ => {
            let word = sentence.word(token);
            let is_denied =
                word.len() > 2 && ["n't", "n’t", "N'T", "N’T"].iter().any(|end| word.ends_with(end));
            is_denied.then_some(Force::Negative)
        }
    }
}

/// Words whose "n't" may be split into "n" and "t" around an apostrophe with spaces: "didn ’ t".
const CUT: &str =
    " didn doesn don isn wasn weren aren wouldn couldn shouldn hasn haven hadn won needn mustn ain can ";

/// Whether a token is such a word, followed by its "t".
fn is_cut(sentence: &Sentence, at: usize) -> bool {
    in_word_list(CUT, &sentence.lower(at))
        && &*sentence.lower(at + 1) == "t"
        && matches!(sentence.gap(at).trim(), "'" | "’")
}

/// Whether "yet to" means that something has not been done: "has yet to decide".
fn is_yet_to(sentence: &Sentence, at: usize) -> bool {
    const BEFORE: &str = " have has had 've ’ve is are was were remain remains ";
    &*sentence.lower(at) == "yet"
        && &*sentence.lower(at + 1) == "to"
        && at.checked_sub(1).is_some_and(|before| in_word_list(BEFORE, &sentence.lower(before)))
}

/// Words after "declined" that show that something was refused.
const DECLINED: &str = " to the a an any all this that these those his her their its our your my ";

/// Whether "no" only says that something is free: "at no extra charge".
pub(super) fn costs_nothing(sentence: &Sentence, at: usize) -> bool {
    if &*sentence.lower(at) != "no" || at == 0 || &*sentence.lower(at - 1) != "at" {
        return false;
    }
    let is_more = matches!(&*sentence.lower(at + 1), "extra" | "additional" | "further");
    matches!(&*sentence.lower(at + 1 + usize::from(is_more)), "charge" | "cost")
}

/// Whether "no" before a comparative sets a bound: "no older than 30", "no more than five".
pub(super) fn is_bound(sentence: &Sentence, at: usize) -> bool {
    let next = sentence.lower(at + 1);
    let is_comparative = next.len() > 3 && next.ends_with("er") || matches!(&*next, "more" | "less");
    &*sentence.lower(at) == "no" && is_comparative && &*sentence.lower(at + 2) == "than"
}

/// Whether a negation only denies that something or somebody is alone, or the opposite: "is not the only likeness",
/// "nobody else drank it".
fn is_not_only(sentence: &Sentence, at: usize) -> bool {
    let [word, next, third] = [0, 1, 2].map(|by| sentence.lower(at + by));
    &*next == "the" && &*third == "only"
        || matches!(&*word, "nobody" | "none" | "nothing") && &*next == "else"
        || (&*word, &*next, &*third) == ("no", "one", "else")
}

/// Whether a verb of ending denies the deed that is to end: "should stop taking it". What somebody stopped doing was done
/// before.
fn is_to_end(sentence: &Sentence, at: usize) -> bool {
    let next = sentence.lower(at + 1);
    in_word_list(" stop quit cease ", &sentence.lower(at)) && next.len() > 5 && next.ends_with("ing")
}

/// Words that end the scope of a cue, since another statement follows them.
const PAST: &str = " and but because while although though when whether if who which where ";

/// Returns the cues of a sentence, in order.
///
/// A cue governs the first content word after it, at most six tokens on, and never beyond the end of a
/// clause. A split "n't" belongs to the word before it and governs what follows, like "not".
pub(super) fn cues(sentence: &Sentence) -> Vec<Cue> {
    const MAX_CUE_GAP: usize = 6;
    let mut out = Vec::new();
    for (at, token) in sentence.tokens.iter().enumerate() {
        let word = sentence.word(token);
        let lower = fold_token(word);
        // "Thinking of selling" leaves it open whether something is sold; other uses of "thinking" do not.
        let of_thought = || &*lower == "thinking" && matches!(&*sentence.lower(at + 1), "of" | "about");
        let cut = is_cut(sentence, at);
        let is_denial = cut || is_yet_to(sentence, at) || is_to_end(sentence, at) && !is_denied(&out, at);
        let known = if is_denial { Some(Force::Negative) } else { force_of(sentence, at) };
        let implied = || denied_from(sentence, at).filter(|_| !is_denied(&out, at));
        if let Some(from) = known.is_none().then(implied).flatten() {
            let head = next_content(sentence, from, MAX_CUE_GAP);
            out.push(Cue { token: at, head, passed: None, force: Force::Negative, kind: CueKind::Implied });
            continue;
        }
        if let Some(from) = excepted_from(sentence, &out, at) {
            let head = next_content(sentence, from, MAX_CUE_GAP);
            out.push(Cue { token: at, head, passed: None, force: Force::Negative, kind: CueKind::Exception });
            continue;
        }
        let Some(mut force) = known.or_else(|| of_thought().then_some(Force::Possible)) else {
            continue;
        };
        // "He never left without a hat": two negations that cancel out.
        if &*lower == "without"
            && let Some(denial) = denied_by(sentence, &out, at)
        {
            out.remove(denial);
            continue;
        }
        let next = sentence.lower(at + 1);
        // "Not only" and "no doubt" negate nothing. "May" with a capital inside a sentence, or before a day,
        // is the month. "Could not" is not a possibility.
        if matches!(
            (&*lower, &*next),
            ("not", "only" | "just" | "all" | "every" | "everyone" | "everybody" | "always" | "necessarily")
                | ("no", "doubt")
                | ("can" | "could", "not")
        ) {
            continue;
        }
        // "At no charge" means free and negates nothing, "no older than 30" is a bound, and what "is not the only one" or
        // "nobody else did" has been done.
        if costs_nothing(sentence, at) || is_bound(sentence, at) || is_not_only(sentence, at) {
            continue;
        }
        // Sales that declined did not refuse anything.
        if lower.starts_with("declin") && !in_word_list(DECLINED, &next) {
            continue;
        }
        let day = sentence.tokens.get(at + 1).is_some_and(|t| t.flags.digit);
        if &*lower == "may" && (token.flags.capital && at > 0 || day) {
            continue;
        }
        // A split "ca n't" or "do n't" is the tokenised form of one word.
        if matches!(&*lower, "can" | "could")
            && sentence.text[token.span.end..].trim_start().starts_with("n't")
        {
            force = Force::Negative;
        }
        // Somebody who fails "to" do something does not do it, but "her eyesight failed in 1960" negates
        // nothing that follows.
        let alone = lower.starts_with("fail") && matches!(&*next, "when" | "in" | "on" | "at" | "after" | "");
        // "No" as an answer governs no word after it: "said no after the vote".
        let is_answer = || &*lower == "no" && matches!(&*next, "after" | "to" | "when" | "because" | "as");
        let head =
            next_content(sentence, at + 1 + usize::from(cut), MAX_CUE_GAP).filter(|_| !alone && !is_answer());
        // Who cannot believe something knows it.
        let is_known = |i: usize| lower.starts_with("ca") && sentence.lower(i).starts_with("believ");
        let light = head
            .filter(|&i| !is_known(i))
            .filter(|&i| LIST.get(&sentence.tokens[i].word) == Some(&Listed::Light));
        let passed = light.and_then(|i| next_content(sentence, i + 1, MAX_CUE_GAP));
        out.push(Cue { token: at, head, passed, force, kind: CueKind::Word });
    }
    out
}

/// Returns the token at which an exception from what is said of all others begins, if a word opens one: "everyone *except* Ann",
/// "all shops *but* the bakery". What is excepted from nobody is not denied.
fn excepted_from(sentence: &Sentence, known: &[Cue], at: usize) -> Option<usize> {
    const ALL: &str = " all every everyone everybody everything each ";
    const MAX_NOUN: usize = 3;
    let [word, next] = [0, 1].map(|by| sentence.lower(at + by));
    let has_all = |from: usize, to: usize| (from..to).any(|at| in_word_list(ALL, &sentence.lower(at)));
    let from = match &*word {
        "except" | "excepting" | "excluding" => at + 1 + usize::from(&*next == "for"),
        // "All but destroyed" is nearly destroyed.
        "but" if !next.ends_with("ed") && has_all(at.saturating_sub(MAX_NOUN), at) => at + 1,
        "apart" | "aside" if &*next == "from" && has_all(0, sentence.tokens.len()) => at + 2,
        _ => return None,
    };
    // "Except when it snows", "except in May": an occasion, not somebody or something.
    let is_occasion = in_word_list(" that when if where in on at to by ", &sentence.lower(from));
    let has_denial = known.iter().any(|cue| cue.force == Force::Negative);
    (!is_occasion && !has_denial).then_some(from)
}

/// Whether a negation stands shortly before a word: "did not stop him from leaving", "did not stop short of leaving".
fn is_denied(known: &[Cue], at: usize) -> bool {
    const MAX_DENIAL_GAP: usize = 3;
    known.iter().any(|cue| cue.force == Force::Negative && at - cue.token <= MAX_DENIAL_GAP)
}

/// Returns the index, in `known`, of the negation that precedes a token in the same clause.
fn denied_by(sentence: &Sentence, known: &[Cue], at: usize) -> Option<usize> {
    const MAX_DENIAL_GAP: usize = 8;
    let last =
        known.iter().rposition(|cue| cue.force == Force::Negative && at - cue.token <= MAX_DENIAL_GAP)?;
    let is_joined = |i: usize| !sentence.gap_before(i).contains([',', ';', ':', '.', '"', '”']);
    (known[last].token + 1..=at).all(is_joined).then_some(last)
}

/// Returns the first content word at or after a token, within a number of tokens and within the clause, that
/// is not itself a cue (other than a negation).
fn next_content(sentence: &Sentence, from: usize, reach: usize) -> Option<usize> {
    (from..sentence.tokens.len().min(from + reach))
        .take_while(|&i| {
            let gap = &sentence.text[sentence.tokens[i - 1].span.end..sentence.tokens[i].span.start];
            !gap.contains([',', ';', ':', '.', '"', '”', '–', '—']) && !in_word_list(PAST, &sentence.lower(i))
        })
        .find(|&i| {
            let t = &sentence.tokens[i];
            t.is_content()
                && force_of(sentence, i).is_none_or(|f| f == Force::Negative)
                && !is_title(sentence, i)
        })
}

/// Whether a word is a title before a name, which no cue governs.
fn is_title(sentence: &Sentence, at: usize) -> bool {
    let is_before_name = sentence.tokens.get(at + 1).is_some_and(|next| next.flags.capital);
    let word = sentence.lower(at);
    in_word_list(" mr mrs ms dr ", word.trim_end_matches('.'))
        || is_before_name && in_word_list(" sir lord lady ", &word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn governed(text: &str, force: Force) -> Vec<String> {
        let sentence = Sentence::new(text);
        let found = cues(&sentence);
        found
            .iter()
            .filter(|c| c.force == force)
            .filter_map(|c| c.head)
            .map(|at| sentence.word(&sentence.tokens[at]).to_owned())
            .collect()
    }

    #[test]
    fn a_cue_governs_the_next_content_word() {
        assert_eq!(governed("The court did not approve the plan", Force::Negative), ["approve"]);
        assert_eq!(governed("they do n't believe it", Force::Negative), ["believe"]);
        assert_eq!(governed("He wasn’t guilty", Force::Negative), ["guilty"]);
        assert_eq!(governed("There was no evidence", Force::Negative), ["evidence"]);
        assert_eq!(governed("It may close next year", Force::Possible), ["close"]);
        assert_eq!(governed("They are thinking of a sale", Force::Possible), ["sale"]);
        assert_eq!(governed("She failed to win", Force::Negative), ["win"]);
        assert_eq!(governed("They didn ’ t have enough", Force::Negative), ["enough"]);
        assert_eq!(governed("They can ' t win", Force::Negative), ["win"]);
        assert_eq!(governed("They have yet to win", Force::Negative), ["win"]);
        assert_eq!(governed("They should stop taking the tablets", Force::Negative), ["taking"]);
        assert_eq!(governed("It was not Mr Melfi", Force::Negative), ["Melfi"]);
    }

    #[test]
    fn an_exception_is_denied() {
        assert_eq!(governed("Everyone except Ann voted for it", Force::Negative), ["Ann"]);
        assert_eq!(governed("All shops but the bakery closed", Force::Negative), ["bakery"]);
        assert_eq!(governed("Apart from Leeds, all clubs paid", Force::Negative), ["Leeds"]);
        for text in [
            "The storm all but destroyed the pier",
            "Apart from Leeds, York paid",
            "The road is open except when it snows",
            "He is old but all his teeth are white",
        ] {
            assert!(governed(text, Force::Negative).is_empty(), "{text}");
        }
        assert!(!governed("Nobody except Ann voted for it", Force::Negative).contains(&"Ann".to_owned()));
    }

    #[test]
    fn not_every_not_denies() {
        assert!(governed("Not only did it rain", Force::Negative).is_empty());
        assert!(governed("They were no older than 30", Force::Negative).is_empty());
        assert!(governed("This is not the only statue", Force::Negative).is_empty());
        assert!(governed("Nobody else drank it", Force::Negative).is_empty());
        assert!(governed("It happened in May this year", Force::Possible).is_empty());
        assert!(governed("it happened on may 7 this year", Force::Possible).is_empty());
        assert!(governed("They could not reach it", Force::Possible).is_empty());
        assert_eq!(governed("They could not reach it", Force::Negative), ["reach"]);
        assert!(governed("No, he said", Force::Negative).is_empty());
        assert!(governed("He said no and took a bible", Force::Negative).is_empty());
        assert!(governed("He never left home without a bible", Force::Negative).is_empty());
        assert!(governed("Her eyesight failed in 1960", Force::Negative).is_empty());
        assert!(governed("She sat thinking hard", Force::Possible).is_empty());
        assert!(governed("Yet to win they must score", Force::Negative).is_empty());
        for text in ["They did not stop him from leaving", "They did not stop short of leaving"] {
            assert!(governed(text, Force::Negative).iter().all(|it| it != "leaving"), "{text}");
        }
        assert!(
            governed("They did not stop him from leaving", Force::Negative).iter().all(|it| it != "leaving")
        );
    }
}
