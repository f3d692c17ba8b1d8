//! Forms of verbs that a question needs, and verbs that are asked about in ways of their own.

use crate::evidence::questions::reading::{Reading, Tense, is_auxiliary};
use crate::text::in_word_list;

/// Verbs behind which another is told what to do, in their base form.
pub(super) const ASKING: &str = " ask tell order urge advise want allow invite help force expect teach remind encourage persuade require \
    instruct warn let enable need like permit authorise authorize call ";
/// Verbs behind which "to" tells why.
pub(super) const MOVING: &str = " go come stop stay move travel return leave meet gather work arrive fly drive walk run turn stand resign ";
/// Verbs of what is done to people.
pub(super) const MEETING: &str = " meet marry thank blame accuse criticise criticize arrest hire sack dismiss appoint beat defeat join \
    congratulate replace interview sue kill ";
/// Verbs of what is done to people and to bodies of people alone.
pub(super) const ACCUSING: &str = " accuse criticise criticize thank congratulate urge sue ";
/// Verbs of what is done with a thing to reach another.
pub(super) const USING: &str = " use hire build launch buy close cut raise install open write visit hold stage organise organize set create ";
/// Units of what is asked for by "how much".
pub(super) const UNITS: &str = " m bn k percent per pounds pound dollars dollar euros euro cent pence cents million billion trillion yen ";

/// Whether a word is a form of "be".
pub(super) fn is_be(lower: &str) -> bool {
    in_word_list(" is are was were am be been being ", lower)
}

/// The base of the last verb of a clause.
pub(super) fn base(reading: &Reading, verb: &str) -> String {
    match &reading.tense {
        Tense::Past(base) | Tense::Third(base) => base.clone(),
        _ => crate::evidence::parse::base_of(verb).unwrap_or_else(|| verb.to_owned()),
    }
}

/// The verb of a contraction, or the word itself: "I'll" is "will".
pub(super) fn auxiliary_of(lower: &str) -> Option<&str> {
    if is_auxiliary(lower) {
        return Some(lower);
    }
    let (pronoun, end) = lower.split_once('\'')?;
    match end {
        "m" => Some("is"),
        "re" => Some("are"),
        "ve" => Some("have"),
        "ll" => Some("will"),
        "s" if matches!(pronoun, "he" | "she") => Some("is"),
        _ => None,
    }
}

/// The form of an auxiliary for one person.
pub(super) fn singular(auxiliary: &str) -> &str {
    match auxiliary {
        "are" | "am" => "is",
        "were" => "was",
        "have" => "has",
        "do" => "does",
        "aren't" => "isn't",
        "weren't" => "wasn't",
        "haven't" => "hasn't",
        "don't" => "doesn't",
        other => other,
    }
}

/// The form of a verb for one person.
pub(super) fn third(base: &str) -> String {
    if let Some(stem) = base.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        format!("{stem}ies")
    } else if ["s", "sh", "ch", "x", "o", "z"].iter().any(|end| base.ends_with(end)) {
        format!("{base}es")
    } else {
        format!("{base}s")
    }
}
