//! Evaluates an adjudicator's events on a case.

use std::collections::HashMap;
use std::sync::Arc;

use uuid::Uuid;

use super::event::{Act, Event, Ruling};
use super::folded::{EventKind, Folded, Trace};

/// Returns the rulings in force on a case, oldest first; for a unit with several, the last one.
pub fn rulings(folded: &Folded) -> Vec<(&Event, &Ruling)> {
    let mut kept: Vec<(&Event, &Ruling)> = Vec::new();
    for event in folded.marks().iter().filter(|event| !folded.is_undone(event.uuid)) {
        if let Act::Adjudicate(ruling) = &event.act {
            kept.retain(|(_, known)| !known.same_unit(ruling));
            kept.push((event, ruling));
        }
    }
    kept
}

/// Returns whether a person's only events on a case are rulings, so that they do not count as its
/// annotator.
pub fn is_adjudicator(folded: &Folded) -> bool {
    let did = |uuid: Uuid| folded.event(uuid).map(|event| event.did);
    let ruled = |uuid: Uuid| did(uuid) == Some(EventKind::Ruled);
    let of_ruling = |event: &Trace| match event.did {
        EventKind::Ruled => true,
        EventKind::Undo(of) => ruled(of),
        EventKind::Redo(of) => ruled(of) || matches!(did(of), Some(EventKind::Undo(of)) if ruled(of)),
        _ => false,
    };
    !folded.events().is_empty() && folded.events().iter().all(of_ruling)
}

/// An adjudicator's rulings, over all cases, that can be undone and redone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulingSteps {
    /// Rulings in force, by case and event, newest last.
    pub done: Vec<(String, Uuid)>,
    /// Undone rulings, by case and event; the next to be redone is last.
    pub undone: Vec<(String, Uuid)>,
    bulk: HashMap<Uuid, Arc<str>>,
}

impl RulingSteps {
    /// Reads the steps from the events of one adjudicator, each with its case, in any order.
    pub fn of<'a>(events: impl IntoIterator<Item = (&'a str, &'a Trace)>) -> RulingSteps {
        let mut events: Vec<(&str, &Trace)> = events.into_iter().collect();
        events.sort_by_key(|(_, event)| event.order());
        let mut steps = RulingSteps::default();
        for (case, event) in &events {
            match event.did {
                EventKind::Ruled => steps.ruled(case, event.uuid, event.bulk.clone()),
                EventKind::Undo(of) => steps.take_back(of),
                EventKind::Redo(of) => {
                    // A redo may name the undone ruling or the undo.
                    let undo = events.iter().find(|(_, event)| event.uuid == of).map(|(_, event)| event.did);
                    steps.make_again(if let Some(EventKind::Undo(of)) = undo { of } else { of });
                }
                _ => {}
            }
        }
        steps
    }

    /// Adds a ruling, made alone or in a bulk step.
    pub fn ruled(&mut self, case: &str, ruling: Uuid, bulk: Option<Arc<str>>) {
        self.undone.clear();
        self.done.push((case.to_owned(), ruling));
        self.bulk.extend(bulk.map(|bulk| (ruling, bulk)));
    }

    /// Returns the last step, newest ruling first: all rulings of a bulk step, or a single one.
    pub fn last(&self, steps: &[(String, Uuid)]) -> Vec<(String, Uuid)> {
        let Some((_, newest)) = steps.last() else { return Vec::new() };
        let bulk = self.bulk.get(newest);
        let same = |(_, ruling): &&(String, Uuid)| {
            ruling == newest || bulk.is_some() && self.bulk.get(ruling) == bulk
        };
        steps.iter().rev().take_while(same).cloned().collect()
    }

    pub fn take_back(&mut self, ruling: Uuid) {
        moved(&mut self.done, &mut self.undone, ruling);
    }

    pub fn make_again(&mut self, ruling: Uuid) {
        moved(&mut self.undone, &mut self.done, ruling);
    }
}

fn moved(from: &mut Vec<(String, Uuid)>, to: &mut Vec<(String, Uuid)>, ruling: Uuid) {
    if let Some(at) = from.iter().rposition(|(_, known)| *known == ruling) {
        to.push(from.remove(at));
    }
}
