//! How closely an annotator looked at the labels that they gave, and which ones they left open.

use std::collections::BTreeMap;

use crate::labels::overrides::Care;
use crate::labels::{Label, Labels, Provenance};

use super::{CaseState, QuotedUnit, UnitAction, UnitChange, UnitId};

impl CaseState {
    /// Returns the units that their creator left open, with their ids.
    pub(in crate::session) fn open(&self) -> Vec<(UnitId, &Label)> {
        let made = self.made.iter().filter_map(|made| match &made.change {
            UnitChange::Units { after, .. } => Some(after),
            UnitChange::Value { .. } | UnitChange::Followed { .. } => None,
        });
        let open = made.flatten().filter(|(_, label, _)| label.by == Provenance::Engine);
        let there = |id: &UnitId| self.units.get(id).filter(|label| label.by == Provenance::Engine);
        open.filter_map(|(id, ..)| Some((id.clone(), there(id)?))).collect()
    }

    /// Returns how closely the annotator looked at a unit. A label that was judged individually counts as
    /// judged, even if its case is accepted later.
    pub(super) fn care_of(&self, id: &UnitId, unit: &QuotedUnit, generation: Option<u32>) -> Care {
        let of = |made: &UnitAction| match &made.change {
            UnitChange::Value { unit: known, care, .. } => {
                unit.stands_for(known, made.generation == generation).then_some(*care)
            }
            UnitChange::Units { after, .. } => {
                let is_own = |label: &Label| label.by != Provenance::Engine;
                after.iter().any(|(own, label, _)| own == id && is_own(label)).then_some(Care::Judged)
            }
            UnitChange::Followed { .. } => None,
        };
        self.made.iter().filter_map(of).max().unwrap_or(Care::Accepted)
    }

    /// Returns how closely the annotator looked at each label that they gave.
    pub fn cares(&self) -> BTreeMap<UnitId, Care> {
        let mut cares = BTreeMap::new();
        for made in &self.made {
            match &made.change {
                UnitChange::Value { care, on: Some(on), .. } => drop(cares.insert(on.clone(), *care)),
                UnitChange::Units { after, .. } => {
                    let closed = after.iter().filter(|(_, label, _)| label.by != Provenance::Engine);
                    cares.extend(closed.map(|(id, ..)| (id.clone(), Care::Judged)));
                }
                UnitChange::Value { .. } | UnitChange::Followed { .. } => {}
            }
        }
        cares
    }

    /// Returns the labels in force, with the engine's in place of those that the annotator looked at less
    /// closely.
    pub fn labels_with(&self, least: Care) -> Labels {
        let mut labels = self.labels();
        for (id, _) in self.cares().iter().filter(|(_, care)| **care < least) {
            let index = self.units.find(id);
            let label = index.and_then(|index| labels.get_mut(id.list)?.get_mut(index));
            if let Some(label) = label {
                let word = self.units.proposed(id).map_or(label.word, |proposal| proposal.word);
                (label.word, label.by, label.p, label.proposed) = (word, Provenance::Engine, None, None);
            }
        }
        labels
    }
}
