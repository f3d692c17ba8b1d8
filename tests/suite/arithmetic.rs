//! Compares the program's scores with the second evaluation on ten thousand random label files.

use lockbench::case::{Case, Texts};
use lockbench::engine::{Engine, Selection};
use lockbench::labels::file;
use lockbench::report::json::{ReportJson, SpanText};
use lockbench::rubric;
use serde_json::Value;

use crate::arithmetic_rest::disputes;
use crate::full::label_files;
use crate::oracle::caps::Row;
use crate::oracle::facts::Gap;
use crate::oracle::fraction::Fraction;
use crate::oracle::{Expected, ExpectedMetric, Lock, READINGS, Readings, evaluate, generate};

/// The program, as used on a label file.
struct Program {
    engine: Engine,
    selections: [Selection; 2],
}

impl Program {
    fn new() -> Program {
        let selection = |lock: Lock| Selection::shipped(&[lock.slug()], rubric::Readings::default());
        Program { engine: Engine::default(), selections: [Lock::Twin, Lock::Judge].map(selection) }
    }

    /// Returns the program's output for a case and its labels.
    fn writes(&mut self, lock: Lock, case: &Value, labels: &Value, readings: &Readings) -> Value {
        let text = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
        let case =
            Case { id: text("id"), article: text("article"), summary: text("summary"), ..Case::default() };
        written(&mut self.engine, &mut self.selections[lock as usize], &case, labels, readings)
    }
}

/// Returns a rubric's output for a case and its labels, under the readings.
pub fn written(
    engine: &mut Engine,
    selection: &mut Selection,
    case: &Case,
    labels: &Value,
    readings: &Readings,
) -> Value {
    let mut chosen = rubric::Readings::default();
    for (key, value) in readings {
        chosen.set(key, value).expect("a reading of the rules");
    }
    selection.readings = chosen;
    let given = file::read(labels, &case.article, &case.summary).expect("an object of lists");
    let analysis = engine.read(case, Texts::of(case), selection.wanted());
    let reports = selection.judge(case, &analysis, &given.labels);
    let (article, summary) = (SpanText::new(&case.article), SpanText::new(&case.summary));
    let json = ReportJson { report: &reports[0], article: &article, summary: &summary, extra: None };
    serde_json::to_value(json).expect("a report")
}

/// Describes the difference if the metrics of a report, or their order, are not the expected ones.
pub fn order_differs(report: &Value, expected: impl Iterator<Item = &'static str>) -> Option<String> {
    let order: Vec<&String> =
        report["metrics"].as_object().map(|all| all.keys().collect()).unwrap_or_default();
    (order != expected.collect::<Vec<_>>()).then(|| format!("metrics are {order:?}"))
}

/// Returns whether a number in a report is the expected one.
fn is(value: &Value, expected: Option<Fraction>) -> bool {
    match (value.as_f64(), expected) {
        (Some(value), Some(expected)) => (value - expected.to_f64()).abs() <= 1e-12,
        (None, None) => value.is_null(),
        _ => false,
    }
}

fn shown(expected: Option<Fraction>) -> String {
    expected.map_or_else(|| "null".to_owned(), |expected| format!("{expected} = {}", expected.to_f64()))
}

/// Describes every difference between a report and the expected result.
fn differences(report: &Value, expected: &Expected) -> Vec<String> {
    let mut found: Vec<String> =
        order_differs(report, expected.metrics.iter().map(|metric| metric.key)).into_iter().collect();
    for metric in &expected.metrics {
        compare_metric(&report["metrics"][metric.key], metric, &mut found);
    }
    let mut rows: Vec<&Value> =
        report["caps"].as_array().map(|rows| rows.iter().collect()).unwrap_or_default();
    for row in &expected.caps {
        let at = rows.iter().position(|found| found["slug"] == row.slug && found["metric"] == row.target);
        match at {
            Some(at) => compare_cap(rows.remove(at), row, &mut found),
            None => found.push(format!("no row for cap {} on {}", row.slug, row.target)),
        }
    }
    found.extend(rows.iter().map(|row| format!("a row too many: {row}")));
    let verdict = &report["verdict"];
    if verdict["decision"] != expected.decision {
        found.push(format!("decision {} where {} is expected", verdict["decision"], expected.decision));
    }
    for (key, expected) in [("score", expected.score), ("mean", expected.mean)] {
        if !is(&verdict[key], expected) {
            found.push(format!("verdict.{key} {} where {} is expected", verdict[key], shown(expected)));
        }
    }
    found
}

fn compare_metric(metric: &Value, expected: &ExpectedMetric, found: &mut Vec<String>) {
    let key = expected.key;
    let [raw, score] = expected.result.map_or([None, None], |scores| scores.map(Some));
    for (name, expected) in [("raw", raw), ("score", score)] {
        if !is(&metric[name], expected) {
            found.push(format!("{key}.{name} {} where {} is expected", metric[name], shown(expected)));
        }
    }
    let error = &metric["error"];
    let as_expected = match expected.result {
        Ok(_) => error.is_null() && metric["not_applicable"].is_null(),
        Err(Gap::Missing) => error == "missing_metric",
        Err(Gap::Malformed) => {
            error.as_str().is_some_and(|reason| !reason.is_empty() && reason != "missing_metric")
        }
        Err(Gap::MissingAndMalformed) => error.is_string(),
        Err(Gap::NotApplicable) => error.is_null() && metric["not_applicable"].is_string(),
    };
    if !as_expected {
        let got = [error, &metric["not_applicable"]];
        found.push(format!(
            "{key}: error and not_applicable {got:?} where {:?} is expected",
            expected.result.err()
        ));
    }
    for (name, value) in &expected.parts {
        let part = &metric["parts"][name];
        // A part of a metric without a score may be missing.
        if !(is(part, Some(*value)) || part.is_null() && expected.result.is_err()) {
            found.push(format!("{key}.parts.{name} {part} where {} is expected", shown(Some(*value))));
        }
    }
    if expected.noted && expected.result.is_ok() && metric["notes"].as_array().is_none_or(Vec::is_empty) {
        found.push(format!("{key} has no note"));
    }
}

fn compare_cap(row: &Value, expected: &Row, found: &mut Vec<String>) {
    let name = format!("cap {} on {}", expected.slug, expected.target);
    let mut differ = |what: &str, got: &Value, expected: String| {
        found.push(format!("{name}: {what} {got} where {expected} is expected"));
    };
    if row["fired"].as_bool() != expected.fired {
        differ("fired", &row["fired"], format!("{:?}", expected.fired));
    }
    for (what, expected) in [("binding", expected.binding), ("shared", expected.shared)] {
        if row[what].as_bool().unwrap_or(false) != expected {
            differ(what, &row[what], expected.to_string());
        }
    }
    let limit = Some(Fraction::whole(expected.limit));
    for (what, expected) in [("limit", limit), ("before", expected.before), ("after", expected.after)] {
        if !is(&row[what], expected) {
            differ(what, &row[what], shown(expected));
        }
    }
}

/// Returns the readings under which the decision would differ, each chosen alone, in the order of the
/// table.
fn disputed(lock: Lock, case: &Value, labels: &Value, readings: &Readings, decision: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (key, values, twin, judge) in READINGS {
        if !(if lock == Lock::Judge { judge } else { twin }) {
            continue;
        }
        for value in values {
            let mut other = readings.clone();
            other.insert(key.to_owned(), (*value).to_owned());
            if disputes(evaluate(lock, case, labels, &other).decision, decision) {
                found.push(format!("{key}={value}"));
            }
        }
    }
    found
}

/// Compares the label files of these seeds under both rubrics. Fails at the first difference, with all
/// details.
fn compare(seeds: impl Iterator<Item = u64>) {
    let mut program = Program::new();
    for seed in seeds {
        let (case, labels) = generate::case_and_labels(seed);
        for lock in [Lock::Twin, Lock::Judge] {
            let readings = generate::readings(seed, lock);
            let expected = evaluate(lock, &case, &labels, &readings);
            let report = program.writes(lock, &case, &labels, &readings);
            let mut found = differences(&report, &expected);
            // This takes twenty more evaluations, so it is not done for every file.
            if seed % 20 == 0 {
                let expected = disputed(lock, &case, &labels, &readings, expected.decision);
                if report["disputed"] != serde_json::json!(expected) {
                    found.push(format!("disputed {} where {expected:?} is expected", report["disputed"]));
                }
            }
            assert!(
                found.is_empty(),
                "seed {seed}, {}: {found:#?}\nreadings: {readings:?}\ncase: {case}\nlabels: {labels}\n\
                 expected: {expected:#?}\nwritten: {report:#}",
                lock.slug()
            );
        }
    }
}

#[test]
fn label_files_score_as_the_rules_say() {
    let workers = std::thread::available_parallelism().map_or(2, usize::from) as u64;
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..workers)
            .map(|first| scope.spawn(move || compare((first..label_files()).step_by(workers as usize))))
            .collect();
        for worker in all {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}
