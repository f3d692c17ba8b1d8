//! Audits another judge: compares the numbers it wrote with those that the rubric's arithmetic gives for
//! its own labels, and reports each rule that its judgement breaks.
//!
//! [`CaseJudgement`] is the judgement as written, without surrounding wrappers; `convert` turns its
//! metric objects into labels in the format of label files and keeps the numbers that it states; `check`
//! scores the labels by the real rubric and compares.

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
    /// The metrics are not in the printed order.
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
    /// More or fewer units than the rubric requires, or a text that is too long.
    CountRange,
    /// Labels without evidence, or numbers without labels.
    MissingEvidence,
    /// A quotation that does not occur in the text.
    SpanNotFound,
    /// A verdict that does not follow from the scores.
    Verdict,
}

impl AuditRule {
    /// Every rule, the most serious first.
    pub const ALL: &[AuditRule] = AuditRule::VARIANTS;

    /// Returns the name used in files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// One broken rule.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct RuleViolation {
    pub rule: AuditRule,
    /// The metric, by its key; `None` if the rule concerns the whole judgement.
    pub metric: Option<&'static str>,
    /// Description of the error.
    pub message: String,
    /// The key, as the judge wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What the judge wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Value>,
    /// The cap concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<&'static str>,
    /// An earlier number of the judge from which this one follows correctly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows_from: Option<String>,
    /// The labels concerned, by id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Readings of unclear rules under which the stated value would be right, each chosen alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepJson>,
}

impl RuleViolation {
    /// Creates a violation in a metric.
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

    /// Sets the ids of the labels concerned.
    fn about(self, labels: Vec<String>) -> RuleViolation {
        RuleViolation { labels, ..self }
    }

    /// Sets the number that the judge wrote.
    fn of(self, figure: &StatedNumber) -> RuleViolation {
        let stated = Some(json!(Num::decimal(figure.value)));
        RuleViolation { field: Some(figure.key.clone()), stated, ..self }
    }

    /// Sets the cap concerned and the labels behind it.
    fn of_cap(self, cap: &Cap) -> RuleViolation {
        let labels = cap.because.iter().map(ToString::to_string).collect();
        RuleViolation { cap: Some(cap.slug), ..self.about(labels) }
    }

    /// Sets the correct value.
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
    /// The scores that follow from the labels, before and after caps.
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
    /// Id of the case that was judged.
    pub id: String,
    /// Name of the judge.
    pub by: String,
    /// The rubric by which the judgement was audited.
    pub rubric: &'static str,
    pub metrics: Vec<MetricComparison>,
    /// Every broken rule, in the order of the metrics.
    pub broken: Vec<RuleViolation>,
    /// Further notes for the reader.
    pub notes: Vec<String>,
    /// The report that the rubric gives for the judge's labels.
    pub report: Report,
}

impl Audit {
    /// Returns whether every score that the judge wrote follows from its labels.
    pub fn scores_hold(&self) -> bool {
        self.metrics.iter().all(|metric| metric.agrees)
    }
}

/// Name of a judge whose judgement does not name it.
pub const UNNAMED: &str = "judge";

/// Converts the metric objects of a judgement to a `lockbench.labels/1` object; `None` for anything else,
/// including labels that are already in that format.
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

/// Returns whether a value is already in the format of label files.
fn is_labels(value: &Value) -> bool {
    let Value::Object(object) = value else { return false };
    let known = |object: &Map<String, Value>| {
        crate::labels::LISTS.iter().any(|spec| object.get(spec.key).is_some_and(|list| !list.is_null()))
    };
    let inner = object.get("labels").and_then(Value::as_object);
    object.get("schema").is_some_and(|schema| schema == LABELS) || known(object) || inner.is_some_and(known)
}

/// Reason why a value contains no labels of a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// An answer without labels: a refusal, an error or prose. Contains the reason.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Labels(#[from] file::LabelError),
}

/// Reads labels of a case in any known form: as a label file, as another judge's metric objects, or as a
/// language model's answer, from the output of a batch or surrounded by prose.
pub fn read_labels(value: &Value, article: &str, summary: &str) -> Result<LabelFile, AnswerError> {
    if let Some(converted) = labels(value, article, summary) {
        return Ok(file::read(&converted, article, summary)?);
    }
    // A wrapper that names the format has valid offsets; a model's answer only quotes.
    let named = value.get("schema").is_some_and(|schema| !schema.is_null());
    if named || is_labels(value) && value.get("labels").is_none() {
        return Ok(file::read(value, article, summary)?);
    }
    match answer::find(value) {
        // The field of a case that holds labels as a text.
        AnswerContent::Refused(reason) if value.is_string() => {
            Err(AnswerError::Refused(format!("`labels`: {reason}")))
        }
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

/// Returns whether a value is an answer without labels: a refusal, an error or prose. Invalid labels are
/// not a refusal.
pub fn is_refusal(value: &Value) -> bool {
    let named = value.get("schema").is_some_and(|schema| !schema.is_null());
    !named && matches!(answer::find(value), AnswerContent::Refused(_))
}

#[cfg(test)]
mod tests;
