//! An annotator's decisions on a case, anchored to words instead of ids, which is the form used by
//! screens.

use std::sync::Arc;

use crate::labels::OverruleRule;
use crate::labels::overrides::{Care, Override};
use crate::report::Decision;

use super::event::{Preferred, Regroup};

/// An annotator's decisions on a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decisions {
    /// Decisions on single labels, oldest first.
    pub overrides: Vec<Override>,
    /// The verdict on the case, if given.
    pub verdict: Option<ReasonedVerdict>,
    /// Whether the case is flagged for another look.
    pub flagged: bool,
    /// The comments, oldest first.
    pub comments: Vec<Remark>,
    /// The preferred summary of the article, if one was chosen.
    pub prefer: Option<Preferred>,
    /// The annotator's rules that are in force on the case, oldest first.
    pub rules: Vec<Arc<OverruleRule>>,
}

impl Decisions {
    /// Returns whether the case has a verdict, or was accepted with its labels. Judging labels
    /// individually does not settle it.
    pub fn is_settled(&self) -> bool {
        self.verdict.is_some() || self.overrides.iter().any(|one| one.care != Care::Judged)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReasonedVerdict {
    pub verdict: Decision,
    /// The reason, if one was given.
    pub reason: Option<String>,
}

/// A comment and its target.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    pub text: Arc<str>,
    /// The target of the comment.
    pub on: RemarkTarget,
}

/// The target of a comment. Labels and words are stored by quotation, as in an [`Override`].
#[derive(Clone, Debug, PartialEq)]
pub enum RemarkTarget {
    Case,
    Label(Arc<Override>),
    /// Words of the texts.
    Words(Arc<Override>),
}

/// How decisions were made, for methods with an event of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionMethod {
    Singly,
    /// Labels were accepted unchanged.
    Accepted,
    /// Units were replaced by others.
    Regrouped(Regroup),
}
