//! What a rubric's TOML says in words: the documentation that `lockbench explain` prints.

use serde::Deserialize;

use crate::num::Num;

/// The documentation of a metric, a cap or a policy.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// What it measures or does.
    pub what: String,
    /// Why it is there.
    pub why: String,
    /// The rule, in symbols.
    pub formula: String,
    /// A worked example with real numbers.
    pub example: String,
    /// Document and section.
    pub source: String,
    /// The readings that bear on it, by key.
    #[serde(default)]
    pub readings: Vec<String>,
}

/// The documentation of a rubric, in its printed order.
#[derive(Debug)]
pub struct Docs<'a> {
    /// What the rubric is for, and where it comes from.
    pub words: &'a Words,
    /// Each metric by its key.
    pub metrics: Vec<(&'static str, &'a Words)>,
    /// Each cap.
    pub caps: Vec<CapDocs<'a>>,
    /// The policy of the verdict.
    pub verdict: &'a Words,
}

/// The documentation of a cap.
#[derive(Debug)]
pub struct CapDocs<'a> {
    /// Its name.
    pub slug: &'static str,
    /// Its condition in words, with the numbers in it.
    pub when: &'a str,
    /// What it limits, and to what.
    pub limits: Vec<(&'static str, Num)>,
    /// The rest.
    pub words: &'a Words,
}

/// What a rubric asks of the labels, where it does: counts from the fewest to the most, and lengths in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    /// Key points.
    pub key_points: Option<[usize; 2]>,
    /// Tokens of a key point, at least.
    pub point_tokens: usize,
    /// Claims, at most.
    pub claims: Option<usize>,
    /// Questions of a set.
    pub questions: Option<usize>,
    /// Tokens of the statement of intent, stance and tone, at most.
    pub statement_tokens: Option<usize>,
    /// Tokens of the theme sentence, at most.
    pub theme_tokens: Option<usize>,
    /// Tokens of a segment, at least.
    pub segment_tokens: usize,
}
