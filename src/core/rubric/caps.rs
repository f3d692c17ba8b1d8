//! The second pass: every cap as a minimum, so that their order cannot matter.
//!
//! A cap acts on a *slot*: a metric, or a part of one. Caps on parts act before their metric is composed. A row is
//! binding if the metric's final score would be higher without it; rows with the same limit on the same slot are
//! taken away together, for otherwise of two equal caps neither would ever count.

use std::rc::Rc;

use crate::labels::LabelId;
use crate::num::Num;
use crate::report::{Cap, CapWords, Fired, Observation};

/// A value that a cap can limit.
#[derive(Clone, Copy, Debug)]
pub struct CapTarget {
    /// Key of a metric, or `metric.part`.
    pub key: &'static str,
    /// Value before any cap.
    pub before: Option<Num>,
    /// The slot of the metric that this is a part of.
    pub part_of: Option<usize>,
}

/// Whether a cap's condition holds.
#[derive(Clone, Debug, Default)]
pub struct CapStatus {
    /// `None` where an input is missing.
    pub fired: Option<bool>,
    /// The explanation for readers, the same for every target; mostly `None` in an unrecorded evaluation.
    pub explanation: Option<Rc<CapExplanation>>,
}

/// The explanation of a cap for readers.
#[derive(Clone, Debug, Default)]
pub struct CapExplanation {
    /// Why it is not known whether it fired.
    pub unknown: String,
    pub observed: Observation,
    /// How far it is from firing.
    pub distance: String,
    /// The labels that made it fire.
    pub because: Vec<LabelId>,
}

impl CapStatus {
    pub fn explain(&mut self, explanation: CapExplanation) {
        self.explanation = Some(Rc::new(explanation));
    }

    /// The explanation; empty in an unrecorded evaluation.
    pub fn explanation(&self) -> CapExplanation {
        self.explanation.as_deref().cloned().unwrap_or_default()
    }
}

/// A cap on a slot.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub slug: &'static str,
    pub slot: usize,
    /// The highest value that it leaves.
    pub limit: Num,
    /// Whether the limit is the value, rather than a bound to it.
    pub fixed: bool,
    pub status: &'a CapStatus,
    /// What it is called, and how its cause is worded.
    pub words: &'static CapWords,
    pub when: &'a str,
}

impl Row<'_> {
    pub fn fires(&self) -> bool {
        self.status.fired == Some(true)
    }
}

/// Slots, their caps, and how a metric is made of its parts.
pub struct Pass<'a> {
    /// Everything that a cap can act on.
    pub slots: &'a [CapTarget],
    /// Every cap on every slot.
    pub rows: &'a [Row<'a>],
    /// A metric with parts, made again of their values in the order of the slots.
    pub compose: fn(&[Num]) -> Num,
}

/// Parts of a metric at most; two are in use.
const MAX_PARTS: usize = 8;

impl Pass<'_> {
    /// The value of a metric's slot after its caps.
    pub fn last(&self, slot: usize) -> Option<Num> {
        self.value(slot, None)
    }

    /// A slot after its caps, but for the rows of one limit on one slot.
    fn value(&self, slot: usize, without: Option<(usize, Num)>) -> Option<Num> {
        let acts =
            |row: &Row| row.fires() && without.is_none_or(|(at, limit)| row.slot != at || row.limit != limit);
        let mut value = self.slots[slot].before?;
        let in_parts = self.rows.iter().any(|row| self.slots[row.slot].part_of == Some(slot) && acts(row));
        if in_parts {
            let mut parts = [Num::ZERO; MAX_PARTS];
            let mut count = 0;
            for (index, part) in self.slots.iter().enumerate() {
                if part.part_of == Some(slot) && count < MAX_PARTS {
                    parts[count] = self.value(index, without)?;
                    count += 1;
                }
            }
            value = (self.compose)(&parts[..count]);
        }
        for row in self.rows.iter().filter(|row| row.slot == slot && row.fixed && acts(row)) {
            value = row.limit;
        }
        for row in self.rows.iter().filter(|row| row.slot == slot && acts(row)) {
            value = value.min(row.limit);
        }
        Some(value)
    }

    /// Every row as a report shows it.
    pub fn caps(&self, record: bool) -> Vec<Cap> {
        self.rows.iter().map(|row| self.cap(row, record)).collect()
    }

    fn cap(&self, row: &Row, record: bool) -> Cap {
        let slot = &self.slots[row.slot];
        let CapExplanation { unknown, observed, distance, because } = row.status.explanation();
        let fired = match row.status.fired {
            None => Fired::Unknown(unknown),
            Some(false) => Fired::No,
            Some(true) => {
                let metric = slot.part_of.unwrap_or(row.slot);
                let binding = match (self.last(metric), self.value(metric, Some((row.slot, row.limit)))) {
                    (Some(with), Some(without)) => without > with,
                    _ => false,
                };
                let alike = |other: &Row| other.fires() && other.slot == row.slot && other.limit == row.limit;
                let shared = binding && self.rows.iter().filter(|other| alike(other)).count() > 1;
                Fired::Yes { binding, shared }
            }
        };
        let after = slot.before.map(|before| match (row.fires(), row.fixed) {
            (true, true) => row.limit,
            (true, false) => before.min(row.limit),
            (false, _) => before,
        });
        Cap {
            slug: row.slug,
            metric: slot.key,
            limit: row.limit,
            words: row.words,
            when: if record { row.when.to_owned() } else { String::new() },
            observed,
            distance,
            fired,
            p: None,
            before: slot.before,
            after,
            because,
        }
    }
}
