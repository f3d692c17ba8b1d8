//! Lists an annotator's changes to the proposals: each label that differs from the engine's.

use crate::labels::{LISTS, Label, LabelValue, Provenance};

use super::event::UnitId;
use super::state::CaseState;

/// A label that an annotator changed, added or rejected.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    pub id: UnitId,
    /// Index in its list; for a rejected label, the index among the proposals.
    pub index: usize,
    /// The label in force; for a rejected label, the proposal.
    pub label: Label,
    /// The engine's value; `None` if the annotator added the label.
    pub engine: Option<LabelValue>,
    /// The annotator's value; `None` if the label was rejected.
    pub person: Option<LabelValue>,
}

/// Returns the changed labels in the order of the lists, excluding labels accepted as proposed.
pub fn changes(state: &CaseState) -> Vec<Changed> {
    let (labels, proposals) = (state.labels(), state.proposals());
    let mut all = Vec::new();
    for spec in &LISTS {
        let now = labels.get(spec.list).unwrap_or_default();
        let proposed = proposals.get(spec.list).unwrap_or_default();
        let ids: Vec<UnitId> = (0..now.len()).map(|index| state.id(spec.list, index)).collect();
        for (index, (label, id)) in now.iter().zip(&ids).enumerate() {
            let engine = state.units.proposed(id).map(|proposal| proposal.word);
            let same = label.by == Provenance::Engine || engine.is_some_and(|engine| engine == label.word);
            if !same {
                let (id, label) = (id.clone(), label.clone());
                all.push(Changed { id, index, engine: engine.flatten(), person: label.word, label });
            }
        }
        for (index, label) in proposed.iter().enumerate() {
            let id = UnitId { list: spec.list, name: index.to_string() };
            if !ids.contains(&id) {
                all.push(Changed { id, index, label: label.clone(), engine: label.word, person: None });
            }
        }
    }
    all
}
