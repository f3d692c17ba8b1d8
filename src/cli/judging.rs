//! From one case to its results.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::audit;
use crate::case::{Case, Found, GivenLabels, Place, Problem, Texts};
use crate::engine::{Analysis, Engine, Standard};
use crate::evidence::Wanted;
use crate::labels::{Labels, file};
use crate::report::Report;
use crate::report::json::{Json, Side, line, pretty};
use crate::report::text::text;
use crate::text::visible::{Shape, visible};

use super::OutputFormat;
use super::batch::Piece;
use super::output::Content;

/// How cases are judged.
pub struct Judging {
    /// By which rubrics and readings.
    pub standard: Standard,
    /// What has to be found of each case.
    pub wanted: Wanted,
    /// Labels given apart from the cases; a case's own are used where there is no such file.
    pub given: Option<GivenLabels>,
    /// Whether nothing is proposed.
    pub labels_only: bool,
    /// The form of the results.
    pub format: OutputFormat,
}

/// A case's labels, ready to be judged.
struct Labelled {
    analysis: Analysis,
    labels: Arc<Labels>,
    warnings: Vec<String>,
    used: bool,
}

impl Judging {
    /// One result for each case and rubric.
    pub fn reports(&self, engine: &mut Engine, found: Result<Found, Problem>, place: &Place) -> Vec<Piece> {
        self.each(engine, found, place, |case, engine| {
            if let Some(error) = empty(case) {
                let of_rubric = |entry: &crate::rubric::RubricEntry| {
                    let mut record = Map::new();
                    record.insert("id".to_owned(), Value::from(case.id.as_str()));
                    record.insert("rubric".to_owned(), Value::from(entry.slug));
                    self.error(record, error, place)
                };
                return Ok(self.standard.entries().map(of_rubric).collect());
            }
            let labelled = self.labelled(case, engine)?;
            let (article, summary) = (Side::new(&case.article), Side::new(&case.summary));
            let reports = self.standard.judge(case, &labelled.analysis, &labelled.labels);
            let mut pieces: Vec<Piece> =
                reports.iter().map(|report| self.report(report, case, &article, &summary)).collect();
            if let Some(first) = pieces.first_mut() {
                (first.notes, first.labels_used) = (labelled.warnings, labelled.used);
            }
            Ok(pieces)
        })
    }

    /// The reports themselves, for whoever wants no text of them.
    ///
    /// # Errors
    /// Where the case cannot be judged: the reason.
    pub fn judge(&self, case: &Case, engine: &mut Engine) -> Result<Vec<Report>, String> {
        if let Some(error) = empty(case) {
            return Err(error.to_owned());
        }
        let labelled = self.labelled(case, engine)?;
        Ok(self.standard.judge(case, &labelled.analysis, &labelled.labels))
    }

    /// The labels of each case, in the format of label files.
    pub fn labels(&self, engine: &mut Engine, found: Result<Found, Problem>, place: &Place) -> Vec<Piece> {
        self.each(engine, found, place, |case, engine| {
            if let Some(error) = empty(case) {
                let mut record = Map::new();
                record.insert("id".to_owned(), Value::from(case.id.as_str()));
                return Ok(vec![self.error(record, error, place)]);
            }
            let labelled = self.labelled(case, engine)?;
            let wrapper = file::Wrapper {
                id: &case.id,
                by: "engine",
                labels: &labelled.labels,
                article: &case.article,
                summary: &case.summary,
                overlap: file::Overlap::of(self.standard.readings.get("relevance.overlap")),
            };
            let value = wrapper.to_value();
            let json = if self.format == OutputFormat::Jsonl { line(&value) } else { pretty(&value) };
            let content = Content::Json(json);
            Ok(vec![Piece {
                content,
                notes: labelled.warnings,
                labels_used: labelled.used,
                ..Piece::default()
            }])
        })
    }

    fn each(
        &self,
        engine: &mut Engine,
        found: Result<Found, Problem>,
        place: &Place,
        judge: impl Fn(&Case, &mut Engine) -> Result<Vec<Piece>, String>,
    ) -> Vec<Piece> {
        let cases = match found {
            Ok(found) => found.cases,
            Err(problem) => return vec![self.problem(&problem)],
        };
        let mut pieces = Vec::new();
        for case in &cases {
            match judge(case, engine) {
                Ok(more) => pieces.extend(more),
                Err(reason) => {
                    pieces.push(self.problem(&Problem { id: case.id.clone(), reason, place: place.clone() }));
                }
            }
        }
        pieces
    }

    fn labelled(&self, case: &Case, engine: &mut Engine) -> Result<Labelled, String> {
        let value = match &self.given {
            Some(given) => given.get(&case.id),
            None => case.labels.as_ref().filter(|value| !value.is_null()),
        };
        let given = value.map(|value| audit::read_labels(value, &case.article, &case.summary)).transpose()?;
        let analysis = if self.labels_only {
            engine.read(case, Texts::of(case), self.wanted)
        } else {
            engine.analyse(case, Texts::of(case), self.wanted)
        };
        let proposals = Arc::clone(&analysis.proposals);
        let Some(given) = given else {
            return Ok(Labelled { analysis, labels: proposals, warnings: Vec::new(), used: false });
        };
        let warnings = given.warnings.into_iter().map(|warning| format!("{}: {warning}", case.id)).collect();
        let used = self.given.is_some();
        Ok(Labelled {
            analysis,
            labels: Arc::new((*proposals).clone().overlaid(given.labels)),
            warnings,
            used,
        })
    }

    fn report(&self, report: &Report, case: &Case, article: &Side, summary: &Side) -> Piece {
        let json = Json { report, article, summary, extra: Some(&case.extra) };
        let content = match self.format {
            OutputFormat::Jsonl => Content::Json(line(&json)),
            OutputFormat::Json => Content::Json(pretty(&json)),
            OutputFormat::Text => Content::Text(text(report)),
        };
        Piece { content, decision: Some(report.verdict.decision), ..Piece::default() }
    }

    fn problem(&self, problem: &Problem) -> Piece {
        let mut record = Map::new();
        record.insert("id".to_owned(), Value::from(problem.id.as_str()));
        self.error(record, &problem.reason, &problem.place)
    }

    fn error(&self, mut record: Map<String, Value>, reason: &str, place: &Place) -> Piece {
        let content = match self.format {
            OutputFormat::Text => {
                let id = record.get("id").and_then(Value::as_str).unwrap_or_default();
                let message = format!("{id}: not scored: {reason} ({place})");
                Content::text(visible(&message, Shape::Line).into_owned())
            }
            format => {
                record.insert("error".to_owned(), Value::from(reason));
                record.insert("where".to_owned(), json!(place.to_string()));
                Content::Json(if format == OutputFormat::Jsonl { line(&record) } else { pretty(&record) })
            }
        };
        Piece { content, error: true, ..Piece::default() }
    }
}

fn empty(case: &Case) -> Option<&'static str> {
    match (case.article.trim().is_empty(), case.summary.trim().is_empty()) {
        (true, _) => Some("empty_article"),
        (_, true) => Some("empty_summary"),
        _ => None,
    }
}
