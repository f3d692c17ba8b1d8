//! From one case to its results.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::agree::changes::Scored;
use crate::audit;
use crate::case::{Case, Found, GivenLabels, Place, Problem, Texts};
use crate::engine::{Analysis, Engine, Selection};
use crate::evidence::Wanted;
use crate::judge::{Reply, over};
use crate::labels::{Labels, file};
use crate::report::Report;
use crate::report::json::{line, pretty};

use super::batch::Entry;
use super::changes::scored;
use super::forms::{CaseResults, Depth, Form, Heading, Refused, Rendered};
use super::output::Content;
use super::piece::Piece;

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
    /// The results of a record in a form. A record that holds no case has one error, which names no rubric; a case that
    /// cannot be scored has one for each rubric, or one where a case is one result.
    pub fn results(
        &self,
        output: &Output,
        engine: &mut Engine,
        found: Result<Found, Problem>,
        entry: &Entry,
    ) -> Vec<Piece> {
        let form = output.form;
        let cases = match found {
            Ok(found) => found.cases,
            Err(problem) => {
                let key = key(entry.number, 1);
                let mut piece = output.refused(&key, &problem.id, None, &problem.reason, &problem.place);
                piece.scored = output.unscored(&problem.id, &[""]);
                return vec![piece];
            }
        };
        let mut pieces = Vec::new();
        for (at, case) in cases.iter().enumerate() {
            let key = key(entry.number, at + 1);
            let first = entry.number == 1 && at == 0;
            match self.judged(output, case, engine, &key, entry, (at, first)) {
                Ok(judged) => pieces.extend(judged),
                Err(fault) => {
                    let place = fault.place.as_ref().unwrap_or(&entry.place);
                    let error = |rubric, rubrics: &[&str]| Piece {
                        scored: output.unscored(&case.id, rubrics),
                        ..output.refused(&key, &case.id, rubric, &fault.reason, place)
                    };
                    let slugs: Vec<&str> = self.selection.rubrics().map(|(rubric, _)| rubric.slug).collect();
                    if form.whole_cases {
                        pieces.push(error(None, &slugs));
                    } else {
                        pieces.extend(slugs.iter().map(|slug| error(Some(slug), &[slug])));
                    }
                }
            }
        }
        pieces
    }

    fn judged(
        &self,
        output: &Output,
        case: &Case,
        engine: &mut Engine,
        key: &str,
        Entry { place, replies, .. }: &Entry,
        (at, first): (usize, bool),
    ) -> Result<Vec<Piece>, Fault> {
        let replies = replies.get(at).map(Vec::as_slice).unwrap_or_default();
        let Labelled { analysis, labels, warnings } = self.labelled(case, engine, first, replies)?;
        let form = output.form;
        let reports = match form.depth {
            Depth::Reports => self.selection.judge(case, &analysis, &labels),
            Depth::Reasons => self.selection.scores(case, &analysis, &labels, true),
            Depth::Numbers => self.selection.scores(case, &analysis, &labels, false),
        };
        let rendered =
            (form.results)(&CaseResults { key, case, place, reports: &reports, heading: &output.heading });
        let piece = |rendered: Rendered| Piece {
            content: rendered.content,
            aside: rendered.aside,
            ..Piece::default()
        };
        let mut pieces: Vec<Piece> = rendered.into_iter().map(piece).collect();
        let of_each = if form.whole_cases { reports.len().max(1) } else { 1 };
        for (piece, reports) in pieces.iter_mut().zip(reports.chunks(of_each)) {
            piece.decision = reports.iter().map(|report| report.verdict.decision).max();
            if output.compares {
                piece.scored = reports.iter().map(scored).collect();
            }
        }
        if let Some(first) = pieces.first_mut() {
            first.notes = warnings;
        }
        Ok(pieces)
    }

    /// The reports themselves, for whoever wants no text of them.
    ///
    /// # Errors
    /// Where the case cannot be judged: the reason.
    pub fn judge(&self, case: &Case, engine: &mut Engine) -> Result<Vec<Report>, String> {
        let labelled = self.labelled(case, engine, false, &[]).map_err(|fault| fault.reason)?;
        Ok(self.selection.judge(case, &labelled.analysis, &labelled.labels))
    }

    /// The labels of each case, in the format of label files.
    pub fn labels(
        &self,
        engine: &mut Engine,
        found: Result<Found, Problem>,
        Entry { number, place, replies }: &Entry,
        indented: bool,
    ) -> Vec<Piece> {
        let form = |value: &Value| if indented { pretty(value) } else { line(value) };
        let error = |id: &str, reason: &str, place: &Place| {
            let record = json!({"id": id, "error": reason, "where": place.to_string()});
            vec![Piece { content: Content::Json(form(&record)), error: true, ..Piece::default() }]
        };
        let cases = match found {
            Ok(found) => found.cases,
            Err(problem) => return error(&problem.id, &problem.reason, &problem.place),
        };
        let mut each = |(at, case): (usize, &Case)| {
            let replies = replies.get(at).map(Vec::as_slice).unwrap_or_default();
            let labelled = match self.labelled(case, engine, *number == 1 && at == 0, replies) {
                Ok(labelled) => labelled,
                Err(fault) => {
                    return error(&case.id, &fault.reason, fault.place.as_ref().unwrap_or(place));
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
            let content = Content::Json(form(&wrapper.to_value()));
            vec![Piece { content, notes: labelled.warnings, ..Piece::default() }]
        };
        cases.iter().enumerate().flat_map(&mut each).collect()
    }

    /// The labels that were given for a case. A case whose id a file of labels has is matched, whatever comes of it.
    fn own<'a>(&self, case: &'a Case, first: bool) -> Result<Option<Own<'a>>, Fault> {
        if let Some(given) = &self.given {
            let found = match given.get(&case.id) {
                Ok(None) if first => given.lone(),
                found => found,
            };
            let found = found.map_err(|error| Fault { reason: error.reason, place: Some(error.place) })?;
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
    fn labelled(
        &self,
        case: &Case,
        engine: &mut Engine,
        first: bool,
        replies: &[Reply],
    ) -> Result<Labelled, Fault> {
        let own = self.own(case, first);
        if let Some(error) = Texts::of(case).empty() {
            return Err(Fault { reason: error.to_owned(), place: None });
        }
        let read = |(value, place): Own| match audit::read_labels(&value, &case.article, &case.summary) {
            Ok(mut given) => {
                for warning in given.warnings.iter_mut().filter(|_| place.is_some()) {
                    let place = place.as_ref().map(ToString::to_string).unwrap_or_default();
                    *warning = format!("{warning} ({place})");
                }
                Ok(given)
            }
            Err(reason) => Err(Fault { reason, place }),
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
        let mut labels = Arc::clone(&analysis.proposals);
        let mut warnings = Vec::new();
        if !replies.is_empty() {
            labels = Arc::new(over((*labels).clone(), replies, !self.labels_only));
            let given = replies.iter().filter_map(|reply| reply.given.as_ref().ok());
            warnings.extend(given.flat_map(|given| given.warnings.iter().cloned()));
        }
        if let Some(given) = given {
            warnings.extend(given.warnings);
            labels = Arc::new((*labels).clone().overlaid(given.labels));
        }
        let warnings = warnings.into_iter().map(|warning| format!("{}: {warning}", case.id)).collect();
        Ok(Labelled { analysis, labels, warnings })
    }
}

/// The form of the results, and what it knows before the first comes.
pub struct Output {
    /// The form.
    pub form: &'static Form,
    /// Its columns.
    pub heading: Heading,
    /// Whether results are compared with a baseline.
    pub compares: bool,
}

impl Output {
    fn refused(&self, key: &str, id: &str, rubric: Option<&str>, reason: &str, place: &Place) -> Piece {
        let heading = &self.heading;
        let rendered = (self.form.refused)(&Refused { key, id, rubric, reason, place, heading });
        let Rendered { content, aside } = rendered;
        Piece { content, aside, error: true, ..Piece::default() }
    }

    /// A case that could not be scored, as it is compared with a baseline.
    fn unscored(&self, id: &str, rubrics: &[&str]) -> Vec<Scored> {
        let of =
            |rubric: &&str| Scored { id: id.to_owned(), rubric: (*rubric).to_owned(), ..Scored::default() };
        if self.compares { rubrics.iter().map(of).collect() } else { Vec::new() }
    }
}

/// The name of a case on a page: by its record's number, and its own where a record holds several.
fn key(number: usize, at: usize) -> String {
    if at == 1 { format!("c{number}") } else { format!("c{number}-{at}") }
}
