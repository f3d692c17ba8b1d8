//! Types of the TOML files of the locks. An unknown key is an error that names it.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Deserialize;

use crate::labels::{LabelValue, List};
use crate::num::Num;
use crate::rubric::bounds::{AMOUNT, Bound, LABELS, LEVEL, Row, RubricFileError, SHARE, TOKENS};
use crate::rubric::words::{Documentation, Printed};

/// A target of the locks' caps, in row order.
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

    /// The metric itself, or the one to which this part belongs.
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

/// Returns the set of questions that a metric uses.
pub fn set_of(target: Target) -> List {
    if target == Target::Hallucination { List::ClaimQags } else { List::CoverageQags }
}

/// Key points: how many, how the covered share is graded, and the score of each grade.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyPoints {
    /// Smallest and largest number that the rubric asks for.
    pub count: [usize; 2],
    /// Smallest number of tokens that each should have.
    #[serde(default)]
    pub min_tokens: usize,
    /// Share above which a point is fully covered.
    pub fully_above: Num,
    /// Share from which a point is partially covered.
    pub partial_from: Num,
    /// Score of a fully covered point.
    pub fully: Num,
    /// Score of a partially covered point.
    pub partial: Num,
    /// Score of a point that is not covered.
    pub not: Num,
    /// The bands as the document prints them, for checking.
    #[serde(default)]
    pub printed: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Questions {
    /// Number of questions that the rubric asks for.
    pub count: usize,
    /// Score of a correct answer.
    pub correct: Num,
    /// Score of a partially correct answer.
    pub partial: Num,
    /// Score of a wrong answer.
    pub wrong: Num,
}

/// Deviations: for each severity, the scores by the number of deviations of the worst severity present. The
/// last score also applies to larger numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alignment {
    pub words: Documentation,
    /// Largest number of tokens of the statement of intent, stance and tone.
    pub statement_tokens: usize,
    /// Score without any deviation.
    pub none: Num,
    /// Scores for one, two, ... mild deviations if there are no others.
    pub mild: Vec<Num>,
    /// Scores for moderate deviations if none is severe.
    pub moderate: Vec<Num>,
    pub severe: Vec<Num>,
    /// The scores as the document prints them, for checking.
    #[serde(default)]
    pub printed: Vec<String>,
}

/// Claims: how many, and how much each counts in the unsupported fraction.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Largest number that the rubric asks for.
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
    /// Fraction from which the severity is moderate; below it, and above 0, it is minor.
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
    /// Score at a fraction of 0.
    pub start: Num,
    /// Points lost at a fraction of 1.
    pub slope: Num,
}

/// Segments: bands of their overlap with the article, and the score of each band.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segments {
    /// Largest number of tokens of the theme sentence.
    pub theme_tokens: usize,
    /// Smallest number of tokens of a segment; the engine ignores shorter ones.
    pub min_tokens: usize,
    pub high_from: Num,
    /// Overlap from which it is "some"; below it is "none".
    pub some_from: Num,
    /// Score of a segment with high overlap.
    pub high: Num,
    /// Score of a segment with some overlap.
    pub some: Num,
    /// Score of a segment without overlap.
    pub none: Num,
    /// The bands as the document prints them, for checking.
    #[serde(default)]
    pub printed: Vec<String>,
}

/// Points deducted for issues of one kind.
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
    /// Score from which both parts start.
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

/// A cap as defined by its table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapRule {
    pub words: Documentation,
    /// Display name; if omitted, it is derived from the slug. A cap that has the name of a shipped one and
    /// defines neither this nor the wording of its cause takes over the shipped wording.
    pub name: Option<String>,
    /// Wording of its cause (see [`CapWords`](crate::report::CapWords)); if omitted, the observation is used.
    pub cause: Option<String>,
    /// Wording of its cause for several labels; if omitted, `cause` is used.
    pub causes: Option<String>,
    /// Its condition in words; `{threshold}` and `{spans}` are replaced by the numbers.
    pub when: String,
    /// Its condition in the syntax of [`Predicate`](super::predicate::Predicate), with the same placeholders.
    /// A cap that has the name of a shipped one and defines no condition takes over the shipped one,
    /// including its variants under readings.
    #[serde(default, rename = "if")]
    pub holds: String,
    /// Conditions that replace it under a reading, keyed by `key=value`.
    #[serde(default)]
    pub under: BTreeMap<String, String>,
    /// The reading that switches it off.
    pub off: Option<String>,
    /// The highest score that it allows, by target.
    pub limits: BTreeMap<Target, Num>,
    /// The limit for the other metrics if a reading applies the cap to every metric.
    pub everywhere: Option<Num>,
    /// The reading under which the limit of `everywhere` applies.
    pub wide: Option<String>,
    /// The reading under which the limit replaces the score instead of bounding it.
    pub fixed: Option<String>,
    /// The reading under which only the highest metric is lowered.
    pub highest: Option<String>,
    /// The number in its condition.
    pub threshold: Option<Num>,
    /// Smallest number of distinct evidence spans, for the guard.
    pub spans: Option<usize>,
}

/// Bands of the metrics as the documents of the locks print them.
pub fn printed<'a>(rules: &'a Rules, metrics: &[Target]) -> Vec<Printed<'a>> {
    let share = [Num::ZERO, Num::ONE];
    let row = |metric, of, range, list, rows| (metric, Printed { of, range, list, rows });
    let points = &rules.coverage.key_points.printed;
    let severity = &rules.hallucination.severity.printed;
    let segments = &rules.relevance.segments.printed;
    let all = [
        row(Target::Coverage, "key_points", share, Some(List::KeyPoints), points),
        row(Target::Alignment, "alignment", rules.range, None, &rules.alignment.printed),
        row(Target::Hallucination, "hallucination.severity", share, None, severity),
        row(Target::Relevance, "segments", share, Some(List::Segments), segments),
    ];
    let own =
        all.into_iter().filter(|(metric, printed)| metrics.contains(metric) && !printed.rows.is_empty());
    own.map(|(_, printed)| printed).collect()
}

/// The policy of the verdict.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    pub words: Documentation,
    /// The conditions that each fail a case on their own, in the order of the reasons: `unsupported`,
    /// `severe`, `slur`, or a condition.
    pub fail_on: Vec<String>,
    /// A final score of at most this fails the case.
    pub fail_at_most: Num,
    /// A final score below this gives a warning.
    pub warn_below: Num,
    /// Whether a fired cap gives a warning.
    pub warn_on_caps: bool,
}

/// Bounds of the numbers of the locks. The first matching row applies.
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

/// The TOML file of a lock. If it has no table of questions, metrics are computed without them.
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

/// The composition of a rubric that uses only a part of what its file defines.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compose {
    /// Its metrics; all if omitted.
    pub metrics: Option<Vec<Target>>,
    /// Its caps, in order; all if omitted.
    pub caps: Option<Vec<String>>,
    /// Weight of each metric in the mean; 1 if omitted.
    #[serde(default)]
    pub weights: BTreeMap<Target, Num>,
    /// The headline number of a report.
    #[serde(default)]
    pub headline: Headline,
}

impl Compose {
    /// The weight of a metric in the mean, by its key.
    pub fn weight(&self, key: &str) -> Num {
        let weight = self.weights.iter().find(|(target, _)| target.key() == key);
        weight.map_or(Num::ONE, |(_, weight)| *weight)
    }
}

/// The headline number of a report.
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
    /// Number of decimals of the score; all if omitted.
    pub decimals: Option<u32>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hallucination {
    pub words: Documentation,
    pub claims: Claims,
    /// The score as a function of the unsupported fraction.
    pub fall: Fall,
    /// The same if a claim is unsupported, if that is another line.
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
    /// Score of a segment with some overlap under `some=0.5`, if it differs.
    pub some_as_twin_lock: Option<Num>,
}

/// Rejects lists that the arithmetic cannot use.
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
