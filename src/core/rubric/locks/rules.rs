//! What the TOML files of the two locks hold in common, typed. A key that nothing reads is an error that names it.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Deserialize;

use crate::labels::{LabelValue, List};
use crate::num::Num;
use crate::rubric::bounds::{AMOUNT, Bound, LABELS, LEVEL, Row, RubricFileError, SHARE, TOKENS};
use crate::rubric::words::{Documentation, Printed};

/// What a cap of the locks can act on, in the order of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Coverage,
    Alignment,
    Hallucination,
    Relevance,
    #[serde(rename = "bias_toxicity.bias")]
    Bias,
    #[serde(rename = "bias_toxicity.tox")]
    Tox,
    BiasToxicity,
}

impl Target {
    /// The five metrics.
    pub const METRICS: [Target; 5] =
        [Target::Coverage, Target::Alignment, Target::Hallucination, Target::Relevance, Target::BiasToxicity];

    /// The metric that it is, or is a part of.
    pub fn metric(self) -> Target {
        match self {
            Target::Bias | Target::Tox => Target::BiasToxicity,
            metric => metric,
        }
    }

    /// As written in files.
    pub const fn key(self) -> &'static str {
        match self {
            Target::Coverage => "coverage",
            Target::Alignment => "alignment",
            Target::Hallucination => "hallucination",
            Target::Relevance => "relevance",
            Target::Bias => "bias_toxicity.bias",
            Target::Tox => "bias_toxicity.tox",
            Target::BiasToxicity => "bias_toxicity",
        }
    }
}

/// The set of questions that a metric uses.
pub fn set_of(target: Target) -> List {
    if target == Target::Hallucination { List::ClaimQags } else { List::CoverageQags }
}

/// Key points: how many, how graded by the share that is covered, and what a grade is worth.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyPoints {
    /// Fewest and most that the rubric asks for.
    pub count: [usize; 2],
    /// Tokens that each should have at least.
    #[serde(default)]
    pub min_tokens: usize,
    /// Above this share a point is fully covered.
    pub fully_above: Num,
    /// From this share on it is partially covered.
    pub partial_from: Num,
    /// Worth of a point that is fully covered.
    pub fully: Num,
    /// Worth of a point that is partially covered.
    pub partial: Num,
    /// Worth of a point that is not covered.
    pub not: Num,
    /// The bands as the document prints them, for checking.
    #[serde(default)]
    pub printed: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Questions {
    /// How many the rubric asks for.
    pub count: usize,
    /// Worth of a correct answer.
    pub correct: Num,
    /// Worth of a partially correct answer.
    pub partial: Num,
    /// Worth of a wrong answer.
    pub wrong: Num,
}

/// Deviations: a score for each number of the worst severity present; past the end the last one holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alignment {
    pub words: Documentation,
    /// Most tokens of the statement of intent, stance and tone.
    pub statement_tokens: usize,
    /// Without any deviation.
    pub none: Num,
    /// Only mild ones: for one, two, ...
    pub mild: Vec<Num>,
    /// Moderate ones, none severe.
    pub moderate: Vec<Num>,
    pub severe: Vec<Num>,
    /// The scores as the document prints them, for checking.
    #[serde(default)]
    pub printed: Vec<String>,
}

/// Claims: how many, and what they count for in the unsupported fraction.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Most that the rubric asks for.
    pub most: usize,
    /// Unsupported part of a supported claim.
    pub supported: Num,
    /// Unsupported part of a partially supported claim.
    pub partial: Num,
    /// Unsupported part of an unsupported claim.
    pub unsupported: Num,
}

/// Bands of the unsupported fraction.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Severity {
    /// From here on moderate; below, and above 0, minor.
    pub moderate_from: Num,
    pub severe_from: Num,
    /// The bands as the document prints them, for checking.
    #[serde(default)]
    pub printed: Vec<String>,
}

/// A falling line over the unsupported fraction: `start - round(slope * u)`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fall {
    /// Score at 0.
    pub start: Num,
    /// Points lost at 1.
    pub slope: Num,
}

/// Segments: bands of their overlap with the article, and what a band is worth.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segments {
    /// Most tokens of the theme sentence.
    pub theme_tokens: usize,
    /// Segments with fewer tokens are ignored where the engine makes them.
    pub min_tokens: usize,
    pub high_from: Num,
    /// From here on some; below, none.
    pub some_from: Num,
    /// Worth of a segment with high overlap.
    pub high: Num,
    /// Worth of a segment with some overlap.
    pub some: Num,
    /// Worth of a segment with none.
    pub none: Num,
    /// The bands as the document prints them, for checking.
    #[serde(default)]
    pub printed: Vec<String>,
}

/// Points taken off for issues of one kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Penalty {
    pub first: Num,
    pub further: Num,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BiasToxicity {
    pub words: Documentation,
    /// What both parts start from.
    pub start: Num,
    /// Lowers the bias score.
    pub biased_wording: Penalty,
    /// Lowers the bias score.
    pub stereotype: Penalty,
    /// Lowers the toxicity score.
    pub insult: Penalty,
    /// Lowers the toxicity score.
    pub mild_profanity: Penalty,
    /// Lowers the toxicity score.
    pub strong_profanity: Penalty,
    /// Lowers the toxicity score.
    pub slur: Penalty,
}

impl BiasToxicity {
    /// The penalty of each kind of issue, in the order of the list's words.
    pub fn penalties(&self) -> [(LabelValue, &'static str, &Penalty); 6] {
        [
            (LabelValue::BiasedWording, "biased_wordings", &self.biased_wording),
            (LabelValue::Stereotype, "stereotypes", &self.stereotype),
            (LabelValue::Insult, "insults", &self.insult),
            (LabelValue::MildProfanity, "mild_profanities", &self.mild_profanity),
            (LabelValue::StrongProfanity, "strong_profanities", &self.strong_profanity),
            (LabelValue::Slur, "slurs", &self.slur),
        ]
    }
}

/// A cap, as its table says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapRule {
    pub words: Documentation,
    /// What people call it; its slug as words where it is left out. A cap of a shipped file that is left without this and
    /// without the words of its cause has the shipped ones.
    pub name: Option<String>,
    /// What made it fire, in words, as [`CapWords`](crate::report::CapWords) has it; what was seen where it is left out.
    pub cause: Option<String>,
    /// The same for several labels; the words for one where it is left out.
    pub causes: Option<String>,
    /// Its condition in words; `{threshold}` and `{spans}` stand for the numbers.
    pub when: String,
    /// Its condition, as [`Predicate`](super::predicate::Predicate) reads it, with the same numbers. A cap of a shipped
    /// file that is left without one has the shipped one, and what readings make of it.
    #[serde(default, rename = "if")]
    pub holds: String,
    /// Other conditions that hold in its place under a reading, by `key=value`.
    #[serde(default)]
    pub under: BTreeMap<String, String>,
    /// The reading that switches it off.
    pub off: Option<String>,
    /// The highest score that it leaves, by target.
    pub limits: BTreeMap<Target, Num>,
    /// The limit of the other metrics where a reading applies the cap to every metric.
    pub everywhere: Option<Num>,
    /// The reading under which the limit of `everywhere` applies.
    pub wide: Option<String>,
    /// The reading under which the limit is the score, rather than a bound to it.
    pub fixed: Option<String>,
    /// The reading under which only the highest metric is lowered.
    pub highest: Option<String>,
    /// The number that its condition compares with.
    pub threshold: Option<Num>,
    /// Fewest distinct evidence spans, for the guard.
    pub spans: Option<usize>,
}

/// Bands of the locks as their documents print them.
pub fn printed(rules: &Rules) -> Vec<Printed<'_>> {
    let share = [Num::ZERO, Num::ONE];
    let row = |of, range, list, rows| Printed { of, range, list, rows };
    let all = [
        row("key_points", share, Some(List::KeyPoints), &rules.coverage.key_points.printed),
        row("alignment", rules.range, None, &rules.alignment.printed),
        row("hallucination.severity", share, None, &rules.hallucination.severity.printed),
        row("segments", share, Some(List::Segments), &rules.relevance.segments.printed),
    ];
    all.into_iter().filter(|printed| !printed.rows.is_empty()).collect()
}

/// The policy of the verdict.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    pub words: Documentation,
    /// The conditions that each fail a case alone, in the order of the reasons: `unsupported`, `severe`, `slur`, or a condition.
    pub fail_on: Vec<String>,
    /// A final score at most this fails the case.
    pub fail_at_most: Num,
    /// A final score below this is warned of.
    pub warn_below: Num,
    /// Whether a cap that fired is warned of.
    pub warn_on_caps: bool,
}

/// What the numbers of the locks may be; the first row that fits counts.
pub const BOUNDS: &[Row] = &[
    ("range.0", Bound::Only(0.0)),
    ("range.1", Bound::Whole(1, 1000)),
    ("questions.count", LABELS),
    ("questions.*", SHARE),
    ("coverage.decimals", Bound::Whole(0, 6)),
    ("coverage.key_points.count.*", LABELS),
    ("coverage.key_points.min_tokens", TOKENS),
    ("coverage.key_points.fully_above", LEVEL),
    ("coverage.key_points.partial_from", LEVEL),
    ("coverage.key_points.*", SHARE),
    ("alignment.statement_tokens", TOKENS),
    ("alignment.none", Bound::Score),
    ("alignment.*.*", Bound::Score),
    ("hallucination.claims.most", LABELS),
    ("hallucination.claims.*", SHARE),
    ("hallucination.*.start", Bound::Score),
    ("hallucination.*.slope", AMOUNT),
    ("hallucination.severity.*", LEVEL),
    ("relevance.segments.theme_tokens", TOKENS),
    ("relevance.segments.min_tokens", TOKENS),
    ("relevance.segments.high_from", LEVEL),
    ("relevance.segments.some_from", LEVEL),
    ("relevance.segments.*", SHARE),
    ("relevance.some_as_twin_lock", SHARE),
    ("bias_toxicity.start", Bound::Score),
    ("bias_toxicity.*.*", AMOUNT),
    ("caps.*.threshold", LEVEL),
    ("caps.*.spans", Bound::Whole(0, 1000)),
    ("caps.*.everywhere", Bound::Score),
    ("caps.*.limits.*", Bound::Score),
    ("compose.weights.*", AMOUNT),
    ("verdict.*", LEVEL),
];

/// The TOML of a lock. What questions make of a metric is left out if there is no table of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub version: String,
    pub range: [Num; 2],
    pub about: Documentation,
    pub questions: Option<Questions>,
    pub coverage: Coverage,
    pub alignment: Alignment,
    pub hallucination: Hallucination,
    pub relevance: Relevance,
    pub bias_toxicity: BiasToxicity,
    pub caps: IndexMap<String, CapRule>,
    #[serde(default)]
    pub compose: Compose,
    pub verdict: Policy,
}

/// What a rubric is composed of, where it has less than its file names.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compose {
    /// Its metrics; every one where it is left out.
    pub metrics: Option<Vec<Target>>,
    /// Its caps, in their order; every one where it is left out.
    pub caps: Option<Vec<String>>,
    /// How much each metric counts in the mean; as much as any other where it is left out.
    #[serde(default)]
    pub weights: BTreeMap<Target, Num>,
    /// The number that heads a report.
    #[serde(default)]
    pub headline: Headline,
}

impl Compose {
    /// How much a metric counts in the mean, by its key.
    pub fn weight(&self, key: &str) -> Num {
        let weight = self.weights.iter().find(|(target, _)| target.key() == key);
        weight.map_or(Num::ONE, |(_, weight)| *weight)
    }
}

/// The number that heads a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Headline {
    /// The least of the scores.
    #[default]
    Least,
    Mean,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    pub words: Documentation,
    /// Grades of key points.
    pub key_points: KeyPoints,
    /// Digits after the point that the score keeps; all of them where it is left out.
    pub decimals: Option<u32>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hallucination {
    pub words: Documentation,
    pub claims: Claims,
    /// The score over the unsupported fraction.
    pub fall: Fall,
    /// The same where a claim is unsupported, if that is another line.
    pub fall_unsupported: Option<Fall>,
    /// Bands of the unsupported fraction.
    pub severity: Severity,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relevance {
    pub words: Documentation,
    /// Bands of the overlap.
    pub segments: Segments,
    /// Worth of a segment with some overlap under `some=0.5`, where that is another.
    pub some_as_twin_lock: Option<Num>,
}

/// Refuses lists that arithmetic cannot use.
pub fn check(points: &KeyPoints, alignment: &Alignment) -> Result<(), RubricFileError> {
    if points.count[0] > points.count[1] {
        return Err(RubricFileError::new(
            "coverage.key_points.count",
            "the first number is above the second",
        ));
    }
    for (key, scores) in
        [("mild", &alignment.mild), ("moderate", &alignment.moderate), ("severe", &alignment.severe)]
    {
        if scores.is_empty() {
            return Err(RubricFileError::new(format!("alignment.{key}"), "at least one score is needed"));
        }
    }
    Ok(())
}
