//! From one case to its results.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::audit;
use crate::case::{Case, Found, GivenLabels, Place, Problem, Texts};
use crate::engine::{Analysis, Engine, Selection};
use crate::evidence::Wanted;
use crate::export::case as share;
use crate::labels::{Labels, file};
use crate::report::Report;
use crate::report::json::{Json, Side, line, pretty};
use crate::report::text::text;
use crate::text::visible::{Shape, visible};

use super::OutputFormat;
use super::batch::{Entry, Piece};
use super::output::Content;

/// How cases are judged.
pub struct Judging {
    /// By which rubrics and readings.
    pub selection: Selection,
    /// What has to be found of each case.
    pub wanted: Wanted,
    /// Labels given apart from the cases; a case's own are used where there is no such file.
    pub given: Option<Arc<GivenLabels>>,
    /// Whether a case's own are used where those have none for it.
    pub own_beside: bool,
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
}

/// Labels that were given for a case, and where, unless it is with the case.
type Own<'a> = (Cow<'a, Value>, Option<Place>);

/// Why a case cannot be judged, and where, unless it is in the case itself.
struct Fault {
    reason: String,
    place: Option<Place>,
}

impl Judging {
    /// One result for each case and rubric; on a page, one for each case. A record that holds no case has one error,
    /// which names no rubric; a case that cannot be scored has one for each rubric.
    pub fn reports(&self, engine: &mut Engine, found: Result<Found, Problem>, entry: &Entry) -> Vec<Piece> {
        let mut at = 0;
        self.each(found, entry.number, |case| {
            at += 1;
            let key = key(entry.number, at);
            match self.judged(case, engine, &key) {
                Ok(pieces) => pieces,
                Err(fault) => {
                    let place = fault.place.as_ref().unwrap_or(&entry.place);
                    let error = |rubric| self.error(&key, &case.id, rubric, &fault.reason, place);
                    if self.format == OutputFormat::Html {
                        return vec![error(None)];
                    }
                    self.selection.rubrics().map(|(rubric, _)| error(Some(rubric.slug))).collect()
                }
            }
        })
    }

    fn judged(&self, case: &Case, engine: &mut Engine, key: &str) -> Result<Vec<Piece>, Fault> {
        let labelled = self.labelled(case, engine)?;
        let reports = self.selection.judge(case, &labelled.analysis, &labelled.labels);
        let shared = share::CaseReports { key, id: &case.id, texts: Texts::of(case), reports: &reports };
        let mut pieces: Vec<Piece> = match self.format {
            OutputFormat::Html => {
                let content = Content::text(share::html(&shared).into());
                let decision = reports.iter().map(|report| report.verdict.decision).max();
                vec![Piece { content, decision, ..Piece::default() }]
            }
            OutputFormat::Md => {
                let section = |report: &Report| Content::text(share::markdown(&shared, report));
                reports.iter().map(|report| piece(section(report), report)).collect()
            }
            _ => {
                let (article, summary) = (Side::new(&case.article), Side::new(&case.summary));
                reports.iter().map(|report| self.report(report, case, &article, &summary)).collect()
            }
        };
        if let Some(first) = pieces.first_mut() {
            first.notes = labelled.warnings;
        }
        Ok(pieces)
    }

    /// The reports themselves, for whoever wants no text of them.
    ///
    /// # Errors
    /// Where the case cannot be judged: the reason.
    pub fn judge(&self, case: &Case, engine: &mut Engine) -> Result<Vec<Report>, String> {
        let labelled = self.labelled(case, engine).map_err(|fault| fault.reason)?;
        Ok(self.selection.judge(case, &labelled.analysis, &labelled.labels))
    }

    /// The labels of each case, in the format of label files.
    pub fn labels(&self, engine: &mut Engine, found: Result<Found, Problem>, place: &Place) -> Vec<Piece> {
        self.each(found, 0, |case| {
            let labelled = match self.labelled(case, engine) {
                Ok(labelled) => labelled,
                Err(fault) => {
                    let place = fault.place.as_ref().unwrap_or(place);
                    return vec![self.error("", &case.id, None, &fault.reason, place)];
                }
            };
            let wrapper = file::Wrapper {
                id: &case.id,
                by: "engine",
                labels: &labelled.labels,
                article: &case.article,
                summary: &case.summary,
                overlap: file::Overlap::of(self.selection.readings.get("relevance.overlap")),
            };
            let value = wrapper.to_value();
            let json = if self.format == OutputFormat::Jsonl { line(&value) } else { pretty(&value) };
            let content = Content::Json(json);
            vec![Piece { content, notes: labelled.warnings, ..Piece::default() }]
        })
    }

    fn each(
        &self,
        found: Result<Found, Problem>,
        number: usize,
        judge: impl FnMut(&Case) -> Vec<Piece>,
    ) -> Vec<Piece> {
        match found {
            Ok(found) => found.cases.iter().flat_map(judge).collect(),
            Err(problem) => {
                vec![self.error(&key(number, 1), &problem.id, None, &problem.reason, &problem.place)]
            }
        }
    }

    /// The labels that were given for a case. A case whose id a file of labels has is matched, whatever comes of it.
    fn own<'a>(&self, case: &'a Case) -> Result<Option<Own<'a>>, Fault> {
        if let Some(given) = &self.given {
            let found = given
                .get(&case.id)
                .map_err(|error| Fault { reason: error.reason, place: Some(error.place) })?;
            if found.is_some() || !self.own_beside {
                return Ok(found.map(|(value, place)| (Cow::Owned(value), Some(place))));
            }
        }
        if let Some(wrong) = case.wrong("labels") {
            return Err(Fault { reason: wrong.to_owned(), place: None });
        }
        let own = case.labels.as_ref().filter(|value| !value.is_null());
        Ok(own.map(|value| (Cow::Borrowed(value), None)))
    }

    /// The labels of a case, or why it cannot be scored by any rubric.
    fn labelled(&self, case: &Case, engine: &mut Engine) -> Result<Labelled, Fault> {
        let own = self.own(case);
        if let Some(error) = Texts::of(case).empty() {
            return Err(Fault { reason: error.to_owned(), place: None });
        }
        let read = |(value, place): Own| {
            audit::read_labels(&value, &case.article, &case.summary).map_err(|reason| Fault { reason, place })
        };
        let given = own?.map(read).transpose()?;
        let mut given = given;
        let analysis = match (self.labels_only, engine.calibration().cloned()) {
            (false, _) => engine.analyse(case, Texts::of(case), self.wanted),
            (true, None) => engine.read(case, Texts::of(case), self.wanted),
            (true, Some(own)) => {
                // What is stored has no signals: they are found once more.
                let mut anew = engine.analyse(case, Texts::of(case), self.wanted);
                if let Some(given) = &mut given {
                    own.apply_stored(&mut given.labels, &anew.proposals);
                }
                anew.proposals = Arc::default();
                anew
            }
        };
        let proposals = Arc::clone(&analysis.proposals);
        let Some(given) = given else {
            return Ok(Labelled { analysis, labels: proposals, warnings: Vec::new() });
        };
        let warnings = given.warnings.into_iter().map(|warning| format!("{}: {warning}", case.id)).collect();
        let labels = Arc::new((*proposals).clone().overlaid(given.labels));
        Ok(Labelled { analysis, labels, warnings })
    }

    fn report(&self, report: &Report, case: &Case, article: &Side, summary: &Side) -> Piece {
        let json = Json { report, article, summary, extra: Some(&case.extra) };
        let content = match self.format {
            OutputFormat::Jsonl => Content::Json(line(&json)),
            OutputFormat::Json => Content::Json(pretty(&json)),
            _ => Content::Text(text(report)),
        };
        piece(content, report)
    }

    fn error(&self, key: &str, id: &str, rubric: Option<&str>, reason: &str, place: &Place) -> Piece {
        let content = match self.format {
            OutputFormat::Html => {
                Content::text(share::html_error(key, id, reason, &place.to_string()).into())
            }
            OutputFormat::Md => Content::text(share::markdown_error(id, reason, &place.to_string())),
            OutputFormat::Text => {
                let message = format!("{id}: not scored: {reason} ({place})");
                Content::text(visible(&message, Shape::Line).into_owned())
            }
            format => {
                let mut record = Map::new();
                record.insert("id".to_owned(), Value::from(id));
                if let Some(rubric) = rubric {
                    record.insert("rubric".to_owned(), Value::from(rubric));
                }
                record.insert("error".to_owned(), Value::from(reason));
                record.insert("where".to_owned(), json!(place.to_string()));
                Content::Json(if format == OutputFormat::Jsonl { line(&record) } else { pretty(&record) })
            }
        };
        Piece { content, error: true, ..Piece::default() }
    }
}

/// The name of a case on a page: by its record's number, and its own where a record holds several.
fn key(number: usize, at: usize) -> String {
    if at == 1 { format!("c{number}") } else { format!("c{number}-{at}") }
}

fn piece(content: Content, report: &Report) -> Piece {
    Piece { content, decision: Some(report.verdict.decision), ..Piece::default() }
}
