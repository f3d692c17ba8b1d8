//! What a learner did with a case, and its result.

use std::sync::Arc;

use super::error::{LessonError, NoLabel};
use super::{Lesson, is_summary, names};
use crate::case::Texts;
use crate::engine::{Analysis, Engine, Selection};
use crate::labels::{Entry, Label, LabelId, LabelValue, Labels, List, Provenance, file};
use crate::num::Num;
use crate::prediction::in_range;
use crate::report::Report;
use crate::rubric::{Readings, RubricSet};
use crate::text::Text;

/// The learner's changes to a case; initially none.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// The edited summary, if any.
    pub summary: Option<String>,
    /// The changed labels.
    pub labels: Vec<(LabelId, LabelChange)>,
    /// The chosen readings, by key.
    pub readings: Vec<(String, String)>,
    /// The predicted scores, by metric.
    pub predictions: Vec<(String, Num)>,
}

/// A change of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelChange {
    /// The label has this new value.
    To(LabelValue),
    /// The finding was rejected.
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
    /// Returns whether nothing was done.
    pub fn is_empty(&self) -> bool {
        self.summary.is_none()
            && self.labels.is_empty()
            && self.readings.is_empty()
            && self.predictions.is_empty()
    }
}

/// The result of an attempt, with everything that goals can test.
#[derive(Clone, Debug)]
pub struct AttemptResult {
    /// The report on the unchanged case.
    pub opened: Arc<Report>,
    /// The report on the case with the learner's changes.
    pub report: Arc<Report>,
    /// The readings with the learner's choices.
    pub readings: Readings,
    /// The predicted scores.
    pub predictions: Vec<(String, Num)>,
    /// Number of sentences of the summary before and after the attempt.
    pub sentences: [usize; 2],
    /// Whether the summary was edited.
    pub edited: bool,
    /// Whether the text is still a summary.
    pub is_summary: bool,
    /// The labels that the learner changed, with their new values.
    pub answers: Vec<(LabelId, LabelValue)>,
    /// Number of labels that the learner changed.
    pub changed_labels: usize,
}

impl AttemptResult {
    /// Returns the value of a label under the rubric's thresholds.
    pub fn label(&self, id: LabelId) -> Option<LabelValue> {
        self.report.label(id)?.word
    }

    /// Returns the labels of a list, with their ids.
    pub fn labels(&self, list: List) -> impl Iterator<Item = (LabelId, &Label)> {
        let of_list = self.report.labels.iter().filter(move |(id, _)| id.list == list);
        of_list.map(|(id, label)| (*id, label))
    }

    /// Returns whether every goal of the lesson is reached.
    pub fn is_passed(&self, lesson: &Lesson) -> bool {
        lesson.goals.iter().all(|goal| goal.is_met(self) == Ok(true))
    }
}

impl Lesson {
    /// Evaluates an attempt.
    ///
    /// # Errors
    /// If it names a reading or label that does not exist, or a text is empty: the reason.
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
        for (metric, score) in &attempt.predictions {
            in_range(&opened, metric, *score)?;
        }
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

/// Applies a learner's changes to the labels. All ids refer to the labels before the changes.
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
