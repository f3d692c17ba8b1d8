//! The fold of an annotator's events on a case, kept as events come.
//!
//! Of an event only its [`Trace`] is kept, since an edit carries whole texts and proposals, and a log may be long. Where the
//! fold has to be made again, since something was taken back or an older event came, the events are read again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use uuid::Uuid;

use crate::labels::Side;

use super::event::{Act, Event, EventDraft, Moment};
use super::state::{CaseState, InitialCase};

/// What a fold keeps of an event.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The event's name.
    pub uuid: Uuid,
    /// Its time, in microseconds since 1970.
    pub micros: i64,
    pub did: EventKind,
    /// The first event of its step, unless it is that itself.
    pub step: Option<Uuid>,
    /// The bulk step that it belongs to.
    pub bulk: Option<Arc<str>>,
}

/// The kind of an event, as far as other events depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It changed a text.
    Edit(Side),
    /// It replaced the proposals.
    Reanalyse,
    /// It took an event back.
    Undo(Uuid),
    /// It made an event, or what an undo took back, again.
    Redo(Uuid),
    /// It records what was seen.
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

    /// What events are ordered by.
    pub fn order(&self) -> (i64, Uuid) {
        (self.micros, self.uuid)
    }
}

/// An annotator's events on a case, and what they make of it.
#[derive(Clone, Debug)]
pub struct Folded {
    base: Arc<InitialCase>,
    traces: Vec<Trace>,
    /// The events that say what was seen or ruled, whole: the state has nothing of them.
    marks: Vec<Event>,
    /// When the first and the last event were recorded.
    span: Option<(Moment, Moment)>,
    undone: HashSet<Uuid>,
    state: CaseState,
}

impl Folded {
    /// Folds events, which may come in any order.
    pub fn new(base: Arc<InitialCase>, by: &str, mut events: Vec<Event>) -> Folded {
        events.sort_by_key(Event::order);
        let dids: Vec<(Uuid, EventKind)> =
            events.iter().map(|event| (event.uuid, EventKind::of(&event.act))).collect();
        let mut folded = Folded::begin(base, by, undone(&dids));
        events.iter().for_each(|event| folded.take(event));
        folded
    }

    /// A fold that takes events in their order, of which these are taken back.
    pub(super) fn begin(base: Arc<InitialCase>, by: &str, undone: HashSet<Uuid>) -> Folded {
        let state = CaseState::new(&base, by);
        Folded { base, traces: Vec::new(), marks: Vec::new(), span: None, undone, state }
    }

    /// Takes the next event in the order, of a fold that knows what is taken back.
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

    /// Takes one more event. Returns whether the fold could go on from where it was; else nothing was taken, and all
    /// events have to be folded again.
    #[must_use]
    pub fn push(&mut self, event: &Event) -> bool {
        let last = self.traces.last().is_none_or(|last| last.order() < event.order());
        if !last || self.undone.contains(&event.uuid) {
            return false;
        }
        match event.act {
            // Nothing hangs on a comment.
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

    /// What the events make of the case.
    pub fn state(&self) -> &CaseState {
        &self.state
    }

    pub fn events(&self) -> &[Trace] {
        &self.traces
    }

    /// The events that say what was seen or ruled, in their order.
    pub fn marks(&self) -> &[Event] {
        &self.marks
    }

    /// When the first and the last event were recorded; `None` without events.
    pub fn span(&self) -> Option<&(Moment, Moment)> {
        self.span.as_ref()
    }

    /// The case before anybody did anything.
    pub fn base(&self) -> &Arc<InitialCase> {
        &self.base
    }

    pub fn event(&self, uuid: Uuid) -> Option<&Trace> {
        // What is asked for is mostly new.
        self.traces.iter().rev().find(|event| event.uuid == uuid)
    }

    /// What takes events of a case back, the last first, or makes them again, the first first; those of which that is done
    /// are left out.
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

/// The events that are undone: those whose last undo or redo is an undo. Only undos and redos matter, in their order.
pub(super) fn undone(events: &[(Uuid, EventKind)]) -> HashSet<Uuid> {
    let undoes: HashMap<Uuid, Uuid> = events
        .iter()
        .filter_map(|(uuid, did)| if let EventKind::Undo(of) = did { Some((*uuid, *of)) } else { None })
        .collect();
    let mut gone = HashSet::new();
    for (_, did) in events {
        match did {
            EventKind::Undo(of) => drop(gone.insert(*of)),
            // A redo may name what was undone, or the undo.
            EventKind::Redo(of) => drop(gone.remove(undoes.get(of).unwrap_or(of))),
            _ => {}
        }
    }
    gone
}
