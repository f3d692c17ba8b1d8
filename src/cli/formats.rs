//! The output formats of `score`: a table [`FORMS`], with a file for each.
//!
//! A format declares which parts of a report it needs, renders results on the workers' threads, and joins
//! them on the writing thread, where they arrive in the order of the input.

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

/// An output format of `score`.
#[derive(Debug)]
pub struct ResultFormat {
    /// Name on the command line.
    pub name: &'static str,
    /// Description for the help.
    pub about: &'static str,
    /// Which parts of a report it needs.
    pub depth: ScoringDepth,
    /// Whether each case has a single result, regardless of the number of rubrics.
    pub whole_cases: bool,
    /// Whether it is binary and cannot be shown on a terminal.
    pub binary: bool,
    /// Whether its results are lines to which a later run can append.
    pub resumes: bool,
    /// Renders the results of a case: one for each report, or a single one.
    pub results: fn(&CaseResults) -> Vec<Rendered>,
    /// Renders the result of a case that could not be scored.
    pub refused: fn(&FailedCase) -> Rendered,
    /// Creates what joins the results to one output.
    pub framing: fn(&RunHeading) -> Box<dyn Framing>,
}

/// Which parts of a report are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoringDepth {
    /// Scores, caps and decision.
    Numbers,
    /// These, and the reasons for the verdict.
    Reasons,
    /// Everything: ledger, labels, flips, disputed readings.
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

/// Returns a parser for the names of the formats, with their descriptions.
pub fn values() -> impl TypedValueParser<Value = &'static ResultFormat> {
    let value = |form: &ResultFormat| PossibleValue::new(form.name).help(form.about);
    PossibleValuesParser::new(FORMS.iter().map(value))
        .try_map(|name| FORMS.iter().find(|form| form.name == name).ok_or("there is no such form"))
}

pub struct CaseResults<'a> {
    /// Anchor of the case on a page.
    pub key: &'a str,
    pub case: &'a Case,
    /// Location of the case.
    pub place: &'a FileLocation,
    /// A report for each rubric, with the parts that the format needs.
    pub reports: &'a [Report],
    /// The columns, and which verdicts count as failures.
    pub heading: &'a RunHeading,
}

/// A case that could not be scored.
pub struct FailedCase<'a> {
    /// Anchor of the case on a page.
    pub key: &'a str,
    pub id: &'a str,
    /// The rubrics that the result stands for; empty if a record contains no case.
    pub rubrics: &'a [&'a str],
    /// The kind of error, for programs.
    pub slug: Option<&'static str>,
    pub reason: &'a str,
    pub place: &'a FileLocation,
    /// The hash of the texts, if there is a case.
    pub input: Option<&'a str>,
    pub heading: &'a RunHeading,
}

impl FailedCase<'_> {
    /// Returns the rubric, in a format with a result for each.
    pub fn rubric(&self) -> Option<&str> {
        self.rubrics.first().copied()
    }

    /// Returns the reason on one line.
    pub fn message(&self) -> Cow<'_, str> {
        match self.slug {
            Some(slug) => Cow::Owned(format!("{slug}: {}", self.reason)),
            None => Cow::Borrowed(self.reason),
        }
    }
}

/// Properties of a run that a format needs at the start.
#[derive(Clone, Debug, Default)]
pub struct RunHeading {
    /// The metrics of the selected rubrics, each once, in the order of the table.
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

/// A rendered result.
#[derive(Debug, Default)]
pub struct Rendered {
    pub content: Content,
    /// The part that the format writes later.
    pub aside: DeferredOutput,
}

impl Rendered {
    fn new(content: Content) -> Rendered {
        Rendered { content, aside: DeferredOutput::Nothing }
    }
}

/// Joins results to one output.
pub trait Framing {
    /// Returns what to write when a result arrives.
    fn take(&mut self, piece: &mut RenderedResult) -> Vec<Content>;

    /// Returns what to write at the end; `changes` are those compared with a baseline.
    fn finish(&mut self, changes: Option<&Changes>) -> Vec<Content> {
        let _ = changes;
        Vec::new()
    }
}

/// One result per line.
pub fn lines() -> Box<dyn Framing> {
    Box::new(Lines { gap: false, begun: false })
}

/// A single object, or a list of several.
pub fn list() -> Box<dyn Framing> {
    json::framing()
}

/// Results separated by empty lines.
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

/// Results between a header and a footer, which are written even without results.
struct Enclosed {
    /// The header, until it is written.
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

/// Returns an error as an object for the JSON formats.
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

/// Returns the record of something without a result. The error is the reason or, with a slug, an object
/// containing both.
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
