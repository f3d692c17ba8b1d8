//! What a learner did with a case, and what comes of it.

use std::sync::Arc;

use super::error::{LessonError, NoLabel};
use super::{Lesson, is_summary, names};
use crate::case::Texts;
use crate::engine::{Analysis, Engine, Selection};
use crate::labels::{Entry, Label, LabelId, LabelValue, Labels, List, Provenance, file};
use crate::num::Num;
use crate::report::Report;
use crate::rubric::{Readings, RubricSet};
use crate::text::Text;

/// What was done with a case; nothing at first.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// The summary, where it was edited.
    pub summary: Option<String>,
    /// Labels that were changed.
    pub labels: Vec<(LabelId, LabelChange)>,
    /// Readings that were chosen, by key.
    pub readings: Vec<(String, String)>,
    /// Scores that were foretold, by metric.
    pub predictions: Vec<(String, Num)>,
}

/// What became of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelChange {
    /// It has this value now.
    To(LabelValue),
    /// It was rejected: there is no such finding.
    Rejected,
}

impl LabelChange {
    /// Reads `ID=VALUE`, or `ID=rejected` for a finding.
    ///
    /// # Errors
    /// If there is no such list or value.
    pub fn read(text: &str) -> Result<(LabelId, LabelChange), LessonError> {
        let (id, value) = text.split_once('=').ok_or_else(|| LessonError::NoValue(text.to_owned()))?;
        let id = names::label_id(id.trim())?;
        if value.trim() == "rejected" && id.list.is_finding() {
            return Ok((id, LabelChange::Rejected));
        }
        Ok((id, LabelChange::To(names::label_value(id, value.trim())?)))
    }
}

impl Attempt {
    /// Whether nothing was done.
    pub fn is_empty(&self) -> bool {
        self.summary.is_none()
            && self.labels.is_empty()
            && self.readings.is_empty()
            && self.predictions.is_empty()
    }
}

/// The result of an attempt, with all that goals can test.
#[derive(Clone, Debug)]
pub struct AttemptResult {
    /// The report as the case was opened.
    pub opened: Arc<Report>,
    /// The report as it is, with the labels as they are.
    pub report: Arc<Report>,
    /// The readings as they are.
    pub readings: Readings,
    /// Scores that were foretold.
    pub predictions: Vec<(String, Num)>,
    /// Sentences of the summary as opened, and as it is.
    pub sentences: [usize; 2],
    /// Whether the summary was edited.
    pub edited: bool,
    /// Whether the summary still is one.
    pub is_summary: bool,
    /// The labels that the learner changed, with what they say now.
    pub answers: Vec<(LabelId, LabelValue)>,
    /// Labels that the learner changed.
    pub changed_labels: usize,
}

impl AttemptResult {
    /// What a label says under the rubric's thresholds.
    pub fn label(&self, id: LabelId) -> Option<LabelValue> {
        self.report.label(id)?.word
    }

    /// The labels of a list, with their places.
    pub fn labels(&self, list: List) -> impl Iterator<Item = (LabelId, &Label)> {
        let of_list = self.report.labels.iter().filter(move |(id, _)| id.list == list);
        of_list.map(|(id, label)| (*id, label))
    }

    /// Whether every goal of the lesson is reached.
    pub fn is_passed(&self, lesson: &Lesson) -> bool {
        lesson.goals.iter().all(|goal| goal.is_met(self) == Ok(true))
    }
}

impl Lesson {
    /// Judges an attempt.
    ///
    /// # Errors
    /// If a reading or a label that it names is not there, or a text is empty: the reason.
    pub fn attempt(
        &self,
        rubrics: &Arc<RubricSet>,
        engine: &mut Engine,
        attempt: &Attempt,
    ) -> Result<AttemptResult, LessonError> {
        let mut readings = self.readings;
        for (key, value) in &attempt.readings {
            readings.set(key, value)?;
        }
        for (metric, _) in &attempt.predictions {
            let rubric = rubrics.get(self.rubric).ok_or_else(|| self.unknown_rubric())?.1;
            names::metric_of(metric, rubric)?;
        }
        let opened = self.judged(rubrics, engine, &self.case.summary, self.readings, &[])?;
        let summary = attempt.summary.as_deref().unwrap_or(&self.case.summary);
        let report = self.judged(rubrics, engine, summary, readings, &attempt.labels)?;
        let texts = [self.case.summary.as_str(), summary].map(Text::new);
        let sentences = texts.each_ref().map(|text| text.sentences().len());
        let answers = attempt.labels.iter().filter_map(|(id, change)| match change {
            LabelChange::To(word) => Some((*id, *word)),
            LabelChange::Rejected => None,
        });
        Ok(AttemptResult {
            opened: Arc::new(opened),
            report: Arc::new(report),
            readings,
            predictions: attempt.predictions.clone(),
            sentences,
            edited: summary.trim_end() != self.case.summary.trim_end(),
            is_summary: is_summary(texts[0].tokens().count(), &texts[1]),
            answers: answers.collect(),
            changed_labels: attempt.labels.len(),
        })
    }

    fn judged(
        &self,
        rubrics: &Arc<RubricSet>,
        engine: &mut Engine,
        summary: &str,
        readings: Readings,
        changes: &[(LabelId, LabelChange)],
    ) -> Result<Report, LessonError> {
        let selection = Selection::new(Arc::clone(rubrics), &[self.rubric], readings);
        let texts = Texts { article: &self.case.article, summary };
        if let Some(empty) = texts.empty() {
            return Err(empty.into());
        }
        let analysis: Analysis = if self.labels_only {
            engine.read(&self.case, texts, selection.wanted())
        } else {
            engine.analyse(&self.case, texts, selection.wanted())
        };
        let mut labels = (*analysis.proposals).clone();
        if let Some(given) = &self.case.labels {
            let given = file::read(given, texts.article, texts.summary)?;
            labels = labels.overlaid(given.labels);
        }
        change(&mut labels, changes)?;
        let report = selection.judge(&self.case, &analysis, &labels).pop();
        report.ok_or_else(|| self.unknown_rubric())
    }

    fn unknown_rubric(&self) -> LessonError {
        LessonError::UnknownRubric(self.rubric.to_owned())
    }
}

/// Puts a learner's labels in place of those that are there. All ids count as the labels stood before.
fn change(labels: &mut Labels, changes: &[(LabelId, LabelChange)]) -> Result<(), LessonError> {
    let mut rejected = Vec::new();
    for (id, change) in changes {
        let list = labels.get_mut(id.list).map(|list| (list.len(), list.get_mut(id.index)));
        let (count, label) = list.unwrap_or_default();
        let label = label.ok_or(LessonError::NothingToChange(NoLabel { id: *id, count }))?;
        match change {
            LabelChange::Rejected => rejected.push(*id),
            LabelChange::To(word) => {
                label.proposed = label.word;
                label.word = Some(*word);
                label.by = Provenance::Person("you".to_owned());
                (label.measure, label.p, label.chances) = (None, None, None);
            }
        }
    }
    rejected.sort_unstable();
    rejected.dedup();
    for id in rejected.iter().rev() {
        if let Entry::Given(mut list) = labels.entry(id.list).clone() {
            list.remove(id.index);
            labels.set(id.list, Entry::Given(list));
        }
    }
    Ok(())
}
