//! What a session keeps of annotators who judge before they see the engine's labels: the fields of its first line,
//! and the events that say what was seen.

use serde_json::{Map, Value};

use super::event::{Act, Event};
use super::folded::Folded;
use super::object::OrderedObject;

/// The field of a session's first line that holds, by annotator, how they judge blind.
pub const BLIND: &str = "blind";

/// The field of a session's first line that holds the labels of its gold cases, by the id of the case.
pub const GOLD: &str = "gold";

/// Takes over who judges blind, and the gold cases, from the first line of another session. What both have stays as it
/// is. A line to which nothing is added keeps its text.
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
}

/// Whether an annotator judges blind in the session of this first line.
pub fn judges_blind(line: &OrderedObject, by: &str) -> bool {
    line.get(BLIND).is_some_and(|all| all.get(by).is_some())
}

/// Whether a case is decided, that is, whether its annotator is done with it: who judges blind has handed it in, for anybody else it
/// is settled ([`Decisions::is_settled`](super::Decisions::is_settled)).
pub fn is_decided(blind: bool, handed_in: bool, settled: bool) -> bool {
    handed_in || !blind && settled
}

impl Folded {
    /// Whether the annotator has decided the case, as [`is_decided`] says.
    pub fn is_decided(&self, blind: bool) -> bool {
        is_decided(blind, self.reveal().is_some(), self.state().decisions().is_settled())
    }

    /// The event by which the annotator was shown the engine's labels.
    pub fn reveal(&self) -> Option<&Event> {
        self.marks().iter().find(|event| event.act == Act::Reveal)
    }

    /// Whether it was recorded that the case was put before the annotator.
    pub fn is_seen(&self) -> bool {
        self.marks().iter().any(|event| matches!(event.act, Act::Seen | Act::Reveal))
    }
}
