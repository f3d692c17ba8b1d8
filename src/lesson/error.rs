//! Errors in goals, labels and attempts of lessons.

use thiserror::Error;

use super::forms::FORMS;
use crate::case::EmptyText;
use crate::labels::{LabelId, List, file};
use crate::prediction::OutOfRange;
use crate::rubric::ReadingError;

/// An error in a goal, in what a learner did, or in the case.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LessonError {
    /// A goal or argument lacks a part; contains the form to write.
    #[error("write {0}")]
    Form(&'static str),
    /// A goal of an unknown form.
    #[error("`{0}` is not a goal; a goal is one of: {forms}", forms = forms())]
    UnknownGoal(String),
    /// A number was expected.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    #[error(transparent)]
    Prediction(#[from] OutOfRange),
    /// A name that the rubric does not have, with the names that it has.
    #[error("the rubric has no {what} `{name}`; it has {}", listed(.known))]
    NotInRubric {
        /// What the name stands for: a metric, a cap.
        what: &'static str,
        name: String,
        /// The rubric's names.
        known: Vec<&'static str>,
    },
    /// A cap is either released or fired.
    #[error("a cap is `released` or `fired`, not `{0}`")]
    CapState(String),
    #[error("a verdict is PASS, WARN or FAIL, not `{0}`")]
    UnknownVerdict(String),
    /// A label without a value.
    #[error("`{0}` has no `=`; write LIST/INDEX=VALUE")]
    NoValue(String),
    /// A label's id without an index.
    #[error("`{0}` is not a label; write LIST/INDEX")]
    NotALabel(String),
    /// An unknown list of labels.
    #[error("unknown list of labels `{name}`; there are {}", listed(.known))]
    UnknownList { name: String, known: Vec<&'static str> },
    /// An index of a label that is not a number.
    #[error("`{0}` is not an index; indexes count from 0")]
    NotAnIndex(String),
    /// A value that labels of the list cannot have.
    #[error("{} takes {}, not `{value}`", .list.spec().key, listed(&values(*.list)))]
    UnknownLabelValue { list: List, value: String },
    /// The case has no label of this id.
    #[error(transparent)]
    NoLabel(#[from] NoLabel),
    /// A label that was to be changed and does not exist.
    #[error("{id}: {0}", id = .0.id)]
    NothingToChange(NoLabel),
    /// A cap without a row in the report.
    #[error("the report has no row of the cap `{0}`")]
    NoRow(&'static str),
    /// A metric that the report does not have.
    #[error("the report has no {0}")]
    NoMetric(String),
    /// A metric without such a part, with the parts that it has.
    #[error("{metric} has no part `{part}`; it has {}", listed(.known))]
    NoPart {
        metric: String,
        /// Name of the part.
        part: String,
        /// Parts of the metric.
        known: Vec<&'static str>,
    },
    /// A part of a metric that cannot be compared with a number.
    #[error("{metric}.{part} is not a number")]
    PartIsNotANumber {
        metric: String,
        /// Name of the part.
        part: String,
    },
    /// A metric without a known score.
    #[error("{0} has no score")]
    NoScore(String),
    /// A rubric that is not loaded.
    #[error("unknown rubric `{0}`")]
    UnknownRubric(String),
    /// An entry of `teaches` that names no rubric.
    #[error("`{0}`: write RUBRIC/METRIC or RUBRIC/CAP")]
    Teaches(String),
    /// An entry of `teaches` that is neither a metric nor a cap of the rubric.
    #[error("{slug} has no metric and no cap called `{rule}`")]
    UnknownRule { slug: String, rule: String },
    /// An article or summary without words: which of them.
    #[error("the {} is empty", .0.name())]
    Empty(#[from] EmptyText),
    /// An unknown reading, or a value that it does not have.
    #[error(transparent)]
    Reading(#[from] ReadingError),
    /// The case's own labels cannot be read.
    #[error(transparent)]
    Labels(#[from] file::LabelError),
}

/// A label that a case does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLabel {
    /// The requested id.
    pub id: LabelId,
    /// Number of labels in its list.
    pub count: usize,
}

impl std::fmt::Display for NoLabel {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = self.id.list.spec();
        match self.count {
            0 => write!(out, "there is no {} here", list.unit),
            count => write!(out, "{} has indexes 0 to {} only", list.key, count - 1),
        }
    }
}

impl std::error::Error for NoLabel {}

fn forms() -> String {
    FORMS.iter().map(|(form, _)| *form).collect::<Vec<_>>().join("; ")
}

fn values(list: List) -> Vec<&'static str> {
    list.spec().words.iter().map(|word| word.as_str()).collect()
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
