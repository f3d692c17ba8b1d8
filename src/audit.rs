//! Auditing another judge: what follows from its own labels and counts by the rubric's arithmetic, and each place
//! where what it wrote breaks a rule.
//!
//! [`CaseJudgement`] is the judgement as it was written, whatever stands around it; `convert` makes labels of its metric
//! objects, in the format of label files, and keeps the numbers that it states; `check` scores the labels by the
//! real rubric and compares.

mod answer;
mod case_judgement;
mod check;
mod compare;
mod convert;
mod entries;
mod extract;
mod places;
mod quotes;
mod stated;
mod synthesis;
mod words;
pub mod write;

use serde_json::{Map, Value, json};
use strum::VariantArray;

use crate::labels::List;
use crate::labels::file::{self, LabelFile, SCHEMA as LABELS};
use crate::num::Num;
use crate::report::json::StepJson;
use crate::report::{Cap, MetricOutcome, Report};

use answer::AnswerContent;
pub use answer::clipped;
pub use case_judgement::CaseJudgement;
pub use check::{Auditor, Unsuited};
pub use stated::StatedNumber;

/// A rule that a judgement can break.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AuditRule {
    MissingMetric,
    /// A metric cannot be read.
    Malformed,
    /// The metrics do not stand in the printed order.
    Order,
    /// A number that does not follow from the labels.
    Arithmetic,
    /// A cap fired and the score is above its limit.
    CapNotApplied,
    /// The score was lowered to a cap's limit, and the cap did not fire.
    CapWronglyApplied,
    /// A score outside the rubric's range.
    ScoreRange,
    LabelCount,
    /// A label that is not the band of the measure beside it.
    LabelBand,
    /// More or fewer units than the rubric asks for, or a text that is too long.
    CountRange,
    /// Labels that rest on nothing, or numbers without labels.
    MissingEvidence,
    /// A quotation that the text does not have.
    SpanNotFound,
    /// A verdict that does not follow from the scores.
    Verdict,
}

impl AuditRule {
    /// Every rule, the graver first.
    pub const ALL: &[AuditRule] = AuditRule::VARIANTS;

    /// As written in files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// One broken rule.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct RuleViolation {
    pub rule: AuditRule,
    /// The metric, by its key; `None` where it is about the whole.
    pub metric: Option<&'static str>,
    /// What is wrong, in words.
    pub message: String,
    /// The key, as the judge wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What the judge wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Value>,
    /// The cap that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<&'static str>,
    /// The earlier number of the judge's from which this one follows by right arithmetic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows_from: Option<String>,
    /// The labels that it is about, by id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Readings of unclear rules, each alone, under which it would be right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepJson>,
}

impl RuleViolation {
    /// A broken rule in a metric.
    pub fn new(rule: AuditRule, metric: Option<&'static str>, message: impl Into<String>) -> RuleViolation {
        RuleViolation {
            rule,
            metric,
            message: message.into(),
            field: None,
            stated: None,
            expected: None,
            cap: None,
            follows_from: None,
            labels: Vec::new(),
            readings: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The same about labels, by their ids.
    fn about(self, labels: Vec<String>) -> RuleViolation {
        RuleViolation { labels, ..self }
    }

    /// The same about a number that the judge wrote.
    fn of(self, figure: &StatedNumber) -> RuleViolation {
        let stated = Some(json!(Num::decimal(figure.value)));
        RuleViolation { field: Some(figure.key.clone()), stated, ..self }
    }

    /// The same about a cap and the labels behind it.
    fn of_cap(self, cap: &Cap) -> RuleViolation {
        let labels = cap.because.iter().map(ToString::to_string).collect();
        RuleViolation { cap: Some(cap.slug), ..self.about(labels) }
    }

    /// The same with what is right.
    fn expected(self, expected: impl serde::Serialize) -> RuleViolation {
        RuleViolation { expected: Some(json!(expected)), ..self }
    }
}

/// The score that a judge states for a metric, and the score that follows from its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricComparison {
    pub key: &'static str,
    /// The score that the judge wrote.
    pub stated: Option<f64>,
    /// The score that follows, before and after caps.
    pub right: Result<[f64; 2], NoScore>,
    /// `missing_metric`, or why the judge's object cannot be read.
    pub error: Option<String>,
    /// Whether the score stated is the one that follows.
    pub agrees: bool,
}

/// Why no score follows from the labels.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoScore {
    #[error("{}", MetricOutcome::MISSING)]
    NoMetric,
    #[error("{} is not given", .0.spec().key)]
    NoList(List),
    #[error("{0}")]
    Unscored(String),
}

#[derive(Clone, Debug)]
pub struct Audit {
    /// The case that was judged, by its id.
    pub id: String,
    /// Who judged it.
    pub by: String,
    /// The rubric as it was taken.
    pub rubric: &'static str,
    pub metrics: Vec<MetricComparison>,
    /// Every broken rule, in the order of the metrics.
    pub broken: Vec<RuleViolation>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
    /// What the rubric makes of the judge's labels.
    pub report: Report,
}

impl Audit {
    /// Whether every score that the judge wrote follows from its labels.
    pub fn scores_hold(&self) -> bool {
        self.metrics.iter().all(|metric| metric.agrees)
    }
}

/// Who judged, where the judgement does not say.
pub const UNNAMED: &str = "judge";

/// The labels of a judgement in metric objects, as a `lockbench.labels/1` object; `None` for anything else, such as
/// labels that are in that format already.
pub fn labels(value: &Value, article: &str, summary: &str) -> Option<Value> {
    if is_labels(value) {
        return None;
    }
    let judged = CaseJudgement::read(value);
    if judged.is_empty() {
        return None;
    }
    let read = convert::convert(
        &judged,
        Some(article),
        Some(summary),
        stated::Purpose::Labels,
        check::detect(&judged),
    );
    let by = judged.by.as_deref().unwrap_or(UNNAMED);
    Some(json!({"schema": LABELS, "id": judged.id, "by": by, "labels": read.inner}))
}

/// Whether a value is in the format of label files already.
fn is_labels(value: &Value) -> bool {
    let Value::Object(object) = value else { return false };
    let known = |object: &Map<String, Value>| {
        crate::labels::LISTS.iter().any(|spec| object.get(spec.key).is_some_and(|list| !list.is_null()))
    };
    let inner = object.get("labels").and_then(Value::as_object);
    object.get("schema").is_some_and(|schema| schema == LABELS) || known(object) || inner.is_some_and(known)
}

/// Why a value holds no labels of a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// It is an answer without labels: a refusal, an error, prose. Why.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Labels(#[from] file::LabelError),
}

/// Labels of a case in any form that is known: as label files have them, as another judge's metric objects, or as a
/// language model answered, from the output of a batch or with prose around.
pub fn read_labels(value: &Value, article: &str, summary: &str) -> Result<LabelFile, AnswerError> {
    if let Some(converted) = labels(value, article, summary) {
        return Ok(file::read(&converted, article, summary)?);
    }
    // A wrapper that names the format counts its offsets; an answer quotes.
    let named = value.get("schema").is_some_and(|schema| !schema.is_null());
    if named || is_labels(value) && value.get("labels").is_none() {
        return Ok(file::read(value, article, summary)?);
    }
    match answer::find(value) {
        AnswerContent::Refused(reason) => Err(AnswerError::Refused(reason)),
        AnswerContent::Nothing => Ok(file::read(value, article, summary)?),
        AnswerContent::Labels(mut answered) => {
            answer::placed(&mut answered.inner, article, summary);
            let by = value.get("by").cloned().or_else(|| answered.by.clone().map(Value::from));
            let mut given = file::read(&json!({"by": by, "labels": answered.inner}), article, summary)?;
            answer::add_notes(&mut given, &answered);
            Ok(given)
        }
    }
}

/// Whether a value is an answer without labels: a refusal, an error or prose. Invalid labels are not a refusal.
pub fn is_refusal(value: &Value) -> bool {
    let named = value.get("schema").is_some_and(|schema| !schema.is_null());
    !named && matches!(answer::find(value), AnswerContent::Refused(_))
}

#[cfg(test)]
mod tests;
