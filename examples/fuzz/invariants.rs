//! Invariants of everything that is read, scored and written, for arbitrary inputs.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use jsonschema::Validator;
use lockbench::case::{Case, CaseError, Fields, Origin, Record, RecordCases, read};
use lockbench::document::{ColorMode, Painted};
use lockbench::engine::{Analysis, Engine, Selection};
use lockbench::labels::LISTS;
use lockbench::num::Num;
use lockbench::report::Report;
use lockbench::report::json::{ReportJson, SpanText, line};
use lockbench::rubric::{Readings, RubricSet, slugs};
use lockbench::schema::FileFormat;
use lockbench::text::visible::steers;
use serde_json::Value;

/// How often checks reached certain points: a fuzzer whose inputs are all refused checks nothing.
static REACHED: Mutex<BTreeMap<&str, u64>> = Mutex::new(BTreeMap::new());

/// Counts that a check reached a point.
pub fn reached(what: &'static str) {
    *REACHED.lock().unwrap_or_else(PoisonError::into_inner).entry(what).or_default() += 1;
}

/// Returns the counts since the last call.
pub fn counted() -> String {
    let counts = std::mem::take(&mut *REACHED.lock().unwrap_or_else(PoisonError::into_inner));
    counts.iter().map(|(what, count)| format!("; {what} {count}")).collect()
}

/// The result of a check: success, or the violated invariant.
pub type Outcome = Result<(), String>;

/// Fails with a message unless a condition holds.
#[macro_export]
macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        if !$holds {
            return Err(format!($($message)+));
        }
    };
}

/// All rubrics as shipped.
pub static SHIPPED: LazyLock<Selection> = LazyLock::new(|| {
    let slugs = slugs();
    let set = RubricSet::shipped();
    Selection::new(Arc::new(set), &slugs, Readings::default())
});

/// Loads a rubric with the numbers of a file; `None` if the file is refused with a reason.
///
/// # Errors
/// If the reason is missing, or a file accepted once is not accepted again.
pub fn with_numbers(slug: &'static str, text: &str) -> Result<Option<Selection>, String> {
    let mut set = RubricSet::shipped();
    match (set.replace(slug, text), set.replace(slug, text)) {
        (Ok(()), Ok(())) => Ok(Some(Selection::new(Arc::new(set), &[slug], Readings::default()))),
        (Err(error), Err(again)) => {
            ensure!(!error.to_string().trim().is_empty(), "{slug}: refused without a reason");
            ensure!(error.to_string() == again.to_string(), "{slug}: refused for another reason");
            Ok(None)
        }
        (_, _) => Err(format!("{slug}: taken once, not twice")),
    }
}

fn validator(of: FileFormat) -> Validator {
    let schema = serde_json::from_str(&lockbench::schema::text(of)).expect("a schema");
    jsonschema::validator_for(&schema).expect("a schema")
}

static REPORT: LazyLock<Validator> = LazyLock::new(|| validator(FileFormat::Report));
static LABELS: LazyLock<Validator> = LazyLock::new(|| validator(FileFormat::Labels));
static AUDIT: LazyLock<Validator> = LazyLock::new(|| validator(FileFormat::Audit));

/// Checks that JSON output follows the schema of its format.
pub fn follows(of: FileFormat, value: &Value) -> Outcome {
    let validator = match of {
        FileFormat::Labels => &LABELS,
        FileFormat::Audit => &AUDIT,
        _ => &REPORT,
    };
    match validator.iter_errors(value).next() {
        None => Ok(()),
        Some(error) => Err(format!("against the schema at {}: {error}", error.instance_path())),
    }
}

/// Returns whether a record reports an error with its location.
pub fn is_error(value: &Value) -> bool {
    ["id", "error", "where"].iter().all(|key| value[key].is_string())
}

/// Checks that a text is safe for a terminal.
pub fn clean(what: &str, text: &str) -> Outcome {
    match text.chars().find(|c| steers(*c)) {
        None => Ok(()),
        Some(c) => Err(format!("{what} holds {c:?}: {text:?}")),
    }
}

/// Returns the content of an input's records, in order.
pub fn cases(origin: &Origin) -> Vec<(lockbench::case::FileLocation, Result<RecordCases, CaseError>)> {
    let held = |record: Record| (record.place.clone(), record.cases(&Fields::default()));
    read(origin, &Arc::default()).map(held).collect()
}

/// A record: its first line, and its content.
pub type Line = (usize, Result<RecordCases, CaseError>);

/// Writes a file and reads its cases twice. Checks that the results are equal, that errors have a
/// location and a description, and that every record has a result.
pub fn read_twice(path: &Path, bytes: &[u8]) -> Result<Vec<Line>, String> {
    std::fs::write(path, bytes).map_err(|error| error.to_string())?;
    let origin = Origin::File(path.to_owned());
    let first = cases(&origin);
    ensure!(
        format!("{first:?}") == format!("{:?}", cases(&origin)),
        "read again, the file holds something else"
    );
    for (place, outcome) in &first {
        match outcome {
            Ok(found) => {
                reached("cases");
                ensure!(!found.cases.is_empty(), "{place}: neither a case nor a problem");
            }
            Err(problem) => {
                reached("problems");
                ensure!(!problem.reason.is_empty(), "{place}: a problem without a reason");
                ensure!(problem.place.line >= 1 && problem.place.column >= 1, "{place}: {:?}", problem.place);
            }
        }
    }
    Ok(first.into_iter().map(|(place, outcome)| (place.line, outcome)).collect())
}

/// Checks the invariants of a report: scores within their range, its schema, and text that is safe for a
/// terminal.
pub fn report_holds(report: &Report, article: &SpanText, summary: &SpanText) -> Result<String, String> {
    for metric in &report.metrics {
        let bounded = |score: Num| metric.range[0] <= score && score <= metric.range[1];
        let scores = [metric.raw(), metric.score()];
        ensure!(
            scores.into_iter().flatten().all(bounded),
            "{}.{} is out of its range: {scores:?}",
            report.rubric,
            metric.key
        );
    }
    reached("reports");
    let json = line(&ReportJson { report, article, summary, extra: None });
    clean("JSON", &json)?;
    let value: Value = serde_json::from_str(&json).map_err(|error| format!("no JSON: {error}"))?;
    follows(FileFormat::Report, &value).map_err(|why| format!("{} {why}", report.rubric))?;
    clean("text", &lockbench::export::case::text(report).render(ColorMode::Plain))?;
    Ok(json)
}

/// Scores a case by the selected rubrics; returns the checked reports as JSON.
pub fn judged(selection: &Selection, case: &Case, analysis: &Analysis) -> Result<Vec<String>, String> {
    for spec in &LISTS {
        for label in analysis.proposals.get(spec.list).unwrap_or_default() {
            for (text, spans) in [(&analysis.article, &label.article), (&analysis.summary, &label.summary)] {
                let within = |span: &lockbench::text::Span| text.raw().get(span.range()).is_some();
                ensure!(spans.iter().all(within), "{}: a span is not in its text: {spans:?}", spec.key);
            }
            ensure!(label.p.is_none_or(|p| (0.0..=1.0).contains(&p)), "{}: p is {:?}", spec.key, label.p);
        }
    }
    let reports = selection.judge(case, analysis, &analysis.proposals);
    let sides = (SpanText::new(&case.article), SpanText::new(&case.summary));
    reports.iter().map(|report| report_holds(report, &sides.0, &sides.1)).collect()
}

/// Builds a case from two texts.
pub fn pair(article: &str, summary: &str) -> Case {
    Case { id: "x".to_owned(), article: article.to_owned(), summary: summary.to_owned(), ..Case::default() }
}

/// Analyses and scores a case by all rubrics, with an engine that may have cached results.
pub fn through(engine: &mut Engine, case: &Case) -> Result<Vec<String>, String> {
    let texts = lockbench::case::Texts::of(case);
    let analysis = engine.analyse(case, texts, lockbench::evidence::Wanted::ALL);
    judged(&SHIPPED, case, &analysis)
}

/// Returns a text as it is written to a pipe.
pub fn shown(text: String) -> String {
    Painted::from(text).render(ColorMode::Plain).into_owned()
}
