//! Another judge's judgement of a case: its metric objects, in the order in which they were written.

use serde_json::{Map, Value};

use super::extract::extract;
use super::words::{is_metric, metric, metric_key, rubric, squash};
use crate::case::kind;
use crate::labels::LISTS;
use crate::report::Decision;
use crate::rubric::RUBRICS;

#[derive(Clone, Debug, Default, PartialEq)]
pub enum MetricObject {
    /// The metric is missing.
    #[default]
    Missing,
    /// The metric cannot be read, with the reason.
    Malformed(String),
    /// The judge gave a reason instead: `{"error": reason}`.
    Error(String),
    Given(Map<String, Value>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseJudgement {
    /// Id of the case.
    pub id: Option<String>,
    /// Name of the judge, if given.
    pub by: Option<String>,
    /// The rubric that the judgement claims to follow.
    pub rubric: Option<&'static str>,
    /// The rubric that the judgement claims to follow, if that rubric has no metric objects.
    pub unsuited: Option<&'static str>,
    /// The article, if given with the judgement.
    pub article: Option<String>,
    /// The summary, if given with the judgement.
    pub summary: Option<String>,
    /// The five metrics, in the printed order.
    pub objects: [MetricObject; 5],
    /// Metrics, by index in the printed order, in the order in which they were written.
    pub order: Vec<usize>,
    /// Labels given beside the metrics, in the format of label files.
    pub labels: Option<Map<String, Value>>,
    pub decision: Option<Decision>,
    /// Statements about caps outside the metrics, as in reports.
    pub caps: Vec<Value>,
    /// Whether the judgement is a report as written by `score`.
    pub report: bool,
    /// Notes on parts that were ignored.
    pub notes: Vec<String>,
}

/// Most levels of nested wrappers that are searched, such as an answer in a message in a list of choices.
const DEPTH: usize = 8;

/// Keys of a wrapper that may contain a judgement, in the order in which they are tried.
const WITHIN: [&str; 18] = [
    "metrics", "output", "judgement", "judgment", "evaluation", "result", "results", "scores", "completion",
    "answer", "content", "message", "choices", "response", "body", "raw", "text", "rawoutput",
];

/// Keys that name the judge.
const BY: [&str; 5] = ["by", "judge", "model", "evaluator", "grader"];

impl CaseJudgement {
    /// Reads a judgement: a wrapper with metric objects, the objects themselves, or a model's raw answer.
    pub fn read(value: &Value) -> CaseJudgement {
        let mut judged = CaseJudgement::default();
        if let Value::Object(object) = value {
            judged.about(object);
        }
        judged.look(value, DEPTH);
        if judged.is_empty() {
            let note = match super::answer::find(value) {
                super::answer::AnswerContent::Labels(_) => {
                    "no metric object was found, but labels, which `score --labels` takes".to_owned()
                }
                super::answer::AnswerContent::Refused(reason) if value.get("custom_id").is_some() => reason,
                _ => "no metric object was found".to_owned(),
            };
            judged.notes.push(note);
        }
        judged
    }

    /// Returns whether no metric was found.
    pub fn is_empty(&self) -> bool {
        self.objects.iter().all(|object| *object == MetricObject::Missing)
    }

    /// Returns whether the value it was read from cannot contain a judgement: an unjudged case, an empty
    /// object or a number. A failed answer of a batch can contain one.
    pub fn is_of_no_judgement(&self, value: &Value) -> bool {
        let has_place = match value {
            Value::String(_) => true,
            Value::Object(object) => object
                .keys()
                .map(|key| squash(key))
                .any(|key| key == "customid" || WITHIN.contains(&key.as_str())),
            _ => false,
        };
        !has_place && self.is_empty() && self.labels.is_none()
    }

    /// Reads the fields outside the metrics.
    fn about(&mut self, object: &Map<String, Value>) {
        let text = |key: &str| match object.get(key) {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        // In a line of a batch, `id` identifies the request and `custom_id` the case.
        self.id = self.id.take().or_else(|| text("custom_id")).or_else(|| text("id"));
        self.by = self.by.take().or_else(|| BY.iter().find_map(|key| text(key)));
        self.report |= text("schema").is_some_and(|schema| schema == crate::report::json::SCHEMA);
        let named = ["rubric", "framework", "variant"].iter().find_map(|key| text(key));
        self.rubric = self.rubric.or_else(|| named.as_deref().and_then(rubric));
        let known = RUBRICS.iter().find(|entry| named.as_deref() == Some(entry.slug));
        self.unsuited = self.unsuited.or(known.filter(|_| self.rubric.is_none()).map(|entry| entry.slug));
        let case = match object.get("case") {
            Some(Value::Object(case)) => case,
            _ => object,
        };
        let side =
            |names: &[&str]| names.iter().find_map(|name| case.get(*name)?.as_str()).map(str::to_owned);
        self.article = self.article.take().or_else(|| side(&["article", "document", "source"]));
        self.summary = self.summary.take().or_else(|| side(&["summary"]));
        if let Some(Value::Object(labels)) = object.get("labels") {
            let inner = labels.get("labels").and_then(Value::as_object).unwrap_or(labels);
            if LISTS.iter().any(|spec| inner.contains_key(spec.key)) {
                self.labels.get_or_insert_with(|| inner.clone());
            }
        }
        if let (true, Some(Value::Array(caps))) = (self.caps.is_empty(), object.get("caps")) {
            self.caps.clone_from(caps);
        }
        let verdict = match object.get("verdict") {
            Some(Value::Object(verdict)) => verdict.get("decision").and_then(Value::as_str),
            Some(Value::String(decision)) => Some(decision.as_str()),
            _ => None,
        };
        self.decision = self.decision.or_else(|| verdict?.to_uppercase().parse().ok());
    }

    /// Searches for metric objects; returns whether any were found.
    fn look(&mut self, value: &Value, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match value {
            Value::String(answer) => self.answer(answer, depth),
            Value::Array(items) => {
                let before = self.order.len();
                for item in items {
                    self.look(item, depth);
                }
                self.order.len() > before
            }
            Value::Object(object) => self.object(object, depth),
            _ => false,
        }
    }

    fn object(&mut self, object: &Map<String, Value>, depth: usize) -> bool {
        // {"metric": "coverage", ...}: an element of a list.
        let named = ["metric", "name"].iter().find_map(|key| metric(object.get(*key)?.as_str()?));
        if let Some(metric) = named {
            self.take(metric, &Value::Object(object.clone()));
            return true;
        }
        let mut any = false;
        for (key, value) in object.iter().filter(|(key, _)| is_metric(key)) {
            if let Some(metric) = metric(key) {
                self.take(metric, value);
                any = true;
            }
        }
        if any {
            return true;
        }
        for wanted in WITHIN {
            for (_, value) in object.iter().filter(|(key, _)| squash(key) == wanted) {
                // Some of these keys may also hold the summary.
                if self.summary.as_deref().is_some_and(|summary| value == summary) {
                    continue;
                }
                if let Value::Object(inner) = value {
                    self.about(inner);
                }
                if self.look(value, depth) {
                    return true;
                }
            }
        }
        // {"judge_lock": {...}}
        let named = object.iter().find_map(|(key, value)| Some((rubric(key)?, value)));
        if let Some((slug, value)) =
            named.filter(|(_, value)| value.is_object() || value.is_array() || value.is_string())
        {
            let found = self.look(value, depth);
            if found {
                self.rubric = self.rubric.or(Some(slug));
            }
            return found;
        }
        false
    }

    fn answer(&mut self, answer: &str, depth: usize) -> bool {
        let found = extract(answer);
        let before = self.order.len();
        for value in &found.values {
            if let Value::Object(object) = value {
                self.about(object);
            }
            self.look(value, depth);
        }
        for (name, reason) in &found.faulty {
            if let Some(metric) = metric(name) {
                // The position among the other metrics is unknown.
                if self.objects[metric] == MetricObject::Missing {
                    self.objects[metric] = MetricObject::Malformed(reason.clone());
                }
            }
        }
        let any = self.order.len() > before || !found.faulty.is_empty();
        if let Some(metric) = found.cut.as_deref().and_then(metric) {
            self.put(metric, MetricObject::Malformed("the answer is cut short here".to_owned()));
        }
        if any || found.cut.is_some() {
            self.notes.extend(found.notes);
        } else if let Some(reason) = found.broken {
            self.notes.push(format!("the answer holds no JSON that can be read: {reason}"));
        }
        any
    }

    fn take(&mut self, metric: usize, value: &Value) {
        let object = match value {
            Value::Object(object) => match object.get("error") {
                Some(Value::String(reason)) if !object.keys().any(|key| squash(key).ends_with("score")) => {
                    MetricObject::Error(reason.clone())
                }
                _ => MetricObject::Given(object.clone()),
            },
            Value::Null => MetricObject::Missing,
            other => {
                MetricObject::Malformed(format!("{} is {}, not an object", metric_key(metric), kind(other)))
            }
        };
        self.put(metric, object);
    }

    fn put(&mut self, metric: usize, object: MetricObject) {
        if self.objects[metric] != MetricObject::Missing {
            self.notes.push(format!("{} is given twice; the first is used", metric_key(metric)));
        } else if object != MetricObject::Missing {
            self.order.push(metric);
            self.objects[metric] = object;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn metric_objects_are_found_wherever_they_stand() {
        let metrics = json!({"coverage": {"overall_score": 8}, "Bias & Toxicity": {"overall_score": 10}});
        let text = format!("Here:\n```json\n{metrics}\n```");
        for value in [
            metrics.clone(),
            json!({"id": "x", "metrics": metrics}),
            json!({"id": "x", "output": text}),
            json!(text),
            json!({"id": "x", "judge_lock": metrics}),
            json!({"choices": [{"message": {"role": "assistant", "content": text}}]}),
            json!([{"coverage": {"overall_score": 8}}, {"bias_toxicity": {"overall_score": 10}}]),
            json!({"output": [{"metric": "coverage", "overall_score": 8}, {"metric": "bias-toxicity", "overall_score": 10}]}),
        ] {
            let judged = CaseJudgement::read(&value);
            assert_eq!(judged.order, [0, 4], "{value}");
            assert_eq!(judged.objects[1], MetricObject::Missing);
            assert!(
                matches!(&judged.objects[0], MetricObject::Given(object) if object["overall_score"] == 8),
                "{value}"
            );
        }
    }

    #[test]
    fn what_is_no_object_is_malformed_and_an_error_is_an_error() {
        let value =
            json!({"coverage": 8, "alignment": {"error": "no text"}, "relevance": null, "hallucination": []});
        let judged = CaseJudgement::read(&value);
        assert_eq!(judged.order, [0, 1, 2]);
        assert_eq!(
            judged.objects[0],
            MetricObject::Malformed("coverage is the number 8, not an object".to_owned())
        );
        assert_eq!(judged.objects[1], MetricObject::Error("no text".to_owned()));
        assert_eq!(judged.objects[3], MetricObject::Missing);
        let cut = CaseJudgement::read(&json!("{\"coverage\": {\"score\": 8}, \"alignment\": {\"sc"));
        assert!(matches!(&cut.objects[1], MetricObject::Malformed(reason) if reason.contains("cut short")));
    }

    #[test]
    fn what_stands_beside_is_read() {
        let judged = CaseJudgement::read(&json!({
            "id": 7, "model": "m-1", "framework": "Twin Lock", "article": "a", "summary": "s", "response": "s",
            "output": "{\"coverage\": {\"score\": 1}}", "verdict": "fail"
        }));
        assert_eq!((judged.id.as_deref(), judged.by.as_deref()), (Some("7"), Some("m-1")));
        assert_eq!((judged.rubric, judged.decision), (Some("twin-lock"), Some(Decision::Fail)));
        assert_eq!((judged.article.as_deref(), judged.summary.as_deref()), (Some("a"), Some("s")));
        let nothing = CaseJudgement::read(&json!({"id": "x", "note": "nothing here"}));
        assert!(nothing.is_empty() && nothing.notes.len() == 1);
    }
}
