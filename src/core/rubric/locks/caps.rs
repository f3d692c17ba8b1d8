//! Applies caps in a second pass, each as a minimum, so that their order does not matter.
//!
//! Caps on the parts of a metric act before it is composed. A row is binding if the metric's final score
//! would be higher without it. Rows with the same limit on the same target are removed together for this
//! test; otherwise neither of two equal caps would ever be binding.

use std::rc::Rc;

use crate::labels::LabelId;
use crate::num::Num;
use crate::report::{Cap, CapWords, Fired, Observation};
use crate::rubric::locks::fast_evaluator::{METRICS, place_of};
use crate::rubric::locks::formulas::{self, Exact};
use crate::rubric::locks::rules::Target;

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

/// A cap on a target, with its condition evaluated.
pub struct Capped<'a> {
    pub slug: &'static str,
    /// Its name, and the wording of its cause.
    pub words: &'static CapWords,
    /// Its condition in words.
    pub when: &'a str,
    /// Its index among the caps.
    pub cap: usize,
    pub target: Target,
    /// The highest value that it allows.
    pub limit: Num,
    pub status: CapStatus,
    /// Whether the limit replaces the score instead of bounding it.
    pub fixed: bool,
}

impl Capped<'_> {
    fn fires(&self) -> bool {
        self.status.fired == Some(true)
    }
}

/// The values of a case before caps, and the caps.
pub struct Pass<'a> {
    /// The scores, in the printed order of the metrics.
    pub raw: [Option<Num>; METRICS],
    /// Bias and toxicity.
    pub parts: [Option<Num>; 2],
    /// Every cap on every target.
    pub rows: &'a [Capped<'a>],
}

impl Pass<'_> {
    /// The value of a metric after its caps.
    pub fn last(&self, metric: Target) -> Option<Num> {
        self.value(metric, None)
    }

    fn before(&self, target: Target) -> Option<Num> {
        match target {
            Target::Bias => self.parts[0],
            Target::Tox => self.parts[1],
            metric => self.raw[place_of(metric)],
        }
    }

    /// The value of a target after its caps, ignoring the rows with one limit on one target if `without`
    /// names them.
    fn value(&self, target: Target, without: Option<(Target, Num)>) -> Option<Num> {
        let acting = |target: Target| {
            let rows = self.rows.iter().filter(move |row| row.target == target && row.fires());
            rows.filter(move |row| without != Some((row.target, row.limit)))
        };
        let mut value = self.before(target)?;
        let is_capped = |part: Target| acting(part).next().is_some();
        if target == Target::BiasToxicity && (is_capped(Target::Bias) || is_capped(Target::Tox)) {
            let [bias, tox] = [Target::Bias, Target::Tox].map(|part| self.value(part, without));
            value = formulas::mean_of_two(&Exact, bias?, tox?);
        }
        if let Some(row) = acting(target).find(|row| row.fixed) {
            value = row.limit;
        }
        Some(acting(target).fold(value, |value, row| value.min(row.limit)))
    }

    /// Returns every row as it appears in a report.
    pub fn caps(&self, record: bool) -> Vec<Cap> {
        self.rows.iter().map(|row| self.cap(row, record)).collect()
    }

    fn cap(&self, row: &Capped, record: bool) -> Cap {
        let before = self.before(row.target);
        let CapExplanation { unknown, observed, distance, because } = row.status.explanation();
        let fired = match row.status.fired {
            None => Fired::Unknown(unknown),
            Some(false) => Fired::No,
            Some(true) => {
                let metric = row.target.metric();
                let own = (row.target, row.limit);
                let binding = match (self.last(metric), self.value(metric, Some(own))) {
                    (Some(with), Some(without)) => without > with,
                    _ => false,
                };
                let alike = |other: &&Capped| other.fires() && (other.target, other.limit) == own;
                let shared = binding && self.rows.iter().filter(alike).count() > 1;
                Fired::Yes { binding, shared }
            }
        };
        let after = before.map(|before| match (row.fires(), row.fixed) {
            (true, true) => row.limit,
            (true, false) => before.min(row.limit),
            (false, _) => before,
        });
        Cap {
            slug: row.slug,
            metric: row.target.key(),
            limit: row.limit,
            fixed: row.fixed,
            words: row.words,
            when: if record { row.when.to_owned() } else { String::new() },
            observed,
            distance,
            fired,
            p: None,
            before,
            after,
            because,
        }
    }
}
