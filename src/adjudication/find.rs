//! Finds the units that several annotators labelled, and those they disagree on.

use std::sync::Arc;

use super::unit;
use crate::agree::annotators::{Annotation, LabelledUnit, TextMark, group};
use crate::annotations::Gathered;
use crate::case::Case;
use crate::labels::{Entry, LISTS, Label, LabelValue, Labels, List, Provenance};
use crate::session::{GivenAnswer, Ruling, RulingValue};
use crate::text::CharIndex;

#[derive(Clone, Debug, Default)]
pub struct Adjudication {
    pub annotators: Vec<String>,
    /// Cases judged by at least two annotators.
    pub cases: Vec<DisputedCase>,
    /// Number of cases judged by only one annotator.
    pub single: usize,
    /// Number of cases judged by at least two annotators whose texts are unknown.
    pub without_texts: usize,
}

/// A case judged by at least two annotators.
#[derive(Clone, Debug)]
pub struct DisputedCase {
    /// The case, as it was imported.
    pub case: Arc<Case>,
    /// The units of all lists, followed by the verdict.
    pub units: Vec<DisputableUnit>,
    /// The sets of labels, by annotator.
    pub(super) sets: Vec<Option<Arc<Labels>>>,
}

/// A unit of a list, or the verdict, with the annotators' answers.
#[derive(Clone, Debug)]
pub struct DisputableUnit {
    /// The list of the unit; `None` for the verdict.
    pub list: Option<List>,
    /// Position among the units of the list, from 1.
    pub number: usize,
    /// The answers of the annotators who judged the list.
    pub voices: Vec<AnnotatorAnswer>,
}

/// The value that an annotator or a ruling gives a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitValue {
    pub answer: RulingValue,
    /// The kind of the finding, for lists with kinds.
    pub kind: Option<&'static str>,
}

impl UnitValue {
    pub fn of(ruling: &Ruling) -> UnitValue {
        let kinds = ruling.list.map_or(&[][..], |list| list.spec().kinds);
        let named = ruling.unit.get("kind").and_then(serde_json::Value::as_str);
        let kind = kinds.iter().copied().find(|kind| Some(*kind) == named);
        UnitValue { answer: ruling.to, kind: kind.filter(|_| ruling.to != RulingValue::Nothing) }
    }
}

#[derive(Clone, Debug)]
pub struct AnnotatorAnswer {
    /// The annotator, by index.
    pub annotator: usize,
    pub value: UnitValue,
    /// Whether the annotator left the engine's proposal unchanged.
    pub left: bool,
    pub label: Option<Label>,
    /// The reason, if they gave one.
    pub reason: Option<String>,
}

impl Adjudication {
    /// Matches the units of the annotators.
    pub fn of(gathered: &Gathered) -> Adjudication {
        let given = &gathered.annotations;
        let mut out = Adjudication { annotators: given.annotators.clone(), ..Adjudication::default() };
        for (at, (annotated, case)) in given.cases.iter().zip(&gathered.cases).enumerate() {
            let own = |annotator: usize| annotated.by.get(annotator).and_then(Option::as_ref);
            let sets: Vec<Option<Arc<Labels>>> =
                (0..given.annotators.len()).map(|who| gathered.sets.get(&(at, who)).cloned()).collect();
            let voices = (0..sets.len())
                .filter(|who| sets[*who].is_some() || own(*who).is_some_and(|own| own.decision.is_some()));
            match (voices.count(), case) {
                (_, None) if annotated.annotators() > 1 => out.without_texts += 1,
                (0 | 1, _) => out.single += 1,
                (_, None) => out.without_texts += 1,
                (_, Some(case)) => {
                    let by: Vec<Option<&Annotation>> = (0..sets.len()).map(own).collect();
                    let mut units = units(case, &sets, &by);
                    let verdict = units.iter_mut().filter(|unit| unit.list.is_none());
                    for voice in verdict.flat_map(|unit| &mut unit.voices) {
                        voice.reason = gathered.reasons.get(&(at, voice.annotator)).cloned();
                    }
                    out.cases.push(DisputedCase { case: Arc::clone(case), units, sets });
                }
            }
        }
        out
    }
}

impl DisputableUnit {
    /// Returns whether annotators disagree on the unit.
    pub fn is_disputed(&self) -> bool {
        self.voices.windows(2).any(|pair| pair[0].value != pair[1].value)
    }

    /// Returns the distinct values given, the most frequent first.
    pub fn values(&self) -> Vec<UnitValue> {
        let mut counted: Vec<(UnitValue, usize)> = Vec::new();
        for voice in &self.voices {
            match counted.iter_mut().find(|(value, _)| *value == voice.value) {
                Some((_, count)) => *count += 1,
                None => counted.push((voice.value, 1)),
            }
        }
        counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counted.into_iter().map(|(value, _)| value).collect()
    }

    /// Returns the label of the first annotator who has one.
    pub fn label(&self) -> Option<&Label> {
        self.voices.iter().find_map(|voice| voice.label.as_ref())
    }

    /// Returns the label with this value, taken from the first annotator who gave it; `None` if the value
    /// says that the unit does not exist.
    pub fn with(&self, value: UnitValue) -> Option<Label> {
        let RulingValue::Label(word) = value.answer else { return None };
        let own =
            self.voices.iter().filter(|voice| voice.value == value).find_map(|voice| voice.label.clone());
        let mut label = own.or_else(|| {
            let known = self.label()?.clone();
            // The measure belongs to the other value, so it is dropped.
            Some(Label { word: Some(word), kind: value.kind.or(known.kind), measure: None, ..known })
        })?;
        // A claim index refers to one annotator's list and is invalid in a merged one.
        (label.claim, label.p, label.chances, label.signals) = (None, Some(1.0), None, None);
        Some(label)
    }

    /// Returns the words of the unit; empty for a verdict.
    pub fn words<'a>(&'a self, case: &'a Case) -> &'a str {
        self.label().map_or("", |label| unit::words(label, case))
    }

    /// Returns a name for display: "claim 3".
    pub fn name(&self) -> String {
        match self.list {
            None => "the verdict".to_owned(),
            Some(list) => format!("{} {}", list.spec().unit, self.number),
        }
    }

    pub fn ruling(&self, case: &Case, annotators: &[String], to: UnitValue) -> Ruling {
        let given = self.voices.iter().map(|voice| GivenAnswer {
            by: annotators[voice.annotator].clone(),
            answer: voice.value.answer,
            left: voice.left,
        });
        let mut unit = self.label().map(|label| unit::unit(label, case)).unwrap_or_default();
        if let Some(kind) = to.kind {
            unit.insert("kind".to_owned(), kind.into());
        }
        Ruling { list: self.list, unit, given: given.collect(), to: to.answer, cause: None, note: None }
    }
}

impl DisputedCase {
    /// Returns the ruling on each unit; the last one if there are several.
    pub fn ruled<'a>(&self, rulings: &'a [Ruling]) -> Vec<Option<&'a Ruling>> {
        self.units.iter().map(|unit| self.ruling_on(unit, rulings)).collect()
    }

    fn ruling_on<'a>(&self, of: &DisputableUnit, rulings: &'a [Ruling]) -> Option<&'a Ruling> {
        let mut own = rulings.iter().rev().filter(|ruling| ruling.list == of.list);
        if of.list.is_none() {
            return own.next();
        }
        let labels = || of.voices.iter().filter_map(|voice| voice.label.as_ref());
        let names =
            |ruling: &Ruling| labels().any(|label| unit::same(&unit::unit(label, &self.case), &ruling.unit));
        let found = own.clone().find(|ruling| names(ruling));
        found.or_else(|| {
            // An annotator may have corrected the spans since the ruling. The ruling is then matched by
            // its words, provided that no other unit of the list has the same words.
            let words = of.words(&self.case);
            let like = |unit: &&DisputableUnit| unit.list == of.list && unit.words(&self.case) == words;
            let alone = !words.is_empty() && self.units.iter().filter(like).count() == 1;
            own.find(|ruling| alone && ruling.text() == words)
        })
    }
}

fn units(case: &Case, sets: &[Option<Arc<Labels>>], by: &[Option<&Annotation>]) -> Vec<DisputableUnit> {
    let index = [CharIndex::new(&case.article), CharIndex::new(&case.summary)];
    let mut all = Vec::new();
    for spec in &LISTS {
        let given: Vec<Option<&[Label]>> =
            sets.iter().zip(by).map(|(set, own)| list_of(spec.list, set.as_deref()?, *own)).collect();
        if given.iter().flatten().count() < 2 {
            continue;
        }
        let as_units = |labels: &[Label]| -> Vec<_> {
            labels.iter().map(|label| grouped(label, case, &index)).collect()
        };
        let own: Vec<Option<Vec<_>>> = given.iter().map(|labels| labels.map(as_units)).collect();
        let groups = group(spec.list, &own.iter().map(Option::as_deref).collect::<Vec<_>>());
        for (at, members) in groups.into_iter().enumerate() {
            let voice = |(annotator, labels): (usize, &Option<&[Label]>)| {
                let label = members[annotator].and_then(|index| (*labels)?.get(index));
                let word = label.and_then(|label| label.word);
                let value = UnitValue {
                    answer: word.map_or(RulingValue::Nothing, RulingValue::Label),
                    kind: label.and_then(|label| label.kind),
                };
                labels.map(|_| AnnotatorAnswer {
                    annotator,
                    value,
                    left: label.is_some_and(|label| label.by == Provenance::Engine),
                    label: label.cloned(),
                    reason: None,
                })
            };
            let voices: Vec<AnnotatorAnswer> = given.iter().enumerate().filter_map(voice).collect();
            all.push(DisputableUnit { list: Some(spec.list), number: at + 1, voices });
        }
    }
    let verdict = |(annotator, own): (usize, &Option<&Annotation>)| {
        let value = UnitValue { answer: RulingValue::Verdict(own.as_ref()?.decision?), kind: None };
        Some(AnnotatorAnswer { annotator, value, left: false, label: None, reason: None })
    };
    let voices: Vec<AnnotatorAnswer> = by.iter().enumerate().filter_map(verdict).collect();
    if voices.len() > 1 {
        all.push(DisputableUnit { list: None, number: 1, voices });
    }
    all
}

/// Returns the labels of a list that the annotator judged; `None` if it is unknown whether they did.
fn list_of<'a>(list: List, set: &'a Labels, own: Option<&Annotation>) -> Option<&'a [Label]> {
    if list == List::Extraneous && set.extraneous_counts.is_some() {
        return None;
    }
    match set.entry(list) {
        Entry::Given(labels) => {
            Some(labels.as_slice()).filter(|labels| list.is_finding() || !labels.is_empty())
        }
        // An annotator who labelled the case and omitted a list of findings found none.
        Entry::Absent => {
            let looked = list.is_finding() && own.is_some_and(|own| !own.left.contains(&list));
            looked.then_some(&[])
        }
        Entry::Malformed(_) => None,
    }
}

/// Converts a label to the form in which agreement matches units.
fn grouped(label: &Label, case: &Case, index: &[CharIndex; 2]) -> LabelledUnit {
    LabelledUnit {
        text: unit::words(label, case).to_owned(),
        value: label.word.unwrap_or(LabelValue::No),
        marks: TextMark::of(label, index),
    }
}
