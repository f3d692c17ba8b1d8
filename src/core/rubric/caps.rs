//! Applies caps in a second pass, each as a minimum, so that their order does not matter.
//!
//! A cap acts on a *slot*: a metric, or a part of one. Caps on parts act before their metric is composed. A
//! row is binding if the metric's final score would be higher without it. Rows with the same limit on the
//! same slot are removed together for this test; otherwise neither of two equal caps would ever be binding.

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
    /// The slot of the metric to which this part belongs.
    pub part_of: Option<usize>,
}

/// Whether a cap's condition holds.
#[derive(Clone, Debug, Default)]
pub struct CapStatus {
    /// `None` if an input is missing.
    pub fired: Option<bool>,
    /// The explanation for readers, which is the same for every target; usually `None` if the evaluation is
    /// not recorded.
    pub explanation: Option<Rc<CapExplanation>>,
}

/// The explanation of a cap for readers.
#[derive(Clone, Debug, Default)]
pub struct CapExplanation {
    /// Why it is unknown whether the cap fired.
    pub unknown: String,
    pub observed: Observation,
    /// The smallest change that would make it fire.
    pub distance: String,
    /// The labels that made it fire.
    pub because: Vec<LabelId>,
}

impl CapStatus {
    pub fn explain(&mut self, explanation: CapExplanation) {
        self.explanation = Some(Rc::new(explanation));
    }

    /// The explanation; empty if the evaluation was not recorded.
    pub fn explanation(&self) -> CapExplanation {
        self.explanation.as_deref().cloned().unwrap_or_default()
    }
}

/// A cap on a slot.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub slug: &'static str,
    pub slot: usize,
    /// The highest value that the cap allows.
    pub limit: Num,
    /// Whether the limit replaces the value instead of bounding it.
    pub fixed: bool,
    pub status: &'a CapStatus,
    /// The name of the cap, and the wording of its cause.
    pub words: &'static CapWords,
    pub when: &'a str,
}

impl Row<'_> {
    pub fn fires(&self) -> bool {
        self.status.fired == Some(true)
    }
}

/// Slots, their caps, and the composition of metrics from parts.
pub struct Pass<'a> {
    /// Everything that a cap can act on.
    pub slots: &'a [CapTarget],
    /// Every cap on every slot.
    pub rows: &'a [Row<'a>],
    /// Composes a metric from the values of its parts, in slot order.
    pub compose: fn(&[Num]) -> Num,
}

/// Largest number of parts of a metric; two are in use.
const MAX_PARTS: usize = 8;

impl Pass<'_> {
    /// The value of a metric's slot after its caps.
    pub fn last(&self, slot: usize) -> Option<Num> {
        self.value(slot, None)
    }

    /// The value of a slot after its caps, ignoring the rows with one limit on one slot if `without` names
    /// them.
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

    /// Returns every row as it appears in a report.
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
