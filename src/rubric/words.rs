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
