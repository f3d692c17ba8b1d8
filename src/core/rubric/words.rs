//! The documentation in a rubric's TOML file, which `lockbench explain` prints.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::labels::List;
use crate::num::Num;

/// The documentation of a metric, a cap or a policy.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Words")]
pub struct Documentation {
    /// What it measures or does.
    pub what: String,
    pub why: String,
    /// The rule, in symbols.
    pub formula: String,
    /// A worked example with real numbers.
    pub example: String,
    /// Document and section.
    pub source: String,
    /// Keys of the readings that affect it.
    #[serde(default)]
    pub readings: Vec<String>,
    /// Fields of the case that a metric needs, or reads in addition to its two texts. A field of the wrong
    /// type is the metric's error.
    #[serde(default)]
    pub reads: Vec<String>,
    /// How to get a score for a metric that has none: which of these fields to add, and how.
    #[serde(default)]
    pub add: String,
    /// Description of each part of a metric, by the part's name.
    #[serde(default)]
    pub parts: BTreeMap<String, String>,
    /// The numbers of the example, which `lockbench rubric check` evaluates.
    #[serde(default)]
    pub check: Vec<Check>,
}

/// An example as a case, with the expected results.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Fields of the case, as in a case file.
    #[serde(default)]
    pub case: BTreeMap<String, toml::Value>,
    /// Labels by list: `"3 fully, 1 partial"`, with an article span `"1 correct @10-40"`, with a probability
    /// for each word `"1 supported ~0.75/0/0.25"`, or `"2 of 50"` tokens. A list that is not named gets
    /// faultless labels.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// Lists that are absent.
    #[serde(default)]
    pub without: Vec<String>,
    /// Readings, as `key=value`.
    #[serde(default)]
    pub readings: Vec<String>,
    /// Expected results: `METRIC.raw`, `METRIC.score`, `METRIC.PART`, `METRIC.STEP`, `CAP` (fired or not),
    /// `verdict`, `verdict.score`, `verdict.mean`. Numbers are compared to as many decimals as are written.
    pub gives: BTreeMap<String, String>,
}

/// The documentation of a rubric, in its printed order.
#[derive(Debug)]
pub struct Docs<'a> {
    /// What the rubric is for, and where it comes from.
    pub words: &'a Documentation,
    /// Each metric by its key.
    pub metrics: Vec<(&'static str, &'a Documentation)>,
    pub caps: Vec<CapDocs<'a>>,
    /// The policy of the verdict.
    pub verdict: &'a Documentation,
}

/// The documentation of a cap.
#[derive(Debug)]
pub struct CapDocs<'a> {
    /// Its name in files.
    pub slug: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Its condition in words, with the numbers in it.
    pub when: &'a str,
    pub limits: Vec<(&'static str, Num)>,
    pub words: &'a Documentation,
}

/// What a rubric asks of the labels, if it does: smallest and largest counts, and lengths in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    pub key_points: Option<[usize; 2]>,
    /// Smallest number of tokens of a key point.
    pub point_tokens: usize,
    /// Largest number of claims.
    pub claims: Option<usize>,
    pub questions: Option<usize>,
    /// Largest number of tokens of the statement of intent, stance and tone.
    pub statement_tokens: Option<usize>,
    /// Largest number of tokens of the theme sentence.
    pub theme_tokens: Option<usize>,
    /// Smallest number of tokens of a segment.
    pub segment_tokens: usize,
}

/// Bands as a document prints them.
#[derive(Clone, Debug)]
pub struct Printed<'a> {
    /// The banded value: a key of the rubric's file.
    pub of: &'static str,
    /// Lowest and highest value.
    pub range: [Num; 2],
    /// The list whose labels are measured by this value, if there is one.
    pub list: Option<List>,
    /// Each band with its name and bounds, such as "some 0.3-0.79" or "none <0.3".
    pub rows: &'a [String],
}
