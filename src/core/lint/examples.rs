//! Checks the worked examples in a rubric's file against what the rubric computes.

use serde_json::Value;
use thiserror::Error;

use super::{DefectKind, Level, LintFinding, number};
use crate::case::{Case, CaseError, Fields, Record};
use crate::labels::{
    Entry, ExtraneousCounts, LISTS, Label, LabelDistribution, Labels, List, ListSpec, Provenance,
};
use crate::measures::Measures;
use crate::num::Num;
use crate::report::{Fired, PartValue};
use crate::rubric::{Check, Documentation, Evaluation, Input, ReadingError, Readings, Rubric};
use crate::text::{Span, Text};

/// Largest number of labels in one part of an example, so that a typing error cannot exhaust the memory.
const MAX_LABELS: usize = 1_000;

/// Why an example cannot be evaluated.
#[derive(Debug, Error)]
pub enum ExampleError {
    /// Labels of an unknown list.
    #[error("unknown list of labels `{0}`")]
    List(String),
    /// Labels that do not have the form "3 fully, 1 partial @10-40".
    #[error("`{labels}` are not labels of {list}; an example is \"3 {value}, 1 {value} @10-40\"")]
    Labels { list: &'static str, value: &'static str, labels: String },
    /// A count of tokens that does not have the form "2 of 50".
    #[error("`{0}` is not a count of unsupported tokens; an example is \"2 of 50\"")]
    Tokens(String),
    #[error("{key} `{score}` is not a number")]
    Score { key: &'static str, score: String },
    /// A reading that does not have the form KEY=VALUE.
    #[error("`{0}` is not a reading; an example is \"edge=upper\"")]
    Setting(String),
    /// An unknown reading.
    #[error(transparent)]
    Reading(#[from] ReadingError),
    /// Fields that a case does not have, or that cannot be read.
    #[error(transparent)]
    Case(#[from] CaseError),
}

/// Finds every example of a rubric that cannot be evaluated or has another result than its file says.
pub(super) fn check(rubric: &dyn Rubric, measure: &mut dyn FnMut(&Case) -> Measures) -> Vec<LintFinding> {
    let mut found = Vec::new();
    for (rule, words) in rules(rubric) {
        for check in &words.check {
            let wrong = match evaluate(rubric, check, measure) {
                Ok(evaluation) => differences(&evaluation, check),
                Err(error) => vec![error.to_string()],
            };
            let says = |wrong| format!("has an example that does not come out: {wrong}");
            let finding =
                |wrong| LintFinding::new(Level::Remark, DefectKind::Example, rule, says(wrong), Vec::new());
            found.extend(wrong.into_iter().map(finding));
        }
    }
    found
}

/// Returns every rule of a rubric with its documentation: "about", "verdict", the metrics and the caps.
pub fn rules(rubric: &dyn Rubric) -> Vec<(&'static str, &Documentation)> {
    let docs = rubric.docs();
    let mut rules = vec![("about", docs.words), ("verdict", docs.verdict)];
    rules.extend(docs.metrics);
    rules.extend(docs.caps.into_iter().map(|cap| (cap.slug, cap.words)));
    rules
}

/// Evaluates the labels of an example. A list that the example does not name gets faultless labels.
pub fn evaluate(
    rubric: &dyn Rubric,
    check: &Check,
    measure: &mut dyn FnMut(&Case) -> Measures,
) -> Result<Evaluation, ExampleError> {
    let case = case(check)?;
    let labels = labels(check)?;
    let mut readings = Readings::default();
    for setting in &check.readings {
        let (key, value) = setting.split_once('=').ok_or_else(|| ExampleError::Setting(setting.clone()))?;
        readings.set(key, value)?;
    }
    let measures = measure(&case);
    let (article, summary) = (Text::new(&case.article), Text::new(&case.summary));
    let input =
        Input { case: &case, article: &article, summary: &summary, labels: &labels, measures: &measures };
    Ok(rubric.evaluate(&input, &readings, true))
}

fn case(check: &Check) -> Result<Case, ExampleError> {
    let mut object = serde_json::Map::new();
    object.insert("article".to_owned(), "An article.".into());
    object.insert("summary".to_owned(), "A summary of five words.".into());
    for (key, value) in &check.case {
        object.insert(key.clone(), serde_json::to_value(value).unwrap_or_default());
    }
    let record = Record::json("example", "example", &Value::Object(object).to_string());
    Ok(record.cases(&Fields::default())?.cases.into_iter().next().unwrap_or_default())
}

/// Scores that are given among the labels.
const SCORES: [&str; 2] = ["bias_score", "tox_score"];

fn labels(check: &Check) -> Result<Labels, ExampleError> {
    let mut labels = Labels::default();
    let known = |key: &&String| LISTS.iter().any(|spec| spec.key == **key) || SCORES.contains(&key.as_str());
    if let Some(key) = check.labels.keys().chain(&check.without).find(|key| !known(key)) {
        return Err(ExampleError::List(key.clone()));
    }
    for spec in &LISTS {
        let given = match check.labels.get(spec.key) {
            Some(text) if spec.list == List::Extraneous => {
                let counts = text.split_once(" of ");
                let counts = counts.and_then(|(tokens, of)| Some((tokens.parse().ok()?, of.parse().ok()?)));
                let (tokens, of) = counts.ok_or_else(|| ExampleError::Tokens(text.clone()))?;
                labels.extraneous_counts = Some(ExtraneousCounts { tokens, of });
                Vec::new()
            }
            Some(text) => listed(spec, text).ok_or_else(|| ExampleError::Labels {
                list: spec.key,
                value: spec.words[0].as_str(),
                labels: text.clone(),
            })?,
            None if check.without.iter().any(|key| key == spec.key) => continue,
            None => faultless(spec),
        };
        labels.set(spec.list, Entry::Given(given));
    }
    for (key, score) in SCORES.into_iter().zip([&mut labels.bias_score, &mut labels.tox_score]) {
        if let Some(text) = check.labels.get(key) {
            let value = text.parse().map_err(|_| ExampleError::Score { key, score: text.clone() })?;
            *score = Some(Ok(Num::decimal(value)));
        }
    }
    Ok(labels)
}

fn label() -> Label {
    Label { by: Provenance::Person("example".to_owned()), ..Label::default() }
}

/// Returns labels without a fault.
fn faultless(spec: &ListSpec) -> Vec<Label> {
    let count = match spec.list {
        List::Extraneous | List::Deviations | List::Issues => 0,
        List::CoverageQags | List::ClaimQags => 6,
        _ => 5,
    };
    // Key points get five places far from those of the examples, so that the guard sees enough evidence.
    let place = |index: usize| match spec.list {
        List::KeyPoints => vec![Span::new(10_000 + 10 * index, 10_005 + 10 * index)],
        _ => Vec::new(),
    };
    (0..count).map(|index| Label { word: Some(spec.words[0]), article: place(index), ..label() }).collect()
}

/// Parses `3 fully, 1 partial @10-40, 1 fully ~0.5/0/0.5`.
fn listed(spec: &ListSpec, text: &str) -> Option<Vec<Label>> {
    let mut labels = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let mut terms = part.split_whitespace();
        let count = terms.next()?.parse().ok().filter(|count| *count <= MAX_LABELS)?;
        let value = terms.next()?;
        let word = spec.words.iter().find(|word| word.as_str() == value)?;
        let mut one = Label { word: Some(*word), ..label() };
        for term in terms {
            if let Some(chances) = term.strip_prefix('~') {
                let chances: Result<Vec<f64>, _> = chances.split('/').map(str::parse).collect();
                one.chances = Some(LabelDistribution::new(&chances.ok()?));
                one.by = Provenance::Engine;
            } else {
                let (start, end) = term.strip_prefix('@')?.split_once('-')?;
                let (start, end) = (start.parse().ok()?, end.parse().ok()?);
                one.article.push((start < end).then(|| Span::new(start, end))?);
            }
        }
        labels.extend(vec![one; count]);
    }
    Some(labels)
}

/// Describes each difference between an evaluation and what an example says.
pub fn differences(evaluation: &Evaluation, check: &Check) -> Vec<String> {
    check.gives.iter().filter_map(|(name, wanted)| difference(evaluation, name, wanted)).collect()
}

fn difference(evaluation: &Evaluation, name: &str, wanted: &str) -> Option<String> {
    let found = match value_of(evaluation, name) {
        Found::Number(found) => {
            let decimals = wanted.split_once('.').map_or(0, |(_, part)| part.len());
            let room = 0.5 * 10_f64.powi(-i32::try_from(decimals).unwrap_or(0)) + 1e-9;
            if wanted.parse().is_ok_and(|value: f64| (found.to_f64() - value).abs() <= room) {
                return None;
            }
            number(found)
        }
        Found::Word(word) if word == wanted => return None,
        Found::Word(word) => word,
    };
    Some(format!("{name} is {found}, not {wanted}"))
}

/// The value of a name in an evaluation.
enum Found {
    Number(Num),
    /// A value that is not a number: a verdict, `fired`, the reason for a missing score, or `absent`.
    Word(String),
}

impl Found {
    fn word(word: &str) -> Found {
        Found::Word(word.to_owned())
    }

    fn of(number: Option<Num>) -> Found {
        number.map_or_else(|| Found::word("absent"), Found::Number)
    }
}

fn value_of(evaluation: &Evaluation, name: &str) -> Found {
    let verdict = &evaluation.verdict;
    match name {
        "verdict" => return Found::word(verdict.decision.as_str()),
        "verdict.score" => return Found::of(verdict.score),
        "verdict.mean" => return Found::of(verdict.mean),
        _ => {}
    }
    let Some((key, what)) = name.split_once('.') else {
        let rows: Vec<_> = evaluation.caps.iter().filter(|cap| cap.slug == name).collect();
        let fired = rows.iter().any(|cap| matches!(cap.fired, Fired::Yes { .. }));
        return Found::word(match (rows.is_empty(), fired) {
            (true, _) => "absent",
            (_, true) => "fired",
            (_, false) => "not fired",
        });
    };
    let Some(metric) = evaluation.metrics.iter().find(|metric| metric.key == key) else {
        return Found::of(None);
    };
    let part = metric.parts.iter().find(|(key, _)| *key == what).map(|(_, part)| part);
    let step = metric.steps.iter().rev().find(|step| step.name == what && what != "score");
    let scored = |number: Option<Num>| match (number, metric.outcome.reason()) {
        (None, Some(reason)) => Found::word(reason),
        (number, _) => Found::of(number),
    };
    match (what, part, step) {
        ("raw", ..) => scored(metric.raw()),
        ("score", ..) => scored(metric.score()),
        (_, Some(PartValue::Number(number)), _) => Found::Number(*number),
        (_, Some(PartValue::Count(count)), _) => Found::Number(Num::count(*count)),
        (_, Some(PartValue::Word(word)), _) => Found::word(word),
        (_, Some(PartValue::Flag(flag)), _) => Found::word(if *flag { "yes" } else { "no" }),
        (_, None, Some(step)) => Found::Number(step.value),
        (_, None, None) => Found::of(None),
    }
}
