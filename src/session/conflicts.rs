//! What one annotator says differently of one unit in several sessions, so that a union could hold only one of it.
//!
//! A unit is in conflict if both sessions have an event on it that the other one lacks, and what it says by them differs.
//! Where one session continues the other there is none.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use uuid::Uuid;

use super::Recorder;
use super::analyst::Analyst;
use super::event::{Act, Event, Named, On};
use super::fault::Fault;
use super::store::Store;
use crate::embedding::Embedding;
use crate::labels::LISTS;
use crate::labels::overrides::Side;

/// What one annotator says of one unit in two sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The case.
    pub case: String,
    /// The annotator.
    pub by: String,
    /// The unit in words: "claim 2", "the verdict", "the summary".
    pub unit: String,
    /// The two sessions, by their places among those that are merged, with what is said in each.
    pub said: [(usize, String); 2],
}

/// The conflicts between sessions, by case and annotator.
///
/// # Errors
/// If a session cannot be read.
pub fn conflicts(sources: &[Store]) -> Result<Vec<Conflict>, Fault> {
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
        let mut said: BTreeMap<usize, BTreeMap<String, Stand>> = BTreeMap::new();
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
                if let Entry::Vacant(place) = said.entry(at) {
                    let source = sources_of[at];
                    place.insert(stand(&mut recorders, &sources[source], source, case, by, &events[at])?);
                }
            }
            for key in both {
                let of = |at: usize| said[&at].get(&key).cloned().unwrap_or_default();
                let (a, b) = (of(one), of(other));
                if a.says != b.says {
                    let unit = [a.unit, b.unit].into_iter().find(|unit| !unit.is_empty()).unwrap_or(key);
                    let said = [(sources_of[one], a.says), (sources_of[other], b.says)];
                    found.push(Conflict { case: case.clone(), by: by.clone(), unit, said });
                }
            }
        }
    }
    Ok(found)
}

/// What a session says of a unit.
#[derive(Clone, Debug)]
struct Stand {
    unit: String,
    says: String,
}

impl Default for Stand {
    fn default() -> Stand {
        Stand { unit: String::new(), says: "rejected".to_owned() }
    }
}

const VERDICT: &str = "the verdict";

/// The units that an event is about, by their ids.
fn touches(event: &Event, all: &[Event]) -> Vec<String> {
    let ids = |ids: &[Named]| -> Vec<String> {
        let id = |named: &Named| match named {
            Named::Id(id) => Some(id.to_string()),
            Named::Entry(_) => None,
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
        | Act::Comment { on: None | Some(On::Label(_) | On::Spans(_)), .. }
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

/// What a session says of each unit of a case, as an annotator left it.
fn stand(
    recorders: &mut BTreeMap<usize, Recorder>,
    source: &Store,
    at: usize,
    case: &str,
    by: &str,
    events: &[Event],
) -> Result<BTreeMap<String, Stand>, Fault> {
    if let Entry::Vacant(place) = recorders.entry(at) {
        let path: PathBuf = source.path().to_path_buf();
        place.insert(Recorder::new(Store::open(&path)?, None, Analyst::new(Embedding::Shipped)));
    }
    let mut all: BTreeMap<String, Stand> = BTreeMap::new();
    let Some(recorder) = recorders.get_mut(&at) else { return Ok(all) };
    let state = recorder.folded(case, by)?.state();
    let labels = state.labels();
    for spec in &LISTS {
        for (index, label) in labels.get(spec.list).unwrap_or_default().iter().enumerate() {
            let unit = format!("{} {}", spec.unit, index + 1);
            let says = label.word.map_or("no label", |word| word.as_str()).to_owned();
            all.insert(state.id(spec.list, index).to_string(), Stand { unit, says });
        }
    }
    let verdict = state.decision.as_ref().map_or("none", |decided| decided.verdict.as_str());
    all.insert(VERDICT.to_owned(), Stand { unit: VERDICT.to_owned(), says: verdict.to_owned() });
    for (name, text) in [("the article", &state.article), ("the summary", &state.summary)] {
        all.insert(name.to_owned(), Stand { unit: name.to_owned(), says: text.to_string() });
    }
    for event in events {
        if let Act::Adjudicate(ruling) = &event.act {
            let unit = ruled(ruling);
            all.insert(unit.clone(), Stand { unit, says: ruling.to.to_value().to_string() });
        }
    }
    Ok(all)
}
