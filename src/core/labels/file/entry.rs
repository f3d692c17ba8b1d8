//! Reads one entry of a list: its word, its spans and its other fields.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::fields::whole;
use super::spans::{Moved, SpanTexts};
use super::{LabelError, UNNAMED};
use crate::labels::{Label, LabelDistribution, LabelValue, List, ListSpec, Provenance, ThresholdMeasure};
use crate::num::Num;
use crate::text::Span;

pub(super) use crate::case::kind;

/// Reads the entries of one list.
pub(super) struct EntryReader<'a, 'texts> {
    pub spec: &'static ListSpec,
    pub by: &'a Provenance,
    pub texts: &'a SpanTexts<'texts>,
    /// Notes for readers of the scores: spans that were moved and spans that are missing.
    pub notes: Vec<String>,
    /// The texts whose spans were moved together; this is noted once for each text.
    pub together: Vec<&'static str>,
}

impl EntryReader<'_, '_> {
    /// Reads a list. The first entry that cannot be read makes the whole list unreadable.
    pub fn list<'v>(
        &mut self,
        entries: impl Iterator<Item = Cow<'v, Value>>,
    ) -> Result<Vec<Label>, LabelError> {
        let labels = entries
            .enumerate()
            .map(|(at, entry)| {
                let list = self.spec.key;
                self.entry(&entry, at).map_err(|why| LabelError::At { list, at, source: Box::new(why) })
            })
            .collect::<Result<Vec<_>, _>>()?;
        self.count_spanless(&labels);
        Ok(labels)
    }

    /// Notes how many labels have no article span, since the guard counts article spans. Of questions, the
    /// metric notes it.
    fn count_spanless(&mut self, labels: &[Label]) {
        let rests = |label: &&Label| match self.spec.list {
            List::KeyPoints => true,
            List::Claims => label.word != Some(LabelValue::Unsupported),
            _ => false,
        };
        let (all, without) = labels
            .iter()
            .filter(rests)
            .fold((0, 0), |(all, without), label| (all + 1, without + usize::from(label.article.is_empty())));
        if without > 0 {
            self.notes.push(format!(
                "{without} of {all} {} name no article span; rules that count spans count what is there",
                self.spec.title.to_lowercase()
            ));
        }
    }

    fn entry(&mut self, item: &Value, at: usize) -> Result<Label, LabelError> {
        let Value::Object(object) = item else { return Err(LabelError::Entry(kind(item))) };
        let mut label = Label { by: self.by.clone(), ..Label::default() };
        if self.spec.list == List::Extraneous {
            let struck = object.get("extraneous") == Some(&Value::Bool(false));
            label.word = Some(if struck { LabelValue::No } else { LabelValue::Extraneous });
            if object.contains_key("start") || !object.contains_key("summary") {
                label.summary = vec![self.span("summary", item, at)?];
            }
        } else {
            label.word = self.word(object)?;
            label.text = text(object, "question")?.or(text(object, "text")?).unwrap_or_default();
        }
        label.measure = match self.spec.list {
            List::Segments => overlap(object)?,
            List::KeyPoints => share(object, "share")?.map(ThresholdMeasure::Share),
            List::Grounding => nearness(object)?,
            List::Citations => number(object)?,
            List::Anchors => anchored(object)?,
            _ => None,
        };
        if self.spec.list == List::Segments && label.measure.is_none() && label.word.is_none() {
            return Err(LabelError::Unmeasured);
        }
        label.answer = text(object, "answer")?;
        label.source = text(object, "source")?;
        label.kind = self.kind(object)?;
        for key in ["article", "summary"] {
            let spans = self.spans(object, key, at)?;
            let into = if key == "article" { &mut label.article } else { &mut label.summary };
            into.extend(spans);
        }
        label.why = match field(object, "why") {
            None => Vec::new(),
            Some(Value::String(why)) => vec![why.clone()],
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            Some(other) => return Err(LabelError::of_type("why", kind(other), "not a string")),
        };
        match text(object, "by")? {
            Some(name) if name == "engine" => label.by = Provenance::Engine,
            Some(name) if !name.trim().is_empty() => label.by = Provenance::Person(name),
            Some(_) | None => {}
        }
        let proposed = field(object, "proposed").map(|value| word(self.spec, value, "proposed"));
        label.proposed = proposed.transpose()?;
        // If the engine's proposals are edited and read back, a label that differs from its proposal is
        // somebody's decision, which no measurement overrides, unless it follows from a decision on another
        // label.
        let differs = label.proposed.is_some_and(|proposed| label.word != Some(proposed));
        let follows = object.get("follows") == Some(&Value::Bool(true));
        if label.by == Provenance::Engine && differs && !follows {
            label.by = Provenance::Person(UNNAMED.to_owned());
        } else if label.by == Provenance::Engine && !differs {
            label.proposed = None;
        }
        // A person's label has no probabilities; it counts as certain.
        label.p = share(object, "p")?.map(Num::to_f64).filter(|_| label.by == Provenance::Engine);
        label.chances = chances(object, self.spec)?.filter(|_| label.by == Provenance::Engine);
        label.claim = claim(object)?;
        Ok(label)
    }

    fn word(&self, object: &Map<String, Value>) -> Result<Option<LabelValue>, LabelError> {
        let key = self.spec.field;
        match field(object, key) {
            Some(value) => word(self.spec, value, key).map(Some),
            None if self.spec.list == List::Segments => Ok(None),
            None => Err(LabelError::Missing { key, takes: words(self.spec) }),
        }
    }

    fn kind(&self, object: &Map<String, Value>) -> Result<Option<&'static str>, LabelError> {
        if self.spec.kinds.is_empty() {
            return Ok(None);
        }
        let Some(name) = text(object, "kind")? else { return Ok(None) };
        match self.spec.kinds.iter().find(|kind| **kind == name) {
            Some(kind) => Ok(Some(kind)),
            None => Err(LabelError::Value {
                key: "kind".to_owned(),
                found: format!("{name:?}"),
                takes: self.spec.kinds.join(", "),
            }),
        }
    }

    fn spans(&mut self, object: &Map<String, Value>, key: &str, at: usize) -> Result<Vec<Span>, LabelError> {
        match field(object, key) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => items.iter().map(|item| self.span(key, item, at)).collect(),
            Some(other) => Err(LabelError::of_type(key, kind(other), "not a list of spans")),
        }
    }

    fn span(&mut self, key: &str, item: &Value, at: usize) -> Result<Span, LabelError> {
        let side = self.texts.side(key);
        let (span, moved) = side.span(item)?;
        match moved {
            None => {}
            Some(Moved::Alone(how)) => self.notes.push(format!("{}/{at}: {how}", self.spec.key)),
            Some(Moved::Together) if self.together.contains(&side.name) => {}
            Some(Moved::Together) => {
                self.together.push(side.name);
                self.notes.extend(side.note());
            }
        }
        Ok(span)
    }
}

/// Reads a list's word from a field.
///
/// # Errors
/// If the list has no such word; the error names the words that it takes.
pub fn word(spec: &ListSpec, value: &Value, field: &str) -> Result<LabelValue, LabelError> {
    // A finding that a person rejected: it is shown but does not count.
    if matches!(spec.list, List::Deviations | List::Issues) && *value == Value::Bool(false) {
        return Ok(LabelValue::No);
    }
    let as_word = |word: &LabelValue| match value {
        Value::Bool(yes) => *word == if *yes { LabelValue::Yes } else { LabelValue::No },
        Value::String(text) => !matches!(word, LabelValue::Yes | LabelValue::No) && word.as_str() == text,
        _ => false,
    };
    match spec.words.iter().copied().find(|word| as_word(word)) {
        Some(word) => Ok(word),
        None => Err(LabelError::Value { key: field.to_owned(), found: kind(value), takes: words(spec) }),
    }
}

fn words(spec: &ListSpec) -> String {
    spec.words.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(", ")
}

/// Returns a field if it is present and not `null`.
fn field<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    object.get(key).filter(|value| !value.is_null())
}

fn text(object: &Map<String, Value>, key: &str) -> Result<Option<String>, LabelError> {
    match field(object, key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(LabelError::of_type(key, kind(other), "not a string")),
    }
}

/// Reads a number from 0 to 1.
fn share(object: &Map<String, Value>, key: &str) -> Result<Option<Num>, LabelError> {
    let share = number_where(object, key, |share| (0.0..=1.0).contains(&share), "not a number from 0 to 1")?;
    Ok(share.map(Num::decimal))
}

/// Reads a number that satisfies a condition; `wanted` is what another value is not.
fn number_where(
    object: &Map<String, Value>,
    key: &str,
    holds: impl Fn(f64) -> bool,
    wanted: &'static str,
) -> Result<Option<f64>, LabelError> {
    let Some(value) = field(object, key) else { return Ok(None) };
    let number = value.as_f64().filter(|number| holds(*number));
    number.map(Some).ok_or_else(|| LabelError::of_type(key, kind(value), wanted))
}

/// Reads the probabilities of the list's words, in their order.
fn chances(object: &Map<String, Value>, spec: &ListSpec) -> Result<Option<LabelDistribution>, LabelError> {
    let items = match field(object, "chances") {
        None => return Ok(None),
        Some(Value::Array(items)) if items.len() == spec.words.len() => items,
        Some(Value::Array(items)) => {
            return Err(LabelError::ChanceCount { given: items.len(), words: spec.words.len() });
        }
        Some(other) => {
            return Err(LabelError::of_type("chances", kind(other), "not a list of numbers"));
        }
    };
    let share = |value: &Value| value.as_f64().filter(|share| (0.0..=1.0).contains(share));
    let shares: Option<Vec<f64>> = items.iter().map(share).collect();
    Ok(Some(LabelDistribution::new(&shares.ok_or(LabelError::Chance)?)))
}

/// Reads the overlap of a segment; with one for each reading if the engine wrote them and `overlap` still
/// equals one of them.
fn overlap(object: &Map<String, Value>) -> Result<Option<ThresholdMeasure>, LabelError> {
    let Some(overlap) = share(object, "overlap")? else { return Ok(None) };
    let all = match field(object, "overlaps") {
        Some(Value::Object(all)) => all,
        None => return Ok(Some(ThresholdMeasure::Overlap(overlap))),
        Some(other) => return Err(LabelError::of_type("overlaps", kind(other), "not an object")),
    };
    let parts = (share(all, "containment")?, share(all, "best_window")?, share(all, "jaccard_article")?);
    match parts {
        (Some(containment), Some(best_window), Some(jaccard_article))
            if [containment, best_window, jaccard_article].contains(&overlap) =>
        {
            Ok(Some(ThresholdMeasure::Overlaps { containment, best_window, jaccard_article }))
        }
        _ => Ok(Some(ThresholdMeasure::Overlap(overlap))),
    }
}

/// Reads the similarity between a factual sentence and its sources, if the engine wrote it.
fn nearness(object: &Map<String, Value>) -> Result<Option<ThresholdMeasure>, LabelError> {
    let Some(cosine) = field(object, "cosine") else { return Ok(None) };
    let cosine = cosine.as_f64().filter(|cosine| (-1.0..=1.0).contains(cosine)).ok_or(LabelError::Cosine)?;
    let overlap = share(object, "overlap")?;
    Ok(overlap.map(|overlap| ThresholdMeasure::Nearness { cosine: Num::decimal(cosine), overlap }))
}

fn flag(object: &Map<String, Value>, key: &str) -> Result<Option<bool>, LabelError> {
    match field(object, key) {
        None => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(other) => Err(LabelError::of_type(key, kind(other), "neither true nor false")),
    }
}

/// Reads whether a numbered reference is in range, if the engine wrote it.
fn number(object: &Map<String, Value>) -> Result<Option<ThresholdMeasure>, LabelError> {
    let (in_range, any) = (flag(object, "in_range")?, flag(object, "any_source")?);
    Ok(in_range.zip(any).map(|(in_range, any)| ThresholdMeasure::Number { in_range, any }))
}

/// Reads the engine's measurement of an anchor, if it was written.
fn anchored(object: &Map<String, Value>) -> Result<Option<ThresholdMeasure>, LabelError> {
    let number = |key: &str| number_where(object, key, |number| number >= 0.0, "not a number of 0 or more");
    if let Some(exact) = flag(object, "exact")? {
        return Ok(Some(ThresholdMeasure::Figure { exact, off: number("off")?.map(Num::decimal) }));
    }
    let within = number("within")?.map(|within| within as usize);
    Ok(flag(object, "one_sentence")?.map(|one_sentence| ThresholdMeasure::Together { one_sentence, within }))
}

fn claim(object: &Map<String, Value>) -> Result<Option<usize>, LabelError> {
    let index = match field(object, "claim") {
        None => return Ok(None),
        Some(Value::String(id)) => id.strip_prefix("claims/").and_then(|index| index.parse().ok()),
        Some(value) => whole(value).and_then(|index| usize::try_from(index).ok()),
    };
    index.map(Some).ok_or(LabelError::Claim)
}
