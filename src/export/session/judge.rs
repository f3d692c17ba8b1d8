//! Scores the cases of a session by its own rubric and readings.

use std::sync::Arc;

use crate::case::{Case, EmptyText, Texts};
use crate::embedding::Embedding;
use crate::engine::{Analysis, Engine, Selection};
use crate::labels::Labels;
use crate::report::Report;
use crate::rubric::{DEFAULT_RUBRIC, Evaluation, RUBRICS, Readings, RubricEntry, RubricSet};
use crate::session::{OrderedObject, rubric_file};

use super::ExportError;

/// Why a case has no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnscoredError {
    #[error(transparent)]
    Empty(#[from] EmptyText),
    #[error("no such rubric")]
    NoRubric,
}

/// Scores the cases of a session with its labels, without new proposals.
pub struct SessionScorer {
    selection: Selection,
    entry: &'static RubricEntry,
    /// The readings that differ from the default, as `KEY=VALUE`.
    pub readings: Vec<String>,
    /// The version of the rubric file that the session was made with, if any.
    pub version: Option<String>,
    engine: Engine,
}

impl SessionScorer {
    /// Creates a scorer from the rubric and readings named in the first line of a session.
    pub fn new(line: &OrderedObject, embedding: Embedding) -> Result<SessionScorer, ExportError> {
        let slug = line.string("rubric").map_err(ExportError::Line)?;
        let slug = slug.unwrap_or_else(|| DEFAULT_RUBRIC.to_owned());
        let entry = RUBRICS.iter().find(|entry| entry.slug == slug);
        let entry = entry.ok_or(ExportError::Rubric(slug))?;
        let (mut readings, mut values) = (Readings::default(), Vec::new());
        let own = line.get("readings").unwrap_or_default();
        for (key, value) in own.as_object().into_iter().flatten() {
            let value = value.as_str().unwrap_or_default();
            readings.set(key, value)?;
            values.push(format!("{key}={value}"));
        }
        let (mut rubrics, mut version) = (RubricSet::shipped(), None);
        if let Some((slug, text)) = rubric_file(line) {
            rubrics.replace(&slug, &text)?;
            version = rubrics.get(&slug).map(|(_, rubric)| rubric.version().to_owned());
        }
        let selection = Selection::new(Arc::new(rubrics), &[entry.slug], readings);
        Ok(SessionScorer { selection, entry, readings: values, version, engine: Engine::with(embedding) })
    }

    pub fn rubric(&self) -> &'static RubricEntry {
        self.entry
    }

    fn read(&mut self, case: &Case, texts: Texts) -> Result<(Case, Analysis), UnscoredError> {
        if let Some(empty) = texts.empty() {
            return Err(empty.into());
        }
        let (article, summary) = (texts.article.to_owned(), texts.summary.to_owned());
        let case = Case { article, summary, ..case.clone() };
        let analysis = self.engine.read(&case, Texts::of(&case), self.selection.wanted());
        Ok((case, analysis))
    }

    /// Scores a case without a ledger.
    pub fn evaluate(
        &mut self,
        case: &Case,
        texts: Texts,
        labels: &Labels,
    ) -> Result<Evaluation, UnscoredError> {
        let (case, analysis) = self.read(case, texts)?;
        self.selection.evaluate(self.entry.slug, &case, &analysis, labels).ok_or(UnscoredError::NoRubric)
    }

    pub fn report(&mut self, case: &Case, texts: Texts, labels: &Labels) -> Result<Report, UnscoredError> {
        let (case, analysis) = self.read(case, texts)?;
        self.selection.judge(&case, &analysis, labels).pop().ok_or(UnscoredError::NoRubric)
    }
}
