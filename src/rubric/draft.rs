//! A metric in the making: its ledger, its parts, and why it has no score where it has none.

use crate::labels::List;
use crate::ledger::{Ledger, Quantity};
use crate::num::Num;
use crate::report::{Better, LabelId, Metric, Outcome, Part};

/// Why a metric has no score, or a cap no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nobody gave the list.
    Missing(List),
    /// It cannot be read, or contradicts itself: the reason.
    Malformed(String),
    /// A denominator is 0, or an input of the case is missing: the reason.
    NotApplicable(&'static str),
}

impl Fault {
    /// The reason in words.
    pub fn reason(&self) -> String {
        match self {
            Fault::Missing(list) => format!("{} is not given", list.spec().key),
            Fault::Malformed(reason) => reason.clone(),
            Fault::NotApplicable(reason) => (*reason).to_owned(),
        }
    }
}

/// A count, or why there is none.
pub type Got<T> = Result<T, Fault>;

/// A metric in the making.
pub struct Draft {
    /// Its key.
    pub key: &'static str,
    /// Lowest and highest score possible.
    pub range: [Num; 2],
    /// Which end is good.
    pub better: Better,
    /// Its ledger; the last line is the raw score.
    pub ledger: Ledger,
    /// Score before caps.
    pub raw: Got<Num>,
    /// Named intermediate values.
    pub parts: Vec<(&'static str, Part)>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
    /// The labels that it is computed from.
    pub labels: Vec<LabelId>,
}

impl Draft {
    /// An empty one, of which more is better; one that does not record keeps numbers only.
    pub fn new(key: &'static str, range: [Num; 2], record: bool) -> Draft {
        Draft {
            key,
            range,
            better: Better::Higher,
            ledger: Ledger::new(record),
            raw: Err(Fault::NotApplicable("")),
            parts: Vec::new(),
            notes: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Enters a step that is also shown as a part.
    pub fn part(&mut self, name: &'static str, quantity: &Quantity) -> Quantity {
        if self.ledger.records() {
            self.parts.push((name, Part::Number(quantity.value())));
        }
        self.ledger.step(name, quantity)
    }

    /// The metric, with its score after the caps; without caps the raw score is the last.
    pub fn finish(self, score: Option<Num>) -> Metric {
        let mut notes = self.notes;
        let outcome = match self.raw {
            Ok(raw) => Outcome::Scored { raw, score: score.unwrap_or(raw) },
            Err(Fault::NotApplicable(reason)) => Outcome::NotApplicable(reason.to_owned()),
            Err(Fault::Malformed(reason)) => Outcome::Error(reason),
            Err(Fault::Missing(list)) => {
                notes.push(format!("{} is not given", list.spec().key));
                Outcome::Error("missing_metric".to_owned())
            }
        };
        Metric {
            key: self.key,
            outcome,
            range: self.range,
            better: self.better,
            parts: self.parts,
            steps: self.ledger.into_steps(),
            labels: self.labels,
            notes,
        }
    }
}
