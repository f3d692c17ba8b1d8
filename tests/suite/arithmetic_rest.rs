//! Compares the other rubrics with the second evaluation on ten thousand random cases with every field
//! and random label files. Also checks that Judge-Lock Ultra with given labels gives the result of
//! Judge-Lock.

use std::collections::BTreeSet;

use lockbench::case::{Case, Fields, Record};
use lockbench::engine::{Engine, Selection};
use lockbench::rubric::{self, RUBRICS};
use serde_json::Value;

use crate::arithmetic::{order_differs, written};
use crate::full::label_files;
use crate::oracle::rest::{Expected, Gap, Got, Metric, anchor, cases, protocol, synthlink};
use crate::oracle::{self, Lock, Readings, generate};

/// The program, as used on a case and its labels.
struct Program {
    engine: Engine,
    /// A second engine, so that the first one keeps its cache of the case.
    themes: Engine,
    selection: Selection,
}

impl Program {
    /// `None` where the program does not have the rubric.
    fn new(slug: &str) -> Option<Program> {
        RUBRICS.iter().find(|entry| entry.slug == slug)?;
        let selection = Selection::shipped(&[slug], rubric::Readings::default());
        Some(Program { engine: Engine::default(), themes: Engine::default(), selection })
    }

    /// Returns the theme that the analysis finds in the article of a case.
    fn theme(&mut self, case: &Value) -> String {
        let text = |key: &str| case[key].as_str().unwrap_or_default();
        let analysis = self.themes.analyse_pair(text("article"), text("summary"));
        analysis.proposals.theme.clone().unwrap_or_default()
    }

    /// Returns the program's output for a case and its labels.
    fn writes(&mut self, case: &Value, labels: &Value, readings: &Readings) -> Value {
        let case: Case = Record::json("case", "no-id", &case.to_string())
            .cases(&Fields::default())
            .expect("fields of the right types")
            .cases
            .remove(0);
        written(&mut self.engine, &mut self.selection, &case, labels, readings)
    }
}

fn near(value: &Value, expected: Option<f64>) -> bool {
    match (value.as_f64(), expected) {
        (Some(value), Some(expected)) => (value - expected).abs() <= 1e-9,
        (None, None) => value.is_null(),
        _ => false,
    }
}

/// Describes every difference between a report and the expected result.
fn differences(report: &Value, expected: &Expected) -> Vec<String> {
    let mut found: Vec<String> =
        order_differs(report, expected.metrics.iter().map(|metric| metric.key)).into_iter().collect();
    for metric in &expected.metrics {
        compare(&report["metrics"][metric.key], metric, &mut found);
    }
    let verdict = &report["verdict"];
    if verdict["decision"] != expected.decision {
        found.push(format!("decision {} where {} is expected", verdict["decision"], expected.decision));
    }
    if !near(&verdict["score"], expected.score) {
        found.push(format!("verdict.score {} where {:?} is expected", verdict["score"], expected.score));
    }
    if !verdict["mean"].is_null() {
        found.push(format!("verdict.mean {} where null is expected", verdict["mean"]));
    }
    found
}

fn compare(metric: &Value, expected: &Metric, found: &mut Vec<String>) {
    let key = expected.key;
    for name in ["raw", "score"] {
        if !near(&metric[name], expected.got.ok()) {
            found.push(format!("{key}.{name} {} where {:?} is expected", metric[name], expected.got));
        }
    }
    let error = &metric["error"];
    let as_expected = match expected.got {
        Ok(_) => error.is_null() && metric["not_applicable"].is_null(),
        Err(Gap::Missing) => error == "missing_metric",
        Err(Gap::Malformed) => {
            error.as_str().is_some_and(|reason| !reason.is_empty() && reason != "missing_metric")
        }
        Err(Gap::NotApplicable) => error.is_null() && metric["not_applicable"].is_string(),
    };
    if !as_expected {
        let got = [error, &metric["not_applicable"]];
        found.push(format!("{key}: error and not_applicable {got:?} where {:?} is expected", expected.got));
    }
    for (name, value) in &expected.parts {
        if metric["parts"][name] != *value {
            found.push(format!("{key}.parts.{name} {} where {value} is expected", metric["parts"][name]));
        }
    }
}

/// "A reading disputes a verdict only where it gives another of PASS, WARN and FAIL; INCOMPLETE or ERROR under a reading
/// is no dispute."
pub fn disputes(other: &str, decision: &str) -> bool {
    ["PASS", "WARN", "FAIL"].contains(&other) && other != decision
}

/// Returns the readings that dispute the decision, each chosen alone.
fn disputed(rubric: &str, readings: &Readings, decide: &dyn Fn(&Readings) -> &'static str) -> Vec<String> {
    let decision = decide(readings);
    let mut found = Vec::new();
    for (of, key, values) in cases::READINGS {
        for value in values.iter().filter(|_| of == rubric) {
            let mut other = readings.clone();
            other.insert(key.to_owned(), (*value).to_owned());
            if disputes(decide(&other), decision) {
                found.push(format!("{key}={value}"));
            }
        }
    }
    found
}

/// Returns the stop words in the rubric's file, which is the only list of words in it.
fn stop_list() -> BTreeSet<String> {
    let Some(entry) = RUBRICS.iter().find(|entry| entry.slug == "anchor") else { return BTreeSet::new() };
    let table: toml::Table = entry.toml.parse().expect("a TOML file");
    fn find(table: &toml::Table) -> Option<BTreeSet<String>> {
        table.iter().find_map(|(key, value)| match value {
            toml::Value::Table(inner) => find(inner),
            toml::Value::Array(words) if key.contains("stop") => {
                Some(words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect())
            }
            toml::Value::String(words) if key.contains("stop") => {
                Some(words.split_whitespace().map(str::to_owned).collect())
            }
            _ => None,
        })
    }
    let words = find(&table).expect("a stop list in the rubric's file");
    assert!(words.contains("the"), "{words:?}");
    words
}

/// Compares the label files of every seed, on every processor.
fn check(slug: &str, verify: &(dyn Fn(u64, &mut Program) -> Option<String> + Sync)) {
    if Program::new(slug).is_none() {
        eprintln!("{slug} is not there yet: skipped");
        return;
    }
    let workers = std::thread::available_parallelism().map_or(2, usize::from) as u64;
    let files = label_files();
    let part = files.div_ceil(workers);
    let found: Vec<String> = std::thread::scope(|scope| {
        let run = |first: u64| {
            let mut program = Program::new(slug)?;
            let mut wrong = (first..(first + part).min(files))
                .filter_map(|seed| Some(format!("seed {seed}, {slug}: {}", verify(seed, &mut program)?)));
            let first = wrong.next()?;
            // The first in full; for the next ones only the difference.
            let next =
                wrong.take(9).map(|wrong| wrong.split("readings:").next().unwrap_or_default().to_owned());
            Some(format!("{first}\n{}", next.collect::<Vec<_>>().join("\n")))
        };
        let all: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker * part))).collect();
        all.into_iter()
            .filter_map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn told(
    found: &[String],
    case: &Value,
    labels: &Value,
    readings: &Readings,
    report: &Value,
) -> Option<String> {
    (!found.is_empty()).then(|| {
        format!("{found:#?}\nreadings: {readings:?}\ncase: {case}\nlabels: {labels}\nwritten: {report:#}")
    })
}

#[test]
fn synthlink_scores_as_the_rules_say() {
    check("synthlink", &|seed, program| {
        let (case, labels) = cases::case_and_labels(seed);
        let readings = cases::readings(seed, "synthlink");
        let mut expected = synthlink::evaluate(&case, &labels, &readings);
        inputs_absent(&case, &labels, &mut expected);
        let report = program.writes(&case, &labels, &readings);
        let mut found = differences(&report, &expected);
        if seed % 20 == 0 {
            let all = disputed("synthlink", &readings, &|other| {
                synthlink::evaluate(&case, &labels, other).decision
            });
            if report["disputed"] != serde_json::json!(all) {
                found.push(format!("disputed {} where {all:?} is expected", report["disputed"]));
            }
        }
        told(&found, &case, &labels, &readings, &report)
    });
}

/// "A missing input makes that metric not applicable ... An input that is *given* but whose label list is
/// absent is a missing metric like any other": without outline steps to look for, nothing is missing.
fn inputs_absent(case: &Value, labels: &Value, expected: &mut Expected) {
    for metric in &mut expected.metrics {
        let given = match metric.key {
            "rqs" => {
                case.get("reasoning_steps").and_then(Value::as_array).is_some_and(|steps| !steps.is_empty())
            }
            _ => true,
        };
        if metric.got == Err(Gap::Missing) && !given && labels.get("steps").is_none() {
            metric.got = Err(Gap::NotApplicable);
        }
    }
}

#[test]
fn anchor_scores_as_the_rules_say() {
    let stop = stop_list();
    check("anchor", &|seed, program| {
        let (case, labels) = cases::case_and_labels(seed);
        let readings = cases::readings(seed, "anchor");
        let theme = if anchor::needs_theme(&case, &labels) { program.theme(&case) } else { String::new() };
        let expected = anchor::evaluate(&case, &labels, &theme, &readings, &stop);
        let report = program.writes(&case, &labels, &readings);
        let mut found = differences(&report, &expected);
        if seed % 20 == 0 {
            let all = disputed("anchor", &readings, &|other| {
                anchor::evaluate(&case, &labels, &theme, other, &stop).decision
            });
            if report["disputed"] != serde_json::json!(all) {
                found.push(format!("disputed {} where {all:?} is expected", report["disputed"]));
            }
        }
        told(&found, &case, &labels, &readings, &report)
    });
}

/// Returns a report's value of a metric that cannot be computed here.
fn value_of(report: &Value, key: &str) -> Got {
    let metric = &report["metrics"][key];
    metric["score"].as_f64().ok_or(if metric["error"].is_string() {
        Gap::Malformed
    } else {
        Gap::NotApplicable
    })
}

#[test]
fn protocol_scores_as_the_rules_say() {
    check("protocol", &|seed, program| {
        let (case, labels) = cases::case_and_labels(seed);
        let readings = cases::readings(seed, "protocol");
        let report = program.writes(&case, &labels, &readings);
        let measured = ["structural_coherence", "redundancy_rate"].map(|key| value_of(&report, key));
        let expected = protocol::evaluate(&case, &labels, &readings, measured);
        let mut found = differences(&report, &expected);
        found.extend(protocol::faults(&case, &report, &readings));
        // Sections under another reading are unknown here; the edges of bands are known.
        if seed % 20 == 0 {
            let of = "protocol";
            let all = disputed(of, &readings, &|other| {
                protocol::evaluate(&case, &labels, other, measured).decision
            });
            let edges = |name: &str| name.starts_with("bands.edge=");
            let written = report["disputed"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let written: Vec<&str> = written.filter(|name| edges(name)).collect();
            if written != all {
                found.push(format!("disputed {} where {all:?} is expected", report["disputed"]));
            }
        }
        told(&found, &case, &labels, &readings, &report)
    });
}

/// "All labels overridden/imported": every probability is 1, and the expected value equals the actual
/// one.
#[test]
fn ultra_with_given_labels_is_judge_lock() {
    check("judge-lock-ultra", &|seed, program| {
        let (case, labels) = generate::case_and_labels(seed);
        let readings = generate::readings(seed, Lock::Judge);
        let expected = oracle::evaluate(Lock::Judge, &case, &labels, &readings);
        let report = program.writes(&case, &labels, &readings);
        let mut found = Vec::new();
        for metric in &expected.metrics {
            let got = &report["metrics"][metric.key];
            let scores = metric.result.map_or([None, None], |both| both.map(|score| Some(score.to_f64())));
            for (name, score) in ["raw", "score"].into_iter().zip(scores) {
                if !near(&got[name], score) {
                    found.push(format!("{}.{name} {} where {score:?} is expected", metric.key, got[name]));
                }
            }
        }
        let decision = &report["verdict"]["decision"];
        if *decision != expected.decision {
            found.push(format!("decision {decision} where {} is expected", expected.decision));
        }
        told(&found, &case, &labels, &readings, &report)
    });
}
