//! The fold of an annotator's events on a case, kept as events come.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use uuid::Uuid;

use super::event::{Act, Event};
use super::state::{Base, State};

/// An annotator's events on a case, and what they make of it.
#[derive(Clone, Debug)]
pub struct Folded {
    base: Arc<Base>,
    events: Vec<Event>,
    undone: HashSet<Uuid>,
    state: State,
}

impl Folded {
    /// Folds events, which may come in any order.
    pub fn new(base: Arc<Base>, by: &str, mut events: Vec<Event>) -> Folded {
        events.sort_by_key(Event::order);
        let state = State::new(&base, by);
        let mut folded = Folded { base, events, undone: HashSet::new(), state };
        folded.again();
        folded
    }

    /// Takes one more event.
    pub fn push(&mut self, event: Event) {
        let last = self.events.last().is_none_or(|last| last.order() < event.order());
        let turns = matches!(event.act, Act::Undo { .. } | Act::Redo { .. });
        if last && !turns && !self.undone.contains(&event.uuid) {
            self.state.apply(&event);
            self.events.push(event);
        } else {
            let at = self.events.partition_point(|known| known.order() < event.order());
            self.events.insert(at, event);
            self.again();
        }
    }

    fn again(&mut self) {
        self.undone = undone(&self.events);
        self.state = State::new(&self.base, self.state.by());
        for event in self.events.iter().filter(|event| !self.undone.contains(&event.uuid)) {
            self.state.apply(event);
        }
    }

    /// What the events make of the case.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The events, in their order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The case before anybody did anything.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// An event.
    pub fn event(&self, uuid: Uuid) -> Option<&Event> {
        self.events.iter().find(|event| event.uuid == uuid)
    }

    /// Whether an event was undone.
    pub fn is_undone(&self, uuid: Uuid) -> bool {
        self.undone.contains(&uuid)
    }
}

/// The events that count no more: those of which the last word is that they are undone.
pub(super) fn undone(events: &[Event]) -> HashSet<Uuid> {
    let undoes: HashMap<Uuid, Uuid> = events
        .iter()
        .filter_map(|event| match event.act {
            Act::Undo { of } => Some((event.uuid, of)),
            _ => None,
        })
        .collect();
    let mut gone = HashSet::new();
    for event in events {
        match event.act {
            Act::Undo { of } => drop(gone.insert(of)),
            // A redo may name what was undone, or the undo.
            Act::Redo { of } => drop(gone.remove(undoes.get(&of).unwrap_or(&of))),
            _ => {}
        }
    }
    gone
}
