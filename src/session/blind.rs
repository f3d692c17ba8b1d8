//! Data of annotators who judge before they see the engine's labels: fields of the session's first line,
//! and events that record what was seen.

use serde_json::{Map, Value};

use super::event::{Act, Event};
use super::folded::Folded;
use super::object::OrderedObject;

/// Field of a session's first line with the settings of blind review, by annotator.
pub const BLIND: &str = "blind";

/// Field of a session's first line with the labels of its gold cases, by the id of the case.
pub const GOLD: &str = "gold";

/// Field of a session's first line with the ids of the gold cases that are cases of the queue as well.
pub const GOLD_IN_QUEUE: &str = "gold_in_queue";

/// Copies the settings of blind review and the gold cases from another session's first line. Existing
/// entries are kept. A line that nothing is added to keeps its text.
pub fn carry(into: &mut OrderedObject, from: &OrderedObject) {
    for field in [BLIND, GOLD] {
        let map = |line: &OrderedObject| match line.get(field) {
            Some(Value::Object(map)) => map,
            _ => Map::new(),
        };
        let mut all = map(into);
        let known = all.len();
        for (name, value) in map(from) {
            all.entry(name).or_insert(value);
        }
        if all.len() > known {
            into.set(field, &all);
        }
    }
    let list = |line: &OrderedObject| match line.get(GOLD_IN_QUEUE) {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    };
    let mut all = list(into);
    let known = all.len();
    for id in list(from) {
        if !all.contains(&id) {
            all.push(id);
        }
    }
    if all.len() > known {
        into.set(GOLD_IN_QUEUE, &all);
    }
}

/// Returns whether an annotator judges blind in the session with this first line.
pub fn judges_blind(line: &OrderedObject, by: &str) -> bool {
    line.get(BLIND).is_some_and(|all| all.get(by).is_some())
}

/// Returns whether a case is decided, that is, whether its annotator is done with it. An annotator who
/// judges blind has to hand it in; for others it has to be settled
/// ([`Decisions::is_settled`](super::Decisions::is_settled)).
pub fn is_decided(blind: bool, handed_in: bool, settled: bool) -> bool {
    handed_in || !blind && settled
}

impl Folded {
    /// Returns whether the annotator has decided the case; see [`is_decided`].
    pub fn is_decided(&self, blind: bool) -> bool {
        is_decided(blind, self.reveal().is_some(), self.state().decisions().is_settled())
    }

    /// Returns the event that records that the annotator was shown the engine's labels.
    pub fn reveal(&self) -> Option<&Event> {
        self.marks().iter().find(|event| event.act == Act::Reveal)
    }

    /// Returns whether the case was recorded as shown to the annotator.
    pub fn is_seen(&self) -> bool {
        self.marks().iter().any(|event| matches!(event.act, Act::Seen | Act::Reveal))
    }
}
