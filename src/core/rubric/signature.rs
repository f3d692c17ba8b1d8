//! The signature of a report: what its scores rest on besides the texts, as `RUBRIC|version=1|KEY=VALUE`.
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
/// The key of the calibration, where it is not the shipped one.
pub const CALIBRATION: &str = "calibration";
/// The key of who judged, where that is not the engine.
pub const JUDGED_BY: &str = "judged_by";
/// The key that says that nothing was proposed.
pub const LABELS_ONLY: &str = "labels_only";
/// The key of the rules of annotators under which the engine proposed.
pub const RULES: &str = "rules";

/// The key of a hash of the measurements of the case that the rubric reads: what it states beside its texts.
pub const MEASURED: &str = "measured";

/// What a signature begins with.
pub fn of_rubric(slug: &str, version: &str) -> String {
    format!("{slug}{}", part(VERSION, version))
}

/// A part that follows.
pub fn part(key: &str, value: impl Display) -> String {
    format!("|{key}={value}")
}

/// A name that cannot be mistaken for the rest of a signature.
pub fn marked(name: &str) -> String {
    let other = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '|' | '=' | '+');
    name.chars().map(|c| if other(c) { '_' } else { c }).collect()
}

/// The version as the signature names it: a file of the user's own carries a mark of its contents.
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
