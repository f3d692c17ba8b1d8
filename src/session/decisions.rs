//! What an annotator decided on a case, tied to words and not to ids: the form in which a screen holds it.

use std::sync::Arc;

use crate::labels::OverruleRule;
use crate::labels::overrides::{Care, Override};
use crate::report::Decision;

use super::event::{Preferred, Regroup};

/// What an annotator decided on a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decisions {
    /// On single labels, oldest first.
    pub overrides: Vec<Override>,
    /// On the case: the verdict, where one was given.
    pub verdict: Option<ReasonedVerdict>,
    /// Whether the case is to be looked at again.
    pub flagged: bool,
    /// The comments, oldest first.
    pub comments: Vec<Remark>,
    /// The better summary of the article, where one was preferred.
    pub prefer: Option<Preferred>,
    /// Rules of the annotator that are in force on the case, oldest first.
    pub rules: Vec<Arc<OverruleRule>>,
}

impl Decisions {
    /// Whether the case has a verdict, or was accepted with its labels. Labels that were judged one by one do not settle it.
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

/// The text of a comment, and what it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    pub text: Arc<str>,
    /// What it is about.
    pub on: RemarkTarget,
}

/// What a comment is about. Labels and words are stored by quotation, as in an [`Override`].
#[derive(Clone, Debug, PartialEq)]
pub enum RemarkTarget {
    Case,
    Label(Arc<Override>),
    /// Words of the texts.
    Words(Arc<Override>),
}

/// How decisions were made, where the method has an event of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionMethod {
    Singly,
    /// Labels were accepted as they were.
    Accepted,
    /// Units took the place of others.
    Regrouped(Regroup),
}
