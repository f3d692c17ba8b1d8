//! Converts a judge's metric objects to labels in the format of label files, and to the numbers that it
//! states.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::case_judgement::{CaseJudgement, MetricObject};
use super::entries::EntryBuilder;
use super::places::EvidencePlaces;
use super::stated::{Purpose, StatedMetric, StatedNumber};
use super::words::{self, Holds, holds, metric_key, squash};
use super::{RuleViolation, synthesis};
use crate::case::kind;
use crate::labels::{LISTS, LabelValue, List};

/// A judgement as labels and numbers.
#[derive(Debug)]
pub struct ConvertedJudgement {
    /// The inner object of a label file.
    pub inner: Map<String, Value>,
    pub stated: [StatedMetric; 5],
    /// Rules found to be broken during conversion.
    pub broken: Vec<RuleViolation>,
    /// Further notes for the reader.
    pub notes: Vec<String>,
    /// Lists made from counts or from a single number, without real units.
    pub made: Vec<List>,
    /// Steps whose stated values were taken over, by name.
    pub taken: Vec<(&'static str, f64)>,
    /// Labels with a measure in addition to their label value: list, index, measure.
    pub measured: Vec<(List, usize, f64)>,
    /// The texts that the spans refer to.
    pub texts: [String; 2],
}

/// Reads the metric objects of a judgement.
pub fn convert(
    judged: &CaseJudgement,
    article: Option<&str>,
    summary: Option<&str>,
    purpose: Purpose,
    slug: &str,
) -> ConvertedJudgement {
    let mut builder = EntryBuilder::new(EvidencePlaces::new(article, summary), purpose);
    let mut stated: [StatedMetric; 5] = Default::default();
    let mut inner = Map::new();
    for (metric, object) in judged.objects.iter().enumerate() {
        let MetricObject::Given(object) = object else { continue };
        let base = slug == "judge-lock" && !judged.report;
        let mut one =
            Metric { metric, base, report: judged.report, stated: &mut stated[metric], inner: &mut inner };
        one.read(object, &mut builder);
    }
    for (key, value) in judged.labels.iter().flatten() {
        inner.entry(key.clone()).or_insert_with(|| value.clone());
    }
    let made = synthesis::fill(&mut inner, &stated, &mut builder, summary.is_some());
    builder.evidence();
    // Sorted in the order of the format, in which the reader reports errors.
    let place = |key: &str| LISTS.iter().position(|spec| spec.key == key).unwrap_or(LISTS.len());
    let mut pairs: Vec<(String, Value)> = inner.into_iter().collect();
    pairs.sort_by_key(|(key, _)| place(key));
    let (broken, notes, measured, taken) = (builder.broken, builder.notes, builder.measured, builder.taken);
    let texts = builder.places.into_texts(article, summary);
    ConvertedJudgement {
        inner: pairs.into_iter().collect(),
        stated,
        broken,
        notes,
        made,
        taken,
        measured,
        texts,
    }
}

/// Most levels of nested objects that are read in a metric's object.
const DEPTH: usize = 2;

/// A metric object during conversion.
struct Metric<'a> {
    metric: usize,
    /// Whether `raw` is a step of the metric instead of its score before caps.
    base: bool,
    /// Whether the object is a metric of a report.
    report: bool,
    stated: &'a mut StatedMetric,
    inner: &'a mut Map<String, Value>,
}

impl Metric<'_> {
    fn read(&mut self, object: &Map<String, Value>, builder: &mut EntryBuilder) {
        if self.report {
            self.of_report(object, builder);
        }
        self.members(object, builder, DEPTH);
    }

    /// Reads the members of an object, and of nested objects under unknown keys: `"calculation":
    /// {"recall": 0.7}`.
    fn members(&mut self, object: &Map<String, Value>, builder: &mut EntryBuilder, depth: usize) {
        for (key, value) in object.iter().filter(|(_, value)| !value.is_null()) {
            match (holds(self.metric, key), value) {
                // `"recall": {"value": 0.7, "fully": 3}`
                (
                    Some(holds @ (Holds::Step(_) | Holds::Score | Holds::Raw | Holds::Part(_))),
                    Value::Object(inner),
                ) if depth > 0 => {
                    for (name, value) in inner {
                        if matches!(squash(name).as_str(), "value" | "result" | "mean" | "accuracy" | "score")
                        {
                            self.member(key, holds, value, builder);
                        }
                    }
                    let rest = inner.iter().filter(|(name, _)| squash(name) != "score");
                    let rest = rest.map(|(name, value)| (name.clone(), value.clone())).collect();
                    self.members(&rest, builder, depth - 1);
                }
                (Some(holds), _) => self.member(key, holds, value, builder),
                (None, Value::Object(inner)) if depth > 0 && !(self.report && key == "parts") => {
                    self.members(inner, builder, depth - 1);
                }
                (None, _) => {}
            }
        }
    }

    /// Reads a report, which keeps its numbers in `parts` and its labels in one list, by id.
    fn of_report(&mut self, object: &Map<String, Value>, builder: &mut EntryBuilder) {
        if let Some(Value::Object(parts)) = object.get("parts") {
            for (key, value) in parts {
                match holds(self.metric, key) {
                    Some(Holds::Part(name)) => {
                        let given =
                            object.get("steps").and_then(Value::as_array).into_iter().flatten().any(|step| {
                                step["name"] == name && step["formula"] == format!("{name}_score")
                            });
                        match self.figure(key, value) {
                            Some(figure) if given => self.part(name, figure, value),
                            Some(figure) => drop(self.stated.steps.insert(name, figure)),
                            None => {}
                        }
                    }
                    Some(holds) => self.member(key, holds, value, builder),
                    None => {}
                }
            }
        }
        let mut lists: BTreeMap<List, Vec<Value>> = BTreeMap::new();
        for label in object.get("labels").and_then(Value::as_array).into_iter().flatten() {
            let key = label["id"].as_str().and_then(|id| id.split('/').next());
            if let Some(list) = key.and_then(List::of_key) {
                lists.entry(list).or_default().push(label.clone());
            }
        }
        // Each list that the metric is computed from is set, even if empty.
        let own: &[List] = match self.metric {
            0 => &[List::KeyPoints, List::Extraneous],
            1 => &[List::Deviations],
            2 => &[List::Claims],
            3 => &[],
            _ => &[List::Issues],
        };
        let scored = object.get("score").is_some_and(|score| !score.is_null());
        for list in own.iter().filter(|_| scored) {
            lists.entry(*list).or_default();
        }
        for (list, items) in lists {
            self.list(list, &Value::Array(items), builder);
        }
    }

    fn member(&mut self, key: &str, holds: Holds, value: &Value, builder: &mut EntryBuilder) {
        match (holds, value) {
            (Holds::Raw, value) if self.base && self.metric == 2 => {
                self.member(key, Holds::Step("base"), value, builder);
            }
            (Holds::Score, value) => self.stated.score = self.figure(key, value),
            (Holds::Raw, value) => self.stated.raw = self.figure(key, value),
            (Holds::Step("qag"), Value::Array(_)) if self.metric == 0 => {
                self.list(List::CoverageQags, value, builder);
            }
            (Holds::Step("qag_precision"), Value::Array(_)) => self.list(List::ClaimQags, value, builder),
            (Holds::Step(name), value) => {
                if let Some(figure) = self.figure(key, value) {
                    self.stated.steps.insert(name, figure);
                }
            }
            (Holds::Part(name), value) => {
                if let Some(figure) = self.figure(key, value) {
                    self.part(name, figure, value);
                }
            }
            (Holds::Count(list, word), value) => self.count(key, list, word, value, builder),
            (Holds::Extraneous, Value::Array(_)) => self.list(List::Extraneous, value, builder),
            (Holds::Extraneous, Value::Object(counts)) => {
                for (inner_key, value) in counts {
                    let figure = match squash(inner_key).as_str() {
                        "tokens" | "count" | "extraneous" => &mut self.stated.extraneous,
                        "of" | "total" => &mut self.stated.tokens,
                        _ => continue,
                    };
                    *figure = number(inner_key, value).ok();
                }
            }
            (Holds::Extraneous, value) => self.stated.extraneous = self.figure(key, value),
            (Holds::Tokens, value) => self.stated.tokens = self.figure(key, value),
            (Holds::List(list), value) => self.list(list, value, builder),
            (Holds::Severity, Value::String(word)) => self.stated.severity = Some(word.clone()),
            (Holds::Severity, value) => self.malformed(key, value, "a word"),
            (Holds::Text(name), Value::String(text)) => {
                let text = if name == "tone" { text.trim().to_lowercase() } else { text.clone() };
                self.inner.insert(name.to_owned(), Value::from(text));
            }
            // Explanatory texts are not required.
            (Holds::Text(_), _) => {}
            (Holds::Caps, value) => self.stated.caps = Some(value.clone()),
        }
    }

    fn part(&mut self, name: &'static str, figure: StatedNumber, value: &Value) {
        let given = if value.is_number() { value.clone() } else { json!(figure.value) };
        self.inner.insert(format!("{name}_score"), given);
        self.stated.parts.insert(name, figure);
    }

    fn malformed(&mut self, key: &str, value: &Value, wanted: &str) {
        self.stated.malformed.get_or_insert(format!("`{key}` is {}, not {wanted}", kind(value)));
    }

    fn figure(&mut self, key: &str, value: &Value) -> Option<StatedNumber> {
        if value.is_null() {
            return None;
        }
        let score = matches!(holds(self.metric, key), Some(Holds::Score | Holds::Raw | Holds::Part(_)));
        let ten = value.as_str().and_then(|text| text.trim().strip_suffix("/10")).filter(|_| score);
        match ten.map_or_else(|| number(key, value), |text| number(key, &Value::from(text))) {
            Ok(figure) => Some(figure),
            Err(()) => {
                self.malformed(key, value, "a number");
                None
            }
        }
    }

    fn count(
        &mut self,
        key: &str,
        list: List,
        word: Option<LabelValue>,
        value: &Value,
        builder: &mut EntryBuilder,
    ) {
        match (value, word) {
            // {"fully": ["the first point", ...]}: the units, grouped by label value.
            (Value::Array(items), Some(word)) => {
                let grouped: Vec<Value> =
                    items.iter().map(|item| builder.grouped(list, word, item)).collect();
                match self.inner.get_mut(list.spec().key) {
                    Some(Value::Array(before)) => before.extend(grouped),
                    Some(_) => {}
                    None => drop(self.inner.insert(list.spec().key.to_owned(), Value::Array(grouped))),
                }
            }
            (Value::Bool(yes), Some(_)) if list == List::Issues => {
                let figure =
                    StatedNumber { value: f64::from(u8::from(*yes)), places: 0, key: key.to_owned() };
                self.stated.counts.push((list, word, figure));
            }
            _ => match number(key, value)
                .ok()
                .filter(|figure| figure.value >= 0.0 && figure.value.fract() == 0.0)
            {
                Some(figure) => self.stated.counts.push((list, word, figure)),
                None => self.malformed(key, value, "a whole number"),
            },
        }
    }

    fn list(&mut self, list: List, value: &Value, builder: &mut EntryBuilder) {
        let key = list.spec().key;
        if self.inner.contains_key(key) {
            return;
        }
        if let Value::Object(counts) = value {
            // {"key_points": {"fully": 3, "partial": 1, "not": 1}}
            let total = |key: &str| matches!(squash(key).as_str(), "total" | "n" | "count");
            if !counts.is_empty() && counts.keys().all(|key| words::word(list, key).is_some() || total(key)) {
                for (inner_key, value) in counts {
                    self.count(
                        inner_key,
                        list,
                        words::word(list, inner_key).filter(|_| !total(inner_key)),
                        value,
                        builder,
                    );
                }
                return;
            }
        }
        // {"questions": {"items": [...]}}
        let only = value.as_object().and_then(|object| {
            let mut lists = object.values().filter(|value| value.is_array());
            lists.next().filter(|_| lists.next().is_none())
        });
        let converted = match only.unwrap_or(value) {
            Value::Array(items) => Value::Array(
                items.iter().enumerate().map(|(at, item)| builder.entry(list, at, item)).collect(),
            ),
            other => other.clone(),
        };
        builder.from(list, metric_key(self.metric));
        self.inner.insert(key.to_owned(), converted);
    }
}

/// Parses a number, or a string that contains one: "8.10", "97%", "5/6".
fn number(key: &str, value: &Value) -> Result<StatedNumber, ()> {
    let quotient = value.as_str().and_then(|text| text.split_once('/'));
    if let Some((over, under)) = quotient.filter(|(_, under)| !under.contains('/')) {
        let part =
            |text: &str| number(key, &Value::from(text.trim())).ok().filter(|figure| figure.value >= 0.0);
        let (over, under) = (part(over).ok_or(())?, part(under).filter(|under| under.value > 0.0).ok_or(())?);
        return Ok(StatedNumber { value: over.value / under.value, places: 9, key: key.to_owned() });
    }
    let (text, percent) = match value {
        Value::Number(number) => (number.to_string(), false),
        Value::String(text) => match text.trim().strip_suffix('%') {
            Some(text) => (text.trim().to_owned(), true),
            None => (text.trim().to_owned(), false),
        },
        _ => return Err(()),
    };
    let plain = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E'));
    let value = text.parse::<f64>().ok().filter(|value| plain && value.is_finite()).ok_or(())?;
    let exponent = text.contains(['e', 'E']);
    let places = if exponent { 15 } else { text.split_once('.').map_or(0, |(_, places)| places.len()) };
    Ok(if percent {
        StatedNumber { value: value / 100.0, places: places + 2, key: key.to_owned() }
    } else {
        StatedNumber { value, places, key: key.to_owned() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_know_their_decimals() {
        let read = |value: Value| number("k", &value).map(|figure| (figure.value, figure.places));
        assert_eq!(read(json!(8.25)), Ok((8.25, 2)));
        assert_eq!(read(json!("8.10")), Ok((8.1, 2)));
        assert_eq!(read(json!("97 %")), Ok((0.97, 2)));
        assert_eq!(read(json!(3)), Ok((3.0, 0)));
        assert_eq!(read(json!("3 / 4")), Ok((0.75, 9)));
        for wrong in [
            json!("eight"),
            json!([8]),
            json!(true),
            json!("inf"),
            json!("8/0"),
            json!("a/b"),
            json!("1/2/3"),
            json!(""),
        ] {
            assert_eq!(read(wrong.clone()), Err(()), "{wrong}");
        }
    }
}
