//! Finds answers by one annotator on one unit that differ between sessions, so that a union could keep
//! only one of them.
//!
//! A unit is in conflict if each of two sessions has an event on it that the other lacks, and the
//! resulting answers differ. A session that continues the other is not in conflict with it.

use std::collections::{BTreeMap, BTreeSet, btree_map};

use uuid::Uuid;

use super::Recorder;
use super::analyst::Analyst;
use super::error::SessionError;
use super::event::{Act, CommentTarget, Event, UnitId, UnitReference};
use super::state::CaseState;
use super::store::Store;
use crate::embedding::Embedding;
use crate::labels::{LISTS, Side};

/// One annotator's different answers on one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    pub case: String,
    pub by: String,
    /// Display name of the unit: "claim 2", "the verdict", "the summary".
    pub unit: String,
    /// The sessions, by index among those to be merged, with the answer in each.
    pub answers: Vec<(usize, String)>,
    /// Pairs of sessions that contradict each other. Not all pairs of `answers` do, since one session may
    /// continue another.
    pub pairs: Vec<[usize; 2]>,
}

/// The preferred and dropped sessions for a case and an annotator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// The sessions whose own events are left out.
    pub dropped: BTreeSet<usize>,
    /// The sessions that were preferred.
    pub preferred: BTreeSet<usize>,
}

impl Resolved {
    /// Prefers a session and drops those that contradict it. Does nothing if the session was dropped
    /// before.
    pub fn prefer(&mut self, session: usize, pairs: &[[usize; 2]]) {
        if self.dropped.contains(&session) || self.preferred.contains(&session) {
            return;
        }
        let against = pairs.iter().filter(|pair| pair.contains(&session));
        let other = |pair: &[usize; 2]| if pair[0] == session { pair[1] } else { pair[0] };
        let others: Vec<usize> = against.map(other).filter(|other| !self.preferred.contains(other)).collect();
        if !others.is_empty() {
            self.preferred.insert(session);
            self.dropped.extend(others);
        }
    }

    /// Returns whether a contradiction is resolved, that is, one of its sessions is dropped.
    pub fn settles(&self, pair: &[usize; 2]) -> bool {
        pair.iter().any(|session| self.dropped.contains(session))
    }
}

/// Returns the conflicts between sessions, by case and annotator.
pub fn conflicts(sources: &[Store]) -> Result<Vec<Conflict>, SessionError> {
    let mut having: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (at, source) in sources.iter().enumerate() {
        for id in source.ids()? {
            for (by, _) in source.annotators(Some(&id))? {
                having.entry((id.clone(), by)).or_default().push(at);
            }
        }
    }
    let mut recorders: BTreeMap<usize, Recorder> = BTreeMap::new();
    let mut found = Vec::new();
    for ((case, by), sources_of) in having.iter().filter(|(_, all)| all.len() > 1) {
        let events =
            sources_of.iter().map(|at| sources[*at].events(case, by)).collect::<Result<Vec<_>, _>>()?;
        let names: Vec<BTreeSet<Uuid>> =
            events.iter().map(|own| own.iter().map(|event| event.uuid).collect()).collect();
        let mut answers: BTreeMap<usize, UnitAnswers> = BTreeMap::new();
        let mut of_case: BTreeMap<String, Conflict> = BTreeMap::new();
        for (one, other) in (0..events.len()).flat_map(|one| (0..one).map(move |other| (other, one))) {
            let touched = |a: usize, b: usize| -> BTreeSet<String> {
                let own = events[a].iter().filter(|event| !names[b].contains(&event.uuid));
                own.flat_map(|event| touches(event, &events[a])).collect()
            };
            let both: Vec<String> = touched(one, other).intersection(&touched(other, one)).cloned().collect();
            if both.is_empty() {
                continue;
            }
            for at in [one, other] {
                if let btree_map::Entry::Vacant(place) = answers.entry(at) {
                    let recorder = match recorders.entry(sources_of[at]) {
                        btree_map::Entry::Occupied(known) => known.into_mut(),
                        btree_map::Entry::Vacant(place) => {
                            let store = Store::open(sources[sources_of[at]].path())?;
                            place.insert(Recorder::new(store, None, Analyst::new(Embedding::Shipped)))
                        }
                    };
                    place.insert(answers_of(recorder.folded(case, by)?.state(), &events[at]));
                }
            }
            for key in both {
                let [a, b] = [one, other].map(|at| (sources_of[at], answers[&at].of(&key)));
                if a.1.answer == b.1.answer {
                    continue;
                }
                let named = [&a.1.unit, &b.1.unit].into_iter().find(|unit| !unit.is_empty());
                let unit = named.unwrap_or(&key).clone();
                let conflict = of_case.entry(key).or_insert_with(|| Conflict {
                    case: case.clone(),
                    by: by.clone(),
                    unit,
                    answers: Vec::new(),
                    pairs: Vec::new(),
                });
                conflict.pairs.push([a.0, b.0]);
                conflict.answers.extend([a, b].map(|(at, own)| (at, own.answer)));
                conflict.answers.sort();
                conflict.answers.dedup();
            }
        }
        found.extend(of_case.into_values());
    }
    Ok(found)
}

/// A session's answer on a unit.
#[derive(Clone, Debug, Default)]
struct UnitAnswer {
    unit: String,
    answer: String,
}

/// A session's answers on the units of a case, in the annotator's last state.
#[derive(Clone, Debug, Default)]
struct UnitAnswers {
    there: BTreeMap<String, UnitAnswer>,
    /// Removed units, each with the reason.
    gone: BTreeMap<String, &'static str>,
}

impl UnitAnswers {
    fn of(&self, key: &str) -> UnitAnswer {
        self.there.get(key).cloned().unwrap_or_else(|| {
            let gone = self.gone.get(key).copied().unwrap_or("nothing");
            UnitAnswer { unit: String::new(), answer: gone.to_owned() }
        })
    }
}

const VERDICT: &str = "the verdict";

/// Returns the ids of the units that an event is about.
fn touches(event: &Event, all: &[Event]) -> Vec<String> {
    let ids = |ids: &[UnitReference]| -> Vec<String> {
        let id = |named: &UnitReference| match named {
            UnitReference::Id(id) => Some(id.to_string()),
            UnitReference::Entry(_) => None,
        };
        ids.iter().filter_map(id).collect()
    };
    match &event.act {
        Act::Override { label, .. } | Act::Restore { label, .. } => vec![label.to_string()],
        Act::Units { before, .. } => ids(before),
        Act::Accept { labels: Some(labels), .. } => labels.iter().map(ToString::to_string).collect(),
        Act::Decide { .. } => vec![VERDICT.to_owned()],
        Act::Edit { side: Side::Article, .. } => vec!["the article".to_owned()],
        Act::Edit { side: Side::Summary, .. } => vec!["the summary".to_owned()],
        Act::Adjudicate(ruling) => vec![ruled(ruling)],
        Act::Undo { of } | Act::Redo { of } => {
            let of = all.iter().find(|known| known.uuid == *of && known.uuid != event.uuid);
            of.map(|of| touches(of, all)).unwrap_or_default()
        }
        Act::Accept { labels: None, .. }
        | Act::Mark { .. }
        | Act::Rule { .. }
        | Act::Comment { on: None | Some(CommentTarget::Label(_) | CommentTarget::Spans(_)), .. }
        | Act::Flag
        | Act::Unflag
        | Act::Prefer(_)
        | Act::Reanalyse { .. }
        | Act::Seen
        | Act::Reveal => Vec::new(),
    }
}

fn ruled(ruling: &super::event::Ruling) -> String {
    let list = ruling.list.map_or("verdict", |list| list.spec().unit);
    format!("the ruling on the {list} {:?}", ruling.text())
}

/// Returns the answers in an annotator's last state of a case, which these events led to.
fn answers_of(state: &CaseState, events: &[Event]) -> UnitAnswers {
    let mut all: BTreeMap<String, UnitAnswer> = BTreeMap::new();
    let labels = state.labels();
    for spec in &LISTS {
        for (index, label) in labels.get(spec.list).unwrap_or_default().iter().enumerate() {
            let unit = format!("{} {}", spec.unit, index + 1);
            let answer = label.word.map_or("no label", |word| word.as_str()).to_owned();
            all.insert(state.id(spec.list, index).to_string(), UnitAnswer { unit, answer });
        }
    }
    let verdict = state.decision.as_ref().map_or("none", |decided| decided.verdict.as_str());
    for (name, answer) in
        [(VERDICT, verdict), ("the article", &state.article), ("the summary", &state.summary)]
    {
        all.insert(name.to_owned(), UnitAnswer { unit: name.to_owned(), answer: answer.to_owned() });
    }
    for event in events {
        if let Act::Adjudicate(ruling) = &event.act {
            let unit = ruled(ruling);
            all.insert(unit.clone(), UnitAnswer { unit, answer: ruling.to.to_value().to_string() });
        }
    }
    let touched = events.iter().flat_map(|event| touches(event, events));
    let gone = touched.filter(|key| !all.contains_key(key)).filter_map(|key| {
        let id = UnitId::read(&key).ok()?;
        let replaced = !state.exchange(&id).1.is_empty();
        // A unit removed by an edit was neither replaced nor rejected.
        let gone = if replaced { "replaced by other units" } else { "rejected" };
        Some((key, if state.restorable(&id) { gone } else { "not in this text" }))
    });
    let gone = gone.collect();
    UnitAnswers { there: all, gone }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preference_settles_what_contradicts_it_and_nothing_else() {
        // 0 and 1 contradict each other, as do 2 and 3; 4 contradicts none.
        let pairs = [[1, 0], [3, 2]];
        let mut resolved = Resolved::default();
        resolved.prefer(4, &pairs);
        resolved.prefer(0, &pairs);
        assert_eq!((resolved.dropped.clone(), resolved.settles(&pairs[1])), ([1].into(), false));
        // A dropped session cannot be preferred.
        resolved.prefer(1, &pairs);
        resolved.prefer(3, &pairs);
        assert_eq!(resolved.dropped, [1, 2].into());
        // If three sessions differ from each other, preferring one resolves all pairs.
        let pairs = [[1, 0], [2, 0], [2, 1]];
        let mut resolved = Resolved::default();
        resolved.prefer(1, &pairs);
        assert_eq!(resolved.dropped, [0, 2].into());
        assert!(pairs.iter().all(|pair| resolved.settles(pair)));
    }
}
