//! The fold of an annotator's events on a case, updated as events arrive.
//!
//! Only the [`Trace`] of an event is kept, since an edit contains whole texts and proposals, and a log
//! may be long. If the fold has to be recomputed, because an event was undone or an older event arrived,
//! the events are read again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use uuid::Uuid;

use crate::labels::Side;

use super::event::{Act, Event, EventDraft, Moment};
use super::state::{CaseState, InitialCase};

/// The part of an event that a fold keeps.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The event's name.
    pub uuid: Uuid,
    /// Time in microseconds since 1970.
    pub micros: i64,
    pub did: EventKind,
    /// The first event of its step; `None` if it is the first itself.
    pub step: Option<Uuid>,
    /// The bulk step that it belongs to.
    pub bulk: Option<Arc<str>>,
}

/// The kind of an event, as far as other events depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Edited a text.
    Edit(Side),
    /// Replaced the proposals.
    Reanalyse,
    /// Undid an event.
    Undo(Uuid),
    /// Redid an event; names the event or its undo.
    Redo(Uuid),
    /// Recorded what was seen.
    Seen,
    Ruled,
    Comment,
    Decided,
}

impl EventKind {
    pub(super) fn of(act: &Act) -> EventKind {
        match act {
            Act::Edit { side, .. } => EventKind::Edit(*side),
            Act::Reanalyse { .. } => EventKind::Reanalyse,
            Act::Undo { of } => EventKind::Undo(*of),
            Act::Redo { of } => EventKind::Redo(*of),
            Act::Seen | Act::Reveal => EventKind::Seen,
            Act::Adjudicate(_) => EventKind::Ruled,
            Act::Comment { .. } => EventKind::Comment,
            _ => EventKind::Decided,
        }
    }
}

impl Trace {
    fn of(event: &Event) -> Trace {
        Trace {
            uuid: event.uuid,
            micros: event.at.micros(),
            did: EventKind::of(&event.act),
            step: event.step(),
            bulk: event.bulk().map(Arc::from),
        }
    }

    /// Returns the sort key of events.
    pub fn order(&self) -> (i64, Uuid) {
        (self.micros, self.uuid)
    }
}

/// An annotator's events on a case and the resulting state.
#[derive(Clone, Debug)]
pub struct Folded {
    base: Arc<InitialCase>,
    traces: Vec<Trace>,
    /// The complete events that record what was seen or ruled, which the state does not contain.
    marks: Vec<Event>,
    /// Times of the first and the last event.
    span: Option<(Moment, Moment)>,
    undone: HashSet<Uuid>,
    state: CaseState,
}

impl Folded {
    /// Folds events given in any order.
    pub fn new(base: Arc<InitialCase>, by: &str, mut events: Vec<Event>) -> Folded {
        events.sort_by_key(Event::order);
        let dids: Vec<(Uuid, EventKind)> =
            events.iter().map(|event| (event.uuid, EventKind::of(&event.act))).collect();
        let mut folded = Folded::begin(base, by, undone(&dids));
        events.iter().for_each(|event| folded.take(event));
        folded
    }

    /// Begins a fold of events that are taken in order; `undone` are those that were undone.
    pub(super) fn begin(base: Arc<InitialCase>, by: &str, undone: HashSet<Uuid>) -> Folded {
        let state = CaseState::new(&base, by);
        Folded { base, traces: Vec::new(), marks: Vec::new(), span: None, undone, state }
    }

    /// Takes the next event in order, when the undone events are already known.
    pub(super) fn take(&mut self, event: &Event) {
        if !self.undone.contains(&event.uuid) {
            self.state.apply(event);
        }
        self.note(event);
    }

    fn note(&mut self, event: &Event) {
        if matches!(event.act, Act::Seen | Act::Reveal | Act::Adjudicate(_)) {
            self.marks.push(event.clone());
        }
        self.traces.push(Trace::of(event));
        let at = event.at.clone();
        self.span = Some(match self.span.take() {
            Some((first, _)) => (first, at),
            None => (at.clone(), at),
        });
    }

    /// Takes one more event. Returns false, without taking it, if all events have to be folded again.
    #[must_use]
    pub fn push(&mut self, event: &Event) -> bool {
        let last = self.traces.last().is_none_or(|last| last.order() < event.order());
        if !last || self.undone.contains(&event.uuid) {
            return false;
        }
        match event.act {
            // Nothing depends on a comment.
            Act::Undo { of } if self.event(of).is_some_and(|known| known.did == EventKind::Comment) => {
                self.undone.insert(of);
                self.state.comments.retain(|comment| comment.uuid != of);
            }
            Act::Undo { .. } | Act::Redo { .. } => return false,
            _ => self.state.apply(event),
        }
        self.note(event);
        true
    }

    /// Returns the state of the case after the events.
    pub fn state(&self) -> &CaseState {
        &self.state
    }

    pub fn events(&self) -> &[Trace] {
        &self.traces
    }

    /// Returns the events that record what was seen or ruled, in order.
    pub fn marks(&self) -> &[Event] {
        &self.marks
    }

    /// Returns the times of the first and the last event; `None` without events.
    pub fn span(&self) -> Option<&(Moment, Moment)> {
        self.span.as_ref()
    }

    /// Returns the case before any event.
    pub fn base(&self) -> &Arc<InitialCase> {
        &self.base
    }

    pub fn event(&self, uuid: Uuid) -> Option<&Trace> {
        // The event is usually a recent one.
        self.traces.iter().rev().find(|event| event.uuid == uuid)
    }

    /// Returns the events that undo events of a case (`back`), last first, or redo them, first first.
    /// Events already in that state are skipped.
    pub fn turns(&self, case: &str, mut events: Vec<Uuid>, back: bool) -> Vec<EventDraft> {
        events.retain(|event| self.is_undone(*event) != back);
        if back {
            events.reverse();
        }
        events.into_iter().map(|of| EventDraft::turn(case, self.state().by(), of, back)).collect()
    }

    pub fn is_undone(&self, uuid: Uuid) -> bool {
        self.undone.contains(&uuid)
    }
}

/// Returns the undone events, that is, those whose last undo or redo is an undo. Only undos and redos in
/// `events` matter, in order.
pub(super) fn undone(events: &[(Uuid, EventKind)]) -> HashSet<Uuid> {
    let undoes: HashMap<Uuid, Uuid> = events
        .iter()
        .filter_map(|(uuid, did)| if let EventKind::Undo(of) = did { Some((*uuid, *of)) } else { None })
        .collect();
    let mut gone = HashSet::new();
    for (_, did) in events {
        match did {
            EventKind::Undo(of) => drop(gone.insert(*of)),
            // A redo may name the undone event or the undo.
            EventKind::Redo(of) => drop(gone.remove(undoes.get(of).unwrap_or(of))),
            _ => {}
        }
    }
    gone
}
