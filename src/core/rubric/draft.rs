//! A metric under construction: its ledger, its parts, and why it has no score if it has none.

use crate::labels::{Entry, Label, LabelId, LabelValue, Labels, List, Provenance, ThresholdMeasure};
use crate::ledger::{Ledger, Quantity};
use crate::num::Num;
use crate::report::{Better, Hint, Metric, MetricOutcome, PartValue};

use super::{Documentation, Input};

/// Why a metric has no score, or why it is unknown whether a cap fired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetricError {
    /// The list was not given.
    Missing(List),
    /// The list cannot be read, or contradicts itself; with the reason.
    Malformed(String),
    /// A denominator is 0, or an input of the case is missing; with the reason.
    NotApplicable(&'static str),
}

impl MetricError {
    pub fn reason(&self) -> String {
        match self {
            MetricError::Missing(list) => format!("{} is not given", list.spec().key),
            MetricError::Malformed(reason) => reason.clone(),
            MetricError::NotApplicable(reason) => (*reason).to_owned(),
        }
    }
}

/// A computed value, or why it is missing.
pub type Computed<T> = Result<T, MetricError>;

/// A metric under construction.
pub struct MetricDraft {
    pub key: &'static str,
    /// Lowest and highest score possible.
    pub range: [Num; 2],
    pub better: Better,
    /// Its ledger; the last step is the raw score.
    pub ledger: Ledger,
    pub raw: Computed<Num>,
    pub parts: Vec<(&'static str, PartValue)>,
    /// Further information for the reader.
    pub notes: Vec<String>,
    /// The labels from which it is computed.
    pub labels: Vec<LabelId>,
    /// Advice on how to supply what it needs, and the fields of the case concerned.
    add: Option<(String, Vec<String>)>,
}

impl MetricDraft {
    /// An empty draft for which higher is better. If `record` is false, it keeps only numbers.
    pub fn new(key: &'static str, range: [Num; 2], record: bool) -> MetricDraft {
        MetricDraft {
            key,
            range,
            better: Better::Higher,
            ledger: Ledger::new(record),
            raw: Err(MetricError::NotApplicable("")),
            parts: Vec::new(),
            notes: Vec::new(),
            labels: Vec::new(),
            add: None,
        }
    }

    /// Returns the draft with this end of the range as the good one.
    pub fn better(self, better: Better) -> MetricDraft {
        MetricDraft { better, ..self }
    }

    /// Checks the fields of the case that the metric reads; a field of the wrong type is the metric's error.
    /// Labels that people gave are valid even if the fields from which the engine would have proposed them
    /// are not. Also records the labels of the list as the ones from which the metric is computed, and the
    /// notes of the reader of their file.
    pub fn reads(&mut self, input: &Input, words: &Documentation, list: Option<List>) -> Computed<()> {
        if self.ledger.records() && !words.add.is_empty() {
            self.add = Some((words.add.clone(), words.reads.clone()));
        }
        if let Some(list) = list.filter(|_| self.ledger.records()) {
            let count = input.labels.get(list).map_or(0, <[_]>::len);
            self.labels = (0..count).map(|index| LabelId { list, index }).collect();
            let noted = input.labels.notes.iter().filter(|(of, _)| *of == list);
            self.notes.extend(noted.map(|(_, note)| note.clone()));
        }
        let Some(reason) = words.reads.iter().find_map(|field| input.case.wrong(field)) else {
            return Ok(());
        };
        if list.is_some_and(|list| by_people(input, list)) {
            self.note(format!("{reason}: the labels are counted as given"));
            return Ok(());
        }
        Err(MetricError::Malformed(reason.to_string()))
    }

    /// Returns the draft with the score that `raw` computes, if the fields that it reads are usable (see
    /// [`MetricDraft::reads`]).
    pub fn compute(
        mut self,
        input: &Input,
        words: &Documentation,
        list: Option<List>,
        raw: impl FnOnce(&mut MetricDraft) -> Computed<Num>,
    ) -> MetricDraft {
        self.raw = self.reads(input, words, list).and_then(|()| raw(&mut self));
        self
    }

    /// Adds a note for the reader, if the evaluation is recorded.
    pub fn note(&mut self, note: impl Into<String>) {
        if self.ledger.records() {
            self.notes.push(note.into());
        }
    }

    /// Adds a part that is not a step, if the evaluation is recorded.
    pub fn show(&mut self, name: &'static str, value: PartValue) {
        if self.ledger.records() {
            self.parts.push((name, value));
        }
    }

    /// Adds a step that is also shown as a part.
    pub fn part(&mut self, name: &'static str, quantity: &Quantity) -> Quantity {
        self.show(name, PartValue::Number(quantity.value()));
        self.ledger.step(name, quantity)
    }

    /// Adds the raw score as a step.
    pub fn score(&mut self, quantity: &Quantity) -> Num {
        self.ledger.step("score", quantity).value()
    }

    /// Adds a share as the raw score: a count out of a total, each with its name.
    pub fn share(&mut self, (name, count): (&'static str, usize), (all, of): (&'static str, usize)) -> Num {
        let share = self.ledger.input(name, Num::count(count)) / self.ledger.input(all, Num::count(of));
        self.score(&share)
    }

    /// Returns the metric with its score after caps; without one the raw score is final.
    pub fn finish(self, score: Option<Num>) -> Metric {
        let mut notes = self.notes;
        let outcome = match self.raw {
            Ok(raw) => MetricOutcome::Scored { raw, score: score.unwrap_or(raw) },
            Err(MetricError::NotApplicable(reason)) => MetricOutcome::NotApplicable(reason.to_owned()),
            Err(MetricError::Malformed(reason)) => MetricOutcome::Error(reason),
            Err(MetricError::Missing(list)) => {
                notes.push(format!("{} is not given", list.spec().key));
                MetricOutcome::Missing(list)
            }
        };
        let hint = if self.ledger.records() { Hint::new(&outcome, self.add) } else { None };
        Metric {
            key: self.key,
            outcome,
            hint,
            range: self.range,
            better: self.better,
            parts: self.parts,
            steps: self.ledger.into_steps(),
            labels: self.labels,
            notes,
        }
    }
}

/// Whether a list has labels and all of them are people's.
fn by_people(input: &Input, list: List) -> bool {
    match input.labels.entry(list) {
        Entry::Given(labels) => {
            !labels.is_empty() && labels.iter().all(|label| matches!(label.by, Provenance::Person(_)))
        }
        _ => false,
    }
}

/// The word of a yes/no label: as a person set it, else as derived from its measure, else as given.
pub fn yes_or_no(
    label: &Label,
    measured: impl FnOnce(ThresholdMeasure) -> Option<bool>,
) -> Option<LabelValue> {
    let decided = matches!(label.by, Provenance::Person(_)) && label.word.is_some();
    match label.measure.filter(|_| !decided).and_then(measured) {
        Some(yes) => Some(if yes { LabelValue::Yes } else { LabelValue::No }),
        None => label.word,
    }
}

/// Returns the number of labels of a list that say yes, and of all its labels.
pub fn tally(
    labels: &Labels,
    list: List,
    word: impl Fn(&Label) -> Option<LabelValue>,
) -> Computed<(usize, usize)> {
    let labels = match labels.entry(list) {
        Entry::Absent => return Err(MetricError::Missing(list)),
        Entry::Malformed(reason) => return Err(MetricError::Malformed(reason.to_string())),
        Entry::Given(labels) => labels,
    };
    let mut yes = 0;
    for (index, label) in labels.iter().enumerate() {
        yes += match word(label) {
            Some(LabelValue::Yes) => 1,
            Some(LabelValue::No) => 0,
            _ => {
                let id = LabelId { list, index };
                return Err(MetricError::Malformed(format!("{id}: it has no {}", list.spec().field)));
            }
        };
    }
    Ok((yes, labels.len()))
}

/// Returns the labels of a list that say no.
pub fn saying_no(labels: &Labels, list: List, word: impl Fn(&Label) -> Option<LabelValue>) -> Vec<LabelId> {
    let labels = labels.get(list).unwrap_or_default().iter().enumerate();
    let no = labels.filter(|(_, label)| word(label) == Some(LabelValue::No));
    no.map(|(index, _)| LabelId { list, index }).collect()
}
