//! Why a goal, a label or an attempt of a lesson is refused.

use thiserror::Error;

use super::forms::FORMS;
use crate::case::EmptyText;
use crate::labels::{LabelId, List, file};
use crate::rubric::ReadingError;

/// What is wrong with a goal, with what a learner did, or with the case that it was done to.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LessonError {
    /// A goal or an argument that lacks a part: the form to write.
    #[error("write {0}")]
    Form(&'static str),
    /// A goal of an unknown form.
    #[error("`{0}` is not a goal; a goal is one of: {forms}", forms = forms())]
    UnknownGoal(String),
    /// A number was expected.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// A name that the rubric does not have, with those that it has.
    #[error("the rubric has no {what} `{name}`; it has {}", listed(.known))]
    NotInRubric {
        /// What it should name: a metric, a cap.
        what: &'static str,
        name: String,
        /// The rubric's own.
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
    /// A value that labels of a list do not take.
    #[error("{} takes {}, not `{value}`", .list.spec().key, listed(&values(*.list)))]
    UnknownLabelValue { list: List, value: String },
    /// The case has no label of this id.
    #[error(transparent)]
    NoLabel(#[from] NoLabel),
    /// A label that was to be changed and that the case does not have.
    #[error("{id}: {0}", id = .0.id)]
    NothingToChange(NoLabel),
    /// A cap without a row in the report.
    #[error("the report has no row of the cap `{0}`")]
    NoRow(&'static str),
    /// A metric that the report does not have.
    #[error("the report has no {0}")]
    NoMetric(String),
    /// A metric without such a part, with those that it has.
    #[error("{metric} has no part `{part}`; it has {}", listed(.known))]
    NoPart {
        metric: String,
        /// The part's name.
        part: String,
        /// The metric's parts.
        known: Vec<&'static str>,
    },
    /// A part of a metric that cannot be compared with a number.
    #[error("{metric}.{part} is not a number")]
    PartIsNotANumber {
        metric: String,
        /// The part's name.
        part: String,
    },
    /// A metric whose score is not known.
    #[error("{0} has no score")]
    NoScore(String),
    /// A rubric that is not loaded.
    #[error("unknown rubric `{0}`")]
    UnknownRubric(String),
    /// What a lesson teaches names no rubric.
    #[error("`{0}`: write RUBRIC/METRIC or RUBRIC/CAP")]
    Teaches(String),
    /// What a lesson teaches is neither a metric nor a cap of the rubric.
    #[error("{slug} has no metric and no cap called `{rule}`")]
    UnknownRule { slug: String, rule: String },
    /// An article or a summary without a word: which of them.
    #[error("the {} is empty", .0.name())]
    Empty(#[from] EmptyText),
    /// An unknown reading, or a value that it does not take.
    #[error(transparent)]
    Reading(#[from] ReadingError),
    /// The case's own labels cannot be read.
    #[error(transparent)]
    Labels(#[from] file::LabelError),
}

/// A label that a case does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLabel {
    /// The id that was asked for.
    pub id: LabelId,
    /// Labels of its list.
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
