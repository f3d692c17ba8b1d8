//! How a case came to stand as it does: what a screen that opens it again needs in order to take steps back.

use std::sync::Arc;

use uuid::Uuid;

use super::decisions::Decisions;
use super::event::{Act, Event};
use super::folded::Folded;
use super::state::State;

/// A case for one annotator, as it stood at some time.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// The article.
    pub article: Arc<str>,
    /// The summary.
    pub summary: Arc<str>,
    /// What was decided.
    pub decisions: Decisions,
}

/// A step: the events that were made at once, and how the case stands on its other side.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its events, oldest first.
    pub events: Vec<Uuid>,
    /// Before it, of a step that can be taken back; after it, of one that can be made again.
    pub other: Stand,
}

/// What can be taken back and made again.
#[derive(Clone, Debug)]
pub struct History {
    /// How the case stands.
    pub now: Stand,
    /// What can be taken back, newest last.
    pub done: Vec<Step>,
    /// What can be made again, the next one last.
    pub undone: Vec<Step>,
}

impl Stand {
    fn of(state: &State) -> Stand {
        Stand {
            article: Arc::clone(&state.article),
            summary: Arc::clone(&state.summary),
            decisions: state.decisions(),
        }
    }
}

/// The field of an event that names the first event of its step.
pub const STEP: &str = "step";

/// The field of an event that was made for many cases at once: the name of that bulk step.
pub const BULK: &str = "bulk";

impl History {
    /// Reads it off the events of a case.
    pub fn of(folded: &Folded) -> History {
        let (mut done, mut undone): (Vec<Vec<&Event>>, Vec<Vec<&Event>>) = Default::default();
        for event in folded.events() {
            match &event.act {
                Act::Undo { of } => {
                    let at = done.iter().rposition(|step| step.iter().any(|event| event.uuid == *of));
                    if let Some(at) = at {
                        undone.push(done.remove(at));
                    }
                }
                Act::Redo { of } => {
                    let undoes = folded.event(*of).and_then(|event| match event.act {
                        Act::Undo { of } => Some(of),
                        _ => None,
                    });
                    let of = undoes.unwrap_or(*of);
                    let at = undone.iter().rposition(|step| step.iter().any(|event| event.uuid == of));
                    if let Some(at) = at {
                        done.push(undone.remove(at));
                    }
                }
                // What was seen is no step: it cannot be taken back, and takes nothing from what can be made again.
                Act::Seen | Act::Reveal => {}
                // Rulings are taken back where they are made.
                Act::Adjudicate(_) => {}
                _ => {
                    undone.clear();
                    let first = event.fields.string(STEP).ok().flatten();
                    let same = done.last_mut().filter(|step| {
                        step.first().is_some_and(|known| Some(known.uuid.to_string()) == first)
                    });
                    match same {
                        Some(step) => step.push(event),
                        None => done.push(vec![event]),
                    }
                }
            }
        }
        let mut state = State::new(folded.base(), folded.state().by());
        let take = |state: &mut State, step: &[&Event]| step.iter().for_each(|event| state.apply(event));
        let uuids = |step: &[&Event]| step.iter().map(|event| event.uuid).collect();
        let mut back = Vec::with_capacity(done.len());
        for step in &done {
            back.push(Step { events: uuids(step), other: Stand::of(&state) });
            take(&mut state, step);
        }
        let mut again = Vec::with_capacity(undone.len());
        for step in undone.iter().rev() {
            take(&mut state, step);
            again.push(Step { events: uuids(step), other: Stand::of(&state) });
        }
        again.reverse();
        History { now: Stand::of(folded.state()), done: back, undone: again }
    }
}
