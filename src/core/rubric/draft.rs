//! A metric in the making: its ledger, its parts, and why it has no score where it has none.

use crate::labels::{Entry, Label, LabelId, LabelValue, Labels, List, Provenance, ThresholdMeasure};
use crate::ledger::{Ledger, Quantity};
use crate::num::Num;
use crate::report::{Better, Hint, Metric, MetricOutcome, PartValue};

use super::{Documentation, Input};

/// Why a metric has no score, or a cap no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetricError {
    /// Nobody gave the list.
    Missing(List),
    /// It cannot be read, or contradicts itself: the reason.
    Malformed(String),
    /// A denominator is 0, or an input of the case is missing: the reason.
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

/// A count, or why it is missing.
pub type Computed<T> = Result<T, MetricError>;

/// A metric under construction.
pub struct MetricDraft {
    pub key: &'static str,
    /// Lowest and highest score possible.
    pub range: [Num; 2],
    pub better: Better,
    /// Its ledger; the last line is the raw score.
    pub ledger: Ledger,
    pub raw: Computed<Num>,
    pub parts: Vec<(&'static str, PartValue)>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
    /// The labels that it is computed from.
    pub labels: Vec<LabelId>,
    /// How to give what it needs, and the fields of the case that are meant.
    add: Option<(String, Vec<String>)>,
}

impl MetricDraft {
    /// An empty one, of which more is better; one that does not record keeps numbers only.
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

    /// The same, of which this end is good.
    pub fn better(self, better: Better) -> MetricDraft {
        MetricDraft { better, ..self }
    }

    /// Looks at the fields of the case that the metric reads: one of the wrong type is its error. Labels that people
    /// gave stand by themselves, whatever became of the fields that the engine would have proposed them from. The labels
    /// of the list are named as those that it is computed from, with what the reader of their file noted.
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

    /// The draft with the score that `raw` computes, where the fields that it reads can be used: see [`MetricDraft::reads`].
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

    /// Notes what a reader should know, where there is a record.
    pub fn note(&mut self, note: impl Into<String>) {
        if self.ledger.records() {
            self.notes.push(note.into());
        }
    }

    /// Shows a part that is not a step, where there is a record.
    pub fn show(&mut self, name: &'static str, value: PartValue) {
        if self.ledger.records() {
            self.parts.push((name, value));
        }
    }

    /// Enters a step that is also shown as a part.
    pub fn part(&mut self, name: &'static str, quantity: &Quantity) -> Quantity {
        self.show(name, PartValue::Number(quantity.value()));
        self.ledger.step(name, quantity)
    }

    /// Enters the raw score.
    pub fn score(&mut self, quantity: &Quantity) -> Num {
        self.ledger.step("score", quantity).value()
    }

    /// Enters a share as the raw score: a count out of a total, each by its name.
    pub fn share(&mut self, (name, count): (&'static str, usize), (all, of): (&'static str, usize)) -> Num {
        let share = self.ledger.input(name, Num::count(count)) / self.ledger.input(all, Num::count(of));
        self.score(&share)
    }

    /// The metric, with its score after the caps; without caps the raw score is the last.
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

/// Whether a list has labels and all are people's.
fn by_people(input: &Input, list: List) -> bool {
    match input.labels.entry(list) {
        Entry::Given(labels) => {
            !labels.is_empty() && labels.iter().all(|label| matches!(label.by, Provenance::Person(_)))
        }
        _ => false,
    }
}

/// The word of a label that says yes or no: as a person set it, else by what was measured, else as given.
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

/// Labels of a list that say yes, and all of it.
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

/// Those of a list that say no.
pub fn saying_no(labels: &Labels, list: List, word: impl Fn(&Label) -> Option<LabelValue>) -> Vec<LabelId> {
    let labels = labels.get(list).unwrap_or_default().iter().enumerate();
    let no = labels.filter(|(_, label)| word(label) == Some(LabelValue::No));
    no.map(|(index, _)| LabelId { list, index }).collect()
}
