//! The queue of disputes: those that decide a verdict come first, then those that move a score.

use super::find::{Adjudication, DisputableUnit};
use super::weigh::DisputeEffect;
use crate::session::{Ruling, RulingValue};

/// The indices of a unit: its case, and its index within the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitPosition {
    /// The case, by index.
    pub case: usize,
    /// The unit, by index.
    pub unit: usize,
}

/// A unit on which annotators differ.
#[derive(Clone, Debug)]
pub struct Dispute {
    pub place: UnitPosition,
    pub effect: DisputeEffect,
    /// The ids of the engine's checks that found a mismatch in the unit.
    pub checks: Vec<&'static str>,
    pub ruling: Option<Ruling>,
}

/// The disputes of all cases.
#[derive(Clone, Debug, Default)]
pub struct Disputes {
    /// In queue order: those that decide a verdict come first.
    pub all: Vec<Dispute>,
}

impl Dispute {
    pub fn unit<'a>(&self, of: &'a Adjudication) -> Option<&'a DisputableUnit> {
        of.cases.get(self.place.case)?.units.get(self.place.unit)
    }

    /// Returns whether an annotator has changed their answer since the ruling.
    pub fn is_stale(&self, of: &Adjudication) -> bool {
        let (Some(ruling), Some(unit)) = (&self.ruling, self.unit(of)) else { return false };
        let now = |by: &str| -> Option<RulingValue> {
            let at = of.annotators.iter().position(|name| name == by)?;
            unit.voices.iter().find(|voice| voice.annotator == at).map(|voice| voice.value.answer)
        };
        ruling.given.iter().any(|given| now(&given.by).is_some_and(|answer| answer != given.answer))
    }
}

impl Disputes {
    /// Appends the disputes of a case that has not been added before.
    pub fn add(&mut self, case: usize, effects: Vec<Option<DisputeEffect>>, rulings: &[Option<&Ruling>]) {
        for (unit, effect) in effects.into_iter().enumerate() {
            let ruling = rulings.get(unit).copied().flatten().cloned();
            let place = UnitPosition { case, unit };
            self.all.extend(effect.map(|effect| Dispute { place, effect, checks: Vec::new(), ruling }));
        }
    }

    /// Updates the effects and rulings of a case's disputes in place. The order stays the same, so that
    /// the adjudicator does not lose their position in the queue.
    pub fn put(&mut self, case: usize, effects: Vec<Option<DisputeEffect>>, rulings: &[Option<&Ruling>]) {
        for (unit, effect) in effects.into_iter().enumerate() {
            let Some(effect) = effect else { continue };
            let place = UnitPosition { case, unit };
            if let Some(known) = self.all.iter_mut().find(|known| known.place == place) {
                (known.effect, known.ruling) = (effect, rulings.get(unit).copied().flatten().cloned());
            }
        }
    }

    /// Sets the checks of the disputes of the case added last.
    pub fn put_checks(&mut self, case: usize, checks: &[Vec<&'static str>]) {
        for dispute in self.all.iter_mut().rev().take_while(|dispute| dispute.place.case == case) {
            dispute.checks = checks.get(dispute.place.unit).cloned().unwrap_or_default();
        }
    }

    pub fn sort(&mut self) {
        self.all.sort_by(|a, b| {
            let ((turns, score, metric), (other, other_score, other_metric)) =
                (a.effect.order(), b.effect.order());
            let by_effect = other.cmp(&turns).then(other_score.total_cmp(&score));
            by_effect.then(other_metric.total_cmp(&metric)).then(a.place.cmp(&b.place))
        });
    }

    /// Returns the number of disputes with a ruling.
    pub fn ruled(&self) -> usize {
        self.all.iter().filter(|dispute| dispute.ruling.is_some()).count()
    }

    /// Returns the next dispute without a ruling after `at`, wrapping around at the end.
    pub fn next_open(&self, at: usize) -> Option<usize> {
        let count = self.all.len();
        (1..=count).map(|step| (at + step) % count).find(|at| self.all[*at].ruling.is_none())
    }
}
