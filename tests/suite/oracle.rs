//! A second evaluation of Twin-Lock and Judge-Lock, written from the rules and independently of the
//! program. It reads a label file as JSON, counts characters where the program counts bytes, and computes
//! every number explicitly. It is as simple as possible, since it must be right.

pub mod caps;
pub mod facts;
pub mod fraction;
pub mod generate;
pub mod rest;
pub mod scores;
pub mod verdict;

use std::collections::BTreeMap;

use serde_json::Value;

use facts::{Facts, Gap};
use fraction::Fraction;

/// Readings in force, by key; a missing key has its default.
pub type Readings = BTreeMap<String, String>;

/// One of the two rubrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    Twin,
    Judge,
}

impl Lock {
    pub fn slug(self) -> &'static str {
        match self {
            Lock::Twin => "twin-lock",
            Lock::Judge => "judge-lock",
        }
    }
}

/// The five metrics, in the printed order.
pub const METRICS: [&str; 5] = ["coverage", "alignment", "hallucination", "relevance", "bias_toxicity"];

/// The expected result of a rubric for a case.
#[derive(Clone, Debug)]
pub struct Expected {
    pub metrics: Vec<ExpectedMetric>,
    pub caps: Vec<caps::Row>,
    pub decision: &'static str,
    pub score: Option<Fraction>,
    pub mean: Option<Fraction>,
}

#[derive(Clone, Debug)]
pub struct ExpectedMetric {
    pub key: &'static str,
    /// Scores before and after caps, or why there is none.
    pub result: Result<[Fraction; 2], Gap>,
    pub parts: Vec<(&'static str, Fraction)>,
    /// Whether the rules require a note.
    pub noted: bool,
}

/// Evaluates given labels, without any proposals.
pub fn evaluate(lock: Lock, case: &Value, labels: &Value, readings: &Readings) -> Expected {
    let rules = Rules { lock, readings };
    let facts = Facts::read(case, labels);
    let raw = scores::all(&rules, &facts);
    let rows = caps::rows(&rules, &facts, &raw);
    let (finals, rows) = caps::act(&raw, rows);
    let metrics: Vec<_> = METRICS
        .iter()
        .enumerate()
        .map(|(at, key)| ExpectedMetric {
            key,
            result: raw.of(at).and_then(|before| Ok([before, finals[at].ok_or(Gap::NotApplicable)?])),
            parts: scores::parts(&rules, &facts, key),
            noted: scores::noted(&rules, &facts, key),
        })
        .collect();
    let verdict = verdict::of(&rules, &facts, &raw, &finals, &rows);
    Expected { metrics, caps: rows, decision: verdict.0, score: verdict.1, mean: verdict.2 }
}

/// The rubric and its readings.
pub struct Rules<'a> {
    pub lock: Lock,
    readings: &'a Readings,
}

impl Rules<'_> {
    /// Returns whether a reading has this value, which is not the default.
    pub fn read_as(&self, key: &str, value: &str) -> bool {
        self.readings.get(key).is_some_and(|given| given == value)
    }

    pub fn judge(&self) -> bool {
        self.lock == Lock::Judge
    }
}

/// Every reading of the two rubrics, its values (default first), and whether Twin-Lock and Judge-Lock
/// have it.
pub const READINGS: [(&str, &[&str], bool, bool); 18] = [
    ("relevance.overlap", &["containment", "best_window", "jaccard_article"], true, true),
    ("split", &["sentences", "raw"], true, true),
    ("short", &["whole", "error"], true, true),
    ("none", &["cap", "fixed"], true, true),
    ("edge", &["printed_bounds", "lower"], true, true),
    ("decimals", &["round", "truncate"], true, false),
    ("hallucination.trigger", &["unsupported", "any_partial"], true, true),
    ("caps.cross", &["on", "off"], true, true),
    ("bias.penalties", &["on", "off"], true, true),
    ("qag.cap", &["lt6", "le6"], false, true),
    ("qag.count", &["present", "error"], false, true),
    ("dup.scope", &["using", "all"], false, true),
    ("pr.scope", &["coverage", "all"], false, true),
    ("slur.scope", &["metric", "all"], false, true),
    ("severity.requires", &["any", "unsupported"], false, true),
    ("some", &["0.3", "0.5"], false, true),
    ("hallucination.final", &["decimal", "integer"], false, true),
    ("guard", &["each", "highest_only"], false, true),
];
