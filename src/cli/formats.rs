//! The forms of the results of `score`: a row of [`FORMS`] and a file each.
//!
//! A form says how much of a judgement it needs, makes contents of it on the worker's thread, and frames them on the
//! thread that writes, where they come in the order of the input.

mod csv;
mod github;
mod html;
mod json;
mod jsonl;
mod junit;
mod md;
#[cfg(feature = "parquet")]
mod parquet;
mod row;
mod scores;
mod text;

use std::borrow::Cow;
use std::fmt::Display;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::{Map, Value, json};

use crate::agree::changes::Changes;
use crate::case::{Case, FileLocation};
use crate::engine::Selection;
use crate::report::Report;

use super::fail_on::Conditions;
use super::output::Content;
use super::rendered::{DeferredOutput, RenderedResult, Row};

/// A form of the results of `score`.
#[derive(Debug)]
pub struct ResultFormat {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, for help.
    pub about: &'static str,
    /// How much of a judgement it needs.
    pub depth: ScoringDepth,
    /// Whether a case is one result, whatever the number of rubrics.
    pub whole_cases: bool,
    /// Whether it is bytes that no terminal can show.
    pub binary: bool,
    /// Whether its results are lines that a later run can go on behind.
    pub resumes: bool,
    /// The results of a case: one for each report, or one.
    pub results: fn(&CaseResults) -> Vec<Rendered>,
    /// The result for a case that could not be scored.
    pub refused: fn(&FailedCase) -> Rendered,
    /// How the results become one output.
    pub framing: fn(&RunHeading) -> Box<dyn Framing>,
}

/// How much of a report is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoringDepth {
    /// Scores, caps and decision.
    Numbers,
    /// These, and the reasons of the verdict.
    Reasons,
    /// All: ledger, labels, flips, disputed readings.
    Reports,
}

pub const FORMS: &[ResultFormat] = &[
    jsonl::FORM,
    json::FORM,
    scores::FORM,
    text::FORM,
    csv::FORM,
    #[cfg(feature = "parquet")]
    parquet::FORM,
    md::FORM,
    html::FORM,
    junit::FORM,
    github::FORM,
];

/// The forms of the command line, each with what it is.
pub fn values() -> impl TypedValueParser<Value = &'static ResultFormat> {
    let value = |form: &ResultFormat| PossibleValue::new(form.name).help(form.about);
    PossibleValuesParser::new(FORMS.iter().map(value))
        .try_map(|name| FORMS.iter().find(|form| form.name == name).ok_or("there is no such form"))
}

pub struct CaseResults<'a> {
    /// The name of the case on a page.
    pub key: &'a str,
    pub case: &'a Case,
    /// Where it stands.
    pub place: &'a FileLocation,
    /// A report for each rubric, as deep as the form asked for.
    pub reports: &'a [Report],
    /// The columns, and which verdicts are failures.
    pub heading: &'a RunHeading,
}

/// A case that could not be scored.
pub struct FailedCase<'a> {
    /// The name of the case on a page.
    pub key: &'a str,
    pub id: &'a str,
    /// The rubrics that it is the result of; none where a record holds no case.
    pub rubrics: &'a [&'a str],
    /// The kind of error, for programs to distinguish it by.
    pub slug: Option<&'static str>,
    pub reason: &'a str,
    pub place: &'a FileLocation,
    /// The hash of what was to be judged, where there is a case.
    pub input: Option<&'a str>,
    pub heading: &'a RunHeading,
}

impl FailedCase<'_> {
    /// The rubric, in a form with a result for each.
    pub fn rubric(&self) -> Option<&str> {
        self.rubrics.first().copied()
    }

    /// Why, in a line.
    pub fn message(&self) -> Cow<'_, str> {
        match self.slug {
            Some(slug) => Cow::Owned(format!("{slug}: {}", self.reason)),
            None => Cow::Borrowed(self.reason),
        }
    }
}

/// The properties of a run that a format needs at the start.
#[derive(Clone, Debug, Default)]
pub struct RunHeading {
    /// The metrics of the rubrics chosen, each once, in the order of the table.
    pub metrics: Vec<&'static str>,
    pub tests: Conditions,
    /// Whether the run is compared with an earlier one.
    pub compares: bool,
}

impl RunHeading {
    pub fn new(selection: &Selection) -> RunHeading {
        let mut metrics = Vec::new();
        for (_, rubric) in selection.rubrics() {
            for (key, _) in rubric.docs().metrics {
                if !metrics.contains(&key) {
                    metrics.push(key);
                }
            }
        }
        RunHeading { metrics, ..RunHeading::default() }
    }
}

/// A result as a form writes it.
#[derive(Debug, Default)]
pub struct Rendered {
    pub content: Content,
    /// What the form keeps for later.
    pub aside: DeferredOutput,
}

impl Rendered {
    fn new(content: Content) -> Rendered {
        Rendered { content, aside: DeferredOutput::Nothing }
    }
}

/// Makes one output of the results.
pub trait Framing {
    /// What is written when a result comes.
    fn take(&mut self, piece: &mut RenderedResult) -> Vec<Content>;

    /// What is written at the end; `changes` is what changed against a baseline.
    fn finish(&mut self, changes: Option<&Changes>) -> Vec<Content> {
        let _ = changes;
        Vec::new()
    }
}

/// Results one below the other.
pub fn lines() -> Box<dyn Framing> {
    Box::new(Lines { gap: false, begun: false })
}

/// One object, or a list of several.
pub fn list() -> Box<dyn Framing> {
    json::framing()
}

/// Results one below the other, with an empty line between them.
pub fn blocks() -> Box<dyn Framing> {
    Box::new(Lines { gap: true, begun: false })
}

struct Lines {
    gap: bool,
    begun: bool,
}

impl Framing for Lines {
    fn take(&mut self, piece: &mut RenderedResult) -> Vec<Content> {
        let gap = self.gap && self.begun;
        self.begun = true;
        let mut contents = Vec::with_capacity(3);
        if gap {
            contents.push(Content::own("\n"));
        }
        contents.push(std::mem::take(&mut piece.content));
        contents.push(Content::own("\n"));
        contents
    }
}

/// Results between a head and an end, which are written without any result too.
struct Enclosed {
    /// The head, until it is written.
    head: Option<Content>,
    end: fn(Option<&Changes>) -> Vec<Content>,
}

fn enclosed(head: Content, end: fn(Option<&Changes>) -> Vec<Content>) -> Box<dyn Framing> {
    Box::new(Enclosed { head: Some(head), end })
}

impl Framing for Enclosed {
    fn take(&mut self, piece: &mut RenderedResult) -> Vec<Content> {
        self.head.take().into_iter().chain([std::mem::take(&mut piece.content)]).collect()
    }

    fn finish(&mut self, changes: Option<&Changes>) -> Vec<Content> {
        self.head.take().into_iter().chain((self.end)(changes)).collect()
    }
}

/// An error as the JSON forms have it.
fn record(refused: &FailedCase) -> Map<String, Value> {
    let mut record = error_record(refused.id, refused.slug, refused.reason, refused.place);
    if let Some(rubric) = refused.rubric() {
        record.shift_insert(1, "rubric".to_owned(), Value::from(rubric));
    }
    if let Some(input) = refused.input {
        record.insert("input".to_owned(), Value::from(input));
    }
    record
}

/// The record of something that has no result: its reason, or an object with it where it has a slug.
pub fn error_record(id: &str, slug: Option<&str>, reason: &str, place: impl Display) -> Map<String, Value> {
    let error = match slug {
        Some(slug) => json!({"slug": slug, "message": reason}),
        None => Value::from(reason),
    };
    let fields = [("id", Value::from(id)), ("error", error), ("where", Value::from(place.to_string()))];
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(framing: &mut dyn Framing, results: &[&str]) -> String {
        let mut out = Vec::new();
        for result in results {
            let content = Content::Json((*result).to_owned());
            out.extend(framing.take(&mut RenderedResult { content, ..RenderedResult::default() }));
        }
        out.extend(framing.finish(None));
        out.iter().map(Content::plain).collect()
    }

    #[test]
    fn one_result_is_an_object_and_several_are_a_list() {
        assert_eq!(written(&mut *list(), &[]), "[]\n");
        assert_eq!(written(&mut *list(), &["{}"]), "{}\n");
        assert_eq!(written(&mut *list(), &["1", "2", "3"]), "[\n1,\n2,\n3\n]\n");
        assert_eq!(written(&mut *lines(), &["1", "2"]), "1\n2\n");
        assert_eq!(written(&mut *blocks(), &["1", "2"]), "1\n\n2\n");
    }

    #[test]
    fn a_page_is_whole_with_any_number_of_results() {
        for results in [&[][..], &["<p>1</p>"], &["<p>1</p>", "<p>2</p>"]] {
            let page = written(&mut *(html::FORM.framing)(&RunHeading::default()), results);
            assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
            assert!(page.contains(&format!("<main>\n{}</main>", results.concat())), "{page}");
        }
    }

    #[test]
    fn every_form_has_a_name_of_its_own() {
        for form in FORMS {
            assert_eq!(FORMS.iter().filter(|other| other.name == form.name).count(), 1, "{}", form.name);
            assert!(form.about.len() > 10, "{}", form.name);
        }
    }
}
