//! The signature of a report: everything besides the texts that its scores depend on, in the form
//! `RUBRIC|version=1|KEY=VALUE`.
//!
//! | part | written by |
//! |---|---|
//! | the rubric and its version; readings | `judge` in this room: of a report those that affected it, of bare scores those that are not the default |
//! | a user's calibration | `judge`, and the engine for bare scores |
//! | who judged, whether nothing was proposed, rules of annotators, the measurements of the case | the command line (`case_scorer`), which alone knows them |

use std::fmt::Display;

use crate::text::hash64;

/// The key of the rubric's version.
pub const VERSION: &str = "version";
/// The key of the calibration, if it is not the shipped one.
pub const CALIBRATION: &str = "calibration";
/// The key of the judge, if it is not the engine.
pub const JUDGED_BY: &str = "judged_by";
/// The key for a case for which nothing was proposed.
pub const LABELS_ONLY: &str = "labels_only";
/// The key of annotators' rules under which the engine proposed labels.
pub const RULES: &str = "rules";

/// The key of a hash of the measurements that the rubric reads: what a case states beside its texts.
pub const MEASURED: &str = "measured";

/// The beginning of a signature.
pub fn of_rubric(slug: &str, version: &str) -> String {
    format!("{slug}{}", part(VERSION, version))
}

/// A further part of a signature.
pub fn part(key: &str, value: impl Display) -> String {
    format!("|{key}={value}")
}

/// Replaces the characters of a name that could be confused with other parts of a signature.
pub fn marked(name: &str) -> String {
    let other = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '|' | '=' | '+');
    name.chars().map(|c| if other(c) { '_' } else { c }).collect()
}

/// The version in a signature; a user's file adds a hash of its contents.
pub fn signed_version(version: &str, text: &str, shipped: &str) -> String {
    if text == shipped {
        version.to_owned()
    } else {
        format!("{}+{:08x}", marked(version), hash64(text.as_bytes()) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_of_ones_own_cannot_be_mistaken_for_another_part() {
        assert_eq!(signed_version("a|b=c", "shipped", "shipped"), "a|b=c");
        let signed = signed_version("a|judged_by=me\n", "own", "shipped");
        assert_eq!(signed.split('+').next(), Some("a_judged_by_me_"));
    }
}
