//! The labels of the user's own judge.

use std::sync::Arc;

use crate::labels::overrides::SuppliedLabels;
use crate::tui::judging::{JudgeLabels, JudgeRequest};

use super::OpenCase;

/// The labels of a judge for a case.
#[derive(Clone, Debug, Default)]
pub enum Opinion {
    /// The judge was not asked.
    #[default]
    Unasked,
    /// The judge is being asked about these versions of the texts; the previous state is kept.
    Asked((u64, u64), Option<Box<Opinion>>),
    /// The judge gave labels for these versions.
    Given((u64, u64), Arc<SuppliedLabels>),
    /// This judge gave labels in an earlier run of the session.
    Stored(Arc<str>),
    Failed,
}

impl OpenCase {
    pub fn versions(&self) -> (u64, u64) {
        (self.article.version(), self.summary.version())
    }

    /// Returns labels that replace the engine's proposals: the judge's labels for exactly these texts, or
    /// else those supplied by the session or the case.
    pub fn labels_over(&self) -> Option<Arc<SuppliedLabels>> {
        let held = match &self.opinion {
            Opinion::Asked(_, Some(before)) => before,
            other => other,
        };
        match held {
            Opinion::Given(versions, kept) if *versions == self.versions() => Some(Arc::clone(kept)),
            _ => self.proposed.clone().filter(|_| self.stored_holds()).or_else(|| self.given.clone()),
        }
    }

    /// Whether the labels stored in the session apply to the current texts. Labels of an earlier engine are
    /// carried along when texts are edited; a judge's are not.
    fn stored_holds(&self) -> bool {
        self.judged_at.is_none_or(|versions| versions == self.versions())
    }

    /// Whether the judge with this mark was never asked about the case. Another one may have been, in an
    /// earlier run.
    pub fn is_unasked(&self, mark: &str) -> bool {
        match &self.opinion {
            Opinion::Unasked => true,
            Opinion::Stored(by) => **by != *mark,
            Opinion::Asked(..) | Opinion::Given(..) | Opinion::Failed => false,
        }
    }

    /// Returns the mark of the judge whose labels are stored in the session, while it is not asked again.
    pub fn stored_judge(&self) -> Option<&str> {
        match &self.opinion {
            Opinion::Stored(by) => Some(by),
            _ => None,
        }
    }

    /// Returns a question to a judge about the current case, by a rubric. Labels of another judge are not kept
    /// beside its own.
    pub fn ask_judge(&mut self, index: usize, rubric: &'static str, mark: &str) -> JudgeRequest {
        let versions = self.versions();
        let proposed = if self.is_unasked(mark) && self.stored_judge().is_some() {
            self.given.clone()
        } else {
            self.labels_over()
        };
        let before = match std::mem::take(&mut self.opinion) {
            Opinion::Asked(_, before) => before,
            Opinion::Unasked => None,
            other => Some(Box::new(other)),
        };
        self.opinion = Opinion::Asked(versions, before);
        JudgeRequest {
            index,
            versions,
            case: Arc::clone(&self.case),
            article: self.article.text(),
            summary: self.summary.text(),
            rubric,
            given: self.given.clone(),
            proposed,
        }
    }

    /// Adds the labels of a judge. Returns them if they are for the current texts; an answer to an earlier
    /// question is ignored.
    pub fn take_opinion(&mut self, judged: &JudgeLabels) -> Option<Arc<SuppliedLabels>> {
        let Opinion::Asked(versions, before) = &mut self.opinion else { return None };
        if *versions != judged.versions {
            return None;
        }
        match &judged.kept {
            Ok(kept) => {
                self.opinion = Opinion::Given(judged.versions, Arc::clone(kept));
                Some(Arc::clone(kept)).filter(|_| judged.versions == self.versions())
            }
            Err(_) => {
                // If the judge failed, its earlier labels for these texts still apply.
                let before = before.take().map(|before| *before);
                let holds = before.filter(|before| matches!(before, Opinion::Given(..)));
                self.opinion = holds.unwrap_or(Opinion::Failed);
                None
            }
        }
    }

    /// Returns the state of the request to the judge, in a word.
    pub fn opinion_word(&self) -> Option<&'static str> {
        Some(match &self.opinion {
            Opinion::Unasked => return None,
            Opinion::Asked(..) => "asked …",
            Opinion::Given(versions, _) if *versions == self.versions() => "answered",
            Opinion::Given(..) => "stale",
            Opinion::Stored(_) if !self.stored_holds() => "stale",
            Opinion::Stored(_) => "answered",
            Opinion::Failed => "failed",
        })
    }
}
