//! Converts entries of a judge's lists to entries of label files.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::places::{EvidencePlaces, PlacedEvidence};
use super::stated::Purpose;
use super::words::{self, TEXT_KEYS, squash};
use super::{AuditRule, RuleViolation};
use crate::labels::{LabelValue, List};

/// Builds entries and collects notes on them.
#[derive(Debug)]
pub struct EntryBuilder<'a> {
    pub places: EvidencePlaces<'a>,
    purpose: Purpose,
    /// Rules found to be broken during conversion.
    pub broken: Vec<RuleViolation>,
    /// Further notes for the reader.
    pub notes: Vec<String>,
    /// Labels with a measure in addition to their label value.
    pub measured: Vec<(List, usize, f64)>,
    /// Steps whose stated values are taken over.
    pub taken: Vec<(&'static str, f64)>,
    /// For each list, the number of labels with evidence, and the indices of those without.
    rests: BTreeMap<List, (usize, Vec<usize>)>,
    metrics: BTreeMap<List, &'static str>,
}

const OVERLAP_KEYS: [&str; 7] = [
    "overlap", "jaccard", "similarity", "jaccardsimilarity", "jaccardoverlap", "jaccardscore", "overlapscore",
];

impl<'a> EntryBuilder<'a> {
    /// Creates a builder for the texts of a case.
    pub fn new(places: EvidencePlaces<'a>, purpose: Purpose) -> EntryBuilder<'a> {
        EntryBuilder {
            places,
            purpose,
            broken: Vec::new(),
            notes: Vec::new(),
            measured: Vec::new(),
            taken: Vec::new(),
            rests: BTreeMap::new(),
            metrics: BTreeMap::new(),
        }
    }

    /// Returns whether the labels are for an audit.
    pub fn audits(&self) -> bool {
        matches!(self.purpose, Purpose::Audit { .. })
    }

    /// Returns the number of questions that the rubric requires, if any.
    pub fn questions(&self) -> Option<usize> {
        match self.purpose {
            Purpose::Audit { questions } => questions,
            Purpose::Labels => None,
        }
    }

    pub fn from(&mut self, list: List, metric: &'static str) {
        self.metrics.entry(list).or_insert(metric);
    }

    /// Returns the metric that a list belongs to.
    pub fn metric(&self, list: List) -> &'static str {
        let own = match list {
            List::Deviations => 1,
            List::Claims | List::ClaimQags => 2,
            List::Segments => 3,
            List::Issues => 4,
            _ => 0,
        };
        self.metrics.get(&list).copied().unwrap_or(words::metric_key(own))
    }

    /// Converts an entry of a group that is named by its label value.
    pub fn grouped(&mut self, list: List, word: LabelValue, item: &Value) -> Value {
        let mut object = match item {
            Value::Object(object) => object.clone(),
            Value::String(text) => {
                let key = if list == List::Issues { "quote" } else { "text" };
                Map::from_iter([(key.to_owned(), Value::from(text.as_str()))])
            }
            other => return other.clone(),
        };
        object.insert(list.spec().field.to_owned(), Value::from(word.as_str()));
        self.entry(list, usize::MAX, &Value::Object(object))
    }

    /// Converts an entry. Unreadable parts stay unchanged, so that the reader of labels reports them.
    pub fn entry(&mut self, list: List, at: usize, item: &Value) -> Value {
        if list == List::Extraneous {
            return self.extraneous(at, item);
        }
        let Value::Object(object) = item else { return item.clone() };
        let mut out = Map::new();
        let text = TEXT_KEYS.iter().find_map(|key| get(object, key)?.as_str());
        let question = matches!(list, List::CoverageQags | List::ClaimQags);
        if let Some(text) = text {
            out.insert(if question { "question" } else { "text" }.to_owned(), Value::from(text));
        }
        if let Some(answer) = ["answer", "a", "response"].iter().find_map(|key| get(object, key)?.as_str()) {
            out.insert("answer".to_owned(), Value::from(answer));
        }
        if let Some(overlap) =
            OVERLAP_KEYS.iter().find_map(|key| get(object, key)).filter(|_| list == List::Segments)
        {
            out.insert("overlap".to_owned(), overlap.clone());
        }
        if let Some(share) = get(object, "share").filter(|_| list == List::KeyPoints) {
            out.insert("share".to_owned(), share.clone());
        }
        if let Some(kind) = self.kind(list, object) {
            out.insert("kind".to_owned(), Value::from(kind));
        }
        if let Some(word) = word(list, object) {
            out.insert(list.spec().field.to_owned(), word);
        }
        let measure = out.get("overlap").or(out.get("share")).and_then(Value::as_f64);
        if let (Some(measure), true) = (measure, out.contains_key(list.spec().field)) {
            self.measured.push((list, at, measure));
        }
        let stated = self.spans(list, at, object, text, &mut out);
        let needs = match list {
            List::KeyPoints | List::CoverageQags | List::ClaimQags | List::Claims => !says(&out, list, 2),
            List::Segments => false,
            _ => true,
        };
        let rests = self.rests.entry(list).or_default();
        rests.0 += 1;
        if needs && !stated {
            let at = if at == usize::MAX { rests.0 - 1 } else { at };
            rests.1.push(at);
        }
        Value::Object(out)
    }

    fn kind(&self, list: List, object: &Map<String, Value>) -> Option<&'static str> {
        if list != List::Deviations {
            return None;
        }
        let said =
            ["kind", "type", "category", "aspect"].iter().find_map(|key| get(object, key)?.as_str())?;
        let said = squash(said);
        let known = list.spec().kinds.iter().copied().find(|kind| said.contains(kind));
        known.or_else(|| said.contains("tone").then_some("sentiment"))
    }

    /// Assigns an entry's evidence to article and summary; returns whether it gives any.
    fn spans(
        &mut self,
        list: List,
        at: usize,
        object: &Map<String, Value>,
        text: Option<&str>,
        out: &mut Map<String, Value>,
    ) -> bool {
        let mut sides: [Vec<Value>; 2] = Default::default();
        let mut any = false;
        for (key, value) in object {
            let Some(named) = words::evidence(key) else { continue };
            let items = match value {
                Value::Array(items) => items.clone(),
                other => vec![other.clone()],
            };
            for item in items {
                match self.places.place(&item, named, list) {
                    PlacedEvidence::Empty => {}
                    PlacedEvidence::At(side, span) => {
                        any = true;
                        sides[usize::from(side != "article")].push(span);
                    }
                    PlacedEvidence::Nowhere(reason) => {
                        any = true;
                        self.nowhere(list, at, reason);
                        if self.purpose == Purpose::Labels {
                            sides[usize::from(named != Some("article"))].push(refused(&item));
                        }
                    }
                }
            }
        }
        // Segments and issues are quoted from the summary; a claim may be quoted or paraphrased.
        let quote = get(object, "quote").is_none();
        let is_piece = matches!(list, List::Segments | List::Issues | List::Claims);
        if let Some(text) = text.filter(|_| is_piece && sides[1].is_empty() && quote) {
            if !self.places.knows("summary") {
                any |= list == List::Issues;
            } else {
                match self.places.place(&Value::from(text), Some("summary"), list) {
                    PlacedEvidence::At(_, span) => {
                        any |= list == List::Issues;
                        sides[1].push(span);
                    }
                    PlacedEvidence::Nowhere(reason) if list == List::Segments => {
                        self.nowhere(list, at, reason);
                    }
                    PlacedEvidence::Nowhere(_) | PlacedEvidence::Empty => {}
                }
            }
        }
        for (key, spans) in ["article", "summary"].into_iter().zip(sides) {
            if !spans.is_empty() {
                out.insert(key.to_owned(), Value::Array(spans));
            }
        }
        any
    }

    fn nowhere(&mut self, list: List, at: usize, reason: String) {
        let key = list.spec().key;
        let id = if at == usize::MAX { key.to_owned() } else { format!("{key}/{at}") };
        let labels = if at == usize::MAX { Vec::new() } else { vec![id.clone()] };
        let metric = self.metric(list);
        let violation = RuleViolation::new(AuditRule::SpanNotFound, Some(metric), format!("{id}: {reason}"));
        self.broken.push(violation.about(labels));
    }

    fn extraneous(&mut self, at: usize, item: &Value) -> Value {
        let quote = match item {
            Value::Object(object) if object.contains_key("start") => item.clone(),
            Value::Object(object) => match object.get("summary") {
                Some(Value::Array(spans)) if spans.len() == 1 => spans[0].clone(),
                Some(Value::Array(_)) => return item.clone(),
                Some(other) => other.clone(),
                None => match TEXT_KEYS
                    .iter()
                    .chain(&["token", "tokens", "quote", "span"])
                    .find_map(|key| get(object, key))
                {
                    Some(quote) => quote.clone(),
                    None => return item.clone(),
                },
            },
            other => other.clone(),
        };
        match self.places.place(&quote, Some("summary"), List::Extraneous) {
            PlacedEvidence::At(_, span) => span,
            PlacedEvidence::Nowhere(reason) => {
                self.nowhere(List::Extraneous, at, reason);
                if self.purpose == Purpose::Labels { refused(&quote) } else { json!({"summary": []}) }
            }
            PlacedEvidence::Empty => item.clone(),
        }
    }

    /// Reports, for each list, how many of its labels have no evidence.
    pub fn evidence(&mut self) {
        for (list, (all, without)) in std::mem::take(&mut self.rests) {
            if without.is_empty() {
                continue;
            }
            let spec = list.spec();
            let ids: Vec<String> = without.iter().map(|at| format!("{}/{at}", spec.key)).collect();
            let message =
                format!("{} of {all} {} name no evidence", without.len(), spec.title.to_lowercase());
            let violation = RuleViolation::new(AuditRule::MissingEvidence, Some(self.metric(list)), message);
            self.broken.push(violation.about(ids));
        }
    }
}

/// Creates a span that the reader of labels will reject, with the reason.
fn refused(item: &Value) -> Value {
    match item {
        Value::String(text) => json!({"text": text}),
        other => other.clone(),
    }
}

/// Returns a member of an object, comparing keys by their letters only.
fn get<'a>(object: &'a Map<String, Value>, wanted: &str) -> Option<&'a Value> {
    object.iter().find(|(key, value)| !value.is_null() && squash(key) == wanted).map(|(_, value)| value)
}

/// Returns whether an entry has the label value at this index of its list's values.
fn says(entry: &Map<String, Value>, list: List, place: usize) -> bool {
    let word = list.spec().words.get(place).map(|word| word.as_str());
    entry.get(list.spec().field).and_then(Value::as_str) == word
}

/// Returns the label value of an entry as written in label files; an unknown value stays as the judge
/// wrote it.
fn word(list: List, object: &Map<String, Value>) -> Option<Value> {
    let said: Vec<&Value> = words::word_keys(list).iter().filter_map(|key| get(object, key)).collect();
    let known = said.iter().find_map(|value| match value {
        Value::String(text) => words::word(list, text),
        Value::Number(number) => words::worth(list, number.as_f64()?),
        Value::Bool(yes) if matches!(list, List::Claims | List::CoverageQags | List::ClaimQags) => {
            list.spec().words.get(if *yes { 0 } else { 2 }).copied()
        }
        _ => None,
    });
    match known {
        Some(word) => Some(Value::from(word.as_str())),
        None => said.first().map(|value| (*value).clone()),
    }
}
