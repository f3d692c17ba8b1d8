//! What the TOML files of the two locks hold in common, typed. A key that nothing reads is an error that names it.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::labels::{LabelValue, List};
use crate::num::Num;
use crate::rubric::bounds::{AMOUNT, Bound, LABELS, LEVEL, Row, SHARE, TOKENS, Wrong};
use crate::rubric::words::{CapDocs, Printed, Words};

/// What a cap of the locks can act on, in the order of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words are the documentation")]
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

/// Questions of one set.
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
    /// Its documentation.
    pub words: Words,
    /// Most tokens of the statement of intent, stance and tone.
    pub statement_tokens: usize,
    /// Without any deviation.
    pub none: Num,
    /// Only mild ones: for one, two, ...
    pub mild: Vec<Num>,
    /// Moderate ones, none severe.
    pub moderate: Vec<Num>,
    /// Severe ones.
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
    /// From here on severe.
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
    /// From here on high.
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
    /// For the first.
    pub first: Num,
    /// For each further one.
    pub further: Num,
}

/// Bias and toxicity.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BiasToxicity {
    /// Its documentation.
    pub words: Words,
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

/// A cap.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapRule {
    /// Its documentation.
    pub words: Words,
    /// Its condition in words; `{threshold}` and `{spans}` stand for the numbers.
    pub when: String,
    /// The highest score that it leaves, by target.
    pub limits: BTreeMap<Target, Num>,
    /// The limit of the other metrics where a reading applies the cap to every metric.
    pub everywhere: Option<Num>,
    /// The number that its condition compares with.
    pub threshold: Option<Num>,
    /// Fewest distinct evidence spans, for the guard.
    pub spans: Option<usize>,
}

impl CapRule {
    /// Puts the numbers into the words of the condition, and checks that those it needs are there.
    pub fn settle(&mut self, slug: &str, needs: Needs) -> Result<(), Wrong> {
        let wrong = |key: &str, why: &str| Err(Wrong::new(format!("caps.{slug}.{key}"), why));
        let lacks = |key: &str| wrong(key, "it is missing");
        match self.threshold {
            None if needs.threshold => return lacks("threshold"),
            Some(_) if !needs.threshold => {
                return wrong("threshold", "this cap compares with no number");
            }
            Some(threshold) => self.when = self.when.replace("{threshold}", &threshold.to_string()),
            None => {}
        }
        match self.spans {
            None if needs.spans => return lacks("spans"),
            Some(_) if !needs.spans => {
                return wrong("spans", "this cap counts no spans");
            }
            Some(spans) => self.when = self.when.replace("{spans}", &spans.to_string()),
            None => {}
        }
        match self.everywhere {
            None if needs.everywhere => return lacks("everywhere"),
            Some(_) if !needs.everywhere => {
                return wrong("everywhere", "no reading widens this cap");
            }
            _ => {}
        }
        if self.limits.is_empty() {
            return lacks("limits");
        }
        Ok(())
    }

    /// Its documentation under its name.
    pub fn docs(&self, slug: &'static str) -> CapDocs<'_> {
        let limits = self.limits.iter().map(|(target, limit)| (target.key(), *limit)).collect();
        CapDocs { slug, when: &self.when, limits, words: &self.words }
    }

    /// The threshold. Loading has made sure of it.
    pub fn threshold(&self) -> Num {
        self.threshold.unwrap_or(Num::ZERO)
    }
}

/// The numbers that a cap must have.
#[derive(Clone, Copy, Debug, Default)]
#[expect(missing_docs, reason = "the words are the documentation")]
pub struct Needs {
    pub threshold: bool,
    pub everywhere: bool,
    pub spans: bool,
}

/// Bands of the locks as their documents print them.
pub fn printed<'a>(
    range: [Num; 2],
    points: &'a KeyPoints,
    alignment: &'a Alignment,
    severity: &'a Severity,
    segments: &'a Segments,
) -> Vec<Printed<'a>> {
    let share = [Num::ZERO, Num::ONE];
    let all = [
        Printed { of: "key_points", range: share, list: Some(List::KeyPoints), rows: &points.printed },
        Printed { of: "alignment", range, list: None, rows: &alignment.printed },
        Printed { of: "hallucination.severity", range: share, list: None, rows: &severity.printed },
        Printed { of: "segments", range: share, list: Some(List::Segments), rows: &segments.printed },
    ];
    all.into_iter().filter(|printed| !printed.rows.is_empty()).collect()
}

/// What fails a case by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailOn {
    /// A claim is unsupported.
    Unsupported,
    /// The severity is severe.
    Severe,
    /// There is a slur.
    Slur,
}

/// The policy of the verdict.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Its documentation.
    pub words: Words,
    /// What fails a case by itself, in the order of the reasons.
    pub fail_on: Vec<FailOn>,
    /// A final score at most this fails the case.
    pub fail_at_most: Num,
    /// A final score below this is warned of.
    pub warn_below: Num,
    /// Whether a cap that fired is warned of.
    pub warn_on_caps: bool,
}

/// What the numbers of the locks may be.
pub const BOUNDS: &[Row] = &[
    ("range.0", Bound::Only(0.0)),
    ("range.1", Bound::Whole(1, 1000)),
    ("questions.count", LABELS),
    ("questions.correct", SHARE),
    ("questions.partial", SHARE),
    ("questions.wrong", SHARE),
    ("coverage.decimals", Bound::Whole(0, 6)),
    ("coverage.key_points.count.*", LABELS),
    ("coverage.key_points.min_tokens", TOKENS),
    ("coverage.key_points.fully_above", LEVEL),
    ("coverage.key_points.partial_from", LEVEL),
    ("coverage.key_points.fully", SHARE),
    ("coverage.key_points.partial", SHARE),
    ("coverage.key_points.not", SHARE),
    ("alignment.statement_tokens", TOKENS),
    ("alignment.none", Bound::Score),
    ("alignment.mild.*", Bound::Score),
    ("alignment.moderate.*", Bound::Score),
    ("alignment.severe.*", Bound::Score),
    ("hallucination.claims.most", LABELS),
    ("hallucination.claims.supported", SHARE),
    ("hallucination.claims.partial", SHARE),
    ("hallucination.claims.unsupported", SHARE),
    ("hallucination.*.start", Bound::Score),
    ("hallucination.*.slope", AMOUNT),
    ("hallucination.severity.moderate_from", LEVEL),
    ("hallucination.severity.severe_from", LEVEL),
    ("relevance.segments.theme_tokens", TOKENS),
    ("relevance.segments.min_tokens", TOKENS),
    ("relevance.segments.high_from", LEVEL),
    ("relevance.segments.some_from", LEVEL),
    ("relevance.segments.high", SHARE),
    ("relevance.segments.some", SHARE),
    ("relevance.segments.none", SHARE),
    ("relevance.some_as_twin_lock", SHARE),
    ("bias_toxicity.start", Bound::Score),
    ("bias_toxicity.*.first", AMOUNT),
    ("bias_toxicity.*.further", AMOUNT),
    ("caps.*.threshold", LEVEL),
    ("caps.*.spans", Bound::Whole(0, 1000)),
    ("caps.*.everywhere", Bound::Score),
    ("caps.*.limits.*", Bound::Score),
    ("verdict.fail_at_most", LEVEL),
    ("verdict.warn_below", LEVEL),
];

/// Refuses lists that arithmetic cannot use.
pub fn check(points: &KeyPoints, alignment: &Alignment) -> Result<(), Wrong> {
    if points.count[0] > points.count[1] {
        return Err(Wrong::new("coverage.key_points.count", "the first number is above the second"));
    }
    for (key, scores) in
        [("mild", &alignment.mild), ("moderate", &alignment.moderate), ("severe", &alignment.severe)]
    {
        if scores.is_empty() {
            return Err(Wrong::new(format!("alignment.{key}"), "at least one score is needed"));
        }
    }
    Ok(())
}

/// The version as the signature names it: a file of the user's own carries a mark of its contents.
pub fn signed_version(version: &str, text: &str, shipped: &str) -> String {
    if text == shipped {
        version.to_owned()
    } else {
        format!("{version}+{:08x}", crate::text::hash64(text.as_bytes()) as u32)
    }
}
